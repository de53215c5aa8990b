"""Milliseconds of a tick of 1,000 characters on a level, on one core.

python measure/crowd.py ../../data/levels/dungeon.obj
"""

import sys
import time

import numpy as np

import carom


def apart(places, least):
    """Those places that are not nearer than `least` to one before."""
    kept = places[:0]
    for place in places:
        if not len(kept) or np.linalg.norm(kept - place, axis=1).min() >= least:
            kept = np.vstack([kept, place])
    return kept


def main(path, count=1000, ticks=60):
    level = carom.Mesh.load(path, dtype="float32")
    random = np.random.default_rng(1)
    low, high = level.bounds
    above = random.uniform(low, high, (80 * count, 3)).astype("float32")
    ground = level.rays(above, np.array([0, -5, 0], "float32"))
    places = ground.point[(ground.t < np.inf) & (ground.normal[:, 1] > 0.8)]
    places = places + np.array([0, 0.02, 0], "float32")
    free = ~level.overlap(carom.Capsule(places + np.float32([0, 0.32, 0]), places + np.float32([0, 1.5, 0]), 0.3))
    feet = apart(places[free], 0.7)[:count]
    velocity = random.uniform(-3, 3, (len(feet), 3)) * [1, 0, 1]
    world = carom.World(dtype="float32")
    world.add(level)
    flat = carom.World(dtype="float32")
    flat.add(carom.Box([-90.0, -1, -90], [90.0, 0, 90]))
    side = np.stack(np.meshgrid(np.arange(32) * 1.5, [0.011], np.arange(32) * 1.5), axis=-1).reshape(-1, 3)[:count]
    for name, walkers in [
        ("Mover on the level", carom.Mover(level, feet)),
        ("Crowd on the level", carom.Crowd(world, feet)),
        ("Crowd on a floor", carom.Crowd(flat, side)),
    ]:
        options = {"threads": 1} if isinstance(walkers, carom.Mover) else {}
        goals = np.resize(velocity, (len(walkers), 3))
        for _ in range(10):
            walkers.step(goals, 1 / 60, **options)
        start = time.process_time()
        for _ in range(ticks):
            walkers.step(goals, 1 / 60, **options)
        spent = (time.process_time() - start) / ticks
        print(f"{name:20} {len(walkers)} characters {spent * 1e3:6.2f} ms")


if __name__ == "__main__":
    main(*sys.argv[1:])
