"""Movers and crowds."""

import pickle

import numpy as np
import pytest

import carom
from carom import Why

FLOOR = [[-90.0, 0, -90], [-90, 0, 90], [90, 0, 90], [90, 0, -90]], [[0, 1, 2], [0, 2, 3]]


@pytest.fixture(params=["float32", "float64"])
def floor(request):
    return carom.Mesh(*FLOOR, dtype=request.param)


def test_they_walk_fall_and_land(floor):
    feet = np.array([[[0, 0.005, 0], [3, 2, 0]], [[0, 0.005, 5], [3, 1, 5]]])
    mover = carom.Mover(floor, feet, [[1.8, 1.8], [1.2, 1.2]])
    velocity = np.array([[2.0, 0, 0], [0, 0, 1]])
    for tick in range(60):
        step = mover.step(velocity, 1 / 60)
        if tick == 0:
            np.testing.assert_array_equal(step.on_ground, [[True, False], [True, False]])
    assert step.feet.shape == (2, 2, 3) and step.feet.dtype == floor.dtype and len(mover) == 4
    assert step.on_ground.all()
    np.testing.assert_allclose(step.feet[:, 0, 0], [2, 2], atol=1e-3)
    np.testing.assert_allclose(step.velocity[:, 1, 2], [1, 1], atol=1e-3)


def test_quadrupeds_pass_under_a_beam_and_turn():
    world = carom.World()
    world.add(carom.Box([-9.0, -1, -9], [90.0, 0, 9]))
    world.add(carom.Box([1.0, 0.7, -9], [4.0, 3, 9]))
    dogs = carom.Mover(world, [[0.0, 0.01, 0], [0.0, 0.01, 3], [0.0, 0.01, 6]], 1.4, radius=0.25)
    # Two lie along their way, the third stands.
    along = np.array([[1.0, 0, 0], [2.0, 0, 0], [0.0, 0, 0]])
    for _ in range(60):
        step = dogs.step([2.5, 0, 0], 1 / 60, axis=along)
    np.testing.assert_array_equal(step.axis, [[1, 0, 0], [1, 0, 0], [0, 0, 0]])
    assert (step.feet[:2, 0] > 2.4).all() and step.feet[2, 0] < 0.8 and step.on_ground.all()
    for _ in range(60):
        step = dogs.step([0.0, 0, 0], 1 / 60, axis=[[0.0, 1, 0], [0, 0, 1], [0, 1, 0]])
    # No room to stand up, but to turn.
    assert 0 < step.axis[0, 1] < 0.3
    np.testing.assert_allclose(step.axis[1:], [[0, 0, 1], [0, 0, 0]], atol=1e-6)
    with pytest.raises(ValueError, match="axis"):
        dogs.step([0.0, 0, 0], 1 / 60, axis=[np.nan, 0, 0])


def test_a_group_that_gives_way_gets_through_a_door():
    through = []
    for gives_way in [False, True]:
        world = carom.World()
        world.add(carom.Box([-50.0, -1, -50], [50.0, 0, 50]))
        for side in [-1, 1]:
            world.add(carom.Box(sorted_box(side)[0], sorted_box(side)[1]))
        feet = [[-2.0 - 0.8 * (i // 3), 0.01, 0.8 * (i % 3 - 1)] for i in range(9)]
        crowd = carom.Crowd(world, feet, gives_way=gives_way)
        at = np.array(feet)
        for _ in range(600):
            goal = np.where(at[:, :1] < 0, [[0.2, 0.01, 0]], at + [[9.0, 0, 0]])
            way = (goal - at) * [1, 0, 1]
            at = crowd.step(3 * way / np.linalg.norm(way, axis=1, keepdims=True), 1 / 60).feet
        through.append(int((at[:, 0] > 0.5).sum()))
    assert through[1] == 9 and through[0] < 9, through


def sorted_box(side):
    """A wall at x = 0 beside a door of 0.8 m."""
    near, far = 0.4 * side, 10.0 * side
    return [-0.1, 0, min(near, far)], [0.1, 4, max(near, far)]


def test_an_animation_takes_the_place_of_gravity(floor):
    mover = carom.Mover(floor, [[0.0, 0.01, 0], [5.0, 0.01, 0]])
    mover.step([0.0, 0, 0], 1 / 60)
    # One rises by 1 m and holds there, the other walks as ever; down lands on the ground again.
    for rise in [1.0, 0.0]:
        for _ in range(60):
            step = mover.step([1.0, 0, 0], 1 / 60, rise=[rise, np.nan])
        np.testing.assert_allclose(step.feet[:, 1], [1.01, 0.01], atol=1e-3)
    np.testing.assert_allclose(step.feet[:, 0], [2, 7], atol=1e-3)
    np.testing.assert_array_equal(step.on_ground, [False, True])
    for _ in range(60):
        step = mover.step([0.0, 0, 0], 1 / 60, rise=-2.0)
    assert step.on_ground.all()
    with pytest.raises(ValueError, match="rise"):
        mover.step([0.0, 0, 0], 1 / 60, rise=[0.0, np.inf])


def test_a_jump_follows_the_parabola(floor):
    mover = carom.Mover(floor, [0.0, 0.005, 0], gravity=10.0)
    mover.step([0.0, 0, 0], 0.01)
    start = mover.step([0.0, 0, 0], 0.01).feet[1]
    step = mover.step([0.0, 0, 0], 0.25, jump=5.0)
    assert step.feet[1] - start == pytest.approx(5 * 0.25 - 5 * 0.25**2, abs=1e-4)
    assert not step.on_ground


def test_walls_steps_and_slopes(floor):
    world = carom.World(dtype=floor.dtype)
    world.add(floor)
    world.add(carom.Box([2.0, 0, -50], [3.0, 0.3, 0.0]))  # a step
    world.add(carom.Box([2.0, 0, 0.0], [3.0, 3.0, 50]))  # a wall
    mover = carom.Mover(world, [[0.0, 0.005, -5], [0.0, 0.005, 5]])
    why = 0
    for _ in range(75):
        step = mover.step([2.0, 0, 0], 1 / 60)
        why = why | step.why
    np.testing.assert_allclose(step.feet[:, 0], [2.5, 1.7], atol=0.02)
    np.testing.assert_allclose(step.feet[:, 1], [0.3, 0], atol=0.02)
    assert why[0] & Why.STEPPED and not why[1] & Why.STEPPED and step.why[1] & Why.BLOCKED
    steep = carom.Mover(world, [0.0, 0.005, -5], step_height=0.2)
    for _ in range(75):
        step = steep.step([2.0, 0, 0], 1 / 60)
    assert step.feet[0] < 2


def test_the_same_bits_for_any_threads_order_and_copy(floor):
    random = np.random.default_rng(1)
    feet = random.uniform(-50, 50, (300, 3)) * [1, 0, 1] + [0, 0.01, 0]
    velocity = random.uniform(-3, 3, (300, 3))
    movers = [carom.Mover(floor, feet) for _ in range(3)]
    for tick in range(5):
        steps = [m.step(velocity, 1 / 30, threads=threads) for m, threads in zip(movers, [1, 2, None])]
        for step in steps[1:]:
            assert all(a.tobytes() == b.tobytes() for a, b in zip(step, steps[0]))
    saved = movers[0].copy()
    after, again = (m.step(velocity, 1 / 30) for m in [movers[0], saved])
    assert after.feet.tobytes() == again.feet.tobytes()
    one = carom.Mover(floor, feet[17])
    for _ in range(6):
        step = one.step(velocity[17], 1 / 30)
    np.testing.assert_array_equal(step.feet, after.feet[17])


def test_place_starts_again(floor):
    mover = carom.Mover(floor, np.zeros((4, 3)) + [0, 0.01, 0])
    for _ in range(10):
        mover.step([1.0, 0, 0], 0.1)
    mover.place(np.array([True, False, False, True]), [5.0, 0.01, 5])
    mover.place([1], [[7.0, 0.01, 7]])
    step = mover.step([0.0, 0, 0], 0.1)
    np.testing.assert_allclose(step.feet[:, 0], [5, 7, 1, 5], atol=0.02)
    with pytest.raises(IndexError, match="no character 4, only 4"):
        mover.place([4], [0.0, 0, 0])
    with pytest.raises(ValueError, match="feet has 2 rows for 1 characters"):
        mover.place([3], [[0.0, 0, 0], [1, 1, 1]])


def test_a_crowd_pushes_and_never_overlaps(floor):
    random = np.random.default_rng(1)
    world = carom.World(dtype=floor.dtype)
    world.add(floor)
    side = np.arange(10) * 0.7
    feet = np.stack(np.meshgrid(side, [0.011], side), axis=-1).reshape(-1, 3)
    crowd = carom.Crowd(world, feet, mass=random.uniform(50, 100, 100))
    assert len(crowd) == 100 and len(world) == 101
    for _ in range(30):
        velocity = np.array([3.5, 0, 3.5]) - (feet if _ == 0 else step.feet)
        step = crowd.step(velocity, 1 / 30)
    gaps = np.linalg.norm(step.feet[:, None] - step.feet[None], axis=-1) + 9 * np.eye(100)
    assert gaps.min() >= 0.6
    assert step.on_ground.all()
    crowd.place([0], [50.0, 0.011, 50])
    step = crowd.step(np.zeros(3), 1 / 30)
    np.testing.assert_allclose(step.feet[0], [50, 0.011, 50], atol=0.02)


def test_bad_characters(floor):
    world = carom.World(dtype=floor.dtype)
    with pytest.raises(ValueError, match=r"feet\[1\] is not finite"):
        carom.Mover(floor, [[0.0, 0, 0], [0, np.nan, 0]])
    with pytest.raises(ValueError, match="skin must be more than 0 and less than the radius"):
        carom.Mover(floor, [0.0, 0, 0], skin=1.0)
    with pytest.raises(ValueError, match="max_slope must be 0 to 90 degrees, not 100"):
        carom.Mover(floor, [0.0, 0, 0], max_slope=100)
    with pytest.raises(TypeError, match="there is no setting speed: there are up, gravity"):
        carom.Mover(floor, [0.0, 0, 0], speed=1)
    with pytest.raises(ValueError, match=r"height\[1\] must be more than 0"):
        carom.Mover(floor, np.zeros((2, 3)), [1.8, -1])
    with pytest.raises(ValueError, match=r"mass\[1\] must be more than 0"):
        carom.Crowd(world, np.zeros((2, 3)), mass=[1.0, 0])
    with pytest.raises(ValueError, match="role must be push, static or ghost"):
        carom.Crowd(world, np.zeros((2, 3)), role="wall")
    with pytest.raises(TypeError):
        carom.Crowd(floor, np.zeros((2, 3)))
    mover = carom.Mover(floor, np.zeros((2, 3)))
    for dt in [-1, np.nan, np.inf]:
        with pytest.raises(ValueError, match="dt must be finite and not negative"):
            mover.step([0.0, 0, 0], dt)
    crowd = carom.Crowd(world, np.zeros((2, 3)) + [[0], [5]])
    for dt in [0.0, -1, np.nan, np.inf]:
        with pytest.raises(ValueError, match="dt must be more than 0 and finite"):
            crowd.step([0.0, 0, 0], dt)
    crowd.remove([0, 1])
    with pytest.raises(ValueError, match=r"velocity\[1\] is not finite"):
        mover.step([[0.0, 0, 0], [np.inf, 0, 0]], 0.1)
    with pytest.raises(ValueError, match=r"velocity has the leading dimensions \(3,\), which cannot be broadcast to \(2,\)"):
        mover.step(np.zeros((3, 3)), 0.1)
    assert len(world) == 0


def test_the_way_out_of_a_wall_is_as_long_as_the_setting(floor):
    world = carom.World(dtype=floor.dtype)
    world.add(floor)
    world.add(carom.Box([0.0, 0, -9], [4.0, 9, 9]))
    for most, is_out in [(1.8, True), (0.0, False)]:
        # 0.5 m of the capsule is in the wall.
        mover = carom.Mover(world, [0.2, 0.01, 0], max_depenetration=most)
        step = mover.step([0.0, 0, 0], 1 / 60)
        assert bool(step.why & Why.STUCK) != is_out
        assert (step.feet[0] < -0.29) == is_out
    with pytest.raises(ValueError, match="max_depenetration must be finite and not negative"):
        carom.Mover(world, [0.0, 0, 0], max_depenetration=-1)


def test_events_have_their_speeds(floor):
    world = carom.World(dtype=floor.dtype)
    world.add(floor)
    world.add(carom.Box([2.0, 0, -50], [3.0, 0.3, 50]))
    heroes = carom.Mover(world, [[-20.0, 2.01, 0], [1.0, 0.005, 0]])
    steps = [heroes.step([2.0, 0, 0], 1 / 60) for _ in range(60)]
    landed = np.stack([step.landed for step in steps])
    assert np.nanmax(landed[:, 0]) == pytest.approx((2 * 9.81 * 2) ** 0.5, abs=0.01)
    assert np.isfinite(landed[:, 0]).sum() == 1
    stepped = np.stack([step.stepped for step in steps])
    assert np.isnan(stepped[:, 0]).all() and np.nansum(stepped[:, 1]) == pytest.approx(0.3, abs=1e-3)
    jump = heroes.step([0.0, 0, 0], 1 / 60, jump=4.0)
    np.testing.assert_allclose(jump.left_ground, [4, 4])
    assert np.isnan(jump.bumped_head).all() and np.isnan(jump.landed).all()


def test_bodies_with_a_flat_sole_and_of_several_capsules():
    world = carom.World()
    world.add(carom.Box([-9.0, -1, -9], [1.0, 0, 9]))
    world.add(carom.Box([-4.0, 1.2, -9], [-3.0, 3, 9]))
    heights = []
    for body in ["capsule", "cylinder", {"box": {"half_length": 0.5}}]:
        mover = carom.Mover(world, [1.2, 0.01, 0], body=body)
        for _ in range(30):
            step = mover.step([0.0, 0, 0], 1 / 60)
        heights.append(step.feet[1])
    # A round foot sinks at the edge of a ledge, a flat one rests.
    assert heights[0] < 0 and heights[1:] == pytest.approx([0.01, 0.01], abs=1e-4)
    # The lintel stops the upper part of a centaur, not the horse.
    person = {"a": [0.7, 0.6, 0], "b": [0.7, 1.6, 0], "radius": 0.25}
    ends = []
    for limbs in [[], [person]]:
        mover = carom.Mover(world, [-1.0, 0.01, 0], 2.0, radius=0.35, body={"lying": limbs})
        for _ in range(150):
            step = mover.step([-2.0, 0, 0], 1 / 60, axis=[-1.0, 0, 0])
        ends.append(step.feet[0])
    assert ends[0] < -5.5 and ends[1] < -1.0 and ends[1] > -3.5
    with pytest.raises(ValueError, match="limbs.0..radius must be more than 0"):
        carom.Mover(world, [0.0, 0, 0], body={"lying": [{**person, "radius": 0}]})
    with pytest.raises(ValueError, match="half_length must be finite and at least the radius"):
        carom.Mover(world, [0.0, 0, 0], body={"box": {"half_length": 0.1}})
    with pytest.raises(ValueError, match="body: "):
        carom.Mover(world, [0.0, 0, 0], body="cube")


def test_an_edge_guard_stops_a_walk_at_the_edge():
    world = carom.World()
    world.add(carom.Box([-3.0, -1, -3], [3.0, 0, 3]))
    mover = carom.Mover(world, [0.0, 0.01, 0], edge_guard=0.1)
    for _ in range(120):
        step = mover.step([3.0, 0, 0.5], 1 / 60)
    # The round end of the capsule sinks a little at the rim.
    np.testing.assert_allclose(step.feet, [3.1, -0.0065, 1.0], atol=0.001)
    assert step.why & Why.EDGE
    with pytest.raises(ValueError, match="edge_guard must be finite and not negative"):
        carom.Mover(world, [0.0, 0, 0], edge_guard=-1)


def stop(mover, tag):
    """Where a character that walks at 3 m/s along z ends, and the largest tag on the way."""
    tags = [mover.step([0.0, 0, 3], 1 / 60).tag for _ in range(60)]
    assert max(tag.max() for tag in tags) == tag
    return mover.step([0.0, 0, 3], 1 / 60)


def test_surfaces_are_slippery_steep_moving_or_no_step(floor):
    world = carom.World(dtype=floor.dtype)
    ground = world.add(carom.Box([-50.0, -1, -50], [50, 0, 50]))
    kerb = world.add(carom.Box([-50.0, -1, 2], [0, 0.2, 50]))
    belt = world.add(carom.Box([4.0, -1, -50], [50, 0.1, 50]))
    ramp = carom.Mesh(np.array([[-60.0, 0, 2], [-60, 3, 8], [-50, 0, 2], [-50, 3, 8]], floor.dtype), [[0, 1, 2], [1, 3, 2]])
    world.add(carom.Box([-60.0, -1, -50], [-50, 0, 50]))
    slope = world.add(ramp)
    feet = [[-2.0, 0.01, 0], [2, 0.01, 0], [6, 0.11, 0], [-55, 0.01, 0]]
    # Without materials all are ground like any other.
    mover = carom.Mover(world, feet)
    end = stop(mover, 0)
    assert (end.feet[:, 2] > 2.9).all() and (end.grip == 1).all()
    np.testing.assert_allclose(end.feet[:, 1], [0.2, 0, 0.1, 0.56], atol=0.03)
    mover = carom.Mover(world, feet)
    mover.set_surfaces(
        [ground, kerb, belt, slope],
        max_slope=[np.nan, 30, np.nan, 20],
        step=[True, False, True, True],
        friction=[0.1, 1, 0.5, 1],
        velocity=[[0.0, 0, 0], [0, 0, 0], [0, 0, -2], [0, 0, 0]],
        tag=[1, 8, 3, 2**32 - 1],
    )
    copies = [mover.copy(), pickle.loads(pickle.dumps(mover))]
    end = stop(mover, 2**32 - 1)
    for other in copies:
        assert stop(other, 2**32 - 1).feet.tobytes() == end.feet.tobytes()
    np.testing.assert_allclose(end.feet[:3, 2], [1.69, 3.05, 1.02], atol=0.05)
    assert end.feet[3, 1] < 0.02 and end.feet[0, 1] < 0.02
    np.testing.assert_allclose(end.grip, [0.1, 0.1, 0.5, 1], rtol=1e-6)
    np.testing.assert_array_equal(end.tag, [8, 1, 3, 2**32 - 1])
    # The list is the whole table: none removes it.
    mover.set_surfaces(np.zeros(0, int))
    assert (mover.step([0.0, 0, 0], 1 / 60).grip == 1).all()
    crowd = carom.Crowd(world, feet)
    crowd.set_surfaces(belt, velocity=[0.0, 0, -2], friction=0.5, tag=3)
    for _ in range(60):
        end = crowd.step([0.0, 0, 0], 1 / 60)
    np.testing.assert_allclose(end.feet[:, 2], [0, 0, -2, 0], atol=0.05)
    np.testing.assert_array_equal(end.tag, [0, 0, 3, 0])


def test_a_triangle_of_a_mesh_has_a_material(floor):
    mover = carom.Mover(floor, [[20.0, 0.01, 25], [25.0, 0.01, 20]])
    mover.set_surfaces(None, [0, 1], friction=[0.25, 0.5], tag=[5, 6])
    step = mover.step([0.0, 0, 0], 1 / 60)
    assert sorted(step.grip) == [0.25, 0.5] and sorted(step.tag) == [5, 6]
    mover.set_surfaces(None, friction=0.125)
    assert (mover.step([0.0, 0, 0], 1 / 60).grip == 0.125).all()


def test_bad_surfaces(floor):
    world = carom.World(dtype=floor.dtype)
    bodies = world.add(carom.Ball([[0.0, 0, 0], [4, 0, 0]], 1.0))
    mover = carom.Mover(world, [9.0, 0, 0])
    for wrong, message in [
        ({"friction": [1.0, -1]}, r"friction\[1\] must be finite and not negative"),
        ({"friction": np.inf}, "friction must be finite and not negative"),
        ({"max_slope": [91.0, 0]}, r"max_slope\[0\] must be 0 to 90 degrees, or NaN"),
        ({"velocity": [[0.0, 0, 0], [0, np.nan, 0]]}, r"velocity\[1\] is not finite"),
        ({"tag": -1}, "tag must be an integer from 0 to 4294967295"),
        ({"part": [0.5, 1]}, r"part\[0\] must be an integer from 0 to 4294967295"),
        ({"tag": [1, 2, 3]}, r"bodies has the dimensions \(2,\), which cannot be broadcast with \(3,\)"),
    ]:
        with pytest.raises(ValueError, match=message):
            mover.set_surfaces(bodies, **wrong)
    with pytest.raises(ValueError, match=r"bodies\[1\] has the material with tag 1 and cannot have another, with tag 2"):
        mover.set_surfaces(bodies[[0, 0]], tag=[1, 2])
    with pytest.raises(ValueError, match=r"part 3 of bodies\[1\] has the material with tag 1"):
        mover.set_surfaces(bodies[[0, 0]], 3, tag=[1, 2])
    with pytest.raises(TypeError, match="bodies must be names of bodies, which are integers"):
        mover.set_surfaces([0.5])
    with pytest.raises(TypeError, match="bodies must be names of bodies for a World, and None for a Mesh"):
        mover.set_surfaces(None, tag=1)
    with pytest.raises(TypeError, match="bodies must be names of bodies for a World, and None for a Mesh"):
        carom.Mover(floor, [0.0, 0, 0]).set_surfaces(bodies)
    assert mover.step([0.0, 0, 0], 1 / 60).tag == 0


def test_each_character_has_its_own_up():
    planet = carom.World()
    planet.add(carom.Ball([0.0, 0, 0], 20.0))
    feet = np.array([[[20.01, 0, 0], [0, 20.01, 0]], [[0, -20.01, 0], [0, 0, 20.01]]])
    mover = carom.Mover(planet, feet)
    east = np.array([0.0, 0.6, 0.8])
    for _ in range(120):
        up = feet / np.linalg.norm(feet, axis=-1, keepdims=True)
        step = mover.step(np.cross(up, east), 1 / 60, up=7 * up)
        feet = step.feet
        assert step.on_ground.all()
    np.testing.assert_allclose(np.linalg.norm(feet, axis=-1), 20.01, atol=1e-3)
    assert (np.linalg.norm(feet - [[[20.01, 0, 0], [0, 20.01, 0]], [[0, -20.01, 0], [0, 0, 20.01]]], axis=-1) > 1).all()
    # The next tick has that of the settings again: all but the one on top slide or fall off.
    assert list(mover.step(np.zeros(3), 1 / 60).on_ground.ravel()) == [False, True, False, False]
    with pytest.raises(ValueError, match=r"up\[1, 0\] must be a direction, not zero"):
        mover.step([0.0, 0, 0], 1 / 60, up=[[[0.0, 1, 0]], [[0, 0, 0]]])
    with pytest.raises(ValueError, match="up is not finite"):
        mover.step([0.0, 0, 0], 1 / 60, up=[0.0, np.nan, 0])
    with pytest.raises(ValueError, match=r"up has the leading dimensions \(3,\), which cannot be broadcast to \(2, 2\)"):
        mover.step([0.0, 0, 0], 1 / 60, up=np.ones((3, 3)))


def test_locomotion_accelerates_brakes_and_is_knocked_back(floor):
    feet = [[0.0, 0.01, 0], [0, 0.01, 5]]
    for hz in [30, 240]:
        mover = carom.Mover(floor, feet, locomotion={"acceleration": 8, "friction": 4})
        mover.step([0.0, 0, 0], 1 / hz)
        for _ in range(hz // 2):
            step = mover.step([[3.0, 0, 0], [0, 0, 0]], 1 / hz)
        # v' = -4 v + 8 * 3 up to 3 m/s, after -log(1 - 4 * 3 / 24) / 4 seconds.
        reached = np.log(2) / 4
        way = 6 * (reached - 0.125) + 3 * (0.5 - reached)
        np.testing.assert_allclose(step.feet[:, 0], [way, 0], atol=2e-3)
        mover.knock_back(1, [-2.0, 0, 0])
        mover.knock_back([False, True], [[-2.0, 0, 0]])
        copies = [mover, mover.copy(), pickle.loads(pickle.dumps(mover))]
        ends = []
        for group in copies:
            for _ in range(4 * hz):
                step = group.step([0.0, 0, 0], 1 / hz)
            ends.append(step.feet.copy())
        # 3 m/s and 4 m/s wear off by v / friction.
        np.testing.assert_allclose(ends[0][:, 0], [way + 3 / 4, -1], atol=4e-3)
        for end in ends[1:]:
            np.testing.assert_array_equal(end, ends[0])
        mover.place([1], [5.0, 0.01, 5])
        np.testing.assert_allclose(mover.step([0.0, 0, 0], 1 / hz).feet[1, 0], 5, atol=1e-6)


def test_a_jump_counts_shortly_after_an_edge_and_before_the_ground():
    world = carom.World()
    world.add(carom.Box([-9.0, -1, -9], [0.0, 0, 9]))
    for late, expected in [(0.05, True), (0.3, False)]:
        mover = carom.Mover(world, [[-0.3, 0.01, 0]], locomotion=True)
        while mover.step([3.0, 0, 0], 1 / 240).on_ground[0]:
            pass
        for _ in range(round(late * 240)):
            mover.step([3.0, 0, 0], 1 / 240)
        step = mover.step([3.0, 0, 0], 1 / 240, jump=5.0)
        assert (step.velocity[0, 1] > 4) == expected
    # Falling from 0.3 m, jump is pressed 0.05 s before the ground.
    mover = carom.Mover(world, [[-5.0, 0.3, 0]], locomotion=True)
    landing = np.sqrt(2 * 0.29 / 9.81)
    for tick in range(round(landing * 240) + 3):
        step = mover.step([0.0, 0, 0], 1 / 240, jump=5.0 * (tick == round((landing - 0.05) * 240)))
    assert step.velocity[0, 1] > 4


def test_settings_of_locomotion_are_checked(floor):
    for wrong, error, text in [
        ({"friktion": 4}, TypeError, "no setting friktion"),
        ({"friction": "high"}, TypeError, "friction must be a number"),
        ({"coyote": np.inf}, ValueError, "coyote must be at least 0 and finite"),
        ({"acceleration": -1}, ValueError, "acceleration must be at least 0, not -1"),
        (3, TypeError, "locomotion must be True, False, None or a dict"),
    ]:
        with pytest.raises(error, match=text):
            carom.Mover(floor, [0.0, 1, 0], locomotion=wrong)
    with pytest.raises(TypeError, match="knock_back needs characters with locomotion"):
        carom.Mover(floor, [[0.0, 1, 0]]).knock_back([0], [1.0, 0, 0])
    mover = carom.Mover(floor, [[0.0, 1, 0]], locomotion={"acceleration": np.inf})
    with pytest.raises(ValueError, match="velocity"):
        mover.knock_back([0], [np.nan, 0, 0])
    with pytest.raises(ValueError, match="velocity"):
        mover.knock_back([0], [[1.0, 0, 0], [1, 0, 0]])
