"""Solids, compounds, nearest parts, edited height fields, moving bodies and two meshes, against loops in numpy."""

import pickle

import numpy as np
import pytest

import carom

CORNERS = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)], float) * 10
SIDES = np.array(
    [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]
)
DTYPES = [np.float32, np.float64]
RANDOM = np.random.default_rng(26)


def poses(count):
    """Random rotations, scales and translations."""
    turns, _ = np.linalg.qr(RANDOM.normal(size=(count, 3, 3)))
    turns *= np.sign(np.linalg.det(turns))[:, None, None]
    all = np.tile(np.eye(4), (count, 1, 1))
    all[:, :3, :3] = turns * RANDOM.uniform(0.5, 2, (count, 1, 1))
    all[:, :3, 3] = RANDOM.uniform(-9, 9, (count, 3))
    return all


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_ball_in_a_solid_cube_is_as_deep_as_the_nearest_side_is_far(dtype):
    shell, solid = (carom.Mesh(CORNERS, SIDES, dtype=dtype, solid=solid) for solid in (False, True))
    assert (shell.is_solid, solid.is_solid, solid.one_sided) == (False, True, True)
    centers = RANDOM.uniform(1, 9, (300, 3))
    balls = carom.Ball(centers, 0.5)
    depth = np.minimum(centers, 10 - centers).min(-1) + 0.5
    for mesh in (solid, pickle.loads(pickle.dumps(solid))):
        np.testing.assert_allclose(mesh.closest(balls, 0.0).distance, -depth, rtol=1e-5)
        assert mesh.overlap(balls).all() and (mesh.sweep(balls, [20.0, 0, 0]).t == 0).all()
        outwards = 20 * mesh.closest(balls, 0.0).normal
        assert np.isinf(mesh.rays(centers, outwards, leave_overlaps=True).t).all()
        assert (mesh.rays(centers, -outwards, leave_overlaps=True).t == 0).all()
    assert not shell.overlap(balls).any()


def test_what_is_no_solid():
    with pytest.raises(ValueError, match="^solid: the mesh is not closed: it has 3 open edges"):
        carom.Mesh(CORNERS, SIDES[1:], solid=True)
    with pytest.raises(ValueError, match="^solid: the mesh is inside out"):
        carom.Mesh(CORNERS, SIDES[:, ::-1], solid=True)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_compound_answers_as_its_shapes_do_as_bodies(dtype):
    shapes = [carom.Ball(np.zeros((4, 3)), [0.5, 1, 0.25, 2]), carom.Box([-1.0, -1, -1], [1, 1, 1]), carom.Capsule([0.0, 0, 0], [2, 0, 0], 0.25)]
    shapes += [carom.Hull(RANDOM.normal(size=(5, 3))), carom.Cylinder([0.0, 0, 0], [0, 1, 0], 0.5), carom.OrientedBox([0.0, 0, 0], [1.0, 2, 0.5])]
    placed = poses(9)
    compound = carom.Compound(shapes, placed, dtype=dtype)
    bodies, moved = carom.World(dtype=dtype), carom.World(dtype=dtype)
    names = np.concatenate([np.atleast_1d(bodies.add(shape, pose)) for shape, pose in zip(shapes, [placed[:4], *placed[4:]])])
    far = np.eye(4)
    far[0, 3] = 64
    body = moved.add(compound, far)
    points, deltas = RANDOM.uniform(-9, 9, (2, 400, 3))
    balls = carom.Ball(points, 0.3)
    found, expected = compound.closest(balls), bodies.closest(balls)
    np.testing.assert_allclose(found.distance, expected.distance, rtol=1e-3, atol=2e-5)
    assert (names[found.triangle] == expected.body).mean() > 0.99 and found.body is None
    shifted = moved.query(around=(64.0, 0.0, 0.0)).closest(balls)
    np.testing.assert_allclose(shifted.distance, found.distance, rtol=1e-3, atol=2e-5)
    assert (shifted.body == body).all() and (shifted.triangle == found.triangle).mean() > 0.99
    np.testing.assert_allclose(compound.sweep(balls, deltas).t, bodies.sweep(balls, deltas).t, rtol=1e-3, atol=2e-5)
    assert (compound.overlap(balls) == bodies.overlap(balls)).mean() > 0.99
    again = pickle.loads(pickle.dumps(compound))
    assert (again.closest(balls).distance == found.distance).all()
    assert len(again) == 9 and again.dtype == dtype and repr(again) == f"<Compound of 9 shapes, {np.dtype(dtype)}>"
    low, high = compound.bounds
    assert (low < high).all() and (compound.contacts(balls, 0.0).offsets == bodies.contacts(balls, 0.0).offsets).mean() > 0.99
    world = pickle.loads(pickle.dumps(moved))
    assert (world.closest(balls).distance == moved.closest(balls).distance).all()


def test_bad_compounds():
    ball = carom.Ball([0.0, 0, 0], 1.0)
    for arguments, error, text in [
        (([],), ValueError, "^shapes is empty"),
        ((7,), TypeError, "^shapes must be a Shape or a list of Shapes"),
        (([ball, 7],), TypeError, r"^shapes\[1\] must be a Shape"),
        (([ball, carom.Ball([0, np.nan, 0], 1.0)],), ValueError, r"^shapes\[1\]: center is not finite"),
        (([ball], np.eye(4)), ValueError, r"^poses must have the shape \(1, 4, 4\)"),
        (([ball], np.zeros((1, 4, 4))), ValueError, r"^poses\[0\] is not the matrix"),
    ]:
        with pytest.raises(error, match=text):
            carom.Compound(*arguments)
    compound, single = carom.Compound(ball), carom.Compound(ball, dtype=np.float32)
    with pytest.raises(TypeError, match="must have the dtype of its world"):
        carom.World().add(single)
    with pytest.raises(TypeError, match="the compound must have the dtype of the surface"):
        compound.closest(single)
    with pytest.raises(TypeError, match="add the Compound to a World"):
        carom.Mover(compound, [0.0, 0, 0])
    with pytest.raises(TypeError, match="cannot be queried by a mesh"):
        compound.closest(carom.Mesh(CORNERS, SIDES))
    with pytest.raises(ValueError, match="delta must have no leading dimensions with a mesh or compound"):
        compound.sweep(compound, [[0.0, 0, 0]])
    with pytest.raises(ValueError, match="^angle is not finite"):
        compound.sweep_rigid(compound, [0.0, 0, 0], [0.0, 0, 0], [0.0, 1, 0], np.inf)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_compound_that_moves_hits_with_the_first_of_its_shapes(dtype):
    floor = carom.Mesh([[-9.0, 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]], dtype=dtype)
    world = carom.World(dtype=dtype)
    ground = world.add(floor)
    balls = carom.Ball(RANDOM.uniform(2, 5, (20, 3)), RANDOM.uniform(0.1, 0.9, 20))
    compound = carom.Compound(balls, dtype=dtype)
    for surface, body in [(floor, None), (world, ground)]:
        each = surface.closest(balls)
        found, part = surface.closest(compound), int(each.distance.argmin())
        assert (found.distance, found.part, found.body) == (each.distance[part], part, body)
        np.testing.assert_array_equal(found.point, each.point[part])
        assert surface.closest(compound, 0.01).part == -1
        hits = surface.sweep(balls, [0.0, -9, 0])
        hit, part = surface.sweep(compound, [0.0, -9, 0]), int(hits.t.argmin())
        assert (hit.t, hit.part, hit.triangle, hit.body) == (hits.t[part], part, hits.triangle[part], body)
        assert surface.sweep(compound, [0.0, 9, 0]).t == np.inf
        motion = [0.0, -9, 0], [3.0, 3, 3], [0.0, 0, 1], 1.0
        hits = surface.sweep_rigid(balls, *motion)
        hit, part = surface.sweep_rigid(compound, *motion), int(hits.t.argmin())
        assert (hit.t, hit.part) == (hits.t[part], part)
        assert surface.overlap(compound) is False
    other = carom.Compound(carom.Ball([[3.0, 3, 3], [30, 3, 3]], [0.1, 9]), dtype=dtype)
    assert bool(other.overlap(compound)) == compound.overlap(carom.Ball([[3.0, 3, 3], [30, 3, 3]], [0.1, 9])).any()


@pytest.mark.parametrize("dtype", DTYPES)
def test_the_nearest_parts_are_those_of_a_sorted_list(dtype):
    world = carom.World(dtype=dtype)
    world.add(carom.Ball(RANDOM.uniform(-9, 9, (200, 3)), RANDOM.uniform(0.1, 1, 200)))
    points, reach = RANDOM.uniform(-9, 9, (50, 3)), 4.0
    for count in (0, 1, 7, 500):
        found, every = world.closest_n(points, count, reach), world.contacts(points, reach)
        for i in range(50):
            own, all = (slice(*answer.offsets[i : i + 2]) for answer in (found, every))
            order = np.lexsort((every.body[all], every.distance[all]))[:count]
            np.testing.assert_array_equal(found.distance[own], every.distance[all][order])
            np.testing.assert_array_equal(found.body[own], every.body[all][order])
    assert (world.closest_n(points, 3).distance.reshape(50, 3)[:, 0] == world.closest(points).distance).all()
    with pytest.raises((OverflowError, TypeError)):
        world.closest_n(points, -1)


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_edited_field_answers_as_a_new_one(dtype):
    heights = RANDOM.uniform(0, 1, (12, 9)).astype(dtype)
    field, world = carom.HeightField(heights, (1.0, 2.0)), carom.World(dtype=dtype)
    body, other = world.add(field), world.add(carom.Ball([0.0, 99, 0], 1.0))
    origins = np.stack([RANDOM.uniform(0, 8, 500), np.full(500, 9.0), RANDOM.uniform(0, 22, 500)], -1)
    before = field.rays(origins, [0.0, -20, 0])
    new = RANDOM.uniform(-3, 0, (3, 4)).astype(dtype)
    new[1, 2] = np.nan
    heights[5:8, 2:6] = new
    fresh = carom.HeightField(heights, (1.0, 2.0)).rays(origins, [0.0, -20, 0])
    field.refit_heights(5, 2, new)
    np.testing.assert_array_equal(world.rays(origins, [0.0, -20, 0]).t, before.t)
    world.refit_heights(body, 5, 2, new)
    for surface in (field, world, pickle.loads(pickle.dumps(field))):
        found = surface.rays(origins, [0.0, -20, 0])
        np.testing.assert_array_equal(found.t, fresh.t)
        np.testing.assert_array_equal(found.triangle, fresh.triangle)
    for arguments, text in [
        ((10, 0, np.zeros((3, 1))), "rows 10..13 and columns 0..1 are not all in the field"),
        ((0, 0, [[np.inf]]), "one is infinite"),
        ((0, 0, np.full((12, 9), np.nan)), "only holes"),
        ((0, 0, [1.0]), r"must have the shape \(m, n\), not \(1,\)"),
    ]:
        with pytest.raises(ValueError, match=text):
            field.refit_heights(*arguments)
        with pytest.raises(ValueError, match=text):
            world.refit_heights(body, *arguments)
    with pytest.raises(ValueError, match="body is not a HeightField"):
        world.refit_heights(other, 0, 0, new)
    with pytest.raises(KeyError, match="no body of the world"):
        world.refit_heights(12345, 0, 0, new)
    with pytest.raises(OverflowError):
        field.refit_heights(-1, 0, new)
    np.testing.assert_array_equal(field.rays(origins, [0.0, -20, 0]).t, fresh.t)


@pytest.mark.parametrize("dtype", DTYPES)
def test_sweeps_among_bodies_that_move(dtype):
    """Balls: the first root of the distance of their centers minus their radii, by a quadratic equation."""
    world = carom.World(dtype=dtype)
    centers, velocities, radii = RANDOM.uniform(-9, 9, (30, 3)), RANDOM.uniform(-3, 3, (30, 3)), RANDOM.uniform(0.5, 1.5, 30)
    bodies = world.add(carom.Ball(centers, radii))
    world.set_velocity(bodies, velocities)
    points, deltas, time = RANDOM.uniform(-9, 9, (200, 3)), RANDOM.uniform(-9, 9, (200, 3)), 2.5
    apart = (np.linalg.norm(points[:, None] - centers, axis=-1) > radii + 0.35).all(-1)
    points, deltas = points[apart], deltas[apart]
    p, v, r = points[:, None] - centers, deltas[:, None] - velocities * time, radii + 0.3
    a, b, c = (v * v).sum(-1), (p * v).sum(-1), (p * p).sum(-1) - r * r
    with np.errstate(invalid="ignore"):
        t = (-b - np.sqrt(b * b - a * c)) / a
    t = np.where((t >= 0) & (t <= 1), t, np.inf).min(-1)
    hits = world.sweep_moving(carom.Ball(points, 0.3), time, deltas)
    sure = abs(np.where(np.isinf(t), 2, t) - np.where(np.isinf(hits.t), 2, hits.t)) < 1e-3
    assert sure.mean() > 0.98 and np.isfinite(hits.t).sum() > 20
    world.set_velocity(bodies, [0.0, 0, 0])
    rest = world.sweep_moving(carom.Ball(points, 0.3), time, deltas)
    np.testing.assert_array_equal(rest.t, world.sweep(carom.Ball(points, 0.3), deltas).t)
    assert np.isinf(world.query(mask=0).sweep_moving(carom.Ball(points, 0.3), time, deltas).t).all()


def test_a_door_turns_into_a_cat():
    world = carom.World()
    door = world.add(carom.Box([0.0, -1, -0.05], [2, 1, 0.05]))
    world.set_spin(door, [0.0, 1, 0], np.pi / 2)
    hit = world.sweep_moving(carom.Ball([1.0, 0, -1], 0.2), 1.0)
    assert abs(hit.t - (0.5 - np.arcsin(0.25 / np.sqrt(2)) / (np.pi / 2))) < 1e-6 and hit.body == door
    with pytest.raises(ValueError, match="^velocity is not finite"):
        world.set_velocity(door, [np.nan, 0, 0])
    with pytest.raises(ValueError, match="spin has the leading dimensions"):
        world.set_spin(door, [0.0, 1, 0], [1.0, 2.0])
    with pytest.raises(KeyError, match="no body of the world"):
        world.set_velocity(999, [0.0, 0, 0])
    with pytest.raises(ValueError, match="^time is not finite"):
        world.sweep_moving([0.0, 0, 0], np.inf)
    with pytest.raises(TypeError, match="not a mesh or world"):
        world.sweep_moving(world, 1.0)
    two = carom.Compound([carom.Ball([9.0, 9, 9], 1.0), carom.Ball([1.0, 0, -1], 0.2)])
    assert world.sweep_moving(two, 1.0).t == hit.t and world.sweep_moving(two, 1.0).part == 1
    assert np.isinf(world.sweep_moving(two, 0.1).t)
    with pytest.raises(ValueError, match="^time is not finite"):
        world.sweep_moving(two, np.nan)
    with pytest.raises(TypeError, match="must have the dtype"):
        world.sweep_moving(carom.Compound([carom.Ball([9.0, 9, 9], 1.0)], dtype=np.float32), 1.0)


@pytest.mark.parametrize("dtype", DTYPES)
def test_two_meshes_touch_where_their_triangles_do(dtype):
    meshes = [carom.Mesh(RANDOM.uniform(-3, 3, (90, 3)), np.arange(90).reshape(30, 3), dtype=dtype) for _ in range(2)]
    a, b = meshes
    pairs, found = a.touching_triangles(b), a.crossings(b)
    corners = a.vertices[a.triangles]
    touching = [b.overlap(carom.Triangle(*corners[i])) for i in range(30)]
    assert sorted(set(pairs[:, 0])) == [i for i in range(30) if touching[i]]
    own = [[i, j] for i in range(30) for j in b.contacts(carom.Triangle(*corners[i]), 0.0).triangle]
    np.testing.assert_array_equal(pairs, own)
    np.testing.assert_array_equal(found.triangles, pairs)
    ends = found.segments.reshape(-1, 3).astype(float)
    assert (abs(a.closest(ends).distance) < 1e-4).all() and (abs(b.closest(ends).distance) < 1e-4).all()
    length = np.linalg.norm(found.segments[:, 1] - found.segments[:, 0], axis=-1).sum()
    lines = a.crossing_lines(b)
    assert abs(sum(np.linalg.norm(np.diff(line, axis=0), axis=-1).sum() for line in lines) - length) < 1e-3 * length
    other = carom.Mesh(CORNERS, SIDES, dtype=np.float32 if dtype == np.float64 else np.float64)
    for query in (a.touching_triangles, a.crossings, a.crossing_lines):
        with pytest.raises(TypeError, match="both meshes must have the same dtype"):
            query(other)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_translation_separates_two_meshes(dtype):
    cube = carom.Mesh(CORNERS, SIDES, dtype=dtype, solid=True)
    copy = cube.scaled([0.25, 0.5, 0.25])
    assert copy.is_solid and copy.vertices.dtype == dtype
    np.testing.assert_array_equal(copy.vertices, cube.vertices * np.array([0.25, 0.5, 0.25], dtype))
    np.testing.assert_array_equal(copy.bounds, cube.bounds * np.array([0.25, 0.5, 0.25], dtype))
    again = pickle.loads(pickle.dumps(copy))
    points = RANDOM.uniform(-1, 11, (99, 3))
    np.testing.assert_array_equal(copy.closest(points).point, again.closest(points).point)
    # In a corner of the cube: out through the nearest side.
    size = float(copy.bounds[1, 0])
    found = copy.penetration(cube)
    assert abs(np.linalg.norm(found.translation) - size) < 2e-3 * size and abs(found.at_least - size) < 1e-5
    assert copy.penetration(carom.Mesh(np.add(CORNERS, 99.0), SIDES, dtype=dtype)) is None
    other = carom.Mesh(CORNERS, SIDES, dtype=np.float32 if dtype == np.float64 else np.float64)
    with pytest.raises(TypeError, match="both meshes must have the same dtype"):
        cube.penetration(other)
    for factors in ([1, 0, 1], [1, -1, 1], [1, np.nan, 1]):
        with pytest.raises(ValueError, match="^factors: "):
            cube.scaled(factors)
    with pytest.raises(ValueError, match="factors"):
        cube.scaled([[1, 1, 1], [2, 2, 2]])


@pytest.mark.parametrize("dtype", DTYPES)
def test_parts_in_a_box_are_those_that_touch_it(dtype):
    mesh = carom.Mesh(RANDOM.uniform(-3, 3, (900, 3)), np.arange(900).reshape(300, 3), dtype=dtype)
    world = carom.World(dtype=dtype)
    bodies = world.add(carom.Ball(RANDOM.uniform(-3, 3, (300, 3)), 0.2))
    for _ in range(20):
        low = RANDOM.uniform(-3, 2, 3)
        high = low + RANDOM.uniform(0, 2, 3)
        box = carom.Box(low, high)
        found = mesh.parts_in_box(low, high)
        assert found.body is None and (np.diff(found.triangle) > 0).all()
        assert set(mesh.contacts(box, 0.0).triangle) <= set(found.triangle)
        found = world.parts_in_box(low, high)
        assert set(world.contacts(box, 0.0).body) <= set(found.body) <= set(bodies)
    assert len(world.parts_in_box([50.0, 50, 50], [60.0, 60, 60]).body) == 0
    with pytest.raises(ValueError, match="min"):
        mesh.parts_in_box([np.nan, 0, 0], [1, 1, 1])
    with pytest.raises(ValueError, match=r"max must have the shape \(3,\)"):
        mesh.parts_in_box([0, 0, 0], [[1, 1, 1]])


def test_a_plane_cuts_a_cube_in_a_loop():
    wall = carom.Mesh([[4.0, -99, -99], [4, 99, -99], [4, 99, 99], [4, -99, 99]], [[0, 1, 2], [0, 2, 3]])
    (loop,) = carom.Mesh(CORNERS, SIDES).crossing_lines(wall)
    np.testing.assert_array_equal(loop[0], loop[-1])
    assert (loop[:, 0] == 4).all() and np.linalg.norm(np.diff(loop, axis=0), axis=-1).sum() == pytest.approx(40)


@pytest.mark.parametrize("dtype", DTYPES)
def test_winding_numbers_and_intervals(dtype):
    cube = carom.Mesh(CORNERS, SIDES, dtype=dtype)
    points = RANDOM.uniform(-5, 15, (300, 3))
    inside = ((points > 0) & (points < 10)).all(-1)
    winding = cube.winding_number(points)
    assert winding.dtype == np.float64
    np.testing.assert_allclose(winding, inside, atol=1e-5)
    assert np.isnan(cube.winding_number([np.nan, 0, 0], nan="nan"))
    with pytest.raises(TypeError, match="cannot be queried by a mesh|dtype"):
        cube.touching_triangles(carom.World())


def test_intervals_are_those_of_the_slabs():
    cube = carom.Mesh(CORNERS, SIDES)
    origins, deltas = RANDOM.uniform(-5, 15, (300, 3)), RANDOM.uniform(-30, 30, (300, 3))
    walls = (np.array([[[0.0]], [[10.0]]]) - origins) / deltas
    enter, leave = np.maximum(walls.min(0).max(-1), 0), np.minimum(walls.max(0).min(-1), 1)
    found = cube.ray_intervals(origins, deltas)
    hits = enter < leave
    np.testing.assert_array_equal(np.diff(found.offsets), hits)
    np.testing.assert_allclose(found.entry, enter[hits], atol=1e-9)
    np.testing.assert_allclose(found.exit, leave[hits], atol=1e-9)
    with pytest.raises(ValueError, match=r"^deltas\[1\] is not finite"):
        cube.ray_intervals([0.0, 0, 0], [[1, 0, 0], [np.nan, 0, 0]])


@pytest.mark.parametrize("dtype", DTYPES)
def test_barycentric_coordinates_give_the_point_again(dtype):
    cube = carom.Mesh(CORNERS, SIDES, dtype=dtype)
    origins = RANDOM.uniform(11, 15, (200, 3))
    hits = cube.rays(origins, RANDOM.uniform(0, 10, (200, 3)) - origins)
    weights = cube.barycentric(hits.triangle, hits.point)
    assert (weights >= 0).all() and weights.dtype == dtype
    corners = cube.vertices[cube.triangles[hits.triangle]]
    np.testing.assert_allclose((weights[..., None] * corners).sum(1), hits.point, atol=1e-4)
    assert np.isnan(cube.barycentric(-1, [0.0, 0, 0])).all()
    with pytest.raises(IndexError, match=r"^triangles\[1\] is 12, but there are 12 triangles"):
        cube.barycentric([0, 12], [0.0, 0, 0])


def test_parameters_of_segments():
    a, b, points = RANDOM.uniform(-9, 9, (3, 100, 3))
    expected = np.clip(((points - a) * (b - a)).sum(-1) / ((b - a) ** 2).sum(-1), 0, 1)
    np.testing.assert_allclose(carom.segment_parameter(a, b, points), expected, atol=1e-12)
    assert carom.segment_parameter([1.0, 2, 3], [1.0, 2, 3], [9.0, 9, 9]) == 0
    with pytest.raises(ValueError, match="^b is not finite"):
        carom.segment_parameter([0.0, 0, 0], [np.inf, 0, 0], [0.0, 0, 0])
