// Three examples of what a page can do with an engine: the legal moves of a game, a search with
// lines, and a game of a PDN file that is read and judged. An engine is what start() of stupol.js
// returns.

/**
 * Sends lines, the last of which is answered by a line that begins with a word, and returns all
 * lines up to that one. An error among them is thrown.
 *
 * @param {import("./stupol.js").Engine} engine
 * @param {string[]} lines
 * @param {string} end
 * @returns {Promise<string[]>}
 */
export function ask(engine, lines, end) {
  return new Promise((resolve, reject) => {
    /** @type {string[]} */
    const said = [];
    engine.onmessage = ({ data: line }) => {
      said.push(line);
      if (!line.startsWith(end)) return;
      const wrong = said.find((one) => one.startsWith("error"));
      if (wrong) reject(new Error(wrong));
      else resolve(said);
    };
    for (const line of lines) engine.postMessage(line);
  });
}

/**
 * Has the engine play a variant: "normal", "russian", and so on.
 *
 * @param {import("./stupol.js").Engine} engine
 * @param {string} variant
 */
export const begin = (engine, variant) =>
  ask(engine, [`set-param name=variant value=${variant}`, "set-param name=book value=false", "init"], "ready");

/**
 * The best lines after the moves of a game, the best first: scores are in men for the side to move.
 *
 * @param {import("./stupol.js").Engine} engine
 * @param {string[]} moves
 * @param {number} count
 * @param {string} level
 * @returns {Promise<{score: number, moves: string[]}[]>}
 */
export async function linesOf(engine, moves, count, level = "nodes=20000") {
  const position = `pos start moves="${moves.join(" ")}"`;
  const said = await ask(engine, [`set-param name=multi-pv value=${count}`, position, `level ${level}`, "go think"], "done");
  /** @type {{score: number, moves: string[]}[]} */
  const lines = [];
  for (const line of said) {
    const [, score, one, several] = line.match(/ score=(\S+).* pv=(?:"([^"]*)"|(\S+))/) ?? [];
    const rank = Number(line.match(/ multipv=(\d+)/)?.[1] ?? 1);
    if (score) lines[rank - 1] = { score: Number(score), moves: (one ?? several).split(" ") };
  }
  return lines;
}

/**
 * The legal moves after those of a game.
 *
 * @param {import("./stupol.js").Engine} engine
 * @param {string[]} moves
 */
export async function legalMoves(engine, moves) {
  const said = await ask(engine, [`pos start moves="${moves.join(" ")}"`, "moves"], "moves");
  const [, list = ""] = said.at(-1)?.match(/ list="?([^"]*)/) ?? [];
  return list.split(" ").filter(Boolean).sort();
}

/**
 * How a game stands after its moves: whose turn it is, the result ("none", "white", "black" or
 * "draw") and why.
 *
 * @param {import("./stupol.js").Engine} engine
 * @param {string[]} moves
 * @returns {Promise<{turn: string, result: string, reason: string}>}
 */
export async function stateOf(engine, moves) {
  const said = await ask(engine, [`pos start moves="${moves.join(" ")}"`, "state"], "state");
  const [, turn = "", result = "", reason = ""] = said.at(-1)?.match(/ turn=(\S+) result=(\S+)(?: reason="?([^"]*?)"?)? occurred/) ?? [];
  return { turn, result, reason };
}

/**
 * The number of a square that is named by letter and number, as Russian and Brazilian games have it:
 * a1 is White's left corner.
 *
 * @param {string} name
 */
const numberOf = (name) => 4 * (8 - Number(name[1])) + ((name.charCodeAt(0) - 97) >> 1) + 1;

/**
 * The moves of a game in PDN without variations, each with the men by which it is worse than the
 * best one. Moves are numbers, as 32-28, or squares, as c3-d4; a text without moves is an error.
 *
 * @param {import("./stupol.js").Engine} engine
 * @param {string} pdn
 * @param {string} [level]
 * @returns {Promise<{move: string, loss: number, better: string}[]>}
 */
export async function judge(engine, pdn, level) {
  const text = pdn.replace(/\[[^\]]*\]|\{[^}]*\}/g, " ");
  const written = text.match(/\b(?:\d+|[a-h][1-8])(?:[-x:](?:\d+|[a-h][1-8]))+\b/g)?.filter((move) => !/^[012]-[012]$/.test(move));
  if (!written) throw new Error("there are no moves in the text");
  const moves = written.map((move) => move.replaceAll(":", "x").replace(/[a-h][1-8]/g, (name) => String(numberOf(name))));
  const judged = [];
  let before = await linesOf(engine, [], 1, level);
  for (const [i, move] of moves.entries()) {
    const after = await linesOf(engine, moves.slice(0, i + 1), 1, level);
    const worth = after.length > 0 ? -after[0].score : 100; // who cannot move has lost
    judged.push({ move, loss: Math.max(0, before[0].score - worth), better: before[0].moves[0] });
    before = after;
  }
  return judged;
}
