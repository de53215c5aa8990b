"""Filters of worlds, and rigid sweeps."""

import numpy as np
import pytest

import carom

EAST = [20.0, 0, 0]


def row_of_balls():
    """Balls of radius 1 along x, in layers 1, 2, 4, 8; the last is a sensor."""
    world = carom.World()
    names = [world.add(carom.Ball([x, 0.0, 0], 1.0), layers=1 << i, sensor=i == 3) for i, x in enumerate([3, 6, 9, 12])]
    return world, names


def bodies(query):
    return list(query.sweep_all([0.0, 0, 0], EAST).body)


def test_layers_and_masks():
    world, (a, b, c, d) = row_of_balls()
    assert bodies(world) == bodies(world.query()) == [a, b, c]
    assert bodies(world.query(mask=0b110)) == [b, c]
    assert bodies(world.query(mask=0b1000)) == []
    assert bodies(world.query(with_sensors=True)) == [a, b, c, d]
    assert bodies(world.query(mask=0b1001, with_sensors=True)) == [a, d]
    world.set_mask([a, c], 0b10)
    assert bodies(world.query(layers=0b10)) == [a, b, c]
    assert bodies(world.query(layers=0b1)) == [b]
    world.set_layers(b, 0b1000)
    assert bodies(world.query(mask=0b110)) == [c]
    query = world.query(mask=0b1000)
    late = world.add(carom.Ball([15.0, 0, 0], 1.0), layers=8)
    assert bodies(query) == [b, late] and query.world is world


def test_bodies_left_out_and_the_origin():
    world, (a, b, c, d) = row_of_balls()
    assert bodies(world.query(except_=a)) == [b, c]
    assert bodies(world.query(except_=[c, d, a])) == [b]
    assert bodies(world.query(except_=np.zeros(0, int))) == [a, b, c]
    there = world.query(around=(5.0, 0, 0))
    np.testing.assert_allclose(there.rays([0.0, 0, 0], EAST).point, [0, 0, 0], atol=1e-12)
    assert bodies(there) == [b, c]


def test_every_query_is_filtered():
    world, (a, b, c, d) = row_of_balls()
    query = world.query(mask=0b10)
    p = np.array([[3.0, 0, 0], [6, 0, 0], [12, 0, 0]])
    np.testing.assert_array_equal(query.overlap(p), [False, True, False])
    np.testing.assert_array_equal(query.closest(p).body, [b, b, b])
    np.testing.assert_array_equal(query.contacts(p, 2.5).body, [b, b])
    np.testing.assert_array_equal(query.rays(p - [9, 0, 0], EAST).body, [b, b, b])
    np.testing.assert_array_equal(query.sweep(carom.Ball(p - [9, 0, 0], 0.5), EAST).body, [b, b, b])
    turned = query.sweep_rigid(p[:1], [0.0, 0, 0], [4.5, 0, 0], [0.0, 0, 1], np.pi)
    np.testing.assert_array_equal(turned.body, [b])


def test_a_mover_walks_on_what_it_collides_with():
    world = carom.World()
    world.add(carom.Box([-9.0, -1, -9], [9.0, 0, 9]))
    world.add(carom.Box([1.0, 0, -9], [2.0, 3, 9]), layers=0b10)
    stopped, through = (carom.Mover(s, [[0.0, 0.01, 0]]) for s in [world, world.query(mask=1)])
    for _ in range(60):
        at = [mover.step([3.0, 0, 0], 1 / 60).feet[0, 0] for mover in [stopped, through]]
    assert at[0] < 0.7 and at[1] > 2.9


def test_bad_filters():
    world, (a, *_) = row_of_balls()
    with pytest.raises(TypeError, match="there is no filter maks: there are layers"):
        world.query(maks=1)
    with pytest.raises(OverflowError):
        world.query(mask=1 << 32)
    with pytest.raises(OverflowError):
        world.add(carom.Ball([0.0, 0, 0], 1.0), layers=-1)
    with pytest.raises(TypeError, match="integers"):
        world.query(except_=[0.5])
    with pytest.raises(ValueError, match="around is not finite"):
        world.query(around=(np.nan, 0, 0))
    with pytest.raises(KeyError, match="no body of the world"):
        world.set_layers([a, 99], 1)
    with pytest.raises(TypeError, match="a World has no inside|cannot be queried"):
        world.query().closest(carom.Mesh(np.eye(3), [[0, 1, 2]]))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rigid_sweeps_stop_at_the_touch(dtype):
    """At t the moved shape touches, before it does not; without a rotation it is a sweep."""
    random = np.random.default_rng(8)
    mesh = carom.Mesh(random.uniform(-5, 5, (90, 3)).astype(dtype), np.arange(90).reshape(30, 3))
    p, pivot, axis, delta = (random.uniform(-5, 5, (300, 3)) for _ in range(4))
    q, angle = p + random.uniform(-1, 1, (300, 3)), random.uniform(-4, 4, 300)
    free = ~mesh.overlap(carom.Capsule(p, q, 0.1))
    p, q, pivot, axis, delta, angle = (a[free].astype(dtype) for a in [p, q, pivot, axis, delta, angle])
    hits = mesh.sweep_rigid(carom.Capsule(p, q, 0.1), delta, pivot, axis, angle)
    hit = np.isfinite(hits.t)
    assert 50 < hit.sum() < len(hit) - 20

    def moved(points, t):
        k = axis / np.linalg.norm(axis, axis=1, keepdims=True)
        r, turn = points - pivot, (angle * t)[:, None].astype(float)
        along = k * (k * r).sum(1, keepdims=True)
        return pivot + along + (r - along) * np.cos(turn) + np.cross(k, r) * np.sin(turn) + delta * t[:, None]

    eps = 1e-3 if dtype == "float32" else 1e-9
    for share in [0.3, 0.7, 0.95, 1.0]:
        t = np.where(hit, hits.t, 1) * share
        gap = mesh.closest(carom.Capsule(moved(p, t), moved(q, t), 0.1)).distance
        assert (gap > -eps).all()
        if share == 1:
            assert (abs(gap[hit]) < eps).all()
    straight = mesh.sweep_rigid(carom.Ball(p, 0.1), delta, pivot, axis, 0.0)
    for own, wanted in zip(straight[:4], mesh.sweep(carom.Ball(p, 0.1), delta)):
        np.testing.assert_array_equal(own, wanted)


def test_rigid_sweeps_broadcast_and_report_bad_rows():
    floor = carom.Mesh([[-9.0, 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]])
    rod = carom.Capsule([1.0, 1, 2], [3.0, 1, 2], 0.0)
    angles = np.array([np.pi, -2 * np.pi, 0.1, np.nan])
    around = [0.0, 0, 0], [1.0, 1, 2], [0.0, 0, -1]
    with pytest.raises(ValueError, match=r"angle\[3\] is not finite"):
        floor.sweep_rigid(rod, *around, angles)
    hits = floor.sweep_rigid(rod, *around, angles, nan="nan")
    np.testing.assert_allclose(hits.t, [1 / 6, 7 / 12, np.inf, np.nan], atol=1e-9)
    np.testing.assert_allclose(hits.point[0], [1 + 3**0.5, 0, 2], atol=1e-6)
    out = floor.sweep_rigid(rod, *around, angles[:3])
    assert floor.sweep_rigid(rod, *around, angles[:3] / 2, out=out) is out and out.t[0] == pytest.approx(1 / 3)
    with pytest.raises(TypeError, match="sweep_rigid takes points or shapes"):
        floor.sweep_rigid(floor, *around, 1.0)
