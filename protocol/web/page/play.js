// What there is to see of a game against the engine, and of a line to somebody else, and the form that begins
// one. The game itself is in match.js.

import { $, choose, complain, el, fillRows, notify, say, write } from "./dom.js";
import { heard, number, percent, phrase } from "./language.js";
import { Line } from "./line.js";
import { other, stupol } from "./session.js";
import { soundEnd } from "./sounds.js";
import { saveSettings, settings } from "./store.js";

/** @typedef {import("./match.js").LiveMatch} LiveMatch */

const ownClock = /** @type {const} */ (["minutes", "increment", "stupol-minutes", "stupol-increment"]);

// levelText says what Stupol does at a level.
/** @param {Level[]} levels @param {number} level */
function levelText(levels, level) {
  const { nodes, misjudges, points } = levels[level - 1];
  if (!nodes) return phrase("All it can in its time.");
  const says = [phrase("Sees {n} position a move|Sees {n} positions a move", { n: nodes })];
  if (misjudges) says.push(phrase("misjudges them by up to {men} men", { men: number(misjudges / 100) }));
  if (points) says.push(phrase("scores {share} against level {level}", { share: percent(points / 100).replace(" ", "\u00a0"), level: level - 1 }));
  return says.join(", ") + ".";
}

// timeOf returns a clock of so many minutes, with so many seconds a move more.
/** @param {string} minutes @param {string} seconds */
function timeOf(minutes, seconds) {
  return { base: Math.round(60000 * (Number(minutes) > 0 ? Number(minutes) : 1)), increment: 1000 * Math.max(Number(seconds) || 0, 0) };
}

export class Play {
  /** @type {(game: Game) => Promise<void>} */
  onnew = async () => {};
  /** @type {() => Promise<import("./openings.js").Openings>} */
  onopenings = async () => { throw new Error(); };
  /** @type {() => Promise<void>} */
  onhere = async () => {};
  /** @type {(side: Side) => void} */
  onstart = () => {};
  /** @type {(fen: string) => Promise<void>} */
  onoffer = async () => {};
  /** @type {() => void} */
  onanalyse = () => {};

  /** @param {Session} session @param {Engine} engine @param {LiveMatch} match @param {Analysis} analysis */
  constructor(session, engine, match, analysis) {
    this.line = new Line(session, engine, match, { say, notify, complain });
    this.line.onoffer = (game, wanted) => this.take(game, wanted);
    this.session = session;
    this.engine = engine;
    this.match = match;
    this.analysis = analysis;
    this.sure = false; // the next click resigns
    /** @type {{ node: GameNode | null, text: string }} */
    this.hinted = { node: null, text: "" }; // what is said of a position when a hint was asked for
    /** @type {Player[]} */
    this.players = [null, "", ...(session.about.engines ?? []).map((e) => e.name)];
    session.view(() => { this.show(); this.showLine(); });
    match.onend = soundEnd;
    this.bind();
    this.showForm();
    setInterval(() => match.tick(), 100);
  }

  bind() {
    const { match } = this;
    this.bindPlayers();
    this.bindLine();
    $("time").value = settings.time;
    $("level").value = String(settings.level);
    for (const radio of document.querySelectorAll("[name=side]")) radio.checked = radio.value === settings.side;
    $("play-form").addEventListener("input", () => this.showForm());
    $("play-form").addEventListener("submit", (e) => {
      e.preventDefault();
      this.start(false);
    });
    $("play-on").addEventListener("click", () => this.start(true));
    $("to-live").addEventListener("click", () => { if (match.live) this.session.goTo(match.live).catch(complain); });
    $("analyse-game").addEventListener("click", () => this.onanalyse());
    $("rematch").addEventListener("click", () => this.start(false, other(match.state?.human ?? "b"), match.state?.opening));
    $("opening-file").addEventListener("change", () => this.readOpenings($("opening-file").files?.[0]).catch(complain));
    $("take-back").addEventListener("click", () => (this.line.name ? this.line.askBack() : match.takeBack()));
    $("hint").addEventListener("click", () => this.hint());
    $("offer-draw").addEventListener("click", () => match.offerDraw());
    $("resign").addEventListener("click", () => this.resign());
  }

  // bindPlayers has engines chosen, if there are others than Stupol: before a game and during it.
  bindPlayers() {
    if (this.players.length === 2) return;
    const names = this.players.map((player) => (player === null ? phrase("Myself") : player || stupol));
    for (const id of /** @type {const} */ (["opponent", "stand-in", "seat-w", "seat-b"])) {
      $(id).append(...names.map((name, i) => el("option", { value: i }, name)));
    }
    $("opponent").options[0].remove(); // nobody plays against himself
    for (const side of /** @type {const} */ (["w", "b"])) {
      $(`seat-${side}`).addEventListener("change", () => this.match.seat(side, this.players[Number($(`seat-${side}`).value)]));
    }
    $("players-field").hidden = false;
  }

  bindLine() {
    const { line } = this;
    $("line-form").addEventListener("submit", (e) => {
      e.preventDefault();
      const text = $("line-text").value.trim();
      $("line-text").value = ""; // at once: a second click must not say it again
      if (text) line.say("text", { text }).then(() => line.write(text, true), (error) => { $("line-text").value ||= text; complain(error); });
    });
    for (const answer of /** @type {const} */ (["yes", "no"])) $(`line-${answer}`).addEventListener("click", () => line.answer(answer));
    $("line-stop").addEventListener("click", () => line.open(""));
  }

  // chosen returns who is to play, by the form, if there is a choice.
  /** @param {Side} human @returns {Match["players"]} */
  chosen(human) {
    if (this.players.length === 2) return undefined;
    const own = this.players[Number($("stand-in").value)];
    const opponent = this.players[Number($("opponent").value)];
    return human === "w" ? { w: own, b: opponent } : { w: opponent, b: own };
  }

  // overLine says whether somebody is to play over DXP: both sides have the same time there for the
  // whole game, and nothing for each move.
  overLine() {
    return Object.values(this.chosen("w") ?? {}).some((player) => player && this.line.lines.has(player));
  }

  // nameTimes has the times say who takes them, and offers those that both sides can be told.
  nameTimes() {
    const dxp = this.overLine();
    for (const option of $("time").options) {
      option.dataset.text ??= option.text;
      const text = option.dataset.text.replace(stupol, this.chosen("w")?.b || stupol);
      option.text = dxp ? text.split(" + ")[0] : text;
      option.hidden = option.disabled = dxp && option.value.startsWith("m");
    }
    if ($("time").selectedOptions[0]?.disabled) $("time").value = "c5+3";
  }

  // showForm follows what is chosen, and remembers it.
  showForm() {
    this.nameTimes();
    $("level-field").hidden = !Object.values(this.chosen("w") ?? { b: "" }).includes("");
    settings.level = Number($("level").value);
    choose($("time"), $("time").value);
    settings.time = $("time").value;
    settings.side = /** @type {Settings["side"]} */ (document.querySelector("[name=side]:checked").value); // index.html has these values
    const { levels } = this.session.about;
    $("level-name").textContent = phrase("{level} of {levels}", { level: settings.level, levels: levels.length });
    $("level-says").textContent = levelText(levels, settings.level);
    $("own-clock").hidden = settings.time !== "own";
    $("stupol-minutes").placeholder = $("minutes").value;
    $("stupol-increment").placeholder = $("increment").value;
    for (const id of ownClock) $(id).disabled = settings.time !== "own" || (this.overLine() && id !== "minutes"); // what is wrong in them does not matter then
    for (const id of /** @type {const} */ (["opening-moves-field", "opening-file-field"])) $(id).hidden = $("opening").value !== "file";
    $("opening-moves").disabled = $("opening").value !== "file";
    $("settle-field").hidden = Object.values(this.chosen("w") ?? { w: null }).includes(null);
    saveSettings();
  }

  /** @param {File | undefined} file */
  async readOpenings(file) {
    if (!file) return;
    const openings = await this.onopenings();
    await openings.read(file);
    $("opening-file").value = "";
    write($("opening-state"), openings.text());
  }

  // opening returns what a new game begins with by the form, undefined if that is the start.
  /** @returns {Promise<Game | undefined>} */
  async opening() {
    const { value } = $("opening");
    if (value === "start") return undefined;
    const openings = await this.onopenings();
    const game = this.newGame();
    if (value === "lot") return openings.lot(game);
    return openings.ofFile(game, 2 * Number($("opening-moves").value)).finally(() => write($("opening-state"), openings.text()));
  }

  newGame() {
    return { variant: $("variant").value, draws: $("draws").value };
  }

  // time returns what is chosen: Stupol may have another clock.
  /** @returns {Match["time"]} */
  time() {
    const chosen = settings.time;
    if (chosen.startsWith("m")) return { move: Number(chosen.slice(1)) };
    const [minutes, seconds] = chosen === "own" ? [$("minutes").value, $("increment").value] : chosen.slice(1).split("+");
    if (this.overLine()) return timeOf(minutes, "0");
    if (chosen !== "own") return timeOf(minutes, seconds);
    return { ...timeOf(minutes, seconds), stupol: timeOf($("stupol-minutes").value || minutes, $("stupol-increment").value || seconds) };
  }

  /** @param {boolean} here and not in a new game @param {Settings["side"]} chosen @param {Game} [again] the opening of the game before */
  async start(here, chosen = settings.side, again) {
    if (!$("play-form").reportValidity()) return; // which says what is wrong with the clock
    const { match, session } = this;
    const human = chosen !== "either" ? chosen : Math.random() < 0.5 ? "w" : "b";
    /** @type {Parameters<LiveMatch["begin"]>[0]} */
    const wanted = { human, players: this.chosen(human), level: settings.level, time: this.time(), settle: $("settle").checked };
    if (here && session.node.answer?.result) return notify(phrase("The game is over here."));
    const asks = this.line.asking(wanted.players);
    if (asks && !here) {
      match.leave();
      return this.line.wait(asks, wanted);
    }
    try {
      const newGame = this.newGame();
      if (!here) wanted.opening = again?.variant === newGame.variant ? again : await this.opening();
      await (here ? this.onhere() : this.onnew(wanted.opening ?? newGame));
    } catch (error) {
      return complain(error);
    }
    if (session.node.answer?.result) return notify(phrase("The game is over here."));
    this.onstart(wanted.human);
    match.begin(wanted);
  }

  // take begins a game that somebody else has asked for. Who plays on the side of the user was chosen
  // before that side was known.
  /** @param {LineOffer} game @param {Parameters<LiveMatch["begin"]>[0]} wanted */
  async take({ fen, side, time }, { human, players, level }) {
    await this.onoffer(fen);
    this.onstart(side);
    const [own, theirs] = [players?.[human] ?? null, players?.[other(human)] ?? null];
    this.match.begin({ human: side, players: side === "w" ? { w: own, b: theirs } : { w: theirs, b: own }, level, time: { base: time, increment: 0 } });
  }

  // show follows the game.
  show() {
    const { match } = this;
    if (!match.active()) this.setSure(false);
    $("play-form").hidden = match.active();
    $("play-now").hidden = !match.state;
    for (const id of /** @type {const} */ (["analyse-game", "rematch"])) $(id).hidden = !match.state?.over;
    const own = match.active() && match.own();
    for (const id of /** @type {const} */ (["take-back", "hint", "resign"])) $(id).hidden = !own;
    $("offer-draw").hidden = !own || match.playerOf(other(own)) !== ""; // others are not asked
    $("seats").hidden = !match.active() || this.players.length === 2;
    for (const side of /** @type {const} */ (["w", "b"])) $(`seat-${side}`).value = String(this.players.indexOf(match.playerOf(side)));
    this.showState();
  }

  showState() {
    if (!this.match.state) return;
    const over = heard(this.session.tree.end);
    const standing = this.match.standing();
    const back = standing === "back";
    const name = this.match.playerOf(this.match.live?.answer?.turn ?? "w") || stupol;
    const given = standing === "waiting" && name !== stupol && this.session.node === this.match.live && !this.match.thinking;
    const waits = given ? phrase("{name} does not play. Choose another player.", { name }) : phrase("{name} is thinking …", { name });
    const now = standing === "waiting" ? waits : phrase("Your move.");
    if (this.hinted.node !== this.session.node) this.hinted = { node: null, text: "" }; // it is gone, as its arrow is
    $("play-state").textContent = over || this.hinted.text || (back ? phrase("You are looking back.") : now);
    $("to-live").hidden = !back;
    $("play-state").classList.toggle("over", Boolean(over));
  }

  showLine() {
    const { name, up, wanted, question, said } = this.line;
    $("line").hidden = !name;
    $("line-stop").hidden = !wanted;
    $("line-text").disabled = !up;
    write($("line-state"), this.line.text());
    const asks = question && $("line-asks").hidden;
    $("line-asks").hidden = !question;
    write($("line-question"), question);
    if (asks) $("line-asks").scrollIntoView({ block: "nearest" });
    const chat = $("line-chat");
    const last = chat.lastElementChild;
    fillRows(chat, said.map(({ id, text, own }) => [`${id} ${text}`, () => el("li", { class: own ? "quiet" : "" }, `${own ? phrase("You") : name}: ${text}`)]));
    if (chat.lastElementChild !== last) chat.scrollTop = chat.scrollHeight;
  }

  async hint() {
    if (this.match.standing() !== "turn") return;
    const { node } = this.session;
    /** @param {string} text */
    const tell = (text) => {
      this.hinted = { node, text };
      this.session.redraw();
    };
    tell(phrase("Looking for a hint …"));
    try {
      const end = await this.engine.search({ ...this.session.query(), moveTime: 800, hash: 16, threads: settings.threads });
      if (this.session.node !== node || !end.move) return;
      this.analysis.hint = this.analysis.squaresOf(end.move);
      const hint = phrase("Hint: {move}", { move: end.text ?? "" });
      tell(hint);
      say(hint);
    } catch (error) {
      tell("");
      complain(error);
    }
  }

  // resign ends the game at the second click: the first may be a slip.
  resign() {
    if (this.sure) return this.match.end(this.match.own() === "w" ? "black" : "white", "resignation");
    this.setSure(true);
    setTimeout(() => this.setSure(false), 5000);
  }

  /** @param {boolean} on */
  setSure(on) {
    this.sure = on;
    $("resign").textContent = on ? phrase("Really resign?") : phrase("Resign");
  }
}
