/** What has been learned, kept in this browser. */

const KEY = "damier.lessons";

/** @typedef {{done: string[], all: number}} Progress */

/** @returns {Record<string, Progress>} */
export function loadProgress() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(
      Object.entries(saved ?? {}).filter(
        ([, value]) => Array.isArray(value?.done) && value.done.every((/** @type {unknown} */ kind) => typeof kind === "string") && Number.isInteger(value.all),
      ),
    );
  } catch {
    return {}; // nothing readable is kept
  }
}

/**
 * Marks what was done in a game; `all` is how much there is to do.
 * @param {string} game
 * @param {Iterable<string>} done
 * @param {number} all
 */
export function saveProgress(game, done, all) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...loadProgress(), [game]: { done: [...done], all } }));
  } catch {
    // It lasts until the page is closed.
  }
}
