// Puzzles: positions in which one way alone wins, of the set that the program has of each game.
// While they are on the board the game that was there waits: see App.

import { isStopped, messageOf, post } from "./api.js";
import { steps } from "./better.js";
import { $, complain, el } from "./dom.js";
import { phrase } from "./language.js";
import { Lesson } from "./lesson.js";
import { keepPuzzles, puzzlesOf } from "./store.js";

const replyAfter = 500; // milliseconds: what the opponent does at once is hard to follow

/** @typedef {import("./lesson.js").Phase} Phase */

/** @type {Record<string, Phase[]>} */
const shownIn = {
  "puzzle-again": ["wrong"], "puzzle-hint": ["ask"], "puzzle-solution": ["ask", "wrong"], "puzzle-skip": ["ask", "wrong"], "puzzle-next": ["right", "shown"],
  "puzzle-analyse": ["right", "shown"],
};
const buttons = /** @type {const} */ (["puzzle-again", "puzzle-hint", "puzzle-solution", "puzzle-skip", "puzzle-next", "puzzle-analyse"]);

// ended returns a record after a puzzle. Solved without help, it makes the streak longer; with
// a hint it does not; a wrong move, the solution or a skip ends the streak.
/** @param {PuzzleRecord} record @param {{ number: number, outcome: "solved" | "failed", helped: boolean }} puzzle @returns {PuzzleRecord} */
export function ended(record, { number, outcome, helped }) {
  const solved = outcome === "solved";
  const streak = solved ? record.streak + (helped ? 0 : 1) : 0;
  return { ...record, after: number, streak, best: Math.max(record.best, streak), solved: record.solved + (solved ? 1 : 0) };
}

/** @param {string} kind */
const kindName = (kind) => /** @type {Record<string, string>} */ ({
  shot: phrase("shot"), breakthrough: phrase("breakthrough"), endgame: phrase("endgame"), gain: phrase("gain"), direct: phrase("direct"),
  "free-tempo": phrase("free tempo"), "sending-on": phrase("sending on"), "sending-to-king": phrase("sending to king"), "round-trip": phrase("round trip"),
})[kind] ?? kind;

export class Puzzles extends Lesson {
  /** @type {Puzzle | null} */ puzzle = null;
  /** @type {GameNode | null} */ at = null; // where a move is looked for
  over = false; // how it went is in the record
  helped = false;
  /** @type {{ from: GameNode, moves: string[], texts: string[] } | null} */ refutation = null; // of the move that was wrong
  record = puzzlesOf("");
  /** @type {(variant: string, after?: number) => void} */ onnext = () => {};
  /** @type {() => void} */ onclose = () => {};
  /** @type {(moves: string[]) => void} */ onanalyse = () => {};

  /** @param {Session} session @param {Analysis} analysis @param {Board} board */
  constructor(session, analysis, board) {
    super("puzzle", session, board);
    this.analysis = analysis;
    $("puzzle-close").addEventListener("click", () => this.onclose());
    $("puzzle-analyse").addEventListener("click", () => this.onanalyse(this.session.node.line().map((n) => n.move)));
    $("puzzle-theme").addEventListener("change", () => {
      this.record = { ...puzzlesOf(this.session.variant.name), theme: $("puzzle-theme").value }; // other tabs solve some, too
      keepPuzzles(this.session.variant.name, this.record);
      this.next(Math.max((this.puzzle?.number ?? 1) - 1, 0));
    });
  }

  /** @override */
  position() {
    return this.at;
  }

  // load returns the next puzzle of a game. Where none is on the board yet, it is said why.
  /** @param {string} variant @param {number} [after] @param {string} [theme] */
  async load(variant, after = puzzlesOf(variant).after, theme = puzzlesOf(variant).theme) {
    this.record = puzzlesOf(variant);
    return post("puzzle", { variant, theme, after }).catch((error) => {
      if (!this.active && !isStopped(error)) {
        this.say("off", messageOf(error));
        $("puzzle-again").hidden = false;
      }
      throw error;
    });
  }

  // begin asks a puzzle, which is on the board.
  /** @param {Puzzle} puzzle */
  async begin(puzzle) {
    this.puzzle = puzzle;
    this.at = this.session.tree.root;
    this.over = puzzle.number > 0 && puzzle.number === this.record.after; // after a reload it has been counted
    this.helped = false;
    this.drawThemes(puzzle.themes);
    if (puzzle.number) await this.ask();
    else this.enter("end", phrase("There are no puzzles of this game."));
  }

  // end takes the puzzle off the board.
  end() {
    if (!this.active) return;
    this.clear();
    this.puzzle = this.at = null;
    this.say("off", "");
  }

  clear() {
    this.board.mark("hinted", []);
    this.analysis.extra = [];
    this.analysis.hint = null;
  }

  // next goes on to another puzzle. To leave one is not to have solved it.
  /** @override @param {number} [after] */
  next(after) {
    if (this.phase === "judging" || !this.puzzle) return;
    if (after === undefined) this.finish("failed");
    this.clear();
    this.onnext(this.session.variant.name, after);
  }

  // finish puts into the record how the puzzle went, as it went first.
  /** @param {"solved" | "failed"} outcome */
  finish(outcome) {
    if (this.over || !this.puzzle?.number) return;
    this.over = true;
    this.record = ended({ ...puzzlesOf(this.session.variant.name), streak: this.record.streak }, { number: this.puzzle.number, outcome, helped: this.helped });
    keepPuzzles(this.session.variant.name, this.record);
    this.drawRecord();
  }

  // ask shows the position in which a move is looked for.
  /** @override */
  async ask(text = "") {
    const { at } = this;
    if (!at) return this.onnext($("variant").value); // there was no answer when it was asked
    this.clear();
    const task = this.session.turnAt(at) === "w" ? phrase("White to move and win.") : phrase("Black to move and win.");
    this.enter("ask", text || task);
    await this.session.goTo(at).catch(complain);
  }

  // attempt plays a move: that of the solution, or one to be judged.
  /** @param {Move} move @param {number} [made] */
  async attempt(move, made = 0) {
    const { session, puzzle, at } = this;
    if (!this.mayMove() || !puzzle || !at) return;
    const mine = () => this.phase === "judging" && this.at === at;
    const right = move.move === puzzle.moves[at.depth];
    this.board.mark("hinted", []);
    this.enter("judging", right ? phrase("{move} is right.", { move: move.text }) : phrase("{move} is judged …", { move: move.text }));
    try {
      const node = await session.play(move, made);
      const tried = right ? null : await this.analysis.engine.tryMove(session.query(node));
      if (!mine()) return;
      if (tried) this.answer(node, tried);
      else if (node.depth === puzzle.moves.length) this.solved(phrase("{move} is right: solved.", { move: move.text }));
      else await this.reply(node, mine);
    } catch (error) {
      if (mine()) await this.ask();
      complain(error);
    }
  }

  // answer tells whether a move wins that is not of the solution.
  /** @param {GameNode} node @param {Tried} tried */
  answer(node, { wins, reply = [], reply_moves: moves = [], reply_paths: paths }) {
    if (wins) return this.solved(phrase("{move} wins as well.", { move: node.text }));
    this.finish("failed");
    this.refutation = { from: /** @type {GameNode} */ (node.parent), moves: [node.move, ...moves], texts: [node.text, ...reply] };
    this.enter("wrong", phrase("{move} does not win.", { move: node.text }));
    this.analysis.showReply(paths ?? []);
  }

  // reply plays what the opponent does, and asks for the next move.
  /** @param {GameNode} node @param {() => boolean} mine */
  async reply(node, mine) {
    const { session, puzzle } = this;
    await new Promise((resolve) => setTimeout(resolve, replyAfter));
    if (!mine()) return;
    if (session.node !== node) await session.goTo(node);
    const move = node.answer?.moves.find((m) => m.move === puzzle?.moves[node.depth]);
    if (!mine() || !move) return;
    const after = await session.play(move);
    if (!mine()) return;
    this.at = after;
    await this.ask(phrase("{move} is right, and {reply} follows. How does it go on?", { move: node.text, reply: move.text }));
  }

  /** @param {string} text */
  solved(text) {
    this.finish("solved");
    this.enter("right", `${text} ${this.kindText()}`);
  }

  kindText() {
    return phrase("Kind: {kind}.", { kind: (this.puzzle?.kinds ?? []).map(kindName).join(", ") });
  }

  // hint shows which piece moves.
  /** @override */
  hint() {
    if (!this.mayMove() || !this.puzzle || !this.at) return;
    this.helped = true;
    const square = this.markHint(this.puzzle.moves[this.at.depth]);
    $("puzzle-state").textContent = phrase("The piece on {square} moves.", { square });
  }

  // solution shows the line, and where it begins on the board.
  /** @override */
  async solution() {
    const { puzzle, at } = this;
    if (!puzzle || !at || !["ask", "wrong"].includes(this.phase)) return;
    this.clear();
    this.finish("failed");
    this.enter("shown", phrase("{move} wins.", { move: puzzle.texts[at.depth] }) + " " + this.kindText());
    await this.session.goTo(at).catch(complain);
    this.analysis.hint = this.analysis.squaresOf(puzzle.moves[at.depth]);
    this.analysis.drawArrows();
  }

  // advance is what the space bar does: on to the next thing.
  advance() {
    if (this.phase === "wrong") this.ask();
    else if (this.phase === "right" || this.phase === "shown") this.next();
  }

  /** @param {Phase} phase @param {string} text */
  enter(phase, text) {
    for (const id of buttons) $(id).hidden = !shownIn[id].includes(phase);
    const { number = 0, count: n = 0, moves = [], texts = [] } = this.puzzle ?? {};
    $("puzzle-title").textContent = number ? phrase("Puzzle {i} of {n}", { i: number, n }) : phrase("Puzzles");
    const told = phase === "right" || phase === "shown";
    const wrong = phase === "wrong" ? this.refutation : null;
    $("puzzle-line").hidden = !told && !wrong;
    if (told || wrong) {
      $("puzzle-line").replaceChildren(el("div", { class: "line", role: "group", "aria-label": wrong ? phrase("Played") : phrase("Solution") },
        steps(this.session, wrong ?? { from: this.session.tree.root, moves, texts })));
    }
    this.drawRecord();
    this.say(phase, text);
  }

  /** @param {PuzzleTheme[]} themes */
  drawThemes(themes) {
    $("puzzle-theme").replaceChildren(el("option", { value: "" }, phrase("all")), ...themes.map(({ theme, count }) => el("option", { value: theme }, `${kindName(theme)} (${count})`)));
    $("puzzle-theme").value = this.record.theme;
  }

  drawRecord() {
    const { streak, best, solved } = this.record;
    $("puzzle-record").textContent = phrase("Solved: {solved} · in a row without help: {streak}, most: {best}", { solved, streak, best });
  }
}
