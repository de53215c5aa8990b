"""The abilities: closed forms at 30 and 240 ticks a second, and the courses of the scenarios, which the command walks."""

import copy
import json
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import carom
from carom.abilities import AirJumps, Dash, Glide, Intent, Ladder, Mantle, Path, Vault, WallJump, Water, cut_jump

G = 9.81
RATES = pytest.mark.parametrize("hz", [30, 240])
SCENARIOS = pathlib.Path(__file__).parents[3] / "data" / "scenarios"


@pytest.fixture(params=["float32", "float64"])
def world(request):
    """A floor, a wall from x = 2 to x = 3, a block of 1.2 m at x = -2 and a wall of 1 m at z = -2."""
    world = carom.World(dtype=request.param)
    low = [[-50.0, -2, -50], [2, 0, -50], [-4, 0, -1], [-1, 0, -2.1]]
    world.add(carom.Box(low, [[50.0, 0, 50], [3, 10, 50], [-2, 1.2, 1], [1, 1, -1.9]]))
    return world


def standing(world, feet, hz, **settings):
    """A mover with one tick on the ground."""
    mover = carom.Mover(world, feet, **settings)
    mover.step([0.0, 0, 0], 1 / hz)
    return mover


def feet_of(mover):
    return mover.step([0.0, 0, 0], 0).feet


@RATES
def test_a_double_jump_is_two_parabolas(world, hz):
    heroes, jumps = standing(world, [[0.0, 0.01, 0], [0, 0.01, 3]], hz), AirJumps([1, 0])
    highest = np.zeros(2)
    for tick in range(3 * hz):
        # The second one at 0.3 s; a third one counts for nothing.
        pressed = tick in (0, round(0.3 * hz), round(0.4 * hz))
        counts = jumps.allows(heroes, pressed)
        step = heroes.step([0.0, 0, 0], 1 / hz, jump=4.0 * pressed, air_jump=counts)
        highest = np.maximum(highest, step.feet[:, 1])
    exact = 0.01 + np.array([4 * 0.3 - G / 2 * 0.09 + 16 / (2 * G), 16 / (2 * G)])
    # The highest tick is at most half a tick from the apex.
    assert (abs(highest - exact) <= G / hz**2 / 8 + 1e-4).all() and step.on_ground.all()


@pytest.mark.parametrize("hz", [30, 60, 240, 1000])
def test_a_press_within_coyote_time_uses_up_no_jump_in_the_air(world, hz):
    times = np.array([0.03, 0.07, 0.13, 0.3])
    feet = np.stack([np.full(4, -49.9), np.full(4, 0.01), 3.0 * np.arange(4)], -1)
    for locomotion in (None, True):
        heroes, jumps = standing(world, feet, hz, locomotion=locomotion), AirJumps(1)
        is_late = (times < 0.1) & (locomotion is not None)
        in_air, is_in_air, speed = 0, False, np.zeros(4)
        # The tick of the first of three presses ends this long after the edge.
        ticks = np.round(times * hz).astype(int)
        for _ in range(hz):
            in_air += is_in_air
            after = in_air - ticks
            pressed = (after >= 0) & (after < 3)
            counts = jumps.allows(heroes, pressed, 1 / hz)
            assert counts.tolist() == (pressed & ((after == 0) | (after == 1) & is_late)).tolist()
            assert jumps.left.tolist() == np.where((after >= 0) & ~is_late | (after >= 1), 0, 1).tolist()
            step = heroes.step([-4.0, 0, 0], 1 / hz, jump=4.0 * pressed, air_jump=counts)
            assert np.allclose(step.velocity[counts, 1], 4 - G / hz, atol=1e-4)
            assert (counts | step.on_ground | (step.velocity[:, 1] <= speed)).all()
            speed, is_in_air = step.velocity[:, 1], not step.on_ground.any()
        assert (in_air > ticks + 3).all()


@RATES
def test_a_press_that_does_not_count_waits_for_the_ground(world, hz):
    feet = [[0, 0.3, 5], [5, 0.3, 5], [-5, 0.3, 5]]
    heroes, jumps = carom.Mover(world, feet, locomotion={"buffer": 0.2}), AirJumps([0, 1, 0])
    press, rises, before = round(0.16 * hz), [[], [], []], np.zeros(3)
    for tick in range(round(1.2 * hz)):
        pressed = np.array([True, True, False]) & (tick == press)
        counts = jumps.allows(heroes, pressed, 1 / hz)
        assert counts.tolist() == [False, tick == press, False]
        step = heroes.step([0.0, 0, 0], 1 / hz, jump=4.0 * pressed, air_jump=counts)
        for row in np.flatnonzero((step.velocity[:, 1] > 2) & (before <= 2)):
            rises[row].append(tick)
        before = step.velocity[:, 1]
    assert len(rises[0]) == 1 and rises[0][0] > press and rises[1:] == [[press], []]


def test_characters_without_a_tick_use_up_no_jump(world):
    heroes, jumps = carom.Mover(world, [[0.0, 9, 3], [0, 9, 6]], locomotion=True), AirJumps(1)
    assert jumps.allows(heroes, True, [0.1, 0]).tolist() == [True, False]
    assert jumps.left.tolist() == [0, 1]


@RATES
def test_a_jump_let_go_early_is_lower(world, hz):
    heroes = standing(world, [[0.0, 0.01, 0], [0, 0.01, 3]], hz)
    highest = np.zeros(2)
    for tick in range(2 * hz):
        if tick == round(0.1 * hz):
            cut_jump(heroes, 1.0, where=[True, False])
        step = heroes.step([0.0, 0, 0], 1 / hz, jump=4.0 * (tick == 0))
        highest = np.maximum(highest, step.feet[:, 1])
    exact = 0.01 + np.array([0.4 - G / 2 * 0.01 + 1 / (2 * G), 16 / (2 * G)])
    assert (abs(highest - exact) <= G / hz**2 / 8 + 1e-4).all()


@RATES
def test_a_dash_is_as_long_as_it_says_and_stops_at_walls(world, hz):
    heroes = standing(world, [[0.0, 0.01, 0], [0, 0.01, 3], [0, 0.01, 6]], hz)
    dash = Dash(np.array([[-1, 0.5, 1], [3, 0, 0], [0, 0, 1]], world.dtype), [0.22, 0.22, 0.1])
    count = 0
    while (dash.left > 0).any():
        intent = dash.intent(1 / hz)
        assert intent.velocity.dtype == world.dtype
        np.testing.assert_array_equal(intent.fly, count < np.ceil(np.array([0.22, 0.22, 0.1]) * hz - 1e-3))
        heroes.step(intent.velocity, 1 / hz, fly=intent.fly)
        count += 1
    at = feet_of(heroes)
    np.testing.assert_allclose(at[1], [1.69, 0.01, 3], atol=1e-3)
    np.testing.assert_allclose(at[2], [0, 0.01, 7], atol=1e-3)
    # It has fallen only since the dash was over.
    assert count == np.ceil(0.22 * hz - 1e-3) and at[0] == pytest.approx([-1, 0.51, 1], abs=1e-3)
    heroes.stop([True, True, False])
    assert (heroes.step([0.0, 0, 0], 0).velocity[:2] == 0).all()


@RATES
def test_a_glide_is_a_fall_and_then_a_steady_one(world, hz):
    heroes, glide = carom.Mover(world, [[-8.0, 6, 3], [-8, 6, 9]]), Glide(1.5)
    free = 1.5 / G
    for tick in range(hz):
        rise = np.where([True, False], glide.before(heroes, 1 / hz), np.nan)
        step = heroes.step([-1.0, 0, 0], 1 / hz, rise=rise)
        glide.after(heroes, rise)
    fallen = [1.5 * free / 2 + 1.5 * (1 - free), G / 2]
    np.testing.assert_allclose(step.feet[:, 1], 6 - np.array(fallen), atol=1e-3)
    assert heroes.step([0.0, 0, 0], 0).velocity[0, 1] == pytest.approx(-1.5, abs=1e-5)
    for tick in range(6 * hz):
        rise = glide.before(heroes, 1 / hz)
        step = heroes.step([-1.0, 0, 0], 1 / hz, rise=rise)
        glide.after(heroes, rise)
    assert step.on_ground.all() and np.isnan(glide.before(heroes, 1 / hz)).all()


@RATES
def test_a_jump_ends_a_glide(world, hz):
    heroes, glide, jumps = carom.Mover(world, [[-8.0, 6, 3], [-8, 6, 9]]), Glide(1.5), AirJumps([1, 0])
    for tick in range(round(hz / 2) + 1):
        pressed = tick == round(hz / 2)
        counts = jumps.allows(heroes, pressed)
        rise = glide.before(heroes, 1 / hz, jump=4.0 * counts)
        step = heroes.step([0.0, 0, 0], 1 / hz, jump=4.0 * pressed, air_jump=counts, rise=rise)
        glide.after(heroes, rise)
    speeds = heroes.step([0.0, 0, 0], 0).velocity[:, 1]
    np.testing.assert_allclose(speeds, [4 - G / hz, -1.5], atol=1e-4)


@RATES
def test_a_jump_off_a_wall_is_a_parabola_away_from_it(world, hz):
    direct = dict(acceleration=np.inf, friction=0, air_acceleration=0, coyote=0, buffer=0)
    heroes = standing(world, [[1.69, 0.01, 0], [0, 0.01, 6]], hz, locomotion=direct)
    off, highest, from_wall = WallJump(away=4, rise=5), np.zeros(2), None
    for tick in range(2 * hz):
        if tick == round(0.2 * hz):
            from_wall = heroes.step([0.0, 0, 0], 0).feet[0, 1]
            assert off.jump(heroes).tolist() == [True, False]
            assert off.jump(heroes, where=[False, True]).tolist() == [False, False]
        step = heroes.step([0.0, 0, 0], 1 / hz, jump=4.0 * (tick == 0))
        highest = np.maximum(highest, step.feet[:, 1])
    assert abs(highest[0] - (from_wall + 25 / (2 * G))) <= G / hz**2 / 8 + 1e-3
    assert abs(highest[1] - (0.01 + 16 / (2 * G))) <= G / hz**2 / 8 + 1e-3
    assert step.feet[0, 0] < -1
    with pytest.raises(TypeError, match="needs characters with locomotion"):
        off.jump(carom.Mover(world, [[0.0, 1, 0]]))


@RATES
def test_paths_lead_up_over_and_along_at_every_rate(world, hz):
    heroes = standing(world, [[-1.5, 0.01, 0], [0, 0.01, -1.5], [1.5, 2, 4], [0, 0.01, 9]], hz)
    ladder = Ladder(bottom=(1.65, 0.01, 4), top=(1.65, 10.02, 4), exit=(2.5, 10.02, 4), speed=3)
    at = feet_of(heroes)
    assert ladder.is_near(at, 0.3).tolist() == [False, False, True, False]
    path = Mantle((0.5, 1.5), 2).path(heroes, [-1.0, 0, 0])
    assert path.active.tolist() == [True, False, False, False]
    vault = Vault((0.5, 1.2), drop=1, speed=3).path(heroes, [0.0, 0, -1.5])
    assert vault.active.tolist() == [False, True, False, False]
    path.update(vault)
    path.update(ladder.up(heroes, where=ladder.is_near(at, 0.3)))
    path.update(Path(heroes, [[0, 1, 9], [1, 1, 9]], 2.0, where=[False, False, False, True]))
    assert path.active.all()
    other, state = path.copy(), heroes.copy()
    time, ends = np.zeros(4), np.full(4, np.nan)
    while path.active.any():
        before = path.active
        left = path.step(heroes, 1 / hz)
        time += 1 / hz
        assert (left[~before] == np.asarray(1 / hz, world.dtype)).all() and (left[path.active] == 0).all()
        done = before & ~path.active
        ends[done] = time[done] - left[done]
    at = feet_of(heroes)
    np.testing.assert_allclose(at[0], [-2.5, 1.21, 0], atol=2e-3)
    np.testing.assert_allclose(at[1], [0, 0.01, -2.1 - 0.3 - 0.02], atol=2e-3)
    np.testing.assert_allclose(at[2:], [[2.5, 10.02, 4], [1, 1, 9]], atol=2e-3)
    # The lengths of the paths, divided by their speeds.
    np.testing.assert_allclose(ends, [(1.2 + 1) / 2, (2 * 1.0 + 0.92) / 3, (0.15 + 8.02 + 0.85) / 3, (0.99 + 1) / 2], atol=0.02)
    # A copy goes on with the same bits.
    while other.active.any():
        other.step(state, 1 / hz)
    assert feet_of(state).tobytes() == at.tobytes()
    down = ladder.down(heroes, where=[False, False, True, False])
    down.step(heroes, 0.5)
    down.leave([False, False, True, False])
    assert not down.active.any()


@RATES
def test_swimmers_float_and_get_out(world, hz):
    heroes = carom.Mover(world, [[1.0, 0.01, 0], [0, 5, 0]])
    water = Water(surface=1, float=0.9, buoyancy=0.5, drag=2)
    rose = []
    for tick in range(hz):
        intent, swum = water.before(heroes, [0.0, 0, 0], 1 / hz)
        assert isinstance(intent, Intent) and intent.fly.tolist() == [True, False]
        step = heroes.step(np.where(intent.fly[:, None], intent.velocity, [[0, 0, 0]]), 1 / hz, fly=intent.fly | [False, True])
        water.after(heroes, swum)
        rose.append(step.feet[0, 1])
    # v' = -2 (v - 0.5) from rest, up to 0.9 below the surface.
    t = np.arange(1, hz + 1) / hz
    exact = np.minimum(0.01 + 0.5 * (t - (1 - np.exp(-2 * t)) / 2), 0.1)
    np.testing.assert_allclose(rose, exact, atol=2e-3)
    # To the block, and up on to it.
    for tick in range(8 * hz):
        intent, swum = water.before(heroes, [-1.0, 0, 0], 1 / hz)
        heroes.step(intent.velocity, 1 / hz, fly=intent.fly)
        water.after(heroes, swum)
    np.testing.assert_allclose(feet_of(heroes)[0], [-1.69, 0.1, 0], atol=2e-3)
    assert not water.exit(heroes, [-0.9, 0, 0], above=0.1, speed=2).active.any()
    path = water.exit(heroes, [-0.9, 0, 0], above=0.6, speed=2, where=[True, False])
    assert path.active.tolist() == [True, False]
    while path.active.any():
        path.step(heroes, 1 / hz)
    at = feet_of(heroes)[0]
    np.testing.assert_allclose(at, [-2.59, 1.21, 0], atol=2e-3)


def test_a_tick_may_be_shared():
    """Half of the characters tick, then the others: the same bits as all at once."""
    world = carom.World()
    world.add(carom.Box([-50.0, -1, -50], [50.0, 0, 50]))
    random = np.random.default_rng(4)
    feet, velocity = random.uniform(-9, 9, (40, 3)) * [1, 0, 1] + [0, 0.5, 0], random.uniform(-2, 2, (40, 3))
    for locomotion in [None, True]:
        one, two = (carom.Mover(world, feet, locomotion=locomotion) for _ in range(2))
        half = np.arange(40) % 2 == 0
        for _ in range(40):
            whole = one.step(velocity, 1 / 60)
            two.step(velocity, np.where(half, 1 / 60, 0))
            last = two.step(velocity, np.where(half, 0, 1 / 60))
        for a, b in zip(whole[:3], last[:3]):
            assert a.tobytes() == b.tobytes()
        assert (last.why[half] == 0).all()


class Both:
    """A mover of one character, and a crowd of one agent in a copy of its world."""

    def __init__(self, world, feet, hz, locomotion=None, **settings):
        self.mover = carom.Mover(world, [feet], locomotion=locomotion, **settings)
        self.crowd = carom.Crowd(world.copy(), [feet], locomotion=locomotion, **settings)
        self.dt = 1 / hz
        self.step([0.0, 0, 0])

    def of_both(self, run):
        """What `run` returns of the mover and of the crowd, which are the same to the bit."""
        one, other = run(self.mover), run(self.crowd)
        for a, b in zip(one, other) if isinstance(one, tuple) else [(one, other)]:
            if isinstance(a, np.ndarray):
                assert a.dtype == b.dtype and a.tobytes() == b.tobytes()
        return one, other

    def step(self, velocity, **intents):
        one, other = (of.step(velocity, self.dt, **intents) for of in (self.mover, self.crowd))
        for a, b in zip(one, other):
            assert a is b is None or np.asarray(a).tobytes() == np.asarray(b).tobytes()
        return one

    def follow(self, find):
        """The path that `find` finds, to its end."""
        one, other = find(self.mover), find(self.crowd)
        assert one.active.all() and other.active.all()
        while one.active[0]:
            left = one.step(self.mover, self.dt)
            self.crowd.step([0.0, 0, 0], self.dt, fly=other.active)
            assert other.step(self.crowd, self.dt).tobytes() == left.tobytes()
            assert self.crowd.agents().feet.tobytes() == feet_of(self.mover).tobytes()
            assert (one.active == other.active).all()
        self.of_both(lambda of: of.stop([0]))
        return feet_of(self.mover)[0]


@RATES
@pytest.mark.parametrize("locomotion", [None, True])
def test_an_agent_has_the_abilities_of_a_character(world, hz, locomotion):
    settings = dict(locomotion=locomotion, body="cylinder", step_height=0.3)
    both, jumps = Both(world, [0.0, 0.01, 0], hz, **settings), [AirJumps(1), AirJumps(1)]
    counted = 0
    for tick in range(90):
        if tick == 20:
            both.of_both(lambda of: cut_jump(of, 1.0))
        pressed = tick % 8 == 0
        counts, other = jumps[0].allows(both.mover, pressed, both.dt), jumps[1].allows(both.crowd, pressed, both.dt)
        assert counts == other and jumps[0].left == jumps[1].left
        counted += int(counts[0])
        both.step([1.0, 0, 0], jump=4.0 * pressed, air_jump=counts)
    assert counted > 1
    # Off an edge, with a press in each tick in the air: with locomotion the first ones are late jumps from the ground.
    both, jumps, lefts = Both(world, [-49.9, 0.01, 5], hz, **settings), [AirJumps(1), AirJumps(1)], []
    step = both.step([0.0, 0, 0])
    while len(lefts) < 3:
        pressed = not step.on_ground[0]
        counts, other = jumps[0].allows(both.mover, pressed, both.dt), jumps[1].allows(both.crowd, pressed, both.dt)
        assert counts == other and jumps[0].left == jumps[1].left
        lefts += [int(jumps[0].left[0])] * pressed
        step = both.step([-4.0, 0, 0], jump=4.0 * pressed, air_jump=counts)
    assert lefts == ([1, 0, 0] if locomotion else [0, 0, 0])
    both, dash = Both(world, [0.0, 0.01, 0], hz, **settings), Dash(np.asarray([[3.0, 0.5, 1]], world.dtype), 0.22)
    while dash.left[0] > 0:
        intent = dash.intent(1 / hz)
        step = both.step(intent.velocity, fly=intent.fly)
    both.of_both(lambda of: of.stop([0]))
    both.step([0.0, 0, 0])
    assert step.feet[0, 0] > 1.6
    both, glide = Both(world, [-8.0, 2, 0], hz, **settings), Glide(1.5)
    for _ in range(200):
        rise, _ = both.of_both(lambda of: glide.before(of, both.dt))
        step = both.step([1.0, 0, 0], rise=rise)
        both.of_both(lambda of: glide.after(of, rise))
    assert step.feet[0, 1] < 1.9
    both, water = Both(world, [0.0, 0.06, 0], hz, **settings), Water(1, 0.9, 0.5, 2)
    for _ in range(3 * hz):
        (intent, swum), (_, other) = (water.before(of, [-1.0, 0, 0.02], both.dt) for of in (both.mover, both.crowd))
        both.step(intent.velocity, fly=intent.fly)
        water.after(both.mover, swum)
        water.after(both.crowd, other)
    assert both.follow(lambda of: water.exit(of, [-0.9, 0, 0], 0.6, 2))[1] > 1.2
    both = Both(world, [-1.4, 0.01, 0], hz, **settings)
    assert both.follow(lambda of: Mantle((0.5, 1.5), 2).path(of, [-0.9, 0, 0]))[1] > 1.2
    both = Both(world, [0.0, 0.01, -1.4], hz, **settings)
    assert both.follow(lambda of: Vault((0.5, 1.2), 1, 3).path(of, [0, 0, -1.5]))[2] < -2.4
    both, ladder = Both(world, [1.5, 0.01, 0], hz, **settings), Ladder((1.65, 0.01, 0), (1.65, 4, 0), (1, 4, 0), 3)
    assert both.follow(ladder.up)[1] > 3.9
    both.follow(ladder.down)
    both.follow(lambda of: Path(of, [[1, 1, 1], [1, 1, 2]], 4.0))
    if locomotion:
        both = Both(world, [1.69, 2.0, 0], hz, **settings)
        jumped, _ = both.of_both(lambda of: WallJump(3, 4).jump(of))
        assert jumped.all()
        for _ in range(30):
            step = both.step([0.0, 0, 0])
        assert step.feet[0, 0] < 1.5


def test_paths_of_a_crowd_go_through_the_others(world):
    crowd = carom.Crowd(world, [[-1.4, 0.01, 0], [-2.3, 1.21, 0]])
    path = Mantle((0.5, 1.5), 2).path(crowd, [-0.9, 0, 0], where=[True, False])
    assert path.active.tolist() == [True, False]
    while path.active.any():
        crowd.step([0.0, 0, 0], 1 / 60, fly=path.active)
        path.step(crowd, 1 / 60)
    assert (abs(crowd.agents().feet[:, 1] - 1.21) < 1e-3).all()


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda path: pickle.loads(pickle.dumps(path)), Path.copy])
def test_paths_are_copied_and_pickled(world, copied):
    """In the middle of one, the copy goes on with the same bits, and neither changes the other."""
    heroes = carom.Mover(world, [[[0.0, 1, 5], [0, 1, 7], [0, 1, 9]]])
    path = Path(heroes, [[0.3, 2, 5], [1 / 3, 2, 9]], 2.0, where=[True, True, False])
    for _ in range(20):
        path.step(heroes, 1 / 60)
    other, state = copied(path), heroes.copy()
    assert other.active.tolist() == [[True, True, False]]
    while path.active.any():
        path.step(heroes, 1 / 60)
    assert other.active.any()
    while other.active.any():
        other.step(state, 1 / 60)
    assert feet_of(state).tobytes() == feet_of(heroes).tobytes()
    assert not copied(path).active.any() and copied(path).active.shape == (1, 3)


def test_bad_abilities(world):
    heroes, other = carom.Mover(world, [[0.0, 1, 0], [1, 1, 0]]), carom.Mover(world, [[0.0, 1, 0]])
    crowd, nan, walker = carom.Crowd(world, [[0.0, 1, 9]]), np.nan, carom.Mover(world, [0.0, 1, 0], locomotion=True)
    for call, error, text in [
        (lambda: Dash([1.0, 0, 0], 0.0), ValueError, "seconds must be more than 0"),
        (lambda: Dash([nan, 0, 0], 1.0), ValueError, "way is not finite"),
        (lambda: AirJumps(0.5).allows(heroes, True), ValueError, "most must be an integer"),
        (lambda: AirJumps(1).allows(heroes, 1), TypeError, "pressed must be booleans"),
        (lambda: AirJumps(1).allows(heroes, True, -1), ValueError, "dt must be finite and not negative"),
        (lambda: AirJumps(1).allows(walker, True), TypeError, "needs dt for characters with locomotion"),
        (lambda: Glide(1).before(heroes, 0.1, jump=nan), ValueError, "jump is not finite"),
        (lambda: cut_jump(heroes, nan), ValueError, "rise is not finite"),
        (lambda: cut_jump(heroes, 1.0, where=[True] * 3), ValueError, "where has the leading dimensions"),
        (lambda: Mantle((0.5, 1.5), 2).path(heroes, [nan, 0, 0]), ValueError, "ahead is not finite"),
        (lambda: Path(heroes, [[0, 0, 0]]), TypeError, "points and speed are given together"),
        (lambda: Path(heroes, [[0, 0, 0]], 0.0), ValueError, "speed must be more than 0"),
        (lambda: Path(heroes).step(other, 0.1), TypeError, "the path is of another mover"),
        (lambda: Path(heroes).update(Path(other)), TypeError, "the path is of another mover"),
        (lambda: Path(heroes).step(heroes, [0.1, -0.1]), ValueError, r"dt\[1\] must be finite and not negative"),
        (lambda: Water(0, 0, 0, 0), ValueError, "drag of Water must be more than 0, not 0"),
        (lambda: Water(0, nan, 0, 1), ValueError, "float of Water is not finite"),
        (lambda: Water(0, 0, 0, 1).exit(heroes, [1.0, 0, 0], 0.5, 0), ValueError, "speed of Mantle must be more than 0"),
        (lambda: Glide(np.inf), ValueError, "speed of Glide is not finite"),
        (lambda: WallJump(nan, 1), ValueError, "away of WallJump is not finite"),
        (lambda: Mantle((1.5, 0.5), 2), ValueError, "heights of Mantle must be a least and a greatest height"),
        (lambda: Mantle((0.5, 1.5), 0), ValueError, "speed of Mantle must be more than 0"),
        (lambda: Vault((0.5, 1.5), nan, 2), ValueError, "drop of Vault is not finite"),
        (lambda: Vault(1.0, 1, 2), ValueError, "heights of Vault must be"),
        (lambda: Ladder((0, 0, 0), (0, 0, 0), (1, 0, 0), 1), ValueError, "bottom and top of Ladder are the same point"),
        (lambda: Ladder((0, 0, 0), (0, 9, 0), (1, 0, 0), -1), ValueError, "speed of Ladder must be more than 0"),
        (lambda: Water(0, 0, 0, 1).after(other, Water(9, 0, 0, 1).before(heroes, [0.0, 0, 0], 0.1)[1]), TypeError, "swum is of another"),
        (lambda: AirJumps(1).allows(None, True), TypeError, "mover must be a Mover or a Crowd, not .*NoneType"),
        (lambda: Mantle((0.5, 1.5), 2).path(crowd, [nan, 0, 0]), ValueError, "ahead is not finite"),
        (lambda: WallJump(3, 4).jump(crowd), TypeError, "needs characters with locomotion"),
        (lambda: Path(heroes).step(crowd, 0.1), TypeError, "the path is of another mover"),
        (lambda: Path(crowd, [[0, 1, 0]], 0.0), ValueError, "speed must be more than 0"),
        (lambda: Glide(1).after(crowd, [nan, nan]), ValueError, "rise has the leading dimensions"),
        (lambda: crowd.stop([1]), IndexError, "there is no character 1, only 1"),
        (lambda: Path._restored(True, b"[]", [2]), ValueError, "a path of another number of characters"),
        (lambda: Path._restored(True, b"[1]", [1]), ValueError, "no state of carom"),
        (lambda: heroes.step([0.0, 0, 0], 0.1, fly=1), TypeError, "fly must be booleans"),
    ]:
        with pytest.raises(error, match=text):
            call()
    single = carom.Mover(carom.World(dtype="float32"), [[0.0, 1, 0], [1, 1, 0]])
    double = carom.Mover(carom.World(dtype="float64"), [[0.0, 1, 0], [1, 1, 0]])
    with pytest.raises(TypeError, match="the path is of another mover"):
        Path(single).update(Path(double))
    assert copy.copy(Glide(1.5)) == Glide(1.5)


class Course:
    """A scenario of boxes, walked by the abilities of this package as its inputs say."""

    def __init__(self, file):
        self.scenario = scenario = json.loads(file.read_text())
        self.world, self.dt = carom.World(dtype="float32"), np.float32(1 / scenario["hz"])
        for body in scenario["bodies"]:
            self.world.add(carom.OrientedBox(np.array(body["at"], float), body["box"]["half"]))
        self.actors = [Actor(self, actor) for actor in scenario["characters"]]

    def volume(self, kind, feet):
        """The first volume of a kind with the feet in it."""
        for volume in self.scenario.get("volumes", []):
            if kind in volume and (np.array(volume["min"]) <= feet).all() and (feet <= volume["max"]).all():
                return dict(volume[kind], surface=volume["max"][1])

    def run(self):
        ticks = round(self.scenario["seconds"] * self.scenario["hz"])
        for tick in range(ticks):
            for actor in self.actors:
                yield actor.tick((tick + 0.5) / self.scenario["hz"])


class Actor:
    def __init__(self, course, actor):
        rates = dict(acceleration=np.inf, friction=0, air_acceleration=np.inf, coyote=0, buffer=0)
        if "acceleration" in actor or "friction" in actor:
            # In a scenario the acceleration counts in the air, too, and there is no coyote time.
            rates = {name: actor[name] for name in ("acceleration", "friction") if name in actor}
            rates.update(air_acceleration=rates["acceleration"], coyote=0, buffer=0)
        self.mover = carom.Mover(course.world, [actor["feet"]], locomotion=rates)
        self.course, self.can, self.inputs = course, actor["abilities"], actor["input"]
        self.jumps, self.path, self.dash = AirJumps(self.can.get("air_jumps", 0)), Path(self.mover), None
        self.entry, self.on_ladder = None, False

    def begin(self, ability, wanted):
        mover, can, feet = self.mover, self.can, feet_of(self.mover)[0]
        length = np.linalg.norm(wanted)
        way = np.array(wanted) / (length or 1)
        level = np.array([wanted[0], 0, wanted[2]])
        ahead = level / (np.linalg.norm(level) or 1)
        if ability == "cut_jump" and ability in can:
            cut_jump(mover, can[ability]["rise"])
        elif ability == "wall_jump" and ability in can:
            WallJump(**can[ability]).jump(mover)
        elif ability == "dash" and ability in can:
            self.dash = Dash(np.float32([can[ability]["length"] * way]), can[ability]["seconds"])
        elif ability in ("climb_up", "climb_down"):
            if volume := self.course.volume("ladder", feet):
                ladder = Ladder(*(volume[name] for name in ("bottom", "top", "exit", "speed")))
                self.path, self.on_ladder = ladder.up(mover) if ability == "climb_up" else ladder.down(mover), True
        elif ability in ("mantle", "vault", "exit") and ability in can and level.any():
            it, self.on_ladder = can[ability], False
            if ability == "mantle":
                self.path = Mantle(it["heights"], it["speed"]).path(mover, it["ahead"] * ahead)
            elif ability == "vault":
                self.path = Vault(it["heights"], it["drop"], it["speed"]).path(mover, it["ahead"] * ahead)
            elif volume := self.course.volume("water", feet):
                water = Water(*(volume[name] for name in ("surface", "float", "buoyancy", "drag")))
                self.path = water.exit(mover, it["ahead"] * ahead, it["above"], it["speed"])

    def tick(self, middle):
        """The feet after a tick."""
        mover, dt = self.mover, self.course.dt
        entry = next((i for i, each in enumerate(self.inputs) if each["until"] > middle), len(self.inputs) - 1)
        given, begins = self.inputs[entry], entry != self.entry
        self.entry, wanted, ability = entry, given.get("move", [0, 0, 0]), given.get("ability")
        if begins and self.path.active[0] and self.on_ladder:
            self.path.leave()
            mover.stop([0])
        if begins and not self.path.active[0]:
            self.begin(ability, wanted)
        if self.path.active[0]:
            self.path.step(mover, dt)
            if not self.path.active[0]:
                mover.stop([0])
            return feet_of(mover)[0]
        if self.dash:
            intent = self.dash.intent(dt)
            if intent.fly[0]:
                return mover.step(intent.velocity, dt, fly=True).feet[0]
            self.dash = None
            mover.stop([0])
        if volume := self.course.volume("water", feet_of(mover)[0]):
            water = Water(*(volume[name] for name in ("surface", "float", "buoyancy", "drag")))
            intent, swum = water.before(mover, wanted, dt)
            if intent.fly[0]:
                step = mover.step(intent.velocity, dt, fly=True)
                water.after(mover, swum)
                return step.feet[0]
        jump = given.get("jump", 0.0) * begins
        counts, rise = self.jumps.allows(mover, jump > 0, dt), np.array([np.nan])
        glide = Glide(self.can["glide"]["speed"]) if ability == "glide" and "glide" in self.can else None
        if glide:
            rise = glide.before(mover, dt, jump * counts)
        step = mover.step(wanted, dt, jump=jump, air_jump=counts, rise=rise)
        if glide:
            glide.after(mover, rise)
        return step.feet[0]


NAMES = ["dash", "double-jump", "glide", "ladder", "mantle", "swimming", "variable-jump", "vault", "wall-jump"]


@pytest.mark.parametrize("name", NAMES)
def test_the_courses_of_scenarios(name):
    """Tick by tick the same bits as the places that the command walks."""
    file = SCENARIOS / f"{name}.json"
    walked = subprocess.run([sys.executable, "-m", "carom", "walk", "--json", str(file)], capture_output=True, text=True, check=True)
    expected = [json.loads(line)["feet"] for line in walked.stdout.splitlines() if '"feet"' in line]
    own = np.array(list(Course(file).run()))
    assert own.shape == (len(expected), 3)
    assert own.dtype == np.float32
    np.testing.assert_array_equal(own, np.array(expected, np.float32))
