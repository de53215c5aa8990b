"""2D: shapes, chains, worlds and characters with vectors (..., 2), in float64.

A function or class means what that of the same name in carom means, with the same rules, errors and degenerate cases. Angles are
in radians, counter-clockwise from x to y; y is up. Answers that are not in this module are those of carom with vectors (..., 2).

>>> import carom.planar as flat
>>> hill = flat.Chain([[-9., 0], [0, 0], [4, 2], [9, 2]])
>>> hill.closest(flat.Ball([[-5., 3], [6, 2.5]], 0.5)).distance
array([2.5, 0. ])
"""

from ._carom import planar as _planar
from ._planar_answers import AllHits, Body, Closest, Collisions, Contacts, Hits, Parts

Ball = _planar.Ball
Box = _planar.Box
Capsule = _planar.Capsule
Chain = _planar.Chain
Ellipse = _planar.Ellipse
HalfPlane = _planar.HalfPlane
Hull = _planar.Hull
Mover = _planar.Mover
OrientedBox = _planar.OrientedBox
Surface = _planar.Surface
TaperedCapsule = _planar.TaperedCapsule
Triangle = _planar.Triangle
World = _planar.World
WorldQuery = _planar.WorldQuery
closest = _planar.closest
manifold = _planar.manifold
overlap = _planar.overlap
pose = _planar.pose
ray_interval = _planar.ray_interval
sweep = _planar.sweep
sweep_rigid = _planar.sweep_rigid

__all__ = [
    "AllHits",
    "Ball",
    "Body",
    "Box",
    "Capsule",
    "Chain",
    "Closest",
    "Collisions",
    "Contacts",
    "Ellipse",
    "HalfPlane",
    "Hits",
    "Hull",
    "Mover",
    "OrientedBox",
    "Parts",
    "Surface",
    "TaperedCapsule",
    "Triangle",
    "World",
    "WorldQuery",
    "closest",
    "manifold",
    "overlap",
    "pose",
    "ray_interval",
    "sweep",
    "sweep_rigid",
]
