"""Abilities of the characters of a Mover or a Crowd: double and wall jumps, short jumps, dashes, glides, mantles, vaults, ladders, swimming.

They are called between the ticks of a Mover, for all of its characters at once, and each does the same at every tick rate. Intents go
into `Mover.step`: velocities with `fly`, jumps with `air_jump`, a glide's `rise`. A path moves characters itself, and returns the rest of
the tick for `step`. A Crowd takes the place of the Mover in all of them, with the same bits; a path follows its step, in which those on one
fly with no velocity. Those of the Rust module `carom::mover::abilities`, by the same names, with the same results.

>>> import carom, numpy as np
>>> world = carom.World()
>>> ground = world.add(carom.Box([[-50., -1, -50], [1, 0, -1]], [[50., 0, 50], [5, 1.2, 1]]))
>>> heroes = carom.Mover(world, [[0.6, 0.01, 0], [0.6, 0.01, 5]])
>>> mantle = carom.abilities.Mantle(heights=(0.5, 1.5), speed=2)
>>> path = mantle.path(heroes, [0.9, 0, 0])
>>> path.active
array([ True, False])
>>> for _ in range(120):
...     left = path.step(heroes, 1 / 60)
...     step = heroes.step([2., 0, 0], left)  # walks before or after it
>>> step.feet.round(1) + 0
array([[3.4, 1.2, 0. ],
       [4.6, 0. , 5. ]])
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import _carom
from ._carom import Path, Swum

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._carom import Crowd, Mover

__all__ = [
    "AirJumps",
    "Dash",
    "Glide",
    "Intent",
    "Ladder",
    "Mantle",
    "Path",
    "Swum",
    "Vault",
    "WallJump",
    "Water",
    "cut_jump",
]


def _checked(ability: object, positive: "tuple[str, ...]" = (), ordered: "tuple[str, ...]" = ()) -> None:
    """Raises a ValueError that names the first setting that is not finite, not more than 0 or not in order."""
    for name, value in vars(ability).items():
        where = f"{name} of {type(ability).__name__}"
        numbers = np.asarray(value, float)
        if not np.isfinite(numbers).all():
            raise ValueError(f"{where} is not finite")
        if name in positive and not numbers > 0:
            raise ValueError(f"{where} must be more than 0, not {value}")
        if name in ordered and not (numbers.shape == (2,) and 0 <= numbers[0] <= numbers[1]):
            raise ValueError(f"{where} must be a least and a greatest height, not {value}")


class Intent(NamedTuple):
    """The intents of a tick in which an ability moves characters, for `Mover.step(velocity, dt, fly=fly)`."""

    velocity: np.ndarray
    """(..., 3) The velocity of those that the ability moves; zero for all others."""
    fly: np.ndarray
    """(...) bool: which characters it moves."""


class Dash:
    """Dash(way, seconds): dashes by `way` (..., 3), in any direction, in `seconds` (...), broadcast: without gravity.

    `velocity` (..., 3) and `left` (...), the time that is left in seconds, are arrays that may be changed: a dash of one character begins
    where its rows are set. Computed in float32 if `way` is, else in float64, as the Mover should be.

    >>> import carom
    >>> heroes = carom.Mover(carom.World(), [[0., 0, 0], [0, 0, 9]])
    >>> dash = carom.abilities.Dash([[3., 0, 0], [0, 2, 0]], 0.22)
    >>> while (dash.left > 0).any():
    ...     intent = dash.intent(1 / 60)
    ...     step = heroes.step(intent.velocity, 1 / 60, fly=intent.fly)
    >>> step.feet.round(4)
    array([[3., 0., 0.],
           [0., 2., 9.]])
    """

    def __init__(self, way: "ArrayLike", seconds: "ArrayLike") -> None:
        self.velocity = _carom.dash_velocity(way, seconds)
        """(..., 3) Length/s."""
        self.left = np.broadcast_to(np.asarray(seconds, self.velocity.dtype), self.velocity.shape[:-1]).copy()
        """(...) The time that is left, s."""

    def intent(self, dt: "ArrayLike") -> Intent:
        """The intents of a tick of `dt` (...) seconds; those of dashes that are over do not fly. The last tick of a dash is the mean of
        its rest and a stand, so that it ends in the same place at every tick rate."""
        velocity, fly, self.left = _carom.dash_intent(self.velocity, self.left, dt)
        return Intent(velocity, fly)


class AirJumps:
    """AirJumps(most): `most` (...) jumps in the air after one from the ground, 1 for a double jump.

    >>> import carom
    >>> heroes = carom.Mover(carom.World(), [[0., 0, 0]])
    >>> jumps = carom.abilities.AirJumps(1)
    >>> for _ in range(2):
    ...     counts = jumps.allows(heroes, True, 0.1)
    ...     step = heroes.step([0., 0, 0], 0.1, jump=4.0, air_jump=counts)
    >>> jumps.left, step.velocity.round(3)  # the second press did not count
    (array([0], dtype=uint32), array([[0.   , 2.038, 0.   ]]))
    """

    def __init__(self, most: "ArrayLike") -> None:
        self.most = most
        """(...) How many there are after each landing."""
        self.left: "ArrayLike" = most
        """(...) How many are left."""

    def allows(self, mover: "Mover | Crowd", pressed: "ArrayLike", dt: "ArrayLike | None" = None) -> np.ndarray:
        """Before each tick of `dt` (...) seconds: whether presses of jump, `pressed` (...), booleans, count: bool (...), for `air_jump` of
        `Mover.step`; `jump` is a speed where it is pressed. With `locomotion`, which needs `dt`, a press within coyote time counts as
        one from the ground, and one that does not count is buffered."""
        counts, self.left = _carom.air_jumps_allow(mover, self.most, self.left, pressed, dt)
        return counts


def cut_jump(mover: "Mover | Crowd", rise: "ArrayLike", where: "ArrayLike | None" = None) -> None:
    """Before the first tick after the button of a jump is let go: limits the speed upward to `rise` (...), length/s, of the characters
    in the air, or of those `where` (...) is true. From there a character rises rise² / (2 gravity) more.

    >>> import carom
    >>> heroes = carom.Mover(carom.World(), [[0., 0, 0], [5, 0, 0]])
    >>> step = heroes.step([0., 0, 0], 0.1, jump=4.0, air_jump=True)
    >>> carom.abilities.cut_jump(heroes, 1.0, where=[True, False])
    >>> heroes.step([0., 0, 0], 0.05).velocity[:, 1].round(4)
    array([0.5095, 2.5285])
    """
    _carom.cut_jump(mover, rise, where)


@dataclass(frozen=True)
class Glide:
    """Glide(speed): a fall that is never faster than `speed`, length/s.

    >>> import carom
    >>> heroes = carom.Mover(carom.World(), [[0., 9, 0]])
    >>> glide = carom.abilities.Glide(1.5)
    >>> for _ in range(60):
    ...     rise = glide.before(heroes, 1 / 60)
    ...     step = heroes.step([1., 0, 0], 1 / 60, rise=rise)
    ...     glide.after(heroes, rise)
    >>> heroes.step([1., 0, 0], 0).velocity.round(4) + 0
    array([[ 1. , -1.5,  0. ]])
    """

    speed: float
    """The greatest speed downward, length/s."""

    def __post_init__(self) -> None:
        _checked(self)

    def before(self, mover: "Mover | Crowd", dt: "ArrayLike", jump: "ArrayLike | None" = None) -> np.ndarray:
        """Before each tick: `rise` (...) for `Mover.step`. NaN, for gravity, on the ground and while a character is not yet too fast.
        Those that do not glide take NaN, too: `np.where(glides, rise, np.nan)`.

        `jump` (...) are the upward speeds of the jumps that count in this tick, 0 without one: those characters do not glide in it."""
        return _carom.glide_before(mover, self.speed, dt, jump)

    def after(self, mover: "Mover | Crowd", rise: "ArrayLike") -> None:
        """After the tick, with its `rise`: the speed at its end, of those that are in the air still."""
        _carom.glide_after(mover, self.speed, rise)


@dataclass(frozen=True)
class WallJump:
    """WallJump(away, rise): the speeds of a jump off a wall beside a character in the air. Of a Mover with `locomotion`.

    >>> import carom
    >>> world = carom.World()
    >>> wall = world.add(carom.Box([0.5, -9., -9], [1.5, 9, 9]))
    >>> heroes = carom.Mover(world, [[0.19, 0, 0], [-5, 0, 0]], locomotion=True)
    >>> carom.abilities.WallJump(away=3, rise=4).jump(heroes)
    array([ True, False])
    >>> heroes.step([0., 0, 0], 1e-9).velocity.round(3) + 0
    array([[-3.,  4.,  0.],
           [ 0.,  0.,  0.]])
    """

    away: float
    """The speed away from the wall, length/s."""
    rise: float
    """The speed upward, length/s."""

    def __post_init__(self) -> None:
        _checked(self)

    def jump(self, mover: "Mover | Crowd", where: "ArrayLike | None" = None) -> np.ndarray:
        """Before a tick in which jump is pressed, `where` (...) it is: characters in the air within two skins of a wall are knocked away
        from it and up. Returns which: bool (...)."""
        return _carom.wall_jump(mover, self.away, self.rise, where)


@dataclass(frozen=True)
class Mantle:
    """Mantle(heights, speed): on to ledges ahead. See the example of the module.

    `heights` are the least and the greatest height of a ledge over the feet, length.
    """

    heights: "tuple[float, float]"
    """The least and the greatest height of a ledge over the feet, length."""
    speed: float
    """Length/s."""

    def __post_init__(self) -> None:
        _checked(self, positive=("speed",), ordered=("heights",))

    def path(self, mover: "Mover | Crowd", ahead: "ArrayLike", where: "ArrayLike | None" = None) -> Path:
        """The paths up to ledges ahead; without one for characters ahead of which there is none of these heights, it is too steep, or
        there is no room.

        `ahead` (..., 3) is how far each searches and goes, horizontally: the ledge has to begin within it, and to carry at its end. Only
        of the characters `where` (...) is true, by default all."""
        return _carom.mantle_path(mover, self.heights, self.speed, ahead, where)


@dataclass(frozen=True)
class Vault:
    """Vault(heights, drop, speed): over walls that are too thin to stand on, and down behind them.

    >>> import carom
    >>> world = carom.World()
    >>> walls = world.add(carom.Box([[-9., -1, -9], [0.4, 0, -1]], [[9., 0, 9], [0.6, 1, 1]]))
    >>> heroes = carom.Mover(world, [[0., 0.01, 0]])
    >>> path = carom.abilities.Vault(heights=(0.5, 1.2), drop=1, speed=3).path(heroes, [1.5, 0, 0])
    >>> while path.active.any():
    ...     left = path.step(heroes, 1 / 60)
    >>> heroes.step([0., 0, 0], 0).feet.round(3) + 0
    array([[0.92, 0.01, 0.  ]])
    """

    heights: "tuple[float, float]"
    """The least and the greatest height of a wall over the feet, length."""
    drop: float
    """How far below the feet the ground behind may be, length. Where it is deeper, there is no vault."""
    speed: float
    """Length/s."""

    def __post_init__(self) -> None:
        _checked(self, positive=("speed",), ordered=("heights",))

    def path(self, mover: "Mover | Crowd", ahead: "ArrayLike", where: "ArrayLike | None" = None) -> Path:
        """The paths over walls ahead and to the ground right behind them; without one for characters with no wall of these heights, no
        room over it or behind it, or no walkable ground there that is lower than the wall by the least of the heights.

        `ahead` (..., 3) is how far each searches and goes at most, horizontally: the wall, and behind it the character, have to fit
        within. Only of the characters `where` (...) is true, by default all."""
        return _carom.vault_path(mover, self.heights, self.drop, self.speed, ahead, where)


@dataclass(frozen=True)
class Ladder:
    """Ladder(bottom, top, exit, speed): up and down a line, and off it at the top; three points (3,) and a speed.

    >>> import carom
    >>> heroes = carom.Mover(carom.World(), [[0.1, 1, 0]])
    >>> ladder = carom.abilities.Ladder(bottom=(0, 0, 0), top=(0, 5, 0), exit=(-1, 5, 0), speed=2)
    >>> ladder.is_near([[0.1, 1, 0], [2, 1, 0]], 0.3)
    array([ True, False])
    >>> path = ladder.up(heroes)
    >>> while path.active.any():
    ...     left = path.step(heroes, 1 / 60)
    >>> heroes.step([0., 0, 0], 0).feet.round(3) + 0
    array([[-1.,  5.,  0.]])
    """

    bottom: "tuple[float, float, float]"
    """Where feet are at its lower end."""
    top: "tuple[float, float, float]"
    """Where feet are at its upper end."""
    exit: "tuple[float, float, float]"
    """Where they step off at the top."""
    speed: float
    """Length/s."""

    def __post_init__(self) -> None:
        _checked(self, positive=("speed",))
        if np.array_equal(self.bottom, self.top):
            raise ValueError("bottom and top of Ladder are the same point")

    def is_near(self, feet: "ArrayLike", distance: float) -> np.ndarray:
        """Whether each of `feet` (..., 3) is within this distance of the ladder, so that it can be climbed: bool (...)."""
        return _carom.ladder_is_near(self._numbers(), feet, distance)

    def up(self, mover: "Mover | Crowd", where: "ArrayLike | None" = None) -> Path:
        """The paths up, of the characters `where` (...) is true: to the nearest place on the ladder, to its top, off it. New ones can
        begin in any tick: a character hangs where it left the last one (`Path.leave`)."""
        return _carom.ladder_path(mover, self._numbers(), True, where)

    def down(self, mover: "Mover | Crowd", where: "ArrayLike | None" = None) -> Path:
        """The paths down to the bottom, of the characters `where` (...) is true."""
        return _carom.ladder_path(mover, self._numbers(), False, where)

    def _numbers(self) -> tuple:
        return (self.bottom, self.top, self.exit), self.speed


@dataclass(frozen=True)
class Water:
    """Water(surface, float, buoyancy, drag): water below a level surface, which carries and brakes.

    >>> import carom
    >>> heroes = carom.Mover(carom.World(), [[0., 0, 0], [0, 9, 0]], gravity=0)
    >>> water = carom.abilities.Water(surface=5, float=1.5, buoyancy=0.5, drag=2)
    >>> for _ in range(600):
    ...     intent, swum = water.before(heroes, [0., 0, 0], 1 / 60)
    ...     step = heroes.step(intent.velocity, 1 / 60, fly=intent.fly)
    ...     water.after(heroes, swum)
    >>> step.feet[:, 1].round(4), intent.fly
    (array([3.5, 9. ]), array([ True, False]))
    """

    surface: float
    """The height of the surface along `up`."""
    float: float
    """How far below it the feet of a character are that floats, length."""
    buoyancy: float
    """The speed with which a character that does nothing rises to the surface, length/s."""
    drag: float
    """How fast water brakes to the wanted velocity, 1/s. More than 0."""

    def __post_init__(self) -> None:
        _checked(self, positive=("drag",))

    def before(self, mover: "Mover | Crowd", wanted: "ArrayLike", dt: "ArrayLike") -> "tuple[Intent, Swum]":
        """The intents of a tick of `dt` (...) seconds, and what `after` needs. Characters above the water do not fly. `wanted` (..., 3) is
        a velocity in any direction.

        The velocity follows v' = -drag (v - w), w = wanted + buoyancy * up, solved exactly; the intent has its mean. At the surface
        nothing is left of what leads up."""
        velocity, fly, swum = _carom.water_before(mover, self._numbers(), wanted, dt)
        return Intent(velocity, fly), swum

    def after(self, mover: "Mover | Crowd", swum: Swum) -> None:
        """After the tick: the velocities at its end, unless something was in the way."""
        _carom.water_after(mover, swum)

    def exit(
        self, mover: "Mover | Crowd", ahead: "ArrayLike", above: "float", speed: "float", where: "ArrayLike | None" = None
    ) -> Path:
        """The paths out of the water on to ledges ahead that are at most `above` over the surface, at this speed: a Mantle, with `ahead`
        (..., 3) and `where` (...). Without one for characters more than a radius deeper than where they float."""
        Mantle((0, abs(above)), speed)  # Its checks; a ledge may be below the surface.
        return _carom.water_exit(mover, self._numbers(), ahead, above, speed, where)

    def _numbers(self) -> tuple:
        return self.surface, self.float, self.buoyancy, self.drag
