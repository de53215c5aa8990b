import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from typing_extensions import Self

from ._answers import (
    Agents,
    AllHits,
    Body,
    Closest,
    Collisions,
    CompoundClosest,
    CompoundHit,
    Contacts,
    Crossings,
    Hits,
    Manifolds,
    MeshClosest,
    MeshHit,
    MeshIntervals,
    MeshPenetration,
    Overlaps,
    PairClosest,
    PairHits,
    PartManifolds,
    Parts,
    RayIntervals,
    Steps,
    TableEvents,
)
from .billiards import ShotResults

planar: ModuleType
_Nan = Literal["raise", "nan"]
_Shapes = ArrayLike | Shape
_Motion = tuple[ArrayLike, ArrayLike, ArrayLike, ArrayLike]

class Shape:
    @property
    def shape(self) -> tuple[int, ...]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __getitem__(self, key: Any, /) -> Self: ...
    def __iter__(self) -> Iterator[Self]: ...
    def __eq__(self, other: object) -> bool: ...

class Ball(Shape):
    def __new__(cls, center: ArrayLike, radius: ArrayLike) -> Ball: ...
    @property
    def center(self) -> Any: ...
    @property
    def radius(self) -> Any: ...

class Capsule(Shape):
    def __new__(cls, a: ArrayLike, b: ArrayLike, radius: ArrayLike) -> Capsule: ...
    @property
    def a(self) -> Any: ...
    @property
    def b(self) -> Any: ...
    @property
    def radius(self) -> Any: ...

class Box(Shape):
    def __new__(cls, min: ArrayLike, max: ArrayLike, rounding: ArrayLike | None = None) -> Box: ...
    @property
    def min(self) -> Any: ...
    @property
    def max(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

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

class Hull(Shape):
    def __new__(cls, points: ArrayLike, radius: ArrayLike | None = None) -> Hull: ...
    @property
    def points(self) -> Any: ...
    @property
    def radius(self) -> Any: ...

class OrientedBox(Shape):
    def __new__(
        cls,
        center: ArrayLike,
        half: ArrayLike,
        rotation: ArrayLike | None = None,
        rounding: ArrayLike | None = None,
    ) -> OrientedBox: ...
    @property
    def center(self) -> Any: ...
    @property
    def half(self) -> Any: ...
    @property
    def rotation(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

class Cylinder(Shape):
    def __new__(
        cls,
        a: ArrayLike,
        b: ArrayLike,
        radius: ArrayLike,
        rounding: ArrayLike | None = None,
    ) -> Cylinder: ...
    @property
    def a(self) -> Any: ...
    @property
    def b(self) -> Any: ...
    @property
    def radius(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

class Cone(Shape):
    def __new__(
        cls,
        a: ArrayLike,
        b: ArrayLike,
        radius_a: ArrayLike,
        radius_b: ArrayLike | None = None,
        rounding: ArrayLike | None = None,
    ) -> Cone: ...
    @property
    def a(self) -> Any: ...
    @property
    def b(self) -> Any: ...
    @property
    def radius_a(self) -> Any: ...
    @property
    def radius_b(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

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

class Ellipsoid(Shape):
    def __new__(
        cls,
        center: ArrayLike,
        radii: ArrayLike,
        rotation: ArrayLike | None = None,
        rounding: ArrayLike | None = None,
    ) -> Ellipsoid: ...
    @property
    def center(self) -> Any: ...
    @property
    def radii(self) -> Any: ...
    @property
    def rotation(self) -> Any: ...
    @property
    def rounding(self) -> Any: ...

class Plane(Shape):
    def __new__(cls, normal: ArrayLike, offset: ArrayLike) -> Plane: ...
    @property
    def normal(self) -> Any: ...
    @property
    def offset(self) -> Any: ...

class PairEvents:
    def __new__(cls) -> PairEvents: ...
    @property
    def now(self) -> NDArray[np.int64]: ...
    @property
    def began(self) -> NDArray[np.int64]: ...
    @property
    def ended(self) -> NDArray[np.int64]: ...

class SensorEvents:
    def __new__(cls) -> SensorEvents: ...
    @property
    def now(self) -> NDArray[np.int64]: ...
    @property
    def entered(self) -> NDArray[np.int64]: ...
    @property
    def left(self) -> NDArray[np.int64]: ...

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
    a: _Shapes, b: _Shapes, reach: ArrayLike | None = None, *, threads: int | None = None
) -> Manifolds: ...
def ray_interval(origins: ArrayLike, deltas: ArrayLike, shapes: _Shapes) -> RayIntervals: ...
def segment_parameter(a: ArrayLike, b: ArrayLike, points: ArrayLike) -> NDArray[np.float64]: ...

class Surface:
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @overload
    def closest(
        self,
        shapes: Compound,
        reach: float | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: None = None,
    ) -> CompoundClosest: ...
    @overload
    def closest(
        self,
        shapes: Surface,
        reach: float | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: None = None,
    ) -> MeshClosest: ...
    @overload
    def closest(
        self,
        shapes: _Shapes,
        reach: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Closest | None = None,
    ) -> Closest: ...
    @overload
    def overlap(
        self,
        shapes: Surface,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: None = None,
    ) -> bool: ...
    @overload
    def overlap(
        self,
        shapes: _Shapes,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: NDArray[np.bool_] | None = None,
    ) -> NDArray[np.bool_]: ...
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
    def contacts(
        self,
        shapes: _Shapes,
        reach: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> Contacts: ...
    @overload
    def sweep(
        self,
        shapes: Compound,
        delta: ArrayLike,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: None = None,
    ) -> CompoundHit: ...
    @overload
    def sweep(
        self,
        shapes: Surface,
        delta: ArrayLike,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: None = None,
    ) -> MeshHit: ...
    @overload
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
    @overload
    def sweep_rigid(
        self,
        shapes: Compound,
        delta: ArrayLike,
        pivot: ArrayLike,
        axis: ArrayLike,
        angle: ArrayLike,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: None = None,
    ) -> CompoundHit: ...
    @overload
    def sweep_rigid(
        self,
        shapes: _Shapes,
        delta: ArrayLike,
        pivot: ArrayLike,
        axis: ArrayLike,
        angle: ArrayLike,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Hits | None = None,
    ) -> Hits: ...
    def sweep_all(
        self,
        shapes: _Shapes,
        delta: ArrayLike,
        *,
        leave_overlaps: bool = False,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> AllHits: ...

class Mesh(Surface):
    def __new__(
        cls,
        vertices: ArrayLike,
        triangles: ArrayLike,
        *,
        dtype: DTypeLike | None = None,
        one_sided: bool = False,
        solid: bool = False,
        weld: bool = False,
        compact: bool = False,
        quick: bool = False,
    ) -> Mesh: ...
    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        *,
        unit: float = 1.0,
        up: Literal["y", "z"] = "y",
        colliders: Literal["use", "exclusive", "ignore"] = "use",
        dtype: DTypeLike | None = None,
    ) -> Mesh: ...
    @property
    def vertices(self) -> NDArray[Any]: ...
    @property
    def triangles(self) -> NDArray[np.uint32]: ...
    @property
    def one_sided(self) -> bool: ...
    @property
    def is_solid(self) -> bool: ...
    @property
    def is_closed(self) -> bool: ...
    @property
    def bounds(self) -> NDArray[Any]: ...
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
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]: ...
    def winding_number(
        self,
        points: ArrayLike,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> NDArray[np.float64]: ...
    def ray_intervals(self, origins: ArrayLike, deltas: ArrayLike) -> MeshIntervals: ...
    def barycentric(self, triangles: ArrayLike, points: ArrayLike) -> NDArray[Any]: ...
    def touching_triangles(self, other: Mesh | HeightField) -> NDArray[np.int64]: ...
    def crossings(self, other: Mesh | HeightField) -> Crossings: ...
    def penetration(self, other: Mesh | HeightField) -> MeshPenetration | None: ...
    def scaled(self, factors: ArrayLike) -> Mesh: ...
    def crossing_lines(self, other: Mesh | HeightField) -> list[NDArray[Any]]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

class Compound(Surface):
    def __new__(
        cls,
        shapes: Shape | Sequence[Shape],
        poses: ArrayLike | None = None,
        *,
        dtype: DTypeLike | None = None,
    ) -> Compound: ...
    @property
    def bounds(self) -> NDArray[Any]: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

class HeightField(Surface):
    def __new__(
        cls,
        heights: ArrayLike,
        cell: tuple[float, float] | None = None,
        origin: tuple[float, float, float] | None = None,
        *,
        dtype: DTypeLike | None = None,
    ) -> HeightField: ...
    @property
    def bounds(self) -> NDArray[Any]: ...
    def refit_heights(self, row: int, column: int, heights: ArrayLike) -> None: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

class World(Surface):
    def __new__(cls, *, dtype: DTypeLike | None = None) -> World: ...
    def add(
        self,
        shape: _Shapes | Mesh | HeightField | Compound,
        pose: ArrayLike | None = None,
        *,
        moving: bool = False,
        layers: int = 0xFFFFFFFF,
        mask: int = 0xFFFFFFFF,
        sensor: bool = False,
        data: int = 0,
    ) -> Any: ...
    def move(self, bodies: ArrayLike, poses: ArrayLike) -> None: ...
    def move_to(self, bodies: ArrayLike, poses: ArrayLike, dt: float) -> None: ...
    def remove(self, bodies: ArrayLike) -> None: ...
    def replace(
        self, bodies: ArrayLike, shape: _Shapes | Mesh | HeightField | Compound
    ) -> None: ...
    def body(self, bodies: ArrayLike) -> Body: ...
    def shapes(self, bodies: ArrayLike) -> Any: ...
    def set_velocity(self, bodies: ArrayLike, velocity: ArrayLike) -> None: ...
    def set_spin(self, bodies: ArrayLike, axis: ArrayLike, spin: ArrayLike) -> None: ...
    def set_surface_velocity(self, bodies: ArrayLike, velocity: ArrayLike) -> None: ...
    def refit_heights(self, body: int, row: int, column: int, heights: ArrayLike) -> None: ...
    def refit_mesh(self, body: int, vertices: ArrayLike, triangles: ArrayLike) -> None: ...
    def overlaps(
        self,
        shapes: _Shapes,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
    ) -> Overlaps: ...
    @overload
    def sweep_moving(
        self,
        shapes: Compound,
        time: ArrayLike,
        delta: ArrayLike | None = None,
        pivot: ArrayLike | None = None,
        axis: ArrayLike | None = None,
        angle: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: None = None,
    ) -> CompoundHit: ...
    @overload
    def sweep_moving(
        self,
        shapes: _Shapes,
        time: ArrayLike,
        delta: ArrayLike | None = None,
        pivot: ArrayLike | None = None,
        axis: ArrayLike | None = None,
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
    def query(
        self,
        *,
        layers: int = 0xFFFFFFFF,
        mask: int = 0xFFFFFFFF,
        except_: ArrayLike = ...,
        with_sensors: bool = False,
        internal_edges: bool = False,
        around: tuple[float, float, float] = ...,
    ) -> WorldQuery: ...
    def update_pairs(self, events: PairEvents) -> None: ...
    def update_pairs_with(self, other: World, events: PairEvents) -> None: ...
    def update_sensors(self, events: SensorEvents) -> None: ...
    def diff_from(self, before: World) -> WorldDiff: ...
    def apply(self, diff: WorldDiff | bytes) -> None: ...
    def weld_mesh(self, body: int, neighbors: ArrayLike) -> None: ...
    def poses(self, bodies: ArrayLike) -> NDArray[np.float64]: ...
    def copy(self) -> World: ...
    @property
    def bodies(self) -> NDArray[np.int64]: ...
    def optimize(self) -> None: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, body: int) -> bool: ...

class WorldDiff:
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def removed(self) -> NDArray[np.int64]: ...
    @property
    def added(self) -> NDArray[np.int64]: ...
    @property
    def changed(self) -> NDArray[np.int64]: ...
    @property
    def moved(self) -> NDArray[np.int64]: ...
    def __bool__(self) -> bool: ...
    def __bytes__(self) -> bytes: ...

class Polygon:
    def __new__(
        cls,
        outline: ArrayLike,
        holes: Iterable[ArrayLike] = (),
        *,
        dtype: DTypeLike | None = None,
    ) -> Polygon: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def points(self) -> NDArray[Any]: ...
    @property
    def rings(self) -> list[NDArray[Any]]: ...
    @property
    def triangles(self) -> NDArray[np.uint32]: ...
    @property
    def area(self) -> float: ...
    def floor(self, height: float = 0.0, *, one_sided: bool = False) -> Mesh: ...
    def prism(
        self, low: float, high: float, *, one_sided: bool = False, solid: bool = False
    ) -> Mesh: ...

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
    @overload
    def sweep_moving(
        self,
        shapes: Compound,
        time: ArrayLike,
        delta: ArrayLike | None = None,
        pivot: ArrayLike | None = None,
        axis: ArrayLike | None = None,
        angle: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: None = None,
    ) -> CompoundHit: ...
    @overload
    def sweep_moving(
        self,
        shapes: _Shapes,
        time: ArrayLike,
        delta: ArrayLike | None = None,
        pivot: ArrayLike | None = None,
        axis: ArrayLike | None = None,
        angle: ArrayLike | None = None,
        *,
        threads: int | None = None,
        nan: _Nan = "raise",
        out: Hits | None = None,
    ) -> Hits: ...

class Mover:
    def __new__(
        cls,
        surface: Surface,
        feet: ArrayLike,
        height: ArrayLike | None = None,
        *,
        locomotion: bool | dict[str, float] | None = None,
        up: tuple[float, float, float] = ...,
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
    def animate(
        self,
        displacement: ArrayLike,
        turn: ArrayLike,
        facing: ArrayLike,
        dt: ArrayLike,
        *,
        vertical: ArrayLike | None = None,
        up: ArrayLike | None = None,
        threads: int | None = None,
    ) -> tuple[Steps, NDArray[Any]]: ...
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

class Crowd:
    def __new__(
        cls,
        world: World,
        feet: ArrayLike,
        height: ArrayLike | None = None,
        mass: ArrayLike | None = None,
        *,
        role: Literal["push", "static", "ghost"] = "push",
        gives_way: bool = False,
        locomotion: bool | dict[str, float] | None = None,
        up: tuple[float, float, float] = ...,
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
    ) -> Crowd: ...
    def step(
        self,
        velocity: ArrayLike,
        dt: float,
        jump: ArrayLike | None = None,
        height: ArrayLike | None = None,
        *,
        rise: ArrayLike | None = None,
        axis: ArrayLike | None = None,
        fly: ArrayLike | None = None,
        air_jump: ArrayLike | None = None,
    ) -> Steps: ...
    def add(
        self,
        feet: ArrayLike,
        height: ArrayLike | None = None,
        mass: ArrayLike | None = None,
        *,
        role: Literal["push", "static", "ghost"] = "push",
        gives_way: bool = False,
        **settings: Any,
    ) -> NDArray[np.int64]: ...
    def remove(self, characters: ArrayLike) -> NDArray[np.int64]: ...
    def set(
        self,
        characters: ArrayLike,
        *,
        mass: ArrayLike | None = None,
        gives_way: ArrayLike | None = None,
        **settings: Any,
    ) -> None: ...
    def agents(self) -> Agents: ...
    def collisions(self) -> Collisions: ...
    def set_surfaces(
        self,
        bodies: ArrayLike,
        part: ArrayLike | None = None,
        *,
        max_slope: ArrayLike | None = None,
        step: ArrayLike | None = None,
        friction: ArrayLike | None = None,
        velocity: ArrayLike | None = None,
        tag: ArrayLike | None = None,
    ) -> None: ...
    def place(self, characters: ArrayLike, feet: ArrayLike) -> None: ...
    def stop(self, characters: ArrayLike) -> None: ...
    def knock_back(self, characters: ArrayLike, velocity: ArrayLike) -> None: ...
    def __len__(self) -> int: ...

class Path:
    def __new__(
        cls,
        mover: Mover | Crowd,
        points: ArrayLike | None = None,
        speed: ArrayLike | None = None,
        where: ArrayLike | None = None,
    ) -> Path: ...
    def step(self, mover: Mover | Crowd, dt: ArrayLike) -> NDArray[Any]: ...
    @property
    def active(self) -> NDArray[np.bool_]: ...
    def update(self, other: Path) -> None: ...
    def leave(self, where: ArrayLike | None = None) -> None: ...
    def copy(self) -> Path: ...

class Swum: ...

def dash_velocity(way: ArrayLike, seconds: ArrayLike) -> NDArray[Any]: ...
def dash_intent(
    velocity: ArrayLike, left: ArrayLike, dt: ArrayLike
) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[Any]]: ...
def air_jumps_allow(
    mover: Mover | Crowd,
    most: ArrayLike,
    left: ArrayLike,
    pressed: ArrayLike,
    dt: ArrayLike | None,
) -> tuple[NDArray[np.bool_], NDArray[np.uint32]]: ...
def cut_jump(mover: Mover | Crowd, rise: ArrayLike, where: ArrayLike | None) -> None: ...
def wall_jump(
    mover: Mover | Crowd, away: float, rise: float, where: ArrayLike | None
) -> NDArray[np.bool_]: ...
def glide_before(
    mover: Mover | Crowd, speed: float, dt: ArrayLike, jump: ArrayLike | None
) -> NDArray[Any]: ...
def glide_after(mover: Mover | Crowd, speed: float, rise: ArrayLike) -> None: ...
def mantle_path(
    mover: Mover | Crowd,
    heights: Sequence[float],
    speed: float,
    ahead: ArrayLike,
    where: ArrayLike | None,
) -> Path: ...
def vault_path(
    mover: Mover | Crowd,
    heights: Sequence[float],
    drop: float,
    speed: float,
    ahead: ArrayLike,
    where: ArrayLike | None,
) -> Path: ...
def ladder_is_near(
    numbers: tuple[Any, float], feet: ArrayLike, distance: float
) -> NDArray[np.bool_]: ...
def ladder_path(
    mover: Mover | Crowd, numbers: tuple[Any, float], is_up: bool, where: ArrayLike | None
) -> Path: ...
def water_before(
    mover: Mover | Crowd, numbers: Sequence[float], wanted: ArrayLike, dt: ArrayLike
) -> tuple[NDArray[Any], NDArray[np.bool_], Swum]: ...
def water_after(mover: Mover | Crowd, swum: Swum) -> None: ...
def water_exit(
    mover: Mover | Crowd,
    numbers: Sequence[float],
    ahead: ArrayLike,
    above: float,
    speed: float,
    where: ArrayLike | None,
) -> Path: ...
def push_impulse(
    normal: ArrayLike,
    velocity: ArrayLike,
    mass: ArrayLike,
    inverse_mass: ArrayLike,
    limit: ArrayLike,
) -> NDArray[Any]: ...

class Table:
    def __new__(
        cls,
        center: ArrayLike,
        radius: ArrayLike,
        velocity: ArrayLike | None = None,
        *,
        mass: ArrayLike | None = None,
        restitution: ArrayLike | None = None,
        walls: ArrayLike | None = None,
        box: ArrayLike | None = None,
        wall_restitution: float = 1.0,
        periodic: ArrayLike | None = None,
        friction: float = 0.0,
        gravity: ArrayLike | None = None,
        machine: dict[str, Any] | None = None,
    ) -> Table: ...
    def run(self, time: float, *, threads: int | None = None) -> NDArray[np.uint8]: ...
    def run_events(self, time: float, *, threads: int | None = None) -> TableEvents: ...
    def move_wall(
        self,
        wall: int,
        time: ArrayLike,
        offset: ArrayLike | None = None,
        angle: ArrayLike | None = None,
        *,
        where: ArrayLike | None = None,
    ) -> None: ...
    def wall_pose(self, wall: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    def is_inside(self, region: int) -> NDArray[np.bool_]: ...
    @property
    def in_play(self) -> NDArray[np.bool_]: ...
    @property
    def center(self) -> NDArray[np.float64]: ...
    @property
    def velocity(self) -> NDArray[np.float64]: ...
    @property
    def time(self) -> NDArray[np.float64]: ...
    @property
    def events(self) -> NDArray[np.int64]: ...
    @property
    def energy(self) -> NDArray[np.float64]: ...
    @property
    def energy_given(self) -> NDArray[np.float64]: ...
    def copy(self) -> Table: ...

class PoolTable:
    def __new__(
        cls,
        rack: Literal["eight_ball", "nine_ball", "ten_ball", "snooker", "three_cushion"] | None = None,
        position: ArrayLike | None = None,
        *,
        table: Literal["pool_7_ft", "pool_8_ft", "pool_9_ft", "snooker", "carom"] | None = None,
        dimensions: Mapping[str, float] | None = None,
        gap: float | None = None,
        ball: Mapping[str, float] | None = None,
        cue: Mapping[str, float] | None = None,
        models: Mapping[str, Any] | None = None,
    ) -> PoolTable: ...
    def simulate(
        self,
        speed: ArrayLike,
        direction: ArrayLike,
        *,
        elevation: ArrayLike | None = None,
        right: ArrayLike | None = None,
        above: ArrayLike | None = None,
        ball: ArrayLike | None = None,
        position: ArrayLike | None = None,
        is_pocketed: ArrayLike | None = None,
        times: ArrayLike | None = None,
        events: bool = False,
        threads: int | None = None,
    ) -> ShotResults: ...
    @property
    def position(self) -> NDArray[np.float64]: ...
    @property
    def pocket_center(self) -> NDArray[np.float64]: ...
    @property
    def pocket_radius(self) -> NDArray[np.float64]: ...
    @property
    def width(self) -> float: ...
    @property
    def length(self) -> float: ...
    @property
    def radius(self) -> float: ...
    def __len__(self) -> int: ...

class TiledSurvey:
    def __new__(cls, level: str | os.PathLike[str] | Mesh, options: list[str]) -> TiledSurvey: ...
    @property
    def tile_counts(self) -> tuple[int, int]: ...
    @property
    def spawns(self) -> list[tuple[float, float, float]]: ...
    def starts(self) -> dict[tuple[int, int], bytes]: ...
    def tile(
        self,
        state: bytes | None,
        inbox: list[bytes],
        progress: Callable[[int, int, int], object] | None = None,
    ) -> tuple[bytes, dict[tuple[int, int], bytes]]: ...
    def join(
        self, states: Sequence[bytes], report: str | os.PathLike[str] | None = None
    ) -> tuple[str, list[float | None], dict[str, str], list[str]]: ...

def run(arguments: list[str]) -> int: ...
