// The picture of a board. It draws positions, shows moves and marks; what is
// clicked is the business of input.js. Squares are numbers, as the server has
// them; a board is a text: who moves, and a letter a square.

import { fill, svg } from "./dom.js";
import { heard, phrase } from "./language.js";
import { squareName } from "./session.js";

const crown = "M-23 15-29-13l15 10L0-21 14-3l15-10-6 28z";

const radii = new Map([["landing", 12], ["end", 17], ["movable", 46]]); // of marks that are circles
const layers = /** @type {const} */ (["squares", "marks", "labels", "pieces", "arrows", "drawings"]); // the lowest first

// gradient makes the light on a piece; the colours are in the style sheet.
/** @param {string} id */
function gradient(id) {
  return svg("radialGradient", { id, cx: 0.4, cy: 0.3, r: 0.9 }, svg("stop", { class: "inner", offset: 0 }), svg("stop", { class: "outer", offset: 1 }));
}

/** @param {string} name */
function layer(name) {
  const hidden = ["labels", "arrows", "drawings"].includes(name); // from those who listen
  return svg("g", { class: name, "aria-hidden": hidden && "true" });
}

export class Board {
  /** @type {() => void} */
  onredraw = () => {};

  /** @type {SVGGElement[]} */ squares = []; // by their numbers
  /** @type {Map<number, SVGGElement>} */ pieces = new Map(); // by their squares
  flipped = false;
  /** @type {Labels} */ labels = "auto";
  animated = true;
  text = "";
  /** @type {(square: number) => string} */ extra = () => ""; // what else is said of a square
  /** @type {{ animation: Animation, after: string } | null} */ running = null; // the animation

  /** @param {HTMLElement} place @param {Variant} variant */
  constructor(place, variant) {
    this.place = place;
    this.variant = variant;
    this.svg = svg("svg", { class: "squares", role: "group" });
    /** @type {Record<typeof layers[number], SVGGElement>} */
    this.layers = { squares: layer("squares"), marks: layer("marks"), labels: layer("labels"), pieces: layer("pieces"), arrows: layer("arrows"), drawings: layer("drawings") };
  }

  // setVariant draws an empty board.
  /** @param {Variant} variant */
  setVariant(variant) {
    this.finish();
    this.variant = variant;
    const side = 100 * variant.size;
    this.svg.setAttribute("aria-label", phrase("Board: {game}", { game: heard(variant.title) }));
    this.svg.replaceChildren(
      svg("defs", {}, gradient("white-body"), gradient("black-body")),
      svg("rect", { class: "light", width: side, height: side }),
      ...layers.map((name) => this.layers[name]));
    for (const name of layers) this.layers[name].replaceChildren();
    this.arrows([]);
    this.drawings([]);
    this.place.replaceChildren(this.svg);
    this.drawSquares();
    this.text = "";
    this.pieces.clear();
  }

  drawSquares() {
    this.squares = [];
    const labels = this.labels === "auto" ? (this.variant.algebraic ? "letters" : "numbers") : this.labels;
    const [margin, side] = [this.margin(), 100 * this.variant.size];
    this.svg.setAttribute("viewBox", [-margin, -margin, side + 2 * margin, side + 2 * margin].join(" "));
    this.layers.squares.replaceChildren();
    this.layers.labels.replaceChildren();
    this.order().forEach((number) => {
      const [x, y] = this.corner(number);
      const square = svg("g", { class: "square", role: "button", tabindex: "-1", transform: `translate(${x} ${y})`, "data-square": number },
        svg("rect", { class: "dark", width: 100, height: 100 }),
        svg("rect", { class: "focus", x: 4, y: 4, width: 92, height: 92, rx: 6 }));
      if (labels === "numbers") this.label(x + 4, y + 17, this.variant.squares[number - 1].number, { class: "label", "data-label": number });
      this.squares[number] = square;
      this.layers.squares.append(square);
    });
    if (labels === "letters" || (labels === "rim" && this.variant.algebraic)) this.drawLetters();
    else if (labels === "rim") this.drawNumbers();
    this.rove(this.order()[0]);
  }

  /** @param {number} x @param {number} y @param {string} text @param {Attributes} attributes */
  label(x, y, text, attributes = { class: "label rim", "text-anchor": "middle" }) {
    this.layers.labels.append(svg("text", { ...attributes, x, y }, text));
  }

  // margin is the width of the rim, of which a square has 100.
  margin() {
    return this.labels === "rim" ? 34 : 0;
  }

  // drawLetters writes the names of files and rows along the edge, or on the rim as printed boards have them.
  drawLetters() {
    const { size } = this.variant;
    const dark = new Set(this.order().map((n) => this.corner(n).join()));
    /** @param {number} x @param {number} y */
    const light = (x, y) => (dark.has([x, y].join()) ? "" : " on-light");
    for (let i = 0; i < size; i++) {
      const at = this.flipped ? size - 1 - i : i;
      const [file, row] = [String.fromCharCode(97 + at), String(size - at)];
      if (this.margin()) {
        this.label(100 * i + 50, 100 * size + 24, file);
        this.label(-17, 100 * i + 57, row);
      } else {
        this.label(100 * i + 95, 100 * size - 7, file, { class: "label edge" + light(100 * i, 100 * size - 100), "text-anchor": "end" });
        this.label(5, 100 * i + 18, row, { class: "label edge" + light(0, 100 * i) });
      }
    }
  }

  // drawNumbers writes the numbers of the squares at the edge on the rim.
  drawNumbers() {
    const end = 100 * this.variant.size;
    for (const n of this.order()) {
      const [x, y] = this.corner(n);
      const { number } = this.variant.squares[n - 1];
      if (y === 0) this.label(x + 50, -10, number);
      else if (y === end - 100) this.label(x + 50, end + 24, number);
      else if (x === 0) this.label(-17, y + 57, number);
      else if (x === end - 100) this.label(end + 17, y + 57, number);
    }
  }

  // order returns the squares as they are seen, row by row from the top.
  order() {
    const numbers = this.variant.squares.map((_, i) => i + 1);
    /** @param {number} n */
    const place = (n) => this.corner(n)[1] * 100 + this.corner(n)[0];
    return numbers.sort((a, b) => place(a) - place(b));
  }

  // corner returns where the upper left corner of a square is drawn.
  /** @param {number} number */
  corner(number) {
    const { row, column } = this.variant.squares[number - 1];
    const last = this.variant.size - 1;
    return this.flipped ? [100 * (last - column), 100 * (last - row)] : [100 * column, 100 * row];
  }

  /** @param {number} number @returns {Point} */
  center(number) {
    const [x, y] = this.corner(number);
    return [x + 50, y + 50];
  }

  // pointAt returns where a point of the window is on the board.
  /** @param {number} x @param {number} y @returns {Point} */
  pointAt(x, y) {
    const box = this.svg.getBoundingClientRect();
    const margin = this.margin();
    const scale = (100 * this.variant.size + 2 * margin) / box.width;
    return [(x - box.left) * scale - margin, (y - box.top) * scale - margin];
  }

  // squareAt returns the square under a point of the window, 0 if there is none.
  /** @param {number} x @param {number} y */
  squareAt(x, y) {
    const at = this.pointAt(x, y).map((c) => 100 * Math.floor(c / 100)).join();
    return this.order().find((n) => this.corner(n).join() === at) || 0;
  }

  // redraw draws the board as it is to be seen from now on.
  /** @param {{ flipped?: boolean, labels?: Labels }} how */
  redraw(how) {
    Object.assign(this, how);
    if (!this.text) return;
    this.finish();
    this.drawSquares();
    this.draw(this.text);
    this.onredraw();
  }

  // draw shows a board at once.
  /** @param {string} text */
  draw(text) {
    this.finish();
    this.text = text;
    this.pieces.clear();
    this.layers.pieces.replaceChildren();
    for (let n = 1; n < text.length; n++) {
      if (text[n] !== "e" && text[n] !== ".") this.put(n, text[n]);
    }
    for (const label of this.layers.labels.querySelectorAll("[data-label]")) label.classList.toggle("covered", !"e.".includes(text[Number(label.dataset.label)]));
    this.describe();
  }

  /** @param {number} number @param {string} letter */
  put(number, letter) {
    const piece = this.makePiece(letter);
    this.moveTo(piece, this.center(number));
    this.pieces.set(number, piece);
    this.layers.pieces.append(piece);
    return piece;
  }

  /** @param {string} letter @returns {SVGGElement} */
  makePiece(letter) {
    if (letter === "o") return svg("g", { class: "piece nothing" }, svg("path", { d: "M-22-22 22 22M-22 22 22-22" }));
    if (letter === "x" || letter === "y") return this.makeEither(letter === "x" ? "w" : "b");
    const king = letter === letter.toUpperCase();
    const piece = svg("g", { class: `piece ${letter.toLowerCase() === "w" ? "white" : "black"}${king ? " king" : ""}` },
      svg("circle", { class: "shade", cx: 0, cy: 5, r: 41 }),
      svg("circle", { class: "body", r: 41, fill: `url(#${letter.toLowerCase() === "w" ? "white" : "black"}-body)` }),
      svg("circle", { class: "rim", r: king ? 35 : 31 }));
    piece.append(king ? svg("path", { class: "crown", d: crown }) : svg("circle", { class: "rim", r: 19 }));
    return piece;
  }

  // makeEither makes what stands for a man or a king.
  /** @param {string} man */
  makeEither(man) {
    const piece = this.makePiece(man);
    piece.classList.add("either");
    piece.append(svg("text", { class: "crown", y: 15, "text-anchor": "middle" }, "?"));
    return piece;
  }

  /** @param {Element} piece @param {Point} point */
  moveTo(piece, [x, y]) {
    piece.setAttribute("transform", `translate(${x} ${y})`);
  }

  // describe names every square for those who cannot see it. What extra says of a square
  // stays until it is called with another one.
  describe(extra = this.extra) {
    this.extra = extra;
    const names = new Map([["w", phrase("white man")], ["W", phrase("white king")], ["b", phrase("black man")], ["B", phrase("black king")],
      ["x", phrase("white man or king")], ["y", phrase("black man or king")], ["o", phrase("must be empty")], [".", phrase("anything")]]); // of patterns: see library.js
    for (let n = 1; n < this.text.length; n++) {
      const what = names.get(this.text[n]) || phrase("empty");
      this.squares[n]?.setAttribute("aria-label", [this.squareName(n), what, extra(n)].filter(Boolean).join(", "));
    }
  }

  /** @param {number} n */
  squareName(n) {
    return squareName(this.variant, n);
  }

  // glide shows a move from the board that is drawn to another one. The piece
  // may have made some landings already.
  /** @param {Path} path @param {string} after @param {number} made */
  glide(path, after, made = 0) {
    const mover = this.pieces.get(path.squares[made]) || this.pieces.get(path.squares[0]);
    if (!this.animated || !mover) return this.draw(after);
    this.finish();
    const points = path.squares.slice(made).map((n) => this.center(n));
    if (points.length < 2) return this.draw(after);
    this.layers.pieces.append(mover);
    for (const n of path.captured) this.pieces.get(n)?.classList.add("taken");
    const duration = Math.min(190 * (points.length - 1), 1100);
    this.run(mover, points, duration, after);
  }

  // back shows a move taken back.
  /** @param {Path} path @param {string} before */
  back(path, before) {
    this.draw(before);
    const mover = this.pieces.get(path.squares[0]);
    if (!this.animated || !mover) return;
    this.layers.pieces.append(mover);
    this.run(mover, [this.center(path.squares[path.squares.length - 1]), this.center(path.squares[0])], 190, before);
  }

  // run moves a piece in the picture; what is said of the board is true at once. The piece
  // stays where it has got to until the board is drawn: the browser may be late to say
  // that the animation is over.
  /** @param {Element} mover @param {Point[]} points @param {number} duration @param {string} after */
  run(mover, points, duration, after) {
    this.text = after;
    this.describe();
    const frames = points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    const animation = mover.animate(frames, { duration, easing: points.length === 2 ? "ease-out" : "linear", fill: "forwards" });
    this.running = { animation, after };
    animation.onfinish = () => this.running?.animation === animation && this.finish();
  }

  // finish ends the animation.
  finish() {
    const running = this.running;
    this.running = null;
    if (!running) return;
    running.animation.cancel();
    this.draw(running.after);
  }

  // displace puts a piece elsewhere for a while, as in the middle of a capture.
  /** @param {number} from @param {number} to @param {number[]} taken */
  displace(from, to, taken) {
    const piece = this.pieces.get(from);
    if (!piece) return;
    this.moveTo(piece, this.center(to));
    this.layers.pieces.append(piece);
    for (const n of taken) this.pieces.get(n)?.classList.add("taken");
  }

  // follow puts a piece under a point of the window.
  /** @param {number} number @param {number} x @param {number} y */
  follow(number, x, y) {
    const piece = this.pieces.get(number);
    if (!piece) return;
    piece.classList.add("dragged");
    this.layers.pieces.append(piece);
    this.moveTo(piece, this.pointAt(x, y));
  }

  // mark draws what is to be seen under the pieces: kinds are classes.
  /** @param {string} kind @param {Iterable<number>} numbers */
  mark(kind, numbers) {
    this.layers.marks.querySelectorAll("." + kind).forEach((m) => m.remove());
    for (const n of numbers) {
      const [x, y] = this.corner(n);
      const mark = radii.has(kind)
        ? svg("circle", { class: kind, cx: x + 50, cy: y + 50, r: radii.get(kind) })
        : svg("rect", { class: kind, x, y, width: 100, height: 100 });
      this.layers.marks.append(mark);
    }
  }

  // arrows draws moves over the board.
  /** @param {Arrow[]} list */
  arrows(list) {
    fill(this.layers.arrows, [list, this.flipped], () => list.map((a) => this.arrow(a)).reverse());
  }

  // drawings draws what people have drawn, in place of what they had: arrows, and circles
  // around one square.
  /** @param {Arrow[]} list */
  drawings(list) {
    fill(this.layers.drawings, [list, this.flipped], () => list.map((a) => (a.squares.length === 1 ? this.circle(a) : this.arrow(a))));
  }

  /** @param {Arrow} circle */
  circle({ squares: [n], kind }) {
    const [cx, cy] = this.center(n);
    return svg("circle", { class: kind, cx, cy, r: 44 });
  }

  /** @param {Arrow} arrow */
  arrow({ squares, kind, rank }) {
    const points = squares.map((n) => this.center(n));
    const [[px, py], [x, y]] = points.slice(-2);
    const length = Math.hypot(x - px, y - py);
    const [dx, dy] = [(x - px) / length, (y - py) / length];
    const width = rank === 1 ? 15 : 10;
    const neck = [x - 2.4 * width * dx, y - 2.4 * width * dy];
    const head = [[x + 6 * dx, y + 6 * dy], [neck[0] - 1.5 * width * dy, neck[1] + 1.5 * width * dx], [neck[0] + 1.5 * width * dy, neck[1] - 1.5 * width * dx]];
    const line = [...points.slice(0, -1), neck].map((p) => p.join(" ")).join(" L");
    return svg("g", { class: `arrow ${kind} rank${rank}` },
      svg("path", { class: "shaft", d: "M" + line, "stroke-width": width }),
      svg("path", { class: "head", d: "M" + head.map((p) => p.join(" ")).join(" L") + "z" }));
  }

  // rove makes one square the one that Tab reaches.
  /** @param {number} number */
  rove(number, focus = false) {
    this.squares.forEach((s, n) => s.setAttribute("tabindex", n === number ? "0" : "-1"));
    if (focus) this.squares[number].focus();
  }

  // neighbour returns the square that an arrow key leads to.
  /** @param {number} number @param {string} key */
  neighbour(number, key) {
    const [x, y] = this.corner(number);
    const order = this.order();
    const at = order.indexOf(number);
    if (key === "ArrowLeft") return order[Math.max(at - 1, 0)];
    if (key === "ArrowRight") return order[Math.min(at + 1, order.length - 1)];
    const row = order.filter((n) => this.corner(n)[1] === y + (key === "ArrowUp" ? -100 : 100));
    /** @param {number} n */
    const near = (n) => Math.abs(this.corner(n)[0] - x);
    return row.sort((a, b) => near(a) - near(b))[0] || number;
  }
}
