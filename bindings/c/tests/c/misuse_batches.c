/* Misuse of batches that are not in misuse.c: error codes with a text. */
#include "misuse.h"

/* Rows of x, y, z, radius; then of displacement, pivot, axis and angle. */
static float rows[8] = {0, 1, 0, 1, 0, 2, 0, 1};
static float moves[20] = {0, -9, 0, 0, 0, 0, 0, 1, 0, 1, 0, -9, 0, 0, 0, 0, 0, 1, 0, 1};
static CaromMesh mesh, freed;
static CaromWorld world;
static CaromQuery query, gone;

static void bad_motions(void) {
    CaromShapes s = {0}, bad;
    CaromVectors v = {rows, 16}, d = {moves, 40}, null = {NULL, 12}, narrow = {moves, 8};
    CaromRigidMotions m, wrong;
    CaromShape ball = carom_ball(vec3(0, 1, 0), 1), nan = carom_ball(vec3(0, 1, 0), NAN);
    CaromHit hits[2];
    uint8_t is[2] = {77, 77};
    s.kind = CAROM_BALL;
    s.count = 2;
    s.a = v;
    s.radius.base = rows + 3;
    s.radius.stride = 16;
    m.delta = m.pivot = m.axis = d;
    m.pivot.base += 3;
    m.axis.base += 6;
    m.angle.base = moves + 9;
    m.angle.stride = 40;
    hits[0].t = 77;

    FAILS(CAROM_FREED, "query.surface", carom_sweep_any(&gone, &ball, vec3(0, 0, 0), is));
    FAILS(CAROM_FREED, "query.surface", carom_ray_any(&gone, vec3(0, 0, 0), vec3(0, 0, 0), is));
    FAILS(CAROM_FREED, "query.surface", carom_sweep_any_batch(&gone, &s, d, is));
    FAILS(CAROM_FREED, "query.surface", carom_ray_any_batch(&gone, v, d, 2, is));
    FAILS(CAROM_FREED, "query.surface", carom_sweep_rigid_batch(&gone, &s, &m, hits));
    FAILS(CAROM_NULL, "query is null", carom_sweep_any(NULL, &ball, vec3(0, 0, 0), is));
    FAILS(CAROM_NULL, "shape is null", carom_sweep_any(&query, NULL, vec3(0, 0, 0), is));
    FAILS(CAROM_NULL, "out is null", carom_sweep_any(&query, &ball, vec3(0, 0, 0), NULL));
    FAILS(CAROM_INVALID, "shape.radius", carom_sweep_any(&query, &nan, vec3(0, 0, 0), is));
    FAILS(CAROM_INVALID, "delta is not finite", carom_sweep_any(&query, &ball, vec3(0, NAN, 0), is));
    FAILS(CAROM_NULL, "out is null", carom_ray_any(&query, vec3(0, 0, 0), vec3(0, 0, 0), NULL));
    FAILS(CAROM_INVALID, "from is not finite", carom_ray_any(&query, vec3(0, NAN, 0), vec3(0, 0, 0), is));
    FAILS(CAROM_INVALID, "delta is not finite", carom_ray_any(&query, vec3(0, 0, 0), vec3(0, NAN, 0), is));
    FAILS(CAROM_NULL, "shapes is null", carom_sweep_any_batch(&query, NULL, d, is));
    FAILS(CAROM_NULL, "deltas is null", carom_sweep_any_batch(&query, &s, null, is));
    FAILS(CAROM_NULL, "out is null", carom_sweep_any_batch(&query, &s, d, NULL));
    FAILS(CAROM_NULL, "origins is null", carom_ray_any_batch(&query, null, d, 2, is));
    FAILS(CAROM_OUT_OF_RANGE, "stride of deltas is 8", carom_ray_any_batch(&query, v, narrow, 2, is));
    FAILS(CAROM_NULL, "motions is null", carom_sweep_rigid_batch(&query, &s, NULL, hits));
    FAILS(CAROM_NULL, "out is null", carom_sweep_rigid_batch(&query, &s, &m, NULL));
    wrong = m;
    wrong.angle.base = NULL;
    FAILS(CAROM_NULL, "motions.angle is null", carom_sweep_rigid_batch(&query, &s, &wrong, hits));
    wrong = m;
    wrong.axis.base = NULL;
    FAILS(CAROM_NULL, "motions.axis is null", carom_sweep_rigid_batch(&query, &s, &wrong, hits));
    wrong = m;
    wrong.angle.stride = 2;
    FAILS(CAROM_OUT_OF_RANGE, "stride of motions.angle is 2", carom_sweep_rigid_batch(&query, &s, &wrong, hits));
    bad = s;
    bad.count = SIZE_MAX;
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_sweep_rigid_batch(&query, &bad, &m, hits));
    /* Answers on top of the angles alone, and of the displacements. */
    wrong.delta = wrong.pivot = wrong.axis = v;
    wrong.angle.base = (const float *)(const void *)hits;
    wrong.angle.stride = 0;
    FAILS(CAROM_OUT_OF_RANGE, "overlaps that of motions.angle", carom_sweep_rigid_batch(&query, &s, &wrong, hits));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_sweep_any_batch(&query, &s, d, (uint8_t *)moves + 3));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_ray_any_batch(&query, v, d, 2, (uint8_t *)rows));
    moves[19] = NAN;
    FAILS(CAROM_INVALID, "motions.angle, row 1: not finite", carom_sweep_rigid_batch(&query, &s, &m, hits));
    moves[19] = 1;
    moves[14] = INFINITY;
    FAILS(CAROM_INVALID, "motions.pivot, row 1: not finite", carom_sweep_rigid_batch(&query, &s, &m, hits));
    moves[14] = 0;
    moves[11] = NAN;
    FAILS(CAROM_INVALID, "deltas, row 1: not finite", carom_sweep_any_batch(&query, &s, d, is));
    FAILS(CAROM_INVALID, "deltas, row 1: not finite", carom_ray_any_batch(&query, v, d, 2, is));
    moves[11] = -9;
    CHECK(is[0] == 77 && hits[0].t == 77);
}

static void bad_points(void) {
    CaromVectors v = {rows, 16}, null = {NULL, 12}, narrow = {rows, 8};
    uint8_t inside[2] = {77, 77};
    float distances[2] = {77, 77};
    double windings[2] = {77, 77};
    BAD_HANDLES(CaromMesh, freed, world, carom_mesh_contains_batch(h, v, 2, inside));
    BAD_HANDLES(CaromMesh, freed, world, carom_mesh_signed_distance_batch(h, v, 2, distances));
    BAD_HANDLES(CaromMesh, freed, world, carom_mesh_winding_number_batch(h, v, 2, windings));
    FAILS(CAROM_NULL, "points is null", carom_mesh_contains_batch(mesh, null, 2, inside));
    FAILS(CAROM_NULL, "out is null", carom_mesh_contains_batch(mesh, v, 2, NULL));
    FAILS(CAROM_NULL, "out is null", carom_mesh_signed_distance_batch(mesh, v, 2, NULL));
    FAILS(CAROM_NULL, "out is null", carom_mesh_winding_number_batch(mesh, v, 2, NULL));
    FAILS(CAROM_OUT_OF_RANGE, "stride of points is 8", carom_mesh_signed_distance_batch(mesh, narrow, 2, distances));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_mesh_winding_number_batch(mesh, v, SIZE_MAX, windings));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_mesh_signed_distance_batch(mesh, v, 2, rows + 1));
    rows[6] = NAN;
    FAILS(CAROM_INVALID, "points, row 1: not finite", carom_mesh_contains_batch(mesh, v, 2, inside));
    FAILS(CAROM_INVALID, "points, row 1: not finite", carom_mesh_signed_distance_batch(mesh, v, 2, distances));
    FAILS(CAROM_INVALID, "points, row 1: not finite", carom_mesh_winding_number_batch(mesh, v, 2, windings));
    rows[6] = 0;
    CHECK(inside[0] == 77 && distances[0] == 77 && windings[0] == 77);
}

int main(void) {
    freed = square(1);
    OK(carom_mesh_free(freed));
    mesh = square(9);
    OK(carom_world_create(&world));
    gone = query = carom_query_mesh(mesh);
    gone.surface = freed.bits;
    bad_motions();
    bad_points();
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
    puts("every misuse of batches is an error");
    return 0;
}
