// Somebody at the other end of a line, who plays over DXP: which game is on the board, what is said
// to each other, and moves taken back when both agree. What comes from there is text, and never more.
// play.js shows it.

import { Failure, post, stream } from "./api.js";
import { persist } from "./engine.js";
import { phrase } from "./language.js";
import { other } from "./session.js";

const mostSaid = 100; // texts that are shown

export class Line {
  name = ""; // of who is at the other end, "" for nobody
  up = false;
  /** @type {NewMatch | null} */ wanted = null; // how a game that is waited for is to be played
  offered = false; // while such a game comes on the board
  told = false; // that the game is over
  question = ""; // of the other side
  /** @type {{ id: number, text: string, own: boolean }[]} */ said = [];
  running = new AbortController();

  /** @param {Session} session @param {Engine} engine @param {LiveMatch} match @param {Stage} stage */
  constructor(session, engine, match, stage) {
    this.session = session;
    this.engine = engine;
    this.match = match;
    this.stage = stage;
    const engines = session.about.engines ?? [];
    this.lines = new Map(engines.filter((e) => !e.analyses).map((e) => [e.name, Boolean(e.asks)])); // and whether they ask for games
    session.on("play", () => this.follow());
    session.on("played", () => { this.question = ""; });
  }

  // answer answers the question of the other side.
  /** @param {"yes" | "no"} answer */
  answer(answer) {
    this.question = "";
    this.session.redraw();
    this.say(answer).catch(this.stage.complain);
  }

  // asking returns who of the players asks for games, which have to be waited for.
  /** @param {Match["players"]} players */
  asking(players) {
    return Object.values(players ?? {}).find((player) => player && this.lines.get(player));
  }

  // wait waits until somebody asks for a game.
  /** @param {string} name @param {NewMatch} wanted */
  wait(name, wanted) {
    this.open(name, () => ({ variant: this.session.tree.variant, side: "w", wait: true }));
    this.wanted = wanted;
    this.session.redraw();
  }

  // follow sees to it that the other end knows the game on the board.
  follow() {
    const { match, wanted } = this;
    const { state } = match;
    if (this.offered || (wanted && !state)) return;
    const side = /** @type {const} */ (["w", "b"]).find((s) => state && this.lines.has(match.playerOf(s) ?? ""));
    const name = (side && match.playerOf(side)) ?? "";
    if (name !== this.name || wanted) {
      this.open(name, () => ({ ...this.session.query(match.live ?? undefined), side: other(side ?? "w"), ...(match.state && match.limits(match.state, side ?? "w")) }));
    }
    if (state?.over && name && side && !this.told) {
      this.told = true;
      const { result } = this.session.tree;
      this.say(result === "*" ? "end" : result === "1/2-1/2" ? "draw" : (result === "1-0") === (side === "b") ? "win" : "loss").catch(() => {}); // the line may have dropped
    }
  }

  // open has another one at the other end, or nobody.
  /** @param {string} name @param {() => Omit<LineQuery, "tab">} [request] */
  open(name, request) {
    if (this.name) this.say("end").catch(() => {});
    this.running.abort();
    this.running = new AbortController();
    Object.assign(this, { name, up: false, wanted: null, told: false, question: "", said: [] });
    if (name && request) this.listen(request, this.running.signal).catch(this.stage.complain);
    this.session.redraw();
  }

  /** @param {() => Omit<LineQuery, "tab">} request @param {AbortSignal} signal */
  listen(request, signal) {
    return persist(async () => {
      signal.throwIfAborted();
      for await (const { event, data } of stream("line", { engine: this.name, tab: this.engine.tab, ...request() }, signal)) {
        if (event === "line" && !signal.aborted) this.hear(data);
      }
      throw new Failure(phrase("Stupol does not answer. Is it still running?"), 503);
    }, this.stage.complain);
  }

  /** @param {"text" | "back" | "yes" | "no" | "win" | "draw" | "loss" | "end"} what */
  say(what, { text = "", plies = 0 } = {}) {
    return post("line/say", { ...this.session.query(this.match.live ?? undefined), engine: this.name, tab: this.engine.tab, what, text, plies });
  }

  // askBack asks for the last move of the user to be taken back.
  askBack() {
    const node = this.match.lastOwn();
    if (!node) return this.stage.notify(phrase("There is no move of yours to take back."));
    this.say("back", { plies: node.depth - 1 }).then(() => this.stage.notify(phrase("{name} is asked.", { name: this.name })), this.stage.complain);
  }

  // hear takes what has happened.
  /** @param {LineNews} news */
  hear({ kind, text = "", game, plies, winner }) {
    const { match, name, stage } = this;
    if (["up", "down", "back", "over"].includes(kind)) this.question = ""; // nobody asks any more
    if (kind === "up" || kind === "down") this.up = kind === "up";
    else if (kind === "begun" && game && this.wanted) this.take(game, this.wanted).catch(stage.complain);
    else if (kind === "said") this.write(text, false);
    else if (kind === "back") match.backTo(plies).catch(stage.complain);
    else if (kind === "kept") stage.notify(phrase("{name} takes no moves back.", { name }));
    else if (kind === "refused") stage.notify(phrase("{name} does not want this game.", { name }));
    else if (kind === "over" && match.active()) this.end(winner, text);
    else if (kind === "asked") this.question = phrase("{name} asks to go back to move {n}.", { name, n: Math.floor(plies / 2) + 1 });
    this.session.redraw();
  }

  // take begins a game that the other side has asked for. Who plays on the side of the user was chosen before
  // that side was known.
  /** @param {LineOffer} game @param {NewMatch} wanted */
  async take({ fen, side, time }, { human, players, level }) {
    this.offered = true;
    this.wanted = null;
    try {
      await this.stage.keeper.open({ variant: this.session.tree.variant, fen });
      this.stage.flip(side === "b");
      const [own, theirs] = [players?.[human] ?? null, players?.[other(human)] ?? null];
      this.match.begin({ human: side, players: side === "w" ? { w: own, b: theirs } : { w: theirs, b: own }, level, time: { base: time, increment: 0 } });
    } finally {
      this.offered = false;
      this.follow();
    }
  }

  // end ends the game as the other side has.
  /** @param {string | undefined} winner @param {string} reason */
  end(winner, reason) {
    this.told = true;
    if (winner) return this.match.end(/** @type {Outcome} */ (winner), reason);
    this.stage.notify(phrase("{name} has ended the game", { name: this.name }));
    this.match.leave();
  }

  // write keeps what was said.
  /** @param {string} text @param {boolean} own */
  write(text, own) {
    this.said = [...this.said, { id: (this.said.at(-1)?.id ?? 0) + 1, text, own }].slice(-mostSaid);
    this.session.redraw();
  }

  // text says how the line is.
  text() {
    const { name, up, wanted } = this;
    if (wanted) return phrase("Waiting until {name} asks for a game …", { name });
    return up ? phrase("Connected with {name}.", { name }) : phrase("There is no line to {name}: trying again …", { name });
  }
}
