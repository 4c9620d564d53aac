// How a legal move is chosen by clicks on squares. The server has listed every
// move with all ways to make it; here they are only told apart.

export class Picker {
  constructor(moves = []) {
    this.all = moves.flatMap((move) => move.paths.map((path) => ({ move, path })));
    this.cancel();
  }

  cancel() {
    this.from = 0;
    this.step = 0; // landings made
    this.ways = [];
  }

  starts() {
    return new Set(this.all.map((w) => w.path.squares[0]));
  }

  start(square) {
    this.cancel();
    this.ways = this.all.filter((w) => w.path.squares[0] === square);
    if (this.ways.length) this.from = square;
    return this.ways.length > 0;
  }

  // at is where the piece has got to, taken what it captured on the way.
  at() {
    return this.from && this.ways[0].path.squares[this.step];
  }

  taken() {
    return this.from ? this.ways[0].path.captured.slice(0, this.step) : [];
  }

  landings() {
    return new Set(this.ways.map((w) => w.path.squares[this.step + 1]));
  }

  ends() {
    return new Set(this.ways.map((w) => w.path.squares.at(-1)));
  }

  isTarget(square) {
    return this.from !== 0 && (this.landings().has(square) || this.ends().has(square) || this.victims(square).length > 0);
  }

  victims(square) {
    return this.ways.filter((w) => w.path.captured.indexOf(square) >= this.step);
  }

  moves() {
    return [...new Set(this.ways.map((w) => w.move))];
  }

  // choose takes a click. It returns the way to play, "step" if there is more
  // to choose, or null if the square means nothing.
  choose(square) {
    if (!this.from) return this.chooseTarget(square);
    const landing = this.ways.filter((w) => w.path.squares[this.step + 1] === square);
    if (landing.length) {
      this.ways = landing;
      this.step++;
      return this.decided();
    }
    let ways = this.ways.filter((w) => w.path.squares.at(-1) === square);
    if (!ways.length) ways = this.victims(square);
    if (!ways.length) return null;
    this.ways = ways;
    return this.decided() === "step" ? this.advance() : this.decided();
  }

  // chooseTarget takes a click without a piece: the square may decide.
  chooseTarget(square) {
    const ways = this.all.filter((w) => w.path.squares.at(-1) === square);
    if (new Set(ways.map((w) => w.move)).size !== 1) return null;
    this.ways = ways;
    this.from = ways[0].path.squares[0];
    return this.decided();
  }

  decided() {
    return this.moves().length === 1 ? this.ways[0] : "step";
  }

  // advance goes on as long as all ways are the same.
  advance() {
    const next = () => new Set(this.ways.map((w) => w.path.squares[this.step + 1]));
    const shortest = Math.min(...this.ways.map((w) => w.path.squares.length));
    while (next().size === 1 && this.step < shortest - 2) this.step++;
    return "step";
  }

  // only returns the way of the piece if it has but one move.
  only() {
    return this.moves().length === 1 ? this.ways[0] : null;
  }
}
