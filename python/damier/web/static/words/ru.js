/** Русские слова страниц. */

import { counted, formOf, number } from "../tongue.js";

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */

/** @type {Record<Side, string>} */
const sides = { white: "Белые", black: "Чёрные" };

/** @type {Record<Side, string>} */
const ofSides = { white: "белых", black: "чёрных" };

/** @type {Record<PieceSymbol, string>} */
const pieces = { w: "белая шашка", W: "белая дамка", b: "чёрная шашка", B: "чёрная дамка" };

/** @type {Record<PieceSymbol, string>} */
const onPieces = { w: "белой шашке", W: "белой дамке", b: "чёрной шашке", B: "чёрной дамке" };

/** Правила ничьей; федерации названы сокращённо. @type {Record<string, string>} */
const profiles = {
  usual: "обычные", official: "официальные", federation: "федерация", competition: "соревнование",
  informal: "дружеские", basic: "простые", literal: "буквально", repetition: "повторение",
  three_repetitions: "три повторения", column: "столбовые", lidraughts: "lidraughts",
};

/** @param {string} tower */
const below = (tower) =>
  ` на ${[...tower].slice(1).map((piece) => onPieces[/** @type {PieceSymbol} */ (piece)]).join(", ")}`;

/** @param {number} count */
const games = (count) => counted(count, { one: "партия", few: "партии", many: "партий", other: "партии" });
/** @param {number} count */
const moves = (count) => counted(count, { one: "ход", few: "хода", many: "ходов", other: "хода" });
/** @param {number} count */
const halves = (count) => counted(count, { one: "полуход", few: "полухода", many: "полуходов", other: "полухода" });
/** После «из». @param {number} count */
const ofHalves = (count) => counted(count, { one: "полухода", other: "полуходов" });

/** @type {import("../words.js").Words} */
export const words = {
  language: "Язык",

  levels: {
    beginner: "начинающий", novice: "новичок", casual: "любитель", apprentice: "ученик", club: "клубный",
    candidate: "кандидат", tournament: "турнирный", expert: "эксперт", master: "мастер", grandmaster: "гроссмейстер",
  },

  page: {
    newGame: "Новая партия",
    games: "Мои партии",
    settings: "Настройки",
    analysis: "Анализ",
    dropNow: "Отпустите: партии откроются.",
    analyse: "Анализировать",
    undo: "Назад",
    hint: "Подсказка",
    flip: "Повернуть",
    resign: "Сдаться",
    offerDraw: "Предложить ничью",
    noDrawYet: "По правилам предлагать ничью ещё нельзя",
    claimDraw: "Потребовать ничью",
    claimWithMove: "Потребовать ходом",
    accept: "Принять",
    decline: "Отклонить",
    close: "Закрыть",
    cancel: "Отмена",
    start: "Начать",
    retry: "Пусть попробует ещё раз",
    rematch: "Сыграть ещё",
    back: "Вернуться к партии",
    moves: "Ходы",
    drawClocks: "На пути к ничьей",
    noMoves: "Ещё не сделано ни одного хода.",
    copy: "Скопировать позицию как FEN",
  },

  newGame: {
    title: "Новая партия",
    game: "Игра",
    side: "Вы играете",
    sides: { white: "Белыми", black: "Чёрными", random: "По жребию", both: "За обе стороны" },
    level: "Соперник",
    draws: "Правила ничьей",
    profile: (profile) => profiles[profile] ?? profile.toUpperCase(),
    clock: "Время",
    clocks: [
      ["", "без часов"],
      ["60+1", "1 минута + 1 с"],
      ["180+2", "3 минуты + 2 с"],
      ["300+3", "5 минут + 3 с"],
      ["600", "10 минут"],
      ["1500+10", "25 минут + 10 с"],
      ["3600", "1 час"],
      ["50/7200", "50 ходов за 2 часа"],
      ["own", "другое время …"],
    ],
    own: { minutes: "Минуты", increment: "+ секунды", moves: "на … ходов" },
    ballot: "Дебют",
    noBallot: "нет",
    byLot: (plies) => `${halves(plies)} по жребию`,
    position: "Начать с позиции",
    fen: "Позиция в FEN",
    fenHint: "например W:W31-50:B1-20",
    board: (files, ranks) => `Доска ${files} × ${ranks}`,
    preview: (white, black, turn) => `${number(white)} против ${number(black)}. Начинают: ${turn}.`,
  },

  games: {
    title: "Мои партии",
    none: "Партий ещё нет.",
    remove: "Удалить эту партию",
    confirm: (game) => `Удалить эту партию (${game})?`,
    line: (opponent, plies, result, date) => [opponent, result ?? halves(plies), date].join(" · "),
    twoPeople: "два человека",
    against: (level) => `соперник: ${level}`,
  },

  settings: {
    title: "Настройки",
    labels: "На доске",
    labelKinds: { auto: "Как принято в игре", numbers: "Номера", coordinates: "Буквы и цифры", none: "Ничего" },
    oneClick: "Единственный ход — одним щелчком",
    animate: "Показывать ходы в движении",
  },

  side: (side) => sides[side],
  engine: (level) => `damier, ${words.levels[level] ?? level}`,
  you: "Вы",
  pieces: (count) => counted(count, { one: "фигура", few: "фигуры", many: "фигур", other: "фигуры" }),

  status: {
    yourTurn: "Ваш ход",
    yourCapture: "Ваш ход: нужно бить",
    otherGame: "Ваш ход в другой партии",
    games: (games) =>
      games
        .map(
          ({ squares, outcome }) =>
            `${squares === "light" ? "светлые" : "тёмные"} поля: ${outcome ? words.result(outcome.winner) : "идёт игра"}`,
        )
        .join(" · "),
    turn: (side) => `Ход ${ofSides[side]}`,
    capture: (side) => `Ход ${ofSides[side]}: нужно бить`,
    thinking: "damier думает …",
    hint: (move) => `Хороший ход: ${move}`,
    hinting: "Ищем хороший ход …",
    connecting: "Соединение …",
    lost: "Связь потеряна. Партия сохранена; пробуем снова …",
    missing: "Этой партии нет (или больше нет).",
    damaged: "Файл этой партии повреждён.",
    offer: (side) => `${sides[side]} предлагают ничью`,
    offered: "Вы предлагаете ничью …",
    declined: "Ничья отклонена.",
    resigning: "Хотите сдаться?",
    claiming: "Сделайте ход, которым вы требуете ничью.",
    welcome: "Выберите игру, чтобы начать.",
    looking: (move) => (move ? `Позиция после ${move}` : "Начальная позиция"),
    copied: (fen) => `Скопировано: ${fen}`,
    choose: (count) =>
      `Туда ведут несколько взятий (${number(count)}). Щёлкните по синему полю, через которое оно проходит, или по синей фигуре, которую бьёт.`,
  },

  result: (winner) => (winner ? `${sides[winner]} выиграли` : "Ничья"),

  clockOf: (side) => `Часы ${ofSides[side]}`,

  clock: ({ count, limit, rule }) =>
    `${number(count)} из ${rule.startsWith("repetition") ? counted(limit, { one: "раза", other: "раз" }) : ofHalves(limit)}`,

  announce: (side, move) => `${sides[side]}: ${move}`,

  square: (label, piece, movable, tower) =>
    `${label}, ${piece ? pieces[piece] : "пусто"}${tower ? below(tower) : ""}${movable ? ", может ходить" : ""}`,

  boardName: (game) => `${game}: доска. Стрелки — движение, Enter — выбор, Escape — отмена.`,

  analysis: {
    title: "Анализ",
    play: "Играть",
    open: "Открыть файл",
    paste: "Вставить",
    dropHere: "Перетащите сюда файл с партиями",
    orChoose: "PDN любого размера, возраста и вида. Или щёлкните, чтобы выбрать файл.",
    dropNow: "Отпустите: партии откроются здесь.",
    fromStart: "Начать с пустой партии",
    begin: "Начать",
    setUpLink: "Расставить позицию",
    recent: "Недавно открытые",
    readAs: "Читать как …",
    saveAll: "Сохранить как PDN",
    remove: "Удалить",
    allGames: "Все партии",
    previousGame: "Предыдущая партия ([)",
    nextGame: "Следующая партия (])",
    tags: "Игроки, турнир, дата …",
    first: "В начало (Home)",
    back: "На ход назад (←)",
    forward: "На ход вперёд (→)",
    last: "В конец (End)",
    flip: "Повернуть доску (F)",
    draw: "Рисовать стрелки и отметки",
    share: "Поделиться и сохранить",
    keys: "Клавиши (?)",
    typeMove: "Введите ход",
    promote: "Выше",
    toMain: "Главный вариант",
    demote: "Ниже",
    delete: "Удалить",
    undo: "Отменить",
    restore: "Как в файле",

    engine: "Движок",
    threat: "Угроза",
    fewerLines: "Меньше вариантов",
    moreLines: "Больше вариантов",
    depth: (depth) => `глубина ${number(depth)}`,
    speed: (nps) => `${nps >= 1e6 ? `${number(nps / 1e6, 1)} млн` : `${number(Math.round(nps / 1e3))} тыс.`}/с`,
    engineStates: {
      waiting: "ждёт своей очереди …",
      full: "слишком много анализов: сначала закройте один",
      over: "искать нечего",
      failed: "сбой движка",
    },
    balance: (percent) => `Белые могут рассчитывать на ${number(percent)} % очка`,
    winsIn: (plies) => `выигрыш за ${number(Math.ceil(Math.abs(plies) / 2))}`,
    line: (value, moves) => `${value}: ${moves}`,

    reviewGame: "Разобрать партию",
    review: {
      running: "Партия разбирается …",
      none: "",
      start: "Разобрать партию",
      again: "Разобрать снова",
      stop: "Остановить",
      write: "Записать в партию",
      depth: "Насколько тщательно",
      depths: { quick: "быстро", normal: "тщательно", deep: "очень тщательно" },
      accuracy: (accuracy) => `${number(Math.round(accuracy))} %`,
      curve: (white, black) =>
        `Очки, на которые могли рассчитывать белые, ход за ходом. Точность: белые ${white === null ? "неизвестно" : `${number(Math.round(white))} %`}, чёрные ${black === null ? "неизвестно" : `${number(Math.round(black))} %`}.`,
      count: (count, mark) =>
        mark === "?!"
          ? counted(count, { one: "неточность", few: "неточности", many: "неточностей", other: "неточности" })
          : mark === "?"
            ? counted(count, { one: "ошибка", few: "ошибки", many: "ошибок", other: "ошибки" })
            : counted(count, { one: "грубая ошибка", few: "грубые ошибки", many: "грубых ошибок", other: "грубой ошибки" }),
      learnAs: (side, count) => `Учиться за ${ofSides[side]} (${number(count)})`,
      learn: {
        question: (move, side) => `${move} — ошибка. Найдите ход получше за ${ofSides[side]}.`,
        best: (move) => `${move} — лучший ход.`,
        good: (move) => `${move} тоже хорошо.`,
        wrong: (move) => `${move} — не лучший. Попробуйте другой.`,
        solution: "Показать",
        next: (left) => `Дальше (осталось ${number(left)})`,
        end: "Закончить",
        stop: "Остановить",
      },
    },

    noMoves: "Ходов пока нет: сделайте ход на доске или введите его.",
    setUp: "расставлена",
    notPlayed: (text) => `не сыграно: ${text}`,
    walking: "Шаги по партии",
    which: (which, games) => `${number(which)} из ${number(games)}`,
    faults: (count) =>
      `В тексте этой партии ${counted(count, { one: "замечание", few: "замечания", many: "замечаний", other: "замечания" })}`,
    unnamed: "Партия без названия",
    start: "Начало",
    commentOn: (move) => `Комментарий к ${move}`,
    commentStart: "Комментарий к партии",
    commentTooLong: "Этот комментарий слишком длинный, чтобы менять его здесь.",
    commentHint: "Что здесь сказать",
    glyphs: { "!": "Хороший ход", "?": "Ошибка", "!!": "Блестящий ход", "??": "Грубая ошибка", "!?": "Интересный ход", "?!": "Сомнительный ход" },
    inks: { green: "Зелёный", red: "Красный", yellow: "Жёлтый", blue: "Синий", none: "Не рисовать" },
    inkLabel: "Цвет рисования",
    sure: "Отбросить все изменения этой партии?",
    deleting: (plies) => `Удалить этот ход и следующие за ним ходы (${number(plies)})? Это можно отменить.`,
    restored: "Партия снова такая, как в файле.",
    sending: (share) => `Чтение файла … ${number(Math.round(100 * share))} %`,
    failed: (name, reason) => `Не удалось открыть ${name}: ${reason}.`,
    missing: "Этой партии нет (или больше нет).",
    empty: "Открывать нечего.",
    players: (white, black) => `${white || "?"} – ${black || "?"}`,
    turn: (side) => `Ход ${ofSides[side]}`,
    after: (move, side) => `${move}. Ход ${ofSides[side]}.`,
    clock: (time) => `часы ${time}`,
    pieces: (side, squares) => `${side}: ${squares || "ничего"}.`,
    men: "шашки",
    kings: "дамки",
    branches: (names) => `Здесь также: ${names}`,
    boardHint: "Стрелки ходят по полям, Enter — выбор, M отмечает поле, A начинает и заканчивает стрелку, Escape — отмена.",

    list: {
      games: "Партии",
      problems: "Замечания",
      search: "Поиск: игроки, турниры, даты …",
      sortBy: "Сортировка",
      onlyProblems: "Только с замечаниями",
      changed: "Изменена здесь",
      columns: {
        number: "№", white: "Белые", black: "Чёрные", result: "Результат", date: "Дата", event: "Турнир", plies: "Ходы", game: "Игра",
        problems: "Замечания",
      },
      plies: (plies) => (plies ? number(Math.ceil(plies / 2)) : "–"),
      moves: (plies) => moves(Math.ceil(plies / 2)),
      problemCount: (count) => counted(count, { one: "замечание", few: "замечания", many: "замечаний", other: "замечания" }),
      gamesTab: (count) => `Партии ${number(count)}`,
      problemsTab: (count) => `Замечания ${number(count)}`,
      confirm: (name) => `Удалить ${name} со всеми сделанными здесь изменениями?`,
      facts(collection, shown, isPart) {
        const kinds = Object.entries(collection.kinds);
        const what = kinds.length === 1 ? kinds[0][0] : kinds.map(([name, count]) => `${name}: ${number(count)}`).join(", ");
        return [
          collection.done ? "" : "Ещё читается:",
          isPart ? `${number(shown)} из ${counted(collection.games, { one: "партии", other: "партий" })}` : games(collection.games),
          kinds.length ? `(${what})` : "",
          collection.faults ? `· ${counted(collection.faults, { one: "сбой", few: "сбоя", many: "сбоев", other: "сбоя" })}: всё, что до сбоя, сохранено` : "",
          collection.cut ? "· в файле больше партий, чем в этом списке" : "",
          collection.found_encoding && !collection.encoding ? `· прочитано как ${collection.found_encoding}` : "",
        ].filter(Boolean).join(" ");
      },
      where: ({ game, line, ply }) =>
        `Партия ${number(game)}, строка ${number(line)}${ply === null ? "" : `, ход ${number(Math.floor(ply / 2) + 1)}`}`,
    },

    pasting: {
      title: "Вставить партии или позицию",
      label: "PDN или позиция в FEN",
      example: "1. 32-28 19-23 2. 28x19 14x23\n\nW:W31-50:B1-20",
      open: "Открыть",
      name: "Вставленные партии",
    },

    reading: {
      title: "Прочитать файл иначе",
      game: "Вид шашек",
      asItSays: "как говорят теги и ходы",
      encoding: "Буквы (кодировка)",
      byItself: (found) => `распознано: ${found}`,
      read: "Прочитать снова",
    },

    sharing: {
      title: "Поделиться и сохранить",
      link: "Ссылка на эту позицию",
      fen: "Позиция (FEN)",
      pdn: "Партия (PDN)",
      copy: "Копировать",
      copied: "Скопировано",
      savePdn: "Партия как PDN",
      saveFile: "Все партии как PDN",
      saveSvg: "Диаграмма (SVG)",
      savePng: "Диаграмма (PNG)",
      edit: "Изменить позицию",
      playFromHere: "Играть отсюда",
      picture: "Позиция как диаграмма",
    },

    tagging: {
      title: "Об этой партии",
      usual: ["White", "Black", "Event", "Site", "Date", "Round", "Result"],
      names: {
        White: "Белые", Black: "Чёрные", Event: "Турнир", Site: "Место", Date: "Дата", Round: "Тур", Result: "Результат",
      },
    },

    keyList: {
      title: "Клавиши",
      list: [
        [["←", "→"], "на ход назад, на ход вперёд"],
        [["Home", "End"], "в начало, в конец варианта"],
        [["↑", "↓"], "к другим ходам, рассмотренным здесь"],
        [["Shift ←"], "назад к началу варианта"],
        [["E", "X"], "движок; чем грозит другая сторона"],
        [["R"], "разобрать партию"],
        [["Пробел"], "сделать лучший ход движка"],
        [["F"], "повернуть доску"],
        [["P"], "сказать, где стоят фигуры"],
        [["T"], "ввести ход"],
        [["C"], "комментарий к ходу"],
        [["Delete"], "удалить ход и всё после него"],
        [["Ctrl Z"], "отменить"],
        [["[", "]"], "предыдущая партия, следующая партия"],
        [["Esc"], "назад к списку"],
        [["правая кнопка"], "нарисовать стрелку, отметить поле; Shift красным, Alt синим"],
        [["M", "A"], "на поле: отметить его; начать и закончить стрелку"],
      ],
    },
  },

  editor: {
    title: "Расставить позицию",
    playLink: "Играть",
    analysisLink: "Анализ",
    game: "Игра",
    turn: "Ход",
    start: "Начальная",
    empty: "Очистить",
    mirror: "Поменять цвета",
    flip: "Повернуть доску",
    analyse: "Анализировать",
    play: "Играть",
    brushes: "Что ставится на доску",
    brush: { w: "Белая шашка", W: "Белая дамка", b: "Чёрная шашка", B: "Чёрная дамка", eraser: "Убирать", hand: "Переносить" },
    sound: (white, black, count) =>
      `${number(white)} против ${number(black)}. ${formOf(count, { one: "Возможен", other: "Возможно" })} ${moves(count)}.`,
    over: (reason) => `Партия здесь окончена: ${reason}.`,
  },
};
