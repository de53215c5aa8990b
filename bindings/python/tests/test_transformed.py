"""Shapes moved by poses, against a world that is moved the other way."""

import numpy as np
import pytest

import carom

RANDOM = np.random.default_rng(4)


def poses(count):
    """Rotations (of uniform quaternions), scales and translations: (count, 4, 4)."""
    q, _ = np.linalg.qr(RANDOM.normal(size=(count, 3, 3)))
    q *= np.linalg.det(q)[:, None, None]
    matrices = np.tile(np.eye(4), (count, 1, 1))
    matrices[:, :3, :3] = q * RANDOM.uniform(0.5, 2, (count, 1, 1))
    matrices[:, :3, 3] = RANDOM.uniform(-2, 2, (count, 3))
    return matrices


SHAPES = [
    RANDOM.uniform(-1, 1, 3),
    carom.Ball([0.3, 0, 0], 0.2),
    carom.Capsule([0, 0, 0], [0, 1, 0], 0.1),
    carom.Box([-1, -0.5, 0], [1, 0.5, 0.25]),
    carom.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 1]),
    carom.Hull(RANDOM.uniform(-1, 1, (6, 3)), 0.05),
    carom.Box([-1, -0.5, 0], [1, 0.5, 0.25], 0.125),
    carom.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 1], 0.125),
    carom.OrientedBox([0.5, 0, 0], [1, 0.5, 0.25], [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]], 0.125),
    carom.Cylinder([0, 0, 0], [0, 1, 0.5], 0.3, 0.125),
    carom.Cone([0, 0, 0], [0, 1, 0.5], 0.3, 0.1),
    carom.TaperedCapsule([0, 0, 0], [0, 1, 0.5], 0.3, 0.1),
    carom.Ellipsoid([0.5, 0, 0], [1, 0.5, 0.25], [[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]]),
    carom.Plane([0.5, -2, 1], -9.0),
]


# The error bounds of curved shapes are wider.
CURVED = dict.fromkeys([carom.Cylinder, carom.Cone, carom.TaperedCapsule, carom.Ellipsoid], 1e-9)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_a_shape_moved_is_a_world_moved_back(shape):
    vertices = RANDOM.uniform(-3, 3, (60, 3))
    mesh = carom.Mesh(vertices, np.arange(60).reshape(20, 3))
    there = poses(50)
    found = mesh.closest(carom.transformed(shape, there))
    for row, pose in enumerate(there):
        world = carom.World()
        world.add(mesh, np.linalg.inv(pose))
        back = world.closest(shape)
        scale = np.linalg.norm(pose[:3, 0])
        np.testing.assert_allclose(back.distance * scale, found.distance[row], atol=CURVED.get(type(shape), 1e-12))
        if abs(back.distance) > 1e-9:
            assert back.triangle == found.triangle[row] or found.distance[row] < 0


def test_dimensions_are_broadcast():
    there = poses(4)
    assert carom.transformed(np.zeros((5, 1, 3)), there).shape == (5, 4, 3)
    assert carom.transformed(carom.Ball(np.zeros(3), [[1], [2]]), there).shape == (2, 4)
    assert carom.transformed(carom.Box([[0.0, 0, 0]] * 3, [1.0, 1, 1]), there[:, None]).shape == (4, 3)
    assert carom.transformed(carom.Hull(np.zeros((3, 7, 3)), [1, 2, 3]), there[:, None]).shape == (4, 3)
    assert carom.transformed(carom.Box([0, 0, 0], [1, 2, 3]), np.eye(4)).points.max() == 3


def test_bad_matrices_are_named():
    there = poses(6).reshape(2, 3, 4, 4)
    for place, value in [((0, 0), 9.0), ((1, 1), np.nan), ((3, 0), 1.0), ((2, 3), np.inf)]:
        bad = there.copy()
        bad[(1, 2, *place)] = value
        with pytest.raises(ValueError, match=r"poses\[1, 2\] is not the matrix of a rotation"):
            carom.transformed([0, 0, 0], bad)
    with pytest.raises(ValueError, match=r"shapes \(3,\) and poses \(6,\) cannot be broadcast; poses\[:, None\]"):
        carom.transformed(np.zeros((3, 3)), there.reshape(6, 4, 4))
    with pytest.raises(ValueError, match="^poses is not"):
        carom.transformed([0, 0, 0], np.diag([1, 1, -1, 1]))
    with pytest.raises(ValueError, match="the shape"):
        carom.transformed([0, 0, 0], np.eye(3))
    with pytest.raises(ValueError, match="the shape"):
        carom.transformed([0, 0], np.eye(4))
