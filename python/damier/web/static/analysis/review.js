/** The review of a game: its curve, how accurate each side was, its key moments, and its mistakes tried again. */

import { html, part } from "../html.js";
import { svg } from "../board/svg.js";
import { words } from "../words.js";

/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../board/state.js").Move} Move */
/** @typedef {import("./tree.js").Tree} Tree */

/**
 * @typedef {object} Judged
 * @property {number} node
 * @property {Side} color
 * @property {number} number
 * @property {string} text
 * @property {number} points   that White may expect after the move
 * @property {number} cost     points that it gave away
 * @property {string} mark
 * @property {boolean} is_best
 * @property {string[]} best   how it should have gone on
 */

/**
 * @typedef {object} Review
 * @property {"review"} type
 * @property {"done"} state
 * @property {number} start
 * @property {Record<Side, number | null>} accuracy
 * @property {Record<Side, Record<string, number>>} counts
 * @property {Judged[]} moves
 */

/** @typedef {Review | {type: "review", state: "waiting" | "running" | "stopped" | "failed", done?: number, total?: number, message?: string}} Reviewing */
/** @typedef {{type: "tried", node: number, text: string, move: string, is_best: boolean, is_good: boolean, accuracy: number}} Tried */

const [WIDTH, HEIGHT] = [360, 84];
const MARKS = ["?!", "?", "??"];
/** Marks as names of classes. @type {Record<string, string>} */
const KINDS = { "?!": "g6", "?": "g2", "??": "g4" };
const LESSONS = 0.1; // points: what cost less is not worth a lesson

export class ReviewView {
  /** @type {Review | null} */
  review = null;
  /** The mistakes that are tried again, the first one now. @type {Judged[]} */
  #lessons = [];
  #isSolved = false;
  #isRunning = false;
  #at = 0;

  /**
   * @param {object} ways
   * @param {(message: Record<string, unknown>) => void} ways.say
   * @param {(id: number) => void} ways.go
   * @param {(id: number) => void} ways.ask     shows the position before a move, which is to be found again
   * @param {(moves: string[], node: number) => void} ways.show  shows how it should have gone on
   * @param {(text: string, kind?: "" | "refusal" | "choice") => void} ways.tell
   * @param {() => void} ways.end               the lessons are over
   */
  constructor(ways) {
    this.ways = ways;
    part("review", HTMLElement).addEventListener("click", () => this.toggle());
    const depth = part("review-depth", HTMLSelectElement);
    depth.setAttribute("aria-label", words.analysis.review.depth);
    for (const [name, label] of Object.entries(words.analysis.review.depths))
      depth.append(html("option", { value: name, selected: name === "normal" }, [label]));
    part("review-curve", HTMLElement).addEventListener("click", (event) => this.#point(event));
  }

  /** The lesson that is under way. */
  get lesson() {
    return this.#lessons[0] ?? null;
  }

  toggle() {
    const panel = part("review-panel", HTMLElement);
    panel.hidden = !panel.hidden;
    part("review", HTMLElement).setAttribute("aria-pressed", String(!panel.hidden));
    if (panel.hidden) this.#endLessons();
    else if (!this.review && !this.#isRunning) this.#start();
    this.#draw();
  }

  /** Another game. @param {Review | null} review */
  begin(review) {
    this.review = review;
    this.#isRunning = false;
    this.#lessons = [];
    this.#draw();
  }

  close() {
    this.review = null;
    this.#isRunning = false;
    this.#lessons = [];
    part("review-panel", HTMLElement).hidden = true;
    part("review", HTMLElement).setAttribute("aria-pressed", "false");
    this.#draw();
  }

  /** @param {Reviewing} news */
  hear(news) {
    this.#isRunning = news.state === "waiting" || news.state === "running";
    if (news.state === "done") this.review = news;
    this.#draw(news);
  }

  /** @param {number} node */
  look(node) {
    this.#at = node;
    this.#drawPlace();
  }

  /** A move was played on the board in a lesson. @param {string} move */
  try(move) {
    if (this.lesson && !this.#isSolved) this.ways.say({ type: "try", node: this.lesson.node, move });
  }

  /** @param {Tried} tried */
  judge({ node, text, is_best, is_good }) {
    const { lesson } = this;
    if (!lesson || lesson.node !== node) return;
    const { learn } = words.analysis.review;
    this.#isSolved = is_best || is_good;
    this.ways.ask(lesson.node);
    this.ways.tell(is_best ? learn.best(text) : is_good ? learn.good(text) : learn.wrong(text), this.#isSolved ? "choice" : "refusal");
    this.#draw();
  }

  // -- inside -------------------------------------------------------------------------------------------------------

  #start() {
    this.#isRunning = true;
    this.review = null;
    this.ways.say({ type: "review", depth: part("review-depth", HTMLSelectElement).value || "normal" });
  }

  /** @param {Reviewing | null} [news] */
  #draw(news = null) {
    const { review: text } = words.analysis;
    const { review } = this;
    const progress = part("review-progress", HTMLProgressElement);
    progress.hidden = !this.#isRunning;
    if (news?.state === "running") {
      progress.max = news.total ?? 1;
      progress.value = news.done ?? 0;
    } else if (!this.#isRunning) progress.removeAttribute("value");
    const status = news?.state === "failed" ? (news.message ?? "") : this.#isRunning ? text.running : review ? "" : text.none;
    part("review-status", HTMLElement).textContent = status;
    part("screen", HTMLElement).dataset.review = this.#isRunning ? "running" : review ? "done" : "none";
    part("review-curve", HTMLElement).hidden = !review;
    part("review-sides", HTMLElement).hidden = !review;
    this.#drawTools();
    if (!review) return;
    part("review-sides", HTMLElement).replaceChildren(
      ...(/** @type {const} */ (["white", "black"])).map((side) => {
        const accuracy = review.accuracy[side];
        return html("li", {}, [
          html("span", { class: `disc ${side}`, role: "img", "aria-label": words.side(side) }),
          html("b", {}, [accuracy === null ? "–" : text.accuracy(accuracy)]),
          ...MARKS.map((mark) => this.#count(side, mark)),
        ]);
      }),
    );
    this.#drawCurve(review);
    this.#drawPlace();
  }

  /** How often a side went wrong so; a click leads to the next time. @param {Side} side @param {string} mark */
  #count(side, mark) {
    const count = this.review?.counts[side][mark] ?? 0;
    const label = words.analysis.review.count(count, mark);
    const button = html("button", { type: "button", disabled: count === 0, title: label, "aria-label": `${words.side(side)}: ${label}` }, [
      html("span", { class: `glyph ${KINDS[mark]}` }, [mark]),
      ` ${count}`,
    ]);
    button.addEventListener("click", () => {
      const found = this.review?.moves.filter((move) => move.color === side && move.mark === mark) ?? [];
      const now = found.findIndex(({ node }) => node === this.#at);
      const next = found[(now + 1) % found.length];
      if (next) this.ways.go(next.node);
    });
    return button;
  }

  #drawTools() {
    const { review: text } = words.analysis;
    const { review, lesson } = this;
    /** @param {string} label @param {() => void} action @param {boolean} [primary] */
    const button = (label, action, primary = false) => {
      const made = html("button", { type: "button", class: primary ? "primary" : "" }, [label]);
      made.addEventListener("click", action);
      return made;
    };
    /** @type {HTMLElement[]} */
    const tools = [];
    part("review-again", HTMLElement).hidden = Boolean(lesson);
    part("review-depth", HTMLElement).hidden = Boolean(lesson) || this.#isRunning;
    if (lesson) {
      const { learn } = text;
      if (!this.#isSolved) tools.push(button(learn.solution, () => this.#solve()));
      tools.push(button(this.#lessons.length > 1 ? learn.next(this.#lessons.length - 1) : learn.end, () => this.#next(), true));
      if (this.#lessons.length > 1) tools.push(button(learn.stop, () => this.#endLessons()));
    } else if (this.#isRunning) tools.push(button(text.stop, () => this.ways.say({ type: "review_off" })));
    else if (review) {
      for (const side of /** @type {const} */ (["white", "black"])) {
        const found = this.#mistakes(side);
        if (found.length) tools.push(button(text.learnAs(side, found.length), () => this.#learn(found), true));
      }
      tools.push(button(text.write, () => this.ways.say({ type: "annotate" })));
    }
    part("review-tools", HTMLElement).replaceChildren(...tools);
    const again = button(review ? text.again : text.start, () => {
      this.#start();
      this.#draw();
    });
    part("review-again", HTMLElement).replaceChildren(...(this.#isRunning ? [] : [again]));
  }

  /** @param {Side} side */
  #mistakes(side) {
    return (this.review?.moves ?? []).filter(({ color, cost, is_best }) => color === side && cost >= LESSONS && !is_best);
  }

  /** @param {Judged[]} lessons */
  #learn(lessons) {
    this.#lessons = [...lessons];
    this.#ask();
  }

  #ask() {
    const { lesson } = this;
    if (!lesson) return;
    this.#isSolved = false;
    this.ways.ask(lesson.node);
    this.ways.tell(words.analysis.review.learn.question(lesson.text, lesson.color), "choice");
    this.#draw();
  }

  #solve() {
    const { lesson } = this;
    if (!lesson) return;
    this.#isSolved = true;
    this.ways.show(lesson.best, lesson.node);
    this.#draw();
  }

  #next() {
    this.#lessons.shift();
    if (this.lesson) this.#ask();
    else this.#endLessons();
  }

  #endLessons() {
    const wasLearning = this.#lessons.length > 0 || this.#isSolved;
    this.#lessons = [];
    this.#isSolved = false;
    if (wasLearning) this.ways.end();
    this.#draw();
  }

  /** White's share of the points to be expected is the light part. @param {Review} review */
  #drawCurve({ start, moves }) {
    const values = [start, ...moves.map(({ points }) => points)];
    const path = values.map((value, index) => `${x(index, values.length)} ${y(value)}`).join("L");
    const dots = moves.flatMap(({ mark, text, number, color, points }, index) =>
      mark ? [svg("circle", { class: KINDS[mark], cx: x(index + 1, values.length), cy: y(points), r: 3.6 }, [
        svg("title", {}, [`${number}${color === "white" ? "." : "…"} ${text}${mark}`]),
      ])] : [],
    );
    const { accuracy } = this.review ?? { accuracy: { white: null, black: null } };
    part("review-curve", HTMLElement).replaceChildren(
      svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words.analysis.review.curve(accuracy.white, accuracy.black), preserveAspectRatio: "none" }, [
        svg("rect", { class: "dark", width: WIDTH, height: HEIGHT }),
        svg("path", { class: "light", d: `M0 ${HEIGHT}L${path}L${WIDTH} ${HEIGHT}z` }),
        svg("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
        svg("path", { class: "curve", d: `M${path}` }),
        svg("path", { class: "place", id: "review-place" }),
        ...dots,
      ]),
    );
  }

  #drawPlace() {
    const place = document.getElementById("review-place");
    if (!place || !this.review) return;
    const index = this.#at === 0 ? 0 : this.review.moves.findIndex(({ node }) => node === this.#at) + 1;
    const isThere = this.#at === 0 || index > 0;
    place.setAttribute("d", isThere ? `M${x(index, this.review.moves.length + 1)} 0V${HEIGHT}` : "");
  }

  /** A click on the curve leads to the move. @param {MouseEvent} event */
  #point(event) {
    if (!this.review || this.lesson) return;
    const box = part("review-curve", HTMLElement).getBoundingClientRect();
    const index = Math.round(((event.clientX - box.left) / box.width) * this.review.moves.length);
    this.ways.go(index <= 0 ? 0 : (this.review.moves[index - 1]?.node ?? 0));
  }
}

/** @param {number} index @param {number} count */
const x = (index, count) => Number(((index / Math.max(1, count - 1)) * WIDTH).toFixed(2));

/** @param {number} points */
const y = (points) => Number(((1 - points) * HEIGHT).toFixed(2));
