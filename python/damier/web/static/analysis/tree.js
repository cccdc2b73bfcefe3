/** The tree of a game as the page knows it. What a move does to the board is given with it: nothing here is a rule. */

/** @typedef {import("../board/state.js").PieceSymbol} PieceSymbol */
/** @typedef {import("../board/state.js").PlayedMove} PlayedMove */
/** @typedef {import("../board/state.js").Arrow} Arrow */
/** @typedef {import("../board/state.js").Ink} Ink */
/** @typedef {import("../board/state.js").Side} Side */
/** @typedef {import("../board/state.js").Move} Move */
/** @typedef {import("../play/state.js").Game} Game */
/** @typedef {import("../play/state.js").Clock} Clock */
/** @typedef {import("../play/state.js").Outcome} Outcome */
/** @typedef {import("./server.js").Problem} Problem */

/**
 * @typedef {object} TreeNode
 * @property {number} id
 * @property {number | null} parent
 * @property {number[]} children      the first is the main line
 * @property {number[]} nags
 * @property {string} comment
 * @property {string} before          what is said before the first move of a variation
 * @property {string} unread          what follows in the text and could not be played
 * @property {string} [text]          the move as people write it; a position set up in mid-game has none
 * @property {string} [move]          the move as the server knows it
 * @property {number} [from]
 * @property {number} [to]
 * @property {number[]} [path]
 * @property {number[]} [captures]
 * @property {import("../board/state.js").PlayedMove["parts"]} [parts]
 * @property {number} [number]        of the move
 * @property {Side} [color]           whose move it is
 * @property {string} [setup]         the position that is set up here
 * @property {Record<string, [string | null, string | null]>} [changes]  what stood and what stands, by square: symbols
 *   from top to bottom
 * @property {[number, number, Ink][]} [arrows]
 * @property {number | null} [clock]  seconds left
 * @property {{men?: number, win_in?: number} | null} [eval]
 */

/**
 * @typedef {object} Study
 * @property {"study"} type
 * @property {string} collection
 * @property {number} number
 * @property {boolean} changed        it differs from what its file has
 * @property {Game} game
 * @property {{square: number, file: number, rank: number, name: string}[]} squares
 * @property {[string, string][]} headers
 * @property {{fen: string, turn: Side, number: number, pieces: Record<string, PieceSymbol>, towers: Record<string, string>}} start
 * @property {TreeNode[]} nodes
 * @property {Problem[]} problems
 * @property {boolean} can_undo
 * @property {import("./review.js").Review | null} review
 * @property {string | null} note     what went wrong when it was saved
 */

/** @typedef {{type: "changed", nodes: TreeNode[], headers: [string, string][], can_undo: boolean, changed: boolean, note: string | null}} Change */
/** @typedef {{type: "position", node: number, turn: Side, fen: string, moves: Move[], outcome: Outcome | null, clocks: Clock[], wrong: string[], table: boolean}} Position */
/** @typedef {{type: "table", node: number, table: import("../endings/server.js").Table | null}} TableNews */

export class Tree {
  /** @type {Map<number, TreeNode>} */
  #nodes = new Map();

  /** @param {Study} study */
  constructor(study) {
    this.study = study;
    this.take(study.nodes);
  }

  /** @param {TreeNode[]} nodes */
  take(nodes) {
    for (const node of nodes) this.#nodes.set(node.id, node);
  }

  get root() {
    return this.node(0);
  }

  /** @param {number} id @returns {TreeNode} */
  node(id) {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`the tree has no node ${id}`);
    return node;
  }

  /** True where a node is still part of the tree. @param {number} id */
  has(id) {
    let node = this.#nodes.get(id);
    while (node && node.parent !== null) {
      const parent = this.#nodes.get(node.parent);
      if (!parent?.children.includes(node.id)) return false;
      node = parent;
    }
    return node?.id === 0;
  }

  /** A node and all before it, the root first. @param {number} id */
  path(id) {
    const path = [this.node(id)];
    for (let { parent } = path[0]; parent !== null; { parent } = path[path.length - 1]) path.push(this.node(parent));
    return path.reverse();
  }

  /** What may be seen from above. @param {number} id @returns {Map<number, PieceSymbol>} */
  pieces(id) {
    return new Map([...this.#standing(id)].map(([square, all]) => [square, topOf(all)]));
  }

  /** Where pieces stand on each other: their symbols from top to bottom. @param {number} id */
  towers(id) {
    return new Map([...this.#standing(id)].filter(([, all]) => all.length > 1));
  }

  /** All pieces, those under others too. @param {number} id @returns {Map<number, string>} */
  #standing(id) {
    const { pieces, towers } = this.study.start;
    /** @type {Map<number, string>} */
    const standing = new Map(Object.entries({ ...pieces, ...towers }).map(([square, all]) => [Number(square), all]));
    for (const { changes } of this.path(id))
      for (const [square, [, after]] of Object.entries(changes ?? {}))
        if (after) standing.set(Number(square), after);
        else standing.delete(Number(square));
    return standing;
  }

  /**
   * The move that led to a node, in enough detail to show it.
   * @param {number} id
   * @returns {PlayedMove | null}
   */
  lastMove(id) {
    const { from, to, path, captures, parts, changes, parent } = this.node(id);
    if (from === undefined || to === undefined || !path || !captures || !changes || parent === null) return null;
    const before = from === to ? this.pieces(parent).get(from) : changes[from]?.[0];
    if (!before) return null; // nothing stood there: the text of the game is not sound
    /** @type {Record<string, PieceSymbol>} */
    const taken = {};
    for (const square of captures) {
      const victim = changes[square]?.[0];
      if (victim) taken[square] = topOf(victim);
    }
    return { from, to, path, captures: taken, piece: topOf(before), parts };
  }

  /** @param {number} id @returns {Arrow[]} */
  arrows(id) {
    return (this.node(id).arrows ?? []).map(([from, to, color]) => ({ from, to, color }));
  }

  /** Whose turn it is after a node. @param {number} id @returns {Side} */
  turn(id) {
    const { color, setup } = this.node(id);
    if (color) return color === "white" ? "black" : "white";
    if (setup) return setup.startsWith("B") ? "black" : "white";
    return this.study.start.turn;
  }

  /** The last node of the main line from here. @param {number} id */
  end(id) {
    let node = this.node(id);
    while (node.children.length) node = this.node(node.children[0]);
    return node.id;
  }

  /** The moves of the line that goes on from a node, as people write them, not too many. @param {number} id */
  following(id) {
    const moves = [];
    for (let node = this.node(id); node.children.length && moves.length < 30; ) {
      node = this.node(node.children[0]);
      if (node.text === undefined || node.move === undefined) break;
      moves.push(node.text);
    }
    return moves;
  }

  /** The node so many plies into the main line. @param {number} ply */
  atPly(ply) {
    let node = this.root;
    for (let left = ply; node.children.length; ) {
      const next = this.node(node.children[0]);
      if (next.move !== undefined && left-- <= 0) break;
      node = next;
    }
    return node.id;
  }

  /** @param {number} id */
  isMainLine(id) {
    return this.path(id).every(({ parent, id: own }) => parent === null || this.node(parent).children[0] === own);
  }

  /** The nearest node at or before this one where a variation begins; `null` in the main line. @param {number} id */
  branch(id) {
    return (
      this.path(id)
        .reverse()
        .find(({ parent, id: own }) => parent !== null && this.node(parent).children[0] !== own)?.id ?? null
    );
  }

  /** The moves that lead to a node: they find it again in a tree whose nodes are numbered otherwise. @param {number} id */
  steps(id) {
    return this.path(id).slice(1).map(({ move, setup }) => move ?? setup ?? "");
  }

  /** The node to which steps lead, as far as there are such. @param {string[]} steps */
  find(steps) {
    let node = this.root;
    for (const step of steps) {
      const next = node.children.map((child) => this.node(child)).find(({ move, setup }) => (move ?? setup) === step);
      if (!next) break;
      node = next;
    }
    return node.id;
  }
}

/** The piece that is seen. @param {string} all  symbols from top to bottom */
const topOf = (all) => /** @type {PieceSymbol} */ (all[0]);
