/* Every misuse that can be detected is an error code with a text, and the library works on. */
#include "check.h"

static CaromMesh mesh, freed_mesh;
static CaromWorld world, freed_world;
static CaromMover mover, freed_mover;
static CaromCrowd crowd, freed_crowd;
static CaromQuery query;
static uint64_t body_name;
static CaromBody body;

/* A call with the zero handle, one that never was, a freed one and one of another kind, each named h. */
#define BAD_HANDLES(Type, freed, other, call)                                                                          \
    do {                                                                                                               \
        Type h;                                                                                                        \
        h.bits = 0;                                                                                                    \
        FAILS(CAROM_NULL, "zero handle", call);                                                                        \
        h.bits = UINT64_C(0x123456789abcdef0);                                                                         \
        FAILS(CAROM_BAD_HANDLE, "never a handle", call);                                                               \
        h.bits = UINT64_MAX;                                                                                           \
        FAILS(CAROM_BAD_HANDLE, "never a handle", call);                                                               \
        h.bits = (freed).bits;                                                                                         \
        FAILS(CAROM_FREED, "freed", call);                                                                             \
        h.bits = (other).bits;                                                                                         \
        FAILS(CAROM_WRONG_KIND, "not a", call);                                                                        \
    } while (0)

/* The same for the function that frees, where the zero handle is no error. */
#define BAD_FREES(Type, freed, other, call)                                                                            \
    do {                                                                                                               \
        Type h;                                                                                                        \
        h.bits = 0;                                                                                                    \
        OK(call);                                                                                                      \
        h.bits = 7;                                                                                                    \
        FAILS(CAROM_BAD_HANDLE, "never a handle", call);                                                               \
        h.bits = (freed).bits;                                                                                         \
        FAILS(CAROM_FREED, "freed", call);                                                                             \
        h.bits = (other).bits;                                                                                         \
        FAILS(CAROM_WRONG_KIND, "not a", call);                                                                        \
    } while (0)

static CaromVec3 nan3(void) { return vec3(0, NAN, 0); }

static void bad_meshes(void) {
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    float with_nan[9] = {0, 0, 0, 1, INFINITY, 0, 0, 0, 1};
    static const uint32_t one[3] = {0, 1, 2}, beyond[3] = {0, 1, 3};
    CaromVectors v = {corners, 12}, bad;
    CaromMesh out = {99};
    CaromMeshInfo info;
    uint8_t is;
    float distance;
    FAILS(CAROM_NULL, "out is null", carom_mesh_create(v, 3, one, 1, 0, NULL));
    FAILS(CAROM_NULL, "triangles is null", carom_mesh_create(v, 3, NULL, 1, 0, &out));
    bad.base = NULL;
    bad.stride = 12;
    FAILS(CAROM_NULL, "vertices is null", carom_mesh_create(bad, 3, one, 1, 0, &out));
    bad.base = corners;
    bad.stride = 8;
    FAILS(CAROM_OUT_OF_RANGE, "stride of vertices is 8", carom_mesh_create(bad, 3, one, 1, 0, &out));
    bad.stride = SIZE_MAX / 2;
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_mesh_create(bad, 4, one, 1, 0, &out));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_mesh_create(v, SIZE_MAX, one, 1, 0, &out));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_mesh_create(v, 3, one, SIZE_MAX / 4, 0, &out));
    FAILS(CAROM_OUT_OF_RANGE, "no triangles", carom_mesh_create(v, 3, one, 0, 0, &out));
    FAILS(CAROM_OUT_OF_RANGE, "triangle 0 has the vertex 3", carom_mesh_create(v, 3, beyond, 1, 0, &out));
    FAILS(CAROM_INVALID, "0x10", carom_mesh_create(v, 3, one, 1, 16, &out));
    bad.base = with_nan;
    bad.stride = 12;
    FAILS(CAROM_INVALID, "vertex 1 is not finite", carom_mesh_create(bad, 3, one, 1, 0, &out));
    CHECK(out.bits == 99);
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_info(h, &info));
    BAD_HANDLES(CaromMesh, freed_mesh, mover, carom_mesh_is_closed(h, &is));
    BAD_HANDLES(CaromMesh, freed_mesh, crowd, carom_mesh_contains(h, vec3(0, 0, 0), &is));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_signed_distance(h, vec3(0, 0, 0), &distance));
    BAD_FREES(CaromMesh, freed_mesh, world, carom_mesh_free(h));
    FAILS(CAROM_NULL, "out", carom_mesh_info(mesh, NULL));
    FAILS(CAROM_NULL, "out", carom_mesh_is_closed(mesh, NULL));
    FAILS(CAROM_NULL, "out", carom_mesh_contains(mesh, vec3(0, 0, 0), NULL));
    FAILS(CAROM_NULL, "out", carom_mesh_signed_distance(mesh, vec3(0, 0, 0), NULL));
    FAILS(CAROM_INVALID, "point is not finite", carom_mesh_contains(mesh, nan3(), &is));
    FAILS(CAROM_INVALID, "point is not finite", carom_mesh_signed_distance(mesh, nan3(), &distance));
}

static void bad_shapes(void) {
    CaromVec3 points[2], skewed[3];
    CaromContact out;
    CaromShape s = carom_ball(vec3(0, 0, 0), -1);
    points[0] = vec3(0, 0, 0);
    points[1] = nan3();
    skewed[0] = vec3(1, 0, 0);
    skewed[1] = vec3(0, 1, 0);
    skewed[2] = vec3(0, 1, 1);
    FAILS(CAROM_INVALID, "shape.radius is negative", carom_closest(&query, &s, 1, &out));
    s.radius = NAN;
    FAILS(CAROM_INVALID, "shape.radius is not finite", carom_closest(&query, &s, 1, &out));
    s = carom_point(nan3());
    FAILS(CAROM_INVALID, "shape.a is not finite", carom_closest(&query, &s, 1, &out));
    s = carom_capsule(vec3(0, 0, 0), vec3(INFINITY, 0, 0), 1);
    FAILS(CAROM_INVALID, "shape.b is not finite", carom_closest(&query, &s, 1, &out));
    s = carom_triangle(vec3(0, 0, 0), vec3(1, 0, 0), nan3());
    FAILS(CAROM_INVALID, "shape.c is not finite", carom_closest(&query, &s, 1, &out));
    s = carom_box(vec3(0, 1, 0), vec3(1, 0, 1));
    FAILS(CAROM_INVALID, "lowest corner", carom_closest(&query, &s, 1, &out));
    s.kind = 0;
    FAILS(CAROM_INVALID, "shape.kind is 0", carom_closest(&query, &s, 1, &out));
    s.kind = 0xdeadbeef;
    FAILS(CAROM_INVALID, "shape.kind is 3735928559", carom_closest(&query, &s, 1, &out));
    s = carom_hull(points, 2, 0);
    FAILS(CAROM_INVALID, "shape.points[1] is not finite", carom_closest(&query, &s, 1, &out));
    s = carom_hull(points, 0, 0);
    FAILS(CAROM_OUT_OF_RANGE, "shape.point_count is 0", carom_closest(&query, &s, 1, &out));
    s = carom_hull(NULL, 2, 0);
    FAILS(CAROM_NULL, "shape.points is null", carom_closest(&query, &s, 1, &out));
    s = carom_oriented_box(vec3(0, 0, 0), skewed);
    FAILS(CAROM_INVALID, "shape.points: half axes that are not at right angles", carom_closest(&query, &s, 1, &out));
    s.point_count = 2;
    FAILS(CAROM_OUT_OF_RANGE, "shape.point_count is 2, not 3", carom_closest(&query, &s, 1, &out));
    s = carom_oriented_ellipsoid(vec3(0, 0, 0), points);
    FAILS(CAROM_INVALID, "shape.points[1] is not finite", carom_closest(&query, &s, 1, &out));
    s = carom_cylinder(vec3(1, 2, 3), vec3(1, 2, 3), 1);
    FAILS(CAROM_INVALID, "shape.a and b are the same point, so it has no axis", carom_closest(&query, &s, 1, &out));
    s = carom_cylinder(vec3(1, 2, 3), vec3(1, 2, 4), -1);
    FAILS(CAROM_INVALID, "shape.radius is negative", carom_closest(&query, &s, 1, &out));
    s = carom_cone(vec3(1, 2, 3), vec3(1, 2, 3), 1);
    FAILS(CAROM_INVALID, "shape.a and b are the same point, so it has no axis", carom_closest(&query, &s, 1, &out));
    s = carom_frustum(vec3(1, 2, 3), vec3(1, 2, 4), 1, -1);
    FAILS(CAROM_INVALID, "shape.radius_b is negative", carom_closest(&query, &s, 1, &out));
    s = carom_tapered_capsule(vec3(1, 2, 3), vec3(1, 2, 3), 1, NAN);
    FAILS(CAROM_INVALID, "shape.radius_b is not finite", carom_closest(&query, &s, 1, &out));
    s = carom_ellipsoid(vec3(1, 2, 3), vec3(1, -2, 3));
    FAILS(CAROM_INVALID, "shape.b has a negative radius", carom_closest(&query, &s, 1, &out));
    s = carom_rounded(carom_point(vec3(1, 2, 3)), -1);
    FAILS(CAROM_INVALID, "shape.rounding is negative", carom_closest(&query, &s, 1, &out));
    s = carom_hull(points, SIZE_MAX, 0);
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_closest(&query, &s, 1, &out));
}

static void bad_queries(void) {
    CaromShape ball = carom_ball(vec3(0, 1, 0), 1), bad = carom_ball(vec3(0, 1, 0), -1);
    CaromVec3 down = vec3(0, -1, 0), zero = vec3(0, 0, 0);
    CaromContact contact;
    CaromHit hit;
    uint8_t touches = 77;
    size_t count = 77;
    CaromQuery q = query;
    uint64_t wrong[4];
    CaromStatus statuses[4] = {CAROM_NULL, CAROM_BAD_HANDLE, CAROM_FREED, CAROM_WRONG_KIND};
    int i;
    wrong[0] = 0;
    wrong[1] = 12345;
    wrong[2] = freed_world.bits;
    wrong[3] = mover.bits;
    for (i = 0; i < 4; i++) {
        q.surface = wrong[i];
        FAILS(statuses[i], "query.surface", carom_closest(&q, &ball, 1, &contact));
        FAILS(statuses[i], "query.surface", carom_overlap(&q, &ball, &touches));
        FAILS(statuses[i], "query.surface", carom_sweep(&q, &ball, down, &hit));
        FAILS(statuses[i], "query.surface", carom_ray(&q, zero, down, &hit));
        FAILS(statuses[i], "query.surface", carom_contacts(&q, &ball, 1, NULL, 0, &count));
        FAILS(statuses[i], "query.surface", carom_sweep_all(&q, &ball, down, NULL, 0, &count));
        FAILS(statuses[i], "query.surface", carom_overlaps(&q, &ball, NULL, 0, &count));
    }
    q = carom_query_mesh(freed_mesh);
    FAILS(CAROM_FREED, "mesh that was freed", carom_overlap(&q, &ball, &touches));
    q = carom_query_world(world);
    q.origin[1] = NAN;
    FAILS(CAROM_INVALID, "query.origin", carom_overlap(&q, &ball, &touches));
    q = query;
    q.flags = 64;
    FAILS(CAROM_INVALID, "query.flags", carom_overlap(&q, &ball, &touches));
    FAILS(CAROM_NULL, "query is null", carom_closest(NULL, &ball, 1, &contact));
    FAILS(CAROM_NULL, "shape is null", carom_closest(&query, NULL, 1, &contact));
    FAILS(CAROM_NULL, "out is null", carom_closest(&query, &ball, 1, NULL));
    FAILS(CAROM_INVALID, "reach is NaN", carom_closest(&query, &ball, NAN, &contact));
    FAILS(CAROM_NULL, "query is null", carom_overlap(NULL, &ball, &touches));
    FAILS(CAROM_NULL, "shape is null", carom_overlap(&query, NULL, &touches));
    FAILS(CAROM_NULL, "out is null", carom_overlap(&query, &ball, NULL));
    FAILS(CAROM_INVALID, "radius", carom_overlap(&query, &bad, &touches));
    FAILS(CAROM_NULL, "query is null", carom_sweep(NULL, &ball, down, &hit));
    FAILS(CAROM_NULL, "shape is null", carom_sweep(&query, NULL, down, &hit));
    FAILS(CAROM_NULL, "out is null", carom_sweep(&query, &ball, down, NULL));
    FAILS(CAROM_INVALID, "delta is not finite", carom_sweep(&query, &ball, nan3(), &hit));
    FAILS(CAROM_NULL, "query is null", carom_ray(NULL, zero, down, &hit));
    FAILS(CAROM_NULL, "out is null", carom_ray(&query, zero, down, NULL));
    FAILS(CAROM_INVALID, "from is not finite", carom_ray(&query, nan3(), down, &hit));
    FAILS(CAROM_INVALID, "delta is not finite", carom_ray(&query, zero, nan3(), &hit));
    FAILS(CAROM_NULL, "out is null", carom_contacts(&query, &ball, 1, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_contacts(&query, &ball, 1, &contact, 1, NULL));
    FAILS(CAROM_INVALID, "reach is NaN", carom_contacts(&query, &ball, NAN, &contact, 1, &count));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_contacts(&query, &ball, 1, &contact, SIZE_MAX, &count));
    FAILS(CAROM_NULL, "out is null", carom_sweep_all(&query, &ball, down, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_sweep_all(&query, &ball, down, &hit, 1, NULL));
    FAILS(CAROM_INVALID, "delta is not finite", carom_sweep_all(&query, &ball, nan3(), &hit, 1, &count));
    FAILS(CAROM_WRONG_KIND, "mesh, not a world", carom_overlaps(&query, &ball, NULL, 0, &count));
    q = carom_query_world(world);
    FAILS(CAROM_NULL, "out is null", carom_overlaps(&q, &ball, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_overlaps(&q, &ball, NULL, 0, NULL));
    FAILS(CAROM_INVALID, "radius", carom_overlaps(&q, &bad, NULL, 0, &count));
    CHECK(touches == 77 && count == 77);
}

static void bad_batches(void) {
    /* Rows of x, y, z, radius. */
    float rows[8] = {0, 1, 0, 1, 0, 2, 0, 1}, deltas[6] = {0, -9, 0, 0, -9, 0};
    CaromVectors d = {deltas, 12}, v = {rows, 16};
    CaromShapes s = {0}, bad;
    CaromContact contacts[2], same;
    CaromHit hits[2];
    uint8_t touches[2] = {77, 77};
    size_t offsets[3];
    CaromQuery q = query;
    s.kind = CAROM_BALL;
    s.count = 2;
    s.a = v;
    s.radius.base = rows + 3;
    s.radius.stride = 16;
    memset(contacts, 0, sizeof contacts);
    same = contacts[0];
    q.surface = freed_mesh.bits;
    FAILS(CAROM_FREED, "query.surface", carom_closest_batch(&q, &s, 1, contacts));
    FAILS(CAROM_FREED, "query.surface", carom_overlap_batch(&q, &s, touches));
    FAILS(CAROM_FREED, "query.surface", carom_sweep_batch(&q, &s, d, hits));
    FAILS(CAROM_FREED, "query.surface", carom_ray_batch(&q, v, d, 2, hits));
    FAILS(CAROM_FREED, "query.surface", carom_contacts_batch(&q, &s, 1, offsets, contacts, 2));
    FAILS(CAROM_NULL, "query is null", carom_closest_batch(NULL, &s, 1, contacts));
    bad = s;
    bad.rounding = -1;
    FAILS(CAROM_INVALID, "shapes.rounding is negative", carom_closest_batch(&query, &bad, 1, contacts));
    bad.rounding = 0;
    bad.kind = CAROM_CONE;
    bad.b = v;
    FAILS(CAROM_NULL, "shapes.radius_b is null", carom_closest_batch(&query, &bad, 1, contacts));
    bad.radius_b = bad.radius;
    FAILS(CAROM_INVALID, "shapes, row 0: a and b are the same point", carom_closest_batch(&query, &bad, 1, contacts));
    FAILS(CAROM_NULL, "shapes is null", carom_closest_batch(&query, NULL, 1, contacts));
    FAILS(CAROM_NULL, "out is null", carom_closest_batch(&query, &s, 1, NULL));
    FAILS(CAROM_INVALID, "reach is NaN", carom_closest_batch(&query, &s, NAN, contacts));
    FAILS(CAROM_NULL, "shapes is null", carom_overlap_batch(&query, NULL, touches));
    FAILS(CAROM_NULL, "out is null", carom_overlap_batch(&query, &s, NULL));
    FAILS(CAROM_NULL, "out is null", carom_sweep_batch(&query, &s, d, NULL));
    FAILS(CAROM_NULL, "out is null", carom_ray_batch(&query, v, d, 2, NULL));
    FAILS(CAROM_NULL, "offsets is null", carom_contacts_batch(&query, &s, 1, NULL, contacts, 2));
    FAILS(CAROM_NULL, "out is null", carom_contacts_batch(&query, &s, 1, offsets, NULL, 2));
    bad = s;
    bad.kind = CAROM_HULL;
    FAILS(CAROM_INVALID, "shapes.kind is 6", carom_overlap_batch(&query, &bad, touches));
    bad = s;
    bad.a.base = NULL;
    FAILS(CAROM_NULL, "shapes.a is null", carom_overlap_batch(&query, &bad, touches));
    bad = s;
    bad.radius.base = NULL;
    FAILS(CAROM_NULL, "shapes.radius is null", carom_overlap_batch(&query, &bad, touches));
    bad = s;
    bad.kind = CAROM_CAPSULE;
    FAILS(CAROM_NULL, "shapes.b is null", carom_overlap_batch(&query, &bad, touches));
    bad.kind = CAROM_TRIANGLE;
    bad.b = v;
    FAILS(CAROM_NULL, "shapes.c is null", carom_overlap_batch(&query, &bad, touches));
    bad = s;
    bad.a.stride = 4;
    FAILS(CAROM_OUT_OF_RANGE, "stride of shapes.a is 4", carom_overlap_batch(&query, &bad, touches));
    bad = s;
    bad.radius.stride = 2;
    FAILS(CAROM_OUT_OF_RANGE, "stride of shapes.radius is 2", carom_overlap_batch(&query, &bad, touches));
    bad = s;
    bad.count = SIZE_MAX;
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_overlap_batch(&query, &bad, touches));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_contacts_batch(&query, &bad, 1, offsets, contacts, 2));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_ray_batch(&query, v, d, SIZE_MAX / 8, hits));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_overlap_batch(&query, &s, (uint8_t *)rows + 5));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_closest_batch(&query, &s, 1, (CaromContact *)rows));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_sweep_batch(&query, &s, d, (CaromHit *)deltas));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps",
          carom_contacts_batch(&query, &s, 1, offsets, (CaromContact *)(void *)offsets, 1));
    rows[7] = -1;
    FAILS(CAROM_INVALID, "shapes, row 1: radius is negative", carom_overlap_batch(&query, &s, touches));
    rows[7] = 1;
    rows[6] = NAN;
    FAILS(CAROM_INVALID, "shapes, row 1: a is not finite", carom_closest_batch(&query, &s, 1, contacts));
    FAILS(CAROM_INVALID, "origins, row 1: a is not finite", carom_ray_batch(&query, v, d, 2, hits));
    rows[6] = 0;
    deltas[4] = INFINITY;
    FAILS(CAROM_INVALID, "deltas, row 1: not finite", carom_sweep_batch(&query, &s, d, hits));
    /* Nothing was written. */
    CHECK(touches[0] == 77 && memcmp(&contacts[0], &same, sizeof same) == 0);
}

static void bad_worlds(void) {
    CaromPose pose = carom_pose_at(vec3(0, 0, 0)), bad = pose;
    CaromBody b = body;
    CaromWorld out;
    CaromVec3 zero = vec3(0, 0, 0);
    uint64_t id = 55, gone;
    size_t count;
    OK(carom_world_add(world, &body, &gone));
    OK(carom_world_remove(world, gone));
    FAILS(CAROM_NULL, "out is null", carom_world_create(NULL));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_copy(h, &out));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_add(h, &body, &id));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_remove(h, id));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_count(h, &count));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_set_pose(h, body_name, &pose));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_move_to(h, body_name, &pose, 1));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_set_velocity(h, body_name, zero));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_set_spin(h, body_name, zero, 0));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_set_surface_velocity(h, body_name, zero));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_set_layers(h, body_name, 1, 1));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_data(h, body_name, &id));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_optimize(h));
    BAD_FREES(CaromWorld, freed_world, mesh, carom_world_free(h));
    FAILS(CAROM_NO_SUCH_BODY, "not exist", carom_world_remove(world, gone));
    FAILS(CAROM_NO_SUCH_BODY, "not exist", carom_world_set_pose(world, gone, &pose));
    FAILS(CAROM_NO_SUCH_BODY, "not exist", carom_world_move_to(world, CAROM_NO_BODY, &pose, 1));
    FAILS(CAROM_NO_SUCH_BODY, "not exist", carom_world_set_velocity(world, gone, zero));
    FAILS(CAROM_NO_SUCH_BODY, "not exist", carom_world_set_spin(world, gone, zero, 0));
    FAILS(CAROM_NO_SUCH_BODY, "not exist", carom_world_set_surface_velocity(world, gone, zero));
    FAILS(CAROM_NO_SUCH_BODY, "not exist", carom_world_set_layers(world, gone, 1, 1));
    FAILS(CAROM_NO_SUCH_BODY, "not exist", carom_world_data(world, gone, &id));
    FAILS(CAROM_NULL, "body is null", carom_world_add(world, NULL, &id));
    FAILS(CAROM_NULL, "out is null", carom_world_add(world, &body, NULL));
    FAILS(CAROM_NULL, "out is null", carom_world_count(world, NULL));
    FAILS(CAROM_NULL, "out is null", carom_world_copy(world, NULL));
    FAILS(CAROM_NULL, "out is null", carom_world_data(world, body_name, NULL));
    FAILS(CAROM_NULL, "pose is null", carom_world_set_pose(world, body_name, NULL));
    FAILS(CAROM_NULL, "pose is null", carom_world_move_to(world, body_name, NULL, 1));
    FAILS(CAROM_INVALID, "dt", carom_world_move_to(world, body_name, &pose, 0));
    FAILS(CAROM_INVALID, "dt", carom_world_move_to(world, body_name, &pose, NAN));
    bad.scale = 0;
    FAILS(CAROM_INVALID, "scale", carom_world_set_pose(world, body_name, &bad));
    bad = pose;
    bad.rotation[3] = 0;
    FAILS(CAROM_INVALID, "rotation", carom_world_set_pose(world, body_name, &bad));
    bad = pose;
    bad.position[2] = NAN;
    FAILS(CAROM_INVALID, "translation", carom_world_move_to(world, body_name, &bad, 1));
    FAILS(CAROM_INVALID, "velocity", carom_world_set_velocity(world, body_name, nan3()));
    FAILS(CAROM_INVALID, "velocity", carom_world_set_spin(world, body_name, zero, NAN));
    FAILS(CAROM_INVALID, "velocity", carom_world_set_surface_velocity(world, body_name, nan3()));
    b.shape.radius = -1;
    FAILS(CAROM_INVALID, "body.shape.radius", carom_world_add(world, &b, &id));
    b = carom_body_of_mesh(freed_mesh);
    FAILS(CAROM_FREED, "body.mesh", carom_world_add(world, &b, &id));
    b.mesh.bits = 0;
    FAILS(CAROM_NULL, "body.mesh", carom_world_add(world, &b, &id));
    b = body;
    b.flags = 8;
    FAILS(CAROM_INVALID, "body.flags", carom_world_add(world, &b, &id));
    b.flags = CAROM_ONE_WAY;
    FAILS(CAROM_INVALID, "one-way", carom_world_add(world, &b, &id));
    b = body;
    b.pose.scale = -1;
    FAILS(CAROM_INVALID, "scale", carom_world_add(world, &b, &id));
    OK(carom_world_count(world, &count));
    CHECK(id == 55 && count == 1);
}

static void bad_movers(void) {
    CaromMoverSettings settings = carom_mover_defaults(), bad = settings;
    CaromMover out = {99};
    CaromCharacter state = carom_character_at(vec3(0, 3, 0), 1.8f), wrong = state;
    CaromIntent intent = {0}, odd = intent;
    CaromReport report;
    CaromLocomotion locomotion = carom_locomotion(), strange = locomotion;
    CaromVec3 up = vec3(0, 1, 0), zero = vec3(0, 0, 0);
    CaromQuery q = query;
    size_t count;
    FAILS(CAROM_NULL, "settings is null", carom_mover_create(NULL, &out));
    FAILS(CAROM_NULL, "out is null", carom_mover_create(&settings, NULL));
    bad.skin = 1;
    FAILS(CAROM_INVALID, "settings.skin must be", carom_mover_create(&bad, &out));
    bad = settings;
    bad.max_slope = 91;
    FAILS(CAROM_INVALID, "settings.max_slope must be 0 to 90", carom_mover_create(&bad, &out));
    bad = settings;
    bad.up = zero;
    FAILS(CAROM_INVALID, "settings.up", carom_mover_set_settings(mover, &bad));
    bad = settings;
    bad.flags = 4;
    FAILS(CAROM_INVALID, "settings.flags", carom_mover_set_settings(mover, &bad));
    bad.flags = CAROM_MAX_OVERHANG;
    bad.max_overhang = NAN;
    FAILS(CAROM_INVALID, "settings.max_overhang", carom_mover_set_settings(mover, &bad));
    FAILS(CAROM_NULL, "settings is null", carom_mover_set_settings(mover, NULL));
    FAILS(CAROM_NULL, "out is null", carom_mover_settings(mover, NULL));
    BAD_HANDLES(CaromMover, freed_mover, crowd, carom_mover_settings(h, &bad));
    BAD_HANDLES(CaromMover, freed_mover, crowd, carom_mover_set_settings(h, &settings));
    BAD_HANDLES(CaromMover, freed_mover, crowd, carom_mover_step(h, &query, &state, &intent, 0.1f, &report));
    BAD_HANDLES(CaromMover, freed_mover, crowd, carom_mover_collisions(h, NULL, 0, &count));
    BAD_FREES(CaromMover, freed_mover, crowd, carom_mover_free(h));
    FAILS(CAROM_NULL, "scene is null", carom_mover_step(mover, NULL, &state, &intent, 0.1f, NULL));
    FAILS(CAROM_NULL, "state is null", carom_mover_step(mover, &query, NULL, &intent, 0.1f, NULL));
    FAILS(CAROM_NULL, "intent is null", carom_mover_step(mover, &query, &state, NULL, 0.1f, NULL));
    FAILS(CAROM_INVALID, "dt must be", carom_mover_step(mover, &query, &state, &intent, 0, NULL));
    FAILS(CAROM_INVALID, "dt must be", carom_mover_step(mover, &query, &state, &intent, INFINITY, NULL));
    q.surface = freed_world.bits;
    FAILS(CAROM_FREED, "query.surface", carom_mover_step(mover, &q, &state, &intent, 0.1f, NULL));
    wrong.velocity = nan3();
    FAILS(CAROM_INVALID, "state.velocity", carom_mover_step(mover, &query, &wrong, &intent, 0.1f, NULL));
    wrong = state;
    wrong.height = 0;
    FAILS(CAROM_INVALID, "state.height", carom_mover_step(mover, &query, &wrong, &intent, 0.1f, NULL));
    wrong = state;
    wrong.on_ground = 2;
    FAILS(CAROM_INVALID, "state.on_ground", carom_mover_step(mover, &query, &wrong, &intent, 0.1f, NULL));
    odd.jump = NAN;
    FAILS(CAROM_INVALID, "intent.jump", carom_mover_step(mover, &query, &state, &odd, 0.1f, NULL));
    odd.jump = 0;
    odd.flags = 32;
    FAILS(CAROM_INVALID, "intent.flags", carom_mover_step(mover, &query, &state, &odd, 0.1f, NULL));
    FAILS(CAROM_NULL, "count is null", carom_mover_collisions(mover, NULL, 0, NULL));
    FAILS(CAROM_NULL, "out is null", carom_mover_collisions(mover, NULL, 1, &count));
    FAILS(CAROM_NULL, "locomotion is null", carom_locomotion_intent(NULL, &state, zero, 0, up, 1, &intent));
    FAILS(CAROM_NULL, "state is null", carom_locomotion_intent(&locomotion, NULL, zero, 0, up, 1, &intent));
    FAILS(CAROM_NULL, "out is null", carom_locomotion_intent(&locomotion, &state, zero, 0, up, 1, NULL));
    FAILS(CAROM_INVALID, "wanted", carom_locomotion_intent(&locomotion, &state, nan3(), 0, up, 1, &intent));
    FAILS(CAROM_INVALID, "jump", carom_locomotion_intent(&locomotion, &state, zero, -1, up, 1, &intent));
    FAILS(CAROM_INVALID, "up is zero", carom_locomotion_intent(&locomotion, &state, zero, 0, zero, 1, &intent));
    FAILS(CAROM_INVALID, "dt", carom_locomotion_intent(&locomotion, &state, zero, 0, up, -1, &intent));
    strange.friction = NAN;
    FAILS(CAROM_INVALID, "setting", carom_locomotion_intent(&strange, &state, zero, 0, up, 1, &intent));
    strange = locomotion;
    strange.jumped = 9;
    FAILS(CAROM_INVALID, "jumped", carom_locomotion_adopt(&strange, &state, &intent, up));
    FAILS(CAROM_NULL, "locomotion is null", carom_locomotion_adopt(NULL, &state, &intent, up));
    FAILS(CAROM_NULL, "intent is null", carom_locomotion_adopt(&locomotion, &state, NULL, up));
    CHECK(state.feet.y == 3 && out.bits == 99);
}

static void bad_crowds(void) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromCharacter state = carom_character_at(vec3(0, 3, 0), 1.8f), wrong = state;
    CaromIntent intents[2] = {{{0, 0, 0}, 0, 0, 0}, {{0, 0, 0}, 0, 0, 0}};
    CaromCrowd out = {99}, orphan;
    CaromWorld short_lived;
    size_t count;
    FAILS(CAROM_NULL, "out is null", carom_crowd_create(world, 1, NULL));
    FAILS(CAROM_INVALID, "layer", carom_crowd_create(world, 3, &out));
    FAILS(CAROM_INVALID, "layer", carom_crowd_create(world, 0, &out));
    BAD_HANDLES(CaromWorld, freed_world, mover, carom_crowd_create(h, 1, &out));
    BAD_HANDLES(CaromWorld, freed_world, mover, carom_crowd_copy(crowd, h, &out));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_copy(h, world, &out));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_add(h, &settings, &state, 80, CAROM_PUSH, NULL));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_step(h, intents, 0, 0.1f));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_agents(h, NULL, 0, &count));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_set_state(h, 0, &state));
    BAD_HANDLES(CaromCrowd, freed_crowd, world, carom_crowd_set_settings(h, 0, &settings));
    BAD_FREES(CaromCrowd, freed_crowd, world, carom_crowd_free(h));
    OK(carom_crowd_add(crowd, &settings, &state, 80, CAROM_PUSH, NULL));
    FAILS(CAROM_NULL, "settings is null", carom_crowd_add(crowd, NULL, &state, 80, CAROM_PUSH, NULL));
    FAILS(CAROM_NULL, "state is null", carom_crowd_add(crowd, &settings, NULL, 80, CAROM_PUSH, NULL));
    FAILS(CAROM_INVALID, "mass", carom_crowd_add(crowd, &settings, &state, 0, CAROM_PUSH, NULL));
    FAILS(CAROM_INVALID, "role is 9", carom_crowd_add(crowd, &settings, &state, 80, 9, NULL));
    wrong.height = NAN;
    FAILS(CAROM_INVALID, "state.height", carom_crowd_add(crowd, &settings, &wrong, 80, CAROM_PUSH, NULL));
    settings.radius = 0;
    FAILS(CAROM_INVALID, "settings.radius", carom_crowd_add(crowd, &settings, &state, 80, CAROM_PUSH, NULL));
    FAILS(CAROM_INVALID, "settings.radius", carom_crowd_set_settings(crowd, 0, &settings));
    FAILS(CAROM_NULL, "settings is null", carom_crowd_set_settings(crowd, 0, NULL));
    settings.radius = 0.3f;
    FAILS(CAROM_OUT_OF_RANGE, "no agent 1", carom_crowd_set_settings(crowd, 1, &settings));
    FAILS(CAROM_OUT_OF_RANGE, "no agent 1", carom_crowd_set_state(crowd, 1, &state));
    FAILS(CAROM_INVALID, "state.height", carom_crowd_set_state(crowd, 0, &wrong));
    FAILS(CAROM_NULL, "state is null", carom_crowd_set_state(crowd, 0, NULL));
    FAILS(CAROM_OUT_OF_RANGE, "2 intents for 1 agents", carom_crowd_step(crowd, intents, 2, 0.1f));
    FAILS(CAROM_NULL, "intents is null", carom_crowd_step(crowd, NULL, 1, 0.1f));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_crowd_step(crowd, intents, SIZE_MAX, 0.1f));
    FAILS(CAROM_INVALID, "dt", carom_crowd_step(crowd, intents, 1, NAN));
    intents[0].height = NAN;
    FAILS(CAROM_INVALID, "intents[0].height", carom_crowd_step(crowd, intents, 1, 0.1f));
    FAILS(CAROM_NULL, "count is null", carom_crowd_agents(crowd, NULL, 0, NULL));
    FAILS(CAROM_NULL, "out is null", carom_crowd_agents(crowd, NULL, 1, &count));
    /* A crowd of a world that was freed. */
    OK(carom_world_create(&short_lived));
    OK(carom_crowd_create(short_lived, 1, &orphan));
    OK(carom_world_free(short_lived));
    FAILS(CAROM_FREED, "the crowd's world", carom_crowd_step(orphan, NULL, 0, 0.1f));
    FAILS(CAROM_FREED, "the crowd's world", carom_crowd_add(orphan, &settings, &state, 80, CAROM_PUSH, NULL));
    OK(carom_crowd_free(orphan));
    CHECK(out.bits == 99);
}

/* Many handles: slots are used again, and no old handle comes to life. */
static void many_handles(void) {
    enum { COUNT = 2000 };
    static CaromWorld all[COUNT];
    size_t count, i;
    int round;
    for (round = 0; round < 3; round++) {
        for (i = 0; i < COUNT; i++) {
            CaromWorld old = all[i];
            OK(carom_world_create(&all[i]));
            if (round > 0)
                FAILS(CAROM_FREED, "freed", carom_world_count(old, &count));
        }
        for (i = 0; i < COUNT; i++)
            OK(carom_world_free(all[i]));
    }
}

static void bad_motions_and_heights(void) {
    float numbers[4] = {1, 2, 3, 4};
    CaromHeights field = {{0, 0, 0}, 2, 2, 2, 2, 0, NULL};
    CaromRigidMotion motion = {{0, 0, 0}, {0, 0, 0}, {0, 1, 0}, 1};
    CaromShape ball = carom_ball(vec3(0, 1, 0), 1);
    CaromMesh none = {77};
    CaromHit hit;
    FAILS(CAROM_NULL, "query is null", carom_sweep_rigid(NULL, &ball, &motion, &hit));
    FAILS(CAROM_NULL, "shape is null", carom_sweep_rigid(&query, NULL, &motion, &hit));
    FAILS(CAROM_NULL, "motion is null", carom_sweep_rigid(&query, &ball, NULL, &hit));
    FAILS(CAROM_NULL, "out is null", carom_sweep_rigid(&query, &ball, &motion, NULL));
    motion.angle = NAN;
    FAILS(CAROM_INVALID, "motion.angle is not finite", carom_sweep_rigid(&query, &ball, &motion, &hit));
    motion.angle = 1;
    motion.pivot = nan3();
    FAILS(CAROM_INVALID, "motion.pivot is not finite", carom_sweep_rigid(&query, &ball, &motion, &hit));
    FAILS(CAROM_NULL, "field is null", carom_mesh_of_heights(NULL, &none));
    FAILS(CAROM_NULL, "field.heights is null", carom_mesh_of_heights(&field, &none));
    field.heights = numbers;
    FAILS(CAROM_NULL, "out is null", carom_mesh_of_heights(&field, NULL));
    field.cell_z = 0;
    FAILS(CAROM_INVALID, "field: the size of a cell", carom_mesh_of_heights(&field, &none));
    field.cell_z = 2;
    field.origin = nan3();
    FAILS(CAROM_INVALID, "field.origin", carom_mesh_of_heights(&field, &none));
    field.origin = vec3(0, 0, 0);
    numbers[3] = INFINITY;
    FAILS(CAROM_INVALID, "vertex 3 is not finite", carom_mesh_of_heights(&field, &none));
    field.columns = 1;
    FAILS(CAROM_INVALID, "field: 2 heights in rows of 1", carom_mesh_of_heights(&field, &none));
    CHECK(none.bits == 77);
}

static void bad_pairs(void) {
    CaromPairs freed, pairs;
    CaromPair pair;
    size_t count = 77;
    OK(carom_pairs_create(&freed));
    OK(carom_pairs_free(freed));
    FAILS(CAROM_NULL, "out is null", carom_pairs_create(NULL));
    BAD_HANDLES(CaromPairs, freed, world, carom_pairs_update(h, world));
    BAD_HANDLES(CaromPairs, freed, world, carom_pairs_list(h, CAROM_NOW, &pair, 1, &count));
    BAD_FREES(CaromPairs, freed, world, carom_pairs_free(h));
    OK(carom_pairs_create(&pairs));
    BAD_HANDLES(CaromWorld, freed_world, mover, carom_pairs_update(pairs, h));
    FAILS(CAROM_NULL, "out is null", carom_pairs_list(pairs, CAROM_NOW, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_pairs_list(pairs, CAROM_NOW, &pair, 1, NULL));
    FAILS(CAROM_INVALID, "list is 3", carom_pairs_list(pairs, 3, &pair, 1, &count));
    CHECK(count == 77);
    OK(carom_pairs_free(pairs));
}

static void bad_manifolds(void) {
    CaromShape ball = carom_ball(vec3(0, 1, 0), 1), bad = carom_cylinder(vec3(0, 1, 0), vec3(0, 1, 0), 1);
    CaromManifold found;
    found.count = 77;
    FAILS(CAROM_NULL, "a is null", carom_manifold(NULL, &ball, 1, &found));
    FAILS(CAROM_NULL, "b is null", carom_manifold(&ball, NULL, 1, &found));
    FAILS(CAROM_NULL, "out is null", carom_manifold(&ball, &ball, 1, NULL));
    FAILS(CAROM_INVALID, "a.a and b are the same point", carom_manifold(&bad, &ball, 1, &found));
    bad = carom_rounded(ball, INFINITY);
    FAILS(CAROM_INVALID, "b.rounding is not finite", carom_manifold(&ball, &bad, 1, &found));
    FAILS(CAROM_INVALID, "reach is NaN", carom_manifold(&ball, &ball, NAN, &found));
    CHECK(found.count == 77);
}

static void bad_ray_intervals(void) {
    CaromShape ball = carom_ball(vec3(0, 1, 0), 1), bad = carom_ball(vec3(0, 1, 0), -1);
    CaromVec3 zero = vec3(0, 0, 0), up = vec3(0, 9, 0);
    CaromRayInterval found;
    found.touches = 77;
    FAILS(CAROM_NULL, "shape is null", carom_ray_interval(zero, up, NULL, &found));
    FAILS(CAROM_NULL, "out is null", carom_ray_interval(zero, up, &ball, NULL));
    FAILS(CAROM_INVALID, "shape.radius is negative", carom_ray_interval(zero, up, &bad, &found));
    FAILS(CAROM_INVALID, "from is not finite", carom_ray_interval(nan3(), up, &ball, &found));
    FAILS(CAROM_INVALID, "delta is not finite", carom_ray_interval(zero, nan3(), &ball, &found));
    CHECK(found.touches == 77);
}

static void bad_sensors(void) {
    CaromSensors freed, sensors;
    CaromSensorPair pair;
    size_t count = 77;
    OK(carom_sensors_create(&freed));
    OK(carom_sensors_free(freed));
    FAILS(CAROM_NULL, "out is null", carom_sensors_create(NULL));
    BAD_HANDLES(CaromSensors, freed, world, carom_sensors_update(h, world));
    BAD_HANDLES(CaromSensors, freed, world, carom_sensors_pairs(h, CAROM_NOW, &pair, 1, &count));
    BAD_FREES(CaromSensors, freed, world, carom_sensors_free(h));
    OK(carom_sensors_create(&sensors));
    BAD_HANDLES(CaromWorld, freed_world, mover, carom_sensors_update(sensors, h));
    FAILS(CAROM_NULL, "out is null", carom_sensors_pairs(sensors, CAROM_NOW, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_sensors_pairs(sensors, CAROM_NOW, &pair, 1, NULL));
    FAILS(CAROM_INVALID, "list is 3", carom_sensors_pairs(sensors, 3, &pair, 1, &count));
    OK(carom_sensors_free(sensors));
    CHECK(count == 77);
}

int main(void) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromShape ball = carom_ball(vec3(0, 1, 0), 1);
    uint8_t touches;
    freed_mesh = square(1);
    OK(carom_mesh_free(freed_mesh));
    OK(carom_world_create(&freed_world));
    OK(carom_world_free(freed_world));
    OK(carom_mover_create(&settings, &freed_mover));
    OK(carom_mover_free(freed_mover));
    mesh = square(9);
    query = carom_query_mesh(mesh);
    OK(carom_world_create(&world));
    OK(carom_crowd_create(world, 2, &freed_crowd));
    OK(carom_crowd_free(freed_crowd));
    OK(carom_crowd_create(world, 2, &crowd));
    OK(carom_mover_create(&settings, &mover));
    body = carom_body_of_shape(ball);
    OK(carom_world_add(world, &body, &body_name));
    bad_meshes();
    bad_shapes();
    bad_queries();
    bad_batches();
    bad_motions_and_heights();
    bad_sensors();
    bad_pairs();
    bad_ray_intervals();
    bad_manifolds();
    bad_worlds();
    bad_movers();
    bad_crowds();
    many_handles();
    OK(carom_overlap(&query, &ball, &touches));
    CHECK(touches == 1);
    OK(carom_crowd_free(crowd));
    OK(carom_mover_free(mover));
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
    puts("every misuse is an error");
    return 0;
}
