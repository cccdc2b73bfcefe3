/** Les mots français des pages. */

import { counted, formOf, number } from "../tongue.js";

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */

/** @type {Record<Side, string>} */
const sides = { white: "Blancs", black: "Noirs" };

/** @type {Record<Side, string>} */
const toMove = { white: "Trait aux Blancs", black: "Trait aux Noirs" };

/** @type {Record<PieceSymbol, string>} */
const pieces = { w: "pion blanc", W: "dame blanche", b: "pion noir", B: "dame noire" };

/** Règles de nulle ; les fédérations par leurs initiales. @type {Record<string, string>} */
const profiles = {
  usual: "habituelles", official: "officielles", federation: "fédération", competition: "compétition",
  informal: "amicales", basic: "simples", literal: "à la lettre", repetition: "répétition",
  three_repetitions: "trois répétitions", column: "colonnes", lidraughts: "lidraughts",
};

/** @param {string} tower */
const below = (tower) =>
  ` sur ${[...tower].slice(1).map((piece) => pieces[/** @type {PieceSymbol} */ (piece)]).join(", ")}`;

/** @param {number} count */
const games = (count) => counted(count, { one: "partie", other: "parties" });
/** @param {number} count */
const moves = (count) => counted(count, { one: "coup", other: "coups" });
/** @param {number} count */
const halves = (count) => counted(count, { one: "demi-coup", other: "demi-coups" });

/** @type {import("../words.js").Words} */
export const words = {
  language: "Langue",

  levels: {
    beginner: "débutant", novice: "novice", casual: "amateur", apprentice: "apprenti", club: "club",
    candidate: "candidat", tournament: "tournoi", expert: "expert", master: "maître", grandmaster: "grand maître",
  },

  page: {
    newGame: "Nouvelle partie",
    games: "Mes parties",
    settings: "Réglages",
    analysis: "Analyse",
    dropNow: "Lâchez : les parties sont ouvertes.",
    analyse: "Analyser",
    undo: "Annuler",
    hint: "Indice",
    flip: "Retourner",
    resign: "Abandonner",
    offerDraw: "Proposer nulle",
    noDrawYet: "Les règles ne permettent pas encore de proposer la nulle",
    claimDraw: "Réclamer nulle",
    claimWithMove: "Réclamer par un coup",
    accept: "Accepter",
    decline: "Refuser",
    close: "Fermer",
    cancel: "Annuler",
    start: "Commencer",
    retry: "Le laisser réessayer",
    rematch: "Rejouer",
    back: "Retour à la partie",
    moves: "Coups",
    drawClocks: "Vers la nulle",
    noMoves: "Aucun coup n'a encore été joué.",
    copy: "Copier la position en FEN",
  },

  newGame: {
    title: "Nouvelle partie",
    game: "Jeu",
    side: "Vous jouez",
    sides: { white: "Blancs", black: "Noirs", random: "Au hasard", both: "Les deux camps" },
    level: "Adversaire",
    draws: "Règles de nulle",
    profile: (profile) => profiles[profile] ?? profile.toUpperCase(),
    clock: "Temps",
    clocks: [
      ["", "sans pendule"],
      ["60+1", "1 minute + 1 s"],
      ["180+2", "3 minutes + 2 s"],
      ["300+3", "5 minutes + 3 s"],
      ["600", "10 minutes"],
      ["1500+10", "25 minutes + 10 s"],
      ["3600", "1 heure"],
      ["50/7200", "50 coups en 2 heures"],
      ["own", "un autre temps …"],
    ],
    own: { minutes: "Minutes", increment: "+ secondes", moves: "pour … coups" },
    ballot: "Ouverture",
    noBallot: "aucune",
    byLot: (plies) => `${halves(plies)} par tirage`,
    position: "Partir d'une position",
    fen: "Position en FEN",
    fenHint: "par exemple W:W31-50:B1-20",
    board: (files, ranks) => `Damier ${files} × ${ranks}`,
    preview: (white, black, turn) => `${number(white)} contre ${number(black)}. Premier coup : ${turn}.`,
  },

  games: {
    title: "Mes parties",
    none: "Il n'y a pas encore de partie.",
    remove: "Supprimer cette partie",
    confirm: (game) => `Supprimer cette partie (${game}) ?`,
    line: (opponent, plies, result, date) => [opponent, result ?? halves(plies), date].join(" · "),
    twoPeople: "deux personnes",
    against: (level) => `contre ${level}`,
  },

  settings: {
    title: "Réglages",
    labels: "Sur le damier",
    labelKinds: { auto: "Comme le jeu se note", numbers: "Numéros", coordinates: "Lettres et chiffres", none: "Rien" },
    oneClick: "Un seul clic joue un coup qui est le seul",
    animate: "Montrer les coups en mouvement",
  },

  side: (side) => sides[side],
  engine: (level) => `damier, ${words.levels[level] ?? level}`,
  you: "Vous",
  pieces: (count) => counted(count, { one: "pièce", other: "pièces" }),

  status: {
    yourTurn: "À vous de jouer",
    yourCapture: "À vous de jouer : vous devez prendre",
    otherGame: "Votre coup dans l'autre partie",
    games: (games) =>
      games
        .map(
          ({ squares, outcome }) =>
            `cases ${squares === "light" ? "claires" : "foncées"} : ${outcome ? words.result(outcome.winner) : "en cours"}`,
        )
        .join(" · "),
    turn: (side) => toMove[side],
    capture: (side) => `${toMove[side]} : prise obligatoire`,
    thinking: "damier réfléchit …",
    hint: (move) => `Un bon coup : ${move}`,
    hinting: "Recherche d'un bon coup …",
    connecting: "Connexion …",
    lost: "La connexion est perdue. La partie est en sécurité ; nouvel essai …",
    missing: "Cette partie n'existe pas (ou plus).",
    damaged: "Le fichier de cette partie est endommagé.",
    offer: (side) => `Les ${sides[side]} proposent la nulle`,
    offered: "Vous proposez la nulle …",
    declined: "La nulle est refusée.",
    resigning: "Voulez-vous abandonner ?",
    claiming: "Jouez le coup par lequel vous réclamez la nulle.",
    welcome: "Choisissez un jeu pour commencer.",
    looking: (move) => (move ? `La position après ${move}` : "La position de départ"),
    copied: (fen) => `Copié : ${fen}`,
    choose: (count) =>
      `${counted(count, { one: "prise y mène", other: "prises y mènent" })}. Cliquez sur une case bleue où elle doit passer ou sur une pièce bleue qu'elle doit prendre.`,
  },

  result: (winner) => (winner ? `Les ${sides[winner]} gagnent` : "Nulle"),

  clockOf: (side) => `Pendule des ${sides[side]}`,

  clock: ({ count, limit, rule }) =>
    `${number(count)} sur ${rule.startsWith("repetition") ? `${number(limit)} fois` : halves(limit)}`,

  announce: (side, move) => `${sides[side]} : ${move}`,

  square: (label, piece, movable, tower) =>
    `${label}, ${piece ? pieces[piece] : "vide"}${tower ? below(tower) : ""}${movable ? ", peut jouer" : ""}`,

  boardName: (game) => `${game} : damier. Les flèches déplacent, Entrée choisit, Échap annule.`,

  analysis: {
    title: "Analyse",
    play: "Jouer",
    open: "Ouvrir un fichier",
    paste: "Coller",
    dropHere: "Déposez ici un fichier de parties",
    orChoose: "PDN de toute taille, de tout âge et de toute forme. Ou cliquez pour en choisir un.",
    dropNow: "Lâchez : les parties sont ouvertes ici.",
    fromStart: "Commencer par une partie vide",
    begin: "Commencer",
    setUpLink: "Composer une position",
    recent: "Ouverts récemment",
    readAs: "Lire comme …",
    saveAll: "Enregistrer en PDN",
    remove: "Supprimer",
    allGames: "Toutes les parties",
    previousGame: "Partie précédente ([)",
    nextGame: "Partie suivante (])",
    tags: "Joueurs, tournoi, date …",
    first: "Au début (Home)",
    back: "Un coup en arrière (←)",
    forward: "Un coup en avant (→)",
    last: "À la fin (End)",
    flip: "Retourner le damier (F)",
    draw: "Dessiner des flèches et des marques",
    share: "Partager et enregistrer",
    keys: "Touches (?)",
    typeMove: "Tapez un coup",
    promote: "Monter",
    toMain: "Ligne principale",
    demote: "Descendre",
    delete: "Supprimer",
    undo: "Annuler",
    restore: "Comme dans le fichier",

    engine: "Moteur",
    threat: "Menace",
    fewerLines: "Moins de variantes",
    moreLines: "Plus de variantes",
    depth: (depth) => `profondeur ${number(depth)}`,
    speed: (nps) => `${nps >= 1e6 ? `${number(nps / 1e6, 1)} M` : `${number(Math.round(nps / 1e3))} k`}/s`,
    engineStates: {
      waiting: "attend son tour …",
      full: "trop d'analyses : fermez-en une d'abord",
      over: "rien à chercher",
      failed: "le moteur a échoué",
    },
    balance: (percent) => `Les Blancs peuvent espérer ${number(percent)} % du point`,
    winsIn: (plies) => `gagne en ${number(Math.ceil(Math.abs(plies) / 2))}`,
    line: (value, moves) => `${value} : ${moves}`,

    reviewGame: "Revoir la partie",
    review: {
      running: "La partie est jugée …",
      none: "",
      start: "Juger la partie",
      again: "Juger à nouveau",
      stop: "Arrêter",
      write: "Inscrire dans la partie",
      depth: "Avec quelle rigueur",
      depths: { quick: "vite", normal: "à fond", deep: "très à fond" },
      accuracy: (accuracy) => `${number(Math.round(accuracy))} %`,
      curve: (white, black) =>
        `Les points que les Blancs pouvaient espérer, coup par coup. Précision : Blancs ${white === null ? "inconnue" : `${number(Math.round(white))} %`}, Noirs ${black === null ? "inconnue" : `${number(Math.round(black))} %`}.`,
      count: (count, mark) =>
        mark === "?!"
          ? counted(count, { one: "imprécision", other: "imprécisions" })
          : mark === "?"
            ? counted(count, { one: "erreur", other: "erreurs" })
            : counted(count, { one: "gaffe", other: "gaffes" }),
      learnAs: (side, count) => `Apprendre avec les ${sides[side]} (${number(count)})`,
      learn: {
        question: (move, side) => `${move} était une erreur. Trouvez mieux pour les ${sides[side]}.`,
        best: (move) => `${move} est le meilleur coup.`,
        good: (move) => `${move} est bon aussi.`,
        wrong: (move) => `${move} n'est pas le meilleur. Essayez un autre coup.`,
        solution: "Montrer",
        next: (left) => `Suivant (encore ${number(left)})`,
        end: "Terminer",
        stop: "Arrêter",
      },
    },

    noMoves: "Pas encore de coup : jouez-en un sur le damier, ou tapez-le.",
    setUp: "composée",
    notPlayed: (text) => `non joué : ${text}`,
    walking: "Avance dans la partie",
    which: (which, games) => `${number(which)} sur ${number(games)}`,
    faults: (count) =>
      count === 1 ? "Un problème dans le texte de cette partie" : `${number(count)} problèmes dans le texte de cette partie`,
    unnamed: "Partie sans titre",
    start: "Le début",
    commentOn: (move) => `Commentaire sur ${move}`,
    commentStart: "Commentaire sur la partie",
    commentTooLong: "Ce commentaire est trop long pour être modifié ici.",
    commentHint: "Ce qu'il y a à dire ici",
    glyphs: { "!": "Bon coup", "?": "Erreur", "!!": "Coup brillant", "??": "Gaffe", "!?": "Coup intéressant", "?!": "Coup douteux" },
    inks: { green: "Vert", red: "Rouge", yellow: "Jaune", blue: "Bleu", none: "Ne plus dessiner" },
    inkLabel: "Couleur du dessin",
    sure: "Abandonner toutes les modifications de cette partie ?",
    deleting: (plies) => `Supprimer ce coup et ${formOf(plies, { one: "le", other: "les" })} ${moves(plies)} qui suivent ? Vous pouvez l'annuler.`,
    restored: "La partie est de nouveau comme dans son fichier.",
    sending: (share) => `Lecture du fichier … ${number(Math.round(100 * share))} %`,
    failed: (name, reason) => `${name} n'a pas pu être ouvert : ${reason}.`,
    missing: "Cette partie n'existe pas (ou plus).",
    empty: "Il n'y a rien à ouvrir.",
    players: (white, black) => `${white || "?"} – ${black || "?"}`,
    turn: (side) => toMove[side],
    after: (move, side) => `${move}. ${toMove[side]}.`,
    clock: (time) => `pendule ${time}`,
    pieces: (side, squares) => `${side} : ${squares || "rien"}.`,
    men: "pions",
    kings: "dames",
    branches: (names) => `Ici aussi : ${names}`,
    boardHint: "Les flèches parcourent les cases, Entrée choisit, M marque une case, A commence et finit une flèche, Échap annule.",

    list: {
      games: "Parties",
      problems: "Problèmes",
      search: "Chercher joueurs, tournois, dates …",
      sortBy: "Trier par",
      onlyProblems: "Seulement avec problèmes",
      changed: "Modifiée ici",
      columns: {
        number: "N°", white: "Blancs", black: "Noirs", result: "Résultat", date: "Date", event: "Tournoi", plies: "Coups", game: "Jeu",
        problems: "Problèmes",
      },
      plies: (plies) => (plies ? number(Math.ceil(plies / 2)) : "–"),
      moves: (plies) => moves(Math.ceil(plies / 2)),
      problemCount: (count) => counted(count, { one: "problème", other: "problèmes" }),
      gamesTab: (count) => `Parties ${number(count)}`,
      problemsTab: (count) => `Problèmes ${number(count)}`,
      confirm: (name) => `Supprimer ${name} avec toutes les modifications faites ici ?`,
      facts(collection, shown, isPart) {
        const kinds = Object.entries(collection.kinds);
        const what = kinds.length === 1 ? kinds[0][0] : kinds.map(([name, count]) => `${number(count)} ${name}`).join(", ");
        const all = games(collection.games);
        return [
          collection.done ? "" : "Lecture en cours :",
          isPart ? `${number(shown)} sur ${all}` : all,
          kinds.length ? `(${what})` : "",
          collection.faults ? `· ${counted(collection.faults, { one: "faute", other: "fautes" })} : rien de ce qui précède une faute n'est perdu` : "",
          collection.cut ? "· le fichier contient plus de parties que cette liste" : "",
          collection.found_encoding && !collection.encoding ? `· lu comme ${collection.found_encoding}` : "",
        ].filter(Boolean).join(" ");
      },
      where: ({ game, line, ply }) =>
        `Partie ${number(game)}, ligne ${number(line)}${ply === null ? "" : `, coup ${number(Math.floor(ply / 2) + 1)}`}`,
    },

    pasting: {
      title: "Coller des parties ou une position",
      label: "PDN, ou une position en FEN",
      example: "1. 32-28 19-23 2. 28x19 14x23\n\nW:W31-50:B1-20",
      open: "Ouvrir",
      name: "Parties collées",
    },

    reading: {
      title: "Lire le fichier autrement",
      game: "Jeu de dames",
      asItSays: "comme le disent balises et coups",
      encoding: "Lettres (codage)",
      byItself: (found) => `reconnu : ${found}`,
      read: "Relire",
    },

    sharing: {
      title: "Partager et enregistrer",
      link: "Lien vers cette position",
      fen: "Position (FEN)",
      pdn: "Partie (PDN)",
      copy: "Copier",
      copied: "Copié",
      savePdn: "Partie en PDN",
      saveFile: "Toutes les parties en PDN",
      saveSvg: "Diagramme (SVG)",
      savePng: "Diagramme (PNG)",
      edit: "Modifier la position",
      playFromHere: "Jouer d'ici",
      picture: "La position en diagramme",
    },

    tagging: {
      title: "À propos de cette partie",
      usual: ["White", "Black", "Event", "Site", "Date", "Round", "Result"],
      names: {
        White: "Blancs", Black: "Noirs", Event: "Tournoi", Site: "Lieu", Date: "Date", Round: "Ronde", Result: "Résultat",
      },
    },

    keyList: {
      title: "Touches",
      list: [
        [["←", "→"], "un coup en arrière, un coup en avant"],
        [["Home", "End"], "au début, à la fin de la variante"],
        [["↑", "↓"], "aux autres coups envisagés ici"],
        [["Maj ←"], "retour au début de la variante"],
        [["E", "X"], "le moteur ; ce que l'autre camp menace"],
        [["R"], "revoir la partie"],
        [["Espace"], "jouer le coup préféré du moteur"],
        [["F"], "retourner le damier"],
        [["P"], "dire où sont les pièces"],
        [["T"], "taper un coup"],
        [["C"], "commenter le coup"],
        [["Suppr"], "supprimer le coup et la suite"],
        [["Ctrl Z"], "annuler"],
        [["[", "]"], "la partie précédente, la partie suivante"],
        [["Échap"], "retour à la liste"],
        [["bouton droit"], "dessiner une flèche, marquer une case ; Maj rouge, Alt bleu"],
        [["M", "A"], "sur une case : la marquer ; commencer et finir une flèche"],
      ],
    },
  },

  editor: {
    title: "Composer une position",
    playLink: "Jouer",
    analysisLink: "Analyse",
    game: "Jeu",
    turn: "Trait",
    start: "Départ",
    empty: "Vider",
    mirror: "Échanger les couleurs",
    flip: "Retourner le damier",
    analyse: "Analyser",
    play: "Jouer",
    brushes: "Ce qui est posé sur le damier",
    brush: { w: "Pion blanc", W: "Dame blanche", b: "Pion noir", B: "Dame noire", eraser: "Enlever", hand: "Déplacer des pièces" },
    sound: (white, black, count) =>
      `${number(white)} contre ${number(black)}. ${formOf(count, { one: `${number(count)} coup possible`, other: `${number(count)} coups possibles` })}.`,
    over: (reason) => `La partie est finie ici : ${reason}.`,
  },
};
