"""One small file for each way in which people write game records: `data/pdn/good` and `data/pdn/bad`."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import damier
from damier import pdn

DATA = Path(__file__).parents[2] / "data" / "pdn"

# For each file its games: which draughts game, and how many plies.
GOOD: dict[str, list[tuple[str, int]]] = {
    "ambiguous": [("international", 2)],
    "black-first": [("english", 4)],
    "bom": [("international", 2)],
    "capitals": [("russian", 4)],
    "clocks": [("international", 4)],
    "colon": [("russian", 6)],
    "crlf": [("international", 4)],
    "czech": [("czech", 16), ("czech", 6)],
    "dashes": [("international", 7)],
    "ellipsis": [("international", 3), ("international", 2), ("international", 1)],
    "empty-game": [("international", 0), ("international", 1)],
    "footer": [("international", 2), ("international", 1)],
    "forced": [("international", 7)],
    "glued-word": [("english", 4)],
    "italian-tags": [("italian", 6)],
    "latin-1": [("international", 2)],
    "line-comments": [("international", 4)],
    "loose-tags": [("international", 1)],
    "mid-game-setup": [("international", 6)],
    "nested-comment": [("international", 4)],
    "no-break-blanks": [("international", 4)],
    "no-separator": [("international", 2), ("international", 1)],
    "no-signs": [("international", 4), ("russian", 3)],
    "no-tags": [("international", 3), ("international", 3)],
    "padded": [("international", 10)],
    "placeholders": [("international", 0), ("international", 2)],
    "private-numbers": [("antidraughts", 1), ("frysk", 1), ("pool", 1), ("killer", 1)],
    "prose": [("international", 5)],
    "repeated-tag": [("international", 1)],
    "results": [("international", n) for n in (2, 1, 3, 1, 1, 1, 0, 2, 1, 1)],
    "russian-tags": [("russian", 3)],
    "setup-first": [("international", 1)],
    "setup-tag": [("international", 3), ("international", 1)],
    "signs-mixed": [("international", 4)],
    "strength": [("international", 7)],
    "tabs": [("international", 3)],
    "tags-on-one-line": [("international", 2), ("international", 1)],
    "unknown-turn": [("international", 3)],
    "utf-16": [("international", 2)],
    "variations": [("international", 3)],
    "variations-before": [("russian", 3)],
    "windows-1251": [("russian", 4)],
    "windows-1252": [("international", 4)],
    "wrapper": [("international", 2)],
    "wrong-number-of-moves": [("international", 6)],
    "wrong-type": [("russian", 4)],
    "zeros": [("international", 6)],
}

# For each file its games, and the kinds of what is wrong with them.
BAD: dict[str, list[tuple[int, list[str]]]] = {
    "binary": [(2, [])],
    "chess": [(0, ["gametype"]), (1, [])],
    "empty": [],
    "fen": [(0, ["fen"]), (0, ["fen"]), (1, [])],
    "illegal": [(4, []), (2, ["illegal"]), (4, [])],
    "illegal-in-variation": [(4, ["illegal", "illegal"])],
    "open-comment": [(1, []), (2, [])],
    "open-variation": [(1, []), (2, [])],
    "parentheses": [(3, [])],
    "result": [(1, ["result"])],
    "setup": [(1, ["fen"]), (1, [])],
    "truncated": [(2, ["unreadable"])],
    "wrong-squares": [(2, ["inexact"])],
}


def read(folder: str, name: str) -> list[pdn.Game]:
    with open(DATA / folder / f"{name}.pdn", "rb") as handle:
        return list(pdn.read_games(handle))


def plies(game: pdn.Game) -> int:
    return sum(1 for _ in game.mainline_moves())


def test_every_file_is_listed() -> None:
    assert sorted(path.stem for path in (DATA / "good").iterdir()) == sorted(GOOD)
    assert sorted(path.stem for path in (DATA / "bad").iterdir()) == sorted(BAD)


@pytest.mark.parametrize("name", GOOD)
def test_good(name: str) -> None:
    games = read("good", name)
    assert [(game.rules.id, plies(game)) for game in games] == GOOD[name]
    assert not [error for game in games for error in game.errors if error.is_fault]


@pytest.mark.parametrize("name", BAD)
def test_bad(name: str) -> None:
    games = read("bad", name)
    assert [(plies(game), [error.kind for error in game.errors]) for game in games] == BAD[name]


@pytest.mark.parametrize("name", [*GOOD, *BAD])
@pytest.mark.parametrize("block", [1, 7, 4096])
def test_blocks_make_no_difference(name: str, block: int) -> None:
    """Where the handle's reads happen to end changes nothing."""
    path = next(path for path in DATA.glob(f"*/{name}.pdn"))
    whole = [str(game) for game in pdn.read_games(io.BytesIO(path.read_bytes()))]

    class Slow(io.BytesIO):
        def read(self, count: int | None = -1) -> bytes:
            return super().read(min(block, count or 0))

    assert [str(game) for game in pdn.read_games(Slow(path.read_bytes()))] == whole


@pytest.mark.parametrize("name", [*GOOD, *BAD])
def test_one_by_one_is_all_at_once(name: str) -> None:
    path = next(path for path in DATA.glob(f"*/{name}.pdn"))
    with open(path, "rb") as handle:
        whole = [str(game) for game in pdn.read_games(handle)]
    with open(path, "rb") as handle:
        single = []
        while (game := pdn.read_game(handle)) is not None:
            single.append(str(game))
    assert single == whole


@pytest.mark.parametrize("name", GOOD)
def test_written_and_read_again(name: str) -> None:
    for game in read("good", name):
        text = str(game)
        again = pdn.read_game(io.StringIO(text))
        assert again is not None
        assert str(again) == text
        assert list(again.mainline_moves()) == list(game.mainline_moves())


# What is in them --------------------------------------------------------------------------------------------------


def test_code_pages_are_told_apart() -> None:
    (game,) = read("good", "latin-1")
    assert (game.headers["Event"], game.headers["Black"]) == ("Bärenpokal in Köln", "Zoë Müller")
    assert game.variations[0].comment == "überlegt"
    (game,) = read("good", "windows-1251")
    assert (game.headers["White"], game.headers["Site"]) == ("Синицын", "Минск")
    assert game.headers["Event"] == "Открытое первенство города"
    (game,) = read("good", "windows-1252")
    assert game.headers["Event"] == "“Quoted” tournoi – été"
    assert game.headers["White"] == "Œuvrard"
    (game,) = read("good", "utf-16")
    assert game.headers["White"] == "Two bytes each"
    (game,) = read("good", "bom")
    assert game.headers["White"] == "Byte-order mark"


def test_an_encoding_can_be_named() -> None:
    data = '[White "Ж"]\n\n1. 32-28 *'.encode("cp1251")
    for name in ("windows-1251", "cp1251", "CP_1251"):
        game = pdn.read_game(io.BytesIO(data), encoding=name)
        assert game is not None
        assert game.headers["White"] == "Ж"
    game = pdn.read_game(io.BytesIO(data), encoding="latin-1")
    assert game is not None
    assert game.headers["White"] == "Æ"
    with pytest.raises(ValueError, match="klingon"):
        pdn.read_game(io.BytesIO(data), encoding="klingon")


def test_results() -> None:
    games = read("good", "results")
    said = [game.headers.get("Result") for game in games]
    assert said == ["1-1", "1-1", "0-2", "2 - 0", "1/2", "½-½", "0-0", "4-6", "1+ - 1-", "1 1/2 - 1/2"]
    winners = [None if game.winner is None else str(game.winner) for game in games]
    assert winners == [None, None, "black", "white", None, None, None, "black", "white", "white"]
    assert [game.is_draw for game in games] == [True, True, False, False, True, True, False, False, False, False]


def test_old_checkers_files_name_black_first() -> None:
    (game,) = read("good", "black-first")
    assert (game.headers["Result"], str(game.winner)) == ("1-0", "black")
    assert '[Result "0-1"]' in str(game)
    again = pdn.read_game(io.StringIO(str(game)))
    assert again is not None
    assert str(again.winner) == "black"
    headers = pdn.read_headers(io.StringIO('[Black "a"] [White "b"] [Result "1-0"] *'))
    assert headers is not None
    assert headers.left == damier.BLACK
    (game,) = pdn.read_games(io.StringIO('[GameType "20"] [Black "a"] [White "b"] [Result "2-0"] *'))
    assert str(game.winner) == "white"


def test_marks() -> None:
    (game,) = read("good", "strength")
    line = list(game.mainline())
    assert [sorted(node.nags) for node in line] == [[1], [4], [1], [2], [5, 6], [3, 140], []]
    assert line[-1].comment == "!!!"
    (game,) = read("good", "forced")
    assert [7 in node.nags for node in game.mainline()] == [True, False, True, True, True, False, True]


def test_local_names_of_tags() -> None:
    (game,) = read("good", "italian-tags")
    assert dict(game.headers) == {
        "Event": "Torneo di prova",
        "Date": "2001",
        "White": "Rossi",
        "Black": "Verdi",
        "Result": "1-0",
    }
    (game,) = read("good", "russian-tags")
    assert (game.headers["White"], game.headers["Black"], str(game.winner)) == ("Иванов", "Петров", "black")


def test_loose_tags() -> None:
    (game,) = read("good", "loose-tags")
    assert dict(game.headers) == {
        "Event": "blanks inside",
        "Site": 'an "inner" quotation',
        "Date": "1.1.1965",
        "Round": "no bracket",
        "White": "lower case",
        "Opening": "Roozenburg",
        "Remark": 'back\\slash and "quotes"',
    }
    (game,) = read("good", "repeated-tag")
    assert game.headers["Event"] == "the first"
    assert game.headers.repeated == [("Event", "the second")]
    first, second = read("good", "footer")
    assert first.headers["FILENAME"] == ""
    assert second.headers["White"] == "the next"


def test_words_outside_braces_are_comments() -> None:
    (game,) = read("good", "prose")
    assert game.comment == "A heading of the old file, page 3"
    line = list(game.mainline())
    assert line[1].comment == "White thought for an hour and sighed."
    assert line[3].comment == "this is a remark"
    assert line[4].comment == "Drawn by agreement"
    (game,) = read("good", "nested-comment")
    line = list(game.mainline())
    assert line[0].comment == "a ( nested ) remark"
    assert line[1].comment == "and ( an open one"


def test_variations() -> None:
    (game,) = read("good", "variations")
    assert game.comment == "before"
    main, first, second = game.variations
    assert (main.comment, first.starting_comment, first.comment) == ("a", "why not", "b")
    assert [node.pdn() for node in (main, first, second)] == ["32-28", "33-29", "34-29"]
    assert [node.pdn() for node in first.variations] == ["19-23", "20-25"]
    # A variation may stand before the move that it replaces, or further back by its number.
    (game,) = read("good", "variations-before")
    assert [node.pdn() for node in game.variations] == ["c3-d4", "c3-b4", "g3-h4"]
    main = game.variations[0]
    assert [node.pdn() for node in main.variations] == ["d6-c5", "d6-e5"]
    assert [node.pdn() for node in main.variations[0].variations] == ["b2-c3", "e3-f4"]


def test_set_up_in_mid_game() -> None:
    (game,) = read("good", "mid-game-setup")
    line = list(game.mainline())
    assert [node.setup is not None for node in line] == [False, False, False, True, False, False, True, False]
    assert line[3].comment == "moved on the board"
    assert line[3].board().fen() == "B:W31,32,33:B14,20"
    assert line[-1].board().fen() == "W:W28,31,32:B20,24"
    assert line[-1].pdn() == "19-24"
    # A null move only passes the turn.
    assert line[6].board().turn == damier.BLACK
    (variation,) = line[6].variations[1:]
    assert variation.setup is not None
    assert [node.pdn() for node in variation.mainline()] == ["31-27"]
    (game,) = read("good", "setup-first")
    assert game.fen() is None
    assert [node.pdn() for node in game.mainline()] == ["", "20-25"]


def test_clocks_evaluations_arrows() -> None:
    (game,) = read("good", "clocks")
    line = list(game.mainline())
    assert line[0].clock() == 6921
    assert (line[1].clock(), line[1].clock(damier.WHITE)) == (2882, 2951)
    assert (line[2].clock(), line[2].clock(damier.BLACK), line[2].move_time()) == (2941, 2882, 9.56)
    assert line[3].eval() == -0.048
    assert line[3].arrows() == [
        pdn.Arrow(33, 33),
        pdn.Arrow(33, 28, "red"),
        pdn.Arrow(28, 19),
    ]


def test_the_reading_that_carries_furthest() -> None:
    (game,) = read("good", "ambiguous")
    first, second = game.mainline()
    assert first.pdn() == "4x27x38x15"
    assert second.pdn() == "37-42"
    assert game.errors == []


def test_the_moves_tell_the_game() -> None:
    (game,) = read("good", "wrong-type")
    assert [error.kind for error in game.errors] == ["gametype"]
    first, _ = read("good", "czech")
    assert "Czech" in first.reason
    (game,) = read("good", "wrong-number-of-moves")
    assert game.board().fullmove_number == 55
    assert "55. 33-28" in str(game)


def test_a_fault_costs_nothing_else() -> None:
    before, errs, after = read("bad", "illegal")
    assert plies(before) == plies(after) == 4
    (error,) = errs.errors
    assert (error.kind, error.game, error.line, error.ply, error.text) == ("illegal", 2, 8, 2, "33-29")
    assert "capture is compulsory: 28x19 (FMJD 4.1)" in error.reason
    assert errs.end().unread == "33-29 {he must take} 23x32 3. 37x28"
    assert "{not played: 33-29 (he must take) 23x32 3. 37x28}" in str(errs)
    (game,) = read("bad", "illegal-in-variation")
    assert [node.pdn() for node in game.variations[0].variations] == ["19-23", "18-22"]
    assert game.variations[0].variations[1].unread == "32-27 {no} 22x33"
    assert game.variations[0].variations[0].unread == "( 1... 50-45 )"


def test_what_is_no_text_is_named() -> None:
    import gzip

    for data, what in ((gzip.compress(b"1. 32-28 *"), "gzip"), (b"PK\x03\x04abc", "zip"), (b"%PDF-1.7", "PDF")):
        with pytest.raises(ValueError, match=what):
            pdn.read_game(io.BytesIO(data))
        with pytest.raises(ValueError, match=what):
            list(pdn.read_games(io.BytesIO(data)))
    with pytest.raises(TypeError, match="int"):
        pdn.read_game(Odd())


class Odd(io.BytesIO):
    def read(self, count: int | None = -1) -> bytes:
        return 7  # type: ignore[return-value]
