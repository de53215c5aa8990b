"""The answers of queries in 2D that have other fields than in 3D: named tuples of numpy arrays."""

from typing import NamedTuple

import numpy as np

from ._carom import planar


class Closest(NamedTuple):
    """The nearest part for each shape, as arrays with the leading dimensions of the query."""

    distance: np.ndarray
    """(...) Signed separation: negative where the shape overlaps the part, inf where no part is within reach. Segments have no
    inside: a point in a closed chain has a positive distance, see Chain.signed_distance."""
    point: np.ndarray
    """(..., 2) The point of the part nearest to the shape, or deepest in it; NaN without a part."""
    normal: np.ndarray
    """(..., 2) Unit vector from the part to the shape: the way the shape must go to separate. For a point in a closed chain it
    points inwards. NaN without a part."""
    segment: np.ndarray
    """(...) int32: the number of the segment, 0 for a body that is a shape; -1 without a part."""
    body: "np.ndarray | None" = None
    """(...) int64: the body of a World, -1 without a part; None for a Chain."""


class Hits(NamedTuple):
    """The first hit of each motion, as arrays with the leading dimensions of the query."""

    t: np.ndarray
    """(...) Time of impact as a fraction of the displacement, 0 to 1; inf where the motion is free."""
    point: np.ndarray
    """(..., 2) The point of touch; NaN without a hit."""
    normal: np.ndarray
    """(..., 2) Unit vector from the part to the shape at the time of impact; NaN without a hit."""
    segment: np.ndarray
    """(...) int32: the number of the segment, 0 for a body that is a shape; -1 without a hit."""
    body: "np.ndarray | None" = None
    """(...) int64: the body of a World, -1 without a hit; None for a Chain."""


class Contacts(NamedTuple):
    """All parts within reach of each shape, shape by shape: those of shape i are offsets[i] to offsets[i + 1]."""

    offsets: np.ndarray
    """(n + 1,) int64, for the n shapes in C order of their leading dimensions."""
    distance: np.ndarray
    """(m,) Signed separation."""
    point: np.ndarray
    """(m, 2) The point of the part nearest to the shape, or deepest in it."""
    normal: np.ndarray
    """(m, 2) Unit vector from the part to the shape."""
    segment: np.ndarray
    """(m,) int32: the number of the segment, ascending for each shape; of closest_n by distance."""
    body: "np.ndarray | None" = None
    """(m,) int64: the body of a World; None for a Chain."""


class AllHits(NamedTuple):
    """All parts that stop each motion, motion by motion: those of motion i are offsets[i] to offsets[i + 1], by time."""

    offsets: np.ndarray
    """(n + 1,) int64, for the n motions in C order of their leading dimensions."""
    t: np.ndarray
    """(m,) Time of impact with this part alone, as a fraction of the displacement."""
    point: np.ndarray
    """(m, 2) The point of touch."""
    normal: np.ndarray
    """(m, 2) Unit vector from the part to the shape."""
    segment: np.ndarray
    """(m,) int32: the number of the segment; 0 for a body that is a shape."""
    body: "np.ndarray | None" = None
    """(m,) int64: the body of a World; None for a Chain."""


class Parts(NamedTuple):
    """The parts of a chain or world in a box, sorted by body and segment."""

    segment: np.ndarray
    """(m,) int32: the number of the segment."""
    body: "np.ndarray | None" = None
    """(m,) int64: the body of a World; None for a Chain."""


class Body(NamedTuple):
    """What bodies of a World are, as arrays with the leading dimensions of their names."""

    pose: np.ndarray
    """(..., 3, 3) A rotation, a uniform scale and a translation."""
    velocity: np.ndarray
    """(..., 2) Of the bodies' origins, length/s."""
    spin: np.ndarray
    """(...) How fast they turn around their origins, radians/s, counter-clockwise."""
    surface_velocity: np.ndarray
    """(..., 2) Of the surfaces' material in the bodies' own frames, length/s: conveyors."""
    one_way_direction: np.ndarray
    """(..., 2) The side that blocks, in the bodies' own frames; zero for those that block from all sides."""
    one_way_margin: np.ndarray
    """(...) The greatest penetration depth that still counts as standing on it, a length in the world."""
    layers: np.ndarray
    """(...) uint32: the layers that they are in, a bit each."""
    mask: np.ndarray
    """(...) uint32: the layers that collide with them, a bit each."""
    moving: np.ndarray
    """(...) bool: whether they move often."""
    sensor: np.ndarray
    """(...) bool: whether they block nothing and only count in `update_sensors`."""
    data: np.ndarray
    """(...) uint64: the integers of `set_data`."""


class Collisions(NamedTuple):
    """The surfaces that characters met in a tick, character by character: Mover.collisions."""

    character: np.ndarray
    """(m,) int64: the number of the character, in C order of their dimensions; ascending."""
    point: np.ndarray
    """(m, 2) The point of the part that was touched, when it was touched."""
    normal: np.ndarray
    """(m, 2) Unit vector from the part to the character."""
    velocity: np.ndarray
    """(m, 2) The velocity that the character would have had there without the part, relative to the part's own, length/s."""
    role: np.ndarray
    """(m,) uint8: what the surface was for the motion, a carom.SurfaceKind."""
    segment: np.ndarray
    """(m,) int32: the number of the segment; 0 for a body that is a shape."""
    body: "np.ndarray | None"
    """(m,) int64: the body of a World; None for a Chain."""
    tag: np.ndarray
    """(m,) uint32: the tag of the material (`set_surfaces`); 0 without one."""

    def push_impulse(self, mass, inverse_mass, limit=np.inf):
        """The impulses (m, 2), mass * length/s, with which characters of `mass` push what they met: see carom.Collisions."""
        return planar.push_impulse(self.normal, self.velocity, mass, inverse_mass, limit)
