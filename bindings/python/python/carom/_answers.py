"""The answers of queries: named tuples of numpy arrays."""

from enum import IntEnum, IntFlag
from typing import NamedTuple

import numpy as np

from ._carom import push_impulse


class Closest(NamedTuple):
    """The nearest part for each shape, as arrays with the leading dimensions of the query."""

    distance: np.ndarray
    """(...) Signed separation: negative where the shape overlaps the part, inf where no part is within reach. Triangles have no
    inside: a point in a closed mesh has a positive distance, see Mesh.signed_distance."""
    point: np.ndarray
    """(..., 3) The point of the part nearest to the shape, or deepest in it; NaN without a part."""
    normal: np.ndarray
    """(..., 3) Unit vector from the part to the shape: the way the shape must go to separate. For a point in a closed mesh it
    points inwards. NaN without a part."""
    triangle: np.ndarray
    """(...) int32: the number of the triangle, 0 for a body that is a shape; -1 without a part."""
    body: "np.ndarray | None" = None
    """(...) int64: the body of a World, -1 without a part; None for a Mesh or HeightField."""


class Hits(NamedTuple):
    """The first hit of each motion, as arrays with the leading dimensions of the query."""

    t: np.ndarray
    """(...) Time of impact as a fraction of the displacement, 0 to 1; inf where the motion is free."""
    point: np.ndarray
    """(..., 3) The point of touch; NaN without a hit."""
    normal: np.ndarray
    """(..., 3) Unit vector from the part to the shape at the time of impact; NaN without a hit."""
    triangle: np.ndarray
    """(...) int32: the number of the triangle, 0 for a body that is a shape; -1 without a hit."""
    body: "np.ndarray | None" = None
    """(...) int64: the body of a World, -1 without a hit; None for a Mesh or HeightField."""


class Contacts(NamedTuple):
    """All parts within reach of each shape, shape by shape: those of shape i are offsets[i] to offsets[i + 1]."""

    offsets: np.ndarray
    """(n + 1,) int64, for the n shapes in C order of their leading dimensions."""
    distance: np.ndarray
    """(m,) Signed separation."""
    point: np.ndarray
    """(m, 3) The point of the part nearest to the shape, or deepest in it."""
    normal: np.ndarray
    """(m, 3) Unit vector from the part to the shape."""
    triangle: np.ndarray
    """(m,) int32: the number of the triangle, or of the shape of a Compound, ascending for each shape; of closest_n by distance."""
    body: "np.ndarray | None" = None
    """(m,) int64: the body of a World; None for a Mesh or HeightField."""


class AllHits(NamedTuple):
    """All parts that stop each motion, motion by motion: those of motion i are offsets[i] to offsets[i + 1], by time."""

    offsets: np.ndarray
    """(n + 1,) int64, for the n motions in C order of their leading dimensions."""
    t: np.ndarray
    """(m,) Time of impact with this part alone, as a fraction of the displacement."""
    point: np.ndarray
    """(m, 3) The point of touch."""
    normal: np.ndarray
    """(m, 3) Unit vector from the part to the shape."""
    triangle: np.ndarray
    """(m,) int32: the number of the triangle; 0 for a body that is a shape."""
    body: "np.ndarray | None" = None
    """(m,) int64: the body of a World; None for a Mesh or HeightField."""


class PairClosest(NamedTuple):
    """Where two shapes are nearest to each other, as arrays with the leading dimensions of the call. Vectors of carom.planar are (..., 2)."""

    distance: np.ndarray
    """(...) Signed separation: negative where the shapes overlap, by the length of the shortest motion that separates them; inf
    where they are farther apart than the reach."""
    point_a: np.ndarray
    """(..., 3) The point of a nearest to b, or deepest in it; NaN beyond the reach."""
    point_b: np.ndarray
    """(..., 3) The point of b nearest to a, or deepest in it; NaN beyond the reach."""
    normal: np.ndarray
    """(..., 3) Unit vector from b to a: the way a must go to separate; NaN beyond the reach."""
    unique: np.ndarray
    """(...) bool: whether no other normal is as good. A ball in the center of another can leave it in any direction."""


class PairHits(NamedTuple):
    """The first touch of two shapes that move, as arrays with the leading dimensions of the call. Vectors of carom.planar are (..., 2)."""

    t: np.ndarray
    """(...) Time of impact as a fraction of the motions, 0 to 1; inf where they are free."""
    point: np.ndarray
    """(..., 3) The point of touch at that time; NaN without a hit."""
    normal: np.ndarray
    """(..., 3) Unit vector from b to a at that time; NaN without a hit."""
    overlaps: np.ndarray
    """(...) bool: whether the shapes overlap at the start, by more than rounding."""


class Manifolds(NamedTuple):
    """The contact manifold of each pair of shapes, as arrays with the leading dimensions of the call.

    Those of carom.planar have at most 2 points: `distance` (..., 2), the other arrays (..., 2, 2), and of corners of a box the bits 0 and 1.
    """

    point_count: np.ndarray
    """(...) int32: the number of points, at most 4; 0 if the shapes are farther apart than the reach."""
    normal: np.ndarray
    """(..., 3) Unit vector from b to a, the same for all points; NaN without points."""
    unique: np.ndarray
    """(...) bool: whether no other normal is as good."""
    distance: np.ndarray
    """(..., 4) Signed separation of each point along the normal, negative in penetration; NaN beyond the count."""
    point_a: np.ndarray
    """(..., 4, 3) The points of the features of a, moved by the radius of a along the normal; NaN beyond the count."""
    point_b: np.ndarray
    """(..., 4, 3) The points of the features of b, moved by the radius of b along the normal; NaN beyond the count."""
    feature_a: np.ndarray
    """(..., 4, 3) int32: the features of a by the numbers of their vertices: one for a vertex, two for an edge, the three lowest
    for a face; the others are -1. A hull has the numbers of its points; the number of a corner of a box has bit 0 for the higher x,
    bit 1 for y, bit 2 for z. They stay the same from tick to tick while the same features meet (warm starting)."""
    feature_b: np.ndarray
    """(..., 4, 3) int32: the features of b."""


class PartManifolds(NamedTuple):
    """All parts within reach of each shape, shape by shape, with the points that a solver needs."""

    contacts: Contacts
    """The contacts, with their parts."""
    manifolds: Manifolds
    """The manifold of each contact, (m,), along its normal; a is the shape, b the part."""


class RayIntervals(NamedTuple):
    """The part of each ray that is inside a shape, as arrays with the leading dimensions of the call. Vectors of carom.planar are (..., 2)."""

    touches: np.ndarray
    """(...) bool: whether the ray touches the shape."""
    entry: np.ndarray
    """(...) Where it enters, as a fraction of its displacement; NaN if it starts inside or misses."""
    entry_point: np.ndarray
    """(..., 3) The point there; NaN without one."""
    entry_normal: np.ndarray
    """(..., 3) The outward unit normal of the shape there; NaN without one."""
    exit: np.ndarray
    """(...) Where it leaves, as a fraction of its displacement; NaN if it ends inside or misses."""
    exit_point: np.ndarray
    """(..., 3) The point there; NaN without one."""
    exit_normal: np.ndarray
    """(..., 3) The outward unit normal of the shape there; NaN without one."""


class CompoundClosest(NamedTuple):
    """The nearest parts of a surface and of a Compound that is the shape."""

    distance: float
    """Signed separation; inf if no part is within reach."""
    point: np.ndarray
    """(3,) The point of the surface nearest to the compound, or deepest in it; NaN without a part."""
    normal: np.ndarray
    """(3,) Unit vector from the surface to the compound; NaN without a part."""
    triangle: int
    """The number of the part of the surface; -1 without one."""
    body: "int | None"
    """The body of a World, -1 without a part; None for another surface."""
    part: int
    """The number of the shape of the compound; -1 without one."""


class CompoundHit(NamedTuple):
    """The first hit of a Compound that moves."""

    t: float
    """Time of impact as a fraction of the motion, 0 to 1; inf if it is free."""
    point: np.ndarray
    """(3,) The point of touch; NaN without a hit."""
    normal: np.ndarray
    """(3,) Unit vector from the surface to the compound at the time of impact; NaN without a hit."""
    triangle: int
    """The number of the part of the surface; -1 without a hit."""
    body: "int | None"
    """The body of a World, -1 without a hit; None for another surface."""
    part: int
    """The number of the shape of the compound that hits; -1 without a hit."""


class Parts(NamedTuple):
    """The parts of a surface in a box, sorted by body and triangle."""

    triangle: np.ndarray
    """(m,) int32: the number of the triangle, or of the shape of a Compound."""
    body: "np.ndarray | None" = None
    """(m,) int64: the body of a World; None for a Mesh, HeightField or Compound."""


class Overlaps(NamedTuple):
    """The bodies of a World that touch each shape, shape by shape: those of shape i are offsets[i] to offsets[i + 1]."""

    offsets: np.ndarray
    """(n + 1,) int64, for the n shapes in C order of their leading dimensions."""
    body: np.ndarray
    """(m,) int64: the bodies, ascending for each shape."""


class Body(NamedTuple):
    """What bodies of a World are, as arrays with the leading dimensions of their names; vectors in the dtype of the world."""

    pose: np.ndarray
    """(..., 4, 4) float64."""
    velocity: np.ndarray
    """(..., 3) Of the bodies' origins, length/s."""
    axis: np.ndarray
    """(..., 3) The axis that they turn around, of any length."""
    spin: np.ndarray
    """(...) How fast, radians/s, counter-clockwise around the axis."""
    surface_velocity: np.ndarray
    """(..., 3) Of the surfaces' material in the bodies' own frames, length/s: conveyors."""
    one_way_direction: np.ndarray
    """(..., 3) The side that blocks, in the bodies' own frames; zero for those that block from all sides."""
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


class MeshPenetration(NamedTuple):
    """The translation that separates two meshes."""

    translation: np.ndarray
    """(3,) How the mesh must move so that the meshes only touch: the shortest such translation that was found."""
    at_least: float
    """No shorter translation separates them: how deep a corner of one is in the other, if that is solid; else 0."""


class Crossings(NamedTuple):
    """The segments along which the triangles of two meshes cross."""

    triangles: np.ndarray
    """(k, 2) int64: the number of the triangle of the mesh, and of that of the other one."""
    segments: np.ndarray
    """(k, 2, 3) The ends of the segment, which are equal if the triangles only touch."""


class MeshIntervals(NamedTuple):
    """The parts of rays that are inside of a mesh, ray by ray: those of ray i are offsets[i] to offsets[i + 1]."""

    offsets: np.ndarray
    """(n + 1,) int64, for the n rays in C order of their leading dimensions."""
    entry: np.ndarray
    """(m,) Where the ray enters, as a fraction of its displacement; 0 if it starts inside."""
    exit: np.ndarray
    """(m,) Where it leaves, as a fraction of its displacement; 1 if it ends inside."""


class MeshClosest(NamedTuple):
    """The nearest triangles of two meshes."""

    distance: float
    """Separation; 0 or negative if the meshes touch, inf if they are farther apart than the reach."""
    point: np.ndarray
    """(3,) The point of the queried mesh nearest to the other."""
    normal: np.ndarray
    """(3,) Unit vector from the queried mesh to the other."""
    triangle: int
    """The triangle of the queried mesh; -1 if there is none."""
    other: int
    """The triangle of the other mesh; -1 if there is none."""


class MeshHit(NamedTuple):
    """The first hit of a mesh that moves."""

    t: float
    """Time of impact as a fraction of the displacement, 0 to 1; inf if the motion is free."""
    point: np.ndarray
    """(3,) The point of touch."""
    normal: np.ndarray
    """(3,) Unit vector from the queried mesh to the moving one."""
    triangle: int
    """The triangle of the queried mesh; -1 if there is none."""
    other: int
    """The triangle of the moving mesh; -1 if there is none."""


class Steps(NamedTuple):
    """A tick of a Mover or Crowd, as arrays with the leading dimensions of its characters. Vectors of carom.planar are (..., 2)."""

    feet: np.ndarray
    """(..., 3) The lowest points of the characters after the tick."""
    velocity: np.ndarray
    """(..., 3) Their velocities at the end of the tick."""
    on_ground: np.ndarray
    """(...) bool: whether they stand on walkable ground."""
    why: np.ndarray
    """(...) uint16: what shaped the motion, as bits of Why."""
    landed: np.ndarray
    """(...) The speed against `up` with which they came on to ground, relative to it; NaN for those that did not."""
    left_ground: np.ndarray
    """(...) The speed along `up` with which they left the ground, relative to it: that of a jump, 0 where the ground ended;
    NaN for those that did not."""
    stepped: np.ndarray
    """(...) How much higher (less than 0: lower) the surface is on to which they walked, more than the skin; NaN without a
    step."""
    bumped_head: np.ndarray
    """(...) The speed along `up` with which they hit a ceiling, relative to it; NaN for those that did not."""
    grip: np.ndarray
    """(...) The friction of the material that they stand on after the tick (`set_surfaces`); 1 in the air and without one."""
    tag: np.ndarray
    """(...) uint32: the largest tag of the materials that they stand on or met in the tick; 0 without one."""
    axis: np.ndarray
    """(..., 3) The directions of the capsules that lie or lean, from tail to head, after the tick; zero for those that stand."""


class Collisions(NamedTuple):
    """The surfaces that characters met in a tick, character by character: Mover.collisions, Crowd.collisions."""

    character: np.ndarray
    """(m,) int64: the number of the character, in C order of their dimensions; ascending."""
    point: np.ndarray
    """(m, 3) The point of the part that was touched, when it was touched."""
    normal: np.ndarray
    """(m, 3) Unit vector from the part to the character."""
    velocity: np.ndarray
    """(m, 3) The velocity that the character would have had there without the part, relative to the part's own, length/s."""
    role: np.ndarray
    """(m,) uint8: what the surface was for the motion, a SurfaceKind."""
    triangle: np.ndarray
    """(m,) int32: the number of the triangle; 0 for a body that is a shape."""
    body: "np.ndarray | None"
    """(m,) int64: the body of a World; None for a Mesh or HeightField."""
    tag: np.ndarray
    """(m,) uint32: the tag of the material (`set_surfaces`); 0 without one."""

    def push_impulse(self, mass, inverse_mass, limit=np.inf):
        """The impulses (m, 3), mass * length/s, with which characters of `mass` push what they met, to apply to those bodies at `point`: that
        of an inelastic collision without friction, at most `limit` (a force times the tick).

        `inverse_mass` is that which the body has at the point along the normal: 1/m for one that cannot rotate. All three are numbers or
        arrays (m,): `mass[met.character]`. Zero where the character does not close on the body, or `mass` or `limit` is not more than 0."""
        return push_impulse(self.normal, self.velocity, mass, inverse_mass, limit)


class SurfaceKind(IntEnum):
    """What a surface is for the motion that met it."""

    FLOOR = 0
    """Walkable."""
    STEEP = 1
    """It rises but is too steep to walk, or too far out under the foot."""
    WALL = 2
    """Upright."""
    CEILING = 3
    """Above the character."""
    OVERLAP = 4
    """An overlap that could not be resolved."""


class Agents(NamedTuple):
    """The characters of a Crowd between two ticks, as arrays with its dimensions."""

    feet: np.ndarray
    """(..., 3) Their lowest points."""
    velocity: np.ndarray
    """(..., 3) Their velocities at the end of the last tick."""
    height: np.ndarray
    """(...) From the lowest to the highest point."""
    axis: np.ndarray
    """(..., 3) The directions of those that lie or lean; zero for those that stand."""
    on_ground: np.ndarray
    """(...) bool: whether they stand on walkable ground."""
    ground_normal: np.ndarray
    """(..., 3) The unit normal of that ground; NaN in the air."""
    ground_body: np.ndarray
    """(...) int64: the body that they stand on; -1 in the air."""
    ground_triangle: np.ndarray
    """(...) int32: its triangle; -1 in the air."""
    mass: np.ndarray
    """(...) Against which others push."""
    role: np.ndarray
    """(...) uint8: what they are to others, a CrowdRole."""
    gives_way: np.ndarray
    """(...) bool: whether they drop their wish behind others."""
    body: np.ndarray
    """(...) int64: their bodies in the world; -1 for ghosts."""


class CrowdRole(IntEnum):
    """What a character is to the others of its Crowd."""

    PUSH = 0
    """It gives way to others and pushes them, by mass."""
    STATIC = 1
    """It never gives way."""
    GHOST = 2
    """It passes through the others; it is no body of the world."""


class Why(IntFlag):
    """What shaped the motion of a character in a tick; several may hold at once."""

    SLID = 1
    """A surface deflected it."""
    STEPPED = 2
    """It climbed a step."""
    SNAPPED = 4
    """Ground snap kept it on ground that falls away."""
    STEEP = 8
    """It met a slope too steep to walk."""
    PUSHED = 16
    """A moving body pushed it, or it was moved out of an overlap."""
    RODE = 32
    """The ground under it carried it along."""
    BLOCKED = 64
    """It could not move at all in the wanted direction."""
    STUCK = 128
    """There is no free pose; it stayed where it was."""
    HEAD = 256
    """It hit a ceiling."""
    LIMIT = 512
    """A limit on work was reached, and the rest of the motion was dropped."""
    EDGE = 1024
    """The setting `edge_guard` kept a walk on its ground."""


class Status(IntEnum):
    """How a run of a Table ended."""

    DONE = 0
    """At the time, or no further event exists."""
    AT_REST = 1
    """No ball moves."""
    INCONCLUSIVE = 2
    """The search spent its budget without an event; Table.time is how far it came. Run again to go on."""
    COLLAPSE = 3
    """Inelastic collapse: infinitely many events in finite time."""
    LIMIT = 4
    """A ball that loses no energy had more events at one moment than the limit of the table."""
    SQUEEZED = 6
    """A wall that moves leaves a ball no room between it and what does not give way."""


class TableEvents(NamedTuple):
    """The events of a run of tables, table by table: those of table i are offsets[i] to offsets[i + 1]."""

    status: np.ndarray
    """(...) uint8: how each run ended, a Status."""
    offsets: np.ndarray
    """(m + 1,) int64, for the m tables in C order of their leading dimensions."""
    time: np.ndarray
    """(k,) The time of the event, s."""
    kind: np.ndarray
    """(k,) uint8: what happened, a TableEventKind."""
    ball: np.ndarray
    """(k,) int32: the ball; of a collision of two balls the one with the lower number."""
    other: np.ndarray
    """(k,) int32: the other ball, the wall or the region. The sides of a box come after all walls: x-, x+, y-, y+, z-, z+."""
    normal: np.ndarray
    """(k, d) Unit vector from the other to the ball; at a region against the ball's motion, zero for a ball at rest."""
    speed: np.ndarray
    """(k,) The closing speed before the collision; at a region the ball's speed."""


class TableEventKind(IntEnum):
    """What happened at an event of a Table."""

    BALL = 0
    """The ball hit another ball."""
    WALL = 1
    """It hit a wall."""
    ENTER = 2
    """Its center entered a region or pocket."""
    LEAVE = 3
    """Its center left a region."""
