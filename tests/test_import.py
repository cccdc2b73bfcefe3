"""`import damier` is light: it loads no other package, and its own parts only when they are used."""

import importlib
import json
import subprocess
import sys

import pytest

import damier


def loaded(statement):
    """What a fresh interpreter has loaded after `statement` beyond what it has without."""
    code = (
        "import sys, json; before = set(sys.modules)\n"
        f"{statement}\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return json.loads(said)


def test_import_loads_nothing_else():
    assert [name for name in loaded("import damier") if name.partition(".")[0] != "damier"] == []


def test_parts_are_loaded_when_used():
    assert set(loaded("import damier")) == {"damier", "damier._core"}
    assert "damier.svg" in loaded("import damier; damier.svg")
    assert "damier.engine" in loaded("import damier; damier.engine")


@pytest.mark.parametrize("part", ["damier.svg", "damier.engine", "damier.match", "damier.pdn"])
def test_parts_need_only_the_standard_library(part):
    strangers = {name.partition(".")[0] for name in loaded(f"import {part}")} - {"damier"} - sys.stdlib_module_names
    assert strangers == set()


def test_public_names():
    for name in damier.__all__:
        assert getattr(damier, name) is not None
        assert name in dir(damier)
    with pytest.raises(AttributeError, match="nonsense"):
        damier.nonsense  # noqa: B018


def test_core_names_are_exported():
    core = importlib.import_module("damier._core")
    # They belong to damier.engine, damier.tables and damier.train.
    private = {"Search", "TableBuild", "TableSet", "TrainingCases", "selfplay", "shuffle"}
    public = {name for name in dir(core) if not name.startswith(("_", "Pdn", "pdn"))} - private  # damier.pdn's
    assert public <= set(damier.__all__)
