"""Seconds of a million random shots with spin, on all cores.

python measure/billiards.py [shots] [threads]
"""

import sys
import time

import numpy as np

from carom import billiards

CALL = 10_000
"""Shots of a call."""


def layouts(random, table, count):
    """Balls anywhere, none over another or in a jaw; then broadcast over the shots of a call."""
    margin, least = 0.1, 2.1 * table.radius
    while True:
        places = random.uniform(margin, [table.width - margin, table.length - margin], (count, len(table), 2))
        gaps = np.linalg.norm(places[:, :, None] - places[:, None], axis=-1) + np.eye(len(table))
        if (free := gaps.min(axis=(1, 2)) > least).any():
            return places[np.resize(np.flatnonzero(free), count)]


def main(shots=1_000_000, threads=None):
    random = np.random.default_rng(1)
    anywhere = billiards.PoolTable(position=[[0.3, 0.5], [0.6, 0.9], [0.9, 1.3], [0.4, 1.7], [0.8, 2.1]])
    tables = [
        ("eight_ball breaks", billiards.PoolTable("eight_ball"), True),
        ("nine_ball breaks", billiards.PoolTable("nine_ball"), True),
        ("five balls anywhere", anywhere, False),
    ]
    for name, table, is_break in tables:
        wall, cpu, events = 0.0, 0.0, 0
        for _ in range(0, shots, CALL):
            options = dict(right=random.uniform(-0.3, 0.3, CALL), above=random.uniform(-0.3, 0.3, CALL), threads=threads)
            if is_break:
                options |= dict(
                    speed=random.uniform(6, 11, CALL), direction=np.pi / 2 + random.uniform(-0.015, 0.015, CALL)
                )
            else:
                options |= dict(
                    speed=random.uniform(0.3, 4.3, CALL),
                    direction=random.uniform(0, 2 * np.pi, CALL),
                    position=layouts(random, table, CALL),
                )
            start, used = time.perf_counter(), time.process_time()
            results = table.simulate(**options)
            wall += time.perf_counter() - start
            cpu += time.process_time() - used
            events += int(results.event_count.sum())
        print(f"{name:20} {shots} shots {wall:7.2f} s, CPU {cpu:7.2f} s, {events / shots:6.1f} events a shot")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
