/** The line under the board: what the game waits for, and what can be answered to it. */

import { words } from "../words.js";
import { mover } from "./state.js";

/** @typedef {import("./state.js").GameState} GameState */

/**
 * What the page itself is about.
 * @typedef {object} Mood
 * @property {number | null} lookingAt  the earlier position that is shown instead, as a number of plies
 * @property {boolean} isResigning      the question whether to resign is open
 * @property {boolean} isClaiming       the next move claims a draw
 */

/** @typedef {"back" | "retry" | "accept" | "decline" | "resign" | "cancel"} Answer */
/** @typedef {{text: string, kind?: "" | "refusal" | "choice", answers?: Answer[]}} Status */

/**
 * @param {GameState} state
 * @param {Mood} mood
 * @returns {Status}
 */
export function statusOf(state, { lookingAt, isResigning, isClaiming }) {
  const { status } = words;
  const mine = mover(state);
  const againstEngine = isAgainstEngine(state);
  const isDeclined = state.note === "draw_declined";
  if (lookingAt !== null) return { text: status.looking(state.history[lookingAt - 1] ?? ""), answers: ["back"] };
  if (state.note && !isDeclined)
    return { text: state.note, kind: "refusal", answers: mine || state.outcome ? [] : ["retry"] };
  if (state.outcome) return { text: "" };
  if (state.draw_offer && againstEngine) return { text: status.offered };
  if (state.draw_offer) return { text: status.offer(state.draw_offer), answers: ["accept", "decline"] };
  if (isResigning) return { text: status.resigning, answers: ["resign", "cancel"] };
  if (isClaiming) return { text: status.claiming };
  if (!mine) return { text: status.thinking };
  const must = state.moves.some((move) => move.captures.length > 0);
  const own = must ? status.yourCapture : status.yourTurn;
  const turn = must ? status.capture(mine) : status.turn(mine);
  const games = state.games?.some(({ outcome }) => outcome) ? ` · ${status.games(state.games)}` : "";
  const text = (againstEngine ? own : turn) + games;
  return { text: isDeclined ? `${status.declined} ${text}` : text };
}

/** @param {GameState} state */
export const isAgainstEngine = ({ seats }) => seats.white === "engine" || seats.black === "engine";
