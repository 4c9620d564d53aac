// A game against Stupol: whose turn it is, the clocks, and how it ends. It knows nothing of the
// document; what it has to say goes to whoever shows it.

import { asked, available, back, pause } from "./clock.js";
import { persist } from "./engine.js";
import { heard, phrase } from "./language.js";
import { standing } from "./mode.js";
import { endOf, stupolAt, you } from "./session.js";

const keepEvery = 1000; // milliseconds between two times that the clocks are kept

// toTenths rounds milliseconds to tenths of a second: nobody reads more.
/** @param {number} ms */
const toTenths = (ms) => Math.max(100 * Math.round(ms / 100), 0);

/** @typedef {{ say: (text: string) => void, notify: (text: string) => void, complain: (error: unknown) => void }} Teller */

export class LiveMatch {
  /** @type {Match | null} */ state = null;
  /** @type {GameNode | null} */ live = null; // the last place that counts
  thinking = false;
  savedAt = 0;
  started = 0; // when the present move was begun
  onend = () => {};

  /** @param {Session} session @param {Pick<Engine, "search" | "stop" | "offerDraw">} engine @param {Teller} tell */
  constructor(session, engine, tell) {
    this.session = session;
    this.engine = engine;
    this.tell = tell;
    session.on("played", (e) => this.played(e.node));
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

  // begin begins a game at the node shown.
  /** @param {Omit<Match, "over" | "clocks">} match */
  begin(match) {
    const { node, tree } = this.session;
    this.state = { ...match, over: false, clocks: null };
    if (match.time.base) this.state.clocks = { w: this.timeFor(this.state, "w").base ?? 0, b: this.timeFor(this.state, "b").base ?? 0 };
    tree.result = "*";
    tree.end = "";
    const me = stupolAt(match.level);
    tree.setTag("White", match.human === "w" ? you : me);
    tree.setTag("Black", match.human === "b" ? you : me);
    tree.setTag("Date", new Date().toISOString().slice(0, 10).replaceAll("-", "."));
    this.live = node;
    this.started = performance.now();
    this.changed();
    this.tell.say(match.human === "w" ? phrase("New game. You play White.") : phrase("New game. You play Black."));
    this.next();
  }

  // resume goes on with a game after the page was loaded again.
  /** @param {Match | undefined} state */
  async resume(state) {
    if (!state) return;
    const live = this.session.tree.find(state.live || []) || this.session.node;
    this.state = { ...state, clocks: state.clocks && { ...state.clocks } };
    this.live = live; // from now on nobody takes moves out of it
    this.started = performance.now() - (state.used || 0);
    if (!state.over && live !== this.session.node) await this.session.goTo(live);
    if (this.live !== live) return; // it was left meanwhile, or gone on with
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
    this.session.emit("play");
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
      const insist = (attempt) => persist(() => (current() ? attempt() : null), (error) => { if (error) this.tell.complain(error); });
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
      this.tell.say(phrase("Stupol plays {move}", { move: move.text }));
    } catch (error) {
      this.tell.complain(error);
    } finally {
      if (this.thinking && this.state === state && this.live === live) {
        this.thinking = false; // without a move
        this.changed();
      }
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
    if (!node.parent) return this.tell.notify(phrase("There is no move of yours to take back."));
    if (this.state?.clocks && !this.takeTimeBack(this.state, this.state.clocks, theirs)) return this.tell.notify(phrase("You have no time left to take a move back."));
    if (this.thinking) this.engine.stop();
    this.thinking = false;
    const { parent } = node;
    this.live = parent;
    this.session.tree.remove(node);
    this.session.changed();
    await this.session.goTo(parent).catch(this.tell.complain);
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

  async offerDraw() {
    const { live } = this;
    if (this.thinking) return this.tell.notify(phrase("Stupol is thinking: offer the draw when it is your move."));
    if (!live) return;
    try {
      const { accepted } = await this.engine.offerDraw(this.session.query(live));
      if (this.live !== live || !this.active()) return;
      if (accepted) return this.end("draw", "agreed");
      this.tell.notify(phrase("Stupol wants to play on."));
      this.tell.say(phrase("Stupol declines the draw."));
    } catch (error) {
      if (this.live === live && this.active()) this.tell.complain(error); // else the game has ended meanwhile
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
    this.tell.say(heard(tree.end));
    this.onend();
    this.session.changed();
    this.changed();
  }

  // useUp stops the clock that runs.
  /** @param {Match} state */
  useUp({ clocks }) {
    const side = this.running();
    if (side && clocks) clocks[side] = this.clock(side) ?? 0;
  }}
