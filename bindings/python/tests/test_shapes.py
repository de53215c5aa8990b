"""Curved, oriented and rounded shapes, manifolds, ray intervals, pairs of bodies, and sweeps out of overlaps."""

import pickle

import numpy as np
import pytest

import carom

SQUARE = [[-9.0, 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]]
EIGHTH = np.sqrt(0.5) * np.array([[1.0, -1, 0], [1, 1, 0], [0, 0, np.sqrt(2)]])
# Each has its lowest point at the height 1, at x = 0 or a point with x = 0 beside it.
LOW = [
    carom.Cylinder([0, 1, 0], [0, 3, 0], 1.0),
    carom.Cylinder([0, 1.25, 0], [0, 3, 0], 1.0, 0.25),
    carom.Cone([0, 1, 0], [0, 3, 0], 1.0),
    carom.Cone([0, 3, 0], [0, 1, 0], 2.0, 0.5),
    carom.Cone([0, 3, 0], [0, 1.5, 0], 2.0, rounding=0.5),
    carom.TaperedCapsule([0, 1.5, 0], [0, 3, 0], 0.5, 1.0),
    carom.Ellipsoid([0, 2, 0], [3, 1, 2]),
    carom.Ellipsoid([0, 2, 0], [1, 1, 3], EIGHTH, 0.0),
    carom.OrientedBox([0, 1 + np.sqrt(2), 0], [1, 1, 2], EIGHTH),
    carom.OrientedBox([0, 2, 0], [1, 0.75, 2], rounding=0.25),
    carom.Box([-1, 1.5, -1], [1, 3, 1], 0.5),
    carom.Triangle([-1, 1.5, -1], [1, 1.5, -1], [0, 1.5, 1], 0.5),
]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("shape", LOW, ids=repr)
def test_distances_sweeps_and_bodies(shape, dtype):
    eps = 1e-5 if dtype == "float32" else 1e-9
    floor = carom.Mesh(SQUARE, [[0, 1, 2], [0, 2, 3]], dtype=dtype)
    assert floor.closest(shape).distance == pytest.approx(1, abs=eps)
    assert floor.sweep(shape, [0, -2, 0]).t == pytest.approx(0.5, abs=eps)
    world = carom.World(dtype=dtype)
    body = world.add(shape)
    hit = world.rays([0, 0, 0], [0, 2, 0])
    assert hit.t == pytest.approx(0.5, abs=eps) and hit.body == body
    again = pickle.loads(pickle.dumps(shape))
    assert again == shape and repr(again) == repr(shape) and type(again) is type(shape)


def test_batches_are_their_rows():
    floor = carom.Mesh(SQUARE, [[0, 1, 2], [0, 2, 3]])
    a = np.random.default_rng(3).uniform(-3, 3, (50, 3))
    b, radius = a[::-1] + [0, 9, 0], np.linspace(0, 2, 50)
    batches = [
        carom.Cylinder(a, b, radius, radius / 4),
        carom.Cone(a, b, radius, radius[::-1]),
        carom.TaperedCapsule(a, b, radius, 0.25),
        carom.Ellipsoid(a, abs(b)),
        carom.OrientedBox(a, abs(b), EIGHTH, radius),
        carom.Box(a, a + 1, radius),
    ]
    for batch in batches:
        assert len(batch) == 50
        np.testing.assert_array_equal(floor.closest(batch).distance, [floor.closest(row).distance for row in batch])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_half_spaces(dtype):
    floor = carom.Mesh(SQUARE, [[0, 1, 2], [0, 2, 3]], dtype=dtype)
    below = carom.Plane([0.0, 2, 0], [4.0, -6, 0])
    assert floor.overlap(below).tolist() == [True, False, True]
    np.testing.assert_allclose(floor.closest(below).distance[1:], [3, 0], atol=1e-6)
    assert floor.sweep(below[1], [0, 6, 0]).t == pytest.approx(0.5, abs=1e-6)
    assert carom.closest(carom.Ball([5.0, 4, 5], 0.5), below[0]).distance == pytest.approx(1.5)
    # As a body: an unbounded floor that characters walk on.
    world = carom.World(dtype=dtype)
    body = world.add(below[0])
    hit = world.rays([1e6, 4, 0], [0.0, -4, 0])
    assert hit.t == pytest.approx(0.5) and hit.body == body
    hero = carom.Mover(world, [[0.0, 4, 0]])
    for _ in range(120):
        step = hero.step([3.0, 0, 0], 1 / 60)
    np.testing.assert_allclose(step.feet, [[6, 2.01, 0]], atol=1e-3)
    assert step.on_ground.all()
    assert pickle.loads(pickle.dumps(below)) == below and repr(below[1]) == "Plane(normal=[0.0, 2.0, 0.0], offset=-6.0)"


def test_errors_name_the_field():
    cases = [
        (lambda: carom.Plane([0.0, 0, 0], 1.0), "^normal is zero, so the half-space has no normal$"),
        (lambda: carom.Plane([[0.0, 1, 0], [0, 0, 0]], 1.0), r"^normal\[1\] is zero"),
        (lambda: carom.World().add(carom.Plane([0, np.inf, 0], 1.0)), "normal is not finite"),
        (lambda: carom.Compound([carom.Plane([0.0, 1, 0], 1.0)]), "half-space|unbounded"),
        (lambda: carom.Cylinder([1, 2, 3], [1, 2, 3], 1.0), "^a and b are the same point, so it has no axis$"),
        (lambda: carom.Cone([[0, 0, 0], [1, 2, 3]], [1, 2, 3], 1.0), r"^a\[1\] and b are the same point"),
        (lambda: carom.Cylinder([0, 0, 0], [1, 2, 3], -1.0), "^radius is negative$"),
        (lambda: carom.Cone([0, 0, 0], [1, 2, 3], 1.0, [1.0, -1.0]), r"^radius_b\[1\] is negative$"),
        (lambda: carom.TaperedCapsule([0, 0, 0], [1, 2, 3], -1.0, 1.0), "^radius_a is negative$"),
        (lambda: carom.Ellipsoid([0, 0, 0], [1, -1, 1]), "^radii is negative$"),
        (lambda: carom.OrientedBox([0, 0, 0], [1, -1, 1]), "^half is negative$"),
        (lambda: carom.Ellipsoid([0, 0, 0], [1, 1, 1], np.eye(4)), r"^rotation must have the shape \(..., 3, 3\)"),
        (lambda: carom.Box([0, 0, 0], [1, 1, 1], -1.0), "^rounding is negative$"),
        (lambda: carom.manifold(carom.Ball([0, np.nan, 0], 1.0), [0, 0, 0]), "^a: center is not finite$"),
        (lambda: carom.manifold([0, 0, 0], [[0, 0, 0], [0, np.inf, 0]]), r"^b: points\[1\] is not finite$"),
        (lambda: carom.manifold([0, 0, 0], [0, 0, 0], np.nan), "^reach is NaN$"),
        (lambda: carom.ray_interval([0, np.nan, 0], [0, 1, 0], carom.Ball([0, 0, 0], 1.0)), "^origins is not finite$"),
        (lambda: carom.ray_interval([0, 0, 0], [0, 1, 0], carom.Ball([np.nan, 0, 0], 1.0)), "^shapes: center is not"),
    ]
    for call, text in cases:
        with pytest.raises(ValueError, match=text):
            call()


def test_meshes_and_compounds_leave_overlaps():
    floor = carom.Mesh(SQUARE, [[0, 1, 2], [0, 2, 3]])
    # A leaf that sticks out of the floor: half of it is above.
    leaf = carom.Mesh([[0.5, -0.2, 0.5], [0.5, 0.8, 0.5], [0.5, 0.8, 1.0]], [[0, 1, 2]])
    up, down = [0, 1, 0], [0, -1, 0]
    assert floor.sweep(leaf, up).t == 0 and floor.sweep(leaf, down).t == 0
    assert np.isinf(floor.sweep(leaf, up, leave_overlaps=True).t)
    assert floor.sweep(leaf, down, leave_overlaps=True).t == 0
    dumbbell = carom.Compound(carom.Ball([[0.5, 0.4, 0.5], [0.5, 3, 0.5]], 0.5))
    assert floor.sweep(dumbbell, up).t == 0
    assert np.isinf(floor.sweep(dumbbell, up, leave_overlaps=True).t)


def test_manifolds():
    table = carom.Box([-9, -1, -9], [9, 0, 9])
    found = carom.manifold(carom.Box([1, -0.125, 2], [2, 1, 3]), table, [[0.1], [0.2]])
    assert found.point_count.shape == (2, 1) and (found.point_count == 4).all() and found.unique.all()
    np.testing.assert_array_equal(found.distance, np.full((2, 1, 4), -0.125))
    assert (found.feature_a[..., 0] & 2 == 0).all() and (found.feature_a[..., 1:] == -1).all()
    np.testing.assert_array_equal(found.feature_b, np.broadcast_to([2, 3, 6], (2, 1, 4, 3)))
    swapped = carom.manifold(table, carom.Box([1, -0.125, 2], [2, 1, 3]))
    np.testing.assert_array_equal(swapped.normal, [0, -1, 0])
    roll = carom.manifold(carom.Cylinder([0, 1, 0], [2, 1, 0], 1.0), table, 0.1)
    assert roll.point_count == 2 and np.isnan(roll.distance[2:]).all() and (roll.feature_a[2:] == -1).all()
    balls = carom.manifold(carom.Ball([[0, 1.25, 0], [0, 3, 0]], 1.0), table, 1.0)
    np.testing.assert_array_equal(balls.point_count, [1, 0])
    assert balls.distance[0, 0] == 0.25 and np.isnan(balls.normal[1]).all() and not balls.unique[1]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("reach", [0.0, 0.25])
def test_manifolds_with_parts(dtype, reach):
    """Those of each part are those of the pair: to the bit in float64, where carom.manifold computes."""
    random = np.random.default_rng(5)
    soup = random.uniform(-3, 3, (60, 1, 3)) + random.uniform(-1.5, 1.5, (60, 3, 3))
    soup = soup.astype(np.float32).astype(float)
    boxes = random.uniform(-3, 3, (30, 3)).astype(np.float32).astype(float)
    mesh = carom.Mesh(soup.reshape(-1, 3), np.arange(180).reshape(-1, 3), dtype=dtype)
    solid = carom.Box(boxes, boxes + 0.75)
    world = carom.World(dtype=dtype)
    names = world.add(solid)
    low = random.uniform(-3, 3, (40, 3)).astype(np.float32).astype(float)
    shapes = carom.Box(low, low + 1.25)
    points = 0
    for surface in [mesh, carom.Compound(solid, dtype=dtype), world]:
        found = surface.manifolds(shapes, reach)
        plain = surface.contacts(shapes, reach)
        for a, b in zip(found.contacts, plain):
            assert a is b is None or a.tobytes() == b.tobytes()
        row = np.repeat(np.arange(40), np.diff(plain.offsets))
        if surface is mesh:
            part = carom.Triangle(*soup[plain.triangle].transpose(1, 0, 2))
        else:
            number = plain.triangle if plain.body is None else np.searchsorted(names, plain.body)
            part = carom.Box(boxes[number], boxes[number] + 0.75)
        pairs = carom.manifold(carom.Box(low[row], low[row] + 1.25), part, reach)
        assert found.manifolds.normal.dtype == dtype and found.manifolds.point_a.shape == (len(row), 4, 3)
        points += found.manifolds.point_count.sum()
        for name, one, other in zip(pairs._fields, found.manifolds, pairs):
            if dtype == "float64":
                np.testing.assert_array_equal(one, other, err_msg=name)
    assert points > 300
    # One shape, and none that touches anything.
    one = mesh.manifolds(carom.Box(low[3], low[3] + 1.25), reach)
    assert one.contacts.offsets.shape == (2,)
    none = world.manifolds(carom.Ball([[90.0, 0, 0], [0, 90, 0]], 1.0))
    assert none.contacts.offsets.tolist() == [0, 0, 0] and none.manifolds.feature_a.shape == (0, 4, 3)
    own = carom.Box(boxes[3], boxes[3] + 0.75)
    others = world.query(except_=names[3]).manifolds(own, reach)
    assert names[3] in world.manifolds(own, reach).contacts.body and names[3] not in others.contacts.body


def test_bad_manifolds_with_parts():
    floor = carom.Mesh(SQUARE, [[0, 1, 2], [0, 2, 3]])
    for call, error, text in [
        (lambda: floor.manifolds(carom.Ball([0, 1, 0], 1.0), np.nan), ValueError, "^reach is NaN$"),
        (lambda: floor.manifolds(carom.Ball([0, np.nan, 0], 1.0)), ValueError, "center is not finite"),
        (lambda: floor.manifolds(floor), TypeError, "manifolds"),
        (lambda: floor.manifolds(carom.Ball([0, 1, 0], [[1.0, 2.0]]), [0.0, 0, 0]), ValueError, "broadcast"),
    ]:
        with pytest.raises(error, match=text):
            call()
    rows = floor.manifolds(carom.Ball([[0, np.nan, 0], [1, 1, 5]], 1.0), nan="nan")
    assert rows.contacts.offsets[1] == 0 and rows.contacts.offsets[2] > 0


def test_ray_intervals():
    ball = carom.Ball([5.0, 0, 0], 1.0)
    found = carom.ray_interval([[0, 0.6, 0], [5, 0, 0], [0, 3, 0]], [10.0, 0, 0], ball)
    np.testing.assert_array_equal(found.touches, [True, True, False])
    np.testing.assert_allclose(found.entry, [0.42, np.nan, np.nan])
    np.testing.assert_allclose(found.exit, [0.58, 0.1, np.nan])
    np.testing.assert_allclose(found.entry_point[0], [4.2, 0.6, 0])
    np.testing.assert_allclose(found.exit_normal[:2], [[0.8, 0.6, 0], [1, 0, 0]], atol=1e-9)
    cone = carom.Cone([0, 0, 0], [0, 2, 0], 1.0)
    through = carom.ray_interval([-2, 1, 0], [4, 0, 0], cone)
    np.testing.assert_allclose([through.entry, through.exit], [0.375, 0.625])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_pairs_are_those_of_the_distances(dtype):
    random = np.random.default_rng(1)
    world, events = carom.World(dtype=dtype), carom.PairEvents()
    center, radius, moving = random.uniform(0, 6, (60, 3)), random.uniform(0.2, 0.7, 60), np.arange(60) % 3 == 0
    poses = np.tile(np.eye(4), (60, 1, 1))
    bodies = np.zeros(60, dtype=np.int64)
    for i in range(60):
        bodies[i] = world.add(carom.Ball([0.0, 0, 0], radius[i]), moving=bool(moving[i]))
    before = set()
    for _ in range(10):
        poses[:, :3, 3] = center
        world.move(bodies, poses)
        world.update_pairs(events)
        gap = np.linalg.norm(center[:, None] - center, axis=2) - radius[:, None] - radius
        touch = (gap <= 0) & (moving[:, None] | moving)
        now = {(bodies[i], bodies[j]) for i, j in np.argwhere(touch) if i < j}
        assert [tuple(pair) for pair in events.now] == sorted(now)
        assert {tuple(pair) for pair in events.began} == now - before
        assert {tuple(pair) for pair in events.ended} == before - now
        before, center = now, center + random.uniform(-0.5, 0.5, (60, 3))
    assert before and events.now.dtype == np.int64 and events.now.shape[1] == 2


def test_sweeps_leave_what_they_start_in():
    world = carom.World()
    slab = world.add(carom.Box([-1.0, -9, -9], [1.0, 9, 9]))
    wall = world.add(carom.Box([3.3, -9, -9], [5.3, 9, 9]))
    ball, deltas = carom.Ball([0.8, 0, 0], 0.5), [[4.0, 0, 0], [-4, 0, 0]]
    np.testing.assert_array_equal(world.sweep(ball, deltas).body, [slab, slab])
    left = world.sweep(ball, deltas, leave_overlaps=True)
    np.testing.assert_array_equal(left.body, [wall, slab])
    np.testing.assert_allclose(left.t, [0.5, 0])
    np.testing.assert_array_equal(world.sweep_all(ball, deltas[:1], leave_overlaps=True).body, [wall])
    assert world.rays([0.8, 0, 0], [4, 0, 0], leave_overlaps=True).body == wall


SHAPES = [
    carom.Ball([3.0, 1, 2], 0.5),
    carom.Capsule([2.0, 0, 1], [4, 1, 1], 0.25),
    carom.Box([2.0, 0, 0], [3, 2, 1]),
    carom.OrientedBox([3.0, 1, 0], [1, 0.5, 0.25], EIGHTH, 0.125),
    carom.Triangle([2.0, 0, 0], [4, 0, 0], [3, 2, 1]),
    carom.Hull([[2.0, 0, 0], [4, 0, 0], [3, 2, 0], [3, 1, 2]], 0.25),
    carom.Cylinder([3.0, 0, 0], [3, 2, 1], 0.75),
    carom.Cone([3.0, 0, 0], [3, 2, 0], 1.0, 0.25),
    carom.TaperedCapsule([3.0, 0, 0], [3, 2, 0], 0.5, 0.25),
    carom.Ellipsoid([3.0, 1, 0], [1, 0.5, 2], EIGHTH),
]


@pytest.mark.parametrize("b", SHAPES, ids=repr)
@pytest.mark.parametrize("a", SHAPES, ids=repr)
def test_pairs_are_queries_of_a_world(a, b):
    world = carom.World(dtype="float64")
    world.add(b)
    away = carom.transformed(a, pose([-5.0, 0.25, 0.125]))
    near = carom.transformed(a, pose([-0.25, 0.25, 0.125]))
    for shape in (away, near):
        found, expected = carom.closest(shape, b), world.closest(shape)
        assert found.distance == pytest.approx(expected.distance, abs=1e-12)
        gap = found.point_a - found.point_b
        np.testing.assert_allclose(gap, found.normal * found.distance, atol=1e-7)
        assert carom.overlap(shape, b) == world.overlap(shape) == (found.distance <= 0)
        np.testing.assert_array_equal(carom.closest(b, shape).distance, found.distance)
    hit, expected = carom.sweep(away, [9.0, 0, 0], b), world.sweep(away, [9.0, 0, 0])
    assert hit.t == pytest.approx(expected.t, abs=1e-12) and not hit.overlaps
    both = carom.sweep(away, [4.5, 1, 0], b, [-4.5, 1, 0])
    assert both.t == pytest.approx(expected.t, abs=1e-12)
    if np.isfinite(hit.t):
        np.testing.assert_allclose(both.point, hit.point + both.t * np.array([-4.5, 1, 0]), atol=1e-6)
    turn = ([9.0, 0, 0], [-2.0, 1, 1], [0.0, 0, 1], 1.5)
    rigid, expected = carom.sweep_rigid(away, turn, b), world.sweep_rigid(away, *turn)
    assert rigid.t == pytest.approx(expected.t, abs=1e-9)


def test_pairs_of_arrays():
    steps = np.linspace(0, 9, 1000)
    centers = np.stack([steps, 0 * steps, 0 * steps], axis=-1)
    balls, wall = carom.Ball(centers, 0.5), carom.Box([4.0, -1, -1], [5, 1, 1])
    one, many = (carom.closest(balls, wall, threads=threads) for threads in (1, 3))
    np.testing.assert_array_equal(one.distance, many.distance)
    outside = (steps < 4) | (steps > 5)
    expected = np.maximum(4 - steps, steps - 5) - 0.5
    np.testing.assert_allclose(one.distance[outside], expected[outside], atol=1e-12)
    np.testing.assert_array_equal(carom.overlap(balls, wall), one.distance <= 0)
    far = carom.closest(balls, wall, 1.0)
    assert np.isinf(far.distance[0]) and np.isnan(far.normal[0]).all() and not far.unique[0]
    assert carom.closest(carom.Ball([0.0, 0, 0], 1.0), carom.Ball([0.0, 0, 0], 1.0)).distance == -2
    grid = carom.sweep(balls[:3, None], [0.0, 0, 9], carom.Ball([[0.0, 0, 4], [0, 0, 6]], 0.5))
    assert grid.t.shape == (3, 2) and grid.t[0].round(9).tolist() == [round(3 / 9, 9), round(5 / 9, 9)]
    inside = carom.sweep(wall, [1.0, 0, 0], wall)
    assert inside.t == 0 and inside.overlaps


def test_pairs_name_what_is_wrong():
    ball, nan = carom.Ball([0.0, 0, 0], 1.0), float("nan")
    for call, text in [
        (lambda: carom.closest(ball, "x"), "b: "),
        (lambda: carom.closest(ball, ball, nan), "reach is NaN"),
        (lambda: carom.closest(ball, [nan, 0, 0]), "b: .*is not finite"),
        (lambda: carom.sweep(ball, [0.0, 1], ball), "delta must have the shape"),
        (lambda: carom.sweep(ball, [0.0, nan, 0], ball), "delta.* is not finite"),
        (lambda: carom.sweep(ball, [0.0, 1, 0], ball, [nan, 0, 0]), "delta_b.* is not finite"),
        (lambda: carom.sweep_rigid(ball, [0.0, 1, 0], ball), r"motion_a must be a tuple \(delta, pivot, axis, angle\)"),
        (lambda: carom.sweep_rigid(ball, ([0.0] * 3, [0.0] * 3, [0.0], 1.0), ball), "motion_a: axis must have the shape"),
        (lambda: carom.overlap(ball, ball, threads=0), "threads must be at least 1"),
        (lambda: carom.overlap(ball, carom.Mesh(SQUARE, [[0, 1, 2]])), "b: "),
    ]:
        with pytest.raises((TypeError, ValueError), match=text):
            call()


def pose(move):
    matrix = np.eye(4)
    matrix[:3, 3] = move
    return matrix
