"""The examples in docstrings and in the README run."""

import doctest
import pathlib

import numpy as np
import pytest

import carom
import carom.trimesh
from carom import _carom

OPTIONS = doctest.NORMALIZE_WHITESPACE


def examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name, value in vars(_carom).items():
        if isinstance(value, type):
            for member, part in [("", value), *vars(value).items()]:
                text = getattr(part, "__doc__", None)
                if text and ">>>" in text:
                    parser = doctest.DocTestParser()
                    yield parser.get_doctest(text, {}, f"{name}.{member}".strip("."), None, None)
    yield from (test for test in finder.find(carom.trimesh) if test.examples)


@pytest.mark.parametrize("test", list(examples()), ids=lambda test: test.name)
def test_docstrings(test):
    if "trimesh" in test.name:
        pytest.importorskip("trimesh")
    assert doctest.DocTestRunner(optionflags=OPTIONS).run(test).failed == 0


def test_every_public_name_has_a_docstring():
    for name in carom.__all__:
        value = getattr(carom, name)
        assert value.__doc__, name
        for member, part in vars(value).items():
            if not member.startswith("_"):
                assert part.__doc__, f"{name}.{member}"


def test_readme():
    path = pathlib.Path(__file__).parent.parent / "README.md"
    result = doctest.testfile(str(path), module_relative=False, optionflags=OPTIONS, globs={"np": np})
    assert result.attempted > 5 and result.failed == 0
