// The engine Stupol in a worker: new Worker("stupol-worker.js"). It takes and sends lines of
// the Hub protocol, one a message; README.md beside it has a page that plays.

/* global Go */
"use strict";

// What is fetched lies beside this file, whatever page uses it.
const here = new URL(".", self.location.href);

importScripts(new URL("wasm_exec.js", here).href);

// patience is how long a file may take, in milliseconds.
const patience = 120_000;

// unpacked returns a response with the contents of a response that may be compressed: some
// servers undo the compression of files, others do not.
async function unpacked(answer) {
  const [head, body] = answer.body.tee();
  const reader = head.getReader();
  const { value } = await reader.read();
  reader.cancel();
  const packed = value && value[0] === 0x1f && value[1] === 0x8b;
  const contents = packed ? body.pipeThrough(new DecompressionStream("gzip")) : body;
  return new Response(contents, { headers: { "Content-Type": "application/wasm" } });
}

// load fetches a file beside this one. A network that fails is tried again.
async function load(name, tries = 3) {
  const answer = await fetch(new URL(name, here), { signal: AbortSignal.timeout(patience) }).catch(async (error) => {
    if (tries === 1) throw new Error(`${name}: ${error.message}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return load(name, tries - 1);
  });
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
  return answer;
}

// The program asks for the weights, the book and the databases of a game. Of these the weights
// and the pieces of the databases cannot be compressed any more.
globalThis.stupolFile = async (name) => {
  const packed = name.endsWith(".book") || name.endsWith(".head");
  const answer = await unpacked(await load(`data/${name}${packed ? ".gz" : ""}`));
  return new Uint8Array(await answer.arrayBuffer());
};

// Lines that come before the program is there wait for it.
const early = [];
globalThis.stupol = {
  receive: (line) => early.push(line),
  send: (line) => self.postMessage(line),
};

self.addEventListener("message", (event) => {
  for (const line of String(event.data).split("\n")) globalThis.stupol.receive(line);
});

async function run() {
  const go = new Go();
  const module = WebAssembly.instantiateStreaming(unpacked(await load("stupol.wasm.gz")), go.importObject);
  const end = go.run((await module).instance);
  for (const line of early.splice(0)) globalThis.stupol.receive(line);
  await end; // after quit
  self.close();
}

run().catch((error) => {
  self.postMessage(`error message="${String(error.message).replaceAll(/["=]/g, ":")}"`);
  throw error;
});
