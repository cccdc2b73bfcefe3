/**
 * Choosing among given moves by pointing at squares: origin, destination, a square on the way, a piece to be taken.
 * Pure functions; the squares may come in any order.
 */

import { noClues } from "./state.js";

/** @typedef {import("./state.js").Move} Move */
/** @typedef {import("./state.js").Clues} Clues */

/**
 * The moves that fit everything pointed at.
 * @param {Move[]} moves
 * @param {Clues} clues
 */
export const fitting = (moves, clues) =>
  moves.filter(
    (move) =>
      (clues.from === null || move.from === clues.from) &&
      (clues.to === null || move.to === clues.to) &&
      clues.through.every((square) => passes(move, square)),
  );

/**
 * One more square pointed at. `null` where no move fits: the square says something else.
 * @param {Move[]} moves
 * @param {Clues} clues
 * @param {number} square
 * @returns {Clues | null}
 */
export function narrow(moves, clues, square) {
  // Where all moves of a piece end on one square that is settled already; to point at it says nothing new.
  if (clues.from !== null && clues.to === square) return clues;
  const readings = [];
  if (clues.from === null) readings.push({ ...clues, from: square });
  if (clues.to === null) readings.push({ ...clues, to: square });
  readings.push({ ...clues, through: [...clues.through, square] });
  return readings.find((reading) => fitting(moves, reading).length > 0) ?? null;
}

/**
 * Squares and victims that tell the moves apart: each belongs to some of them and not to all.
 * @param {Move[]} moves
 */
export function branching(moves) {
  /** @param {(move: Move) => number[]} squaresOf */
  const differing = (squaresOf) => {
    const sets = moves.map((move) => new Set(squaresOf(move)));
    const all = new Set(sets.flatMap((set) => [...set]));
    return [...all].filter((square) => !sets.every((set) => set.has(square)));
  };
  return { stops: differing((move) => move.path.slice(1, -1)), victims: differing((move) => move.captures) };
}

/**
 * True where the ends are settled but several captures join them.
 * @param {Move[]} fits
 * @param {Clues} clues
 */
export const isAmbiguous = (fits, clues) => fits.length > 1 && clues.from !== null && clues.to !== null;

/**
 * Clues that say all that the fitting moves have in common.
 * @param {Move[]} fits
 * @param {Clues} clues
 * @returns {Clues}
 */
export function settle(fits, clues) {
  const [first] = fits;
  if (!first) return noClues();
  /** @param {"from" | "to"} end */
  const common = (end) => (fits.every((move) => move[end] === first[end]) ? first[end] : clues[end]);
  return { ...clues, from: common("from"), to: common("to") };
}

/**
 * @param {Move} move
 * @param {number} square
 */
const passes = (move, square) => move.captures.includes(square) || move.path.slice(1, -1).includes(square);
