// Games in and out: PDN, FEN, links, and those that the browser has kept.

import { $, complain, download, el, fill, fillRows, notify } from "./dom.js";
import { isStopped, messageOf, post } from "./api.js";
import { GameFile, textOf } from "./gamefile.js";
import { foundIn } from "./judgements.js";
import { dayOf, heard, moment, phrase } from "./language.js";
import { blackFirst, gameName, movesText, pairing, playerName } from "./session.js";
import { address, dropGame, mostGames, parseAddress, recentGames, restoreGame, settings } from "./store.js";

const results = new Map([["2-0", "1-0"], ["0-2", "0-1"], ["1-1", "1/2-1/2"]]); // of draughts, as others write them
const fields = () => [
  ["White", phrase("White")], ["Black", phrase("Black")], ["Event", phrase("Event")], ["Site", phrase("Site")], ["Date", phrase("Date")], ["Round", phrase("Round")],
];

export class Games {
  file = new GameFile(); // that was read last

  /** @param {Session} session @param {import("./keeper.js").Keeper} keeper */
  constructor(session, keeper) {
    this.session = session;
    this.keeper = keeper;
    $("read").addEventListener("click", () => this.read($("paste").value, (text) => this.tell(text)));
    $("paste").addEventListener("input", () => this.tell(""));
    $("file").addEventListener("change", () => this.readFile($("file").files?.[0]));
    $("copy-pdn").addEventListener("click", () => this.pdn().then((text) => this.copy(text, phrase("The PDN is copied."))).catch(complain));
    $("copy-fen").addEventListener("click", () => this.copy(session.node.answer?.fen ?? "", phrase("The FEN is copied.")));
    $("copy-line").addEventListener("click", () => this.copy(this.line(), phrase("The moves to here are copied.")));
    $("copy-link").addEventListener("click", () => this.copy(this.link(), phrase("The link is copied.")));
    $("download").addEventListener("click", () => this.download());
    $("kept").textContent = phrase("Your last {n} game is kept, the oldest makes room. A downloaded PDN keeps everything.|Your last {n} games are kept, the oldest makes room. A downloaded PDN keeps everything.", { n: mostGames });
    this.bindDrops();
    session.on("game", () => this.drawTags());
    session.on("tree", () => this.drawTags());
  }

  bindDrops() {
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => {
      e.preventDefault();
      const file = e.dataTransfer?.files[0];
      if (file) this.readFile(file);
      else this.read(e.dataTransfer?.getData("text") ?? "");
    });
    addEventListener("paste", (e) => {
      if (e.target?.closest?.("input, textarea, select")) return;
      this.read(e.clipboardData?.getData("text") ?? "");
    });
  }

  /** @param {File | undefined} file */
  async readFile(file) {
    if (!file) return;
    try {
      const text = await textOf(file);
      $("file").value = "";
      await this.read(text);
    } catch (error) {
      complain(error);
    }
  }

  // tell says what is wrong with the text that was pasted, if anything.
  /** @param {string} wrong */
  tell(wrong) {
    $("paste-state").textContent = wrong;
    $("paste").setAttribute("aria-invalid", String(wrong !== ""));
  }

  // read takes whatever text it is given: a position, a game, or many, or a link to one.
  /** @param {string} text @param {(wrong: string) => void} tell what is wrong with it */
  async read(text, tell = notify) {
    text = text.trim();
    if (!text) return;
    this.tell("");
    if (text.length > 100_000) notify(phrase("Reading …"));
    try {
      const linked = /^https?:\/\/\S+$/.test(text) && parseAddress(text.slice(text.indexOf("#")));
      if (linked) return await this.openGame(linked, false);
      await this.readGames(text);
    } catch (error) {
      if (!isStopped(error)) tell(messageOf(error));
    }
  }

  // readGames shows the only game of a text, or lists all.
  /** @param {string} text */
  async readGames(text) {
    const file = (this.file = await GameFile.of(text));
    const { more, listed: { length: n } } = file;
    this.drawList();
    const meaning = file.results === "first-player" ? blackFirst() : "";
    if (n === 1) {
      if (meaning) notify(meaning, 15);
      await this.readGame(0);
      return;
    }
    const games = more ? phrase("The first {n} game: choose one of the list.|The first {n} games: choose one of the list.", { n })
      : phrase("{n} game: choose one of the list.|{n} games: choose one of the list.", { n });
    const count = file.listed[0].fen === undefined ? games : phrase("{n} position: choose one of the list.|{n} positions: choose one of the list.", { n });
    notify([count, meaning].filter(Boolean).join(" "));
  }

  // readGame shows a game of the list, or a position.
  /** @param {number} i */
  async readGame(i) {
    const game = await this.file.game(i, this.session.tree.variant);
    await this.openGame(game);
    if (game.faults?.length) notify(phrase("Not all could be read. {fault}", { fault: heard(game.faults[0]) }), 15);
    $("file-games").querySelectorAll("button").forEach((b, k) => b.classList.toggle("chosen", k === i));
  }

  /** @param {Game} game */
  async openGame(game, listed = this.file.listed.length > 1) {
    const pasted = $("paste").value;
    await this.keeper.openNew(game, listed);
    if ($("paste").value === pasted) $("paste").value = "";
  }

  drawList() {
    const place = $("file-games");
    const { more, listed } = this.file;
    const n = listed.length;
    place.hidden = n < 2;
    const games = more ? phrase("The first {n} game of the file|The first {n} games of the file", { n }) : phrase("{n} game of the file|{n} games of the file", { n });
    /** @type {HTMLInputElement} */
    const filter = el("input", { type: "search", class: "filter", "aria-label": phrase("Only games with"), placeholder: phrase("Only games with"), oninput: () => {
      for (const item of place.querySelectorAll("li")) item.hidden = !(item.textContent ?? "").toLowerCase().includes(filter.value.trim().toLowerCase());
    } });
    filter.hidden = n < 8;
    place.replaceChildren(filter, el("h2", {}, listed[0].fen === undefined ? games : phrase("{n} position of the file|{n} positions of the file", { n })), el("ol", { class: "recent" }, ...listed.map((g, i) =>
      el("li", {}, el("button", { type: "button", class: "game", onclick: () => this.readGame(i).catch(complain) },
        el("strong", {}, g.fen ?? pairing(g.white, g.black)),
        el("span", { class: "quiet" }, g.fen !== undefined ? "" : [g.result, g.event, dayOf(g.date), movesText(g.plies)].filter((t) => t && !t.startsWith("?")).join(" · ")))))));
  }

  async pdn() {
    const { tree } = this.session;
    const found = settings.withAnalysis ? foundIn([tree.root, ...tree.mainLine()]) : [];
    const answer = await post("pdn/write", { ...tree.forServer(settings.withAnalysis), found });
    return answer.text;
  }

  link() {
    const { tree, node } = this.session;
    return location.origin + location.pathname + address({ variant: tree.variant, draws: tree.draws, fen: tree.fen, moves: node.last().line().map((n) => n.move), ply: node.depth });
  }

  // line returns the moves to the present one, as people write them.
  line() {
    const { node, tree } = this.session;
    const moves = node.line();
    const second = moves.length > 0 && this.session.turnBefore(moves[0]) !== this.session.firstTurn() ? 1 : 0;
    const numbered = moves.map((n, i) => {
      const ply = i + second;
      const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : i === 0 ? "1... " : "";
      return number + n.text + n.signs;
    });
    return (tree.fen ? `${tree.fen} ` : "") + numbered.join(" ");
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

  async download() {
    try {
      const text = await this.pdn();
      download(new Blob([text], { type: "text/plain" }), this.session.tree.fileName("pdn"));
    } catch (error) {
      complain(error);
    }
  }

  drawTags() {
    const { tree } = this.session;
    const place = $("tag-fields");
    if (place.contains(document.activeElement)) return;
    /** @param {string[]} field */
    const field = ([name, label]) => {
      const input = el("input", { value: playerName(tree.tag(name)), onchange: () => { tree.setTag(name, input.value); this.session.changed(); } });
      return el("label", {}, label, input);
    };
    const result = el("select", { onchange: () => { tree.result = result.value; this.session.changed(); } },
      ...[["*", phrase("none yet")], ["1-0", phrase("White wins")], ["0-1", phrase("Black wins")], ["1/2-1/2", phrase("draw")]].map(([value, text]) => el("option", { value }, text)));
    result.value = results.get(tree.result) ?? tree.result;
    fill(place, [tree.root.id, tree.tags, tree.result], () => [...fields().map(field), el("label", {}, phrase("Result"), result)]);
  }

  // drawRecent lists the games of this browser but the present one.
  drawRecent() {
    const { keeper } = this;
    /** @param {Game} g @param {(v: Variant) => string} name */
    const game = (g, name) => {
      const variant = this.session.variants.get(g.variant);
      return variant ? name(variant) : g.variant;
    };
    /** @param {Game} g */
    const who = (g) => {
      /** @param {string} name */
      const tag = (name) => playerName((g.tags || []).find((t) => t.name === name)?.value ?? "");
      return [tag("White"), tag("Black")].filter(Boolean).join(" – ");
    };
    /** @param {Game} g */
    const title = (g) => who(g) || game(g, (v) => heard(v.title));
    const games = recentGames().filter((g) => (g.line?.length || g.fen) && g.name !== keeper.name);
    /** @param {Game} g */
    const about = (g) => [who(g) && game(g, gameName), g.result === "*" ? "" : g.result, g.line?.length ? movesText(g.line.length) : "", moment(g.saved ?? 0)].filter(Boolean).join(" · ");
    /** @param {KeptGame} g */
    const forget = (g) => {
      dropGame(g.name);
      this.drawRecent();
      notify(phrase("{game} is forgotten.", { game: title(g) }), 15, { label: phrase("Undo"), act: () => { restoreGame(g); this.drawRecent(); } });
    };
    /** @param {KeptGame} g */
    const row = (g) => el("li", {}, el("button", { type: "button", class: "game", onclick: () => keeper.openStored(g.name) },
      el("strong", {}, title(g)), el("span", { class: "quiet" }, about(g))),
    el("button", { type: "button", class: "drop", "aria-label": phrase("Forget {game}", { game: title(g) }), onclick: () => forget(g) }, "×"));
    fillRows($("recent"), games.length ? games.map((g) => [`${g.name} ${g.saved} ${keeper.name}`, () => row(g)]) : [["", () => el("li", { class: "quiet" }, phrase("None yet."))]]);
  }
}
