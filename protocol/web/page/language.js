// The page in the language of its reader. English texts stand in the code, in index.html and in
// what the server says; another language has a catalogue with them as its keys. What a
// catalogue does not have stays English.

/** @typedef {Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>} Catalogue translations, or one for each plural form */

// The languages that there are, by their own names.
export const languages = new Map([
  ["de", "Deutsch"], ["en", "English"], ["es", "Español"], ["fr", "Français"], ["it", "Italiano"], ["nl", "Nederlands"], ["pl", "Polski"],
  ["pt", "Português (Brasil)"], ["ru", "Русский"],
]);

const regions = new Map([["pt", "pt-BR"]]); // of catalogues that are for one

let language = "en";
/** @type {Catalogue} */
let catalogue = {};
let locale = "en"; // of numbers and dates
let plural = new Intl.PluralRules(locale);

// setLanguage has everything said in a language, by its catalogue.
/** @param {string} name @param {Catalogue} words */
export function setLanguage(name, words, region = regions.get(name) ?? name) {
  [language, catalogue, locale] = [name, words, region];
  plural = new Intl.PluralRules(locale);
}

// catalogueName returns the language that everything is said in.
export function catalogueName() {
  return language;
}

// preferred returns the first of the tags that browsers give in which the page can be, "en" if
// it can be in none.
/** @param {readonly string[]} tags */
export function preferred(tags) {
  return tags.find((tag) => languages.has(baseOf(tag))) ?? "en";
}

/** @param {string} tag */
const baseOf = (tag) => tag.toLowerCase().split("-")[0];

// loadLanguage has everything said in the language chosen, or in the one of the browser.
/** @param {string} chosen "" for none */
export async function loadLanguage(chosen) {
  const tag = languages.has(chosen) ? chosen : preferred(navigator.languages);
  const name = baseOf(tag);
  if (name === "en") return setLanguage(name, {}, tag);
  try {
    const words = await (await fetch(`words/${name}.json`)).json();
    setLanguage(name, words, tag === name ? undefined : tag);
    document.documentElement.lang = regions.get(name) ?? name;
  } catch {
    // without a network, or the file, it stays English
  }
}

// phrase says an English text, which is a literal, in the language of the reader. What stands
// in braces is replaced by the value of that name. A text that counts something has both
// English forms, "{n} move|{n} moves", and is chosen by n.
/** @param {string} text @param {Record<string, string | number>} values */
export function phrase(text, values = {}) {
  const known = catalogue[text] ?? englishForms(text);
  const form = typeof known === "string" ? known : (known[plural.select(Number(values.n))] ?? known.other ?? "");
  return form.replace(/\{(\w+)\}/g, (all, name) => (typeof values[name] === "number" ? number(values[name]) : (values[name] ?? all)));
}

/** @param {string} text @returns {Catalogue[string]} */
function englishForms(text) {
  const [one, other] = text.split("|");
  return other === undefined ? text : { one, other };
}

// heard says what the server has said, in the language of the reader.
/** @param {Said} said @returns {string} */
export function heard(said) {
  if (typeof said === "string") return phrase(said);
  return phrase(said.text, Object.fromEntries(Object.entries(said.values).map(([name, value]) => [name, heard(value)])));
}

// number writes a number.
/** @param {number} n @param {Intl.NumberFormatOptions} options */
export function number(n, options = {}) {
  return n.toLocaleString(locale, options);
}

// decimal writes a number with some digits behind the point.
/** @param {number} n @param {number} digits */
export function decimal(n, digits) {
  return number(n, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// percent writes a share.
/** @param {number} share from 0 to 1 */
export function percent(share, digits = 0) {
  return phrase("{share} %", { share: decimal(100 * share, digits) });
}

// signed writes a number with its sign, which 0 has not: a minus is no hyphen.
/** @param {number} n @param {number} digits */
export function signed(n, digits) {
  return number(n, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero" }).replace("-", "−");
}

// moment writes a time in milliseconds, to the minute.
/** @param {number} time */
export function moment(time) {
  return new Date(time).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

// dayOf writes a date of PDN, 1970.05.01, as far as it is known.
/** @param {string} date */
export function dayOf(date) {
  const [, year, month, day] = date.match(/^(\d{4})\.(\d\d)\.(\d\d)$/) ?? [];
  return year ? calendarDay(new Date(Number(year), Number(month) - 1, Number(day))) : date.replaceAll(".??", "");
}

// calendarDay writes the day of a date.
/** @param {Date} date */
export function calendarDay(date) {
  return date.toLocaleDateString(locale, { dateStyle: "medium" });
}

const attributes = ["aria-label", "title", "placeholder"];

// translatePage says the texts of index.html in the language of the reader.
export function translatePage() {
  if (language === "en") return;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode); // the walker shows no others
    const key = keyOf(node.data);
    if (key in catalogue) node.data = node.data.replace(/\S[\s\S]*\S|\S/, () => phrase(key));
  }
  for (const name of attributes) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const key = keyOf(element.getAttribute(name) ?? "");
      if (key in catalogue) element.setAttribute(name, phrase(key));
    }
  }
}

/** @param {string} text */
const keyOf = (text) => text.replace(/\s+/g, " ").trim();
