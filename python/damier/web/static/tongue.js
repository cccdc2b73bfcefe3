/**
 * The language of the page: the server has chosen it (see `damier.web.tongues`) and written it into the document, so
 * that no word is ever shown in another one first.
 */

import { html } from "./html.js";

/** @typedef {import("./words.js").Words} Words */

const COOKIE = "damier-language";
const A_YEAR = 31_536_000; // seconds

/** Every language by its own name, and its words. English is where words come from. */
const TONGUES = {
  en: { name: "English", load: () => Promise.resolve(null) },
  nl: { name: "Nederlands", load: () => import("./words/nl.js") },
  fr: { name: "Français", load: () => import("./words/fr.js") },
  es: { name: "Español", load: () => import("./words/es.js") },
  ru: { name: "Русский", load: () => import("./words/ru.js") },
  pt: { name: "Português", load: () => import("./words/pt.js") },
};

/** @typedef {keyof typeof TONGUES} Language */

/** @param {string} text @returns {text is Language} */
const isKnown = (text) => Object.hasOwn(TONGUES, text);

/** @type {Language} */
export const language = isKnown(document.documentElement.lang) ? document.documentElement.lang : "en";

const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);

/** A number as people write it. @param {number} value @param {number} [digits]  behind the comma, always so many */
export const number = (value, digits) =>
  digits === undefined
    ? numbers.format(value)
    : value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/**
 * The form that goes with a number, and the number before it: `counted(5, { one: "ход", few: "хода", many: "ходов" })`.
 * @param {number} count
 * @param {Partial<Record<Intl.LDMLPluralRule, string>>} forms
 */
export const counted = (count, forms) => `${number(count)} ${formOf(count, forms)}`;

/**
 * The form alone; where a language has no form for it, the one of "other" or "many".
 * @param {number} count
 * @param {Partial<Record<Intl.LDMLPluralRule, string>>} forms
 */
export const formOf = (count, forms) => forms[plurals.select(count)] ?? forms.other ?? forms.many ?? "";

/** A moment as people write it. @param {number} seconds  since 1970 */
export const moment = (seconds) =>
  new Date(seconds * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** The words in the language of the page. @param {Words} english @returns {Promise<Words>} */
export async function inLanguage(english) {
  return (await TONGUES[language].load())?.words ?? english;
}

/**
 * Fills the words into the document, and puts the choice of languages into its bar.
 * @param {object} own  the words of this screen, by the names that the document has
 * @param {string} label
 */
export function fillIn(own, label) {
  for (const element of document.querySelectorAll("[data-word]"))
    element.textContent = Reflect.get(own, element.getAttribute("data-word") ?? "");
  for (const element of document.querySelectorAll("[data-title]")) {
    const title = Reflect.get(own, element.getAttribute("data-title") ?? "");
    element.setAttribute("title", title);
    element.setAttribute("aria-label", title);
  }
  document.querySelector(".bar nav")?.append(chooser(label));
}

/** Chooses a language, and remembers it. @param {string} wanted */
export function choose(wanted) {
  // A language in the address would win over what is remembered.
  const address = new URL(location.href);
  address.searchParams.delete("language");
  document.cookie = `${COOKIE}=${wanted}; path=/; max-age=${A_YEAR}; samesite=lax`;
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

/** The languages to choose from. @param {string} label */
export function chooser(label) {
  const select = html("select", { title: label, "aria-label": label, autocomplete: "off" });
  for (const [tongue, { name }] of Object.entries(TONGUES))
    select.append(html("option", { value: tongue, lang: tongue, selected: tongue === language }, [name]));
  select.addEventListener("change", () => choose(select.value));
  return html("label", { class: "tongue" }, [html("span", { "aria-hidden": "true" }, [language]), select]);
}
