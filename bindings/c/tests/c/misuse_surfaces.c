/* Misuse of solids, compounds, edited height fields, moving bodies and two meshes: error codes with a text. */
#include "misuse.h"

static CaromMesh mesh, freed_mesh;
static CaromWorld world, freed_world;
static CaromCompound compound, freed;
static CaromQuery query, bodies;
static CaromShape ball;
static uint64_t body_name;

static void bad_solids(void) {
    /* A tetrahedron, inside out. */
    static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t inwards[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
    CaromVectors v = {corners, 12};
    CaromMesh out = {99};
    uint8_t is;
    FAILS(CAROM_INVALID, "CAROM_SOLID: the mesh is inside out", carom_mesh_create(v, 4, inwards, 4, CAROM_SOLID, &out));
    FAILS(CAROM_INVALID, "open edges", carom_mesh_create(v, 4, inwards, 3, CAROM_SOLID, &out));
    CHECK(out.bits == 99);
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_is_solid(h, &is));
    FAILS(CAROM_NULL, "out is null", carom_mesh_is_solid(mesh, NULL));
}

static void bad_compounds(void) {
    CaromShape shapes[2];
    CaromPose poses[2];
    CaromCompound out = {99};
    CaromCompoundInfo info;
    CaromBody body = carom_body_of_compound(freed);
    CaromMover mover;
    CaromMoverSettings settings = carom_mover_defaults();
    CaromCharacter hero = carom_character_at(vec3(0, 3, 0), 1.8f);
    CaromIntent intent = {{0, 0, 0}, 0, 0, 0, 0, {0, 0, 0}};
    CaromQuery own = carom_query_compound(compound);
    uint64_t name, bodies_found;
    size_t count;
    shapes[0] = shapes[1] = ball;
    poses[0] = poses[1] = carom_pose_at(vec3(0, 0, 0));
    FAILS(CAROM_NULL, "out is null", carom_compound_create(shapes, poses, 2, NULL));
    FAILS(CAROM_NULL, "shapes is null", carom_compound_create(NULL, poses, 2, &out));
    FAILS(CAROM_OUT_OF_RANGE, "at least one shape", carom_compound_create(shapes, poses, 0, &out));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_compound_create(shapes, poses, SIZE_MAX / 8, &out));
    shapes[1].radius = -1;
    FAILS(CAROM_INVALID, "shapes[1].radius is negative", carom_compound_create(shapes, poses, 2, &out));
    shapes[1].radius = 1;
    poses[1].scale = 0;
    FAILS(CAROM_INVALID, "poses[1]", carom_compound_create(shapes, poses, 2, &out));
    poses[1].scale = 1;
    poses[1].position[1] = NAN;
    FAILS(CAROM_INVALID, "poses[1]", carom_compound_create(shapes, poses, 2, &out));
    poses[1].position[1] = 1e300;
    FAILS(CAROM_INVALID, "shapes[1] in its pose", carom_compound_create(shapes, poses, 2, &out));
    CHECK(out.bits == 99);
    BAD_HANDLES(CaromCompound, freed, mesh, carom_compound_info(h, &info));
    BAD_FREES(CaromCompound, freed, mesh, carom_compound_free(h));
    FAILS(CAROM_NULL, "out is null", carom_compound_info(compound, NULL));
    FAILS(CAROM_FREED, "body.compound", carom_world_add(world, &body, &name));
    body.compound.bits = mesh.bits;
    FAILS(CAROM_WRONG_KIND, "body.compound", carom_world_add(world, &body, &name));
    OK(carom_mover_create(&settings, &mover));
    FAILS(CAROM_WRONG_KIND, "scene.surface is a compound", carom_mover_step(mover, &own, &hero, &intent, 0.1f, NULL));
    OK(carom_mover_free(mover));
    FAILS(CAROM_WRONG_KIND, "query.surface is a compound, not a world",
          carom_overlaps(&own, &ball, &bodies_found, 1, &count));
    own.surface = freed.bits;
    FAILS(CAROM_FREED, "query.surface", carom_closest_n(&own, &ball, 1, NULL, 0, &count));
}

static void bad_queries(void) {
    CaromContact contact;
    CaromShape bad = carom_ball(vec3(0, 0, 0), NAN);
    CaromHit hit;
    CaromRigidMotion rest = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0}, wrong = rest;
    uint32_t part = 77;
    uint8_t touches;
    size_t count = 77;
    wrong.angle = NAN;
    FAILS(CAROM_NULL, "query is null", carom_closest_n(NULL, &ball, 1, &contact, 1, &count));
    FAILS(CAROM_NULL, "shape is null", carom_closest_n(&query, NULL, 1, &contact, 1, &count));
    FAILS(CAROM_NULL, "out is null", carom_closest_n(&query, &ball, 1, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_closest_n(&query, &ball, 1, &contact, 1, NULL));
    FAILS(CAROM_INVALID, "reach is NaN", carom_closest_n(&query, &ball, NAN, &contact, 1, &count));
    FAILS(CAROM_INVALID, "shape.radius", carom_closest_n(&query, &bad, 1, &contact, 1, &count));
    FAILS(CAROM_NULL, "motion is null", carom_sweep_moving(&bodies, &ball, NULL, 1, &hit));
    FAILS(CAROM_NULL, "out is null", carom_sweep_moving(&bodies, &ball, &rest, 1, NULL));
    FAILS(CAROM_INVALID, "motion.angle", carom_sweep_moving(&bodies, &ball, &wrong, 1, &hit));
    FAILS(CAROM_INVALID, "time is not finite", carom_sweep_moving(&bodies, &ball, &rest, INFINITY, &hit));
    FAILS(CAROM_WRONG_KIND, "is a mesh, not a world", carom_sweep_moving(&query, &ball, &rest, 1, &hit));
    BAD_HANDLES(CaromCompound, freed, mesh, carom_sweep_moving_surface(&bodies, h, &rest, 1, &hit, &part));
    FAILS(CAROM_INVALID, "time is not finite", carom_sweep_moving_surface(&bodies, compound, &rest, NAN, &hit, &part));
    FAILS(CAROM_WRONG_KIND, "is a mesh, not a world", carom_sweep_moving_surface(&query, compound, &rest, 1, &hit, &part));
    FAILS(CAROM_NULL, "part is null", carom_sweep_moving_surface(&bodies, compound, &rest, 1, &hit, NULL));
    BAD_HANDLES(CaromCompound, freed, mesh, carom_closest_surface(&query, h, 1, &contact, &part));
    BAD_HANDLES(CaromCompound, freed, mesh, carom_overlap_surface(&query, h, &touches));
    BAD_HANDLES(CaromCompound, freed, world, carom_sweep_surface(&query, h, vec3(0, 0, 0), &hit, &part));
    BAD_HANDLES(CaromCompound, freed, mesh, carom_sweep_rigid_surface(&query, h, &rest, &hit, &part));
    FAILS(CAROM_INVALID, "reach is NaN", carom_closest_surface(&query, compound, NAN, &contact, &part));
    FAILS(CAROM_NULL, "part is null", carom_closest_surface(&query, compound, 1, &contact, NULL));
    FAILS(CAROM_NULL, "out is null", carom_overlap_surface(&query, compound, NULL));
    FAILS(CAROM_INVALID, "delta", carom_sweep_surface(&query, compound, nan3(), &hit, &part));
    FAILS(CAROM_NULL, "out is null", carom_sweep_surface(&query, compound, vec3(0, 0, 0), NULL, &part));
    FAILS(CAROM_INVALID, "motion.angle", carom_sweep_rigid_surface(&query, compound, &wrong, &hit, &part));
    FAILS(CAROM_NULL, "part is null", carom_sweep_rigid_surface(&query, compound, &rest, &hit, NULL));
    CHECK(part == 77 && count == 77);
}

static void bad_heights(void) {
    float numbers[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0}, wrong[2] = {1, INFINITY}, holes[9];
    CaromHeights field = {{0, 0, 0}, 1, 1, 3, 3, 0, NULL};
    CaromHeightArea area = {1, 1, 2, 1, NULL}, all = {0, 0, 3, 3, NULL};
    CaromMesh hill;
    CaromBody body;
    uint64_t name;
    int i;
    field.heights = numbers;
    area.heights = numbers;
    all.heights = holes;
    for (i = 0; i < 9; i++)
        holes[i] = NAN;
    OK(carom_mesh_of_heights(&field, &hill));
    body = carom_body_of_mesh(hill);
    OK(carom_world_add(world, &body, &name));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_refit_heights(h, &area));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_refit_heights(h, name, &area));
    FAILS(CAROM_NULL, "area is null", carom_mesh_refit_heights(hill, NULL));
    FAILS(CAROM_NULL, "area is null", carom_world_refit_heights(world, name, NULL));
    FAILS(CAROM_INVALID, "not a height field", carom_mesh_refit_heights(mesh, &area));
    FAILS(CAROM_INVALID, "body is not a height field", carom_world_refit_heights(world, body_name, &area));
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_refit_heights(world, CAROM_NO_BODY - 1, &area));
    FAILS(CAROM_INVALID, "area: the mesh has no triangles", carom_mesh_refit_heights(hill, &all));
    FAILS(CAROM_INVALID, "area: the mesh has no triangles", carom_world_refit_heights(world, name, &all));
    area.column = 2;
    FAILS(CAROM_OUT_OF_RANGE, "area: the height field does not reach column 3", carom_mesh_refit_heights(hill, &area));
    area.column = UINT32_MAX;
    FAILS(CAROM_OUT_OF_RANGE, "area", carom_mesh_refit_heights(hill, &area));
    area.column = 1;
    area.heights = NULL;
    FAILS(CAROM_NULL, "area.heights is null", carom_mesh_refit_heights(hill, &area));
    area.heights = wrong;
    FAILS(CAROM_INVALID, "area.heights[1] is infinite", carom_mesh_refit_heights(hill, &area));
    area.columns = area.rows = UINT32_MAX;
    FAILS(CAROM_OUT_OF_RANGE, "area", carom_world_refit_heights(world, name, &area));
    OK(carom_mesh_free(hill));
    OK(carom_world_remove(world, name));
}

static void bad_pairs_of_meshes(void) {
    CaromVec3 point = vec3(0, 0, 0), points[4];
    CaromMeshCrossing crossing;
    CaromMeshPenetration depth;
    CaromMesh copy;
    CaromPart part;
    CaromContact contact;
    CaromHit hit;
    CaromRigidMotion motion = {{0, 1, 0}, {0, 0, 0}, {0, 0, 0}, 0}, wrong = {{0, 1, 0}, {0, 0, 0}, {0, 0, 0}, NAN};
    uint8_t flag;
    uint32_t number;
    CaromInterval interval;
    CaromBarycentric weights;
    uint32_t pair[1][2];
    size_t ends[4], count = 77, lines = 77;
    double winding;
    float parameter;
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_touching_triangles(h, mesh, pair, 1, &count));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_touching_triangles(mesh, h, pair, 1, &count));
    BAD_HANDLES(CaromMesh, freed_mesh, compound, carom_crossings(h, mesh, &crossing, 1, &count));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_crossing_lines(mesh, h, points, 4, &count, ends, 4, &lines));
    FAILS(CAROM_NULL, "out is null", carom_touching_triangles(mesh, mesh, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_crossings(mesh, mesh, &crossing, 1, NULL));
    FAILS(CAROM_NULL, "ends is null", carom_crossing_lines(mesh, mesh, points, 4, &count, NULL, 4, &lines));
    FAILS(CAROM_NULL, "line_count is null", carom_crossing_lines(mesh, mesh, points, 4, &count, ends, 4, NULL));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps",
          carom_crossing_lines(mesh, mesh, points, 4, &count, (size_t *)(void *)points, 2, &lines));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_penetration(h, mesh, &depth));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_penetration(mesh, h, &depth));
    FAILS(CAROM_NULL, "out is null", carom_mesh_penetration(mesh, mesh, NULL));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_closest(h, mesh, 1, &contact, &number));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_closest(mesh, h, 1, &contact, &number));
    FAILS(CAROM_INVALID, "reach is NaN", carom_mesh_closest(mesh, mesh, NAN, &contact, &number));
    FAILS(CAROM_NULL, "out is null", carom_mesh_closest(mesh, mesh, 1, NULL, &number));
    FAILS(CAROM_NULL, "triangle is null", carom_mesh_closest(mesh, mesh, 1, &contact, NULL));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_overlap(h, mesh, &flag));
    FAILS(CAROM_NULL, "out is null", carom_mesh_overlap(mesh, mesh, NULL));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_sweep(h, vec3(1, 0, 0), mesh, &hit, &number));
    FAILS(CAROM_INVALID, "delta is not finite", carom_mesh_sweep(mesh, nan3(), mesh, &hit, &number));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_sweep_rigid(h, &motion, mesh, NULL, &hit, &number));
    FAILS(CAROM_INVALID, "motion_b.angle is not finite", carom_mesh_sweep_rigid(mesh, NULL, mesh, &wrong, &hit, &number));
    FAILS(CAROM_NULL, "out is null", carom_mesh_sweep_rigid(mesh, NULL, mesh, NULL, NULL, &number));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_scaled(h, vec3(1, 1, 1), &copy));
    FAILS(CAROM_INVALID, "factors is not finite", carom_mesh_scaled(mesh, nan3(), &copy));
    FAILS(CAROM_INVALID, "factors: ", carom_mesh_scaled(mesh, vec3(1, 0, 1), &copy));
    FAILS(CAROM_INVALID, "factors: ", carom_mesh_scaled(mesh, vec3(1, -1, 1), &copy));
    FAILS(CAROM_NULL, "out is null", carom_mesh_scaled(mesh, vec3(1, 1, 1), NULL));
    FAILS(CAROM_INVALID, "min is not finite", carom_parts_in_box(&query, nan3(), point, &part, 1, &count));
    FAILS(CAROM_INVALID, "max is not finite", carom_parts_in_box(&query, point, nan3(), &part, 1, &count));
    FAILS(CAROM_NULL, "query is null", carom_parts_in_box(NULL, point, point, &part, 1, &count));
    FAILS(CAROM_NULL, "out is null", carom_parts_in_box(&query, point, point, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_parts_in_box(&query, point, point, &part, 1, NULL));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_winding_number(h, point, &winding));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_ray_intervals(h, point, point, &interval, 1, &count));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_barycentric(h, 0, point, &weights));
    FAILS(CAROM_INVALID, "point is not finite", carom_mesh_winding_number(mesh, nan3(), &winding));
    FAILS(CAROM_NULL, "out is null", carom_mesh_winding_number(mesh, point, NULL));
    FAILS(CAROM_INVALID, "delta is not finite", carom_mesh_ray_intervals(mesh, point, nan3(), &interval, 1, &count));
    FAILS(CAROM_OUT_OF_RANGE, "triangle is 2, but there are 2", carom_mesh_barycentric(mesh, 2, point, &weights));
    FAILS(CAROM_INVALID, "point is not finite", carom_mesh_barycentric(mesh, 0, nan3(), &weights));
    FAILS(CAROM_INVALID, "b is not finite", carom_segment_parameter(point, nan3(), point, &parameter));
    FAILS(CAROM_NULL, "out is null", carom_segment_parameter(point, point, point, NULL));
    CHECK(count == 77 && lines == 77);
}

int main(void) {
    CaromBody body;
    ball = carom_ball(vec3(0, 1, 0), 1);
    freed_mesh = square(1);
    OK(carom_mesh_free(freed_mesh));
    OK(carom_world_create(&freed_world));
    OK(carom_world_free(freed_world));
    OK(carom_compound_create(&ball, NULL, 1, &freed));
    OK(carom_compound_free(freed));
    mesh = square(9);
    OK(carom_world_create(&world));
    OK(carom_compound_create(&ball, NULL, 1, &compound));
    query = carom_query_mesh(mesh);
    bodies = carom_query_world(world);
    body = carom_body_of_shape(ball);
    OK(carom_world_add(world, &body, &body_name));
    bad_solids();
    bad_compounds();
    bad_queries();
    bad_heights();
    bad_pairs_of_meshes();
    OK(carom_compound_free(compound));
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
    puts("every misuse of surfaces is an error");
    return 0;
}
