"""Bodies of a world: read back, changed, refitted, moved in a tick, and found by shapes and sensors."""

import copy

import numpy as np
import pytest

import carom

BOTH = pytest.mark.parametrize("dtype", ["float32", "float64"])
TENT = [[0.0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 8]], [[0, 1, 2], [0, 1, 3]]


def pose(at, turn=0.0, scale=1.0):
    """The matrix of a rotation about y, in radians, a scale and a translation."""
    c, s = np.cos(turn), np.sin(turn)
    matrix = np.eye(4)
    matrix[:3, :3] = scale * np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    matrix[:3, 3] = at
    return matrix


@BOTH
def test_bodies_are_read_back(dtype):
    world = carom.World(dtype=dtype)
    poses = np.stack([[pose([1, 2, 3], 0.5, 2), pose([4, 0, 0])], [pose([0, 0, 0], -1), pose([9, 9, 9])]])
    names = world.add(carom.Ball([0.0, 1, 0], 0.5), poses, moving=True, layers=6, mask=5, sensor=True, data=2**64 - 1)
    first = world.body(names)
    np.testing.assert_allclose(first.pose, poses, atol=np.finfo(dtype).eps)
    np.testing.assert_array_equal(first.pose, world.poses(names))
    assert [array.shape for array in first] == [(2, 2, 4, 4), (2, 2, 3), (2, 2, 3), (2, 2), (2, 2, 3), (2, 2, 3), *[(2, 2)] * 6]
    assert (first.layers == 6).all() and (first.mask == 5).all() and first.moving.all() and first.sensor.all()
    assert (first.data == 2**64 - 1).all() and first.data.dtype == np.uint64
    velocity, axis, spin = np.random.default_rng(1).uniform(-1, 1, (3, 2, 2, 3)).astype(dtype)
    spin = spin[..., 0]
    world.set_velocity(names, velocity)
    world.set_spin(names, axis, spin)
    world.set_surface_velocity(names, 2 * velocity)
    world.set_one_way(names, -axis, abs(spin))
    world.set_layers(names, 1)
    world.set_mask(names[0], 2)
    world.set_data(names, np.array([[0, 1], [2, 2**63]], np.uint64))
    world.set_moving(names, [[True, False], [False, True]])
    world.set_sensor(names, False)
    found = world.body(names)
    for array, expected in zip(found[1:7], [velocity, axis, spin, 2 * velocity, -axis, abs(spin)]):
        np.testing.assert_array_equal(array, expected)
        assert array.dtype == dtype
    assert (found.layers == 1).all() and found.mask.tolist() == [[2, 2], [5, 5]]
    assert found.data.tolist() == [[0, 1], [2, 2**63]] and found.moving.tolist() == [[True, False], [False, True]]
    assert not found.sensor.any()
    world.set_one_way(names, None)
    one = world.body(int(names[1, 1]))
    assert (one.one_way_direction == 0).all() and one.one_way_margin == 0 and one.pose.shape == (4, 4)


def shapes():
    """One shape of each kind, in numbers of float32."""
    a, b, c = np.array([[1.0, 2, 3], [0.5, 4, 3], [-1, 0, 0.25]])
    turn = pose([0, 0, 0], np.pi / 2)[:3, :3].round()
    return [
        carom.Ball(a, 0.5),
        carom.Capsule(a, b, 0.25),
        carom.Box(c, a),
        carom.Box(c, a, 0.125),
        carom.Triangle(a, b, c, 0.5),
        carom.Hull([a, b, c, a + [0, 0, 1]], 0.75),
        carom.OrientedBox(a, [1.0, 2, 3], turn, 0.25),
        carom.Cylinder(a, b, 0.5, 0.125),
        carom.Cone(a, b, 0.5, 0.25, 0.125),
        carom.TaperedCapsule(a, b, 0.5, 0.25),
        carom.Ellipsoid(a, [1.0, 0.5, 3], turn, 0.0),
        carom.Plane([0.0, 2, 0], -1.0),
    ]


@BOTH
def test_shapes_are_read_back(dtype):
    world = carom.World(dtype=dtype)
    given = shapes()
    for shape in given:
        world.add(shape)
    found = world.shapes(world.bodies)
    assert found == given and {type(shape) for shape in found} == {type(shape) for shape in given}
    assert found[0].center.dtype == dtype
    point = world.shapes(world.add([1.0, 2, 3]))
    assert point.tolist() == [1, 2, 3]
    # A pose does not change the shape in its own frame.
    assert world.shapes(world.add(given[3], pose([5, 5, 5], 1.0, 2))) == given[3]
    assert world.shapes([]) == [] and world.shapes(world.bodies[:1]) == [given[0]]


@BOTH
def test_surfaces_are_read_back(dtype):
    random = np.random.default_rng(3)
    heights = random.uniform(0, 1, (5, 7))
    heights[2, 3] = np.nan
    vertices, triangles = random.uniform(-2, 2, (30, 3)), np.arange(30).reshape(10, 3)
    cube = np.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)], float)
    sides = [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]
    given = [
        carom.Mesh(vertices, triangles, dtype=dtype, compact=True),
        carom.Mesh(vertices, triangles, dtype=dtype, one_sided=True),
        carom.Mesh(cube, sides, dtype=dtype, solid=True, weld=True),
        carom.HeightField(heights, (0.5, 0.25), (-1, 0.5, -1), dtype=dtype),
        carom.Compound(shapes()[:-1], dtype=dtype),
    ]
    world = carom.World(dtype=dtype)
    found = world.shapes([world.add(surface) for surface in given])
    balls = carom.Ball(random.uniform(-2, 2, (200, 3)), 0.3)
    for own, other in zip(found, given):
        assert type(own) is type(other) and own.dtype == dtype and len(own) == len(other)
        np.testing.assert_array_equal(own.bounds, other.bounds)
        for a, b in zip(own.contacts(balls, 0.5), other.contacts(balls, 0.5)):
            np.testing.assert_array_equal(a, b)
    assert found[1].one_sided and not found[0].one_sided and found[2].is_solid
    np.testing.assert_array_equal(found[0].vertices[found[0].triangles], given[0].vertices[given[0].triangles])
    assert carom.World(dtype=dtype).add(found[4]) is not None


@BOTH
def test_bodies_that_move_in_a_tick_have_the_velocity_of_the_motion(dtype):
    world = carom.World(dtype=dtype)
    names = world.add(carom.Box([-1.0, 0, -1], [1.0, 0.1, 1]), np.stack([pose([0, 0, 0]), pose([5, 0, 0], 1.0)]))
    to = np.stack([pose([0, 0.5, 0]), pose([5, 0, 0.25], 1.5)])
    world.move_to(names, to, 0.25)
    found = world.body(names)
    np.testing.assert_allclose(found.pose, to, atol=1e-12)
    np.testing.assert_allclose(found.velocity, [[0, 2, 0], [0, 0, 1]], atol=1e-6)
    np.testing.assert_allclose(found.axis[1] * found.spin[1], [0, 2, 0], atol=1e-6)
    world.move_to(names, to, 0.25)
    assert (world.body(names).velocity == 0).all() and (world.body(names).spin == 0).all()
    # One of them is refused: none moves, and velocities stay.
    world.set_velocity(names, [1.0, 0, 0])
    before = world.copy()
    far = to.copy()
    far[0, 0, 3] += 1
    far[1, 0, 3] = np.finfo(dtype).max / 4
    with pytest.raises(ValueError, match=r"^poses\[1\]: "):
        world.move_to(names, far, 1.0)
    assert not world.diff_from(before)
    for dt in [0.0, -1.0, np.nan, np.inf]:
        with pytest.raises(ValueError, match="^dt must be more than 0"):
            world.move_to(names, to, dt)


def test_a_lift_carries_at_every_rate():
    for hz in [30, 240]:
        world = carom.World()
        lift = world.add(carom.Box([-2.0, -0.2, -2], [2.0, 0, 2]), moving=True)
        heroes = carom.Mover(world, [[0.0, 0.01, 0]])
        heroes.step([0.0, 0, 0], 1 / hz)
        for tick in range(2 * hz):
            world.move_to(lift, pose([(tick + 1) / hz, (tick + 1) / hz, 0]), 1 / hz)
            step = heroes.step([0.0, 0, 0], 1 / hz)
        np.testing.assert_allclose(step.feet, [[2, 2.01, 0]], atol=1e-3)


@BOTH
def test_another_shape_keeps_the_rest(dtype):
    world = carom.World(dtype=dtype)
    names = world.add(carom.Ball([0.0, 0, 0], 1.0), np.stack([pose([3 * i, 0, 0]) for i in range(3)]), layers=4, data=8)
    world.set_velocity(names, [0.0, 1, 0])
    before = world.body(names)
    world.replace(names, carom.Ball([0.0, 0, 0], [0.5, 0.25, 0.125]))
    assert [shape.radius for shape in world.shapes(names)] == [0.5, 0.25, 0.125]
    tent = carom.Mesh(*TENT, dtype=dtype)
    world.replace(names[1:], tent)
    assert [len(shape) for shape in world.shapes(names[1:])] == [2, 2]
    world.replace(names[0], carom.Box([-1.0, -1, -1], [1.0, 1, 1]))
    assert world.shapes(names[0]) == carom.Box([-1.0, -1, -1], [1.0, 1, 1])
    for a, b in zip(world.body(names), before):
        np.testing.assert_array_equal(a, b)
    # With an error nothing changes.
    state, large = world.copy(), np.finfo(dtype).max / 8
    with pytest.raises(ValueError, match=r"^shape\[1\]: "):
        world.replace(names, carom.Ball([0.0, 0, 0], [0.5, large, 1]))
    with pytest.raises(ValueError, match=r"shape has the leading dimensions \(2,\), but bodies has \(3,\)"):
        world.replace(names, carom.Ball([0.0, 0, 0], [0.5, 1]))
    with pytest.raises(KeyError, match=r"bodies\[1\] is 99"):
        world.replace([names[0], 99], tent)
    other = {"float32": "float64", "float64": "float32"}[dtype]
    with pytest.raises(TypeError, match="must have the dtype of its world"):
        world.replace(names, carom.Mesh(*TENT, dtype=other))
    assert not world.diff_from(state)


@BOTH
def test_a_refitted_mesh_answers_as_a_new_one(dtype):
    random = np.random.default_rng(5)
    vertices, triangles = random.uniform(-3, 3, (60, 3)), random.integers(0, 60, (80, 3))
    mesh = carom.Mesh(vertices, triangles, dtype=dtype)
    world = carom.World(dtype=dtype)
    one, other = world.add(mesh, np.stack([pose([0, 0, 0]), pose([50, 0, 0])]))
    moved = vertices + random.uniform(-0.5, 0.5, vertices.shape)
    world.refit_mesh(one, moved, triangles)
    fresh = carom.World(dtype=dtype)
    fresh.add(carom.Mesh(moved, triangles, dtype=dtype))
    points = random.uniform(-4, 4, (500, 3))
    for a, b in zip(world.query(except_=other).closest(points)[:4], fresh.closest(points)[:4]):
        np.testing.assert_array_equal(a, b)
    # The other body, and the mesh itself, stay as they were.
    np.testing.assert_array_equal(world.shapes(other).bounds, mesh.bounds)
    with pytest.raises(ValueError, match="^triangles has 79 rows, but the mesh has 80"):
        world.refit_mesh(one, moved, triangles[1:])
    with pytest.raises(ValueError, match=r"^vertices\[3\] is not finite"):
        world.refit_mesh(one, np.where(np.arange(60)[:, None] == 3, np.nan, moved), triangles)
    with pytest.raises(IndexError, match=r"^triangles\[0\] has the vertex"):
        world.refit_mesh(one, moved[:9], triangles)
    ball, field = world.add(carom.Ball([0.0, 9, 0], 1.0)), world.add(carom.HeightField(np.zeros((3, 3)), dtype=dtype))
    for name in [ball, field]:
        with pytest.raises(ValueError, match="body is not a Mesh|triangles has"):
            world.refit_mesh(name, moved, triangles[:8])
    with pytest.raises(KeyError):
        world.refit_mesh(99, moved, triangles)


@BOTH
def test_bodies_that_touch_shapes_are_those_of_the_distances(dtype):
    random = np.random.default_rng(7)
    world = carom.World(dtype=dtype)
    centers, radii = random.uniform(-5, 5, (300, 3)).astype(dtype), random.uniform(0.1, 0.6, 300).astype(dtype)
    names = world.add(carom.Ball(centers, radii))
    world.set_layers(names, 1)
    world.set_layers(names[::2], 2)
    world.set_sensor(names[::5], True)
    at, radius = random.uniform(-5, 5, (40, 50, 3)).astype(dtype), 1.0
    touches = np.linalg.norm(at[:, :, None].astype(float) - centers, axis=-1) <= radii.astype(float) + radius
    for surface, counts in [
        (world, ~np.isin(names, names[::5])),
        (world.query(mask=2, with_sensors=True), np.isin(names, names[::2])),
        (world.query(except_=names[3:]), np.isin(names, names[1:3])),
    ]:
        found = surface.overlaps(carom.Ball(at, radius))
        rows, columns = np.nonzero((touches & counts).reshape(-1, 300))
        np.testing.assert_array_equal(np.diff(found.offsets), np.bincount(rows, minlength=2000))
        np.testing.assert_array_equal(found.body, names[columns])
        for threads in [1, 2]:
            again = surface.overlaps(carom.Ball(at, radius), threads=threads)
            assert again.body.tobytes() == found.body.tobytes()
    with pytest.raises(TypeError, match="overlaps takes points or shapes"):
        world.overlaps(carom.Mesh(*TENT, dtype=dtype))
    assert world.overlaps(carom.Ball([np.nan, 0, 0], 1.0), nan="nan").offsets.tolist() == [0, 0]


@BOTH
def test_sensors_count_what_is_in_them(dtype):
    random = np.random.default_rng(2)
    world, events = carom.World(dtype=dtype), carom.SensorEvents()
    of_gates = random.uniform(0, 6, (10, 3))
    gates = world.add(carom.Ball(of_gates, 1.0), sensor=True)
    coins = world.add(carom.Ball([0.0, 0, 0], 0.25), np.tile(np.eye(4), (30, 1, 1)))
    before, seen = set(), 0
    for _ in range(8):
        of_coins = random.uniform(0, 6, (30, 3))
        poses = np.tile(np.eye(4), (30, 1, 1))
        poses[:, :3, 3] = of_coins
        world.move(coins, poses)
        world.update_sensors(events)
        touch = np.linalg.norm(of_gates[:, None] - of_coins, axis=2) <= 1.25
        now = {(gates[i], coins[j]) for i, j in np.argwhere(touch)}
        assert [tuple(pair) for pair in events.now] == sorted(now)
        assert {tuple(pair) for pair in events.entered} == now - before
        assert {tuple(pair) for pair in events.left} == before - now
        before, seen = now, seen + len(now)
    assert seen > 50
    world.set_sensor(gates, False)
    world.update_sensors(events)
    assert len(events.now) == 0 and len(events.left) == len(before)


def test_one_way_bodies_and_conveyors():
    world = carom.World()
    planks = world.add(carom.Box([[-9.0, 0, -9], [9, 0, -9]], [[8.0, 0.1, 9], [12, 0.1, 9]]))
    world.set_one_way(planks, [0.0, 3, 0], [0.05, 0.0])
    assert world.rays_any([[0.0, 2, 0], [0, -2, 0]], [[0.0, -4, 0], [0, 4, 0]]).tolist() == [True, False]
    world.set_surface_velocity(planks, [[1.0, 0, 0], [0, 0, 2]])
    heroes = carom.Mover(world, [[0.0, 0.11, 0], [10, 0.11, 0]])
    start = heroes.step([0.0, 0, 0], 1 / 30).feet
    for _ in range(30):
        step = heroes.step([0.0, 0, 0], 1 / 30)
    np.testing.assert_allclose(step.feet - start, [[1, 0, 0], [0, 0, 2]], atol=1e-3)


def test_wrong_changes_change_nothing():
    world = carom.World()
    names = world.add(carom.Ball(np.eye(3), 0.5))
    before = world.copy()
    nan, inf = np.nan, np.inf
    for call, error, text in [
        (lambda: world.set_moving(names, [1, 0, 1]), TypeError, "moving must be booleans"),
        (lambda: world.set_moving(names, [True, False]), ValueError, r"moving has the leading dimensions \(2,\)"),
        (lambda: world.set_sensor([*names, 99], True), KeyError, r"bodies\[3\] is 99"),
        (lambda: world.set_one_way(names, [[0, 1, 0], [0, 0, 0], [0, 1, 0]]), ValueError, r"direction\[1\] must be a direction"),
        (lambda: world.set_one_way(names, [nan, 0, 0]), ValueError, "direction is not finite"),
        (lambda: world.set_one_way(names, [0, 1, 0], [0.1, -0.1, 0]), ValueError, r"margin\[1\] must be finite and not negative"),
        (lambda: world.set_one_way(names, [0, 1, 0], inf), ValueError, "margin must be finite"),
        (lambda: world.set_one_way(names, None, 0.1), TypeError, "a margin needs a direction"),
        (lambda: world.set_surface_velocity(names, [[0, 0, 0], [0, inf, 0], [0, 0, 0]]), ValueError, r"velocity\[1\] is not finite"),
        (lambda: world.set_data(names, [1, -1, 2]), ValueError, "data is negative"),
        (lambda: world.set_data(names, 0.5), TypeError, "data must be integers"),
        (lambda: world.set_data(names, [1, 2]), ValueError, r"data has the dimensions \(2,\), but bodies has \(3,\)"),
        (lambda: world.body([99]), KeyError, r"bodies\[0\] is 99"),
        (lambda: world.shapes(99), KeyError, "bodies is 99"),
        (lambda: world.add(carom.Ball([0.0, 0, 0], 1.0), data=-1), OverflowError, "negative"),
    ]:
        with pytest.raises(error, match=text):
            call()
    assert not world.diff_from(before) and len(copy.copy(world).bodies) == 3
