"""Shapes in other poses."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._carom import (
    Ball,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    OrientedBox,
    Plane,
    Shape,
    TaperedCapsule,
    Triangle,
)

DEVIATION = 2.0**-16
"""By how much a matrix may deviate from a rotation and a scale, relative to the square of the scale: that of a World."""


def transformed(shapes: ArrayLike | Shape, poses: ArrayLike) -> NDArray[np.float64] | Shape:
    """transformed(shapes, poses): the shapes moved by `poses` (..., 4, 4), broadcast against each other.

    Poses are those of a World: matrices of a rotation, a uniform scale and a translation, applied to column vectors. Shapes stay of
    their kind, but a Box, which has no rotation, becomes the Hull of its corners.
    Raises a ValueError that names the first row that is no such matrix.

    >>> import carom
    >>> turn = [[0., -1, 0, 5], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    >>> carom.transformed([[1., 2, 3]], turn)
    array([[3., 1., 3.]])
    >>> carom.transformed(carom.Capsule([0, 0, 0], [1, 0, 0], 0.5), turn)
    Capsule(a=[5.0, 0.0, 0.0], b=[5.0, 1.0, 0.0], radius=0.5)

    Shapes of several kinds are one array of hulls: a capsule is the hull of its two ends with a radius, and repeated points
    change nothing. Here a gripper of a palm and a round finger, in 10,000 poses:

    >>> import numpy as np
    >>> palm = carom.transformed(carom.Box([-0.1, -0.1, 0], [0.1, 0.1, 0.05]), np.eye(4)).points
    >>> finger = np.resize([[0, 0, 0.05], [0, 0, 0.2]], (8, 3))
    >>> gripper = carom.Hull(np.stack([palm, finger]), [0, 0.02])
    >>> poses = np.tile(np.eye(4), (10_000, 1, 1))
    >>> carom.transformed(gripper, poses[:, None]).shape
    (10000, 2)
    """
    matrices = np.asarray(poses, dtype=np.float64)
    if matrices.shape[-2:] != (4, 4):
        raise ValueError(f"poses must have the shape (..., 4, 4), not {matrices.shape}")
    leading = shapes.shape if isinstance(shapes, Shape) else np.shape(shapes)[:-1]
    try:
        np.broadcast_shapes(leading, matrices.shape[:-2])
    except ValueError:
        raise ValueError(
            f"shapes {leading} and poses {matrices.shape[:-2]} cannot be broadcast; poses[:, None] are all shapes in all poses"
        ) from None
    scale = _scales(matrices)
    if isinstance(shapes, Ball):
        return Ball(_moved(shapes.center, matrices), np.asarray(shapes.radius) * scale)
    if isinstance(shapes, Capsule):
        return Capsule(_moved(shapes.a, matrices), _moved(shapes.b, matrices), np.asarray(shapes.radius) * scale)
    if isinstance(shapes, Triangle):
        a, b, c = (_moved(corner, matrices) for corner in (shapes.a, shapes.b, shapes.c))
        return Triangle(a, b, c, np.asarray(shapes.rounding) * scale)
    if isinstance(shapes, Box):
        low, high = np.asarray(shapes.min)[..., None, :], np.asarray(shapes.max)[..., None, :]
        corner = np.arange(8)[:, None] >> np.arange(3) & 1
        return Hull(_moved(np.where(corner, high, low), matrices[..., None, :, :]), np.asarray(shapes.rounding) * scale)
    if isinstance(shapes, Hull):
        return Hull(_moved(shapes.points, matrices[..., None, :, :]), np.asarray(shapes.radius) * scale)
    if isinstance(shapes, Shape):
        return _moved_curved(shapes, matrices, scale)
    return _moved(shapes, matrices)


def _moved_curved(shapes: Shape, matrices: NDArray[np.float64], scale: NDArray[np.float64]) -> Shape:
    def lengths(numbers: ArrayLike) -> NDArray[np.float64]:
        return np.asarray(numbers) * scale

    if isinstance(shapes, (Cylinder, Cone, TaperedCapsule)):
        a, b = _moved(shapes.a, matrices), _moved(shapes.b, matrices)
        if isinstance(shapes, Cylinder):
            return Cylinder(a, b, lengths(shapes.radius), lengths(shapes.rounding))
        radius_a, radius_b = lengths(shapes.radius_a), lengths(shapes.radius_b)
        if isinstance(shapes, TaperedCapsule):
            return TaperedCapsule(a, b, radius_a, radius_b)
        return Cone(a, b, radius_a, radius_b, lengths(shapes.rounding))
    if isinstance(shapes, Plane):
        normal = _mapped(np.asarray(shapes.normal), matrices) / scale[..., None]
        return Plane(normal, lengths(shapes.offset) + (normal * matrices[..., :3, 3]).sum(axis=-1))
    if not isinstance(shapes, (OrientedBox, Ellipsoid)):
        raise TypeError(f"{type(shapes).__name__} cannot be transformed")
    center, rotation = _moved(shapes.center, matrices), np.asarray(shapes.rotation)
    x, y, z = (matrices[..., :3, column, None] / scale[..., None, None] for column in range(3))
    turned = x * rotation[..., 0:1, :] + y * rotation[..., 1:2, :] + z * rotation[..., 2:3, :]
    sizes = np.asarray(shapes.half if isinstance(shapes, OrientedBox) else shapes.radii) * scale[..., None]
    return type(shapes)(center, sizes, turned, lengths(shapes.rounding))


def _moved(points: ArrayLike, matrices: NDArray[np.float64]) -> NDArray[np.float64]:
    """The points (..., 3). Written out: the sums of a matrix product differ from machine to machine."""
    points = np.asarray(points)
    if points.shape[-1:] != (3,):
        raise ValueError(f"points must have the shape (..., 3), not {points.shape}")
    return matrices[..., :3, 3] + _mapped(points, matrices)


def _mapped(vectors: NDArray[np.float64], matrices: NDArray[np.float64]) -> NDArray[np.float64]:
    """The vectors (..., 3) without the translation."""
    x, y, z = (matrices[..., :3, column] for column in range(3))
    return x * vectors[..., 0:1] + y * vectors[..., 1:2] + z * vectors[..., 2:3]


def _scales(matrices: NDArray[np.float64]) -> NDArray[np.float64]:
    """The scale of each matrix."""
    x, y, z = (matrices[..., :3, column] for column in range(3))
    square = (x * x).sum(axis=-1)
    with np.errstate(invalid="ignore"):
        differences = [(y * y).sum(axis=-1) - square, (z * z).sum(axis=-1) - square]
        differences += [(a * b).sum(axis=-1) for a, b in ((x, y), (y, z), (z, x))]
        good = (square > 0) & (np.abs(differences) <= DEVIATION * square).all(axis=0)
        good &= (np.cross(x, y) * z).sum(axis=-1) > 0
        good &= np.isfinite(matrices).all(axis=(-2, -1)) & (matrices[..., 3, :] == [0, 0, 0, 1]).all(axis=-1)
    if not good.all():
        row = list(map(int, np.argwhere(~good)[0]))
        raise ValueError(
            f"poses{row if row else ''} is not the matrix of a rotation, a uniform scale and a translation"
        )
    return np.sqrt(square)
