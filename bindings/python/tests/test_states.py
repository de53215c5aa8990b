"""Pickles and copies of worlds, movers, crowds and tables go on with the same bits."""

import copy
import pickle

import numpy as np
import pytest

import carom

WAYS = {
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "deepcopy": copy.deepcopy,
}
BOTH = pytest.mark.parametrize("dtype", ["float32", "float64"])


@pytest.fixture(params=WAYS)
def again(request):
    return WAYS[request.param]


def bumpy(dtype):
    random = np.random.default_rng(3)
    return carom.HeightField(random.uniform(0, 0.6, (21, 21)).astype(dtype), (1.0, 1.0), (-10, 0, -10))


def scene(dtype):
    """A world with places that were freed, shared meshes, layers, and bodies of every kind."""
    random = np.random.default_rng(5)
    world = carom.World(dtype=dtype)
    world.add(bumpy(dtype))
    gone = world.add(carom.Ball(random.uniform(-9, 9, (6, 3)), 0.3))
    mesh = carom.Mesh(random.uniform(-1, 1, (12, 3)).astype(dtype), np.arange(12).reshape(4, 3))
    poses = np.tile(np.eye(4), (5, 1, 1))
    for pose in poses:
        turn, _ = np.linalg.qr(random.standard_normal((3, 3)))
        pose[:3, :3] = turn * np.sign(np.linalg.det(turn)) / 3
        pose[:3, 3] = random.uniform(-9, 9, 3)
    world.add(mesh, poses, moving=True, layers=0b10)
    world.add(carom.Box([-1.0, 0, -1], [1.0, 1 / 3, 1]), mask=0b101)
    world.add(carom.Hull(random.uniform(-1, 1, (2, 8, 3)), 0.1), sensor=True)
    world.add(carom.Capsule([3.0, 0, 0], [3, 1, 0], 0.2))
    world.remove(gone[::2])
    return world


def answers(surface, dtype):
    random = np.random.default_rng(9)
    p, delta = (random.uniform(-10, 10, (500, 3)).astype(dtype) for _ in range(2))
    ball = carom.Ball(p, 0.25)
    given = [surface.closest(ball), surface.contacts(ball, 1.0), surface.sweep(ball, delta), surface.rays(p, delta)]
    return b"".join(array.tobytes() for found in given for array in found)


@BOTH
def test_worlds(again, dtype):
    world = scene(dtype)
    other = again(world)
    assert other is not world and other.dtype == world.dtype
    np.testing.assert_array_equal(other.bodies, world.bodies)
    np.testing.assert_array_equal(other.poses(other.bodies), world.poses(world.bodies))
    for filters in [{}, {"mask": 0b10}, {"layers": 0b10}, {"with_sensors": True}]:
        assert answers(other.query(**filters), dtype) == answers(world.query(**filters), dtype)
    # Both go on with the same names, and apart from each other.
    before = answers(world, dtype)
    more = carom.Ball([[0.0, 2, 0], [5, 2, 5], [-5, 2, 5], [0, 3, 9]], 0.5)
    np.testing.assert_array_equal(other.add(more), world.copy().add(more))
    assert answers(world, dtype) == before != answers(other, dtype)


def test_a_query_keeps_its_filters(again):
    world = scene("float64")
    box = world.bodies[-4]
    query = world.query(except_=[box, world.bodies[0]], with_sensors=True, around=(1, 0, 0))
    other = again(query)
    assert answers(other, "float64") == answers(query, "float64") != answers(world, "float64")
    assert other.world is not world and len(other.world) == len(world)


def walk(walkers, ticks, first=0):
    """The bytes of the ticks."""
    made = []
    for tick in range(first, first + ticks):
        angle = np.arange(len(walkers)) + tick / 20
        velocity = 3 * np.stack([np.cos(angle), 0 * angle, np.sin(angle)], axis=-1)
        height = np.where((np.arange(len(walkers)) + tick) % 40 == 0, 1.1, np.where(tick % 50 == 0, 1.8, 0))
        step = walkers.step(velocity, 1 / 60, jump=np.where(angle % 3 < 0.1, 4.0, 0), height=height)
        made += [array.tobytes() for array in step]
    return b"".join(made)


FEET = np.stack(np.meshgrid(np.arange(-4.0, 5), [0.7], np.arange(-4.0, 5)), axis=-1).reshape(-1, 3) * [1.7, 1, 1.7]


@BOTH
@pytest.mark.parametrize("place", ["field", "world", "query"])
def test_movers(again, dtype, place):
    world = scene(dtype)
    surface = {"field": bumpy(dtype), "world": world, "query": world.query(mask=1)}[place]
    mover = carom.Mover(surface, FEET, step_height=1 / 3, up=(0, 1, 1 / 30))
    walk(mover, 30)
    other = again(mover)
    assert len(other) == len(mover)
    assert walk(other, 90, 30) == walk(mover, 90, 30)


@BOTH
@pytest.mark.parametrize("role", ["push", "ghost"])
def test_crowds(again, dtype, role):
    world = scene(dtype)
    mass = np.where(np.arange(len(FEET)) % 7, np.random.default_rng(1).uniform(50, 99, len(FEET)), np.inf)
    crowd = carom.Crowd(world, FEET + [0, 1, 0], mass=mass, role=role)
    guards = carom.Crowd(world, FEET[:9] + [0, 4, 0], role="static")
    for _ in range(2):
        walk(crowd, 25)
        walk(guards, 25)
    # Crowds and their world are one state.
    other_world, other, others = again((world, crowd, guards))
    for ticks in [1, 40]:
        assert walk(other, ticks, 7) == walk(crowd, ticks, 7)
        assert walk(others, ticks, 7) == walk(guards, ticks, 7)
        assert answers(other_world, dtype) == answers(world, dtype)


MACHINE = {
    "walls": [{"capsule": {"a": [4.5, -2], "b": [4.5, -1], "radius": 0.1}}],
    "bumpers": [{"wall": 0, "kick": 1}],
    "motions": [{"wall": 0, "pivot": [4.5, 0], "keyframes": [{"time": 0}, {"time": 2, "offset": [0, 8], "angle": 90}]}],
    "regions": [{"ball": {"center": [4, 4], "radius": 3}}],
    "pockets": [{"ball": {"center": [9, 9], "radius": 1.5}}],
}


@pytest.mark.parametrize(
    "options",
    [
        dict(box=[[0.0] * 2, [9.0] * 2], friction=0.05),
        dict(box=[[0.0] * 2, [9.0] * 2], gravity=[0.0, -3], wall_restitution=0.8),
        dict(periodic=[9.0] * 3),
        dict(walls=[[[0.0, 0], [9, 0]], [[9, 0], [9, 9]], [[9, 9], [0, 9]], [[0, 9], [0, 0]]]),
        dict(box=[[0.0] * 2, [9.0] * 2], machine=MACHINE),
    ],
)
def test_tables(again, options):
    dimension = 3 if "periodic" in options else 2
    random = np.random.default_rng(4)
    grid = np.stack(np.meshgrid(*[np.arange(4.0) * 2 + 1] * dimension), axis=-1).reshape(-1, dimension)
    center = grid + random.uniform(0, 1, (2, 3, *grid.shape))
    table = carom.Table(center, 0.4, random.uniform(-3, 3, center.shape), restitution=0.9, **options)
    table.run(1 / 3)
    if "machine" in options:
        table.move_wall(0, [1.0, 3], offset=[[0, 7], [1, 1]])
    other = again(table)
    state = lambda table: (table.center, table.velocity, table.time, table.events, table.energy)  # noqa: E731
    for time in [1 / 3, 0.7, 3.0]:
        np.testing.assert_array_equal(other.run(time), table.run(time))
        for own, wanted in zip(state(other), state(table)):
            assert own.tobytes() == wanted.tobytes() and own.shape == wanted.shape
    assert table.events.min() > 5


def test_bad_states_are_refused():
    world = carom.World()
    world.add(carom.Ball([0.0, 0, 0], 1.0))
    make, (dtype, state) = world.__reduce__()
    for broken in [state[:-9], b"", state.replace(b'"free":[]', b'"free":[0]')]:
        with pytest.raises(ValueError, match="no state of carom"):
            make(dtype, broken)
    mover = carom.Mover(world, [[0.0, 2, 0], [0, 5, 0]])
    make, (surface, state, _) = mover.__reduce__()
    with pytest.raises(ValueError, match="another number of characters"):
        make(surface, state, [3])
