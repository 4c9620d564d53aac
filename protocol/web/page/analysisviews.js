// What is seen of the analysis of a position: the best lines, the bar, the arrows, and what databases and
// the opening book know.

import { $, complain, el, fill, press } from "./dom.js";
import { chanceAt, scoreAt } from "./judgements.js";
import { number, percent, phrase } from "./language.js";
import { scoreText, tenths } from "./scores.js";
import { saveSettings, settings } from "./store.js";

/** @type {(Value | undefined)[]} */
const order = ["win", "draw", "loss", undefined]; // of what databases say of moves

export class AnalysisViews {
  /** @param {Session} session @param {Board} board @param {Analysis} analysis */
  constructor(session, board, analysis) {
    this.session = session;
    this.board = board;
    this.analysis = analysis;
    $("engine").addEventListener("click", () => analysis.toggle());
    $("threat").addEventListener("click", () => analysis.toggleThreat());
    this.bindOptions();
    session.view(() => this.draw());
  }

  bindOptions() {
    const { threads, hash } = this.session.about;
    /** @param {number} most */
    const steps = (most) => [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].filter((n) => n < most).concat(most);
    /** @param {"threads" | "hash" | "line-count"} id @param {"threads" | "hash" | "lines"} name @param {number[]} choice @param {(n: number) => string} text */
    const bind = (id, name, choice, text) => {
      $(id).append(...choice.map((n) => el("option", { value: n }, text(n))));
      $(id).value = String(choice.findLast((n) => n <= settings[name]) ?? choice[0]);
      $(id).addEventListener("change", () => {
        settings[name] = Number($(id).value);
        saveSettings();
        this.analysis.restart();
      });
    };
    const half = settings.threads; // at first, which is three of six
    bind("threads", "threads", [...new Set([...steps(threads), half])].sort((a, b) => a - b), String);
    bind("hash", "hash", steps(hash).filter((n) => n >= Math.min(8, hash)), (n) => phrase("{n} MB", { n }));
    bind("line-count", "lines", [1, 2, 3, 4, 5], (n) => phrase("{n} line|{n} lines", { n }));
  }

  draw() {
    const { analysis } = this;
    const { on, threat, mode, best, done } = analysis;
    press($("engine"), on);
    $("engine").textContent = on ? phrase("Stop") : phrase("Start");
    press($("threat"), threat);
    for (const id of /** @type {const} */ (["engine", "threat"])) $(id).setAttribute("aria-disabled", String(!mode.may("think")));
    showState($("engine-state"), analysis, ...(done ? [phrase("solved")] : []), ...(threat ? [phrase("threat")] : []));
    drawLines($("lines"), analysis, [...analysis.lines.values()].filter(({ line }) => line <= settings.lines));
    this.drawBar(threat ? null : best ?? analysis.other);
    if (!mode.isLent()) this.board.arrows(analysis.arrows()); // nothing of the game may lie over what else is on the board
    this.drawFacts();
  }

  // drawBar shows what White may expect by the best line or, without one, what is known of
  // the position.
  /** @param {Info | null | undefined} best */
  drawBar(best) {
    const bar = $("bar");
    const { on, threat, mode } = this.analysis;
    const { node } = this.session;
    const known = !best && !threat && node;
    const score = best || (known ? scoreAt(known) : null);
    const chance = best ? best.chance : known ? chanceAt(known) : null;
    bar.hidden = !mode.may("think") || (!on && chance === null);
    $("board").parentElement?.classList.toggle("with-bar", !bar.hidden);
    if (chance === null) return;
    const share = Math.min(Math.max(chance, 0.02), 0.98);
    bar.style.setProperty("--white", String(share));
    bar.classList.toggle("flipped", this.board.flipped);
    $("bar-text").textContent = score ? (score.kind ? scoreText(score) : tenths(score.score)) : "";
    bar.classList.toggle("black-ahead", share < 0.5);
    bar.setAttribute("aria-label", phrase("Evaluation for White: {score}", { score: score ? scoreText(score) : percent(chance) }));
  }

  // drawFacts lists what databases and the opening book know of the moves.
  drawFacts() {
    const { answer, id } = this.session.node;
    const known = Boolean(answer?.value || answer?.moves.some((m) => m.book));
    $("facts").hidden = !this.analysis.mode.may("think") || !known;
    if (!answer || $("facts").hidden) return;
    const sign = answer.turn === "w" ? -1 : 1;
    /** @param {Move} m */
    const rank = ({ value, distance = 0, book }) => 1e6 * order.indexOf(value) + (book ? sign * book.score : 0) + (value === "loss" ? -distance : distance);
    fill($("facts"), id, () => [
      el("p", { class: "quiet" }, ...(answer.value ? [phrase("Endgame database:") + " ", verdict(answer.value, answer.distance)] : [phrase("Opening book")])),
      el("ul", {}, ...[...answer.moves].sort((a, b) => rank(a) - rank(b)).map((m) =>
        el("li", {}, el("button", { type: "button", class: "pv", onclick: () => this.session.play(m).catch(complain) }, m.text),
          answer.value ? verdict(m.value, m.distance) : el("span", { class: "verdict" }, m.book ? scoreText(m.book) : "–"))))]);
  }
}

// showState says what an engine does, in parts.
/** @param {HTMLElement} place @param {import("./analysis.js").Finder} finder @param {string[]} more when it has found something */
export function showState(place, { on, trouble, best, session: { node: { answer } } }, ...more) {
  const says = best ? [...progressOf(best), ...more] : [answer && !answer.moves.length ? phrase("The game is over here.") : "…"];
  const parts = !on ? [phrase("The engine is off.")] : trouble ? [trouble] : says;
  place.replaceChildren(...parts.flatMap((part, i) => [i ? " · " : "", el("span", {}, part)]));
}

// drawLines shows lines that were found, of which each move can be played. What has the focus stays, to
// be pressed, unless the lines are of something else.
/** @param {HTMLElement} place @param {import("./analysis.js").Finder} finder @param {Info[]} infos */
export function drawLines(place, finder, infos) {
  const of = `${finder.linesOf?.id} ${finder.threat}`;
  if (place.dataset.of === of && place.contains(document.activeElement)) return;
  place.dataset.of = of;
  while (place.children.length > infos.length) place.children[infos.length].remove();
  infos.sort((a, b) => a.line - b.line).forEach((info, i) => {
    if (!place.children[i]) place.append(el("li", {}, el("span"), el("span", { class: "pvs" })));
    const [value, moves] = place.children[i].children;
    value.className = "value " + (info.score < 0 ? "black" : "white");
    value.textContent = scoreText(info);
    fill(moves, [of, info.moves], () => info.texts.slice(0, 14).map((text, k) => el("button", { type: "button", class: "pv", onclick: () => finder.playLine(info, k) }, text)));
  });
}

// progressOf says how far a search has come, in parts.
/** @param {Info} info */
export function progressOf({ depth, speed }) {
  const short = number(speed, { notation: "compact", maximumFractionDigits: speed < 1e6 ? 0 : 1 });
  return [phrase("depth {depth}", { depth }), phrase("{speed} nodes/s", { speed: short })];
}

/** @param {Value | undefined} value @param {number | undefined} plies */
function verdict(value, plies) {
  const n = Math.ceil((plies ?? 0) / 2);
  const text = {
    win: n ? phrase("win in {n}", { n }) : phrase("win"), loss: n ? phrase("loss in {n}", { n }) : phrase("loss"), draw: phrase("draw"), unknown: phrase("unknown"),
  }[value ?? "unknown"];
  return el("span", { class: "verdict " + (value ?? "unknown") }, text);
}
