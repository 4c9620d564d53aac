// The page of a match that is watched. It only shows what the server tells; what engines have
// printed is a stranger's text, and is put in as text, never as HTML.

import { catalogueName, dayOf, decimal, heard, languages, loadLanguage, number, phrase, signed, translatePage } from "./language.js";

/** @typedef {{ name: string, limits: string, program: string, command?: string, params?: string[] }} Engine */
/** @typedef {{ title: string, draws: string, openings: string, ends: string[], test?: string, engines: Engine[], size: number, analyse?: string, squares: number[][] }} Head */
/** @typedef {{ score?: string, depth?: number, nodes?: number, spent: number, clock?: number }} Said */
/** @typedef {{ number: string, white: string, black: string, opening: string, board: string, last?: number[], text?: string, moves: number, scores: (number | null)[], depths: number[], clocks: (number | null)[], first: number, said: Said[], age: number }} Board */
/** @typedef {{ a: string, b: string, games: number, wins: number, draws: number, losses: number, pentanomial: number[], elo: number | null, elo_low: number | null, elo_high: number | null, los: number | null }} Pairing */
/** @typedef {{ name: string, rating: number, points: number, seconds_per_move: number, nodes_per_move: number, nodes_per_second: number, depth: number, forfeits?: Record<string, number> }} Played */
/** @typedef {{ llr: number | null, lower: number, upper: number, verdict: string }} Test */
/** @typedef {{ pairings: Pairing[], engines: Played[], sprt?: Test }} Standing */
/** @typedef {{ name: string, idea: string, game: string, limits: string, state: string, playing: boolean, fault?: string, counted: number, total: number, standing: Standing | null }} Trial */
/** @typedef {{ standing: Standing, counted: number, total: number, waiting: number, openings: number[], boards: Board[], follows: boolean, over: boolean }} State */
/** @typedef {{ number: string, white: string, black: string, winner: string, reason: string, opening: string, plies: number, forfeit: boolean }} Row */
/** @typedef {Said & { board: string, text?: string, last?: number[], white?: boolean, value?: number }} Step */
/** @typedef {Row & { date: string, steps: Step[], first: number, book: number, link: string }} Game */
/** @typedef {Record<string, string | number | boolean | EventListener>} Attributes */

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {(Element | string)[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}
/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Attributes} attributes @param {(Element | string)[]} children */
const el = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
/** @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Attributes} attributes @param {(Element | string)[]} children */
const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** @type {Head | null} */
let head = null;
/** @type {State | null} */
let state = null;
let told = 0; // when state came
let stood = ""; // what of it was shown before, but for the boards
/** @type {Trial[]} */
let trials = []; // of a queue
/** @type {Row[]} */
let rows = [];
let epoch = -1;
let most = 100; // rows of the list that are shown
/** @type {Game | null} */
let opened = null;
let at = 0; // the step of opened that is shown

// Numbers and times.

const elo = (/** @type {number | null} */ n) => (n === null ? "?" : signed(n, 1));
const part = (/** @type {number} */ done, /** @type {number} */ all) => phrase("{done} of {all}", { done, all });
const range = (/** @type {number} */ low, /** @type {number} */ high, digits = 1) => phrase("{low} to {high}", { low: signed(low, digits), high: signed(high, digits) });

// scoreText writes a score as the language does: in men, or in moves to the end.
const scoreText = (/** @type {string} */ text) => (text.startsWith("#") ? text.replace("-", "−") : signed(Number(text), 2));

/** @param {number} ms */
function clockText(ms) {
  const s = Math.abs(ms) / 1000;
  const minutes = Math.floor(s / 60);
  const text = minutes >= 1 ? `${minutes}:${String(Math.floor(s % 60)).padStart(2, "0")}` : phrase("{n} s", { n: decimal(s, 1) });
  return (ms < 0 ? "−" : "") + text;
}

/** @param {Said} said */
const saidText = (said) =>
  [said.score && scoreText(said.score), said.depth && phrase("depth {depth}", { depth: said.depth }), said.nodes && phrase("{n} node|{n} nodes", { n: said.nodes }), said.spent >= 100 && clockText(said.spent)].filter(Boolean).join(" · ");

/** @param {string} winner */
const result = (winner) => (winner === "white" ? "1–0" : winner === "black" ? "0–1" : "½–½");

// Boards.

// drawBoard shows a position, in the letters of Hub, and its last move. It draws anew what changes only.
/** @param {Element} place @param {string} board @param {number[]} last */
function drawBoard(place, board, last) {
  if (!head) return;
  let picture = place.querySelector("svg");
  if (!picture) {
    const n = head.size;
    picture = svg("svg", { class: "board", viewBox: `0 0 ${n} ${n}`, role: "img" }, svg("rect", { class: "light", width: n, height: n }));
    for (const [row, column] of head.squares) picture.append(svg("rect", { class: "dark", x: column, y: row, width: 1, height: 1 }));
    picture.append(svg("g"));
    place.append(picture);
  }
  const pieces = /** @type {Element} */ (picture.lastElementChild);
  pieces.replaceChildren();
  for (const number of last) {
    const [row, column] = head.squares[number - 1];
    pieces.append(svg("rect", { class: "moved", x: column, y: row, width: 1, height: 1 }));
  }
  const on = { w: /** @type {string[]} */ ([]), b: /** @type {string[]} */ ([]) };
  for (const [i, [row, column]] of head.squares.entries()) {
    const letter = board[i + 1];
    if (letter === "e" || !letter) continue;
    const side = /** @type {"w" | "b"} */ (letter.toLowerCase());
    pieces.append(svg("circle", { class: "piece " + side, cx: column + 0.5, cy: row + 0.5, r: 0.4 }));
    if (letter !== side) pieces.append(svg("circle", { class: "crown " + side, cx: column + 0.5, cy: row + 0.5, r: 0.22 }));
    on[side].push((letter === side ? "" : "K") + (i + 1));
  }
  picture.setAttribute("aria-label", `${phrase("White")}: ${on.w.join(" ")}. ${phrase("Black")}: ${on.b.join(" ")}.`);
}

/** @typedef {{ scores: (number | null | undefined)[], depths: (number | undefined)[], clocks: (number | null | undefined)[] }} Curves of both players, a value a move */
/** @type {keyof Curves} */
let curve = "scores"; // that graphs show

// scales say, of each curve, what the graph is called, and which part of its height a value is at, as the
// largest of a game has it; and what its edges are.
const scales = {
  scores: {
    title: () => phrase("Scores of both players over the moves"), most: (/** @type {number} */ n) => Math.min(Math.max(n, 100), 1000), // hundredths of a man
    at: (/** @type {number} */ n, /** @type {number} */ most) => (1 + Math.max(-1, Math.min(1, n / most))) / 2,
    edge: (/** @type {number} */ most) => phrase("up is good for White, to ±{men}", { men: decimal(most / 100, 1) }),
  },
  depths: {
    title: () => phrase("Depths of both players over the moves"), most: (/** @type {number} */ n) => Math.max(n, 10), at: (/** @type {number} */ n, /** @type {number} */ most) => n / most,
    edge: (/** @type {number} */ most) => phrase("up to {n}", { n: number(most) }),
  },
  clocks: {
    title: () => phrase("Clocks of both players over the moves"), most: (/** @type {number} */ n) => Math.max(n, 1000), at: (/** @type {number} */ n, /** @type {number} */ most) => Math.max(n, 0) / most,
    edge: (/** @type {number} */ most) => phrase("up to {n}", { n: clockText(most) }),
  },
};

// graph draws what both sides have said over the moves, scores for White.
/** @param {Curves} curves @param {number} first who has the first of them @param {number} here */
function graph(curves, first, here = -1) {
  const values = curves[curve];
  const { title, most: mostOf, at: heightOf, edge } = scales[curve];
  const width = Math.max(values.length - 1, 10);
  const most = mostOf(Math.max(...values.map((n) => Math.abs(n ?? 0)), 0));
  const picture = svg("svg", { class: "graph", viewBox: `0 0 ${width} 100`, preserveAspectRatio: "none", role: "img", "aria-label": title() });
  if (curve === "scores") picture.append(svg("line", { x1: 0, x2: width, y1: 50, y2: 50 }));
  if (here >= 0) picture.append(svg("line", { class: "here", x1: here, x2: here, y1: 0, y2: 100 }));
  for (const side of [0, 1]) {
    const points = values.flatMap((n, i) => ((i + first) % 2 === side && typeof n === "number" ? [`${i},${(97 - 94 * heightOf(n, most)).toFixed(1)}`] : []));
    picture.append(svg("polyline", { class: side ? "of-black" : "of-white", points: points.join(" ") }));
  }
  const key = (/** @type {string} */ name, /** @type {string} */ text) => el("span", {}, svg("svg", { viewBox: "0 0 24 8" }, svg("line", { class: name, x1: 0, x2: 24, y1: 4, y2: 4 })), text);
  const none = !values.some((n) => typeof n === "number" && (n !== 0 || curve === "scores"));
  return el("div", {}, picture, el("p", { class: "key" }, key("of-white", phrase("White")), key("of-black", phrase("Black")), none ? phrase("not told") : edge(most)));
}

// choose has all graphs show another curve.
/** @param {keyof Curves} wanted */
function choose(wanted) {
  curve = wanted;
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll(".curve-of"))) select.value = curve;
  for (const c of cards.values()) c.shown = "";
  drawBoards();
  show(at);
}

/** @type {Map<string, { card: Element, board: Element, graph: Element, players: Element[], shown: string }>} */
const cards = new Map(); // by game

// card returns what shows a game that is played.
/** @param {Board} game */
function card(game) {
  const known = cards.get(game.number);
  if (known) return known;
  const player = (/** @type {string} */ side, /** @type {string} */ name) =>
    el("div", { class: "player" }, el("span", { class: "dot " + side, role: "img", "aria-label": side === "white" ? phrase("White") : phrase("Black") }), el("span", { class: "name", title: name }, name), el("span", { class: "clock" }), el("span", { class: "told" }));
  const made = { board: el("div"), graph: el("div"), players: [player("white", game.white), player("black", game.black)], shown: "", card: el("article", { class: "card" }) };
  made.card.append(el("h3", {}, `${phrase("Game {number}", { number: game.number })}, ${game.opening}`), made.players[1], made.board, made.players[0], made.graph);
  cards.set(game.number, made);
  return made;
}

function drawBoards() {
  if (!state) return;
  const playing = new Set(state.boards.map((game) => game.number));
  for (const [number, c] of cards) {
    if (playing.has(number)) continue;
    c.card.remove();
    cards.delete(number);
  }
  for (const game of state.boards) {
    const c = card(game);
    if (!c.card.parentElement) $("boards").append(c.card);
    const now = game.moves + game.board;
    if (c.shown !== now) {
      c.shown = now;
      drawBoard(c.board, game.board, game.last ?? []);
      c.graph.replaceChildren(graph(game, game.first));
    }
    for (const [side, player] of c.players.entries()) player.children[3].textContent = saidText(game.said[side]);
  }
  tick();
  $("nothing").hidden = state.boards.length > 0;
  $("nothing").textContent = state.follows ? phrase("Not known here: journals have games when they have ended.") : phrase("Nothing at the moment.");
}

// tick shows the clocks. That of who is to move goes on between two reports.
function tick() {
  for (const game of state?.boards ?? []) {
    const c = cards.get(game.number);
    for (const [side, player] of (c?.players ?? []).entries()) {
      const turn = game.board[0] === "WB"[side];
      player.classList.toggle("turn", turn);
      const clock = game.said[side].clock;
      if (clock !== undefined) player.children[2].textContent = clockText(clock - (turn ? game.age + Date.now() - told : 0));
    }
  }
}

// The standing.

/** @param {string} value @param {string} what @param {Element[]} more */
const figure = (value, what, ...more) => el("div", { class: "figure" }, el("b", {}, value), el("span", {}, what), ...more);

/** @param {number} share */
const bar = (share) => svg("svg", { viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("rect", { class: "track", width: 100, height: 4 }), svg("rect", { class: "fill", width: Math.max(0, Math.min(1, share)) * 100, height: 4 }));

/** @param {HTMLElement} table @param {string[]} names @param {(string | Element)[][]} lines @param {number} texts columns at the left that are no numbers */
function fillTable(table, names, lines, texts) {
  table.replaceChildren(
    el("thead", {}, el("tr", {}, ...names.map((name, i) => el("th", { scope: "col", class: i < texts ? "name" : "number" }, name)))),
    el("tbody", {}, ...lines.map((line) => el("tr", {}, ...line.map((text, i) => el("td", { class: i < texts ? "name" : "number" }, text))))),
  );
}

function drawStanding() {
  if (!state || !head) return;
  const { pairings, engines, sprt } = state.standing;
  const counted = [phrase("games counted"), state.waiting && phrase("{n} not counted yet", { n: state.waiting })].filter(Boolean).join(", ");
  const figures = [
    figure(part(state.counted, state.total), counted, bar(state.counted / state.total)),
    figure(part(state.openings[0], state.openings[1]), phrase("openings done"), bar(state.openings[0] / state.openings[1])),
  ];
  if (pairings.length === 1 && pairings[0].games > 0) {
    const p = pairings[0];
    figures.push(figure(balance(p), phrase("{points} points of {games} for {name}", { points: points(p.wins + p.draws / 2), games: p.games, name: p.a })));
    figures.push(figure(`${elo(p.elo)} Elo`, interval(p) ? `95 %: ${interval(p)}` : phrase("no interval yet")));
  }
  if (sprt) {
    const share = sprt.llr === null ? 0 : (sprt.llr - sprt.lower) / (sprt.upper - sprt.lower);
    figures.push(figure(`LLR ${llr(sprt)}`, `${range(sprt.lower, sprt.upper, 2)}: ${heard(sprt.verdict)}`, bar(share)));
  }
  $("summary").replaceChildren(...figures);
  fillTable($("pairings"), [phrase("Pairing"), phrase("Games"), "+", "=", "−", "Elo", phrase("95 % interval"), phrase("Pairs by points 0 to 2")],
    pairings.map((p) => [`${p.a} – ${p.b}`, number(p.games), number(p.wins), number(p.draws), number(p.losses), p.games ? elo(p.elo) : "", interval(p), p.pentanomial.join(" ")]), 1);
  const ranked = [...engines].sort((a, b) => b.rating - a.rating);
  fillTable($("engines"), [phrase("Engine"), phrase("Rating"), phrase("Points"), phrase("Time a move"), phrase("Nodes a move"), phrase("Nodes a second"), phrase("Depth"), phrase("Forfeits")],
    ranked.map((e) => [e.name, elo(e.rating), points(e.points), clockText(e.seconds_per_move * 1000), number(e.nodes_per_move), number(Math.round(e.nodes_per_second)), decimal(e.depth, 1), Object.entries(e.forfeits ?? {}).map(([kind, n]) => `${heard(kind)}: ${n}`).join(", ") || "0"]), 1);
}

const balance = (/** @type {Pairing} */ p) => `+${p.wins} =${p.draws} −${p.losses}`;
const points = (/** @type {number} */ n) => (n % 1 ? `${n >= 1 ? number(Math.floor(n)) : ""}½` : number(n));
const interval = (/** @type {Pairing} */ p) => (p.games && p.elo_low !== null && p.elo_high !== null ? range(p.elo_low, p.elo_high) : "");
const llr = (/** @type {Test} */ test) => (test.llr === null ? "?" : signed(test.llr, 2));

// drawTrials lists the trials of a queue. The one that is played stands as the match does.
function drawTrials() {
  $("trials").hidden = trials.length === 0;
  fillTable($("queue"), [phrase("Trial"), phrase("State"), phrase("Games"), "+ = −", "Elo", phrase("95 % interval"), "LLR"], trials.map((t) => {
    const now = t.playing ? (state ?? t) : t;
    const pairing = now.standing?.pairings[0];
    const test = now.standing?.sprt;
    const some = pairing && pairing.games > 0;
    return [el("div", {}, el("b", {}, t.idea), el("div", { class: "quiet" }, `${t.game}, ${t.limits}`)), t.fault ? phrase("failed: {reason}", { reason: t.fault }) : t.playing ? phrase("being played") : t.state,
      now.standing ? part(now.counted, now.total) : "", some ? balance(pairing) : "", some ? elo(pairing.elo) : "", some ? interval(pairing) : "", some && test ? llr(test) : ""];
  }), 2);
  for (const [i, row] of [...$("queue").querySelectorAll("tbody tr")].entries()) row.toggleAttribute("aria-current", trials[i].playing);
}

function drawHead() {
  if (!head) return;
  const names = head.engines.map((e) => e.name);
  const trial = trials.find((t) => t.playing);
  const title = trial ? trial.idea : names.length === 2 ? names.join(" – ") : phrase("{n} engine|{n} engines", { n: names.length });
  $("title").textContent = document.title = title;
  $("about").textContent = `${head.title}, ${head.draws}`;
  const lines = [[phrase("Openings"), head.openings], [phrase("Test"), head.test], [phrase("Games end early"), head.ends.join("; ") || phrase("never")]].flatMap(([name, text]) => (name && text ? [el("dt", {}, name), el("dd", {}, text)] : []));
  for (const e of head.engines) {
    const known = [e.limits && phrase("limit: {limit}", { limit: e.limits }), e.program, e.command && phrase("started by {command}", { command: e.command }), e.params?.join(", ")].filter((text) => typeof text === "string" && text !== "");
    lines.push(el("dt", {}, e.name), el("dd", {}, ...known.map((text) => el("p", {}, text ?? ""))));
  }
  $("conditions").replaceChildren(...lines);
}

// Finished games.

function drawGames() {
  const body = /** @type {Element} */ ($("games").querySelector("tbody"));
  body.replaceChildren(...rows.slice(-most).reverse().map((g) =>
    el("tr", {}, el("td", {}, el("button", { type: "button", click: () => { location.hash = g.number; } }, g.number)), el("td", { class: "name" }, g.white), el("td", { class: "name" }, g.black), el("td", {}, result(g.winner)), el("td", { class: "number" }, String(Math.ceil(g.plies / 2))), el("td", { class: g.forfeit ? "name lost" : "name" }, heard(g.reason)))));
  $("more").hidden = rows.length <= most;
  $("all-pdn").hidden = rows.length === 0;
  $("games-title").textContent = rows.length ? `${phrase("Finished games")}: ${number(rows.length)}` : phrase("Finished games");
}

// open shows the finished game that the address names.
async function open() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (!name) {
    opened = null;
    $("viewer").hidden = true;
    return;
  }
  const query = "number=" + encodeURIComponent(name);
  const answer = await fetch("api/game?" + query).catch(() => null);
  if (name !== decodeURIComponent(location.hash.slice(1))) return;
  $("viewer").hidden = false;
  for (const part of ["viewer-game", "viewer-pdn", "viewer-about"]) $(part).hidden = !answer?.ok;
  if (!answer?.ok) {
    opened = null;
    $("viewer-title").textContent = answer ? phrase("There is no finished game {number}.", { number: name }) : phrase("The match is not served any more.");
    return;
  }
  opened = /** @type {Game} */ (await answer.json());
  $("viewer-title").textContent = `${phrase("Game {number}", { number: opened.number })}: ${opened.white} – ${opened.black} ${result(opened.winner)}`;
  $("viewer-about").textContent = [opened.opening, heard(opened.reason), dayOf(opened.date)].filter(Boolean).join(" · ");
  $("viewer-pdn").setAttribute("href", "games.pdn?" + query);
  $("viewer-analyse").hidden = !head?.analyse;
  $("viewer-analyse").setAttribute("href", `${head?.analyse}#${opened.link}`);
  let move = 1;
  $("moves").replaceChildren(...opened.steps.slice(1).map((step, i) => {
    const label = step.white ? `${move}. ${step.text}` : i === 0 ? `1… ${step.text}` : (step.text ?? "");
    if (!step.white) move++;
    return el("li", { class: i < (opened?.book ?? 0) ? "book" : "" }, el("button", { type: "button", click: () => show(i + 1) }, label));
  }));
  show(opened.steps.length - 1);
  $("viewer").focus({ preventScroll: true });
  $("viewer").scrollIntoView({ block: "start" });
}

// show shows a step of the game that is open.
/** @param {number} step */
function show(step) {
  if (!opened || !head) return;
  at = Math.max(0, Math.min(opened.steps.length - 1, step));
  const { steps, book, first } = opened;
  const now = steps[at];
  drawBoard($("viewer-board"), now.board, now.last ?? []);
  const played = steps.slice(book + 1);
  const curves = { scores: played.map((s) => s.value), depths: played.map((s) => s.depth), clocks: played.map((s) => s.clock) };
  $("viewer-graph").replaceChildren(graph(curves, first, at - book - 1));
  $("step").textContent = at === 0 ? phrase("Start position") : [`${part(at, steps.length - 1)}: ${now.text}`, at <= book ? phrase("opening move") : saidText(now), now.clock !== undefined && phrase("clock {time}", { time: clockText(now.clock) })].filter(Boolean).join(" · ");
  for (const [i, item] of [...$("moves").children].entries()) {
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    button.toggleAttribute("aria-current", i + 1 === at);
    if (i + 1 === at) $("moves").scrollTop = item instanceof HTMLElement ? item.offsetTop - $("moves").clientHeight / 2 : 0;
  }
}

for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll(".curve-of"))) select.onchange = () => choose(/** @type {keyof Curves} */ (select.value));
$("first").onclick = () => show(0);
$("back").onclick = () => show(at - 1);
$("next").onclick = () => show(at + 1);
$("last").onclick = () => show(Infinity);
$("viewer-close").onclick = () => { location.hash = ""; };
$("more").onclick = () => { most += 400; drawGames(); };
addEventListener("hashchange", open);
addEventListener("keydown", (e) => {
  if (!opened || e.ctrlKey || e.metaKey || e.altKey) return;
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[e.key];
  if (target === undefined || (e.key !== "ArrowLeft" && e.key !== "ArrowRight" && !$("viewer").contains(document.activeElement))) return;
  e.preventDefault();
  show(target);
});

// The language is that of the browser, or one that is chosen and kept.

const kept = "language"; // its place in the storage, which a browser may refuse

function chosen() {
  try {
    return localStorage.getItem(kept) ?? "";
  } catch {
    return "";
  }
}
await loadLanguage(chosen());
translatePage();
$("language").append(...[...languages].map(([value, name]) => el("option", { value, lang: value, selected: value === chosen() }, name)));
$("language").onchange = () => {
  try {
    localStorage.setItem(kept, /** @type {HTMLSelectElement} */ ($("language")).value);
  } catch {
    return; // it stays as it is
  }
  location.reload();
};

// What the server tells. A connection that was lost is taken up again, and all comes anew.
const events = new EventSource("api/events?language=" + catalogueName());
/** @param {string} name @param {(data: any) => void} hear */
const on = (name, hear) => events.addEventListener(name, (e) => hear(JSON.parse(/** @type {MessageEvent} */ (e).data)));

on("trials", (data) => {
  trials = data;
  drawHead();
  drawTrials();
});
on("head", (data) => {
  const before = head;
  head = data;
  stood = "";
  drawHead();
  if (!before) return void open();
  if (JSON.stringify(before) === JSON.stringify(data)) return;
  // Another match, on another board perhaps. The game that is open was of the one before.
  state = null;
  cards.clear();
  $("boards").replaceChildren();
  $("viewer-board").replaceChildren();
  location.hash = "";
});
on("games", (data) => {
  if (data.epoch !== epoch || data.from === 0) rows = [];
  epoch = data.epoch;
  rows.push(...data.rows);
  if (data.rows.length || !rows.length) drawGames();
});
on("state", (data) => {
  state = data;
  told = Date.now();
  $("status").textContent = data.over ? phrase("The match has ended.") : data.follows ? phrase("Followed from its journals.") : phrase("{n} game being played|{n} games being played", { n: data.boards.length });
  const now = JSON.stringify({ ...data, boards: [] });
  if (now !== stood) {
    drawStanding();
    drawTrials();
  }
  stood = now;
  drawBoards();
});
events.onerror = () => { $("status").textContent = phrase("Not connected: the match may have ended. Trying again …"); };
setInterval(tick, 500);
