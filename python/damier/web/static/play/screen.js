/** The play screen: one live game, a board, and everything that can be done with it. */

import "../board/element.js";
import { sendFile } from "../analysis/server.js";
import { reasonOf } from "../ask.js";
import { DamierBoard } from "../board/element.js";
import { acceptDrops } from "../drop.js";
import { html, part } from "../html.js";
import { Sounds } from "../sound.js";
import { fillIn } from "../tongue.js";
import { words } from "../words.js";
import { GamesDialog } from "./games.js";
import { Live } from "./live.js";
import { NewGameDialog } from "./new-game.js";
import { drawPanel, markMove } from "./panel.js";
import { offerPhone } from "./phone.js";
import { loadPreferences } from "./preferences.js";
import { beginSitting, fetchPreview } from "./server.js";
import { SettingsDialog } from "./settings.js";
import { statusOf } from "./status.js";
import { boardOf, looksOf, mover, otherSide, sentence } from "./state.js";
import { Turn } from "./turn.js";

/** @typedef {import("./state.js").GameState} GameState */
/** @typedef {import("../board/state.js").Move} Move */
/** @typedef {import("../board/state.js").Side} Side */

class PlayScreen {
  preferences = loadPreferences();
  sounds = new Sounds(this.preferences);
  /** @type {GameState | null} */
  state = null;
  /** @type {Live | null} */
  live = null;
  /** The viewer turned the board round. */
  isFlipped = false;
  /** The next move claims a draw. */
  isClaiming = false;
  /** The earlier position that is shown instead, as a number of plies. @type {number | null} */
  lookingAt = null;
  /** The moves of the turn, of which some may have been made. */
  turn = new Turn([]);
  /** The question whether to resign is open. */
  isResigning = false;

  board = part("board", DamierBoard);
  newGame = new NewGameDialog(this.preferences, (id) => this.enter(id));
  games = new GamesDialog();
  settings = new SettingsDialog(this.preferences, () => this.show());

  begin() {
    fillIn(words.page, words.language);
    this.#listen();
    offerPhone(() => this.state?.id ?? null).catch(() => {}); // without it, the rest works
    const id = /^\/play\/([^/]+)$/.exec(location.pathname)?.[1];
    if (id) this.#connect(id);
    else void this.#welcome();
  }

  /** Goes to another game. @param {string} id */
  enter(id) {
    history.pushState(null, "", `/play/${id}`);
    this.#connect(id);
  }

  /** Draws the state afresh, without movement. */
  show() {
    if (this.state) this.#draw(this.state, false);
  }

  // -- what the server says -----------------------------------------------------------------------------------------

  /** @param {string} id */
  #connect(id) {
    this.live?.close();
    this.state = null;
    this.isFlipped = this.isClaiming = this.isResigning = false;
    this.#say(words.status.connecting);
    this.live = new Live(id, {
      onState: (state) => this.#receive(state),
      onRefusal: ({ ply, message, must }) => {
        if (ply !== this.state?.ply) return;
        this.#say(sentence(message), "refusal");
        this.board.point(must);
      },
      onLook: (look) => this.#look(look),
      onHint: ({ ply, move, value }) => {
        if (ply !== this.state?.ply) return;
        this.board.offer({ hints: [{ from: move.from, to: move.to, weight: 1 }] });
        const known = value && words.endings.move(value.result, value.plies);
        this.#say(known ? words.status.sureHint(move.text, known) : words.status.hint(move.text));
      },
      onError: ({ message }) => {
        this.show();
        this.#say(sentence(message), "refusal");
      },
      onLink: (connected) => {
        part("screen", HTMLElement).setAttribute("aria-busy", String(!connected));
        if (!connected) this.#say(words.status.lost);
      },
      onGone: (code, message) => {
        this.#say(code === 4404 ? words.status.missing : message || words.status.damaged, "refusal");
        void this.newGame.open();
      },
    });
  }

  /** @param {GameState} state */
  #receive(state) {
    const before = this.state;
    this.state = state;
    const isNew = before !== null && before.id === state.id && state.ply > before.ply;
    if (isNew || state.outcome || !mover(state)) this.isClaiming = this.isResigning = false;
    const isOver = before?.id === state.id && before.outcome === null && state.outcome !== null;
    const shown = this.#draw(state, isNew && this.preferences.animate);
    if (isNew || isOver) void shown.then(() => this.#sound(state, isNew, isOver));
    if (isNew && state.last_move) this.#announce(state);
    if (!isNew && before?.ply === state.ply && before.outcome === null && state.outcome) this.#announce(state);
  }

  /** Shows an earlier position. @param {import("./live.js").Look} look */
  #look({ ply, at, pieces, towers, last_move }) {
    const { state } = this;
    if (!state || ply !== state.ply) return;
    const isNext = at === (this.lookingAt ?? state.ply) + 1;
    this.lookingAt = at;
    const part = { ...boardOf({ ...state, pieces, towers }), lastMove: last_move, moves: [], own: null };
    void this.board.show(part, { animate: isNext && this.preferences.animate });
    markMove(at);
    this.#drawStatus(state);
  }

  // -- drawing ------------------------------------------------------------------------------------------------------

  get bottom() {
    const natural = this.state?.seats.white === "engine" ? "black" : "white";
    return this.isFlipped ? otherSide(natural) : natural;
  }

  /** @param {GameState} state @param {boolean} animate */
  #draw(state, animate) {
    const screen = part("screen", HTMLElement);
    screen.dataset.ply = String(state.ply);
    document.title = `${state.game.name} · damier`;
    const own = this.live ? mover(state) : null;
    this.turn = new Turn(own ? this.#playable(state) : []);
    const shown = this.board.show(
      {
        ...boardOf(state),
        name: words.boardName(state.game.name),
        moves: this.turn.choices,
        own,
        lastMove: state.last_move,
        bottom: this.bottom,
        ...looksOf(state.game, this.preferences),
        oneClick: this.preferences.oneClick,
        fixed: false,
      },
      { animate },
    );
    screen.style.setProperty("--ratio", String(this.board.ratio));
    drawPanel(state, this.bottom, { onRematch: () => this.#rematch(), onLook: (at) => this.#askFor(at) });
    this.lookingAt = null;
    this.#drawActions(state);
    this.#drawStatus(state);
    return shown.catch((error) => console.error(error));
  }

  /** What has just been seen is heard. @param {GameState} state @param {boolean} isNew @param {boolean} isOver */
  #sound({ last_move, outcome, seats }, isNew, isOver) {
    if (isNew && last_move) this.sounds.move(Object.keys(last_move.captures).length);
    if (!isOver || !outcome) return;
    const loser = outcome.winner && otherSide(outcome.winner);
    this.sounds.end(!outcome.winner ? "drawn" : loser && seats[loser] === "person" && seats[outcome.winner] === "engine" ? "lost" : "won");
  }

  /** @param {GameState} state */
  #playable(state) {
    return this.isClaiming ? state.moves.filter((move) => state.claim_moves.includes(move.id)) : state.moves;
  }

  /** @param {GameState} state */
  #drawActions(state) {
    const own = mover(state);
    part("flip", HTMLButtonElement).disabled = false;
    part("undo", HTMLButtonElement).disabled = !state.can_undo;
    part("hint", HTMLButtonElement).disabled = own === null;
    part("resign", HTMLButtonElement).disabled = !state.can_resign;
    const draw = part("draw", HTMLButtonElement);
    const canClaim = own !== null && (state.can_claim_draw || state.claim_moves.length > 0);
    draw.disabled = own === null || !(canClaim || state.can_offer_draw);
    draw.title = draw.disabled && own && !state.outcome ? words.page.noDrawYet : "";
    const label = draw.querySelector("span");
    const claim = state.can_claim_draw ? words.page.claimDraw : words.page.claimWithMove;
    if (label) label.textContent = canClaim ? claim : words.page.offerDraw;
  }

  /** @param {GameState} state */
  #drawStatus(state) {
    const { text, kind, answers = [] } = statusOf(state, this);
    part("answers", HTMLElement).replaceChildren(...answers.map((answer) => this.#answer(answer)));
    this.#say(text, kind);
  }

  /** @param {import("./status.js").Answer} answer */
  #answer(answer) {
    const button = html("button", { type: "button" }, [words.page[answer]]);
    button.addEventListener("click", () => {
      if (answer === "retry") this.#tell({ type: "think" });
      else if (answer === "accept" || answer === "decline") this.#tell({ type: `${answer}_draw` });
      else if (answer === "resign") this.#tell({ type: "resign" });
      else {
        this.isResigning = false;
        this.show();
      }
    });
    return button;
  }

  /** @param {string} text @param {"" | "refusal" | "choice"} [kind] */
  #say(text, kind = "") {
    part("message", HTMLElement).className = `message ${text ? kind : "silent"}`;
    const status = part("status", HTMLElement);
    if (status.textContent !== text) status.textContent = text;
  }

  /** @param {GameState} state */
  #announce(state) {
    const moved = state.last_move ? words.announce(otherSide(state.turn), state.last_move.text) : "";
    const ended = state.outcome ? `${words.result(state.outcome.winner)}. ${state.outcome.reason}` : "";
    part("announcement", HTMLElement).textContent = [moved, ended].filter(Boolean).join(". ");
  }

  /** A move is made: the whole turn, or the first of two. @param {Move} move */
  #play(move) {
    const { state } = this;
    if (!state) return;
    const id = this.turn.add(move);
    if (id !== null && !this.#tell({ type: "move", move: id, claim: this.isClaiming })) return;
    if (id === null) this.#say(words.status.otherGame);
    // Seen at once; what the server says of it comes while the piece is under way.
    const before = boardOf(state);
    const part = { ...this.turn.after(before), moves: this.turn.choices, lastMove: this.turn.lastMove(before) };
    void this.board.show(part, { animate: this.preferences.animate });
  }

  // -- what a person does -------------------------------------------------------------------------------------------

  #listen() {
    const { board } = this;
    board.addEventListener("damier-move", (event) => {
      const { move } = /** @type {CustomEvent<{move: Move}>} */ (event).detail;
      this.#play(move);
    });
    board.addEventListener("damier-refused", (event) => {
      const { from, to } = /** @type {CustomEvent<{from: number, to: number | null}>} */ (event).detail;
      this.#tell({ type: "explain", from, to });
    });
    board.addEventListener("damier-choice", (event) => {
      const { moves } = /** @type {CustomEvent<{moves: Move[]}>} */ (event).detail;
      if (moves.length) this.#say(words.status.choose(moves.length), "choice");
      else if (this.state) this.#drawStatus(this.state);
    });
    onClick("new-game", () => this.newGame.open());
    onClick("games", () => this.games.open());
    onClick("settings", () => this.settings.open());
    onClick("hint", () => {
      this.#say(words.status.hinting);
      this.#tell({ type: "hint" });
    });
    onClick("undo", () => this.#tell({ type: "undo" }));
    onClick("flip", () => {
      this.isFlipped = !this.isFlipped;
      this.show();
    });
    onClick("resign", () => {
      this.isResigning = true;
      if (this.state) this.#drawStatus(this.state);
      part("answers", HTMLElement).querySelector("button")?.focus();
    });
    onClick("draw", () => this.#draws());
    onClick("copy", () => this.#copy());
    part("moves", HTMLElement).addEventListener("keydown", (event) => this.#walk(event));
    addEventListener("popstate", () => location.reload());
    acceptDrops(async (file) => {
      try {
        location.href = `/analysis/${(await sendFile(file, file.name)).id}`;
      } catch (error) {
        this.#say(reasonOf(error), "refusal");
      }
    });
  }

  /** Asks for the position after `at` plies. @param {number} at */
  #askFor(at) {
    const { state } = this;
    if (!state || at < 0 || at > state.ply) return;
    if (at === state.ply) this.show();
    else this.#tell({ type: "look", at });
  }

  /** Arrow keys in the score walk through the game. @param {KeyboardEvent} event */
  #walk(event) {
    const { state } = this;
    if (!state) return;
    const here = this.lookingAt ?? state.ply;
    const goal = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: state.ply }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    this.#askFor(goal);
  }

  async #copy() {
    const { state } = this;
    if (!state) return;
    try {
      await navigator.clipboard.writeText(state.fen);
      this.#say(words.status.copied(state.fen));
    } catch {
      this.#say(state.fen); // it may not be copied from here, but it can be read
    }
  }

  #draws() {
    const { state } = this;
    if (!state) return;
    if (state.can_claim_draw) this.#tell({ type: "claim_draw" });
    else if (state.claim_moves.length) {
      this.isClaiming = !this.isClaiming;
      this.show();
    } else this.#tell({ type: "offer_draw" });
  }

  /** False where nobody hears it. @param {Record<string, unknown>} message */
  #tell(message) {
    if (!this.state || !this.live) return false;
    if (this.live.say({ ...message, ply: this.state.ply })) return true;
    this.show();
    this.#say(words.status.lost);
    return false;
  }

  async #rematch() {
    const { state } = this;
    if (!state) return;
    const side = state.level === null ? "both" : state.seats.white === "person" ? "black" : "white";
    try {
      const { id } = await beginSitting({ game: state.game.id, side, level: state.level, clock: state.clock?.control });
      this.enter(id);
    } catch (error) {
      this.#say(reasonOf(error), "refusal");
    }
  }

  async #welcome() {
    this.#say(words.status.welcome);
    for (const id of ["undo", "hint", "flip", "draw", "resign"]) part(id, HTMLButtonElement).disabled = true;
    const question = new URLSearchParams(location.search);
    void this.newGame.open({ game: question.get("game") ?? undefined, fen: question.get("fen") ?? undefined });
    const position = await fetchPreview({ game: this.preferences.game });
    if (!this.state) void this.board.show({ ...boardOf(position), ...looksOf(position.game, this.preferences), labels: "none", fixed: true });
  }
}

/** @param {string} id @param {() => void} action */
const onClick = (id, action) => part(id, HTMLElement).addEventListener("click", action);

new PlayScreen().begin();
