/** A round of the squares trainer: which square is asked, what was right. Nothing here knows of the page. */

export const SECONDS = 30;
const KEY = "damier.squares";

/** @typedef {import("../board/state.js").Square} Square */

export class Drill {
  right = 0;
  wrong = 0;
  /** @type {Square} */
  asked;

  /** @param {Square[]} squares @param {() => number} [random] */
  constructor(squares, random = Math.random) {
    this.squares = squares;
    this.random = random;
    this.asked = this.#another(null);
  }

  /** Whether that was the square that was asked; then comes another one. @param {number} square */
  answer(square) {
    const isRight = square === this.asked.square;
    if (isRight) this.right += 1;
    else this.wrong += 1;
    this.asked = this.#another(this.asked);
    return isRight;
  }

  /** Never the same twice running. @param {Square | null} before @returns {Square} */
  #another(before) {
    const others = this.squares.filter(({ square }) => square !== before?.square);
    return others[Math.floor(this.random() * others.length)];
  }
}

/**
 * The square with a name, `null` where there is none. Either way of naming is understood.
 * @param {Square[]} squares
 * @param {string} said
 */
export function squareOf(squares, said) {
  const text = said.trim().toLowerCase();
  return squares.find(({ square, name }) => name === text || String(square) === text.replace(/^0+/, "")) ?? null;
}

/** @returns {Record<string, number>} */
function scores() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(Object.entries(saved ?? {}).filter(([, value]) => Number.isInteger(value)));
  } catch {
    return {}; // nothing readable is kept
  }
}

/** The best score so far. @param {string} kind  of round */
export const bestOf = (kind) => scores()[kind] ?? 0;

/** Keeps a score if it is the best; tells whether it is. @param {string} kind @param {number} score */
export function keepScore(kind, score) {
  if (score <= bestOf(kind)) return false;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...scores(), [kind]: score }));
  } catch {
    // It lasts until the page is closed.
  }
  return true;
}
