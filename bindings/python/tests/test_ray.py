"""Surveys on Ray: two actors on this machine, one of them killed in the middle."""

import os
import signal

import carom
import pytest
import yard
from engines import engine

ray = engine("ray")

import carom.ray  # noqa: E402

pytestmark = pytest.mark.usefixtures("cluster")


@pytest.fixture(scope="module")
def level(tmp_path_factory):
    return yard.write(tmp_path_factory.mktemp("level") / "yard.obj")


@pytest.fixture
def actors(monkeypatch):
    """The process of each actor, in the order of their starts."""
    processes = []
    start = carom.ray._start

    def started(*made_of):
        actor = start(*made_of)
        processes.append(actor.__ray_call__.remote(lambda _: os.getpid()))
        return actor

    monkeypatch.setattr(carom.ray, "_start", started)
    return processes


def test_a_killed_actor_changes_no_byte(actors, level, tmp_path):
    expected = carom.survey(level, tiles=3, no_pictures=True, report=tmp_path / "one")
    seen = []

    def progress(step):
        seen.append(step)
        if len(seen) == 5:
            os.kill(ray.get(actors[0]), signal.SIGKILL)

    report = carom.ray.survey(
        level, tiles=3, actors=2, no_pictures=True, progress=progress, report=tmp_path / "ray"
    )
    assert report.to_json() == expected.to_json()
    for name in ("report.json", "report.html"):
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "one" / name).read_bytes()
    assert len(actors) == 3, "another actor took the place of the killed one"
    assert len(seen) > 10 and seen[-1].tiles_left == 0 and seen[-1].places > 0


def test_a_mesh_and_an_error(actors, level):
    mesh = carom.Mesh.load(level)
    expected = carom.survey(mesh, tiles=6, jump=2.5).to_json()
    assert carom.ray.survey(mesh, tiles=6, jump=2.5, actors=2).to_json() == expected
    assert len(actors) == 2

    def broken(step):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        carom.ray.survey(mesh, tiles=6, actors=1, progress=broken)
    with pytest.raises(ValueError, match="outside of the level's bounds"):
        carom.ray.survey(mesh, spawn=[1e4, 0, 0], actors=1)


def test_a_tile_that_kills_every_actor_is_an_error(monkeypatch, level):
    def deadly(self, state, inbox):
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(carom.ray._Worker, "tile", deadly)
    with pytest.raises(ray.exceptions.RayActorError):
        carom.ray.survey(level, tiles=6, actors=1)
