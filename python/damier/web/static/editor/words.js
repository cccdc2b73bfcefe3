/** The English words of the screen on which a position is set up. */

export const editor = {
  title: "Set up a position",
  playLink: "Play",
  analysisLink: "Analysis",
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
};
