/** A turn of two moves, one in each of two games: the moves are made one after the other, and sent together. */

/** @typedef {import("../board/state.js").Move} Move */
/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */
/** @typedef {{from: number, to: number, path: number[], captures: number[]}} Part */

export class Turn {
  /** Moves made so far in this turn. @type {Part[]} */
  #made = [];

  /** @param {Move[]} moves  whole turns, as the server gives them */
  constructor(moves) {
    this.moves = moves;
  }

  /** Whole turns that begin as this one has. */
  get #open() {
    return this.moves.filter((move) =>
      this.#made.every((made) => isSame(move, made) || partsOf(move).some((part) => isSame(part, made))),
    );
  }

  /** What may be played now: single moves in either game, or whole turns where one game is played. */
  get choices() {
    /** @type {Map<string, Move>} */
    const choices = new Map();
    for (const move of this.#open) {
      if (!partsOf(move).length) return this.#made.length ? [] : this.moves;
      for (const part of partsOf(move)) {
        if (this.#made.some((made) => isSame(part, made))) continue;
        const id = keyOf(part);
        if (!choices.has(id)) choices.set(id, { ...part, id, text: "" });
      }
    }
    return [...choices.values()];
  }

  /**
   * One more move is made. The id of the whole turn once it is complete, `null` before.
   * @param {Move} choice
   */
  add(choice) {
    this.#made.push(choice);
    if (!this.moves.some((move) => partsOf(move).length)) return choice.id;
    const whole = this.#open.find((move) => partsOf(move).length === this.#made.length);
    return whole?.id ?? null;
  }

  /**
   * The pieces after the moves made so far.
   * @param {Map<number, PieceSymbol>} before
   */
  pieces(before) {
    const pieces = new Map(before);
    for (const { from, to, captures } of this.#made) {
      const piece = pieces.get(from);
      pieces.delete(from);
      for (const square of captures) pieces.delete(square);
      if (piece) pieces.set(to, piece);
    }
    return pieces;
  }

  /** The last move made, to be shown as one. @param {Map<number, PieceSymbol>} before */
  lastMove(before) {
    const made = this.#made[this.#made.length - 1];
    if (!made) return null;
    /** @type {Record<string, PieceSymbol>} */
    const captures = {};
    for (const square of made.captures) captures[square] = before.get(square) ?? "w";
    return { ...made, captures, piece: before.get(made.from) ?? "w" };
  }

  forget() {
    this.#made = [];
  }
}

/** @param {Move} move @returns {Part[]} */
const partsOf = (move) => move.parts ?? [];
/** @param {Part} part */
const keyOf = ({ path, captures }) => `${path.join("-")}x${captures.join("x")}`;
/** @param {Part} one @param {Part} other */
const isSame = (one, other) => keyOf(one) === keyOf(other);
