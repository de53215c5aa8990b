"""Pool tables and shots with spin."""

import json
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

from carom import billiards
from carom.billiards import EventKind, Motion, PoolTable, ShotStatus

UP = np.pi / 2
DATA = pathlib.Path(__file__).parents[3] / "data" / "billiards"


def breaks(count, seed=1):
    """Speeds, directions and offsets of breaks."""
    random = np.random.default_rng(seed)
    return dict(
        speed=random.uniform(5, 11, count),
        direction=UP + random.uniform(-0.01, 0.01, count),
        right=random.uniform(-0.2, 0.2, count),
        above=random.uniform(-0.3, 0.3, count),
    )


def same(a, b):
    for field, x, y in zip(type(a)._fields, a, b):
        if x is None:
            assert y is None
        elif isinstance(x, tuple):
            same(x, y)
        else:
            assert x.dtype == y.dtype and x.shape == y.shape, field
            assert x.tobytes() == y.tobytes(), field


def test_a_stunned_ball_goes_as_friction_lets_it():
    """Sliding: v = v0 - µ g t; rolling from 5/7 v0 on with the deceleration µr g."""
    table = PoolTable(position=[[0.635, 0.3]], ball={"sliding_friction": 0.25, "rolling_friction": 0.04})
    slides, mass = 0.25 * 9.81, 0.170097
    start = 2 * 0.7 / (1 + mass / 0.567)
    rolls_at = 2 / 7 * start / slides
    times = np.array([0.0, 0.5 * rolls_at, rolls_at, rolls_at + 0.5])
    shot = table.simulate(0.7, UP, times=times, events=True)
    velocity = shot.states.velocity[:, 0, 1]
    rolling = 5 / 7 * start
    expected = [start, start - slides * times[1], rolling, rolling - 0.04 * 9.81 * 0.5]
    np.testing.assert_allclose(velocity, expected, rtol=1e-12)
    y = 0.3 + start * times - 0.5 * slides * times**2
    np.testing.assert_allclose(shot.states.position[:3, 0, 1], y[:3], rtol=1e-12)
    np.testing.assert_array_equal(shot.states.position[:, 0, 2], table.radius)
    # Without slip: ω = -v / R about x.
    np.testing.assert_allclose(shot.states.angular_velocity[2:, 0, 0], -velocity[2:] / table.radius, rtol=1e-12)
    end = y[2] + rolling**2 / (2 * 0.04 * 9.81)
    assert end < table.length - table.radius
    np.testing.assert_allclose(shot.position, [[0.635, end]], rtol=1e-12)
    kinds = [EventKind.STRIKE, EventKind.TRANSITION, EventKind.TRANSITION]
    np.testing.assert_array_equal(shot.events.kind, kinds)
    np.testing.assert_array_equal(shot.events.other, [-1, Motion.ROLLING, Motion.STATIONARY])
    np.testing.assert_allclose(shot.events.time[1], rolls_at, rtol=1e-12)
    assert shot.duration == shot.events.time[-1] and shot.status == ShotStatus.AT_REST
    assert shot.first_ball_hit == -1 and shot.event_count == 3


def test_a_batch_is_its_shots_on_any_number_of_threads():
    table = PoolTable("nine_ball")
    shots = breaks(300)
    times = [0.0, 0.5, 3.0]
    results = table.simulate(**shots, times=times, events=True, threads=1)
    for threads in [2, 7]:
        same(results, table.simulate(**shots, times=times, events=True, threads=threads))
    assert (results.status == ShotStatus.AT_REST).all() and (results.first_ball_hit == 1).all()
    assert results.is_pocketed.any() and results.event_count.min() > 20
    offsets = results.events.offsets
    np.testing.assert_array_equal(np.diff(offsets), results.event_count)
    for i in range(0, 300, 31):
        one = table.simulate(**{name: numbers[i] for name, numbers in shots.items()}, times=times, events=True)
        assert one.status.shape == () and one.position.shape == (10, 2)
        for name in ["status", "duration", "first_ball_hit", "position", "is_pocketed", "pocket", "event_count"]:
            np.testing.assert_array_equal(getattr(one, name), getattr(results, name)[i])
        for field, other in zip(one.states, results.states):
            np.testing.assert_array_equal(field, other[i])
        for field, other in zip(one.events[1:], results.events[1:]):
            np.testing.assert_array_equal(field, other[offsets[i] : offsets[i + 1]])


def test_events_and_states_agree_with_the_ends():
    table = PoolTable("eight_ball", table="pool_7_ft")
    results = table.simulate(**breaks(50), events=True, times=[0.0, 1e3])
    np.testing.assert_array_equal(results.states.position[:, 0, 1:, :2], np.broadcast_to(table.position[1:], (50, 15, 2)))
    np.testing.assert_array_equal(results.states.position[:, 1, :, :2], results.position)
    assert not results.states.velocity[:, 1].any() and not results.states.angular_velocity[:, 1].any()
    events, fell = results.events, results.events.kind == EventKind.POCKET
    shot = np.repeat(np.arange(50), results.event_count)
    pocket = np.full((50, 16), -1)
    pocket[shot[fell], events.ball[fell]] = events.other[fell]
    np.testing.assert_array_equal(pocket, results.pocket)
    np.testing.assert_array_equal(pocket >= 0, results.is_pocketed)
    assert fell.sum() > 20
    np.testing.assert_array_equal(table.pocket_center[events.other[fell]], events.position[fell, :2])
    met = np.isin(events.kind, [EventKind.BALL, EventKind.CUSHION])
    assert (events.speed[met] >= 0).all() and np.isnan(events.speed[~met]).all()
    # Balls are between the cushions, or between the jaws of a pocket.
    left = results.position[~results.is_pocketed]
    margin = table.radius - 1e-9
    inside = ((left > margin) & (left < np.array([table.width, table.length]) - margin)).all(axis=1)
    jaws = np.linalg.norm(left[:, None] - table.pocket_center, axis=-1).min(axis=1) < 0.16
    assert (inside | jaws).all() and inside.mean() > 0.9


def test_jump_shots():
    """An elevated cue on a slate that lets balls bounce: over a ball, in the states and the events, and off the table."""
    position = [[0.6, 0.4], [0.6, 0.7], [0.6, 2.0]]
    table = PoolTable(position=position, models={"slate": {"bouncing": {"restitution": 0.6}}})
    shots = table.simulate(4.0, np.pi / 2, elevation=[0.0, 0.8, 1.2], times=[0.0, 0.1], events=True)
    np.testing.assert_array_equal(shots.first_ball_hit[:2], [1, 2])
    assert shots.states.position[0, 1, 0, 2] == table.radius < shots.states.position[1, 1, 0, 2]
    landed = shots.events.kind == EventKind.SLATE
    assert landed.sum() > 4 and (shots.events.speed[landed] > 0).all() and (shots.events.other[landed] == -1).all()
    # The first ball to come down in the second shot is the cue ball that the cue drives into the slate.
    rise = 0.6 * shots.events.speed[landed & (np.repeat(np.arange(3), shots.event_count) == 1)][0]
    np.testing.assert_allclose(shots.states.position[1, 1, 0, 2], table.radius + rise * 0.1 - 0.5 * 9.81 * 0.01, atol=1e-12)
    flat = PoolTable(position=position).simulate(4.0, np.pi / 2, elevation=0.8)
    assert flat.first_ball_hit == 1
    # At a cushion, too hard.
    wild = table.simulate(5.0, np.pi, elevation=0.8, events=True)
    assert wild.is_pocketed[0] and wild.pocket[0] == -1 and wild.position[0, 0] < 0
    assert wild.events.kind[-1] == EventKind.OFF_TABLE
    again = table.simulate(1.0, 0.0, ball=2, position=wild.position, is_pocketed=wild.is_pocketed)
    assert again.is_pocketed[0]
    assert [Motion.AIRBORNE, Motion.OFF_TABLE] == [5, 6]
    with pytest.raises(ValueError, match="models: the restitution of the slate must be 0 to 1"):
        PoolTable("nine_ball", models={"slate": {"bouncing": {"restitution": 2}}})


def test_shots_of_many_layouts():
    """Every shot with its own balls: a game goes on."""
    table = PoolTable("nine_ball")
    first = table.simulate(**breaks(40))
    on_table = ~first.is_pocketed[:, 0]
    position, is_pocketed = first.position[on_table], first.is_pocketed[on_table]
    assert 5 < len(position) < 40
    way = position[:, 9] - position[:, 0]
    direction = np.arctan2(way[:, 1], way[:, 0])
    second = table.simulate(2.0, direction, position=position, is_pocketed=is_pocketed, times=[0.0])
    assert (second.status == ShotStatus.AT_REST).all()
    np.testing.assert_array_equal(second.states.position[..., 0, :, :2][~is_pocketed], position[~is_pocketed])
    np.testing.assert_array_equal(second.position[is_pocketed], position[is_pocketed])
    assert second.is_pocketed[is_pocketed].all() and (second.pocket[is_pocketed] == -1).all()
    for i in range(len(position)):
        hit = second.first_ball_hit[i]
        assert hit == -1 or not is_pocketed[i, hit]
    # One layout, many shots, and shots by layouts.
    grid = table.simulate(2.0, [[0.1], [0.2], [0.3]], position=position[:5], is_pocketed=is_pocketed[:5])
    assert grid.status.shape == (3, 5) and grid.position.shape == (3, 5, 10, 2)
    one = table.simulate(2.0, 0.2, position=position[4], is_pocketed=is_pocketed[4])
    np.testing.assert_array_equal(grid.position[1, 4], one.position)


def test_stop_follow_draw_english_and_miscue():
    table = PoolTable(position=[[0.4, 1.3], [0.4, 1.5]])
    above = np.array([0.3, -0.16, -0.45, 0.51])
    shots = table.simulate(1.0, UP, above=above)
    meets = 1.5 - 2 * table.radius
    follow, stop, draw, none = shots.position[:, 0, 1]
    assert follow > 1.8 and abs(stop - meets) < 0.005 and draw < 1.42 and none == 1.3
    np.testing.assert_array_equal(shots.status, [0, 0, 0, ShotStatus.MISCUE])
    np.testing.assert_array_equal(shots.first_ball_hit, [1, 1, 1, -1])
    np.testing.assert_array_equal(shots.event_count == 0, above > 0.5)
    # Mirror images: left and right english, and the middle of the table.
    table = PoolTable(position=[[table.width / 2, 0.5]], cue={"end_mass": 0.0})
    sides = table.simulate(2.0, UP, right=[-0.4, 0.4], elevation=[0.3, 0.3])
    x = sides.position[:, 0, 0] - table.width / 2
    assert abs(x).min() > 0.01
    np.testing.assert_allclose(x[0], -x[1], atol=1e-9)


def test_the_same_as_the_command(tmp_path):
    """A file that the command plays, and the same as keywords."""
    for name in ["break", "draw", "follow", "stop"]:
        file = json.loads((DATA / f"{name}.json").read_text())
        done = subprocess.run(
            [sys.executable, "-m", "carom", "pool", "--physics", "billiards", str(DATA / f"{name}.json"), "--json"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
        )
        expected = json.loads(done.stdout)
        stroke = file.pop("shot")
        if "balls" in file:
            file["position"] = [ball["position"] for ball in file.pop("balls")]
        table = PoolTable(**file)
        cue, aim = table.position[[0, stroke.pop("at_ball")]]
        direction = np.arctan2(*(aim - cue)[::-1])
        result = table.simulate(direction=direction, **stroke)
        ends = [ball["position"][:2] for ball in expected["balls"]]
        # The direction is rounded by numpy.
        np.testing.assert_allclose(result.position, ends, atol=1e-9)
        np.testing.assert_allclose(result.duration, expected["summary"]["time"], rtol=1e-9)
        assert result.event_count == expected["summary"]["events"]


def test_tables():
    table = PoolTable("snooker")
    assert len(table) == 22 and table.radius == 0.02619375 and table.pocket_center.shape == (6, 2)
    assert repr(table) == "<PoolTable of 22 balls>" and table.pocket_radius.shape == (6,)
    carom = PoolTable("three_cushion")
    assert carom.pocket_center.shape == (0, 2) and (carom.width, carom.length) == (1.42, 2.84)
    plain = PoolTable("nine_ball", models={"cushion": {"mathavan2010": {"steps": 200}}}, gap=1e-4)
    again = pickle.loads(pickle.dumps(plain))
    np.testing.assert_array_equal(again.position, plain.position)
    same(plain.simulate(**breaks(3)), again.simulate(**breaks(3)))
    other = PoolTable("nine_ball", gap=1e-4)
    assert (plain.simulate(**breaks(3)).position != other.simulate(**breaks(3)).position).any()


def test_bad_tables():
    for options, match in [
        ({}, "balls is missing; so is rack"),
        (dict(rack="nine_pins"), "rack"),
        (dict(position=[[0.5, 1], [0.5, 1.05]]), "balls 0 and 1 overlap by 0.007"),
        (dict(position=[[0.5, -1]]), r"balls\[0\]"),
        (dict(position=[0.5, 1]), r"position must have the shape \(\.\.\., k, 2\)"),
        (dict(position=[[0.5, np.nan]]), "position is not finite"),
        (dict(position=[[[0.5, 1]]]), "position has too many dimensions"),
        (dict(position=np.full((65, 2), 1.0)), "65 balls are more than 64"),
        (dict(rack="nine_ball", position=[[0.5, 1]]), "rack and balls"),
        (dict(rack="nine_ball", ball={"rolling_friction": -1.0}), "ball.rolling_friction must be positive"),
        (dict(rack="nine_ball", ball={"weight": 1.0}), "weight"),
        (dict(rack="nine_ball", dimensions={"width": -1.0}), "dimensions.width must be positive"),
        (dict(rack="nine_ball", cue={"mass": 0.0}), "cue: the mass"),
        (dict(rack="nine_ball", gap=np.inf), "not JSON compliant"),
    ]:
        with pytest.raises(ValueError, match=match):
            PoolTable(**options)
    with pytest.raises(TypeError):
        PoolTable("nine_ball", gap=object())


def test_bad_shots():
    table = PoolTable(position=[[0.4, 1.0], [0.8, 1.0]])
    good = np.ones(5)
    bad = np.array([1.0, 1, np.nan, 1, -2])
    for options, match in [
        (dict(speed=bad, direction=0.0), r"speed\[2\] must be 0 to 1,000 m/s"),
        (dict(speed=good, direction=bad), r"direction\[2\] must be finite"),
        (dict(speed=good[:, None], direction=[0.0, np.inf]), r"direction\[1\] must be finite"),
        (dict(speed=1.0, direction=np.nan), "direction must be finite"),
        (dict(speed=1.0, direction=0.0, elevation=[0.0, -0.1]), r"elevation\[1\] must be 0 to π/2"),
        (dict(speed=1.0, direction=0.0, right=[np.inf]), r"right\[0\] must be finite"),
        (dict(speed=1.0, direction=0.0, ball=[1, 2]), r"ball\[1\] must be the number of a ball of the table"),
        (dict(speed=1.0, direction=0.0, ball=-1), "ball must be the number of a ball"),
        (dict(speed=1.0, direction=0.0, ball=0.5), "ball must be the number of a ball"),
        (dict(speed=1.0, direction=0.0, is_pocketed=[[False, True], [True, False]]), r"ball\[1\] must be at rest on the table"),
        (dict(speed=1.0, direction=0.0, position=np.ones((3, 2))), "position is of 3 balls, the table of 2"),
        (dict(speed=good, direction=0.0, position=[[0.4, 1.0], [0.41, 1.0]]), "position: balls 0 and 1 overlap by"),
        (dict(speed=1.0, direction=0.0, position=[[[0.4, 1], [0.8, 1]], [[9.0, 1], [0.8, 1]]]), r"position\[1\]: ball 0 is"),
        (dict(speed=good, direction=[0.0, 1.0]), "cannot be broadcast: speed"),
        (dict(speed=1.0, direction=0.0, times=[1.0, -1.0]), "times must be finite and not negative"),
        (dict(speed=1.0, direction=0.0, threads=0), "threads must be at least 1"),
    ]:
        with pytest.raises(ValueError, match=match):
            table.simulate(**options)
    with pytest.raises(TypeError, match="is_pocketed must be booleans, not int64"):
        table.simulate(1.0, 0.0, is_pocketed=[0, 1])
    # The first of many, whatever the threads.
    speed = np.ones(5000)
    speed[[1700, 1800, 4000]] = -1
    for threads in [1, 2, 7]:
        with pytest.raises(ValueError, match=r"speed\[1700\]"):
            table.simulate(speed, 0.0, threads=threads)


def test_no_shots():
    table = PoolTable("nine_ball")
    results = table.simulate(np.zeros((0, 3)), 0.0, times=[1.0], events=True)
    assert results.status.shape == (0, 3) and results.states.position.shape == (0, 3, 1, 10, 3)
    np.testing.assert_array_equal(results.events.offsets, [0])
    assert results.events.position.shape == (0, 3)


def test_every_name_has_a_docstring():
    for name in billiards.__all__:
        value = getattr(billiards, name)
        assert value.__doc__, name
        for member, part in vars(value).items():
            if not member.startswith("_"):
                assert part.__doc__, f"{name}.{member}"
