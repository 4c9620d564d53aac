// My mistakes: those of the user's games, to be asked again on other days. The server finds them, and
// why they are some; when each is asked, and what they show together, is in deck.js.

import { isOffline, isStopped, messageOf, post } from "./api.js";
import { answered, contentOf, dayOf, dropped, dueOf, emptyDeck, idOf, isLearned, mechanismOf, merged, nextDay, phaseOf, profileOf, readDecks, sideIn, tally, withState, writeDecks } from "./deck.js";
import { foundIn } from "./judgements.js";
import { calendarDay, phrase } from "./language.js";
import { isGood } from "./learn.js";
import { you } from "./session.js";
import { deckNames, deckOf, followDecks, keepDeck, recentGames, settings } from "./store.js";
import { longest, tagOf, Tree } from "./tree.js";

const mostFile = 16 << 20; // bytes
const nothing = emptyDeck();

/** @param {string} mechanism */
export const mechanismName = (mechanism) => /** @type {Record<string, string>} */ ({
  loose: phrase("loose piece"), exchange: phrase("exchange"), shot: phrase("shot"), rid: phrase("getting rid of pieces"), king: phrase("king caught"),
  breakthrough: phrase("breakthrough"), endgame: phrase("endgame"), moves: phrase("short of moves"), long: phrase("long line"), other: phrase("other"),
})[mechanism];

/** @typedef {{ key: string, side: Side, from?: number, live?: string[], load: () => Promise<Game> }} Source a game to look through, of one played here from which ply on the user played it, and its moves */

export class Mistakes {
  /** @type {Map<string, Deck>} */ decks = new Map(); // by the names of the games, with what could not be kept
  /** @type {{ here: Deck, kept: Deck, deck: Deck } | undefined} */ known = undefined; // see deck
  kept = true; // the browser has all of them
  shown = false; // the deck is
  kind = ""; // the mechanism that is asked, where the deck has it
  /** @type {{ i: number, n: number } | null} */ collecting = null; // the games are looked through, of so many the next
  /** @type {Card | null} */ card = null; // that is asked
  noted = false; // how it went is in the deck
  /** @type {Set<string>} */ skipped = new Set(); // in this round

  /** @param {Session} session @param {{ review: Review, learn: Learn, mode: Mode }} others @param {Stage} stage */
  constructor(session, { review, learn, mode }, stage) {
    this.session = session;
    this.review = review;
    this.learn = learn;
    this.mode = mode;
    this.stage = stage;
    /** @type {Course} */
    this.course = {
      title: () => phrase("My mistakes: {n} to go", { n: this.left().length }),
      note: (right) => this.note(right),
      next: () => this.skip(),
      drop: () => this.drop(),
      stop: () => { this.skipped.clear(); if (settings.tab === "analyse") stage.show("puzzles"); },
    };
    followDecks(() => session.redraw());
  }

  get variant() {
    return this.session.variant.name;
  }

  // deck returns the deck of a game, as this tab and all others know it.
  deck(variant = this.variant) {
    const here = this.decks.get(variant) ?? nothing, kept = deckOf(variant);
    if (this.known?.here !== here || this.known.kept !== kept) this.known = { here, kept, deck: merged(here, kept) };
    return this.known.deck;
  }

  // keep keeps what is new in a deck. If the browser does not, this tab does, and says so.
  /** @param {string} variant @param {Deck} news */
  keep(variant, news) {
    this.decks.set(variant, merged(this.deck(variant), news));
    this.kept = keepDeck(variant, this.deck(variant));
    if (!this.kept) this.stage.notify(phrase("The browser does not keep your mistakes: it has no room, or may not. Export them to a file."), 15);
    this.session.redraw();
  }

  // show is told whether the deck is shown. Games are looked through as long as it is.
  /** @param {boolean} on */
  show(on) {
    this.shown = on;
    if (!on) this.stop();
    this.session.redraw();
  }

  // chosen counts the mechanisms of a deck, and says which is asked: one that another deck has may not be in it.
  /** @param {Deck} deck */
  chosen(deck) {
    const counts = tally(deck);
    return { counts, kind: counts.some(({ name }) => name === this.kind) ? this.kind : "" };
  }

  // text says how many mistakes there are, and how many are to be asked.
  /** @param {Deck} deck */
  text(deck) {
    const cards = Object.values(deck.cards);
    if (!cards.length) return phrase("No mistakes yet. Collect those of your games, and they are asked again after one, three, seven and twenty days.");
    const due = dueOf(deck, today()).length;
    const day = nextDay(deck);
    const text = phrase("Mistakes: {n}. Due today: {due}. Learned: {learned}.", { n: cards.length, due, learned: cards.filter(isLearned).length });
    return due || !day ? text : `${text} ${phrase("The next one comes on {day}.", { day: dayText(day) })}`;
  }

  // profile says what the games show together.
  /** @param {Deck} deck */
  profile(deck) {
    const { kinds, through, endings } = profileOf(deck);
    const texts = kinds.map(({ name, games, mistakes }) => phrase("{kind}. Games: {games}, mistakes: {mistakes}.", { kind: mechanismName(name), mistakes, games }));
    if (through) texts.push(phrase("You overlook shots through {square}. Games: {games}.", through));
    if (endings) {
      const { hold, ...facts } = endings;
      texts.push(hold ? phrase("In endings you hold. Games: {games}, moves: {moves}, mistakes: {mistakes}.", facts)
        : phrase("In endings you go wrong. Games: {games}, moves: {moves}, mistakes: {mistakes}.", facts));
    }
    return texts;
  }

  // left returns the cards that are to be asked in this round.
  left(deck = this.deck()) {
    return dueOf(deck, today(), this.chosen(deck).kind).filter((card) => !this.skipped.has(idOf(card)));
  }

  practise() {
    this.stop();
    this.learn.course = this.course;
    this.stage.show("analyse");
    return this.ask();
  }

  // skip goes on. What was not answered is not asked again in this round.
  skip() {
    if (this.card && !this.noted) this.skipped.add(idOf(this.card));
    this.session.redraw(); // there is one less to go
    return this.ask();
  }

  // drop has the card never asked again, unless that is undone, and goes on.
  drop() {
    const { card, variant } = this;
    if (!card) return undefined;
    const put = (/** @type {Card} */ as) => this.keep(variant, { cards: { [idOf(card)]: as }, games: {} });
    const gone = dropped(card, Date.now());
    put(gone);
    this.stage.notify(phrase("This mistake is not asked again."), 15, { label: phrase("Undo"), act: () => put(withState(gone, card.state, Date.now())) });
    return this.ask();
  }

  // ask asks the next card, or ends the round.
  /** @returns {Promise<void>} */
  async ask() {
    const { variant } = this;
    const [card] = this.left();
    if (!card) return this.learn.stop();
    this.card = card;
    this.noted = false;
    const { fen, draws, move, text } = card;
    try {
      await this.learn.take(this.course, () => this.stage.keeper.askFor({ variant, draws, fen, line: [{ move, text }] }), judgedOf(card));
    } catch (error) {
      this.stage.complain(error);
      if (this.learn.course !== this.course) return undefined; // it has ended meanwhile
      return isOffline(error) ? this.learn.stop() : this.skip(); // a card of a file may be of no position
    }
    return undefined;
  }

  // note puts into the deck how the card went, as it went first. It returns when it comes back.
  /** @param {boolean} right */
  note(right) {
    if (!this.card) return "";
    if (!this.noted) {
      this.noted = true;
      this.card = answered(this.card, { right, today: today(), now: Date.now() });
      this.keep(this.variant, { cards: { [idOf(this.card)]: this.card }, games: {} });
    }
    const back = isLearned(this.card) ? phrase("It is learned.") : phrase("It comes back on {day}.", { day: dayText(this.card.state.due) });
    return `${phrase("Kind: {kind}.", { kind: mechanismName(mechanismOf(this.card)) })} ${back}`;
  }

  stop() {
    if (!this.collecting) return;
    this.collecting = null;
    this.review.cancel();
    this.session.redraw();
  }

  // collect looks through the games of the user that are new, one after the other. What it has found when
  // it is stopped stays.
  async collect() {
    if (this.collecting) return this.stop();
    if (!this.mode.may("think")) return this.stage.notify(phrase("The engine helps when the game is over."));
    this.review.stop();
    this.review.analysis.stop(); // it would take the engine at the next step on the board
    const run = (this.collecting = { i: 0, n: 0 });
    const mine = () => this.collecting === run;
    this.session.redraw();
    let looked = 0;
    /** @type {unknown} */
    let wrong = null; // with a game; the others are looked through
    const through = async (/** @type {Source[]} */ sources) => {
      for (const [i, source] of sources.entries()) {
        Object.assign(run, { i, n: sources.length });
        this.session.redraw();
        try {
          if (mine() && (await this.look(source, mine))) looked++;
        } catch (error) {
          if (isStopped(error) || isOffline(error)) throw error;
          wrong = error;
        }
      }
    };
    this.kept = true;
    try {
      await through(this.ownGames());
      await through(await this.libraryGames());
      if (wrong) this.stage.complain(wrong);
      else if (mine() && this.kept) this.stage.notify(looked ? phrase("{n} game looked through.|{n} games looked through.", { n: looked }) : phrase("There are no new games of yours. Games against Stupol are; of others your name tells which side you played."), 10);
    } catch (error) {
      this.stage.complain(error);
    }
    if (mine()) this.stop();
  }

  // ownGames are those that the browser has and that have not been looked through as they are.
  /** @returns {Source[]} */
  ownGames() {
    const { variant } = this;
    const { games } = this.deck();
    return recentGames().filter((g) => g.variant === variant && g.line?.length).flatMap((g) => {
      const side = sideIn(g, { w: tagOf(g.tags, "White"), b: tagOf(g.tags, "Black") }, settings.player, you);
      const { from, live } = g.play ?? {}; // what was tried after the end of a game is none of it
      const of = side && contentOf(g, live ?? (g.line ?? []).map((item) => item.move), side);
      return side && games[g.name]?.of !== of ? [{ key: g.name, side, from, live, load: async () => g }] : [];
    });
  }

  // libraryGames are those of the player in the library that have not been looked through.
  /** @returns {Promise<Source[]>} */
  async libraryGames() {
    const { variant } = this;
    const { games } = this.deck();
    const { player } = settings;
    if (!this.session.about.library || !player) return [];
    /** @type {FoundGame[]} */
    const all = [];
    for (let more = true; more;) {
      const found = await post("library/find", { variant, player, after: all[all.length - 1]?.id ?? 0 });
      all.push(...found.games);
      more = Boolean(found.more && found.games.length);
    }
    return all.flatMap(({ id, white, black, event, date, plies }) => {
      const side = sideIn({}, { w: white, b: black }, player, you);
      const key = [id, plies, date, white, black, event].join(" ").slice(0, 300);
      return side && !games[key] ? [{ key, side, load: () => post("library/game", { id }) }] : [];
    });
  }

  // look looks through a game. It reports whether it came to the end, and whether the game was new.
  /** @param {Source} source @param {() => boolean} mine */
  async look({ key, side, from = 0, live, load }, mine) {
    const { variant } = this;
    const tree = new Tree(await load());
    const nodes = [tree.root, ...((live && tree.find(live)?.line()) ?? tree.mainLine())];
    const query = this.session.query(nodes[nodes.length - 1], tree);
    const of = contentOf(query, query.moves, side);
    if (Object.entries(this.deck().games).some(([name, game]) => name !== key && game.of === of)) return false; // the browser has the same
    if (!(await this.review.searchAll(tree, nodes, { mine }))) return false;
    const found = foundIn(nodes);
    const { moves } = await post("judge", { ...query, found });
    const { start, plies } = await post("position", query);
    const boards = [start, ...plies.map(({ board }) => board)];
    const game = { of, at: Math.max(Date.now(), (this.deck().games[key]?.at ?? 0) + 1), moves: [0, 0], mistakes: [0, 0] };
    /** @type {Card[]} */
    const cards = [];
    for (const judged of moves.filter((m) => m.counts && m.ply > from && m.side === (side === "w" ? "white" : "black"))) {
      const phase = phaseOf(boards[judged.ply - 1]);
      game.moves[phase]++;
      if (isGood(judged)) continue;
      game.mistakes[phase]++;
      const { why } = await post("judge", { ...query, found, explain: judged.ply });
      if (why) cards.push(cardOf(judged, why, { draws: tree.draws, move: query.moves[judged.ply - 1], key, at: game.at }));
    }
    if (!mine()) return false;
    this.keep(variant, { cards: Object.fromEntries(cards.map((card) => [idOf(card), card])), games: { [key]: game } });
    return true;
  }

  // file has all decks in it.
  file() {
    const variants = new Set([...deckNames(), ...this.decks.keys()]);
    return writeDecks(Object.fromEntries([...variants].map((name) => [name, this.deck(name)])));
  }

  // read adds the decks of a file.
  /** @param {File} file */
  async read(file) {
    try {
      if (file.size > mostFile) throw new Error(phrase("That file has more than {n} MB: open a part of it.", { n: mostFile >> 20 }));
      const decks = Object.entries(readDecks(await file.text(), [...this.session.variants.keys()]));
      const count = (/** @type {string} */ name) => Object.keys(this.deck(name).cards).length;
      const before = decks.reduce((sum, [name]) => sum + count(name), 0);
      this.kept = true;
      for (const [name, deck] of decks) this.keep(name, deck);
      if (this.kept) this.stage.notify(phrase("{n} mistake added.|{n} mistakes added.", { n: decks.reduce((sum, [name]) => sum + count(name), 0) - before }));
    } catch (error) {
      this.stage.notify(messageOf(error), 15);
    }
  }
}

const today = () => dayOf(new Date());

/** @param {number} day */
function dayText(day) {
  const date = new Date(day * 86_400_000);
  return calendarDay(new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}

// cardOf makes a card of a move of a game that the server has judged.
/** @param {JudgedMove} judged @param {Why} why @param {{ draws: string, move: string, key: string, at: number }} of @returns {Card} */
function cardOf(judged, { fen, kind, shot, texts = [] }, { draws, move, key, at }) {
  const { better = [], better_moves: betterMoves = [], reply = [], reply_moves: replyMoves = [], reply_paths: paths = [] } = judged;
  const part = (/** @type {string[]} */ line) => line.slice(0, longest);
  return {
    fen, draws, move, text: judged.move, sign: judged.sign ?? "", loss: judged.loss, chance: judged.chance, kind,
    better: part(better), better_moves: part(betterMoves), reply: part(reply), reply_moves: part(replyMoves), reply_paths: paths.slice(0, longest),
    plies: texts.length, squares: shot?.path.slice(1) ?? [], games: [key], made: at, state: { step: 0, due: 0, at: 0 },
  };
}

// judgedOf is the judgement that a card was made of.
/** @param {Card} card @returns {JudgedMove} */
function judgedOf({ text, sign, loss, chance, better, better_moves, reply, reply_moves, reply_paths }) {
  const verdict = sign === "??" ? "blunder" : "mistake";
  return { ply: 1, number: 1, side: "", move: text, eval: "", counts: true, verdict, sign, loss, chance, better, better_moves, reply, reply_moves, reply_paths };
}
