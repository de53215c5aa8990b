"""The examples in docstrings, in the README and in docs run, and their links lead somewhere."""

import ast
import doctest
import inspect
import pathlib
import re

import numpy as np
import pytest

import carom
import carom.trimesh
from carom import _carom

OPTIONS = doctest.NORMALIZE_WHITESPACE


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for module in (_carom, _carom.planar):
        for name, value in vars(module).items():
            members = vars(value).items() if isinstance(value, type) else []
            for member, part in [("", value), *members]:
                text = getattr(part, "__doc__", None)
                if isinstance(text, str) and ">>>" in text:
                    where = "planar." if module is _carom.planar else ""
                    parser = doctest.DocTestParser()
                    yield parser.get_doctest(text, {}, f"{where}{name}.{member}".strip("."), None, None)
    for module in (carom.trimesh, carom.abilities, carom.planar, carom._survey, carom._report, carom._transformed):
        yield from (test for test in finder.find(module) if test.examples)


@pytest.mark.parametrize("test", list(examples()), ids=lambda test: test.name)
def test_docstrings(test):
    if "trimesh" in test.name:
        pytest.importorskip("trimesh")
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


@pytest.mark.parametrize("module", [carom, carom.planar], ids=lambda module: module.__name__)
def test_every_public_name_has_a_docstring(module):
    for name in module.__all__:
        value = getattr(module, name)
        assert value.__doc__, name
        for member, part in getattr(value, "__dict__", {}).items():
            if not member.startswith("_"):
                assert part.__doc__, f"{name}.{member}"


ROOT = pathlib.Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page):
    result = doctest.testfile(str(page), module_relative=False, optionflags=OPTIONS, globs={"np": np})
    assert result.failed == 0 and (result.attempted > 5 or page.name != "README.md")
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        assert ":" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize("module, stub", [(_carom, "_carom.pyi"), (_carom.planar, "planar.pyi")])
def test_the_stubs_name_what_is_there(module, stub):
    """Every class, member and argument of the stubs, and no other."""
    stub = ast.parse((pathlib.Path(carom.__file__).parent / stub).read_text())
    classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
    assert set(classes) == {name for name, value in vars(module).items() if isinstance(value, type)}
    for name, node in classes.items():
        members = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        real = getattr(module, name)
        public = {member for member in vars(real) if not member.startswith("_")}
        assert public == {member for member in members if not member.startswith("_")}, name
        for member, part in members.items():
            value = real if member == "__new__" else getattr(real, member)
            if callable(value) and not member.startswith("__") or member == "__new__":
                arguments = [a.arg for a in [*part.args.args, *part.args.kwonlyargs]]
                signature = inspect.signature(value)
                found = [a for a, p in signature.parameters.items() if p.kind is not p.VAR_KEYWORD]
                assert [a for a in arguments if a not in ("self", "cls") and a in found] == [
                    a for a in found if a != "self"
                ], f"{name}.{member}"
