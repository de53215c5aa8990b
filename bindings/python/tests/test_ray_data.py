"""The example of Ray Data in docs/engines.md on the real engine."""

import poses
from engines import engine

engine("ray.data")


def test_a_million_rows_are_those_of_numpy(cluster, tmp_path):
    path = tmp_path / "poses.parquet"
    expected = poses.write(path)
    assert poses.run("import numpy as np, ray", path)["touching"] == expected > 1000
