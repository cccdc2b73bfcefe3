/**
 * `<damier-board>`: squares, pieces and given destinations, never rules.
 *
 * Give it a state with `show`; it tells what a person did:
 * - `damier-move`    `{move}`      one of the given moves was chosen
 * - `damier-refused` `{from, to}`  an own piece was sent where no given move goes (`to` is null: it has none at all)
 * - `damier-choice`  `{moves}`     several captures join the same ends; empty when that is settled
 * - `damier-paint`   `{square, from}`  a square was painted (`from` is null), or a piece carried there (`square` may be null)
 * - `damier-mark`    `{from, to, color}`  an arrow was drawn, or a square was marked
 */

import { fitting, isAmbiguous, narrow, settle } from "./choice.js";
import { Geometry } from "./geometry.js";
import { Drawing } from "./drawing.js";
import { Keys } from "./keys.js";
import { marksAbove, marksBelow } from "./marks.js";
import { crown, man, menShapes } from "./men.js";
import { Motion, at } from "./motion.js";
import { Painting } from "./painting.js";
import { Pointer } from "./pointer.js";
import { emptyState, noClues, partsOf, sideOf } from "./state.js";
import { svg } from "./svg.js";
import { closeLook, stack } from "./towers.js";
import { drawWood } from "./wood.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").Move} Move */
/** @typedef {import("./state.js").PieceSymbol} PieceSymbol */

let boards = 0;

export class DamierBoard extends HTMLElement {
  state = emptyState();
  geometry = new Geometry(this.state);
  /** Width to height. */
  ratio = 1;
  #prefix = `damier-${(boards += 1)}`;
  #motion = new Motion();
  /** @type {Map<number, SVGElement>} */
  #men = new Map();
  /** Squares between which a piece was just carried by hand: it is not shown travelling again. */
  #carried = { from: 0, to: 0 };
  #wasChoosing = false;
  /** States are shown one after the other. @type {Promise<void>} */
  #shown = Promise.resolve();
  #waiting = 0;
  #wood = svg("svg", { class: "wood", "aria-hidden": "true" });
  #below = svg("g");
  #pieces = svg("g");
  #above = svg("g");
  #shapes = menShapes(this.#prefix, this.state.style);
  #play = svg("svg", { class: "pieces", "aria-hidden": "true" }, [
    this.#shapes,
    this.#below,
    this.#pieces,
    this.#above,
  ]);
  #keys = new Keys(this);
  #pointer = new Pointer(this);
  #drawing = new Drawing(this);
  #painting = new Painting(this);

  connectedCallback() {
    this.#pointer.attach();
    this.#drawing.attach();
    this.#painting.attach();
    this.#draw();
  }

  disconnectedCallback() {
    this.#pointer.detach();
    this.#drawing.detach();
    this.#painting.detach();
  }

  /**
   * Takes over parts of the state; with new pieces, what was pointed out before ends. With `animate`, a new last move is
   * shown as it happens; states that come meanwhile wait for it, and hurry it where several wait.
   * @param {Partial<BoardState>} part
   * @param {{animate?: boolean}} [options]
   */
  show(part, { animate = false } = {}) {
    const { width, height } = new Geometry({ ...this.state, ...part });
    this.ratio = width / height;
    if (this.#waiting > 0 && !animate) this.#motion.skip();
    if (this.#waiting > 1) this.#motion.skip();
    this.#waiting += 1;
    this.#shown = this.#shown.then(() => this.#present(part, animate)).finally(() => (this.#waiting -= 1));
    return this.#shown;
  }

  /**
   * Takes over what does not move pieces (moves, whose turn, drawings), without disturbing a move that is under way.
   * @param {Partial<Pick<BoardState, "moves" | "own" | "arrows" | "hints" | "ink">>} part
   */
  offer(part) {
    const take = () => {
      Object.assign(this.state, part);
      this.#drawMarks();
      this.#keys.draw();
    };
    if (this.#waiting > 1) this.#shown = this.#shown.then(take);
    else take();
  }

  /**
   * A square was marked, or an arrow drawn.
   * @param {number} from
   * @param {number} to
   * @param {import("./state.js").Ink} color
   */
  mark(from, to, color) {
    if (this.state.drawable) this.#tell("damier-mark", { from, to, color });
  }

  /**
   * The brush touched a square, or a piece was carried from one to another.
   * @param {number | null} square  `null`: off the board
   * @param {number | null} [from]
   */
  paint(square, from = null) {
    this.#tell("damier-paint", { square, from });
  }

  /**
   * Marks the pieces that must capture.
   * @param {number[]} squares
   */
  point(squares) {
    this.state.must = squares;
    this.#drawMarks();
  }

  // -- gestures: called by pointer and keys -------------------------------------------------------------------------

  /**
   * A person pointed at a square.
   * @param {number} square
   * @param {{press?: boolean}} [how]  `press`: the finger is still down and may yet drag, so nothing is played
   */
  choose(square, { press = false } = {}) {
    const { state } = this;
    if (state.brush) return this.paint(square);
    if (state.fixed || !state.own) return;
    this.#motion.skip();
    const wasBegun = state.clues.from !== null || state.clues.to !== null || state.clues.through.length > 0;
    const next = narrow(state.moves, state.clues, square);
    if (next !== null && !(wasBegun && this.#startsAnew(square, next))) return this.#follow(next, press);
    const wasSelected = state.clues.from === square;
    const from = state.clues.from;
    this.cancel();
    if (wasSelected) return;
    const fresh = wasBegun ? narrow(state.moves, state.clues, square) : null;
    if (this.isOwn(square)) {
      if (fresh) this.#follow(fresh, press);
      else if (!press) this.#tell("damier-refused", { from: square, to: null });
    } else if (from !== null) {
      this.#tell("damier-refused", { from, to: square });
    }
  }

  /**
   * A piece was dropped on a square.
   * @param {number} from
   * @param {number | null} to
   */
  drop(from, to) {
    this.#drawMen();
    if (to === null || to === from) return;
    const clues = { ...noClues(), from };
    const movesFrom = fitting(this.state.moves, clues);
    const next = movesFrom.length ? narrow(this.state.moves, clues, to) : null;
    if (next === null) {
      this.cancel();
      this.#tell("damier-refused", { from, to });
      return;
    }
    const fits = fitting(this.state.moves, next);
    if (fits.length === 1) {
      // It stays where it was dropped until the new state arrives.
      const piece = this.#men.get(from);
      if (piece) piece.style.transform = at(this.geometry.center(fits[0].to));
      this.#carried = { from, to: fits[0].to };
    }
    this.#follow(next, false, true);
  }

  /** Forgets what was pointed at. */
  cancel() {
    this.state.clues = noClues();
    this.state.must = [];
    this.#drawMarks();
    this.#tellChoice([]);
  }

  /** @param {number} square */
  isOwn(square) {
    const piece = this.state.pieces.get(square);
    return piece !== undefined && sideOf(piece) === this.state.own;
  }

  /** @param {number} square */
  pieceElement(square) {
    return this.#men.get(square) ?? null;
  }

  /** @param {SVGElement} piece */
  raise(piece) {
    this.#pieces.append(piece);
  }

  /** Looks closely at a square, or at none. @param {number} square */
  look(square) {
    if (this.state.looked === square) return;
    const wasTower = this.state.towers.has(this.state.looked);
    this.state.looked = square;
    if (wasTower || this.state.towers.has(square)) this.#drawMarks();
  }

  /** Where the keyboard is. @param {number} square */
  set cursor(square) {
    this.state.cursor = square;
    this.#keys.follow();
  }

  // -- inside -------------------------------------------------------------------------------------------------------

  /**
   * @param {Partial<BoardState>} part
   * @param {boolean} animate
   */
  async #present(part, animate) {
    const isNews = animate && !isSameMove(this.state.lastMove, part.lastMove);
    // What was pointed out in a position goes with it.
    const bare = part.pieces ? { hints: [], worths: new Map() } : {};
    Object.assign(this.state, bare, part, { clues: noClues(), must: part.must ?? [], looked: 0 });
    this.#draw(!isNews);
    this.#tellChoice([]);
    if (isNews) await this.#travel(this.#men);
  }

  /**
   * True where another own piece was pointed at: a new beginning rather than a continuation.
   * @param {number} square
   * @param {import("./state.js").Clues} next
   */
  #startsAnew(square, next) {
    return this.isOwn(square) && next.from !== square && next.to !== square;
  }

  /**
   * @param {import("./state.js").Clues} clues
   * @param {boolean} press
   * @param {boolean} [dropped]
   */
  #follow(clues, press, dropped = false) {
    const { state } = this;
    const fits = fitting(state.moves, clues);
    const isDecided = dropped || state.oneClick || (clues.from !== null && clues.to !== null) || clues.through.length;
    if (!press && fits.length === 1 && isDecided) {
      this.cancel();
      this.#tell("damier-move", { move: fits[0] });
      return;
    }
    state.clues = press || !isDecided ? clues : settle(fits, clues);
    state.must = [];
    this.#drawMarks();
    this.#tellChoice(isAmbiguous(fits, state.clues) ? fits : []);
  }

  /** @param {boolean} [settled] */
  #draw(settled = true) {
    if (!this.isConnected) return;
    const { state } = this;
    if (!this.#wood.isConnected) {
      // What the server has drawn is looked at until there is something to show in its place.
      if (!state.squares.length) return;
      this.replaceChildren(this.#wood, this.#play, this.#keys.layer);
    }
    const geometry = new Geometry(state);
    this.geometry = geometry;
    this.dataset.wood = state.wood;
    if (this.#shapes.dataset.style !== state.style) {
      const shapes = menShapes(this.#prefix, state.style);
      this.#shapes.replaceWith(shapes); // pieces refer to them by name
      this.#shapes = shapes;
    }
    const key = `${geometry.key} ${state.labels} ${state.allSquares} ${state.twoGames}`;
    if (this.#wood.dataset.key !== key) {
      this.#wood.dataset.key = key;
      const box = `0 0 ${geometry.width} ${geometry.height}`;
      for (const layer of [this.#wood, this.#play]) layer.setAttribute("viewBox", box);
      this.#wood.replaceChildren(...drawWood(state, geometry, this.#prefix));
      this.style.setProperty("aspect-ratio", `${geometry.width} / ${geometry.height}`);
      this.classList.toggle("all-squares", state.allSquares && !state.twoGames);
      settled = true;
    }
    if (settled) this.#drawMen();
    this.#drawMarks();
    this.#keys.draw();
  }

  /** Puts every piece where it stands, reusing what is there. */
  #drawMen() {
    const { state, geometry } = this;
    this.#carried = { from: 0, to: 0 };
    /** @type {Map<number, SVGElement>} */
    const men = new Map();
    for (const [square, piece] of state.pieces) {
      let element = this.#men.get(square);
      const look = state.towers.get(square) ?? piece;
      if (element?.dataset.piece !== look) element = this.#newMan(look);
      element.dataset.square = String(square);
      element.style.transform = at(geometry.center(square));
      men.set(square, element);
    }
    this.#men = men;
    this.#pieces.replaceChildren(...men.values());
  }

  /** @param {string} look  a piece, or the pieces of a tower */
  #newMan(look) {
    const element = look.length > 1 ? stack(this.#prefix, look) : man(this.#prefix, /** @type {PieceSymbol} */ (look));
    element.dataset.piece = look;
    return element;
  }

  #drawMarks() {
    const { state, geometry } = this;
    this.#below.replaceChildren(...marksBelow(state, geometry));
    this.#above.replaceChildren(...marksAbove(state, geometry), ...closeLook(state, geometry, this.#prefix));
    const movers = new Set(state.moves.map((move) => move.from));
    for (const [square, element] of this.#men) element.classList.toggle("movable", movers.has(square) && !state.fixed);
  }

  /**
   * Shows the last move on the pieces as they stood before it.
   * @param {Map<number, SVGElement>} before
   */
  async #travel(before) {
    const { state, geometry } = this;
    const last = state.lastMove;
    // Of a turn of two moves, the one that a person has made is on its square already.
    const legs = last ? partsOf(last).filter(({ from }) => before.has(from)) : [];
    if (!last || legs.length === 0) {
      this.#drawMen();
      return;
    }
    for (const leg of legs) {
      const piece = before.get(leg.from);
      if (!piece) continue;
      const carried = this.#carried.from === leg.from && this.#carried.to === leg.to;
      const victims = new Map();
      for (const square of leg.captures) {
        const victim = before.get(square);
        if (victim) victims.set(square, victim);
      }
      this.raise(piece);
      if (carried) piece.style.transform = at(geometry.center(leg.to));
      const journey = { piece, path: leg.path, victims, atOnce: state.removesAtOnce, arrived: carried };
      this.classList.add("moving");
      await this.#motion.play(journey, geometry);
      this.classList.remove("moving");
      if (state.lastMove !== last) return;
      if (legs.length === 1) this.#arrive(piece, leg.from, leg.to);
    }
    if (legs.length > 1) this.#settle(before);
  }

  /** After several journeys: everything as it stands. @param {Map<number, SVGElement>} before */
  #settle(before) {
    for (const piece of before.values()) for (const animation of piece.getAnimations()) animation.cancel();
    this.#men.clear();
    this.#drawMen();
    this.#drawMarks();
  }

  /**
   * @param {SVGElement} piece
   * @param {number} from
   * @param {number} to
   */
  #arrive(piece, from, to) {
    const symbol = this.state.pieces.get(to);
    this.#men.delete(from);
    if (symbol && (this.state.towers.has(to) || piece.classList.contains("tower"))) {
      piece.remove();
    } else if (symbol) {
      crown(piece, this.#prefix, symbol);
      piece.dataset.piece = symbol;
      this.#men.set(to, piece);
    }
    for (const animation of piece.getAnimations()) animation.cancel();
    this.#drawMen();
    this.#drawMarks();
  }

  /** @param {Move[]} moves */
  #tellChoice(moves) {
    if (moves.length || this.#wasChoosing) this.#tell("damier-choice", { moves });
    this.#wasChoosing = moves.length > 0;
  }

  /** @param {string} type @param {object} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

/**
 * The same move twice is one that was shown before it was known to be played: no piece moves twice in a row.
 * @param {import("./state.js").PlayedMove | null} one
 * @param {import("./state.js").PlayedMove | null | undefined} other
 */
function isSameMove(one, other) {
  if (!one || !other) return false;
  /** @param {import("./state.js").PlayedMove} move */
  const key = ({ piece, path, captures }) => `${piece} ${path} ${Object.keys(captures)}`;
  return key(one) === key(other);
}

customElements.define("damier-board", DamierBoard);
