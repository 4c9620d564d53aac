// Engines that are other programs: what they find in the position shown, beside Stupol or instead
// of it, how far both agree, and their parameters. What a program says is text, and never more.

import { Finder } from "./analysis.js";
import { drawLines, showState } from "./analysisviews.js";
import { post } from "./api.js";
import { $, complain, el, openDialog, press } from "./dom.js";
import { Engine, newTab } from "./engine.js";
import { phrase, signed } from "./language.js";
import { scaleOf } from "./scores.js";

const settled = 8; // the depth from which scores are compared
const decided = 500; // hundredths: such scores say who wins, and not by how much

export class Engines {
  /** @param {Session} session @param {Analysis} analysis @param {Mode} mode */
  constructor(session, analysis, mode) {
    const engines = session.about.engines ?? [];
    this.all = engines.filter((e) => e.analyses).map((e) => new Other(session, analysis, mode, e.name));
    analysis.others = this.all;
    $("others").hidden = false;
    $("others").append(...this.all.map((o) => o.place), ...engines.filter((e) => !e.analyses).map(({ name }) =>
      el("p", { class: "quiet" }, phrase("{name} speaks DXP, and can only be played against", { name }))));
    session.view(() => this.draw());
  }

  draw() {
    this.all.forEach((o) => o.draw());
  }
}

// One of them.
class Other extends Finder {
  fresh = false; // it was switched on just now
  /** @type {Map<GameNode, [number, number]>} */ pairs = new Map(); // its score and that of Stupol
  variant = ""; // of the pairs

  /** @param {Session} session @param {Analysis} analysis @param {Mode} mode @param {string} name */
  constructor(session, { tell }, mode, name) {
    super(session, new Engine(name), mode, tell);
    this.name = name;
    this.button = el("button", { type: "button", "aria-pressed": false, onclick: () => this.toggle() }, name);
    this.state = el("p", { class: "engine-state" });
    this.list = el("ol", { class: "lines", "aria-label": phrase("The best moves of {name}", { name }) });
    this.beside = el("p", { class: "quiet" });
    const parameters = el("button", { type: "button", onclick: () => this.parameters().catch(complain), "aria-label": phrase("Parameters of {name}", { name }) }, phrase("Parameters"));
    this.place = el("section", { "aria-label": name }, el("div", { class: "engine" }, this.button, this.state, parameters), this.list, this.beside);
  }

  /** @override */
  toggle() {
    this.fresh = true;
    super.toggle();
  }

  // stop also takes away what was found, which Stupol is compared with.
  /** @override */
  stop() {
    super.stop();
    this.clearLines();
  }

  /** @override */
  request() {
    return { ...super.request(), fresh: this.fresh };
  }

  /** @override @param {GameNode} node @param {Info} info */
  learn(node, info) {
    super.learn(node, info);
    this.fresh = false;
    this.compare(node);
  }

  // compare keeps the scores of both, if they can be compared, and those of one kind of game.
  /** @param {GameNode} node */
  compare(node) {
    const { variant } = this.session.tree;
    if (variant !== this.variant) this.pairs.clear();
    this.variant = variant;
    const { best } = this;
    const { score } = node;
    if (!best || !score || score.kind || best.depth < settled || (score.depth ?? 0) < settled) return;
    if (Math.max(Math.abs(best.score), Math.abs(score.score)) < decided) this.pairs.set(node, [best.score, score.score]);
  }

  draw() {
    const { best, session: { node } } = this;
    press(this.button, this.on);
    showState(this.state, this);
    this.beside.textContent = best ? this.words(node, best).join(" ") : "";
    drawLines(this.list, this, [...this.lines.values()]);
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
    this.restart();
  }
}
