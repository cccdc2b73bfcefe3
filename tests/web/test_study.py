"""The tree of a game while people work on it, and the list of the games of a file."""

import gzip
import io
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the board in the browser needs damier[web]")

import damier
from damier import pdn
from damier.web.collection import Collection, Query
from damier.web.messages import MessageError
from damier.web.study import NODES_MAX, Study, visible

DATA = Path(__file__).parents[2] / "data" / "pdn"
TEXT = (
    "1. 32-28 {a [%clk 0:01:02] fine one} 18-23 (1... 19-23 2. 28x19 14x23 (2... 13x24)) (1... 17-22) 2. 38-32 12-18 *"
)


def study(text: str = TEXT) -> Study:
    game = pdn.read_game(io.StringIO(text))
    assert game is not None
    return Study(game)


def text_of(found: Study) -> str:
    return found.game.accept(pdn.StringExporter(headers=False, columns=None))


def nodes(found: Study) -> dict[str, int]:
    """The numbers of nodes by their moves."""
    return {node["text"]: node["id"] for node in found.picture()["nodes"] if "text" in node}


def test_what_a_move_changes_leads_from_position_to_position() -> None:
    for path in sorted((DATA / "good").glob("*.pdn")):
        with path.open("rb") as handle:
            for game in pdn.read_games(handle):
                found = Study(game)
                by_number = {node["id"]: node for node in found.picture()["nodes"]}
                start = found.picture()["start"]["pieces"]
                for number in by_number:
                    chain = [number]
                    while (parent := by_number[chain[-1]]["parent"]) is not None:
                        chain.append(parent)
                    pieces = dict(start)
                    for step in reversed(chain):
                        for square, (before, after) in by_number[step].get("changes", {}).items():
                            assert pieces.get(square) == before
                            pieces[square] = after
                    stands = {square: piece for square, piece in pieces.items() if piece}
                    wanted = {square: piece.symbol for square, piece in found.board(number).piece_map().items()}
                    assert stands == wanted, (path, number)


def test_a_move_that_is_there_is_not_added() -> None:
    found = study()
    before = text_of(found)
    changed, number = found.play(nodes(found)["32-28"], "18-23")
    assert (changed, number) == ([], nodes(found)["18-23"])
    assert text_of(found) == before
    assert not found.can_undo


def test_every_change_can_be_taken_back() -> None:
    found = study()
    before = text_of(found)
    at = nodes(found)
    deeds = [
        lambda: found.play(at["12-18"], "33-29"),
        lambda: found.comment(at["32-28"], "said"),
        lambda: found.comment(0, "at first"),
        lambda: found.mark(at["18-23"], [(32, 28, "green"), (5, 5, "red")]),
        lambda: found.judge(at["18-23"], [1, 10]),
        lambda: found.head("Event", "Club evening"),
        lambda: found.promote(at["13x24"]),
        lambda: found.promote(at["14x23"], to_main=True),
        lambda: found.demote(at["19-23"]),
        lambda: found.remove(at["19-23"]),
    ]
    for deed in deeds:
        texts = [text_of(found)]
        deed()
        texts.append(text_of(found))
        if "Event" not in found.game.headers or texts[0] != texts[1]:
            assert texts[0] != texts[1]
        found.undo()
        assert text_of(found) == texts[0]
        deed()
    for _ in deeds:
        found.undo()
    assert text_of(found) == before
    with pytest.raises(MessageError, match="nothing to undo"):
        found.undo()


def test_what_was_deleted_comes_back_with_all_of_it() -> None:
    found = study()
    gone = nodes(found)["19-23"]
    changed = found.remove(gone)
    with pytest.raises(MessageError, match="not there any more"):
        found.node(gone)
    back = found.undo()
    assert set(changed) < set(back)
    assert {nodes(found)[text] for text in ("19-23", "28x19", "14x23", "13x24")} <= set(back)


def test_variations_change_places() -> None:
    found = study("1. 32-28 18-23 (1... 19-23 2. 28x19 14x23) (1... 17-22 2. 28x17) *")
    at = nodes(found)
    found.promote(at["28x17"])
    assert text_of(found) == "1. 32-28 18-23 (1... 17-22 2. 28x17) (1... 19-23 2. 28x19 14x23) *"
    found.promote(at["28x17"], to_main=True)
    assert text_of(found) == "1. 32-28 17-22 (1... 18-23) (1... 19-23 2. 28x19 14x23) 2. 28x17 *"
    found.demote(at["17-22"])
    assert text_of(found).startswith("1. 32-28 18-23 (1... 17-22 2. 28x17)")
    with pytest.raises(MessageError, match="main line already"):
        found.promote(at["18-23"])
    with pytest.raises(MessageError, match="no variation below"):
        found.demote(at["14x23"])


def test_words_keep_what_programs_wrote_and_never_become_commands() -> None:
    found = study()
    at = nodes(found)["32-28"]
    found.comment(at, "quiet [%csl R5] {so}")
    node = found.game.variations[0]
    assert node.clock() == 62
    assert node.arrows() == []
    found.mark(at, [(5, 5, "red")])
    picture = found.node_picture(at)
    assert picture["comment"] == "quiet [ %csl R5] (so)"
    assert picture["arrows"] == [[5, 5, "red"]]
    assert picture["clock"] == 62
    found.comment(at, "")
    assert found.node_picture(at)["arrows"] == [[5, 5, "red"]]


def test_values_of_positions_are_told() -> None:
    found = study("1. 32-28 {[%eval 0.25]} 18-23 {[%eval #-7]} *")
    pictures = [found.node_picture(number) for number in (1, 2)]
    assert [picture["eval"] for picture in pictures] == [{"men": 0.25}, {"win_in": -7}]
    assert [picture["comment"] for picture in pictures] == ["", ""]


@pytest.mark.parametrize(
    ("deed", "field"),
    [
        (lambda found: found.node(999), "node"),
        (lambda found: found.play(0, "33-99"), "move"),
        (lambda found: found.play(0, "32-27x"), "move"),
        (lambda found: found.remove(0), "node"),
        (lambda found: found.mark(0, [(99, 1, "green")]), "arrows"),
        (lambda found: found.mark(0, [(1, 2, "pink")]), "arrows"),
        (lambda found: found.head("no name", "x"), "name"),
        (lambda found: found.head("FEN", "W:W1:B2"), "name"),
        (lambda found: found.explain(0, 99, 1), "from"),
    ],
)
def test_a_refusal_names_its_field_and_changes_nothing(deed: Any, field: str) -> None:
    found = study()
    before = text_of(found)
    with pytest.raises(MessageError) as caught:
        deed(found)
    assert caught.value.field == field
    assert text_of(found) == before
    assert not found.can_undo


def test_a_position_set_up_in_mid_game() -> None:
    found = study('1. 32-28 18-23 /FEN "W:W31,28:B3,23"/ 2. 28x19 *')
    kinds = [node.get("setup", node.get("text")) for node in found.picture()["nodes"]]
    assert kinds == [None, "32-28", "18-23", "W:W28,31:B3,23", "28x19"]
    assert found.position_picture(3)["turn"] == "white"


def test_a_won_position_has_no_moves_and_says_why() -> None:
    found = study('[FEN "W:W28:B23"] 1. 28x19 *')
    picture = found.position_picture(1)
    assert picture["moves"] == []
    assert picture["outcome"]["winner"] == "white"


def test_a_tree_too_large_to_show_is_refused() -> None:
    game = pdn.Game()
    node: pdn.Node = game
    board = damier.Board("W:WK1:BK50")
    game.set_up(board)
    for number in range(NODES_MAX):
        node = node.add_variation(["1-6", "50-45", "6-1", "45-50"][number % 4]) if number < 4 else pdn.Node(node)
        if number >= 4:
            assert node.parent is not None
            node.setup = "W:WK1:BK50"
            node.parent.variations.append(node)
    with pytest.raises(MessageError, match="too many to show"):
        Study(game)


def test_comments_without_commands() -> None:
    assert visible("[%clk 0:01:02]") == ""
    assert visible("a [%emt 0:0:1] b\n\nc") == "a b\n\nc"
    assert visible("[not a command] x") == "[not a command] x"


# -- the list of a file -----------------------------------------------------------------------------------------------


def collection(path: Path, **options: Any) -> Collection:
    found = Collection("abcdefghijkl", path, path.name, **options)
    found.read()
    assert found.is_done
    return found


def of_text(tmp_path: Path, text: str | bytes) -> Collection:
    path = tmp_path / "games.pdn"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return collection(path)


@pytest.mark.parametrize("path", sorted((DATA / "good").glob("*.pdn")), ids=lambda path: path.stem)
def test_every_game_is_listed_and_opens_as_the_reader_has_it(path: Path) -> None:
    found = collection(path)
    with path.open("rb") as handle:
        games = list(pdn.read_games(handle))
    assert len(found.rows) == len(games)
    for row, game in zip(found.rows, games, strict=True):
        assert str(found.open(row.number)) == str(game)
        assert row.plies == sum(1 for _ in game.mainline_moves())
        assert row.problems == len(game.errors)


def test_a_problem_says_where_it_is() -> None:
    found = collection(DATA / "bad" / "illegal.pdn")
    (problem,) = found.problems
    assert (problem["game"], problem["line"], problem["ply"], problem["text"]) == (2, 8, 2, "33-29")
    assert "capture is compulsory" in problem["reason"]
    assert [row.faults for row in found.rows] == [0, 1, 0]
    assert found.problems_of(2) == [problem]
    assert found.problems_of(1) == []


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n\n ", "no game of draughts was found in it"),
        (b"Dear diary, today I played.", "no game of draughts was found in it"),
        (gzip.compress(b"1. 32-28 *"), "gzip"),
        (b"PK\x03\x04" + bytes(100), "zip"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40, "no text file"),
    ],
)
def test_a_wrong_file_is_told_in_words(tmp_path: Path, data: bytes, reason: str) -> None:
    found = of_text(tmp_path, data)
    assert found.rows == []
    assert found.failure is not None
    assert reason in found.failure


@pytest.mark.parametrize("path", sorted((DATA / "bad").glob("*.pdn")), ids=lambda path: path.stem)
def test_a_bad_file_is_listed_as_far_as_it_goes(path: Path) -> None:
    found = collection(path)
    assert found.rows or found.failure
    for row in found.rows:
        Study(found.open(row.number), found.problems_of(row.number)).picture()


def test_games_are_searched_and_sorted(tmp_path: Path) -> None:
    names = [
        ("Größe", "Émile", "1-1", "1900.01.01"),
        ("Weiss", "Springer", "2-0", "1931.??.??"),
        ("émile", "zu", "0-2", ""),
    ]
    text = "\n\n".join(
        f'[White "{white}"]\n[Black "{black}"]\n[Date "{date}"]\n[Result "{result}"]\n1. 32-28 *'
        for white, black, result, date in names
    )
    found = of_text(tmp_path, text)

    def numbers(**query: Any) -> list[int]:
        return [row["number"] for row in found.ask(Query(**query), 0, 10)["rows"]]

    assert numbers(search="GROSSE") == [1]
    assert numbers(search="emile") == [1, 3]
    assert numbers(search="emile 0-2") == [3]
    assert numbers(search="1931 spr") == [2]
    assert numbers(sort="white") == [3, 1, 2]
    assert numbers(sort="white", descending=True) == [2, 1, 3]
    assert numbers(sort="date") == [1, 2, 3]
    assert numbers(descending=True) == [3, 2, 1]
    assert numbers(only_problems=True) == []
    assert found.ask(Query(), 1, 1)["rows"][0]["number"] == 2
    assert found.ask(Query(search="émile"), 0, 1)["total"] == 2
    assert found.neighbours(Query(sort="white"), 1) == (3, 2)
    assert found.neighbours(Query(search="weiss"), 1) == (None, None)


def test_a_file_may_be_read_in_another_encoding_and_as_another_game(tmp_path: Path) -> None:
    path = tmp_path / "old.pdn"
    path.write_bytes('[White "Куперман"] 1. c3-d4 d6-c5 *'.encode("koi8-r"))
    assert collection(path, encoding="koi8-r").rows[0].white == "Куперман"
    assert collection(path, game="brazilian").open(1).rules.id == "brazilian"
