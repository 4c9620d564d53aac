// What the page is made of, for TypeScript, which checks its modules and makes nothing of
// them. The answers of the server are as the structs of protocol/web write them.

// A text of the catalogues, and what stands in it in the place of the names.
type Said = string | { text: string; values: Record<string, Said> };

type Variant = {
  name: string; title: string; size: number; rows: number; first: Side; algebraic: boolean;
  squares: SquareName[]; draws: string[]; goal: string;
};
type SquareName = { row: number; column: number; name: string; number: string };
type About = { version: string; variants: Variant[]; threads: number; hash: number; levels: Level[]; library?: LibraryUse; engines?: NamedEngine[]; sets?: boolean };
type NamedEngine = { name: string; analyses: boolean; asks?: boolean };
type Level = { nodes?: number; misjudges?: number; points?: number };

type Path = { squares: number[]; captured: number[] };
type Score = { score: number; kind?: string; plies?: number; chance: number };
type Move = { move: string; text: string; long: string; paths: Path[]; value?: Value; distance?: number; book?: Score };
type Result = { outcome: Outcome; reason: Said; advantage?: number };
type Ply = { move: string; text: string; path: Path; board: string };
type Position = {
  start: string; plies: Ply[]; fen: string; board: string; diagram: string; turn: Side; moves: Move[];
  result?: Result; repetitions: number; value?: Value; distance?: number; settled?: Result; names: Name[];
};
type Name = { own: string; by_language?: Record<string, string>; structure?: boolean };

type Tag = { name: string; value: string };
type PDNNode = {
  move: string; text?: string; signs?: string; glyphs?: number[]; before?: string[]; comments?: string[];
  clock?: number; spent?: number; given?: number; score?: Score; instead?: PDNNode[][];
};
type PDNGame = { variant: string; fen?: string; tags: Tag[]; result: string; before?: string[]; line: PDNNode[]; faults?: Said[] };
type WriteQuery = PDNGame & { found?: KnownFinding[] };
type PDNText = { text: string; variant?: string; results?: string };
type ListedGame = { line: number; white: string; black: string; event: string; date: string; result: string; variant: string; plies: number };
type GameList = { games: ListedGame[]; more?: boolean; results?: string };
type NamedMove = { move: string };
type SetUp = { fen: string };
type Opening = { moves: string[] };
type PuzzleTheme = { theme: string; count: number };
type Puzzle = {
  number: number; count: number; themes: PuzzleTheme[]; fen?: string; kinds?: string[]; nodes?: number; left?: number; name?: string; shot?: Shot; moves: string[]; texts: string[];
};
type Tried = { wins: boolean; reply?: string[]; reply_moves?: string[]; reply_paths?: number[][] };
type PlayedOut = Tried & { left?: number };
type RulesText = { sentences: Said[]; diagrams: Diagram[] };
type Diagram = { fen: string; board: string; text: string; path: Path; caption: Said };
type DrawAnswer = { accepted: boolean };
type EngineAnswer = { title: string; params: Parameter[] };
type Parameter = { name: string; value: string; type: string; min?: string; max?: string; values?: string[] };

// Questions.
type GameQuery = { variant: string; draws?: string; fen?: string; moves?: string[] };
type PositionQuery = GameQuery & { known?: number };
type MoveQuery = GameQuery & { text: string };
type SetupQuery = { variant: string; board: string };
type RulesQuery = { variant: string };
type OpeningQuery = { variant: string; draws?: string; plies?: number };
type PuzzleQuery = { variant: string; theme?: string; after?: number };
type CloseQuery = { tab: string };
type EngineQuery = { engine: string; variant: string; tab: string };
type SetQuery = { engine: string; name: string; value: string };
type Clock = { remaining: number; increment: number };
type SearchQuery = GameQuery & {
  tab: string; engine?: string; pass?: boolean; without?: string; threads?: number; hash?: number; level?: number; play?: boolean; lines?: number; depth?: number;
  moveTime?: number; nodes?: number; fresh?: boolean; clock?: Clock;
};
// Of a line with somebody who speaks DXP.
type LineQuery = SearchQuery & { side: Side; wait?: boolean };
type SayQuery = GameQuery & { engine: string; tab: string; what: string; text?: string; plies: number };
type NewsKind = "up" | "down" | "begun" | "refused" | "over" | "said" | "asked" | "back" | "kept";
type LineNews = { kind: NewsKind; text?: string; game?: LineOffer; plies: number; winner?: string };
type LineOffer = { fen: string; side: Side; time: number };

type JudgeQuery = GameQuery & { found: KnownFinding[]; budget?: string; explain?: number; language?: string };
type KnownFinding = { ply: number; others?: boolean; pass?: number; score: number; line?: string[] };

// What the server says of a game, and what it wants to know.
type Judgements = { chances: (number | null)[]; moves: JudgedMove[]; sides: Summaries; next: NextSearch[]; why?: Why };
type NextSearch = { ply: number; others?: boolean; pass: number; nodes: number };
type MoveData = {
  ply: number; number: number; side: string; move: string; eval: string; chance: number; forced?: boolean; counts: boolean;
  loss: number; verdict?: string; sign?: string; only?: boolean; missed_win?: boolean; better?: string[]; reply?: string[]; database?: string;
  rule?: string; remark?: string; book?: string; reason?: Reason;
};
// Why a move is bad: what the page is told when it asks, and what stupol analyze tells programs.
type Why = {
  words: string[]; kind: string; fen: string; missed?: boolean; moves?: string[]; texts?: string[]; paths?: number[][]; shot?: Shot;
};
type Reason = {
  fen: string; kind: string; missed?: boolean; line?: string[]; gives?: number; takes?: number; king?: boolean; moves?: number;
  safe?: number; all?: number; others?: number; square?: string; rule?: string; before?: string; now?: string; plies?: number;
  left?: number; must?: number; spared?: number; shot?: Shot; words: string[];
};
type Shot = {
  elements: string[][]; final: number; takes: number; path: string[]; round_trip?: boolean; brought_in?: number; opened?: boolean;
  name?: string;
};
type JudgedMove = MoveData & { remark?: Said; score?: Score; better_moves?: string[]; reply_moves?: string[]; reply_paths?: number[][] };
type Summaries = { white: Summary; black: Summary };
type Summary = {
  moves: number; accuracy: number | null; loss: number | null; inaccuracies: number; mistakes: number; blunders: number;
  only_moves: number;
  missed_wins: number;
};

type PictureQuery = {
  game: PDNGame; name?: string; ply: number; format: string; size: number; flipped?: boolean; dark?: boolean; labels?: string; circles?: number[];
  arrows?: number[][];
};
type Picture = { type: string; data: string };

// The library of games.
type LibraryQuery = GameQuery & { player?: string; event?: string; from?: number; to?: number; results?: string[] };
type Results = { games: number; white: number; drawn: number; black: number; unknown: number; score: number | null };
type MoveStats = Results & { move: string; text: string; chance: number | null };
type Stats = { all: Results; moves: MoveStats[]; ended?: Results };
type FindQuery = LibraryQuery & { here?: boolean; next?: string; pattern?: string; swap?: boolean; after?: number };
type FoundGame = {
  id: number; variant: string; white: string; black: string; event: string; date: string; result: string; plies: number; ply: number;
};
type FoundGames = { games: FoundGame[]; more?: boolean };
type LibraryGameQuery = { id: number };
type AddedGames = {
  games: number; added: number; known: number; removed: number; rejected: number; earlier: number; results?: string; faults?: AddFault[];
};
type AddFault = { game: number; line: number; text: string; reason: Said };

// What is asked and answered at each address below /api.
type Questions = {
  position: PositionQuery; move: MoveQuery; setup: SetupQuery; draw: SearchQuery; opening: OpeningQuery; puzzle: PuzzleQuery; "puzzle/try": SearchQuery; "puzzle/play": GameQuery; judge: JudgeQuery; close: CloseQuery; picture: PictureQuery; rules: RulesQuery;
  "pdn/list": PDNText; "pdn/read": PDNText; "pdn/write": WriteQuery;
  engine: EngineQuery; "engine/set": SetQuery; "line/say": SayQuery;
  "library/stats": LibraryQuery; "library/find": FindQuery; "library/game": LibraryGameQuery;
};
type Answers = {
  position: Position; move: NamedMove; setup: SetUp; draw: DrawAnswer; opening: Opening; puzzle: Puzzle; "puzzle/try": Tried; "puzzle/play": PlayedOut; judge: Judgements; close: {}; picture: Picture; rules: RulesText;
  "pdn/list": GameList; "pdn/read": PDNGame; "pdn/write": PDNText;
  engine: EngineAnswer; "engine/set": EngineAnswer; "line/say": {};
  "library/stats": Stats; "library/find": FoundGames; "library/game": PDNGame;
};

// What a search tells, by the names of the events.
type Info = Score & { line: number; depth: number; nodes: number; time: number; speed: number; moves: string[]; texts: string[] };
type Done = Score & { found: boolean; move?: string; text?: string; moves?: string[]; depth: number };
type Failed = { error: Said; again?: boolean };
type SearchEvent =
  | { event: "info"; data: Info }
  | { event: "done"; data: Done }
  | { event: "failed"; data: Failed };
type LineEvent =
  | { event: "line"; data: LineNews }
  | { event: "failed"; data: Failed };
type AddEvent =
  | { event: "added"; data: AddedGames }
  | { event: "done"; data: AddedGames }
  | { event: "failed"; data: { error: Said } };
type Streams = { search: SearchEvent; line: LineEvent };

// What follows is of the page alone.

type Side = "w" | "b";
type Outcome = "white" | "black" | "draw";
type LibraryUse = "read" | "add";
type Value = "win" | "draw" | "loss";
type Labels = "auto" | "numbers" | "letters" | "rim" | "none";
type Tab = "play" | "analyse" | "puzzles" | "games" | "library" | "setup";
type Theme = "auto" | "light" | "dark";
type Budget = "quick" | "usual" | "deep";

// A score of a node, with what has found it: of one that a file has only the score is known.
// Of the moves that were not played it is without the one that was.
type Found = Score & { depth?: number; pass?: number; budget?: Budget; line?: string[]; without?: string };

// A move of a game as the browser keeps it.
type TreeItem = Omit<PDNNode, "score" | "instead"> & { score?: Found; others?: Found; instead?: TreeItem[][] };

// A game to show, of the server, a link, or the browser's storage.
type Game = Partial<Omit<PDNGame, "line">> & {
  variant: string; draws?: string; end?: Said; score?: Found; others?: Found; line?: TreeItem[]; moves?: string[]; ply?: number;
  at?: string[]; play?: Match; flipped?: boolean; addresses?: string[]; saved?: number;
};
type Link = GameQuery & { moves: string[]; ply?: number };
type KeptGame = Game & { name: string };

type Clocks = Record<Side, number>; // what is left, without the increment of the move to come

// Who plays a side: an engine by its name, Stupol as "", or the user as null.
type Player = string | null;

// A game against an engine; used and live are there only in storage. Without players the user has
// one side and Stupol the other.
type Match = {
  human: Side; players?: Record<Side, Player>; level: number; time: { move?: number; base?: number; increment?: number; stupol?: { base: number; increment: number } }; over: boolean;
  clocks: Clocks | null; used?: number; live?: string[];
  from?: number; // the ply from which on the user plays his side, 0 if not said
  opening?: Game; // that it began with, if it was drawn by lot or of a file
  chances?: Record<Side, [number, number][]>; // plies of a game of two engines, and what each thought of White's chances after them
  settle?: boolean; // the databases end it when no user plays
};

type NewMatch = Omit<Match, "over" | "clocks">; // one that is to begin

type Settings = {
  language: string; theme: Theme; boardColours: string; pieceSet: string; labels: Labels; animate: boolean; showLegal: boolean; oneClick: boolean; arrows: boolean; sounds: boolean; confirm: boolean; ahead: boolean;
  lines: number; threads: number; hash: number; level: number; side: Side | "either"; time: string; tab: Tab;
  variant: string; withAnalysis: boolean; budget: Budget;
  training: "set" | "deck"; player: string;
};

// How the puzzles of a game went: the number of the last, those solved one after the other
// without help, the most of these, and all.
type PuzzleRecord = { after: number; theme: string; streak: number; best: number; solved: number };

// A mistake of the user to be asked again: what was played and what was better, why (the length
// of the line that shows it, and the squares that a shot goes through), in which games, and how it went: so often found one after the other, the day it comes back, when it was asked last.
type Card = {
  fen: string; draws: string; move: string; text: string; sign: string; loss: number; chance: number; kind: string;
  better: string[]; better_moves: string[]; reply: string[]; reply_moves: string[]; reply_paths: number[][];
  plies: number; squares: string[]; games: string[]; made: number; state: { step: number; due: number; at: number };
};
// A game that was looked through: its content, when, and the moves and mistakes of the user before the ending and in it.
type DeckGame = { of: string; at: number; moves: number[]; mistakes: number[] };
type Deck = { cards: Record<string, Card>; games: Record<string, DeckGame> };
type Profile = {
  kinds: { name: string; games: number; mistakes: number }[]; through?: { square: string; games: number; mistakes: number };
  endings?: { games: number; moves: number; mistakes: number; hold: boolean };
};
// Lessons that come from elsewhere than the game shown.
type Course = { title: () => string; note: (right: boolean) => string; next: () => void; drop: () => void; stop: () => void };

// What the page is asked for by those who know nothing of the document.
type Teller = { say: typeof import("../../protocol/web/page/dom.js").say; notify: typeof import("../../protocol/web/page/dom.js").notify; complain: (error: unknown) => void };
type Stage = Teller & { keeper: Keeper; show: (tab: Tab) => void; lend: () => void; isFlipped: () => boolean; flip: (on: boolean) => void };

// What happens to a session, and what is told of it.
type SessionEvents = {
  board: { before: GameNode | null; made?: number };
  played: { node: GameNode };
} & Record<"game" | "mode" | "tree" | "position" | "play" | "clock" | "clocks" | "marks" | "score" | "kept", {}>;

type Way = { move: Move; path: Path };
type Point = [number, number];
type Arrow = { squares: number[]; kind: string; rank: number };

// What el and svg take: attributes, and listeners by names that begin with on.
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => unknown)>;

type Control = import("../../protocol/web/page/control.js").Control;
type Games = import("../../protocol/web/page/games.js").Games;
type Keeper = import("../../protocol/web/page/keeper.js").Keeper;
type Learn = import("../../protocol/web/page/learn.js").Learn;
type Lesson = import("../../protocol/web/page/lesson.js").Lesson;
type LiveMatch = import("../../protocol/web/page/match.js").LiveMatch;
type Puzzles = import("../../protocol/web/page/puzzles.js").Puzzles;
type Setup = import("../../protocol/web/page/setup.js").Setup;
type Analysis = import("../../protocol/web/page/analysis.js").Analysis;
type Board = import("../../protocol/web/page/board.js").Board;
type Engine = import("../../protocol/web/page/engine.js").Engine;
type Input = import("../../protocol/web/page/input.js").Input;
type Mode = import("../../protocol/web/page/mode.js").Mode;
type Review = import("../../protocol/web/page/review.js").Review;
type Session = import("../../protocol/web/page/session.js").Session;
type Tree = import("../../protocol/web/page/tree.js").Tree;
type GameNode = import("../../protocol/web/page/tree.js").Node;

// The elements of index.html that have a name.
interface Elements extends
  Record<
    "deck-close" | "deck-collect" | "deck-export" | "deck-open" | "deck-start" | "learn-again" | "learn-back" | "learn-close" | "learn-drop" | "learn-hint" | "learn-next" | "learn-other" | "learn-restart" | "learn-skip" | "learn-solution" | "learn-stop" | "puzzle-again" | "puzzle-analyse" | "puzzle-back" | "puzzle-close" | "puzzle-hint" | "puzzle-next" | "puzzle-skip" | "puzzle-solution" | "tab-puzzles" | "analyse-game" | "rematch" | "to-live" | "copy-fen" | "copy-link" | "copy-line" | "save-gif" | "save-png" | "save-svg" | "copy-pdn" | "delete" | "confirm-yes" | "confirm-no" | "make-main" | "download" | "engine" | "flip" |
    "line-no" | "line-stop" | "line-yes" | "library-find" | "library-keep" | "library-more" | "library-stop" | "pattern-clear" | "pattern-take" |
    "go-back" | "go-first" | "go-forward" | "go-last" | "help-open" | "help-rules" | "rules-open" | "hint" | "new" |
    "next-mistake" | "notice-act" | "notice-close" | "offer-draw" | "play-on" | "promote" | "read" | "resign" | "review" |
    "settings-open" | "setup-clear" | "setup-mirror" | "setup-start" | "setup-use" | "start" | "tab-analyse" |
    "tab-games" | "tab-library" | "tab-play" | "tab-setup" | "take-back" | "text-toggle" | "theme" | "threat" | "zen" | "zen-end",
    HTMLButtonElement
  >,
  Record<
    "pattern" | "pictures" | "tags",
    HTMLDetailsElement
  >,
  Record<
    "help" | "parameters" | "rules" | "settings",
    HTMLDialogElement
  >,
  Record<
    "deck" | "deck-doing" | "deck-profile" | "deck-progress" | "deck-shown" | "deck-state" | "deck-title" | "puzzle-set" | "puzzle-line" | "puzzle-record" | "puzzle-state" | "puzzle-title" | "panel-puzzles" | "learn" | "learn-line" | "learn-state" | "learn-title" | "better" | "about" | "level-says" | "bar" | "bar-text" | "board" | "choice" | "confirm" | "diagram" | "draws-field" | "engine-state" | "explorer" | "facts"
    | "file-games" | "paste-state" | "copies" | "graph" | "help-title" | "legal" | "library-add" | "library-games" | "library-state" | "lines" | "live" | "log" | "moves" |
    "notice" | "notice-text" | "rules-diagrams" | "rules-list" | "rules-title" | "kept" | "own-clock" | "palette" | "panel-analyse" | "panel-games" | "panel-library" | "panel-play" | "pattern-palette" |
    "line" | "line-asks" | "line-chat" | "line-question" | "line-state" | "panel-setup" | "pieces" | "play-now" | "play-state" | "player-bottom" | "player-top" |
    "recent" | "review-progress" | "review-result" | "review-state" | "settings-title" | "setup-state" | "status" | "tag-fields" |
    "level-field" | "opening-file-field" | "opening-moves-field" | "opening-state" | "settle-field" | "others" | "parameters-fields" | "parameters-says" | "parameters-title" | "players-field" | "seats" | "text-mode" | "table" | "side" | "game-head" | "game-names",
    HTMLElement
  >,
  Record<
    "library-form" | "line-form" | "play-form" | "type-form",
    HTMLFormElement
  >,
  Record<
    "animate" | "arrows" | "deck-import" | "deck-player" | "file" | "increment" | "level" | "library-event" | "library-files" | "library-from" | "library-here" | "library-player" | "library-to" |
    "line-text" | "minutes" | "opening-file" | "opening-moves" | "settle" | "stupol-minutes" | "stupol-increment" | "confirm-moves" | "moves-ahead" | "sounds" | "one-click" | "pattern-swap" |
    "setup-fen" | "show-legal" | "type" | "with-analysis",
    HTMLInputElement
  >,
  Record<
    "dark",
    HTMLLinkElement
  >,
  Record<
    "deck-done" | "review-done",
    HTMLProgressElement
  >,
  Record<
    "level-name",
    HTMLOutputElement
  >,
  Record<
    "board-colours" | "budget" | "deck-kind" | "draws" | "hash" | "labels" | "language" | "library-result" | "line-count" | "opening" | "opponent" | "piece-set" | "puzzle-theme" | "rules-variant" | "seat-b" | "seat-w" | "sign" | "stand-in" | "theme-select" | "threads" | "time" |
    "variant",
    HTMLSelectElement
  >,
  Record<
    "comment" | "paste",
    HTMLTextAreaElement
  > {}

interface Document {
  getElementById<K extends keyof Elements>(id: K): Elements[K];
}

// What the page looks for by other means.
interface ParentNode {
  querySelector(selectors: "[name=side]:checked"): HTMLInputElement;
  querySelectorAll(selectors: "[name=side]" | "[name=setup-turn]"): NodeListOf<HTMLInputElement>;
  querySelectorAll(selectors: ".wrapping > select"): NodeListOf<HTMLSelectElement>;
  querySelectorAll(selectors: "[role=tab]" | "[data-label]" | ".move"): NodeListOf<HTMLElement>;
}

// Where events come from: elements, the document, or the window.
interface EventTarget {
  closest?(selectors: string): HTMLElement | null;
}
