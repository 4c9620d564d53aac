// Games in and out: PDN, FEN, links.

import { isStopped, messageOf, post } from "./api.js";
import { GameFile, textOf } from "./gamefile.js";
import { foundIn } from "./judgements.js";
import { heard, phrase } from "./language.js";
import { blackFirst } from "./session.js";
import { address, parseAddress, settings } from "./store.js";

const long = 100_000; // characters of a text that takes time to be read

export class Games {
  file = new GameFile(); // that was read last
  chosen = -1; // the game of it that was opened last

  /** @param {Session} session @param {Keeper} keeper @param {Teller} tell */
  constructor(session, keeper, tell) {
    this.session = session;
    this.keeper = keeper;
    this.tell = tell;
  }

  /** @param {File} file */
  async readFile(file) {
    await this.read(await textOf(file));
  }

  // read takes whatever text it is given: a position, a game, or many, or a link to one. It reports
  // whether one is shown, and says what is wrong with the text otherwise.
  /** @param {string} text @param {(wrong: string) => void} say */
  async read(text, say = this.tell.notify) {
    text = text.trim();
    if (!text) return false;
    if (text.length > long) this.tell.notify(phrase("Reading …"));
    try {
      const linked = /^https?:\/\/\S+$/.test(text) && parseAddress(text.slice(text.indexOf("#")));
      if (!linked) return await this.readGames(text);
      await this.keeper.openNew(linked);
      return true;
    } catch (error) {
      if (!isStopped(error)) say(messageOf(error));
      return false;
    }
  }

  // readGames shows the only game of a text, or lists all.
  /** @param {string} text */
  async readGames(text) {
    const file = (this.file = await GameFile.of(text));
    const { more, listed: { length: n } } = file;
    this.chosen = -1;
    this.session.redraw();
    const meaning = file.results === "first-player" ? blackFirst() : "";
    if (n === 1) {
      if (meaning) this.tell.notify(meaning, 15);
      await this.readGame(0);
      return true;
    }
    const games = more ? phrase("The first {n} game: choose one of the list.|The first {n} games: choose one of the list.", { n })
      : phrase("{n} game: choose one of the list.|{n} games: choose one of the list.", { n });
    const count = file.listed[0].fen === undefined ? games : phrase("{n} position: choose one of the list.|{n} positions: choose one of the list.", { n });
    this.tell.notify([count, meaning].filter(Boolean).join(" "));
    return false;
  }

  // readGame shows a game of the list, or a position.
  /** @param {number} i */
  async readGame(i) {
    const { file } = this;
    const game = await file.game(i, this.session.tree.variant);
    await this.keeper.openNew(game, file.listed.length > 1);
    if (game.faults?.length) this.tell.notify(phrase("Not all could be read. {fault}", { fault: heard(game.faults[0]) }), 15);
    if (file !== this.file) return; // another was read meanwhile
    this.chosen = i;
    this.session.redraw();
  }

  async pdn() {
    const { tree } = this.session;
    const found = settings.withAnalysis ? foundIn([tree.root, ...tree.mainLine()]) : [];
    const answer = await post("pdn/write", { ...tree.forServer(settings.withAnalysis), found });
    return answer.text;
  }

  // address is that of a link to the game.
  address() {
    const { node } = this.session;
    return address({ ...this.session.query(node.last()), ply: node.depth });
  }

  // line returns the moves to the present one, as people write them.
  line() {
    const { node, tree } = this.session;
    const numbered = node.line().map((n, i) => {
      const { number, first } = this.session.numberOf(n);
      return (first ? `${number}. ` : i === 0 ? `${number}... ` : "") + n.text + n.signs;
    });
    return (tree.fen ? `${tree.fen} ` : "") + numbered.join(" ");
  }
}
