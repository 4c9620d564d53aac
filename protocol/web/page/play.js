// What there is to see of a game against the engine, and the form that begins one. The game itself is
// in match.js.

import { $, choose, complain, notify, say } from "./dom.js";
import { heard, number, percent, phrase } from "./language.js";
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
  /** @type {() => Promise<void>} */
  onnew = async () => {};
  /** @type {() => Promise<void>} */
  oncopy = async () => {};
  /** @type {(side: Side) => void} */
  onstart = () => {};
  /** @type {() => void} */
  onanalyse = () => {};

  /** @param {Session} session @param {Engine} engine @param {LiveMatch} match @param {Analysis} analysis */
  constructor(session, engine, match, analysis) {
    this.session = session;
    this.engine = engine;
    this.match = match;
    this.analysis = analysis;
    this.sure = false; // the next click resigns
    session.on("board", () => this.showState());
    session.on("play", () => this.show());
    match.onend = soundEnd;
    this.bind();
    this.showForm();
    setInterval(() => match.tick(), 100);
  }

  bind() {
    const { match } = this;
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
    $("rematch").addEventListener("click", () => this.start(false, match.state?.human === "w" ? "b" : "w"));
    $("take-back").addEventListener("click", () => match.takeBack());
    $("hint").addEventListener("click", () => this.hint());
    $("offer-draw").addEventListener("click", () => match.offerDraw());
    $("resign").addEventListener("click", () => this.resign());
  }

  // showForm follows what is chosen, and remembers it.
  showForm() {
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
    for (const id of ownClock) $(id).disabled = settings.time !== "own"; // what is wrong in them does not matter then
    saveSettings();
  }

  // time returns what is chosen: Stupol may have another clock.
  /** @returns {Match["time"]} */
  time() {
    const chosen = settings.time;
    if (chosen.startsWith("m")) return { move: Number(chosen.slice(1)) };
    if (chosen !== "own") {
      const [minutes, seconds] = chosen.slice(1).split("+");
      return timeOf(minutes, seconds);
    }
    const own = timeOf($("minutes").value, $("increment").value);
    return { ...own, stupol: timeOf($("stupol-minutes").value || $("minutes").value, $("stupol-increment").value || $("increment").value) };
  }

  /** @param {boolean} here and not in a new game @param {Settings["side"]} chosen */
  async start(here, chosen = settings.side) {
    if (!$("play-form").reportValidity()) return; // which says what is wrong with the clock
    const { match, session } = this;
    /** @type {Parameters<LiveMatch["begin"]>[0]} */
    const wanted = { human: chosen !== "either" ? chosen : Math.random() < 0.5 ? "w" : "b", level: settings.level, time: this.time() };
    if (here && session.node.answer?.result) return notify(phrase("The game is over here."));
    match.leave();
    try {
      if (!here) await this.onnew();
      else if (session.tree.tags.length || session.node.children.length) await this.oncopy(); // a game of others stays as it is
    } catch (error) {
      return complain(error);
    }
    this.onstart(wanted.human);
    match.begin(wanted);
  }

  // show follows the game.
  show() {
    const { match } = this;
    if (!match.active()) this.setSure(false);
    $("play-form").hidden = match.active();
    $("play-now").hidden = !match.state;
    for (const id of /** @type {const} */ (["analyse-game", "rematch"])) $(id).hidden = !match.state?.over;
    for (const id of /** @type {const} */ (["take-back", "hint", "offer-draw", "resign"])) $(id).hidden = !match.active();
    if (match.active()) this.analysis.stop();
    this.showState();
  }

  showState() {
    if (!this.match.state) return;
    const over = heard(this.session.tree.end);
    const standing = this.match.standing();
    const back = standing === "back";
    const now = standing === "waiting" ? phrase("Stupol is thinking …") : phrase("Your move.");
    $("play-state").textContent = over || (back ? phrase("You are looking back.") : now);
    $("to-live").hidden = !back;
    $("play-state").classList.toggle("over", Boolean(over));
  }

  async hint() {
    if (this.match.standing() !== "turn") return;
    const { node } = this.session;
    $("play-state").textContent = phrase("Looking for a hint …");
    try {
      const end = await this.engine.search({ ...this.session.query(), moveTime: 800, hash: 16, threads: settings.threads });
      if (this.session.node !== node || !end.move) return;
      this.analysis.hint = this.analysis.squaresOf(end.move);
      this.analysis.draw();
      const hint = phrase("Hint: {move}", { move: end.text ?? "" });
      $("play-state").textContent = hint;
      say(hint);
    } catch (error) {
      complain(error);
    }
  }

  // resign ends the game at the second click: the first may be a slip.
  resign() {
    if (this.sure) return this.match.end(this.match.state?.human === "w" ? "black" : "white", "resignation");
    this.setSure(true);
    setTimeout(() => this.setSure(false), 5000);
  }

  /** @param {boolean} on */
  setSure(on) {
    this.sure = on;
    $("resign").textContent = on ? phrase("Really resign?") : phrase("Resign");
  }
}
