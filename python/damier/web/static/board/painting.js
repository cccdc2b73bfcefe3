/** Setting a position up: a brush paints squares, the hand carries pieces, also off the board. */

import { at } from "./motion.js";

/** @typedef {import("./element.js").DamierBoard} DamierBoard */
/** @typedef {import("./geometry.js").Point} Point */

export class Painting {
  #pointer = -1;
  #square = 0;
  /** @type {SVGElement | null} */
  #carried = null;

  /** @param {DamierBoard} board */
  constructor(board) {
    this.board = board;
  }

  attach() {
    const { board } = this;
    board.addEventListener("pointerdown", this.#down);
    board.addEventListener("pointermove", this.#move);
    board.addEventListener("pointerup", this.#up);
    board.addEventListener("pointercancel", this.#forget);
  }

  detach() {
    const { board } = this;
    board.removeEventListener("pointerdown", this.#down);
    board.removeEventListener("pointermove", this.#move);
    board.removeEventListener("pointerup", this.#up);
    board.removeEventListener("pointercancel", this.#forget);
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    const { board } = this;
    const { brush } = board.state;
    if (!brush || event.button !== 0) return;
    const square = board.geometry.squareAt(this.#point(event));
    if (square === null) return;
    board.cursor = square;
    board.classList.remove("by-keyboard");
    this.#pointer = event.pointerId;
    this.#square = square;
    board.setPointerCapture(event.pointerId);
    this.#carried = brush === "hand" ? board.pieceElement(square) : null;
    if (this.#carried) board.raise(this.#carried);
    if (brush !== "hand") board.paint(square);
  };

  /** @param {PointerEvent} event */
  #move = (event) => {
    const { board } = this;
    if (event.pointerId !== this.#pointer) return;
    const point = this.#point(event);
    if (this.#carried) this.#carried.style.transform = `${at(point)} scale(1.08)`;
    const square = board.geometry.squareAt(point);
    if (board.state.brush === "hand" || square === null || square === this.#square) return;
    this.#square = square;
    board.paint(square);
  };

  /** @param {PointerEvent} event */
  #up = (event) => {
    const { board } = this;
    if (event.pointerId !== this.#pointer) return;
    if (this.#carried) board.paint(board.geometry.squareAt(this.#point(event)), this.#square);
    this.#forget();
  };

  #forget = () => {
    this.#pointer = -1;
    this.#carried = null;
  };

  /**
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  #point({ clientX, clientY }) {
    const box = this.board.getBoundingClientRect();
    const scale = this.board.geometry.width / box.width;
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
  }
}
