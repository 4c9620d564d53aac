// How a legal move is chosen by clicks on squares. The server has listed every
// move with all ways to make it; here they are only told apart.

/** @param {Way} way */
const end = (way) => way.path.squares[way.path.squares.length - 1];

export class Picker {
  from = 0;
  step = 0; // landings made
  /** @type {Way[]} */ ways = [];

  /** @param {Move[]} moves */
  constructor(moves = []) {
    this.all = moves.flatMap((move) => move.paths.map((path) => ({ move, path })));
  }

  cancel() {
    this.from = this.step = 0;
    this.ways = [];
  }

  starts() {
    return new Set(this.all.map((w) => w.path.squares[0]));
  }

  /** @param {number} square */
  start(square) {
    this.cancel();
    this.ways = this.all.filter((w) => w.path.squares[0] === square);
    if (this.ways.length) this.from = square;
    return this.ways.length > 0;
  }

  // at is where the piece has got to, taken what it captured on the way.
  at() {
    return this.from ? this.ways[0].path.squares[this.step] : 0;
  }

  taken() {
    return this.from ? this.ways[0].path.captured.slice(0, this.step) : [];
  }

  landings() {
    return new Set(this.ways.map((w) => w.path.squares[this.step + 1]));
  }

  ends() {
    return new Set(this.ways.map((w) => end(w)));
  }

  /** @param {number} square */
  isTarget(square) {
    return this.from !== 0 && (this.landings().has(square) || this.ends().has(square) || this.victims(square).length > 0);
  }

  // victims returns the ways that take what stands on a square.
  /** @param {number} square */
  victims(square) {
    return this.ways.filter((w) => w.path.captured.indexOf(square) >= this.step);
  }

  moves() {
    return [...new Set(this.ways.map((w) => w.move))];
  }

  // choose takes a click, and reports whether the square means something. The move is chosen if there is
  // but one then.
  /** @param {number} square */
  choose(square) {
    if (!this.from) return this.chooseTarget(square);
    const landing = this.ways.filter((w) => w.path.squares[this.step + 1] === square);
    const ends = this.ways.filter((w) => end(w) === square);
    const ways = [landing, ends, this.victims(square)].find((all) => all.length);
    if (!ways) return false;
    this.ways = ways;
    if (ways === landing) this.step++;
    else if (!this.only()) this.advance();
    return true;
  }

  // chooseTarget takes a click without a piece: the square may decide.
  /** @param {number} square */
  chooseTarget(square) {
    const ways = this.all.filter((w) => end(w) === square);
    if (new Set(ways.map((w) => w.move)).size !== 1) return false;
    this.ways = ways;
    this.from = ways[0].path.squares[0];
    return true;
  }

  // advance goes on as long as all ways are the same.
  advance() {
    const next = () => new Set(this.ways.map((w) => w.path.squares[this.step + 1]));
    const shortest = Math.min(...this.ways.map((w) => w.path.squares.length));
    while (next().size === 1 && this.step < shortest - 2) this.step++;
  }

  // only returns the way to play if there is but one move left.
  only() {
    return this.moves().length === 1 ? this.ways[0] : null;
  }
}
