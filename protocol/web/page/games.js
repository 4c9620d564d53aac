// Games in and out: PDN, FEN, links, and those that the browser has kept.

import { $, el, notify } from "./dom.js";
import { post } from "./api.js";
import { address, dropGame, recentGames, saveSettings, settings } from "./store.js";

const fields = ["White", "Black", "Event", "Site", "Date", "Round"];

export class Games {
  constructor(session, open) {
    Object.assign(this, { session, open, lines: [] });
    $("read").addEventListener("click", () => this.read($("paste").value));
    $("file").addEventListener("change", () => this.readFile($("file").files[0]));
    $("copy-pdn").addEventListener("click", async () => this.copy(await this.pdn(), "The PDN is copied."));
    $("copy-fen").addEventListener("click", () => this.copy(session.node.answer.fen, "The FEN is copied."));
    $("copy-link").addEventListener("click", () => this.copy(this.link(), "The link is copied."));
    $("download").addEventListener("click", () => this.download());
    $("with-scores").checked = settings.withScores;
    $("with-scores").addEventListener("change", () => {
      settings.withScores = $("with-scores").checked;
      saveSettings();
    });
    this.bindDrops();
    session.on("game", () => this.drawTags());
    session.on("tree", () => this.drawTags());
  }

  bindDrops() {
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => {
      e.preventDefault();
      const file = e.dataTransfer.files[0];
      if (file) this.readFile(file);
      else this.read(e.dataTransfer.getData("text"));
    });
    addEventListener("paste", (e) => {
      if (e.target.closest?.("input, textarea, select")) return;
      this.read(e.clipboardData.getData("text"));
    });
  }

  async readFile(file) {
    if (!file) return;
    if (file.size > 4 << 20) return notify("That file has more than 4 MB. stupol pdn split makes smaller ones.");
    const bytes = await file.arrayBuffer();
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1252").decode(bytes);
    }
    $("file").value = "";
    await this.read(text);
  }

  // read takes whatever text it is given: a position, a game, or many.
  async read(text) {
    text = text.trim();
    if (!text) return;
    if (text.length > 100_000) notify("Reading …");
    try {
      const lines = text.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean);
      if (lines.every((line) => /^(\[FEN\s*)?"?[WB]:/i.test(line))) return await this.readPositions(lines);
      await this.readPDN(text);
    } catch (error) {
      notify(error.message);
    }
  }

  // readPositions reads FENs, one a line.
  async readPositions(lines) {
    this.listed = lines.slice(0, 5000).map((line) => ({ fen: line.replace(/^\[FEN\s*|\]$/gi, "").replaceAll('"', "") }));
    this.drawList(lines.length > 5000);
    if (lines.length === 1) await this.readGame(0);
    else notify(`${lines.length} positions: choose one of the list.`);
  }

  async readPDN(text) {
    const { games, more } = await post("pdn/list", { text });
    this.lines = text.split(/\r\n|\n|\r/);
    this.listed = games;
    this.drawList(more);
    if (games.length === 1) await this.readGame(0);
    else notify(`${games.length}${more ? " and more" : ""} games: choose one of the list.`);
  }

  async readGame(i) {
    const item = this.listed[i];
    const choose = () => $("file-games").querySelectorAll("button").forEach((b, k) => b.classList.toggle("chosen", k === i));
    if (item.fen) {
      await this.openGame({ variant: this.session.tree.variant, fen: item.fen });
      return choose();
    }
    const next = this.listed.slice(i + 1).find((g) => g.line > item.line);
    const text = this.lines.slice(item.line - 1, next ? next.line - 1 : undefined).join("\n");
    const game = await post("pdn/read", { text, variant: item.variant || this.session.tree.variant });
    await this.openGame({ ...game, result: game.result || "*" });
    if (game.faults?.length) notify(`Not all could be read. ${game.faults[0]}`, 15);
    choose();
  }

  async openGame(game) {
    await this.open(game);
    $("paste").value = "";
  }

  drawList(more) {
    const place = $("file-games");
    place.hidden = this.listed.length < 2;
    place.replaceChildren(el("h2", {}, `${this.listed.length}${more ? " of the" : ""} ${this.listed[0].fen ? "positions" : "games"} of the file`), el("ol", { class: "recent" }, ...this.listed.map((g, i) =>
      el("li", {}, el("button", { type: "button", class: "game", onclick: () => this.readGame(i).catch((e) => notify(e.message)) },
        el("strong", {}, g.fen || `${g.white || "?"} – ${g.black || "?"}`), el("span", { class: "quiet" }, g.fen ? "" : [g.result, g.event, g.date, `${g.plies} moves`].filter((t) => t && !t.startsWith("?")).join(" · ")))))));
  }

  async pdn() {
    const answer = await post("pdn/write", this.session.tree.forServer(settings.withScores));
    return answer.text;
  }

  link() {
    const { tree, node } = this.session;
    return location.origin + "/" + address({ variant: tree.variant, draws: tree.draws, fen: tree.fen, moves: node.line().map((n) => n.move) });
  }

  async copy(text, done) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      $("paste").value = text; // the browser does not let us: there it can be copied by hand
      $("paste").select();
      done = "Copy it from the text field.";
    }
    notify(done, 3);
  }

  async download() {
    try {
      const text = await this.pdn();
      const { tree } = this.session;
      const name = [tree.tag("White"), tree.tag("Black")].filter(Boolean).join("-").replace(/[^\p{L}\p{N}-]+/gu, "_") || tree.variant;
      const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name + ".pdn" });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    } catch (error) {
      notify(error.message);
    }
  }

  drawTags() {
    const { tree } = this.session;
    const place = $("tag-fields");
    if (place.contains(document.activeElement)) return;
    const set = (name) => (e) => {
      tree.setTag(name, e.target.value);
      this.session.changed();
    };
    const inputs = fields.map((name) => el("label", {}, name, el("input", { value: tree.tag(name).replace(/^[?.]+$/, ""), onchange: set(name) })));
    const result = el("select", { onchange: (e) => { tree.result = e.target.value; this.session.changed(); } },
      ...[["*", "none yet"], ["1-0", "White wins"], ["0-1", "Black wins"], ["1/2-1/2", "draw"]].map(([value, text]) => el("option", { value }, text)));
    result.value = { "2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2" }[tree.result] || tree.result;
    place.replaceChildren(...inputs, el("label", {}, "Result", result));
  }

  // drawRecent lists the games of this browser.
  drawRecent(take, present) {
    const title = (g) => {
      const tag = (name) => (g.tags || []).find((t) => t.name === name)?.value.replace(/^[?.]+$/, "") || "";
      const who = [tag("White"), tag("Black")].filter(Boolean).join(" – ");
      return who || this.session.variants.get(g.variant)?.title || g.variant;
    };
    const games = recentGames().filter((g) => g.line?.length && g.name !== present);
    $("recent").replaceChildren(...games.map((g) =>
      el("li", {}, el("button", { type: "button", class: "game", onclick: () => take(g.name) },
        el("strong", {}, title(g)), el("span", { class: "quiet" }, `${g.variant} · ${g.line.length} moves · ${new Date(g.saved).toLocaleDateString()}`)),
      el("button", { type: "button", class: "drop", "aria-label": `Forget ${title(g)}`, onclick: () => { dropGame(g.name); this.drawRecent(take, present); } }, "×"))));
    if (!games.length) $("recent").append(el("li", { class: "quiet" }, "None yet."));
  }
}
