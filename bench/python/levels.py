"""The meshes of the comparison: vertices and faces."""

import pathlib

import numpy as np

import carom

DUNGEON = pathlib.Path(__file__).parents[2] / "data/levels/dungeon.obj"


def dungeon():
    level = carom.Mesh.load(DUNGEON)
    return level.vertices, level.triangles


def terrain(side=709):
    """Hills in squares of half a meter: a million triangles."""
    j, i = np.mgrid[0:side, 0:side]
    bumps = 0.2 * np.random.default_rng(7).random((side, side))
    height = 3 * np.sin(i / 17) * np.cos(j / 23) + bumps
    vertices = np.stack([0.5 * i, height, 0.5 * j], axis=-1).reshape(-1, 3)
    a = (side * j + i)[:-1, :-1].reshape(-1, 1)
    return vertices, np.concatenate([a + [0, side, 1], a + [1, side, side + 1]])


def body():
    """A closed, lumpy body of 327,680 triangles, 2 m across, with a rough surface."""
    import trimesh

    sphere = trimesh.creation.icosphere(subdivisions=7)
    lumps = 1 + 0.1 * np.sin(9 * sphere.vertices).prod(axis=1, keepdims=True)
    rough = 1 + 1e-3 * np.random.default_rng(7).random((len(sphere.vertices), 1))
    return np.asarray(sphere.vertices * lumps * rough), np.asarray(sphere.faces)


ALL = {"dungeon": dungeon, "terrain": terrain, "body": body}
