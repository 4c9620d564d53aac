// What is seen of games in and out: the text that is pasted, the list of a file, tags, and the games
// that the browser has kept.

import { $, bindFiles, complain, download, el, fill, fillRows, gameButton, notify } from "./dom.js";
import { dayOf, heard, moment, phrase } from "./language.js";
import { gameName, movesText, pairing, playerName } from "./session.js";
import { dropGame, mostGames, recentGames, restoreGame } from "./store.js";
import { tagOf } from "./tree.js";

const results = new Map([["2-0", "1-0"], ["0-2", "0-1"], ["1-1", "1/2-1/2"]]); // of draughts, as others write them
const fields = () => [
  ["White", phrase("White")], ["Black", phrase("Black")], ["Event", phrase("Event")], ["Site", phrase("Site")], ["Date", phrase("Date")], ["Round", phrase("Round")],
];

export class GamesViews {
  /** @type {import("./gamefile.js").GameFile | null} */ listed = null; // the file whose list is shown
  marked = -1; // the game of it that is seen as chosen

  /** @param {Session} session @param {Games} games @param {Keeper} keeper */
  constructor(session, games, keeper) {
    this.session = session;
    this.games = games;
    this.keeper = keeper;
    $("read").addEventListener("click", () => this.emptied(() => this.read($("paste").value, (text) => this.tell(text))));
    $("paste").addEventListener("input", () => this.tell(""));
    bindFiles("file", ([file]) => games.readFile(file).catch(complain));
    $("copy-pdn").addEventListener("click", () => games.pdn().then((text) => this.copy(text, phrase("The PDN is copied."))).catch(complain));
    $("copy-fen").addEventListener("click", () => this.copy(session.node.answer?.fen ?? "", phrase("The FEN is copied.")));
    $("copy-line").addEventListener("click", () => this.copy(games.line(), phrase("The moves to here are copied.")));
    $("copy-link").addEventListener("click", () => this.copy(location.origin + location.pathname + games.address(), phrase("The link is copied.")));
    $("download").addEventListener("click", () => games.pdn().then((text) => download(new Blob([text], { type: "text/plain" }), session.tree.fileName("pdn"))).catch(complain));
    $("kept").textContent = phrase("Your last {n} game is kept, the oldest makes room. A downloaded PDN keeps everything.|Your last {n} games are kept, the oldest makes room. A downloaded PDN keeps everything.", { n: mostGames });
    this.bindDrops();
    session.on("kept", () => this.drawRecent());
    session.view(() => { this.drawTags(); this.drawList(); });
  }

  bindDrops() {
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => {
      e.preventDefault();
      const file = e.dataTransfer?.files[0];
      if (file) this.games.readFile(file).catch(complain);
      else this.read(e.dataTransfer?.getData("text") ?? "");
    });
    addEventListener("paste", (e) => {
      if (e.target?.closest?.("input, textarea, select")) return;
      this.read(e.clipboardData?.getData("text") ?? "");
    });
  }

  /** @param {string} text @param {(wrong: string) => void} [tell] */
  read(text, tell) {
    this.tell("");
    return this.games.read(text, tell);
  }

  // emptied takes away what was pasted when a game of it is shown, unless it was changed meanwhile.
  /** @param {() => Promise<boolean>} show */
  async emptied(show) {
    const pasted = $("paste").value;
    if ((await show()) && $("paste").value === pasted) $("paste").value = "";
  }

  // tell says what is wrong with the text that was pasted, if anything.
  /** @param {string} wrong */
  tell(wrong) {
    $("paste-state").textContent = wrong;
    $("paste").setAttribute("aria-invalid", String(wrong !== ""));
  }

  /** @param {string} text @param {string} done what is said then */
  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      $("paste").value = text; // the browser does not let us: there it can be copied by hand
      $("paste").select();
      done = phrase("Copy it from the text field.");
    }
    notify(done, 3);
  }

  drawList() {
    const place = $("file-games");
    const { file, chosen } = this.games;
    if (this.listed !== file) this.drawFile(file);
    else if (this.marked === chosen) return;
    this.marked = chosen;
    place.querySelectorAll("button").forEach((b, k) => b.classList.toggle("chosen", k === chosen));
  }

  /** @param {import("./gamefile.js").GameFile} file */
  drawFile(file) {
    const place = $("file-games");
    const { more, listed } = (this.listed = file);
    const n = listed.length;
    place.hidden = n < 2;
    if (place.hidden) return place.replaceChildren();
    const games = more ? phrase("The first {n} game of the file|The first {n} games of the file", { n }) : phrase("{n} game of the file|{n} games of the file", { n });
    /** @type {HTMLInputElement} */
    const filter = el("input", { type: "search", class: "filter", "aria-label": phrase("Only games with"), placeholder: phrase("Only games with"), oninput: () => {
      for (const item of place.querySelectorAll("li")) item.hidden = !(item.textContent ?? "").toLowerCase().includes(filter.value.trim().toLowerCase());
    } });
    filter.hidden = n < 8;
    const items = listed.map((g, i) => {
      const facts = g.fen === undefined ? [g.result, g.event, dayOf(g.date), movesText(g.plies)].filter((t) => !t.startsWith("?")) : [];
      return el("li", {}, gameButton(g.fen ?? pairing(g.white, g.black), facts, () => this.emptied(() => this.games.readGame(i).then(() => true)).catch(complain)));
    });
    place.replaceChildren(filter, el("h2", {}, listed[0].fen === undefined ? games : phrase("{n} position of the file|{n} positions of the file", { n })), el("ol", { class: "recent" }, ...items));
  }

  drawTags() {
    const { tree } = this.session;
    const place = $("tag-fields");
    if (place.contains(document.activeElement)) return;
    fill(place, [tree.root.id, tree.tags, tree.result], () => this.tagFields());
  }

  tagFields() {
    const { tree } = this.session;
    /** @param {string[]} field */
    const field = ([name, label]) => {
      const input = el("input", { value: playerName(tree.tag(name)), onchange: () => { tree.setTag(name, input.value); this.session.changed(); } });
      return el("label", {}, label, input);
    };
    const result = el("select", { onchange: () => { tree.result = result.value; this.session.changed(); } },
      ...[["*", phrase("none yet")], ["1-0", phrase("White wins")], ["0-1", phrase("Black wins")], ["1/2-1/2", phrase("draw")]].map(([value, text]) => el("option", { value }, text)));
    result.value = results.get(tree.result) ?? tree.result;
    return [...fields().map(field), el("label", {}, phrase("Result"), result)];
  }

  // drawRecent lists the games of this browser but the present one.
  drawRecent() {
    const { name } = this.keeper;
    const games = recentGames().filter((g) => (g.line?.length || g.fen) && g.name !== name);
    fillRows($("recent"), games.length ? games.map((g) => [`${g.name} ${g.saved} ${name}`, () => this.recent(g)]) : [["", () => el("li", { class: "quiet" }, phrase("None yet."))]]);
  }

  // recent is a game that was kept, which can be opened and forgotten.
  /** @param {KeptGame} g */
  recent(g) {
    const variant = this.session.variants.get(g.variant);
    const players = ["White", "Black"].map((name) => playerName(tagOf(g.tags, name))).filter(Boolean).join(" – ");
    const title = players || (variant ? heard(variant.title) : g.variant);
    const facts = [players && (variant ? gameName(variant) : g.variant), g.result === "*" ? "" : g.result, g.line?.length ? movesText(g.line.length) : "", moment(g.saved ?? 0)];
    const forget = () => {
      dropGame(g.name);
      this.drawRecent();
      notify(phrase("{game} is forgotten.", { game: title }), 15, { label: phrase("Undo"), act: () => { restoreGame(g); this.drawRecent(); } });
    };
    return el("li", {}, gameButton(title, facts, () => this.keeper.openStored(g.name)),
      el("button", { type: "button", class: "drop", "aria-label": phrase("Forget {game}", { game: title }), onclick: forget }, "×"));
  }
}
