/** What endgame tables say, beside the board: the value of the position and of every legal move. */

import { html } from "../html.js";
import { words } from "../words.js";
import { tablesDialog } from "./dialog.js";

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("./server.js").Table} Table */
/** @typedef {import("./server.js").Known} Known */
/** @typedef {import("./server.js").ValuedMove} ValuedMove */

const KINDS = { "1": "win", "0": "draw", "-1": "loss" };

export class EndingsPanel {
  #head = html("div", { class: "head" });
  #list = html("ul");

  /**
   * @param {HTMLElement} element
   * @param {object} ways
   * @param {(move: ValuedMove) => void} ways.play
   * @param {(move: ValuedMove | null) => void} ways.point  a move is looked at, or none any more
   * @param {() => void} ways.renew                         other tables have been built
   * @param {() => string} ways.game
   */
  constructor(element, ways) {
    this.element = element;
    this.ways = ways;
    element.classList.add("endings");
    element.setAttribute("aria-label", words.endings.panel);
    element.append(this.#head, this.#list);
    this.hide();
  }

  /** Something else is shown: what was said is no longer true. */
  fade() {
    this.element.classList.add("old");
  }

  hide() {
    this.element.hidden = true;
    delete this.element.dataset.state;
  }

  /** @param {Table | null} table @param {Side} turn */
  show(table, turn) {
    this.element.classList.remove("old");
    this.ways.point(null);
    if (!table) return this.hide();
    this.element.hidden = false;
    this.element.dataset.state = table.state;
    const more = html("button", { type: "button", class: "more" }, [words.endings.more]);
    more.addEventListener("click", () => tablesDialog(this.ways.game(), () => this.ways.renew()));
    this.#head.replaceChildren(...(table.state === "known" ? sayKnown(table, turn) : sayUnknown(table)), more);
    // Who walks by keyboard stays in the list.
    const isWalking = this.#list.querySelector(":focus-visible") !== null;
    this.#list.replaceChildren(...(table.state === "known" ? table.moves.map((move) => this.#row(move)) : []));
    this.#list.scrollTop = 0;
    if (isWalking) this.#list.querySelector("button")?.focus();
  }

  /** @param {ValuedMove} move */
  #row(move) {
    const { text, result, plies } = move;
    const kind = KINDS[/** @type {"1" | "0" | "-1"} */ (String(result))];
    const value = html("span", { class: `value ${kind}` }, [words.endings.move(result, plies)]);
    const button = html("button", { type: "button", "data-move": move.move, ...(plies === null ? {} : { title: words.endings.plies(plies) }) }, [
      html("span", { class: "text" }, [text]),
      value,
    ]);
    button.addEventListener("click", () => this.ways.play(move));
    button.addEventListener("pointerenter", ({ pointerType }) => pointerType !== "touch" && this.ways.point(move));
    button.addEventListener("focus", () => button.matches(":focus-visible") && this.ways.point(move));
    for (const type of ["pointerleave", "blur"]) button.addEventListener(type, () => this.ways.point(null));
    return html("li", {}, [button]);
  }
}

/** @param {Known} table @param {Side} turn */
function sayKnown({ result, plies, certain }, turn) {
  const winner = result === 0 ? "even" : (turn === "white") === result > 0 ? "white" : "black";
  return [
    html("span", { class: `sign ${winner}`, "aria-hidden": "true" }),
    html("p", {}, [html("b", {}, [words.endings.position(turn, result, plies)]), ...(certain ? [] : [html("small", {}, [words.endings.uncertain])])]),
  ];
}

/** @param {import("./server.js").Unknown} table */
function sayUnknown({ state, pieces, have, message }) {
  const text = state === "missing" ? words.endings.missing(pieces, have) : `${words.endings.damaged}: ${message}`;
  return [html("p", { class: "unknown" }, [text])];
}
