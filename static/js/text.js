/** Says sentences in the page's language. Pure: without a catalog, as in English, they stay as they are.
 *  A catalog is a script of its own, which pages load before their modules; `locale/*.po` are its sources. */

/** @typedef {{ plural: (n: number) => number, messages: Record<string, string | string[]> }} Catalog */

const CONTEXT_END = "\u0004";
const PLACEHOLDER = /%\((\w+)\)[sd]/;

/** @returns {Catalog | undefined} */
const catalog = () => /** @type {{ wizardCatalog?: Catalog }} */ (globalThis).wizardCatalog;

/** @param {string} key */
function translation(key) {
  const messages = catalog()?.messages;
  return messages && Object.hasOwn(messages, key) ? messages[key] : undefined;
}

/**
 * The sentence in the page's language.
 * @param {string} text
 */
export function gettext(text) {
  const found = translation(text);
  return typeof found === "string" ? found : text;
}

/**
 * The same for a word that means several things in English.
 * @param {string} context
 * @param {string} text
 */
export function pgettext(context, text) {
  const found = translation(`${context}${CONTEXT_END}${text}`);
  return typeof found === "string" ? found : text;
}

/**
 * The form of a sentence that fits a number.
 * @param {string} singular
 * @param {string} plural
 * @param {number} count
 */
export function ngettext(singular, plural, count) {
  const found = translation(singular);
  return Array.isArray(found) ? found[catalog()?.plural(count) ?? 0] : count === 1 ? singular : plural;
}

/**
 * The sentence with values for its placeholders, such as `%(name)s`.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export const interpolate = (text, values) =>
  fill(text, values)
    .map((piece) => String(piece))
    .join("");

/**
 * The same in pieces, for values that are elements of the page.
 * @template T
 * @param {string} text
 * @param {Record<string, T>} values
 * @returns {(string | T)[]}
 */
export const fill = (text, values) =>
  text
    .split(PLACEHOLDER)
    .map((piece, at) => (at % 2 && Object.hasOwn(values, piece) ? values[piece] : piece));

/** The locale for dates and numbers: the browser's own variant of the page's language where it has one, such as British
    English; undefined outside of pages, which is the machine's. */
export function pageLanguage() {
  const language = globalThis.document?.documentElement.lang;
  if (!language) return undefined;
  return navigator.languages.find((each) => each === language || each.startsWith(`${language}-`)) ?? language;
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** A formatter of numbers in the page's language, made once. @param {Intl.NumberFormatOptions} options */
function numberFormat(options) {
  const language = pageLanguage() ?? "en";
  const key = language + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, known);
  return known;
}

/** "2.5", or "2,5": one decimal at most, and a true minus sign. @param {number} number */
export const decimalText = (number) =>
  numberFormat({ maximumFractionDigits: 1, signDisplay: "negative", useGrouping: false })
    .format(number)
    .replace("-", "−");

/** "46%", or "46 %" with a narrow space. @param {number} share from 0 to 1 */
export const percentText = (share) => numberFormat({ style: "percent" }).format(share);
