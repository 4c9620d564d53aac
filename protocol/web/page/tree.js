// The tree of a game: moves, variations and what is said about them. The first
// child of a node is the main line. The server says what is legal.

let nextId = 1;

export class Node {
  /** @type {JudgedMove | null} */ judged = null; // what the server says of the move
  /** @type {Why | null} */ why = null; // it is bad, as the server says
  whyOf = ""; // the judgement that it is about
  /** @type {number | null} */ chance = null; // of White after it, as the server says
  shown = ""; // of both in the list of moves
  /** @type {Node[]} */ children = [];
  // These come from the server, too.
  board = "";
  /** @type {Path | null} */ path = null;
  /** @type {Position | null} */ answer = null;
  /** @type {Promise<void> | null} */ asked = null; // until the answer comes

  /** @param {Node | null} parent @param {Partial<TreeItem>} item */
  constructor(parent, item) {
    this.id = nextId++;
    this.parent = parent;
    /** @type {number} */
    this.depth = parent ? parent.depth + 1 : 0;
    this.move = item.move || ""; // 28x19x23, as the server names it
    this.text = item.text || ""; // 28x19
    this.signs = item.signs || "";
    this.glyphs = item.glyphs || [];
    this.given = item.given || 0; // that of the glyphs which an analysis has given
    this.before = item.before || []; // comments before a variation
    this.comments = item.comments || [];
    /** @type {Found | null} */
    this.score = item.score || null;
    /** @type {Found | null} */
    this.others = item.others || null; // what was found of the moves that were not played
    this.clock = item.clock; // what the clock of its side shows after the move, in milliseconds
    this.spent = item.spent; // what the move took
  }

  // line returns the nodes from the first move to this one.
  line() {
    const nodes = [];
    for (let n = /** @type {Node} */ (this); n.parent; n = n.parent) nodes.push(n);
    return nodes.reverse();
  }

  // isMain reports whether the node is part of the main line.
  isMain() {
    for (let n = /** @type {Node} */ (this); n.parent; n = n.parent) if (n.parent.children[0] !== n) return false;
    return true;
  }

  // last returns the end of the line that begins here.
  last() {
    let n = /** @type {Node} */ (this);
    while (n.children.length) n = n.children[0];
    return n;
  }
}

// keptEnd reads what older programs have kept as one text: Draw: agreed.
/** @param {Said} end @returns {Said} */
function keptEnd(end) {
  const [, who, reason] = (typeof end === "string" && end.match(/^(.+?): (.*)$/)) || [];
  return reason ? { text: `${who}: {reason}`, values: { reason } } : end;
}

const remark = /\[%[^\]]*\]/g; // [%eval 0.32]

// plain returns a comment without what programs have put into it.
/** @param {string} comment */
export function plain(comment) {
  return comment.replace(remark, "").trim();
}

// remarks returns what programs have put into a comment.
/** @param {string} comment */
export function remarks(comment) {
  return comment.match(remark) ?? [];
}

// tagOf returns what a tag says, "" if there is none.
/** @param {Tag[] | undefined} tags @param {string} name */
export function tagOf(tags, name) {
  return tags?.find((t) => t.name === name)?.value ?? "";
}

export class Tree {
  /** @param {Game} game */
  constructor(game) {
    this.variant = game.variant;
    this.draws = game.draws || "";
    this.fen = game.fen || "";
    this.tags = game.tags || [];
    this.result = game.result || "*";
    this.end = keptEnd(game.end || ""); // why the game has ended, where the board does not tell
    this.root = new Node(null, {});
    this.root.comments = game.before || [];
    this.root.score = game.score || null;
    this.root.others = game.others || null;
    this.attach(this.root, game.line || []);
  }

  /** @param {Node} parent @param {TreeItem[]} items */
  attach(parent, items) {
    for (const item of items) {
      const node = new Node(parent, item);
      parent.children.push(node);
      for (const line of item.instead || []) this.attach(parent, line);
      parent = node;
    }
  }

  // add returns the child of node with that move, made if there is none.
  /** @param {Node} node @param {TreeItem} item */
  add(node, item) {
    let child = node.children.find((c) => c.move === item.move);
    if (!child) {
      child = new Node(node, item);
      node.children.push(child);
    }
    return child;
  }

  /** @param {string} name */
  tag(name) {
    return tagOf(this.tags, name);
  }

  /** @param {string} name @param {string} value */
  setTag(name, value) {
    const tag = this.tags.find((t) => t.name === name);
    if (tag) tag.value = value;
    else this.tags.push({ name, value });
  }

  // fileName is what a file of the game is called.
  /** @param {string} ending */
  fileName(ending) {
    const players = [this.tag("White"), this.tag("Black")].filter(Boolean).join("-").replace(/[^\p{L}\p{N}-]+/gu, "_");
    return `${players || this.variant}.${ending}`;
  }

  // promote makes a variation one step more important.
  /** @param {Node} node */
  promote(node) {
    for (let n = node; n.parent; n = n.parent) {
      /** @type {Node[]} */
      const siblings = n.parent.children;
      const at = siblings.indexOf(n);
      if (at > 0) {
        siblings.splice(at, 1);
        siblings.splice(at - 1, 0, n);
        return;
      }
    }
  }

  // makeMain makes the line to a node the main line: what was played instead becomes
  // variations.
  /** @param {Node} node */
  makeMain(node) {
    while (!node.isMain()) this.promote(node);
  }

  // remove takes a move and all that follows it out of the tree.
  /** @param {Node} node */
  remove(node) {
    const siblings = node.parent?.children ?? [];
    if (siblings.includes(node)) siblings.splice(siblings.indexOf(node), 1);
  }

  // has reports whether a node is part of the tree.
  /** @param {Node} node */
  has(node) {
    let n = node;
    while (n.parent?.children.includes(n)) n = n.parent;
    return n === this.root;
  }

  mainLine() {
    return this.root.last().line();
  }

  // nodes returns all moves.
  nodes() {
    const all = [...this.root.children];
    for (const n of all) all.push(...n.children); // grows while it is gone through
    return all;
  }

  // clockAt returns what a clock showed at a node, as its file or the game has it: that of the side
  // whose move led there or of the other, null if nobody knows.
  /** @param {Node} node @param {boolean} moved */
  clockAt(node, moved) {
    for (let n = moved ? node : node.parent; n?.parent; n = n.parent.parent) if (n.clock !== undefined) return n.clock;
    return null;
  }

  // find returns where moves lead from the start, null if they are not in the tree.
  /** @param {string[]} moves */
  find(moves) {
    let node = this.root;
    for (const move of moves) {
      const child = node.children.find((c) => c.move === move);
      if (!child) return null;
      node = child;
    }
    return node;
  }

  // forStorage returns all there is; forServer what can be written as PDN.
  /** @returns {Game} */
  forStorage() {
    const { variant, draws, fen, tags, result, end, root } = this;
    return {
      variant, draws, fen, tags, result, end, before: root.comments, score: short(root.score), others: short(root.others),
      line: itemsFrom(root.children, stored),
    };
  }

  /** @param {boolean} withScores @returns {PDNGame} */
  forServer(withScores) {
    const { variant, fen, tags, result, root } = this;
    return { variant, fen, tags, result, before: root.comments, line: itemsFrom(root.children, (n) => written(n, withScores)) };
  }

}

// itemsFrom returns the line of the first of siblings, with the others as variations, or that
// of one of the others alone.
/** @template {PDNNode | TreeItem} I @param {Node[]} siblings @param {(n: Node) => I} describe */
function itemsFrom(siblings, describe) {
  /** @type {I[]} */
  const items = [];
  for (let all = siblings; all.length; all = all[0].children) {
    const item = describe(all[0]);
    if (all.length > 1) item.instead = all.slice(1).map((other) => itemsFrom([other], describe));
    items.push(item);
  }
  return items;
}

// stored is a move without what there is nothing of.
/** @param {Node} n @returns {TreeItem} */
function stored({ move, text, signs, glyphs, before, comments, clock, spent, given, score, others }) {
  /** @template T @param {T[]} list */
  const some = (list) => (list.length ? list : undefined);
  return {
    move, text, signs: signs || undefined, glyphs: some(glyphs), before: some(before), comments: some(comments), clock, spent,
    given: given || undefined, score: short(score), others: short(others),
  };
}

export const longest = 14; // plies of a line for which the browser has room

/** @param {Found | null} found @returns {Found | undefined} */
function short(found) {
  return found?.line ? { ...found, line: found.line.slice(0, longest) } : (found ?? undefined);
}

/** @param {Node} n @param {boolean} withScores */
function written(n, withScores) {
  /** @type {PDNNode} */
  const item = { move: n.move, signs: n.signs, glyphs: n.glyphs, before: n.before, comments: n.comments, clock: n.clock, spent: n.spent };
  if (withScores && n.score) {
    const { score, kind, plies, chance } = n.score;
    item.score = { score, kind, plies, chance }; // and not what has found it
  }
  return item;
}
