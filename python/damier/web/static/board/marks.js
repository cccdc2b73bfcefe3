/** What lies under and over the pieces: last move, selection, destinations, the choice between captures. */

import { branching, fitting, isAmbiguous } from "./choice.js";
import { UNIT } from "./geometry.js";
import { partsOf } from "./state.js";
import { svg } from "./svg.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/**
 * @param {BoardState} state
 * @param {Geometry} geometry
 */
export function marksBelow(state, geometry) {
  const { lastMove, clues, must } = state;
  /** @type {SVGElement[]} */
  const marks = [...state.worths].map(([square, { heat }]) => warmth(geometry, square, heat));
  if (lastMove) {
    for (const { from, to, path } of partsOf(lastMove)) {
      for (const square of new Set([from, to])) marks.push(tile(geometry, square, "last"));
      if (path.length > 2) marks.push(route(geometry, path, "trail"));
    }
  }
  if (clues.from !== null) marks.push(tile(geometry, clues.from, "selected"));
  for (const square of must) marks.push(ring(geometry, square, "must", 46));
  return marks;
}

/**
 * @param {BoardState} state
 * @param {Geometry} geometry
 */
export function marksAbove(state, geometry) {
  const worths = [...state.worths].map(([square, { text }]) => label(geometry, square, text));
  return [...worths, ...drawings(state, geometry), ...gestures(state, geometry)];
}

/**
 * What was drawn, and the moves that are pointed out.
 * @param {BoardState} state
 * @param {Geometry} geometry
 */
function drawings({ arrows, hints }, geometry) {
  return [
    ...hints.map(({ from, to, weight, threat }) =>
      arrow(geometry, from, to, threat ? "hint threat" : "hint", 0.45 + 0.55 * weight),
    ),
    ...arrows.map(({ from, to, color }) =>
      from === to ? ring(geometry, from, `drawn ${color}`, 45) : arrow(geometry, from, to, `drawn ${color}`, 1),
    ),
  ];
}

/**
 * What the person at the board has pointed at.
 * @param {BoardState} state
 * @param {Geometry} geometry
 */
function gestures(state, geometry) {
  const { clues } = state;
  if (clues.from === null && clues.to === null && !clues.through.length) return [];
  const fits = fitting(state.moves, clues);
  if (isAmbiguous(fits, clues)) {
    const { stops, victims } = branching(fits);
    return [
      ...fits.map((move) => route(geometry, move.path, "choice-route")),
      ring(geometry, fits[0].to, "destination", 15),
      ...victims.map((square) => ring(geometry, square, "choice victim", 44)),
      ...stops.map((square) => ring(geometry, square, "choice stop", 22)),
    ];
  }
  const marks = [];
  if (clues.from === null)
    for (const square of new Set(fits.map((move) => move.from))) marks.push(ring(geometry, square, "origin", 46));
  const victims = new Set(fits.flatMap((move) => move.captures));
  for (const square of victims) marks.push(ring(geometry, square, "victim", 44));
  for (const square of new Set(fits.map((move) => move.to))) {
    const taken = state.pieces.has(square) && square !== clues.from;
    if (!taken) marks.push(ring(geometry, square, square === clues.from ? "destination home" : "destination", 15));
  }
  return marks;
}

/** @param {Geometry} geometry @param {number} square @param {string} kind */
function tile(geometry, square, kind) {
  const { x, y } = geometry.center(square);
  return svg("rect", { class: `mark ${kind}`, x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT });
}

/** @param {Geometry} geometry @param {number} square @param {number} heat */
function warmth(geometry, square, heat) {
  const mark = tile(geometry, square, heat < 0 ? "cold" : "warm");
  mark.setAttribute("fill-opacity", (0.95 * Math.min(1, Math.abs(heat)) ** 0.7).toFixed(2));
  return mark;
}

/** @param {Geometry} geometry @param {number} square @param {string} text */
function label(geometry, square, text) {
  const { x, y } = geometry.center(square);
  const mark = svg("text", { class: "mark worth", x, y: y + 8, "text-anchor": "middle" });
  mark.textContent = text;
  return mark;
}

/** @param {Geometry} geometry @param {number} square @param {string} kind @param {number} r */
function ring(geometry, square, kind, r) {
  const { x, y } = geometry.center(square);
  return svg("circle", { class: `mark ${kind}`, cx: x, cy: y, r, "data-square": square });
}

/**
 * From near the edge of one square to the middle of another.
 * @param {Geometry} geometry
 * @param {number} from
 * @param {number} to
 * @param {string} kind
 * @param {number} weight
 */
function arrow(geometry, from, to, kind, weight) {
  const [a, b] = [geometry.center(from), geometry.center(to)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const [head, half, shaft] = [34, 21 * weight, 8 * weight];
  /** @param {number} along @param {number} aside */
  const point = (along, aside) => `${a.x + ux * along - uy * aside},${a.y + uy * along + ux * aside}`;
  const [begin, neck] = [Math.min(26, length / 4), length - head];
  const points = [
    point(begin, shaft),
    point(neck, shaft),
    point(neck, half),
    point(length, 0),
    point(neck, -half),
    point(neck, -shaft),
    point(begin, -shaft),
  ];
  return svg("polygon", { class: `mark arrow ${kind}`, points: points.join(" "), "data-arrow": `${from}-${to}` });
}

/** @param {Geometry} geometry @param {number[]} path @param {string} kind */
function route(geometry, path, kind) {
  const points = path.map((square) => geometry.center(square));
  return svg("polyline", { class: `mark ${kind}`, points: points.map(({ x, y }) => `${x},${y}`).join(" ") });
}
