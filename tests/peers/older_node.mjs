// SPDX-License-Identifier: MIT
// Lets aimock load in the Node 18 of Debian 12, which lacks a function that it imports for AWS event streams.
import { register } from "node:module";
import * as zlib from "node:zlib";

if (!("crc32" in zlib)) {
  const module = (text) => "data:text/javascript," + encodeURIComponent(text);
  const with_crc32 = module(`
    export * from "node:zlib";
    export function crc32() { throw new Error("this Node has no crc32"); }`);
  register(module(`
    export async function resolve(specifier, context, next) {
      const ours = context.parentURL?.startsWith("data:");
      return specifier === "node:zlib" && !ours ? {url: ${JSON.stringify(with_crc32)}, shortCircuit: true}
                                                : next(specifier, context);
    }`));
}
