"""Boards as pictures: well-formed, complete, told in words, and the right way up."""

from xml.etree import ElementTree

import pytest

import damier
from damier import svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
GAMES = [game.id for game in damier.games()]


def draw(board, **options):
    return ElementTree.fromstring(svg.board(board, **options))


def texts(picture):
    return [element.text for element in picture.iter(f"{NAMESPACE}text")]


@pytest.mark.parametrize("style", svg.STYLES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_in_every_style(game, style):
    board = damier.Board(game=game)
    picture = draw(board, style=style, orientation=damier.BLACK)
    width, height = map(float, picture.get("viewBox").split()[2:])
    assert width / height == pytest.approx((board.game.files * 48 + 44) / (board.game.ranks * 48 + 44))
    assert not picture.findall(".//*[@id]"), "several pictures on one page must not share ids"


def test_is_told_in_words():
    picture = draw(damier.Board("W:WK3,32:B20"))
    assert picture.get("role") == "img"
    assert (
        picture.get("aria-label") == picture.find(f"{NAMESPACE}title").text == "International draughts: White to move"
    )
    assert picture.find(f"{NAMESPACE}desc").text == "White: men 32; kings 3. Black: men 20."
    assert draw(damier.Board("B:W50:B")).find(f"{NAMESPACE}desc").text.endswith("Black: nothing.")


def test_names_of_squares_as_the_game_writes_them():
    assert set(texts(draw(damier.Board(game="russian")))) == {*"abcdefgh", *"12345678"}
    assert set("abcdefghik") <= set(texts(draw(damier.Board(game="spantsiretti"))))
    numbers = texts(draw(damier.Board()))
    assert {"1", "5", "6", "46", "50"} <= set(numbers)
    assert {"21", "30"} <= set(numbers), "empty squares show their number"
    assert "18" not in numbers, "under a piece there is none"
    assert texts(draw(damier.Board(), coordinates=False, numbers=False)) == []
    assert "c3" in texts(draw(damier.Board("W:Wa1:Bb8", game="russian"), numbers=True))


def centres(picture):
    """Of the faces of all men of the flat style, from top to bottom."""
    return sorted(
        (float(circle.get("cy")), float(circle.get("cx")), circle.get("fill"))
        for circle in picture.iter(f"{NAMESPACE}circle")
        if circle.get("fill") in ("#ffffff", "#111111")
    )


def test_orientation():
    board = damier.Board("W:W46:B5")
    (*upper, above), (*lower, below) = centres(draw(board, style="diagram"))
    assert (above, below) == ("#111111", "#ffffff")
    assert upper[1] > lower[1], "5 is at the upper right, 46 at the lower left"
    turned = centres(draw(board, style="diagram", orientation=damier.BLACK))
    assert [color for *_, color in turned] == ["#ffffff", "#111111"]
    assert [place[:2] for place in turned] == [tuple(upper), tuple(lower)]


def test_mirrored_boards():
    ((_, x, _),) = centres(draw(damier.Board("W:W29:B", game="italian"), style="diagram"))
    assert x > 70, "the lower left square of an Italian board is not played on"


def test_kings_differ_from_men():
    man, king = damier.Board("W:W28:B5"), damier.Board("W:WK28:B5")
    for style in svg.STYLES:
        assert svg.board(man, style=style) != svg.board(king, style=style)


def test_last_move_arrows_and_marks():
    board = damier.Board("W:W28,45:B33,5")
    plain = svg.board(board)
    move = board.push_pdn("28x39")
    for options in ({"last_move": move}, {"arrows": [(28, 39)]}, {"squares": [5]}, {"squares": damier.SquareSet([5])}):
        assert svg.board(board, **options) != plain
        draw(board, **options)
    colored = svg.board(board, arrows=[(28, 39, "crimson"), (5, 5)])
    assert 'fill="crimson"' in colored


def test_size():
    picture = draw(damier.Board(game="spantsiretti"), size=524)
    assert picture.get("width") == "524"
    assert picture.get("height") == "428"
    assert draw(damier.Board()).get("width") is None


def test_everything_is_escaped():
    evil = '"><script>alert(1)</script>'
    picture = svg.board(damier.Board(game=damier.Game.custom(name=evil)), arrows=[(32, 28, evil)])
    assert "<script" not in picture
    ElementTree.fromstring(picture)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"style": "wood"}, "no such style: 'wood'"),
        ({"squares": [51]}, "no such square: 51"),
        ({"arrows": [(0, 5)]}, "no such square: 0"),
        ({"size": 0}, "must be positive"),
    ],
)
def test_refusals_name_the_thing(options, message):
    with pytest.raises(ValueError, match=message):
        svg.board(damier.Board(), **options)


def test_notebooks_show_the_board():
    board = damier.Board()
    board.push_pdn("32-28")
    picture = board._repr_svg_()
    ElementTree.fromstring(picture)
    assert "Black to move" in picture
