// The graph of scores over a game.

import { $, notify, svg } from "./dom.js";
import { chance, scoreText } from "./scores.js";

const width = 1000;
const height = 200;

export function drawGraph(session) {
  const place = $("graph");
  const nodes = [session.tree.root, ...session.tree.mainLine()];
  const scored = nodes.filter((n) => n.score);
  place.hidden = scored.length < 2;
  if (place.hidden) return;
  const x = (n) => (width * n.depth) / Math.max(nodes.length - 1, 1);
  const y = (n) => height * (1 - chance(n.score));
  const points = scored.map((n) => `${x(n).toFixed(1)} ${y(n).toFixed(1)}`).join(" L");
  const first = x(scored[0]);
  const last = x(scored.at(-1));
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": summary(session, scored) },
    svg("path", { class: "white-area", d: `M${first} ${height} L${points} L${last} ${height}z` }),
    svg("path", { class: "middle", d: `M0 ${height / 2}h${width}` }),
    svg("path", { class: "curve", d: "M" + points }),
    ...scored.filter((n) => n.mark).map((n) => svg("path", { class: "dot " + { "??": "blunder", "?": "mistake", "?!": "doubt" }[n.mark], d: `M${x(n)} ${y(n)}h0.01` })));
  const here = session.node;
  if (nodes.includes(here)) picture.append(svg("path", { class: "present", d: `M${x(here)} 0v${height}` }));
  picture.addEventListener("click", (e) => {
    const box = picture.getBoundingClientRect();
    const at = Math.round(((e.clientX - box.left) / box.width) * (nodes.length - 1));
    session.goTo(nodes[at]).catch((error) => notify(error.message));
  });
  place.replaceChildren(picture);
}

function summary(session, scored) {
  const last = scored.at(-1);
  return `Scores of ${scored.length} positions, the last one ${scoreText(last.score)} for White`;
}
