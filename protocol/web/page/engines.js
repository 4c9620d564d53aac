// Engines that are other programs: what they find in the position shown, beside Stupol or instead
// of it, how far both agree, and their parameters. What a program says is text, and never more.

import { isStopped, messageOf, post } from "./api.js";
import { drawLines, progressOf } from "./analysisviews.js";
import { $, complain, el, notify, openDialog, press } from "./dom.js";
import { Engine, newTab, persist } from "./engine.js";
import { phrase, signed } from "./language.js";
import { scaleOf } from "./scores.js";

const settled = 8; // the depth from which scores are compared
const decided = 500; // hundredths: such scores say who wins, and not by how much

export class Engines {
  /** @param {Session} session @param {Analysis} analysis @param {Mode} mode */
  constructor(session, analysis, mode) {
    this.analysis = analysis;
    const engines = session.about.engines ?? [];
    this.all = engines.filter((e) => e.analyses).map((e) => new Other(session, analysis, mode, e.name));
    $("others").hidden = false;
    $("others").append(...this.all.map((o) => o.place), ...engines.filter((e) => !e.analyses).map(({ name }) =>
      el("p", { class: "quiet" }, phrase("{name} speaks DXP, and can only be played against", { name }))));
    for (const name of /** @type {const} */ (["position", "play", "game", "mode"])) session.on(name, () => this.moved());
    session.view(() => this.draw());
  }

  // moved is called when another position is shown, or may be thought about no longer.
  moved() {
    this.all.forEach((o) => o.moved());
  }

  draw() {
    this.all.forEach((o) => o.draw());
    const best = this.all.find((o) => o.best)?.best ?? null;
    if (best === this.analysis.other) return;
    this.analysis.other = best;
    this.analysis.schedule();
  }
}

// One of them.
class Other {
  on = false;
  trouble = ""; // why there is no search
  /** @type {GameNode | null} */ node = null; // that it thinks about
  /** @type {Map<number, Info>} */ found = new Map(); // what it has found there, by line
  fresh = false; // it was switched on just now
  /** @type {Map<GameNode, [number, number]>} */ pairs = new Map(); // its score and that of Stupol
  variant = ""; // of the pairs
  timer = 0;

  /** @param {Session} session @param {Analysis} analysis @param {Mode} mode @param {string} name */
  constructor(session, analysis, mode, name) {
    this.session = session;
    this.analysis = analysis;
    this.mode = mode;
    this.name = name;
    this.engine = new Engine(name);
    this.button = el("button", { type: "button", "aria-pressed": false, onclick: () => this.toggle() }, name);
    this.state = el("p", { class: "engine-state" });
    this.lines = el("ol", { class: "lines", "aria-label": phrase("The best moves of {name}", { name }) });
    this.beside = el("p", { class: "quiet" });
    const parameters = el("button", { type: "button", onclick: () => this.parameters().catch(complain), "aria-label": phrase("Parameters of {name}", { name }) }, phrase("Parameters"));
    this.place = el("section", { "aria-label": name }, el("div", { class: "engine" }, this.button, this.state, parameters), this.lines, this.beside);
  }

  toggle() {
    if (!this.on && !this.mode.may("think")) return notify(phrase("The engine helps when the game is over."));
    this.fresh = this.on = !this.on;
    this.moved(true);
  }

  // best is what it has found of the best move.
  get best() {
    return this.found.get(1) ?? null;
  }

  // moved is as that of all; again is whether it is to begin anew in the same position.
  moved(again = false) {
    const { variant } = this.session.tree;
    if (variant !== this.variant) this.pairs.clear();
    this.variant = variant;
    if (!this.mode.may("think")) this.on = false;
    const node = this.on ? this.session.node : null;
    if (node === this.node && !again) return;
    this.node = node;
    this.found.clear();
    this.trouble = "";
    clearTimeout(this.timer);
    this.engine.stop();
    if (node?.answer?.moves.length) this.timer = setTimeout(() => this.run(node), 40); // not for each position that flies by
    this.session.redraw();
  }

  /** @param {GameNode} node */
  async run(node) {
    const current = () => this.node === node && this.session.node === node;
    /** @param {unknown} error */
    const failed = (error) => {
      this.trouble = error === null ? "" : messageOf(error);
      this.analysis.schedule();
    };
    try {
      await persist(() => (current() ? this.engine.search({ ...this.session.query(), fresh: this.fresh }, (info) => { if (current()) this.learn(node, info); }) : null), failed);
    } catch (error) {
      if (!isStopped(error)) failed(error);
    }
  }

  // learn takes a finding.
  /** @param {GameNode} node @param {Info} info */
  learn(node, info) {
    this.trouble = "";
    this.fresh = false;
    this.found.set(info.line, info);
    this.compare(node);
    this.analysis.schedule();
  }

  // compare keeps the scores of both, if they can be compared.
  /** @param {GameNode} node */
  compare(node) {
    const { best } = this;
    const { score } = node;
    if (!best || !score || score.kind || best.depth < settled || (score.depth ?? 0) < settled) return;
    if (Math.max(Math.abs(best.score), Math.abs(score.score)) < decided) this.pairs.set(node, [best.score, score.score]);
  }

  draw() {
    const { best, node } = this;
    press(this.button, this.on);
    const parts = this.trouble && this.on ? [this.trouble] : best ? progressOf(best) : [this.on ? "…" : phrase("The engine is off.")];
    this.state.replaceChildren(...parts.flatMap((part, i) => [i ? " · " : "", el("span", {}, part)]));
    this.beside.textContent = node && best ? this.words(node, best).join(" ") : "";
    const lines = node ? [...this.found.values()].sort((a, b) => a.line - b.line) : [];
    drawLines(this.lines, lines, String(node?.id), (info, i) => this.session.node === node && this.analysis.playLine(info, i));
  }

  // words say how it stands to Stupol.
  /** @param {GameNode} node @param {Info} best */
  words(node, best) {
    this.compare(node);
    const { score } = node;
    const scale = scaleOf([...this.pairs.values()]);
    const said = scale === null ? best.score : scale * best.score;
    const says = scale === null ? [] : [phrase("In Stupol’s scale {score} (positions compared: {n}).", { score: signed(said / 100, 2), n: this.pairs.size })];
    if (!score?.line?.length) return says;
    const legal = node.answer?.moves.find((m) => m.move === score.line?.[0]);
    says.push(score.line[0] === best.moves[0] ? phrase("Stupol wants the same move.") : phrase("Stupol wants {move}.", { move: legal?.text ?? score.line[0] }));
    if (!score.kind) says.push(phrase("Difference: {score}", { score: signed((said - score.score) / 100, 2) }));
    return says;
  }

  // parameters shows those of the program as a form.
  async parameters() {
    const { tree } = this.session;
    const known = await post("engine", { engine: this.name, variant: tree.variant, tab: newTab() }); // that of the search would end it
    const sets = Boolean(this.session.about.sets);
    $("parameters-title").textContent = known.title || this.name;
    $("parameters-says").textContent = !known.params.length ? phrase("It has declared no parameters.")
      : sets ? phrase("They hold for all boards, until Stupol ends. Texts may name files: the command line sets them.")
        : phrase("They are set on the machine that Stupol runs on, at localhost.");
    $("parameters-fields").replaceChildren(...known.params.map((p) => this.field(p, sets && p.type !== "")));
    openDialog("parameters");
  }

  // field makes the field of a parameter.
  /** @param {Parameter} parameter @param {boolean} sets */
  field({ name, value, type, min, max, values }, sets) {
    const disabled = !sets;
    const input = type === "bool" ? el("input", { type: "checkbox", checked: value === "true", disabled })
      : type === "enum" ? el("select", { disabled }, ...(values ?? []).map((v) => el("option", { value: v, selected: v === value }, v)))
        : el("input", { type: type ? "number" : "text", value, min, max, step: type === "real" ? "any" : null, disabled });
    input.addEventListener("change", () => {
      const chosen = type === "bool" ? String(/** @type {HTMLInputElement} */ (input).checked) : input.value;
      this.set(name, chosen).catch(complain);
    });
    return el("label", { class: type === "bool" ? "check" : "", translate: "no" }, ...(type === "bool" ? [input, " ", name] : [name + " ", input]));
  }

  /** @param {string} name @param {string} value */
  async set(name, value) {
    await post("engine/set", { engine: this.name, name, value });
    this.pairs.clear(); // its scores may be others now
    this.moved(true);
  }
}
