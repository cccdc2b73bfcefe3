/** The pieces: turned wooden discs with grooves; a king is a doubled disc with a crown. */

import { isKing, sideOf } from "./state.js";
import { svg } from "./svg.js";

/** @typedef {import("./state.js").PieceSymbol} PieceSymbol */

const PAINT = {
  white: { face: ["#fffaf0", "#f6e8c8", "#dcc595"], edge: ["#d6bd8b", "#8d7141"], groove: "#a98c58", crown: "#9a6420" },
  black: { face: ["#6a5750", "#3d2f2a", "#241a17"], edge: ["#3a2b26", "#0c0807"], groove: "#0d0807", crown: "#e9bd62" },
};

/**
 * Shapes shared by all pieces of one board; `prefix` makes their ids unique in the page.
 * @param {string} prefix
 */
export function menShapes(prefix) {
  return svg("defs", {}, [
    svg("radialGradient", { id: `${prefix}-shade` }, [
      svg("stop", { offset: "72%", "stop-color": "#000", "stop-opacity": 0.42 }),
      svg("stop", { offset: "100%", "stop-color": "#000", "stop-opacity": 0 }),
    ]),
    ...paints(prefix, "white"),
    ...paints(prefix, "black"),
    shape(prefix, "w"),
    shape(prefix, "W"),
    shape(prefix, "b"),
    shape(prefix, "B"),
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
 */
function paints(prefix, side) {
  const { face, edge } = PAINT[side];
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
 */
function shape(prefix, piece) {
  const shadow = svg("ellipse", { cx: 2, cy: 8, rx: 48, ry: 47, fill: `url(#${prefix}-shade)` });
  const discs = isKing(piece)
    ? [...disc(prefix, piece, 3, false), ...disc(prefix, piece, -8, true)]
    : disc(prefix, piece, -2, true);
  return svg("g", { id: `${prefix}-${piece}` }, [shadow, ...discs]);
}

/**
 * One disc, its face `lift` units below the middle of the square.
 * @param {string} prefix
 * @param {PieceSymbol} piece
 * @param {number} lift
 * @param {boolean} top
 */
function disc(prefix, piece, lift, top) {
  const side = sideOf(piece);
  const { groove, crown: gold } = PAINT[side];
  const light = side === "white" ? "#fffdf6" : "#8a746a";
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
  const emblem = svg("path", {
    transform: `translate(0 ${lift + 1})`,
    d: "M-18 10L-21-9L-10-1L0-15L10-1L21-9L18 10z M-17 13H17V17H-17z",
    fill: gold,
    stroke: groove,
    "stroke-width": 1,
    "stroke-linejoin": "round",
    "stroke-opacity": 0.5,
  });
  return [edge, face, ...ring(33), emblem, gloss];
}
