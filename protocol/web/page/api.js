import { heard, phrase } from "./language.js";
import { ask } from "./transport.js";

// Questions to the server. They fail with an Error whose message is for people.

// A Failure is of the server, with the status of its answer, or of the way there: then
// nobody has answered.
export class Failure extends Error {
  /** @param {string} message @param {number} status 0 if nobody has answered */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

function offline() {
  return new Failure(phrase("Stupol does not answer. Is it still running?"), 0);
}

// isOffline reports whether nobody has answered.
/** @param {unknown} error */
export function isOffline(error) {
  return error instanceof Failure && error.status === 0;
}

// isStopped reports whether it failed because it was told to stop.
/** @param {unknown} error */
export function isStopped(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

// messageOf returns what people are told of an error. Those that the language of the page makes,
// a TypeError for one, are faults of the page, and their words are for who mends it.
/** @param {unknown} error */
export function messageOf(error) {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof Failure || error.constructor === Error) return error.message;
  console.error(error);
  return phrase("Something is wrong with the page. Load it again.");
}

// contents returns what an answer says: without the form of ours it is none of Stupol.
/** @param {Response} answer */
async function contents(answer) {
  try {
    return await answer.json();
  } catch (error) {
    throw isStopped(error) ? error : offline();
  }
}

// upload adds a file to the library, and calls on with what became of its games so far.
/** @param {File} file @param {AbortSignal} signal @param {(e: AddedGames) => void} on @returns {Promise<AddedGames>} */
export async function upload(file, signal, on) {
  const answer = await request(`library/add?name=${encodeURIComponent(file.name)}`, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file, signal });
  let end = null;
  for await (const { event, data } of /** @type {AsyncGenerator<AddEvent>} */ (events(answer, signal))) {
    if (event === "added") on(data);
    if (event === "done") end = data;
  }
  if (!end) throw offline();
  return end;
}

/** @template {keyof Answers} P @param {P} path @param {Questions[P]} body @param {RequestInit} options @returns {Promise<Answers[P]>} */
export async function post(path, body, options = {}) {
  return contents(await send(path, body, options));
}

// stream asks for what lasts, and yields its events.
/** @template {keyof Streams} P @param {P} path @param {SearchQuery} body @param {AbortSignal} signal @returns {AsyncGenerator<Streams[P]>} */
export async function* stream(path, body, signal) {
  yield* events(await send(path, body, { signal }), signal);
}

/** @returns {Promise<About>} */
export async function about() {
  return contents(await request("about"));
}

/** @param {string} path @param {{}} body @param {RequestInit} options */
function send(path, body, options) {
  return request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...options });
}

/** @param {string} path @param {RequestInit} [options] */
async function request(path, options) {
  let answer;
  try {
    answer = await ask(path, options);
  } catch (error) {
    throw isStopped(error) ? error : offline();
  }
  if (answer.ok) return answer;
  throw new Failure(heard((await contents(answer)).error), answer.status);
}

// events yields each event of an answer, and fails by the one that says that something has failed.
/** @param {Response} answer @param {AbortSignal} signal @returns {AsyncGenerator<any>} */
async function* events(answer, signal) {
  if (!answer.body) throw offline();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop() ?? "";
      yield* blocks.flatMap(eventIn);
    }
  } catch (error) {
    if (signal.aborted || isStopped(error)) throw new DOMException("stopped", "AbortError");
    throw error instanceof TypeError || error instanceof SyntaxError ? offline() : error;
  }
}

// eventIn returns the event of a block, if it is one. What the server sends is as types.d.ts says, which a
// test compares with it.
/** @param {string} block */
function eventIn(block) {
  const [, event] = block.match(/^event: (.*)$/m) ?? [];
  if (!event) return [];
  const data = JSON.parse(block.match(/^data: (.*)$/m)?.[1] ?? "");
  if (event === "failed") throw new Failure(heard(data.error), data.again ? 400 : 503);
  return [{ event, data }];
}
