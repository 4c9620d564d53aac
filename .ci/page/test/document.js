// As much of a browser's document as the page needs to run in Node: elements that are made of
// index.html, events that go through them, and what is asked of them. Nothing is laid out: all boxes
// are the same.

const empty = new Set(["br", "img", "input", "link", "meta"]);
const box = { left: 0, top: 0, right: 1000, bottom: 1000, width: 1000, height: 1000 };

// An Event goes from the window down to its target, and up again.
export class Event {
  defaultPrevented = false;
  stopped = 0; // 1: it goes to no other place, 2: to no other listener

  constructor(type, facts = {}) {
    Object.assign(this, { type, detail: 0, button: 0, isPrimary: true, pointerId: 1, clientX: 0, clientY: 0, pointerType: "mouse", bubbles: true }, facts);
    this.timeStamp = performance.now();
  }

  preventDefault() {
    this.defaultPrevented = true;
  }

  stopPropagation() {
    this.stopped ||= 1;
  }

  stopImmediatePropagation() {
    this.stopped = 2;
  }
}

// A Place is what listens.
export class Place {
  listeners = [];

  addEventListener(type, run, options = {}) {
    this.listeners.push({ type, run, capture: options === true || Boolean(options.capture), signal: options.signal });
  }

  // hear calls what listens here, and hands on what it throws.
  hear(event, capture, fail) {
    for (const l of [...this.listeners, ...(capture ? [] : [{ type: event.type, run: this["on" + event.type] }])]) {
      if (l.type !== event.type || Boolean(l.capture) !== capture || l.signal?.aborted || !l.run || event.stopped === 2) continue;
      try {
        l.run.call(this, event);
      } catch (error) {
        fail(error);
      }
    }
  }
}

const camel = (name) => name.replace(/[A-Z]/g, (c) => "-" + c.toLowerCase());
const unquoted = (text) => text.replace(/^"|"$/g, "");

// test makes a check of a part of a selector without spaces.
function test(text) {
  const checks = [...text.matchAll(/:not\(([^)]*)\)|:(\w+)|\[([\w-]+)(?:=([^\]]*))?\]|([.#]?)([\w-]+)/g)].map(([, not, state, name, value, kind, word]) => {
    if (not) return ((inner) => (e) => !inner(e))(test(not));
    if (state) return (e) => e[state];
    if (name) return (e) => e.attributes.has(name) && (value === undefined || e.attributes.get(name) === unquoted(value));
    if (kind === ".") return (e) => e.hasClass(word);
    return kind === "#" ? (e) => e.id === word : (e) => e.tag === word;
  });
  return (e) => checks.every((check) => check(e));
}

// selector makes a check of a selector: names, classes, attributes, what is in what.
const selectors = new Map();
function selector(text) {
  if (!selectors.has(text)) {
    const ways = text.split(",").map((way) => way.trim().split(/\s+(?![^(]*\))/).map((part) => (part === ">" ? ">" : test(part))));
    const fits = (e, parts) => {
      const [last, before] = [parts.at(-1), parts.at(-2)];
      if (!last(e)) return false;
      if (!before) return true;
      const rest = parts.slice(0, before === ">" ? -2 : -1);
      if (before === ">") return Boolean(e.parentElement) && fits(e.parentElement, rest);
      for (let up = e.parentElement; up; up = up.parentElement) if (fits(up, rest)) return true;
      return false;
    };
    selectors.set(text, (e) => ways.some((parts) => fits(e, parts)));
  }
  return selectors.get(text);
}

class Text {
  parentElement = null;

  constructor(data) {
    this.data = data;
  }

  get textContent() {
    return this.data;
  }
}

const flags = ["hidden", "disabled", "open"];
const names = ["id", "name", "type", "media", "href", "download", "title", "placeholder"];

export class Element extends Place {
  parentElement = null;
  nodes = [];
  attributes = new Map();
  scrollTop = 0;
  scrollLeft = 0;

  constructor(document, tag) {
    super();
    this.document = document;
    this.tag = tag;
    this.style = { setProperty() {} };
    this.dataset = new Proxy({}, {
      get: (_, name) => this.attributes.get("data-" + camel(String(name))),
      set: (_, name, value) => { this.attributes.set("data-" + camel(String(name)), String(value)); return true; },
    });
  }

  get className() {
    return this.attributes.get("class") ?? "";
  }

  set className(text) {
    this.attributes.set("class", text);
  }

  hasClass(name) {
    return ` ${this.className} `.includes(` ${name} `);
  }

  get classList() {
    const all = () => new Set(this.className.split(/\s+/).filter(Boolean));
    const change = (name, on) => {
      const classes = all();
      classes[on ? "add" : "delete"](name);
      this.className = [...classes].join(" ");
      return on;
    };
    return {
      contains: (name) => this.hasClass(name), add: (name) => change(name, true), remove: (name) => change(name, false),
      toggle: (name, on = !all().has(name)) => change(name, Boolean(on)),
    };
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }


  get children() {
    return this.nodes.filter((n) => n instanceof Element);
  }

  get nextElementSibling() {
    const all = this.parentElement?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  get textContent() {
    return this.nodes.map((n) => n.textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [String(text)]));
  }

  // put puts others before one of those that are in this one, or behind the last.
  put(next, others) {
    const made = others.map((o) => (typeof o === "object" ? o : new Text(String(o))));
    for (const node of made) if (node instanceof Element) node.remove();
    this.nodes.splice(next ? this.nodes.indexOf(next) : this.nodes.length, 0, ...made);
    for (const node of made) node.parentElement = this;
  }

  append(...others) {
    this.put(null, others);
  }

  insertBefore(other, next) {
    this.put(next, [other]);
  }

  prepend(...others) {
    this.put(this.nodes[0], others);
  }

  before(...others) {
    this.parentElement.put(this, others);
  }

  after(...others) {
    const all = this.parentElement.nodes;
    this.parentElement.put(all[all.indexOf(this) + 1], others);
  }

  replaceChildren(...others) {
    for (const node of this.nodes) {
      if (node instanceof Element && node.contains(this.document.activeElement)) this.document.activeElement = this.document.body;
      node.parentElement = null;
    }
    this.nodes = [];
    this.append(...others);
  }

  remove() {
    const parent = this.parentElement;
    if (!parent) return;
    parent.nodes.splice(parent.nodes.indexOf(this), 1);
    this.parentElement = null;
  }

  contains(other) {
    for (let e = other; e; e = e.parentElement) if (e === this) return true;
    return false;
  }

  matches(text) {
    return selector(text)(this);
  }

  closest(text) {
    const fits = selector(text);
    for (let e = /** @type {Element | null} */ (this); e; e = e.parentElement) if (fits(e)) return e;
    return null;
  }

  // all returns the elements in this one.
  all(out = []) {
    for (const n of this.nodes) {
      if (!(n instanceof Element)) continue;
      out.push(n);
      n.all(out);
    }
    return out;
  }

  querySelectorAll(text) {
    return this.all().filter(selector(text));
  }

  querySelector(text) {
    return this.querySelectorAll(text)[0] ?? null;
  }

  get options() {
    return this.all().filter((e) => e.tag === "option");
  }

  get selectedOptions() {
    const chosen = this.options.filter((o) => o.selected);
    return chosen.length ? [chosen.at(-1)] : this.options.slice(0, this.none ? 0 : 1);
  }

  get text() {
    return this.textContent;
  }

  set text(text) {
    this.textContent = text;
  }

  get selected() {
    return this.chosen ?? this.attributes.has("selected");
  }

  get value() {
    if (this.tag === "select") return this.selectedOptions[0]?.value ?? "";
    if (this.tag === "option") return this.attributes.get("value") ?? this.textContent;
    return this.typed ?? this.attributes.get("value") ?? (this.tag === "textarea" ? this.textContent : "");
  }

  set value(value) {
    this.typed = String(value);
    for (const o of this.options) o.chosen = o.value === String(value);
    this.none = !this.options.some((o) => o.chosen);
  }

  get checked() {
    return this.ticked ?? this.attributes.has("checked");
  }

  set checked(on) {
    if (on && this.type === "radio") for (const other of this.document.body.querySelectorAll(`[name=${this.name}]`)) other.ticked = false;
    this.ticked = on;
  }

  // html tells all that is seen of the element.
  html() {
    const facts = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join("") + (this.value || "") + (this.ticked ?? "");
    return `<${this.tag}${facts}>${this.nodes.map((n) => (n instanceof Element ? n.html() : n.data)).join("")}</>`;
  }

  focus() {
    if (this.document.activeElement === this) return;
    this.document.activeElement.blur();
    this.document.activeElement = this;
  }

  blur() {
    if (this.document.activeElement !== this || this === this.document.body) return;
    this.document.activeElement = this.document.body;
    this.document.send(this, "blur", { bubbles: false });
  }

  // click is what a click of a person does, whose event it sends.
  click(facts = { detail: 1 }) {
    if (this.disabled) return;
    if (this.type === "checkbox") this.checked = !this.checked;
    if (this.document.send(this, "click", facts).defaultPrevented) return;
    if (this.type === "checkbox") this.document.send(this, "change");
    if (this.tag === "summary") this.parentElement.open = !this.parentElement.open;
    const form = this.tag === "button" && this.type !== "button" ? this.closest("form") : null;
    if (form?.getAttribute("method") === "dialog") form.closest("dialog").close();
    else if (form) this.document.send(form, "submit");
  }

  showModal() {
    this.open = true;
  }

  close() {
    if (!this.open) return;
    this.open = false;
    this.document.send(this, "close", { bubbles: false });
  }

  getBoundingClientRect() {
    return box;
  }

  animate() {
    const animation = { cancel() {}, onfinish: () => {} };
    setTimeout(() => animation.onfinish(), 190);
    return animation;
  }

  reportValidity() {
    return true;
  }

  setPointerCapture() {}

  scrollIntoView() {}

  scrollTo() {}

  select() {}
}

for (const name of names) {
  Object.defineProperty(Element.prototype, name, { get() { return this.attributes.get(name) ?? ""; }, set(value) { this.attributes.set(name, String(value)); } });
}
for (const name of flags) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.attributes.has(name); },
    set(on) {
      if (on === this.attributes.has(name)) return;
      if (on) this.attributes.set(name, "");
      else this.attributes.delete(name);
      if (this.tag === "details") queueMicrotask(() => this.document.send(this, "toggle", { bubbles: false }));
    },
  });
}

export class Document extends Place {
  title = "";

  // A document is made of HTML; fail is told what listeners throw.
  constructor(html, window, fail) {
    super();
    this.window = window;
    this.fail = fail;
    this.ids = new Map();
    const top = new Element(this, "");
    let at = top;
    for (const [, close, tag, attributes, alone, text] of html.matchAll(/<(\/?)([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/g)) {
      if (text) at.append(text.replace(/&amp;/g, "&"));
      else if (close) at = at.closest(tag).parentElement;
      else if (tag) {
        const element = new Element(this, tag);
        for (const [, name, value = ""] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) element.attributes.set(name, value);
        if (element.id) this.ids.set(element.id, element);
        at.append(element);
        if (!alone && !empty.has(tag)) at = element;
      }
    }
    this.documentElement = top.querySelector("html");
    this.body = this.activeElement = top.querySelector("body");
  }

  getElementById(id) {
    return this.ids.get(id) ?? null;
  }

  querySelectorAll(text) {
    return this.documentElement.querySelectorAll(text);
  }

  querySelector(text) {
    return this.documentElement.querySelector(text);
  }

  createElement(tag) {
    return new Element(this, tag);
  }

  createElementNS(_, tag) {
    return new Element(this, tag);
  }

  createComment() {
    return new Element(this, "comment");
  }

  // send sends an event to an element, or to the window, and returns it.
  send(target, type, facts = {}) {
    const event = new Event(type, { ...facts, target });
    const way = [];
    for (let e = target; e; e = e.parentElement) way.push(e);
    if (target !== this.window) way.push(this, this.window);
    for (const place of [...way].reverse()) if (!event.stopped) place.hear(event, true, this.fail);
    for (const place of event.bubbles ? way : [target]) if (!event.stopped) place.hear(event, false, this.fail);
    return event;
  }

  // seen returns the elements that can be seen, and used: those of the dialog, if one is open.
  seen() {
    const out = [];
    const look = (element) => {
      for (const e of element.children) {
        if (e.hidden || (e.tag === "dialog" && !e.open) || e.hasClass("hidden")) continue;
        out.push(e);
        if (e.tag === "details" && !e.open) out.push(...e.children.filter((c) => c.tag === "summary"));
        else look(e);
      }
    };
    look(this.body.querySelector("dialog[open]") ?? this.body);
    return out;
  }
}
