/** A game's lessons as steps, one after the other: the beginning, each exercise, what is only to be read, the end. */

import { ask } from "../ask.js";

/** @typedef {import("../play/state.js").PositionState} PositionState */
/** @typedef {import("../board/state.js").PlayedMove} PlayedMove */
/** @typedef {{text: string, clause: string}} Fact */
/** @typedef {{kind: string, target: number, played: string[]} & PositionState} Exercise */
/** @typedef {import("../play/state.js").Clock} DrawRule */
/** @typedef {{topic: string, facts: Fact[], draws: DrawRule[], exercises: Exercise[]}} Lesson */

/**
 * @typedef {object} CourseState
 * @property {import("../play/state.js").Game} game
 * @property {PositionState["squares"]} squares
 * @property {PositionState["pieces"]} pieces
 * @property {import("../board/state.js").Side} turn
 * @property {Fact[]} begins
 * @property {Lesson[]} lessons
 */

/**
 * What is said about an attempt.
 * @typedef {object} Verdict
 * @property {"right" | "legal" | "illegal" | "shown"} verdict
 * @property {string} text
 * @property {boolean} promotes
 * @property {number} captured
 * @property {PositionState["pieces"]} pieces
 * @property {Record<string, string>} towers
 * @property {PlayedMove} last_move
 * @property {import("../play/state.js").Outcome | null} outcome
 * @property {string} message
 * @property {number[]} must
 * @property {{from: number, to: number}} hint
 */

/**
 * @typedef {object} Step
 * @property {string} key               what it is remembered by
 * @property {Lesson | null} lesson     `null` at the beginning and at the end
 * @property {number} number            of the exercise in its lesson
 * @property {Exercise | null} exercise
 */

/** @param {string} game @returns {Promise<CourseState>} */
export const fetchCourse = (game) => ask("GET", `/api/lessons/${encodeURIComponent(game)}`);

/**
 * @param {string} game
 * @param {{topic: string, number: number, move?: string, from?: number, to?: number | null}} attempt
 * @returns {Promise<Verdict>}
 */
export const fetchVerdict = (game, attempt) => ask("POST", `/api/lessons/${encodeURIComponent(game)}/tries`, attempt);

/** @param {CourseState} course @returns {Step[]} */
export function stepsOf({ lessons }) {
  /** @type {Step[]} */
  const steps = [{ key: "begin", lesson: null, number: 0, exercise: null }];
  for (const lesson of lessons) {
    lesson.exercises.forEach((exercise, number) => steps.push({ key: exercise.kind, lesson, number, exercise }));
    if (!lesson.exercises.length) steps.push({ key: `read ${lesson.topic}`, lesson, number: 0, exercise: null });
  }
  return [...steps, { key: "end", lesson: null, number: 0, exercise: null }];
}
