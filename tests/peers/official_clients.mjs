// SPDX-License-Identifier: MIT
// What the providers' own packages make of a reply, whole or put together from its stream.
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";

const options = { apiKey: "unused", maxRetries: 0, timeout: 20_000 };

/// The reply as a whole, as JSON text of the provider's own shape.
export async function reply_of(provider, dialect, body) {
  const openai = () => new OpenAI({ ...options, baseURL: `${provider}/v1` });
  const anthropic = () => new Anthropic({ ...options, baseURL: provider });
  const read = {
    openai: () => body.stream ? openai().chat.completions.stream(body).finalChatCompletion()
                              : openai().chat.completions.create(body),
    openai_responses: () => body.stream ? openai().responses.stream(body).finalResponse()
                                        : openai().responses.create(body),
    anthropic: () => body.stream ? anthropic().messages.stream(body).finalMessage()
                                 : anthropic().messages.create(body),
  }[dialect];
  if (!read) throw new Error(`no client for the dialect ${dialect}`);
  return JSON.stringify(await read());
}
