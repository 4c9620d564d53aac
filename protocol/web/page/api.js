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
  const answer = await request(`library/add?name=${encodeURIComponent(file.name)}`, { headers: { "Content-Type": "application/octet-stream" }, body: file, signal });
  /** @type {AddedGames[]} */
  const ends = [];
  await events(answer, signal, (/** @type {AddEvent} */ { event, data }) => {
    if (event === "failed") throw new Failure(heard(data.error), 503);
    if (event === "added") on(data);
    else ends.push(data);
  });
  if (!ends.length) throw offline();
  return ends[0];
}

/** @template {keyof Answers} P @param {P} path @param {Questions[P]} body @param {RequestInit} options @returns {Promise<Answers[P]>} */
export async function post(path, body, options = {}) {
  return contents(await send(path, body, options));
}

/** @param {string} path @param {{}} body @param {RequestInit} options */
function send(path, body, options) {
  return request(path, { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...options });
}

/** @param {string} path @param {RequestInit} options */
async function request(path, options) {
  let answer;
  try {
    answer = await ask(path, { method: "POST", ...options });
  } catch (error) {
    throw isStopped(error) ? error : offline();
  }
  if (answer.ok) return answer;
  throw new Failure(heard((await contents(answer)).error), answer.status);
}

/** @returns {Promise<About>} */
export async function about() {
  const answer = await ask("about");
  const facts = await contents(answer);
  if (!answer.ok) throw new Failure(heard(facts.error), answer.status);
  return facts;
}

// stream asks for what lasts and calls on with each event.
/** @template {SearchEvent | LineEvent} E @param {"search" | "line"} path @param {SearchQuery} body @param {AbortSignal} signal @param {(e: E) => void} on */
export async function stream(path, body, signal, on) {
  await events(await send(path, body, { signal }), signal, on);
}

// events calls on with each event of an answer.
/** @template {SearchEvent | AddEvent | LineEvent} E @param {Response} answer @param {AbortSignal} signal @param {(e: E) => void} on */
async function events(answer, signal, on) {
  if (!answer.body) throw offline();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) dispatch(block, on);
    }
  } catch (error) {
    if (signal.aborted || isStopped(error)) throw new DOMException("stopped", "AbortError");
    throw error instanceof TypeError || error instanceof SyntaxError ? offline() : error;
  }
}

/** @template {SearchEvent | AddEvent | LineEvent} E @param {string} block @param {(e: E) => void} on */
function dispatch(block, on) {
  let event = "";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event = line.slice(7);
    if (line.startsWith("data: ")) data = line.slice(6);
  }
  // What the server sends is as types.d.ts says, which a test compares with it.
  if (event) on(/** @type {E} */ ({ event, data: JSON.parse(data) }));
}
