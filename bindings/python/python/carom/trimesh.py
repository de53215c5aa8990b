"""Drop-ins for trimesh's collision, proximity and ray queries, by trimesh's names.

``CollisionManager`` stands for ``trimesh.collision.CollisionManager`` (which needs python-fcl), ``closest_point``,
``signed_distance`` and ``ProximityQuery`` for those of ``trimesh.proximity``, ``RayMeshIntersector`` for that of
``trimesh.ray``. They take trimesh's meshes, and anything with ``vertices`` and ``faces``. The tree of a mesh is kept in
the cache of the mesh, so it is built again after a change only.

>>> import carom.trimesh, trimesh
>>> box = trimesh.creation.box()
>>> carom.trimesh.signed_distance(box, [[0, 0, 0.25], [0, 0, 1]])
array([ 0.25, -0.5 ])
>>> box.ray = carom.trimesh.RayMeshIntersector(box)
>>> box.contains([[0, 0, 0], [2, 0, 0]])
array([ True, False])
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ._carom import Hull, Mesh, Triangle, World

__all__ = [
    "CollisionManager",
    "ContactData",
    "DistanceData",
    "ProximityQuery",
    "RayMeshIntersector",
    "closest_point",
    "scene_to_collision",
    "signed_distance",
]

MERGE = 1e-8
"""trimesh.tol.merge: squared distances, and points on a ray, that differ by less are the same."""


def _points(points, name="points"):
    points = np.asanyarray(points, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 3:
        raise ValueError(f"{name} must have the shape (n, 3), not {points.shape}")
    return points


def _mesh(mesh) -> "Mesh | None":
    """The mesh for queries, None if it has no faces; kept in the cache of a trimesh mesh."""
    cache = getattr(mesh, "_cache", None)
    kept = None if cache is None else cache["carom_mesh"]
    if kept is None and len(mesh.faces):
        kept = Mesh(np.asarray(mesh.vertices, dtype=np.float64), np.asarray(mesh.faces))
        if cache is not None:
            cache["carom_mesh"] = kept
    return kept


def _normals(mesh, triangles):
    """Unit normals, zero for a triangle without area."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.triangles[triangles]], -2, 0)
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=-1, keepdims=True)
    return np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)


def _lengths(vectors):
    return np.sqrt(np.einsum("ij,ij->i", vectors, vectors))


def closest_point(mesh, points):
    """The closest point of a mesh for each of ``points`` (n, 3): points (n, 3), distances (n,), indices of faces (n,).

    Of faces at the same distance, the one that faces the point most.
    """
    points = _points(points)
    mesh = _mesh(mesh)
    if mesh is None:
        raise ValueError("the mesh has no faces")
    found = mesh.closest(points)
    closest, distance, face = found.point, found.distance, found.triangle.astype(np.int64)
    # The faces around an edge or corner.
    tied = np.flatnonzero(distance * distance > MERGE)
    near = mesh.contacts(points[tied], np.sqrt(distance[tied] ** 2 + MERGE))
    count = np.diff(near.offsets)
    row = np.repeat(np.arange(len(tied)), count)
    several = (count > 1)[row]
    row, which = row[several], np.flatnonzero(several)
    facing = (_normals(mesh, near.triangle[which]) * near.normal[which]).sum(axis=1)
    best = np.lexsort((near.triangle[which], -facing, row))
    first = best[np.concatenate(([True], np.diff(row[best]) > 0))] if len(best) else best
    to, of = tied[row[first]], which[first]
    closest[to], distance[to], face[to] = near.point[of], near.distance[of], near.triangle[of]
    return closest, distance, face


def signed_distance(mesh, points):
    """The distance of each of ``points`` (n, 3) from the surface, positive inside and within 1e-8 of the surface.

    Inside a closed mesh is where its winding number is not zero, decided exactly; inside an open mesh, behind the nearest
    face.
    """
    points = _points(points)
    own = _mesh(mesh)
    if own is None:
        raise ValueError("the mesh has no faces")
    if own.is_closed:
        distance = -own.signed_distance(points)
        return np.where(np.abs(distance) <= MERGE, np.abs(distance), distance)
    closest, distance, face = closest_point(mesh, points)
    ahead = ((points - closest) * _normals(own, face)).sum(axis=1) > 0
    return np.where(ahead & (distance > MERGE), -distance, distance)


class ProximityQuery:
    """trimesh.proximity.ProximityQuery: set ``mesh.nearest`` to one."""

    def __init__(self, mesh):
        self._mesh = mesh

    def on_surface(self, points):
        """The closest points, distances and faces: see closest_point."""
        return closest_point(self._mesh, points)

    def vertex(self, points):
        """The distances of the nearest vertices (n,) and their indices (n,)."""
        vertices = np.asarray(self._mesh.vertices, dtype=np.float64)
        corners = np.repeat(np.arange(len(vertices))[:, None], 3, axis=1)
        found = Mesh(vertices, corners).closest(np.asanyarray(points, dtype=np.float64))
        return found.distance, found.triangle.astype(np.int64)

    def signed_distance(self, points):
        """Positive inside: see signed_distance."""
        return signed_distance(self._mesh, points)


class RayMeshIntersector:
    """trimesh.ray.RayMeshIntersector: set ``mesh.ray`` to one. Directions need not be unit; rays have no end."""

    def __init__(self, mesh, **_):
        self.mesh = mesh

    def _rays(self, origins, directions):
        """The mesh, the origins, and displacements that end beyond the mesh; no mesh if there is nothing to hit."""
        origins, directions = _points(origins, "ray_origins"), _points(directions, "ray_directions")
        mesh = _mesh(self.mesh)
        if mesh is None or len(origins) == 0:
            return None, origins, directions
        low, high = mesh.bounds
        beyond = 2 * np.linalg.norm(high - low) + _lengths(origins - (low + high) / 2)
        lengths = _lengths(directions)
        scale = np.divide(beyond, lengths, out=np.zeros_like(lengths), where=lengths > 0)
        return mesh, origins, directions * scale[:, None]

    def _hits(self, origins, directions, multiple_hits):
        """The faces, rays and places of all hits or of the first ones, by ray and distance."""
        mesh, origins, delta = self._rays(origins, directions)
        if mesh is None:
            none = np.zeros(0, np.int64)
            return none, none, np.zeros((0, 3))
        if not multiple_hits:
            hits = mesh.rays(origins, delta)
            ray = np.flatnonzero(hits.triangle >= 0)
            return hits.triangle[ray].astype(np.int64), ray, hits.point[ray]
        hits = mesh.sweep_all(origins, delta)
        ray = np.repeat(np.arange(len(origins)), np.diff(hits.offsets))
        return hits.triangle.astype(np.int64), ray, hits.point

    def intersects_id(
        self,
        ray_origins,
        ray_directions,
        return_locations=False,
        multiple_hits=True,
        max_hits=None,
        **_,
    ):
        """The indices of faces (h,) and of rays (h,) of all hits, or of the first ones; with ``return_locations`` also the
        places (h, 3), and hits of one ray at one place (on an edge) are one."""
        face, ray, place = self._hits(ray_origins, ray_directions, multiple_hits)
        if return_locations and len(ray):
            again = (np.diff(ray) == 0) & (np.linalg.norm(np.diff(place, axis=0), axis=1) < MERGE)
            kept = np.concatenate(([True], ~again))
            face, ray, place = face[kept], ray[kept], place[kept]
        if max_hits is not None and len(ray):
            first = np.searchsorted(ray, ray)
            kept = np.arange(len(ray)) - first < max_hits
            face, ray, place = face[kept], ray[kept], place[kept]
        return (face, ray, place) if return_locations else (face, ray)

    def intersects_location(self, ray_origins, ray_directions, **options):
        """The places of hits (h, 3), and the indices of their rays (h,) and faces (h,)."""
        face, ray, place = self.intersects_id(ray_origins, ray_directions, return_locations=True, **options)
        return place, ray, face

    def intersects_first(self, ray_origins, ray_directions, **_):
        """The first face that each ray hits (n,), or -1."""
        mesh, origins, delta = self._rays(ray_origins, ray_directions)
        if mesh is None:
            return np.full(len(origins), -1, np.int64)
        return mesh.rays(origins, delta).triangle.astype(np.int64)

    def intersects_any(self, ray_origins, ray_directions, **_):
        """Whether each ray hits a face (n,)."""
        return self.intersects_first(ray_origins, ray_directions) >= 0

    def contains_points(self, points):
        """Whether the mesh contains each of ``points`` (n, 3): exactly if it is closed; else by trimesh's rays."""
        points = _points(points)
        mesh = _mesh(self.mesh)
        if mesh is None:
            return np.zeros(len(points), bool)
        if mesh.is_closed:
            return mesh.contains(points)
        from trimesh.ray.ray_util import contains_points

        return contains_points(self, points)


class ContactData:
    """A contact of two objects: ``names``, ``point``, ``normal``, ``depth`` and ``index(name)``, the face of an object, or -1
    for a convex object, which touches as a solid."""

    def __init__(self, names, faces, point, normal, depth):
        self.names = set(names)
        self._faces = dict(zip(names, faces))
        self.point, self.normal, self.depth = point, normal, depth

    def index(self, name):
        return self._faces[name]


class DistanceData:
    """The nearest points of two objects: ``names``, ``distance``, ``point(name)``, and ``index(name)`` as of ContactData."""

    def __init__(self, names, faces, points, distance):
        self.names = set(names)
        self._faces, self._points = dict(zip(names, faces)), dict(zip(names, points))
        self.distance = distance

    def index(self, name):
        return self._faces[name]

    def point(self, name):
        return self._points[name]


class _Placed:
    """A mesh in a pose, as a solid if it is convex, else as a shell."""

    def __init__(self, mesh, transform=None):
        vertices = np.asarray(mesh.vertices, dtype=np.float64)
        faces = np.asarray(mesh.faces)
        if transform is not None:
            transform = np.asanyarray(transform, dtype=np.float64)
            if transform.shape != (4, 4):
                raise ValueError(f"transform must have the shape (4, 4), not {transform.shape}")
            vertices = vertices @ transform[:3, :3].T + transform[:3, 3]
        self.mesh = mesh
        self.bounds = np.array([vertices.min(axis=0), vertices.max(axis=0)])
        self.hull, self.body = None, None
        if getattr(mesh, "is_convex", False):
            self.hull = Hull(vertices)
            self.body = World()
            self.body.add(self.hull)
        else:
            self.body = Mesh(vertices, faces)

    def _against(self, other):
        """What to query, the shape to query it with, and whether they changed places."""
        if other.hull is not None:
            return self.body, other.hull, False
        if self.hull is not None:
            return other.body, self.hull, True
        return self.body, other.body, False

    def overlaps(self, other):
        queried, shape, _ = self._against(other)
        return bool(queried.overlap(shape))

    def contacts(self, names, other):
        """All contacts of the two objects."""
        queried, shape, swapped = self._against(other)
        if isinstance(shape, Mesh):
            shape = Triangle(*np.moveaxis(shape.vertices[shape.triangles], 1, 0))
        found = queried.contacts(shape)
        of_shape = np.repeat(np.arange(len(found.offsets) - 1), np.diff(found.offsets))
        is_mesh, is_batch = isinstance(queried, Mesh), bool(shape.shape)
        contacts = []
        for i, distance in enumerate(found.distance):
            faces = (int(found.triangle[i]) if is_mesh else -1, int(of_shape[i]) if is_batch else -1)
            normal = -found.normal[i] if swapped else found.normal[i]
            contacts.append(
                ContactData(names, faces[::-1] if swapped else faces, found.point[i], normal, -float(distance))
            )
        return contacts

    def distance(self, names, other):
        """The least distance of the two objects."""
        queried, shape, swapped = self._against(other)
        found = queried.closest(shape)
        distance = float(found.distance)
        points = found.point, found.point + found.normal * distance
        own = int(found.triangle) if isinstance(queried, Mesh) else -1
        faces = own, found.other if isinstance(shape, Mesh) else -1
        if swapped:
            points, faces = points[::-1], faces[::-1]
        return DistanceData(names, faces, points, distance)


class CollisionManager:
    """trimesh.collision.CollisionManager without python-fcl: named meshes in poses, collisions and distances among them.

    Convex meshes are solids: depths and negative distances are those of the shortest motion apart, exactly. Other meshes
    are shells, as with FCL. A transform may be any affine one.
    """

    def __init__(self):
        self._objs = {}

    def add_object(self, name, mesh, transform=None):
        """Adds a mesh under a name, which replaces an object of that name."""
        if isinstance(name, str) is False:
            raise TypeError(f"name must be a str, not {type(name).__name__}")
        self._objs[name] = _Placed(mesh, transform)
        return self._objs[name]

    def remove_object(self, name):
        """Removes an object; a ValueError if there is none of this name."""
        self._find(name)
        del self._objs[name]

    def set_transform(self, name, transform):
        """Moves an object; a ValueError if there is none of this name."""
        self._objs[name] = _Placed(self._find(name).mesh, transform)

    def _find(self, name):
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        return self._objs[name]

    def in_collision_single(self, mesh, transform=None, return_names=False, return_data=False):
        """Whether a mesh touches any object; optionally the set of their names, and a list of ContactData, in which the
        mesh has the name "__external"."""
        pairs = self._pairs_of("__external", _Placed(mesh, transform))
        found = _collisions(pairs, return_names, return_data)
        return _answer(found, return_names, return_data, lambda names: names[0])

    def in_collision_internal(self, return_names=False, return_data=False):
        """Whether any two objects touch; optionally the set of sorted pairs of their names, and a list of ContactData."""
        found = _collisions(self._own_pairs(), return_names, return_data)
        return _answer(found, return_names, return_data, lambda names: tuple(sorted(names)))

    def in_collision_other(self, other_manager, return_names=False, return_data=False):
        """Whether any object touches one of another manager; optionally the set of pairs of names (own, other), and a list
        of ContactData."""
        found = _collisions(self._pairs_with(other_manager), return_names, return_data)
        return _answer(found, return_names, return_data, tuple)

    def min_distance_single(self, mesh, transform=None, return_name=False, return_data=False):
        """The least distance of a mesh to any object; optionally the object's name, and DistanceData."""
        data, names = _nearest(self._pairs_of("__external", _Placed(mesh, transform)))
        return _distance(data, names and names[0], return_name, return_data)

    def min_distance_internal(self, name=None, return_names=False, return_data=False):
        """The least distance of any two objects, or of one of them to the others; optionally the sorted pair of names, and
        DistanceData."""
        if name is None:
            pairs = self._own_pairs()
        else:
            own = self._find(name)
            others = [(key, value) for key, value in self._objs.items() if key != name]
            pairs = [((key, name), value, own) for key, value in others]
        data, names = _nearest(pairs)
        return _distance(data, names and tuple(sorted(names)), return_names, return_data)

    def min_distance_other(self, other_manager, return_names=False, return_data=False):
        """The least distance of any object to one of another manager; optionally the pair of names (own, other), and
        DistanceData."""
        data, names = _nearest(self._pairs_with(other_manager))
        return _distance(data, names, return_names, return_data)

    def _pairs_of(self, name, placed):
        return [((key, name), own, placed) for key, own in self._objs.items()]

    def _own_pairs(self):
        return [((a, b), self._objs[a], self._objs[b]) for a, b in combinations(self._objs, 2)]

    def _pairs_with(self, other):
        others = other._objs.items()
        return [((a, b), own, placed) for a, own in self._objs.items() for b, placed in others]


def _gaps(pairs):
    """Lower bounds of the distances of pairs: those of their boxes."""
    if not pairs:
        return np.zeros(0)
    a, b = (np.array([pair[i].bounds for pair in pairs]) for i in [1, 2])
    apart = np.maximum(a[:, 0] - b[:, 1], b[:, 0] - a[:, 1])
    return np.linalg.norm(np.maximum(apart, 0), axis=1)


def _collisions(pairs, return_names, return_data):
    """The names and contacts of pairs that touch; of the first one only if the caller needs no more."""
    found = []
    for i in np.flatnonzero(_gaps(pairs) == 0):
        names, own, placed = pairs[i]
        if own.overlaps(placed):
            found.append((names, own.contacts(names, placed) if return_data else []))
            if not (return_names or return_data):
                break
    return found


def _answer(found, return_names, return_data, name_of):
    answer = [bool(found)]
    if return_names:
        answer.append({name_of(names) for names, _ in found})
    if return_data:
        answer.append([contact for _, contacts in found for contact in contacts])
    return answer[0] if len(answer) == 1 else tuple(answer)


def _nearest(pairs):
    gaps, best, best_names = _gaps(pairs), None, None
    for i in np.argsort(gaps, kind="stable"):
        if best is not None and gaps[i] > best.distance:
            break
        names, own, placed = pairs[i]
        data = own.distance(names, placed)
        if best is None or data.distance < best.distance:
            best, best_names = data, names
    return best, best_names


def _distance(data, names, return_names, return_data):
    answer = [np.inf if data is None else data.distance]
    if return_names:
        answer.append(names)
    if return_data:
        answer.append(data)
    return answer[0] if len(answer) == 1 else tuple(answer)


def scene_to_collision(scene):
    """A CollisionManager of a trimesh scene, and a dict of its objects by node."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects
