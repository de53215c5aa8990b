"""The report of a survey, as values."""

from __future__ import annotations

import dataclasses
import html
import json
import os
import pathlib
from typing import Any

Point = tuple[float, float, float]


def _point(value: Any) -> Point | None:
    return None if value is None else tuple(value)  # type: ignore[return-value]


@dataclasses.dataclass(frozen=True)
class MeshDefect:
    """A defect of triangles near a finding: `fault` (such as "hole" or "T-junction"), `position` and `triangles`."""

    fault: str
    position: Point
    triangles: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Finding:
    """A fault of a level.

    `severity` is "error", "warning" or "note". `kind` is

    - "leak": the character leaves the level here, as through a hole or over a rim
    - "trap": ground that can be entered and not left again
    - "ledge": a spawn above everything else: the character gets down from it and not back
    - "stuck": the character overlaps geometry and finds no free place near
    - "snag": something blocks that should not: a step a little too high, a low face a little too steep
    - "gap" and "headroom": an opening a little too narrow, a ceiling a little too low
    - "reach": hardly any of the walkable ground is reached, so the spawn may be in a wrong place
    - "jitter": the character shakes: a fault of the mover
    - "geometry": a defect of the mesh that the character meets, such as a hole

    `position` are the feet, in meters and with y up; `triangles` are the numbers of the
    nearest triangles, `objects` their names. `size` is the height of a step, the width of an opening or the height of a
    ceiling in meters, or None. `script` is a scenario that shows the finding, to the bit; with a report it is the file
    `scenario` in its folder, for `carom walk`. `spawn` is its start if there are several. `in_file` is the position in the
    coordinates of the file if these are others. `ignored` is the reason of an entry of the ignore list.
    """

    kind: str
    severity: str
    position: Point
    what: str
    triangles: tuple[int, ...]
    objects: tuple[str, ...]
    size: float | None
    scenario: str
    script: dict[str, Any] | None = dataclasses.field(repr=False)
    geometry: tuple[MeshDefect, ...]
    spawn: Point | None
    in_file: Point | None
    ignored: str | None


@dataclasses.dataclass(frozen=True)
class Cause:
    """The obstacle that keeps the character out of a region.

    `kind` is "step", "opening", "ceiling" (`size` and `limit` in meters) or "slope" (in degrees), `steps` the number of
    such steps one behind the other, `opens` the area in m² that is reached without it, and `what` a sentence about it.
    `object` is the object that is in the way, None if it has no name.
    """

    kind: str
    size: float
    limit: float
    steps: int
    position: Point
    opens: float
    what: str
    object: str | None


@dataclasses.dataclass(frozen=True)
class Region:
    """Walkable ground that was never reached.

    `position` is its most interior point, `area` in m². `cause` is None where no obstacle explains it. `drop` is None, or
    the points from and to which a run leads down from it: a ledge.
    """

    position: Point
    area: float
    triangles: tuple[int, ...]
    objects: tuple[str, ...]
    cause: Cause | None
    drop: tuple[Point, Point] | None
    in_file: Point | None


@dataclasses.dataclass(frozen=True)
class Floor:
    """A floor of the reached ground: its mean `height` in meters, and its `area` in m²."""

    height: float
    area: float


@dataclasses.dataclass(frozen=True)
class Goal:
    """A goal: whether it was `reached`, and by how many `ticks` of which script, or `what` keeps the character from it."""

    position: Point
    reached: bool | None
    ticks: int | None
    scenario: str | None
    script: dict[str, Any] | None = dataclasses.field(repr=False)
    spawn: Point | None
    what: str | None


@dataclasses.dataclass(frozen=True)
class Report:
    """The result of a survey.

    `findings` are sorted by kind and position, `unreached` regions by area. `reached_area` is in m², seen from above and
    summed over `floors`; `share` is its part of all walkable ground. `places` is the number of places of the search.
    `remarks` are sentences about the level's file and the options. `folder` has the files, if there are any.
    """

    findings: tuple[Finding, ...]
    unreached: tuple[Region, ...]
    reached_area: float
    floors: tuple[Floor, ...]
    places: int
    spawns: tuple[Point, ...]
    goals: tuple[Goal, ...]
    remarks: tuple[str, ...]
    folder: pathlib.Path | None
    _text: str = dataclasses.field(repr=False)

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Report:
        """Reads the report in a folder, also one that the command `carom survey` wrote.

        >>> import carom
        >>> carom.Report.load("out/survey").findings  # doctest: +SKIP
        """
        path = pathlib.Path(folder)
        text = (path / "report.json").read_bytes().decode()
        report = json.loads(text)
        named = [*report["findings"], *report.get("goals", [])]
        names = {entry["scenario"] for entry in named if entry.get("scenario")}
        scenarios = {name: (path / name).read_text() for name in names}
        return cls._of(text, [None] * len(report["findings"]), scenarios, [], path)

    @classmethod
    def _of(
        cls,
        text: str,
        sizes: list[float | None],
        scenarios: dict[str, str],
        remarks: list[str],
        folder: pathlib.Path | None,
    ) -> Report:
        report = json.loads(text)

        def script(name: str | None) -> dict[str, Any] | None:
            return json.loads(scenarios[name]) if name in scenarios else None

        return cls(
            findings=tuple(
                _finding(entry, size, script(entry["scenario"]))
                for entry, size in zip(report["findings"], sizes, strict=True)
            ),
            unreached=tuple(map(_region, report["unreached"])),
            reached_area=report["reach"]["area"],
            floors=tuple(Floor(**floor) for floor in report["reach"]["floors"]),
            places=report["reach"]["places"],
            spawns=tuple(tuple(spawn) for spawn in report.get("spawns", [report["spawn"]])),
            goals=tuple(_goal(entry, script(entry.get("scenario"))) for entry in report.get("goals", [])),
            remarks=tuple(remarks),
            folder=folder,
            _text=text,
        )

    @property
    def share(self) -> float:
        """The part of the walkable ground that is reached, 0 to 1. Roofs and the tops of walls count as ground, too."""
        whole = self.reached_area + sum(region.area for region in self.unreached)
        return self.reached_area / whole if whole > 0 else 1.0

    def to_json(self) -> str:
        """The text of report.json: the same bytes as those of `carom survey` with the same options.

        Its fields are described in docs/formats.md; `json.loads` gives those that have no attribute here.
        """
        return self._text

    def _repr_html_(self) -> str:
        page = self.folder and self.folder / "report.html"
        if page and page.is_file():
            text = html.escape(page.read_text(), quote=True)
            return f'<iframe srcdoc="{text}" style="width:100%;height:640px;border:0"></iframe>'
        rows = "".join(
            "<tr>"
            + "".join(
                f"<td>{html.escape(str(cell))}</td>"
                for cell in (
                    finding.severity,
                    finding.kind,
                    *(f"{x:.2f}" for x in finding.position),
                    finding.what,
                    ", ".join(finding.objects),
                )
            )
            + "</tr>"
            for finding in self.findings
        )
        head = "".join(f"<th>{name}</th>" for name in ("severity", "kind", "x", "y", "z", "what", "objects"))
        return (
            f"<p>{self.reached_area:.1f} m² reached, {100 * self.share:.0f} % of the walkable ground; "
            f"{len(self.unreached)} regions never reached; {len(self.findings)} findings</p>"
            f"<table><tr>{head}</tr>{rows}</table>"
        )


def _finding(entry: dict[str, Any], size: float | None, script: dict[str, Any] | None) -> Finding:
    return Finding(
        kind=entry["kind"],
        severity=entry["severity"],
        position=tuple(entry["position"]),
        what=entry["what"],
        triangles=tuple(entry["triangles"]),
        objects=tuple(entry.get("objects", ())),
        size=size,
        scenario=entry["scenario"],
        script=script,
        geometry=tuple(
            MeshDefect(defect["fault"], tuple(defect["position"]), tuple(defect["triangles"]))
            for defect in entry.get("geometry", ())
        ),
        spawn=_point(entry.get("spawn")),
        in_file=_point(entry.get("in_file")),
        ignored=entry.get("ignored"),
    )


def _region(entry: dict[str, Any]) -> Region:
    cause, drop = entry.get("cause"), entry.get("drop")
    return Region(
        position=tuple(entry["position"]),
        area=entry["area"],
        triangles=tuple(entry["triangles"]),
        objects=tuple(entry.get("objects", ())),
        cause=cause and Cause(**{"object": None, **cause, "position": tuple(cause["position"])}),
        drop=drop and (tuple(drop["from"]), tuple(drop["to"])),
        in_file=_point(entry.get("in_file")),
    )


def _goal(entry: dict[str, Any], script: dict[str, Any] | None) -> Goal:
    return Goal(
        position=tuple(entry["position"]),
        reached=entry["reached"],
        ticks=entry.get("ticks"),
        scenario=entry.get("scenario"),
        script=script,
        spawn=_point(entry.get("spawn")),
        what=entry.get("what"),
    )
