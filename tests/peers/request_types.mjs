// SPDX-License-Identifier: MIT
// Checks bodies of requests with the TypeScript compiler against the types of the official packages.
import ts from "typescript";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const types = {
  openai: "OpenAI.Chat.ChatCompletionCreateParams",
  openai_responses: "OpenAI.Responses.ResponseCreateParams",
  anthropic: "Anthropic.MessageCreateParams",
  gemini: "GeminiRequest",
};

const head = [
  'import type Anthropic from "@anthropic-ai/sdk";',
  'import type OpenAI from "openai";',
  'import type { GeminiRequest } from "./gemini_request.mjs";',
];

const options = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
};

/// `requests` are `{dialect, body}`, `body` JSON text. For each the complaints of the compiler: [] for a body
/// that is what the package's type says. The text is a literal of the program: members that no type has are
/// found too.
export function complaints(requests) {
  // Beside node_modules, where imports are looked for. It is never written.
  const name = join(dirname(fileURLToPath(import.meta.url)), "requests.mts");
  const lines = requests.map(({ dialect, body }, i) => {
    if (!Object.hasOwn(types, dialect)) throw new Error(`no types for the dialect ${dialect}`);
    JSON.parse(body);  // else the text might be more than one literal
    // One line each, by which a complaint finds its body. (U+2028 and U+2029 end lines too.)
    const line = body.replace(/[\r\n]/g, " ")
      .replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
    return `export const request_${i}: ${types[dialect]} = ${line};`;
  });
  const text = [...head, ...lines, ""].join("\n");

  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(file, text, options.target) : read(file, ...rest);
  const exists = host.fileExists.bind(host);
  host.fileExists = (file) => file === name || exists(file);

  const found = requests.map(() => []);
  for (const one of ts.getPreEmitDiagnostics(ts.createProgram([name], options, host))) {
    const said = ts.flattenDiagnosticMessageText(one.messageText, "\n");
    const ours = one.file?.fileName === name;
    const line = ours ? one.file.getLineAndCharacterOfPosition(one.start).line - head.length : -1;
    if (line < 0) throw new Error(`the types cannot be read: ${said}`);
    found[line].push(said);
  }
  return found;
}
