// A game against an engine, or of two, from the form that begins it to its end, and what the user asks for
// during it. The game itself is in match.js, and a line to somebody else in line.js.

import { phrase } from "./language.js";
import { Line } from "./line.js";
import { other } from "./session.js";
import { settings } from "./store.js";

const patience = 5000; // milliseconds in which the user can make sure that he resigns

/**
 * @typedef {object} Form what is chosen before a game
 * @property {Settings["side"]} side of the user
 * @property {Player[]} [seats] who plays on the side of the user, and who against him, if there is a choice
 * @property {number} level
 * @property {Match["time"]} time
 * @property {boolean} settle whether the databases end a game of two engines
 * @property {string} opening "start", "lot" or "file"
 * @property {number} plies of an opening of a file
 * @property {import("./openings.js").NewGame} game
 */

export class Play {
  sure = false; // the next click resigns
  /** @type {{ node: GameNode | null, text: string }} */
  hinted = { node: null, text: "" }; // what is said of a position when a hint was asked for
  /** @type {import("./openings.js").Openings | null} */ openings = null; // until one is wanted
  openingsText = ""; // what there is to say of their file

  /** @param {Session} session @param {Engine} engine @param {LiveMatch} match @param {Analysis} analysis @param {Stage} stage */
  constructor(session, engine, match, analysis, stage) {
    this.line = new Line(session, engine, match, stage);
    this.session = session;
    this.engine = engine;
    this.match = match;
    this.analysis = analysis;
    this.stage = stage;
    session.on("play", () => { if (!match.active()) this.sure = false; });
    session.on("position", () => { if (this.hinted.node !== session.node) this.hinted = { node: null, text: "" }; }); // it is gone, as its arrow is
  }

  // seats returns who is to play when the user has a side, if there is a choice.
  /** @param {Form} form @param {Side} human @returns {Match["players"]} */
  seats({ seats }, human) {
    if (!seats) return undefined;
    const [own, opponent] = seats;
    return human === "w" ? { w: own, b: opponent } : { w: opponent, b: own };
  }

  // overLine says whether somebody is to play over DXP: both sides have the same time there for the
  // whole game, and nothing for each move.
  /** @param {Player[]} [seats] */
  overLine(seats = []) {
    return seats.some((player) => player && this.line.lines.has(player));
  }

  async loadOpenings() {
    const { Openings } = await import("./openings.js");
    return (this.openings ??= new Openings());
  }

  // readOpenings takes the openings of a file.
  /** @param {File} file */
  async readOpenings(file) {
    const openings = await this.loadOpenings();
    await openings.read(file);
    this.tellOpenings(openings.text());
  }

  // opening returns what a new game begins with by the form, undefined if that is the start.
  /** @param {Form} form @returns {Promise<Game | undefined>} */
  async opening({ opening, game, plies }) {
    if (opening === "start") return undefined;
    const openings = await this.loadOpenings();
    if (opening === "lot") return openings.lot(game);
    return openings.ofFile(game, plies).finally(() => this.tellOpenings(openings.text()));
  }

  /** @param {string} text */
  tellOpenings(text) {
    this.openingsText = text;
    this.session.redraw();
  }

  // start begins a game by the form: here, or a new one.
  /** @param {Form} form @param {boolean} here @param {Game} [again] the opening of the game before */
  async start(form, here, again) {
    const { match, session } = this;
    const human = form.side !== "either" ? form.side : Math.random() < 0.5 ? "w" : "b";
    const { level, time, settle } = form;
    /** @type {NewMatch} */
    const wanted = { human, players: this.seats(form, human), level, time, settle };
    const over = () => this.stage.notify(phrase("The game is over here."));
    if (here && session.node.answer?.result) return over();
    const asks = this.line.asking(wanted.players);
    if (asks && !here) {
      match.leave();
      return this.line.wait(asks, wanted);
    }
    try {
      if (!here) wanted.opening = again?.variant === form.game.variant ? again : await this.opening(form);
      await (here ? this.stage.keeper.openHere() : this.stage.keeper.open(wanted.opening ?? form.game));
    } catch (error) {
      return this.stage.complain(error);
    }
    if (session.node.answer?.result) return over();
    this.stage.flip(wanted.human === "b");
    match.begin(wanted);
  }

  // rematch begins a game with the sides changed and the opening of the one before.
  /** @param {Form} form */
  rematch(form) {
    const { state } = this.match;
    return this.start({ ...form, side: other(state?.human ?? "b") }, false, state?.opening);
  }

  async hint() {
    if (this.match.standing() !== "turn") return;
    const { node } = this.session;
    /** @param {string} text */
    const tell = (text) => {
      this.hinted = { node, text };
      this.session.redraw();
    };
    tell(phrase("Looking for a hint …"));
    try {
      const end = await this.engine.search({ ...this.session.query(), moveTime: 800, hash: 16, threads: settings.threads });
      if (this.session.node !== node || !end.move) return;
      this.analysis.hint = this.analysis.squaresOf(end.move);
      const hint = phrase("Hint: {move}", { move: end.text ?? "" });
      tell(hint);
      this.stage.say(hint);
    } catch (error) {
      tell("");
      this.stage.complain(error);
    }
  }

  // resign ends the game at the second click: the first may be a slip.
  resign() {
    if (this.sure) return this.match.end(this.match.own() === "w" ? "black" : "white", "resignation");
    this.setSure(true);
    setTimeout(() => this.setSure(false), patience);
  }

  /** @param {boolean} on */
  setSure(on) {
    this.sure = on;
    this.session.redraw();
  }
}
