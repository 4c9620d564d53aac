// The tree of a game: moves, variations and what is said about them. The first
// child of a node is the main line. The server says what is legal.

let nextId = 1;

export class Node {
  constructor(parent, item) {
    this.id = nextId++;
    this.parent = parent;
    this.children = [];
    this.depth = parent ? parent.depth + 1 : 0;
    this.move = item.move || ""; // 28x19x23, as the server names it
    this.text = item.text || ""; // 28x19
    this.signs = item.signs || "";
    this.glyphs = item.glyphs || [];
    this.before = item.before || []; // comments before a variation
    this.comments = item.comments || [];
    this.score = item.score || scoreIn(this.comments); // {score, kind, plies, depth, best, bestText, legal}
    this.clock = item.clock || null;
    this.board = null; // these come from the server
    this.path = null;
    this.answer = null;
  }

  // line returns the nodes from the first move to this one.
  line() {
    const nodes = [];
    for (let n = this; n.parent; n = n.parent) nodes.push(n);
    return nodes.reverse();
  }

  // isMain reports whether the node is part of the main line.
  isMain() {
    for (let n = this; n.parent; n = n.parent) if (n.parent.children[0] !== n) return false;
    return true;
  }

  // last returns the end of the line that begins here.
  last() {
    let n = this;
    while (n.children.length) n = n.children[0];
    return n;
  }
}

// scoreIn reads [%eval 0.17] in comments, which other programs write too.
function scoreIn(comments) {
  for (const comment of comments) {
    const found = /\[%eval ([+-]?\d+(?:\.\d+)?)\]/.exec(comment);
    if (found) return { score: Math.round(100 * Number(found[1])) };
    const won = /\[%eval #(-?)(\d+)\]/.exec(comment);
    if (won) return { score: won[1] ? -10000 : 10000, kind: "end", plies: 2 * Number(won[2]) };
  }
  return null;
}

// plain returns a comment without what programs have put into it.
export function plain(comment) {
  return comment.replace(/\[%[^\]]*\]/g, "").trim();
}

export class Tree {
  constructor(game) {
    this.variant = game.variant;
    this.draws = game.draws || "";
    this.fen = game.fen || "";
    this.tags = game.tags || [];
    this.result = game.result || "*";
    this.end = game.end || ""; // why the game has ended, where the board does not tell
    this.root = new Node(null, {});
    this.root.comments = game.before || [];
    this.root.score = game.score || null;
    this.attach(this.root, game.line || []);
  }

  attach(parent, items) {
    for (const item of items) {
      const node = new Node(parent, item);
      parent.children.push(node);
      for (const line of item.instead || []) this.attach(parent, line);
      parent = node;
    }
  }

  // add returns the child of node with that move, made if there is none.
  add(node, item) {
    let child = node.children.find((c) => c.move === item.move);
    if (!child) {
      child = new Node(node, item);
      node.children.push(child);
    }
    return child;
  }

  tag(name) {
    return this.tags.find((t) => t.name === name)?.value || "";
  }

  setTag(name, value) {
    const tag = this.tags.find((t) => t.name === name);
    if (tag) tag.value = value;
    else this.tags.push({ name, value });
  }

  // promote makes a variation one step more important.
  promote(node) {
    for (let n = node; n.parent; n = n.parent) {
      const siblings = n.parent.children;
      const at = siblings.indexOf(n);
      if (at > 0) {
        siblings.splice(at, 1);
        siblings.splice(at - 1, 0, n);
        return;
      }
    }
  }

  remove(node) {
    const siblings = node.parent.children;
    siblings.splice(siblings.indexOf(node), 1);
  }

  mainLine() {
    return this.root.last().line();
  }

  // find follows moves from the start as far as they are in the tree.
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
  forStorage() {
    const { variant, draws, fen, tags, result, end, root } = this;
    return { variant, draws, fen, tags, result, end, before: root.comments, score: root.score, line: this.items(stored) };
  }

  forServer(withScores) {
    const { variant, fen, tags, result, root } = this;
    return { variant, fen, tags, result, before: root.comments, line: this.items((n) => written(n, withScores)) };
  }

  items(describe) {
    return this.root.children.length ? itemsFrom(this.root.children[0], describe) : [];
  }
}

function itemsFrom(first, describe) {
  const items = [];
  for (let n = first; n; n = n.children[0]) {
    const item = describe(n);
    const siblings = n.parent.children;
    if (siblings[0] === n && siblings.length > 1) item.instead = siblings.slice(1).map((s) => itemsFrom(s, describe));
    items.push(item);
  }
  return items;
}

function stored(n) {
  const item = { move: n.move, text: n.text };
  if (n.signs) item.signs = n.signs;
  if (n.glyphs.length) item.glyphs = n.glyphs;
  if (n.before.length) item.before = n.before;
  if (n.comments.length) item.comments = n.comments;
  if (n.score) item.score = n.score;
  if (n.clock) item.clock = n.clock;
  return item;
}

function written(n, withScores) {
  const item = { move: n.move, signs: n.signs, glyphs: n.glyphs, before: n.before, comments: n.comments };
  if (withScores && n.score && !scoreIn(n.comments)) item.comments = [scoreComment(n.score), ...n.comments];
  return item;
}

function scoreComment(s) {
  if (s.kind === "end") return `[%eval #${s.score < 0 ? "-" : ""}${Math.ceil(s.plies / 2)}]`;
  return `[%eval ${(s.score / 100).toFixed(2)}]`;
}
