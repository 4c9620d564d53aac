"""A draughts engine for Python: positions, games, searches, analyses and matches.

    import stupol

    with stupol.Engine("russian") as engine:
        game = stupol.Game("russian")
        while not engine.state(game).result:
            game.moves.append(engine.search(game, nodes=10000).move)
    print(game.pdn())
    for judged in stupol.analyse(game, nodes=20000):
        if judged.sign:
            print(judged.ply, judged.move, judged.sign, judged.remark)

Moves are those of the Hub protocol: 32-28, or 28x19x23 for a capture with all that it takes.
Positions are FENs, with the numbers of that protocol. The program that does the work is beside
this module, the one that the environment's STUPOL names, or the stupol of the PATH.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Iterator, List, Optional, Tuple, Type, Union

__all__ = ["Engine", "Error", "Game", "Judgement", "Line", "Position", "Result", "Score", "State", "analyse", "match", "position", "program"]

Limit = Union[int, float, str]


class Error(Exception):
    """What the program says is wrong."""


def program() -> str:
    """The path of the program."""
    name = "stupol.exe" if os.name == "nt" else "stupol"
    beside = os.path.join(sysconfig.get_path("scripts"), name)
    found = os.environ.get("STUPOL") or (beside if os.path.exists(beside) else shutil.which(name))
    if not found:
        raise Error("there is no program stupol: install the wheel, or set STUPOL")
    return found


def _run(arguments: List[str], text: str = "") -> str:
    """What a command prints when it gets that text."""
    done = subprocess.run([program(), *arguments], input=text, capture_output=True, encoding="utf-8")
    if done.returncode != 0:
        raise Error(done.stderr.strip() or f"stupol {' '.join(arguments)}: status {done.returncode}")
    return done.stdout


def _flags(settings: Any) -> List[str]:
    """Settings as flags: move_time=1 is --move-time=1, a True of a switch --switch."""
    return [f"--{name.replace('_', '-')}" + ("" if value is True else f"={value}") for name, value in settings.items()]


@dataclass(frozen=True)
class Position:
    """A position and its legal moves."""

    variant: str
    fen: str
    hub: str
    turn: str
    moves: Tuple[str, ...]


def position(fen: Optional[str] = None, variant: str = "international") -> Position:
    """The position of a FEN, or the one that a game begins with."""
    flags = ["--variant=" + variant] + ([] if fen is None else ["--fen=" + fen])
    told = json.loads(_run(["moves", "--json", *flags]))
    return Position(told["variant"], told["fen"], told["hub"], told["turn"], tuple(told["moves"]))


@dataclass
class Game:
    """A game: where it begins, the start if there is no FEN, and its moves. An Engine tells whether they are legal."""

    variant: str = "international"
    fen: Optional[str] = None
    moves: List[str] = field(default_factory=list)
    result: str = "*"

    def pdn(self) -> str:
        """The game as PDN, for analyse and for other programs; stupol pdn convert makes the usual form of it."""
        begins = position(self.fen, self.variant)
        text, first = "", begins.turn == "White"
        for i, move in enumerate(self.moves, 0 if first else 1):
            text += f"{i // 2 + 1}. {move} " if i % 2 == 0 else f"{move} "
        if not first and self.moves:
            text = "1... " + text
        fen = begins.fen
        if begins.variant == "spanish":  # whose PDN counts squares from the other side
            text = re.sub(r"\d+(?![\d.])", lambda n: str(33 - int(n[0])), text)
            fen = re.sub(r"\d+", lambda n: str(33 - int(n[0])), fen)
        tags = f'[Variant "{begins.variant}"]\n'
        return tags + (f'[SetUp "1"]\n[FEN "{fen}"]\n' if self.fen else "") + f'[Result "{self.result}"]\n\n{text}{self.result}\n'


@dataclass(frozen=True)
class Line:
    """A line that a search has found: its score in men for the side to move, and its moves."""

    score: float
    depth: int
    moves: Tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """What a search has found; without a move if there is none. The best line comes first."""

    move: Optional[str]
    expected: Optional[str]
    lines: Tuple[Line, ...]


@dataclass(frozen=True)
class State:
    """How a game stands: whose turn it is, "white" or "black", and when it is over the winner, one of both or
    "draw", and why; how often the position has occurred. Draw rules end a game, though there are moves."""

    turn: str
    result: Optional[str]
    reason: Optional[str]
    occurred: int


_LIMITS = {"depth", "nodes", "move_time", "time", "inc", "moves"}
_ITEM = re.compile(r'([\w-]+)=(?:"([^"]*)"|(\S*))')


class Engine:
    """A program that searches positions of one variant, by the Hub protocol.

    Further arguments are its parameters: threads=2, tt_mb=256, book=False, skill=3.
    """

    def __init__(self, variant: str = "international", command: Optional[List[str]] = None, **parameters: Limit) -> None:
        self.variant = variant
        self._process = subprocess.Popen(
            command or [program(), "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
        )
        known = {dict(_items(said)).get("name") for said in self._ask("hub", "wait") if said.startswith("param ")}
        self._set("variant", variant)
        for name, value in parameters.items():
            if name.replace("_", "-") not in known:
                self.close()
                raise TypeError(f"the engine has no parameter {name}")
            self._set(name, value)
        self._ask("init", "ready")

    def _send(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line + "\n")

    def _set(self, name: str, value: Limit) -> None:
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self._send(f'set-param name={name.replace("_", "-")} value="{text}"')

    def _ask(self, line: str, end: str) -> List[str]:
        """The lines up to the one that begins with the word end. An error among them is raised."""
        self._send(line)
        lines = list(self._until(end))
        for said in lines:
            if said.startswith("error"):
                raise Error(dict(_items(said)).get("message", said))
        return lines

    def _until(self, end: str) -> Iterator[str]:
        assert self._process.stdout
        while True:
            line = self._process.stdout.readline()
            if not line:
                raise Error("the engine has ended")
            yield line.rstrip()
            if line.split()[0] == end:
                return

    def search(self, game: Game, lines: int = 1, **limits: Limit) -> Result:
        """The best move after those of the game, and so many of the best lines.

        The limits are those of Hub: depth=12, nodes=100000, move_time=1 (seconds), and time=60, inc=1
        for a clock.
        """
        if not limits:
            raise ValueError("a search needs a limit, as depth=12 or move_time=1")
        for name in limits:
            if name not in _LIMITS:
                raise TypeError(f"there is no limit {name}; there are {', '.join(sorted(_LIMITS))}")
        self._set("multi-pv", lines)
        self._show(game)
        self._send("level " + " ".join(f"{name.replace('_', '-')}={value}" for name, value in limits.items()))
        found, done = {}, {}
        for said in self._ask("go think", "done"):
            items = dict(_items(said))
            if said.startswith("done"):
                done = items
            elif said.startswith("info") and "pv" in items:
                rank = int(items.get("multipv", 1))
                found[rank] = Line(float(items.get("score", 0)), int(items.get("depth", 0)), tuple(items["pv"].split()))
        return Result(done.get("move"), done.get("ponder"), tuple(found[rank] for rank in sorted(found)))

    def _show(self, game: Game) -> None:
        if game.variant != self.variant:
            raise ValueError(f"a game of {game.variant}, and an engine for {self.variant}")
        start = "start" if game.fen is None else "pos=" + position(game.fen, game.variant).hub
        self._send(f'pos {start} moves="{" ".join(game.moves)}"')

    def state(self, game: Game) -> State:
        """How the game stands, by its draw rules too. Its result is for who plays: Game.result is yours to set."""
        self._show(game)
        told = dict(_items(self._ask("state", "state")[-1]))
        result = told.get("result", "none")
        return State(told.get("turn", ""), None if result == "none" else result, told.get("reason"), int(told.get("occurred", 1)))

    def legal_moves(self, game: Game) -> List[str]:
        """The legal moves after those of the game, sorted. There are at most 100."""
        return sorted(line.moves[0] for line in self.search(game, lines=100, depth=1).lines)

    def new_game(self) -> None:
        """Makes the engine forget what it has searched."""
        self._send("new-game")

    def close(self) -> None:
        """Ends the program."""
        if self._process.poll() is None:
            self._send("quit")
        self._process.communicate()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()


def _items(line: str) -> List[Tuple[str, str]]:
    return [(name, quoted or bare) for name, quoted, bare in _ITEM.findall(line)]


@dataclass(frozen=True)
class Judgement:
    """A move of a game that was analysed: the chances that it lost, 0 to 1, its sign (?!, ? or ??, or none), and
    then the better line and a sentence."""

    game: int
    ply: int
    side: str
    move: str
    loss: float
    sign: str
    better: Tuple[str, ...]
    remark: str


def analyse(games: Union[str, Game], **settings: Any) -> List[Judgement]:
    """Judges every move of a game, or of all games of a PDN text.

    Settings are flags of stupol analyze: nodes=100000, variant="pool", games="1-3".
    """
    text = games.pdn() if isinstance(games, Game) else games
    judged = []
    for line in _run(["analyze", "-", "--json", "--quiet", *_flags(settings)], text).splitlines():
        told = json.loads(line)
        for m in told["moves"]:
            better = tuple(m.get("better", ()))
            judged.append(Judgement(told["game"], m["ply"], m["side"], m["move"], m["loss"], m.get("sign", ""), better, m.get("remark", "")))
    return judged


@dataclass(frozen=True)
class Score:
    """How a match ended, for its first player. elo is None after wins, or losses, alone."""

    wins: int
    draws: int
    losses: int
    elo: Optional[float]


def match(first: str, second: str, **settings: Any) -> Score:
    """Lets two players play each other: "self,nodes=1000" is Stupol, other texts are commands.

    Settings are flags of stupol match: games=100, variant="english", move_time=0.1.
    """
    told = json.loads(_run(["match", first, second, "--json", "--quiet", *_flags(settings)]))["pairings"][0]
    return Score(told["wins"], told["draws"], told["losses"], told["elo"])
