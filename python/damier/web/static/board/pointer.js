/** Mouse, pen and finger: a click points at a square, a drag carries a piece. */

import { at } from "./motion.js";

/** @typedef {import("./element.js").DamierBoard} DamierBoard */
/** @typedef {import("./geometry.js").Point} Point */

const TWICE = 350; // milliseconds within which a second click on the same square is the same click
const SLACK = 5; // pixels that a finger may tremble before a click becomes a drag

/**
 * @typedef {object} Press
 * @property {number} pointer
 * @property {number} square
 * @property {number} x
 * @property {number} y
 * @property {boolean} again      the square was selected already
 * @property {import("./state.js").Clues} before  what had been pointed at
 * @property {boolean} dragging
 */

export class Pointer {
  /** @type {Press | null} */
  #press = null;
  #frame = 0;
  /** Where the board lies while something is pressed: to look at it in every movement would cost a layout. @type {DOMRect | null} */
  #box = null;
  #last = { square: 0, time: 0 };

  /** @param {DamierBoard} board */
  constructor(board) {
    this.board = board;
  }

  attach() {
    const { board } = this;
    board.addEventListener("pointerdown", this.#down);
    board.addEventListener("pointermove", this.#move);
    board.addEventListener("pointerup", this.#up);
    board.addEventListener("pointercancel", this.#abort);
    board.addEventListener("pointerleave", this.#leave);
    board.addEventListener("touchstart", this.#touch, { passive: false });
    board.addEventListener("mousedown", this.#keepFocus);
    board.addEventListener("contextmenu", this.#menu);
  }

  detach() {
    const { board } = this;
    board.removeEventListener("pointerdown", this.#down);
    board.removeEventListener("pointermove", this.#move);
    board.removeEventListener("pointerup", this.#up);
    board.removeEventListener("pointercancel", this.#abort);
    board.removeEventListener("pointerleave", this.#leave);
    board.removeEventListener("touchstart", this.#touch);
    board.removeEventListener("mousedown", this.#keepFocus);
    board.removeEventListener("contextmenu", this.#menu);
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    const { board } = this;
    if (event.button !== 0 || this.#press || board.state.fixed || board.state.ink || board.state.brush) return;
    const square = board.geometry.squareAt(this.#point(event));
    board.look(square ?? 0);
    if (square === null) return board.cancel();
    board.cursor = square;
    board.classList.remove("by-keyboard");
    this.#box = board.getBoundingClientRect();
    const again = board.state.clues.from === square;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.#press = { pointer, square, x, y, again, before: board.state.clues, dragging: false };
    if (board.isOwn(square)) {
      board.setPointerCapture(event.pointerId);
      if (!again) board.choose(square, { press: true });
    }
  };

  /** @param {PointerEvent} event */
  #move = (event) => {
    const { board } = this;
    const press = this.#press;
    if (!press && event.pointerType === "mouse") board.look(board.geometry.squareAt(this.#point(event)) ?? 0);
    if (!press || press.pointer !== event.pointerId || !board.isOwn(press.square)) return;
    if (!press.dragging && Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
    const piece = board.pieceElement(press.square);
    if (!piece) return;
    if (!press.dragging) {
      press.dragging = true;
      piece.classList.add("dragging");
      board.classList.add("dragging");
      board.raise(piece);
    }
    const point = this.#point(event);
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (this.#press === press) piece.style.transform = `${at(point)} scale(1.08)`;
    });
  };

  /** @param {PointerEvent} event */
  #up = (event) => {
    const { board } = this;
    const press = this.#press;
    if (!press || press.pointer !== event.pointerId) return;
    const to = board.geometry.squareAt(this.#point(event));
    this.#release();
    if (press.dragging) board.drop(press.square, to);
    else if (to === press.square && !this.#isTwice(press.square, event.timeStamp)) this.#click(press);
  };

  /** @param {Press} press */
  #click({ square, again, before }) {
    const { board } = this;
    // The press has selected the piece already; the click counts as the first word about it, not as the second.
    if (!again && board.isOwn(square)) board.state.clues = before;
    board.choose(square);
  }

  /**
   * People double-click; the first click may have played a move already.
   * @param {number} square
   * @param {number} time
   */
  #isTwice(square, time) {
    const isTwice = this.#last.square === square && time - this.#last.time < TWICE;
    this.#last = { square, time };
    return isTwice;
  }

  /** @param {PointerEvent} event */
  #leave = (event) => {
    if (event.pointerType === "mouse") this.board.look(0);
  };

  #abort = () => {
    if (!this.#press) return;
    this.#release();
    this.board.drop(0, null);
    this.board.cancel();
  };

  #release() {
    const { board } = this;
    const piece = this.#press && board.pieceElement(this.#press.square);
    piece?.classList.remove("dragging");
    board.classList.remove("dragging");
    this.#press = this.#box = null;
  }

  /** A finger on an own piece plays; anywhere else it scrolls the page. @param {TouchEvent} event */
  #touch = (event) => {
    const touch = event.touches[0];
    const square = touch && this.board.geometry.squareAt(this.#point(touch));
    if (square && (this.board.state.ink || this.board.state.brush || this.board.isOwn(square)) && event.cancelable) event.preventDefault();
  };

  /** The keyboard goes on from the square that was clicked. @param {Event} event */
  #keepFocus = (event) => event.preventDefault();

  /** A long press picks up a piece; it opens no menu. @param {Event} event */
  #menu = (event) => {
    if (this.#press) event.preventDefault();
  };

  /**
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  #point({ clientX, clientY }) {
    const box = this.#box ?? this.board.getBoundingClientRect();
    const scale = this.board.geometry.width / box.width;
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale };
  }
}
