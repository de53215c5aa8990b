"""The peak memory of a million queries, each in a process of its own."""

import subprocess
import sys

import levels
import numpy as np

import carom

COUNT = 1_000_000
QUERIES = ["closest", "overlap", "rays", "contacts"]


def memory(field):
    """Of this process, in bytes: VmRSS now, VmHWM at its peak. `ru_maxrss` would begin with that of the parent."""
    with open("/proc/self/status") as file:
        kilobytes = next(line.split()[1] for line in file if line.startswith(field))
    return int(kilobytes) * 1024


def size(answer):
    return sum(array.nbytes for array in (answer if isinstance(answer, tuple) else [answer]) if array is not None)


def one(query):
    """Prints the memory of mesh, arguments and answer, and how far the peak is above that before them."""
    vertices, triangles = levels.dungeon()
    carom.Mesh(vertices, triangles).overlap(np.zeros((10_000, 3)))  # Code and threads are loaded.
    before = memory("VmRSS")
    mesh = carom.Mesh(vertices, triangles)
    low, high = mesh.bounds
    built = memory("VmRSS") - before
    points = np.random.default_rng(1).random((COUNT, 3))
    points *= high - low
    points += low
    if query == "rays":
        deltas = np.tile([0.0, -9, 0], (COUNT, 1))
        answer, given = mesh.rays(points, deltas), points.nbytes + deltas.nbytes
    elif query == "closest":
        answer, given = mesh.closest(points), points.nbytes
    else:
        balls = carom.Ball(points, 0.3)
        answer, given = getattr(mesh, query)(balls), points.nbytes
    print(built + given + size(answer), memory("VmHWM") - before)


def table():
    print("| a million queries on dungeon | mesh, arguments and answer | peak |\n|---|---:|---:|")
    for query in QUERIES:
        run = subprocess.run([sys.executable, __file__, query], capture_output=True, text=True, check=True)
        needed, used = (int(number) / 2**20 for number in run.stdout.split())
        print(f"| {query} | {needed:.0f} MB | {used:.0f} MB |", flush=True)


if __name__ == "__main__":
    one(sys.argv[1])
