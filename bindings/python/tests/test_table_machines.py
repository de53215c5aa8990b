"""Tables with bumpers, walls that move, regions and pockets."""

import numpy as np
import pytest

import carom
from carom import Status, TableEventKind

BUMPER = {"walls": [{"ball": {"center": [3, 0], "radius": 1}}], "bumpers": [{"wall": 0, "kick": 4}]}


def flipper(**motion):
    bar = {"capsule": {"a": [0, 0], "b": [3, 0], "radius": 0.25}}
    return {"walls": [bar], "motions": [{"wall": 0, "keyframes": [{"time": 0}], **motion}]}


def test_a_bumper_adds_its_kick_and_its_energy():
    table = carom.Table([[0.0, 0]], 1.0, [[1.0, 0]], wall_restitution=0.5, machine=BUMPER)
    run = table.run_events(2.0)
    assert run.status == Status.DONE
    assert run.kind == TableEventKind.WALL and run.ball == 0 and run.other == 0
    np.testing.assert_array_equal(run.time, [1])
    np.testing.assert_array_equal(run.normal, [[-1, 0]])
    np.testing.assert_array_equal(table.velocity, [[-4.5, 0]])
    assert table.energy_given == 0.5 * (4.5**2 - 0.5**2)


def test_walls_of_a_machine_come_before_the_others():
    """A wall of the machine, a segment, and the sides of the box."""
    table = carom.Table(
        [[0.0, 0], [0, 3], [0, -3]],
        0.5,
        [[2.0, 0], [-2, 0], [0, -2]],
        walls=[[[-3.0, 2], [-3, 4]]],
        box=[[-9.0, -5], [9, 5]],
        machine=BUMPER,
    )
    run = table.run_events(1.5)
    np.testing.assert_array_equal(run.other[np.argsort(run.ball)], [0, 1, 2 + 2])
    np.testing.assert_array_equal(run.kind, TableEventKind.WALL)


def test_regions_and_pockets():
    machine = {
        "regions": [{"ball": {"center": [4, 0], "radius": 1}}],
        "pockets": [{"aabb": {"min": [9, -1], "max": [10, 1]}}],
    }
    table = carom.Table([[[0.0, 0], [0, 3]], [[0.0, 5], [4, 0.5]]], 0.5, [[2.0, 0], [1, 0]], machine=machine)
    np.testing.assert_array_equal(table.is_inside(0), [[False, False], [False, False]])
    run = table.run_events(2.0)
    np.testing.assert_array_equal(run.offsets, [0, 1, 3])
    np.testing.assert_allclose(run.time, [1.5, 0, np.sqrt(0.75)], rtol=1e-15)
    np.testing.assert_array_equal(run.kind, [TableEventKind.ENTER, TableEventKind.ENTER, TableEventKind.LEAVE])
    np.testing.assert_array_equal(run.ball, [0, 1, 1])
    np.testing.assert_array_equal(run.other, [0, 0, 0])
    np.testing.assert_array_equal(run.speed, [2, 1, 1])
    np.testing.assert_array_equal(run.normal, [[-1, 0]] * 3)
    np.testing.assert_array_equal(table.is_inside(0), [[True, False], [False, False]])
    run = table.run_events(9.0)
    np.testing.assert_array_equal(run.kind, [TableEventKind.LEAVE, TableEventKind.ENTER, TableEventKind.ENTER])
    np.testing.assert_array_equal(run.other, [0, 1, 1])
    np.testing.assert_array_equal(run.time, [2.5, 4.5, 5])
    np.testing.assert_array_equal(table.in_play, [[False, True], [True, False]])
    # Balls keep their rows.
    np.testing.assert_array_equal(table.center, [[[np.nan, np.nan], [9, 3]], [[18, 5], [np.nan, np.nan]]])
    np.testing.assert_array_equal(table.velocity[0, 0], [np.nan, np.nan])
    with pytest.raises(ValueError, match="there is no region 2, but 2, numbered from 0"):
        table.is_inside(2)


def test_a_piston_and_a_squeezed_ball():
    machine = {
        "walls": [{"segment": {"a": [-9, 3], "b": [9, 3]}}],
        "motions": [{"wall": 0, "keyframes": [{"time": 0}, {"time": 9, "offset": [0, -9]}]}],
    }
    table = carom.Table([[0.0, 0.5]], 0.5, machine=machine, restitution=0.5, box=[[-9.0, 0], [9, 9]])
    assert table.run(9.0) == Status.SQUEEZED
    assert 1.99 < table.time < 2.01
    offset, angle = table.wall_pose(0)
    np.testing.assert_allclose(offset, [0, -table.time])
    assert angle == 0
    # Back up, and the ball is free.
    table.move_wall(0, [9.0], offset=[[0, 2]])
    assert table.run(9.0) == Status.DONE and table.time == 9


def test_keys_move_flippers_of_some_tables():
    table = carom.Table(np.full((2, 3, 1, 2), [2, 0.75]), 0.25, machine=flipper())
    alone = carom.Table([[2.0, 0.75]], 0.25, machine=flipper())
    for one in [table, alone]:
        one.run(0.5)
    pressed = np.array([[True, False, True], [False, False, True]])
    table.move_wall(0, [0.6, 0.8], angle=[0.8, 0], where=pressed)
    alone.move_wall(0, [0.6, 0.8], angle=[0.8, 0])
    for one in [table, alone]:
        one.run(0.6)
    np.testing.assert_array_equal(table.events, pressed)
    np.testing.assert_array_equal(table.wall_pose(0)[1], 0.8 * pressed)
    for one in [table, alone]:
        one.run(2.0)
    np.testing.assert_array_equal(table.wall_pose(0)[1], np.zeros((2, 3)))
    for index in np.ndindex(2, 3):
        wanted = alone.center if pressed[index] else [[2, 0.75]]
        np.testing.assert_array_equal(table.center[index], wanted)
    # Each table with keyframes of its own; none: it stops.
    table.move_wall(0, table.time[..., None] + [0.5], angle=np.arange(6.0).reshape(2, 3, 1))
    table.run(2.25)
    np.testing.assert_array_equal(table.wall_pose(0)[1], np.arange(6.0).reshape(2, 3) / 2)
    table.move_wall(0, [])
    table.run(9.0)
    np.testing.assert_array_equal(table.wall_pose(0)[1], np.arange(6.0).reshape(2, 3) / 2)


def test_machines_in_space_may_be_arrays():
    machine = {
        "walls": [{"mesh": {"vertices": np.array([[0.0, -9, -9], [0, 9, 0], [0, -9, 9]]), "triangles": [[0, 1, 2]]}}],
        "motions": [{"wall": np.int64(0), "axis": [0, 1, 0], "keyframes": [{"time": 0}, {"time": 1, "offset": np.array([1.0, 0, 0])}]}],
    }
    table = carom.Table([[2.0, 0, 0]], 0.5, machine=machine, restitution=0.5)
    run = table.run_events(9.0)
    # The wall comes to 1, the ball stays where it is.
    assert len(run.time) == 0 and run.normal.shape == (0, 3)
    assert table.wall_pose(0)[0].tolist() == [1, 0, 0]


def test_many_tables_record_the_events_of_single_ones():
    random = np.random.default_rng(5)
    grid = np.stack(np.meshgrid(np.arange(4.0), np.arange(4.0)), axis=-1).reshape(-1, 2) + 1
    center = grid + random.uniform(-0.2, 0.2, (9, 16, 2))
    velocity = random.uniform(-1, 1, (9, 16, 2))
    machine = {
        "walls": [{"capsule": {"a": [2.5, -1], "b": [2.5, -2], "radius": 0.1}}],
        "motions": [{"wall": 0, "keyframes": [{"time": 0}, {"time": 4, "offset": [0, 5]}]}],
        "regions": [{"ball": {"center": [2, 2], "radius": 1}}],
    }
    options = dict(box=[[0.0, 0], [5, 5]], restitution=0.9, machine=machine)
    tables = carom.Table(center, 0.25, velocity, **options)
    run = tables.run_events(3.0, threads=3)
    assert run.status.shape == (9,) and run.offsets[-1] == len(run.time) == len(run.normal)
    for i in range(9):
        one = carom.Table(center[i], 0.25, velocity[i], **options)
        alone = one.run_events(3.0)
        mine = slice(run.offsets[i], run.offsets[i + 1])
        for name in ["time", "kind", "ball", "other", "normal", "speed"]:
            np.testing.assert_array_equal(getattr(run, name)[mine], getattr(alone, name))
        assert one.events == len(alone.time) > 20
        # An event that is not recorded is the same.
        again = carom.Table(center[i], 0.25, velocity[i], **options)
        again.run(3.0)
        assert again.center.tobytes() == one.center.tobytes() == tables.center[i].tobytes()


def test_bad_machines():
    for machine, match in [
        ({"wall": []}, "machine has the lists walls, bumpers, motions, regions, pockets, not wall"),
        ({"walls": [{"ball": {"center": [0, 0, 5], "radius": 1}}]}, r"machine: center has 2 numbers and walls\[0\].ball.center has 3"),
        ({"walls": [{"level": "a.obj"}]}, r"machine: center has 2 numbers and walls\[0\].level is 3D"),
        ({"bumpers": [{"wall": 0, "kick": 1}]}, r"machine: bumpers\[0\].wall: there is no wall 0"),
        ({"walls": [{"ball": {"center": [0, 0.5], "radius": 1}}]}, "ball 0 is inside wall 0"),
        ({"walls": [{"ball": {"center": [9, 9], "radius": 1}}], "bumpers": [{"wall": 0, "kick": -1}]}, "wall 0 must have a kick"),
        (flipper(keyframes=[]), "wall 0 must have a motion with a keyframe"),
        ({"regions": [{"segment": {"a": [0, 0], "b": [1, 1]}}]}, "region 0 is no ball"),
        ({"walls": [{"ball": {"center": [np.nan, 9], "radius": 1}}]}, "JSON|NaN|nan"),
    ]:
        with pytest.raises(ValueError, match=match):
            carom.Table([[0.0, 0]], 0.5, machine=machine)
    with pytest.raises(ValueError, match=r"walls\[0\].level: a.obj: a machine reads no files: give a mesh"):
        carom.Table([[0.0, 0, 0]], 0.5, machine={"walls": [{"level": "a.obj"}]})
    with pytest.raises(TypeError, match="machine"):
        carom.Table([[0.0, 0]], 0.5, machine=[])
    table = carom.Table([[[2.0, 0.75]], [[2, 0.75]]], 0.25, machine=flipper())
    table.run(1.0)
    for arguments, options, match in [
        ((1, [2.0]), {}, r"table\[0\]: wall 1 does not exist"),
        ((0, [0.5]), {}, r"table\[0\]: wall 0 must have keyframes after the time of the table"),
        ((0, [[2.0], [0.5]]), {}, r"table\[1\]: wall 0 must have keyframes after"),
        ((0, [3.0, 2]), {}, "wall 0 must have keyframes with times in ascending order"),
        ((0, [2.0]), dict(angle=[np.nan]), "wall 0 must have keyframes of finite numbers"),
        ((0, 2.0), {}, r"time must have the shape \(..., m\)"),
        ((0, [2.0]), dict(offset=[[1.0, 2, 3]]), "offset has the leading dimensions"),
        ((0, [2.0]), dict(where=[True, False, True]), "where has the leading dimensions"),
    ]:
        with pytest.raises(ValueError, match=match):
            table.move_wall(*arguments, **options)
    with pytest.raises(TypeError, match="where must be booleans"):
        table.move_wall(0, [2.0], where=[1, 0])
    with pytest.raises(ValueError, match="there is no wall 3, but 1"):
        table.wall_pose(3)
    fixed = carom.Table([[0.0, 0]], 1.0, machine=BUMPER)
    with pytest.raises(ValueError, match="wall 0 must have a motion from the start, to be moved"):
        fixed.move_wall(0, [2.0])
