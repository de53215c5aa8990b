"""The example of the README on the real engine."""

import pathlib
import re

import carom
import numpy as np
import pytest

pytest.importorskip("datafusion", reason="DataFusion is not installed: pip install datafusion pyarrow")
pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install datafusion pyarrow")
import pyarrow.parquet as pq  # noqa: E402

ROOT = pathlib.Path(__file__).parents[1]
LEVEL = ROOT.parents[1] / "data" / "levels" / "dungeon.obj"


def test_a_million_rows_are_those_of_numpy(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mesh = carom.Mesh.load(LEVEL, dtype=np.float32)
    least, greatest = mesh.bounds
    points = np.random.default_rng(1).uniform(least, greatest, (1_000_000, 3)).astype(np.float32)
    at = pa.FixedSizeListArray.from_arrays(pa.array(points.ravel()), 3)
    pq.write_table(pa.table({"at": at}), "poses.parquet")
    mesh.overlap(carom.Ball(points[:1], 0.3))

    (code,) = re.findall(r"```python\n(import datafusion.*?)```", (ROOT / "README.md").read_text(), re.S)
    names = {}
    exec(code.replace('"town.glb"', repr(str(LEVEL))), names)
    count = names["touching"].to_pydict()["count"][0]
    assert count == np.count_nonzero(mesh.overlap(carom.Ball(points, np.float32(0.3)))) > 1000
