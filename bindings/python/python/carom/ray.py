"""Surveys of large levels on a Ray cluster (`pip install ray`)."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import ray

from ._carom import Mesh
from ._report import Report
from ._survey import Inboxes, Level, Options, Searched, Survey, SurveyProgress, Tile, rounds

if TYPE_CHECKING:
    from typing_extensions import Unpack

ATTEMPTS = 5
"""How often a tile is searched before the death of its actor is an error."""


def survey(
    level: Level,
    *,
    actors: int | None = None,
    report: str | os.PathLike[str] | None = None,
    progress: Callable[[SurveyProgress], object] | None = None,
    **options: Unpack[Options],
) -> Report:
    """survey(level, *, actors=None, report=None, progress=None, **options): `carom.survey` on a Ray cluster.

    `actors` processes, by default one per CPU of the cluster, hold the level and search its tiles, `threads` (1) each.
    `tiles` is their width, 64 m by default. The states of tiles stay in the object store. If an actor dies, another one takes
    its place and its tile is searched again, at most `ATTEMPTS` times. A level file must have the same path on all machines; a Mesh
    is sent to them. `progress` is called after every tile. The report is the same, to the byte, as that of `carom.survey` and
    of the command with the same options; it is made in this process, which fetches the tiles one after another.

    Without `ray.init` this machine is the cluster.

    >>> import carom.ray
    >>> carom.ray.survey("world.glb", tiles=64, report="out/world")  # doctest: +SKIP
    """
    if not ray.is_initialized():
        ray.init()
    options.setdefault("tiles", 64.0)
    job = Survey(level, **options)
    # Found once, not by every actor.
    options["spawn"] = job.spawns
    options.setdefault("threads", 1)
    count = int(ray.cluster_resources().get("CPU", 1)) // options["threads"] if actors is None else actors
    shared = ray.put(level) if isinstance(level, Mesh) else os.path.abspath(level)
    pool = _Pool(max(count, 1), shared, options)

    def searched(number: int, states: Mapping[Tile, Any], inboxes: Inboxes) -> Iterator[Searched]:
        left = len(inboxes)
        for tile, state, (outboxes, places) in pool.searched(states, inboxes):
            left -= 1
            yield tile, state, outboxes
            if progress:
                progress(SurveyProgress(number, tile, left, places, 0))

    with contextlib.closing(pool):
        states = rounds(job, searched)
    return job.join(_Fetched(states.values()), report=report)


class _Worker:
    """The level on one machine."""

    def __init__(self, level: Level, options: Options) -> None:
        self._survey = Survey(level, **options)

    def tile(self, state: bytes | None, inbox: list[bytes]) -> tuple[bytes, tuple[dict[Tile, bytes], int]]:
        known = [0]
        state, outboxes = self._survey.tile(state, inbox, lambda places, *_: known.__setitem__(0, places))
        return state, (outboxes, known[0])


def _start(level: Any, options: Options) -> Any:
    return ray.remote(num_cpus=options["threads"])(_Worker).remote(level, options)


class _Pool:
    """Actors, each of which searches one tile at a time."""

    def __init__(self, count: int, level: Any, options: Options) -> None:
        self._made_of = (level, options)
        self._idle = [_start(level, options) for _ in range(count)]
        self._busy: dict[Any, tuple[Tile, Any, Any]] = {}

    def searched(self, states: Mapping[Tile, Any], inboxes: Inboxes) -> Iterator[tuple[Tile, Any, Any]]:
        """The tiles of a round, their states in the object store, and their results, as they come."""
        waiting = list(reversed(inboxes))
        deaths = dict.fromkeys(inboxes, 0)
        while waiting or self._busy:
            while waiting and self._idle:
                tile, actor = waiting.pop(), self._idle.pop()
                # Both results belong to this process: they outlive the actor.
                state, result = actor.tile.options(num_returns=2).remote(states.get(tile), inboxes[tile])
                self._busy[result] = (tile, actor, state)
            done, _ = ray.wait(list(self._busy), num_returns=1)
            tile, actor, state = self._busy.pop(done[0])
            try:
                result = ray.get(done[0])
            except ray.exceptions.RayActorError:
                deaths[tile] += 1
                if deaths[tile] == ATTEMPTS:
                    raise
                waiting.append(tile)
                self._idle.append(_start(*self._made_of))
                continue
            self._idle.append(actor)
            yield tile, state, result

    def close(self) -> None:
        for actor in [*self._idle, *(actor for _, actor, _ in self._busy.values())]:
            ray.kill(actor)


class _Fetched(Sequence[bytes]):
    """Bytes in the object store, fetched one at a time."""

    def __init__(self, references: Iterable[Any]) -> None:
        self._references = list(references)

    def __len__(self) -> int:
        return len(self._references)

    def __getitem__(self, index: Any) -> Any:
        return ray.get(self._references[index])
