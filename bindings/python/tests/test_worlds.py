"""Pairs of two worlds, tiles of a terrain, and what has changed between two states of a world."""

import copy
import json
import pickle

import numpy as np
import pytest

import carom

BOTH = pytest.mark.parametrize("dtype", ["float32", "float64"])


def at(points):
    """Poses at points (n, 3)."""
    poses = np.tile(np.eye(4), (len(points), 1, 1))
    poses[:, :3, 3] = points
    return poses


@BOTH
def test_pairs_of_two_worlds_are_those_of_the_distances(dtype):
    random = np.random.default_rng(2)
    level, actors, events = carom.World(dtype=dtype), carom.World(dtype=dtype), carom.PairEvents()
    of_posts, radius = random.uniform(0, 6, (40, 3)), random.uniform(0.2, 0.7, 40)
    posts = level.add(carom.Ball(of_posts, radius))
    heroes = actors.add(carom.Ball([0.0, 0, 0], 0.5), at(np.zeros((30, 3))))
    before, seen = set(), 0
    for _ in range(12):
        of_heroes = random.uniform(0, 6, (30, 3))
        actors.move(heroes, at(of_heroes))
        actors.update_pairs_with(level, events)
        touch = np.linalg.norm(of_heroes[:, None] - of_posts, axis=2) <= radius + 0.5
        now = {(heroes[i], posts[j]) for i, j in np.argwhere(touch)}
        assert [tuple(pair) for pair in events.now] == sorted(now)
        assert {tuple(pair) for pair in events.began} == now - before
        assert {tuple(pair) for pair in events.ended} == before - now
        before, seen = now, seen + len(now)
    assert seen > 100
    level.update_pairs_with(actors, other := carom.PairEvents())
    assert {(b, a) for a, b in other.now} == before
    level.set_layers(posts, 2)
    actors.set_mask(heroes, 1)
    actors.update_pairs_with(level, events)
    assert len(events.now) == 0 and len(events.ended) == len(before)
    with pytest.raises(TypeError, match="both worlds must have the same dtype"):
        level.update_pairs_with(carom.World(dtype={"float32": "float64", "float64": "float32"}[dtype]), events)


def lowest_normals(world, balls):
    """Of each ball the number of contacts, and the least y of a normal."""
    found = world.contacts(balls, 0.05)
    counts = np.diff(found.offsets)
    least = [found.normal[i:j, 1].min(initial=np.inf) for i, j in zip(found.offsets, found.offsets[1:])]
    return counts, np.array(least)


@BOTH
def test_welded_tiles_answer_as_one_welded_field(dtype):
    random = np.random.default_rng(3)
    heights = np.where(random.random((13, 13)) < 0.15, 0.5, 0.0)
    one, terrain = carom.World(dtype=dtype), carom.World(dtype=dtype)
    whole = one.add(carom.HeightField(heights, dtype=dtype))
    tiles = [
        terrain.add(carom.HeightField(heights[z : z + 5, x : x + 5], origin=(x, 0, z), dtype=dtype))
        for z in (0, 4, 8)
        for x in (0, 4, 8)
    ]
    balls = carom.Ball(random.uniform([1, 0.3, 1], [11, 0.6, 11], (2000, 3)), 0.5)

    def differ():
        (a, low_a), (b, low_b) = lowest_normals(terrain, balls), lowest_normals(one, balls)
        return (a != b) | ~np.isclose(low_a, low_b, atol=1e-4)

    one.weld_mesh(whole, [])
    assert differ().sum() > 500
    for tile in tiles:
        terrain.weld_mesh(tile, [])
    assert differ().sum() > 100
    for tile in tiles:
        terrain.weld_mesh(tile, tiles)
    assert not differ().any()
    # Without one tile its neighbors have a border again.
    terrain.remove(tiles[4])
    for tile in tiles:
        if tile != tiles[4]:
            terrain.weld_mesh(tile, np.array(tiles))
    assert differ().any()


def test_what_cannot_be_welded():
    world = carom.World()
    ball = world.add(carom.Ball([0.0, 0, 0], 1.0))
    tile = world.add(carom.Mesh([[0.0, 0, 0], [0, 0, 1], [1, 0, 0]], [[0, 1, 2]]))
    gone = world.add(carom.Ball([0.0, 0, 0], 1.0))
    world.remove(gone)
    world.weld_mesh(tile, [ball, gone, tile])
    with pytest.raises(ValueError, match="body is not a Mesh or HeightField"):
        world.weld_mesh(ball, [tile])
    with pytest.raises(KeyError, match=f"bodies is {gone}, which is no body"):
        world.weld_mesh(gone, [tile])
    with pytest.raises(TypeError, match="neighbors must be names of bodies"):
        world.weld_mesh(tile, [0.5])


class Server:
    """A world in which anything changes."""

    def __init__(self, dtype):
        self.random = np.random.default_rng(7)
        self.world = carom.World(dtype=dtype)
        field = np.where(self.random.random((6, 6)) < 0.1, np.nan, 0.0)
        self.surfaces = [
            carom.HeightField(field, dtype=dtype),
            carom.Mesh(self.random.uniform(-1, 1, (6, 3)), [[0, 1, 2], [3, 4, 5]], dtype=dtype),
            carom.Compound([carom.Ball([0.0, 0, 0], 1 / 3), carom.Box([-1.0, 0, 0], [1.0, 1 / 7, 1])], dtype=dtype),
        ]
        self.bodies = list(self.world.add(carom.Ball(self.random.uniform(-9, 9, (20, 3)), 0.3)))

    def shape(self):
        point = self.random.uniform(-9, 9, 3)
        return [
            *self.surfaces,
            carom.Cylinder(point, point + [0, 1, 0], 0.1),
            carom.Hull(self.random.uniform(-9, 9, (7, 3)), 0.1),
        ][self.random.integers(5)]

    def change(self):
        i, random, world = self.random.integers(len(self.bodies)), self.random, self.world
        body = self.bodies[i]
        match random.integers(6):
            case 0:
                world.remove(body)
                pose = at(random.uniform(-9, 9, (1, 3)))[0]
                options = dict(moving=bool(random.integers(2)), sensor=bool(random.integers(2)))
                self.bodies[i] = world.add(self.shape(), pose, mask=int(random.integers(2**32)), **options)
            case 1:
                world.move(body, at(random.uniform(-9, 9, (1, 3)))[0])
            case 2:
                world.set_layers(body, int(random.integers(2**32)))
            case 3:
                world.set_spin(body, random.uniform(-1, 1, 3), random.uniform(-9, 9))
            case 4:
                world.set_velocity(body, random.uniform(-1, 1, 3) * 10.0 ** random.integers(-30, 30))
            case 5:
                world.set_mask(body, int(random.integers(2**32)))


WAYS = {
    "object": lambda diff: diff,
    "bytes": bytes,
    "deepcopy": copy.deepcopy,
    "pickle": lambda diff: pickle.loads(pickle.dumps(diff)),
}


@BOTH
@pytest.mark.parametrize("way", WAYS)
def test_a_client_follows_a_server(dtype, way):
    server = Server(dtype)
    client = server.world.copy()
    queries = carom.Ball(np.random.default_rng(1).uniform(-10, 10, (200, 3)), 0.5)
    for round in range(30):
        confirmed = server.world.copy()
        for _ in range(1 + round % 7):
            server.change()
        diff = server.world.diff_from(confirmed)
        assert diff and diff.dtype == dtype
        client.apply(WAYS[way](diff))
        np.testing.assert_array_equal(client.bodies, server.world.bodies)
        assert client.poses(client.bodies).tobytes() == server.world.poses(client.bodies).tobytes()
        own, other = (world.query(with_sensors=True).closest(queries) for world in (client, server.world))
        for a, b in zip(own, other):
            np.testing.assert_array_equal(a, b)
        # A mesh that has come as bytes is another object.
        left = client.diff_from(server.world)
        assert len(left.removed) == len(left.added) == len(left.moved) == 0
        assert way != "object" or not left
        # The way back.
        back = server.world.copy()
        back.apply(confirmed.diff_from(server.world))
        assert not back.diff_from(confirmed)
    assert client.add(queries[0]) == server.world.add(queries[0])


def test_the_lists_of_a_difference():
    world = carom.World()
    a, b, c, d = world.add(carom.Ball(np.eye(4, 3) * 5, 1.0))
    before = world.copy()
    assert not world.diff_from(before) and len(world.diff_from(carom.World()).added) == 4
    world.remove(a)
    world.move(b, at([[1.0, 2, 3]])[0])
    world.set_mask(c, 5)
    new = world.add(carom.Ball([0.0, 0, 0], 2.0))
    diff = world.diff_from(before)
    assert [diff.removed.tolist(), diff.added.tolist()] == [[a], [new]]
    assert [sorted(diff.changed.tolist()), diff.moved.tolist()] == [sorted([b, c]), [b]]
    assert all(names.dtype == np.int64 for names in (diff.removed, diff.added, diff.changed, diff.moved))
    assert repr(diff) == "<WorldDiff of 1 removed, 1 added and 2 changed bodies>"
    assert len(bytes(diff)) < len(world.__reduce__()[1][1])


def test_wrong_differences_change_nothing():
    world = carom.World()
    first = world.add(carom.Ball([0.0, 0, 0], 1.0))
    empty = carom.World()
    diff = world.diff_from(empty)
    before = world.__reduce__()[1]
    with pytest.raises(ValueError, match="from another state of the world: see body 0"):
        world.apply(diff)
    for broken in [b"", b"{}", bytes(diff)[:-3], bytes(diff).replace(b"1.0", b"-1.0")]:
        with pytest.raises(ValueError, match="no state of carom|body 0"):
            empty.apply(broken)
    single = carom.World(dtype="float32")
    with pytest.raises(TypeError, match="both worlds must have the same dtype"):
        single.apply(diff)
    with pytest.raises(TypeError, match="both worlds must have the same dtype"):
        single.diff_from(world)
    with pytest.raises(TypeError, match="diff must be a WorldDiff or its bytes, not dict"):
        world.apply(json.loads(bytes(diff)))
    assert world.__reduce__()[1] == before and len(empty) == 0 and len(single) == 0
    empty.apply(diff)
    assert first in empty and not empty.diff_from(world)
