"""README, the docs and every docstring keep their word: their examples run."""

import ast
import doctest
from importlib import import_module
from pathlib import Path

import pytest

import damier

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "python" / "damier"
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def modules():
    return [path for path in sorted(PACKAGE.rglob("*.py*")) if path.suffix in (".py", ".pyi") and has_examples(path)]


def has_examples(path):
    return ">>> " in path.read_text(encoding="utf-8")


def run(text, name, names):
    """Runs the examples of one text and fails with the report of the first that differs."""
    test = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    report = []
    doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append)
    assert not report, "".join(report)
    return len(test.examples)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_pages(page):
    # A Markdown fence ends an example's expected output.
    text = page.read_text(encoding="utf-8").replace("\n```", "\n\n")
    run(text, str(page), {"__name__": "__main__"})


@pytest.mark.parametrize("module", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_docstrings(module):
    """Read from the source, so that the stub of the core is tested like any other module."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        text = ast.get_docstring(node) if isinstance(node, kinds) else None
        if text and ">>>" in text:
            run(text, f"{module.name}:{getattr(node, 'name', 'module')}", surroundings(module))


def surroundings(module):
    """What the module itself defines, or the public names for a stub."""
    if module.suffix == ".pyi":
        return {**vars(damier), "__name__": "__main__"}
    parts = module.relative_to(PACKAGE.parent).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return dict(vars(import_module(name)))


def test_the_tour_is_short():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tour = text.partition("```python\n")[2].partition("```")[0]
    assert sum(line.startswith((">>> ", "... ")) for line in tour.splitlines()) <= 20


def test_links_lead_somewhere():
    for page in [*pages(), ROOT / "CONTRIBUTING.md", *(ROOT / "docs" / "variants").glob("*.md")]:
        for target in links(page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def links(text):
    for part in text.split("](")[1:]:
        target = part.partition(")")[0].partition("#")[0]
        if target and "://" not in target:
            yield target
