"""Exact, fast collision queries on numpy arrays."""

from ._answers import AllHits, Closest, Contacts, Hits, MeshClosest, MeshHit, Status, Steps, Why
from ._carom import (
    Ball,
    Box,
    Capsule,
    Crowd,
    HeightField,
    Hull,
    Mesh,
    Mover,
    Shape,
    Surface,
    Table,
    Triangle,
    World,
    WorldQuery,
)
from ._report import Cause, Finding, Floor, Goal, MeshDefect, Region, Report
from ._survey import Survey, SurveyProgress, survey
from ._transformed import transformed

__all__ = [
    "AllHits",
    "Ball",
    "Box",
    "Capsule",
    "Cause",
    "Closest",
    "Contacts",
    "Crowd",
    "Finding",
    "Floor",
    "Goal",
    "HeightField",
    "Hits",
    "Hull",
    "Mesh",
    "MeshClosest",
    "MeshDefect",
    "MeshHit",
    "Mover",
    "Region",
    "Report",
    "Shape",
    "Status",
    "Steps",
    "Surface",
    "Survey",
    "SurveyProgress",
    "Table",
    "Triangle",
    "Why",
    "World",
    "WorldQuery",
    "survey",
    "transformed",
]
