// SPDX-License-Identifier: MIT
// The body of a request to Gemini, made of the types that Google's package has for its parts.
import type { Content, FunctionDeclaration, GenerationConfig, ToolConfig } from "@google/genai";

// Its words are enumerators, for which a literal of the same text will not do. The types of schemas may
// also be in small letters, as in Google's own examples of bodies.
type Sent<T> = T extends string ? `${T}`
  : T extends (infer Element)[] ? Sent<Element>[]
  : T extends object ? { [K in keyof T]: K extends "type" ? SentType<T[K]> : Sent<T[K]> }
  : T;
type SentType<T> = T extends string ? `${T}` | Lowercase<`${T}`> : T;

export type GeminiRequest = {
  contents: Sent<Content>[];
  systemInstruction?: Sent<Content>;
  tools?: { functionDeclarations?: Sent<FunctionDeclaration>[] }[];
  toolConfig?: Sent<ToolConfig>;
  generationConfig?: Sent<GenerationConfig>;
};
