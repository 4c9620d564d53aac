// The list of moves, with variations and comments.

import { $, el } from "./dom.js";
import { scoreText } from "./scores.js";
import { plain } from "./tree.js";

export class MoveList {
  constructor(session) {
    this.session = session;
    this.place = $("moves");
    this.cells = new Map();
    this.place.addEventListener("click", (e) => {
      const id = Number(e.target.closest?.("[data-node]")?.dataset.node);
      const node = this.nodes.get(id);
      if (node) session.goTo(node).catch(() => {});
    });
    session.on("tree", () => this.draw());
    session.on("position", () => this.point());
    session.on("board", () => this.point());
    session.on("play", () => session.node && this.allow());
    this.bindTools();
    new ResizeObserver(() => session.node && this.scroll()).observe(this.place);
  }

  draw() {
    const { tree } = this.session;
    this.nodes = new Map();
    const out = [];
    for (const c of tree.root.comments.map(plain).filter(Boolean)) out.push(el("div", { class: "aside" }, el("span", { class: "comment" }, c)));
    let previous = null;
    for (let n = tree.root.children[0]; n; n = n.children[0]) {
      this.row(out, n, previous);
      previous = n;
    }
    if (!out.length) out.push(el("p", { class: "none" }, "No moves yet."));
    this.place.replaceChildren(...out);
    this.point();
  }

  // row adds a move of the main line: a number and two moves a row, broken by
  // what is said in between.
  row(out, n, previous) {
    const first = this.isFirst(n);
    const broken = !previous || this.hasAside(previous);
    if (first || broken) out.push(el("span", { class: "number" }, this.number(n) + "."));
    if (!first && broken) out.push(el("span", { class: "gap" }, "…"));
    out.push(this.cell(n));
    if (this.hasAside(n)) {
      if (first) out.push(el("span", { class: "gap" }));
      out.push(this.aside(n));
    }
  }

  hasAside(n) {
    return n.comments.some((c) => plain(c)) || (n.parent.children[0] === n && n.parent.children.length > 1);
  }

  aside(n) {
    const box = el("div", { class: "aside" });
    for (const c of n.comments.map(plain).filter(Boolean)) box.append(el("p", { class: "comment" }, c));
    for (const other of n.parent.children.slice(1)) box.append(this.variation(other));
    return box;
  }

  variation(first) {
    const box = el("div", { class: "variation" });
    let numbered = false;
    for (let n = first; n; n = n.children[0]) {
      for (const c of n.before.map(plain).filter(Boolean)) box.append(el("span", { class: "comment" }, c), " ");
      if (this.isFirst(n)) box.append(el("span", { class: "count" }, this.number(n) + "."), " ");
      else if (!numbered) box.append(el("span", { class: "count" }, this.number(n) + "…"), " ");
      box.append(this.cell(n), " ");
      numbered = true;
      for (const c of n.comments.map(plain).filter(Boolean)) box.append(el("span", { class: "comment" }, c), " ");
      if (n !== first && n.parent.children.length > 1) {
        for (const other of n.parent.children.slice(1)) box.append(this.variation(other));
        numbered = false;
      }
    }
    return box;
  }

  cell(n) {
    this.nodes.set(n.id, n);
    const mark = n.signs || n.mark || "";
    const cell = el("button", { type: "button", class: "move" + (n.mark ? " " + { "??": "blunder", "?": "mistake", "?!": "doubt" }[n.mark] : ""), "data-node": n.id, tabindex: "-1" }, n.text + mark);
    if (n.score) cell.append(el("span", { class: "score" }, scoreText(n.score)));
    return cell;
  }

  isFirst(n) {
    return this.session.turnBefore(n) === this.session.firstTurn();
  }

  number(n) {
    const shift = this.session.turnBefore(this.session.tree.mainLine()[0] || n) === this.session.firstTurn() ? 0 : 1;
    return Math.floor((n.depth - 1 + shift) / 2) + 1;
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
    // It scrolls when another move is shown, not whenever the list is drawn.
    if (this.scrolled !== node) this.scroll();
    this.scrolled = cell || !node.parent ? node : null;
    this.showComment();
    $("sign").value = node.signs;
    this.allow();
  }

  // showComment shows what is said of the present move, unless somebody is writing: that
  // is about the move that was shown when it was begun.
  showComment() {
    if (document.activeElement === $("comment") && this.commented) return;
    this.commented = this.session.node;
    $("comment").value = this.commented.comments.join("\n");
  }

  // allow says what can be done to the present move: a game that is being played
  // keeps its moves.
  allow() {
    const { node, locked } = this.session;
    $("sign").disabled = !node.parent;
    $("delete").disabled = locked || !node.parent;
    $("promote").disabled = locked || !node.parent || node.isMain();
  }

  // scroll brings the present move into view.
  scroll() {
    const cell = this.place.querySelector(".here");
    if (!cell) {
      this.place.scrollTop = 0;
      return;
    }
    const [box, at] = [this.place.getBoundingClientRect(), cell.getBoundingClientRect()];
    if (at.top < box.top + 30 || at.bottom > box.bottom - 30) this.place.scrollTop += at.top - box.top - box.height / 2;
  }

  bindTools() {
    const { session } = this;
    $("comment").addEventListener("change", () => {
      this.commented.comments = $("comment").value.split("\n").map((c) => c.trim()).filter(Boolean);
      session.changed();
    });
    $("comment").addEventListener("blur", () => this.showComment());
    $("sign").addEventListener("change", () => {
      session.node.signs = $("sign").value;
      session.changed();
    });
    $("promote").addEventListener("click", () => {
      session.tree.promote(session.node);
      session.changed();
    });
    $("delete").addEventListener("click", () => {
      const { node } = session;
      if (!node.parent) return;
      session.tree.remove(node);
      session.goTo(node.parent).catch(() => {});
      session.changed();
    });
  }
}
