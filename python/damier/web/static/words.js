/**
 * Every English word that the pages show, and `words`: the same in the language of the page. A translation
 * (`words/nl.js` …) is another object of the same shape, which the type check holds it to.
 */

import { analysis } from "./analysis/words.js";
import { editor } from "./editor/words.js";
import { endings } from "./endings/words.js";
import { learn } from "./learn/words.js";
import { sheet } from "./sheet/words.js";
import { inLanguage } from "./tongue.js";

/** @typedef {import("./board/state.js").Side} Side */
/** @typedef {import("./board/state.js").PieceSymbol} PieceSymbol */

/** @type {Record<Side, string>} */
const sides = { white: "White", black: "Black" };

/** @type {Record<PieceSymbol, string>} */
const pieces = { w: "white man", W: "white king", b: "black man", B: "black king" };

/** What stands below the top of a tower. @param {string} tower  symbols from top to bottom */
const below = (tower) =>
  ` on ${[...tower].slice(1).map((piece) => pieces[/** @type {PieceSymbol} */ (piece)]).join(", ")}`;

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

export const english = {
  analysis,
  editor,
  endings,
  learn,
  sheet,

  language: "Language",

  /** Names of strengths. @type {Record<string, string>} */
  levels: {
    beginner: "beginner", novice: "novice", casual: "casual", apprentice: "apprentice", club: "club",
    candidate: "candidate", tournament: "tournament", expert: "expert", master: "master", grandmaster: "grandmaster",
  },

  page: {
    newGame: "New game",
    games: "My games",
    settings: "Settings",
    analysis: "Analysis",
    learn: "Learn",
    dropNow: "Let go: the games are opened.",
    analyse: "Analyse",
    undo: "Undo",
    hint: "Hint",
    flip: "Flip",
    resign: "Resign",
    offerDraw: "Offer draw",
    noDrawYet: "The rules do not let you offer a draw yet",
    claimDraw: "Claim draw",
    claimWithMove: "Claim with a move",
    accept: "Accept",
    decline: "Decline",
    close: "Close",
    cancel: "Cancel",
    start: "Start",
    retry: "Let it try again",
    rematch: "Play again",
    back: "Back to the game",
    moves: "Moves",
    drawClocks: "On the way to a draw",
    noMoves: "No move has been played yet.",
    copy: "Copy the position as FEN",
    phone: "Play on your phone",
  },

  newGame: {
    title: "New game",
    game: "Game",
    side: "You play",
    sides: { white: "White", black: "Black", random: "Random", both: "Both sides" },
    level: "Opponent",
    draws: "Drawing rules",
    /** How a set of drawing rules is called: federations by their initials.
     * @param {string} profile */
    profile: (profile) =>
      ["fmjd", "cbd", "apca", "wcdf", "fid"].includes(profile) ? profile.toUpperCase() : profile.replaceAll("_", " "),
    clock: "Time",
    /** Controls in seconds and their names. @type {[string, string][]} */
    clocks: [
      ["", "no clock"],
      ["60+1", "1 minute + 1 s"],
      ["180+2", "3 minutes + 2 s"],
      ["300+3", "5 minutes + 3 s"],
      ["600", "10 minutes"],
      ["1500+10", "25 minutes + 10 s"],
      ["3600", "1 hour"],
      ["50/7200", "50 moves in 2 hours"],
      ["own", "another time …"],
    ],
    own: { minutes: "Minutes", increment: "+ seconds", moves: "for … moves" },
    ballot: "Opening",
    noBallot: "none",
    /** @param {number} plies */
    byLot: (plies) => `${plies} plies by lot`,
    position: "Start from a position",
    fen: "Position as FEN",
    fenHint: "for example W:W31-50:B1-20",
    /** @param {number} files @param {number} ranks */
    board: (files, ranks) => `${files} × ${ranks} board`,
    /** @param {number} white @param {number} black @param {string} turn */
    preview: (white, black, turn) => `${white} against ${black}. ${turn} begins.`,
  },

  games: {
    title: "My games",
    none: "There is no game yet.",
    noneFits: "No game fits that.",
    search: "Search",
    searchHint: "Game, level, result, date …",
    show: "Show",
    shows: { all: "all games", going: "going on", over: "finished" },
    sortBy: "Sort by",
    /** @type {Record<string, string>} */
    sorts: { updated: "last played", created: "begun", game: "game", level: "opponent", plies: "length", result: "result" },
    more: "More",
    save: "Save as PDN",
    saveAll: "Save these games as PDN",
    remove: "Delete this game",
    /** @param {string} game */
    confirm: (game) => `Delete this game of ${game}?`,
    /** @param {string} opponent @param {number} plies @param {string | null} result @param {string} date */
    line: (opponent, plies, result, date) =>
      [opponent, result ?? counted(plies, "ply", "plies"), date].join(" · "),
    twoPeople: "two people",
    /** @param {string} level */
    against: (level) => `against ${level}`,
  },

  settings: {
    title: "Settings",
    labels: "On the board",
    labelKinds: { auto: "As the game is written", numbers: "Numbers", coordinates: "Letters and digits", none: "Nothing" },
    wood: "Board",
    woods: { oak: "Oak", slate: "Slate", meadow: "Meadow", paper: "Paper" },
    style: "Pieces",
    styles: { turned: "Turned wood", red: "Red and white", flat: "As in a book" },
    oneClick: "One click plays a move that is the only one",
    animate: "Show moves as they happen",
    sound: "Sounds",
  },

  phone: {
    title: "Play on your phone",
    hint: "Point the camera of a phone in the same network at this code. It opens this game.",
    code: "The address as a QR code",
    copy: "Copy the address",
    copied: "Copied",
  },

  /** @param {Side} side */
  side: (side) => sides[side],
  /** @param {string} level */
  engine: (level) => `damier, ${english.levels[level] ?? level}`,
  you: "You",
  /** @param {number} count */
  pieces: (count) => counted(count, "piece"),

  status: {
    yourTurn: "Your move",
    yourCapture: "Your move: you must capture",
    otherGame: "Your move in the other game",
    /** How two games at once stand. @param {{squares: string, outcome: {winner: Side | null} | null}[]} games */
    games: (games) =>
      games
        .map(({ squares, outcome }) => `${squares} squares: ${outcome ? english.result(outcome.winner) : "going on"}`)
        .join(" · "),
    /** @param {Side} side */
    turn: (side) => `${sides[side]} to move`,
    /** @param {Side} side */
    capture: (side) => `${sides[side]} to move: must capture`,
    thinking: "damier is thinking …",
    /** @param {string} move */
    hint: (move) => `A good move: ${move}`,
    /** A move whose value is known. @param {string} move @param {string} value */
    sureHint: (move, value) => `A good move: ${move} (${value})`,
    hinting: "Looking for a good move …",
    connecting: "Connecting …",
    lost: "The connection is lost. The game is safe; trying again …",
    missing: "This game does not exist (any more).",
    damaged: "The file of this game is damaged.",
    /** @param {Side} side */
    offer: (side) => `${sides[side]} offers a draw`,
    offered: "You offer a draw …",
    declined: "The draw was declined.",
    resigning: "Do you want to resign?",
    claiming: "Play the move with which you claim the draw.",
    welcome: "Choose a game to begin.",
    /** @param {string} move */
    looking: (move) => (move ? `The position after ${move}` : "The position at the beginning"),
    /** @param {string} fen */
    copied: (fen) => `Copied: ${fen}`,
    /** @param {number} count */
    choose: (count) =>
      `${count} captures lead there. Click a blue square it should pass or a blue piece it should take.`,
  },

  /** @param {Side | null} winner */
  result: (winner) => (winner ? `${sides[winner]} wins` : "Draw"),

  /** @param {Side} side */
  clockOf: (side) => `${sides[side]}'s clock`,

  /** @param {{count: number, limit: number, rule: string}} clock */
  clock: ({ count, limit, rule }) => `${count} of ${limit} ${rule.startsWith("repetition") ? "times" : "plies"}`,

  /** @param {Side} side @param {string} move */
  announce: (side, move) => `${sides[side]}: ${move}`,

  /** @param {string} label @param {PieceSymbol | null} piece @param {boolean} movable @param {string} [tower] */
  square: (label, piece, movable, tower) =>
    `${label}, ${piece ? pieces[piece] : "empty"}${tower ? below(tower) : ""}${movable ? ", can move" : ""}`,

  /** @param {string} game */
  boardName: (game) => `${game}: board. Arrow keys move, Enter chooses, Escape cancels.`,
};

/** @typedef {typeof english} Words */

/** @type {Words} */
export const words = await inLanguage(english);
