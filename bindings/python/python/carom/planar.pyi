from collections.abc import Iterable
from typing import Any, Literal, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._answers import (
    Manifolds,
    Overlaps,
    PairClosest,
    PairHits,
    PartManifolds,
    RayIntervals,
    Steps,
)
from ._carom import PairEvents, SensorEvents, Shape
from ._planar_answers import AllHits as AllHits
from ._planar_answers import Body as Body
from ._planar_answers import Closest as Closest
from ._planar_answers import Collisions as Collisions
from ._planar_answers import Contacts as Contacts
from ._planar_answers import Hits as Hits
from ._planar_answers import Parts as Parts

_Nan = Literal["raise", "nan"]
_Motion = tuple[ArrayLike, ArrayLike, ArrayLike]

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

@final
class Ball(Shape):
    def __new__(cls, center: ArrayLike, radius: ArrayLike) -> Ball: ...
    @property
    def center(self) -> Any: ...
    @property
    def radius(self) -> Any: ...

@final
class Capsule(Shape):
    def __new__(cls, a: ArrayLike, b: ArrayLike, radius: ArrayLike) -> Capsule: ...
    @property
    def a(self) -> Any: ...
    @property
    def b(self) -> Any: ...
    @property
    def radius(self) -> Any: ...

@final
class Box(Shape):
    def __new__(cls, min: ArrayLike, max: ArrayLike, rounding: ArrayLike | None = None) -> Box: ...
    @property
    def min(self) -> Any: ...
    @property
    def max(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

@final
class OrientedBox(Shape):
    def __new__(
        cls,
        center: ArrayLike,
        half: ArrayLike,
        angle: ArrayLike | None = None,
        rounding: ArrayLike | None = None,
    ) -> OrientedBox: ...
    @property
    def center(self) -> Any: ...
    @property
    def half(self) -> Any: ...
    @property
    def angle(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

@final
class Triangle(Shape):
    def __new__(
        cls,
        a: ArrayLike,
        b: ArrayLike,
        c: ArrayLike,
        rounding: ArrayLike | None = None,
    ) -> Triangle: ...
    @property
    def a(self) -> Any: ...
    @property
    def b(self) -> Any: ...
    @property
    def c(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

@final
class Hull(Shape):
    def __new__(cls, points: ArrayLike, radius: ArrayLike | None = None) -> Hull: ...
    @property
    def points(self) -> Any: ...
    @property
    def radius(self) -> Any: ...

@final
class TaperedCapsule(Shape):
    def __new__(
        cls,
        a: ArrayLike,
        b: ArrayLike,
        radius_a: ArrayLike,
        radius_b: ArrayLike,
    ) -> TaperedCapsule: ...
    @property
    def a(self) -> Any: ...
    @property
    def b(self) -> Any: ...
    @property
    def radius_a(self) -> Any: ...
    @property
    def radius_b(self) -> Any: ...

@final
class Ellipse(Shape):
    def __new__(
        cls,
        center: ArrayLike,
        radii: ArrayLike,
        angle: ArrayLike | None = None,
        rounding: ArrayLike | None = None,
    ) -> Ellipse: ...
    @property
    def center(self) -> Any: ...
    @property
    def radii(self) -> Any: ...
    @property
    def angle(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

@final
class HalfPlane(Shape):
    def __new__(cls, normal: ArrayLike, offset: ArrayLike) -> HalfPlane: ...
    @property
    def normal(self) -> Any: ...
    @property
    def offset(self) -> Any: ...

# Not Shape: the shapes of carom, in 3D, are errors here.
_Shapes = (
    ArrayLike
    | Ball
    | Capsule
    | Box
    | OrientedBox
    | Triangle
    | Hull
    | TaperedCapsule
    | Ellipse
    | HalfPlane
)

def closest(
    a: _Shapes, b: _Shapes, reach: ArrayLike | None = None, *, threads: int | None = None
) -> PairClosest: ...
def overlap(a: _Shapes, b: _Shapes, *, threads: int | None = None) -> NDArray[np.bool_]: ...
def sweep(
    a: _Shapes,
    delta: ArrayLike,
    b: _Shapes,
    delta_b: ArrayLike | None = None,
    *,
    threads: int | None = None,
) -> PairHits: ...
def sweep_rigid(
    a: _Shapes,
    motion_a: _Motion,
    b: _Shapes,
    motion_b: _Motion | None = None,
    *,
    threads: int | None = None,
) -> PairHits: ...
def manifold(
    a: _Shapes, b: _Shapes, reach: ArrayLike = 0.0, *, threads: int | None = None
) -> Manifolds: ...
def ray_interval(origins: ArrayLike, deltas: ArrayLike, shapes: _Shapes) -> RayIntervals: ...
def pose(
    position: ArrayLike, angle: ArrayLike = 0.0, scale: ArrayLike = 1.0
) -> NDArray[np.float64]: ...

class Surface:
    def closest(
        self,
        shapes: _Shapes,
        reach: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Closest | None = None,
    ) -> Closest: ...
    def overlap(
        self,
        shapes: _Shapes,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]: ...
    def contacts(
        self,
        shapes: _Shapes,
        reach: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> Contacts: ...
    def closest_n(
        self,
        shapes: _Shapes,
        count: int,
        reach: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> Contacts: ...
    def manifolds(
        self,
        shapes: _Shapes,
        reach: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> PartManifolds: ...
    def parts_in_box(self, min: ArrayLike, max: ArrayLike) -> Parts: ...
    def sweep(
        self,
        shapes: _Shapes,
        delta: ArrayLike,
        *,
        leave_overlaps: bool = False,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Hits | None = None,
    ) -> Hits: ...
    def sweep_any(
        self,
        shapes: _Shapes,
        delta: ArrayLike,
        *,
        leave_overlaps: bool = False,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]: ...
    def sweep_all(
        self,
        shapes: _Shapes,
        delta: ArrayLike,
        *,
        leave_overlaps: bool = False,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> AllHits: ...
    def rays(
        self,
        origins: ArrayLike,
        deltas: ArrayLike,
        *,
        leave_overlaps: bool = False,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Hits | None = None,
    ) -> Hits: ...
    def rays_any(
        self,
        origins: ArrayLike,
        deltas: ArrayLike,
        *,
        leave_overlaps: bool = False,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]: ...
    def sweep_rigid(
        self,
        shapes: _Shapes,
        delta: ArrayLike,
        pivot: ArrayLike,
        angle: ArrayLike,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Hits | None = None,
    ) -> Hits: ...

@final
class Chain(Surface):
    def __new__(
        cls,
        vertices: ArrayLike,
        *,
        closed: bool = False,
        one_sided: bool = False,
        solid: bool = False,
        raw: bool = False,
    ) -> Chain: ...
    @staticmethod
    def from_rings(
        rings: Iterable[ArrayLike],
        *,
        one_sided: bool = False,
        solid: bool = False,
        raw: bool = False,
    ) -> Chain: ...
    @property
    def vertices(self) -> NDArray[np.float64]: ...
    @property
    def segments(self) -> NDArray[np.float64]: ...
    @property
    def ring_offsets(self) -> NDArray[np.int64]: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def one_sided(self) -> bool: ...
    @property
    def is_solid(self) -> bool: ...
    @property
    def is_raw(self) -> bool: ...
    @property
    def bounds(self) -> NDArray[np.float64]: ...
    def contains(
        self,
        points: ArrayLike,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]: ...
    def signed_distance(
        self,
        points: ArrayLike,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: NDArray[np.float64] | None = None,
    ) -> NDArray[np.float64]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class World(Surface):
    def __new__(cls) -> World: ...
    def add(
        self,
        shape: _Shapes | Chain,
        pose: ArrayLike | None = None,
        *,
        moving: bool = False,
        layers: int = 0xFFFFFFFF,
        mask: int = 0xFFFFFFFF,
        sensor: bool = False,
        data: int = 0,
    ) -> Any: ...
    def remove(self, bodies: ArrayLike) -> None: ...
    def replace(self, bodies: ArrayLike, shape: _Shapes | Chain) -> None: ...
    def body(self, bodies: ArrayLike) -> Body: ...
    def shapes(self, bodies: ArrayLike) -> Any: ...
    def query(
        self,
        *,
        layers: int = 0xFFFFFFFF,
        mask: int = 0xFFFFFFFF,
        except_: ArrayLike = ...,
        with_sensors: bool = False,
        internal_edges: bool = False,
        around: tuple[float, float] = ...,
    ) -> WorldQuery: ...
    def overlaps(
        self,
        shapes: _Shapes,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> Overlaps: ...
    def update_pairs(self, events: PairEvents) -> None: ...
    def update_pairs_with(self, other: World, events: PairEvents) -> None: ...
    def update_sensors(self, events: SensorEvents) -> None: ...
    @property
    def bodies(self) -> NDArray[np.int64]: ...
    def optimize(self) -> None: ...
    def copy(self) -> World: ...
    def poses(self, bodies: ArrayLike) -> NDArray[np.float64]: ...
    def move(self, bodies: ArrayLike, poses: ArrayLike) -> None: ...
    def move_to(self, bodies: ArrayLike, poses: ArrayLike, dt: float) -> None: ...
    def set_velocity(self, bodies: ArrayLike, velocity: ArrayLike) -> None: ...
    def set_spin(self, bodies: ArrayLike, spin: ArrayLike) -> None: ...
    def set_surface_velocity(self, bodies: ArrayLike, velocity: ArrayLike) -> None: ...
    def refit_chain(self, body: int, vertices: ArrayLike) -> None: ...
    def sweep_moving(
        self,
        shapes: _Shapes,
        time: ArrayLike,
        delta: ArrayLike | None = None,
        pivot: ArrayLike | None = None,
        angle: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Hits | None = None,
    ) -> Hits: ...
    def set_layers(self, bodies: ArrayLike, layers: int) -> None: ...
    def set_mask(self, bodies: ArrayLike, mask: int) -> None: ...
    def set_data(self, bodies: ArrayLike, data: ArrayLike) -> None: ...
    def set_moving(self, bodies: ArrayLike, moving: ArrayLike) -> None: ...
    def set_sensor(self, bodies: ArrayLike, sensor: ArrayLike) -> None: ...
    def set_one_way(
        self,
        bodies: ArrayLike,
        direction: ArrayLike | None,
        margin: ArrayLike | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, body: int, /) -> bool: ...

@final
class WorldQuery(Surface):
    @property
    def world(self) -> World: ...
    def overlaps(
        self,
        shapes: _Shapes,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> Overlaps: ...
    def sweep_moving(
        self,
        shapes: _Shapes,
        time: ArrayLike,
        delta: ArrayLike | None = None,
        pivot: ArrayLike | None = None,
        angle: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Hits | None = None,
    ) -> Hits: ...

@final
class Mover:
    def __new__(
        cls,
        surface: Surface,
        feet: ArrayLike,
        height: ArrayLike | None = None,
        *,
        locomotion: bool | dict[str, float] | None = None,
        up: tuple[float, float] = ...,
        gravity: float = 9.81,
        radius: float = 0.3,
        max_slope: float = 45.0,
        step_height: float = 0.4,
        snap: float = 0.4,
        skin: float = 0.01,
        max_overhang: float | None = None,
        flat_foot: bool = False,
        edge_guard: float | None = None,
        hover: float = 0.0,
        max_depenetration: float = 1.8,
        body: Literal["capsule", "cylinder"] | dict[str, Any] = "capsule",
    ) -> Mover: ...
    def step(
        self,
        velocity: ArrayLike,
        dt: ArrayLike,
        jump: ArrayLike | None = None,
        height: ArrayLike | None = None,
        *,
        rise: ArrayLike | None = None,
        axis: ArrayLike | None = None,
        up: ArrayLike | None = None,
        fly: ArrayLike | None = None,
        air_jump: ArrayLike | None = None,
        threads: int | None = None,
    ) -> Steps: ...
    def collisions(self) -> Collisions: ...
    def place(self, characters: ArrayLike, feet: ArrayLike) -> None: ...
    def stop(self, characters: ArrayLike) -> None: ...
    def knock_back(self, characters: ArrayLike, velocity: ArrayLike) -> None: ...
    def set_surfaces(
        self,
        bodies: ArrayLike | None,
        part: ArrayLike | None = None,
        *,
        max_slope: ArrayLike | None = None,
        step: ArrayLike | None = None,
        friction: ArrayLike | None = None,
        velocity: ArrayLike | None = None,
        tag: ArrayLike | None = None,
    ) -> None: ...
    def copy(self) -> Mover: ...
    def __len__(self) -> int: ...
