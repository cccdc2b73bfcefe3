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

/** @param {number} count */
const stones = (count) => counted(count, { one: "фигура", few: "фигуры", many: "фигур", other: "фигуры" });

/** @param {number} bytes */
const sizeOf = (bytes) =>
  bytes < 1e6
    ? `${number(Math.max(1, Math.round(bytes / 1e3)))} кБ`
    : bytes < 1e9
      ? `${number(Math.round(bytes / 1e6))} МБ`
      : `${number(bytes / 1e9, 1)} ГБ`;

/** @param {number} count */
const diagrams = (count) => counted(count, { one: "диаграмма", few: "диаграммы", many: "диаграмм", other: "диаграммы" });

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
    learn: "Учиться",
    phone: "Играть на телефоне",
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
    noneFits: "Подходящих партий нет.",
    search: "Поиск",
    searchHint: "Игра, уровень, результат, дата …",
    show: "Показать",
    shows: { all: "все партии", going: "идут", over: "окончены" },
    sortBy: "Сортировка",
    sorts: { updated: "последний ход", created: "начало", game: "игра", level: "соперник", plies: "длина", result: "результат" },
    more: "Ещё",
    save: "Сохранить как PDN",
    saveAll: "Сохранить эти партии как PDN",
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
    wood: "Доска",
    woods: { oak: "Дуб", slate: "Сланец", meadow: "Луг", paper: "Бумага" },
    style: "Фигуры",
    styles: { turned: "Точёное дерево", red: "Красные и белые", flat: "Как в книге" },
    oneClick: "Единственный ход — одним щелчком",
    animate: "Показывать ходы в движении",
    sound: "Звуки",
  },

  phone: {
    title: "Играть на телефоне",
    hint: "Наведите на этот код камеру телефона в той же сети. Он откроет эту партию.",
    code: "Адрес в виде QR-кода",
    copy: "Скопировать адрес",
    copied: "Скопировано",
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
    sureHint: (move, value) => `Хороший ход: ${move} (${value})`,
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
    settings: "Настройки",
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
    worth: "Ценность",
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
    tower: (square, all) => `${square}: ${[...all].map((piece, at) => (at ? onPieces : pieces)[/** @type {PieceSymbol} */ (piece)]).join(" на ")}.`,
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
        [["V"], "ценность каждой шашки на её месте"],
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

  endings: {
    title: "Таблицы окончаний",
    panel: "Точная истина",
    more: "Ещё таблицы …",
    build: "Построить",
    move: (result, plies) =>
      result === 0 ? "ничья" : `${result > 0 ? "выигрыш" : "проигрыш"}${plies === null ? "" : ` за ${number(Math.ceil(plies / 2))}`}`,
    position(turn, result, plies) {
      if (result === 0) return "Ничья";
      const winner = (turn === "white") === result > 0 ? "white" : "black";
      return `${sides[winner]} выигрывают${plies === null ? "" : ` за ${number(Math.ceil(plies / 2))}`}`;
    },
    uncertain: "если раньше не сработает правило ничьей",
    plies: (plies) => halves(plies),
    missing: (pieces, have) =>
      have ? `Фигур ${number(pieces)}: таблицы здесь есть до ${number(have)}.` : "Таблиц этой игры здесь ещё нет.",
    damaged: "Таблицу нельзя прочитать",
    hidden: (count) => `ещё ${number(count)}`,
    unknownLink: "Показать, что известно",
    game: "Игра",
    upTo: (pieces) => `До ${counted(pieces, { one: "фигуры", other: "фигур" })}`,
    here: "готово",
    cost: (bytes, positions) => `позиций: ${number(positions)}, около ${sizeOf(bytes)}`,
    tooLarge: "слишком много для одного щелчка: damier tables build",
    elsewhere: "Таблицы строятся со страницы на той машине, где работает damier.",
    hint: "Строятся один раз, в фоне, и сохраняются. Готовое остаётся, если остановить.",
    stop: "Остановить",
    building: (game, pieces) => `${game}, до ${counted(pieces, { one: "фигуры", other: "фигур" })}`,
    looking: "Смотрим, что уже есть …",
    progress: (share, table, seconds) =>
      [
        `${number(Math.floor(100 * share))} %`,
        table ?? "",
        seconds === null ? "" : seconds < 90 ? `ещё ${number(seconds)} с` : `ещё ${number(Math.round(seconds / 60))} мин`,
      ].filter(Boolean).join(" · "),
    ends: { done: "Таблицы готовы.", stopped: "Остановлено: готовое остаётся.", failed: "Не получилось" },
  },

  sheet: {
    title: "Лист",
    editorLink: "Расставить позицию",
    analysisLink: "Анализ",
    heading: "Лист упражнений",
    headingLabel: "Заголовок листа",
    paper: "Бумага",
    papers: { a4: "A4", letter: "Letter" },
    solutions: "Решения на отдельной странице",
    print: "Печать",
    clear: "Очистить лист",
    sure: "Убрать с листа все диаграммы?",
    empty: "Лист пуст. Добавляйте позиции кнопкой «На лист» в расстановке или в «Поделиться и сохранить» в анализе.",
    count: (count, pages) =>
      `${diagrams(count)}, ${counted(pages, { one: "страница", few: "страницы", many: "страниц", other: "страницы" })}`,
    remove: (which) => `Убрать с листа диаграмму ${number(which)}`,
    earlier: (which) => `Диаграмму ${number(which)} на место вперёд`,
    caption: (which) => `Подпись под диаграммой ${number(which)}`,
    solution: (which) => `Решение диаграммы ${number(which)}`,
    turn: { white: "Ход белых", black: "Ход чёрных" },
    name: "Имя",
    date: "Дата",
    solutionsTitle: "Решения",
    noSolution: "–",
    page: (at, all) => `${number(at)} / ${number(all)}`,
    toSheet: "На лист",
    added: (count) => `На листе: ${diagrams(count)}.`,
    full: "Лист полон: на нём 60 диаграмм.",
    open: "Открыть лист",
    marked: "Все отмеченные позиции этой партии",
    file: "Партии этого файла",
    which: "Партии, например 1-12, 15",
    nothing: "Там нет ни отмеченных, ни расставленных позиций.",
  },

  learn: {
    title: "Учиться",
    choose: "Какую игру вы хотите изучить?",
    chooseHint: "Каждое правило — в одной-двух фразах, с позицией, где вы пробуете его сами.",
    coordinatesLink: "Тренажёр полей",
    coordinatesHint: "Знать каждое поле по имени, с обеих сторон доски.",
    playLink: "Играть",
    analysisLink: "Анализ",
    settings: "Настройки",
    missing: "Такой игры нет.",
    progress: (done, all) => (done >= all ? "Всё пройдено" : `Пройдено ${number(done)} из ${number(all)}`),
    noDraws: "Правил ничьей здесь нет; договориться о ней могут только игроки.",
    notBegun: "Ещё не начато",
    lessonsOf: (game) => `${game}: уроки`,
    intro: "Доска и фигуры",
    introTask: "Так начинается партия. Посмотрите внимательно и идите дальше.",
    readTask: "Здесь пробовать нечего. Прочтите и идите дальше.",
    endTitle: "Вы знаете правила!",
    endText: (game) => `Это всё, что нужно знать (${game}). Остальное — практика.`,
    playNow: "Сыграть партию",
    again: "С начала",
    others: "Другие игры",
    back: "Назад",
    next: "Дальше",
    retry: "Ещё раз",
    show: "Показать",
    flip: "Повернуть доску",
    isDone: (lesson) => `${lesson}, пройдено`,
    step: (at, all) => `${number(at)} из ${number(all)}`,
    clause: (clause) => `(${clause})`,
    soFar: (moves) => `Уже сыграно: ${moves.join(" ")}`,
    beside: (move, task) => `${move} — можно, но здесь есть на что посмотреть. ${task}`,
    praise: ["Молодец!", "Точно!", "Именно так!", "Красиво!", "Верно!"],
    halfTurn: "Теперь ход в другой партии.",
    topics: {
      "Men move": "Как ходит шашка",
      "Men capture": "Как бьёт шашка",
      Duty: "Бить обязательно",
      Promotion: "Как шашка становится дамкой",
      "Kings move": "Как ходит дамка",
      "Kings capture": "Как бьёт дамка",
      Choice: "Какое взятие",
      Removal: "Когда снимают побитые фигуры",
      Towers: "Башни",
      "Kings at rest": "Дамке нужен отдых",
      Turns: "Две партии сразу",
      Goal: "Как выигрывают партию",
      Draws: "Когда ничья",
    },
    tasks: {
      man_moves: "Пойдите шашкой на отмеченное поле.",
      must_capture: "Одна из ваших фигур может бить. Другой придётся подождать.",
      chain: "Один ход, несколько взятий: побейте всё, что стоит на пути.",
      captures_backward: "Противник стоит позади вашей шашки. Побейте его.",
      captures_straight: "Шашка бьёт и вдоль рядов и столбцов. Попробуйте.",
      captures_sideways: "Противник стоит рядом с вашей шашкой. Побейте его.",
      never_backward: "Противник стоит позади вашей шашки, там он в безопасности. Попробуйте побить его, а потом сделайте возможный ход.",
      man_spares_king: "Шашка не может побить дамку. Попробуйте, а потом сделайте возможный ход.",
      promotes: "Проведите дамку.",
      promotes_at_rest: "Бейте и смотрите, что станет с вашей шашкой на последнем ряду.",
      promotes_in_passing: "Бейте: на последнем ряду ваша шашка станет дамкой и продолжит бить.",
      promotes_and_ends: "Бейте и станьте дамкой. Больше этим ходом ничего побить нельзя.",
      king_flies: "Дамка летает. Отправьте её на отмеченное поле.",
      king_moves: "Дамка может идти и назад. Пойдите ею на отмеченное поле.",
      king_captures: "Побейте дамкой назад.",
      king_captures_far: "Побейте издалека и встаньте на отмеченное поле, если оно есть.",
      king_halts: "Фигура перед вами — дамка. Побейте её и посмотрите, куда можно встать.",
      king_turns: "Побейте всё дамкой. Там, где она опускается по пути, она может повернуть.",
      quantity: "Есть два взятия. Можно только то, где больше фигур.",
      with_king: "Бить могут шашка и дамка. Кто должен?",
      kings: "Побить можно поровну. Выберите путь, где больше дамок.",
      kings_early: "Фигур поровну, дамок поровну. Выберите путь, где дамка встречается раньше.",
      frisian_value: "Сосчитайте, сколько стоит каждое взятие, и сыграйте самое дорогое.",
      free: "Два взятия берут разное. Выбор за вами: сыграйте то, что берёт меньше.",
      turkish_strike: "То, через что вы прыгнули, стоит на доске до конца хода, и второй раз прыгать нельзя. Найдите путь.",
      removed_at_once: "То, через что вы прыгнули, сразу снимают. Воспользуйтесь освободившимся полем.",
      tower_takes: "Бейте: фигура не пропадает. Посмотрите, куда она денется.",
      tower_frees: "Свой сидит в плену под противником. Освободите его.",
      king_rests: "Ваша дамка ходила подряд столько, сколько можно. Сыграйте другой фигурой.",
      one_in_each: "Сделайте ходы: один в тёмной партии, один в светлой.",
      wins_by_block: "Выиграйте сразу: не оставьте противнику ходов.",
      wins_by_loss: "Здесь выигрывает тот, у кого нет хода. Избавьтесь от того, что есть.",
      wins_by_king: "Выиграйте сразу: проведите первую дамку.",
      repeats: "Эта позиция уже была. Получите её ещё раз, и это ничья.",
      counts_out: "Счёт почти вышел. Ещё один тихий ход дамкой, и это ничья.",
    },
    lessons: {
      man_moves: "Шашка ходит на одно поле и никогда назад.",
      must_capture: "Кто может бить, должен бить: пока есть что бить, другие ходы запрещены.",
      chain: (made) => `${stones(made.captured)} одним ходом. Взятие продолжается, пока можно.`,
      captures_backward: "Шашка ходит вперёд, а бьёт во все стороны.",
      captures_straight: "Ходит она по диагонали, а бьёт и прямо.",
      captures_sideways: "Шашка бьёт влево, вправо и прямо.",
      never_backward: "Шашка не бьёт назад, так что бить было не нужно.",
      man_spares_king: "Дамку бьёт только дамка.",
      promotes: "Ваша шашка теперь дамка.",
      promotes_at_rest: (made) =>
        made.promotes ? "Она остановилась на последнем ряду: там шашка становится дамкой." : "Она лишь прошла через последний ряд и осталась шашкой.",
      promotes_in_passing: "Она коснулась последнего ряда, стала дамкой и тем же ходом продолжила как дамка.",
      promotes_and_ends: "На последнем ряду шашка становится дамкой, и ход окончен.",
      king_flies: "Дамка идёт по свободной линии на любое расстояние.",
      king_moves: "Дамка ходит как шашка, но и назад.",
      king_captures: "Дамка бьёт во все стороны.",
      king_captures_far: "Дамка бьёт далёкую фигуру, если между ними больше ничего нет и поле за ней свободно.",
      king_halts: "За дамкой, побитой последней, дамка останавливается сразу.",
      king_turns: (made) => `${stones(made.captured)} и поворот по пути.`,
      quantity: "Можно только взятие большинства.",
      with_king: "Бьёт дамка: она впереди шашки.",
      kings: "Из равных взятий — то, где больше дамок.",
      kings_early: "Из равных взятий — то, где дамка встречается раньше.",
      frisian_value: "Можно только самое дорогое взятие; дамка стоит чуть меньше двух шашек.",
      free: "Никто не считает: годится любое взятие. Но начатое доводят до конца.",
      turkish_strike: "Побитые фигуры ещё стояли и закрывали путь. Это турецкий удар.",
      removed_at_once: "Побитую фигуру уже сняли, и её поле снова свободно.",
      tower_takes: "Побитая фигура лежит под вашей. Башня принадлежит верхней фигуре.",
      tower_frees: "Вы взяли только верхнюю: то, что было под ней, открылось и теперь ваше.",
      king_rests: "Теперь дамка снова может ходить.",
      one_in_each: "Обе партии продвинулись на ход.",
      wins_by_block: "Ходов не осталось: партия выиграна.",
      wins_by_loss: "Противник должен бить, и вы выиграли.",
      wins_by_king: "Первая дамка выигрывает.",
      repeats: "Та же позиция при ходе той же стороны — на один раз больше, чем можно.",
      counts_out: "Столько ходов без продвижения — ничья.",
    },
    coordinates: {
      title: "Тренажёр полей",
      learnLink: "Учиться",
      intro: "Раунд длится 30 секунд. Сколько полей вы знаете?",
      game: "Доска игры",
      ask: "Что спрашивать",
      asks: { find: "Найти поле", name: "Назвать поле" },
      labels: "Имена",
      kinds: { numbers: "Номера", coordinates: "Буквы и цифры" },
      side: "Сторона",
      sides: { white: "Белые", black: "Чёрные", random: "Любая" },
      begin: "Начать",
      again: "Ещё раз",
      stop: "Остановить",
      find: (name) => `Где ${name}?`,
      name: "Как называется отмеченное поле?",
      answer: "Его имя",
      say: "Это оно",
      right: (name) => `${name}: верно.`,
      wrong: (said, wanted) => `Это было ${said}, а не ${wanted}.`,
      unknown: (said) => `${said} — такого поля на этой доске нет.`,
      score: "Верно",
      best: "Рекорд",
      time: "Секунды",
      result: (right, wrong, isBest) =>
        `${counted(right, { one: "поле", few: "поля", many: "полей", other: "поля" })} за 30 секунд, ${wrong ? counted(wrong, { one: "ошибка", few: "ошибки", many: "ошибок", other: "ошибки" }) : "без ошибок"}.${isBest ? " Это ваш рекорд!" : ""}`,
      place: (row, column) => `ряд ${number(row)}, столбец ${number(column)}`,
      boardName: "Доска. Стрелки — движение, Enter — ответ.",
    },
  },

  editor: {
    title: "Расставить позицию",
    settings: "Настройки",
    solve: "Решить",
    solving: {
      title: "Решения",
      stop: "Остановить",
      again: "Дольше (60 с)",
      waiting: "Ждём свободного места …",
      lost: "Связь потеряна.",
      stopped: "Остановлено.",
      forced: (quiet, positions, solutions) =>
        `Перебор, тихих ходов: ${number(quiet)}; позиций: ${positions}${solutions ? `, найдено: ${number(solutions)}` : ""} …`,
      search: "Вынужденного нет: движок ищет каждый первый ход …",
      found: (count) => `${counted(count, { one: "решение", few: "решения", many: "решений", other: "решения" })}.`,
      none: "Ни один первый ход не выигрывает форсированно.",
      unproven: "В пределах ограничения не доказано.",
      hint: (move, value) => `Движку больше нравится ${move} (${value}), но это не доказательство.`,
      bounds: (complete, quiet, seconds) =>
        `${complete ? "Просмотрено всё" : "Время вышло"}: тихих ходов до ${number(quiet)}, ${seconds} с.`,
      ends: {
        over: () => "выигрывает партию",
        table: () => "выигрывает, как знают таблицы",
        material: (gain) => `выигрывает ${counted(gain, { one: "шашку", few: "шашки", many: "шашек", other: "шашки" })}`,
        search: () => "выигрывает, как доказал движок",
      },
      line: (end, count) => `${end} за ${moves(count)}`,
      duals: (moves) => `двойник: ${moves.join(", ")}`,
      minor: (moves) => `также ${moves.join(", ")}`,
      noDuals: "без двойников",
      dualCount: (count) => counted(count, { one: "двойник", few: "двойника", many: "двойников", other: "двойника" }),
      leftOut: (count) => `и ещё ${number(count)}`,
      others: "Другие защиты",
      analyse: "В анализ",
      reset: "Назад к позиции",
      shown: (move) => `На доске позиция после ${move}.`,
    },
    counters: "Счётчики",
    quiet: "Полуходов без взятия и хода шашкой",
    number: "Номер хода",
    whiteKingMoves: "Ходов дамкой подряд, белые",
    blackKingMoves: "Ходов дамкой подряд, чёрные",
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
