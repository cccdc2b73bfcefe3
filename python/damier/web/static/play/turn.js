/** A turn of two moves, one in each of two games: the moves are made one after the other, and sent together. */

/** @typedef {import("../board/state.js").Move} Move */
/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */
/** @typedef {Pick<Move, "from" | "to" | "path" | "captures" | "promotes" | "leaves">} Part */
/** @typedef {{pieces: Map<number, PieceSymbol>, towers: Map<number, string>}} Standing  what stands where */

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
   * What stands after the moves made so far.
   * @param {Standing} before
   * @returns {Standing}
   */
  after(before) {
    const pieces = new Map(before.pieces);
    const towers = new Map(before.towers);
    for (const { from, to, captures, promotes, leaves = {} } of this.#made) {
      const piece = pieces.get(from);
      for (const square of [from, ...captures]) pieces.delete(square);
      if (piece) pieces.set(to, promotes ? kingOf(piece) : piece);
      for (const [square, tower] of Object.entries(leaves)) stand(pieces, towers, Number(square), tower);
    }
    return { pieces, towers };
  }

  /** The last move made, to be shown as one. @param {Standing} before */
  lastMove({ pieces: before }) {
    const made = this.#made[this.#made.length - 1];
    if (!made) return null;
    /** @type {Record<string, PieceSymbol>} */
    const captures = {};
    for (const square of made.captures) captures[square] = before.get(square) ?? "w";
    return { ...made, captures, piece: before.get(made.from) ?? "w" };
  }
}

/**
 * Puts on a square what a move leaves there.
 * @param {Map<number, PieceSymbol>} pieces
 * @param {Map<number, string>} towers
 * @param {number} square
 * @param {string} tower  symbols from top to bottom
 */
function stand(pieces, towers, square, tower) {
  if (tower) pieces.set(square, /** @type {PieceSymbol} */ (tower[0]));
  else pieces.delete(square);
  if (tower.length > 1) towers.set(square, tower);
  else towers.delete(square);
}

/** @param {PieceSymbol} piece */
const kingOf = (piece) => /** @type {PieceSymbol} */ (piece.toUpperCase());
/** @param {Move} move @returns {Part[]} */
const partsOf = (move) => move.parts ?? [];
/** @param {Part} part */
const keyOf = ({ path, captures }) => `${path.join("-")}x${captures.join("x")}`;
/** @param {Part} one @param {Part} other */
const isSame = (one, other) => keyOf(one) === keyOf(other);
