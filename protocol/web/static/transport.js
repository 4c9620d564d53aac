// How questions reach Stupol where there is no server: it is in a worker of this page. This
// module takes the place of the one of this name in the folder page.

const worker = new Worker("stupol-worker.js");
const waiting = new Map(); // by the number of the question
let last = 0;

// An error line of the worker: the program could not be fetched.
function fail(line) {
  for (const { reject } of waiting.values()) reject(new TypeError(line));
  waiting.clear();
}

worker.onerror = (event) => fail(event.message);
worker.onmessage = ({ data }) => {
  if (data.startsWith("error ")) return fail(data);
  const part = JSON.parse(data);
  const question = waiting.get(part.id);
  if (!question) return;
  if (part.status) question.begin(part);
  if (part.text) question.body.enqueue(new TextEncoder().encode(part.text));
  if (part.end) {
    waiting.delete(part.id);
    question.body.close();
  }
};

const send = (question) => worker.postMessage(JSON.stringify(question));

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export function ask(path, { body = "", signal } = {}) {
  if (signal?.aborted) return Promise.reject(new DOMException("stopped", "AbortError"));
  const id = ++last;
  return new Promise((resolve, reject) => {
    const question = {
      reject,
      begin({ status, type }) {
        const stream = new ReadableStream({
          start: (controller) => { question.body = controller; },
          cancel: () => give(),
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
    send({ id, path, body: String(body) });
  });
}

// What was fetched once is there without a network, too.
navigator.serviceWorker?.register("service-worker.js").catch(() => {}); // not where it is not allowed
