// SPDX-License-Identifier: MIT
// Runs a program beside a mock provider and an oracle: `node with_provider.mjs PROGRAM ARGUMENTS...`.
// Both listen on free ports of the loopback interface, which the program finds in TACET_PEER_PROVIDER and
// TACET_PEER_ORACLE, and end with it. The status of this script is that of the program.
import "./older_node.mjs";
import { spawn } from "node:child_process";
import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [program, ...args] = process.argv.slice(2);
const most_bytes = 16 << 20;

async function body_of(request) {
  const pieces = [];
  let size = 0;
  for await (const piece of request) {
    if ((size += piece.length) > most_bytes) throw new Error("the body is too large");
    pieces.push(piece);
  }
  return JSON.parse(Buffer.concat(pieces).toString("utf8"));
}

// POST /types [{dialect, body}...] gives [[complaint...]...]; POST /reply {dialect, body} the whole reply.
// Of what throws, the official client for example, 422 tells.
function oracle(address) {
  return createServer(async (request, response) => {
    let status = 200;
    let answer;
    try {
      const body = await body_of(request);
      if (request.url === "/types") {
        answer = JSON.stringify((await import("./request_types.mjs")).complaints(body));
      } else if (request.url === "/reply") {
        const { reply_of } = await import("./official_clients.mjs");
        answer = await reply_of(address, body.dialect, JSON.parse(body.body));
      } else {
        throw new Error(`no such oracle: ${request.url}`);
      }
    } catch (error) {
      status = 422;
      const { name } = error.constructor;
      answer = JSON.stringify({ name, message: String(error.message), status: error.status });
    }
    response.writeHead(status, { "content-type": "application/json" });
    response.end(answer);
  });
}

function run(environment) {
  const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 99 : 1)));
  });
}

if (!program) throw new Error("with_provider.mjs needs a program to run");

// Whoever asks what tests there are wants no servers.
if (args.some((one) => one.startsWith("--list-"))) process.exit(await run({}));

// aimock listens anew for each event of a stream that it may have to cut.
setMaxListeners(0);
const { LLMock } = await import("@copilotkit/aimock");
const provider = new LLMock({ host: "127.0.0.1", port: 0, logLevel: "silent" });
provider.addFixturesFromJSON(readFileSync(new URL("provider.json", import.meta.url), "utf8"));
await provider.start();
const judge = oracle(provider.url);
await new Promise((resolve) => judge.listen(0, "127.0.0.1", resolve));

const status = await run({
  TACET_PEER_PROVIDER: new URL(provider.url).port,
  TACET_PEER_ORACLE: String(judge.address().port),
});
// A connection that is still open must not keep this script.
process.exit(status);
