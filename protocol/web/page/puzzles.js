// Puzzles: positions in which one way alone wins, of the set that the program has of each game.
// While they are on the board the game that was there waits: see App.

import { isStopped, messageOf, post } from "./api.js";
import { phrase } from "./language.js";
import { Lesson } from "./lesson.js";
import { keepPuzzles, puzzlesOf } from "./store.js";

const replyAfter = 500; // milliseconds: what the opponent does at once is hard to follow

// ended returns a record after a puzzle. Solved without help, it makes the streak longer; with
// a hint it does not; a wrong move, the solution or a skip ends the streak.
/** @param {PuzzleRecord} record @param {{ number: number, outcome: "solved" | "failed", helped: boolean }} puzzle @returns {PuzzleRecord} */
export function ended(record, { number, outcome, helped }) {
  const solved = outcome === "solved";
  const streak = solved ? record.streak + (helped ? 0 : 1) : 0;
  return { ...record, after: number, streak, best: Math.max(record.best, streak), solved: record.solved + (solved ? 1 : 0) };
}

/** @param {string} kind */
export const kindName = (kind) => /** @type {Record<string, string>} */ ({
  shot: phrase("shot"), breakthrough: phrase("breakthrough"), endgame: phrase("endgame"), gain: phrase("gain"), direct: phrase("direct"),
  "play-out": phrase("to play out"), "free-tempo": phrase("free tempo"), "sending-on": phrase("sending on"), "sending-to-king": phrase("sending to king"), "round-trip": phrase("round trip"),
})[kind] ?? kind;

export class Puzzles extends Lesson {
  /** @type {Puzzle | null} */ puzzle = null;
  /** @type {GameNode | null} */ at = null; // where a move is looked for
  over = false; // how it went is in the record
  helped = false;
  /** @type {{ from: GameNode, moves: string[], texts: string[] } | null} */ refutation = null; // of the move that was wrong
  record = puzzlesOf("");
  asked = ""; // of which game a puzzle was asked for last

  // choose goes on with the puzzles of a theme.
  /** @param {string} theme */
  choose(theme) {
    this.keep({ ...puzzlesOf(this.session.variant.name), theme }); // other tabs solve some, too
    this.next(Math.max((this.puzzle?.number ?? 1) - 1, 0));
  }

  analyse() {
    const game = this.session.query();
    this.stage.show("analyse");
    this.stage.keeper.open(game).catch(this.stage.complain);
  }

  /** @override */
  position() {
    return this.at;
  }

  // load returns the next puzzle of a game. Where none is on the board yet, it is said why.
  /** @param {string} variant @param {number} [after] @param {string} [theme] */
  async load(variant, after = puzzlesOf(variant).after, theme = puzzlesOf(variant).theme) {
    this.record = puzzlesOf(variant);
    this.asked = variant;
    this.session.redraw();
    return post("puzzle", { variant, theme, after }).catch((error) => {
      if (!this.active && !isStopped(error)) this.enter("off", messageOf(error));
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
    if (puzzle.number) await this.ask();
    else this.enter("end", phrase("There are no puzzles of this game."));
  }

  // end takes the puzzle off the board.
  end() {
    if (!this.active) return;
    this.clear();
    this.puzzle = this.at = null;
    this.enter("off", "");
  }

  // next goes on to another puzzle. To leave one is not to have solved it.
  /** @override @param {number} [after] */
  next(after) {
    if (this.phase === "judging" || !this.puzzle) return;
    if (after === undefined) this.finish("failed");
    this.clear();
    this.stage.keeper.nextPuzzle(this.session.variant.name, after);
  }

  // finish puts into the record how the puzzle went, as it went first.
  /** @param {"solved" | "failed"} outcome */
  finish(outcome) {
    if (this.over || !this.puzzle?.number) return;
    this.over = true;
    this.keep(ended({ ...puzzlesOf(this.session.variant.name), streak: this.record.streak }, { number: this.puzzle.number, outcome, helped: this.helped }));
  }

  /** @param {PuzzleRecord} record */
  keep(record) {
    this.record = record;
    keepPuzzles(this.session.variant.name, record);
    this.session.redraw();
  }

  // ask shows the position in which a move is looked for.
  /** @override */
  async ask(text = "") {
    const { at } = this;
    if (!at) return this.stage.keeper.nextPuzzle(this.asked); // there was no answer when it was asked
    this.clear();
    const task = this.session.turnAt(at) === "w" ? phrase("White to move and win.") : phrase("Black to move and win.");
    const { left } = this.puzzle ?? {};
    this.enter("ask", text || (left ? `${task} ${phrase("With best play it takes {n} move.|With best play it takes {n} moves.", { n: left })}` : task));
    await this.show(at);
  }

  // attempt plays a move: that of the solution, or one to be judged.
  /** @param {Move} move @param {number} [made] */
  async attempt(move, made = 0) {
    const { session, puzzle, at } = this;
    if (!this.mayMove() || !puzzle || !at) return;
    const mine = () => this.phase === "judging" && this.at === at;
    const right = move.move === puzzle.moves[at.depth];
    this.hinted = 0;
    this.enter("judging", right ? phrase("{move} is right.", { move: move.text }) : phrase("{move} is judged …", { move: move.text }));
    try {
      const node = await session.play(move, made);
      if (puzzle.left !== undefined) return await this.playOut(node, mine);
      const tried = right ? null : await this.analysis.engine.ask("puzzle/try", session.query(node));
      if (!mine()) return;
      if (tried) this.answer(node, tried);
      else if (node.depth === puzzle.moves.length) this.solved(phrase("{move} is right: solved.", { move: move.text }));
      else await this.reply(node, mine);
    } catch (error) {
      if (mine()) await this.ask();
      this.stage.complain(error);
    }
  }

  // playOut has the databases say whether a move of an ending still wins, and what the opponent does.
  /** @param {GameNode} node @param {() => boolean} mine */
  async playOut(node, mine) {
    const told = await post("puzzle/play", this.session.query(node));
    const { puzzle, at } = this;
    if (!mine() || !puzzle || !at) return;
    if (!told.wins) return this.answer(node, told);
    const { left = 0, reply = [], reply_moves: moves = [] } = told;
    puzzle.moves = [...puzzle.moves.slice(0, at.depth), node.move, ...moves];
    puzzle.texts = [...puzzle.texts.slice(0, at.depth), node.text, ...reply];
    puzzle.left = left;
    if (moves.length) await this.reply(node, mine);
    else this.solved(phrase("{move} is right: solved.", { move: node.text }));
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
    const { left } = this.puzzle ?? {};
    if (!after.answer?.moves.length) return this.solved(phrase("{move} is right: solved.", { move: node.text })); // where who has no move wins
    this.at = after;
    await this.ask(left ? phrase("{move} wins, and {reply} follows: with best play {n} move more.|{move} wins, and {reply} follows: with best play {n} moves more.", { move: node.text, reply: move.text, n: left }) :
      phrase("{move} is right, and {reply} follows. How does it go on?", { move: node.text, reply: move.text }));
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
  hint() {
    if (!this.mayMove() || !this.puzzle || !this.at) return;
    this.helped = true;
    const square = this.point(this.puzzle.moves[this.at.depth]);
    this.enter("ask", phrase("The piece on {square} moves.", { square }));
  }

  // solution shows the line, and where it begins on the board.
  async solution() {
    const { puzzle, at } = this;
    if (!puzzle || !at || !["ask", "wrong"].includes(this.phase)) return;
    this.clear();
    this.finish("failed");
    this.enter("shown", phrase("{move} wins.", { move: puzzle.texts[at.depth] }) + " " + this.kindText());
    await this.answerWith(at, puzzle.moves[at.depth]);
  }

  title() {
    const { number = 0, count: n = 0, name = "" } = this.puzzle ?? {};
    if (!number) return phrase("Puzzles");
    return [phrase("Puzzle {i} of {n}", { i: number, n }), .../** @type {Record<string, string[]>} */ ({
      "first-position": [phrase("First Position")], petrov: [phrase("Petrov's triangle")],
    })[name] ?? []].join(": ");
  }

  // line is what refutes a wrong move or, when it is no secret any more, the solution.
  line() {
    const { phase, puzzle, session } = this;
    const told = phase === "right" || phase === "shown";
    return { wrong: phase === "wrong" ? this.refutation : null, solution: told && puzzle ? { from: session.tree.root, moves: puzzle.moves, texts: puzzle.texts } : null };
  }
}
