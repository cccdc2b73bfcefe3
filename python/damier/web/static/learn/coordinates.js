/** The squares trainer: a name is said and its square pointed at, or the other way round. */

import "../board/element.js";
import { DamierBoard } from "../board/element.js";
import { html, part } from "../html.js";
import { segments } from "../play/new-game.js";
import { loadPreferences } from "../play/preferences.js";
import { fetchGames, fetchPreview } from "../play/server.js";
import { SettingsDialog } from "../play/settings.js";
import { boardOf, looksOf } from "../play/state.js";
import { fillIn } from "../tongue.js";
import { words } from "../words.js";
import { Drill, SECONDS, bestOf, keepScore, squareOf } from "./drill.js";

/** @typedef {import("../board/state.js").Square} Square */
/** @typedef {import("../play/state.js").PositionState} PositionState */

const say = words.learn.coordinates;

class CoordinatesScreen {
  preferences = loadPreferences();
  board = part("board", DamierBoard);
  settings = new SettingsDialog(this.preferences, () => this.#draw());
  /** @type {PositionState | null} */
  position = null;
  /** @type {Drill | null} */
  drill = null;
  #until = 0;
  #clock = 0;
  #bottom = /** @type {"white" | "black"} */ ("white");
  /** One press, one answer: a finger that wanders over the board does not answer again. */
  #isAnswered = false;

  async begin() {
    fillIn(say, words.language);
    document.title = `${say.title} · damier`;
    part("settings", HTMLElement).title = words.learn.settings;
    part("settings", HTMLElement).setAttribute("aria-label", words.learn.settings);
    /** @param {string} id @param {Record<string, string>} choices @param {string} chosen */
    const choose = (id, choices, chosen) => part(id, HTMLElement).append(segments(id, Object.entries(choices), chosen));
    choose("ask", say.asks, "find");
    choose("labels", say.kinds, "numbers");
    choose("side", say.sides, "white");
    const { games } = await fetchGames();
    const select = part("game", HTMLSelectElement);
    select.append(...games.map(({ id, name }) => html("option", { value: id }, [name])));
    if (games.some(({ id }) => id === this.preferences.game)) select.value = this.preferences.game;
    this.#listen();
    await this.#look();
  }

  /** @param {string} name */
  #chosen(name) {
    const radio = part(name, HTMLElement).querySelector("input:checked");
    return radio instanceof HTMLInputElement ? radio.value : "";
  }

  get #finds() {
    return this.#chosen("ask") === "find";
  }

  get #kind() {
    return `${part("game", HTMLSelectElement).value} ${this.#chosen("ask")} ${this.#chosen("labels")}`;
  }

  /** @param {Square} square */
  #nameOf({ square, name }) {
    return this.#chosen("labels") === "coordinates" ? name : String(square);
  }

  /** The board of another game. */
  async #look() {
    const position = await fetchPreview({ game: part("game", HTMLSelectElement).value });
    this.position = position;
    const isLettered = position.game.algebraic ? "coordinates" : "numbers";
    const radio = part("labels", HTMLElement).querySelector(`input[value="${isLettered}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
    this.#draw();
  }

  #draw() {
    const { position, drill } = this;
    if (!position) return;
    const isNaming = drill !== null && !this.#finds;
    void this.board.show({
      ...boardOf(position),
      ...looksOf(position.game, this.preferences),
      pieces: new Map(),
      towers: new Map(),
      // Before a round one may look at the names, in a round they are what is asked.
      labels: drill ? "none" : this.#chosen("labels") === "coordinates" ? "coordinates" : "numbers",
      name: say.boardName,
      spoken: (square) => this.#place(square),
      bottom: this.#bottom,
      brush: "eraser",
      arrows: isNaming ? [{ from: drill.asked.square, to: drill.asked.square, color: "green" }] : [],
      fixed: isNaming,
    });
    part("screen", HTMLElement).style.setProperty("--ratio", String(this.board.ratio));
    const question = drill ? (this.#finds ? say.find(this.#nameOf(drill.asked)) : say.name) : "";
    const where = isNaming ? [html("span", { class: "hidden" }, [` ${this.#place(drill.asked.square)}`])] : [];
    part("question", HTMLElement).replaceChildren(question, ...where);
    part("answer", HTMLElement).hidden = !isNaming;
    part("choices", HTMLElement).hidden = drill !== null;
    part("right", HTMLElement).textContent = String(drill?.right ?? 0);
    part("best", HTMLElement).textContent = String(bestOf(this.#kind));
    part("begin", HTMLElement).textContent = drill ? say.stop : say.begin;
    part("screen", HTMLElement).dataset.asked = drill ? this.#nameOf(drill.asked) : "";
    part("screen", HTMLElement).dataset.square = drill ? String(drill.asked.square) : "";
  }

  /** Where a square lies, for people who cannot see it; its name would give it away. @param {number} square */
  #place(square) {
    const spot = this.position?.squares.find((other) => other.square === square);
    if (!spot || !this.position) return "";
    if (!this.drill) return this.#nameOf(spot);
    const turned = this.#bottom === "black";
    const { files, ranks } = this.position.game;
    return say.place(turned ? ranks - spot.rank : spot.rank + 1, turned ? files - spot.file : spot.file + 1);
  }

  // -- a round ------------------------------------------------------------------------------------------------------

  /** @param {boolean} byKeyboard */
  #start(byKeyboard) {
    const { position } = this;
    if (!position) return;
    const side = this.#chosen("side");
    this.#bottom = side === "black" || (side === "random" && Math.random() < 0.5) ? "black" : "white";
    this.drill = new Drill(position.squares);
    this.#until = performance.now() + SECONDS * 1000;
    this.#clock = window.setInterval(() => this.#tick(), 200);
    this.#tell("");
    this.#tick();
    this.#draw();
    if (!this.#finds) part("name", HTMLInputElement).focus();
    else if (byKeyboard) this.board.cursor = position.squares[0].square;
  }

  #tick() {
    const left = Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
    part("time", HTMLElement).textContent = String(left);
    if (left === 0) this.#end();
  }

  #end() {
    const { drill } = this;
    clearInterval(this.#clock);
    if (!drill) return;
    this.drill = null;
    const isBest = drill.right > 0 && keepScore(this.#kind, drill.right);
    this.#draw();
    part("right", HTMLElement).textContent = String(drill.right);
    this.#tell(say.result(drill.right, drill.wrong, isBest));
    part("begin", HTMLElement).focus();
  }

  /** @param {Square} square  what was pointed at, or named */
  #answer(square) {
    const { drill } = this;
    if (!drill) return;
    const wanted = drill.asked;
    const isRight = drill.answer(square.square);
    this.#draw();
    if (isRight) this.#tell(say.right(this.#nameOf(wanted)));
    else this.#tell(say.wrong(this.#nameOf(square), this.#nameOf(wanted)), "wrong");
  }

  /** @param {string} text @param {"" | "wrong"} [kind] */
  #tell(text, kind = "") {
    const verdict = part("verdict", HTMLElement);
    verdict.className = `verdict ${kind}`;
    verdict.textContent = text;
  }

  #listen() {
    this.board.addEventListener("damier-paint", (event) => {
      const { square } = /** @type {CustomEvent<{square: number | null}>} */ (event).detail;
      const found = this.position?.squares.find((other) => other.square === square);
      if (!found || this.#isAnswered) return;
      this.#isAnswered = true;
      this.#answer(found);
    });
    const fresh = () => (this.#isAnswered = false);
    this.board.addEventListener("pointerdown", fresh, { capture: true });
    this.board.addEventListener("keydown", fresh, { capture: true });
    // A screen reader clicks without pressing anything.
    this.board.addEventListener("click", fresh, { capture: true });
    part("game", HTMLElement).addEventListener("change", () => void this.#look());
    part("choices", HTMLElement).addEventListener("change", () => {
      const side = this.#chosen("side");
      this.#bottom = side === "black" ? "black" : "white";
      this.#draw();
    });
    part("begin", HTMLElement).addEventListener("click", ({ detail }) => (this.drill ? this.#end() : this.#start(detail === 0)));
    part("settings", HTMLElement).addEventListener("click", () => this.settings.open());
    part("answer", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      const field = part("name", HTMLInputElement);
      const said = field.value;
      field.value = "";
      if (!said.trim() || !this.position) return;
      const found = squareOf(this.position.squares, said);
      if (found) this.#answer(found);
      else this.#tell(say.unknown(said.trim()), "wrong");
    });
  }
}

void new CoordinatesScreen().begin();
