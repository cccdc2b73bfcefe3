/** Las palabras españolas de las páginas. */

import { counted, formOf, number } from "../tongue.js";

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */

/** @type {Record<Side, string>} */
const sides = { white: "Blancas", black: "Negras" };

/** @type {Record<Side, string>} */
const sidesInside = { white: "blancas", black: "negras" };

/** @type {Record<PieceSymbol, string>} */
const pieces = { w: "peón blanco", W: "dama blanca", b: "peón negro", B: "dama negra" };

/** Reglas de tablas; las federaciones por sus siglas. @type {Record<string, string>} */
const profiles = {
  usual: "habituales", official: "oficiales", federation: "federación", competition: "competición",
  informal: "amistosas", basic: "sencillas", literal: "al pie de la letra", repetition: "repetición",
  three_repetitions: "tres repeticiones", column: "columnas", lidraughts: "lidraughts",
};

/** @param {string} tower */
const below = (tower) =>
  ` sobre ${[...tower].slice(1).map((piece) => pieces[/** @type {PieceSymbol} */ (piece)]).join(", ")}`;

/** @param {number} count */
const games = (count) => counted(count, { one: "partida", other: "partidas" });
/** @param {number} count */
const moves = (count) => counted(count, { one: "jugada", other: "jugadas" });
/** @param {number} count */
const halves = (count) => counted(count, { one: "media jugada", other: "medias jugadas" });

/** @type {import("../words.js").Words} */
export const words = {
  language: "Idioma",

  levels: {
    beginner: "principiante", novice: "novato", casual: "aficionado", apprentice: "aprendiz", club: "club",
    candidate: "candidato", tournament: "torneo", expert: "experto", master: "maestro", grandmaster: "gran maestro",
  },

  page: {
    newGame: "Nueva partida",
    games: "Mis partidas",
    settings: "Ajustes",
    analysis: "Análisis",
    dropNow: "Suelte: se abren las partidas.",
    analyse: "Analizar",
    undo: "Deshacer",
    hint: "Pista",
    flip: "Girar",
    resign: "Abandonar",
    offerDraw: "Ofrecer tablas",
    noDrawYet: "Las reglas aún no permiten ofrecer tablas",
    claimDraw: "Reclamar tablas",
    claimWithMove: "Reclamar con jugada",
    accept: "Aceptar",
    decline: "Rechazar",
    close: "Cerrar",
    cancel: "Cancelar",
    start: "Empezar",
    retry: "Dejar que lo intente otra vez",
    rematch: "Jugar otra vez",
    back: "Volver a la partida",
    moves: "Jugadas",
    drawClocks: "Camino de las tablas",
    noMoves: "Todavía no se ha jugado nada.",
    copy: "Copiar la posición como FEN",
  },

  newGame: {
    title: "Nueva partida",
    game: "Juego",
    side: "Usted juega",
    sides: { white: "Blancas", black: "Negras", random: "Al azar", both: "Ambos bandos" },
    level: "Rival",
    draws: "Reglas de tablas",
    profile: (profile) => profiles[profile] ?? profile.toUpperCase(),
    clock: "Tiempo",
    clocks: [
      ["", "sin reloj"],
      ["60+1", "1 minuto + 1 s"],
      ["180+2", "3 minutos + 2 s"],
      ["300+3", "5 minutos + 3 s"],
      ["600", "10 minutos"],
      ["1500+10", "25 minutos + 10 s"],
      ["3600", "1 hora"],
      ["50/7200", "50 jugadas en 2 horas"],
      ["own", "otro tiempo …"],
    ],
    own: { minutes: "Minutos", increment: "+ segundos", moves: "para … jugadas" },
    ballot: "Apertura",
    noBallot: "ninguna",
    byLot: (plies) => `${halves(plies)} por sorteo`,
    position: "Empezar desde una posición",
    fen: "Posición como FEN",
    fenHint: "por ejemplo W:W31-50:B1-20",
    board: (files, ranks) => `Tablero de ${files} × ${ranks}`,
    preview: (white, black, turn) => `${number(white)} contra ${number(black)}. Empiezan: ${turn}.`,
  },

  games: {
    title: "Mis partidas",
    none: "Todavía no hay ninguna partida.",
    remove: "Borrar esta partida",
    confirm: (game) => `¿Borrar esta partida (${game})?`,
    line: (opponent, plies, result, date) => [opponent, result ?? halves(plies), date].join(" · "),
    twoPeople: "dos personas",
    against: (level) => `contra ${level}`,
  },

  settings: {
    title: "Ajustes",
    labels: "En el tablero",
    labelKinds: { auto: "Como se anota el juego", numbers: "Números", coordinates: "Letras y cifras", none: "Nada" },
    oneClick: "Un clic juega la jugada que es única",
    animate: "Mostrar las jugadas en movimiento",
  },

  side: (side) => sides[side],
  engine: (level) => `damier, ${words.levels[level] ?? level}`,
  you: "Usted",
  pieces: (count) => counted(count, { one: "pieza", other: "piezas" }),

  status: {
    yourTurn: "Le toca a usted",
    yourCapture: "Le toca a usted: debe capturar",
    otherGame: "Su jugada en la otra partida",
    games: (games) =>
      games
        .map(
          ({ squares, outcome }) =>
            `casillas ${squares === "light" ? "claras" : "oscuras"}: ${outcome ? words.result(outcome.winner) : "en juego"}`,
        )
        .join(" · "),
    turn: (side) => `Juegan ${sidesInside[side]}`,
    capture: (side) => `Juegan ${sidesInside[side]}: deben capturar`,
    thinking: "damier está pensando …",
    hint: (move) => `Una buena jugada: ${move}`,
    hinting: "Buscando una buena jugada …",
    connecting: "Conectando …",
    lost: "Se ha perdido la conexión. La partida está a salvo; intentándolo de nuevo …",
    missing: "Esta partida no existe (o ya no).",
    damaged: "El archivo de esta partida está dañado.",
    offer: (side) => `Las ${sidesInside[side]} ofrecen tablas`,
    offered: "Usted ofrece tablas …",
    declined: "Se han rechazado las tablas.",
    resigning: "¿Quiere abandonar?",
    claiming: "Juegue la jugada con la que reclama tablas.",
    welcome: "Elija un juego para empezar.",
    looking: (move) => (move ? `La posición después de ${move}` : "La posición inicial"),
    copied: (fen) => `Copiado: ${fen}`,
    choose: (count) =>
      `${counted(count, { one: "captura lleva ahí", other: "capturas llevan ahí" })}. Pulse una casilla azul por la que deba pasar o una pieza azul que deba tomar.`,
  },

  result: (winner) => (winner ? `Ganan ${sidesInside[winner]}` : "Tablas"),

  clockOf: (side) => `Reloj de las ${sidesInside[side]}`,

  clock: ({ count, limit, rule }) =>
    `${number(count)} de ${rule.startsWith("repetition") ? counted(limit, { one: "vez", other: "veces" }) : halves(limit)}`,

  announce: (side, move) => `${sides[side]}: ${move}`,

  square: (label, piece, movable, tower) =>
    `${label}, ${piece ? pieces[piece] : "vacía"}${tower ? below(tower) : ""}${movable ? ", puede mover" : ""}`,

  boardName: (game) => `${game}: tablero. Las flechas mueven, Intro elige, Escape cancela.`,

  analysis: {
    title: "Análisis",
    play: "Jugar",
    open: "Abrir un archivo",
    paste: "Pegar",
    dropHere: "Suelte aquí un archivo de partidas",
    orChoose: "PDN de cualquier tamaño, época y estilo. O pulse para elegir uno.",
    dropNow: "Suelte: las partidas se abren aquí.",
    fromStart: "Empezar con una partida vacía",
    begin: "Empezar",
    setUpLink: "Componer una posición",
    recent: "Abiertos hace poco",
    readAs: "Leer como …",
    saveAll: "Guardar como PDN",
    remove: "Borrar",
    allGames: "Todas las partidas",
    previousGame: "Partida anterior ([)",
    nextGame: "Partida siguiente (])",
    tags: "Jugadores, torneo, fecha …",
    first: "Al principio (Home)",
    back: "Una jugada atrás (←)",
    forward: "Una jugada adelante (→)",
    last: "Al final (End)",
    flip: "Girar el tablero (F)",
    draw: "Dibujar flechas y marcas",
    share: "Compartir y guardar",
    keys: "Teclas (?)",
    typeMove: "Escriba una jugada",
    promote: "Subir",
    toMain: "Línea principal",
    demote: "Bajar",
    delete: "Borrar",
    undo: "Deshacer",
    restore: "Como en el archivo",

    engine: "Motor",
    threat: "Amenaza",
    fewerLines: "Menos variantes",
    moreLines: "Más variantes",
    depth: (depth) => `profundidad ${number(depth)}`,
    speed: (nps) => `${nps >= 1e6 ? `${number(nps / 1e6, 1)} M` : `${number(Math.round(nps / 1e3))} k`}/s`,
    engineStates: {
      waiting: "espera su turno …",
      full: "demasiados análisis: cierre uno antes",
      over: "no hay nada que buscar",
      failed: "el motor ha fallado",
    },
    balance: (percent) => `Las blancas pueden esperar el ${number(percent)} % del punto`,
    winsIn: (plies) => `gana en ${number(Math.ceil(Math.abs(plies) / 2))}`,
    line: (value, moves) => `${value}: ${moves}`,

    reviewGame: "Revisar la partida",
    review: {
      running: "Se está juzgando la partida …",
      none: "",
      start: "Juzgar la partida",
      again: "Juzgar de nuevo",
      stop: "Parar",
      write: "Escribir en la partida",
      depth: "Con cuánto detalle",
      depths: { quick: "rápido", normal: "a fondo", deep: "muy a fondo" },
      accuracy: (accuracy) => `${number(Math.round(accuracy))} %`,
      curve: (white, black) =>
        `Los puntos que las blancas podían esperar, jugada a jugada. Precisión: blancas ${white === null ? "desconocida" : `${number(Math.round(white))} %`}, negras ${black === null ? "desconocida" : `${number(Math.round(black))} %`}.`,
      count: (count, mark) =>
        mark === "?!"
          ? counted(count, { one: "imprecisión", other: "imprecisiones" })
          : mark === "?"
            ? counted(count, { one: "error", other: "errores" })
            : counted(count, { one: "error grave", other: "errores graves" }),
      learnAs: (side, count) => `Aprender con ${sidesInside[side]} (${number(count)})`,
      learn: {
        question: (move, side) => `${move} fue un error. Busque una jugada mejor para las ${sidesInside[side]}.`,
        best: (move) => `${move} es la mejor jugada.`,
        good: (move) => `${move} también es buena.`,
        wrong: (move) => `${move} no es la mejor. Pruebe otra.`,
        solution: "Mostrar",
        next: (left) => `Siguiente (quedan ${number(left)})`,
        end: "Terminar",
        stop: "Parar",
      },
    },

    noMoves: "Aún no hay jugadas: haga una en el tablero o escríbala.",
    setUp: "compuesta",
    notPlayed: (text) => `sin jugar: ${text}`,
    walking: "Recorre la partida",
    which: (which, games) => `${number(which)} de ${number(games)}`,
    faults: (count) =>
      count === 1 ? "Un problema en el texto de esta partida" : `${number(count)} problemas en el texto de esta partida`,
    unnamed: "Partida sin título",
    start: "El principio",
    commentOn: (move) => `Comentario a ${move}`,
    commentStart: "Comentario a la partida",
    commentTooLong: "Este comentario es demasiado largo para cambiarlo aquí.",
    commentHint: "Lo que hay que decir aquí",
    glyphs: { "!": "Buena jugada", "?": "Error", "!!": "Jugada brillante", "??": "Error grave", "!?": "Jugada interesante", "?!": "Jugada dudosa" },
    inks: { green: "Verde", red: "Rojo", yellow: "Amarillo", blue: "Azul", none: "Dejar de dibujar" },
    inkLabel: "Color para dibujar",
    sure: "¿Desechar todos los cambios de esta partida?",
    deleting: (plies) => `¿Borrar esta jugada y ${formOf(plies, { one: "la", other: "las" })} ${moves(plies)} que siguen? Se puede deshacer.`,
    restored: "La partida está como en su archivo.",
    sending: (share) => `Leyendo el archivo … ${number(Math.round(100 * share))} %`,
    failed: (name, reason) => `No se pudo abrir ${name}: ${reason}.`,
    missing: "Esta partida no existe (o ya no).",
    empty: "No hay nada que abrir.",
    players: (white, black) => `${white || "?"} – ${black || "?"}`,
    turn: (side) => `Juegan ${sidesInside[side]}`,
    after: (move, side) => `${move}. Juegan ${sidesInside[side]}.`,
    clock: (time) => `reloj ${time}`,
    pieces: (side, squares) => `${side}: ${squares || "nada"}.`,
    men: "peones",
    kings: "damas",
    branches: (names) => `Aquí también: ${names}`,
    boardHint: "Las flechas recorren las casillas, Intro elige, M marca una casilla, A empieza y termina una flecha, Escape cancela.",

    list: {
      games: "Partidas",
      problems: "Problemas",
      search: "Buscar jugadores, torneos, fechas …",
      sortBy: "Ordenar por",
      onlyProblems: "Solo con problemas",
      changed: "Cambiada aquí",
      columns: {
        number: "N.º", white: "Blancas", black: "Negras", result: "Resultado", date: "Fecha", event: "Torneo", plies: "Jugadas", game: "Juego",
        problems: "Problemas",
      },
      plies: (plies) => (plies ? number(Math.ceil(plies / 2)) : "–"),
      moves: (plies) => moves(Math.ceil(plies / 2)),
      problemCount: (count) => counted(count, { one: "problema", other: "problemas" }),
      gamesTab: (count) => `Partidas ${number(count)}`,
      problemsTab: (count) => `Problemas ${number(count)}`,
      confirm: (name) => `¿Borrar ${name} con todos los cambios hechos aquí?`,
      facts(collection, shown, isPart) {
        const kinds = Object.entries(collection.kinds);
        const what = kinds.length === 1 ? kinds[0][0] : kinds.map(([name, count]) => `${number(count)} ${name}`).join(", ");
        const all = games(collection.games);
        return [
          collection.done ? "" : "Leyendo todavía:",
          isPart ? `${number(shown)} de ${all}` : all,
          kinds.length ? `(${what})` : "",
          collection.faults ? `· ${counted(collection.faults, { one: "fallo", other: "fallos" })}: nada de lo anterior a un fallo se pierde` : "",
          collection.cut ? "· el archivo tiene más partidas de las que se muestran" : "",
          collection.found_encoding && !collection.encoding ? `· leído como ${collection.found_encoding}` : "",
        ].filter(Boolean).join(" ");
      },
      where: ({ game, line, ply }) =>
        `Partida ${number(game)}, línea ${number(line)}${ply === null ? "" : `, jugada ${number(Math.floor(ply / 2) + 1)}`}`,
    },

    pasting: {
      title: "Pegar partidas o una posición",
      label: "PDN, o una posición como FEN",
      example: "1. 32-28 19-23 2. 28x19 14x23\n\nW:W31-50:B1-20",
      open: "Abrir",
      name: "Partidas pegadas",
    },

    reading: {
      title: "Leer el archivo de otra manera",
      game: "Juego de damas",
      asItSays: "como dicen etiquetas y jugadas",
      encoding: "Letras (codificación)",
      byItself: (found) => `reconocido: ${found}`,
      read: "Leer otra vez",
    },

    sharing: {
      title: "Compartir y guardar",
      link: "Enlace a esta posición",
      fen: "Posición (FEN)",
      pdn: "Partida (PDN)",
      copy: "Copiar",
      copied: "Copiado",
      savePdn: "Partida como PDN",
      saveFile: "Todas las partidas como PDN",
      saveSvg: "Diagrama (SVG)",
      savePng: "Diagrama (PNG)",
      edit: "Cambiar la posición",
      playFromHere: "Jugar desde aquí",
      picture: "La posición como diagrama",
    },

    tagging: {
      title: "Sobre esta partida",
      usual: ["White", "Black", "Event", "Site", "Date", "Round", "Result"],
      names: {
        White: "Blancas", Black: "Negras", Event: "Torneo", Site: "Lugar", Date: "Fecha", Round: "Ronda", Result: "Resultado",
      },
    },

    keyList: {
      title: "Teclas",
      list: [
        [["←", "→"], "una jugada atrás, una jugada adelante"],
        [["Home", "End"], "al principio, al final de la variante"],
        [["↑", "↓"], "a las otras jugadas consideradas aquí"],
        [["Mayús ←"], "vuelta a donde empezó la variante"],
        [["E", "X"], "el motor; lo que amenaza el otro bando"],
        [["R"], "revisar la partida"],
        [["Espacio"], "jugar la jugada preferida del motor"],
        [["F"], "girar el tablero"],
        [["P"], "decir dónde están las piezas"],
        [["T"], "escribir una jugada"],
        [["C"], "comentar la jugada"],
        [["Supr"], "borrar la jugada y lo que sigue"],
        [["Ctrl Z"], "deshacer"],
        [["[", "]"], "la partida anterior, la siguiente"],
        [["Esc"], "volver a la lista"],
        [["botón derecho"], "dibujar una flecha, marcar una casilla; Mayús rojo, Alt azul"],
        [["M", "A"], "en una casilla: marcarla; empezar y terminar una flecha"],
      ],
    },
  },

  editor: {
    title: "Componer una posición",
    playLink: "Jugar",
    analysisLink: "Análisis",
    game: "Juego",
    turn: "Turno",
    start: "Inicial",
    empty: "Vaciar",
    mirror: "Cambiar colores",
    flip: "Girar el tablero",
    analyse: "Analizar",
    play: "Jugar",
    brushes: "Lo que se pone en el tablero",
    brush: { w: "Peón blanco", W: "Dama blanca", b: "Peón negro", B: "Dama negra", eraser: "Quitar", hand: "Llevar piezas" },
    sound: (white, black, count) =>
      `${number(white)} contra ${number(black)}. ${formOf(count, { one: `${number(count)} jugada posible`, other: `${number(count)} jugadas posibles` })}.`,
    over: (reason) => `La partida ha terminado aquí: ${reason}.`,
  },
};
