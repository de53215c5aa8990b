"""carom's billiards beside pooltool: the same shots, with the same table and the same models.

    pip install "pooltool-billiards==0.6.*"
    cargo build --release -p carom-balls --example billiards_peer
    python billiards.py target/release/examples/billiards_peer [--stock] [MODEL] [SHOTS]

Events are compared one by one up to the first difference in kind or balls; times relative to the time, places in meters. carom also
plays each shot with its balls moved by up to 1e-12 m: from where that alone changes the time of an event by more than 1e-8, the shot is
chaotic, and two engines that round differently must part.
pooltool moves balls apart by a micrometer before each collision and lets slow balls exchange momentum; both are switched
off here, as they are no part of the models. Its friction impulse between balls is that of the separation speed; the
coefficient is scaled so that it is that of the whole normal impulse, as in Coulomb's law. `--stock` leaves all as it is.
"""

import json
import math
import resource
import subprocess
import sys
import time

import attrs
import numpy as np
import pooltool as pt
import pooltool.constants
from pooltool.objects.table.components import (
    CircularCushionSegment,
    CushionSegments,
    LinearCushionSegment,
    Pocket,
)
from pooltool.physics.engine import PhysicsEngine
from pooltool.physics.resolve.ball_ball.friction import AlciatoreBallBallFriction
from pooltool.physics.resolve.ball_ball.frictional_inelastic import FrictionalInelastic
from pooltool.physics.resolve.ball_ball.frictional_mathavan import FrictionalMathavan
from pooltool.physics.resolve.ball_cushion.han_2005 import Han2005Circular, Han2005Linear
from pooltool.physics.resolve.ball_cushion.mathavan_2010 import (
    Mathavan2010Circular,
    Mathavan2010Linear,
)
from pooltool.physics.resolve.resolver import default_resolver

GAP = 1e-12  # m; at 0 pooltool's search finds the last collision again
CHAOS = 1e-8  # relative change of a time by 1e-12 m at the start

KINDS = {
    "stick_ball": "strike",
    "ball_ball": "ball",
    "ball_linear_cushion": "cushion",
    "ball_circular_cushion": "cushion",
    "ball_pocket": "pocket",
}


def engine(model, stock):
    resolver = default_resolver()
    restitution = pt.BallParams.default().e_b
    scale = 1.0 if stock or model == "mathavan2014" else (1 + restitution) / (2 * restitution)
    curve = AlciatoreBallBallFriction(a=9.951e-3 * scale, b=0.108 * scale, c=1.088)
    steps = {} if stock else {"max_steps": 20_000, "delta_p": 2e-6}
    resolver.ball_ball = FrictionalInelastic(friction=curve)
    resolver.ball_linear_cushion = Han2005Linear()
    resolver.ball_circular_cushion = Han2005Circular()
    if model == "mathavan2010":
        resolver.ball_linear_cushion = Mathavan2010Linear(**steps)
        resolver.ball_circular_cushion = Mathavan2010Circular(**steps)
    if model == "mathavan2014":
        resolver.ball_ball = FrictionalMathavan(
            friction=curve, num_iterations=1000 if stock else 50_000
        )
    if not stock:
        pooltool.constants.MIN_DIST = GAP
        type(resolver.ball_ball).resolve_continually_touching = lambda self, a, b: (a, b)
    return PhysicsEngine(resolver=resolver)


def system(shot):
    height = shot["cushion_height"]
    straight, jaws = {}, {}
    for number, cushion in enumerate(shot["cushions"]):
        if "radius" in cushion:
            center = np.array([*cushion["center"], height])
            jaws[str(number)] = CircularCushionSegment(str(number), center, cushion["radius"])
        else:
            ends = [np.array([*cushion[end], height]) for end in "ab"]
            straight[str(number)] = LinearCushionSegment(str(number), *ends, side(cushion))
    pockets = {
        str(number): Pocket(str(number), np.array([*pocket["center"], 0.0]), pocket["radius"])
        for number, pocket in enumerate(shot["pockets"])
    }
    segments = CushionSegments(linear=straight, circular=jaws)
    table = attrs.evolve(pt.Table.default(), cushion_segments=segments, pockets=pockets)
    balls = {
        str(number): pt.Ball.create(str(number), xy=place)
        for number, place in enumerate(shot["balls"])
    }
    cue = pt.Cue(
        cue_ball_id="0",
        V0=shot["speed"],
        phi=math.degrees(shot["direction"]),
        theta=math.degrees(shot["elevation"]),
        a=-shot["right"],
        b=shot["above"],
    )
    return pt.System(cue=cue, table=table, balls=balls)


def side(cushion):
    """pooltool's name for the side of the line a x + b y + c = 0 on which the balls are."""
    (ax, ay), (bx, by) = cushion["a"], cushion["b"]
    line = (1, 0) if ax == bx else (-(by - ay) / (bx - ax), 1)
    return 1 if np.dot(line, cushion["normal"]) > 0 else 0


def events(result):
    for event in result.events:
        kind = KINDS.get(event.event_type.value)
        ids = [int(i) for i in event.ids if i.isdigit()]
        if event.event_type.is_transition():
            yield event.time, "transition", ids[0], 0
        elif kind == "strike":
            yield event.time, kind, 0, 0
        elif kind == "ball":
            yield event.time, kind, min(ids), max(ids)
        elif kind:
            yield event.time, kind, ids[0], ids[1]


def relative(mine, other):
    return abs(mine[0] - other[0]) / max(other[0], 1e-3)


def stable(events, nudged):
    """The number of events before the first that chaos changes."""
    for number, (mine, other) in enumerate(zip(events, nudged)):
        if mine[1:] != other[1:] or relative(mine, other) > CHAOS:
            return number
    return min(len(events), len(nudged))


def play(program, shots, model, times):
    """carom's results, and the CPU seconds of the process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([program, shots, model, str(times)], capture_output=True, check=True)
    return json.loads(done.stdout), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    stock = "--stock" in sys.argv
    program, *rest = [name for name in sys.argv[1:] if name != "--stock"]
    model = rest[0] if rest else "frictional"
    shots = rest[1] if len(rest) > 1 else "500"
    data, once = play(program, shots, model, 1)
    times = 41 if model == "frictional" else 3
    total = (play(program, shots, model, times)[1] - once) / (times - 1)
    physics = engine(data["model"], stock)
    pt.simulate(system(data["shots"][0]), engine=physics)  # compiles
    same, compared, late, places, short, seconds = 0, 0, [], [], 0, 0.0
    early, parted = [], []  # before chaos
    for number, shot in enumerate(data["shots"]):
        table = system(shot)
        start = time.process_time()
        try:
            result = pt.simulate(table, engine=physics, max_events=5000)
        except Exception as error:
            print(f"shot {number}: pooltool fails: {type(error).__name__}: {error}")
            continue
        seconds += time.process_time() - start
        theirs, ours = list(events(result)), [tuple(event) for event in shot["events"]]
        equal = 0
        calm = stable(ours, [tuple(event) for event in shot["nudged"]])
        for mine, other in zip(ours, theirs):
            if mine[1:] != other[1:]:
                break
            equal += 1
            late.append((relative(mine, other), number, equal))
            if equal <= calm:
                early.append(late[-1])
        if equal < min(calm, len(ours)):
            parted.append(number)
        compared += equal
        complete = equal == len(ours) == len(theirs)
        same += complete
        ends = [result.balls[str(ball)].state.rvw[0][:2] for ball in range(len(shot["end"]))]
        apart = [math.dist(*pair) for pair in zip(shot["end"], ends)]
        if complete and equal < 15:
            short += 1
            places += [(off, number) for off in apart]
        elif not complete:
            at = ours[equal][:] if equal < len(ours) else "end"
            there = theirs[equal] if equal < len(theirs) else "end"
            print(f"shot {number}: {equal} of {len(ours)} events, then {at} and {there}; ends {max(apart):.1e} m apart")
    late.sort()
    places.sort()
    quantile = lambda values, part: values[min(len(values) - 1, int(part * len(values)))]
    late = late or [(math.nan,)]
    print(f"{len(data['shots'])} shots, {data['model']}, {'stock' if stock else 'same models'}")
    print(f"the same events to the end: {same}; events compared: {compared}")
    for part in (0.5, 0.9, 0.99, 0.999, 1.0):
        print(f"times, quantile {part}: {quantile(late, part)[0]:.2e}")
    early = [event for event in early if event[1] not in parted]
    print(f"before chaos: {len(early)} events, times differ by up to {max(early)}; other events in shots {parted}")
    print(f"ends of {short} shots under 15 events: {quantile(places, 0.5)[0]:.2e} (median), {places[-1]} (largest)")
    print(f"CPU: carom {total:.4f} s, pooltool {seconds:.1f} s: {seconds / total:.0f} times")


main()
