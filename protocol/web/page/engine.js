// The engine of this tab. It does one search at a time, for whoever asked last.

import { post, stream } from "./api.js";
import { setScale } from "./scores.js";

export class Engine {
  constructor() {
    this.tab = "tab-" + Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
    this.running = null;
    addEventListener("pagehide", () => this.close());
  }

  // search resolves to how the search has ended. It fails with an AbortError
  // if another one was asked for, or stop was called.
  async search(request, onInfo = () => {}) {
    this.stop();
    const controller = new AbortController();
    this.running = controller;
    let end = null;
    try {
      await stream({ ...request, tab: this.tab }, controller.signal, (event, data) => {
        if (controller.signal.aborted) return;
        if (event === "engine") setScale(data.scale);
        if (event === "info") onInfo(data);
        if (event === "done") end = data;
        if (event === "failed") throw new Error(data.error);
      });
    } finally {
      if (this.running === controller) this.running = null;
    }
    if (controller.signal.aborted) throw new DOMException("stopped", "AbortError");
    if (!end) throw new Error("The engine has stopped.");
    return end;
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
export async function persist(attempt, failed) {
  for (let wait = 300; ; wait = Math.min(2 * wait, 5000)) {
    try {
      const result = await attempt();
      failed(null);
      return result;
    } catch (error) {
      if (error.name === "AbortError" || (error.status && error.status !== 503)) throw error;
      failed(error);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
