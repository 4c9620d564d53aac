// Moves in the address, as short as they can be without knowing the rules: a letter for each square.

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
const most = 50; // the squares of the largest board; the letters after them say how many pieces are captured

// pack writes moves, 32-28 or 28x19x23, as a text for an address: the squares from and to, and of a
// capture the number of captured pieces before them, and where these stand after them. It is "" if
// there is no letter for something.
/** @param {string[]} moves */
export function pack(moves) {
  const all = moves.map((move) => move.split(/[-x]/).map(Number));
  if (all.some((squares) => squares.length - 2 >= letters.length - most || squares.some((n) => !(n >= 1 && n <= most)))) return "";
  return all.map((squares) => (squares.length > 2 ? letters[most + squares.length - 2] : "") + squares.map((n) => letters[n]).join("")).join("");
}

// unpack returns the moves again; of a text that is broken those before the fault.
/** @param {string} text */
export function unpack(text) {
  const moves = [];
  const numbers = [...text].map((letter) => letters.indexOf(letter));
  for (let i = 0; i < numbers.length;) {
    const captures = numbers[i] > most ? numbers[i++] - most : 0;
    const squares = numbers.slice(i, i + 2 + captures);
    if (squares.length < 2 + captures || squares.some((n) => n < 1 || n > most)) break;
    moves.push(squares.join(captures ? "x" : "-"));
    i += squares.length;
  }
  return moves;
}
