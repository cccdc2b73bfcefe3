/** The connection to one game that is played. */

import { Link } from "../link.js";

/** @typedef {import("./state.js").GameState} GameState */
/** @typedef {import("./state.js").PlayedMove} PlayedMove */
/** @typedef {import("./state.js").PieceSymbol} PieceSymbol */
/** @typedef {import("../link.js").Complaint} Complaint */
/** @typedef {{type: "refusal", ply: number, from: number, to: number | null, message: string, must: number[]}} Refusal */
/** @typedef {{type: "hint", ply: number, move: import("../board/state.js").Move, value: {result: number, plies: number | null} | null}} Hint */
/** @typedef {{type: "look", ply: number, at: number, pieces: Record<string, PieceSymbol>, towers?: Record<string, string>, last_move: PlayedMove | null}} Look */

/**
 * @typedef {object} Listener
 * @property {(state: GameState) => void} onState
 * @property {(refusal: Refusal) => void} onRefusal
 * @property {(look: Look) => void} onLook
 * @property {(hint: Hint) => void} onHint
 * @property {(complaint: Complaint) => void} onError
 * @property {(connected: boolean) => void} onLink
 * @property {(code: number, message: string) => void} onGone  the game cannot be shown, and asking again is no use
 */

export class Live extends Link {
  /** @param {string} id @param {Listener} listener */
  constructor(id, { onLink, onGone, ...on }) {
    /** @param {GameState | Refusal | Look | Hint | Complaint} message */
    const onMessage = (message) => {
      if (message.type === "state") on.onState(message);
      else if (message.type === "refusal") on.onRefusal(message);
      else if (message.type === "look") on.onLook(message);
      else if (message.type === "hint") on.onHint(message);
      else on.onError(message);
    };
    super(`/live/${encodeURIComponent(id)}`, { onMessage, onLink, onGone });
  }
}
