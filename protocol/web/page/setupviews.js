// What is seen of a position that is set up, and of a pattern, beside the board: what can be put on squares,
// and what else can be done.

import { $, complain, el, icon, write } from "./dom.js";
import { phrase } from "./language.js";
import { mirrored } from "./setup.js";

// Each letter of a board with its name and the class of its picture.
const pieces = () => [
  ["w", phrase("White man"), "white"], ["W", phrase("White king"), "white", "king"], ["b", phrase("Black man"), "black"], ["B", phrase("Black king"), "black", "king"],
  ["e", phrase("Nothing"), "nothing"], ["move", phrase("Move pieces"), "hand"],
];

// What a square can be asked to hold: its letter, its name, and the class of its picture.
const wishes = () => [
  ["w", phrase("White man"), "white"], ["W", phrase("White king"), "white", "king"], ["x", phrase("White man or king"), "white", "either"],
  ["b", phrase("Black man"), "black"], ["B", phrase("Black king"), "black", "king"], ["y", phrase("Black man or king"), "black", "either"],
  ["o", phrase("Empty square"), "nothing"],
];

// fillPalette has in a place what can be put on squares, to be chosen.
/** @param {HTMLElement} place @param {string} name of the choice @param {string[][]} things @param {{ piece: string }} draft @param {() => void} chosen */
function fillPalette(place, name, things, draft, chosen = () => {}) {
  place.append(...things.map(([letter, title, ...classes]) => el("label", { class: "swatch", title },
    el("input", { type: "radio", name, value: letter, "aria-label": title, checked: letter === draft.piece, onchange: () => { draft.piece = letter; chosen(); } }),
    classes[0] === "hand" ? icon("move") : el("span", { class: ["picture", ...classes].join(" ") }))));
}

/** @param {Session} session @param {Setup} setup */
export function showSetup(session, setup) {
  const turns = document.querySelectorAll("[name=setup-turn]");
  fillPalette($("palette"), "piece", pieces(), setup, () => setup.carry(0));
  $("setup-clear").addEventListener("click", () => setup.replace(setup.empty()));
  $("setup-start").addEventListener("click", () => setup.replace(setup.startBoard()));
  $("setup-mirror").addEventListener("click", () => setup.put(mirrored(setup.position)));
  $("setup-fen").addEventListener("change", () => setup.read($("setup-fen").value.trim()));
  $("setup-fen").addEventListener("blur", () => session.redraw()); // it shows no other while it is written in
  $("setup-use").addEventListener("click", () => setup.use().catch(complain));
  for (const radio of turns) radio.addEventListener("change", () => { setup.turn = radio.value; setup.check(); });
  session.view(() => {
    for (const radio of turns) radio.checked = radio.value === setup.turn;
    if (document.activeElement !== $("setup-fen")) $("setup-fen").value = setup.written;
    $("setup-fen").setAttribute("aria-invalid", String(setup.wrong !== ""));
    write($("setup-state"), setup.wrong);
    $("setup-use").disabled = setup.wrong !== "";
  });
}

/** @param {Session} session @param {import("./setup.js").Pattern} pattern @param {() => void} changed is called when it is opened or shut */
export function showPattern(session, pattern, changed) {
  fillPalette($("pattern-palette"), "wish", wishes(), pattern);
  $("pattern-clear").addEventListener("click", () => pattern.replace(pattern.empty()));
  $("pattern-take").addEventListener("click", () => pattern.take());
  $("pattern").addEventListener("toggle", () => { pattern.open = $("pattern").open; changed(); });
  session.on("game", () => { $("pattern").open = pattern.open = false; });
}
