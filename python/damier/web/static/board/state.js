/**
 * The one state object of a board. The element reads it, draws it, and changes only the last part, the gesture.
 * Nothing here is a rule: where a piece may go is *given*, as a list of moves.
 */

/** @typedef {"white" | "black"} Side */
/** @typedef {"w" | "W" | "b" | "B"} PieceSymbol  man and king of White, man and king of Black */

/**
 * @typedef {object} Square
 * @property {number} square  its number, as the game counts
 * @property {number} file    0 is White's left
 * @property {number} rank    0 is White's first row
 * @property {string} name    its name in letters and digits
 */

/**
 * @typedef {object} Move
 * @property {string} id
 * @property {number} from
 * @property {number} to
 * @property {number[]} path      origin, every landing square, destination
 * @property {number[]} captures  squares of the pieces that it takes
 * @property {string} text        as people write it
 * @property {{from: number, to: number, path: number[], captures: number[]}[]} [parts]  its moves, where two games are
 *   played at once
 * @property {boolean} [promotes]  the man becomes a king
 * @property {Record<string, string>} [leaves]  where pieces stand on each other: what stands after it on the squares
 *   that it touches, symbols from top to bottom
 */

/**
 * @typedef {object} PlayedMove
 * @property {number} from
 * @property {number} to
 * @property {number[]} path
 * @property {Record<string, PieceSymbol>} captures  what it took, by square
 * @property {PieceSymbol} piece                     what moved, as it was before
 * @property {{from: number, to: number, path: number[], captures: number[]}[]} [parts]  its moves, where two games are
 *   played at once
 */

/**
 * What a person has pointed at so far: enough of it leaves one move.
 * @typedef {object} Clues
 * @property {number | null} from
 * @property {number | null} to
 * @property {number[]} through  squares to pass or pieces to take
 */

/** @typedef {"green" | "red" | "yellow" | "blue"} Ink */
/** @typedef {"oak" | "slate" | "meadow" | "paper"} Wood */
/** @typedef {"turned" | "red" | "flat"} Style */
/** @typedef {{from: number, to: number, color: Ink}} Arrow  a mark on a square where both ends are the same */

/**
 * @typedef {object} BoardState
 * @property {string} name                        of the board, for people who cannot see it
 * @property {number} files
 * @property {number} ranks
 * @property {boolean} allSquares                 light and dark squares are played on
 * @property {boolean} twoGames                  one game is played on the dark squares, another on the light ones
 * @property {Square[]} squares                   the squares that are played on
 * @property {Map<number, PieceSymbol>} pieces    what stands where
 * @property {Map<number, string>} towers         where pieces stand on each other: symbols from top to bottom
 * @property {Move[]} moves                       what may be played now; empty where nobody here may move
 * @property {Side | null} own                    whose pieces may be picked up
 * @property {PlayedMove | null} lastMove
 * @property {boolean} removesAtOnce              jumped pieces leave one by one instead of together
 * @property {Side} bottom                        whose side is near the viewer
 * @property {"numbers" | "coordinates" | "none"} labels
 * @property {Wood} wood                          how the board looks
 * @property {Style} style                        how the pieces look
 * @property {((square: number) => string) | null} spoken  what a square is called to who cannot see it; `null`: its name
 * @property {boolean} oneClick                   a click that leaves one move plays it
 * @property {boolean} fixed                      a picture: nothing can be picked
 * @property {Arrow[]} arrows                     what somebody drew on it
 * @property {{from: number, to: number, weight: number, threat?: boolean}[]} hints  moves that are pointed out, 1 the best
 * @property {Map<number, {heat: number, text: string}>} worths  squares that are warm (up to 1) or cold (down to -1)
 * @property {boolean} drawable                   arrows and marks may be drawn
 * @property {PieceSymbol | "hand" | "eraser" | null} brush  what is put on squares; `null` where pieces are played
 * @property {Ink | null} ink                     with what a finger draws; `null` where it plays
 * @property {Clues} clues                        gesture: what was pointed at
 * @property {number} cursor                      gesture: the square where the keyboard is
 * @property {number} looked                      gesture: the square at which a person looks closely, 0 for none
 * @property {number[]} must                      gesture: pieces that must capture, shown after a refusal
 */

/** @returns {Clues} */
export const noClues = () => ({ from: null, to: null, through: [] });

/** @returns {BoardState} */
export const emptyState = () => ({
  name: "",
  files: 10,
  ranks: 10,
  allSquares: false,
  twoGames: false,
  squares: [],
  pieces: new Map(),
  towers: new Map(),
  moves: [],
  own: null,
  lastMove: null,
  removesAtOnce: false,
  bottom: "white",
  labels: "numbers",
  wood: "oak",
  style: "turned",
  spoken: null,
  oneClick: true,
  fixed: false,
  arrows: [],
  hints: [],
  worths: new Map(),
  drawable: false,
  ink: null,
  brush: null,
  clues: noClues(),
  cursor: 0,
  looked: 0,
  must: [],
});

/**
 * @param {PieceSymbol} piece
 * @returns {Side}
 */
export const sideOf = (piece) => (piece === "w" || piece === "W" ? "white" : "black");

/** @param {PieceSymbol} piece */
export const isKing = (piece) => piece === "W" || piece === "B";

/**
 * The single moves of a turn: itself, or one in each of two games.
 * @param {PlayedMove} turn
 * @returns {{from: number, to: number, path: number[], captures: number[]}[]}
 */
export const partsOf = (turn) =>
  turn.parts?.length ? turn.parts : [{ ...turn, captures: Object.keys(turn.captures).map(Number) }];
