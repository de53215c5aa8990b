"""Arguments and answers: dimensions, dtypes, memory, threads, errors, copies and processes."""

import copy
import multiprocessing
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import carom

SQUARE = [[-9.0, 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9]], [[0, 1, 2], [0, 2, 3]]


@pytest.fixture(params=["float32", "float64"])
def floor(request):
    return carom.Mesh(*SQUARE, dtype=request.param)


@pytest.fixture
def soup():
    random = np.random.default_rng(1)
    return carom.Mesh(random.uniform(-3, 3, (300, 3)), random.integers(0, 300, (500, 3)))


def same(a, b):
    for x, y in zip(a, b):
        np.testing.assert_array_equal(x, y)


def test_any_leading_dimensions(soup):
    p = np.random.default_rng(2).uniform(-3, 3, (4, 5, 6, 3))
    flat = soup.closest(p.reshape(-1, 3))
    found = soup.closest(p)
    assert found.distance.shape == (4, 5, 6) and found.point.shape == (4, 5, 6, 3)
    same([x.reshape(y.shape) for x, y in zip(found[:4], flat[:4])], flat[:4])
    one = soup.closest(p[1, 2, 3])
    assert one.distance.shape == () and one.point.shape == (3,)
    same(one[:4], [x[1, 2, 3] for x in found[:4]])
    for empty in [(0, 3), (4, 0, 3)]:
        none = soup.closest(np.zeros(empty))
        assert none.distance.shape == empty[:-1] and none.normal.shape == empty
        assert soup.overlap(np.zeros(empty)).shape == empty[:-1]
        contacts = soup.contacts(np.zeros(empty))
        np.testing.assert_array_equal(contacts.offsets, [0])


def test_broadcasting(soup):
    random = np.random.default_rng(3)
    a, b = random.uniform(-3, 3, (7, 1, 3)), random.uniform(-3, 3, (1, 5, 3))
    radius, reach = random.uniform(0, 1, (2, 1, 1)), random.uniform(0, 2, 5)
    found = soup.closest(carom.Capsule(a, b, radius), reach)
    assert found.distance.shape == (2, 7, 5)
    a, b, radius, reach = (
        np.ascontiguousarray(x)
        for x in [
            np.broadcast_to(a, (2, 7, 5, 3)),
            np.broadcast_to(b, (2, 7, 5, 3)),
            np.broadcast_to(radius, (2, 7, 5)),
            np.broadcast_to(reach, (2, 7, 5)),
        ]
    )
    same(found[:4], soup.closest(carom.Capsule(a, b, radius), reach)[:4])
    with pytest.raises(ValueError, match=r"cannot be broadcast: a \(7,\), b \(5,\), radius \(\)"):
        carom.Capsule(np.zeros((7, 3)), np.zeros((5, 3)), 1.0)
    with pytest.raises(ValueError, match=r"cannot be broadcast: points \(7,\), delta \(5,\)"):
        soup.sweep(np.zeros((7, 3)), np.zeros((5, 3)))


def test_arrays_of_any_memory(soup):
    p = np.random.default_rng(4).uniform(-3, 3, (500, 3))
    wanted = soup.closest(p)
    strided = np.zeros((1000, 6))
    strided[::2, ::2] = p
    read_only = p.copy()
    read_only.flags.writeable = False
    raw = np.zeros(500 * 24 + 1, np.uint8)
    misaligned = raw[1:].view(np.float64).reshape(500, 3)
    misaligned[:] = p
    assert not misaligned.flags.aligned
    others = [
        strided[::2, ::2],
        p[::-1][::-1],
        np.asfortranarray(p),
        read_only,
        p.astype(">f8"),
        misaligned,
        p.tolist(),
        p.astype(np.longdouble),
        np.ma.asarray(p),
    ]
    for given in others:
        same(wanted[:4], soup.closest(given)[:4])
    single = p.astype(np.float32)
    same(soup.closest(single)[:4], soup.closest(single.astype(float))[:4])
    same(soup.closest(single[::2])[:4], soup.closest(single[::2].astype(float))[:4])
    whole = np.round(p).astype(int)
    for dtype in [np.int8, np.int64, np.float16]:
        same(soup.closest(whole.astype(dtype))[:4], soup.closest(whole.astype(float))[:4])


def test_answers_have_the_dtype_of_the_mesh(floor):
    for dtype in ["float32", "float64"]:
        found = floor.closest(np.ones((2, 3), dtype))
        assert found.distance.dtype == found.point.dtype == found.normal.dtype == floor.dtype
        assert found.triangle.dtype == np.int32 and found.body is None
    assert carom.Mesh(*SQUARE).dtype == np.float64
    assert carom.Mesh(np.array(SQUARE[0], np.float32), SQUARE[1]).dtype == np.float32


@pytest.mark.parametrize("n", [1, 64, 65, 300, 9000])
def test_the_same_bits_on_any_number_of_threads(soup, n):
    random = np.random.default_rng(n)
    p, delta = random.uniform(-3, 3, (n, 3)), random.uniform(-3, 3, (n, 3))
    ball = carom.Ball(p, random.uniform(0, 0.3, n))
    single = [soup.closest(p[i]) for i in range(0, n, 97)]
    for verb in [
        lambda **k: soup.closest(ball, 1.0, **k)[:4],
        lambda **k: soup.sweep(ball, delta, **k)[:4],
        lambda **k: soup.contacts(ball, **k)[:5],
        lambda **k: soup.sweep_all(ball, delta, **k)[:5],
        lambda **k: [soup.overlap(ball, **k), soup.contains(p, **k), soup.signed_distance(p, **k)],
    ]:
        wanted = [x.tobytes() for x in verb(threads=1)]
        for threads in [2, 7]:
            assert [x.tobytes() for x in verb(threads=threads)] == wanted
    whole = soup.closest(p, threads=3)
    for i, one in zip(range(0, n, 97), single):
        same([x[i] for x in whole[:4]], one[:4])


def test_out(soup):
    random = np.random.default_rng(6)
    for n in [(), (3,), (1000,)]:
        p = random.uniform(-3, 3, (*n, 3))
        earlier = soup.closest(np.zeros((*n, 3)))
        found = soup.closest(p, out=earlier)
        assert found is earlier
        same(found[:4], soup.closest(p)[:4])
        flags = np.zeros(n, bool)
        assert soup.overlap(carom.Ball(p, 0.3), out=flags) is flags
        np.testing.assert_array_equal(flags, soup.overlap(carom.Ball(p, 0.3)))
        numbers = np.zeros(n)
        assert soup.signed_distance(p, out=numbers) is numbers
        hits = soup.rays(p, [0.0, 9, 0])
        same(soup.rays(p, [0.0, -9, 0], out=hits)[:4], soup.rays(p, [0.0, -9, 0])[:4])
    p = np.zeros((5, 3))
    bad = soup.closest(p)
    with pytest.raises(ValueError, match=r"out.distance must be a writable float64 array .* \(4,\)"):
        soup.closest(p[:4], out=bad)
    with pytest.raises(ValueError, match=r"out.triangle must be a writable int32"):
        soup.closest(p, out=bad._replace(triangle=np.zeros(5, np.int64)))
    locked = bad.normal.copy()
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="out.normal must be a writable"):
        soup.closest(p, out=bad._replace(normal=locked))
    with pytest.raises(ValueError, match="out.normal shares memory"):
        soup.closest(p, out=bad._replace(normal=bad.point))
    with pytest.raises(ValueError, match="out.point shares memory"):
        soup.closest(bad.point, out=bad)
    with pytest.raises(TypeError, match="out must be a Closest"):
        soup.closest(p, out=np.zeros(5))
    with pytest.raises(TypeError, match="out must be a Closest, the answer of an earlier call, not Hits"):
        soup.closest(p, out=soup.rays(p, [0.0, -9, 0]))
    with pytest.raises(TypeError, match="out must be a Hits, the answer of an earlier call, not Closest"):
        soup.rays(p, [0.0, -9, 0], out=bad)
    with pytest.raises(ValueError, match="out must be a writable bool"):
        soup.overlap(p, out=np.zeros(5))


def test_rows_that_are_not_finite(soup):
    p = np.zeros((3, 4, 3))
    p[1, 2, 0] = np.nan
    p[2, 3, 1] = np.inf
    for call in [
        lambda **k: soup.closest(p, **k),
        lambda **k: soup.overlap(p, **k),
        lambda **k: soup.contains(p, **k),
        lambda **k: soup.signed_distance(p, **k),
        lambda **k: soup.contacts(p, 9.0, **k),
        lambda **k: soup.sweep(p, [0.0, 1, 0], **k),
    ]:
        with pytest.raises(ValueError, match=r"points\[1, 2\] is not finite$"):
            call()
        call(nan="nan")
    bad = ~np.isfinite(p).all(axis=-1)
    found = soup.closest(p, nan="nan")
    assert np.isnan(found.distance[bad]).all() and (found.triangle[bad] == -1).all()
    assert np.isfinite(found.distance[~bad]).all()
    assert np.isnan(soup.signed_distance(p, nan="nan")[bad]).all()
    assert not soup.overlap(carom.Ball(p, 99.0), nan="nan")[bad].any()
    assert soup.overlap(carom.Ball(p, 99.0), nan="nan")[~bad].all()
    offsets = soup.contacts(p, 9.0, nan="nan").offsets
    np.testing.assert_array_equal(np.diff(offsets).reshape(3, 4) == 0, bad)
    with pytest.raises(ValueError, match=r"deltas\[1\] is not finite"):
        soup.rays([0.0, 0, 0], [[0.0, 1, 0], [0, np.nan, 0]])
    with pytest.raises(ValueError, match=r"reach\[1\] is NaN"):
        soup.closest([0.0, 0, 0], [1.0, np.nan])
    assert np.isnan(soup.closest([0.0, 0, 0], [1.0, np.nan], nan="nan").distance[1])
    with pytest.raises(ValueError, match="radius is not finite"):
        soup.overlap(carom.Ball(np.zeros((2, 3)), np.inf))
    with pytest.raises(ValueError, match=r"radius\[1\] is negative"):
        soup.overlap(carom.Ball([0.0, 0, 0], [1.0, -1.0]), nan="nan")
    with pytest.raises(ValueError, match=r"min\[1\] is greater than the max"):
        soup.overlap(carom.Box([[0.0, 0, 0], [0, 2, 0]], [1.0, 1, 1]))
    with pytest.raises(ValueError, match='nan must be "raise" or "nan"'):
        soup.overlap(p, nan="ignore")
    single = carom.Mesh(*SQUARE, dtype="float32")
    with pytest.raises(ValueError, match=r"points\[0\] is not finite in float32"):
        single.closest([[1e300, 0, 0]])


def test_shapes_are_checked_when_they_are_made_and_when_they_are_read(soup):
    with pytest.raises(ValueError, match=r"min\[1\] is greater than the max of its box"):
        carom.Box([[0.0, 0, 0], [0, 2, 0]], [1.0, 1, 1])
    with pytest.raises(ValueError, match="radius is negative"):
        carom.Capsule([0.0, 0, 0], [1.0, 0, 0], -1)
    carom.Box([np.nan, 0, 0], [1.0, 1, 1])
    radius = np.ones(2)
    balls = carom.Ball([0.0, 0, 0], radius)
    radius[1] = -1
    with pytest.raises(ValueError, match=r"radius\[1\] is negative"):
        soup.overlap(balls)


def test_a_list_of_shapes_is_explained(soup):
    balls = [carom.Ball([0.0, 0, 0], 1.0), carom.Ball([1.0, 0, 0], 1.0)]
    for given in [balls, tuple(balls)]:
        with pytest.raises(TypeError, match=r"not as a list of Balls: carom.Ball\(center, radius\) of arrays"):
            soup.overlap(given)


def test_shapes_are_indexed_as_arrays(soup):
    rng = np.random.default_rng(3)
    points = rng.normal(size=(4, 5, 6, 3))
    batches = [
        carom.Ball(points[:, :, 0], rng.random(5)),
        carom.Capsule(points[:, :, 0], points[0, :, 1], 0.1),
        carom.Box(points[:, :, 0] - 1, points[:, :, 0] + 1),
        carom.Triangle(points[:, :, 0], points[:, :, 1], points[2, 3, 2]),
        carom.Hull(points, 0.1),
    ]
    mask = rng.random((4, 5)) < 0.5
    for batch in batches:
        distances = soup.closest(batch).distance
        assert len(batch) == 4 and batch
        for key in [2, -1, (1, 2), slice(1, 3), (slice(None), 3), mask, ([0, 2], [1, 4]), ..., slice(0, 0)]:
            part = batch[key]
            assert type(part) is type(batch) and part.shape == distances[key].shape
            assert np.array_equal(soup.closest(part).distance, distances[key])
        assert np.array_equal([soup.closest(part).distance for part in batch], distances)
        with pytest.raises(IndexError, match="out of bounds"):
            batch[4]
        with pytest.raises(IndexError, match="too many indices"):
            batch[0, 0, 0]
        one = batch[0, 0]
        assert one.shape == () and one
        for wrong in [len, list]:
            with pytest.raises(TypeError, match="is one shape, not a batch"):
                wrong(one)


def test_huge_finite_numbers(floor):
    big = np.finfo(floor.dtype).max
    for x in [big, -big, big / 2, 1e30, np.finfo(floor.dtype).smallest_subnormal]:
        p = np.array([[x, x, x], [0, x, 0]], floor.dtype)
        floor.closest(p), floor.overlap(carom.Ball(p, abs(x))), floor.rays(p, -p), floor.signed_distance(p)
        floor.sweep(carom.Capsule(p, -p, abs(x)), p), floor.contacts(carom.Box(-abs(p), abs(p)), abs(x))


def test_wrong_shapes_and_types(soup):
    for given, error, match in [
        (np.zeros((5, 2)), ValueError, r"points must have the shape \(\.\.\., 3\), not \(5, 2\)"),
        (np.float64(1), ValueError, r"not \(\)"),
        (np.zeros((2, 3), complex), TypeError, "points must be an array of real numbers, not complex128"),
        (np.array([["a", "b", "c"]]), TypeError, "not <U1"),
        (np.array([[None, 1, 2]]), TypeError, "not object"),
        (np.zeros((2, 3), bool), TypeError, "not bool"),
        (None, TypeError, "points must be an array of real numbers"),
        ([[1.0, 2], [3]], TypeError, "points must be an array of real numbers"),
        (object(), TypeError, "points must be an array of real numbers"),
    ]:
        with pytest.raises(error, match=match):
            soup.closest(given)
    with pytest.raises(ValueError, match=r"points must have the shape \(\.\.\., k, 3\) with k > 0"):
        carom.Hull(np.zeros((0, 3)))
    with pytest.raises(ValueError, match="threads must be at least 1, not 0"):
        soup.closest(np.zeros((5, 3)), threads=0)
    with pytest.raises(TypeError, match="contacts takes points or shapes, not a mesh"):
        soup.contacts(soup)
    with pytest.raises(TypeError, match="dtype must be float32 or float64"):
        carom.Mesh(*SQUARE, dtype=int)


def test_bad_meshes():
    p = np.zeros((3, 3))
    for triangles, error, match in [
        ([[0, 1, 3]], IndexError, r"triangles\[0\] has the vertex 3, but there are only 3"),
        ([[0, 1, 2], [0, -1, 2]], IndexError, r"triangles\[1\] has the vertex -1"),
        ([[0, 1, 2**40]], IndexError, r"vertex 1099511627776"),
        (np.array([[0, 1, 2**64 - 1]], np.uint64), IndexError, r"vertex 18446744073709551615"),
        (np.zeros((0, 3), int), ValueError, "triangles is empty"),
        ([[0, 1]], ValueError, r"triangles must have the shape \(m, 3\), not \(1, 2\)"),
        ([[0.0, 1, 2]], TypeError, "triangles must be an array of integers, not float64"),
    ]:
        with pytest.raises(error, match=match):
            carom.Mesh(p, triangles)
    with pytest.raises(ValueError, match=r"vertices\[1\] is not finite"):
        carom.Mesh([[0.0, 0, 0], [0, np.nan, 0]], [[0, 0, 1]])
    with pytest.raises(ValueError, match=r"vertices must have the shape \(n, 3\)"):
        carom.Mesh(np.zeros((2, 2, 3)), [[0, 0, 1]])
    with pytest.raises(ValueError, match=r"heights\[1, 2\] is infinite"):
        carom.HeightField([[0.0, 0, 0], [0, 0, np.inf]])
    with pytest.raises(ValueError, match="heights has only holes"):
        carom.HeightField(np.full((3, 3), np.nan))
    with pytest.raises(ValueError, match="cell must be positive"):
        carom.HeightField(np.zeros((3, 3)), (0, 1))


def test_load(tmp_path):
    path = tmp_path / "tile.obj"
    path.write_text("v 0 0 0\nv 100 0 0\nv 0 100 200\nf 1 2 3\n")
    mesh = carom.Mesh.load(path, unit=0.01, up="z", dtype="float32")
    np.testing.assert_allclose(mesh.vertices[2], [0, 2, -1])
    assert len(mesh) == 1 and mesh.dtype == np.float32
    with pytest.raises(FileNotFoundError, match="nowhere.obj"):
        carom.Mesh.load("nowhere.obj")
    path.write_text("v 0 0 0\nf 1 1 9\n")
    with pytest.raises(ValueError, match=r'line 2: "f 1 1 9": vertex 9 does not exist'):
        carom.Mesh.load(path)
    with pytest.raises(ValueError, match="up must be one of"):
        carom.Mesh.load(path, up="x")


def test_pickle_and_copy(soup, floor):
    p = np.random.default_rng(8).uniform(-3, 3, (50, 3))
    for mesh in [soup, floor, carom.Mesh(*SQUARE, one_sided=True)]:
        for other in [pickle.loads(pickle.dumps(mesh)), copy.deepcopy(mesh)]:
            same(mesh.closest(p)[:4], other.closest(p)[:4])
            assert other.dtype == mesh.dtype and other.one_sided == mesh.one_sided
            np.testing.assert_array_equal(other.triangles, mesh.triangles)
    field = carom.HeightField(np.arange(12.0).reshape(3, 4), (1, 2), (5, 6, 7))
    same(pickle.loads(pickle.dumps(field)).closest(p)[:4], field.closest(p)[:4])
    for shape in [
        carom.Ball([1.0, 2, 3], 0.5),
        carom.Capsule(p, p[::-1], 0.5),
        carom.Box([0, 0, 0], [1, 1, 1]),
        carom.Triangle(p, p, p[0]),
        carom.Hull(p, 0.25),
    ]:
        other = pickle.loads(pickle.dumps(shape))
        assert other == shape and type(other) is type(shape) and other.shape == shape.shape
    assert carom.Ball([1.0, 2, 3], 0.5) != carom.Ball([1.0, 2, 3], 0.25)
    assert carom.Ball([1.0, 2, 3], 0.5) != "a ball"
    found = soup.closest(p)
    same(pickle.loads(pickle.dumps(found))[:4], found[:4])


def test_arrays_of_a_mesh_are_its_own():
    vertices, triangles = np.array(SQUARE[0]), np.array(SQUARE[1])
    mesh = carom.Mesh(vertices, triangles)
    vertices[:] = np.nan
    assert np.isfinite(mesh.vertices).all()
    with pytest.raises(ValueError, match="read-only"):
        mesh.vertices[0] = 1
    assert carom.Ball(vertices, 1.0).center is vertices
    np.testing.assert_array_equal(mesh.bounds, [[-9, 0, -9], [9, 0, 9]])
    assert not mesh.is_closed and bool(mesh) and repr(mesh) == "<Mesh of 2 triangles, float64>"


def answers_in(mesh, points, pipe):
    pipe.send(mesh.closest(points, threads=2).distance)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(soup, method):
    p = np.random.default_rng(9).uniform(-3, 3, (30_000, 3))
    wanted = soup.closest(p, threads=2).distance
    context = multiprocessing.get_context(method)
    here, there = context.Pipe()
    process = context.Process(target=answers_in, args=(soup, p, there))
    process.start()
    assert here.poll(60)
    np.testing.assert_array_equal(here.recv(), wanted)
    process.join()
    assert process.exitcode == 0


def test_many_threads_query_one_mesh_and_other_code_runs(soup):
    p = np.random.default_rng(9).uniform(-3, 3, (50_000, 3))
    wanted, found = soup.closest(p).distance, {}

    def query(i):
        found[i] = soup.closest(p, threads=1).distance

    threads = [threading.Thread(target=query, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    ticks = 0
    while any(thread.is_alive() for thread in threads):
        ticks += 1
        time.sleep(0.001)
    assert ticks > 3
    for i in range(4):
        np.testing.assert_array_equal(found[i], wanted)


def test_a_world_is_not_changed_while_it_is_queried():
    random = np.random.default_rng(1)
    world = carom.World()
    ids = world.add(carom.Ball(random.uniform(-9, 9, (500, 3)), 0.5))
    p = random.uniform(-9, 9, (300_000, 3))
    thread = threading.Thread(target=lambda: world.closest(p, threads=1))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            world.move(ids[:1], np.eye(4))
        except RuntimeError as error:
            assert "while another thread queries it" in str(error)
            refused += 1
        time.sleep(0.001)
    assert refused > 0
    world.move(ids[:1], np.eye(4))


def test_ctrl_c(soup):
    p = np.random.default_rng(9).uniform(-300, 300, (3_000_000, 3))
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            soup.closest(p)
    assert time.perf_counter() - start < 3


def test_no_memory():
    """numpy raises; nothing is aborted."""
    mesh = carom.Mesh(*SQUARE)
    with pytest.raises((MemoryError, ValueError)):
        mesh.overlap(carom.Ball(np.zeros((1 << 24, 1, 3)), np.zeros(1 << 24)))
    with pytest.raises(ValueError, match="too large"):
        columns = [np.zeros((1 << 21, *ones)) for ones in [(1, 1, 3), (1, 3), ()]]
        mesh.closest(carom.Capsule(*columns))
