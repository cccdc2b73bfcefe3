/** The clocks beside the players: they go down by themselves between what the server says. */

import { html } from "../html.js";
import { words } from "../words.js";

/** @typedef {import("./state.js").Clocks} Clocks */
/** @typedef {import("../board/state.js").Side} Side */

const SHORT = 20; // seconds below which tenths are shown and a clock is marked

export class ClockFaces {
  /** @type {Map<Side, HTMLElement>} */
  #faces = new Map();
  /** @type {Clocks | null} */
  #clocks = null;
  #since = 0;
  #timer = 0;

  /** @param {Clocks | null} clocks */
  set(clocks) {
    this.#clocks = clocks;
    this.#since = performance.now();
    this.#faces.clear();
    clearInterval(this.#timer);
    if (clocks?.running) this.#timer = window.setInterval(() => this.#draw(), 100);
  }

  /** A face for a side; none where no time is kept. @param {Side} side */
  face(side) {
    if (!this.#clocks) return [];
    const face = html("time", { class: "clock", role: "timer", "aria-label": words.clockOf(side) });
    this.#faces.set(side, face);
    this.#draw();
    return [face];
  }

  #draw() {
    if (!this.#clocks) return;
    const { left, running } = this.#clocks;
    for (const [side, face] of this.#faces) {
      const gone = running === side ? (performance.now() - this.#since) / 1000 : 0;
      const seconds = Math.max(0, left[side] - gone);
      face.textContent = timeOf(seconds);
      face.classList.toggle("running", running === side);
      face.classList.toggle("short", seconds < SHORT);
    }
  }
}

/** @param {number} seconds */
export function timeOf(seconds) {
  if (seconds < SHORT) return seconds.toFixed(1);
  const whole = Math.ceil(seconds);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
