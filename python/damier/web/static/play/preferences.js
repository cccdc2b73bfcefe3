/** What a person likes, kept in this browser. */

/**
 * @typedef {object} Preferences
 * @property {"auto" | "numbers" | "coordinates" | "none"} labels
 * @property {boolean} oneClick
 * @property {boolean} animate
 * @property {boolean} sound
 * @property {string} game   the last choices in the dialog for a new game
 * @property {string} side
 * @property {string} level
 * @property {number} lines  that the engine shows in an analysis
 */

const KEY = "damier.preferences";

/** Who wants little movement mostly wants quiet, too, until they say otherwise. @returns {Preferences} */
const usual = () => ({ labels: "auto", oneClick: true, animate: true, sound: !matchMedia("(prefers-reduced-motion: reduce)").matches, game: "international", side: "white", level: "", lines: 1 });

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
  if (!["auto", "numbers", "coordinates", "none"].includes(preferences.labels)) preferences.labels = "auto";
  return preferences;
}

/** @param {Preferences} preferences */
export function savePreferences(preferences) {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // They last until the page is closed.
  }
}
