/** Where squares lie on the screen. One square is 100 units wide; x runs right, y runs down. */

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {{x: number, y: number}} Point */

export const UNIT = 100;

export class Geometry {
  /** @param {Pick<BoardState, "files" | "ranks" | "squares" | "bottom" | "labels">} state */
  constructor(state) {
    this.files = state.files;
    this.ranks = state.ranks;
    this.turned = state.bottom === "black";
    this.frame = state.labels === "coordinates" ? 38 : 22;
    this.width = this.files * UNIT + 2 * this.frame;
    this.height = this.ranks * UNIT + 2 * this.frame;
    /** @type {Map<number, {file: number, rank: number}>} */
    this.spots = new Map(state.squares.map(({ square, file, rank }) => [square, { file, rank }]));
    /** @type {Map<string, number>} */
    this.numbers = new Map(state.squares.map(({ square, file, rank }) => [`${file},${rank}`, square]));
  }

  /** Equal keys, equal geometry. */
  get key() {
    return `${this.files}x${this.ranks} ${this.turned} ${this.frame} ${[...this.numbers.keys()].slice(0, 9)}`;
  }

  /**
   * The middle of a square that is played on.
   * @param {number} square
   * @returns {Point}
   */
  center(square) {
    const spot = this.spots.get(square) ?? { file: 0, rank: 0 };
    return this.centerOf(spot.file, spot.rank);
  }

  /**
   * The middle of any square.
   * @param {number} file
   * @param {number} rank
   * @returns {Point}
   */
  centerOf(file, rank) {
    const column = this.turned ? this.files - 1 - file : file;
    const row = this.turned ? rank : this.ranks - 1 - rank;
    return { x: this.frame + (column + 0.5) * UNIT, y: this.frame + (row + 0.5) * UNIT };
  }

  /**
   * The square at a point, `null` where nothing is played.
   * @param {Point} point
   */
  squareAt({ x, y }) {
    const column = Math.floor((x - this.frame) / UNIT);
    const row = Math.floor((y - this.frame) / UNIT);
    const file = this.turned ? this.files - 1 - column : column;
    const rank = this.turned ? row : this.ranks - 1 - row;
    return this.numbers.get(`${file},${rank}`) ?? null;
  }

  /**
   * Where an arrow key leads: the next square in that direction as the viewer sees it, the nearer to the same
   * column the better; up and down zigzag, so that pressing the key again keeps the column.
   * @param {number} square
   * @param {number} right
   * @param {number} up
   */
  step(square, right, up) {
    const spot = this.spots.get(square);
    if (!spot) return square;
    const way = this.turned ? -1 : 1;
    if (right) {
      for (let file = spot.file + way * right; file >= 0 && file < this.files; file += way * right) {
        const there = this.numbers.get(`${file},${spot.rank}`);
        if (there) return there;
      }
      return square;
    }
    const rank = spot.rank + way * up;
    const lean = spot.rank % 2 === 0 ? 1 : -1;
    for (const file of [spot.file, spot.file + lean, spot.file - lean]) {
      const there = this.numbers.get(`${file},${rank}`);
      if (there) return there;
    }
    return square;
  }

  /**
   * How far a piece has gone along a leg when it is over a square; `null` where the leg does not cross it.
   * @param {number} from
   * @param {number} to
   * @param {number} square
   */
  along(from, to, square) {
    const [a, b, c] = [this.center(from), this.center(to), this.center(square)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length === 0) return null;
    const share = ((c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y)) / (length * length);
    const aside = Math.abs((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / length;
    return aside < 1 && share > 0 && share < 1 ? share : null;
  }
}
