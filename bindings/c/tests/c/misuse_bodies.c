/* Misuse of bodies that are read back and changed, of meshes that change their form, of half-spaces. */
#include "misuse.h"

static CaromMesh mesh, freed_mesh;
static CaromWorld world, freed_world;
static uint64_t name, ball, gone;

static void bad_bodies(void) {
    CaromBody found, other, before;
    uint64_t names[2];
    size_t count = 77;
    OK(carom_world_body(world, name, &before));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_body(h, name, &found));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_bodies(h, names, 2, &count));
    other = carom_body_of_mesh(mesh);
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_replace(h, name, &other));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_set_moving(h, name, 1));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_set_sensor(h, name, 1));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_set_one_way(h, name, vec3(0, 1, 0), 0));
    FAILS(CAROM_NULL, "out is null", carom_world_body(world, name, NULL));
    FAILS(CAROM_NULL, "out is null", carom_world_bodies(world, NULL, 2, &count));
    FAILS(CAROM_NULL, "count is null", carom_world_bodies(world, names, 2, NULL));
    FAILS(CAROM_NULL, "body is null", carom_world_replace(world, name, NULL));
    FAILS(CAROM_NULL, "no kind", carom_world_replace(world, name, &before));
    other = carom_body_of_shape(carom_ball(vec3(0, 0, 0), -1));
    FAILS(CAROM_INVALID, "body.shape.radius is negative", carom_world_replace(world, name, &other));
    other = carom_body_of_mesh(freed_mesh);
    FAILS(CAROM_FREED, "body.mesh", carom_world_replace(world, name, &other));
    FAILS(CAROM_INVALID, "moving must be 0 or 1, not 2", carom_world_set_moving(world, name, 2));
    FAILS(CAROM_INVALID, "sensor must be 0 or 1, not 9", carom_world_set_sensor(world, name, 9));
    FAILS(CAROM_INVALID, "one", carom_world_set_one_way(world, name, nan3(), 0));
    FAILS(CAROM_INVALID, "one", carom_world_set_one_way(world, name, vec3(0, 1, 0), -1));
    other = carom_body_of_mesh(mesh);
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_body(world, gone, &found));
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_body(world, CAROM_NO_BODY, &found));
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_replace(world, gone, &other));
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_set_moving(world, gone, 1));
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_set_sensor(world, gone, 1));
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_set_one_way(world, gone, vec3(0, 1, 0), 0));
    OK(carom_world_body(world, name, &found));
    CHECK(memcmp(&found, &before, sizeof found) == 0 && count == 77);
}

static void bad_forms(void) {
    CaromVec3 v[3];
    CaromVectors vertices = {&v[0].x, sizeof v[0]}, none = {NULL, 12}, tight = {&v[0].x, 4};
    uint32_t two[6] = {0, 1, 2, 2, 1, 0};
    float heights[4] = {0, 0, 0, 0};
    CaromHeights field = {{0, 0, 0}, 1, 1, 2, 2, 0, NULL};
    CaromShape triangle = carom_point(vec3(7, 7, 7));
    CaromMesh hills;
    CaromMeshInfo before, after;
    v[0] = vec3(0, 0, 0);
    v[1] = vec3(0, 0, 1);
    v[2] = vec3(1, 0, 0);
    field.heights = heights;
    OK(carom_mesh_of_heights(&field, &hills));
    OK(carom_mesh_info(mesh, &before));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_refit(h, vertices, 3, two, 2));
    BAD_HANDLES(CaromMesh, freed_mesh, world, carom_mesh_triangle(h, 0, &triangle));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_refit_mesh(h, name, vertices, 3, two, 2));
    FAILS(CAROM_NULL, "vertices is null", carom_mesh_refit(mesh, none, 3, two, 2));
    FAILS(CAROM_NULL, "triangles is null", carom_mesh_refit(mesh, vertices, 3, NULL, 2));
    FAILS(CAROM_OUT_OF_RANGE, "stride of vertices", carom_mesh_refit(mesh, tight, 3, two, 2));
    FAILS(CAROM_OUT_OF_RANGE, "triangle_count is 1, but the mesh has 2", carom_mesh_refit(mesh, vertices, 3, two, 1));
    FAILS(CAROM_OUT_OF_RANGE, "triangles[0] is 2, but there are 2 vertices", carom_mesh_refit(mesh, vertices, 2, two + 2, 1));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_mesh_refit(mesh, vertices, SIZE_MAX, two, 2));
    FAILS(CAROM_INVALID, "mesh: ", carom_mesh_refit(hills, vertices, 3, two, 2));
    FAILS(CAROM_INVALID, "body is not a mesh", carom_world_refit_mesh(world, ball, vertices, 3, two, 2));
    FAILS(CAROM_OUT_OF_RANGE, "triangle_count is 1", carom_world_refit_mesh(world, name, vertices, 3, two, 1));
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_refit_mesh(world, gone, vertices, 3, two, 2));
    FAILS(CAROM_NULL, "out is null", carom_mesh_triangle(mesh, 0, NULL));
    FAILS(CAROM_OUT_OF_RANGE, "number is 2, but the mesh has 2", carom_mesh_triangle(mesh, 2, &triangle));
    v[1].y = NAN;
    FAILS(CAROM_INVALID, "vertices[1] is not finite", carom_mesh_refit(mesh, vertices, 3, two, 2));
    FAILS(CAROM_INVALID, "vertices[1] is not finite", carom_world_refit_mesh(world, name, vertices, 3, two, 2));
    OK(carom_mesh_info(mesh, &after));
    CHECK(memcmp(&before, &after, sizeof before) == 0 && triangle.a.x == 7);
    OK(carom_mesh_free(hills));
}

static void bad_half_spaces(void) {
    CaromQuery query = carom_query_mesh(mesh);
    CaromShape flat = carom_half_space(vec3(0, 0, 0), 1), lost = carom_half_space(vec3(0, 1, 0), NAN);
    CaromBody body = carom_body_of_shape(flat);
    CaromShapes many;
    CaromCompound compound;
    uint64_t added;
    uint8_t is = 77;
    FAILS(CAROM_INVALID, "shape.a is zero", carom_overlap(&query, &flat, &is));
    FAILS(CAROM_INVALID, "shape.radius is not finite", carom_overlap(&query, &lost, &is));
    FAILS(CAROM_INVALID, "body.shape.a is zero", carom_world_add(world, &body, &added));
    flat = carom_half_space(nan3(), 1);
    FAILS(CAROM_INVALID, "shape.a is not finite", carom_overlap(&query, &flat, &is));
    memset(&many, 0, sizeof many);
    many.kind = CAROM_HALF_SPACE;
    many.count = 1;
    FAILS(CAROM_INVALID, "shapes.kind is 13", carom_overlap_batch(&query, &many, &is));
    /* A compound has bounds. */
    flat = carom_half_space(vec3(0, 1, 0), 1);
    FAILS(CAROM_OUT_OF_RANGE, "shapes", carom_compound_create(&flat, NULL, 1, &compound));
    CHECK(is == 77);
}

int main(void) {
    CaromBody body, round = carom_body_of_shape(carom_ball(vec3(0, 0, 0), 1));
    mesh = square(4);
    freed_mesh = square(4);
    OK(carom_mesh_free(freed_mesh));
    OK(carom_world_create(&freed_world));
    OK(carom_world_free(freed_world));
    OK(carom_world_create(&world));
    body = carom_body_of_mesh(mesh);
    OK(carom_world_add(world, &body, &name));
    OK(carom_world_add(world, &round, &ball));
    OK(carom_world_add(world, &round, &gone));
    OK(carom_world_remove(world, gone));
    bad_bodies();
    bad_forms();
    bad_half_spaces();
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
    puts("every misuse of bodies is an error");
    return 0;
}
