/** What stands beside the board: players, moves, running drawing rules, the result. Drawn afresh from each state. */

import { html, part } from "../html.js";
import { words } from "../words.js";
import { ClockFaces } from "./clocks.js";
import { otherSide, sentence } from "./state.js";
import { isAgainstEngine } from "./status.js";

/** @typedef {import("./state.js").GameState} GameState */
/** @typedef {import("../board/state.js").Side} Side */

const clocks = new ClockFaces();

const ROOM = 10; // pixels between the marked move and the edge of the list

/**
 * @param {GameState} state
 * @param {Side} bottom
 * @param {{onRematch: () => void, onLook: (at: number) => void}} answers
 */
export function drawPanel(state, bottom, { onRematch, onLook }) {
  part("game-name", HTMLElement).textContent = state.game.name;
  clocks.set(state.clock);
  drawPlayer(part("far", HTMLElement), state, otherSide(bottom));
  drawPlayer(part("near", HTMLElement), state, bottom);
  drawMoves(state, onLook);
  drawClocks(state);
  drawOutcome(state, onRematch);
}

/**
 * @param {HTMLElement} element
 * @param {GameState} state
 * @param {Side} side
 */
function drawPlayer(element, state, side) {
  const isEngine = state.seats[side] === "engine";
  const name = isEngine ? words.engine(state.level ?? "") : isAgainstEngine(state) ? words.you : words.side(side);
  const toMove = !state.outcome && state.turn === side;
  const count = Object.values(state.pieces).filter((piece) => piece.toLowerCase() === side[0]).length;
  element.classList.toggle("to-move", toMove);
  element.classList.toggle("thinking", toMove && state.thinking);
  element.replaceChildren(
    html("span", { class: `disc ${side}`, role: "img", "aria-label": words.side(side) }),
    html("b", {}, [name]),
    html("span", { class: "turn" }),
    html("span", { class: "count" }, [words.pieces(count)]),
    ...clocks.face(side),
  );
}

/**
 * @param {GameState} state
 * @param {(at: number) => void} onLook
 */
function drawMoves({ game, history, first_turn, first_number }, onLook) {
  const list = part("moves", HTMLElement);
  // Where the second player begins, the first line has a gap.
  const gap = first_turn === game.first ? 0 : 1;
  const cells = [...Array(gap).fill("…"), ...history];
  /** @type {HTMLElement[]} */
  const lines = [];
  for (let i = 0; i < cells.length; i += 2) {
    const pair = cells.slice(i, i + 2).map((text, k) => {
      const at = i + k + 1 - gap;
      if (at < 1) return html("span", {}, [text]);
      const move = html("button", { type: "button", "data-at": at }, [text]);
      move.addEventListener("click", () => onLook(at));
      return move;
    });
    lines.push(html("li", {}, [html("span", { class: "number" }, [`${first_number + i / 2}.`]), ...pair]));
  }
  if (!history.length) lines.splice(0, lines.length, html("li", { class: "empty" }, [words.page.noMoves]));
  list.replaceChildren(...lines);
  markMove(history.length);
}

/**
 * Marks the move after which the board is shown.
 * @param {number} at
 */
export function markMove(at) {
  const list = part("moves", HTMLElement);
  if (at === 0) list.scrollTop = 0;
  for (const move of list.querySelectorAll("button")) {
    const isShown = move.dataset.at === String(at);
    move.classList.toggle("last", isShown);
    if (isShown) move.setAttribute("aria-current", "true");
    else move.removeAttribute("aria-current");
    if (!isShown) continue;
    // Only the list may scroll: on a phone `scrollIntoView` would pull the board away.
    const top = move.offsetTop - ROOM;
    const bottom = move.offsetTop + move.offsetHeight + ROOM - list.clientHeight;
    list.scrollTop = Math.min(Math.max(list.scrollTop, bottom), top);
  }
}

/** @param {GameState} state */
function drawClocks({ clocks, outcome }) {
  const running = outcome ? [] : clocks.filter((clock) => clock.count > (clock.rule.startsWith("repetition") ? 1 : 0));
  part("clocks", HTMLElement).hidden = running.length === 0;
  part("clock-list", HTMLElement).replaceChildren(
    ...running.map((clock) =>
      html("li", { "data-rule": clock.rule }, [
        html("span", {}, [sentence(clock.description), " ", html("span", { class: "clause" }, [`(${clock.clause})`])]),
        html("span", { class: "count" }, [words.clock(clock)]),
        html("progress", { max: clock.limit, value: clock.count, "aria-hidden": "true" }),
      ]),
    ),
  );
}

/** @param {GameState} state @param {() => void} onRematch */
function drawOutcome({ id, outcome }, onRematch) {
  const card = part("outcome", HTMLElement);
  card.hidden = outcome === null;
  if (!outcome) return;
  const again = html("button", { type: "button" }, [words.page.rematch]);
  again.addEventListener("click", onRematch);
  card.replaceChildren(
    html("strong", {}, [`${words.result(outcome.winner)}  ${outcome.result.replace("-", "–")}`]),
    html("p", {}, [`${sentence(outcome.reason)}${outcome.reason.includes(outcome.clause) ? "" : ` (${outcome.clause})`}`]),
    again,
    html("a", { class: "button", href: `/analysis?sitting=${encodeURIComponent(id)}` }, [words.page.analyse]),
  );
}
