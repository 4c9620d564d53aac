// How the page looks: light or dark, the colours of the board, the pieces, and whether there
// is anything but the board.

import { $ } from "./dom.js";
import { bindSetting } from "./settings.js";
import { settings } from "./store.js";

const system = $("dark").media; // as index.html has it: the system's choice, and not on paper
const narrow = matchMedia("(max-width: 60rem)"); // as in narrow.css
const wide = matchMedia("(min-width: 1500px)"); // as in wide.css

// isDark reports whether the page is dark.
export function isDark() {
  return matchMedia($("dark").media).matches;
}

// isZen reports whether there is nothing but the board.
export function isZen() {
  return document.body.classList.contains("zen");
}

// toggleZen shows the board alone, or everything again.
export function toggleZen() {
  const zen = document.body.classList.toggle("zen");
  $("zen-end").hidden = !zen;
}

// bindLooks has the style sheets see the settings.
export function bindLooks() {
  const apply = () => {
    $("dark").media = { auto: system, light: "not all", dark: "screen" }[settings.theme];
    Object.assign(document.documentElement.dataset, { boardColours: settings.boardColours, pieceSet: settings.pieceSet });
  };
  const setTheme = bindSetting("theme-select", "theme", apply);
  bindSetting("board-colours", "boardColours", apply);
  bindSetting("piece-set", "pieceSet", apply);
  apply();
  $("theme").addEventListener("click", () => setTheme(isDark() ? "light" : "dark"));
  $("zen").addEventListener("click", () => { $("settings").close(); toggleZen(); });
  $("zen-end").addEventListener("click", toggleZen);
}

// Where a thing stands that has another place where there is less room, or more: on a phone the
// moves are a line between the arrows, what is told stands in the sheet, the head of the game below
// the board, and why a move is bad before all else; a wide page has the graph there.
const places = /** @type {const} */ ([
  ["moves", narrow, (/** @type {Element} */ e) => $("go-back").after(e)],
  ["flip", narrow, (/** @type {Element} */ e) => $("new").before(e)],
  ["notice", narrow, (/** @type {Element} */ e) => $("side").prepend(e)],
  ["game-head", narrow, (/** @type {Element} */ e) => $("table").append(e)],
  ["better", narrow, (/** @type {Element} */ e) => $("panel-analyse").prepend(e)],
  ["graph", wide, (/** @type {Element} */ e) => $("table").append(e)],
]);

// bindPlaces has them where they belong, whatever becomes of the window.
export function bindPlaces() {
  for (const [id, media, move] of places) {
    const element = $(id);
    const home = document.createComment("");
    element.before(home);
    const place = () => (media.matches ? move(element) : home.after(element));
    media.addEventListener("change", place);
    place();
  }
}

// openSheet opens or shuts what a narrow page has above its tabs.
export function openSheet(open = true) {
  document.body.classList.toggle("sheet", open);
}
