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
)

__all__ = [
    "AllHits",
    "Ball",
    "Box",
    "Capsule",
    "Closest",
    "Contacts",
    "Crowd",
    "HeightField",
    "Hits",
    "Hull",
    "Mesh",
    "MeshClosest",
    "MeshHit",
    "Mover",
    "Shape",
    "Status",
    "Steps",
    "Surface",
    "Table",
    "Triangle",
    "Why",
    "World",
]
