// What is seen of lessons and puzzles: what is asked, what can be done, and the lines that show why.

import { betterRow, playedRow, steps } from "./better.js";
import { $, el, fill, write } from "./dom.js";
import { phrase } from "./language.js";
import { kindName } from "./puzzles.js";

/** @typedef {import("./lesson.js").Lesson} Lesson */
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

  /** @param {Session} session @param {Board} board @param {{ learn: import("./learn.js").Learn, puzzles: import("./puzzles.js").Puzzles }} lessons */
  constructor(session, board, { learn, puzzles }) {
    this.session = session;
    this.board = board;
    this.learn = learn;
    this.puzzles = puzzles;
    this.bind("learn", learn);
    this.bind("puzzle", puzzles);
    for (const id of /** @type {const} */ (["learn-close", "learn-stop"])) $(id).addEventListener("click", () => learn.stop());
    $("learn-drop").addEventListener("click", () => learn.drop());
    $("learn-restart").addEventListener("click", () => learn.begin());
    $("learn-other").addEventListener("click", () => learn.start(learn.side === "w" ? "b" : "w"));
    $("puzzle-close").addEventListener("click", () => puzzles.onclose());
    $("puzzle-analyse").addEventListener("click", () => puzzles.analyse());
    $("puzzle-theme").addEventListener("change", () => puzzles.choose($("puzzle-theme").value));
    session.view(() => this.draw());
  }

  /** @param {"learn" | "puzzle"} place what the names of its elements begin with @param {Lesson} lesson */
  bind(place, lesson) {
    for (const name of /** @type {const} */ (["again", "back"])) $(`${place}-${name}`).addEventListener("click", () => lesson.ask());
    for (const name of /** @type {const} */ (["skip", "next"])) $(`${place}-${name}`).addEventListener("click", () => lesson.next());
    $(`${place}-hint`).addEventListener("click", () => lesson.hint());
    $(`${place}-solution`).addEventListener("click", () => lesson.solution());
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
  /** @param {"learn" | "puzzle"} place @param {Lesson & { title: () => string }} lesson */
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
