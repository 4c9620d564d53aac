// What is seen of lessons, of puzzles and of the deck of mistakes: what is asked, what can be done, and
// the lines that show why.

import { betterRow, playedRow, steps } from "./better.js";
import { $, bindFiles, download, el, fill, write } from "./dom.js";
import { phrase } from "./language.js";
import { mechanismName } from "./mistakes.js";
import { kindName } from "./puzzles.js";

/** @typedef {import("./lesson.js").Phase} Phase */

// In which phases there is which button.
const always = /** @type {const} */ (["again", "hint", "solution", "skip", "next"]);
/** @type {Record<string, Phase[]>} */
const shownIn = {
  again: ["wrong"], hint: ["ask"], solution: ["ask", "wrong"], skip: ["ask", "wrong"], next: ["right", "shown"],
  analyse: ["right", "shown"], drop: ["right", "shown"], restart: ["end"], other: ["end"], stop: ["analysing", "end"],
};

export class LessonViews {
  /** @type {Map<Lesson, Phase>} */ told = new Map(); // the phases that were shown last

  /** @param {Session} session @param {Board} board @param {{ learn: Learn, puzzles: Puzzles, mistakes: import("./mistakes.js").Mistakes }} lessons */
  constructor(session, board, { learn, puzzles, mistakes }) {
    this.session = session;
    this.board = board;
    this.learn = learn;
    this.puzzles = puzzles;
    this.mistakes = mistakes;
    this.bind("learn", learn);
    this.bind("puzzle", puzzles);
    for (const id of /** @type {const} */ (["learn-close", "learn-stop"])) $(id).addEventListener("click", () => learn.stop());
    $("learn-drop").addEventListener("click", () => learn.drop());
    $("learn-restart").addEventListener("click", () => learn.begin());
    $("learn-other").addEventListener("click", () => learn.start(learn.side === "w" ? "b" : "w"));
    $("puzzle-close").addEventListener("click", () => puzzles.stage.show("play"));
    $("puzzle-analyse").addEventListener("click", () => puzzles.analyse());
    $("puzzle-theme").addEventListener("change", () => puzzles.choose($("puzzle-theme").value));
    this.bindDeck();
    session.view(() => this.draw());
  }

  /** @param {"learn" | "puzzle"} place what the names of its elements begin with @param {Learn | Puzzles} lesson */
  bind(place, lesson) {
    for (const name of /** @type {const} */ (["again", "back"])) $(`${place}-${name}`).addEventListener("click", () => lesson.ask());
    for (const name of /** @type {const} */ (["skip", "next"])) $(`${place}-${name}`).addEventListener("click", () => lesson.next());
    $(`${place}-hint`).addEventListener("click", () => lesson.hint());
    $(`${place}-solution`).addEventListener("click", () => lesson.solution());
  }

  bindDeck() {
    const { mistakes, session } = this;
    $("deck-start").addEventListener("click", () => mistakes.practise());
    $("deck-collect").addEventListener("click", () => mistakes.collect());
    $("deck-kind").addEventListener("change", () => { mistakes.kind = $("deck-kind").value; session.redraw(); });
    $("deck-export").addEventListener("click", () => download(new Blob([mistakes.file()], { type: "application/json" }), "stupol-mistakes.json"));
    bindFiles("deck-import", ([file]) => mistakes.read(file));
  }

  draw() {
    const { learn, puzzles, session } = this;
    const hinted = learn.hinted || puzzles.hinted;
    this.board.mark("hinted", hinted ? [hinted] : []);
    document.body.classList.toggle("learning", puzzles.active || (learn.active && learn.phase !== "analysing"));
    $("learn").hidden = !learn.active;
    this.drawLesson("learn", learn);
    for (const name of /** @type {const} */ (["restart", "other", "stop"])) $(`learn-${name}`).hidden = !shownIn[name].includes(learn.phase);
    $("learn-drop").hidden = !learn.course || !shownIn.drop.includes(learn.phase);
    const { wrong, better } = learn.line();
    const told = wrong ?? better;
    $("learn-line").hidden = !told;
    if (told) fill($("learn-line"), [told.node.id, told.judged, wrong !== null], () => [(wrong ? playedRow : betterRow)(session, told.node, told.judged)]);
    this.drawPuzzle();
    $("deck").hidden = !this.mistakes.shown;
    $("puzzle-set").hidden = this.mistakes.shown;
    if (this.mistakes.shown) this.drawDeck();
  }

  drawDeck() {
    const { mistakes } = this;
    const deck = mistakes.deck();
    const { counts, kind } = mistakes.chosen(deck);
    fill($("deck-kind"), counts, () => [el("option", { value: "" }, phrase("all")), ...counts.map(({ name, count }) => el("option", { value: name }, `${mechanismName(name)} (${count})`))]);
    $("deck-kind").value = kind;
    write($("deck-state"), mistakes.text(deck));
    $("deck-start").disabled = !mistakes.left(deck).length;
    const { i, n } = mistakes.collecting ?? { i: 0, n: 0 };
    $("deck-collect").textContent = mistakes.collecting ? phrase("Stop") : phrase("Collect from my games");
    $("deck-progress").hidden = !n;
    $("deck-done").max = n;
    $("deck-done").value = i;
    $("deck-doing").textContent = n ? phrase("Game {i} of {n}", { i: i + 1, n }) : "";
    const texts = mistakes.profile(deck);
    fill($("deck-profile"), texts, () => texts.map((text) => el("li", {}, text)));
    $("deck-shown").hidden = !texts.length;
  }

  drawPuzzle() {
    const { puzzles, session } = this;
    this.drawLesson("puzzle", puzzles);
    if (!puzzles.active && puzzles.text) $("puzzle-again").hidden = false; // there was no answer
    $("puzzle-analyse").hidden = !shownIn.analyse.includes(puzzles.phase);
    const { wrong, solution } = puzzles.line();
    const line = wrong ?? solution;
    $("puzzle-line").hidden = !line;
    if (line) fill($("puzzle-line"), [line.from.id, line.moves], () => [el("div", { class: "line", role: "group", "aria-label": wrong ? phrase("Played") : phrase("Solution") }, steps(session, line))]);
    const { theme, solved, streak, best } = puzzles.record;
    const themes = puzzles.puzzle?.themes ?? [];
    fill($("puzzle-theme"), themes, () => [el("option", { value: "" }, phrase("all")), ...themes.map((t) => el("option", { value: t.theme }, `${kindName(t.theme)} (${t.count})`))]);
    $("puzzle-theme").value = theme;
    $("puzzle-record").textContent = phrase("Solved: {solved} · in a row without help: {streak}, most: {best}", { solved, streak, best });
  }

  // drawLesson draws what both have.
  /** @param {"learn" | "puzzle"} place @param {Learn | Puzzles} lesson */
  drawLesson(place, lesson) {
    const { phase, text } = lesson;
    if (lesson.active) $(`${place}-title`).textContent = lesson.title();
    $(`${place}-state`).className = `state ${phase}`;
    write($(`${place}-state`), text);
    for (const name of always) $(`${place}-${name}`).hidden = !shownIn[name].includes(phase);
    $(`${place}-back`).hidden = phase !== "ask" || this.session.node === lesson.position();
    if (this.told.get(lesson) === phase) return;
    this.told.set(lesson, phase);
    if (phase === "wrong" || phase === "right" || phase === "shown") $(phase === "wrong" ? `${place}-again` : `${place}-next`).focus({ preventScroll: true });
  }
}
