"""Tests of the module, with the program that the environment's STUPOL names."""

import unittest
from pathlib import Path

import stupol


class Examples(unittest.TestCase):
    """The three examples of README.md, whose code blocks run as they are."""

    def test_readme(self) -> None:
        text = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
        blocks = [b.split("```")[0] for b in text.split("```python\n")[1:]]
        self.assertEqual(len(blocks), 3)
        said = []
        for block in blocks:
            exec(block, {"print": lambda *words: said.append(" ".join(map(str, words)))})
        self.assertEqual(said[0], "28x19x23")
        self.assertRegex(said[1], r"^[1-9][0-9.]+ 30-24 20x29x24$")
        self.assertEqual(len(said[1:-1]), 3, said)
        self.assertRegex(said[-1], r"^6 23-28 \?\? Blunder\. ")


class Module(unittest.TestCase):
    def test_position(self) -> None:
        p = stupol.position("B:W11,21:B6,16")
        self.assertEqual((p.turn, p.hub[0]), ("Black", "B"))
        self.assertEqual(p.moves, ("6x26x11x21",))
        self.assertEqual(len(stupol.position().moves), 9)

    def test_errors(self) -> None:
        with self.assertRaisesRegex(stupol.Error, "what"):
            stupol.position("what")
        with stupol.Engine(threads=1) as engine:
            with self.assertRaisesRegex(stupol.Error, "illegal"):
                engine.search(stupol.Game(moves=["1-2"]), depth=1)
            self.assertEqual(len(engine.legal_moves(stupol.Game())), 9)  # it goes on
            with self.assertRaises(ValueError):
                engine.search(stupol.Game())
            with self.assertRaises(ValueError):
                engine.search(stupol.Game("russian"), depth=1)

    def test_state(self) -> None:
        """A game is over by its draw rules, too; what is misspelt is no limit and no parameter."""
        kings = stupol.Game(fen="W:WK1:BK50")
        with stupol.Engine(threads=1) as engine:
            self.assertEqual(engine.state(stupol.Game()), stupol.State("white", None, None, 1))
            for move in ["1-6", "50-45", "6-1", "45-50"] * 2:
                self.assertIsNone(engine.state(kings).result)
                kings.moves.append(move)
            self.assertEqual(engine.state(kings), stupol.State("white", "draw", "threefold repetition", 3))
            self.assertEqual(engine.state(stupol.Game(fen="W:W:B1")).result, "black")
            with self.assertRaisesRegex(TypeError, "no limit dept"):
                engine.search(kings, dept=3)
        with self.assertRaisesRegex(TypeError, "no parameter foo"):
            stupol.Engine(foo=3)

    def test_no_move(self) -> None:
        with stupol.Engine() as engine:
            lost = stupol.Game(fen="W:W:B1")
            self.assertEqual(engine.search(lost, depth=3), stupol.Result(None, None, ()))
            self.assertEqual(engine.legal_moves(lost), [])

    def test_pdn_of_every_numbering(self) -> None:
        """A game goes through PDN to the same position: where Black begins, and where PDN counts from
        the other side."""
        for variant, fen in [("spanish", None), ("italian", None), ("english", None), ("russian", "B:W22,K31:B9,10")]:
            game = stupol.Game(variant, fen)
            with stupol.Engine(variant, book=False) as engine:
                for _ in range(5):
                    move = engine.search(game, nodes=300).move
                    if move:
                        game.moves.append(move)
                legal = engine.legal_moves(game)
            self.assertEqual(len(stupol.analyse(game, nodes=50)), len(game.moves), game.pdn())
            fen = stupol._run(["pdn", "positions", "--final", "-"], game.pdn()).strip()
            self.assertEqual(list(stupol.position(fen, variant).moves), legal, game.pdn())

    def test_match(self) -> None:
        score = stupol.match("self,nodes=30", "self,nodes=20", variant="russian", games=2, max_moves=6)
        self.assertEqual(score.wins + score.draws + score.losses, 2)


if __name__ == "__main__":
    unittest.main()
