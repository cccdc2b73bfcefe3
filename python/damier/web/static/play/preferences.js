/** What a person likes, kept in this browser. */

/**
 * @typedef {object} Preferences
 * @property {"auto" | "numbers" | "coordinates" | "none"} labels
 * @property {import("../board/state.js").Wood} wood
 * @property {import("../board/state.js").Style} style
 * @property {boolean} oneClick
 * @property {boolean} animate
 * @property {boolean} sound
 * @property {string} game   the last choices in the dialog for a new game
 * @property {string} side
 * @property {string} level
 * @property {number} lines  that the engine shows in an analysis
 */

const KEY = "damier.preferences";
const COOKIE = "damier-looks"; // what the server needs to draw the board as it is first seen
const A_YEAR = 31_536_000; // seconds

/** Who wants little movement mostly wants quiet, too, until they say otherwise. @returns {Preferences} */
const usual = () => ({
  labels: "auto", wood: "oak", style: "turned", oneClick: true, animate: true,
  sound: !matchMedia("(prefers-reduced-motion: reduce)").matches, game: "international", side: "white", level: "", lines: 1,
});

/** What there is to choose from. */
export const CHOICES = /** @type {const} */ ({
  labels: ["auto", "numbers", "coordinates", "none"],
  wood: ["oak", "slate", "meadow", "paper"],
  style: ["turned", "red", "flat"],
});

/** @returns {Preferences} */
export function loadPreferences() {
  const preferences = usual();
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [name, value] of Object.entries(preferences))
      if (typeof saved[name] === typeof value) Object.assign(preferences, { [name]: saved[name] });
  } catch {
    // Nothing readable is kept, or nothing may be kept: the usual will do.
  }
  for (const [name, choices] of Object.entries(CHOICES))
    if (!choices.some((choice) => choice === Reflect.get(preferences, name))) Reflect.set(preferences, name, choices[0]);
  tellLooks(preferences);
  return preferences;
}

/** @param {Preferences} preferences */
function tellLooks({ labels, wood, style, game }) {
  const looks = [labels, wood, style, game].join(".");
  const isUsual = looks === "auto.oak.turned.international";
  if (document.cookie.includes(`${COOKIE}=${looks}`) || (isUsual && !document.cookie.includes(`${COOKIE}=`))) return;
  if (/^[\w.-]+$/.test(looks)) document.cookie = `${COOKIE}=${looks}; path=/; max-age=${A_YEAR}; samesite=lax`;
}

/** @param {Preferences} preferences */
export function savePreferences(preferences) {
  tellLooks(preferences);
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // They last until the page is closed.
  }
}
