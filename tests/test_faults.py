"""What a system refuses is said in words that every language has."""

import errno
import os
from pathlib import Path

import pytest

from damier.faults import FAULTS, fault
from damier.library import StoreError
from damier.saying import Saying, say


@pytest.mark.parametrize("number", FAULTS)
def test_what_the_system_says_is_a_sentence(number: int) -> None:
    said = fault(OSError(number, os.strerror(number), "games.pdn"))
    assert isinstance(said, Saying)
    assert said is FAULTS[number]


def test_a_real_refusal_is_understood(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "missing").read_bytes()
    assert fault(caught.value) == "No such file or directory"


def test_words_of_ones_own_stay() -> None:
    assert fault(OSError(errno.ENOSPC, "the tables that are finished stay")) == "the tables that are finished stay"
    assert fault(OSError(99_999, "a new kind of fault")) == "a new kind of fault"
    assert fault(OSError("there is no such folder")) == "there is no such folder"
    own = say("another program holds the database")
    assert fault(OSError(own)) is own
    assert fault(StoreError(own)) is own
