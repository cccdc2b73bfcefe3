/** The diagrams that were put on the sheet, kept in this browser. */

import { ask } from "../ask.js";
import { questionOf } from "../analysis/server.js";

const KEY = "damier.sheet";
export const MOST = 60;
const LONGEST = 2000; // characters of a text that is kept

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {{game: string, fen: string, turn: Side, bottom: Side, title: string, solution: string}} Diagram */
/** @typedef {{heading: string, paper: "a4" | "letter", solutions: boolean, diagrams: Diagram[]}} Sheet */

/** @param {unknown} value */
const textOf = (value) => (typeof value === "string" ? value.slice(0, LONGEST) : "");
/** @param {unknown} value @returns {Side} */
const sideOf = (value) => (value === "black" ? "black" : "white");

/** @returns {Sheet} */
export function loadSheet() {
  let saved;
  try {
    saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // Nothing readable is kept.
  }
  const diagrams = Array.isArray(saved?.diagrams) ? saved.diagrams : [];
  return {
    heading: textOf(saved?.heading),
    paper: saved?.paper === "letter" ? "letter" : "a4",
    solutions: saved?.solutions !== false,
    diagrams: diagrams
      .filter((/** @type {any} */ one) => typeof one?.game === "string" && typeof one?.fen === "string")
      .slice(0, MOST)
      .map((/** @type {any} */ one) => ({
        game: textOf(one.game),
        fen: textOf(one.fen),
        turn: sideOf(one.turn),
        bottom: sideOf(one.bottom),
        title: textOf(one.title),
        solution: textOf(one.solution),
      })),
  };
}

/** @param {Sheet} sheet */
export function saveSheet(sheet) {
  try {
    localStorage.setItem(KEY, JSON.stringify(sheet));
  } catch {
    // It lasts until the page is closed.
  }
}

/**
 * Puts diagrams on the sheet, each once. How many it has then; `null` where there was no room for all.
 * @param {Diagram[]} diagrams
 */
export function putOnSheet(diagrams) {
  const sheet = loadSheet();
  const known = new Set(sheet.diagrams.map(({ game, fen }) => `${game} ${fen}`));
  const fresh = diagrams.filter(({ game, fen }) => !known.has(`${game} ${fen}`));
  sheet.diagrams.push(...fresh);
  const isFull = sheet.diagrams.length > MOST;
  sheet.diagrams.length = Math.min(MOST, sheet.diagrams.length);
  saveSheet(sheet);
  return isFull ? null : sheet.diagrams.length;
}

/**
 * Moves as a solution is written: numbered from the diagram on.
 * @param {string[]} moves
 * @param {Side} turn  who makes the first
 */
export function numbered(moves, turn) {
  const shift = turn === "black" ? 1 : 0;
  return moves
    .map((move, at) => {
      const number = Math.floor((at + shift) / 2) + 1;
      const isWhite = (at + shift) % 2 === 0;
      return isWhite ? `${number}. ${move}` : at ? move : `${number}. … ${move}`;
    })
    .join(" ");
}

/**
 * The positions of some games of a file that are worth a diagram.
 * @param {string} collection
 * @param {string} games  as 1-12, 15
 * @param {Side} [bottom]
 * @returns {Promise<Diagram[]>}
 */
export async function fetchDiagrams(collection, games, bottom = "white") {
  const { diagrams } = await ask("GET", `/api/collections/${encodeURIComponent(collection)}/diagrams${questionOf({ games })}`);
  return diagrams.map((/** @type {Diagram} */ diagram) => ({ ...diagram, bottom }));
}
