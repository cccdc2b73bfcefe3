/** The board itself: frame, squares, labels. Drawn once for a geometry, in a layer that nothing moves in. */

import { UNIT } from "./geometry.js";
import { svg } from "./svg.js";

/** @typedef {import("./state.js").BoardState} BoardState */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/**
 * @param {BoardState} state
 * @param {Geometry} geometry
 * @param {string} prefix  makes ids unique in the page
 */
export function drawWood(state, geometry, prefix) {
  const { width, height, frame, files, ranks } = geometry;
  const inner = { x: frame, y: frame, width: files * UNIT, height: ranks * UNIT };
  const corner = 14;
  return [
    grain(prefix),
    svg("rect", { class: "frame", width, height, rx: corner }),
    svg("rect", { class: "grain", width, height, rx: corner, filter: `url(#${prefix}-frame-grain)` }),
    svg("rect", { class: "bevel", x: 2, y: 2, width: width - 4, height: height - 4, rx: corner - 2 }),
    svg("rect", { class: "ground", ...inner }),
    svg("path", { class: "dark", d: darkSquares(state, geometry) }),
    svg("rect", { class: "grain", ...inner, filter: `url(#${prefix}-square-grain)` }),
    svg("rect", { class: "groove", x: frame - 3, y: frame - 3, width: inner.width + 6, height: inner.height + 6 }),
    ...labels(state, geometry),
    svg("rect", { class: "dusk", width, height, rx: corner }),
  ];
}

/** @param {string} prefix */
function grain(prefix) {
  /** @param {string} id @param {string} frequency @param {number} seed */
  const noise = (id, frequency, seed) =>
    svg("filter", { id: `${prefix}-${id}`, x: 0, y: 0, width: "100%", height: "100%" }, [
      svg("feTurbulence", { type: "fractalNoise", baseFrequency: frequency, numOctaves: 3, seed }),
      svg("feColorMatrix", { values: "0 0 0 0 0.22  0 0 0 0 0.11  0 0 0 0 0.03  0.9 0 0 0 -0.33" }),
      svg("feComposite", { operator: "in", in2: "SourceGraphic" }),
    ]);
  return svg("defs", {}, [noise("frame-grain", "0.004 0.09", 7), noise("square-grain", "0.06 0.006", 3)]);
}

/**
 * @param {BoardState} state
 * @param {Geometry} geometry
 */
function darkSquares(state, geometry) {
  /** @type {{file: number, rank: number}[]} */
  let spots = state.squares;
  if (state.allSquares) spots = spots.filter(({ file, rank }) => (file + rank) % 2 === 0);
  return spots
    .map(({ file, rank }) => {
      const { x, y } = geometry.centerOf(file, rank);
      return `M${x - UNIT / 2} ${y - UNIT / 2}h${UNIT}v${UNIT}h${-UNIT}z`;
    })
    .join("");
}

/**
 * @param {BoardState} state
 * @param {Geometry} geometry
 */
function labels(state, geometry) {
  if (state.labels === "numbers")
    return state.squares.map(({ square }) => {
      const { x, y } = geometry.center(square);
      return svg("text", { class: "number", x: x - UNIT / 2 + 4, y: y - UNIT / 2 + 17 }, [String(square)]);
    });
  if (state.labels === "none") return [];
  const { files, ranks, frame, width, height } = geometry;
  const fileNames = new Map(state.squares.map(({ file, name }) => [file, name.replace(/\d+$/, "")]));
  /** @type {SVGTextElement[]} */
  const texts = [];
  for (let file = 0; file < files; file += 1) {
    const { x } = geometry.centerOf(file, 0);
    for (const y of [frame / 2, height - frame / 2])
      texts.push(svg("text", { class: "coordinate", x, y }, [fileNames.get(file) ?? ""]));
  }
  for (let rank = 0; rank < ranks; rank += 1) {
    const { y } = geometry.centerOf(0, rank);
    for (const x of [frame / 2, width - frame / 2])
      texts.push(svg("text", { class: "coordinate", x, y }, [String(rank + 1)]));
  }
  return texts;
}
