/** Questions to the server about endgame tables. */

import { ask } from "../ask.js";

/** @typedef {{move: string, text: string, from: number, to: number, result: number, plies: number | null}} ValuedMove */
/** @typedef {{pieces: number, positions: number, bytes: number, reasonable: boolean}} Size */

/**
 * What tables say of a position, for the side to move.
 * @typedef {object} Known
 * @property {"known"} state
 * @property {number} pieces
 * @property {number} result        1, 0 or -1
 * @property {number | null} plies  to the end of the game
 * @property {boolean} certain      no drawing rule can come before it
 * @property {ValuedMove[]} moves   the best first
 */

/** @typedef {{state: "missing" | "damaged", pieces: number, have: number, size: Size | null, message: string}} Unknown */
/** @typedef {Known | Unknown} Table */

/**
 * @typedef {object} Build
 * @property {string} game
 * @property {string} name
 * @property {number} pieces
 * @property {"running" | "done" | "stopped" | "failed"} state
 * @property {string | null} table
 * @property {number} positions
 * @property {number} total
 * @property {string | null} message
 * @property {number | null} seconds_left
 */

/** @typedef {{id: string, name: string, have: number, sizes: Size[]}} GameTables */

/** @returns {Promise<{games: GameTables[], build: Build | null, may_build: boolean}>} */
export const fetchTables = () => ask("GET", "/api/tables");

/** @returns {Promise<{build: Build | null}>} */
export const fetchBuild = () => ask("GET", "/api/tables/build");

/** @param {string} game @param {number} pieces @returns {Promise<{build: Build | null}>} */
export const beginBuild = (game, pieces) => ask("POST", "/api/tables", { game, pieces });

/** @returns {Promise<{build: Build | null}>} */
export const stopBuild = () => ask("DELETE", "/api/tables/build");
