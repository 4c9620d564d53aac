// Circles and arrows that people draw on the board with the right button. They are kept in the
// comment on the move, as other programs write them into PDN: [%csl G32,R28][%cal G3228], with
// the first letter of a colour and two characters a square.

const colours = new Map([["G", "green"], ["R", "red"], ["B", "blue"], ["Y", "yellow"]]);
const command = /\[%(csl|cal)\s+([^\]]*)\]/g;

/** @typedef {{ colour: string, squares: number[] }} Shape a circle around one square, or an arrow over two */

// nameOf is how a square is written, the same in all boards that show letters.
/** @param {Variant} variant @param {number} square */
const nameOf = (variant, square) => (variant.algebraic ? variant.squares[square - 1].name : String(square).padStart(2, "0"));

// shapesIn returns what is drawn in some comments. What is not understood is left out.
/** @param {string[]} comments @param {Variant} variant @returns {Shape[]} */
export function shapesIn(comments, variant) {
  const named = new Map(variant.squares.flatMap((s, i) => [[s.name, i + 1], [String(i + 1).padStart(2, "0"), i + 1]]));
  /** @type {Shape[]} */
  const shapes = [];
  for (const [, kind, list] of comments.flatMap((c) => [...c.matchAll(command)])) {
    for (const item of list.split(",").map((text) => text.trim())) {
      const squares = (item.slice(1).match(/../g) ?? []).map((name) => named.get(name) ?? 0);
      const whole = item.length === (kind === "csl" ? 3 : 5) && squares.every(Boolean) && squares[0] !== squares[1];
      if (whole && colours.has(item[0])) shapes.push({ colour: item[0], squares });
    }
  }
  return shapes;
}

// withShapes returns comments with these shapes and no others. The rest of them stays.
/** @param {string[]} comments @param {Shape[]} shapes @param {Variant} variant */
export function withShapes(comments, shapes, variant) {
  /** @param {string} name @param {number} squares */
  const written = (name, squares) => {
    const items = shapes.filter((s) => s.squares.length === squares).map((s) => s.colour + s.squares.map((n) => nameOf(variant, n)).join(""));
    return items.length ? `[%${name} ${items.join(",")}]` : "";
  };
  const rest = comments.map((c) => c.replace(command, "").trim()).filter(Boolean);
  const drawn = written("csl", 1) + written("cal", 2);
  return drawn ? [drawn, ...rest] : rest;
}

// toggled returns shapes with one more, without it if it is there, or with it in its new colour.
/** @param {Shape[]} shapes @param {Shape} shape */
export function toggled(shapes, shape) {
  /** @param {Shape} other */
  const same = (other) => other.squares.join() === shape.squares.join();
  const before = shapes.find(same);
  const others = shapes.filter((other) => !same(other));
  return before?.colour === shape.colour ? others : [...others, shape];
}

// colourOf is the colour that the keys held down choose.
/** @param {PointerEvent} e */
function colourOf(e) {
  const [first, second] = [e.shiftKey || e.ctrlKey, e.altKey || e.metaKey];
  return first && second ? "Y" : first ? "R" : second ? "B" : "G";
}

export class Drawing {
  /** @param {Session} session @param {Board} board @param {Mode} mode */
  constructor(session, board, mode) {
    this.session = session;
    this.board = board;
    this.mode = mode;
    this.from = 0; // where an arrow begins that is being drawn
    const { place } = board;
    place.addEventListener("pointerdown", (e) => this.down(e));
    place.addEventListener("pointermove", (e) => this.preview(e));
    place.addEventListener("pointerup", (e) => this.up(e));
    place.addEventListener("pointercancel", () => this.end());
    session.on("game", () => this.end());
    session.on("board", () => this.end());
    session.view(() => { if (!this.from) this.show(); });
  }

  shapes() {
    return shapesIn(this.session.node.comments, this.session.variant);
  }

  /** @param {PointerEvent} e */
  down(e) {
    if (this.from) return this.end(); // another button gives it up
    if (e.button !== 2 || !this.mode.may("mark")) return;
    this.from = this.board.squareAt(e.clientX, e.clientY);
    if (!this.from) return;
    e.preventDefault();
    this.board.place.setPointerCapture(e.pointerId);
    this.preview(e);
  }

  /** @param {PointerEvent} e */
  shape(e) {
    const to = this.board.squareAt(e.clientX, e.clientY);
    return to && { colour: colourOf(e), squares: to === this.from ? [to] : [this.from, to] };
  }

  /** @param {PointerEvent} e */
  preview(e) {
    if (!this.from) return;
    const shape = this.shape(e);
    this.show(shape ? [shape] : []);
  }

  /** @param {PointerEvent} e */
  up(e) {
    const shape = this.from && e.button === 2 && this.shape(e);
    this.from = 0;
    if (shape) this.toggle(shape);
    else this.session.redraw();
  }

  end() {
    this.from = 0;
    this.session.redraw();
  }

  /** @param {Shape} shape */
  toggle(shape) {
    const { node, variant } = this.session;
    node.comments = withShapes(node.comments, toggled(this.shapes(), shape), variant);
    this.session.changed();
  }

  // show draws what belongs to the position, and what is being drawn.
  /** @param {Shape[]} more */
  show(more = []) {
    const shapes = this.mode.may("mark") ? [...this.shapes(), ...more] : [];
    this.board.drawings(shapes.map(({ colour, squares }) => ({ squares, kind: "drawn " + colours.get(colour), rank: 2 })));
  }
}
