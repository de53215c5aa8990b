"""Crowds of which characters come, go and change."""

import pickle

import numpy as np
import pytest

import carom
from carom import CrowdRole

BOTH = pytest.mark.parametrize("dtype", ["float32", "float64"])


def ground(dtype="float64"):
    world = carom.World(dtype=dtype)
    world.add(carom.Box([-50.0, -1, -50], [50.0, 0, 50]))
    return world


@BOTH
def test_agents_are_read_back(dtype):
    world = ground(dtype)
    floor = world.bodies[0]
    feet = np.array([[[0.0, 0.01, 0], [3, 0.01, 0]], [[0, 0.01, 3], [3, 9, 3]]])
    crowd = carom.Crowd(world, feet, [[1.8, 1.2], [1.8, 1.8]], mass=[[80, 60], [np.inf, 70]], gives_way=True)
    ghosts = carom.Crowd(world, [[9.0, 0.01, 9]], role="ghost")
    for _ in range(5):
        step = crowd.step([1.0, 0, 0], 1 / 30)
        ghosts.step([0.0, 0, 0], 1 / 30)
    found = crowd.agents()
    np.testing.assert_array_equal(found.feet, step.feet)
    np.testing.assert_array_equal(found.velocity, step.velocity)
    np.testing.assert_array_equal(found.on_ground, [[True, True], [True, False]])
    np.testing.assert_array_equal(found.ground_body, [[floor, floor], [floor, -1]])
    np.testing.assert_array_equal(found.ground_triangle, [[0, 0], [0, -1]])
    np.testing.assert_allclose(found.ground_normal[found.on_ground], [[0, 1, 0]] * 3, atol=1e-6)
    assert np.isnan(found.ground_normal[1, 1]).all()
    np.testing.assert_allclose(found.height, [[1.8, 1.2], [1.8, 1.8]], rtol=1e-6)
    assert found.mass.tolist() == [[80, 60], [np.inf, 70]] and found.gives_way.all()
    assert (found.role == CrowdRole.PUSH).all() and ghosts.agents().role == CrowdRole.GHOST
    assert sorted(found.body.ravel()) == list(world.bodies[1:]) and ghosts.agents().body == [-1]
    assert (world.body(found.body).data == [[0, 1], [2, 3]]).all()
    assert found.feet.dtype == dtype and found.axis.shape == (2, 2, 3)


@BOTH
def test_those_left_go_on_as_if_the_others_had_never_been(dtype):
    """Far from each other, so that no gap matters."""
    random = np.random.default_rng(3)
    feet = np.stack(np.meshgrid(np.arange(6.0) * 5, [0.01], np.arange(6.0) * 5), axis=-1).reshape(-1, 3)
    velocity = random.uniform(-2, 2, feet.shape)
    world, other = ground(dtype), ground(dtype)
    crowd, all = carom.Crowd(world, feet), carom.Crowd(other, feet)
    left = np.arange(36)
    for round in range(4):
        for _ in range(5):
            step, whole = crowd.step(velocity[left], 1 / 60), all.step(velocity, 1 / 60)
        for a, b in zip(step, whole):
            np.testing.assert_array_equal(a, b[left])
        gone = random.choice(len(left), 5, replace=False)
        kept = crowd.remove(gone if round % 2 else np.isin(np.arange(len(left)), gone))
        assert sorted(kept) == sorted(set(range(len(left))) - set(gone.tolist()))
        left = left[kept]
        assert len(crowd) == len(left) == len(world) - 1
        np.testing.assert_array_equal(world.body(crowd.agents().body).data, np.arange(len(left)))
    restored = pickle.loads(pickle.dumps((world, crowd)))[1]
    assert restored.step(velocity[left], 1 / 60).feet.tobytes() == crowd.step(velocity[left], 1 / 60).feet.tobytes()


def test_a_crowd_grows():
    world = ground()
    crowd = carom.Crowd(world, [[[0.0, 0.01, 0], [2, 0.01, 0]]])
    assert crowd.add([4.0, 0.01, 0], role="static").tolist() == 2
    assert crowd.add([[[6.0, 0.01, 0], [8, 0.01, 0]]], [[1.8, 1.2]], 50.0, gives_way=True, radius=0.4).tolist() == [[3, 4]]
    found = crowd.agents()
    assert len(crowd) == 5 and found.feet.shape == (5, 3) and found.mass.tolist() == [80, 80, 80, 50, 50]
    assert found.role.tolist() == [0, 0, 1, 0, 0] and found.gives_way.tolist() == [False] * 3 + [True] * 2
    for _ in range(240):
        step = crowd.step([[0.0, 0, 0], [3, 0, 0], [0, 0, 0], [-3, 0, 0], [0, 0, 0]], 1 / 60)
    # One stops on each side of the one that never gives way, with its own radius.
    np.testing.assert_allclose(step.feet[[1, 2, 3], 0], [4 - 0.61, 4, 4 + 0.71], atol=0.02)
    with pytest.raises(ValueError, match=r"velocity has the leading dimensions \(1, 2\), which cannot be broadcast to \(5,\)"):
        crowd.step([[[0.0, 0, 0], [0, 0, 0]]], 1 / 60)


def test_changes_hold_from_the_next_tick_on():
    world = ground()
    world.add(carom.Box([1.0, 0, -9], [9.0, 0.5, 9]))
    crowd = carom.Crowd(world, [[0.0, 0.01, 0], [0, 0.01, 3]])
    crowd.set([1], step_height=0.6, mass=120.0, gives_way=True)
    for _ in range(60):
        step = crowd.step([2.0, 0, 0], 1 / 60)
    assert step.feet[0, 1] < 0.1 and step.feet[1, 1] > 0.4
    found = crowd.agents()
    assert found.mass.tolist() == [80, 120] and found.gives_way.tolist() == [False, True]
    crowd.set([True, True], mass=[1.0, 2], gives_way=[True, False])
    assert crowd.agents().mass.tolist() == [1, 2] and crowd.agents().gives_way.tolist() == [True, False]


def test_wrong_changes_change_nothing():
    world = ground()
    crowd = carom.Crowd(world, [[0.0, 0.01, 0], [2, 0.01, 0]])
    for call, error, text in [
        (lambda: crowd.remove([2]), IndexError, "there is no character 2, only 2"),
        (lambda: crowd.set([0, 1], mass=[90.0, 0]), ValueError, r"mass\[1\] must be more than 0"),
        (lambda: crowd.set([0, 1], mass=90.0, skin=1.0), ValueError, "skin must be"),
        (lambda: crowd.set([0], speed=1.0), TypeError, "there is no setting speed"),
        (lambda: crowd.set([0], gives_way=1), TypeError, "gives_way must be booleans"),
        (lambda: crowd.add([[0.0, np.nan, 0]]), ValueError, r"feet\[0\] is not finite"),
        (lambda: crowd.add([[4.0, 0, 0], [5, 0, 0]], mass=[1.0, -1]), ValueError, r"mass\[1\] must be more than 0"),
        (lambda: crowd.add([[4.0, 0, 0], [1e308, 0, 0]]), ValueError, r"feet\[1\]: "),
        (lambda: crowd.add([[4.0, 0, 0]], role="wall"), ValueError, "role must be push"),
    ]:
        with pytest.raises(error, match=text):
            call()
    assert len(crowd) == 2 and len(world) == 3 and crowd.agents().mass.tolist() == [80, 80]
    assert crowd.remove([]).tolist() == [0, 1]
    assert crowd.remove([0, 1, 1]).tolist() == [] and len(world) == 1


@BOTH
@pytest.mark.parametrize("hz", [30, 240])
def test_a_crowd_with_locomotion_moves_as_a_mover_does(dtype, hz):
    world, rates = ground(dtype), {"acceleration": 6, "friction": 4}
    feet = [[0.0, 0.01, 0], [0, 0.01, 9], [0, 0.01, 18]]
    crowd = carom.Crowd(world, feet, locomotion=rates)
    mover = carom.Mover(world.query(mask=2**31 - 1), feet, locomotion=rates)
    velocity = [[3.0, 0, 0], [0, 0, 1], [0, 0, 0]]
    for tick in range(2 * hz):
        if tick == hz + hz // 2:  # on the ground again
            for walkers in (crowd, mover):
                walkers.knock_back([0, 2], [[0.0, 0, 2], [6, 0, 0]])
        one, other = (walkers.step(velocity, 1 / hz, jump=4.0 * (tick == hz // 2)) for walkers in (crowd, mover))
        np.testing.assert_allclose(one.feet, other.feet, atol=1e-4)
        assert one.on_ground.tolist() == other.on_ground.tolist()
    for _ in range(3 * hz):
        step = crowd.step([0.0, 0, 0], 1 / hz)
    # Without a wish a knock slides its speed divided by the friction far.
    assert step.feet[2, 0] == pytest.approx(6 / 4, abs=2e-3)
    again = pickle.loads(pickle.dumps(crowd))
    assert again.step(velocity, 1 / hz).feet.tobytes() == crowd.step(velocity, 1 / hz).feet.tobytes()
    crowd.place([0], [20.0, 0.01, 0])
    crowd.knock_back([1], [9.0, 0, 0])
    assert crowd.remove([1]).tolist() == [0, 2] and crowd.add([0.0, 0.01, 9]).tolist() == 2
    for _ in range(hz):
        step = crowd.step([0.0, 0, 0], 1 / hz)
    np.testing.assert_allclose(step.feet[[0, 2]], [[20, 0.01, 0], [0, 0.01, 9]], atol=1e-3)


def test_a_crowd_without_locomotion_is_not_knocked_back():
    crowd = carom.Crowd(ground(), [[0.0, 0.01, 0]])
    with pytest.raises(TypeError, match="knock_back needs characters with locomotion"):
        crowd.knock_back([0], [1.0, 0, 0])
    with pytest.raises(TypeError, match="no setting friktion"):
        carom.Crowd(ground(), [[0.0, 0.01, 0]], locomotion={"friktion": 4})


@pytest.mark.parametrize("hz", [30, 240])
@pytest.mark.parametrize("locomotion", [None, True])
def test_a_crowd_flies_and_jumps_in_the_air(hz, locomotion):
    crowd = carom.Crowd(ground(), [[0.0, 0.01, 0], [0, 0.01, 9], [0, 0.01, 18]], locomotion=locomotion)
    crowd.step([0.0, 0, 0], 1 / hz)
    highest = np.zeros(3)
    for tick in range(hz):
        jump = 4.0 * (tick in (0, round(0.3 * hz)))
        step = crowd.step([[0.5, 1, 0], [0, 0, 0], [0, 0, 0]], 1 / hz, [0, jump, jump], fly=[True, False, False], air_jump=[False, True, False])
        highest = np.maximum(highest, step.feet[:, 1])
    np.testing.assert_allclose(step.feet[0], [0.5, 1.01, 0], atol=1e-3)
    exact = 0.01 + np.array([4 * 0.3 - 9.81 / 2 * 0.09, 0]) + 16 / (2 * 9.81)
    assert (abs(highest[1:] - exact) <= 9.81 / hz**2 / 8 + 1e-3).all()
