"""Containment where trimesh's users report wrong answers: a mesh for each report, with answers known in closed form.

The models attached to the reports are no longer there or are not ours to copy, so each mesh is made here to have what the
report is about. Numbers in names are those of trimesh's issues. #1031 is about the sign at an open mesh, which has none.
"""

from fractions import Fraction

import numpy as np
import pytest
from brute import boxes_of

import carom

trimesh = pytest.importorskip("trimesh")
import carom.trimesh  # noqa: E402

BOX = np.array(
    [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]]
)  # fmt: skip


def boxes(*corners):
    """The meshes of boxes as one: (low, high), or (low, high, -1) with the sides turned inside out."""
    vertices = [boxes_of(np.array(low, float), np.array(high, float)) for low, high, *_ in corners]
    faces = [(BOX[:, ::-1] if turned else BOX) + 8 * i for i, (_, _, *turned) in enumerate(corners)]
    return np.concatenate(vertices), np.concatenate(faces)


def contained(mesh, points):
    """By Mesh and by the drop-in for trimesh, with one answer whatever the threads, the order and the number of calls."""
    vertices, faces = mesh
    points = np.asarray(points, float)
    own = carom.Mesh(vertices, faces)
    assert own.is_closed
    found = own.contains(points)
    backwards = own.contains(points[::-1], threads=3)[::-1]
    one_by_one = [bool(own.contains(point)) for point in points[:50]]
    drop_in = trimesh.Trimesh(vertices, faces, process=False)
    drop_in.ray = carom.trimesh.RayMeshIntersector(drop_in)
    for other in [backwards, drop_in.contains(points)]:
        np.testing.assert_array_equal(found, other)
    np.testing.assert_array_equal(found[:50], one_by_one)
    distance = own.signed_distance(points)
    np.testing.assert_array_equal(distance <= 0, found)
    assert not found[distance > 0].any()
    return found


def voxels(filled):
    """The faces between filled and empty cells of size 1, unmerged corners at most as in a voxel file."""
    filled = np.pad(filled, 1)
    vertices, faces = [], []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        ahead = np.roll(filled, -1, axis=axis)
        for cells, flip in [(filled & ~ahead, False), (~filled & ahead, True)]:
            for cell in np.argwhere(cells):
                quad = np.repeat(cell[None], 4, axis=0)
                quad[:, axis] += 1
                quad[1:3, u] += 1
                quad[2:4, v] += 1
                n = 4 * len(vertices)
                two = np.array([[0, 1, 2], [0, 2, 3]]) + n
                vertices.append(quad - 1)
                faces.append(two[:, ::-1] if flip else two)
    vertices, index = np.unique(np.concatenate(vertices), axis=0, return_inverse=True)
    return vertices.astype(float), index.reshape(-1)[np.concatenate(faces)]


def test_242_545_voxels():
    """Coplanar faces, edges of four faces, and points that are aligned with edges and corners."""
    random = np.random.default_rng(242)
    filled = random.random((12, 12, 12)) < 0.4
    mesh = voxels(filled)
    inside = random.uniform(-0.5, 12.5, (20_000, 3))
    cell = np.floor(inside).astype(int)
    known = ((cell >= 0) & (cell < 12)).all(axis=1)
    known[known] = filled[tuple(cell[known].T)]
    np.testing.assert_array_equal(contained(mesh, inside), known)
    # On a lattice of quarters: a point on the boundary of a filled cell is contained.
    lattice = random.integers(-2, 51, (20_000, 3)) / 4
    padded = np.pad(filled, 3)
    around = np.zeros(len(lattice), bool)
    for side in np.ndindex(2, 2, 2):
        near = np.where(side, np.floor(lattice), np.ceil(lattice) - 1).astype(int) + 3
        around |= padded[tuple(near.T)]
    np.testing.assert_array_equal(contained(mesh, lattice), around)
    scaled = mesh[0] * 0.01 - 0.06, mesh[1]
    np.testing.assert_array_equal(contained(scaled, inside * 0.01 - 0.06), known)


def in_convex(vertices, faces, points):
    """Whether a convex mesh contains points, in exact fractions."""
    corners = [[[Fraction(x) for x in vertices[i]] for i in face] for face in faces]
    planes = []
    for a, b, c in corners:
        u, v = ([q - p for p, q in zip(a, other)] for other in (b, c))
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        planes.append((n, sum(x * y for x, y in zip(n, a))))
    rows = [[Fraction(x) for x in point] for point in points]
    return [all(sum(x * y for x, y in zip(n, p)) <= d for n, d in planes) for p in rows]


def test_181_tiny_and_far_from_the_origin():
    """A body of a few steps of the lattice of its points, all of which differ in the fifth digit."""
    step, center = 1.5e-5, np.array([0.50611115, 0.4977951, 0.50026703])
    corners = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]])
    faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    offsets = np.stack(np.meshgrid(*[np.arange(-4, 5)] * 3), axis=-1).reshape(-1, 3)
    for size in [1.5, 2, 2.5, 3]:
        vertices = center + size * step * corners
        points = center + step * offsets
        wanted = in_convex(vertices, faces, points)
        assert 6 < sum(wanted) < len(points)
        np.testing.assert_array_equal(contained((vertices, faces), points), wanted)


def test_545_a_sphere_and_points_close_to_it():
    sphere = trimesh.creation.icosphere(subdivisions=2)
    random = np.random.default_rng(545)
    corners = sphere.vertices[sphere.faces[random.integers(0, len(sphere.faces), 300)]]
    share = random.dirichlet([1, 1, 1], 300)
    share[:100] = np.round(share[:100])
    share[100:200, 0] = 0
    share /= share.sum(axis=1, keepdims=True).clip(1e-9)
    at = (corners * share[..., None]).sum(axis=1)
    points = at * (1 + random.choice([0, 1e-15, -1e-15, 1e-9, -1e-9], (300, 1)))
    # Rounding may leave the sphere out of shape by its last bits: compare where it is convex.
    wanted = np.array(in_convex(sphere.vertices, sphere.faces, points))
    gap = np.abs(carom.Mesh(sphere.vertices, sphere.faces).signed_distance(points))
    clear = gap > 1e-14
    found = contained((sphere.vertices, sphere.faces), points)
    np.testing.assert_array_equal(found[clear], wanted[clear])
    assert clear.sum() > 100 and found[clear].any() and not found[clear].all()


def test_1097_more_hits_than_any_limit():
    """200 sheets on top of each other, which a ray crosses 400 times."""
    sheets = [([0, 0, 2 * i], [4, 4, 2 * i + 1]) for i in range(200)]
    points = np.random.default_rng(1097).uniform([-1, -1, -1], [5, 5, 401], (20_000, 3))
    points[::2, :2] = np.round(points[::2, :2])
    across = ((points[:, :2] >= 0) & (points[:, :2] <= 4)).all(axis=1)
    wanted = across & (points[:, 2] >= 0) & (points[:, 2] <= 399) & (np.floor(points[:, 2]) % 2 == 0)
    mesh = boxes(*sheets)
    np.testing.assert_array_equal(contained(mesh, points), wanted)
    turned = mesh[0][:, [2, 0, 1]], mesh[1]
    np.testing.assert_array_equal(contained(turned, points[:, [2, 0, 1]]), wanted)


@pytest.mark.parametrize("shape", ["wings", "notch"])
def test_1896_269_concave(shape):
    """Between two wings, and in the notch of a cube, is outside."""
    filled = np.ones((3, 1, 3) if shape == "wings" else (2, 2, 2), bool)
    if shape == "wings":
        filled[1, 0, 1:] = False
    else:
        filled[0, 0, 0] = False
    points = np.random.default_rng(1896).uniform(-0.25, 3.25, (20_000, 3))
    cell = np.floor(points).astype(int)
    known = ((cell >= 0) & (cell < filled.shape)).all(axis=1)
    known[known] = filled[tuple(cell[known].T)]
    np.testing.assert_array_equal(contained(voxels(filled), points), known)


def test_1416_merged_without_a_union():
    """Of two overlapping boxes both count, and two calls agree."""
    low, high = np.array([[0, 0, 0], [0.25, 0.25, 0.25]]), np.array([[1, 1, 1], [1.25, 1.25, 1.25]])
    points = np.random.default_rng(1416).uniform(-0.5, 2, (20_000, 3))
    points[::3] = np.round(4 * points[::3]) / 4
    wanted = ((points[:, None] >= low) & (points[:, None] <= high)).all(axis=2).any(axis=1)
    np.testing.assert_array_equal(contained(boxes(*zip(low, high)), points), wanted)


def test_2534_2082_a_cavity():
    """A box with a cavity with faces that point into it; without their turn, the mesh encloses that part twice."""
    points = np.random.default_rng(2534).uniform(-0.75, 0.75, (20_000, 3))
    points[0] = 0
    points[1:2000] *= 0.1
    out = np.abs(points).max(axis=1)
    outer = [-0.5] * 3, [0.5] * 3
    cavity = [-0.05] * 3, [0.05] * 3
    np.testing.assert_array_equal(contained(boxes(outer, (*cavity, -1)), points), (out <= 0.5) & (out >= 0.05))
    np.testing.assert_array_equal(contained(boxes(outer, cavity), points), out <= 0.5)


def test_73_85_signs_beside_faces_and_edges():
    """Points in the planes and on the lines of faces and edges, outside."""
    cube = carom.Mesh(*boxes(([0, 0, 0], [2, 2, 2])))
    lattice = np.stack(np.meshgrid(*[np.arange(-2, 5)] * 3), axis=-1).reshape(-1, 3).astype(float)
    out = np.abs(lattice - 1) - 1
    wanted = np.linalg.norm(np.maximum(out, 0), axis=1) + np.minimum(out.max(axis=1), 0)
    np.testing.assert_allclose(cube.signed_distance(lattice), wanted, atol=1e-15)
    drop_in = trimesh.Trimesh(cube.vertices, cube.triangles, process=False)
    np.testing.assert_allclose(carom.trimesh.signed_distance(drop_in, lattice), -wanted, atol=1e-15)


def test_153_no_point_inside():
    mesh = boxes(([0, 0, 0], [1, 1, 1]))
    drop_in = trimesh.Trimesh(*mesh, process=False)
    ray = carom.trimesh.RayMeshIntersector(drop_in)
    assert not ray.contains_points([[2, 3, 4], [-1, 0, 0]]).any()
    assert ray.contains_points(np.zeros((0, 3))).shape == (0,)


def test_1496_rays_through_corners_and_edges():
    """Every ray from the center of a cube hits it, by any method."""
    small = trimesh.creation.box(extents=np.full(3, 40.0)).subdivide_to_size(20)
    big = trimesh.creation.box(extents=np.full(3, 60.0)).subdivide_to_size(7)
    ray = carom.trimesh.RayMeshIntersector(small)
    origins = np.zeros_like(big.vertices)
    assert ray.intersects_any(origins, big.vertices).all()
    for options in [{"multiple_hits": True}, {"multiple_hits": False}]:
        _, hit = ray.intersects_id(origins, big.vertices, **options)
        np.testing.assert_array_equal(np.unique(hit), np.arange(len(origins)))
