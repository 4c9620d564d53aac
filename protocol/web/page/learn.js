// Learn from the mistakes of a side: the position before each of them, in which the user looks
// for a better move. The server judges what is tried, by searches like those of the game.

import { isMistake } from "./judgements.js";
import { phrase } from "./language.js";
import { Lesson } from "./lesson.js";
import { chanceText } from "./scores.js";
import { Tree } from "./tree.js";

// Lessons are the mistakes to learn from, one after the other.
export class Lessons {
  /** @param {GameNode[]} mistakes */
  constructor(mistakes) {
    this.all = mistakes.map((node) => ({ node, outcome: "", helped: false }));
    this.at = 0;
  }

  // now is the present lesson, none after the last.
  get now() {
    return this.all[this.at];
  }

  // end notes how the present lesson has ended. What was found after a wrong move, or with a
  // hint, is found; what came after the solution is not.
  /** @param {"found" | "shown"} outcome */
  end(outcome) {
    if (this.now) this.now.outcome ||= outcome;
  }

  // count returns how many have been found, and how many of those with help.
  count() {
    const found = this.all.filter((lesson) => lesson.outcome === "found");
    return { found: found.length, helped: found.filter((lesson) => lesson.helped).length, n: this.all.length };
  }
}

// mistakesOf returns the mistakes of a side in a game, which the server has judged.
/** @param {GameNode[]} line @param {Side} side */
export function mistakesOf(line, side) {
  return line.filter((n) => n.judged?.side === (side === "w" ? "white" : "black") && isMistake(n) && n.judged.better_moves);
}

// isGood reports whether a move that was tried loses no more than an inaccuracy.
/** @param {JudgedMove} judged */
export function isGood({ verdict = "" }) {
  return verdict === "" || verdict === "inaccuracy";
}

// best is the judgement of a move that is the better one itself.
/** @param {JudgedMove} judged @returns {JudgedMove} */
function best({ ply, number, side, chance, loss, better = [] }) {
  return { ply, number, side, move: better[0], eval: "", chance: chance + loss, counts: true, loss: 0, better };
}

export class Learn extends Lesson {
  /** @type {Side} */ side = "w";
  lessons = new Lessons([]);
  begun = {}; // changes with each start
  /** @type {GameNode | null} */ tried = null; // the move in the tree that was tried and was not there
  /** @type {{ node: GameNode, judged: JudgedMove } | null} */ wrong = null; // the last move that was
  /** @type {Course | null} */ course = null; // where the lessons come from, if not from the game shown
  changing = false; // the lesson of a course is put on the board

  /** @param {Session} session @param {{ review: Review, analysis: Analysis, mode: Mode }} others @param {Stage} stage */
  constructor(session, { review, analysis, mode }, stage) {
    super(session, analysis, stage);
    this.review = review;
    this.mode = mode;
    session.on("game", () => { if (!this.changing) this.stop(); });
  }

  // position is that of the present lesson.
  /** @override */
  position() {
    return this.lessons.now?.node.parent ?? null;
  }

  // start analyses the game, as far as that has not been done, and begins with the mistakes of
  // a side.
  /** @param {Side} side */
  async start(side) {
    if (!this.mode.may("think") && !this.active) return this.stage.notify(phrase("The engine helps when the game is over."));
    const { tree } = this.session;
    this.clear();
    this.side = side;
    this.stage.show("analyse");
    this.enter("analysing", phrase("The game is analysed first."));
    const start = (this.begun = {});
    const complete = await this.review.run();
    if (this.session.tree !== tree || this.phase !== "analysing" || this.begun !== start) return;
    if (!complete) return this.stop();
    await this.begin();
  }

  async begin() {
    this.lessons = new Lessons(mistakesOf(this.session.tree.mainLine(), this.side));
    this.stage.flip(this.side === "b");
    if (this.lessons.now) await this.ask();
    else this.enter("end", this.side === "w" ? phrase("White made no mistakes in this game.") : phrase("Black made no mistakes in this game."));
  }

  // take asks for a better move than the first one of a game, which show puts on the board.
  /** @param {Course} course @param {() => Promise<void>} show @param {JudgedMove} judged */
  async take(course, show, judged) {
    this.course = course;
    this.changing = true;
    try {
      await show();
    } finally {
      this.changing = false;
    }
    if (this.course !== course) return; // it has ended meanwhile
    const [node] = this.session.tree.root.children;
    node.judged = judged;
    this.side = this.session.turnBefore(node);
    this.lessons = new Lessons([node]);
    await this.ask();
  }

  stop() {
    const { course } = this;
    this.course = null;
    if (this.active) {
      if (this.phase === "analysing" || this.phase === "judging") this.review.cancel();
      this.clear();
      this.enter("off", "");
    }
    course?.stop();
  }

  // clear also takes a move that was tried out of the tree.
  /** @override */
  clear() {
    super.clear();
    const { tried, session } = this;
    this.tried = null;
    if (!tried?.parent?.children.includes(tried)) return;
    session.tree.remove(tried); // with the answer to it, if that was looked at
    if (!session.tree.has(session.node)) this.show(/** @type {GameNode} */ (tried.parent));
    session.changed();
  }

  // ask shows the position of the present lesson.
  /** @override */
  async ask() {
    const { now } = this.lessons;
    const position = this.position();
    if (!now || !position) return;
    this.clear();
    const { judged, text } = now.node;
    const values = { move: text + (judged?.sign ?? ""), loss: chanceText(judged?.loss ?? 0) };
    this.enter("ask", this.side === "w"
      ? phrase("White played {move}, which cost {loss} of the chances. Find a better move.", values)
      : phrase("Black played {move}, which cost {loss} of the chances. Find a better move.", values));
    await this.show(position);
    if (now.helped) this.hint();
  }

  // attempt plays a move in the position of the present lesson, and has it judged.
  /** @param {Move} move @param {number} [made] */
  async attempt(move, made = 0) {
    const { session, lessons: { now } } = this;
    const position = this.position();
    if (!this.mayMove() || !now || !position) return;
    const isNew = !position.children.some((c) => c.move === move.move);
    this.hinted = 0;
    this.enter("judging", phrase("{move} is judged …", { move: move.text }));
    const mine = () => this.phase === "judging" && this.lessons.now === now;
    try {
      const node = await session.play(move, made);
      if (isNew) this.tried = node;
      if (!mine()) return this.clear(); // the lesson has ended meanwhile
      const judged = node === now.node ? node.judged : node.move === now.node.judged?.better_moves?.[0] ? best(now.node.judged) : await this.judge(node, mine);
      if (mine()) this.answer(node, judged);
    } catch (error) {
      if (mine()) await this.ask();
      this.stage.complain(error);
    }
  }

  // judge returns what the server says of a move of the tree, as if the game had gone on with
  // it. What is found on the way is for that alone.
  /** @param {GameNode} node @param {() => boolean} mine */
  async judge(node, mine) {
    const { tree } = this.session;
    const { root, variant, draws, fen } = tree;
    const line = node.line().map(({ move, text, score, others }) => ({ move, text, score: score ?? undefined, others: others ?? undefined }));
    const copy = new Tree({ variant, draws, fen, score: root.score ?? undefined, others: root.others ?? undefined, line });
    const nodes = [copy.root, ...copy.mainLine()];
    await this.review.searchAll(copy, nodes, { mine, from: nodes.length - 2 });
    const { moves } = await this.review.ask(copy, nodes);
    return moves.find((m) => m.ply === nodes.length - 1) ?? null;
  }

  // answer tells whether a move that was tried is good.
  /** @param {GameNode} node @param {JudgedMove | null} judged */
  answer(node, judged) {
    if (!judged) throw new Error(phrase("That move could not be judged. Try again."));
    const values = { move: node.text, loss: chanceText(judged.loss), best: judged.better?.[0] ?? "" };
    if (isGood(judged)) {
      this.lessons.end("found");
      const text = judged.verdict
        ? phrase("{move} is good enough: it loses {loss} of the chances. {best} is better still.", values)
        : phrase("{move} is right: nothing is better by much.", values);
      this.enter("right", this.noted(text, !this.lessons.now?.helped));
      return;
    }
    this.noted("", false);
    this.analysis.showReply(judged.reply_paths ?? []);
    this.wrong = { node, judged };
    this.enter("wrong", node === this.lessons.now?.node
      ? phrase("{move} is what was played. Look for another move.", values)
      : phrase("{move} loses {loss} of the chances. Look for another move.", values));
  }

  // noted tells a course how it went, and returns a text with what that means.
  /** @param {string} text @param {boolean} right at once and without help */
  noted(text, right) {
    return [text, this.course?.note(right)].filter(Boolean).join(" ");
  }

  // hint shows which piece has a better move.
  hint() {
    const { now } = this.lessons;
    if (!now || !this.mayMove()) return;
    now.helped = true;
    const square = this.point(now.node.judged?.better_moves?.[0] ?? "");
    this.enter("ask", phrase("A move of the piece on {square} is better.", { square }));
  }

  // solution shows the better line.
  async solution() {
    const { now } = this.lessons;
    const position = this.position();
    const { better = [], better_moves: moves = [] } = now?.node.judged ?? {};
    if (!position || !moves.length || !["ask", "wrong"].includes(this.phase)) return;
    this.clear();
    this.lessons.end("shown");
    this.enter("shown", this.noted(phrase("{best} was better.", { best: better[0] }), false));
    await this.answerWith(position, moves[0]);
  }

  /** @override */
  async next() {
    if (!this.lessons.now || this.phase === "judging") return;
    this.clear();
    if (this.course) return this.course.next();
    this.lessons.at++;
    if (this.lessons.now) return this.ask();
    const count = this.lessons.count();
    const found = phrase("You found {found} of {n} better move.|You found {found} of {n} better moves.", count);
    this.enter("end", count.helped ? `${found} ${phrase("{n} of them with a hint.", { n: count.helped })}` : found);
  }

  // drop goes on, and has a course never ask this again.
  drop() {
    if (this.phase !== "right" && this.phase !== "shown") return;
    this.clear();
    this.course?.drop();
  }

  // line is what refutes a wrong move or, when it is no secret any more, has the better one.
  line() {
    const { node } = this.lessons.now ?? {};
    const told = this.phase === "right" || this.phase === "shown";
    return { wrong: this.phase === "wrong" ? this.wrong : null, better: told && node?.judged ? { node, judged: node.judged } : null };
  }

  title() {
    if (this.course) return this.course.title();
    const { at, all } = this.lessons;
    const values = { i: Math.min(at + 1, all.length), n: all.length };
    if (this.phase === "analysing" || !all.length || at >= all.length) return this.side === "w" ? phrase("Mistakes of White") : phrase("Mistakes of Black");
    return this.side === "w" ? phrase("White: mistake {i} of {n}", values) : phrase("Black: mistake {i} of {n}", values);
  }
}
