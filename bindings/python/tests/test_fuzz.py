"""No call crashes the interpreter: anything is answered or raises an Exception."""

import faulthandler

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import carom

faulthandler.enable()

DTYPES = st.sampled_from(["float32", "float64", ">f4", ">f8", "float16", "int8", "uint64", "bool", "complex64", "U3", "object"])
NUMBERS = st.sampled_from(
    [0.0, -0.0, 1.0, -1.0, 0.5, 3.0, 1e-45, 5e-324, 1e38, -1e38, 1e300, np.inf, -np.inf, np.nan, 2.0**-60]
)


@st.composite
def any_array(draw, last=st.sampled_from([(), (3,), (3,), (3,), (4, 4), (2, 3), (1,)])):
    shape = draw(arrays.array_shapes(min_dims=0, max_dims=2, min_side=0, max_side=3)) + draw(last)
    size = int(np.prod(shape))
    array = np.array(draw(st.lists(NUMBERS, min_size=size, max_size=size)), float).reshape(shape)
    with np.errstate(all="ignore"):
        dtype = draw(DTYPES)
        array = array.astype(dtype) if draw(st.booleans()) else array
    for change in draw(st.lists(st.sampled_from(["transpose", "reverse", "stride", "lock", "list"]), max_size=2)):
        if change == "list":
            return array.tolist()
        if change == "transpose":
            array = array.T
        elif change == "reverse" and array.ndim:
            array = array[::-1]
        elif change == "stride" and array.ndim:
            array = np.repeat(array, 2, axis=-1)[..., ::2]
        elif change == "lock":
            array = array.copy()
            array.flags.writeable = False
    return array


ANYTHING = st.one_of(any_array(), any_array(), any_array(), st.none(), st.floats(), st.integers(), st.text(max_size=2))
MANY = dict(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


def attempt(call, *arguments, **options):
    """The answer, or None for an exception that is none of a crash."""
    try:
        with np.errstate(all="ignore"):
            return call(*arguments, **options)
    except (ValueError, TypeError, KeyError, IndexError, MemoryError, OverflowError) as error:
        assert "panicked" not in str(error), error
        return None


@st.composite
def shape(draw):
    kind = draw(st.sampled_from([carom.Ball, carom.Capsule, carom.Box, carom.Triangle, carom.Hull, None]))
    if kind is None:
        return draw(ANYTHING)
    count = {carom.Ball: 2, carom.Capsule: 3, carom.Box: 2, carom.Triangle: 3, carom.Hull: 2}[kind]
    return attempt(kind, *[draw(ANYTHING) for _ in range(count)])


@st.composite
def surface(draw):
    kind = draw(st.sampled_from(["tile", "soup", "mesh", "field", "world"]))
    dtype = draw(st.sampled_from(["float32", "float64"]))
    found = None
    if kind == "soup":
        random = np.random.default_rng(draw(st.integers(0, 9)))
        found = carom.Mesh(random.uniform(-2, 2, (9, 3)), random.integers(0, 9, (20, 3)), dtype=dtype)
    elif kind == "mesh":
        found = attempt(carom.Mesh, draw(any_array(st.just((3,)))), draw(any_array(st.just((3,)))), dtype=dtype)
    elif kind == "field":
        found = attempt(carom.HeightField, draw(any_array()), draw(ANYTHING), draw(ANYTHING), dtype=dtype)
    elif kind == "world":
        found = carom.World(dtype=dtype)
        attempt(found.add, draw(shape()), draw(st.one_of(st.none(), ANYTHING)))
        attempt(found.add, draw(shape()))
    if found is None:
        found = carom.Mesh([[0.0, 0, 0], [0, 0, 3], [3, 0, 0]], [[0, 1, 2]], dtype=dtype)
    return found


@given(surface(), shape(), ANYTHING, ANYTHING, st.sampled_from(["nan", "raise", "x"]), st.sampled_from([None, 1, 3, 0]))
@settings(**MANY)
def test_queries(surface, shape, reach, delta, nan, threads):
    options = dict(nan=nan, threads=threads)
    found = attempt(surface.closest, shape, reach, **options)
    attempt(surface.overlap, shape, **options)
    attempt(surface.contacts, shape, reach, **options)
    attempt(surface.sweep, shape, delta, **options)
    attempt(surface.sweep_all, shape, delta, **options)
    attempt(surface.rays, shape, delta, **options)
    attempt(surface.closest, shape, reach, out=found, **options)
    attempt(surface.closest, shape, reach, out=reach, **options)
    attempt(surface.overlap, shape, out=delta, **options)
    if not isinstance(surface, carom.World):
        if isinstance(surface, carom.Mesh):
            attempt(surface.contains, delta, **options)
            attempt(surface.signed_distance, delta, out=reach, **options)
        attempt(surface.closest, surface, reach)
        attempt(surface.sweep, surface, delta)
    repr(surface), repr(shape)


@given(st.lists(st.tuples(st.sampled_from(["add", "move", "remove", "poses"]), shape(), ANYTHING, ANYTHING), max_size=6))
@settings(**MANY)
def test_worlds(calls):
    world = carom.World()
    world.add(carom.Ball([0.0, 0, 0], 1.0))
    for name, shape, a, b in calls:
        if name == "add":
            attempt(world.add, shape, a)
        elif name == "move":
            attempt(world.move, a, b)
            attempt(world.move, world.bodies, b)
        else:
            attempt(getattr(world, name), a)
    attempt(world.closest, [0.0, 5, 0])
    assert len(world) == len(world.bodies)


@given(surface(), ANYTHING, ANYTHING, ANYTHING, st.floats(), ANYTHING, ANYTHING)
@settings(**MANY)
def test_characters(surface, feet, height, velocity, dt, jump, rows):
    mover = attempt(carom.Mover, surface, feet, height)
    if mover is not None:
        attempt(mover.step, velocity, min(dt, 0.1), jump, height)
        attempt(mover.place, rows, feet)
    if isinstance(surface, carom.World):
        crowd = attempt(carom.Crowd, surface, feet, height, jump)
        if crowd is not None:
            attempt(crowd.step, velocity, min(dt, 0.1), jump, height)
            attempt(crowd.place, rows, feet)


@given(any_array(st.sampled_from([(2, 2), (2, 3), (3,)])), ANYTHING, ANYTHING, ANYTHING, ANYTHING, NUMBERS)
@settings(**MANY)
def test_tables(center, radius, velocity, box, gravity, time):
    for options in [{}, {"box": box}, {"periodic": box}, {"gravity": gravity}, {"walls": box, "mass": radius}]:
        table = attempt(carom.Table, center, radius, velocity, **options)
        if table is not None:
            attempt(table.run, min(time, 10.0))
            table.center, table.velocity, table.energy, table.events, table.time


JSON = st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


@given(JSON, JSON, ANYTHING, ANYTHING, st.integers(), NUMBERS)
@settings(**MANY)
def test_machines(list, part, time, angle, number, moment):
    flipper = {"capsule": {"a": [0, 0], "b": [3, 0], "radius": 0.25}}
    rest = {"wall": 0, "keyframes": [{"time": 0}]}
    for machine in [{"walls": list}, {"regions": [part]}, {"walls": [flipper], "motions": [rest], "pockets": [part]}]:
        attempt(carom.Table, [[5.0, 5]], 0.25, machine=machine)
    table = carom.Table([[5.0, 5]], 0.25, machine={"walls": [flipper], "motions": [rest]})
    attempt(table.move_wall, 0, time, time, angle)
    attempt(table.move_wall, number, [moment], angle=[moment], where=angle)
    attempt(table.run_events, min(moment, 10.0))
    attempt(table.is_inside, number)
    attempt(table.wall_pose, number)
    table.in_play, table.energy_given
