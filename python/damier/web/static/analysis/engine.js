/** The engine beside the board: its lines, its speed, the bar that says who stands better, its arrows. */

import { html, part } from "../html.js";
import { savePreferences } from "../play/preferences.js";
import { words } from "../words.js";

/** @typedef {import("../play/preferences.js").Preferences} Preferences */
/** @typedef {import("../board/state.js").BoardState} BoardState */
/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @typedef {object} Line
 * @property {number} hundredths       of a man, White's
 * @property {number | null} win_in    plies, White's
 * @property {number} points           that White may expect
 * @property {number} from
 * @property {number} to
 * @property {{from: number, to: number}[]} [parts]  one move in each of two games
 * @property {{move: string, text: string, number: number, color: string}[]} moves
 */

/** @typedef {{type: "lines", node: number, threat: boolean, state: string, lines: Line[], depth?: number, nps?: number}} Lines */

const MOST = 5;
const REST = 110; // milliseconds on a move before it is searched: who walks through a game searches nothing
const FAR = 0.25; // points below the best beyond which a move is not worth an arrow

export class EngineView {
  isOn = false;
  isThreat = false;
  #node = 0;
  #timer = 0;
  /** @type {Lines | null} */
  #shown = null;

  /**
   * @param {Preferences} preferences
   * @param {object} ways
   * @param {(message: Record<string, unknown>) => void} ways.say
   * @param {(hints: BoardState["hints"]) => void} ways.point
   * @param {(moves: string[]) => void} ways.play
   * @param {() => Tree | null} ways.tree
   */
  constructor(preferences, ways) {
    this.preferences = preferences;
    this.ways = ways;
    preferences.lines = Math.min(MOST, Math.max(1, Math.round(preferences.lines)));
    part("engine-on", HTMLElement).addEventListener("click", () => this.toggle());
    part("threat", HTMLElement).addEventListener("click", () => this.toggleThreat());
    part("fewer", HTMLElement).addEventListener("click", () => this.#want(-1));
    part("more", HTMLElement).addEventListener("click", () => this.#want(1));
    part("lines", HTMLElement).addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-line]") : null;
      if (!(button instanceof HTMLElement) || this.#shown?.threat) return;
      const line = this.#shown?.lines[Number(button.dataset.line)];
      if (line) this.ways.play(line.moves.slice(0, Number(button.dataset.move) + 1).map(({ move }) => move));
    });
    this.#draw();
  }

  toggle() {
    this.isOn = !this.isOn;
    if (!this.isOn) {
      this.isThreat = false;
      clearTimeout(this.#timer);
      this.ways.say({ type: "engine_off" });
    }
    this.#ask();
    this.#draw();
  }

  toggleThreat() {
    this.isThreat = !this.isThreat;
    this.isOn = true;
    this.#ask();
    this.#draw();
  }

  /** The first move of the best line. */
  get best() {
    return this.#shown && !this.#shown.threat ? (this.#shown.lines[0]?.moves[0]?.move ?? null) : null;
  }

  /** Another position is looked at. @param {number} node @param {{anew?: boolean}} [options] */
  look(node, { anew = false } = {}) {
    if (node === this.#node && !anew) return;
    this.#node = node;
    this.#shown = null;
    if (!this.isOn) return;
    this.ways.point([]);
    part("lines", HTMLElement).classList.add("old");
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#ask(), REST);
  }

  /** @param {Lines} lines */
  hear(lines) {
    if (!this.isOn || lines.node !== this.#node || lines.threat !== this.isThreat) return;
    this.#shown = lines;
    this.#draw();
    this.ways.point(arrowsOf(lines, this.ways.tree()?.turn(this.#node) ?? "white"));
  }

  /** The engine's arrows, where there are some: something else was pointed out meanwhile. */
  pointAgain() {
    const isShown = this.isOn && this.#shown !== null;
    this.ways.point(isShown && this.#shown ? arrowsOf(this.#shown, this.ways.tree()?.turn(this.#node) ?? "white") : []);
  }

  // -- inside -------------------------------------------------------------------------------------------------------

  #ask() {
    this.#shown = null;
    if (!this.isOn) {
      this.ways.point([]);
      return;
    }
    const { lines } = this.preferences;
    this.ways.say({ type: "engine", node: this.#node, lines, threat: this.isThreat });
  }

  /** @param {1 | -1} way */
  #want(way) {
    const lines = Math.min(MOST, Math.max(1, this.preferences.lines + way));
    if (lines === this.preferences.lines) return;
    this.preferences.lines = lines;
    savePreferences(this.preferences);
    this.#ask();
    this.#draw();
  }

  #draw() {
    const { isOn, isThreat } = this;
    const { lines: wanted } = this.preferences;
    const element = part("engine", HTMLElement);
    element.classList.toggle("on", isOn);
    element.style.setProperty("--lines", String(wanted));
    part("engine-on", HTMLElement).setAttribute("aria-checked", String(isOn));
    part("threat", HTMLElement).setAttribute("aria-pressed", String(isThreat));
    for (const id of ["threat", "fewer", "more"]) part(id, HTMLElement).hidden = !isOn;
    part("fewer", HTMLButtonElement).disabled = wanted <= 1;
    part("more", HTMLButtonElement).disabled = wanted >= MOST;
    const shown = isOn ? this.#shown : null;
    const list = part("lines", HTMLElement);
    const facts = !shown
      ? []
      : shown.lines.length
        ? [words.analysis.depth(shown.depth ?? 0), words.analysis.speed(shown.nps ?? 0)]
        : [words.analysis.engineStates[shown.state] ?? ""];
    part("engine-facts", HTMLElement).replaceChildren(...facts.map((fact) => html("span", {}, [fact])));
    part("screen", HTMLElement).dataset.depth = String(shown?.depth ?? 0);
    const bar = part("balance", HTMLElement);
    bar.hidden = !isOn;
    if (!isOn) {
      list.replaceChildren();
      return;
    }
    if (!shown) return; // the lines before stay, greyed, until there are others: nothing jumps
    list.classList.remove("old");
    list.replaceChildren(...shown.lines.map((line, index) => this.#line(line, index, shown.threat)));
    const best = shown.lines[0];
    if (best && !shown.threat) {
      const percent = Math.round(best.points * 100);
      bar.style.setProperty("--white", `${percent}%`);
      bar.setAttribute("aria-valuenow", String(percent));
      bar.setAttribute("aria-label", words.analysis.balance(percent));
    }
  }

  /** @param {Line} line @param {number} index @param {boolean} isThreat */
  #line(line, index, isThreat) {
    const value = html("b", { class: line.points >= 0.5 ? "white" : "black" }, [valueOf(line)]);
    const moves = line.moves.map(({ text, number, color }, at) => {
      const isFirst = color === this.ways.tree()?.study.game.first;
      const shownNumber = isFirst ? `${number}. ` : at === 0 ? `${number}… ` : "";
      const label = [html("span", { class: "number" }, [shownNumber]), text];
      return html("button", { type: "button", "data-line": index, "data-move": at, tabindex: at ? -1 : 0, disabled: isThreat }, label);
    });
    return html("li", {}, [value, html("span", { class: "pv" }, moves)]);
  }
}

/** @param {Line} line */
export function valueOf({ hundredths, win_in }) {
  if (win_in !== null) return `${win_in > 0 ? "" : "−"}#${Math.ceil(Math.abs(win_in) / 2)}`;
  const men = (hundredths / 100).toFixed(2);
  return hundredths > 0 ? `+${men}` : men.replace("-", "−");
}

/**
 * The first moves of the lines: the better, the thicker.
 * @param {Lines} lines
 * @param {"white" | "black"} turn
 */
function arrowsOf({ lines, threat }, turn) {
  const mover = threat === (turn === "black") ? "white" : "black";
  /** @param {Line} line */
  const own = ({ points }) => (mover === "white" ? points : 1 - points);
  const best = lines[0];
  return lines
    .filter((line) => own(best) - own(line) <= FAR && line.from !== line.to)
    .flatMap((line) => {
      const weight = 1 - (own(best) - own(line)) / FAR;
      return (line.parts?.length ? line.parts : [line]).map(({ from, to }) => ({ from, to, weight, threat }));
    })
    .reverse();
}
