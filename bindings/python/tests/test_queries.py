"""Every query of a mesh against numpy brute force, in both precisions, for every kind of shape."""

import pickle

import numpy as np
import pytest

import carom
from brute import boxes_of, point_triangle, ray_triangle, segment_triangle

REACH = 1.5


@pytest.fixture(params=["float32", "float64"])
def soup(request):
    """A mesh of random triangles, some of them degenerate, and what a rounding is worth in it."""
    random = np.random.default_rng(7)
    vertices = random.uniform(-3, 3, (60, 3)).astype(request.param)
    triangles = random.integers(0, 60, (80, 3))
    triangles[:3] = [[0, 0, 1], [2, 2, 2], [5, 6, 5]]
    return carom.Mesh(vertices, triangles), 3e-6 if request.param == "float32" else 1e-13


def corners(mesh):
    return mesh.vertices.astype(float)[mesh.triangles]


def points(n, mesh, seed=1):
    return np.random.default_rng(seed).uniform(-4, 4, (n, 3)).astype(mesh.dtype)


def test_closest_points(soup):
    mesh, eps = soup
    p = points(300, mesh)
    found = mesh.closest(p)
    wanted = point_triangle(p.astype(float), corners(mesh))
    np.testing.assert_allclose(found.distance, wanted.min(axis=1), atol=eps)
    chosen = np.take_along_axis(wanted, found.triangle[:, None], axis=1)[:, 0]
    np.testing.assert_allclose(chosen, wanted.min(axis=1), atol=eps)
    np.testing.assert_allclose(found.point + found.normal * found.distance[:, None], p, atol=10 * eps)
    np.testing.assert_allclose(np.linalg.norm(found.normal, axis=1), 1, atol=1e-6)


def test_reach_and_misses(soup):
    mesh, _ = soup
    p = points(300, mesh)
    all_of_them = mesh.closest(p)
    reach = np.linspace(0, 2, 300).astype(mesh.dtype)
    near = mesh.closest(p, reach)
    hit = all_of_them.distance <= reach
    assert 30 < hit.sum() < 270
    assert (near.triangle[~hit] == -1).all() and np.isinf(near.distance[~hit]).all()
    assert np.isnan(near.point[~hit]).all() and np.isnan(near.normal[~hit]).all()
    for a, b in zip(near[:4], all_of_them[:4]):
        np.testing.assert_array_equal(a[hit], b[hit])


def test_balls(soup):
    mesh, eps = soup
    p = points(300, mesh)
    radius = np.linspace(0, 1, 300)
    gaps = point_triangle(p.astype(float), corners(mesh)).min(axis=1) - radius
    outside = gaps > eps
    found = mesh.closest(carom.Ball(p, radius))
    np.testing.assert_allclose(found.distance[outside], gaps[outside], atol=eps)
    assert (found.distance[gaps < -eps] < 0).all()
    sure = abs(gaps) > eps
    np.testing.assert_array_equal(mesh.overlap(carom.Ball(p, radius))[sure], gaps[sure] < 0)


def test_capsules(soup):
    mesh, eps = soup
    a, b = points(200, mesh), points(200, mesh, 2)
    gaps = segment_triangle(a.astype(float), b.astype(float), corners(mesh))
    found = mesh.closest(carom.Capsule(a, b, 0.0))
    outside = gaps.min(axis=1) > eps
    assert outside.sum() > 20
    np.testing.assert_allclose(found.distance[outside], gaps.min(axis=1)[outside], atol=4 * eps)
    for radius in [0.0, 0.2]:
        gap = gaps.min(axis=1) - radius
        sure = abs(gap) > 4 * eps
        sure |= gaps.min(axis=1) == 0
        overlap = mesh.overlap(carom.Capsule(a, b, radius))
        np.testing.assert_array_equal(overlap[sure], gap[sure] <= 0)


def test_boxes_and_hulls_agree(soup):
    mesh, eps = soup
    low = points(100, mesh)
    high = low + np.abs(points(100, mesh, 2)) / 4
    boxes, hulls = carom.Box(low, high), carom.Hull(boxes_of(low, high))
    np.testing.assert_allclose(mesh.closest(boxes).distance, mesh.closest(hulls).distance, atol=4 * eps)
    gap = mesh.closest(boxes).distance
    sure = abs(gap) > 4 * eps
    np.testing.assert_array_equal(mesh.overlap(boxes)[sure], gap[sure] < 0)
    np.testing.assert_array_equal(mesh.overlap(hulls)[sure], gap[sure] < 0)
    rounded = mesh.closest(carom.Hull(boxes_of(low, high), 0.25)).distance
    np.testing.assert_allclose(rounded, gap - 0.25, atol=4 * eps)


def test_degenerate_shapes_are_their_simpler_kind(soup):
    mesh, eps = soup
    p = points(100, mesh)
    wanted = mesh.closest(p)
    for shape in [
        carom.Ball(p, 0.0),
        carom.Capsule(p, p, 0.0),
        carom.Box(p, p),
        carom.Triangle(p, p, p),
        carom.Hull(np.repeat(p[:, None], 5, axis=1)),
    ]:
        np.testing.assert_allclose(mesh.closest(shape).distance, wanted.distance, atol=eps)


def test_triangles_are_hulls_of_three_points(soup):
    mesh, eps = soup
    a, b, c = (points(100, mesh, seed) for seed in [1, 2, 3])
    found = mesh.closest(carom.Triangle(a, b, c)).distance
    wanted = mesh.closest(carom.Hull(np.stack([a, b, c], axis=1))).distance
    np.testing.assert_allclose(found, wanted, atol=4 * eps)


def test_contacts(soup):
    mesh, eps = soup
    p = points(200, mesh)
    found = mesh.contacts(p, REACH)
    wanted = point_triangle(p.astype(float), corners(mesh))
    assert found.offsets.shape == (201,) and found.offsets[0] == 0 and found.offsets[-1] == len(found.distance)
    for i in range(200):
        own = slice(*found.offsets[i : i + 2])
        assert (np.diff(found.triangle[own]) > 0).all()
        sure = abs(wanted[i] - REACH) > eps
        inside = np.isin(np.arange(len(mesh)), found.triangle[own])
        np.testing.assert_array_equal(inside[sure], wanted[i][sure] < REACH)
        np.testing.assert_allclose(found.distance[own], wanted[i][found.triangle[own]], atol=eps)


def test_rays_and_all_hits(soup):
    mesh, eps = soup
    p, q = points(300, mesh), points(300, mesh, 2)
    delta = (q - p) * 2
    t, sure = ray_triangle(p.astype(float), delta.astype(float), corners(mesh), 100 * eps)
    first = t.min(axis=1)
    found = mesh.rays(p, delta)
    clear = sure.all(axis=1)
    assert clear.sum() > 200 and np.isfinite(first[clear]).sum() > 50
    np.testing.assert_allclose(found.t[clear], first[clear], atol=1e-4 if eps > 1e-9 else 1e-10)
    hit = clear & np.isfinite(first)
    np.testing.assert_allclose(
        found.point[hit], (p + delta * found.t[:, None])[hit], atol=100 * eps
    )
    every = mesh.sweep_all(p, delta)
    np.testing.assert_array_equal(np.diff(every.offsets)[clear], np.isfinite(t).sum(axis=1)[clear])
    for i in np.flatnonzero(clear):
        own = slice(*every.offsets[i : i + 2])
        assert (np.diff(every.t[own]) >= 0).all()
        assert set(every.triangle[own]) == set(np.flatnonzero(np.isfinite(t[i])))


def test_any_hit_is_where_there_is_a_first_one(soup):
    mesh, _ = soup
    p, q = points(300, mesh), points(300, mesh, 2)
    balls = carom.Ball(p, np.linspace(0, 0.5, 300))
    world = carom.World(dtype=mesh.dtype)
    world.add(mesh)
    world.add(carom.Box([-9.0, -9, -9], [9.0, -3, 9]))
    for surface in (mesh, world):
        for leave in (False, True):
            swept = surface.sweep_any(balls, q - p, leave_overlaps=leave)
            assert swept.dtype == bool and 30 < swept.sum() < 300
            np.testing.assert_array_equal(swept, np.isfinite(surface.sweep(balls, q - p, leave_overlaps=leave).t))
            rays = surface.rays_any(p, q - p, leave_overlaps=leave)
            assert rays.sum() < swept.sum()
            np.testing.assert_array_equal(rays, np.isfinite(surface.rays(p, q - p, leave_overlaps=leave).t))
    out = np.zeros(300, dtype=bool)
    assert mesh.rays_any(p, q - p, out=out) is out
    np.testing.assert_array_equal(out, mesh.rays_any(p, q - p, threads=1))
    p[7, 1] = np.nan
    with pytest.raises(ValueError, match=r"origins\[7\] is not finite"):
        mesh.rays_any(p, q - p)
    assert not mesh.rays_any(p, q - p, nan="nan")[7]
    with pytest.raises(TypeError, match="sweep_any takes points or shapes"):
        mesh.sweep_any(mesh, [1.0, 0, 0])


@pytest.mark.parametrize("kind", ["points", "balls", "capsules", "boxes", "hulls", "triangles"])
def test_a_sweep_stops_at_the_touch(soup, kind):
    """At t the shape touches; a little before it does not."""
    mesh, eps = soup
    p, q = points(200, mesh), points(200, mesh, 2)
    delta = q - p
    small = np.array([0.1, 0.2, 0.3], mesh.dtype)
    shape = {
        "points": lambda p: p,
        "balls": lambda p: carom.Ball(p, 0.1),
        "capsules": lambda p: carom.Capsule(p, p + small, 0.1),
        "boxes": lambda p: carom.Box(p, p + small),
        "hulls": lambda p: carom.Hull(np.stack([p, p + small, p + small[::-1]], axis=1), 0.05),
        "triangles": lambda p: carom.Triangle(p, p + small, p + small[::-1]),
    }[kind]
    free_at_start = ~mesh.overlap(shape(p))
    hits = mesh.sweep(shape(p), delta)
    hit = free_at_start & np.isfinite(hits.t)
    free = free_at_start & np.isinf(hits.t)
    assert hit.sum() > 20 and free.sum() > 5
    at = mesh.closest(shape(p + delta * np.where(hit, hits.t, 0)[:, None].astype(mesh.dtype)))
    np.testing.assert_allclose(at.distance[hit], 0, atol=20 * eps)
    for t in [0.3, 0.9, 0.999]:
        before = mesh.closest(shape(p + delta * (np.where(hit, hits.t, 1) * t)[:, None].astype(mesh.dtype)))
        assert (before.distance[hit | free] > -20 * eps).all()
    overlapping = ~free_at_start & (mesh.closest(shape(p)).distance < -20 * eps)
    assert (hits.t[overlapping] == 0).all()


def test_contains_and_signed_distance():
    """A closed box made of triangles, against its closed form."""
    for dtype in ["float32", "float64"]:
        vertices = boxes_of(np.array([-1.0, -2, -3]), np.array([1.0, 2, 3])).astype(dtype)
        box = carom.Mesh(vertices, BOX)
        assert box.is_closed
        p = np.random.default_rng(3).uniform(-4, 4, (2000, 3)).astype(dtype)
        p[:100] = np.round(p[:100])
        out = abs(p) - np.array([1, 2, 3])
        distance = np.linalg.norm(np.maximum(out, 0), axis=1) + np.minimum(out.max(axis=1), 0)
        np.testing.assert_array_equal(box.contains(p), distance <= 0)
        np.testing.assert_allclose(box.signed_distance(p), distance, atol=1e-6)
        inside_out = carom.Mesh(vertices, np.asarray(BOX)[:, ::-1])
        np.testing.assert_array_equal(inside_out.contains(p), distance <= 0)


BOX = [
    [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
]  # fmt: skip


def test_one_sided():
    tile = [[0.0, 0, 0], [0, 0, 9], [9, 0, 0]]
    both, one = carom.Mesh(tile, [[0, 1, 2]]), carom.Mesh(tile, [[0, 1, 2]], one_sided=True)
    up, down = [1.0, -1, 1], [1.0, 1, 1]
    assert both.rays(up, [0.0, 9, 0]).triangle == 0 and one.rays(up, [0.0, 9, 0]).triangle == -1
    assert one.rays(down, [0.0, -9, 0]).triangle == 0


@pytest.mark.parametrize("option", ["compact", "quick"])
def test_meshes_built_otherwise(soup, option):
    mesh, _ = soup
    other = carom.Mesh(mesh.vertices, mesh.triangles, **{option: True})
    again = pickle.loads(pickle.dumps(other))
    points = np.random.default_rng(4).uniform(-3, 3, (200, 3)).astype(mesh.dtype)
    for made in (other, again):
        np.testing.assert_array_equal(made.closest(points).distance, mesh.closest(points).distance)
        np.testing.assert_array_equal(made.rays(points, [0, -9, 0]).t, mesh.rays(points, [0, -9, 0]).t)


def test_internal_edges():
    square = [[-9.0, 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]]
    # Beside the diagonal: the triangle beyond it pushes aside, unless the edge is internal.
    ball = carom.Ball([0.3, 0.5, 0], 0.6)
    plain, welded = carom.Mesh(*square), carom.Mesh(*square, weld=True)
    for mesh in (welded, pickle.loads(pickle.dumps(welded))):
        assert plain.contacts(ball).normal[:, 1].min() < 0.95
        assert mesh.contacts(ball).normal[:, 1].min() == pytest.approx(1)
        world = carom.World()
        world.add(mesh)
        assert world.contacts(ball).normal[:, 1].min() == pytest.approx(1)
        assert world.query(internal_edges=True).contacts(ball).normal[:, 1].min() < 0.95


def test_mesh_against_mesh(soup):
    mesh, eps = soup
    high = carom.Mesh(mesh.vertices + np.array([0, 9, 0], mesh.dtype), mesh.triangles)
    found = mesh.closest(high)
    parts = carom.Triangle(*np.moveaxis(corners(high), 1, 0))
    each = mesh.closest(parts)
    np.testing.assert_allclose(found.distance, each.distance.min(), atol=4 * eps)
    assert each.distance[found.other] == pytest.approx(found.distance, abs=4 * eps)
    assert mesh.closest(high, 0.1).triangle == -1
    assert mesh.overlap(high) is False and mesh.overlap(mesh) is True
    fall = mesh.sweep(high, [0.0, -9, 0])
    swept = mesh.sweep(parts, [0.0, -9, 0])
    np.testing.assert_allclose(fall.t, swept.t.min(), atol=1e-5)
    assert mesh.sweep(high, [0.0, 9, 0]).t == np.inf


def test_height_field():
    random = np.random.default_rng(5)
    for dtype in ["float32", "float64"]:
        heights = random.uniform(0, 1, (6, 9)).astype(dtype)
        heights[2, 3] = np.nan
        field = carom.HeightField(heights, (0.5, 0.25), (10, 20, 30))
        j, i = np.mgrid[0:6, 0:9]
        vertices = np.stack([10 + 0.5 * i, 20 + heights, 30 + 0.25 * j], axis=-1).reshape(-1, 3)
        mesh = []
        for row in range(5):
            for column in range(8):
                a, b = 9 * row + column, 9 * (row + 1) + column
                mesh += [[a, b, a + 1], [a + 1, b, b + 1]]
        whole = [k for k, t in enumerate(mesh) if np.isfinite(vertices[t]).all()]
        same = carom.Mesh(np.nan_to_num(vertices).astype(dtype), [mesh[k] for k in whole])
        p = random.uniform([10, 20, 30], [14, 22, 31.25], (500, 3)).astype(dtype)
        found, wanted = field.closest(p), same.closest(p)
        np.testing.assert_allclose(found.distance, wanted.distance, atol=1e-5)
        hits = field.rays(p, [0.0, -9, 0])
        others = same.rays(p, [0.0, -9, 0])
        sure = np.isfinite(others.t)
        np.testing.assert_array_equal(np.isfinite(hits.t), sure)
        np.testing.assert_array_equal(hits.triangle[sure], np.array(whole)[others.triangle[sure]])
        np.testing.assert_allclose(field.bounds[0, 0::2], [10, 30])


def test_world_against_meshes(soup):
    mesh, eps = soup
    random = np.random.default_rng(11)
    world = carom.World(dtype=mesh.dtype)
    poses, placed = [], []
    for _ in range(5):
        turn, _ = np.linalg.qr(random.standard_normal((3, 3)))
        turn *= np.sign(np.linalg.det(turn))
        pose = np.eye(4)
        pose[:3, :3] = turn * random.uniform(0.2, 1)
        pose[:3, 3] = random.uniform(-5, 5, 3)
        poses.append(pose)
        placed.append(carom.Mesh((mesh.vertices @ pose[:3, :3].T + pose[:3, 3]).astype(mesh.dtype), mesh.triangles))
    bodies = world.add(mesh, np.array(poses))
    assert bodies.shape == (5,) and len(world) == 5
    np.testing.assert_allclose(world.poses(bodies), poses, atol=1e-6)
    p = random.uniform(-8, 8, (300, 3)).astype(mesh.dtype)
    ball = carom.Ball(p, 0.1)
    found = world.closest(ball)
    each = np.array([m.closest(ball).distance for m in placed])
    np.testing.assert_allclose(found.distance, each.min(axis=0), atol=20 * eps)
    chosen = np.searchsorted(bodies, found.body)
    np.testing.assert_allclose(each[chosen, np.arange(300)], found.distance, atol=20 * eps)
    gap = each.min(axis=0)
    sure = abs(gap) > 20 * eps
    np.testing.assert_array_equal(world.overlap(ball)[sure], gap[sure] < 0)
    hits = world.sweep(ball, [0.0, -5, 0])
    wanted = np.min([m.sweep(ball, [0.0, -5, 0]).t for m in placed], axis=0)
    same = np.isfinite(hits.t) == np.isfinite(wanted)
    assert same.mean() > 0.99
    both = np.isfinite(hits.t) & np.isfinite(wanted)
    np.testing.assert_allclose(hits.t[both], wanted[both], atol=1e-4)
    listed = world.contacts(ball, 1.0)
    assert listed.body is not None and set(listed.body) <= set(bodies)


def test_a_world_changes():
    world = carom.World()
    ids = world.add(carom.Ball([[0.0, 0, 0], [5, 0, 0], [10, 0, 0]], 1.0), moving=True)
    eye = np.eye(4)
    np.testing.assert_array_equal(world.bodies, ids)
    assert world.closest([5.0, 9, 0]).body == ids[1]
    up = np.repeat(eye[None], 3, axis=0)
    up[:, 1, 3] = [100, 200, 300]
    world.move(ids, up)
    assert world.closest([5.0, 9, 0]).body == ids[0]
    np.testing.assert_array_equal(world.poses(ids), up)
    world.remove(ids[0])
    assert ids[0] not in world and ids[1] in world and len(world) == 2
    with pytest.raises(KeyError, match=r"bodies\[0\] is 0"):
        world.move(ids, up)
    with pytest.raises(KeyError, match="no body"):
        world.remove(ids)
    assert len(world) == 2
    world.optimize()
    one = world.add(carom.Capsule([0.0, 0, 0], [0, 1, 0], 0.5))
    assert isinstance(one, int) and world.overlap([0.2, 0.5, 0.0])
    sheared = up.copy()
    sheared[1, 0, 1] = 0.5
    with pytest.raises(ValueError, match=r"poses\[1\] is not the matrix of a rotation"):
        world.move(ids[1:], sheared[:2])
    with pytest.raises(ValueError, match=r"pose\[1\] is not the matrix"):
        world.add(carom.Ball([0.0, 0, 0], 1.0), sheared)
    with pytest.raises(TypeError, match="dtype of its world"):
        world.add(carom.Mesh(np.eye(3, dtype="float32"), [[0, 1, 2]]))
