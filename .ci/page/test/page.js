// The page in Node, and all that it asks of a browser: what takes time is done when a test says so.

import { setMaxListeners } from "node:events";
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { Store } from "./browser.js";
import { Document, Place } from "./document.js";
import { Server } from "./server.js";

const html = readFileSync(new URL("../../../protocol/web/page/index.html", import.meta.url), "utf8");

// Each load of the page has modules of its own: what one asks for has the same number.
register("data:text/javascript," + encodeURIComponent(`export async function resolve(name, context, next) {
  const found = await next(name, context);
  const load = new URL(context.parentURL ?? "file:").search;
  return name.startsWith("./") && load.startsWith("?load=") ? { ...found, url: found.url + load } : found;
}`));

setMaxListeners(0); // as in browsers
let loads = 0;
const immediately = setImmediate;

// random returns numbers below n, the same for each seed.
export function random(seed) {
  let state = seed * 2654435761 + 1;
  return (n) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % n;
  };
}

export class Page {
  now = 1e12;
  /** @type {{ at: number, every?: number, run: () => void }[]} */
  timers = [];
  /** @type {unknown[]} */
  faults = []; // what went wrong in the page
  local = new Store();
  session = new Store();
  locked = new Set(); // games that other tabs show
  reloads = false; // the page wants to be loaded again
  app;
  server = new Server(() => this.app?.session.tree);
  hash = "";

  /** @param {(n: number) => number} any which is a number below n */
  constructor(any) {
    this.any = any;
    const fail = (error) => this.faults.push(error);
    process.on("unhandledRejection", fail);
    const tick = (run) => this.after(16, () => run(this.now));
    const location = { origin: "http://localhost", pathname: "/", reload: () => { this.reloads = true; } };
    Object.defineProperty(location, "hash", { get: () => this.hash });
    const globals = {
      window: globalThis, location, history: { replaceState: (_, __, address) => { this.hash = address; } },
      document: () => this.document, localStorage: () => this.local, sessionStorage: () => this.session,
      navigator: {
        languages: ["en"], clipboard: { writeText: async () => { if (any(2)) throw new Error("NotAllowedError"); } },
        locks: { request: async (name, _, use) => use(this.locked.has(name) ? null : { name }) },
      },
      addEventListener: (...args) => this.window.addEventListener(...args),
      matchMedia: () => ({ matches: false, addEventListener() {} }),
      ResizeObserver: class { observe() {} }, requestAnimationFrame: tick,
      setTimeout: (run, wait = 0) => this.after(wait, run), setInterval: (run, every) => this.after(every, run, every),
      clearTimeout: (timer) => { this.timers = this.timers.filter((t) => t !== timer); },
      fetch: (...args) => this.server.fetch(...args), WheelEvent: { DOM_DELTA_PIXEL: 0 },
    };
    for (const [name, value] of Object.entries(globals)) {
      const given = ["document", "localStorage", "sessionStorage"].includes(name) ? { get: value } : { value };
      Object.defineProperty(globalThis, name, { configurable: true, ...given });
    }
    performance.now = () => this.now;
    Date.now = () => this.now;
    Math.random = () => any(1e9) / 1e9;
    console.error = (error) => this.faults.push(error); // what messageOf takes for a fault of the page
    this.fail = fail;
    this.end = () => process.off("unhandledRejection", fail);
  }

  after(wait, run, every) {
    const timer = { at: this.now + Math.max(wait, 1), run, every };
    this.timers.push(timer);
    return timer;
  }

  // load loads the page, or loads it again. It calls waiting as often as the page waits for answers.
  async load(waiting = () => {}) {
    if (this.app) this.document.send(this.window, "pagehide");
    await this.settle();
    this.window = new Place();
    this.document = new Document(html, this.window, this.fail);
    this.timers = [];
    this.server.waiting = [];
    this.app = null;
    this.reloads = false;
    const { Session } = await this.module("session", ++loads);
    for (const later of ["duel", "engines", "openings", "pictures", "rules"]) await this.module(later); // by a clock that the test does not have
    const guarded = (run) => (...args) => {
      try {
        return run(...args);
      } catch (error) {
        return this.fail(error);
      }
    };
    const { on, view } = Session.prototype;
    Object.assign(Session.prototype, { on(name, run) { on.call(this, name, guarded(run)); }, view(draw) { view.call(this, guarded(draw)); } });
    const { started } = await this.module("app", loads);
    let done = false;
    started.then((app) => { this.app = app; done = true; });
    while (!done) {
      await this.settle();
      waiting();
      this.answerAll();
    }
    await this.settle();
  }

  // module returns a module of a load of the page.
  module(name, load = loads) {
    return import(`../../../protocol/web/page/${name}.js?load=${load}`);
  }

  // settle lets all be done that needs no time.
  async settle() {
    for (let i = 0; i < 4; i++) await new Promise((resolve) => immediately(resolve));
  }

  // pass lets time go by.
  pass(time) {
    this.now += time;
    for (const timer of this.timers.filter((t) => t.at <= this.now).sort((a, b) => a.at - b.at)) {
      if (!this.timers.includes(timer)) continue;
      if (timer.every) timer.at = this.now + timer.every;
      else this.timers = this.timers.filter((t) => t !== timer);
      timer.run();
    }
  }

  answer(item, how = "well") {
    this.server.drop(item);
    item.answer(how);
  }

  answerAll() {
    for (const item of [...this.server.waiting]) this.answer(item);
  }

  // point sends an event of the pointer over a square, or over none.
  point(type, square, facts = {}) {
    const { board } = this.app;
    const [x, y] = square ? board.center(square) : [-1000, -1000];
    const scale = (100 * board.variant.size + 2 * board.margin()) / 1000;
    const [clientX, clientY] = [x, y].map((c) => (c + board.margin()) / scale);
    this.document.send(board.squares[square] ?? board.place, type, { clientX, clientY, ...facts });
  }

  press(from, to = from, button = 0) {
    this.point("pointerdown", from, { button });
    if (to !== from) this.point("pointermove", to, { button });
    this.point("pointerup", to, { button });
  }

  key(key, shiftKey = false) {
    this.document.send(this.document.activeElement, "keydown", { key, shiftKey });
  }

  // click clicks an element with the mouse, now and then at another place.
  click(element) {
    const at = { detail: 1, clientX: this.any(1000), clientY: this.any(1000) };
    this.document.send(element, "pointerdown", at);
    element.focus();
    element.click(at);
  }

  // choose gives an element a value.
  choose(element, value) {
    element.value = value;
    this.document.send(element, "input");
    this.document.send(element, "change");
  }
}
