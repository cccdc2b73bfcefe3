/** The English words of the screen on which a position is set up. */

export const editor = {
  title: "Set up a position",
  playLink: "Play",
  analysisLink: "Analysis",
  settings: "Settings",
  game: "Game",
  turn: "To move",
  counters: "Counters",
  quiet: "Plies without a capture or a man's move",
  number: "Number of the move",
  whiteKingMoves: "King moves in a row, White",
  blackKingMoves: "King moves in a row, Black",
  start: "Start",
  empty: "Empty",
  mirror: "Swap colours",
  flip: "Turn the board",
  analyse: "Analyse",
  play: "Play",
  brushes: "What is put on the board",
  /** @type {Record<string, string>} */
  brush: { w: "White man", W: "White king", b: "Black man", B: "Black king", eraser: "Take away", hand: "Carry pieces" },
  /** @param {number} white @param {number} black @param {number} moves */
  sound: (white, black, moves) => `${white} against ${black}. ${moves === 1 ? "One move is" : `${moves} moves are`} possible.`,
  /** @param {string} reason */
  over: (reason) => `The game is over here: ${reason}.`,
  solve: "Solve",
  solving: {
    title: "Solutions",
    stop: "Stop",
    again: "Longer (60 s)",
    waiting: "Waiting for a free place …",
    lost: "The connection was lost.",
    stopped: "Stopped.",
    /** @param {number} quiet @param {string} positions @param {number} solutions */
    forced: (quiet, positions, solutions) =>
      `Looking through ${quiet} quiet moves: ${positions} positions${solutions ? `, ${solutions} found` : ""} …`,
    search: "Nothing is forced: the engine searches every first move …",
    /** @param {number} count */
    found: (count) => (count === 1 ? "One solution." : `${count} solutions.`),
    none: "No first move wins by force.",
    unproven: "Not proven within the limit.",
    /** What the engine would play. @param {string} move @param {string} value */
    hint: (move, value) => `The engine likes ${move} best (${value}), but that is no proof.`,
    /** How far it was looked. @param {boolean} complete @param {number} quiet @param {string} seconds */
    bounds: (complete, quiet, seconds) =>
      `${complete ? "Everything was looked through" : "The time was up"}: up to ${quiet} quiet moves, ${seconds} s.`,
    /** @type {Record<string, (gain: number) => string>} */
    ends: {
      over: () => "wins the game",
      table: () => "wins, as the tables know",
      material: (gain) => `wins ${gain} ${gain === 1 ? "man" : "men"}`,
      search: () => "wins, as the engine proves",
    },
    /** @param {string} end @param {number} moves */
    line: (end, moves) => `${end} in ${moves} ${moves === 1 ? "move" : "moves"}`,
    /** @param {string[]} moves */
    duals: (moves) => `dual: ${moves.join(", ")}`,
    /** @param {string[]} moves */
    minor: (moves) => `also ${moves.join(", ")}`,
    noDuals: "no duals",
    /** @param {number} count */
    dualCount: (count) => (count === 1 ? "1 dual" : `${count} duals`),
    /** @param {number} count */
    leftOut: (count) => `and ${count} more`,
    others: "Other defences",
    analyse: "Into the analysis",
    reset: "Back to the position",
    /** @param {string} move */
    shown: (move) => `The board shows the position after ${move}.`,
  },
};
