/** Movement: a piece hops along its path; what it took leaves together at the end (or at once, where the game says so). */

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./geometry.js").Point} Point */

const HOP = 170; // milliseconds for one jump
const SLIDE = 190; // for a quiet move
const LEAVE = 220; // for captured pieces to fade
const PAUSE = 40; // on each landing square

/** @param {Point} point */
export const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** True where a person has asked for less movement. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * @typedef {object} Journey
 * @property {SVGElement} piece
 * @property {number[]} path
 * @property {Map<number, SVGElement>} victims
 * @property {boolean} atOnce    victims leave one by one
 * @property {boolean} arrived   the piece was carried there by hand: only its victims remain to be shown
 */

export class Motion {
  /** @type {Animation[]} */
  #running = [];
  #skipped = false;
  /** @type {Promise<void> | null} */
  #current = null;

  get isRunning() {
    return this.#current !== null;
  }

  /** Ends what is running: everything jumps to where it was going. */
  skip() {
    this.#skipped = true;
    for (const animation of this.#running) animation.finish();
  }

  /**
   * @param {Journey} journey
   * @param {Geometry} geometry
   */
  async play(journey, geometry) {
    this.#skipped = false;
    const run = this.#travel(journey, geometry).finally(() => {
      this.#current = null;
      this.#running = [];
    });
    this.#current = run;
    await run;
  }

  /**
   * @param {Journey} journey
   * @param {Geometry} geometry
   */
  async #travel({ piece, path, victims, atOnce, arrived }, geometry) {
    const waiting = new Map(victims);
    /** @type {Promise<void>[]} */
    const leaving = [];
    for (let leg = 1; leg < path.length && !this.#skipped; leg += 1) {
      const [from, to] = [path[leg - 1], path[leg]];
      const jumped = [...waiting].filter(([square]) => geometry.along(from, to, square) !== null);
      const [a, b] = [geometry.center(from), geometry.center(to)];
      const squares = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) / 100;
      const duration = (victims.size ? HOP : SLIDE) * (0.75 + Math.min(squares, 6) / 6);
      if (!arrived) {
        const lifted = jumped.length ? ` scale(1.09)` : "";
        const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        await this.#animate(piece, [{ transform: at(a) }, { transform: at(middle) + lifted }, { transform: at(b) }], {
          duration,
          easing: "ease-in-out",
          fill: "forwards",
        });
      }
      for (const [square, victim] of jumped) {
        waiting.delete(square);
        if (atOnce) leaving.push(this.#leave(victim));
        else victim.classList.add("taken");
      }
      if (jumped.length && path.length > 2) await this.#wait(piece, arrived ? 2 * PAUSE : PAUSE);
    }
    piece.style.transform = at(geometry.center(path[path.length - 1]));
    if (!atOnce) for (const victim of victims.values()) leaving.push(this.#leave(victim));
    await Promise.all(leaving);
  }

  /** @param {SVGElement} victim */
  #leave(victim) {
    const now = getComputedStyle(victim).opacity;
    return this.#animate(victim, [{ opacity: now }, { opacity: 0 }], { duration: LEAVE, fill: "forwards" });
  }

  /** @param {SVGElement} element @param {number} duration */
  #wait(element, duration) {
    return this.#animate(element, [], { duration });
  }

  /** @param {SVGElement} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  async #animate(element, frames, options) {
    if (this.#skipped || isStill()) return;
    const animation = element.animate(frames, options);
    this.#running.push(animation);
    try {
      await animation.finished;
    } catch {
      // Cancelled with its element: there is nothing left to show.
    }
  }
}
