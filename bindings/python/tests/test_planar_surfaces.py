"""Chains and worlds in 2D: every query against numpy, or against the same in 3D."""

import copy
import pickle

import numpy as np
import pytest

import carom
from carom import planar
from test_planar import segment_distance

SQUARE = [[0.0, 0], [4, 0], [4, 4], [0, 4]]
FRAME = [[[0.0, 0], [9, 0], [9, 9], [0, 9]], [[3, 3], [3, 6], [6, 6], [6, 3]]]


def star(n=60):
    """A closed polygon that does not cross itself, counter-clockwise."""
    random = np.random.default_rng(9)
    angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
    radius = random.uniform(1, 3, n)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=-1)


def points(n, seed=1):
    return np.random.default_rng(seed).uniform(-4, 4, (n, 2))


def test_distances_against_numpy():
    chain, p = planar.Chain(star(), closed=True), points(400)
    ends = chain.segments
    all_of_them = segment_distance(p[:, None], ends[:, 0], ends[:, 1])
    least = all_of_them.min(axis=1)
    found = chain.closest(p)
    np.testing.assert_allclose(found.distance, least, atol=1e-14)
    np.testing.assert_allclose(all_of_them[np.arange(400), found.segment], least, atol=1e-14)
    np.testing.assert_allclose(found.point + found.normal * found.distance[:, None], p, atol=1e-13)
    assert found.body is None and found.segment.dtype == np.int32
    np.testing.assert_allclose(chain.closest(planar.Ball(p, 0.25)).distance[least > 0.25], least[least > 0.25] - 0.25, atol=1e-13)
    near = chain.closest(p, 0.5)
    far = least > 0.5
    assert 20 < far.sum() < 380
    assert np.isinf(near.distance[far]).all() and (near.segment[far] == -1).all() and np.isnan(near.normal[far]).all()
    np.testing.assert_array_equal(chain.overlap(planar.Ball(p, 0.5)), ~far)
    # Each segment alone: all that are within reach.
    raw = planar.Chain(star(), closed=True, raw=True)
    listed = raw.contacts(p, 0.5)
    np.testing.assert_array_equal(np.diff(listed.offsets), (all_of_them <= 0.5).sum(axis=1))
    np.testing.assert_array_equal(listed.segment, np.nonzero(all_of_them <= 0.5)[1])
    nearest = raw.closest_n(p, 3)
    np.testing.assert_allclose(nearest.distance.reshape(-1, 3), np.sort(all_of_them, axis=1)[:, :3], atol=1e-14)


def test_inside_against_numpy():
    corners, p = star(), points(2000)
    chain = planar.Chain(corners, closed=True)
    a, b = corners, np.roll(corners, -1, axis=0)
    # Even or odd: the sides that a path along x crosses.
    spans = (a[:, 1] > p[:, None, 1]) != (b[:, 1] > p[:, None, 1])
    with np.errstate(divide="ignore", invalid="ignore"):
        at = a[:, 0] + (p[:, None, 1] - a[:, 1]) / (b[:, 1] - a[:, 1]) * (b[:, 0] - a[:, 0])
    inside = (spans & (at > p[:, None, 0])).sum(axis=1) % 2 == 1
    assert 200 < inside.sum() < 1800
    np.testing.assert_array_equal(chain.contains(p), inside)
    signed = chain.signed_distance(p)
    np.testing.assert_array_equal(signed < 0, inside)
    np.testing.assert_allclose(abs(signed), chain.closest(p).distance, atol=1e-15)
    solid = planar.Chain(corners, closed=True, solid=True)
    np.testing.assert_array_equal(solid.overlap(p), inside)
    deep = solid.closest(p)
    np.testing.assert_allclose(deep.distance[inside], signed[inside], atol=1e-13)
    np.testing.assert_allclose((deep.point + deep.normal * deep.distance[:, None])[inside], p[inside], atol=1e-13)


def test_rays_against_numpy():
    corners, p = star(), points(1000)
    chain, d = planar.Chain(corners, closed=True), points(1000, 2)
    a, b = chain.segments[:, 0], chain.segments[:, 1]
    side = b - a
    cross = lambda u, v: u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]
    along = cross(d[:, None], side)
    t = cross(a - p[:, None], side) / along
    s = cross(a - p[:, None], d[:, None]) / along
    t = np.where((t >= 0) & (t <= 1) & (s >= 0) & (s <= 1), t, np.inf)
    hits = chain.rays(p, d)
    np.testing.assert_allclose(hits.t, t.min(axis=1), atol=1e-12)
    hit = np.isfinite(hits.t)
    assert 300 < hit.sum() < 950
    np.testing.assert_array_equal(hits.segment[hit], t.argmin(axis=1)[hit])
    np.testing.assert_array_equal(chain.rays_any(p, d), hit)
    listed = chain.sweep_all(p, d)
    np.testing.assert_array_equal(np.diff(listed.offsets), np.isfinite(t).sum(axis=1))
    assert (chain.sweep_any(planar.Ball(p, 0.01), d) >= hit).all()


def extruded(corners):
    """The walls over the sides of a polygon, from z = -20 to 20."""
    n = len(corners)
    low, high = (np.concatenate([corners, np.full((n, 1), z)], axis=1) for z in (-20.0, 20))
    i, j = np.arange(n), np.roll(np.arange(n), -1)
    triangles = np.concatenate([np.stack([i, j, j + n], axis=1), np.stack([i, j + n, i + n], axis=1)])
    return carom.Mesh(np.concatenate([low, high]), triangles)


def test_as_a_mesh_of_walls():
    corners, p, d = star(), points(300), points(300, 2)
    chain, mesh = planar.Chain(corners, closed=True, raw=True), extruded(corners)
    flat = lambda v: np.concatenate([v, np.zeros((len(v), 1))], axis=1)
    for radius in [0.0, 0.3]:
        own, space = planar.Ball(p, radius), carom.Ball(flat(p), radius)
        found, wanted = chain.closest(own), mesh.closest(space)
        np.testing.assert_allclose(found.distance, wanted.distance, atol=1e-13)
        np.testing.assert_array_equal(chain.overlap(own), mesh.overlap(space))
        hit, wall = chain.sweep(own, d), mesh.sweep(space, flat(d))
        np.testing.assert_allclose(hit.t, wall.t, atol=1e-9)
        turned = chain.sweep_rigid(own, d, p + 1, 0.7)
        around = mesh.sweep_rigid(space, flat(d), flat(p + 1), [0.0, 0, 1], 0.7)
        np.testing.assert_allclose(turned.t, around.t, atol=1e-5)
        assert 30 < np.isfinite(hit.t).sum() < 290


def test_kinds_of_chains():
    line = planar.Chain(SQUARE)
    assert (len(line), line.is_closed, line.one_sided, line.is_solid, line.is_raw) == (3, False, False, False, False)
    ring = planar.Chain(SQUARE, closed=True)
    assert len(ring) == 4 and ring.is_closed and repr(ring) == "<Chain of 4 segments, closed>"
    np.testing.assert_array_equal(ring.bounds, [[0, 0], [4, 4]])
    np.testing.assert_array_equal(ring.segments[3], [[0, 4], [0, 0]])
    np.testing.assert_array_equal(ring.vertices, SQUARE)
    # One-sided: only from outside. Solid: the inside, too.
    inner, outer = ([1.0, 2], [-9.0, 0]), ([-1.0, 2], [9.0, 0])
    one, solid = (planar.Chain(SQUARE, closed=True, **{kind: True}) for kind in ("one_sided", "solid"))
    times = [[chain.rays(*ray).t for ray in (inner, outer)] for chain in (ring, one, solid)]
    np.testing.assert_allclose(times, [[1 / 9, 1 / 9], [np.inf, 1 / 9], [0, 1 / 9]], atol=1e-14)
    assert solid.one_sided
    assert solid.rays(*inner, leave_overlaps=True).t == np.inf
    deep = solid.closest([1.0, 2])
    assert deep.distance == -1 and deep.segment == 3
    np.testing.assert_array_equal(deep.normal, [-1, 0])
    frame = planar.Chain.from_rings(FRAME, solid=True)
    np.testing.assert_array_equal(frame.ring_offsets, [0, 4, 8])
    np.testing.assert_array_equal(line.ring_offsets, [0, 3])
    np.testing.assert_array_equal(frame.contains([[1.0, 1], [4, 4], [3, 5], [10, 1]]), [True, False, True, False])
    np.testing.assert_array_equal(frame.signed_distance([[4.5, 4.5], [1.5, 5]]), [1.5, -1.5])
    # Joints: a ball that slides along a floor of two segments is not stopped between them.
    floor = [[0.0, 0], [2, 0], [4, 0]]
    ball = planar.Ball([1.75, 0.5], 0.5)
    assert len(planar.Chain(floor).contacts(ball, 0.2).distance) == 1
    assert len(planar.Chain(floor, raw=True).contacts(ball, 0.2).distance) == 2


def test_chains_can_be_pickled_and_copied():
    for chain in [
        planar.Chain(star()),
        planar.Chain(star(), closed=True, one_sided=True, raw=True),
        planar.Chain.from_rings(FRAME, solid=True),
    ]:
        for again in [pickle.loads(pickle.dumps(chain)), copy.copy(chain), copy.deepcopy(chain)]:
            assert repr(again) == repr(chain) and again.is_raw == chain.is_raw and again.one_sided == chain.one_sided
            np.testing.assert_array_equal(again.ring_offsets, chain.ring_offsets)
            a, b = chain.closest(points(200)), again.closest(points(200))
            assert all(x.tobytes() == y.tobytes() for x, y in zip(a[:4], b[:4]))


def test_threads_out_and_bad_rows():
    chain, p = planar.Chain(star(), closed=True), points(5000)
    one, many = chain.closest(p, threads=1), chain.closest(p, threads=3)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(one[:4], many[:4]))
    assert chain.closest(p, out=many) is many
    p[7] = np.nan
    with pytest.raises(ValueError, match=r"points\[7\] is not finite"):
        chain.closest(p)
    found = chain.closest(p, nan="nan")
    assert np.isnan(found.distance[7]) and found.segment[7] == -1
    np.testing.assert_array_equal(found.distance[8:], one.distance[8:])
    assert not chain.contains(p, nan="nan")[7]
    with pytest.raises(ValueError, match=r"out.segment must be a writable int32 array"):
        chain.closest(p, nan="nan", out=many._replace(segment=np.zeros(3)))


@pytest.mark.parametrize(
    "call, error, text",
    [
        (lambda: planar.Chain([[0.0, 0]]), ValueError, "a chain needs two vertices, but there are 1"),
        (lambda: planar.Chain([[0.0, 0, 0], [1, 1, 1]]), ValueError, r"vertices must have the shape \(..., 2\)"),
        (lambda: planar.Chain(np.zeros((2, 2, 2))), ValueError, r"vertices must have the shape \(n, 2\), not \(2, 2, 2\)"),
        (lambda: planar.Chain([[0.0, 0], [1, np.nan]]), ValueError, r"vertices\[1\] is not finite"),
        (lambda: planar.Chain(SQUARE, solid=True), ValueError, "solid: the chain is open"),
        (lambda: planar.Chain(SQUARE[::-1], closed=True, solid=True), ValueError, "solid: the chain is clockwise"),
        (lambda: planar.Chain.from_rings([]), ValueError, "a chain needs two vertices"),
        (lambda: planar.Chain.from_rings([SQUARE, [[9.0, 9]]]), ValueError, "ring 1 has 1"),
        (lambda: planar.Chain.from_rings([SQUARE, [[9.0, 9], [8, np.inf]]]), ValueError, r"rings\[1\]\[1\] is not finite"),
        (lambda: planar.Chain.from_rings([SQUARE, [[9.0, 9, 9]]]), ValueError, r"rings\[1\]: ring must have"),
        (lambda: planar.Chain.from_rings([FRAME[0], FRAME[1][::-1]], solid=True), ValueError, "ring 1 faces into the solid"),
        (lambda: planar.Chain(SQUARE).closest(planar.Chain(SQUARE)), TypeError, "closest takes points or shapes, not a chain"),
        (lambda: planar.Chain(SQUARE).parts_in_box([[0.0, 0]], [1.0, 1]), ValueError, r"min must have the shape \(2,\)"),
        (lambda: planar.Chain(SQUARE).rays([0.0, 0], [0.0, 0, 0]), ValueError, r"deltas must have the shape \(..., 2\)"),
        (lambda: planar.World().add(planar.World()), TypeError, "a world cannot be a body"),
        (lambda: planar.World().add(planar.Ball([0.0, 0], np.inf)), ValueError, "radius is not finite"),
        (lambda: planar.World().add([0.0, 0], np.eye(4)), ValueError, r"pose must have the shape \(..., 3, 3\), not \(4, 4\)"),
        (lambda: planar.World().add([0.0, 0], np.diag([1.0, 2, 1])), ValueError, "pose is not the matrix of a rotation.* not uniform"),
        (lambda: planar.World().add([0.0, 0], np.diag([1.0, -1, 1])), ValueError, "mirrors"),
        (lambda: planar.World().add([0.0, 0], np.diag([1.0, 1, 2])), ValueError, "its last row must be 0, 0, 1"),
        (lambda: planar.World().query(around=[0.0, 0, 0]), TypeError, "around must be two numbers"),
        (lambda: planar.World().query(other=1), TypeError, "there is no filter other"),
    ],
)
def test_bad_input(call, error, text):
    with pytest.raises(error, match=text):
        call()


@pytest.fixture
def yard():
    """A world with a body of each kind that moves, and their names."""
    world = planar.World()
    names = {
        "ground": world.add(planar.Chain([[9.0, 0], [-9, 0]], one_sided=True)),
        "rocks": world.add(planar.Ball([0.0, 0], 0.5), planar.pose([[-3, 2], [3, 2]]), moving=True),
        "crate": world.add(planar.Box([-0.5, -0.5], [0.5, 0.5]), planar.pose([0, 1], 0.25, 2.0), layers=0b10, data=7),
        "door": world.add(planar.Box([5.0, 0], [6, 3]), sensor=True),
    }
    return world, names


def test_worlds(yard):
    world, names = yard
    assert len(world) == 5 and names["crate"] in world and repr(world) == "<World of 5 bodies>"
    found = world.closest([[-3.0, 5], [8, 1]])
    np.testing.assert_array_equal(found.body, [names["rocks"][0], names["ground"]])
    np.testing.assert_array_equal(found.distance, [2.5, 1])
    body = world.body(names["crate"])
    np.testing.assert_allclose(body.pose, planar.pose([0, 1], 0.25, 2.0), atol=1e-15)
    assert body.data == 7 and body.layers == 2 and body.velocity.shape == (2,) and not hasattr(body, "axis")
    assert world.shapes(names["crate"]) == planar.Box([-0.5, -0.5], [0.5, 0.5])
    line = world.shapes(names["ground"])
    assert line.one_sided and len(line) == 1
    world.move(names["rocks"], planar.pose([[-3, 7], [3, 7]]))
    np.testing.assert_array_equal(world.poses(names["rocks"])[:, :2, 2], [[-3, 7], [3, 7]])
    world.move_to(names["rocks"], planar.pose([[-3, 8], [3, 7]], [0, 0.5]), 0.5)
    moved = world.body(names["rocks"])
    np.testing.assert_allclose(moved.velocity, [[0, 2], [0, 0]], atol=1e-12)
    np.testing.assert_allclose(moved.spin, [0, 1], atol=1e-12)
    world.set_spin(names["rocks"], 3.0)
    world.set_surface_velocity(names["crate"], [1.0, 0])
    world.set_one_way(names["crate"], [0.0, 1], 0.1)
    assert (world.body(names["rocks"]).spin == 3).all() and world.body(names["crate"]).one_way_margin == 0.1
    world.set_layers(names["rocks"], 4)
    world.set_mask(names["rocks"], 8)
    world.set_data(names["rocks"], [1, 2])
    world.set_moving(names["rocks"], [False, True])
    world.set_sensor(names["rocks"], True)
    after = world.body(names["rocks"])
    assert (after.layers == 4).all() and (after.mask == 8).all() and after.sensor.all()
    assert after.data.tolist() == [1, 2] and after.moving.tolist() == [False, True]
    world.replace(names["crate"], planar.Ball([0.0, 0], 0.25))
    assert world.shapes(names["crate"]) == planar.Ball([0.0, 0], 0.25)
    world.remove(names["rocks"])
    assert len(world) == 3 and names["rocks"][0] not in world
    for call in (
        lambda: world.body(names["rocks"]),
        lambda: world.move(names["rocks"], planar.pose([0, 0])),
        lambda: world.remove(names["rocks"][1]),
        lambda: world.refit_chain(int(names["rocks"][1]), SQUARE),
    ):
        with pytest.raises(KeyError, match="which is no body of the world"):
            call()


def test_shapes_of_bodies_are_read_back():
    world = planar.World()
    shapes = [
        planar.Ball([1.0, 2], 0.5),
        planar.Capsule([1.0, 2], [3.0, 4], 0.5),
        planar.Box([1.0, 2], [3.0, 4], 0.5),
        planar.Triangle([1.0, 2], [3.0, 4], [0.0, 0], 0.5),
        planar.Hull([[1.0, 2], [3, 4], [0, 5]], 0.5),
        planar.TaperedCapsule([1.0, 2], [3.0, 4], 0.5, 0.25),
        planar.HalfPlane([0.0, 1], 0.5),
    ]
    for shape in shapes:
        assert world.shapes(world.add(shape)) == shape
    for shape in [
        planar.OrientedBox([1.0, 2], [3.0, 4], 0.5, 0.25),
        planar.OrientedBox([1.0, 2], [0.0, 4], 0.5),
        planar.Ellipse([1.0, 2], [3.0, 4], -2.0, 0.25),
    ]:
        again = world.shapes(world.add(shape))
        assert type(again) is type(shape)
        for name in ("center", "angle", "rounding", "half" if hasattr(shape, "half") else "radii"):
            np.testing.assert_allclose(getattr(again, name), getattr(shape, name), atol=1e-15)


def test_filters_sensors_and_pairs(yard):
    world, names = yard
    up = ([0.0, 9], [0.0, -20])
    assert world.rays(*up).body == names["crate"]
    assert world.query(mask=1).rays(*up).body == names["ground"]
    assert world.query(except_=names["crate"]).rays(*up).body == names["ground"]
    assert not world.overlap([5.5, 1]) and world.query(with_sensors=True).overlap([5.5, 1])
    far = world.query(around=(100.0, 50))
    np.testing.assert_allclose(far.closest([-103.0, -45]).distance, 2.5, atol=1e-12)
    again = pickle.loads(pickle.dumps(world.query(mask=1)))
    assert again.rays(*up).body == names["ground"] and len(again.world) == 5
    listed = world.overlaps(planar.Ball([[0.0, 1], [20, 20]], 2.9))
    assert listed.offsets.tolist() == [0, 4, 4]
    assert listed.body.tolist() == sorted([int(names["ground"]), int(names["crate"]), *names["rocks"].tolist()])
    events, seen = carom.PairEvents(), carom.SensorEvents()
    world.update_pairs(events)
    world.update_sensors(seen)
    # The door stands on the ground.
    assert len(events.now) == 0 and seen.now.tolist() == [[int(names["door"]), int(names["ground"])]]
    world.move(names["rocks"], planar.pose([[0, 2.2], [5, 2]]))
    world.update_pairs(events)
    world.update_sensors(seen)
    assert events.began.tolist() == [sorted([int(names["crate"]), int(names["rocks"][0])])]
    assert seen.entered.tolist() == [[int(names["door"]), int(names["rocks"][1])]]
    other = planar.World()
    wall = other.add(planar.Box([-1.0, -1], [1.0, 1]))
    world.update_pairs_with(other, events)
    assert [int(names["ground"]), int(wall)] in events.now.tolist()


def test_bodies_that_move_and_chains_that_change(yard):
    world, names = yard
    world.set_velocity(names["rocks"], [[2.0, 0], [-2, 0]])
    ball = planar.Ball([-3.0, 4], 0.5)
    hit = world.sweep_moving(ball, 1.0, [[0.0, -2], [2, -2]])
    assert hit.t[0] == np.inf
    np.testing.assert_allclose(hit.t[1], 0.5, atol=1e-9)  # beside it all the way, down by 1
    turned = world.query(mask=0).sweep_moving(ball, 1.0, [0.0, -2], [0.0, 0], 1.0)
    assert turned.t == np.inf and turned.body == -1
    rope = world.add(planar.Chain([[0.0, 0], [2, 0], [4, 0]]), planar.pose([10, 5]))
    world.refit_chain(rope, [[0.0, 0], [2, -1], [4, 0]])
    np.testing.assert_allclose(world.rays([11.0, 9], [0.0, -9]).point, [11, 4.5], atol=1e-13)
    for vertices, text in [
        ([[0.0, 0], [1, 1]], r"vertices must have the shape \(3, 2\)"),
        ([[0.0, 0], [1, 1], [np.nan, 0]], r"vertices\[2\] is not finite"),
    ]:
        with pytest.raises(ValueError, match=text):
            world.refit_chain(rope, vertices)
    with pytest.raises(ValueError, match="body is not a Chain"):
        world.refit_chain(names["crate"], SQUARE)


def test_worlds_can_be_pickled_and_copied(yard):
    world, names = yard
    p, d = points(300), points(300, 2)
    before = world.rays(p, d)
    for again in [world.copy(), pickle.loads(pickle.dumps(world))]:
        found = again.rays(p, d)
        assert all(a.tobytes() == b.tobytes() for a, b in zip(before, found))
        again.remove(names["crate"])
        assert len(world) == 5 and len(again) == 4
        added = [each.add(planar.Ball([0.0, 0], 1.0)) for each in (again, again.copy())]
        assert added[0] == added[1]  # copies give the same names


def test_a_world_as_in_space():
    """Boxes, balls and capsules in random poses against bodies in space that are the same at z = 0."""
    random = np.random.default_rng(3)
    n = 40
    place, angle, scale = random.uniform(-6, 6, (n, 2)), random.uniform(-4, 4, n), random.uniform(0.5, 1.5, n)
    flat, space = planar.pose(place, angle, scale), np.tile(np.eye(4), (n, 1, 1))
    space[:, :2, :2], space[:, :2, 3], space[:, 2, 2] = flat[:, :2, :2], place, scale
    world, world3 = planar.World(), carom.World()
    for own, other in [
        (planar.Box([-0.5, -0.25], [0.5, 0.25]), carom.Box([-0.5, -0.25, -90], [0.5, 0.25, 90])),
        (planar.Ball([0.1, 0], 0.3), carom.Ball([0.1, 0, 0], 0.3)),
        (planar.Capsule([-0.5, 0], [0.5, 0], 0.1), carom.Capsule([-0.5, 0, 0], [0.5, 0, 0], 0.1)),
    ]:
        np.testing.assert_array_equal(world.add(own, flat), world3.add(other, space))
    p, d = random.uniform(-7, 7, (2, 400, 2))
    lift = lambda v: np.concatenate([v, np.zeros((len(v), 1))], axis=1)
    found, wanted = world.closest(p), world3.closest(lift(p))
    np.testing.assert_allclose(found.distance, wanted.distance, atol=1e-11)
    np.testing.assert_array_equal(found.body, wanted.body)
    hits, hits3 = world.sweep(planar.Ball(p, 0.2), d), world3.sweep(carom.Ball(lift(p), 0.2), lift(d))
    np.testing.assert_allclose(hits.t, hits3.t, atol=1e-9)
    np.testing.assert_array_equal(hits.body, hits3.body)
    assert 100 < np.isfinite(hits.t).sum() < 400
