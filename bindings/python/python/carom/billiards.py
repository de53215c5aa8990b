"""Pool, snooker and carom billiards with spin: arrays of shots in, arrays of results out."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np

from ._carom import PoolTable

__all__ = ["BallStates", "EventKind", "Motion", "PoolTable", "ShotEvents", "ShotResults", "ShotStatus"]


class ShotResults(NamedTuple):
    """The ends of shots, as arrays with the leading dimensions of the call; n balls on a table."""

    status: np.ndarray
    """(...) uint8: how each ended, a ShotStatus."""
    duration: np.ndarray
    """(...) Time from the strike to the last event, s."""
    first_ball_hit: np.ndarray
    """(...) int32: the first ball that the struck ball hits; -1 for none."""
    position: np.ndarray
    """(..., n, 2) The centers of the balls; that of a pocketed one is the center of its pocket, that of one off the table where it
    came down."""
    is_pocketed: np.ndarray
    """(..., n) bool: whether the ball is in a pocket or off the table at the end, now or since before. `simulate(position=results.position,
    is_pocketed=results.is_pocketed)` plays on."""
    pocket: np.ndarray
    """(..., n) int32: the pocket into which the ball fell in this shot; -1 for none, also off the table."""
    event_count: np.ndarray
    """(...) int32: the number of events."""
    states: "BallStates | None"
    """The states at `times`; None without."""
    events: "ShotEvents | None"
    """All events; None without `events=True`."""


class BallStates(NamedTuple):
    """The states of n balls at t times, in closed form from the last event before; z is up."""

    position: np.ndarray
    """(..., t, n, 3) Centers, m."""
    velocity: np.ndarray
    """(..., t, n, 3) m/s."""
    angular_velocity: np.ndarray
    """(..., t, n, 3) rad/s."""


class ShotEvents(NamedTuple):
    """The events of each shot, shot by shot: those of shot i are offsets[i] to offsets[i + 1]."""

    offsets: np.ndarray
    """(m + 1,) int64, for the m shots in C order of their leading dimensions."""
    time: np.ndarray
    """(k,) Seconds since the strike."""
    kind: np.ndarray
    """(k,) uint8: what happened, an EventKind."""
    ball: np.ndarray
    """(k,) int32: the ball; of a collision of two balls the one with the lower number."""
    other: np.ndarray
    """(k,) int32: the other ball, the cushion (noses first, then facings, then jaws), the pocket, or for a TRANSITION the Motion from
    now on; -1 for a STRIKE, SLATE and OFF_TABLE."""
    speed: np.ndarray
    """(k,) The speed at which the ball approached the other ball or the cushion, or came down on the cloth, m/s; NaN without."""
    position: np.ndarray
    """(k, 3) The center of `ball`; of a pocketed one that of its pocket."""


class ShotStatus(IntEnum):
    """How a shot ended."""

    AT_REST = 0
    """All balls are at rest, in pockets or off the table."""
    MISCUE = 1
    """The tip slipped off the ball: nothing moved."""
    TOO_MANY_EVENTS = 2
    """The shot had 50,000 events; balls may still move."""


class EventKind(IntEnum):
    """What happened at an event."""

    STRIKE = 0
    """The cue struck the ball."""
    TRANSITION = 1
    """The ball moves in another way from now on."""
    BALL = 2
    """It hit another ball."""
    CUSHION = 3
    """It hit a cushion."""
    POCKET = 4
    """It fell into a pocket."""
    SLATE = 5
    """It came down on the cloth."""
    OFF_TABLE = 6
    """It came down outside the cushions. From now on its height is that of a ball on them."""


class Motion(IntEnum):
    """How a ball moves."""

    STATIONARY = 0
    """At rest."""
    SPINNING = 1
    """It turns in place about the vertical."""
    ROLLING = 2
    """It rolls without slip; it may also turn about the vertical."""
    SLIDING = 3
    """Its lowest point slips on the cloth."""
    POCKETED = 4
    """In a pocket."""
    AIRBORNE = 5
    """In flight, under gravity alone."""
    OFF_TABLE = 6
    """Off the table."""
