/** What is said about the move that is shown: glyphs, a comment, its place among the variations. */

import { html, part } from "../html.js";
import { words } from "../words.js";
import { GLYPHS } from "./moves.js";

/** @typedef {import("./tree.js").Tree} Tree */

const QUALITY = [1, 3, 5, 6, 2, 4]; // ! !! !? ?! ? ??
const LONGEST = 4000; // characters of a comment that can be changed here
const TYPING = 900; // milliseconds of rest after which a comment is kept

export class Notes {
  #node = -1;
  #kept = "";
  #timer = 0;
  /** @type {number[]} */
  #nags = [];

  /**
   * @param {object} ways
   * @param {(message: Record<string, unknown>) => void} ways.say
   * @param {() => void} ways.remove
   * @param {() => void} ways.restore
   */
  constructor(ways) {
    this.ways = ways;
    const comment = part("comment", HTMLTextAreaElement);
    comment.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.flush(), TYPING);
    });
    comment.addEventListener("change", () => this.flush());
    comment.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) comment.blur();
    });
    part("glyphs", HTMLElement).append(
      ...QUALITY.map((nag) => {
        const mark = GLYPHS[nag];
        const button = html("button", { type: "button", "data-nag": nag, title: words.analysis.glyphs[mark], "aria-label": words.analysis.glyphs[mark] }, [mark]);
        button.addEventListener("click", () => this.#judge(nag));
        return button;
      }),
    );
    for (const id of ["promote", "main", "demote"])
      part(id, HTMLElement).addEventListener("click", () => this.ways.say({ type: id, node: this.#node }));
    part("delete", HTMLElement).addEventListener("click", () => this.ways.remove());
    part("undo", HTMLElement).addEventListener("click", () => this.ways.say({ type: "undo" }));
    part("restore", HTMLElement).addEventListener("click", () => this.ways.restore());
  }

  /** @param {Tree} tree @param {number} id */
  show(tree, id) {
    const node = tree.node(id);
    const field = part("comment", HTMLTextAreaElement);
    const isSame = this.#node === id;
    // What is being typed is not taken away by what somebody else has changed.
    if (!isSame || document.activeElement !== field) {
      field.value = node.comment;
      this.#kept = node.comment;
    }
    this.#node = id;
    this.#nags = node.nags;
    field.disabled = node.comment.length > LONGEST;
    field.maxLength = LONGEST;
    field.placeholder = field.disabled ? words.analysis.commentTooLong : words.analysis.commentHint;
    const name = node.text ? `${node.number}${node.color === tree.study.game.first ? "." : "…"} ${node.text}` : "";
    part("notes-title", HTMLElement).textContent = name || words.analysis.start;
    field.setAttribute("aria-label", name ? words.analysis.commentOn(name) : words.analysis.commentStart);
    const isMove = node.move !== undefined;
    for (const button of part("glyphs", HTMLElement).querySelectorAll("button")) {
      button.disabled = !isMove;
      button.setAttribute("aria-pressed", String(node.nags.includes(Number(button.dataset.nag))));
    }
    const branch = tree.branch(id);
    const siblings = node.parent === null ? [] : tree.node(node.parent).children;
    part("promote", HTMLButtonElement).disabled = part("main", HTMLButtonElement).disabled = branch === null;
    part("demote", HTMLButtonElement).disabled = !tree
      .path(id)
      .some(({ parent, id: own }) => parent !== null && tree.node(parent).children.at(-1) !== own && (own === branch || own === id));
    part("delete", HTMLButtonElement).disabled = siblings.length === 0;
  }

  /** @param {boolean} canUndo @param {boolean} isChanged */
  changed(canUndo, isChanged) {
    part("undo", HTMLButtonElement).disabled = !canUndo;
    part("restore", HTMLButtonElement).hidden = !isChanged;
  }

  /** Keeps what was typed. */
  flush() {
    clearTimeout(this.#timer);
    const text = part("comment", HTMLTextAreaElement).value.trim();
    if (this.#node < 0 || text === this.#kept.trim()) return;
    this.#kept = text;
    this.ways.say({ type: "comment", node: this.#node, text });
  }

  /** @param {number} nag */
  #judge(nag) {
    const others = this.#nags.filter((other) => other > 6);
    const nags = this.#nags.includes(nag) ? others : [nag, ...others];
    this.ways.say({ type: "glyphs", node: this.#node, nags });
  }
}
