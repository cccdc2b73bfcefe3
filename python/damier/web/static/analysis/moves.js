/** The moves of a game: the main line in two columns, variations and comments between its rows. */

import { html } from "../html.js";
import { words } from "../words.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").TreeNode} TreeNode */

const DEEPEST = 12; // variations inside each other that are set in; deeper ones stand beside each other

/** Glyphs that are written; others by their number. @type {Record<number, string>} */
export const GLYPHS = {
  1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 8: "□", 10: "=", 11: "=", 13: "∞", 14: "⩲", 15: "⩱",
  16: "±", 17: "∓", 18: "+−", 19: "−+", 22: "⨀", 23: "⨀", 36: "→", 37: "→", 40: "→", 41: "→", 132: "⇆", 133: "⇆",
  146: "N",
};

/** @param {number[]} nags */
export const glyphs = (nags) => nags.map((nag) => GLYPHS[nag] ?? `$${nag}`).join("");

export class Moves {
  /** @type {Map<number, HTMLElement>} */
  #buttons = new Map();
  #shown = -1;

  /**
   * @param {HTMLElement} element
   * @param {(id: number) => void} onGo
   */
  constructor(element, onGo) {
    this.element = element;
    element.setAttribute("aria-label", words.page.moves);
    element.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-node]") : null;
      if (button instanceof HTMLElement) onGo(Number(button.dataset.node));
    });
  }

  /** @param {Tree} tree */
  draw(tree) {
    this.#buttons = new Map();
    const page = document.createDocumentFragment();
    const { root } = tree;
    this.#say(page, root.comment, root.unread);
    const first = tree.study.game.first;
    /** @type {HTMLElement | null} */
    let row = null;
    let node = root;
    while (node.children.length) {
      const [main, ...others] = node.children.map((child) => tree.node(child));
      if (main.before) this.#say(page, main.before, "");
      if (main.move === undefined) row = null;
      else {
        const isFirst = main.color === first;
        if (isFirst || !row) {
          row = html("div", { class: "row" }, [html("span", { class: "number" }, [`${main.number}.`])]);
          if (!isFirst) row.append(html("span", { class: "gap" }, ["…"]));
          page.append(row);
        }
        row.append(this.#move(main));
        if (!isFirst) row = null;
      }
      const aside = html("div", { class: "aside" });
      if (main.move === undefined) aside.append(this.#setUp(main));
      this.#say(aside, main.comment, main.unread);
      for (const other of others) aside.append(this.#variation(tree, other));
      if (aside.hasChildNodes()) {
        row?.append(html("span", { class: "gap" }, ["…"]));
        row = null;
        page.append(aside);
      }
      node = main;
    }
    if (!root.children.length) page.append(html("p", { class: "empty" }, [words.analysis.noMoves]));
    this.element.replaceChildren(page);
    const shown = this.#shown;
    this.#shown = -1;
    this.show(shown);
  }

  /** Marks the move after which the board is shown. @param {number} id */
  show(id) {
    const before = this.#buttons.get(this.#shown);
    before?.classList.remove("shown");
    before?.removeAttribute("aria-current");
    this.#shown = id;
    const button = this.#buttons.get(id);
    if (!button) {
      if (id === 0) this.element.scrollTop = 0;
      return;
    }
    button.classList.add("shown");
    button.setAttribute("aria-current", "true");
    // Only the list may scroll: on a phone `scrollIntoView` would pull the board away.
    const box = this.element.getBoundingClientRect();
    const spot = button.getBoundingClientRect();
    if (spot.top < box.top + 30) this.element.scrollTop -= box.top + 30 - spot.top;
    else if (spot.bottom > box.bottom - 30) this.element.scrollTop += spot.bottom - box.bottom + 30;
  }

  // -- inside -------------------------------------------------------------------------------------------------------

  /**
   * A variation with all inside it. The place of each inner one is made before it is filled, so nothing here recurses.
   * @param {Tree} tree
   * @param {TreeNode} first
   */
  #variation(tree, first) {
    const outer = html("div", { class: "variation" });
    /** @type {{node: TreeNode, box: HTMLElement, depth: number}[]} */
    const todo = [{ node: first, box: outer, depth: 1 }];
    for (let task = todo.pop(); task; task = todo.pop()) {
      const { box, depth } = task;
      let { node } = task;
      let isFresh = true;
      this.#inline(box, node, isFresh, tree);
      isFresh = Boolean(node.comment || node.unread);
      while (node.children.length) {
        const [main, ...others] = node.children.map((child) => tree.node(child));
        this.#inline(box, main, isFresh, tree);
        isFresh = Boolean(main.comment || main.unread || others.length);
        /** @type {typeof todo} */
        const inner = [];
        for (const other of others) {
          const place = html("div", { class: depth < DEEPEST ? "variation" : "variation deep" });
          box.append(place);
          // Too deep to be set in: it follows the one that it stands in.
          inner.push({ node: other, box: place, depth: Math.min(depth + 1, DEEPEST) });
        }
        todo.push(...inner.reverse());
        node = main;
      }
      if (depth >= DEEPEST) flatten(box);
    }
    return outer;
  }

  /**
   * @param {HTMLElement} box
   * @param {TreeNode} node
   * @param {boolean} isFresh  the move needs its number, whoever makes it
   * @param {Tree} tree
   */
  #inline(box, node, isFresh, tree) {
    if (node.before) box.append(html("span", { class: "comment" }, [node.before]), " ");
    if (node.move === undefined) box.append(this.#setUp(node));
    else {
      const isFirst = node.color === tree.study.game.first;
      const number = isFirst ? `${node.number}. ` : isFresh ? `${node.number}… ` : "";
      const button = this.#move(node);
      if (number) button.prepend(html("span", { class: "number" }, [number]));
      box.append(button, " ");
    }
    if (node.comment) box.append(html("span", { class: "comment" }, [node.comment]), " ");
    if (node.unread) box.append(html("span", { class: "unread" }, [words.analysis.notPlayed(node.unread)]), " ");
  }

  /** @param {TreeNode} node */
  #move(node) {
    const mark = glyphs(node.nags);
    const quality = node.nags.find((nag) => nag <= 6);
    const button = html("button", { type: "button", "data-node": node.id, tabindex: -1 }, [node.text ?? ""]);
    if (mark) button.append(html("span", { class: `glyph g${quality ?? 0}` }, [mark]));
    this.#buttons.set(node.id, button);
    return button;
  }

  /** @param {TreeNode} node */
  #setUp(node) {
    const button = html("button", { type: "button", class: "setup", "data-node": node.id, tabindex: -1 }, [words.analysis.setUp]);
    this.#buttons.set(node.id, button);
    return button;
  }

  /**
   * @param {ParentNode} box
   * @param {string} comment
   * @param {string} unread
   */
  #say(box, comment, unread) {
    for (const paragraph of comment.split(/\n{2,}/))
      if (paragraph) box.append(html("p", { class: "comment" }, [paragraph]));
    if (unread) box.append(html("p", { class: "unread" }, [words.analysis.notPlayed(unread)]));
  }
}

/** Moves the variations of a box behind it. @param {HTMLElement} box */
function flatten(box) {
  const inner = [...box.children].filter((child) => child.classList.contains("variation"));
  box.after(...inner);
}
