"""Characters in 2D."""

import copy
import json
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import carom
from carom import Why, planar

SCENARIOS = pathlib.Path(__file__).parents[3] / "data" / "scenarios"
FLOOR = [[-90.0, 0], [90, 0]]
HILL = [[-9.0, 0], [2, 0], [4, 1], [6, 1], [6, 1.3], [20, 1.3]]


def test_they_walk_fall_and_land():
    feet = np.array([[[0, 0.005], [3, 2]], [[0, 0.005], [3, 1]]])
    mover = planar.Mover(planar.Chain(FLOOR), feet, [[1.8, 1.8], [1.2, 1.2]])
    for tick in range(60):
        step = mover.step([[2.0, 0], [-1, 0]], 1 / 60)
        if tick == 0:
            np.testing.assert_array_equal(step.on_ground, [[True, False], [True, False]])
    assert step.feet.shape == (2, 2, 2) and step.feet.dtype == float and len(mover) == 4
    assert step.on_ground.all() and type(step) is carom.Steps
    np.testing.assert_allclose(step.feet[..., 0], [[2, 2], [2, 2]], atol=1e-9)
    np.testing.assert_allclose(step.feet[..., 1], 0.01, atol=1e-3)
    np.testing.assert_allclose(step.velocity, np.broadcast_to([[2.0, 0], [-1, 0]], (2, 2, 2)), atol=1e-9)


def test_slopes_steps_and_walls():
    chain = planar.Chain([[-9.0, 0], [2, 0], [4, 1], [6, 1], [6, 1.3], [9, 1.3], [9, 4], [9.5, 4]])
    hero = planar.Mover(chain, [0.0, 0.01])
    why, stepped = 0, []
    for _ in range(240):
        step = hero.step([4.0, 0], 1 / 60)
        why |= int(step.why)
        stepped.append(float(step.stepped))
    # Up the slope and the step of 0.3 to the wall: 0.3 is the radius, 0.01 the skin.
    np.testing.assert_allclose(step.feet, [8.69, 1.31], atol=1e-3)
    assert why & Why.STEPPED and step.why & Why.BLOCKED and np.nanmax(stepped) > 0.2
    met = hero.collisions()
    assert met.body is None and met.segment.tolist() == [5] and met.role.tolist() == [carom.SurfaceKind.WALL]
    np.testing.assert_allclose(met.normal, [[-1, 0]], atol=1e-12)
    steep = planar.Mover(planar.Chain([[-9.0, 0], [2, 0], [4, 4]]), [0.0, 0.01])
    for _ in range(120):
        step = steep.step([4.0, 0], 1 / 60)
    assert step.feet[0] < 2.3 and step.feet[1] < 0.5


@pytest.mark.parametrize("kind", ["chain", "world"])
def test_every_tick_rate_takes_the_same_way(kind):
    chain, ends = planar.Chain(HILL), []
    surface = chain
    if kind == "world":
        surface = planar.World()
        surface.add(chain)
    for hz in (30, 60, 144, 240, 1000):
        hero = planar.Mover(surface, [[0.0, 0.01], [5, 1.01]])
        for tick in range(3 * hz):
            step = hero.step([[3.0, 0], [-2, 0]], 1 / hz)
        assert step.on_ground.all()
        ends.append(step.feet)
    np.testing.assert_allclose(ends, np.broadcast_to(ends[-1], np.shape(ends)), atol=2e-3)


def test_a_jump_has_one_apex_at_every_tick_rate():
    for hz in (30, 240, 1000):
        hero = planar.Mover(planar.Chain(FLOOR), [0.0, 0.01], gravity=10)
        hero.step([0.0, 0], 1 / hz)
        heights = [hero.step([0.0, 0], 1 / hz, jump=5.0).feet[1]]
        heights += [hero.step([0.0, 0], 1 / hz).feet[1] for _ in range(hz)]
        # v² / 2 g; between two ticks it is lower by at most g dt² / 8.
        apex = max(heights) - 0.01
        assert 1.25 - 10 / hz**2 / 8 - 1e-6 < apex < 1.25 + 1e-6, hz


def test_a_chain_is_the_same_alone_and_as_a_body():
    world = planar.World()
    name = world.add(planar.Chain(HILL))
    start = np.stack([np.linspace(-3, 12, 40), np.full(40, 1.5)], axis=1)
    alone, body = (planar.Mover(surface, start) for surface in (planar.Chain(HILL), world))
    for tick in range(120):
        wish = [3.0 if tick < 80 else -2.0, 0]
        a, b = alone.step(wish, 1 / 60, jump=4.0 * (tick == 50)), body.step(wish, 1 / 60, jump=4.0 * (tick == 50))
        assert all(x.tobytes() == y.tobytes() for x, y in zip(a, b))
        met, other = alone.collisions(), body.collisions()
        assert met.segment.tobytes() == other.segment.tobytes() and met.normal.tobytes() == other.normal.tobytes()
    assert (other.body == name).all()


def test_threads_copies_and_pickles_go_on_with_the_same_bits():
    world = planar.World()
    world.add(planar.Chain(HILL))
    ball = world.add(planar.Ball([0.0, 0], 0.4), planar.pose([8, 1.5]), moving=True)
    start = np.stack([np.linspace(-3, 12, 600), np.full(600, 2.0)], axis=1)
    movers = [planar.Mover(world, start, locomotion=True)]
    for tick in range(40):
        world.move_to(ball, planar.pose([8, 1.5 + 0.01 * tick], 0.02 * tick), 1 / 60)
        steps = [mover.step([2.0, 0], 1 / 60, threads=1 + 2 * i) for i, mover in enumerate(movers)]
        for other in steps[1:]:
            assert all(x.tobytes() == y.tobytes() for x, y in zip(steps[0], other))
        if tick == 15:
            movers += [movers[0].copy(), *pickle.loads(pickle.dumps([movers[0]]))]
            # The pickle has a world of its own, which must move on with the first.
            movers.pop()
    one = planar.Mover(planar.Chain(HILL), start)
    one.step([2.0, 0], 1 / 60)
    two = pickle.loads(pickle.dumps(one))
    three = copy.deepcopy(one)
    for _ in range(20):
        a, b, c = (mover.step([2.0, 0], 1 / 60) for mover in (one, two, three))
        assert all(x.tobytes() == y.tobytes() == z.tobytes() for x, y, z in zip(a, b, c))


def test_platforms_conveyors_and_one_way_planks():
    world = planar.World()
    lift, belt, plank = world.add(planar.Box([[-2.0, -0.2], [4, -0.2], [-9, 1.5]], [[2.0, 0], [9, 0], [-5, 1.6]]), moving=True)
    world.add(planar.Box([-9.0, -0.2], [-5, 0]))
    world.set_surface_velocity(belt, [1.5, 0])
    world.set_one_way(plank, [0.0, 1], 0.05)
    heroes = planar.Mover(world, [[0.0, 0.01], [5, 0.01], [-7, 0.01]], gravity=10)
    heroes.step([0.0, 0], 1 / 60)
    for tick in range(60):
        world.move_to(lift, planar.pose([0.5 * (tick + 1) / 60, (tick + 1) / 60]), 1 / 60)
        step = heroes.step([0.0, 0], 1 / 60, jump=[0, 0, 6.0 * (tick == 0)])
    np.testing.assert_allclose(step.feet[0], [0.5, 1.01], atol=2e-3)
    np.testing.assert_allclose(step.feet[1], [6.5, 0.01], atol=0.05)
    # Through the plank from below, 1.8 m high, and on it.
    np.testing.assert_allclose(step.feet[2], [-7, 1.61], atol=2e-3)
    heroes.set_surfaces([belt], velocity=[[-1.5, 0]], tag=[3])
    step = heroes.step([0.0, 0], 1 / 60)
    assert step.tag.tolist() == [0, 3, 0]
    with pytest.raises(TypeError, match="bodies must be names of bodies for a World, and None for a Chain"):
        heroes.set_surfaces(None, tag=1)


def test_locomotion_places_and_flights():
    hero = planar.Mover(planar.Chain(FLOOR), [[0.0, 0.01], [0, 0.01]], locomotion={"friction": 4})
    hero.step([0.0, 0], 1 / 60)
    hero.knock_back([0], [6.0, 0])
    for _ in range(240):
        step = hero.step([0.0, 0], 1 / 60)
    np.testing.assert_allclose(step.feet[:, 0], [1.5, 0], atol=0.01)  # v / friction
    hero.place([True, False], [5.0, 3])
    step = hero.step([2.0, 1], 1 / 60, fly=[True, False])
    np.testing.assert_allclose(step.feet[0], [5 + 2 / 60, 3 + 1 / 60], atol=1e-12)
    hero.stop([0])
    assert hero.step([0.0, 0], [1e-9, 0]).velocity[0, 0] == 0
    step = hero.step([0.0, 0], 1 / 60, jump=[5.0, 0], air_jump=[True, False])
    assert step.velocity[0, 1] > 4.8 and not step.on_ground[0]
    up = planar.Mover(planar.Chain([[0.0, -9], [0, 9]]), [[-0.5, 0]], up=(-1.0, 0))
    for _ in range(60):
        step = up.step([0.0, 2], 1 / 60)
    assert step.on_ground.all() and step.feet[0, 1] > 1.9


@pytest.mark.parametrize(
    "call, error, text",
    [
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0, 0]), ValueError, r"feet must have the shape \(..., 2\)"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [[0.0, 0], [np.inf, 0]]), ValueError, r"feet\[1\] is not finite"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0], -1.0), ValueError, "height must be more than 0"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0], up=(0, 1, 0)), TypeError, "up must be two numbers"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0], radius=-1), ValueError, "radius"),
        (lambda: planar.Mover(carom.World(), [0.0, 0]), TypeError, "Surface"),
        (lambda: carom.Mover(planar.Chain(FLOOR), [0.0, 0, 0]), TypeError, "Surface"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0]).step([1.0, 0, 0], 0.1), ValueError, r"velocity must have the shape \(..., 2\)"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0]).step([np.nan, 0], 0.1), ValueError, "velocity is not finite"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0]).step([1.0, 0], -0.1), ValueError, "dt must be finite and not negative"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0]).step([1.0, 0], 0.1, up=[0.0, 0]), ValueError, "up must be a direction"),
        (lambda: planar.Mover(planar.Chain(FLOOR), [0.0, 0]).knock_back([0], [1.0, 0]), TypeError, "needs characters with locomotion"),
    ],
)
def test_bad_input(call, error, text):
    with pytest.raises(error, match=text):
        call()


def walked(scenario, folder):
    """The feet of the only character of a scenario after each tick, by the command."""
    file = folder / "scenario.json"
    file.write_text(json.dumps(scenario))
    run = subprocess.run([sys.executable, "-m", "carom", "walk", "--json", str(file)], capture_output=True, text=True, check=True)
    return np.array([json.loads(line)["feet"] for line in run.stdout.splitlines() if '"feet"' in line])


def body(entry):
    """The shape of a body of a scenario, and its place."""
    at = entry.get("at", [0, 0])
    sides = {name: entry[name] for name in ("one_sided", "solid") if name in entry}
    if "chain" in entry and "rings" in entry["chain"]:
        return planar.Chain.from_rings(entry["chain"]["rings"], **sides), at
    if "chain" in entry:
        return planar.Chain(entry["chain"]["vertices"], closed=entry["chain"].get("closed", False), **sides), at
    if "box" in entry:
        return planar.OrientedBox(np.array(at, float), entry["box"]["half"]), [0, 0]
    if "hull" in entry:
        return planar.Hull(entry["hull"]["points"]), at
    if "segment" in entry:
        return planar.Capsule(entry["segment"]["a"], entry["segment"]["b"], 0.0), at
    return planar.Ball(entry["ball"]["center"], entry["ball"]["radius"]), at


@pytest.mark.parametrize("name, character", [("chain", 0), ("chain", 2), ("flatland", 0), ("flatland", 1)])
def test_the_ways_of_scenarios(name, character, tmp_path):
    """Tick by tick the same bits as the places to which the command, the Rust library, walks: of one character, among bodies at rest."""
    scenario = json.loads((SCENARIOS / f"{name}.json").read_text())
    scenario["precision"] = "f64"
    scenario["bodies"] = [entry for entry in scenario["bodies"] if "motion" not in entry]
    scenario["characters"] = [scenario["characters"][character]]
    world, actor = planar.World(), scenario["characters"][0]
    for entry in scenario["bodies"]:
        shape, at = body(entry)
        world.add(shape, planar.pose(at))
    hero, begun, own = planar.Mover(world, actor["feet"], actor.get("height", 1.8)), None, []
    for tick in range(round(scenario["seconds"] * scenario["hz"])):
        middle = (tick + 0.5) / scenario["hz"]
        entry = next((i for i, each in enumerate(actor["input"]) if each["until"] > middle), len(actor["input"]) - 1)
        given = actor["input"][entry]
        jump = given.get("jump", 0.0) * (entry != begun)
        begun = entry
        own.append(hero.step(given["move"], 1 / scenario["hz"], jump=jump).feet)
    np.testing.assert_array_equal(own, walked(scenario, tmp_path))
    assert np.ptp(np.array(own)[:, 0]) > 0.3
