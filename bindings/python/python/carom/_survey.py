"""Surveys of levels: where a character can go, falls out and gets stuck."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from ._carom import Mesh, TiledSurvey
from ._report import Report

if TYPE_CHECKING:
    from typing_extensions import Unpack

Tile = tuple[int, int]
Level = str | os.PathLike[str] | Mesh


class Options(TypedDict, total=False):
    """The options of a survey, by the names of `carom survey --help`."""

    spawn: ArrayLike
    goal: ArrayLike
    radius: float
    height: float
    max_slope: float
    step_height: float
    snap: float
    skin: float
    settings: str | os.PathLike[str]
    speed: float
    jump: float
    crouch: float
    margin: float
    cell: float
    hz: int
    tiles: float
    min_reach: float
    what_if: Mapping[str, float]
    up: str
    unit: float | str
    colliders: str
    only: str | Sequence[str]
    exclude: str | Sequence[str]
    bounds: ArrayLike
    baseline: str | os.PathLike[str]
    ignore: str | os.PathLike[str]
    sarif: str | os.PathLike[str]
    no_pictures: bool
    size: int
    threads: int


class SurveyProgress(NamedTuple):
    """The progress of a survey: the round, its tile and the number of tiles of the round that are not done yet, the
    places found in that tile so far, and those of them from which the search still has to go on."""

    round: int
    tile: Tile
    tiles_left: int
    places: int
    waiting: int


class Survey:
    """Survey(level, **options): a survey of a level, tile by tile, for any system that runs functions.

    `level` is the path of an OBJ, glTF or GLB file, or a `Mesh` in meters with y up. All options are keywords:

    - `spawn` (3,) or (n, 3): the feet at the starts; by default those that the file names, else a place that is found
    - the character: `radius` (0.3 m), `height` (1.8), `max_slope` (45 degrees), `step_height` (0.4), `snap` (0.4), `skin`
      (0.01), or `settings`, a JSON file; `speed` (4 m/s), `jump` (m/s; none), `crouch` (m; none)
    - the search: `cell` (0.25 m), `hz` (60), `margin` (0.15 m), `tiles`: their width in meters, without it there is one
    - the report: `goal` (3,) or (n, 3), `min_reach` (10 percent), `what_if` ({"step_height": 0.6}), `baseline` and
      `ignore` (files), `sarif` (a file to write), `no_pictures`, `size` (1400 pixels)
    - a file: `up` ("y"), `unit` ("m"), `colliders` ("use"), `only` and `exclude` (names), `bounds` (2, 3)
    - `threads`: by default one per core; the report does not depend on it

    docs/survey.md describes them as those of the command `carom survey`. Raises a FileNotFoundError, or a ValueError that
    names the option or the place in the file. `carom.survey` is the usual way; `carom.ray.survey` uses several machines.

    >>> import carom
    >>> floor = carom.Mesh([[0., 0, 0], [0, 0, 8], [8, 0, 8], [8, 0, 0]], [[0, 1, 2], [0, 2, 3]])
    >>> survey = carom.Survey(floor, spawn=[2, 0, 2], tiles=5)
    >>> survey.tiles
    [(0, 0), (1, 0), (0, 1), (1, 1)]
    >>> states, inboxes = {}, {tile: [message] for tile, message in survey.starts().items()}
    >>> while inboxes:  # a round; its tiles can be searched in any order, anywhere
    ...     messages = {}
    ...     for tile, inbox in inboxes.items():
    ...         states[tile], outboxes = survey.tile(states.get(tile), inbox)
    ...         for to, message in outboxes.items():
    ...             messages.setdefault(to, []).append(message)
    ...     inboxes = messages
    >>> [finding.kind for finding in survey.join(states.values()).findings]
    ['leak']
    """

    def __init__(self, level: Level, **options: Unpack[Options]) -> None:
        for name in ("settings", "baseline", "ignore"):
            if options.get(name) is not None:
                os.stat(options[name])  # type: ignore[literal-required]
        if not isinstance(level, Mesh | str | os.PathLike):
            raise TypeError(f"level must be a Mesh or the path of a file, not {type(level).__name__}")
        if not isinstance(level, Mesh):
            os.stat(level)
        words = [word for name, value in options.items() for word in _words(name, value)]
        self._survey = TiledSurvey(level, words)
        self._made = (level, options)

    def __reduce__(self) -> Any:
        return _remade, self._made

    @property
    def tiles(self) -> list[Tile]:
        """All tiles (i, j), along x and z from the least corner of the level, row by row. Without the option `tiles`
        there is one. A search meets only those with ground that is reached."""
        wide, deep = self._survey.tile_counts
        return [(i, j) for j in range(deep) for i in range(wide)]

    @property
    def spawns(self) -> list[tuple[float, float, float]]:
        """The feet at the starts."""
        return self._survey.spawns

    def starts(self) -> dict[Tile, bytes]:
        """The messages of round 0, by the tiles that they are for. Raises a ValueError if no character can start."""
        return self._survey.starts()

    def tile(
        self,
        state: bytes | None,
        inbox: Iterable[bytes],
        progress: Callable[[int, int, int], object] | None = None,
    ) -> tuple[bytes, dict[Tile, bytes]]:
        """Searches a tile in a round.

        `state` is that after its last round, None before its first; `inbox` are all messages to it of the last round, in
        any order. Returns its new state, and the messages for the next round by their tiles. The same arguments give the
        same bytes, so a tile can be searched again, elsewhere, if its result is lost. `progress(places, waiting, ticks)`
        is called at first and after every wave of the search. Raises a ValueError if the bytes are damaged, of another survey
        (another level, option or version of carom), or do not belong together.
        """
        return self._survey.tile(state, list(inbox), progress)

    def join(self, states: Iterable[bytes], *, report: str | os.PathLike[str] | None = None) -> Report:
        """The report of a search that has ended, from the states of all tiles that were searched, in any order.

        `report` is a folder for its files, which is made; without it nothing is written. Of a sequence each state is read
        several times, so one that loads them needs memory for a few at a time, and for some bytes for each place.
        """
        states = states if isinstance(states, Sequence) else list(states)
        text, sizes, scenarios, remarks = self._survey.join(states, report)
        folder = None if report is None else pathlib.Path(report)
        return Report._of(text, sizes, scenarios, remarks, folder)


def survey(
    level: Level,
    *,
    report: str | os.PathLike[str] | None = None,
    progress: Callable[[SurveyProgress], object] | None = None,
    **options: Unpack[Options],
) -> Report:
    """survey(level, *, report=None, progress=None, **options): where a character can go, falls out and gets stuck.

    Sends the real character controller through a level until it finds nothing new. The options are those of `Survey`:
    `spawn`, `step_height`, `jump`, ...; `report` is a folder for the report with its page, pictures and scenarios, without
    it nothing is written. `progress` is called at the start of a tile and after every wave of its search with a
    `SurveyProgress`; an exception in it ends the survey, as Ctrl-C does. The GIL is released.

    >>> import carom
    >>> floor = carom.Mesh([[0., 0, 0], [0, 0, 8], [8, 0, 8], [8, 0, 0]], [[0, 1, 2], [0, 2, 3]])
    >>> report = carom.survey(floor, spawn=[4, 0, 4])
    >>> [(finding.kind, finding.severity) for finding in report.findings]
    [('leak', 'error')]
    >>> report.reached_area > 64  # the round foot holds on up to a radius beyond the rim
    True
    """
    job = Survey(level, **options)

    def searched(number: int, states: Mapping[Tile, bytes], inboxes: Inboxes) -> Iterable[Searched]:
        for left, (tile, inbox) in zip(range(len(inboxes), 0, -1), inboxes.items(), strict=True):
            def show(places: int, waiting: int, ticks: int, at: Tile = tile, left: int = left) -> None:
                if progress:
                    progress(SurveyProgress(number, at, left, places, waiting))

            yield tile, *job.tile(states.get(tile), inbox, show)

    return job.join(rounds(job, searched).values(), report=report)


Inboxes = dict[Tile, list[bytes]]
State = Any
Searched = tuple[Tile, State, dict[Tile, bytes]]


def rounds(
    job: Survey,
    searched: Callable[[int, Mapping[Tile, State], Inboxes], Iterable[Searched]],
) -> dict[Tile, State]:
    """The states of all tiles after the last round; `searched` searches those of a round, in any order."""
    states: dict[Tile, State] = {}
    inboxes = {tile: [message] for tile, message in job.starts().items()}
    number = 0
    while inboxes:
        following: Inboxes = {}
        for tile, state, outboxes in searched(number, states, inboxes):
            states[tile] = state
            for to, message in outboxes.items():
                following.setdefault(to, []).append(message)
        inboxes = following
        number += 1
    return states


def _remade(level: Level, options: Options) -> Survey:
    return Survey(level, **options)


def _words(name: str, value: Any) -> list[str]:
    """An option as words of the command line."""
    if name not in Options.__annotations__:
        raise TypeError(f"a survey has no option {name!r}; it has {', '.join(Options.__annotations__)}")
    if value is None or value is False:
        return []
    option = "--" + name.replace("_", "-")
    if name == "no_pictures":
        return [option]
    return [f"{option}={text}" for text in _texts(name, value)]


def _texts(name: str, value: Any) -> list[str]:
    if name in ("spawn", "goal"):
        points = np.asarray(value, dtype=float)
        if points.ndim not in (1, 2) or points.shape[-1] != 3:
            raise ValueError(f"{name} must have the shape (3,) or (n, 3), not {points.shape}")
        return [_numbers(point) for point in points.reshape(-1, 3)]
    if name == "bounds":
        corners = np.asarray(value, dtype=float)
        if corners.shape != (2, 3):
            raise ValueError(f"bounds must have the shape (2, 3), not {corners.shape}")
        return [_numbers(corners.ravel())]
    if name == "what_if":
        return [f"{setting}={_numbers([changed])}" for setting, changed in value.items()]
    if isinstance(value, str | os.PathLike):
        return [os.fspath(value)]
    if name in ("only", "exclude"):
        return list(value)
    if name in ("hz", "size", "threads"):
        return [str(value)]
    return [_numbers([value])]


def _numbers(values: Iterable[Any]) -> str:
    return ",".join(repr(float(value)) for value in values)
