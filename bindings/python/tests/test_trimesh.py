"""The drop-ins for trimesh against trimesh itself and closed forms."""

import subprocess
import sys

import numpy as np
import pytest

import carom.trimesh

trimesh = pytest.importorskip("trimesh")


def test_trimesh_is_not_imported():
    code = "import carom.trimesh, sys; assert 'trimesh' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture
def sphere():
    return trimesh.creation.icosphere(subdivisions=2)


def test_closest_points_and_signed_distances(sphere):
    p = np.random.default_rng(1).uniform(-1.5, 1.5, (200, 3))
    closest, distance, face = carom.trimesh.closest_point(sphere, p)
    wanted, far, _ = trimesh.proximity.closest_point_naive(sphere, p)
    np.testing.assert_allclose(distance, far, atol=1e-9)
    np.testing.assert_allclose(closest, wanted, atol=1e-8)
    np.testing.assert_allclose(trimesh.triangles.closest_point(sphere.triangles[face], p), closest, atol=1e-8)
    inside = trimesh.proximity.signed_distance(sphere, p) > 0
    signed = carom.trimesh.signed_distance(sphere, p)
    np.testing.assert_allclose(np.abs(signed), far, atol=1e-9)
    np.testing.assert_array_equal(signed > 0, inside)
    distance, vertex = carom.trimesh.ProximityQuery(sphere).vertex(p)
    gaps = np.linalg.norm(p[:, None] - sphere.vertices[None], axis=-1)
    np.testing.assert_allclose(distance, gaps.min(axis=1), atol=1e-12)
    np.testing.assert_array_equal(vertex, gaps.argmin(axis=1))


def test_a_mesh_may_change(sphere):
    query = carom.trimesh.ProximityQuery(sphere)
    assert query.signed_distance([[5.0, 0, 0]])[0] < 0
    sphere.apply_translation([5.0, 0, 0])
    assert query.signed_distance([[5.0, 0, 0]])[0] > 0.9


def test_rays(sphere):
    random = np.random.default_rng(2)
    origins = random.uniform(-2, 2, (200, 3))
    directions = random.standard_normal((200, 3))
    own = carom.trimesh.RayMeshIntersector(sphere)
    theirs = trimesh.ray.ray_triangle.RayMeshIntersector(sphere)
    for options in [{"multiple_hits": True}, {"multiple_hits": False}]:
        face, ray, place = own.intersects_id(origins, directions, return_locations=True, **options)
        face2, ray2, place2 = theirs.intersects_id(origins, directions, return_locations=True, **options)
        order, order2 = np.lexsort((face, ray)), np.lexsort((face2, ray2))
        np.testing.assert_array_equal(face[order], face2[order2])
        np.testing.assert_array_equal(ray[order], ray2[order2])
        np.testing.assert_allclose(place[order], place2[order2], atol=1e-8)
    np.testing.assert_array_equal(own.intersects_first(origins, directions), theirs.intersects_first(origins, directions))
    np.testing.assert_array_equal(own.intersects_any(origins, directions), theirs.intersects_any(origins, directions))
    limited, ray = own.intersects_id(origins, directions, max_hits=1)
    assert len(ray) == len(set(ray))


def test_contains_where_trimesh_was_wrong():
    """Points level with vertices and edges, of which rays are degenerate (trimesh#242)."""
    box = trimesh.creation.box(extents=[2, 2, 2])
    side = np.linspace(-2, 2, 9)
    p = np.stack(np.meshgrid(side, side, side), axis=-1).reshape(-1, 3)
    contains = carom.trimesh.RayMeshIntersector(box).contains_points(p)
    np.testing.assert_array_equal(contains, (abs(p) <= 1).all(axis=1))


def at(x, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = [x, y, z]
    return pose


def test_collisions():
    box = trimesh.creation.box()
    manager = carom.trimesh.CollisionManager()
    manager.add_object("a", box)
    manager.add_object("b", box, at(3))
    assert manager.in_collision_internal() is False
    hit, names, data = manager.in_collision_single(box, at(0.75), return_names=True, return_data=True)
    assert hit and names == {"a"} and data[0].depth == pytest.approx(0.25)
    np.testing.assert_allclose(np.abs(data[0].normal), [1, 0, 0], atol=1e-12)
    distance, names, data = manager.min_distance_internal(return_names=True, return_data=True)
    assert distance == 2 and names == ("a", "b")
    assert np.linalg.norm(data.point("a") - data.point("b")) == pytest.approx(2)
    assert data.point("a")[0] == pytest.approx(0.5) and data.point("b")[0] == pytest.approx(2.5)
    torus = trimesh.creation.torus(2.0, 0.5)
    assert not torus.is_convex
    # A shell through which nothing passes, though its box contains the others.
    assert not carom.trimesh.CollisionManager().in_collision_single(torus)
    hole = carom.trimesh.CollisionManager()
    hole.add_object("torus", torus, at(3))
    assert hole.in_collision_single(box, at(3)) is False
    distance, name = hole.min_distance_single(box, at(3), return_name=True)
    assert name == "torus" and 0.7 < distance < 1.0
    hole.set_transform("torus", at(6.5))
    assert manager.in_collision_other(hole) is False
    manager.set_transform("b", at(4.5))
    hit, names, data = manager.in_collision_other(hole, return_names=True, return_data=True)
    assert hit and names == {("b", "torus")} and len(data) > 1
    assert all(contact.index("torus") >= 0 and contact.index("b") == -1 for contact in data)
    twin = carom.trimesh.CollisionManager()
    twin.add_object("torus", torus, at(6.5, 0, 0.9))
    assert hole.in_collision_other(twin, return_data=True)[1]
    manager.remove_object("b")
    assert not manager.in_collision_other(hole)
    with pytest.raises(ValueError, match="b not in collision manager"):
        manager.remove_object("b")
    assert carom.trimesh.CollisionManager().min_distance_internal() == np.inf
