"""The notebooks run, and print what they show on the page."""

import pathlib

import pytest

nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed: pip install 'carom[test]'")
nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed: pip install 'carom[test]'")
pytest.importorskip("ipykernel", reason="ipykernel is not installed: pip install 'carom[test]'")
pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'carom[test]'")

FOLDER = pathlib.Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def shown(notebook):
    """The text that each cell prints or shows; pictures only count as such."""
    texts = []
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "image/png" in data:
                texts.append("a picture")
            else:
                texts.append(data.get("text/html") or data.get("text/plain") or output["text"])
    return texts


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_prints_what_it_shows(path):
    assert path.stat().st_size < 300_000
    notebook = nbformat.read(path, as_version=4)
    stored = shown(notebook)
    assert "a picture" in stored
    client = nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(FOLDER)}})
    assert shown(client.execute()) == stored


def test_there_are_notebooks():
    assert len(NOTEBOOKS) == 5
