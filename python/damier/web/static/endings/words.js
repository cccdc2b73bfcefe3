/** The English words about endgame tables. */

/** @typedef {import("../board/state.js").Side} Side */

/** @type {Record<Side, string>} */
const sides = { white: "White", black: "Black" };

/** Moves of the winning side: what people count. @param {number} plies */
const movesIn = (plies) => Math.ceil(plies / 2);

/** @param {number} bytes */
const size = (bytes) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3)).toLocaleString("en")} kB` : bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

export const endings = {
  title: "Endgame tables",
  panel: "The exact truth",
  more: "More tables …",
  build: "Build",
  /** What a move is worth for who makes it. @param {number} result @param {number | null} plies */
  move: (result, plies) =>
    result === 0 ? "draw" : `${result > 0 ? "wins" : "loses"}${plies === null ? "" : ` in ${movesIn(plies)}`}`,
  /** How the position ends. @param {Side} turn @param {number} result @param {number | null} plies */
  position(turn, result, plies) {
    if (result === 0) return "A draw";
    const winner = (turn === "white") === result > 0 ? "white" : "black";
    return `${sides[winner]} wins${plies === null ? "" : ` in ${movesIn(plies)}`}`;
  },
  uncertain: "unless a drawing rule comes first",
  /** @param {number} plies */
  plies: (plies) => (plies === 1 ? "1 ply" : `${plies} plies`),
  /** @param {number} pieces @param {number} have */
  missing: (pieces, have) =>
    have ? `${pieces} pieces: the tables here go up to ${have}.` : "There are no tables of this game here yet.",
  damaged: "A table cannot be read",
  /** @param {number} count */
  hidden: (count) => `${count} more`,
  unknownLink: "Show what is known",

  game: "Game",
  /** @param {number} pieces */
  upTo: (pieces) => `Up to ${pieces} pieces`,
  here: "ready",
  /** @param {number} bytes @param {number} positions */
  cost: (bytes, positions) => `${positions.toLocaleString("en")} positions, about ${size(bytes)}`,
  tooLarge: "too large for a click: damier tables build",
  elsewhere: "Tables are built from a page on the machine that damier runs on.",
  hint: "Built once, in the background, and kept. What is finished stays when you stop.",
  stop: "Stop",
  /** @param {string} game @param {number} pieces */
  building: (game, pieces) => `${game}, up to ${pieces} pieces`,
  looking: "Looking at what is there …",
  /** @param {number} share @param {string | null} table @param {number | null} seconds */
  progress: (share, table, seconds) =>
    [
      `${Math.floor(100 * share)} %`,
      table ?? "",
      seconds === null ? "" : seconds < 90 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`,
    ].filter(Boolean).join(" · "),
  /** @type {Record<string, string>} */
  ends: { done: "The tables are ready.", stopped: "Stopped: what was finished stays.", failed: "That did not work" },
};
