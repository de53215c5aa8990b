"""CPU seconds for a million queries on a level, and the time of a call with one row.

python measure/dungeon.py ../../data/levels/dungeon.obj
"""

import sys
import time
import timeit

import numpy as np

import carom


def main(path):
    for dtype in ["float32", "float64"]:
        measure(carom.Mesh.load(path, dtype=dtype), 1_000_000)


def measure(mesh, n):
    random = np.random.default_rng(1)
    low, high = mesh.bounds
    points = (low + (high - low) * random.random((n, 3))).astype(mesh.dtype)
    up = np.array([0, 1.2, 0], mesh.dtype)
    deltas = (random.standard_normal((n, 3)) * 10).astype(mesh.dtype)
    capsules = carom.Capsule(points, points + up, 0.3)
    print(mesh)
    for name, call in [
        ("ball overlap", lambda: mesh.overlap(carom.Ball(points, 0.3))),
        ("capsule overlap", lambda: mesh.overlap(capsules)),
        ("capsule closest, reach 0.1", lambda: mesh.closest(capsules, 0.1)),
        ("closest point", lambda: mesh.closest(points)),
        ("closest point, reach 3", lambda: mesh.closest(points, 3.0)),
        ("rays of 10", lambda: mesh.rays(points, deltas)),
        ("capsule sweep of 10", lambda: mesh.sweep(capsules, deltas)),
        ("capsule contacts", lambda: mesh.contacts(capsules)),
    ]:
        start = time.process_time(), time.perf_counter()
        call()
        cpu, wall = time.process_time() - start[0], time.perf_counter() - start[1]
        print(f"  {name:28} {cpu:6.2f} CPU s  {wall:6.2f} s")
    one, delta = points[0].copy(), deltas[0].copy()
    ball = carom.Ball(one, 0.3)
    far = carom.Ball(one + 1e4, 0.3)
    answer = mesh.closest(far, 0.1)
    flag = mesh.overlap(far)
    for name, call in [
        ("one Ball made", lambda: carom.Ball(one, 0.3)),
        ("one ball overlap, far away", lambda: mesh.overlap(far)),
        ("the same into out", lambda: mesh.overlap(far, out=flag)),
        ("one ball closest, far away", lambda: mesh.closest(far, 0.1)),
        ("the same into out", lambda: mesh.closest(far, 0.1, out=answer)),
        ("one ball overlap", lambda: mesh.overlap(ball)),
        ("one ray", lambda: mesh.rays(one, delta)),
    ]:
        seconds = min(timeit.repeat(call, number=20_000, repeat=5)) / 20_000
        print(f"  {name:28} {seconds * 1e6:6.2f} us")


if __name__ == "__main__":
    main(*sys.argv[1:])
