/** The English words of the analysis screen. */

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("./server.js").Collection} Collection */
/** @typedef {import("./server.js").Problem} Problem */

/** @type {Record<Side, string>} */
const sides = { white: "White", black: "Black" };

/** @type {Record<import("../board/state.js").PieceSymbol, string>} */
const towerPieces = { w: "white man", W: "white king", b: "black man", B: "black king" };

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const analysis = {
  title: "Analysis",
  settings: "Settings",
  play: "Play",
  open: "Open a file",
  paste: "Paste",
  dropHere: "Drop a file of games here",
  orChoose: "PDN of any size, age and dialect. Or click to choose one.",
  dropNow: "Let go: the games are opened here.",
  fromStart: "Begin with an empty game of",
  begin: "Begin",
  setUpLink: "Set up a position",
  recent: "Opened lately",
  readAs: "Read as …",
  saveAll: "Save as PDN",
  remove: "Delete",
  allGames: "All games",
  previousGame: "Previous game ([)",
  nextGame: "Next game (])",
  tags: "Players, event, date …",
  first: "To the beginning (Home)",
  back: "One move back (←)",
  forward: "One move on (→)",
  last: "To the end (End)",
  flip: "Turn the board (F)",
  draw: "Draw arrows and marks",
  share: "Share and save",
  keys: "Keys (?)",
  typeMove: "Type a move",
  promote: "Up",
  toMain: "Main line",
  demote: "Down",
  delete: "Delete",
  undo: "Undo",
  restore: "As it was in the file",

  engine: "Engine",
  threat: "Threat",
  worth: "Worth",
  fewerLines: "Fewer lines",
  moreLines: "More lines",
  /** @param {number} depth */
  depth: (depth) => `depth ${depth}`,
  /** @param {number} nps */
  speed: (nps) => `${nps >= 1e6 ? `${(nps / 1e6).toFixed(1)} M` : `${Math.round(nps / 1e3)} k`}/s`,
  /** @type {Record<string, string>} */
  engineStates: {
    waiting: "waiting for its turn …",
    full: "too many analyses: close one first",
    over: "nothing to search",
    failed: "the engine failed",
  },
  /** How White stands. @param {number} percent */
  balance: (percent) => `White may expect ${percent} % of the point`,
  /** @param {number} plies */
  winsIn: (plies) => `wins in ${Math.ceil(Math.abs(plies) / 2)}`,
  /** @param {string} value @param {string} moves */
  line: (value, moves) => `${value}: ${moves}`,

  reviewGame: "Review the game",
  review: {
    running: "The game is being judged …",
    none: "",
    start: "Judge the game",
    again: "Judge again",
    stop: "Stop",
    write: "Write into the game",
    depth: "How thoroughly",
    depths: { quick: "quickly", normal: "thoroughly", deep: "very thoroughly" },
    /** @param {number} accuracy */
    accuracy: (accuracy) => `${Math.round(accuracy)} %`,
    /** @param {number | null} white @param {number | null} black */
    curve: (white, black) =>
      `The points that White could expect, move by move. Accuracy: White ${white === null ? "unknown" : `${Math.round(white)} %`}, Black ${black === null ? "unknown" : `${Math.round(black)} %`}.`,
    /** @param {number} count @param {string} mark */
    count: (count, mark) =>
      mark === "?!" ? counted(count, "inaccuracy", "inaccuracies") : mark === "?" ? counted(count, "mistake") : counted(count, "blunder"),
    /** @param {Side} side @param {number} count */
    learnAs: (side, count) => `Learn as ${sides[side]} (${count})`,
    learn: {
      /** @param {string} move @param {Side} side */
      question: (move, side) => `${move} was a mistake. Find a better move for ${sides[side]}.`,
      /** @param {string} move */
      best: (move) => `${move} is the best move.`,
      /** @param {string} move */
      good: (move) => `${move} is good too.`,
      /** @param {string} move */
      wrong: (move) => `${move} is not the best. Try another one.`,
      solution: "Show it",
      /** @param {number} left */
      next: (left) => `Next (${left} left)`,
      end: "Finish",
      stop: "Stop",
    },
  },

  noMoves: "No move yet: play one on the board, or type it.",
  setUp: "set up",
  /** @param {string} text */
  notPlayed: (text) => `not played: ${text}`,
  walking: "Steps through the game",
  /** @param {number} number @param {number} games */
  which: (number, games) => `${number.toLocaleString("en")} of ${games.toLocaleString("en")}`,
  /** @param {number} count */
  faults: (count) => (count === 1 ? "One problem in the text of this game" : `${count} problems in the text of this game`),
  unnamed: "Untitled game",
  start: "The beginning",
  /** @param {string} move */
  commentOn: (move) => `Comment on ${move}`,
  commentStart: "Comment on the game",
  commentTooLong: "This comment is too long to be changed here.",
  commentHint: "What is to be said here",
  /** @type {Record<string, string>} */
  glyphs: { "!": "Good move", "?": "Mistake", "!!": "Brilliant move", "??": "Blunder", "!?": "Interesting move", "?!": "Dubious move" },
  /** @type {Record<string, string>} */
  inks: { green: "Green", red: "Red", yellow: "Yellow", blue: "Blue", none: "Stop drawing" },
  inkLabel: "Colour to draw with",
  sure: "Throw away all changes to this game?",
  /** @param {number} plies */
  deleting: (plies) => `Delete this move and the ${counted(plies, "move")} after it? You can undo it.`,
  restored: "The game is as it was in its file.",
  /** @param {number} share */
  sending: (share) => `Reading the file … ${Math.round(100 * share)} %`,
  /** @param {string} name @param {string} reason */
  failed: (name, reason) => `${name} could not be opened: ${reason}.`,
  missing: "This game does not exist (any more).",
  empty: "There is nothing to open.",
  /** @param {string} white @param {string} black */
  players: (white, black) => `${white || "?"} – ${black || "?"}`,
  /** @param {Side} side */
  turn: (side) => `${sides[side]} to move`,
  /** @param {string} move @param {Side} side */
  after: (move, side) => `${move}. ${sides[side]} to move.`,
  /** @param {string} time */
  clock: (time) => `clock ${time}`,
  /** @param {string} side @param {string} squares */
  pieces: (side, squares) => `${side}: ${squares || "nothing"}.`,
  /** What stands on a square, one on the other. @param {string} square @param {string} all  symbols from top to bottom */
  tower: (square, all) => `${square}: ${[...all].map((piece) => towerPieces[/** @type {import("../board/state.js").PieceSymbol} */ (piece)]).join(" on ")}.`,
  men: "men",
  kings: "kings",
  /** @param {string} names */
  branches: (names) => `Here also: ${names}`,
  boardHint: "Arrow keys walk over the squares, Enter chooses, M marks a square, A begins and ends an arrow, Escape cancels.",

  list: {
    games: "Games",
    problems: "Problems",
    search: "Search players, events, dates …",
    sortBy: "Sort by",
    onlyProblems: "Only with problems",
    changed: "Changed here",
    columns: {
      number: "No.", white: "White", black: "Black", result: "Result", date: "Date", event: "Event", plies: "Moves", game: "Game",
      problems: "Problems",
    },
    /** @param {number} plies */
    plies: (plies) => (plies ? `${Math.ceil(plies / 2)}` : "–"),
    /** @param {number} plies */
    moves: (plies) => counted(Math.ceil(plies / 2), "move"),
    /** @param {number} count */
    problemCount: (count) => counted(count, "problem"),
    /** @param {number} count */
    gamesTab: (count) => `Games ${count.toLocaleString("en")}`,
    /** @param {number} count */
    problemsTab: (count) => `Problems ${count.toLocaleString("en")}`,
    /** @param {string} name */
    confirm: (name) => `Delete ${name} with all changes that were made here?`,
    /** What is in the file. @param {Collection} collection @param {number} shown @param {boolean} isPart */
    facts(collection, shown, isPart) {
      const kinds = Object.entries(collection.kinds);
      const what = kinds.length === 1 ? `of ${kinds[0][0]}` : kinds.map(([name, count]) => `${count.toLocaleString("en")} ${name}`).join(", ");
      const games = counted(collection.games, "game");
      return [
        collection.done ? "" : "Still reading:",
        isPart ? `${shown.toLocaleString("en")} of ${games}` : games,
        kinds.length === 1 ? what : kinds.length ? `(${what})` : "",
        collection.faults ? `· ${counted(collection.faults, "fault")}: nothing before a fault is lost` : "",
        collection.cut ? "· the file holds more games than are listed here" : "",
        collection.found_encoding && !collection.encoding ? `· read as ${collection.found_encoding}` : "",
      ].filter(Boolean).join(" ");
    },
    /** Where a problem is. @param {Problem} problem */
    where: ({ game, line, ply }) =>
      `Game ${game.toLocaleString("en")}, line ${line.toLocaleString("en")}${ply === null ? "" : `, move ${Math.floor(ply / 2) + 1}`}`,
  },

  pasting: {
    title: "Paste games or a position",
    label: "PDN, or a position as FEN",
    example: "1. 32-28 19-23 2. 28x19 14x23\n\nW:W31-50:B1-20",
    open: "Open",
    name: "Pasted games",
  },

  reading: {
    title: "Read the file otherwise",
    game: "Draughts game",
    asItSays: "as tags and moves say",
    encoding: "Letters (encoding)",
    /** @param {string} found */
    byItself: (found) => `recognized: ${found}`,
    read: "Read again",
  },

  sharing: {
    title: "Share and save",
    link: "Link to this position",
    fen: "Position (FEN)",
    pdn: "Game (PDN)",
    copy: "Copy",
    copied: "Copied",
    savePdn: "Game as PDN",
    saveFile: "All games as PDN",
    saveSvg: "Picture (SVG)",
    savePng: "Picture (PNG)",
    edit: "Change the position",
    playFromHere: "Play from here",
    picture: "The position as a picture",
  },

  tagging: {
    title: "About this game",
    usual: ["White", "Black", "Event", "Site", "Date", "Round", "Result"],
    /** What a tag is called; one that has no name here, as it is written. @type {Record<string, string>} */
    names: {
      White: "White", Black: "Black", Event: "Event", Site: "Site", Date: "Date", Round: "Round", Result: "Result",
    },
  },

  keyList: {
    title: "Keys",
    list: /** @type {[string[], string][]} */ ([
      [["←", "→"], "one move back, one move on"],
      [["Home", "End"], "to the beginning, to the end of the line"],
      [["↑", "↓"], "to the other moves that were considered here"],
      [["Shift ←"], "back to where the variation began"],
      [["E", "X"], "the engine; what the other side threatens"],
      [["V"], "what each piece is worth where it stands"],
      [["R"], "review the game"],
      [["Space"], "play the move that the engine likes best"],
      [["F"], "turn the board"],
      [["P"], "say where the pieces are"],
      [["T"], "type a move"],
      [["C"], "comment on the move"],
      [["Delete"], "delete the move and what follows"],
      [["Ctrl Z"], "undo"],
      [["[", "]"], "the game before, the next game"],
      [["Esc"], "back to the list"],
      [["right button"], "draw an arrow, mark a square; Shift red, Alt blue"],
      [["M", "A"], "on a square: mark it; begin and end an arrow"],
    ]),
  },
};
