/** Drawing on the board: with the right button, or with any where a person has taken up ink. */

/** @typedef {import("./element.js").DamierBoard} DamierBoard */
/** @typedef {import("./state.js").Ink} Ink */

export class Drawing {
  /** @type {{pointer: number, square: number, color: Ink} | null} */
  #stroke = null;

  /** @param {DamierBoard} board */
  constructor(board) {
    this.board = board;
  }

  attach() {
    const { board } = this;
    board.addEventListener("pointerdown", this.#down);
    board.addEventListener("pointerup", this.#up);
    board.addEventListener("pointercancel", this.#forget);
    board.addEventListener("contextmenu", this.#menu);
  }

  detach() {
    const { board } = this;
    board.removeEventListener("pointerdown", this.#down);
    board.removeEventListener("pointerup", this.#up);
    board.removeEventListener("pointercancel", this.#forget);
    board.removeEventListener("contextmenu", this.#menu);
  }

  /** @param {PointerEvent} event */
  #down = (event) => {
    const { state } = this.board;
    if (!state.drawable || !(event.button === 2 || (event.button === 0 && state.ink))) return;
    const square = this.#square(event);
    if (square === null) return;
    this.#stroke = { pointer: event.pointerId, square, color: colorOf(event, state.ink) };
    this.board.setPointerCapture(event.pointerId);
    event.preventDefault();
  };

  /** @param {PointerEvent} event */
  #up = (event) => {
    const stroke = this.#stroke;
    if (!stroke || stroke.pointer !== event.pointerId) return;
    this.#stroke = null;
    const square = this.#square(event);
    if (square !== null) this.board.mark(stroke.square, square, stroke.color);
  };

  #forget = () => {
    this.#stroke = null;
  };

  /** @param {Event} event */
  #menu = (event) => {
    if (this.board.state.drawable) event.preventDefault();
  };

  /** @param {PointerEvent} event */
  #square({ clientX, clientY }) {
    const box = this.board.getBoundingClientRect();
    const scale = this.board.geometry.width / box.width;
    return this.board.geometry.squareAt({ x: (clientX - box.left) * scale, y: (clientY - box.top) * scale });
  }
}

/**
 * The ink that was taken up, else green; Shift is red, Alt is blue, both are yellow.
 * @param {PointerEvent} event
 * @param {Ink | null} ink
 * @returns {Ink}
 */
function colorOf({ shiftKey, altKey }, ink) {
  if (ink) return ink;
  if (shiftKey) return altKey ? "yellow" : "red";
  return altKey ? "blue" : "green";
}
