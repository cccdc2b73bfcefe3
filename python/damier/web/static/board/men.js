/** The pieces: turned wooden discs with grooves; a king is a doubled disc with a crown. */

import { isKing, sideOf } from "./state.js";
import { svg } from "./svg.js";

/** @typedef {import("./state.js").PieceSymbol} PieceSymbol */
/** @typedef {import("./state.js").Style} Style */

const BLACK = { face: ["#6a5750", "#3d2f2a", "#241a17"], edge: ["#3a2b26", "#0c0807"], groove: "#0d0807", light: "#8a746a", crown: "#e9bd62" };
const WHITE = { face: ["#fffaf0", "#f6e8c8", "#dcc595"], edge: ["#d6bd8b", "#8d7141"], groove: "#a98c58", light: "#fffdf6", crown: "#9a6420" };

/** @typedef {typeof WHITE} Paint */
/** @type {Record<Style, {white: Paint, black: Paint}>} */
const PAINTS = {
  turned: { white: WHITE, black: BLACK },
  // As in the boxes of the English-speaking world: what is called black there is red.
  red: {
    white: WHITE,
    black: { face: ["#d4584a", "#a82a22", "#7c1610"], edge: ["#8c201a", "#4b0b08"], groove: "#5d0f0b", light: "#ea8a7c", crown: "#ffe0a0" },
  },
  // As books print them.
  flat: {
    white: { face: ["#ffffff"], edge: ["#ffffff"], groove: "#1a1a1a", light: "#ffffff", crown: "#1a1a1a" },
    black: { face: ["#1a1a1a"], edge: ["#1a1a1a"], groove: "#1a1a1a", light: "#1a1a1a", crown: "#ffffff" },
  },
};

/**
 * Shapes shared by all pieces of one board; `prefix` makes their ids unique in the page.
 * @param {string} prefix
 * @param {Style} [style]
 */
export function menShapes(prefix, style = "turned") {
  /** @param {PieceSymbol} piece */
  const one = (piece) => shape(prefix, piece, style);
  return svg("defs", { "data-style": style }, [
    svg("radialGradient", { id: `${prefix}-shade` }, [
      svg("stop", { offset: "72%", "stop-color": "#000", "stop-opacity": 0.42 }),
      svg("stop", { offset: "100%", "stop-color": "#000", "stop-opacity": 0 }),
    ]),
    ...paints(prefix, "white", PAINTS[style].white),
    ...paints(prefix, "black", PAINTS[style].black),
    one("w"),
    one("W"),
    one("b"),
    one("B"),
  ]);
}

/**
 * @param {string} prefix
 * @param {PieceSymbol} piece
 */
export const man = (prefix, piece) =>
  svg("g", { class: `man ${sideOf(piece)}` }, [svg("use", { href: `#${prefix}-${piece}` })]);

/**
 * @param {SVGElement} element
 * @param {string} prefix
 * @param {PieceSymbol} piece
 */
export const crown = (element, prefix, piece) =>
  element.querySelector("use")?.setAttribute("href", `#${prefix}-${piece}`);

/**
 * @param {string} prefix
 * @param {"white" | "black"} side
 * @param {Paint} paint
 */
function paints(prefix, side, { face, edge }) {
  return [
    svg(
      "radialGradient",
      { id: `${prefix}-${side}-face`, cx: "38%", cy: "30%", r: "78%" },
      face.map((color, i) => svg("stop", { offset: `${[0, 48, 100][i]}%`, "stop-color": color })),
    ),
    svg(
      "linearGradient",
      { id: `${prefix}-${side}-edge`, x1: 0, y1: 0, x2: 0, y2: 1 },
      edge.map((color, i) => svg("stop", { offset: `${i * 100}%`, "stop-color": color })),
    ),
  ];
}

/**
 * @param {string} prefix
 * @param {PieceSymbol} piece
 * @param {Style} style
 */
function shape(prefix, piece, style) {
  if (style === "flat") return svg("g", { id: `${prefix}-${piece}` }, outline(piece));
  const paint = PAINTS[style][sideOf(piece)];
  const shadow = svg("ellipse", { cx: 2, cy: 8, rx: 48, ry: 47, fill: `url(#${prefix}-shade)` });
  const discs = isKing(piece)
    ? [...disc(prefix, piece, paint, 3, false), ...disc(prefix, piece, paint, -8, true)]
    : disc(prefix, piece, paint, -2, true);
  return svg("g", { id: `${prefix}-${piece}` }, [shadow, ...discs]);
}

/**
 * A piece as a diagram has it; a king is a ring within a ring, with its crown.
 * @param {PieceSymbol} piece
 */
function outline(piece) {
  const { face, groove, crown: gold } = PAINTS.flat[sideOf(piece)];
  // Around a black piece a fine white line, so that it stands out from what is dark.
  const rim = svg("circle", { r: 40, fill: face[0], stroke: sideOf(piece) === "black" ? "#ffffff" : groove, "stroke-width": 4 });
  if (!isKing(piece)) return [rim];
  return [rim, svg("circle", { r: 31, fill: "none", stroke: gold, "stroke-width": 4 }), emblem(gold, groove, 0)];
}

/**
 * The crown.
 * @param {string} gold
 * @param {string} groove
 * @param {number} lift
 */
const emblem = (gold, groove, lift) =>
  svg("path", {
    transform: `translate(0 ${lift + 1})`,
    d: "M-18 10L-21-9L-10-1L0-15L10-1L21-9L18 10z M-17 13H17V17H-17z",
    fill: gold,
    stroke: groove,
    "stroke-width": 1,
    "stroke-linejoin": "round",
    "stroke-opacity": 0.5,
  });

/**
 * One disc, its face `lift` units below the middle of the square.
 * @param {string} prefix
 * @param {PieceSymbol} piece
 * @param {Paint} paint
 * @param {number} lift
 * @param {boolean} top
 */
function disc(prefix, piece, { groove, light, crown: gold }, lift, top) {
  const side = sideOf(piece);
  const thick = 7;
  const r = 39;
  const edge = svg("path", {
    d: `M${-r} ${lift}v${thick}a${r} ${r} 0 0 0 ${2 * r} 0v${-thick}z`,
    fill: `url(#${prefix}-${side}-edge)`,
  });
  const face = svg("circle", {
    cy: lift,
    r,
    fill: `url(#${prefix}-${side}-face)`,
    stroke: groove,
    "stroke-width": 1.2,
    "stroke-opacity": side === "white" ? 0.75 : 1,
  });
  if (!top) return [edge, face];
  /** @param {number} radius */
  const ring = (radius) => [
    svg("circle", { cy: lift + 0.9, r: radius, fill: "none", stroke: light, "stroke-width": 1.6, "stroke-opacity": 0.75 }),
    svg("circle", { cy: lift, r: radius, fill: "none", stroke: groove, "stroke-width": 1.8, "stroke-opacity": 0.8 }),
  ];
  const gloss = svg("path", {
    d: `M${-32} ${lift - 9}A34 34 0 0 1 ${13} ${lift - 31}A41 41 0 0 0 ${-32} ${lift - 9}z`,
    fill: "#fff",
    "fill-opacity": side === "white" ? 0.85 : 0.3,
  });
  if (!isKing(piece)) return [edge, face, ...ring(33), ...ring(24), ...ring(14), gloss];
  return [edge, face, ...ring(33), emblem(gold, groove, lift), gloss];
}
