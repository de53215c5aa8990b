"""Exact, fast collision queries on numpy arrays."""

from ._answers import AllHits, Closest, Contacts, Hits, MeshClosest, MeshHit
from ._carom import Ball, Box, Capsule, HeightField, Hull, Mesh, Shape, Surface, Triangle, World

__all__ = [
    "AllHits", "Ball", "Box", "Capsule", "Closest", "Contacts", "HeightField", "Hits", "Hull", "Mesh", "MeshClosest", "MeshHit", "Shape",
    "Surface", "Triangle", "World",
]
