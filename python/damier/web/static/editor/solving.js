/** Solving a composition: what the server finds, as it comes, and the tree of the solution. */

import { questionOf } from "../analysis/server.js";
import { html, part } from "../html.js";
import { numbered } from "../sheet/tray.js";
import { words } from "../words.js";

/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */
/** @typedef {import("../board/state.js").PlayedMove} PlayedMove */
/** @typedef {import("../board/state.js").Side} Side */

/**
 * @typedef {object} Step
 * @property {string} id
 * @property {string} text
 * @property {number} from
 * @property {number} to
 * @property {number[]} path
 * @property {number[]} captures
 * @property {boolean} promotes
 * @property {{text: string, minor: boolean}[]} duals
 * @property {number} left_out
 * @property {Step[]} replies
 */

/** @typedef {{text: string, proof: string, moves: number, end: string, gain: number, duals: number, tree: Step}} Solution */
/** @typedef {{type: "solved", complete: boolean, quiet: number, seconds: number, hint: {text: string, hundredths: number} | null, solutions: Solution[]}} Solved */
/** @typedef {{type: "progress", stage: string, quiet: number, positions: number, solutions: number}} Progress */
/** @typedef {{type: "waiting"} | Progress | Solved | {type: "error", message: string}} Message */
/** @typedef {{game: import("../play/state.js").Game, fen: string, turn: Side, pieces: Record<string, PieceSymbol>}} Problem */

const SECONDS = 20;
const LONGER = 60;

export class SolvingView {
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Problem | null} */
  #problem = null;
  /** The main line of the first solution, as it is written; empty where none is known. */
  solution = "";

  /**
   * @param {object} ways
   * @param {() => Problem | null} ways.position
   * @param {(pieces: Map<number, PieceSymbol>, lastMove: PlayedMove | null) => void} ways.show
   */
  constructor(ways) {
    this.ways = ways;
    part("solving-title", HTMLElement).textContent = words.editor.solving.title;
    part("solving-stop", HTMLElement).textContent = words.editor.solving.stop;
    part("solving-stop", HTMLElement).addEventListener("click", () => this.#running?.abort());
  }

  /** The position is another one now. */
  close() {
    this.solution = "";
    this.#running?.abort();
    this.#problem = null;
    part("solving", HTMLElement).hidden = true;
  }

  /** @param {number} [seconds] */
  async solve(seconds = SECONDS) {
    const problem = this.ways.position();
    if (!problem) return;
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    this.#problem = problem;
    const { solving } = words.editor;
    part("solving", HTMLElement).hidden = false;
    part("solving", HTMLElement).dataset.state = "running";
    part("solutions", HTMLElement).replaceChildren();
    part("solving-stop", HTMLElement).hidden = false;
    this.#tell(solving.waiting);
    part("solving", HTMLElement).scrollIntoView({ block: "nearest" });
    try {
      const body = JSON.stringify({ game: problem.game.id, fen: problem.fen, seconds });
      const answer = await fetch("/api/solutions", { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: running.signal });
      if (!answer.ok || !answer.body) this.#tell((await answer.json()).message);
      else await this.#follow(answer.body, problem);
    } catch {
      if (running === this.#running) this.#tell(running.signal.aborted ? solving.stopped : solving.lost);
    }
    if (running !== this.#running) return;
    part("solving", HTMLElement).dataset.state = "done";
    part("solving-stop", HTMLElement).hidden = true;
  }

  /** One JSON object a line. @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {Problem} problem */
  async #follow(stream, problem) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#hear(JSON.parse(line), problem);
    }
  }

  /** @param {Message} message @param {Problem} problem */
  #hear(message, problem) {
    const { solving } = words.editor;
    if (message.type === "progress")
      this.#tell(
        message.stage === "search" ? solving.search : solving.forced(message.quiet, message.positions.toLocaleString(), message.solutions),
      );
    else if (message.type === "solved") this.#show(message, problem);
    else if (message.type === "error") this.#tell(message.message);
  }

  /** @param {string} text */
  #tell(text) {
    part("solving-status", HTMLElement).textContent = text;
  }

  /** @param {Solved} solved @param {Problem} problem */
  #show({ solutions, complete, quiet, seconds, hint }, problem) {
    const { solving } = words.editor;
    if (solutions.length) this.solution = numbered(mainLine(solutions[0].tree).map(({ text }) => text), problem.turn);
    const bounds = solving.bounds(complete, quiet, seconds.toLocaleString([], { maximumFractionDigits: 1 }));
    const verdict = solutions.length ? solving.found(solutions.length) : complete ? solving.none : solving.unproven;
    this.#tell(`${verdict} ${bounds}`);
    /** @type {HTMLElement[]} */
    const parts = solutions.map((solution) => this.#solution(solution, problem));
    if (hint) parts.push(html("p", {}, [solving.hint(hint.text, `${hint.hundredths > 0 ? "+" : ""}${(hint.hundredths / 100).toFixed(2)}`)]));
    if (!complete) {
      const again = html("button", { type: "button" }, [solving.again]);
      again.addEventListener("click", () => void this.solve(LONGER));
      parts.push(again);
    }
    part("solutions", HTMLElement).replaceChildren(...parts);
  }

  /** @param {Solution} solution @param {Problem} problem */
  #solution({ text, moves, end, gain, duals, proof, tree }, problem) {
    const { solving } = words.editor;
    const facts = [
      solving.line((solving.ends[end] ?? solving.ends.search)(gain), moves),
      ...(proof === "forced" ? [duals ? solving.dualCount(duals) : solving.noDuals] : []),
    ];
    const { game, fen } = problem;
    return html("article", { class: "solution", "data-key": text }, [
      html("h3", {}, [text, " ", html("small", {}, [facts.join(" · ")])]),
      ...this.#line([tree], 1, true),
      html("a", { class: "button", href: `/analysis${questionOf({ game: game.id, fen, moves: mainLine(tree).map(({ id }) => id).join(" ") })}` }, [solving.analyse]),
    ]);
  }

  /**
   * A line with the other defences under it.
   * @param {Step[]} way      the moves that lead here, the last of which is the first that is shown
   * @param {number} number   of the first attacking move that is shown
   * @param {boolean} attacks  whether the first move that is shown is the attacker's
   * @returns {HTMLElement[]}
   */
  #line(way, number, attacks) {
    const { solving } = words.editor;
    /** @type {(Node | string)[]} */
    const shown = [];
    /** @type {HTMLElement[]} */
    const others = [];
    let path = way;
    let move = number;
    let isAttack = attacks;
    for (let step = way.at(-1); step; ) {
      if (isAttack || step === way.at(-1)) shown.push(html("span", { class: "number" }, [isAttack ? `${move}. ` : `${move}… `]));
      shown.push(this.#button(path, isAttack), " ");
      const major = step.duals.filter(({ minor }) => !minor).map(({ text }) => text);
      const minor = step.duals.filter(({ minor }) => minor).map(({ text }) => text);
      if (major.length) shown.push(html("span", { class: "dual" }, [`(${solving.duals(major)}) `]));
      if (minor.length) shown.push(html("span", { class: "minor" }, [`(${solving.minor(minor)}) `]));
      if (isAttack) {
        for (const reply of step.replies.slice(1)) others.push(html("li", {}, this.#line([...path, reply], move, false)));
        if (step.left_out) others.push(html("li", {}, [solving.leftOut(step.left_out)]));
      } else move += 1;
      isAttack = !isAttack;
      const [next] = step.replies;
      if (next) path = [...path, next];
      step = next;
    }
    const line = html("p", {}, shown);
    if (!others.length) return [line];
    const details = html("details", { open: others.length < 4 }, [html("summary", {}, [solving.others]), html("ul", {}, others)]);
    return [line, details];
  }

  /** A move that shows itself on the board. @param {Step[]} way @param {boolean} isAttack */
  #button(way, isAttack) {
    const step = /** @type {Step} */ (way.at(-1));
    const button = html("button", { type: "button", class: `move ${isAttack ? "attack" : ""}`, "aria-pressed": "false" }, [step.text]);
    button.addEventListener("click", () => {
      const isShown = button.getAttribute("aria-pressed") === "true";
      for (const other of part("solutions", HTMLElement).querySelectorAll("[aria-pressed]")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(!isShown));
      const problem = this.#problem;
      if (!problem || problem.game.two_games) return;
      const { pieces, last } = after(problem, isShown ? [] : way);
      this.ways.show(pieces, last);
    });
    return button;
  }
}

/** @param {Step} tree */
function mainLine(tree) {
  /** @type {Step[]} */
  const line = [];
  for (let step = /** @type {Step | undefined} */ (tree); step; step = step.replies[0]) line.push(step);
  return line;
}

/**
 * How the pieces stand after some moves.
 * @param {Problem} problem
 * @param {Step[]} way
 * @returns {{pieces: Map<number, PieceSymbol>, last: PlayedMove | null}}
 */
function after(problem, way) {
  /** @type {Map<number, PieceSymbol>} */
  const pieces = new Map(Object.entries(problem.pieces).map(([square, piece]) => [Number(square), piece]));
  /** @type {PlayedMove | null} */
  let last = null;
  for (const { from, to, path, captures, promotes } of way) {
    const piece = pieces.get(from) ?? "w";
    /** @type {Record<string, PieceSymbol>} */
    const taken = {};
    for (const square of captures) {
      taken[square] = pieces.get(square) ?? "w";
      pieces.delete(square);
    }
    pieces.delete(from);
    pieces.set(to, promotes ? /** @type {PieceSymbol} */ (piece.toUpperCase()) : piece);
    last = { from, to, path, captures: taken, piece };
  }
  return { pieces, last };
}
