/**
 * The keyboard and the screen reader: an invisible button lies on every square. Arrows walk over the squares that
 * are played on, Enter or Space points at one, Escape forgets.
 */

import { words } from "../words.js";
import { fitting } from "./choice.js";

/** @typedef {import("./element.js").DamierBoard} DamierBoard */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Keys {
  layer = document.createElement("div");
  /** @type {Map<number, HTMLButtonElement>} */
  #buttons = new Map();
  #key = "";
  /** Where an arrow begins that is being drawn. */
  #tail = 0;

  /** @param {DamierBoard} board */
  constructor(board) {
    this.board = board;
    this.layer.className = "squares";
    this.layer.setAttribute("role", "group");
    this.layer.addEventListener("keydown", this.#down);
    this.layer.addEventListener("click", this.#click);
    this.layer.addEventListener("focusin", this.#focus);
  }

  draw() {
    const { state, geometry } = this.board;
    this.layer.hidden = state.fixed;
    if (state.fixed) return;
    if (this.#key !== geometry.key) {
      this.#key = geometry.key;
      this.#buttons = new Map(state.squares.map(({ square }) => [square, this.#button(square)]));
      this.layer.replaceChildren(...this.#buttons.values());
    }
    if (!this.#buttons.has(state.cursor)) state.cursor = this.#start();
    this.layer.setAttribute("aria-label", state.name);
    const movers = new Set(state.moves.map((move) => move.from));
    const names = new Map(state.squares.map(({ square, name }) => [square, name]));
    for (const [square, button] of this.#buttons) {
      const name = state.labels === "coordinates" ? (names.get(square) ?? "") : String(square);
      const label = state.spoken?.(square) ?? name;
      const text = words.square(label, state.pieces.get(square) ?? null, movers.has(square), state.towers.get(square));
      if (button.getAttribute("aria-label") !== text) button.setAttribute("aria-label", text);
      button.tabIndex = square === state.cursor ? 0 : -1;
    }
  }

  /** Moves the one tab stop to the cursor. */
  follow() {
    for (const [square, button] of this.#buttons) button.tabIndex = square === this.board.state.cursor ? 0 : -1;
    this.#buttons.get(this.board.state.cursor)?.focus({ preventScroll: true });
  }

  /** Where the keyboard begins: at a piece that can move, or at the first square. */
  #start() {
    const { state } = this.board;
    return fitting(state.moves, state.clues)[0]?.from ?? state.squares[0]?.square ?? 0;
  }

  /** @param {number} square */
  #button(square) {
    const { geometry } = this.board;
    const { x, y } = geometry.center(square);
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.square = String(square);
    button.style.left = `${((x - 50) / geometry.width) * 100}%`;
    button.style.top = `${((y - 50) / geometry.height) * 100}%`;
    button.style.width = `${(100 / geometry.width) * 100}%`;
    button.style.height = `${(100 / geometry.height) * 100}%`;
    return button;
  }

  /** @param {KeyboardEvent} event */
  #down = (event) => {
    const { board } = this;
    const arrow = ARROWS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (arrow) board.cursor = board.geometry.step(board.state.cursor, ...arrow);
    else if (event.key === "Escape") board.cancel();
    else if (board.state.drawable && event.key === "m") board.mark(board.state.cursor, board.state.cursor, "green");
    else if (board.state.drawable && event.key === "a") this.#arrow();
    else if (event.repeat && (event.key === "Enter" || event.key === " ")) event.stopPropagation();
    else return;
    event.preventDefault();
  };

  /** The first press says where an arrow begins, the second where it ends. */
  #arrow() {
    const { board } = this;
    const { cursor } = board.state;
    if (this.#tail && this.#tail !== cursor) board.mark(this.#tail, cursor, "green");
    this.#tail = this.#tail ? 0 : cursor;
  }

  /** Enter, Space, or a screen reader; the mouse never gets here. @param {Event} event */
  #click = (event) => {
    const square = event.target instanceof HTMLElement ? Number(event.target.dataset.square) : 0;
    if (square) this.board.choose(square);
  };

  /** @param {FocusEvent} event */
  #focus = (event) => {
    const square = event.target instanceof HTMLElement ? Number(event.target.dataset.square) : 0;
    if (square) this.board.state.cursor = square;
    this.board.look(square);
    this.board.classList.add("by-keyboard");
  };
}
