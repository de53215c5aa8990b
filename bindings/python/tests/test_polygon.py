"""Polygons with holes: their triangles and meshes cover what is inside, by a count of crossings."""

import pickle

import numpy as np
import pytest

import carom

BOTH = pytest.mark.parametrize("dtype", ["float32", "float64"])
HALL, SHAFT = [[0, 0], [10, 0], [10, 8], [0, 8]], [[4, 3], [6, 3], [6, 5], [4, 5]]


def star(random, corners, center, low, high, turn):
    angle = np.linspace(0, turn * 2 * np.pi, corners, endpoint=False)
    radius = random.uniform(low, high, corners)[:, None]
    return np.array(center) + radius * np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def is_inside(rings, points):
    """By the crossings of a ray along x with all rings."""
    crossings = np.zeros(len(points), dtype=int)
    x, y = points.T
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0)):
            with np.errstate(divide="ignore", invalid="ignore"):
                crossings += ((ay > y) != (by > y)) & (ax + (bx - ax) * (y - ay) / (by - ay) > x)
    return crossings % 2 == 1


def area(ring):
    a, b = ring, np.roll(ring, -1, axis=0)
    return 0.5 * (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()


@BOTH
@pytest.mark.parametrize("holes", range(4))
def test_meshes_are_solid_where_the_polygon_is(dtype, holes):
    random = np.random.default_rng(holes)
    turns = random.choice([-1, 1], 4)
    outline = star(random, 40, [0, 0], 8, 10, turns[0]).astype(dtype)
    centers = [[4, 2.5], [-4, 2.5], [-4, -3]]
    given = [star(random, 12, centers[i], 0.5, 2, turns[i + 1]).astype(dtype) for i in range(holes)]
    polygon = carom.Polygon(outline, given)
    assert polygon.dtype == polygon.points.dtype == dtype
    rings = polygon.rings
    assert [len(ring) for ring in rings] == [40] + [12] * holes
    np.testing.assert_array_equal(np.concatenate(rings), polygon.points)
    assert area(rings[0]) > 0 and all(area(ring) < 0 for ring in rings[1:])
    for ring, original in zip(rings, [outline, *given]):
        assert {tuple(p) for p in ring} == {tuple(p) for p in original}
    a, b, c = polygon.points[polygon.triangles].astype(float).transpose(1, 0, 2)
    areas = 0.5 * np.cross(np.pad(b - a, [(0, 0), (0, 1)]), np.pad(c - a, [(0, 0), (0, 1)]))[:, 2]
    assert (areas > 0).all() and np.isclose(areas.sum(), polygon.area, rtol=1e-6)
    assert np.isclose(polygon.area, sum(area(ring.astype(float)) for ring in rings), rtol=1e-6)
    # Euler: n points and h holes have n + 2 h - 2 triangles.
    assert len(polygon.triangles) == len(polygon.points) + 2 * holes - 2

    points = random.uniform(-10, 10, (2000, 2))
    inside = is_inside([ring.astype(float) for ring in rings], points)
    assert 300 < inside.sum() < 1800
    x, y = points.T
    floor = polygon.floor(1)
    hits = floor.rays(np.stack([x, np.full_like(x, 5), y], axis=-1), [0.0, -8, 0])
    np.testing.assert_array_equal(hits.triangle >= 0, inside)
    np.testing.assert_allclose(hits.normal[inside], [[0, 1, 0]] * inside.sum())
    assert len(floor) == len(polygon.triangles) and floor.dtype == dtype
    prism = polygon.prism(2, 0.5, solid=True)
    height = random.uniform(0, 3, 2000)
    between = inside & (height >= 0.5) & (height <= 2)
    np.testing.assert_array_equal(prism.contains(np.stack([x, height, y], axis=-1)), between)
    assert prism.is_closed and prism.is_solid and len(prism) == 2 * len(floor) + 2 * len(polygon.points)


def test_a_hall():
    polygon = carom.Polygon(HALL + HALL[:1], [SHAFT[:2] + SHAFT[1:]])
    assert polygon.area == 76 and polygon.dtype == np.float64 and len(polygon.points) == 8
    assert repr(polygon) == "<Polygon of 8 points and 1 holes, float64>"
    assert carom.Polygon(HALL).area == 80 and carom.Polygon(np.float32(HALL)).dtype == np.float32
    assert carom.Polygon(np.float32(HALL), dtype=float).dtype == np.float64
    with pytest.raises(AttributeError):
        polygon.area = 1


@BOTH
def test_pickles_have_the_same_triangles(dtype):
    """A grid of squares, of which every diagonal is a tie; the holes run the wrong way."""
    steps = np.arange(0.0, 9)
    border = [[i, 0] for i in steps] + [[8, i] for i in steps[1:]] + [[i, 8] for i in steps[-2::-1]]
    border += [[0, i] for i in steps[-2:0:-1]]
    squares = [[[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]] for i in (1, 3, 5) for j in (1, 3, 5)]
    polygon = carom.Polygon(border[::-1], squares, dtype=dtype)
    other = pickle.loads(pickle.dumps(polygon))
    assert other.dtype == dtype and other.points.tobytes() == polygon.points.tobytes()
    np.testing.assert_array_equal(other.triangles, polygon.triangles)
    assert polygon.area == 64 - 9


@pytest.mark.parametrize(
    "outline, holes, error",
    [
        ([[0.0, 0], [1, 0]], [], "the outline needs three points, but has 2"),
        ([[0.0, 0], [1, 0], [np.nan, 1]], [], "point 2 of the outline is not finite"),
        (HALL, [SHAFT, [[1, 1], [np.inf, 1], [2, 2]]], "point 1 of hole 1 is not finite"),
        ([[0, 0], [2, 2], [2, 0], [0, 2]], [], "side 0 of the outline crosses side 2 of the outline"),
        (HALL, [SHAFT, [[20, 20], [21, 20], [20, 21]]], "hole 1 is outside of the outline"),
        (HALL, [SHAFT, [[4.5, 3.5], [5, 3.5], [5, 4]]], "hole 1 is in hole 0"),
        (HALL, [SHAFT, [[0, 1], [1, 1], [1, 2]]], "touches"),
        ([0.0, 1], [], r"outline must have the shape \(n, 2\), not \(2,\)"),
        (HALL, [SHAFT, [[1.0, 2, 3]]], r"holes\[1\] must have the shape \(n, 2\), not \(1, 3\)"),
    ],
)
def test_bad_polygons(outline, holes, error):
    with pytest.raises(ValueError, match=error):
        carom.Polygon(outline, holes)


def test_bad_arguments():
    with pytest.raises(TypeError):
        carom.Polygon(HALL, 3)
    with pytest.raises(TypeError, match="dtype must be float32 or float64"):
        carom.Polygon(HALL, dtype=int)
    with pytest.raises(TypeError, match="outline must be an array of real numbers"):
        carom.Polygon([["a", "b"]])
    hall = carom.Polygon(HALL)
    with pytest.raises(ValueError, match="height is not finite"):
        hall.floor(np.nan)
    with pytest.raises(ValueError, match="high is not finite"):
        hall.prism(0, np.inf)
    with pytest.raises(ValueError, match="low is not finite in float32"):
        carom.Polygon(HALL, dtype="float32").prism(1e300, 0)
