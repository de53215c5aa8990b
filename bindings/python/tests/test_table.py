"""Tables of balls."""

import numpy as np
import pytest

import carom
from carom import Status


def test_two_balls_exchange_their_velocities():
    table = carom.Table([[1.0, 1], [4, 1]], 0.5, [[2.0, 0], [0, 0]], box=[[0, 0], [9, 2]])
    assert table.run(1.0) == Status.DONE
    np.testing.assert_allclose(table.center, [[3, 1], [4, 1]])
    table.run(3.25)
    np.testing.assert_array_equal(table.velocity, [[0, 0], [-2, 0]])
    assert table.events == 2 and table.time == 3.25 and table.energy == 2
    with pytest.raises(ValueError, match="the time is already 3.25, after 1"):
        table.run(1.0)


def test_many_tables_are_single_tables():
    random = np.random.default_rng(1)
    grid = np.stack(np.meshgrid(np.arange(4.0), np.arange(4.0)), axis=-1).reshape(-1, 2) + 1
    center = grid + random.uniform(-0.2, 0.2, (3, 2, 16, 2))
    velocity = random.uniform(-1, 1, (3, 2, 16, 2))
    options = dict(box=[[0.0, 0], [5, 5]], restitution=random.uniform(0.5, 1, 16))
    tables = carom.Table(center, 0.25, velocity, **options)
    status = tables.run(5.0)
    assert status.shape == (3, 2) and tables.center.shape == (3, 2, 16, 2)
    again = carom.Table(center, 0.25, velocity, **options)
    again.run(2.0, threads=1)
    copied = again.copy()
    again.run(5.0, threads=3)
    copied.run(5.0)
    for other in [again, copied]:
        assert other.center.tobytes() == tables.center.tobytes()
    for i in np.ndindex(3, 2):
        one = carom.Table(center[i], 0.25, velocity[i], **options)
        one.run(5.0)
        np.testing.assert_array_equal(one.center, tables.center[i])
        assert one.events == tables.events[i] > 10
    at = tables.center
    assert (at > 0.25 - 1e-9).all() and (at < 4.75 + 1e-9).all()
    gaps = np.linalg.norm(at[..., :, None, :] - at[..., None, :, :], axis=-1) + 9 * np.eye(16)
    assert gaps.min() > 0.5 - 1e-9


def test_energy_and_momentum_in_periodic_space():
    random = np.random.default_rng(2)
    center = np.stack(np.meshgrid(*[np.arange(4.0)] * 3), axis=-1).reshape(-1, 3)
    velocity = random.standard_normal((64, 3))
    mass = random.uniform(1, 2, 64)
    table = carom.Table(center, 0.3, velocity, mass=mass, periodic=[4.0, 4, 4])
    before = table.energy
    assert before == pytest.approx(0.5 * (mass[:, None] * velocity**2).sum())
    table.run(20.0)
    assert table.events > 500
    assert table.energy == pytest.approx(before)
    np.testing.assert_allclose(mass @ table.velocity, mass @ velocity, atol=1e-9)


def test_friction_gravity_and_walls():
    rolling = carom.Table([[0.0, 0]], 0.5, [[2.0, 0]], friction=0.5)
    assert rolling.run(9.0) == Status.AT_REST
    np.testing.assert_allclose(rolling.center, [[4, 0]])
    falling = carom.Table([[2.0, 2.5]], 0.5, gravity=[0, -4.0], walls=[[[0.0, 0], [4, 0]]], wall_restitution=0.5)
    falling.run(1.0)
    np.testing.assert_allclose(falling.center, [[2, 0.5]])
    assert falling.run(3.1) == Status.AT_REST


def test_bad_tables():
    for arguments, options, match in [
        (([[0.0, 0], [0.9, 0]], 0.5), {}, "balls 0 and 1 overlap by"),
        (([[[0.0, 0], [2, 0]], [[0.0, 0], [0.5, 0]]], 0.5), {}, r"table\[1\]: balls 0 and 1 overlap"),
        (([[0.0, 0]], -0.5), {}, "radius of ball 0"),
        (([[np.nan, 0]], 0.5), {}, "center of ball 0"),
        (([0.0, 0], 0.5), {}, r"center must have the shape"),
        ((np.zeros((0, 2)), 0.5), {}, "there is no ball"),
        (([[0.0, 0]], [0.5, 0.5]), {}, r"radius has the leading dimensions \(2,\)"),
        (([[0.0, 0]], 0.5), dict(box=[[1.0, 1], [2, 2]]), "ball 0 is not inside the box"),
        (([[0.0, 0]], 0.5), dict(box=[1.0, 2]), r"box must have the shape \(2, 2\), not \(2,\)"),
        (([[0.0, 0]], 0.5), dict(walls=[1.0, 2]), r"walls must have the shape \(2, 2, 2\)|walls"),
        (([[0.0, 0]], 0.5), dict(gravity=[0.0, 1, 2]), r"gravity must have the shape \(2,\)"),
        (([[0.0, 0]], 0.5), dict(box=[[-1.0, -1], [1, 1]], periodic=[9.0, 9]), "not both"),
    ]:
        with pytest.raises(ValueError, match=match):
            carom.Table(*arguments, **options)
    table = carom.Table([[0.0, 0]], 0.5)
    for time in [-1.0, np.nan, np.inf]:
        with pytest.raises(ValueError):
            table.run(time)
