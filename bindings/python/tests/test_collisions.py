"""What characters met in a tick, how they push it, and animations that move them."""

import numpy as np
import pytest

import carom
from carom import SurfaceKind

BOTH = pytest.mark.parametrize("dtype", ["float32", "float64"])


def room(dtype):
    """A floor, a wall at x = 2 with a tag, a low ceiling at x = -2 and a crate at z = 1."""
    world = carom.World(dtype=dtype)
    low, high = [[-50.0, -1, -50], [2, 0, -50], [-9, 1.9, -9], [-0.5, 0, 1]], [[50.0, 0, 50], [3, 9, 50], [-2, 3, 9], [0.5, 1, 2]]
    return world, world.add(carom.Box(low, high))


@BOTH
def test_collisions_name_the_surfaces_of_a_tick(dtype):
    world, (floor, wall, ceiling, crate) = room(dtype)
    heroes = carom.Mover(world, [[1.5, 0.01, 0], [-4, 0.01, 0], [0, 0.01, 0.5], [20, 5, 0]])
    heroes.set_surfaces(wall, tag=7)
    heroes.step([0.0, 0, 0], 0.01)
    step = heroes.step([[3.0, 0, 0], [0, 0, 0], [0, 0, 3], [0, 0, 0]], 0.1, jump=[0, 4.0, 0, 0])
    met = heroes.collisions()
    assert met.character.dtype == np.int64 and (np.diff(met.character) >= 0).all() and 3 not in met.character
    assert met.point.dtype == met.normal.dtype == met.velocity.dtype == dtype
    found = {(int(c), int(b)): i for i, (c, b) in enumerate(zip(met.character, met.body))}
    at_wall, at_ceiling, at_crate = found[0, wall], found[1, ceiling], found[2, crate]
    assert [SurfaceKind(met.role[i]) for i in (at_wall, at_ceiling, at_crate)] == [
        SurfaceKind.WALL,
        SurfaceKind.CEILING,
        SurfaceKind.WALL,
    ]
    np.testing.assert_allclose(met.normal[[at_wall, at_ceiling, at_crate]], [[-1, 0, 0], [0, -1, 0], [0, 0, -1]], atol=1e-6)
    np.testing.assert_allclose(met.velocity[[at_wall, at_crate]], [[3, 0, 0], [0, 0, 3]], atol=1e-6)
    np.testing.assert_allclose([met.point[at_wall, 0], met.point[at_ceiling, 1], met.point[at_crate, 2]], [2, 1.9, 1], atol=1e-6)
    assert met.tag[at_wall] == 7 == step.tag[0] and met.tag[at_crate] == 0
    # The next tick begins again, and one of no time meets nothing.
    heroes.step([-3.0, 0, 0], 0.1)
    assert wall not in heroes.collisions().body
    heroes.step([0.0, 0, 0], 0.0)
    assert len(heroes.collisions().character) == 0


def test_collisions_with_a_mesh_have_triangles_and_no_body():
    wall = carom.Mesh([[-9.0, 0, -9], [-9, 0, 9], [9, 0, 9], [9, 0, -9], [1, 0, -9], [1, 9, 0], [1, 0, 9]], [[0, 1, 2], [0, 2, 3], [4, 6, 5]])
    heroes = carom.Mover(wall, [[[0.0, 0.01, 0]], [[0.5, 0.01, 0]]])
    for _ in range(20):
        heroes.step([3.0, 0, 0], 1 / 30)
    met = heroes.collisions()
    assert met.body is None and met.triangle.tolist() == [2, 2] and met.character.tolist() == [0, 1]


@BOTH
def test_a_push_is_an_inelastic_collision(dtype):
    world, (_, wall, _, crate) = room(dtype)
    heroes = carom.Mover(world, [[1.5, 0.01, 0], [0, 0.01, 0.5]])
    heroes.step([0.0, 0, 0], 0.01)
    heroes.step([[3.0, 0, 0], [0, 0, 3]], 0.1)
    met = heroes.collisions()
    assert met.body.tolist() == [wall, crate]
    mass, inverse = np.array([80.0, 60]), np.array([0, 1 / 30])
    pushes = met.push_impulse(mass[met.character], inverse)
    assert pushes.dtype == dtype
    np.testing.assert_allclose(pushes, [[3 / (1 / 80), 0, 0], [0, 0, 3 / (1 / 60 + 1 / 30)]], rtol=1e-5, atol=1e-4)
    np.testing.assert_allclose(met.push_impulse(80, inverse, 20.0), [[20, 0, 0], [0, 0, 20]], rtol=1e-5, atol=1e-5)
    assert (met.push_impulse(0.0, 1.0) == 0).all() and (met.push_impulse(80, -1.0) == 0).all()
    assert (met.push_impulse(np.inf, 0.0) == 0).all()
    with pytest.raises(ValueError, match=r"mass\[1\] is NaN"):
        met.push_impulse([1, np.nan], 1.0)
    # After the push both go on at one speed: 60 kg at 3 m/s against 30 kg.
    assert pushes[1, 2] / 30 == pytest.approx(3 - pushes[1, 2] / 60, rel=1e-5)


def test_agents_of_a_crowd_meet_each_other():
    world = carom.World()
    world.add(carom.Box([-50.0, -1, -50], [50.0, 0, 50]))
    crowd = carom.Crowd(world, [[0.0, 0.01, 0], [0.7, 0.01, 0], [9, 0.01, 9]], role="static")
    crowd.step([0.0, 0, 0], 0.1)
    crowd.step([[3.0, 0, 0], [0, 0, 0], [0, 0, 0]], 0.1)
    met, bodies = crowd.collisions(), crowd.agents().body
    assert met.character.tolist() == [0] and met.body.tolist() == [bodies[1]]
    np.testing.assert_allclose(met.push_impulse(80, 1 / 80), [[120, 0, 0]], rtol=1e-5)


@BOTH
@pytest.mark.parametrize("hz", [30, 240])
@pytest.mark.parametrize("locomotion", [None, True])
def test_an_animation_takes_characters_along_its_arc(dtype, hz, locomotion):
    """A dodge of 3 m with a quarter of a turn, a climb of 1 m in the air, and one that walks meanwhile."""
    world = carom.World(dtype=dtype)
    world.add(carom.Box([-50.0, -1, -50], [50.0, 0, 50]))
    heroes = carom.Mover(world, [[0.0, 0.01, 0], [0, 0.01, 9], [0, 0.01, 18]], locomotion=locomotion)
    heroes.step([0.0, 0, 0], 1 / hz)
    ticks, facing = hz // 2, np.array([0.0, np.pi / 2, 5.0])
    displacement = np.array([[3.0, 0, 0], [1, 1, 0], [0, 0, 0]]) / ticks
    turn = np.array([np.pi / 2, 0, 0]) / ticks
    for _ in range(ticks):
        steps, facing = heroes.animate(displacement, turn, facing, [1 / hz, 1 / hz, 0], vertical=[False, True, False])
        heroes.step([2.0, 0, 0], [0, 0, 1 / hz])
    # A quarter of a circle of 3 m, as a chain of chords along the tangents at their starts.
    angles = np.arange(ticks) * np.pi / 2 / ticks
    end = 3 / ticks * np.array([np.cos(angles).sum(), 0, -np.sin(angles).sum()])
    at = heroes.step([0.0, 0, 0], 0).feet
    np.testing.assert_allclose(at[0] - [0, 0.01, 0], end, atol=2e-3)
    # The frame of the second is turned by a quarter: its x points to -z.
    np.testing.assert_allclose(at[1], [0, 1.01, 8], atol=2e-3)
    assert at[2, 0] > 0.5 and at[2, 1] < 0.02
    np.testing.assert_allclose(facing, [np.pi / 2, np.pi / 2, 5], atol=1e-5)
    assert steps.on_ground.tolist() == [True, False, True] and facing.dtype == dtype
    if locomotion:
        # It has the speed of the animation, and brakes: 6 m/s slide 6 / 4 m far.
        for _ in range(4 * hz):
            step = heroes.step([0.0, 0, 0], 1 / hz)
        speed = 6.0
        assert np.linalg.norm((step.feet - at)[0]) == pytest.approx(speed / 4, abs=0.02)


def test_the_ground_turns_its_riders():
    """Facing follows a turntable of a radian a second."""
    world = carom.World()
    table = world.add(carom.Box([-9.0, -1, -9], [9.0, 0, 9]), moving=True)
    heroes, facing = carom.Mover(world, [[3.0, 0.01, 0]]), np.zeros(1)
    heroes.step([0.0, 0, 0], 1 / 60)
    for tick in range(60):
        c, s = np.cos((tick + 1) / 60), np.sin((tick + 1) / 60)
        world.move_to(table, [[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]], 1 / 60)
        steps, facing = heroes.animate([0.0, 0, 0], 0.0, facing, 1 / 60)
    np.testing.assert_allclose(facing, 1, atol=1e-6)
    np.testing.assert_allclose(steps.feet, [[3 * np.cos(1), 0.01, -3 * np.sin(1)]], atol=1e-3)


def test_bad_animations():
    world = carom.World()
    heroes = carom.Mover(world, [[0.0, 0, 0], [1, 0, 0]])
    good = dict(displacement=[0.0, 0, 0], turn=0.0, facing=0.0, dt=0.1)
    for change, error, text in [
        (dict(displacement=[[0.0, 0, 0], [0, np.nan, 0]]), ValueError, r"displacement\[1\] is not finite"),
        (dict(turn=np.inf), ValueError, "turn is not finite"),
        (dict(facing=[0.0, np.nan]), ValueError, r"facing\[1\] is not finite"),
        (dict(dt=-1.0), ValueError, "dt must be finite and not negative"),
        (dict(vertical=1), TypeError, "vertical must be booleans"),
        (dict(up=[0.0, 0, 0]), ValueError, "up must be a direction"),
    ]:
        with pytest.raises(error, match=text):
            heroes.animate(**{**good, **change})
