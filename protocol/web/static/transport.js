// How questions reach Stupol where there is no server: it is in a worker of this page. This
// module takes the place of the one of this name in the folder page.

const worker = new Worker("stupol-worker.js");

// A question that waits for its answer, and what comes of that: see cmd/wasm/web.
/** @typedef {{ reject(error: Error): void, begin(part: Part): void, body?: ReadableStreamDefaultController<Uint8Array> }} Question */
/** @typedef {{ id: number, status?: number, type?: string, text?: string, end?: boolean }} Part */

/** @type {Map<number, Question>} */
const waiting = new Map(); // by the number of the question
let last = 0;

// fail ends all questions: an error line of the worker says that the program could not be fetched.
/** @param {string} line */
function fail(line) {
  for (const { reject } of waiting.values()) reject(new TypeError(line));
  waiting.clear();
}

worker.onerror = (/** @type {ErrorEvent} */ event) => fail(event.message);
worker.onmessage = (/** @type {MessageEvent<string>} */ { data }) => {
  if (data.startsWith("error ")) return fail(data);
  /** @type {Part} */
  const part = JSON.parse(data);
  const question = waiting.get(part.id);
  if (!question) return;
  if (part.status) question.begin(part);
  if (part.text) question.body?.enqueue(new TextEncoder().encode(part.text));
  if (part.end) {
    waiting.delete(part.id);
    question.body?.close();
  }
};

/** @param {{ id: number, path?: string, body?: string }} question */
const send = (question) => worker.postMessage(JSON.stringify(question));

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export function ask(path, { body, signal } = {}) {
  if (signal?.aborted) return Promise.reject(new DOMException("stopped", "AbortError"));
  const id = ++last;
  return new Promise((resolve, reject) => {
    /** @type {Question} */
    const question = {
      reject,
      begin({ status, type = "" }) {
        const stream = new ReadableStream({
          start: (controller) => { question.body = controller; },
          cancel: () => void give(),
        });
        resolve(new Response(stream, { status, headers: { "Content-Type": type } }));
      },
    };
    // give ends a question whose answer nobody wants any more.
    const give = () => {
      const waited = waiting.delete(id);
      if (waited) send({ id });
      return waited;
    };
    signal?.addEventListener("abort", () => {
      const stopped = new DOMException("stopped", "AbortError");
      if (!give()) return;
      question.body?.error(stopped);
      reject(stopped);
    });
    waiting.set(id, question);
    send({ id, path, body: String(body ?? "") });
  });
}

// What was fetched once is there without a network, too.
navigator.serviceWorker?.register("service-worker.js").catch(() => {}); // not where it is not allowed
