// A web worker for Node: what stupol-worker.js needs of a browser, in a thread of its own.

import { readFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

// webWorker starts the script at a file: URL. The worker has what one of a page has. It gets
// the pieces of databases after so many milliseconds.
export function webWorker(script, delay = 0) {
  const thread = new Worker(new URL(import.meta.url), { workerData: { script: String(script), delay } });
  const worker = {
    onmessage: null,
    onerror: null,
    ended: new Promise((resolve) => thread.on("exit", resolve)),
    postMessage: (data) => thread.postMessage(data),
    terminate: () => thread.terminate(),
  };
  thread.on("message", (data) => worker.onmessage?.({ data }));
  thread.on("error", (error) => worker.onerror?.(error));
  return worker;
}

const types = { ".gz": "application/gzip", ".js": "text/javascript" };

async function fetchFile(url) {
  if (workerData.delay && String(url).includes(".zip.")) await new Promise((resolve) => setTimeout(resolve, workerData.delay));
  try {
    const body = await readFile(fileURLToPath(url));
    const type = types[/\.\w+$/.exec(String(url))?.[0]] ?? "application/octet-stream";
    return Object.defineProperty(new Response(body, { headers: { "Content-Type": type } }), "url", { value: String(url) });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return Object.defineProperty(new Response("", { status: 404, statusText: "Not Found" }), "url", { value: String(url) });
  }
}

if (!isMainThread && workerData?.script) {
  const { script } = workerData;
  globalThis.self = globalThis;
  globalThis.location = { href: script };
  globalThis.fetch = fetchFile;
  globalThis.importScripts = (url) => vm.runInThisContext(readFileSync(fileURLToPath(url), "utf8"), { filename: url });
  globalThis.postMessage = (data) => parentPort.postMessage(data);
  globalThis.close = () => process.exit(0);
  globalThis.addEventListener = (type, listener) => {
    if (type === "message") parentPort.on("message", (data) => listener({ data }));
  };
  importScripts(script);
}
