"""trimesh's own tests of proximity, rays and collisions with carom.trimesh in place of trimesh's classes.

python measure/trimesh_suite.py TRIMESH   # a checkout of trimesh with its tests and models
"""

import pathlib
import sys
import types

import pytest
import trimesh

import carom.trimesh

FILES = ["test_proximity.py", "test_ray.py", "test_collision.py"]


def use_carom():
    """Puts the drop-ins where trimesh and its tests find its own classes."""
    from trimesh import collision, proximity
    from trimesh.ray import ray_triangle

    for name in ["closest_point", "signed_distance", "ProximityQuery"]:
        setattr(proximity, name, getattr(carom.trimesh, name))
    trimesh.base.ProximityQuery = carom.trimesh.ProximityQuery
    trimesh.base.ray = trimesh.ray
    ray_triangle.RayMeshIntersector = carom.trimesh.RayMeshIntersector
    trimesh.ray.has_embree = False
    for name in ["CollisionManager", "scene_to_collision"]:
        setattr(collision, name, getattr(carom.trimesh, name))
    # The tests of collisions are skipped without python-fcl.
    sys.modules["fcl"] = types.ModuleType("fcl")


class Outcomes:
    """Prints a table of the tests."""

    def __init__(self):
        self.all = []

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            self.all.append((report.nodeid.split("tests/")[-1], report.outcome))

    def print(self):
        for name, outcome in self.all:
            print(f"{outcome:8} {name}")
        passed = sum(outcome == "passed" for _, outcome in self.all)
        print(f"{passed} of {len(self.all)} pass")


def main(root):
    tests = pathlib.Path(root) / "tests"
    use_carom()
    outcomes = Outcomes()
    files = [str(tests / name) for name in FILES if (tests / name).exists()]
    pytest.main(["-q", "-p", "no:cacheprovider", "--tb=short", *files], plugins=[outcomes])
    outcomes.print()


if __name__ == "__main__":
    main(*sys.argv[1:])
