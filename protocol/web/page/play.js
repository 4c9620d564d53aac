// A game against the engine.

import { asked, available, back, pause } from "./clock.js";
import { $, choose, complain, notify, say } from "./dom.js";
import { persist } from "./engine.js";
import { heard, number, percent, phrase } from "./language.js";
import { standing } from "./mode.js";
import { endOf, stupolAt, you } from "./session.js";
import { soundEnd } from "./sounds.js";
import { saveSettings, settings } from "./store.js";

const ownClock = /** @type {const} */ (["minutes", "increment", "stupol-minutes", "stupol-increment"]);
const keepEvery = 1000; // milliseconds between two times that the clocks are kept

// levelText says what Stupol does at a level.
/** @param {Level[]} levels @param {number} level */
function levelText(levels, level) {
  const { nodes, misjudges, points } = levels[level - 1];
  if (!nodes) return phrase("All it can in its time.");
  const says = [phrase("Sees {n} position a move|Sees {n} positions a move", { n: nodes })];
  if (misjudges) says.push(phrase("misjudges them by up to {men} men", { men: number(misjudges / 100) }));
  if (points) says.push(phrase("scores {share} against level {level}", { share: percent(points / 100).replace(" ", "\u00a0"), level: level - 1 }));
  return says.join(", ") + ".";
}

// timeOf returns a clock of so many minutes, with so many seconds a move more.
/** @param {string} minutes @param {string} seconds */
function timeOf(minutes, seconds) {
  return { base: Math.round(60000 * (Number(minutes) > 0 ? Number(minutes) : 1)), increment: 1000 * Math.max(Number(seconds) || 0, 0) };
}

// toTenths rounds milliseconds to tenths of a second: nobody reads more.
/** @param {number} ms */
const toTenths = (ms) => Math.max(100 * Math.round(ms / 100), 0);

export class Play {
  /** @type {Match | null} */ state = null;
  /** @type {GameNode | null} */ live = null;
  /** @type {() => Promise<void>} */
  onnew = async () => {};
  /** @type {() => Promise<void>} */
  oncopy = async () => {};
  /** @type {(side: Side) => void} */
  onstart = () => {};
  /** @type {() => void} */
  onanalyse = () => {};

  /** @param {Session} session @param {Engine} engine @param {Analysis} analysis */
  constructor(session, engine, analysis) {
    this.session = session;
    this.engine = engine;
    this.analysis = analysis;
    this.thinking = false;
    this.sure = false; // the next click resigns
    this.savedAt = this.started = 0;
    session.on("board", () => this.showState());
    session.on("played", (e) => this.played(e.node));
    this.bind();
    this.showForm();
    setInterval(() => this.tick(), 100);
  }

  bind() {
    $("time").value = settings.time;
    $("level").value = String(settings.level);
    for (const radio of document.querySelectorAll("[name=side]")) radio.checked = radio.value === settings.side;
    $("play-form").addEventListener("input", () => this.showForm());
    $("play-form").addEventListener("submit", (e) => {
      e.preventDefault();
      this.start(false);
    });
    $("play-on").addEventListener("click", () => this.start(true));
    $("to-live").addEventListener("click", () => { if (this.live) this.session.goTo(this.live).catch(complain); });
    $("analyse-game").addEventListener("click", () => this.onanalyse());
    $("rematch").addEventListener("click", () => this.start(false, this.state?.human === "w" ? "b" : "w"));
    $("take-back").addEventListener("click", () => this.takeBack());
    $("hint").addEventListener("click", () => this.hint());
    $("offer-draw").addEventListener("click", () => this.offerDraw());
    $("resign").addEventListener("click", () => this.resign());
  }

  // showForm follows what is chosen, and remembers it.
  showForm() {
    settings.level = Number($("level").value);
    choose($("time"), $("time").value);
    settings.time = $("time").value;
    settings.side = /** @type {Settings["side"]} */ (document.querySelector("[name=side]:checked").value); // index.html has these values
    const { levels } = this.session.about;
    $("level-name").textContent = phrase("{level} of {levels}", { level: settings.level, levels: levels.length });
    $("level-says").textContent = levelText(levels, settings.level);
    $("own-clock").hidden = settings.time !== "own";
    $("stupol-minutes").placeholder = $("minutes").value;
    $("stupol-increment").placeholder = $("increment").value;
    for (const id of ownClock) $(id).disabled = settings.time !== "own"; // what is wrong in them does not matter then
    saveSettings();
  }

  // time returns what is chosen: Stupol may have another clock.
  /** @returns {Match["time"]} */
  time() {
    const chosen = settings.time;
    if (chosen.startsWith("m")) return { move: Number(chosen.slice(1)) };
    if (chosen !== "own") {
      const [minutes, seconds] = chosen.slice(1).split("+");
      return timeOf(minutes, seconds);
    }
    const own = timeOf($("minutes").value, $("increment").value);
    return { ...own, stupol: timeOf($("stupol-minutes").value || $("minutes").value, $("stupol-increment").value || $("increment").value) };
  }

  // timeFor returns the clock that a side begins with.
  /** @param {Match} state @param {Side} side */
  timeFor({ time, human }, side) {
    return side === human ? time : (time.stupol ?? time);
  }

  active() {
    return this.state !== null && !this.state.over;
  }

  // standing says how the game stands in the position shown.
  standing() {
    const { live, thinking } = this;
    return standing({ active: this.active(), human: this.state?.human, live, thinking }, this.session.node);
  }

  /** @param {boolean} here and not in a new game @param {Settings["side"]} chosen */
  async start(here, chosen = settings.side) {
    if (!$("play-form").reportValidity()) return; // which says what is wrong with the clock
    const time = this.time();
    const side = chosen !== "either" ? chosen : Math.random() < 0.5 ? "w" : "b";
    if (here && this.session.node.answer?.result) return notify(phrase("The game is over here."));
    this.leave();
    try {
      if (!here) await this.onnew();
      else if (this.session.tree.tags.length || this.session.node.children.length) await this.oncopy(); // a game of others stays as it is
    } catch (error) {
      return complain(error);
    }
    const { node, tree } = this.session;
    this.state = { human: side, level: settings.level, time, over: false, clocks: null };
    if (time.base) this.state.clocks = { w: this.timeFor(this.state, "w").base ?? 0, b: this.timeFor(this.state, "b").base ?? 0 };
    tree.result = "*";
    tree.end = "";
    const me = stupolAt(settings.level);
    tree.setTag("White", side === "w" ? you : me);
    tree.setTag("Black", side === "b" ? you : me);
    tree.setTag("Date", new Date().toISOString().slice(0, 10).replaceAll("-", "."));
    this.live = node;
    this.started = performance.now();
    this.onstart(side);
    this.changed();
    say(side === "w" ? phrase("New game. You play White.") : phrase("New game. You play Black."));
    this.next();
  }

  // resume goes on with a game after the page was loaded again.
  /** @param {Match | undefined} state */
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
    if (!this.state || !this.live) return undefined;
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
    this.setSure(false);
    $("play-form").hidden = this.active();
    $("play-now").hidden = !this.state;
    for (const id of /** @type {const} */ (["analyse-game", "rematch"])) $(id).hidden = !this.state?.over;
    for (const id of /** @type {const} */ (["take-back", "hint", "offer-draw", "resign"])) $(id).hidden = !this.active();
    if (this.active()) this.analysis.stop();
    this.showState();
    this.session.emit("play");
  }

  showState() {
    if (!this.state) return;
    const over = heard(this.session.tree.end);
    const standing = this.standing();
    const back = standing === "back";
    const now = standing === "waiting" ? phrase("Stupol is thinking …") : phrase("Your move.");
    $("play-state").textContent = over || (back ? phrase("You are looking back.") : now);
    $("to-live").hidden = !back;
    $("play-state").classList.toggle("over", Boolean(over));
  }

  // played is called after every move on the board.
  /** @param {GameNode} node */
  played(node) {
    if (!this.active() || node.parent !== this.live) return;
    const spent = performance.now() - this.started;
    const side = this.session.turnBefore(node);
    this.useTime(side);
    if (!this.active()) return;
    node.spent = toTenths(spent);
    const left = this.state?.clocks?.[side];
    if (left !== undefined) node.clock = toTenths(left);
    this.session.changed();
    this.live = node;
    this.next();
  }

  // next says whose turn it is, of which some time may have been used.
  next(used = 0) {
    const answer = this.live?.answer;
    if (!answer || !this.state) return;
    this.started = performance.now() - used;
    if (answer.result) return this.end(answer.result.outcome, answer.result.reason);
    if (answer.turn !== this.state.human) this.think();
    else this.changed();
  }

  // clockOf returns the clock of a side, and what it has used for the present move.
  /** @param {Match} state @param {Clocks} clocks @param {Side} side */
  clockOf(state, clocks, side) {
    const used = this.running() === side ? performance.now() - this.started : 0;
    return { left: clocks[side], increment: this.timeFor(state, side).increment ?? 0, used };
  }

  // useTime takes from the clock of a side what it has used for a move, which it has made.
  /** @param {Side} side */
  useTime(side) {
    if (!this.state?.clocks) return;
    const { clocks } = this.state;
    const left = available(this.clockOf(this.state, clocks, side));
    if (left <= 0) return this.flag(side);
    clocks[side] = left;
    this.started = performance.now();
  }

  // flag ends the game of a side that has no time left.
  /** @param {Side} side */
  flag(side) {
    if (side === "w") this.end("black", "White's time is up");
    else this.end("white", "Black's time is up");
  }

  // running returns whose clock runs, if one does.
  running() {
    return this.active() ? this.live?.answer?.turn : undefined;
  }

  // clock returns what the clock of a side shows, null without clocks.
  /** @param {Side} side */
  clock(side) {
    if (!this.state?.clocks) return null;
    const { clocks } = this.state;
    return Math.max(this.running() === side ? available(this.clockOf(this.state, clocks, side)) : clocks[side], 0);
  }

  tick() {
    if (!this.state?.clocks || !this.active()) return;
    const side = this.running();
    if (side && performance.now() - this.savedAt >= keepEvery) {
      this.savedAt = performance.now();
      this.session.emit("clocks");
    }
    if (side && this.clock(side) === 0) {
      if (this.thinking) this.engine.stop();
      this.flag(side);
    }
    this.session.emit("clock");
  }

  async think() {
    const { session, state, live } = this;
    if (!state || !live?.answer) return;
    const { moves } = live.answer;
    this.thinking = true;
    this.changed();
    const current = () => this.state === state && this.live === live && !state.over;
    const request = { ...session.query(live), play: true, level: state.level, hash: 16 };
    const began = performance.now();
    try {
      /** @template T @param {() => Promise<T>} attempt */
      const insist = (attempt) => persist(() => (current() ? attempt() : null), (error) => { if (error) complain(error); });
      const end = await insist(() => this.engine.search({ ...request, ...this.limits(state) }));
      await new Promise((resolve) => setTimeout(resolve, pause(this.clock(live.answer?.turn ?? "w"), performance.now() - began)));
      if (!end || !current()) return;
      const move = moves.find((m) => m.move === end.move);
      if (!move) throw new Error(phrase("Stupol’s move {move} is not legal.", { move: end.move ?? "" }));
      const made = await insist(async () => {
        if (session.node !== live) await session.goTo(live);
        this.thinking = false;
        return session.play(move).catch((error) => {
          this.thinking = true;
          throw error;
        });
      });
      if (!made) return;
      say(phrase("Stupol plays {move}", { move: move.text }));
    } catch (error) {
      complain(error);
    } finally {
      if (this.state === state && this.live === live) this.thinking = false;
      this.showState();
    }
  }

  /** @param {Match} state */
  limits(state) {
    if (!state.clocks) return { moveTime: state.time.move };
    return { clock: asked(this.clockOf(state, state.clocks, state.human === "w" ? "b" : "w")) };
  }

  // takeBack goes back to before the last move of the user, whose clock goes on with what it had
  // there, less all that was thought since. Stupol has the time again that it had.
  async takeBack() {
    let node = this.live;
    if (!node || !this.active()) return;
    /** @type {GameNode[]} */
    const theirs = [];
    while (node.parent && this.session.turnBefore(node) !== this.state?.human) {
      theirs.push(node);
      node = node.parent;
    }
    if (!node.parent) return notify(phrase("There is no move of yours to take back."));
    if (this.state?.clocks && !this.takeTimeBack(this.state, this.state.clocks, theirs)) return notify(phrase("You have no time left to take a move back."));
    if (this.thinking) this.engine.stop();
    this.thinking = false;
    const { parent } = node;
    this.live = parent;
    this.session.tree.remove(node);
    this.session.changed();
    await this.session.goTo(parent).catch(complain);
    this.next();
  }

  // takeTimeBack sets the clocks back by a move of the user and moves of Stupol after it. It
  // reports whether the user has any time then.
  /** @param {Match} state @param {Clocks} clocks @param {GameNode[]} theirs */
  takeTimeBack(state, clocks, theirs) {
    const own = this.clockOf(state, clocks, state.human);
    const left = back(own, 1);
    if (left + own.increment <= 0) return false;
    const other = state.human === "w" ? "b" : "w";
    clocks[state.human] = left;
    clocks[other] += theirs.reduce((sum, n) => sum + (n.spent ?? 0), 0) - theirs.length * (this.timeFor(state, other).increment ?? 0);
    return true;
  }

  async hint() {
    if (this.standing() !== "turn") return;
    const { node } = this.session;
    $("play-state").textContent = phrase("Looking for a hint …");
    try {
      const end = await this.engine.search({ ...this.session.query(), moveTime: 800, hash: 16, threads: settings.threads });
      if (this.session.node !== node || !end.move) return;
      this.analysis.hint = this.analysis.squaresOf(end.move);
      this.analysis.draw();
      const hint = phrase("Hint: {move}", { move: end.text ?? "" });
      $("play-state").textContent = hint;
      say(hint);
    } catch (error) {
      complain(error);
    }
  }

  async offerDraw() {
    const { live } = this;
    if (this.thinking) return notify(phrase("Stupol is thinking: offer the draw when it is your move."));
    if (!live) return;
    try {
      const { accepted } = await this.engine.offerDraw(this.session.query(live));
      if (this.live !== live || !this.active()) return;
      if (accepted) return this.end("draw", "agreed");
      notify(phrase("Stupol wants to play on."));
      say(phrase("Stupol declines the draw."));
    } catch (error) {
      if (this.live === live && this.active()) complain(error); // else the game has ended meanwhile
    }
  }

  /** @param {Outcome} outcome @param {string} reason */
  end(outcome, reason) {
    if (!this.state) return;
    this.useUp(this.state);
    const { tree } = this.session;
    this.state.over = true;
    this.thinking = false;
    this.engine.stop();
    tree.result = { white: "1-0", black: "0-1", draw: "1/2-1/2" }[outcome];
    tree.end = endOf({ outcome, reason });
    say(heard(tree.end));
    soundEnd();
    this.session.changed();
    this.changed();
  }

  // resign ends the game at the second click: the first may be a slip.
  resign() {
    if (this.sure) return this.end(this.state?.human === "w" ? "black" : "white", "resignation");
    this.setSure(true);
    setTimeout(() => this.setSure(false), 5000);
  }

  /** @param {boolean} on */
  setSure(on) {
    this.sure = on;
    $("resign").textContent = on ? phrase("Really resign?") : phrase("Resign");
  }

  // useUp stops the clock that runs.
  /** @param {Match} state */
  useUp({ clocks }) {
    const side = this.running();
    if (side && clocks) clocks[side] = this.clock(side) ?? 0;
  }
}
