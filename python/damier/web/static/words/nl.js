/** De Nederlandse woorden van de pagina's. */

import { counted, formOf, number } from "../tongue.js";

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */

/** @type {Record<Side, string>} */
const sides = { white: "Wit", black: "Zwart" };

/** @type {Record<Side, string>} */
const sidesInside = { white: "wit", black: "zwart" };

/** @type {Record<PieceSymbol, string>} */
const pieces = { w: "witte schijf", W: "witte dam", b: "zwarte schijf", B: "zwarte dam" };

/** Drawing rules; federations go by their initials. @type {Record<string, string>} */
const profiles = {
  usual: "gebruikelijk", official: "officieel", federation: "bond", competition: "wedstrijd", informal: "informeel",
  basic: "eenvoudig", literal: "naar de letter", repetition: "herhaling", three_repetitions: "drie herhalingen",
  column: "kolommen", lidraughts: "lidraughts",
};

/** @param {string} tower */
const below = (tower) =>
  ` op ${[...tower].slice(1).map((piece) => pieces[/** @type {PieceSymbol} */ (piece)]).join(", ")}`;

/** @param {number} count */
const games = (count) => counted(count, { one: "partij", other: "partijen" });
/** @param {number} count */
const moves = (count) => counted(count, { one: "zet", other: "zetten" });
/** @param {number} count */
const problems = (count) => counted(count, { one: "probleem", other: "problemen" });

/** @type {import("../words.js").Words} */
export const words = {
  language: "Taal",

  levels: {
    beginner: "beginner", novice: "nieuweling", casual: "huisdammer", apprentice: "leerling", club: "clubspeler",
    candidate: "kandidaat", tournament: "toernooi", expert: "expert", master: "meester", grandmaster: "grootmeester",
  },

  page: {
    newGame: "Nieuwe partij",
    games: "Mijn partijen",
    settings: "Instellingen",
    analysis: "Analyse",
    dropNow: "Laat los: de partijen worden geopend.",
    analyse: "Analyseren",
    undo: "Terug",
    hint: "Hint",
    flip: "Draaien",
    resign: "Opgeven",
    offerDraw: "Remise aanbieden",
    noDrawYet: "Volgens de regels mag u nog geen remise aanbieden",
    claimDraw: "Remise opeisen",
    claimWithMove: "Met een zet opeisen",
    accept: "Aannemen",
    decline: "Afslaan",
    close: "Sluiten",
    cancel: "Annuleren",
    start: "Beginnen",
    retry: "Opnieuw laten proberen",
    rematch: "Nog een keer",
    back: "Terug naar de partij",
    moves: "Zetten",
    drawClocks: "Op weg naar remise",
    noMoves: "Er is nog geen zet gespeeld.",
    copy: "De stand als FEN kopiëren",
  },

  newGame: {
    title: "Nieuwe partij",
    game: "Spel",
    side: "U speelt",
    sides: { white: "Wit", black: "Zwart", random: "Door loting", both: "Beide kleuren" },
    level: "Tegenstander",
    draws: "Remiseregels",
    profile: (profile) => profiles[profile] ?? profile.toUpperCase(),
    clock: "Bedenktijd",
    clocks: [
      ["", "geen klok"],
      ["60+1", "1 minuut + 1 s"],
      ["180+2", "3 minuten + 2 s"],
      ["300+3", "5 minuten + 3 s"],
      ["600", "10 minuten"],
      ["1500+10", "25 minuten + 10 s"],
      ["3600", "1 uur"],
      ["50/7200", "50 zetten in 2 uur"],
      ["own", "een andere tijd …"],
    ],
    own: { minutes: "Minuten", increment: "+ seconden", moves: "voor … zetten" },
    ballot: "Opening",
    noBallot: "geen",
    byLot: (plies) => `${number(plies)} halfzetten door loting`,
    position: "Vanuit een stand beginnen",
    fen: "Stand als FEN",
    fenHint: "bijvoorbeeld W:W31-50:B1-20",
    board: (files, ranks) => `Bord van ${files} × ${ranks}`,
    preview: (white, black, turn) => `${number(white)} tegen ${number(black)}. ${turn} begint.`,
  },

  games: {
    title: "Mijn partijen",
    none: "Er is nog geen partij.",
    remove: "Deze partij verwijderen",
    confirm: (game) => `Deze partij ${game} verwijderen?`,
    line: (opponent, plies, result, date) =>
      [opponent, result ?? counted(plies, { one: "halfzet", other: "halfzetten" }), date].join(" · "),
    twoPeople: "twee mensen",
    against: (level) => `tegen ${level}`,
  },

  settings: {
    title: "Instellingen",
    labels: "Op het bord",
    labelKinds: { auto: "Zoals het spel genoteerd wordt", numbers: "Cijfers", coordinates: "Letters en cijfers", none: "Niets" },
    oneClick: "Eén klik speelt een zet die de enige is",
    animate: "Zetten laten zien terwijl ze gebeuren",
  },

  side: (side) => sides[side],
  engine: (level) => `damier, ${words.levels[level] ?? level}`,
  you: "U",
  pieces: (count) => counted(count, { one: "stuk", other: "stukken" }),

  status: {
    yourTurn: "U bent aan zet",
    yourCapture: "U bent aan zet en moet slaan",
    otherGame: "Nu uw zet in de andere partij",
    games: (games) =>
      games
        .map(
          ({ squares, outcome }) =>
            `${squares === "light" ? "lichte" : "donkere"} velden: ${outcome ? words.result(outcome.winner) : "nog bezig"}`,
        )
        .join(" · "),
    turn: (side) => `${sides[side]} is aan zet`,
    capture: (side) => `${sides[side]} is aan zet en moet slaan`,
    thinking: "damier denkt na …",
    hint: (move) => `Een goede zet: ${move}`,
    hinting: "Een goede zet wordt gezocht …",
    connecting: "Verbinding maken …",
    lost: "De verbinding is weg. De partij is veilig; er wordt opnieuw geprobeerd …",
    missing: "Deze partij bestaat niet (meer).",
    damaged: "Het bestand van deze partij is beschadigd.",
    offer: (side) => `${sides[side]} biedt remise aan`,
    offered: "U biedt remise aan …",
    declined: "De remise is afgeslagen.",
    resigning: "Wilt u opgeven?",
    claiming: "Speel de zet waarmee u remise opeist.",
    welcome: "Kies een spel om te beginnen.",
    looking: (move) => (move ? `De stand na ${move}` : "De beginstand"),
    copied: (fen) => `Gekopieerd: ${fen}`,
    choose: (count) =>
      `${counted(count, { one: "slag leidt", other: "slagen leiden" })} daarheen. Klik op een blauw veld waar de slag langs moet gaan of op een blauw stuk dat geslagen moet worden.`,
  },

  result: (winner) => (winner ? `${sides[winner]} wint` : "Remise"),

  clockOf: (side) => `Klok van ${sidesInside[side]}`,

  clock: ({ count, limit, rule }) =>
    `${number(count)} van ${rule.startsWith("repetition") ? `${number(limit)} keer` : counted(limit, { one: "halfzet", other: "halfzetten" })}`,

  announce: (side, move) => `${sides[side]}: ${move}`,

  square: (label, piece, movable, tower) =>
    `${label}, ${piece ? pieces[piece] : "leeg"}${tower ? below(tower) : ""}${movable ? ", kan zetten" : ""}`,

  boardName: (game) => `${game}: bord. Pijltoetsen lopen over de velden, Enter kiest, Escape annuleert.`,

  analysis: {
    title: "Analyse",
    play: "Spelen",
    open: "Bestand openen",
    paste: "Plakken",
    dropHere: "Sleep een partijenbestand hierheen",
    orChoose: "PDN van elke omvang, leeftijd en schrijfwijze. Of klik om er een te kiezen.",
    dropNow: "Laat los: de partijen worden hier geopend.",
    fromStart: "Begin met een lege partij",
    begin: "Beginnen",
    setUpLink: "Een stand opzetten",
    recent: "Laatst geopend",
    readAs: "Lezen als …",
    saveAll: "Opslaan als PDN",
    remove: "Verwijderen",
    allGames: "Alle partijen",
    previousGame: "Vorige partij ([)",
    nextGame: "Volgende partij (])",
    tags: "Spelers, toernooi, datum …",
    first: "Naar het begin (Home)",
    back: "Een zet terug (←)",
    forward: "Een zet verder (→)",
    last: "Naar het einde (End)",
    flip: "Het bord draaien (F)",
    draw: "Pijlen en merktekens tekenen",
    share: "Delen en opslaan",
    keys: "Toetsen (?)",
    typeMove: "Typ een zet",
    promote: "Omhoog",
    toMain: "Hoofdvariant",
    demote: "Omlaag",
    delete: "Verwijderen",
    undo: "Ongedaan maken",
    restore: "Zoals in het bestand",

    engine: "Engine",
    threat: "Dreiging",
    fewerLines: "Minder varianten",
    moreLines: "Meer varianten",
    depth: (depth) => `diepte ${number(depth)}`,
    speed: (nps) => `${nps >= 1e6 ? `${number(nps / 1e6, 1)} M` : `${number(Math.round(nps / 1e3))} k`}/s`,
    engineStates: {
      waiting: "wacht op zijn beurt …",
      full: "te veel analyses: sluit er eerst een",
      over: "niets te zoeken",
      failed: "de engine is mislukt",
    },
    balance: (percent) => `Wit mag ${number(percent)} % van het punt verwachten`,
    winsIn: (plies) => `wint in ${number(Math.ceil(Math.abs(plies) / 2))}`,
    line: (value, moves) => `${value}: ${moves}`,

    reviewGame: "De partij beoordelen",
    review: {
      running: "De partij wordt beoordeeld …",
      none: "",
      start: "De partij beoordelen",
      again: "Opnieuw beoordelen",
      stop: "Stoppen",
      write: "In de partij schrijven",
      depth: "Hoe grondig",
      depths: { quick: "snel", normal: "grondig", deep: "zeer grondig" },
      accuracy: (accuracy) => `${number(Math.round(accuracy))} %`,
      curve: (white, black) =>
        `De punten die wit mocht verwachten, zet voor zet. Nauwkeurigheid: wit ${white === null ? "onbekend" : `${number(Math.round(white))} %`}, zwart ${black === null ? "onbekend" : `${number(Math.round(black))} %`}.`,
      count: (count, mark) =>
        mark === "?!"
          ? counted(count, { one: "onnauwkeurigheid", other: "onnauwkeurigheden" })
          : mark === "?"
            ? counted(count, { one: "fout", other: "fouten" })
            : counted(count, { one: "blunder", other: "blunders" }),
      learnAs: (side, count) => `Leren met ${sidesInside[side]} (${number(count)})`,
      learn: {
        question: (move, side) => `${move} was een fout. Zoek een betere zet voor ${sidesInside[side]}.`,
        best: (move) => `${move} is de beste zet.`,
        good: (move) => `${move} is ook goed.`,
        wrong: (move) => `${move} is niet de beste. Probeer een andere.`,
        solution: "Laat zien",
        next: (left) => `Volgende (nog ${number(left)})`,
        end: "Klaar",
        stop: "Stoppen",
      },
    },

    noMoves: "Nog geen zet: speel er een op het bord of typ hem.",
    setUp: "opgezet",
    notPlayed: (text) => `niet gespeeld: ${text}`,
    walking: "Stappen door de partij",
    which: (which, games) => `${number(which)} van ${number(games)}`,
    faults: (count) =>
      count === 1 ? "Eén probleem in de tekst van deze partij" : `${number(count)} problemen in de tekst van deze partij`,
    unnamed: "Partij zonder titel",
    start: "Het begin",
    commentOn: (move) => `Commentaar bij ${move}`,
    commentStart: "Commentaar bij de partij",
    commentTooLong: "Dit commentaar is te lang om hier te wijzigen.",
    commentHint: "Wat hier te zeggen is",
    glyphs: { "!": "Goede zet", "?": "Fout", "!!": "Schitterende zet", "??": "Blunder", "!?": "Interessante zet", "?!": "Twijfelachtige zet" },
    inks: { green: "Groen", red: "Rood", yellow: "Geel", blue: "Blauw", none: "Stoppen met tekenen" },
    inkLabel: "Kleur om mee te tekenen",
    sure: "Alle wijzigingen van deze partij weggooien?",
    deleting: (plies) => `Deze zet en de ${moves(plies)} erna verwijderen? U kunt het ongedaan maken.`,
    restored: "De partij is weer zoals in het bestand.",
    sending: (share) => `Het bestand wordt gelezen … ${number(Math.round(100 * share))} %`,
    failed: (name, reason) => `${name} kon niet worden geopend: ${reason}.`,
    missing: "Deze partij bestaat niet (meer).",
    empty: "Er is niets te openen.",
    players: (white, black) => `${white || "?"} – ${black || "?"}`,
    turn: (side) => `${sides[side]} is aan zet`,
    after: (move, side) => `${move}. ${sides[side]} is aan zet.`,
    clock: (time) => `klok ${time}`,
    pieces: (side, squares) => `${side}: ${squares || "niets"}.`,
    men: "schijven",
    kings: "dammen",
    branches: (names) => `Hier ook: ${names}`,
    boardHint: "Pijltoetsen lopen over de velden, Enter kiest, M merkt een veld, A begint en eindigt een pijl, Escape annuleert.",

    list: {
      games: "Partijen",
      problems: "Problemen",
      search: "Zoek spelers, toernooien, data …",
      sortBy: "Sorteren op",
      onlyProblems: "Alleen met problemen",
      changed: "Hier gewijzigd",
      columns: {
        number: "Nr.", white: "Wit", black: "Zwart", result: "Uitslag", date: "Datum", event: "Toernooi", plies: "Zetten", game: "Spel",
        problems: "Problemen",
      },
      plies: (plies) => (plies ? number(Math.ceil(plies / 2)) : "–"),
      moves: (plies) => moves(Math.ceil(plies / 2)),
      problemCount: problems,
      gamesTab: (count) => `Partijen ${number(count)}`,
      problemsTab: (count) => `Problemen ${number(count)}`,
      confirm: (name) => `${name} verwijderen met alle wijzigingen die hier gemaakt zijn?`,
      facts(collection, shown, isPart) {
        const kinds = Object.entries(collection.kinds);
        const what = kinds.length === 1 ? kinds[0][0] : kinds.map(([name, count]) => `${number(count)} ${name}`).join(", ");
        const all = games(collection.games);
        return [
          collection.done ? "" : "Wordt nog gelezen:",
          isPart ? `${number(shown)} van ${all}` : all,
          kinds.length === 1 ? what : kinds.length ? `(${what})` : "",
          collection.faults ? `· ${counted(collection.faults, { one: "fout", other: "fouten" })}: niets van vóór een fout gaat verloren` : "",
          collection.cut ? "· het bestand bevat meer partijen dan hier staan" : "",
          collection.found_encoding && !collection.encoding ? `· gelezen als ${collection.found_encoding}` : "",
        ].filter(Boolean).join(" ");
      },
      where: ({ game, line, ply }) =>
        `Partij ${number(game)}, regel ${number(line)}${ply === null ? "" : `, zet ${number(Math.floor(ply / 2) + 1)}`}`,
    },

    pasting: {
      title: "Partijen of een stand plakken",
      label: "PDN, of een stand als FEN",
      example: "1. 32-28 19-23 2. 28x19 14x23\n\nW:W31-50:B1-20",
      open: "Openen",
      name: "Geplakte partijen",
    },

    reading: {
      title: "Het bestand anders lezen",
      game: "Damspel",
      asItSays: "zoals tags en zetten zeggen",
      encoding: "Letters (codering)",
      byItself: (found) => `herkend: ${found}`,
      read: "Opnieuw lezen",
    },

    sharing: {
      title: "Delen en opslaan",
      link: "Link naar deze stand",
      fen: "Stand (FEN)",
      pdn: "Partij (PDN)",
      copy: "Kopiëren",
      copied: "Gekopieerd",
      savePdn: "Partij als PDN",
      saveFile: "Alle partijen als PDN",
      saveSvg: "Diagram (SVG)",
      savePng: "Diagram (PNG)",
      edit: "De stand veranderen",
      playFromHere: "Vanaf hier spelen",
      picture: "De stand als diagram",
    },

    tagging: {
      title: "Over deze partij",
      usual: ["White", "Black", "Event", "Site", "Date", "Round", "Result"],
      names: {
        White: "Wit", Black: "Zwart", Event: "Toernooi", Site: "Plaats", Date: "Datum", Round: "Ronde", Result: "Uitslag",
      },
    },

    keyList: {
      title: "Toetsen",
      list: [
        [["←", "→"], "een zet terug, een zet verder"],
        [["Home", "End"], "naar het begin, naar het einde van de variant"],
        [["↑", "↓"], "naar de andere zetten die hier bekeken zijn"],
        [["Shift ←"], "terug naar waar de variant begon"],
        [["E", "X"], "de engine; wat de andere kant dreigt"],
        [["R"], "de partij beoordelen"],
        [["Spatie"], "de zet spelen die de engine het beste vindt"],
        [["F"], "het bord draaien"],
        [["P"], "zeggen waar de stukken staan"],
        [["T"], "een zet typen"],
        [["C"], "commentaar bij de zet"],
        [["Delete"], "de zet verwijderen met wat volgt"],
        [["Ctrl Z"], "ongedaan maken"],
        [["[", "]"], "de vorige partij, de volgende partij"],
        [["Esc"], "terug naar de lijst"],
        [["rechterknop"], "een pijl tekenen, een veld merken; Shift rood, Alt blauw"],
        [["M", "A"], "op een veld: het merken; een pijl beginnen en eindigen"],
      ],
    },
  },

  editor: {
    title: "Een stand opzetten",
    playLink: "Spelen",
    analysisLink: "Analyse",
    game: "Spel",
    turn: "Aan zet",
    start: "Beginstand",
    empty: "Leeg",
    mirror: "Kleuren wisselen",
    flip: "Het bord draaien",
    analyse: "Analyseren",
    play: "Spelen",
    brushes: "Wat op het bord komt",
    brush: { w: "Witte schijf", W: "Witte dam", b: "Zwarte schijf", B: "Zwarte dam", eraser: "Wegnemen", hand: "Stukken verplaatsen" },
    sound: (white, black, count) =>
      `${number(white)} tegen ${number(black)}. Er ${formOf(count, { one: "is één zet", other: `zijn ${number(count)} zetten` })} mogelijk.`,
    over: (reason) => `De partij is hier afgelopen: ${reason}.`,
  },
};
