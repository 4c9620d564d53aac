// A server of a game of its own, for walks through the page: the page knows no rules, so any moves
// will do. Each question waits until somebody lets it be answered.

const mostPlies = 14; // after which a game ends
const bound = (n, most) => 1 + ((n - 1 + 2 * most) % most);

// A variant of a game on so many rows: each has half as many squares as columns.
const variant = (name, size) => ({
  name, title: `${name} draughts`, size, rows: 2, first: "w", algebraic: name === "tiny", goal: "", draws: ["usual", "other"],
  squares: Array.from({ length: size * size / 2 }, (_, i) => ({ row: Math.floor((2 * i) / size), column: (2 * i) % size, name: `${"abcdefgh"[i % 8]}${1 + Math.floor(i / 8)}`, number: String(i + 1) })),
});

export const about = {
  variants: [variant("international", 6), variant("tiny", 4)], threads: 2, hash: 64, version: "0", library: "add", sets: true,
  levels: Array.from({ length: 10 }, (_, i) => ({ nodes: 10 ** i })), engines: [{ name: "Other", analyses: true }, { name: "Silent", analyses: false }],
};

const most = (name) => about.variants.find((v) => v.name === name)?.squares.length ?? 0;
const first = (fen = "") => (fen.startsWith("B") ? "b" : "w");
const turnAt = (fen, depth) => ((depth % 2 === 0) === (first(fen) === "w") ? "w" : "b");
const boardAt = (name, fen, depth) => turnAt(fen, depth).toUpperCase() + "wbwbe".repeat(10).slice(0, most(name));

// legal returns the moves after so many: two without a capture, and two captures that begin alike.
function legal(name, fen, depth) {
  const n = most(name);
  const board = boardAt(name, fen, depth);
  const own = Array.from({ length: n }, (_, i) => i + 1).filter((square) => board[square] === turnAt(fen, depth));
  const [a, b] = [own[depth % own.length], own[(depth + 1) % own.length]];
  const [end, other] = [bound(a + 3, n), bound(a + 5, n)];
  const capture = (to, taken) => ({ move: [a, to, ...taken].join("x"), paths: [{ squares: [a, bound(a + 2, n), to], captured: taken }] });
  return [
    { move: `${a}-${bound(a + 1, n)}`, paths: [{ squares: [a, bound(a + 1, n)], captured: [] }] },
    { move: `${b}-${bound(b + 4, n)}`, paths: [{ squares: [b, bound(b + 4, n)], captured: [] }] },
    capture(end, [bound(a + 1, n), bound(a + 4, n)]), capture(other, [bound(a + 1, n), bound(a + 6, n)]),
  ].map((m) => ({ ...m, text: m.move, long: m.move }));
}

function check({ variant: name, fen = "", moves = [] }) {
  if (!most(name)) throw new Error(`There is no game ${name}.`);
  if (fen && !/^[WB]:/.test(fen)) throw new Error("That is no FEN.");
  moves.forEach((move, depth) => {
    if (!legal(name, fen, depth).some((m) => m.move === move)) throw new Error(`${move} is not legal after ${depth} moves`);
  });
}

function position({ variant: name, fen = "", moves = [], known = 0 }) {
  check({ variant: name, fen, moves });
  const over = moves.length >= mostPlies;
  const path = (move, depth) => legal(name, fen, depth).find((m) => m.move === move).paths[0];
  return {
    start: boardAt(name, fen, 0), fen: `${turnAt(fen, moves.length).toUpperCase()}:${moves.length}`, board: boardAt(name, fen, moves.length), diagram: "White to move",
    turn: turnAt(fen, moves.length), repetitions: 1, names: moves.length > 2 ? [{ own: "fork lock", by_language: { de: "Gabelfessel" }, structure: true }] : [], moves: over ? [] : legal(name, fen, moves.length).map((m, i) => ({ ...m, ...(i === 0 && moves.length < 3 && { book: { score: 10, chance: 0.5 } }) })),
    plies: moves.slice(known).map((move, i) => ({ move, text: move, path: path(move, known + i), board: boardAt(name, fen, known + i + 1) })),
    ...(over && { result: { outcome: "draw", reason: "agreed" } }), ...(moves.length === mostPlies - 2 && { settled: { outcome: "white", reason: "endgame database: won" } }),
  };
}

// judge finds a mistake in each third move, once all positions have been searched.
function judge({ variant: name, fen = "", moves = [], found = [], explain }) {
  check({ variant: name, fen, moves });
  const known = new Set(found.map((f) => f.ply));
  const of = (i) => {
    const move = legal(name, fen, i);
    const bad = i % 3 !== 2 && moves[i] !== move[0].move;
    return {
      ply: i + 1, number: 1 + (i >> 1), side: turnAt(fen, i) === "w" ? "white" : "black", move: moves[i], eval: "", counts: true, chance: 0.4, loss: bad ? 0.3 : 0,
      ...(bad && { verdict: "blunder", sign: "??", better: [move[0].text], better_moves: [move[0].move], reply: [], reply_moves: [], reply_paths: [[1, 2]] }),
    };
  };
  const judged = moves.map((_, i) => of(i)).filter((m) => known.has(m.ply - 1) && known.has(m.ply));
  const count = (side) => ({ moves: judged.length, accuracy: judged.length ? 90 : null, loss: 0, only_moves: 0, missed_wins: 0, inaccuracies: 0, mistakes: 0, blunders: judged.filter((m) => m.side === side && m.verdict).length });
  return {
    chances: [...moves, ""].map((_, i) => (known.has(i) ? 0.5 : null)), moves: judged, sides: { white: count("white"), black: count("black") },
    next: [...moves, ""].flatMap((_, i) => (known.has(i) ? [] : [{ ply: i, pass: 1, nodes: 100 }])).slice(0, 3),
    ...(explain && { why: { words: ["It loses a piece."], kind: "taken", fen: `${turnAt(fen, explain - 1).toUpperCase()}:${explain}`, paths: [[1, 2]], texts: [] } }),
  };
}

function puzzle({ variant: name, theme = "", after = 0 }) {
  if (name === "tiny") return { number: 0, count: 0, themes: [], moves: [], texts: [] };
  const number = 1 + (after % 5);
  const fen = number % 2 ? "W:p" : "B:p";
  const moves = [0, 1, 2].map((depth) => legal(name, fen, depth)[number % 3].move);
  const ending = number === 4 && { left: 3, kinds: ["play-out"], moves: moves.slice(0, 1), texts: moves.slice(0, 1) };
  return { number, count: 5, themes: [{ theme: "shot", count: 3 }], theme, fen, kinds: ["shot"], moves, texts: moves, ...ending };
}

// An ending is won by three moves, none of which is the last one on the list.
function playOut({ variant: name, fen, moves = [] }) {
  check({ variant: name, fen, moves });
  const [first, second] = [0, 1].map((i) => legal(name, fen, moves.length + i)[0]);
  const reply = { reply: [first.text, second.text], reply_moves: [first.move, second.move], reply_paths: [[1, 2]] };
  if (moves.at(-1) === legal(name, fen, moves.length - 1).at(-1).move) return { wins: false, ...reply };
  return moves.length > 4 ? { wins: true } : { wins: true, left: (5 - moves.length) >> 1, ...reply };
}

const setup = ({ board }) => {
  if (!/w/i.test(board.slice(1)) || !/b/i.test(board.slice(1))) throw new Error("There must be pieces of both sides.");
  return { fen: board[0] + ":set" };
};

const listed = (id) => ({ id, variant: "international", white: "A", black: "B", event: "", date: "", result: "white", plies: 3, ply: 1 });
const line = (name, n, pick) => Array.from({ length: n }, (_, depth) => ({ move: legal(name, "", depth)[(pick + depth) % 4].move, text: legal(name, "", depth)[(pick + depth) % 4].move }));
const game = (id) => ({ variant: id % 3 ? "international" : "tiny", tags: [{ name: "White", value: "A" }, { name: "Black", value: "B" }], result: "1-0", line: line(id % 3 ? "international" : "tiny", 3 + (id % 4), id) });
const results = { games: 3, white: 1, drawn: 1, black: 1, unknown: 0, score: 0.5 };

/** @type {Record<string, (body: any) => unknown>} */
const answers = {
  about: () => about, position, judge, puzzle, "puzzle/play": playOut, setup,
  move: (q) => { check(q); return { move: legal(q.variant, q.fen, (q.moves ?? []).length).find((m) => m.move.startsWith(q.text))?.move ?? (() => { throw new Error("No such move."); })() }; },
  draw: ({ moves }) => ({ accepted: moves.length % 2 === 0 }), "puzzle/try": ({ moves }) => ({ wins: moves.length % 3 === 0, reply: [], reply_moves: [], reply_paths: [[1, 2]] }),
  opening: ({ variant: name }) => ({ moves: [0, 1].map((depth) => legal(name, "", depth)[1].move) }),
  close: () => ({}), rules: () => ({ sentences: ["White begins."], diagrams: [] }), picture: () => ({ type: "image/png", data: "AAAA" }),
  "pdn/list": ({ text }) => ({ games: text.includes("g") ? [...text.matchAll(/g/g)].map((_, i) => ({ line: i + 1, white: "A", black: "B", event: "", date: "", result: "1-0", variant: "", plies: 3 })) : (() => { throw new Error("There are no games in it."); })() }),
  "pdn/read": ({ text }) => game(text.length), "pdn/write": () => ({ text: "pdn" }),
  engine: () => ({ title: "Other", params: [{ name: "hash", value: "1", type: "int", min: "1", max: "9" }, { name: "book", value: "true", type: "bool" }] }), "engine/set": () => ({ title: "", params: [] }),
  "library/stats": (q) => { check(q); return { all: results, moves: legal(q.variant, q.fen, q.moves.length).slice(0, 2).map((m) => ({ ...results, move: m.move, text: m.text, chance: null })) }; },
  "library/find": ({ after }) => ({ games: after < 6 ? [listed(after + 1), listed(after + 2), listed(after + 3)] : [], more: after < 3 }),
  "library/game": ({ id }) => game(id),
};

const said = (event, data) => new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
const stopped = () => new DOMException("stopped", "AbortError");
const response = (answer, status = 200, body = undefined) => ({ ok: status === 200, status, body, json: async () => JSON.parse(JSON.stringify(answer)) });
const failed = (status, error) => response({ error }, status);
const streamed = (start) => response(null, 200, new ReadableStream({ start }));

/** @typedef {"well" | "refused" | "busy" | "lost"} How a question is answered */

export class Server {
  /** @type {{ path: string, body: any, seen: unknown, answer: (how: How) => void }[]} */
  waiting = [];

  /** @param {() => unknown} see what is kept with each question, of the time when it was asked */
  constructor(see) {
    this.see = see;
  }

  fetch = (/** @type {string} */ address, /** @type {{ body?: any, signal?: AbortSignal }} */ { body, signal } = {}) => {
    const path = address.replace("/api/", "").replace(/\?.*/, "");
    const question = typeof body === "string" ? JSON.parse(body) : body;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(stopped());
      const item = this.wait(path, question, (how) => {
        if (how === "lost") return reject(new TypeError("no network"));
        if (how === "busy") return resolve(failed(503, "Too many questions."));
        if (how === "refused") return resolve(failed(400, "That cannot be."));
        if (path === "search") return resolve(this.search(question, signal));
        if (path === "library/add") return resolve(streamed((to) => { to.enqueue(said("done", { games: 2, added: 2, known: 0, removed: 0, rejected: 0, earlier: 0 })); to.close(); }));
        try {
          return resolve(response(answers[path](question)));
        } catch (error) {
          return resolve(failed(400, error.message));
        }
      });
      signal?.addEventListener("abort", () => { this.drop(item); reject(stopped()); });
    });
  };

  wait(path, body, answer) {
    const item = { path, body, seen: this.see(), answer };
    this.waiting.push(item);
    return item;
  }

  drop(item) {
    this.waiting = this.waiting.filter((other) => other !== item);
  }

  // search tells what it has found, and is done when it is answered again.
  search(question, signal) {
    const { variant: name, fen = "", moves = [] } = question;
    const move = legal(name, fen, moves.length)[(moves.length + String(question.level ?? "").length) % 3].move;
    const finding = { score: 40, chance: 0.55, line: 1, depth: 9, nodes: 1000, time: 1, speed: 1000, moves: [move], texts: [move] };
    return streamed((to) => {
      to.enqueue(said("info", finding));
      const item = this.wait("search/end", question, (how) => {
        if (how === "lost") return to.error(new TypeError("no network"));
        to.enqueue(how === "busy" ? said("failed", { error: "It has crashed.", again: false }) : how === "refused" ? said("done", { found: false, depth: 0, score: 0, chance: 0.5 }) : said("done", { ...finding, found: true, move, text: move }));
        return to.close();
      });
      signal?.addEventListener("abort", () => {
        if (!this.waiting.includes(item)) return;
        this.drop(item);
        to.error(stopped());
      });
    });
  }
}
