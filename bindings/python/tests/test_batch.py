"""The examples of docs/machines.md for batch systems, with a scheduler in their place."""

import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys

import carom
import pytest
import yard

PAGE = (pathlib.Path(__file__).parents[1] / "docs" / "machines.md").read_text()

SBATCH = """#!/bin/sh
# Runs the tasks of an array one after another: sbatch --wait --array=1-N SCRIPT ARGUMENTS
last=${2#--array=1-}
shift 2
for task in $(seq 1 "$last"); do SLURM_ARRAY_TASK_ID=$task sh "$@" || exit 1; done
"""


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """Programs in the path: `carom` and `sbatch`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, text in [("sbatch", SBATCH), ("carom", f'#!/bin/sh\nexec "{sys.executable}" -m carom "$@"\n')]:
        path = folder / name
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def expected(level):
    return carom.survey(level, tiles=5).to_json()


def test_slurm(tools, monkeypatch):
    level = yard.write(tools / "yard.obj")
    (script,) = re.findall(r"```sh\n(#!/bin/sh\n# survey\.sh.*?)```", PAGE, re.S)
    (tools / "survey.sh").write_text(script)
    monkeypatch.setenv("TILES", "5")
    done = subprocess.run(["sh", "survey.sh", level, "shared"], capture_output=True, text=True, timeout=500)
    report = tools / "out" / "world" / "report.json"
    assert report.is_file(), done.stderr
    assert report.read_text() == expected(level)


def steps(job):
    """The shell scripts of the steps of a job of the workflow."""
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: pip install pyyaml")
    (text,) = re.findall(r"```yaml\n(name: survey\n.*?)```", PAGE, re.S)
    return [step["run"] for step in yaml.safe_load(text)["jobs"][job]["steps"] if "run" in step]


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_github(tools, monkeypatch):
    """The scripts of the workflow; the test copies the folders that it hands from job to job."""
    level = yard.write(tools / "world.obj")
    monkeypatch.setenv("GITHUB_OUTPUT", str(tools / "outputs"))

    def shell(script, cwd):
        script = script.replace("world.glb", str(level)).replace("--tiles 64", "--tiles 5")
        return subprocess.run(["bash", "-e", "-c", script], cwd=cwd, capture_output=True, text=True, timeout=300)

    install, begin, merge = steps("waiting")
    _, search = steps("tile")
    assert install == "pip install carom"
    assert shell(begin, tools).returncode == 0
    for _ in range(100):
        (tools / "outputs").unlink(missing_ok=True)
        done = shell(merge, tools)
        if not (tools / "outputs").exists():
            break
        assert done.returncode == 0, done.stderr
        tiles = json.loads((tools / "outputs").read_text().removeprefix("tiles="))
        for tile in tiles:
            runner = tools / "runner"
            shutil.copytree(tools / "work", runner / "work")
            done = shell(search.replace("${{ matrix.tile }}", tile), runner)
            assert done.returncode == 0, done.stderr
            shutil.copytree(runner / "work", tools / "results", dirs_exist_ok=True)
            shutil.rmtree(runner)
        shutil.copytree(tools / "results", tools / "work", dirs_exist_ok=True)
        shutil.rmtree(tools / "results")
    assert (tools / "out" / "world" / "report.json").read_text() == expected(level)
