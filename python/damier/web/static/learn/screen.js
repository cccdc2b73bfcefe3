/** The learning screen: the list of games, or the lessons of one. */

import { Refused, reasonOf } from "../ask.js";
import { DamierBoard } from "../board/element.js";
import { html, part } from "../html.js";
import { loadPreferences } from "../play/preferences.js";
import { fetchGames } from "../play/server.js";
import { SettingsDialog } from "../play/settings.js";
import { boardOf, looksOf, sentence } from "../play/state.js";
import { Turn } from "../play/turn.js";
import { fillIn } from "../tongue.js";
import { words } from "../words.js";
import { fetchCourse, fetchVerdict, stepsOf } from "./course.js";
import { loadProgress, saveProgress } from "./progress.js";

/** @typedef {import("./course.js").CourseState} CourseState */
/** @typedef {import("./course.js").Step} Step */
/** @typedef {import("./course.js").Verdict} Verdict */
/** @typedef {import("../board/state.js").Move} Move */

class LearnScreen {
  preferences = loadPreferences();
  board = part("board", DamierBoard);
  settings = new SettingsDialog(this.preferences, () => void this.board.show(this.#looks()));
  /** @type {CourseState | null} */
  course = null;
  /** @type {Step[]} */
  steps = [];
  /** @type {Set<string>} */
  done = new Set();
  at = 0;
  turn = new Turn([]);
  isFlipped = false;
  /** What was tried in vain in this step. */
  #failures = 0;
  #isSolved = false;

  async begin() {
    fillIn(words.learn, words.language);
    part("settings", HTMLElement).addEventListener("click", () => this.settings.open());
    this.#listen();
    const game = /^\/learn\/([^/]+)$/.exec(location.pathname)?.[1];
    try {
      if (game) await this.#open(game);
      else await this.#list();
    } catch (error) {
      const problem = part("problem", HTMLElement);
      problem.hidden = false;
      problem.textContent = error instanceof Refused ? `${words.learn.missing} ${sentence(error.message)}` : words.status.lost;
      await this.#list();
    }
  }

  // -- the games ----------------------------------------------------------------------------------------------------

  async #list() {
    document.title = `${words.learn.title} · damier`;
    part("screen", HTMLElement).dataset.view = "list";
    const { games } = await fetchGames();
    const progress = loadProgress();
    part("games", HTMLElement).replaceChildren(
      ...games.map(({ id, name, files, ranks }) => {
        const { done, all } = progress[id] ?? { done: [], all: 0 };
        const share = all ? Math.min(1, done.length / all) : 0;
        const bar = html("span", { class: "share", "aria-hidden": "true" }, [html("span")]);
        bar.style.setProperty("--share", String(share));
        return html("li", {}, [
          html("a", { href: `/learn/${encodeURIComponent(id)}` }, [
            html("b", {}, [name]),
            html("small", {}, [`${files} × ${ranks} · ${all ? words.learn.progress(done.length, all) : words.learn.notBegun}`]),
            bar,
          ]),
        ]);
      }),
    );
  }

  // -- the lessons --------------------------------------------------------------------------------------------------

  /** @param {string} id */
  async #open(id) {
    const course = (this.course = await fetchCourse(id));
    this.steps = stepsOf(course);
    this.done = new Set(loadProgress()[course.game.id]?.done ?? []);
    document.title = `${course.game.name} · ${words.learn.title} · damier`;
    part("game-name", HTMLElement).textContent = course.game.name;
    part("lessons", HTMLElement).setAttribute("aria-label", words.learn.lessonsOf(course.game.name));
    part("screen", HTMLElement).dataset.view = "lesson";
    const open = this.steps.findIndex(({ key }) => !this.done.has(key));
    this.#go(open < 0 ? 0 : open);
  }

  /** @param {number} at @param {{focus?: boolean}} [options] */
  #go(at, { focus = false } = {}) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, at));
    this.#failures = 0;
    this.#isSolved = false;
    this.#say("");
    this.#draw();
    if (focus) part("topic", HTMLElement).focus();
  }

  get #step() {
    return this.steps[this.at];
  }

  get #task() {
    const { exercise, key } = this.#step;
    if (exercise) return words.learn.tasks[exercise.kind] ?? "";
    return key === "begin" ? words.learn.introTask : key === "end" ? "" : words.learn.readTask;
  }

  #looks() {
    return this.course ? looksOf(this.course.game, this.preferences) : {};
  }

  #draw() {
    const { course } = this;
    if (!course) return;
    const { lesson, exercise, key } = this.#step;
    const { learn } = words;
    part("topic", HTMLElement).textContent =
      lesson ? learn.topics[lesson.topic] ?? lesson.topic : key === "begin" ? learn.intro : learn.endTitle;
    const facts = lesson ? lesson.facts : key === "begin" ? course.begins : [];
    part("facts", HTMLElement).replaceChildren(
      ...(key === "end" ? [html("p", {}, [learn.endText(course.game.name)])] : []),
      ...facts.map(({ text, clause }) => html("p", {}, [`${sentence(text)}. `, ...(clause ? [html("small", {}, [learn.clause(clause)])] : [])])),
      ...(lesson?.topic === "Draws" && !lesson.draws.length ? [html("p", {}, [learn.noDraws])] : []),
      ...(lesson?.draws ?? []).map(({ description, clause }) =>
        html("p", {}, [`${sentence(description)}. `, html("small", {}, [learn.clause(clause)])]),
      ),
    );
    part("task", HTMLElement).textContent = this.#task;
    const played = part("played", HTMLElement);
    played.hidden = !exercise?.played.length;
    played.textContent = exercise?.played.length ? learn.soFar(exercise.played) : "";
    this.#drawBoard();
    this.#drawSteps();
  }

  #drawBoard() {
    const { course } = this;
    if (!course) return;
    const { exercise } = this.#step;
    const position = exercise ?? { ...course, ply: 0, moves: [], clocks: [], outcome: null, fen: "" };
    this.turn = new Turn(exercise?.moves ?? []);
    void this.board.show({
      ...boardOf(position),
      ...this.#looks(),
      name: words.boardName(course.game.name),
      moves: this.turn.choices,
      own: exercise ? exercise.turn : null,
      lastMove: null,
      arrows: exercise?.target ? [{ from: exercise.target, to: exercise.target, color: "green" }] : [],
      bottom: this.isFlipped ? "black" : "white",
      oneClick: this.preferences.oneClick,
      fixed: false,
    });
    part("screen", HTMLElement).style.setProperty("--ratio", String(this.board.ratio));
    part("screen", HTMLElement).dataset.step = this.#step.key;
    delete part("screen", HTMLElement).dataset.verdict;
  }

  #drawSteps() {
    const { learn } = words;
    const last = this.steps.length - 1;
    part("counter", HTMLElement).textContent = learn.step(this.at + 1, this.steps.length);
    part("back", HTMLButtonElement).disabled = this.at === 0;
    const next = part("next", HTMLButtonElement);
    next.hidden = this.at === last;
    next.classList.toggle("primary", this.#isSolved || !this.#step.exercise);
    part("show", HTMLElement).hidden = this.#failures < 2 || this.#isSolved || !this.#step.exercise;
    part("retry", HTMLElement).hidden = !this.#isSolved || !this.#step.exercise;
    part("end", HTMLElement).hidden = this.at !== last;
    part("play-now", HTMLAnchorElement).href = `/new?game=${encodeURIComponent(this.course?.game.id ?? "")}`;
    /** @type {Map<string, number[]>} */
    const topics = new Map();
    this.steps.forEach(({ lesson, key }, at) => {
      const topic = lesson?.topic ?? key;
      topics.set(topic, [...(topics.get(topic) ?? []), at]);
    });
    topics.delete("end");
    part("lesson-list", HTMLElement).replaceChildren(
      ...[...topics].map(([topic, all]) => {
        const isDone = all.every((at) => this.done.has(this.steps[at].key));
        const isHere = all.includes(this.at);
        const name = topic === "begin" ? learn.intro : learn.topics[topic] ?? topic;
        const button = html("button", { type: "button", "aria-current": isHere && "step", "aria-label": isDone && learn.isDone(name) }, [
          html("span", { class: "tick", "aria-hidden": "true" }, [isDone ? "✓" : ""]),
          name,
        ]);
        button.addEventListener("click", () => this.#go(all[0], { focus: true }));
        return html("li", {}, [button]);
      }),
    );
    const share = this.steps.filter(({ key }) => this.done.has(key)).length / last;
    part("share", HTMLElement).style.setProperty("--share", String(share));
  }

  /** @param {string} text @param {"" | "right" | "refusal" | "choice"} [kind] @param {string} [more] */
  #say(text, kind = "", more = "") {
    const says = part("says", HTMLElement);
    says.className = `says ${text ? kind : "silent"}`;
    part("status", HTMLElement).replaceChildren(...(text ? [html("b", {}, [text]), ...(more ? [" ", more] : [])] : []));
  }

  /** This step is done with. */
  #finish() {
    const { course } = this;
    if (!course) return;
    this.done.add(this.#step.key);
    saveProgress(course.game.id, this.done, this.steps.length - 1);
  }

  // -- what a person does -------------------------------------------------------------------------------------------

  #listen() {
    const { board } = this;
    board.addEventListener("damier-move", (event) => {
      const { move } = /** @type {CustomEvent<{move: Move}>} */ (event).detail;
      void this.#play(move);
    });
    board.addEventListener("damier-refused", (event) => {
      const { from, to } = /** @type {CustomEvent<{from: number, to: number | null}>} */ (event).detail;
      void this.#try({ from, to });
    });
    board.addEventListener("damier-choice", (event) => {
      const { moves } = /** @type {CustomEvent<{moves: Move[]}>} */ (event).detail;
      if (moves.length) this.#say(words.status.choose(moves.length), "choice");
    });
    /** @param {string} id @param {() => void} action */
    const onClick = (id, action) => part(id, HTMLElement).addEventListener("click", action);
    onClick("back", () => this.#go(this.at - 1, { focus: true }));
    onClick("next", () => {
      if (!this.#step.exercise) this.#finish();
      this.#go(this.at + 1, { focus: true });
    });
    onClick("retry", () => this.#go(this.at));
    onClick("restart", () => this.#go(0, { focus: true }));
    onClick("flip", () => {
      this.isFlipped = !this.isFlipped;
      void this.board.show({ bottom: this.isFlipped ? "black" : "white" });
    });
    onClick("show", () => void this.#try({ from: 0, to: null, show: true }));
  }

  /** A move on the board: a whole turn, or the first of two. @param {Move} move */
  async #play(move) {
    const { exercise } = this.#step;
    if (!exercise || this.#isSolved) return;
    const id = this.turn.add(move);
    if (id !== null) return this.#try({ move: id });
    const before = boardOf(exercise);
    void this.board.show(
      { ...this.turn.after(before), moves: this.turn.choices, lastMove: this.turn.lastMove(before) },
      { animate: this.preferences.animate },
    );
    this.#say(words.learn.halfTurn);
    return undefined;
  }

  /** @param {{move?: string, from?: number, to?: number | null, show?: boolean}} attempt */
  async #try(attempt) {
    const { course } = this;
    const step = this.#step;
    if (!course || !step.lesson || !step.exercise || this.#isSolved) return;
    try {
      const verdict = await fetchVerdict(course.game.id, { topic: step.lesson.topic, number: step.number, ...attempt });
      if (step === this.#step) this.#hear(verdict, step);
    } catch (error) {
      this.#drawBoard();
      this.#say(sentence(reasonOf(error)), "refusal");
    }
  }

  /** @param {Verdict} verdict @param {Step} step */
  #hear(verdict, step) {
    const { exercise } = step;
    if (!exercise) return;
    if (verdict.verdict === "right") this.#praise(verdict, exercise);
    else if (verdict.verdict === "legal") {
      this.#failures += 1;
      this.#drawBoard();
      this.#say(words.learn.beside(verdict.text, ""), "refusal", this.#task);
    } else if (verdict.message) {
      this.#failures += 1;
      this.#say(sentence(verdict.message.replace(/^illegal move /, "")), "refusal");
      this.board.point(verdict.must);
    } else {
      this.board.offer({ hints: [{ ...verdict.hint, weight: 1 }] });
    }
    this.#drawSteps();
    part("screen", HTMLElement).dataset.verdict = verdict.verdict;
  }

  /** @param {Verdict} verdict @param {import("./course.js").Exercise} exercise */
  #praise(verdict, exercise) {
    const { learn } = words;
    this.#isSolved = true;
    this.#finish();
    const after = boardOf({ ...exercise, pieces: verdict.pieces, towers: verdict.towers });
    const isWhole = exercise.moves.every((move) => !move.parts?.length);
    void this.board.show(
      { ...after, moves: [], own: null, lastMove: isWhole ? verdict.last_move : null },
      { animate: isWhole && this.preferences.animate },
    );
    const seen = learn.lessons[exercise.kind] ?? "";
    // Elsewhere it is by chance that the position has an end.
    const ends = ["Goal", "Draws"].includes(this.#step.lesson?.topic ?? "");
    const outcome = ends && verdict.outcome ? ` ${sentence(verdict.outcome.reason)}.` : "";
    const text = typeof seen === "function" ? seen(verdict) : seen;
    this.#say(learn.praise[this.at % learn.praise.length], "right", `${text}${outcome}`);
    part("next", HTMLElement).focus();
  }
}

void new LearnScreen().begin();
