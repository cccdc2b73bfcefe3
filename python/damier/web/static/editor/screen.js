/** The screen on which a position is set up. The server says what is wrong with it, in words. */

import { ask, reasonOf } from "../ask.js";
import { questionOf } from "../analysis/server.js";
import "../board/element.js";
import { DamierBoard } from "../board/element.js";
import { man, menShapes } from "../board/men.js";
import { svg } from "../board/svg.js";
import { EndingsPanel } from "../endings/panel.js";
import { html, part } from "../html.js";
import { segments } from "../play/new-game.js";
import { loadPreferences } from "../play/preferences.js";
import { SettingsDialog } from "../play/settings.js";
import { fetchGames } from "../play/server.js";
import { boardOf, looksOf, sentence } from "../play/state.js";
import { putOnSheet } from "../sheet/tray.js";
import { fillIn } from "../tongue.js";
import { words } from "../words.js";
import { SolvingView } from "./solving.js";

/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */
/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../play/state.js").Game} Game */

/**
 * @typedef {object} SetUp
 * @property {Game} game
 * @property {{square: number, file: number, rank: number, name: string}[]} squares
 * @property {Record<string, PieceSymbol>} pieces
 * @property {Side} turn
 * @property {string} fen
 * @property {string[]} wrong         what is wrong with the position
 * @property {number} moves
 * @property {string | null} outcome  why the game is over
 * @property {number | null} quiet    plies since the last capture or man's move, where a drawing rule counts them
 * @property {number} number          of the coming move
 * @property {[number, number] | null} king_moves  in a row, of White and of Black, where the game limits them
 * @property {import("../play/state.js").Clock[]} clocks  the running drawing rules
 * @property {import("../endings/server.js").Table | null} table  what endgame tables say
 */

const BRUSHES = /** @type {const} */ (["w", "W", "b", "B", "eraser", "hand"]);
const TYPING = 250; // milliseconds of rest before a FEN is read

class EditorScreen {
  preferences = loadPreferences();
  board = part("board", DamierBoard);
  settings = new SettingsDialog(this.preferences, () => {
    this.#drawPalette();
    if (this.setUp) void this.board.show(looksOf(this.setUp.game, this.preferences));
  });
  /** @type {SetUp | null} */
  setUp = null;
  /** @type {typeof BRUSHES[number]} */
  brush = "w";
  isFlipped = false;
  solving = new SolvingView({
    position: () => this.setUp && { game: this.setUp.game, fen: this.setUp.fen, turn: this.setUp.turn, pieces: this.#position().pieces },
    show: (pieces, lastMove) => void this.board.show({ pieces, lastMove, brush: lastMove ? null : this.brush }),
  });
  endings = new EndingsPanel(part("endings", HTMLElement), {
    play: ({ move }) => this.#analyse([move]),
    point: (move) => this.board.offer({ hints: move ? [{ from: move.from, to: move.to, weight: 1 }] : [] }),
    renew: () => this.setUp && void this.#ask({ pieces: this.setUp.pieces, turn: this.setUp.turn, ...this.#counters }),
    game: () => part("game", HTMLSelectElement).value,
  });
  #asked = 0;
  #timer = 0;

  async begin() {
    fillIn(words.editor, words.language);
    document.title = `${words.editor.title} · damier`;
    part("turn", HTMLElement).append(
      segments("turn", [["white", words.side("white")], ["black", words.side("black")]], "white"),
    );
    this.#drawPalette();
    this.#listen();
    const { games } = await fetchGames();
    const select = part("game", HTMLSelectElement);
    select.append(...games.map(({ id, name }) => html("option", { value: id }, [name])));
    const question = new URLSearchParams(location.search);
    const wanted = question.get("game") ?? this.preferences.game;
    if (games.some(({ id }) => id === wanted)) select.value = wanted;
    await this.#ask({ fen: question.get("fen") });
  }

  /**
   * What the server says about a position.
   * @param {{pieces?: Record<string, PieceSymbol>, turn?: Side, fen?: string | null, mirrored?: boolean, quiet?: number, number?: number, king_moves?: number[]}} wish
   * @param {{isTyped?: boolean}} [options]
   */
  async #ask(wish, { isTyped = false } = {}) {
    const asked = (this.#asked += 1);
    try {
      /** @type {SetUp} */
      const setUp = await ask("POST", "/api/setup", { game: part("game", HTMLSelectElement).value, ...wish });
      if (asked !== this.#asked) return;
      if (setUp.fen !== this.setUp?.fen || setUp.game.id !== this.setUp.game.id) this.solving.close();
      this.setUp = setUp;
      this.#complain("");
      this.#draw(setUp, isTyped);
    } catch (error) {
      if (asked === this.#asked) this.#complain(reasonOf(error));
    }
  }

  /** The pieces as they are now, with a change. @param {Record<string, PieceSymbol | null>} [change] */
  #tell(change = {}) {
    if (!this.setUp) return;
    /** @type {Record<string, PieceSymbol>} */
    const pieces = {};
    for (const [square, piece] of Object.entries({ ...this.setUp.pieces, ...change })) if (piece) pieces[square] = piece;
    // It is shown at once; what is wrong with it, and what it is worth, follows.
    this.endings.fade();
    this.setUp = { ...this.setUp, pieces };
    void this.board.show({ pieces: boardOf({ ...this.#position(), pieces }).pieces });
    void this.#ask({ pieces, turn: this.#turn, ...this.#counters });
  }

  /** @returns {Side} */
  get #turn() {
    const chosen = part("turn", HTMLElement).querySelector("input:checked");
    return chosen instanceof HTMLInputElement && chosen.value === "black" ? "black" : "white";
  }

  /** What the fields of the counters say. */
  get #counters() {
    /** @param {string} id @param {number} least @param {number} most */
    const count = (id, least, most) => Math.min(most, Math.max(least, Math.round(part(id, HTMLInputElement).valueAsNumber || 0)));
    const { quiet, king_moves } = this.setUp ?? { quiet: null, king_moves: null };
    return {
      number: count("number", 1, 9999),
      ...(quiet === null ? {} : { quiet: count("quiet", 0, 9999) }),
      ...(king_moves === null ? {} : { king_moves: [count("white-king-moves", 0, 3), count("black-king-moves", 0, 3)] }),
    };
  }

  /** @param {SetUp} setUp */
  #drawCounters({ quiet, number, king_moves, clocks }) {
    const [white, black] = king_moves ?? [0, 0];
    for (const [id, value] of /** @type {const} */ ([["quiet", quiet ?? 0], ["number", number], ["white-king-moves", white], ["black-king-moves", black]])) {
      const field = part(id, HTMLInputElement);
      // Who is typing is not disturbed.
      if (document.activeElement !== field) field.value = String(value);
    }
    part("quiet-label", HTMLElement).hidden = quiet === null;
    for (const label of part("counters", HTMLElement).querySelectorAll(".king-moves")) label.toggleAttribute("hidden", king_moves === null);
    const running = clocks.filter(({ count, rule }) => count > (rule.startsWith("repetition") ? 1 : 0));
    part("clocks", HTMLElement).replaceChildren(
      ...running.map((clock) => html("li", {}, [`${sentence(clock.description)} (${clock.clause}): ${words.clock(clock)}`])),
    );
    if (quiet || number > 1 || white || black) part("counters", HTMLDetailsElement).open = true;
  }

  #position() {
    const setUp = /** @type {SetUp} */ (this.setUp);
    return { ...setUp, ply: 0, moves: [], clocks: [], outcome: null };
  }

  // -- drawing ------------------------------------------------------------------------------------------------------

  /** @param {SetUp} setUp @param {boolean} isTyped */
  #draw(setUp, isTyped) {
    const { game, turn, fen, wrong, moves, outcome, pieces } = setUp;
    void this.board.show({
      ...boardOf(this.#position()),
      name: words.boardName(game.name),
      ...looksOf(game, this.preferences),
      bottom: this.isFlipped ? "black" : "white",
      brush: this.brush,
      lastMove: null,
    });
    part("screen", HTMLElement).style.setProperty("--ratio", String(this.board.ratio));
    const radio = part("turn", HTMLElement).querySelector(`input[value="${turn}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
    if (!isTyped) part("fen", HTMLTextAreaElement).value = fen;
    const count = { white: 0, black: 0 };
    for (const piece of Object.values(pieces)) count[piece.toLowerCase() === "w" ? "white" : "black"] += 1;
    const said = wrong.length
      ? wrong.map((text) => html("p", { class: "wrong" }, [sentence(text)]))
      : [html("p", {}, [outcome ? words.editor.over(outcome) : words.editor.sound(count.white, count.black, moves)])];
    const verdict = part("verdict", HTMLElement);
    verdict.classList.toggle("bad", wrong.length > 0);
    verdict.replaceChildren(...said);
    part("play", HTMLButtonElement).disabled = wrong.length > 0 || outcome !== null;
    part("solve", HTMLButtonElement).disabled = wrong.length > 0 || outcome !== null;
    part("analyse", HTMLButtonElement).disabled = wrong.length > 0;
    this.#drawCounters(setUp);
    this.endings.show(setUp.table, turn);
    part("screen", HTMLElement).dataset.fen = fen;
  }

  #drawPalette() {
    const palette = part("palette", HTMLElement);
    palette.setAttribute("aria-label", words.editor.brushes);
    palette.replaceChildren(
      ...BRUSHES.map((brush) => {
        const prefix = `brush-${brush === brush.toUpperCase() ? "king" : "man"}-${brush.toLowerCase()}`;
        const shape =
          brush === "eraser" || brush === "hand"
            ? svg("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" }, [
                svg("path", { d: brush === "eraser" ? "M6 6l12 12M18 6L6 18" : "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3" }),
              ])
            : svg("svg", { viewBox: "-52 -52 104 112", "aria-hidden": "true" }, [menShapes(prefix, this.preferences.style), man(prefix, brush)]);
        const button = html("button", { type: "button", "data-brush": brush, title: words.editor.brush[brush], "aria-label": words.editor.brush[brush] });
        button.append(shape);
        button.addEventListener("click", () => this.#take(brush));
        return button;
      }),
    );
    this.#take(this.brush);
  }

  /** @param {typeof BRUSHES[number]} brush */
  #take(brush) {
    this.brush = brush;
    void this.board.show({ brush });
    for (const button of part("palette", HTMLElement).querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.brush === brush));
  }

  /** @param {string} problem */
  #complain(problem) {
    part("problem", HTMLElement).textContent = problem;
    part("fen", HTMLElement).setAttribute("aria-invalid", String(problem !== ""));
  }

  // -- what a person does -------------------------------------------------------------------------------------------

  #listen() {
    this.board.addEventListener("damier-paint", (event) => {
      const { square, from } = /** @type {CustomEvent<{square: number | null, from: number | null}>} */ (event).detail;
      this.#paint(square, from);
    });
    part("game", HTMLElement).addEventListener("change", () => void this.#ask({}));
    part("turn", HTMLElement).addEventListener("change", () => this.#tell());
    part("counters", HTMLElement).addEventListener("change", () => this.#tell());
    part("fen", HTMLTextAreaElement).addEventListener("input", () => {
      clearTimeout(this.#timer);
      const fen = part("fen", HTMLTextAreaElement).value.trim();
      this.#timer = window.setTimeout(() => void this.#ask({ fen: fen || null }, { isTyped: true }), TYPING);
    });
    /** @param {string} id @param {() => unknown} action */
    const onClick = (id, action) => part(id, HTMLElement).addEventListener("click", action);
    part("to-sheet", HTMLElement).textContent = words.sheet.toSheet;
    part("sheet", HTMLElement).textContent = words.sheet.open;
    onClick("to-sheet", () => {
      if (!this.setUp) return;
      const { game, fen, turn } = this.setUp;
      const diagram = { game: game.id, fen, turn, bottom: this.isFlipped ? "black" : "white", title: "", solution: this.solving.solution };
      const count = putOnSheet([/** @type {import("../sheet/tray.js").Diagram} */ (diagram)]);
      part("sheet-status", HTMLElement).textContent = count === null ? words.sheet.full : words.sheet.added(count);
    });
    onClick("solve", () => void this.solving.solve());
    onClick("settings", () => this.settings.open());
    onClick("start", () => this.#ask({}));
    onClick("empty", () => this.#ask({ pieces: {}, turn: this.#turn }));
    onClick("mirror", () => this.setUp && this.#ask({ pieces: this.setUp.pieces, turn: this.#turn, mirrored: true, ...this.#counters }));
    onClick("flip", () => {
      this.isFlipped = !this.isFlipped;
      void this.board.show({ bottom: this.isFlipped ? "black" : "white" });
    });
    onClick("analyse", () => this.#analyse([]));
    onClick("play", () => {
      if (this.setUp) location.href = `/new${questionOf({ game: this.setUp.game.id, fen: this.setUp.fen })}`;
    });
  }

  /** Goes on in the analysis, with moves played. @param {string[]} moves */
  #analyse(moves) {
    if (this.setUp)
      location.href = `/analysis${questionOf({ game: this.setUp.game.id, fen: this.setUp.fen, moves: moves.join(" ") })}`;
  }

  /** @param {number | null} square @param {number | null} from */
  #paint(square, from) {
    const pieces = this.setUp?.pieces ?? {};
    if (from !== null) {
      const piece = pieces[from] ?? null;
      if (square !== from) this.#tell({ [from]: null, ...(square === null ? {} : { [square]: piece }) });
      else void this.board.show({});
      return;
    }
    if (square === null || this.brush === "hand") return;
    const brush = this.brush === "eraser" ? null : this.brush;
    // The same piece again takes it away.
    this.#tell({ [square]: pieces[square] === brush ? null : brush });
  }
}

void new EditorScreen().begin();
