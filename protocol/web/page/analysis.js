// Analysis: the best lines, arrows, the bar, and what databases know.

import { $, complain, el, fill, press, notify } from "./dom.js";
import { isStopped, messageOf } from "./api.js";
import { persist } from "./engine.js";
import { chanceAt, isDeeper, learned, scoreAt } from "./judgements.js";
import { number, percent, phrase } from "./language.js";
import { scoreText, tenths } from "./scores.js";
import { saveSettings, settings } from "./store.js";

/** @type {(Value | undefined)[]} */
const order = ["win", "draw", "loss", undefined]; // of what databases say of moves

export class Analysis {
  /** @param {Session} session @param {Engine} engine @param {Board} board @param {Mode} mode */
  constructor(session, engine, board, mode) {
    this.session = session;
    this.engine = engine;
    this.board = board;
    this.mode = mode;
    this.on = this.threat = false;
    /** @type {Map<number, Info>} */
    this.lines = new Map();
    /** @type {GameNode | null} */
    this.linesOf = null;
    /** @type {Done | null} */
    this.done = null; // how the search has ended
    /** @type {number[] | null} */
    this.hint = null; // the squares of a move
    /** @type {Arrow[]} */
    this.extra = []; // arrows besides
    /** @type {Info | null} */
    this.other = null; // what another engine has found, for as long as this one says nothing
    this.trouble = ""; // why there is no search
    /** @type {Position | null} */
    this.facts = null; // those shown
    this.timer = this.frame = 0;
    session.on("position", () => this.moved());
    for (const name of /** @type {const} */ (["play", "mode"])) session.on(name, () => { if (!mode.may("think")) this.stop(); });
    session.view(() => this.draw());
    $("engine").addEventListener("click", () => this.toggle());
    $("threat").addEventListener("click", () => this.toggleThreat());
    this.bindOptions();
  }

  bindOptions() {
    const { threads, hash } = this.session.about;
    /** @param {number} most */
    const steps = (most) => [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096].filter((n) => n < most).concat(most);
    $("threads").append(...steps(threads).map((n) => el("option", { value: n }, String(n))));
    $("hash").append(...steps(hash).filter((n) => n >= Math.min(8, hash)).map((n) => el("option", { value: n }, phrase("{n} MB", { n }))));
    settings.threads = Math.min(settings.threads || Math.max(1, Math.floor(threads / 2)), threads);
    settings.hash = Math.min(settings.hash, hash);
    /** @param {number} n @param {number} most */
    const nearest = (n, most) => steps(most).findLast((s) => s <= n) || 1;
    $("threads").value = String(nearest(settings.threads, threads));
    $("hash").value = String(nearest(settings.hash, hash));
    $("line-count").append(...[1, 2, 3, 4, 5].map((n) => el("option", { value: n }, phrase("{n} line|{n} lines", { n }))));
    $("line-count").value = String(settings.lines);
    /** @param {"threads" | "hash" | "line-count"} id @param {"threads" | "hash" | "lines"} name */
    const bind = (id, name) => $(id).addEventListener("change", () => {
      settings[name] = Number($(id).value);
      saveSettings();
      this.restart();
    });
    bind("threads", "threads");
    bind("hash", "hash");
    bind("line-count", "lines");
  }

  toggle() {
    if (this.on) return this.stop();
    if (!this.mode.may("think")) return notify(phrase("The engine helps when the game is over."));
    this.on = true;
    this.restart();
  }

  stop() {
    if (!this.on) return;
    this.on = this.threat = false;
    this.engine.stop();
    this.session.emit("idle");
  }

  toggleThreat() {
    if (!this.mode.may("think")) return notify(phrase("The engine helps when the game is over."));
    this.threat = !this.threat;
    this.on = this.on || this.threat;
    this.restart();
  }

  clearLines() {
    this.lines.clear();
    this.linesOf = this.session.node; // which may be another before the position is
  }

  // moved is called when another position is shown.
  moved() {
    this.hint = null;
    this.extra = [];
    this.threat = false;
    this.clearLines();
    clearTimeout(this.timer);
    if (this.on) this.timer = setTimeout(() => this.restart(), 40); // not for each position that flies by
  }

  restart() {
    clearTimeout(this.timer);
    this.clearLines();
    this.done = null;
    if (this.on) this.run();
    this.session.redraw();
  }

  async run() {
    const { session } = this;
    const { node, tree } = session;
    if (!node.answer?.moves.length) {
      this.engine.stop();
      return;
    }
    const request = { ...session.query(), lines: settings.lines, threads: settings.threads, hash: settings.hash, pass: this.threat };
    const pass = this.threat;
    const current = () => this.on && session.node === node && session.tree === tree && this.threat === pass;
    try {
      this.done = await persist(
        () => (current() ? this.engine.search(request, (info) => { if (current()) this.learn(node, info, pass); }) : null),
        (error) => this.failed(error),
      );
    } catch (error) {
      if (isStopped(error)) return;
      this.on = false;
      complain(error);
    }
    this.session.redraw();
  }

  // failed takes what has ended a search, null if nothing has.
  /** @param {unknown} error */
  failed(error) {
    this.trouble = error === null ? "" : messageOf(error);
    this.schedule();
  }

  // learn takes a finding.
  /** @param {GameNode} node @param {Info} info @param {boolean} pass */
  learn(node, info, pass) {
    this.trouble = "";
    this.lines.set(info.line, info);
    if (info.line === 1 && !pass && !isDeeper(node.score, info)) {
      node.score = learned(info, node.score?.pass, node.score?.budget);
      this.session.emit("score");
    }
    this.schedule();
  }

  schedule() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.session.redraw();
    });
  }

  draw() {
    press($("engine"), this.on);
    $("engine").textContent = this.on ? phrase("Stop") : phrase("Start");
    press($("threat"), this.threat);
    for (const id of /** @type {const} */ (["engine", "threat"])) $(id).setAttribute("aria-disabled", String(!this.mode.may("think")));
    const best = this.lines.get(1);
    $("engine-state").replaceChildren(...this.stateText(best).flatMap((part, i) => [i ? " · " : "", el("span", {}, part)]));
    this.drawLines();
    this.drawBar(this.threat ? null : best ?? this.other);
    this.drawArrows();
    this.drawFacts();
  }

  // stateText says what the engine does, in parts.
  /** @param {Info | undefined} best */
  stateText(best) {
    if (this.trouble && this.on) return [this.trouble];
    if (!this.on) return [phrase("The engine is off.")];
    const answer = this.session.node.answer;
    if (answer && !answer.moves.length) return [phrase("The game is over here.")];
    if (!best) return ["…"];
    return progressOf(best).concat(this.done ? phrase("solved") : [], this.threat ? phrase("threat") : []);
  }

  drawLines() {
    const node = this.linesOf;
    const infos = [...this.lines.values()].sort((a, b) => a.line - b.line).slice(0, settings.lines);
    drawLines($("lines"), infos, `${node?.id} ${this.threat}`, (info, i) => !this.threat && node === this.session.node && this.playLine(info, i));
  }

  // playLine plays a line up to one of its moves.
  /** @param {Info} info @param {number} last */
  async playLine({ moves, texts }, last) {
    const { session } = this;
    await session.showLine(session.node, { moves: moves.slice(0, last + 1), texts }, last).catch(complain);
  }

  // playBest plays the first move of the best line.
  playBest() {
    const best = this.lines.get(1);
    if (best && !this.threat) this.playLine(best, 0);
  }

  // drawBar shows what White may expect by the best line or, without one, what is known of
  // the position.
  /** @param {Info | null | undefined} best */
  drawBar(best) {
    const bar = $("bar");
    const { node } = this.session;
    const known = !best && !this.threat && node;
    const score = best || (known ? scoreAt(known) : null);
    const chance = best ? best.chance : known ? chanceAt(known) : null;
    bar.hidden = !this.mode.may("think") || (!this.on && chance === null);
    $("board").parentElement?.classList.toggle("with-bar", !bar.hidden);
    if (chance === null) return;
    const share = Math.min(Math.max(chance, 0.02), 0.98);
    bar.style.setProperty("--white", String(share));
    bar.classList.toggle("flipped", this.board.flipped);
    $("bar-text").textContent = score ? (score.kind ? scoreText(score) : tenths(score.score)) : "";
    bar.classList.toggle("black-ahead", share < 0.5);
    bar.setAttribute("aria-label", phrase("Evaluation for White: {score}", { score: score ? scoreText(score) : percent(chance) }));
  }

  drawArrows() {
    if (this.mode.isLent()) return; // nothing of the game may lie over what else is on the board
    /** @type {Arrow[]} */
    const arrows = [...this.extra];
    if (this.hint) arrows.push({ squares: this.hint, kind: "hint", rank: 1 });
    if (this.on && settings.arrows) {
      for (const info of this.lines.values()) {
        if (info.line > settings.lines) continue;
        arrows.push({ squares: this.squaresOf(info.moves[0]), kind: this.threat ? "danger" : "best", rank: Math.min(info.line, 5) });
      }
    }
    if (!this.on && this.mode.may("think") && settings.arrows) arrows.push(...this.refutation());
    if (this.other && !this.lines.size && settings.arrows) arrows.push({ squares: this.squaresOf(this.other.moves[0]), kind: "best", rank: 1 });
    arrows.sort((a, b) => a.rank - b.rank);
    this.board.arrows(arrows);
  }

  // refutation returns what the opponent does to a bad move that has led here: what shows why it is bad
  // or, as long as nobody knows, the best reply.
  /** @returns {Arrow[]} */
  refutation() {
    const { judged, why } = this.session.node;
    return answers((!why?.missed && why?.paths) || judged?.reply_paths || []);
  }

  // showReply shows what the opponent does to a move that was tried.
  /** @param {number[][]} reply the squares of its moves */
  showReply(reply) {
    this.extra = answers(reply);
    this.session.redraw();
  }

  // squaresOf returns where a move goes: the whole way if it is legal here.
  /** @param {string} move */
  squaresOf(move) {
    const legal = this.session.node.answer?.moves.find((m) => m.move === move);
    return legal ? legal.paths[0].squares : move.split(/[-x]/).slice(0, 2).map(Number);
  }

  // drawFacts lists what databases and the opening book know of the moves.
  drawFacts() {
    const { answer } = this.session.node;
    const place = $("facts");
    const known = Boolean(answer?.value || answer?.moves.some((m) => m.book));
    place.hidden = !this.mode.may("think") || !known;
    if (!answer || place.hidden || this.facts === answer) return;
    this.facts = answer;
    const sign = answer.turn === "w" ? -1 : 1;
    /** @param {Move} m */
    const rank = ({ value, distance = 0, book }) => 1e6 * order.indexOf(value) + (book ? sign * book.score : 0) + (value === "loss" ? -distance : distance);
    place.replaceChildren(
      el("p", { class: "quiet" }, ...(answer.value ? [phrase("Endgame database:") + " ", verdict(answer.value, answer.distance)] : [phrase("Opening book")])),
      el("ul", {}, ...[...answer.moves].sort((a, b) => rank(a) - rank(b)).map((m) =>
        el("li", {}, el("button", { type: "button", class: "pv", onclick: () => this.session.play(m).catch(complain) }, m.text),
          answer.value ? verdict(m.value, m.distance) : el("span", { class: "verdict" }, m.book ? scoreText(m.book) : "–")))));
  }
}

// drawLines shows lines that were found, of which each move can be played. What has the focus stays, to
// be pressed, unless the lines are of something else.
/** @param {HTMLElement} place @param {Info[]} infos @param {string} of @param {(info: Info, last: number) => unknown} play */
export function drawLines(place, infos, of, play) {
  if (place.dataset.of === of && place.contains(document.activeElement)) return;
  place.dataset.of = of;
  while (place.children.length > infos.length) place.children[infos.length].remove();
  infos.forEach((info, i) => {
    if (!place.children[i]) place.append(el("li", {}, el("span"), el("span", { class: "pvs" })));
    const [value, moves] = place.children[i].children;
    value.className = "value " + (info.score < 0 ? "black" : "white");
    value.textContent = scoreText(info);
    fill(moves, [of, info.moves], () => info.texts.slice(0, 14).map((text, k) => el("button", { type: "button", class: "pv", onclick: () => play(info, k) }, text)));
  });
}

// progressOf says how far a search has come, in parts.
/** @param {Info} info */
export function progressOf({ depth, speed }) {
  const short = number(speed, { notation: "compact", maximumFractionDigits: speed < 1e6 ? 0 : 1 });
  return [phrase("depth {depth}", { depth }), phrase("{speed} nodes/s", { speed: short })];
}

// answers returns arrows for what the opponent does, and what has to be done then: of more than
// two moves on one board nobody sees which comes when.
/** @param {number[][]} line the squares of its moves @returns {Arrow[]} */
function answers(line) {
  return line.slice(0, 2).map((squares, i) => ({ squares, kind: i ? "reply" : "danger", rank: i + 1 }));
}

/** @param {Value | undefined} value @param {number | undefined} plies */
function verdict(value, plies) {
  const n = Math.ceil((plies ?? 0) / 2);
  const text = {
    win: n ? phrase("win in {n}", { n }) : phrase("win"), loss: n ? phrase("loss in {n}", { n }) : phrase("loss"), draw: phrase("draw"), unknown: phrase("unknown"),
  }[value ?? "unknown"];
  return el("span", { class: "verdict " + (value ?? "unknown") }, text);
}
