// A game against an engine, or of two of them: whose turn it is, the clocks, and how it ends. It
// knows nothing of the document; what it has to say goes to whoever shows it.

import { asked, available, pause } from "./clock.js";
import { persist } from "./engine.js";
import { heard, phrase } from "./language.js";
import { standing } from "./mode.js";
import { endOf, other, stupol, stupolAt, you } from "./session.js";

const keepEvery = 1000; // milliseconds between two times that the clocks are kept

// toTenths rounds milliseconds to tenths of a second: nobody reads more.
/** @param {number} ms */
const toTenths = (ms) => Math.max(100 * Math.round(ms / 100), 0);

export class LiveMatch {
  /** @type {Match | null} */ state = null;
  /** @type {GameNode | null} */ live = null; // the last place that counts
  thinking = false;
  savedAt = 0;
  started = 0; // when the present move was begun
  /** @type {Record<Side, Info | null>} */ says = { w: null, b: null }; // what engines that play each other have found last
  onend = () => {};

  /** @param {Session} session @param {Pick<Engine, "search" | "stop" | "ask">} engine @param {Teller} tell */
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

  // playerOf returns the engine that plays a side, "" for Stupol, null for the user.
  /** @param {Side} side @returns {Player} */
  playerOf(side) {
    const { state } = this;
    return state?.players ? state.players[side] : side === state?.human ? null : "";
  }

  // own returns the side that the user plays, if it is one.
  own() {
    return /** @type {const} */ (["w", "b"]).find((side) => this.state && this.playerOf(side) === null);
  }

  // seat says who plays a side from now on. Who takes a side over and has the other leaves that to
  // the engine.
  /** @param {Side} side @param {Player} player */
  seat(side, player) {
    const { state } = this;
    if (!state || state.over) return;
    const players = { w: this.playerOf("w"), b: this.playerOf("b") };
    const from = player === null && players[side] !== null ? this.live?.depth : state.from; // a side that is taken over
    if (player === null && players[other(side)] === null) players[other(side)] = players[side];
    players[side] = player;
    this.halt();
    this.state = { ...state, players, from };
    this.name();
    this.session.changed();
    this.next(performance.now() - this.started);
  }

  // name writes the players into the game.
  name() {
    const { tree } = this.session;
    for (const [side, tag] of /** @type {const} */ ([["w", "White"], ["b", "Black"]])) {
      const player = this.playerOf(side);
      tree.setTag(tag, player === null ? you : player || stupolAt(this.state?.level ?? 0));
    }
  }

  active() {
    return this.state !== null && !this.state.over;
  }

  // standing says how the game stands in the position shown.
  standing() {
    const { live, thinking } = this;
    return standing({ active: this.active(), human: this.own(), live, thinking }, this.session.node);
  }

  // begin begins a game at the node shown.
  /** @param {NewMatch} match */
  begin(match) {
    const { node, tree } = this.session;
    this.state = { ...match, over: false, clocks: null, from: node.depth };
    this.says = { w: null, b: null };
    if (match.time.base) this.state.clocks = { w: this.timeFor(this.state, "w").base ?? 0, b: this.timeFor(this.state, "b").base ?? 0 };
    tree.result = "*";
    tree.end = "";
    this.name();
    tree.setTag("Date", new Date().toISOString().slice(0, 10).replaceAll("-", "."));
    this.live = node;
    this.started = performance.now();
    this.session.emit("play");
    const own = this.own();
    this.tell.say(own === "w" ? phrase("New game. You play White.") : own ? phrase("New game. You play Black.") : phrase("New game."));
    this.next();
  }

  // resume goes on with a game after the page was loaded again.
  /** @param {Match | undefined} state */
  async resume(state) {
    if (!state) return;
    const live = this.session.tree.find(state.live || []) || this.session.node;
    const players = this.offered(state);
    this.state = { ...state, players, clocks: state.clocks && { ...state.clocks } };
    this.live = live; // from now on nobody takes moves out of it
    this.started = performance.now() - (state.used || 0);
    if (!state.over && live !== this.session.node) await this.session.goTo(live);
    if (this.live !== live) return; // it was left meanwhile, or gone on with
    if (players?.w !== state.players?.w || players?.b !== state.players?.b) this.name();
    this.session.emit("play");
    if (this.active()) this.next(state.used || 0);
  }

  // offered returns the players of a game that was kept, and Stupol in the place of engines that are
  // no longer offered.
  /** @param {Match} state @returns {Match["players"]} */
  offered({ players, over }) {
    if (!players || over) return players;
    const known = this.session.about.engines?.map((e) => e.name) ?? [];
    /** @param {Player} player */
    const check = (player) => {
      if (!player || known.includes(player)) return player;
      this.tell.notify(phrase("{name} is no longer offered: Stupol plays in its place.", { name: player }));
      return "";
    };
    return { w: check(players.w), b: check(players.b) };
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
    this.halt();
    this.state = this.live = null;
    this.session.emit("play");
  }

  // halt has the engine think no longer.
  halt() {
    if (this.thinking) this.engine.stop();
    this.thinking = false;
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
    if (!answer || !this.active()) return;
    this.started = performance.now() - used;
    const over = answer.result ?? (this.state?.settle && !this.own() ? answer.settled : undefined);
    if (over) return this.end(over.outcome, over.reason);
    if (this.playerOf(answer.turn) !== null) return void this.think();
    this.halt(); // about a move that was made meanwhile
    this.session.emit("play");
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
    this.session.emit("play");
    const current = () => this.state === state && this.live === live && !state.over;
    const { turn } = live.answer;
    const engine = this.playerOf(turn) ?? "";
    const name = engine || stupol;
    const request = { ...session.query(live), engine, play: true, level: state.level, hash: 16, fresh: engine !== "" && live.depth < (state.from ?? 0) + 2 };
    const began = performance.now();
    try {
      /** @template T @param {() => Promise<T>} attempt */
      const insist = (attempt) => persist(() => (current() ? attempt() : null), this.tell.complain);
      const end = await insist(() => this.engine.search({ ...request, ...this.limits(state, turn) }, (info) => { if (current()) this.hear(turn, info); }));
      await new Promise((resolve) => setTimeout(resolve, pause(this.clock(turn), performance.now() - began)));
      if (!end || !current()) return;
      if (!end.found) return this.end(turn === "w" ? "black" : "white", "resignation");
      const move = moves.find((m) => m.move === end.move);
      if (!move) throw new Error(phrase("{name}’s move {move} is not legal.", { name, move: end.move ?? "" }));
      const made = await insist(async () => {
        if (session.node !== live) await session.goTo(live);
        if (!current()) return null;
        this.thinking = false;
        return session.play(move).catch((error) => {
          this.thinking = current();
          this.session.emit("play");
          throw error;
        });
      });
      if (!made) return;
      this.note(state, turn, live);
      this.tell.say(phrase("{name} plays {move}", { name, move: move.text }));
    } catch (error) {
      this.tell.complain(error);
    } finally {
      if (this.thinking && this.state === state && this.live === live) {
        this.thinking = false; // without a move
        this.session.emit("play");
      }
    }
  }

  // duel reports whether there is a game of two engines. What one finds that plays the user stays untold.
  duel() {
    return this.state !== null && this.playerOf("w") !== null && this.playerOf("b") !== null;
  }

  // hear takes what an engine finds.
  /** @param {Side} side @param {Info} info */
  hear(side, info) {
    if (!this.duel() || info.line > 1) return;
    this.says[side] = info;
    this.session.redraw();
  }

  // note keeps what a side has thought of White's chances before its move.
  /** @param {Match} state @param {Side} side @param {GameNode} node */
  note(state, side, { depth }) {
    const info = this.says[side];
    if (!this.duel() || !info) return;
    const { w, b } = state.chances ?? { w: [], b: [] };
    state.chances = { w: w.filter(([ply]) => ply < depth), b: b.filter(([ply]) => ply < depth) }; // moves may have been taken back
    state.chances[side].push([depth, info.chance]);
    this.session.redraw(); // the move was drawn before
  }

  /** @param {Match} state @param {Side} side */
  limits(state, side) {
    if (!state.clocks) return { moveTime: state.time.move };
    return { clock: asked(this.clockOf(state, state.clocks, side)) };
  }

  // takeBack goes back to before the last move of the user, who wins no time by that: all that was thought
  // since is lost. The engine has the time again that it had.
  async takeBack() {
    const own = this.own();
    if (!own || !this.active()) return;
    const node = this.lastOwn();
    if (!node) return this.tell.notify(phrase("There is no move of yours to take back."));
    const { clocks } = this.state ?? {};
    const used = this.running() === own ? performance.now() - this.started : 0;
    if (clocks && clocks[own] <= used) return this.tell.notify(phrase("You have no time left to take a move back."));
    if (clocks) clocks[own] -= used;
    await this.rewind(node, own);
  }

  // lastOwn returns the last move of the user, if there is one.
  lastOwn() {
    const own = this.own();
    return this.live?.line().findLast((n) => this.session.turnBefore(n) === own);
  }

  // backTo goes back to where so many moves were made, as both sides have agreed: each has the time
  // again that it had there.
  /** @param {number} plies */
  async backTo(plies) {
    const node = this.live?.line()[plies];
    if (node && this.active()) await this.rewind(node);
  }

  // rewind takes a move of the game out of it, with all after it. Who has made them has the time again that
  // they took, but not the one that takes them back alone.
  /** @param {GameNode} node @param {Side} [alone] */
  async rewind(node, alone) {
    this.halt();
    const { state } = this;
    for (const n of this.live?.line().slice(node.depth - 1) ?? []) {
      const side = this.session.turnBefore(n);
      if (state?.clocks) state.clocks[side] += (side === alone ? 0 : (n.spent ?? 0)) - (this.timeFor(state, side).increment ?? 0);
    }
    const parent = node.parent ?? this.session.tree.root;
    this.live = parent;
    this.session.tree.remove(node);
    this.session.changed();
    await this.session.goTo(parent).catch(this.tell.complain);
    this.next();
  }

  async offerDraw() {
    const { live } = this;
    if (this.thinking) return this.tell.notify(phrase("Stupol is thinking: offer the draw when it is your move."));
    if (!live) return;
    try {
      const { accepted } = await this.engine.ask("draw", this.session.query(live));
      if (this.live !== live || !this.active()) return;
      if (accepted) return this.end("draw", "agreed");
      this.tell.notify(phrase("Stupol wants to play on."));
      this.tell.say(phrase("Stupol declines the draw."));
    } catch (error) {
      if (this.live === live && this.active()) this.tell.complain(error); // else the game has ended meanwhile
    }
  }

  /** @param {Outcome} outcome @param {Said} reason */
  end(outcome, reason) {
    if (!this.state) return;
    const { tree } = this.session;
    const { clocks } = this.state;
    const side = this.running();
    if (side && clocks) clocks[side] = this.clock(side) ?? 0;
    this.state.over = true;
    this.thinking = false;
    this.engine.stop();
    tree.result = { white: "1-0", black: "0-1", draw: "1/2-1/2" }[outcome];
    tree.end = endOf({ outcome, reason });
    this.tell.say(heard(tree.end));
    this.onend();
    this.session.changed();
    this.session.emit("play");
  }
}
