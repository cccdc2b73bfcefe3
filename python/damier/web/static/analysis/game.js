/** One game: the board, its moves, and what is said about them. */

import "../board/element.js";
import { DamierBoard } from "../board/element.js";
import { EndingsPanel } from "../endings/panel.js";
import { html, part } from "../html.js";
import { Link } from "../link.js";
import { loadPreferences } from "../play/preferences.js";
import { looksOf, sentence } from "../play/state.js";
import { Turn } from "../play/turn.js";
import { numbered } from "../sheet/tray.js";
import { Sounds } from "../sound.js";
import { words } from "../words.js";
import { keysDialog, shareDialog, tagsDialog } from "./dialogs.js";
import { EngineView } from "./engine.js";
import { reasonOf } from "./games.js";
import { Moves } from "./moves.js";
import { Notes } from "./notes.js";
import { ReviewView } from "./review.js";
import { fetchNeighbours } from "./server.js";
import { Tree } from "./tree.js";
import { WorthsView } from "./worths.js";

/** @typedef {import("../board/state.js").Ink} Ink */
/** @typedef {import("../board/state.js").Move} Move */
/** @typedef {import("./server.js").Wanted} Wanted */
/** @typedef {import("./tree.js").Study} Study */
/** @typedef {import("./tree.js").Change} Change */
/** @typedef {import("./tree.js").Position} Position */
/** @typedef {import("./tree.js").TableNews} TableNews */
/** @typedef {{type: "refusal", node: number, message: string, must: number[]}} Refusal */
/** @typedef {{type: "go", node: number}} Go */
/** @typedef {import("../link.js").Complaint} Complaint */
/** @typedef {import("./engine.js").Lines} Lines */
/** @typedef {import("./review.js").Reviewing} Reviewing */
/** @typedef {import("./review.js").Tried} Tried */
/** @typedef {Study | Change | Position | TableNews | Refusal | Go | Lines | Reviewing | Tried | Complaint} Message */

const INKS = /** @type {const} */ (["green", "red", "yellow", "blue"]);

export class GameView {
  preferences = loadPreferences();
  sounds = new Sounds(this.preferences);
  board = part("board", DamierBoard);
  /** @type {Tree | null} */
  tree = null;
  /** The node after which the board is shown. */
  at = 0;
  /** The board is turned round. */
  isFlipped = false;
  /** @type {Link | null} */
  #link = null;
  #id = "";
  #number = 0;
  #games = 1;
  /** @type {{before: number | null, after: number | null}} */
  #near = { before: null, after: null };
  /** Where to go when the tree comes: a ply of the main line. @type {number | null} */
  #goal = null;
  /** The moves of the turn, of which some may have been made on the board. */
  #turn = new Turn([]);
  /** @type {Map<number, Position>} */
  #positions = new Map();
  /** What tables say, by node. @type {Map<number, TableNews["table"]>} */
  #tables = new Map();
  moves = new Moves(part("moves", HTMLElement), (id) => this.go(id));
  engine = new EngineView(this.preferences, {
    say: (message) => this.#say(message),
    point: (hints) => this.board.offer({ hints }),
    play: (moves) => this.#say({ type: "line", node: this.at, moves }),
    tree: () => this.tree,
  });
  review = new ReviewView({
    say: (message) => this.#say(message),
    go: (id) => this.go(id),
    ask: (id) => this.go(this.tree?.node(id).parent ?? 0, { animate: false }),
    show: (moves, id) => this.#say({ type: "line", node: this.tree?.node(id).parent ?? 0, moves }),
    tell: (text, kind) => this.#status(text, kind),
    end: () => this.go(this.at, { animate: false }),
  });
  endings = new EndingsPanel(part("endings", HTMLElement), {
    play: ({ move }) => this.#play(move),
    point: (move) => this.#pointAt(move),
    renew: () => this.#renew(),
    game: () => this.tree?.study.game.id ?? "",
  });
  worths = new WorthsView((worths) => void this.board.show({ worths }));
  notes = new Notes({
    say: (message) => this.#say(message),
    remove: () => this.#delete(),
    restore: () => {
      if (confirm(words.analysis.sure)) this.#say({ type: "restore" });
    },
  });

  /**
   * @param {object} ways
   * @param {(id: string) => void} ways.onList
   * @param {(id: string, number: number) => void} ways.onGame
   * @param {(id: string) => Wanted | null} ways.wanted   the order in which the games of a file are looked at
   */
  constructor(ways) {
    this.ways = ways;
    this.#listen();
  }

  /**
   * @param {string} id
   * @param {number} number
   * @param {number | null} ply  the move to begin with
   */
  open(id, number, ply) {
    if (this.#link && this.#id === id && this.#number === number) {
      if (ply !== null && this.tree) this.go(this.tree.atPly(ply));
      return;
    }
    this.leave();
    if (this.#id !== id) this.#games = 1;
    this.#near = { before: null, after: null };
    this.#id = id;
    this.#number = number;
    this.#goal = ply;
    this.isFlipped = false;
    if (!this.board.querySelector(".first")) this.#status(words.status.connecting);
    this.#link = new Link(`/live/${encodeURIComponent(id)}/${number}`, {
      onMessage: (message) => this.#hear(message),
      onLink: (connected) => {
        part("screen", HTMLElement).setAttribute("aria-busy", String(!connected));
        if (!connected) this.#status(words.status.lost);
      },
      onGone: (code, message) => this.#status(code === 4404 ? words.analysis.missing : message, "refusal"),
    });
    void this.#lookAround();
  }

  leave() {
    this.notes.flush();
    this.#link?.close();
    this.#link = null;
    this.tree = null;
    this.at = 0;
    this.#positions.clear();
    this.#tables.clear();
    this.endings.hide();
    this.#drawWith(null);
    this.review.close();
    delete part("screen", HTMLElement).dataset.node;
    delete part("screen", HTMLElement).dataset.ready;
  }

  /**
   * Shows the position after a node.
   * @param {number} id
   * @param {{animate?: boolean}} [options]
   */
  go(id, { animate } = {}) {
    const { tree } = this;
    if (!tree?.has(id)) return;
    const isNext = tree.node(id).parent === this.at;
    this.notes.flush();
    this.at = id;
    this.#show(animate ?? isNext);
    if (isNext && animate !== false) this.sounds.move(tree.node(id).captures?.length ?? 0);
    this.moves.show(id);
    this.notes.show(tree, id);
    this.#ask();
    this.engine.look(id);
    this.review.look(id);
    this.#showTable();
    part("screen", HTMLElement).dataset.node = String(id);
  }

  // -- what the server says -----------------------------------------------------------------------------------------

  /** @param {Message} message */
  #hear(message) {
    if (message.type === "study") this.#begin(message);
    else if (message.type === "changed") this.#change(message);
    else if (message.type === "position") this.#learn(message);
    else if (message.type === "table") {
      this.#tables.set(message.node, message.table);
      if (message.node === this.at) this.#showTable();
    } else if (message.type === "go") this.go(message.node);
    else if (message.type === "lines") this.engine.hear(message);
    else if (message.type === "review") this.review.hear(message);
    else if (message.type === "tried") this.review.judge(message);
    else if (message.type === "refusal") {
      if (message.node !== this.at) return;
      this.#status(sentence(message.message), "refusal");
      this.board.point(message.must);
    } else {
      this.#show(false);
      this.#status(sentence(message.message), "refusal");
    }
  }

  /** @param {Study} study */
  #begin(study) {
    const steps = this.tree ? this.tree.steps(this.at) : null;
    const tree = (this.tree = new Tree(study));
    this.#positions.clear();
    this.#tables.clear();
    this.at = steps ? tree.find(steps) : tree.atPly(this.#goal ?? 0);
    this.#head();
    this.moves.draw(tree);
    this.review.begin(study.review);
    this.notes.changed(study.can_undo, study.changed);
    this.#status("");
    this.go(this.at, { animate: false });
    this.engine.look(this.at, { anew: true });
    if (study.note) this.#status(study.note, "refusal");
  }

  /** @param {Change} change */
  #change({ nodes, headers, can_undo, changed, note }) {
    const { tree } = this;
    if (!tree) return;
    const path = tree.path(this.at).map(({ id }) => id);
    tree.take(nodes);
    tree.study.headers = headers;
    tree.study.changed = changed;
    this.#head();
    this.moves.draw(tree);
    this.notes.changed(can_undo, changed);
    if (note) this.#status(note, "refusal");
    const last = path.reverse().find((id) => tree.has(id)) ?? 0;
    if (last !== this.at) this.go(last, { animate: false });
    else {
      this.moves.show(this.at);
      this.notes.show(tree, this.at);
      this.board.offer({ arrows: tree.arrows(this.at) });
    }
    const screen = part("screen", HTMLElement);
    screen.dataset.changes = String(Number(screen.dataset.changes ?? 0) + 1);
  }

  /** @param {Position} position */
  #learn(position) {
    this.#positions.set(position.node, position);
    if (position.node !== this.at) return;
    this.board.offer({ moves: this.#choices(position), own: position.turn });
    this.#here(position);
    this.#showTable();
    const { tree } = this;
    const text = tree?.node(this.at).text;
    part("announcement", HTMLElement).textContent = [
      text ? words.analysis.after(text, position.turn) : words.analysis.turn(position.turn),
      tree?.node(this.at).comment ?? "",
    ].join(" ");
    part("screen", HTMLElement).dataset.ready = String(position.node);
  }

  // -- drawing ------------------------------------------------------------------------------------------------------

  /** Something that a person likes has changed. */
  redraw() {
    if (this.tree) void this.board.show(looksOf(this.tree.study.game, this.preferences));
  }

  /** @param {boolean} animate */
  #show(animate) {
    const { tree } = this;
    if (!tree) return;
    const { game, squares } = tree.study;
    const known = this.#positions.get(this.at);
    const shown = this.board.show(
      {
        files: game.files,
        ranks: game.ranks,
        allSquares: game.all_squares,
        twoGames: game.two_games,
        removesAtOnce: game.removal === "at_once",
        squares,
        pieces: tree.pieces(this.at),
        towers: tree.towers(this.at),
        lastMove: tree.lastMove(this.at),
        arrows: tree.arrows(this.at),
        name: `${game.name}. ${words.analysis.boardHint}`,
        moves: this.#choices(known),
        own: known?.turn ?? null,
        bottom: this.isFlipped ? "black" : "white",
        ...looksOf(game, this.preferences),
        oneClick: this.preferences.oneClick,
        drawable: true,
        fixed: false,
      },
      { animate: animate && this.preferences.animate },
    );
    shown.catch((error) => console.error(error));
    part("game", HTMLElement).style.setProperty("--ratio", String(this.board.ratio));
    part("game", HTMLElement).classList.toggle("turned", this.isFlipped);
    this.#status("");
    if (known) this.#here(known);
  }

  /** What tables say of the position; what they said before stays, greyed, until they have spoken. */
  #showTable() {
    const position = this.#positions.get(this.at);
    const table = this.#tables.get(this.at);
    const { lesson } = this.review;
    const isAsked = lesson !== null && this.tree?.node(lesson.node).parent === this.at;
    if (position && (!position.table || isAsked)) this.endings.hide();
    else if (position && table !== undefined) this.endings.show(table, position.turn);
    else this.endings.fade();
  }

  /** A move in the list of values is pointed out on the board. @param {{from: number, to: number} | null} move */
  #pointAt(move) {
    if (move) this.board.offer({ hints: [{ from: move.from, to: move.to, weight: 1 }] });
    else this.engine.pointAgain();
  }

  /** Other tables have been built. */
  #renew() {
    this.#tables.clear();
    this.#positions.clear();
    this.#ask();
  }

  /** Names, result, where the game is from; what was wrong with its text. */
  #head() {
    const { tree } = this;
    if (!tree) return;
    const tags = new Map(tree.study.headers);
    /** @param {string} name */
    const tag = (name) => {
      const value = tags.get(name) ?? "";
      return ["?", "*", "????.??.??"].includes(value) ? "" : value;
    };
    const isNamed = tag("White") || tag("Black");
    const title = isNamed ? words.analysis.players(tag("White"), tag("Black")) : tag("Event") || words.analysis.unnamed;
    part("game-title", HTMLElement).textContent = title;
    document.title = `${title} · damier`;
    part("game-facts", HTMLElement).textContent = [
      tag("Result").replace("-", "–"),
      isNamed ? tag("Event") : "",
      tag("Date").replaceAll(".??", ""),
      tree.study.game.name,
    ].filter(Boolean).join(" · ");
    const { problems } = tree.study;
    const faults = part("faults", HTMLDetailsElement);
    faults.hidden = problems.length === 0;
    faults.querySelector("summary")?.replaceChildren(words.analysis.faults(problems.length));
    faults.querySelector("ul")?.replaceChildren(
      ...problems.map((problem) => {
        const button = html("button", { type: "button" }, [
          html("b", {}, [words.analysis.list.where(problem)]),
          " ",
          ...reasonOf(problem),
        ]);
        button.addEventListener("click", () => {
          if (this.tree && problem.ply !== null) this.go(this.tree.atPly(problem.ply));
        });
        return html("li", {}, [button]);
      }),
    );
  }

  /** What the rules say about the position. @param {Position} position */
  #here({ fen, turn, outcome, clocks, wrong }) {
    this.worths.show({ node: this.at, game: this.tree?.study.game.id ?? "", fen });
    const { tree } = this;
    const running = outcome ? [] : clocks.filter(({ count, rule }) => count > (rule.startsWith("repetition") ? 1 : 0));
    const clock = tree?.node(this.at).clock;
    const others = tree ? tree.node(this.at).children.slice(1).map((id) => tree.node(id).text ?? "") : [];
    part("here", HTMLElement).replaceChildren(
      html("p", { class: "turn" }, [
        html("span", { class: `disc ${turn}` }),
        outcome ? `${words.result(outcome.winner)}: ${outcome.reason}` : words.analysis.turn(turn),
        ...(clock === null || clock === undefined ? [] : [html("small", {}, [words.analysis.clock(timeOf(clock))])]),
      ]),
      ...(others.length ? [html("p", { class: "branches" }, [words.analysis.branches(others.join(", "))])] : []),
      ...running.map((running) =>
        html("p", { class: "running" }, [`${sentence(running.description)} (${running.clause}): ${words.clock(running)}`]),
      ),
      ...wrong.map((sentenceOf) => html("p", { class: "wrong" }, [sentence(sentenceOf)])),
    );
  }

  /** @param {string} text @param {"" | "refusal" | "choice"} [kind] */
  #status(text, kind = "") {
    part("message", HTMLElement).className = `message ${text ? kind : "silent"}`;
    const status = part("status", HTMLElement);
    if (status.textContent !== text) status.textContent = text;
  }

  /** The games before and after this one in its file. */
  async #lookAround() {
    const between = part("between", HTMLElement);
    const id = this.#id;
    const number = this.#number;
    const wanted = this.ways.wanted(id) ?? { search: "", sort: "number", descending: false, problems: false };
    try {
      const { before, after, games } = await fetchNeighbours(id, number, wanted);
      if (id !== this.#id || number !== this.#number) return;
      this.#near = { before, after };
      this.#games = games;
      between.hidden = games < 2;
      part("which", HTMLElement).textContent = words.analysis.which(number, games);
      part("previous-game", HTMLButtonElement).disabled = before === null;
      part("next-game", HTMLButtonElement).disabled = after === null;
    } catch {
      between.hidden = true;
    }
  }

  // -- what a person does -------------------------------------------------------------------------------------------

  #listen() {
    const { board } = this;
    board.addEventListener("damier-move", (event) => {
      const { move } = /** @type {CustomEvent<{move: Move}>} */ (event).detail;
      this.#choose(move);
    });
    board.addEventListener("damier-refused", (event) => {
      const { from, to } = /** @type {CustomEvent<{from: number, to: number | null}>} */ (event).detail;
      this.#say({ type: "explain", node: this.at, from, to });
    });
    board.addEventListener("damier-choice", (event) => {
      const { moves } = /** @type {CustomEvent<{moves: Move[]}>} */ (event).detail;
      this.#status(moves.length ? words.status.choose(moves.length) : "", moves.length ? "choice" : "");
    });
    board.addEventListener("damier-mark", (event) => {
      const { from, to, color } = /** @type {CustomEvent<{from: number, to: number, color: Ink}>} */ (event).detail;
      this.#mark(from, to, color);
    });
    onClick("first", () => this.go(0));
    onClick("back", () => this.#step(-1));
    onClick("forward", () => this.#step(1));
    onClick("last", () => this.tree && this.go(this.tree.end(this.at)));
    onClick("flip", () => this.#flip());
    onClick("draw", () => this.#drawWith(this.board.state.ink ? null : "green"));
    onClick("share", () => this.#share());
    onClick("keys", keysDialog);
    onClick("tags", () => this.tree && tagsDialog(this.tree.study.headers, (name, text) => this.#say({ type: "header", name, text })));
    onClick("all", () => this.ways.onList(this.#id));
    onClick("previous-game", () => this.#near.before && this.ways.onGame(this.#id, this.#near.before));
    onClick("next-game", () => this.#near.after && this.ways.onGame(this.#id, this.#near.after));
    part("steps", HTMLElement).setAttribute("aria-label", words.analysis.walking);
    part("move", HTMLInputElement).placeholder = words.analysis.typeMove;
    part("move", HTMLInputElement).setAttribute("aria-label", words.analysis.typeMove);
    part("typed", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const field = part("move", HTMLInputElement);
      const text = field.value.trim();
      const known = this.#positions.get(this.at)?.moves.find((move) => move.text === text || move.id === text);
      if (known) this.#play(known.id);
      else if (text) this.#say({ type: "play", node: this.at, move: text });
      field.value = "";
    });
    const inks = part("inks", HTMLElement);
    inks.setAttribute("aria-label", words.analysis.inkLabel);
    inks.append(
      ...INKS.map((ink) => {
        const button = html("button", { type: "button", role: "radio", class: ink, "data-ink": ink, title: words.analysis.inks[ink], "aria-label": words.analysis.inks[ink] });
        button.addEventListener("click", () => this.#drawWith(ink));
        return button;
      }),
    );
  }

  /** Keys that work wherever nothing is typed. @param {KeyboardEvent} event */
  key(event) {
    const { tree } = this;
    const { target, key } = event;
    if (target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
      if (key === "Escape") target.blur();
      return;
    }
    const isOnBoard = target instanceof Element && target.closest("damier-board .squares") !== null;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z" && !event.shiftKey) {
      event.preventDefault();
      this.#say({ type: "undo" });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const ways = {
      Escape: () => this.#games > 1 && this.ways.onList(this.#id),
      "[": () => this.#near.before && this.ways.onGame(this.#id, this.#near.before),
      "]": () => this.#near.after && this.ways.onGame(this.#id, this.#near.after),
    };
    if (key in ways && !(isOnBoard && key === "Escape")) {
      event.preventDefault();
      ways[key]();
      return;
    }
    if (!tree) return;
    const back = event.shiftKey ? tree.branch(this.at) : null;
    /** @type {Record<string, () => void>} */
    const walks = {
      ArrowLeft: () => (event.shiftKey ? this.go(back === null ? 0 : (tree.node(back).parent ?? 0)) : this.#step(-1)),
      ArrowRight: () => (event.shiftKey ? this.go(tree.end(this.at)) : this.#step(1)),
      ArrowUp: () => this.#aside(-1),
      ArrowDown: () => this.#aside(1),
    };
    /** @type {Record<string, () => void>} */
    const deeds = {
      Home: () => this.go(0),
      End: () => this.go(tree.end(this.at)),
      Delete: () => this.#delete(),
      "?": keysDialog,
      " ": () => this.engine.best && this.#play(this.engine.best),
      e: () => this.engine.toggle(),
      x: () => this.engine.toggleThreat(),
      v: () => this.worths.toggle(),
      r: () => this.review.toggle(),
      f: () => this.#flip(),
      p: () => this.#tellPieces(),
      t: () => part("move", HTMLInputElement).focus(),
      c: () => part("comment", HTMLTextAreaElement).focus(),
    };
    if (key === " " && target instanceof HTMLElement && target.closest("button, a, summary")) return;
    const deed = (isOnBoard ? undefined : walks[key]) ?? deeds[key];
    if (!deed) return;
    event.preventDefault();
    deed();
  }

  /** What may be moved: of two games at once, one of a turn's moves after the other. @param {Position} [position] */
  #choices(position) {
    this.#turn = new Turn(position?.moves ?? []);
    return this.#turn.choices;
  }

  /** A move is made on the board: a whole turn, or the first of two. @param {Move} move */
  #choose(move) {
    const { tree } = this;
    const id = this.#turn.add(move);
    if (id !== null || !tree) return id === null ? undefined : this.#play(id);
    const before = { pieces: tree.pieces(this.at), towers: tree.towers(this.at) };
    const part = { ...this.#turn.after(before), moves: this.#turn.choices, lastMove: this.#turn.lastMove(before) };
    void this.board.show(part, { animate: this.preferences.animate });
    this.#status(words.status.otherGame);
  }

  /** A move that is in the tree already is only gone to. @param {string} move */
  #play(move) {
    const { tree } = this;
    const { lesson } = this.review;
    if (lesson && tree?.node(lesson.node).parent === this.at) return this.review.try(move);
    const there = tree?.node(this.at).children.find((id) => tree.node(id).move === move);
    if (there !== undefined) this.go(there);
    else this.#say({ type: "play", node: this.at, move });
  }

  /** @param {1 | -1} way */
  #step(way) {
    const { parent, children } = this.tree?.node(this.at) ?? { parent: null, children: [] };
    if (way < 0 && parent !== null) this.go(parent);
    else if (way > 0 && children.length) this.go(children[0]);
  }

  /** To another move of the same position. @param {1 | -1} way */
  #aside(way) {
    const { tree } = this;
    const { parent } = tree?.node(this.at) ?? { parent: null };
    if (!tree || parent === null) return;
    const { children } = tree.node(parent);
    const other = children[children.indexOf(this.at) + way];
    if (other !== undefined) this.go(other, { animate: false });
  }

  /** @param {number} from @param {number} to @param {Ink} color */
  #mark(from, to, color) {
    const { tree } = this;
    if (!tree) return;
    const there = tree.arrows(this.at);
    const rest = there.filter((arrow) => arrow.from !== from || arrow.to !== to);
    const isSame = there.some((arrow) => arrow.from === from && arrow.to === to && arrow.color === color);
    const arrows = isSame ? rest : [...rest, { from, to, color }];
    this.board.offer({ arrows });
    this.#say({ type: "marks", node: this.at, arrows: arrows.map((arrow) => [arrow.from, arrow.to, arrow.color]) });
  }

  #delete() {
    const { tree } = this;
    if (!tree || this.at === 0) return;
    let count = -1;
    const todo = [this.at];
    for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
      count += 1;
      todo.push(...tree.node(id).children);
    }
    if (count > 2 && !confirm(words.analysis.deleting(count))) return;
    this.#say({ type: "delete", node: this.at });
  }

  #flip() {
    this.isFlipped = !this.isFlipped;
    this.#show(false);
  }

  /** @param {Ink | null} ink */
  #drawWith(ink) {
    this.board.offer({ ink });
    this.board.classList.toggle("drawing", ink !== null);
    part("draw", HTMLElement).setAttribute("aria-pressed", String(ink !== null));
    const inks = part("inks", HTMLElement);
    inks.hidden = ink === null;
    for (const button of inks.querySelectorAll("button"))
      button.setAttribute("aria-checked", String(button.dataset.ink === ink));
  }

  #share() {
    const { tree } = this;
    const position = this.#positions.get(this.at);
    if (!tree || !position) return;
    const { game, start } = tree.study;
    const isSetUp = tree.path(this.at).some(({ setup }) => setup !== undefined);
    void shareDialog({
      collection: this.#id,
      number: this.#number,
      games: this.#games,
      game,
      start: isSetUp ? position.fen : start.fen,
      moves: isSetUp ? [] : tree.steps(this.at),
      fen: position.fen,
      bottom: this.isFlipped ? "black" : "white",
      turn: tree.turn(this.at),
      solution: numbered(tree.following(this.at), tree.turn(this.at)),
      title: part("game-title", HTMLElement).textContent ?? "",
    });
  }

  /** Says where the pieces are, for people who cannot see them. */
  #tellPieces() {
    const { tree } = this;
    if (!tree) return;
    const names = new Map(tree.study.squares.map(({ square, name }) => [square, tree.study.game.algebraic ? name : String(square)]));
    const pieces = tree.pieces(this.at);
    const towers = tree.towers(this.at);
    const stacks = [...towers].sort(([a], [b]) => a - b).map(([square, all]) => words.analysis.tower(names.get(square) ?? "", all));
    /** @param {string} symbol */
    const squares = (symbol) =>
      [...pieces].filter(([, piece]) => piece === symbol).map(([square]) => square).sort((a, b) => a - b).map((square) => names.get(square));
    const sides = /** @type {const} */ ([["white", "w", "W"], ["black", "b", "B"]]).map(([side, man, king]) => {
      const [men, kings] = [squares(man), squares(king)];
      const parts = [
        ...(men.length ? [`${words.analysis.men} ${men.join(", ")}`] : []),
        ...(kings.length ? [`${words.analysis.kings} ${kings.join(", ")}`] : []),
      ];
      return words.analysis.pieces(words.side(side), parts.join("; "));
    });
    const said = [...sides, ...stacks].join(" ");
    part("announcement", HTMLElement).textContent = said;
    this.#status(said);
  }

  #ask() {
    if (!this.#positions.has(this.at)) this.#say({ type: "position", node: this.at });
    else part("screen", HTMLElement).dataset.ready = String(this.at);
  }

  /** @param {Record<string, unknown>} message */
  #say(message) {
    if (!this.#link?.say(message)) this.#status(words.status.lost);
  }
}

/** @param {string} id @param {() => unknown} action */
const onClick = (id, action) => part(id, HTMLElement).addEventListener("click", action);

/** @param {number} seconds */
function timeOf(seconds) {
  const whole = Math.round(seconds);
  const [hours, minutes, left] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(left)}` : `${minutes}:${two(left)}`;
}
