"""Surveys of levels, against the command."""

import json
import os
import pathlib
import pickle
import random
import signal
import subprocess
import sys
import threading
import time

import carom
import numpy as np
import pytest
import yard

LEVELS = pathlib.Path(__file__).parents[3] / "data" / "levels"
FLOOR = carom.Mesh([[0.0, 0, 0], [0, 0, 8], [8, 0, 8], [8, 0, 0]], [[0, 1, 2], [0, 2, 3]])


def command(tmp_path, level, *options):
    """The report of the command."""
    words = [sys.executable, "-m", "carom", "survey", str(level), "--no-pictures", "--fail-on", "never", *options]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return carom.Report.load(tmp_path / "out" / "survey")


@pytest.fixture
def level(tmp_path):
    return yard.write(tmp_path / "yard.obj")


@pytest.fixture
def boxes(tmp_path):
    """Two floors beside each other, one 1 m higher: an OBJ with names."""
    path = tmp_path / "boxes.obj"
    path.write_text(
        "o Low\nv 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nf 1 2 3 4\n"
        "o High\nv 8 1 0\nv 8 1 8\nv 16 1 8\nv 16 1 0\nf 5 6 7 8\nf 4 3 6 5\n"
    )
    return path


@pytest.mark.parametrize("tiles", [None, 4.5])
def test_the_report_is_that_of_the_command(tmp_path, level, tiles):
    options = {} if tiles is None else {"tiles": tiles}
    words = [] if tiles is None else ["--tiles", str(tiles)]
    theirs = command(tmp_path, level, "--jump", "2.5", "--spawn", "2,0,2", "--goal", "10,0,2", "--what-if", "step_height=0.6", *words)
    seen = []
    folder = tmp_path / "mine"
    mine = carom.survey(
        level,
        jump=2.5,
        spawn=[2, 0, 2],
        goal=[10, 0, 2],
        what_if={"step_height": 0.6},
        no_pictures=True,
        report=folder,
        progress=seen.append,
        **options,
    )
    assert mine.to_json() == theirs.to_json()
    assert (folder / "report.json").read_text() == mine.to_json()
    page = (tmp_path / "out" / "survey" / "report.html").read_bytes()
    assert (folder / "report.html").read_bytes() == page
    assert len(mine.findings) == len(theirs.findings) > 0 and mine.goals[0].reached
    assert (len({step.tile for step in seen}) > 4) == (tiles is not None)
    assert seen[-1].waiting == 0
    for finding in mine.findings:
        assert json.loads((folder / finding.scenario).read_text()) == finding.script


def test_a_mesh_is_surveyed_without_files(tmp_path, monkeypatch, boxes):
    monkeypatch.chdir(tmp_path)
    before = set(tmp_path.rglob("*"))
    of_file = carom.survey(boxes, spawn=[4, 0, 4])
    mesh = carom.Mesh.load(boxes)
    report = carom.survey(mesh, spawn=(4, 0, 4), threads=1)
    assert set(tmp_path.rglob("*")) == before
    hashes = {json.loads(each.to_json())["hash"] for each in (of_file, report)}
    assert len(hashes) == 1
    assert [f.position for f in report.findings] == [f.position for f in of_file.findings]
    leaks = [f for f in of_file.findings if f.kind == "leak"]
    assert leaks and leaks[0].severity == "error" and leaks[0].objects == ("Low",)
    assert leaks[0].script["characters"][0]["input"]
    (region,) = of_file.unreached
    assert region.objects == ("High",) and region.cause.kind == "step" and region.cause.opens > 50
    assert region.cause.size == pytest.approx(1, abs=1e-3) and region.drop
    assert of_file.reached_area > 64 and 0.4 < of_file.share < 0.6
    assert of_file.spawns == ((4.0, 0.0, 4.0),) and of_file.floors[0].area == pytest.approx(of_file.reached_area)


def test_the_report_of_a_mesh_can_be_walked(tmp_path):
    report = carom.survey(FLOOR, spawn=[4, 0, 4], report=tmp_path / "report", size=480)
    assert (tmp_path / "report" / "overview.png").is_file()
    (leak,) = report.findings
    words = [sys.executable, "-m", "carom", "walk", tmp_path / "report" / leak.scenario]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    again = carom.survey(tmp_path / "report" / "level.obj", spawn=[4, 0, 4])
    assert json.loads(again.to_json())["hash"] == json.loads(report.to_json())["hash"]


def test_sizes_remarks_and_spawns(tmp_path):
    """A step of 0.5 m is too high by 0.1 m."""
    step = tmp_path / "step.obj"
    step.write_text(
        "v 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nf 1 2 3 4\n"
        "v 8 .5 0\nv 8 .5 8\nv 16 .5 8\nv 16 .5 0\nf 5 6 7 8\nf 4 3 6 5\n"
    )
    report = carom.survey(step, spawn=[[4, 0, 4], [2, 2, 2]])
    snags = [finding for finding in report.findings if finding.kind == "snag"]
    assert snags and snags[0].size == pytest.approx(0.5, abs=5e-3)
    assert len(report.spawns) == 2 and snags[0].spawn in report.spawns
    assert any("in the air" in remark for remark in report.remarks)
    assert not any(f.kind == "snag" for f in carom.survey(step, spawn=[4, 0, 4], step_height=0.6).findings)


def test_html(tmp_path):
    short = carom.survey(FLOOR, spawn=[4, 0, 4])._repr_html_()
    assert "<table>" in short and "the character leaves the level from here" in short
    page = carom.survey(FLOOR, spawn=[4, 0, 4], report=tmp_path, no_pictures=True)._repr_html_()
    assert page.startswith("<iframe") and "&lt;!doctype html&gt;" in page.lower()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"cell": "wide"}, ValueError, "--cell"),
        ({"cell": -1}, ValueError, "cell must be 0.001 to 1000 m, not -1"),
        ({"step": 1}, TypeError, "no option 'step'"),
        ({"spawn": [1, 2]}, ValueError, r"spawn must have the shape \(3,\) or \(n, 3\), not \(2,\)"),
        ({"spawn": [400, 0, 0]}, ValueError, "outside of the level's bounds"),
        ({"threads": 0}, ValueError, "--threads"),
        ({"what_if": {"hat": 1}}, ValueError, "hat"),
        ({"up": "z"}, ValueError, "a mesh is read as it is"),
        ({"settings": "missing.json"}, FileNotFoundError, "missing.json"),
    ],
)
def test_wrong_options(options, error, text):
    with pytest.raises(error, match=text):
        carom.survey(FLOOR, **{"spawn": [4, 0, 4], **options})


def test_wrong_levels(tmp_path):
    with pytest.raises(FileNotFoundError, match="missing.obj"):
        carom.survey("missing.obj")
    broken = tmp_path / "broken.obj"
    broken.write_text("v 0 0 0\nf 1 2 3\n")
    with pytest.raises(ValueError, match="broken.obj: line 2"):
        carom.survey(broken)
    with pytest.raises(TypeError, match="a Mesh or the path of a file, not ndarray"):
        carom.survey(np.zeros((9, 3)))
    with pytest.raises(TypeError):
        carom.survey(7)
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(OSError, match="file"):
        carom.survey(FLOOR, spawn=[4, 0, 4], report=blocked / "report")


def searched_in_any_order(survey, seed):
    """All states, by rounds with tiles and messages in random order; each tile is searched twice."""
    shuffle = random.Random(seed).shuffle
    states, inboxes = {}, {tile: [message] for tile, message in survey.starts().items()}
    while inboxes:
        following = {}
        tiles = list(inboxes)
        shuffle(tiles)
        for tile in tiles:
            before = states.get(tile)
            states[tile], outboxes = survey.tile(before, inboxes[tile])
            shuffle(inboxes[tile])
            assert survey.tile(before, inboxes[tile]) == (states[tile], outboxes)
            for to, message in outboxes.items():
                following.setdefault(to, []).append(message)
        inboxes = following
    return states


def test_tiles_are_pure_and_in_any_order(tmp_path, level):
    survey = pickle.loads(pickle.dumps(carom.Survey(level, tiles=4, no_pictures=True)))
    expected = command(tmp_path, level, "--tiles", "4").to_json()
    for seed in (1, 2):
        states = searched_in_any_order(survey, seed)
        assert set(states) <= set(survey.tiles) and len(states) > 4
        parts = list(states.values())
        random.Random(seed).shuffle(parts)
        assert survey.join(parts).to_json() == expected


def test_bytes_that_do_not_belong_together():
    survey = carom.Survey(FLOOR, spawn=[2, 0, 2], tiles=4)
    ((tile, start),) = survey.starts().items()
    state, outboxes = survey.tile(None, [start])
    to, message = min(outboxes.items())
    other = carom.Survey(FLOOR, spawn=[2, 0, 2], tiles=2)
    for arguments, text in [
        ((None, []), "the inbox is empty"),
        ((None, [start[:-1]]), "checksum"),
        ((None, [start[:20]]), "cut off"),
        ((None, [state]), r"inbox\[0\]"),
        ((start, [start]), "the state"),
        ((state, [start]), "round 0"),
        ((state, [message]), "the state is of tile"),
        ((None, [message, message]), r"inbox\[1\] is there twice"),
        ((None, [start, message]), r"inbox\[1\] is for tile"),
        ((None, list(other.starts().values())), "of another survey"),
    ]:
        with pytest.raises(ValueError, match=text):
            survey.tile(*arguments)
    damaged = bytearray(state)
    damaged[len(state) // 2] ^= 1
    with pytest.raises(ValueError, match="checksum"):
        survey.join([bytes(damaged)])
    with pytest.raises(ValueError, match="twice"):
        survey.join([state, state])
    with pytest.raises(ValueError, match="missing"):
        survey.join([])
    later, _ = survey.tile(None, [message])
    with pytest.raises(ValueError):
        survey.join([later])


def test_errors_in_callbacks_end_the_search(level):
    def progress(step):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        carom.survey(level, progress=progress)

    class States(list):
        def __getitem__(self, index):
            raise LookupError("lost")

    survey = carom.Survey(FLOOR, spawn=[4, 0, 4])
    with pytest.raises(LookupError, match="lost"):
        survey.join(States([b""]))


def test_an_interrupt_ends_the_search():
    timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT))
    began = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        carom.survey(LEVELS / "dungeon.obj", cell=0.05, spawn=carom.Survey(LEVELS / "dungeon.obj").spawns)
    assert time.monotonic() - began < 30


def test_a_forked_process_can_survey():
    expected = carom.survey(FLOOR, spawn=[4, 0, 4]).to_json()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, b"=" if carom.survey(FLOOR, spawn=[4, 0, 4]).to_json() == expected else b"!")
        os._exit(0)
    os.close(write)
    assert os.read(read, 1) == b"="
    os.waitpid(child, 0)


def test_float32_and_float64_meshes_are_the_same_level():
    vertices = np.array([[0.0, 0, 0], [0, 0, 8], [8, 0, 8], [8, 0, 0]])
    reports = [
        carom.survey(carom.Mesh(vertices, [[0, 1, 2], [0, 2, 3]], dtype=dtype), spawn=[4, 0, 4]).to_json()
        for dtype in ("float32", "float64")
    ]
    assert reports[0] == reports[1]
