/** What each piece is worth where it stands: a heat map on the board, without any search. */

import { ask } from "../ask.js";
import { part } from "../html.js";

/** @typedef {{square: number, worth: number, heat: number}} Worth */
/** @typedef {{value: number, worths: Worth[]}} Worths */
/** @typedef {{node: number, game: string, fen: string}} Seen */

const KEPT = 200; // positions whose values are remembered

export class WorthsView {
  isOn = false;
  /** @type {Map<string, Worths>} */
  #known = new Map();
  /** @type {Seen | null} */
  #seen = null;

  /** @param {(worths: Map<number, {heat: number, text: string}>) => void} draw */
  constructor(draw) {
    this.draw = draw;
    part("worth", HTMLElement).addEventListener("click", () => this.toggle());
  }

  toggle() {
    this.isOn = !this.isOn;
    part("worth", HTMLElement).setAttribute("aria-pressed", String(this.isOn));
    void this.#look();
  }

  /** Another position is shown; `null` while it is not known. @param {Seen | null} seen */
  show(seen) {
    this.#seen = seen;
    void this.#look();
  }

  async #look() {
    const seen = this.#seen;
    if (!this.isOn || !seen) return this.draw(new Map());
    const key = `${seen.game} ${seen.fen}`;
    const known = this.#known.get(key);
    if (known) return this.#draw(known);
    try {
      const found = /** @type {Worths} */ (await ask("POST", "/api/worths", { game: seen.game, fen: seen.fen }));
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(key, found);
      if (this.isOn && this.#seen === seen) this.#draw(found);
    } catch {
      if (this.#seen === seen) this.draw(new Map()); // without it, the rest works
    }
  }

  /** @param {Worths} found */
  #draw({ worths }) {
    this.draw(new Map(worths.map(({ square, worth, heat }) => [square, { heat, text: (worth / 100).toFixed(2) }])));
  }
}
