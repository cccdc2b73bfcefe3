/** Towers: pieces that stand on each other, as one stack that can be read at a glance, and a close look at it. */

import { UNIT } from "./geometry.js";
import { sideOf } from "./state.js";
import { svg } from "./svg.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./state.js").PieceSymbol} PieceSymbol */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/** How far the highest top rises above the lowest foot. */
const RISE = 46;
const THICKEST = 13;

/** @param {string} tower @returns {PieceSymbol[]} */
const piecesOf = (tower) => /** @type {PieceSymbol[]} */ ([...tower]);

/**
 * How many pieces of the owner a tower has, and how many prisoners.
 * @param {string} tower  symbols from top to bottom
 */
export function countOf(tower) {
  const pieces = piecesOf(tower);
  const own = pieces.filter((piece) => sideOf(piece) === sideOf(pieces[0])).length;
  return own < pieces.length ? `${own}+${pieces.length - own}` : String(own);
}

/**
 * @param {string} prefix  of the shapes of the board
 * @param {string} tower   symbols from top to bottom
 */
export function stack(prefix, tower) {
  const pieces = piecesOf(tower);
  const step = Math.min(THICKEST, RISE / (pieces.length - 1));
  const discs = pieces.map((piece, depth) =>
    svg("use", {
      href: `#${prefix}-${piece}`,
      transform: `translate(0 ${RISE / 2 - step * (pieces.length - 1 - depth)}) scale(0.84 0.7)`,
    }),
  );
  return svg("g", { class: `man tower ${sideOf(pieces[0])}` }, [
    ...discs.reverse(),
    svg("text", { class: "tower-count", x: UNIT / 2 - 3, y: UNIT / 2 - 6 }, [countOf(tower)]),
  ]);
}

/**
 * The pieces of a tower side by side, beside its square; nothing where no tower stands.
 * @param {BoardState} state
 * @param {Geometry} geometry
 * @param {string} prefix
 */
export function closeLook(state, geometry, prefix) {
  const tower = state.towers.get(state.looked);
  if (!tower) return [];
  const pieces = piecesOf(tower);
  const step = Math.min(42, (geometry.height - 24) / pieces.length);
  const { x, y } = geometry.center(state.looked);
  const height = step * pieces.length + 16;
  const left = x > geometry.width / 2 ? x - UNIT / 2 - 78 : x + UNIT / 2 + 6;
  const top = Math.max(4, Math.min(y - height / 2, geometry.height - height - 4));
  return [
    svg("g", { class: "close-look" }, [
      svg("rect", { x: left, y: top, width: 72, height, rx: 10 }),
      ...pieces.map((piece, depth) =>
        svg("use", {
          href: `#${prefix}-${piece}`,
          transform: `translate(${left + 36} ${top + 8 + step * (depth + 0.5)}) scale(${(0.46 * step) / 42})`,
        }),
      ),
    ]),
  ];
}
