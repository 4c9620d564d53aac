// Small helpers for the document.

import { isStopped, messageOf } from "./api.js";

/** @template {keyof Elements} K @param {K} id */
export const $ = (id) => document.getElementById(id);

// el makes an element: el("button", {class: "primary", onclick: f}, "Start").
/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {Attributes} attributes @param {(Element | string)[]} children */
export function el(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

// svg makes an element of a picture.
/** @template {keyof SVGElementTagNameMap} K @param {K} tag @param {Attributes} attributes @param {(Element | string)[]} children */
export function svg(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** @template {Element} E @param {E} element @param {Attributes} attributes @param {(Element | string)[]} children */
function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice("on".length), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
  return element;
}

// gameButton opens a game of a list, in which it has a title and facts.
/** @param {string} title @param {(string | false | undefined)[]} facts @param {() => unknown} open */
export function gameButton(title, facts, open) {
  return el("button", { type: "button", class: "game", onclick: open }, el("strong", {}, title), el("span", { class: "quiet" }, facts.filter(Boolean).join(" · ")));
}

// icon makes a picture of index.html, which says nothing by itself.
/** @param {string} name */
export function icon(name) {
  return svg("svg", { class: "icon", "aria-hidden": true }, svg("use", { href: "#i-" + name }));
}

/** @type {WeakMap<Element, string>} */
const filled = new WeakMap(); // what is told by what is in an element

// fill has in a place what make makes, and leaves it if it is of the same as before: a button in it may
// be pressed just now.
/** @param {Element} place @param {unknown} of @param {() => (Element | string)[]} make */
export function fill(place, of, make) {
  const text = JSON.stringify(of);
  if (filled.get(place) === text) return;
  filled.set(place, text);
  place.replaceChildren(...make());
}

/** @type {WeakMap<Element, Map<string, Element>>} */
const rows = new WeakMap(); // what is in an element, by what it is told by

// fillRows has elements in a place, each told by a text. One stays as long as its text does.
/** @param {Element} place @param {[string, () => Element][]} list */
export function fillRows(place, list) {
  const before = rows.get(place);
  const after = new Map(list.map(([text, make]) => [text, before?.get(text) ?? make()]));
  rows.set(place, after);
  const stay = new Set(after.values());
  for (const old of [...place.children]) if (!stay.has(old)) old.remove();
  [...stay].forEach((row, i) => { if (place.children[i] !== row) place.insertBefore(row, place.children[i] ?? null); });
}

// write puts a text somewhere. A move in it is not broken where a line ends.
/** @param {Element} place @param {string} text */
export function write(place, text) {
  fill(place, text, () => text.split(/(\b[a-h]?\d+(?:[-x:][a-h]?\d+)+[!?]*)/).map((part, i) => (i % 2 ? el("span", { class: "whole" }, part) : part)));
}

// say lets screen readers tell something.
/** @param {string} text */
export function say(text) {
  $("live").textContent = text;
}

let noticeTimer = 0;

// notify shows what went wrong, or well, for some seconds, and what can be done about it. It returns
// what takes that away again before, if nothing else is told by then.
/** @param {string} text @param {{ label: string, act: () => unknown } | null} remedy */
export function notify(text, seconds = 6, remedy = null) {
  const close = () => {
    clearTimeout(noticeTimer);
    $("notice").hidden = true;
  };
  close();
  write($("notice-text"), text);
  $("notice").hidden = false;
  $("notice-close").onclick = close;
  $("notice-act").hidden = !remedy;
  $("notice-act").textContent = remedy?.label ?? "";
  $("notice-act").onclick = () => { close(); remedy?.act(); };
  const timer = (noticeTimer = setTimeout(close, 1000 * seconds));
  return () => { if (noticeTimer === timer) close(); };
}

// complain tells what went wrong. What was stopped on purpose did not.
/** @param {unknown} error */
export function complain(error) {
  if (!isStopped(error)) notify(messageOf(error));
}

// download saves a file.
/** @param {Blob} contents @param {string} name */
export function download(contents, name) {
  const link = el("a", { href: URL.createObjectURL(contents), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// bindFiles calls use with files that are chosen. The same can be chosen again.
/** @param {"deck-import" | "file" | "library-files" | "opening-file"} id @param {(files: File[]) => void} use */
export function bindFiles(id, use) {
  $(id).addEventListener("change", () => {
    const files = [...($(id).files ?? [])];
    $(id).value = "";
    if (files.length) use(files);
  });
}

// openDialog opens a dialog at its heading, for those who hear it.
/** @param {"help" | "parameters" | "rules" | "settings"} id */
export function openDialog(id) {
  $(id).showModal();
  $(`${id}-title`).focus();
}

// bindChoices has the selects in .wrapping, which are not to be seen, show what is chosen.
export function bindChoices() {
  for (const select of document.querySelectorAll(".wrapping > select")) {
    select.addEventListener("change", () => choose(select, select.value));
    choose(select, select.value);
  }
}

// choose chooses an option of such a select.
/** @param {HTMLSelectElement} select @param {string} value */
export function choose(select, value) {
  select.value = value;
  if (select.nextElementSibling) select.nextElementSibling.textContent = select.selectedOptions[0]?.textContent ?? "";
}

// press shows whether a button that switches something is on.
/** @param {HTMLElement} button @param {boolean} on */
export function press(button, on) {
  button.setAttribute("aria-pressed", String(on));
}
