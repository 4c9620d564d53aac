// What is seen of the analysis of a game: how far it is, the graph of White's chances, and how both
// sides have played.

import { $, complain, el, fill, svg } from "./dom.js";
import { chanceAt, tally, verdictOf } from "./judgements.js";
import { percent, phrase } from "./language.js";
import { positions } from "./review.js";

const width = 1000;
const height = 200;

export class ReviewViews {
  /** @param {Session} session @param {Review} review @param {Learn} learn */
  constructor(session, review, learn) {
    this.session = session;
    this.review = review;
    this.learn = learn;
    $("review").addEventListener("click", () => (review.running ? review.stop() : review.run()));
    $("next-mistake").addEventListener("click", () => review.next());
    $("graph").addEventListener("click", (e) => this.point(e)); // the picture may be drawn anew between the press and the release of a click
    session.view(() => this.draw());
  }

  // point goes to the position that is clicked in the graph.
  /** @param {MouseEvent} e */
  point({ clientX }) {
    const nodes = positions(this.session.tree);
    const box = $("graph").getBoundingClientRect();
    const node = nodes[Math.round(((clientX - box.left) / box.width) * (nodes.length - 1))];
    if (node) this.session.goTo(node).catch(complain);
  }

  draw() {
    const { mode, running, progress } = this.review;
    $("review").textContent = running ? phrase("Stop") : phrase("Analyse the game");
    $("review").setAttribute("aria-disabled", String(!mode.may("think")));
    $("next-mistake").hidden = !this.session.tree.mainLine().some(verdictOf);
    $("review-progress").hidden = !running || !progress;
    if (progress) {
      const { pass, i, n } = progress;
      $("review-state").textContent = phrase("Pass {pass}: search {i} of {n}", { pass, i: i + 1, n });
      $("review-done").max = n;
      $("review-done").value = i;
    }
    drawGraph(this.session);
    this.drawResult();
  }

  // drawResult shows how both sides have played, if a move of theirs has been judged, here or in a file.
  drawResult() {
    const { session, review: { answer } } = this;
    const sides = tally(session.tree.mainLine(), (n) => session.turnBefore(n), answer?.sides);
    $("review-result").hidden = !answer?.moves.length && !/:[1-9]/.test(JSON.stringify(sides));
    fill($("review-result"), sides, () => [
      el("thead", {}, el("tr", {}, ...[phrase("Side"), phrase("Accuracy"), phrase("Blunders"), phrase("Mistakes"), phrase("Inaccuracies"), phrase("Learn")].map((text) => el("th", { scope: "col" }, el("span", { class: "hidden-text" }, text))))),
      el("tbody", {},
        this.row("w", phrase("White"), sides.white, phrase("Learn from the mistakes of White")),
        this.row("b", phrase("Black"), sides.black, phrase("Learn from the mistakes of Black")))]);
  }

  // row is what there is to say of a side. Each number leads to the moves that it counts.
  /** @param {Side} side @param {string} name @param {import("./judgements.js").Tally} tally @param {string} label */
  row(side, name, { accuracy, blunders, mistakes, inaccuracies }, label) {
    /** @param {number} n @param {string} verdict @param {string} sign */
    const count = (n, verdict, sign) => el("td", { class: n ? verdict : "none" }, n
      ? el("button", { type: "button", class: "count-open", onclick: () => this.review.next((node) => verdictOf(node) === verdict && this.session.turnBefore(node) === side) }, `${n} ${sign}`)
      : `${n} ${sign}`);
    const learn = blunders + mistakes === 0 ? ""
      : el("td", {}, el("button", { type: "button", class: "learn-open", "data-side": side, "aria-label": label, title: label, onclick: () => this.learn.start(side) }, phrase("Learn")));
    return el("tr", {},
      el("th", { scope: "row" }, name), el("td", {}, accuracy === null ? "–" : percent(accuracy / 100, 1)),
      count(blunders, "blunder", "??"), count(mistakes, "mistake", "?"), count(inaccuracies, "inaccuracy", "?!"), learn);
  }
}

/** @param {Session} session */
function drawGraph(session) {
  const place = $("graph");
  const nodes = positions(session.tree);
  const scored = nodes.flatMap((n) => {
    const chance = chanceAt(n);
    return chance === null ? [] : [{ depth: n.depth, chance, verdict: verdictOf(n) }];
  });
  place.hidden = scored.length < 2;
  const here = nodes.indexOf(session.node);
  if (place.hidden) return;
  fill(place, [scored, nodes.length, here], () => [picture(scored, nodes.length, here)]);
}

/** @param {{ depth: number, chance: number, verdict: string }[]} scored @param {number} count @param {number} here */
function picture(scored, count, here) {
  /** @param {{ depth: number }} n */
  const x = (n) => (width * n.depth) / Math.max(count - 1, 1);
  /** @param {{ chance: number }} n */
  const y = (n) => height * (1 - n.chance);
  const points = scored.map((n) => `${x(n).toFixed(1)} ${y(n).toFixed(1)}`).join(" L");
  const first = x(scored[0]);
  const last = x(scored[scored.length - 1]);
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": summary(scored) },
    svg("path", { class: "black-area", d: `M${first} 0H${last}V${height}H${first}z` }), // what is not searched yet is of neither
    svg("path", { class: "white-area", d: `M${first} ${height} L${points} L${last} ${height}z` }),
    svg("path", { class: "middle", d: `M0 ${height / 2}h${width}` }),
    svg("path", { class: "curve", d: "M" + points }),
    ...scored.filter((n) => n.verdict).map((n) => svg("path", { class: "dot " + n.verdict, d: `M${x(n)} ${y(n)}h0.01` })),
    ...(here < 0 ? [] : [svg("path", { class: "present", d: `M${x({ depth: here })} 0v${height}` })]));
}

/** @param {{ chance: number }[]} scored */
function summary(scored) {
  return phrase("White’s chances in {n} position, {last} in the last one|White’s chances in {n} positions, {last} in the last one", { n: scored.length, last: percent(scored[scored.length - 1].chance) });
}
