/** Questions to the server about files of games. */

import { Refused, ask, questionOf } from "../ask.js";

export { questionOf };

/**
 * @typedef {object} Collection
 * @property {string} id
 * @property {string} name
 * @property {number} games
 * @property {number} faults
 * @property {number} problems
 * @property {Record<string, number>} kinds  how many games of each draughts game
 * @property {string | null} game            what everything is read as
 * @property {string | null} encoding
 * @property {string | null} found_encoding
 * @property {boolean} done                  it was read to its end
 * @property {boolean} cut                   more games are in the file than a list holds
 * @property {string | null} failure
 */

/**
 * @typedef {object} Row
 * @property {number} number
 * @property {number} line
 * @property {string} white
 * @property {string} black
 * @property {string} result
 * @property {string} date
 * @property {string} event
 * @property {string} round
 * @property {number} plies
 * @property {string} game
 * @property {number} faults
 * @property {number} problems
 * @property {boolean} changed
 */

/** @typedef {{game: number, line: number, ply: number | null, text: string, reason: string, fault: boolean, kind: string}} Problem */
/** @typedef {{id: string, name: string, bytes: number, opened: number}} Recent */
/** @typedef {{search: string, sort: string, descending: boolean, problems: boolean}} Wanted */
/** @typedef {{game: string | null, encoding: string | null}} Reading */

/** @returns {Promise<{collections: Recent[], encodings: string[]}>} */
export const fetchRecent = () => ask("GET", "/api/collections");

/** @param {string} id @returns {Promise<Collection>} */
export const fetchCollection = (id) => ask("GET", `/api/collections/${encodeURIComponent(id)}`);

/** @param {string} id */
export const deleteCollection = (id) => ask("DELETE", `/api/collections/${encodeURIComponent(id)}`);

/** @param {string} id @param {Reading} reading @returns {Promise<Collection>} */
export const readAgain = (id, reading) =>
  ask("POST", `/api/collections/${encodeURIComponent(id)}/reading${questionOf({ ...reading })}`);

/**
 * @param {string} id
 * @param {Wanted} wanted
 * @param {number} first
 * @param {number} count
 * @returns {Promise<{total: number, first: number, rows: Row[], done: boolean}>}
 */
export const fetchRows = (id, wanted, first, count) =>
  ask("GET", `/api/collections/${encodeURIComponent(id)}/games${questionOf({ ...wanted, first, count })}`);

/**
 * @param {string} id
 * @param {number} first
 * @param {number} count
 * @returns {Promise<{total: number, first: number, rows: Problem[], done: boolean}>}
 */
export const fetchProblems = (id, first, count) =>
  ask("GET", `/api/collections/${encodeURIComponent(id)}/problems${questionOf({ first, count })}`);

/**
 * @param {string} id
 * @param {number} number
 * @param {Wanted} wanted
 * @returns {Promise<{before: number | null, after: number | null, games: number, name: string}>}
 */
export const fetchNeighbours = (id, number, wanted) =>
  ask("GET", `/api/collections/${encodeURIComponent(id)}/games/${number}/neighbours${questionOf({ ...wanted })}`);

/** @param {{game?: string, fen?: string, moves?: string[], sitting?: string}} wish @returns {Promise<{id: string, number: number}>} */
export const beginStudy = (wish) => ask("POST", "/api/studies", wish);

/** @param {string} id @param {number} number */
export const gamePath = (id, number) => `/api/collections/${encodeURIComponent(id)}/games/${number}/pdn`;

/** @param {string} id */
export const filePath = (id) => `/api/collections/${encodeURIComponent(id)}/pdn`;

/** @param {{fen: string, game: string, bottom: string, style?: string, size?: number}} picture */
export const diagramPath = (picture) => `/api/diagram.svg${questionOf(picture)}`;

/**
 * Sends a file. Not by `fetch`: that tells nothing of its progress.
 * @param {Blob} body
 * @param {string} name
 * @param {Partial<Reading>} [reading]
 * @param {(share: number) => void} [onProgress]
 * @returns {Promise<Collection>}
 */
export function sendFile(body, name, reading = {}, onProgress = () => {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/collections${questionOf({ name, ...reading })}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total ? loaded / total : 1));
    request.addEventListener("load", () => {
      const value = request.response;
      if (request.status === 201) resolve(value);
      else reject(value ? new Refused(value.message, value.field) : new Error("lost"));
    });
    request.addEventListener("error", () => reject(new Error("lost")));
    request.send(body);
  });
}
