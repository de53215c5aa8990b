"""carom's Python package beside trimesh, coal, python-fcl, embreex and Open3D, in one run.

pip install trimesh[easy] coal python-fcl embreex open3d    # and carom: bindings/python
python compare.py [rounds]

Prints the tables of the README. Each time is the CPU time of all threads, the median of interleaved rounds; a library that
is slow gets fewer of the same queries.
"""

import os
import pathlib
import statistics
import sys
import time
import timeit

import coal
import fcl
import levels
import memory
import numpy as np
import trimesh
from embreex.mesh_construction import TriangleMesh
from embreex.rtcore_scene import EmbreeScene
from trimesh.ray.ray_pyembree import RayMeshIntersector as EmbreeIntersector

import carom
import carom.trimesh

try:
    import open3d
except ImportError as error:
    open3d = None
    print(f"Open3D is left out: {error}")

RADIUS, UP = 0.3, np.array([0, 1.2, 0])
COUNT = 200_000


class Level:
    """A mesh in every library, and random queries in its box grown by a tenth."""

    def __init__(self, name, vertices, faces):
        self.name = name
        self.many, self.few = (COUNT, 2_000) if len(faces) < 50_000 else (COUNT // 20, 50)
        self.double, self.single = (carom.Mesh(vertices, faces, dtype=dtype) for dtype in ["float64", "float32"])
        self.trimesh = trimesh.Trimesh(vertices, faces, process=False)
        self.fcl, self.coal = fcl.BVHModel(), coal.BVHModelOBBRSS()
        self.fcl.beginModel(len(vertices), len(faces))
        self.fcl.addSubModel(vertices, faces)
        self.fcl.endModel()
        self.coal.beginModel(len(faces), len(vertices))
        self.coal.addVertices(np.array(vertices))
        self.coal.addTriangles(faces.astype("i4"))
        self.coal.endModel()
        self.embree = EmbreeScene()
        TriangleMesh(self.embree, vertices.astype("f4"), faces.astype("i4"))
        if open3d:
            self.open3d = open3d.t.geometry.RaycastingScene()
            self.open3d.add_triangles(vertices.astype("f4"), faces.astype("u4"))
        low, high = vertices.min(axis=0), vertices.max(axis=0)
        random = np.random.default_rng(1)
        self.points = low + (high - low) * random.uniform(-0.1, 1.1, (COUNT, 3))
        self.scale = min(1, np.linalg.norm(high - low) / 20)
        self.deltas = random.standard_normal((COUNT, 3)) * 10 * self.scale
        self.points32, self.deltas32 = self.points.astype("f4"), self.deltas.astype("f4")

    def closest(self):
        yield "carom", self.many, lambda p: self.double.closest(p).distance, self.points
        yield "carom float32", self.many, lambda p: self.single.closest(p).distance, self.points32
        yield "carom.trimesh", self.many, lambda p: carom.trimesh.closest_point(self.trimesh, p)[1], self.points
        yield "trimesh", self.few, lambda p: trimesh.proximity.closest_point(self.trimesh, p)[1], self.points
        if open3d:
            yield "Open3D", self.many, lambda p: self.open3d.compute_distance(p).numpy(), self.points32

    def capsules(self):
        yield "carom", self.many, lambda p: self.double.closest(self.capsule(p)).distance, self.points
        yield "carom float32", self.many, lambda p: self.single.closest(self.capsule(p)).distance, self.points32
        yield "coal", 1_000, lambda p: self.coal_rows(p, self.coal_distance), self.points
        yield "python-fcl", 1_000, lambda p: self.fcl_rows(p, self.fcl_distance), self.points

    def overlaps(self):
        radius = RADIUS * self.scale
        yield "carom", COUNT, lambda p: self.double.overlap(carom.Ball(p, radius)), self.points
        yield "carom float32", COUNT, lambda p: self.single.overlap(carom.Ball(p, np.float32(radius))), self.points32
        ball, other = coal.Sphere(radius), fcl.CollisionObject(fcl.Sphere(radius))
        yield "coal", 10_000, lambda p: self.coal_rows(p, self.coal_overlap(ball)), self.points
        yield "python-fcl", 10_000, lambda p: self.fcl_rows(p, self.fcl_overlap(other)), self.points

    def rays(self):
        lengths = np.linalg.norm(self.deltas32, axis=1)
        unit = self.deltas32 / lengths[:, None]
        yield "carom", COUNT, lambda p, d: self.double.rays(p, d).triangle, self.points, self.deltas
        yield "carom float32", COUNT, lambda p, d: self.single.rays(p, d).triangle, self.points32, self.deltas32
        yield "embreex", COUNT, self.embree.run, self.points32, unit, lengths
        if open3d:
            yield "Open3D", COUNT, self.open3d_rays, np.concatenate([self.points32, self.deltas32], axis=1)

    def first_hits(self):
        """Rays without an end, by trimesh's class."""
        own, embree = carom.trimesh.RayMeshIntersector(self.trimesh), EmbreeIntersector(self.trimesh)
        yield "carom.trimesh", COUNT, own.intersects_first, self.points, self.deltas
        yield "trimesh, embreex", COUNT, embree.intersects_first, self.points, self.deltas

    def contains(self):
        rays = trimesh.ray.ray_triangle.RayMeshIntersector(self.trimesh)
        yield "carom", COUNT, self.double.contains, self.points
        yield "carom float32", COUNT, self.single.contains, self.points32
        yield "trimesh, embreex", 20_000, self.trimesh.contains, self.points
        yield "trimesh", self.few, rays.contains_points, self.points
        if open3d:
            yield "Open3D", COUNT, lambda p: self.open3d.compute_occupancy(p).numpy() > 0, self.points32

    def signed_distances(self):
        yield "carom", self.many, lambda p: -self.double.signed_distance(p), self.points
        yield "carom float32", self.many, lambda p: -self.single.signed_distance(p), self.points32
        yield "trimesh", self.few, lambda p: trimesh.proximity.signed_distance(self.trimesh, p), self.points
        if open3d:
            yield "Open3D", self.many, lambda p: -self.open3d.compute_signed_distance(p).numpy(), self.points32

    def capsule(self, p):
        return carom.Capsule(p, p + (UP * self.scale).astype(p.dtype), p.dtype.type(RADIUS * self.scale))

    def coal_distance(self, pose, place, request=coal.DistanceRequest(), still=coal.Transform3s()):
        capsule = coal.Capsule(RADIUS * self.scale, UP[1] * self.scale)
        turn = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
        pose = coal.Transform3s(turn, place + UP * self.scale / 2)
        return coal.distance(capsule, pose, self.coal, still, request, coal.DistanceResult())

    def coal_overlap(self, ball, request=coal.CollisionRequest(), still=coal.Transform3s()):
        def overlap(pose, place):
            pose.setTranslation(place)
            return coal.collide(ball, pose, self.coal, still, request, coal.CollisionResult()) > 0

        return overlap

    def coal_rows(self, points, row):
        pose = coal.Transform3s()
        return np.array([row(pose, place) for place in points])

    def fcl_distance(self, level, place):
        turn = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])
        capsule = fcl.Capsule(RADIUS * self.scale, UP[1] * self.scale)
        capsule = fcl.CollisionObject(capsule, fcl.Transform(turn, place + UP * self.scale / 2))
        return fcl.distance(capsule, level, fcl.DistanceRequest(), fcl.DistanceResult())

    def fcl_overlap(self, ball):
        def overlap(level, place):
            ball.setTranslation(place)
            return fcl.collide(ball, level, fcl.CollisionRequest(), fcl.CollisionResult()) > 0

        return overlap

    def fcl_rows(self, points, row):
        level = fcl.CollisionObject(self.fcl)
        return np.array([row(level, place) for place in points])

    def open3d_rays(self, rays):
        hits = self.open3d.cast_rays(rays)
        faces = hits["primitive_ids"].numpy().astype(np.int64)
        return np.where(hits["t_hit"].numpy() <= 1, faces, -1)


def differences(query, found, wanted):
    """How far answers are from carom's in float64."""
    if found.dtype == bool:
        return f"{(found != wanted).sum() / len(found) * 1e6:,.0f} in a million"
    if found.dtype.kind in "iu":
        return f"{((found >= 0) != (wanted >= 0)).sum() / len(found) * 1e6:,.0f} in a million"
    if query == "capsules":  # Penetration depths have other definitions: compare where the shapes are apart.
        found, wanted = found[wanted > 1e-3], wanted[wanted > 1e-3]
    gap = np.abs(found - wanted)
    return f"{gap.max():.0e}"


def measure(level, query, rounds):
    """Prints the rows of a query on a level."""
    rows = list(getattr(level, query)())
    spent = [[] for _ in rows]
    answers = [None] * len(rows)
    for turn in range(rounds + 1):  # The first is to warm up.
        for i, (_, count, call, *given) in enumerate(rows):
            given = [array[:count] for array in given]
            start = time.process_time()
            answers[i] = call(*given)
            if turn:
                spent[i].append((time.process_time() - start) / count * 1e6)
    seconds = [statistics.median(times) for times in spent]
    for (tool, count, *_), answer, second in zip(rows, answers, seconds):
        error = differences(query, np.asarray(answer), np.asarray(answers[0])[:count]) if tool != rows[0][0] else ""
        print(f"| {level.name} | {query} | {tool} | {second:.2f} | {second / seconds[0]:.2f} | {error} |", flush=True)


def one_row(mesh):
    """The time of a call with one row."""
    at, delta = mesh.bounds.mean(axis=0), np.array([0.0, 9, 0])
    ball = carom.Ball(at, 0.3)
    answer, flag = mesh.closest(ball, 0.1), mesh.overlap(ball)
    for name, call in [
        ("overlap(ball)", lambda: mesh.overlap(ball)),
        ("overlap(ball, out=)", lambda: mesh.overlap(ball, out=flag)),
        ("closest(ball, 0.1)", lambda: mesh.closest(ball, 0.1)),
        ("closest(ball, 0.1, out=)", lambda: mesh.closest(ball, 0.1, out=answer)),
        ("rays(origin, delta)", lambda: mesh.rays(at, delta)),
    ]:
        times = timeit.repeat(call, number=20_000, repeat=9, timer=time.process_time)
        print(f"| {name} | {statistics.median(times) / 20_000 * 1e6:.2f} µs |", flush=True)


def main(rounds=5):
    print(f"load {os.getloadavg()[0]:.1f}, {rounds} rounds, {COUNT:,} queries\n")
    print("| mesh | query | library | CPU s | × carom | differs |\n|---|---|---|---:|---:|---:|")
    for name, made in levels.ALL.items():
        level = Level(name, *made())
        queries = ["closest", "capsules", "overlaps", "rays", "first_hits"]
        for query in queries + ["contains", "signed_distances"] * level.double.is_closed:
            measure(level, query, rounds)
    print("\n| a call with one row | |\n|---|---:|")
    one_row(carom.Mesh(*levels.dungeon()))
    print()
    memory.table()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
