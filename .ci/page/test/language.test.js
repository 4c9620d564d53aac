import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { dayOf, decimal, heard, languages, phrase, preferred, setLanguage } from "../../../protocol/web/page/language.js";

const root = new URL("../../../", import.meta.url);
const read = (name) => readFileSync(new URL(name, root), "utf8");
const files = (folder, ending) => readdirSync(new URL(folder, root)).filter((name) => name.endsWith(ending)).map((name) => folder + name);

const templates = JSON.parse(read("protocol/words/heard.json"));
const catalogues = new Map(files("protocol/words/", ".json").filter((name) => !name.endsWith("/heard.json")).map((name) => [name.slice(-"pl.json".length, -".json".length), JSON.parse(read(name))]));
const pageModules = [...files("protocol/web/page/", ".js"), "bench/watch/page/watch.js"];
const reports = ["protocol/analysis/report.html", "bench/watch/report.html"];

// textsOf returns the texts of an HTML file that people read, with the tags around them. What
// has translate="no" is the same in all languages, as is a single letter, on a key.
function textsOf(html) {
  const texts = [];
  const same = []; // the elements that are open, the innermost last: whether they are not translated
  for (const [token] of html.replace(/<!--[\s\S]*?-->/g, "").matchAll(/<[^>]*>|[^<]+/g)) {
    const tag = token.match(/^<(\/?)([\w!]+)/);
    if (!tag) {
      if (!same.at(-1)) texts.push(token);
    } else if (tag[1]) {
      same.pop();
    } else {
      const silent = same.at(-1) || /translate="no"/.test(token) || ["style", "title", "script", "noscript"].includes(tag[2]);
      if (!silent) texts.push(...[...token.matchAll(/\s(?:aria-label|title|placeholder)="([^"]*)"/g)].map(([, text]) => text));
      if (!/\/>$/.test(token) && !["!doctype", "meta", "link", "img", "input", "br"].includes(tag[2])) same.push(silent);
    }
  }
  return texts.map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => /\p{L}{2}/u.test(text));
}

const pageTexts = ["protocol/web", "bench/watch"].flatMap((folder) => textsOf(read(folder + "/page/index.html")));
const literal = /"((?:[^"\\]|\\.)*)"/;
const phrases = pageModules.flatMap((name) => [...read(name).matchAll(new RegExp(String.raw`\bphrase\(\s*${literal.source}`, "g"))].map(([, text]) => JSON.parse(`"${text}"`)));
// Reports say their texts by the same catalogues.
const said = ["protocol/analysis/", "protocol/reason/", "cmd/command/pdn/", "bench/watch/"].flatMap((folder) => files(folder, ".go")).filter((name) => !name.endsWith("_test.go"))
  .flatMap((name) => [...read(name).matchAll(/\bSay\("((?:[^"\\]|\\.)*)"|"(\{n\} [^"]*\|[^"]*)"/g)].map(([, text, counted]) => text ?? counted));
const reported = reports.flatMap((name) => [...read(name).matchAll(/\bsay "([^"]*)"/g)].map(([, text]) => text));

const keys = new Set([...pageTexts, ...phrases, ...templates, ...said, ...reported]);

// Each language has its own quotation marks, and others have no place in it.
const quotes = { de: "„“", es: "«»", fr: "«»’", it: "“”’", nl: "“”’", pl: "„”", pt: "“”", ru: "«»" };

test("quotation marks are those of the language", () => {
  for (const [name, catalogue] of catalogues) {
    for (const [key, value] of Object.entries(catalogue)) {
      const text = Object.values(typeof value === "string" ? [value] : value).join();
      const written = key.match(/\[Name.*\]|\/FEN.*\//) ? [] : (text.match(/["'„“”«»‘’‚‹›`]/g) ?? []);
      assert.deepEqual(written.filter((mark) => !quotes[name].includes(mark)), [], `${name}: ${text}`);
    }
  }
});

test("every text of the page is in every catalogue", () => {
  for (const [name, catalogue] of catalogues) assert.deepEqual([...keys].filter((key) => !(key in catalogue)), [], name);
});

test("the catalogues have no other texts", () => {
  for (const [name, catalogue] of catalogues) assert.deepEqual(Object.keys(catalogue).filter((key) => !keys.has(key)), [], name);
});

test("no text stands in a report itself", () => {
  for (const name of reports) assert.deepEqual(textsOf(read(name).replace(/\{\{[\s\S]*?\}\}/g, "")), [], name);
});

const placeholders = (text) => [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort().join();

// The form for one alone, of which there is at least one, may do without the number: "the first game".
const mayOmit = (rules, category) => category === "one" && rules.select(21) !== "one";

test("translations have the names of their keys, and the plural forms of their language", () => {
  for (const [name, catalogue] of catalogues) {
    const rules = new Intl.PluralRules(name);
    for (const [key, value] of Object.entries(catalogue)) {
      const forms = Object.entries(typeof value === "string" ? { "": value } : value);
      if (typeof value === "string") assert.ok(!key.includes("|"), `${name}: ${key}`);
      else assert.deepEqual(Object.keys(value).sort(), rules.resolvedOptions().pluralCategories.sort(), `${name}: ${key}`);
      for (const [category, form] of forms) {
        const omitted = mayOmit(rules, category) ? placeholders(key.replaceAll("{n}", "")) : "";
        assert.ok([placeholders(key), omitted].includes(placeholders(form)), `${name}: ${key}: ${form}`);
        assert.equal(form, form.normalize("NFC").trim(), `${name}: ${key}`);
      }
    }
  }
});

test("the page knows the languages that have a catalogue", () => {
  assert.deepEqual([...languages.keys()].filter((name) => name !== "en").sort(), [...catalogues.keys()].sort());
});

test("every text that the page says is a literal", () => {
  for (const name of pageModules.filter((name) => !name.endsWith("/language.js"))) {
    assert.deepEqual([...read(name).matchAll(/\bphrase\((?!\s*")(.{0,30})/g)].map(([call]) => call), [], name);
  }
});

const russian = {
  "{n} move|{n} moves": { one: "{n} ход", few: "{n} хода", many: "{n} ходов", other: "{n} хода" },
  "{n}-move rule": { one: "правило {n} хода", few: "правило {n} ходов", many: "правило {n} ходов", other: "правило {n} хода" },
  "Draw: {reason}": "Ничья: {reason}",
  "\"{text}\": {reason}": "«{text}»: {reason}",
  "illegal": "так ходить нельзя",
};

test("plural forms are those of the language", () => {
  setLanguage("ru", russian);
  assert.deepEqual([1, 2, 5, 11, 21, 22, 1000].map((n) => phrase("{n} move|{n} moves", { n })), ["1 ход", "2 хода", "5 ходов", "11 ходов", "21 ход", "22 хода", "1\u00a0000 ходов"]);
  setLanguage("en", {});
  assert.deepEqual([0, 1, 2].map((n) => phrase("{n} move|{n} moves", { n })), ["0 moves", "1 move", "2 moves"]);
});

test("what the server says is said in the language of the page", () => {
  setLanguage("ru", russian);
  const draw = { text: "Draw: {reason}", values: { reason: { text: "{n}-move rule", values: { n: "25" } } } };
  assert.equal(heard(draw), "Ничья: правило 25 ходов");
  assert.equal(heard({ text: "\"{text}\": {reason}", values: { text: "32-28", reason: "illegal" } }), "«32-28»: так ходить нельзя");
  assert.equal(heard("no {translation}"), "no {translation}");
  setLanguage("en", {});
  assert.equal(heard(draw), "Draw: 25-move rule");
});

test("numbers are those of the language", () => {
  setLanguage("de", {});
  assert.equal(decimal(1234.5, 2), "1.234,50");
  assert.deepEqual(["1970.05.01", "1970.05.??", "1970.??.??", "????.??.??"].map(dayOf), ["01.05.1970", "1970.05", "1970", "????"]);
  setLanguage("en", {});
  assert.equal(decimal(0.5, 2), "0.50");
});

test("the page is in the first language of the browser that it knows", () => {
  assert.equal(preferred(["xx", "en-GB", "pl"]), "en-GB");
  assert.equal(preferred(["xx-YY"]), "en");
});
