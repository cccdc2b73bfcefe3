/** As palavras portuguesas das páginas. */

import { counted, formOf, number } from "../tongue.js";

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */

/** @type {Record<Side, string>} */
const sides = { white: "Brancas", black: "Pretas" };

/** @type {Record<Side, string>} */
const sidesInside = { white: "brancas", black: "pretas" };

/** @type {Record<PieceSymbol, string>} */
const pieces = { w: "pedra branca", W: "dama branca", b: "pedra preta", B: "dama preta" };

/** Regras de empate; as federações pelas suas siglas. @type {Record<string, string>} */
const profiles = {
  usual: "habituais", official: "oficiais", federation: "federação", competition: "competição",
  informal: "amistosas", basic: "simples", literal: "à letra", repetition: "repetição",
  three_repetitions: "três repetições", column: "colunas", lidraughts: "lidraughts",
};

/** @param {string} tower */
const below = (tower) =>
  ` sobre ${[...tower].slice(1).map((piece) => pieces[/** @type {PieceSymbol} */ (piece)]).join(", ")}`;

/** @param {number} count */
const games = (count) => counted(count, { one: "partida", other: "partidas" });
/** @param {number} count */
const moves = (count) => counted(count, { one: "lance", other: "lances" });
/** @param {number} count */
const halves = (count) => counted(count, { one: "meio-lance", other: "meios-lances" });

/** @type {import("../words.js").Words} */
export const words = {
  language: "Idioma",

  levels: {
    beginner: "iniciante", novice: "novato", casual: "amador", apprentice: "aprendiz", club: "clube",
    candidate: "candidato", tournament: "torneio", expert: "perito", master: "mestre", grandmaster: "grande mestre",
  },

  page: {
    newGame: "Nova partida",
    games: "As minhas partidas",
    settings: "Definições",
    analysis: "Análise",
    dropNow: "Largue: as partidas são abertas.",
    analyse: "Analisar",
    undo: "Voltar atrás",
    hint: "Dica",
    flip: "Virar",
    resign: "Abandonar",
    offerDraw: "Propor empate",
    noDrawYet: "As regras ainda não permitem propor empate",
    claimDraw: "Reclamar empate",
    claimWithMove: "Reclamar com lance",
    accept: "Aceitar",
    decline: "Recusar",
    close: "Fechar",
    cancel: "Cancelar",
    start: "Começar",
    retry: "Deixar tentar de novo",
    rematch: "Jogar de novo",
    back: "Voltar à partida",
    moves: "Lances",
    drawClocks: "A caminho do empate",
    noMoves: "Ainda não foi jogado nenhum lance.",
    copy: "Copiar a posição como FEN",
  },

  newGame: {
    title: "Nova partida",
    game: "Jogo",
    side: "Você joga com",
    sides: { white: "Brancas", black: "Pretas", random: "À sorte", both: "Ambos os lados" },
    level: "Adversário",
    draws: "Regras de empate",
    profile: (profile) => profiles[profile] ?? profile.toUpperCase(),
    clock: "Tempo",
    clocks: [
      ["", "sem relógio"],
      ["60+1", "1 minuto + 1 s"],
      ["180+2", "3 minutos + 2 s"],
      ["300+3", "5 minutos + 3 s"],
      ["600", "10 minutos"],
      ["1500+10", "25 minutos + 10 s"],
      ["3600", "1 hora"],
      ["50/7200", "50 lances em 2 horas"],
      ["own", "outro tempo …"],
    ],
    own: { minutes: "Minutos", increment: "+ segundos", moves: "para … lances" },
    ballot: "Abertura",
    noBallot: "nenhuma",
    byLot: (plies) => `${halves(plies)} por sorteio`,
    position: "Começar de uma posição",
    fen: "Posição como FEN",
    fenHint: "por exemplo W:W31-50:B1-20",
    board: (files, ranks) => `Tabuleiro de ${files} × ${ranks}`,
    preview: (white, black, turn) => `${number(white)} contra ${number(black)}. Começam: ${turn}.`,
  },

  games: {
    title: "As minhas partidas",
    none: "Ainda não há nenhuma partida.",
    remove: "Apagar esta partida",
    confirm: (game) => `Apagar esta partida (${game})?`,
    line: (opponent, plies, result, date) => [opponent, result ?? halves(plies), date].join(" · "),
    twoPeople: "duas pessoas",
    against: (level) => `contra ${level}`,
  },

  settings: {
    title: "Definições",
    labels: "No tabuleiro",
    labelKinds: { auto: "Como o jogo se anota", numbers: "Números", coordinates: "Letras e algarismos", none: "Nada" },
    oneClick: "Um clique joga o lance que é único",
    animate: "Mostrar os lances em movimento",
  },

  side: (side) => sides[side],
  engine: (level) => `damier, ${words.levels[level] ?? level}`,
  you: "Você",
  pieces: (count) => counted(count, { one: "peça", other: "peças" }),

  status: {
    yourTurn: "É a sua vez",
    yourCapture: "É a sua vez: tem de capturar",
    otherGame: "O seu lance na outra partida",
    games: (games) =>
      games
        .map(
          ({ squares, outcome }) =>
            `casas ${squares === "light" ? "claras" : "escuras"}: ${outcome ? words.result(outcome.winner) : "em jogo"}`,
        )
        .join(" · "),
    turn: (side) => `Jogam as ${sidesInside[side]}`,
    capture: (side) => `Jogam as ${sidesInside[side]}: têm de capturar`,
    thinking: "damier está a pensar …",
    hint: (move) => `Um bom lance: ${move}`,
    hinting: "À procura de um bom lance …",
    connecting: "A ligar …",
    lost: "A ligação perdeu-se. A partida está segura; a tentar de novo …",
    missing: "Esta partida não existe (ou já não).",
    damaged: "O ficheiro desta partida está danificado.",
    offer: (side) => `As ${sidesInside[side]} propõem empate`,
    offered: "Você propõe empate …",
    declined: "O empate foi recusado.",
    resigning: "Quer abandonar?",
    claiming: "Jogue o lance com que reclama o empate.",
    welcome: "Escolha um jogo para começar.",
    looking: (move) => (move ? `A posição depois de ${move}` : "A posição inicial"),
    copied: (fen) => `Copiado: ${fen}`,
    choose: (count) =>
      `${counted(count, { one: "captura leva lá", other: "capturas levam lá" })}. Clique numa casa azul por onde deva passar ou numa peça azul que deva tomar.`,
  },

  result: (winner) => (winner ? `As ${sidesInside[winner]} vencem` : "Empate"),

  clockOf: (side) => `Relógio das ${sidesInside[side]}`,

  clock: ({ count, limit, rule }) =>
    `${number(count)} de ${rule.startsWith("repetition") ? counted(limit, { one: "vez", other: "vezes" }) : halves(limit)}`,

  announce: (side, move) => `${sides[side]}: ${move}`,

  square: (label, piece, movable, tower) =>
    `${label}, ${piece ? pieces[piece] : "vazia"}${tower ? below(tower) : ""}${movable ? ", pode mover" : ""}`,

  boardName: (game) => `${game}: tabuleiro. As setas movem, Enter escolhe, Escape cancela.`,

  analysis: {
    title: "Análise",
    play: "Jogar",
    open: "Abrir um ficheiro",
    paste: "Colar",
    dropHere: "Largue aqui um ficheiro de partidas",
    orChoose: "PDN de qualquer tamanho, época e feitio. Ou clique para escolher um.",
    dropNow: "Largue: as partidas são abertas aqui.",
    fromStart: "Começar com uma partida vazia",
    begin: "Começar",
    setUpLink: "Montar uma posição",
    recent: "Abertos há pouco",
    readAs: "Ler como …",
    saveAll: "Guardar como PDN",
    remove: "Apagar",
    allGames: "Todas as partidas",
    previousGame: "Partida anterior ([)",
    nextGame: "Partida seguinte (])",
    tags: "Jogadores, torneio, data …",
    first: "Para o início (Home)",
    back: "Um lance atrás (←)",
    forward: "Um lance à frente (→)",
    last: "Para o fim (End)",
    flip: "Virar o tabuleiro (F)",
    draw: "Desenhar setas e marcas",
    share: "Partilhar e guardar",
    keys: "Teclas (?)",
    typeMove: "Escreva um lance",
    promote: "Subir",
    toMain: "Linha principal",
    demote: "Descer",
    delete: "Apagar",
    undo: "Desfazer",
    restore: "Como no ficheiro",

    engine: "Motor",
    threat: "Ameaça",
    fewerLines: "Menos variantes",
    moreLines: "Mais variantes",
    depth: (depth) => `profundidade ${number(depth)}`,
    speed: (nps) => `${nps >= 1e6 ? `${number(nps / 1e6, 1)} M` : `${number(Math.round(nps / 1e3))} k`}/s`,
    engineStates: {
      waiting: "espera a sua vez …",
      full: "demasiadas análises: feche uma primeiro",
      over: "nada a procurar",
      failed: "o motor falhou",
    },
    balance: (percent) => `As brancas podem esperar ${number(percent)} % do ponto`,
    winsIn: (plies) => `vence em ${number(Math.ceil(Math.abs(plies) / 2))}`,
    line: (value, moves) => `${value}: ${moves}`,

    reviewGame: "Rever a partida",
    review: {
      running: "A partida está a ser julgada …",
      none: "",
      start: "Julgar a partida",
      again: "Julgar de novo",
      stop: "Parar",
      write: "Escrever na partida",
      depth: "Com que rigor",
      depths: { quick: "depressa", normal: "a fundo", deep: "muito a fundo" },
      accuracy: (accuracy) => `${number(Math.round(accuracy))} %`,
      curve: (white, black) =>
        `Os pontos que as brancas podiam esperar, lance a lance. Precisão: brancas ${white === null ? "desconhecida" : `${number(Math.round(white))} %`}, pretas ${black === null ? "desconhecida" : `${number(Math.round(black))} %`}.`,
      count: (count, mark) =>
        mark === "?!"
          ? counted(count, { one: "imprecisão", other: "imprecisões" })
          : mark === "?"
            ? counted(count, { one: "erro", other: "erros" })
            : counted(count, { one: "erro grave", other: "erros graves" }),
      learnAs: (side, count) => `Aprender com as ${sidesInside[side]} (${number(count)})`,
      learn: {
        question: (move, side) => `${move} foi um erro. Encontre um lance melhor para as ${sidesInside[side]}.`,
        best: (move) => `${move} é o melhor lance.`,
        good: (move) => `${move} também é bom.`,
        wrong: (move) => `${move} não é o melhor. Tente outro.`,
        solution: "Mostrar",
        next: (left) => `Seguinte (faltam ${number(left)})`,
        end: "Terminar",
        stop: "Parar",
      },
    },

    noMoves: "Ainda não há lances: jogue um no tabuleiro ou escreva-o.",
    setUp: "montada",
    notPlayed: (text) => `não jogado: ${text}`,
    walking: "Percorre a partida",
    which: (which, games) => `${number(which)} de ${number(games)}`,
    faults: (count) =>
      count === 1 ? "Um problema no texto desta partida" : `${number(count)} problemas no texto desta partida`,
    unnamed: "Partida sem título",
    start: "O início",
    commentOn: (move) => `Comentário a ${move}`,
    commentStart: "Comentário à partida",
    commentTooLong: "Este comentário é demasiado longo para ser mudado aqui.",
    commentHint: "O que há a dizer aqui",
    glyphs: { "!": "Bom lance", "?": "Erro", "!!": "Lance brilhante", "??": "Erro grave", "!?": "Lance interessante", "?!": "Lance duvidoso" },
    inks: { green: "Verde", red: "Vermelho", yellow: "Amarelo", blue: "Azul", none: "Deixar de desenhar" },
    inkLabel: "Cor do desenho",
    sure: "Deitar fora todas as alterações desta partida?",
    deleting: (plies) => `Apagar este lance e ${formOf(plies, { one: "o", other: "os" })} ${moves(plies)} que se seguem? Pode desfazer.`,
    restored: "A partida está como no seu ficheiro.",
    sending: (share) => `A ler o ficheiro … ${number(Math.round(100 * share))} %`,
    failed: (name, reason) => `Não foi possível abrir ${name}: ${reason}.`,
    missing: "Esta partida não existe (ou já não).",
    empty: "Não há nada para abrir.",
    players: (white, black) => `${white || "?"} – ${black || "?"}`,
    turn: (side) => `Jogam as ${sidesInside[side]}`,
    after: (move, side) => `${move}. Jogam as ${sidesInside[side]}.`,
    clock: (time) => `relógio ${time}`,
    pieces: (side, squares) => `${side}: ${squares || "nada"}.`,
    men: "pedras",
    kings: "damas",
    branches: (names) => `Aqui também: ${names}`,
    boardHint: "As setas percorrem as casas, Enter escolhe, M marca uma casa, A começa e termina uma seta, Escape cancela.",

    list: {
      games: "Partidas",
      problems: "Problemas",
      search: "Procurar jogadores, torneios, datas …",
      sortBy: "Ordenar por",
      onlyProblems: "Só com problemas",
      changed: "Alterada aqui",
      columns: {
        number: "N.º", white: "Brancas", black: "Pretas", result: "Resultado", date: "Data", event: "Torneio", plies: "Lances", game: "Jogo",
        problems: "Problemas",
      },
      plies: (plies) => (plies ? number(Math.ceil(plies / 2)) : "–"),
      moves: (plies) => moves(Math.ceil(plies / 2)),
      problemCount: (count) => counted(count, { one: "problema", other: "problemas" }),
      gamesTab: (count) => `Partidas ${number(count)}`,
      problemsTab: (count) => `Problemas ${number(count)}`,
      confirm: (name) => `Apagar ${name} com todas as alterações feitas aqui?`,
      facts(collection, shown, isPart) {
        const kinds = Object.entries(collection.kinds);
        const what = kinds.length === 1 ? kinds[0][0] : kinds.map(([name, count]) => `${number(count)} ${name}`).join(", ");
        const all = games(collection.games);
        return [
          collection.done ? "" : "Ainda a ler:",
          isPart ? `${number(shown)} de ${all}` : all,
          kinds.length ? `(${what})` : "",
          collection.faults ? `· ${counted(collection.faults, { one: "falha", other: "falhas" })}: nada do que está antes de uma falha se perde` : "",
          collection.cut ? "· o ficheiro tem mais partidas do que as listadas" : "",
          collection.found_encoding && !collection.encoding ? `· lido como ${collection.found_encoding}` : "",
        ].filter(Boolean).join(" ");
      },
      where: ({ game, line, ply }) =>
        `Partida ${number(game)}, linha ${number(line)}${ply === null ? "" : `, lance ${number(Math.floor(ply / 2) + 1)}`}`,
    },

    pasting: {
      title: "Colar partidas ou uma posição",
      label: "PDN, ou uma posição como FEN",
      example: "1. 32-28 19-23 2. 28x19 14x23\n\nW:W31-50:B1-20",
      open: "Abrir",
      name: "Partidas coladas",
    },

    reading: {
      title: "Ler o ficheiro de outra maneira",
      game: "Jogo de damas",
      asItSays: "como dizem etiquetas e lances",
      encoding: "Letras (codificação)",
      byItself: (found) => `reconhecido: ${found}`,
      read: "Ler de novo",
    },

    sharing: {
      title: "Partilhar e guardar",
      link: "Ligação para esta posição",
      fen: "Posição (FEN)",
      pdn: "Partida (PDN)",
      copy: "Copiar",
      copied: "Copiado",
      savePdn: "Partida como PDN",
      saveFile: "Todas as partidas como PDN",
      saveSvg: "Diagrama (SVG)",
      savePng: "Diagrama (PNG)",
      edit: "Mudar a posição",
      playFromHere: "Jogar a partir daqui",
      picture: "A posição como diagrama",
    },

    tagging: {
      title: "Sobre esta partida",
      usual: ["White", "Black", "Event", "Site", "Date", "Round", "Result"],
      names: {
        White: "Brancas", Black: "Pretas", Event: "Torneio", Site: "Local", Date: "Data", Round: "Ronda", Result: "Resultado",
      },
    },

    keyList: {
      title: "Teclas",
      list: [
        [["←", "→"], "um lance atrás, um lance à frente"],
        [["Home", "End"], "para o início, para o fim da variante"],
        [["↑", "↓"], "para os outros lances considerados aqui"],
        [["Shift ←"], "de volta ao início da variante"],
        [["E", "X"], "o motor; o que o outro lado ameaça"],
        [["R"], "rever a partida"],
        [["Espaço"], "jogar o lance preferido do motor"],
        [["F"], "virar o tabuleiro"],
        [["P"], "dizer onde estão as peças"],
        [["T"], "escrever um lance"],
        [["C"], "comentar o lance"],
        [["Delete"], "apagar o lance e o que se segue"],
        [["Ctrl Z"], "desfazer"],
        [["[", "]"], "a partida anterior, a seguinte"],
        [["Esc"], "voltar à lista"],
        [["botão direito"], "desenhar uma seta, marcar uma casa; Shift vermelho, Alt azul"],
        [["M", "A"], "numa casa: marcá-la; começar e terminar uma seta"],
      ],
    },
  },

  editor: {
    title: "Montar uma posição",
    playLink: "Jogar",
    analysisLink: "Análise",
    game: "Jogo",
    turn: "Jogam",
    start: "Inicial",
    empty: "Esvaziar",
    mirror: "Trocar as cores",
    flip: "Virar o tabuleiro",
    analyse: "Analisar",
    play: "Jogar",
    brushes: "O que se põe no tabuleiro",
    brush: { w: "Pedra branca", W: "Dama branca", b: "Pedra preta", B: "Dama preta", eraser: "Tirar", hand: "Levar peças" },
    sound: (white, black, count) =>
      `${number(white)} contra ${number(black)}. ${formOf(count, { one: `${number(count)} lance possível`, other: `${number(count)} lances possíveis` })}.`,
    over: (reason) => `A partida terminou aqui: ${reason}.`,
  },
};
