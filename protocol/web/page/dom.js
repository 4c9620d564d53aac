// Small helpers for the document.

export const $ = (id) => document.getElementById(id);

// el makes an element: el("button", {class: "primary", onclick: f}, "Start").
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// svg makes an element of a picture.
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

// say lets screen readers tell something.
export function say(text) {
  $("live").textContent = text;
}

let noticeTimer = 0;

// notify shows what went wrong, or well, for some seconds.
export function notify(text, seconds = 6) {
  clearTimeout(noticeTimer);
  $("notice").textContent = text;
  $("notice").hidden = !text;
  if (text) noticeTimer = setTimeout(() => ($("notice").hidden = true), 1000 * seconds);
}

// press shows whether a button that switches something is on.
export function press(button, on) {
  button.setAttribute("aria-pressed", String(on));
}
