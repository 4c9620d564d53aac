// An engine as this tab has it: Stupol, or another program. It does one search at a time, for
// whoever asked last.

import { Failure, isStopped, post, stream } from "./api.js";
import { phrase } from "./language.js";

// newTab returns a name by which the server tells those who ask apart.
export function newTab() {
  return "tab-" + Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
}

export class Engine {
  tab = newTab();
  /** @type {AbortController | null} */ running = null; // the search

  /** @param {string} name of another program; none: Stupol */
  constructor(name = "") {
    this.name = name;
    addEventListener("pagehide", () => this.close());
  }

  // search resolves to how the search has ended. It fails with an AbortError
  // if another one was asked for, or stop was called.
  /** @param {Omit<SearchQuery, "tab">} request @param {(info: Info) => void} onInfo @returns {Promise<Done>} */
  async search(request, onInfo = () => {}) {
    this.stop();
    const controller = new AbortController();
    this.running = controller;
    const { signal } = controller;
    let end = null;
    try {
      for await (const { event, data } of stream("search", { engine: this.name, ...request, tab: this.tab }, signal)) {
        signal.throwIfAborted();
        if (event === "info") onInfo(data);
        if (event === "done") end = data;
      }
    } finally {
      if (this.running === controller) this.running = null;
    }
    signal.throwIfAborted();
    if (!end) throw new Error(phrase("The engine has stopped."));
    return end;
  }

  // ask asks whether the engine takes a draw that the side to move offers, or whether the last move of a
  // game, which was tried in a puzzle, wins.
  /** @template {"draw" | "puzzle/try"} P @param {P} path @param {GameQuery} query */
  async ask(path, query) {
    this.stop();
    return post(path, { ...query, tab: this.tab });
  }

  stop() {
    this.running?.abort();
    this.running = null;
  }

  // close frees the engine when the page goes away.
  close() {
    this.stop();
    post("close", { tab: this.tab }, { keepalive: true }).catch(() => {});
  }
}

// persist calls attempt until it succeeds or is stopped: the engine, or the
// server, may have ended in between.
/** @template T @param {() => Promise<T> | T} attempt @param {(error: unknown) => void} failed is told what an attempt failed by, if there is another one */
export async function persist(attempt, failed) {
  for (let wait = 300; ; wait = Math.min(2 * wait, 5000)) {
    try {
      return await attempt();
    } catch (error) {
      if (isStopped(error) || (error instanceof Failure && ![0, 503].includes(error.status))) throw error;
      failed(error);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
