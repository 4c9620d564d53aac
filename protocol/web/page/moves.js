// The list of moves, with variations and comments.

import { $, complain, el, fill, fillRows, notify } from "./dom.js";
import { glyphSign, listedSign, scoreAt, verdictOf, withoutSign } from "./judgements.js";
import { phrase } from "./language.js";
import { scoreText, spentText } from "./scores.js";
import { plain, remarks } from "./tree.js";

const verdicts = ["blunder", "mistake", "inaccuracy"];

// instead returns the moves that could have been played in place of one of the main line.
/** @param {GameNode} n */
function instead(n) {
  const siblings = n.parent?.children ?? [];
  return siblings[0] === n ? siblings.slice(1) : [];
}

// outline is what the text of a line depends on.
/** @param {GameNode} n @returns {unknown[]} */
const outline = (n) => [n.id, n.before, n.comments, ...n.children.map(outline)];

export class MoveList {
  place = $("moves");
  /** @type {Map<number, GameNode>} */ nodes = new Map(); // those drawn
  /** @type {GameNode | null} */ scrolled = null;
  wide = 0; // of what it scrolls through

  /** @param {Session} session @param {Control} control */
  constructor(session, control) {
    this.session = session;
    this.control = control;
    this.commented = session.node;
    this.place.addEventListener("click", (e) => {
      const id = Number(e.target?.closest?.("[data-node]")?.dataset.node);
      const node = this.nodes.get(id);
      if (node) session.goTo(node).catch(() => {});
    });
    session.on("tree", () => this.draw());
    session.on("marks", () => this.drawMarks());
    session.view(() => this.point());
    this.bindTools();
    new ResizeObserver(() => this.scroll()).observe(this.place);
  }

  draw() {
    const { tree } = this.session;
    /** @type {[string, () => Element][]} */
    const out = tree.root.comments.map(plain).filter(Boolean).map((c, i) => [`comment ${i} ${c}`, () => el("div", { class: "aside" }, el("span", { class: "comment" }, c))]);
    let previous = null;
    for (let n = tree.root.children[0]; n; n = n.children[0]) {
      this.row(out, n, previous);
      previous = n;
    }
    if (!out.length) out.push(["none", () => el("p", { class: "none" }, phrase("No moves yet."))]);
    fillRows(this.place, out);
    this.drawMarks();
    this.point();
  }

  // row adds a move of the main line: a number and two moves a row, broken by
  // what is said in between.
  /** @param {[string, () => Element][]} out @param {GameNode} n @param {GameNode | null} previous */
  row(out, n, previous) {
    const { number, first } = this.session.numberOf(n);
    const broken = !previous || this.hasAside(previous);
    if (first || broken) out.push([`number ${n.id} ${number}`, () => el("span", { class: "number" }, `${number}.`)]);
    if (!first && broken) out.push([`before ${n.id}`, () => el("span", { class: "gap" }, "…")]);
    out.push([`move ${n.id}`, () => this.cell(n)]);
    if (!this.hasAside(n)) return;
    if (first) out.push([`after ${n.id}`, () => el("span", { class: "gap" })]);
    out.push([JSON.stringify([n.id, n.comments, instead(n).map(outline)]), () => this.aside(n)]);
  }

  /** @param {GameNode} n */
  hasAside(n) {
    return n.comments.some((c) => plain(c)) || instead(n).length > 0;
  }

  /** @param {GameNode} n */
  aside(n) {
    const box = el("div", { class: "aside" });
    for (const c of n.comments.map(plain).filter(Boolean)) box.append(el("p", { class: "comment" }, c));
    for (const other of instead(n)) box.append(this.variation(other));
    return box;
  }

  /** @param {GameNode} start @returns {Element} */
  variation(start) {
    const box = el("div", { class: "variation" });
    let numbered = false;
    for (let n = start; n; n = n.children[0]) {
      for (const c of n.before.map(plain).filter(Boolean)) box.append(el("span", { class: "comment" }, c), " ");
      const { number, first } = this.session.numberOf(n);
      // A number stays with its move where the line ends.
      box.append(first || !numbered ? el("span", { class: "whole" }, el("span", { class: "count" }, number + (first ? "." : "…")), " ", this.cell(n)) : this.cell(n), " ");
      numbered = true;
      for (const c of n.comments.map(plain).filter(Boolean)) box.append(el("span", { class: "comment" }, c), " ");
      if (n === start) continue; // what could be played instead stands beside it
      for (const other of instead(n)) {
        box.append(this.variation(other));
        numbered = false;
      }
    }
    return box;
  }

  /** @param {GameNode} n */
  cell(n) {
    return el("button", { type: "button", class: "move", "data-node": n.id, tabindex: "-1" });
  }

  /** @param {Element} cell @param {GameNode} n */
  mark(cell, n) {
    for (const verdict of verdicts) cell.classList.toggle(verdict, verdictOf(n) === verdict);
    const score = scoreAt(n);
    const beside = score ? scoreText(score) : spentText(n.spent);
    const text = n.text + listedSign(n);
    fill(cell, [text, beside], () => [text, ...(beside ? [el("span", { class: "score" }, beside)] : [])]);
  }

  // drawMarks writes moves, marks and scores into the list. It stays otherwise, for a move may
  // be pressed just now.
  drawMarks() {
    this.nodes = new Map(this.session.tree.nodes().map((n) => [n.id, n]));
    for (const cell of this.place.querySelectorAll(".move")) {
      const node = this.nodes.get(Number(cell.dataset.node));
      if (node) this.mark(cell, node);
    }
  }

  // point marks the present move.
  point() {
    const { node } = this.session;
    this.place.querySelector(".here")?.removeAttribute("aria-current");
    this.place.querySelector(".here")?.classList.remove("here");
    const cell = this.place.querySelector(`[data-node="${node.id}"]`);
    if (cell) {
      cell.classList.add("here");
      cell.setAttribute("aria-current", "true");
    }
    // It scrolls when another move is shown, or signs make a line of moves longer, not whenever
    // the list is drawn.
    const wide = this.place.scrollWidth;
    if (this.scrolled !== node || this.wide !== wide) this.scroll();
    this.wide = wide;
    this.scrolled = cell || !node.parent ? node : null;
    this.showComment();
    $("sign").value = node.signs || glyphSign(node.glyphs);
    this.allow();
  }

  // showComment shows what is said of the present move, unless somebody is writing: that
  // is about the move that was shown when it was begun.
  showComment() {
    if (document.activeElement === $("comment") && this.commented) return;
    this.commented = this.session.node;
    $("comment").value = this.commented.comments.map(plain).filter(Boolean).join("\n");
  }

  // allow says what can be done to the present move: a game that is being played
  // keeps its moves.
  allow() {
    const { node } = this.session;
    const whole = !this.control.mode.may("edit");
    $("sign").disabled = !node.parent;
    $("delete").disabled = whole || !node.parent;
    $("promote").disabled = $("make-main").hidden = whole || !node.parent || node.isMain();
  }

  // scroll brings the present move into view.
  scroll() {
    const cell = this.place.querySelector(".here");
    if (!cell) {
      this.place.scrollTo(0, 0);
      return;
    }
    const [box, at] = [this.place.getBoundingClientRect(), cell.getBoundingClientRect()];
    if (at.left < box.left || at.right > box.right) this.place.scrollLeft += at.right - box.right + box.width / 4; // where they are a line
    if (at.top < box.top + 30 || at.bottom > box.bottom - 30) this.place.scrollTop += at.top - box.top - box.height / 2;
  }

  bindTools() {
    const { session } = this;
    $("comment").addEventListener("change", () => {
      const programs = this.commented.comments.flatMap(remarks); // which nobody types
      this.commented.comments = [programs.join(" "), ...$("comment").value.split("\n").map(plain)].filter(Boolean);
      session.changed();
    });
    $("comment").addEventListener("blur", () => this.showComment());
    $("sign").addEventListener("change", () => {
      session.node.signs = $("sign").value;
      session.node.glyphs = withoutSign(session.node.glyphs);
      session.changed();
    });
    $("promote").addEventListener("click", () => this.control.promote());
    $("make-main").addEventListener("click", () => this.control.promote(true));
    $("delete").addEventListener("click", () => {
      const removed = this.control.remove();
      if (!removed) return;
      removed.gone.catch(complain);
      notify(phrase("{move} is deleted, with all that followed it.", { move: removed.node.text }), 15, { label: phrase("Undo"), act: async () => {
        if (!(await removed.undo().catch(complain))) notify(phrase("Another game is on the board."));
      } });
    });
  }
}
