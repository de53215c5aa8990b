"""The example of DataFusion in docs/engines.md on the real engine."""

import poses
from engines import engine

engine("datafusion")


def test_a_million_rows_are_those_of_numpy(tmp_path):
    path = tmp_path / "poses.parquet"
    expected = poses.write(path)
    count = poses.run("import datafusion", path)["touching"].to_pydict()["count"][0]
    assert count == expected > 1000
