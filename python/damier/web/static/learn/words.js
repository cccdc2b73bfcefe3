/** The English words of the learning screens. */

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @typedef {{text: string, promotes: boolean, captured: number}} Made  a move that was right */

export const learn = {
  title: "Learn",
  choose: "Which game do you want to learn?",
  chooseHint: "Every rule in a sentence or two, each with a position in which you try it yourself.",
  coordinatesLink: "Squares trainer",
  coordinatesHint: "Know every square by its name, from both sides of the board.",
  playLink: "Play",
  analysisLink: "Analysis",
  settings: "Settings",
  missing: "There is no such game.",
  /** @param {number} done @param {number} all */
  progress: (done, all) => (done >= all ? "All done" : `${done} of ${all} done`),
  notBegun: "Not begun yet",
  /** @param {string} game */
  lessonsOf: (game) => `${game}: the lessons`,
  intro: "The board and the pieces",
  introTask: "This is how a game begins. Have a good look, then go on.",
  readTask: "There is nothing to try here. Read it, then go on.",
  endTitle: "You know the rules!",
  /** @param {string} game */
  endText: (game) => `That was everything that ${game} asks of you. The rest is practice.`,
  playNow: "Play a game",
  again: "From the beginning",
  others: "Other games",
  back: "Back",
  next: "Next",
  retry: "Once more",
  show: "Show me",
  flip: "Turn the board",
  /** @param {string} lesson */
  isDone: (lesson) => `${lesson}, done`,
  /** @param {number} at @param {number} all */
  step: (at, all) => `${at} of ${all}`,
  /** @param {string} clause */
  clause: (clause) => `(${clause})`,
  /** @param {string[]} moves */
  soFar: (moves) => `Played so far: ${moves.join(" ")}`,
  noDraws: "No rule makes a draw here; only the players can agree on one.",
  /** @param {string} move @param {string} task */
  beside: (move, task) => `${move} is allowed, but here is something to be seen. ${task}`,
  /** One of these opens the praise. */
  praise: ["Well done!", "Exactly!", "That is it!", "Beautiful!", "Right!"],
  halfTurn: "Now the move in the other game.",

  /** @type {Record<string, string>} */
  topics: {
    "Men move": "How a man moves",
    "Men capture": "How a man captures",
    Duty: "You must capture",
    Promotion: "How a man becomes a king",
    "Kings move": "How a king moves",
    "Kings capture": "How a king captures",
    Choice: "Which capture",
    Removal: "When captured pieces leave",
    Towers: "Towers",
    "Kings at rest": "A king needs rest",
    Turns: "Two games at once",
    Goal: "How a game is won",
    Draws: "When it is a draw",
  },

  /** What is to be done. @type {Record<string, string>} */
  tasks: {
    man_moves: "Move the man to the marked square.",
    must_capture: "One of your pieces can capture. The other one must wait.",
    chain: "One move, several captures: take everything that stands in the way.",
    captures_backward: "The enemy stands behind your man. Capture it.",
    captures_straight: "A man also captures along rows and columns. Do it.",
    captures_sideways: "The enemy stands beside your man. Capture it.",
    never_backward: "The enemy stands behind your man, where it is safe. Try to take it, then play a move that is allowed.",
    man_spares_king: "A man cannot take a king. Try it, then play a move that is allowed.",
    promotes: "Make a king.",
    promotes_at_rest: "Capture, and watch what becomes of your man on the last row.",
    promotes_in_passing: "Capture: on the last row your man becomes a king, and goes on as one.",
    promotes_and_ends: "Capture, and become a king. Nothing more can be taken in this move.",
    king_flies: "A king flies. Send it to the marked square.",
    king_moves: "A king may also go back. Move it to the marked square.",
    king_captures: "Capture backward with the king.",
    king_captures_far: "Capture from afar, and land on the marked square if there is one.",
    king_halts: "The piece before you is a king. Take it, and see where you may land.",
    king_turns: "Take everything with your king. Where it lands in between, it may turn.",
    quantity: "Two ways to capture. Only the one that takes the most pieces is allowed.",
    with_king: "A man and a king can capture. Who has to?",
    kings: "Equally many pieces can be taken. Choose the way that takes the most kings.",
    kings_early: "Equally many pieces, equally many kings. Choose the way that meets a king first.",
    frisian_value: "Count what each capture is worth, and play the dearest.",
    free: "Two captures differ in what they take. You are free: play the one that takes fewer.",
    turkish_strike: "What you jump stays on the board until you are done, and you may not jump it again. Find the way.",
    removed_at_once: "What you jump is gone at once. Use the square that has become empty.",
    tower_takes: "Capture: the jumped piece is not lost. See where it goes.",
    tower_frees: "A friend is held under the enemy. Set it free.",
    king_rests: "Your king has moved as often as it may. Play with another piece.",
    one_in_each: "Make your turn: one move in the dark game, one in the light one.",
    wins_by_block: "Win at once: leave the enemy nothing to move.",
    wins_by_loss: "Here who has no move wins. Get rid of what you have.",
    wins_by_king: "Win at once: make the first king.",
    repeats: "This position has been here before. Bring it about once more, and it is a draw.",
    counts_out: "The count has almost run out. One quiet move of a king more, and it is a draw.",
  },

  /** What was seen. @type {Record<string, string | ((made: Made) => string)>} */
  lessons: {
    man_moves: "A man goes one step, and never back.",
    must_capture: "Who can capture must: every other move is forbidden as long as there is something to take.",
    chain: (made) => `${counted(made.captured, "piece")} in one move. A capture goes on as long as it can.`,
    captures_backward: "A man moves forward, but captures in every direction.",
    captures_straight: "It moves diagonally, but it also captures straight.",
    captures_sideways: "A man captures to the left, to the right and straight on.",
    never_backward: "A man does not capture backward, so there was nothing that you had to take.",
    man_spares_king: "Only a king takes a king.",
    promotes: "Your man is a king now.",
    promotes_at_rest: (made) =>
      made.promotes ? "It came to rest on the last row: that is where a man becomes a king." : "It only passed over the last row, and stays a man.",
    promotes_in_passing: "It touched the last row, became a king, and went on as one in the same move.",
    promotes_and_ends: "On the last row a man becomes a king, and the move is over.",
    king_flies: "A king goes as far as it likes along an empty line.",
    king_moves: "A king moves like a man, and backward, too.",
    king_captures: "A king captures in every direction.",
    king_captures_far: "A king jumps a piece far away, as long as nothing else stands between and a square behind it is empty.",
    king_halts: "Behind a king that it takes last, a king halts at once.",
    king_turns: (made) => `${counted(made.captured, "piece")}, and a turn in between.`,
    quantity: "The capture of the most pieces is the only legal one.",
    with_king: "The king captures: it goes before the man.",
    kings: "Of captures alike, the one that takes the most kings.",
    kings_early: "Of captures alike, the one that meets a king first.",
    frisian_value: "The dearest capture is the only legal one; a king is worth a little less than two men.",
    free: "Nobody counts: any capture will do. But the one that was begun is carried to its end.",
    turkish_strike: "The pieces that you had jumped still stood there and blocked the way. This is called the Turkish strike.",
    removed_at_once: "The captured piece had left, and its square was free again.",
    tower_takes: "The captured piece lies under yours. A tower belongs to the piece on its top.",
    tower_frees: "You took only the top: what lay under it has come to light, and is yours.",
    king_rests: "Now the king may move again.",
    one_in_each: "Both games went on by one move.",
    wins_by_block: "Nothing left to move: the game is won.",
    wins_by_loss: "The enemy must take, and you have won.",
    wins_by_king: "The first king wins.",
    repeats: "The same position, with the same side to move, once too often.",
    counts_out: "So many moves without progress are a draw.",
  },

  coordinates: {
    title: "Squares trainer",
    learnLink: "Learn",
    intro: "A round takes 30 seconds. How many squares do you know?",
    game: "Board of",
    ask: "What is asked",
    asks: { find: "Find the square", name: "Name the square" },
    labels: "Names",
    kinds: { numbers: "Numbers", coordinates: "Letters and digits" },
    side: "Seen from",
    sides: { white: "White", black: "Black", random: "Either side" },
    begin: "Begin",
    again: "Once more",
    stop: "Stop",
    /** @param {string} name */
    find: (name) => `Where is ${name}?`,
    name: "What is the marked square called?",
    answer: "Its name",
    say: "That is it",
    /** @param {string} name */
    right: (name) => `${name}: right.`,
    /** @param {string} said @param {string} wanted */
    wrong: (said, wanted) => `That was ${said}, not ${wanted}.`,
    /** @param {string} said */
    unknown: (said) => `${said} is no square of this board.`,
    score: "Right",
    best: "Best",
    time: "Seconds",
    /** @param {number} right @param {number} wrong @param {boolean} isBest */
    result: (right, wrong, isBest) =>
      `${counted(right, "square")} in 30 seconds${wrong ? `, ${counted(wrong, "mistake")}` : ", no mistake"}.${isBest ? " Your best so far!" : ""}`,
    /** Where a square lies. @param {number} row @param {number} column */
    place: (row, column) => `row ${row}, column ${column}`,
    boardName: "The board. Arrow keys move, Enter answers.",
  },
};
