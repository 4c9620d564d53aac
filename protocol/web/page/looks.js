// How the page looks: light or dark, the colours of the board, the pieces, and whether there
// is anything but the board.

import { $ } from "./dom.js";
import { saveSettings, settings } from "./store.js";

const root = document.documentElement;
const system = $("dark").media; // as index.html has it: the system's choice, and not on paper
const narrow = matchMedia("(max-width: 60rem)"); // as in narrow.css
const wide = matchMedia("(min-width: 1500px)"); // as in wide.css

// isDark reports whether the page is dark.
export function isDark() {
  return matchMedia($("dark").media).matches;
}

/** @param {Theme} theme */
function setTheme(theme) {
  settings.theme = theme;
  $("dark").media = { auto: system, light: "not all", dark: "screen" }[theme];
  $("theme-select").value = theme;
}

// choose keeps what an element offers as a setting, and has the style sheets see it. It returns what
// shows the setting again.
/** @param {"board-colours" | "piece-set"} id @param {"boardColours" | "pieceSet"} name */
function choose(id, name) {
  const known = [...$(id).options].map((o) => o.value);
  if (!known.includes(settings[name])) settings[name] = known[0];
  const show = () => { $(id).value = root.dataset[name] = settings[name]; };
  show();
  $(id).addEventListener("change", () => {
    settings[name] = root.dataset[name] = $(id).value;
    saveSettings();
  });
  return show;
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

// bindLooks applies the settings, and the changes of them. It returns what applies them again.
export function bindLooks() {
  setTheme(settings.theme);
  const change = (/** @type {Theme} */ theme) => { setTheme(theme); saveSettings(); };
  $("theme").addEventListener("click", () => change(isDark() ? "light" : "dark"));
  $("theme-select").addEventListener("change", () => change(/** @type {Theme} */ ($("theme-select").value)));
  const shows = [() => setTheme(settings.theme), choose("board-colours", "boardColours"), choose("piece-set", "pieceSet")];
  $("zen").addEventListener("click", () => { $("settings").close(); toggleZen(); });
  $("zen-end").addEventListener("click", toggleZen);
  return () => shows.forEach((show) => show());
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
