/** Questions to the server that need no game in progress. */

import { ask, questionOf } from "../ask.js";

/** @typedef {import("./state.js").Game} Game */
/** @typedef {import("./state.js").PositionState} PositionState */
/** @typedef {import("../board/state.js").Side} Side */

/** @typedef {{name: string, description: string}} Level */
/** @typedef {{game: string, side?: string, level?: string | null, fen?: string | null, draws?: string | null, clock?: string | null, ballot?: number | null}} Wish */
/** @typedef {{id: string, game: string, plies: number, seats: Record<Side, string>, level: string | null, result: string | null, created: number, updated: number}} Listing */
/** @typedef {{search: string, over: boolean | null, sort: string, descending: boolean}} Wanted */

/** @returns {Promise<{games: Game[], levels: Level[]}>} */
export const fetchGames = () => ask("GET", "/api/games");

/**
 * @param {Wanted} wanted
 * @param {number} first
 * @returns {Promise<{total: number, first: number, sittings: Listing[], remarks: string[]}>}
 */
export const fetchSittings = (wanted, first) => ask("GET", `/api/sittings${questionOf({ ...wanted, first })}`);

/** One game as PDN. @param {string} id */
export const sittingPath = (id) => `/api/sittings/${encodeURIComponent(id)}/pdn`;

/** All that fit a search. @param {Wanted} wanted */
export const sittingsPath = ({ search, over }) => `/api/sittings/pdn${questionOf({ search, over })}`;

/** @param {Wish} wish @returns {Promise<PositionState>} */
export const fetchPreview = (wish) => ask("POST", "/api/preview", wish);

/** @param {Wish} wish @returns {Promise<{id: string}>} */
export const beginSitting = (wish) => ask("POST", "/api/sittings", wish);

/** @param {string} id */
export const deleteSitting = (id) => ask("DELETE", `/api/sittings/${encodeURIComponent(id)}`);
