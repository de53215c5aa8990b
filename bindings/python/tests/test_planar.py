"""Shapes in 2D, and functions of two of them."""

import copy
import pickle

import numpy as np
import pytest

import carom
from carom import planar

HALF = np.sqrt(0.5)


@pytest.mark.parametrize(
    "a, b, distance, normal",
    [
        ([0.0, 3], planar.Ball([0.0, 0], 1.0), 2, [0, 1]),
        (planar.Ball([3.0, 4], 1.0), planar.Ball([0.0, 0], 2.0), 2, [0.6, 0.8]),
        (planar.Ball([1.0, 0], 1.0), planar.Ball([0.0, 0], 2.0), -2, [1, 0]),
        (planar.Capsule([0.0, 2], [3, 2], 0.25), planar.Box([1.0, 0], [2, 1]), 0.75, [0, 1]),
        (planar.Box([0.0, 0], [1, 1], 0.5), planar.Box([2.0, 0], [3, 1], 0.25), 0.25, [-1, 0]),
        ([1.0, 1], planar.Triangle([0.0, 0], [4, 0], [0, 4]), -1, None),
        ([4.0, 4], planar.Triangle([0.0, 0], [4, 0], [0, 4], 1.0), 4 * HALF - 1, [HALF, HALF]),
        ([0.0, -3], planar.Hull([[-1.0, 0], [1, 0], [0, 1]], 0.5), 2.5, [0, -1]),
        ([5.0, 0], planar.Ellipse([0.0, 0], [3, 1], rounding=0.5), 1.5, [1, 0]),
        ([0.0, 5], planar.Ellipse([0.0, 0], [3, 1], np.pi / 2), 2, [0, 1]),
        ([3.0, 0], planar.OrientedBox([0.0, 0], [1, 1], np.pi / 4), 3 - np.sqrt(2), [1, 0]),
        ([0.0, 3], planar.OrientedBox([0.0, 0], [2, 0.5], -np.pi / 2, 0.25), 0.75, [0, 1]),
        ([0.0, 5], planar.TaperedCapsule([0.0, 0], [0, 2], 1.0, 0.5), 2.5, [0, 1]),
        (planar.Ball([7.0, 4], 0.5), planar.HalfPlane([0.0, 2], 4.0), 1.5, [0, 1]),
    ],
)
def test_exact_distances(a, b, distance, normal):
    found = planar.closest(a, b)
    np.testing.assert_allclose(found.distance, distance, atol=1e-14)
    if normal is not None:
        np.testing.assert_allclose(found.normal, normal, atol=1e-14)
    assert found.distance.dtype == float and found.normal.shape == (2,)
    np.testing.assert_allclose(found.point_b + found.normal * found.distance, found.point_a, atol=1e-14)
    assert planar.overlap(a, b) == (distance <= 0)


def test_sweeps_manifolds_and_rays_by_hand():
    ball, box = planar.Ball([0.0, 0], 1.0), planar.Box([4.0, -1], [6, 1])
    hit = planar.sweep(ball, [[6.0, 0], [2, 0], [0, 6]], box)
    # Never late, and early by rounding.
    np.testing.assert_allclose(hit.t, [0.5, np.inf, np.inf], atol=1e-14)
    np.testing.assert_allclose(hit.point[0], [4, 0], atol=1e-14)
    np.testing.assert_array_equal(hit.normal[0], [-1, 0])
    assert np.isnan(hit.point[1:]).all() and not hit.overlaps.any()
    both = planar.sweep(ball, [3.0, 0], box, [-3.0, 0])
    np.testing.assert_allclose(both.t, 0.5, atol=1e-12)
    assert planar.sweep(planar.Ball([4.5, 0], 1.0), [1.0, 0], box).overlaps
    turn = planar.sweep_rigid(planar.Capsule([0.0, 0], [4, 0], 0.0), ([0.0, 0], [0, 0], np.pi), [0.0, 3])
    np.testing.assert_allclose(turn.t, 0.5, atol=1e-9)
    there = ([2.0, 0], [0, 0], 1.0)
    assert planar.sweep_rigid(ball, there, planar.Ball([2.5, 0], 1.0), there).t == np.inf  # as one
    found = planar.manifold(planar.Box([1.0, -0.125], [2, 1]), planar.Box([-9.0, -1], [9, 0]))
    assert found.point_count == 2 and found.point_a.shape == (2, 2) and found.feature_a.shape == (2, 2)
    np.testing.assert_array_equal(found.distance, [-0.125, -0.125])
    np.testing.assert_array_equal(np.sort(found.point_a[:, 0]), [1, 2])
    np.testing.assert_array_equal(found.feature_a[:, 1], [-1, -1])
    np.testing.assert_array_equal(np.sort(found.feature_a[:, 0]), [0, 1])  # corners: bit 0 for the higher x
    apart = planar.manifold(ball, planar.Ball([9.0, 0], 1.0), [0.0, 8])
    np.testing.assert_array_equal(apart.point_count, [0, 1])
    inside = planar.ray_interval([[0.0, 0], [5, 0], [0, 9]], [8.0, 0], box)
    np.testing.assert_array_equal(inside.touches, [True, True, False])
    np.testing.assert_allclose(inside.entry, [0.5, np.nan, np.nan], atol=1e-14)
    np.testing.assert_allclose(inside.exit, [0.75, 0.125, np.nan], atol=1e-14)
    np.testing.assert_array_equal(inside.exit_normal[1], [1, 0])


def test_broadcasting():
    balls = planar.Ball(np.zeros((4, 1, 2)), np.arange(3.0))
    assert balls.shape == (4, 3) and balls[1].shape == (3,) and len(balls) == 4
    found = planar.closest(balls, [[10.0, 0]], np.full((5, 1, 1), np.inf))
    assert found.distance.shape == (5, 4, 3) and found.normal.shape == (5, 4, 3, 2)
    np.testing.assert_array_equal(found.distance, np.broadcast_to([10, 9, 8], (5, 4, 3)))
    with pytest.raises(ValueError, match=r"cannot be broadcast: center \(4, 1\)"):
        planar.closest(balls, np.zeros((2, 2)))
    assert planar.overlap(planar.Ball(np.zeros((0, 2)), 1.0), [0.0, 0]).shape == (0,)


def solids(kind, n, seed):
    """Random shapes in the plane, and shapes in space that are the same at z = 0 to shapes there."""
    random = np.random.default_rng(seed)
    p, q, r = (random.uniform(-3, 3, (n, 2)) for _ in range(3))
    size, other, round_ = random.uniform(0.1, 1, (3, n))
    angle = random.uniform(-7, 7, n)
    flat = lambda v, z=0.0: np.concatenate([v, np.full((*v.shape[:-1], 1), z)], axis=-1)
    turn = np.zeros((n, 3, 3))
    turn[:, 0, 0] = turn[:, 1, 1] = np.cos(angle)
    turn[:, 1, 0], turn[:, 0, 1] = np.sin(angle), -np.sin(angle)
    turn[:, 2, 2] = 1
    half = np.stack([size, other], axis=-1)
    if kind == "points":
        return p, flat(p)
    if kind == "ball":
        return planar.Ball(p, size), carom.Ball(flat(p), size)
    if kind == "capsule":
        return planar.Capsule(p, q, size), carom.Capsule(flat(p), flat(q), size)
    if kind == "box":
        low, high = p - half, p + half
        return planar.Box(low, high, round_), carom.Box(flat(low, -20), flat(high, 20), round_)
    if kind == "triangle":
        prism = [flat(v, z) for v in (p, q, r) for z in (-20, 20)]
        return planar.Triangle(p, q, r, round_), carom.Hull(np.stack(prism, axis=1), round_)
    if kind == "hull":
        corners = random.uniform(-1, 1, (n, 6, 2)) + p[:, None]
        prism = np.concatenate([flat(corners, -20), flat(corners, 20)], axis=1)
        return planar.Hull(corners, round_), carom.Hull(prism, round_)
    if kind == "oriented":
        deep = np.concatenate([half, np.full((n, 1), 20)], axis=1)
        return planar.OrientedBox(p, half, angle, round_), carom.OrientedBox(flat(p), deep, turn, round_)
    if kind == "tapered":
        return planar.TaperedCapsule(p, q, size, other), carom.TaperedCapsule(flat(p), flat(q), size, other)
    if kind == "ellipse":
        deep = np.concatenate([half, np.full((n, 1), 1.0)], axis=1)
        return planar.Ellipse(p, half, angle, round_), carom.Ellipsoid(flat(p), deep, turn, round_)
    return planar.HalfPlane(q, other), carom.Plane(flat(q), other)


KINDS = ["points", "ball", "capsule", "box", "triangle", "hull", "oriented", "tapered", "ellipse", "plane"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("other", ["points", "ball", "capsule", "tapered"])
def test_as_the_shapes_in_space(kind, other):
    n = 200
    (a, a3), (b, b3) = solids(kind, n, 3), solids(other, n, 4)
    found, wanted = planar.closest(a, b), carom.closest(a3, b3)
    tight = 1e-7 if "ellipse" in (kind, other) else 1e-12
    # In the plane two lines that cross separate along the plane; in space across it.
    apart = (wanted.distance > tight) if kind in ("capsule", "points", "ball", "tapered", "ellipse") else np.full(n, True)
    assert apart.sum() > n // 8
    np.testing.assert_allclose(found.distance[apart], wanted.distance[apart], atol=tight)
    clear = abs(wanted.distance) > tight
    np.testing.assert_array_equal(planar.overlap(a, b)[clear], carom.overlap(a3, b3)[clear])
    random = np.random.default_rng(5)
    delta, pivot, angle = random.uniform(-4, 4, (n, 2)), random.uniform(-1, 1, (n, 2)), random.uniform(-2, 2, n)
    flat = lambda v: np.concatenate([v, np.zeros((n, 1))], axis=-1)
    free = wanted.distance > 1e-3
    hit, hit3 = planar.sweep(a, delta, b), carom.sweep(a3, flat(delta), b3)
    moved, moved3 = (
        planar.sweep_rigid(a, (delta, pivot, angle), b),
        carom.sweep_rigid(a3, (flat(delta), flat(pivot), [0, 0, 1], angle), b3),
    )
    for own, space in [(hit, hit3), (moved, moved3)]:
        # A graze may be a hit or not.
        both = free & np.isfinite(own.t) & np.isfinite(space.t)
        assert (np.isfinite(own.t) != np.isfinite(space.t))[free].sum() <= 2
        np.testing.assert_allclose(own.t[both], space.t[both], atol=1e-5)
        # Two points never meet.
        assert both.sum() > 5 or (kind, other) == ("points", "points")


def segment_distance(p, a, b):
    d = b - a
    s = np.clip(((p - a) * d).sum(-1) / (d * d).sum(-1), 0, 1)
    return np.linalg.norm(p - a - s[..., None] * d, axis=-1)


def test_against_numpy():
    random = np.random.default_rng(11)
    p, a, b = random.uniform(-3, 3, (3, 500, 2))
    radius = random.uniform(0, 0.5, 500)
    found = planar.closest(p, planar.Capsule(a, b, radius))
    np.testing.assert_allclose(found.distance, segment_distance(p, a, b) - radius, atol=1e-14)
    # A triangle: inside by the signs of three areas, else the nearest side.
    c = random.uniform(-3, 3, (500, 2))
    cross = lambda u, v: u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    signs = np.sign([cross(v - u, p - u) for u, v in [(a, b), (b, c), (c, a)]])
    inside = abs(signs.sum(axis=0)) == 3
    sides = np.min([segment_distance(p, u, v) for u, v in [(a, b), (b, c), (c, a)]], axis=0)
    found = planar.closest(p, planar.Triangle(a, b, c))
    assert 20 < inside.sum()
    np.testing.assert_array_equal(planar.overlap(p, planar.Triangle(a, b, c)), inside)
    np.testing.assert_allclose(found.distance[~inside], sides[~inside], atol=1e-14)
    assert (found.distance[inside] <= 0).all()


def test_threads_give_the_same_bits():
    a, _ = solids("hull", 3000, 1)
    b, _ = solids("ellipse", 3000, 2)
    one, many = planar.closest(a, b, threads=1), planar.closest(a, b, threads=3)
    for x, y in zip(one, many):
        assert x.tobytes() == y.tobytes()


@pytest.mark.parametrize(
    "call, error, text",
    [
        (lambda: planar.Ball([0.0, 0, 0], 1.0), ValueError, r"center must have the shape \(..., 2\), not \(3,\)"),
        (lambda: planar.Ball([[0.0, 0], [1, 1]], [1.0, -1]), ValueError, r"radius\[1\] is negative"),
        (lambda: planar.Box([0.0, 2], [1, 1]), ValueError, "min is greater than the max of its box"),
        (lambda: planar.OrientedBox([0.0, 0], [1, -1]), ValueError, "half is negative"),
        (lambda: planar.Ellipse([0.0, 0], [-1, 1]), ValueError, "radii is negative"),
        (lambda: planar.HalfPlane([0.0, 0], 1.0), ValueError, "normal is zero"),
        (lambda: planar.Hull([[0.0, 0, 0]]), ValueError, r"points must have the shape \(..., k, 2\) with k > 0"),
        (lambda: planar.Triangle([0.0, 0], [1, 0], [0, 1], -1.0), ValueError, "rounding is negative"),
        (lambda: planar.closest([0.0, np.nan], [0.0, 0]), ValueError, "a: points is not finite"),
        (lambda: planar.closest([0.0, 0], planar.Ball([[0.0, 0], [np.inf, 0]], 1)), ValueError, r"b: center\[1\] is not"),
        (lambda: planar.closest([0.0, 0], [1.0, 0], np.nan), ValueError, "reach is NaN"),
        (lambda: planar.closest([0.0, 0, 0], [0.0, 0]), ValueError, r"a: points must have the shape \(..., 2\)"),
        (lambda: planar.closest(carom.Ball([0.0, 0, 0], 1), [0.0, 0]), TypeError, "carom.Ball is a shape in 3D, but the call is in 2D"),
        (lambda: carom.closest(planar.Ball([0.0, 0], 1), [0.0, 0, 0]), TypeError, "carom.planar.Ball is a shape in 2D.* in 3D"),
        (lambda: carom.World().closest(planar.Ball([0.0, 0], 1)), TypeError, "carom.planar.Ball is a shape in 2D"),
        (lambda: planar.overlap([planar.Ball([0.0, 0], 1)], [0.0, 0]), TypeError, r"carom.planar.Ball\(center, radius\) of arrays"),
        (lambda: planar.sweep_rigid([0.0, 0], ([0.0, 0], [0, 0], [0, 0, 1], 1), [0.0, 0]), TypeError, r"\(delta, pivot, angle\)"),
        (lambda: planar.sweep([0.0, 0], [np.inf, 0], [0.0, 0]), ValueError, "delta is not finite"),
        (lambda: planar.pose([0.0, 0], scale=0), ValueError, "scale must be more than 0"),
        (lambda: planar.pose([[0.0, 0], [0, np.nan]]), ValueError, r"position\[1\] is not finite"),
    ],
)
def test_bad_input(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_shapes_are_values():
    box = planar.OrientedBox([0.0, 0], [[1, 2], [3, 4]], 0.5, 0.25)
    assert pickle.loads(pickle.dumps(box)) == box == copy.deepcopy(box)
    assert box != planar.OrientedBox([0.0, 0], [[1, 2], [3, 4]], 0.5)
    assert type(box[1]) is planar.OrientedBox and box[1].angle == 0.5
    assert repr(box) == "<OrientedBox batch of shape (2,)>"
    assert repr(box[0]) == "OrientedBox(center=[0.0, 0.0], half=[1, 2], angle=0.5, rounding=0.25)"
    assert repr(planar.Ellipse([0, 0], [1, 2])) == "Ellipse(center=[0, 0], radii=[1, 2])"
    assert isinstance(box, carom.Shape)
    assert planar.Ball([0.0, 0], 1.0) != carom.Ball([0.0, 0, 0], 1.0)
    assert planar.Ball.__module__ == "carom.planar"
