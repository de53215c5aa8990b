"""A parquet file with a million positions in a level, and the example of docs/engines.md that queries it."""

import pathlib
import re

import carom
import numpy as np
from engines import engine

ROOT = pathlib.Path(__file__).parents[1]
LEVEL = ROOT.parents[1] / "data" / "levels" / "dungeon.obj"


def write(path):
    """Writes the file. Returns how many of its positions touch the level, by numpy alone."""
    pa, pq = engine("pyarrow"), engine("pyarrow.parquet")
    mesh = carom.Mesh.load(LEVEL, dtype=np.float32)
    least, greatest = mesh.bounds
    points = np.random.default_rng(1).uniform(least, greatest, (1_000_000, 3)).astype(np.float32)
    at = pa.FixedSizeListArray.from_arrays(pa.array(points.ravel()), 3)
    pq.write_table(pa.table({"at": at}), path, row_group_size=100_000)
    return np.count_nonzero(mesh.overlap(carom.Ball(points, np.float32(0.3))))


def run(first_line, path):
    """Runs the example that begins with this line, on the level and the file. Returns its variables."""
    (code,) = re.findall(rf"```python\n({first_line}.*?)```", (ROOT / "docs" / "engines.md").read_text(), re.S)
    names = {}
    exec(code.replace('"town.glb"', repr(str(LEVEL))).replace('"poses.parquet"', repr(str(path))), names)
    return names
