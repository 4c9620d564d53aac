// A game against the engine.

import { $, notify, say } from "./dom.js";
import { persist } from "./engine.js";
import { resultText } from "./session.js";
import { saveSettings, settings } from "./store.js";

const levels = 10;
const keepEvery = 1000; // milliseconds between two times that the clocks are kept
const shortestThought = 350; // milliseconds: a move at once is hard to follow

export class Play {
  constructor(session, engine, analysis) {
    Object.assign(this, { session, engine, analysis, state: null, live: null, thinking: false, savedAt: 0 });
    session.on("played", (e) => this.played(e.node));
    this.bind();
    this.showForm();
    setInterval(() => this.tick(), 100);
  }

  bind() {
    $("level").value = settings.level;
    $("time").value = settings.time;
    for (const radio of document.querySelectorAll("[name=side]")) radio.checked = radio.value === settings.side;
    $("play-form").addEventListener("input", () => this.showForm());
    $("play-form").addEventListener("submit", (e) => {
      e.preventDefault();
      this.start(false);
    });
    $("play-on").addEventListener("click", () => this.start(true));
    $("take-back").addEventListener("click", () => this.takeBack());
    $("hint").addEventListener("click", () => this.hint());
    $("offer-draw").addEventListener("click", () => this.offerDraw());
    $("resign").addEventListener("click", () => this.end(this.state.human === "w" ? "black" : "white", "resignation"));
  }

  // showForm follows what is chosen, and remembers it.
  showForm() {
    settings.level = Number($("level").value);
    settings.time = $("time").value;
    settings.side = document.querySelector("[name=side]:checked").value;
    $("level-name").textContent = settings.level === levels ? `${levels}: all it can` : `${settings.level} of ${levels}`;
    $("own-clock").hidden = settings.time !== "own";
    for (const id of ["minutes", "increment"]) $(id).disabled = settings.time !== "own"; // what is wrong in them does not matter then
    saveSettings();
  }

  time() {
    const chosen = settings.time;
    if (chosen.startsWith("m")) return { move: Number(chosen.slice(1)) };
    const [minutes, increment] = chosen === "own" ? [Number($("minutes").value), Number($("increment").value)] : chosen.slice(1).split("+").map(Number);
    return { base: Math.round(60000 * (minutes > 0 ? minutes : 1)), increment: 1000 * Math.max(increment || 0, 0) };
  }

  active() {
    return Boolean(this.state) && !this.state.over;
  }

  // mayMove reports whether the user may move in the position shown.
  mayMove() {
    if (!this.active()) return true;
    return this.session.node === this.live && !this.thinking && this.session.node.answer?.turn === this.state.human;
  }

  async start(here) {
    const time = this.time();
    const side = settings.side === "either" ? "wb"[Math.floor(2 * Math.random())] : settings.side;
    if (here && this.session.node.answer?.result) return notify("The game is over here.");
    this.leave();
    try {
      if (!here) await this.onnew();
      else if (this.session.tree.tags.length || this.session.node.children.length) await this.oncopy(); // a game of others stays as it is
    } catch (error) {
      return notify(error.message);
    }
    const { node, tree } = this.session;
    this.state = { human: side, level: settings.level, time, over: false, clocks: time.base ? { w: time.base, b: time.base } : null };
    tree.result = "*";
    tree.end = "";
    const me = `Stupol, level ${settings.level}`;
    tree.setTag("White", side === "w" ? "You" : me);
    tree.setTag("Black", side === "b" ? "You" : me);
    tree.setTag("Date", new Date().toISOString().slice(0, 10).replaceAll("-", "."));
    this.live = node;
    this.started = performance.now();
    this.onstart(side);
    this.changed();
    say(`New game. You play ${side === "w" ? "White" : "Black"}.`);
    this.next();
  }

  // resume goes on with a game after the page was loaded again.
  async resume(state) {
    if (!state) return;
    const live = this.session.tree.find(state.live || []) || this.session.node;
    if (!state.over && live !== this.session.node) await this.session.goTo(live);
    this.state = state;
    this.live = live;
    this.started = performance.now();
    this.changed();
    if (this.active()) this.next(state.used || 0);
  }

  // forStorage has the time used for the present move, too: loading the page again must not
  // give it back.
  forStorage() {
    if (!this.state) return null;
    const used = this.running() ? performance.now() - this.started : 0;
    return { ...this.state, used, live: this.live.line().map((n) => n.move) };
  }

  // leave ends the game against the engine without a result.
  leave() {
    if (this.thinking) this.engine.stop();
    this.thinking = false;
    this.state = this.live = null;
    this.changed();
  }

  changed() {
    $("play-form").hidden = this.active();
    $("play-now").hidden = !this.state;
    for (const id of ["take-back", "hint", "offer-draw", "resign"]) $(id).hidden = !this.active();
    this.session.locked = this.active();
    this.analysis.allowed = !this.active();
    if (this.active()) this.analysis.stop();
    this.showState();
    this.session.emit("play");
  }

  showState() {
    if (!this.state) return;
    const over = this.session.tree.end;
    $("play-state").textContent = over || (this.thinking ? "Stupol is thinking …" : "Your move.");
    $("play-state").classList.toggle("over", Boolean(over));
  }

  // played is called after every move on the board.
  played(node) {
    if (!this.active() || node.parent !== this.live) return;
    this.useTime(this.session.turnBefore(node));
    if (!this.active()) return;
    this.live = node;
    this.next();
  }

  // next says whose turn it is, of which some time may have been used.
  next(used = 0) {
    const { answer } = this.live;
    this.started = performance.now() - used;
    if (answer.result) return this.end(answer.result.outcome, answer.result.reason);
    if (answer.turn !== this.state.human) this.think();
    else this.changed();
  }

  // useTime takes from the clock of a side what it has used.
  useTime(side) {
    const { clocks, time } = this.state;
    if (!clocks) return;
    clocks[side] -= performance.now() - this.started;
    this.started = performance.now();
    if (clocks[side] <= 0) return this.flag(side);
    clocks[side] += time.increment;
  }

  flag(side) {
    this.state.clocks[side] = 0;
    this.end(side === "w" ? "black" : "white", `${side === "w" ? "White" : "Black"}'s time is up`);
  }

  running() {
    return this.active() && this.live?.answer ? this.live.answer.turn : "";
  }

  // clock returns what is left of a side's time, null without clocks.
  clock(side) {
    if (!this.state?.clocks) return null;
    const used = this.running() === side ? performance.now() - this.started : 0;
    return Math.max(this.state.clocks[side] - used, 0);
  }

  tick() {
    if (!this.state?.clocks || !this.active()) return;
    const side = this.running();
    if (side && performance.now() - this.savedAt >= keepEvery) {
      this.savedAt = performance.now();
      this.session.emit("clocks");
    }
    if (side && this.clock(side) <= 0) {
      if (this.thinking) this.engine.stop();
      this.flag(side);
    }
    this.session.emit("clock");
  }

  async think() {
    const { session, state, live } = this;
    this.thinking = true;
    this.changed();
    const current = () => this.state === state && this.live === live && !state.over;
    const request = { ...session.query(live), play: true, level: state.level, hash: 16 };
    const began = performance.now();
    try {
      const insist = (attempt) => persist(() => (current() ? attempt() : null), (error) => error && notify(error.message, 3));
      const end = await insist(() => this.engine.search({ ...request, ...this.limits() }));
      await new Promise((resolve) => setTimeout(resolve, shortestThought - (performance.now() - began)));
      if (!end || !current()) return;
      const move = live.answer.moves.find((m) => m.move === end.move);
      if (!move) throw new Error(`Stupol's move ${end.move} is not legal.`);
      const made = await insist(async () => {
        if (session.node !== live) await session.goTo(live);
        this.thinking = false;
        return session.play(move).catch((error) => {
          this.thinking = true;
          throw error;
        });
      });
      if (!made) return;
      say(`Stupol plays ${move.text}`);
    } catch (error) {
      if (error.name !== "AbortError") notify(error.message);
    } finally {
      if (this.state === state && this.live === live) this.thinking = false;
      this.showState();
    }
  }

  limits() {
    const { time, human } = this.state;
    if (!this.state.clocks) return { moveTime: time.move };
    const side = human === "w" ? "b" : "w";
    return { clock: { remaining: Math.round(this.clock(side)), increment: time.increment } };
  }

  async takeBack() {
    if (!this.active()) return;
    let node = this.live;
    if (this.thinking) this.engine.stop();
    this.thinking = false;
    const mine = (n) => this.session.turnBefore(n) === this.state.human;
    while (node.parent && !mine(node)) node = node.parent;
    if (!node.parent) return notify("There is no move of yours to take back.");
    const { parent } = node;
    this.live = parent;
    this.session.tree.remove(node);
    this.session.changed();
    await this.session.goTo(parent).catch((error) => notify(error.message));
    this.next();
  }

  async hint() {
    if (!this.mayMove()) return;
    const { node } = this.session;
    $("play-state").textContent = "Looking for a hint …";
    try {
      const end = await this.engine.search({ ...this.session.query(), moveTime: 800, hash: 16, threads: settings.threads });
      if (this.session.node !== node) return;
      this.analysis.hint = this.analysis.squaresOf(end.move);
      this.analysis.draw();
      $("play-state").textContent = `Hint: ${end.text}`;
      say(`Hint: ${end.text}`);
    } catch (error) {
      if (error.name !== "AbortError") notify(error.message);
    }
  }

  // offerDraw: Stupol accepts if it is worse off, or in a late and even position, as in
  // protocol/terminal.
  async offerDraw() {
    const { state, live } = this;
    if (this.thinking) return notify("Stupol is thinking: offer the draw when it is your move.");
    const { answer, depth, board } = live;
    const known = answer.value === "draw" || (answer.value && (answer.value === "win") === (answer.turn === state.human));
    if (known) return this.end("draw", "agreed");
    try {
      const end = await this.engine.search({ ...this.session.query(live), moveTime: 500, hash: 16, threads: settings.threads });
      if (this.live !== live || !this.active()) return;
      const score = state.human === "w" ? -end.score : end.score;
      const pieces = board.slice(1).replaceAll("e", "").length;
      const late = depth >= 60 || pieces <= 12;
      if (score <= -30 || (late && score <= 10)) return this.end("draw", "agreed");
      notify("Stupol wants to play on.");
      say("Stupol declines the draw.");
    } catch (error) {
      if (error.name !== "AbortError") notify(error.message);
    }
  }

  end(outcome, reason) {
    this.useUp();
    const { tree } = this.session;
    this.state.over = true;
    this.thinking = false;
    this.engine.stop();
    tree.result = { white: "1-0", black: "0-1", draw: "1/2-1/2" }[outcome];
    tree.end = resultText({ outcome, reason });
    say(tree.end);
    this.session.changed();
    this.changed();
  }

  // useUp stops the clock that runs.
  useUp() {
    const side = this.running();
    if (side && this.state.clocks) this.state.clocks[side] = this.clock(side);
  }
}
