/** What the server sends, as types; and how it becomes a state of the board. */

/** @typedef {import("../board/state.js").BoardState} BoardState */
/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../board/state.js").Move} Move */
/** @typedef {import("../board/state.js").PlayedMove} PlayedMove */
/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} name
 * @property {number} files
 * @property {number} ranks
 * @property {boolean} all_squares
 * @property {boolean} two_games   one on the dark squares, one on the light ones
 * @property {boolean} mirrored
 * @property {boolean} algebraic
 * @property {Side} first
 * @property {string[]} profiles  the sets of drawing rules that it may be played with, the usual one first
 * @property {string} removal
 * @property {number[]} [ballots]  plies of the openings that can be drawn by lot
 */

/** @typedef {{rule: string, clause: string, description: string, count: number, limit: number, automatic: boolean}} Clock */
/** @typedef {{winner: Side | null, termination: string, rule: string, clause: string, reason: string, result: string}} Outcome */

/** @typedef {{control: string | null, left: Record<Side, number>, running: Side | null}} Clocks  seconds */

/**
 * A position: what a preview shows.
 * @typedef {object} PositionState
 * @property {number} ply
 * @property {Game} game
 * @property {BoardState["squares"]} squares
 * @property {Side} turn
 * @property {Record<string, PieceSymbol>} pieces
 * @property {Record<string, string>} [towers]  where pieces stand on each other: symbols from top to bottom
 * @property {{squares: string, outcome: {winner: Side | null, reason: string} | null}[]} [games]  two games at once
 * @property {Move[]} moves
 * @property {Clock[]} clocks       the running drawing rules
 * @property {Outcome | null} outcome
 * @property {string} fen
 */

/**
 * A game in progress: all that the play screen shows.
 * @typedef {PositionState & {
 *   type: "state",
 *   id: string,
 *   last_move: (PlayedMove & {text: string}) | null,
 *   history: string[],
 *   first_turn: Side,
 *   first_number: number,
 *   seats: Record<Side, "person" | "engine">,
 *   person: Side,
 *   level: string | null,
 *   thinking: boolean,
 *   note: string | null,
 *   draw_offer: Side | null,
 *   can_offer_draw: boolean,
 *   can_claim_draw: boolean,
 *   claim_moves: string[],
 *   can_undo: boolean,
 *   can_resign: boolean,
 *   clock: Clocks | null,
 * }} GameState
 */

/** @typedef {import("./preferences.js").Preferences} Preferences */

/**
 * The parts of a board that a position settles.
 * @param {PositionState} position
 */
export const boardOf = ({ game, squares, pieces, towers }) => ({
  files: game.files,
  ranks: game.ranks,
  allSquares: game.all_squares,
  twoGames: game.two_games,
  squares,
  pieces: new Map(Object.entries(pieces).map(([square, piece]) => [Number(square), piece])),
  towers: new Map(Object.entries(towers ?? {}).map(([square, tower]) => [Number(square), tower])),
  removesAtOnce: game.removal === "at_once",
});

/**
 * @param {GameState} state
 * @returns {Side | null}  the side that a person here may move now
 */
export const mover = (state) => (!state.outcome && state.seats[state.turn] === "person" ? state.turn : null);

/**
 * @param {Game} game
 * @param {Preferences} preferences
 */
export function labelsOf(game, preferences) {
  if (preferences.labels !== "auto") return preferences.labels;
  return game.algebraic ? "coordinates" : "numbers";
}

/**
 * What a person likes about a board.
 * @param {Game} game
 * @param {Preferences} preferences
 */
export const looksOf = (game, preferences) => ({
  labels: labelsOf(game, preferences),
  wood: preferences.wood,
  style: preferences.style,
});

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === "white" ? "black" : "white");
