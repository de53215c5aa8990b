/* Misuse of pairs of two worlds, of tiles and of differences: error codes with a text. */
#include "misuse.h"

static CaromMesh mesh;
static CaromWorld world, freed_world;

static void bad_pairs(void) {
    CaromPairs pairs, freed_pairs;
    OK(carom_pairs_create(&freed_pairs));
    OK(carom_pairs_free(freed_pairs));
    OK(carom_pairs_create(&pairs));
    BAD_HANDLES(CaromPairs, freed_pairs, world, carom_pairs_update_with(h, world, world));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_pairs_update_with(pairs, h, world));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_pairs_update_with(pairs, world, h));
    OK(carom_pairs_free(pairs));
}

static void bad_tiles(void) {
    CaromBody body = carom_body_of_mesh(mesh);
    CaromShape point = carom_point(vec3(0, 0, 0));
    CaromBody other = carom_body_of_shape(point);
    uint64_t tile, ball, gone, names[2];
    OK(carom_world_add(world, &body, &tile));
    OK(carom_world_add(world, &other, &ball));
    OK(carom_world_add(world, &body, &gone));
    OK(carom_world_remove(world, gone));
    names[0] = gone;
    names[1] = ball;
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_weld_mesh(h, tile, names, 2));
    FAILS(CAROM_NULL, "neighbors is null", carom_world_weld_mesh(world, tile, NULL, 2));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_world_weld_mesh(world, tile, names, SIZE_MAX / 8 + 1));
    FAILS(CAROM_INVALID, "body is not a mesh", carom_world_weld_mesh(world, ball, names, 2));
    FAILS(CAROM_NO_SUCH_BODY, "exist", carom_world_weld_mesh(world, gone, names, 2));
    /* Neighbors that are gone or no meshes do not count. */
    OK(carom_world_weld_mesh(world, tile, names, 2));
}

static void bad_differences(void) {
    static const char text[] = "{\"surfaces\": []}", cut[] = "{\"surf";
    const uint8_t *bytes = (const uint8_t *)text;
    CaromWorld before;
    CaromDiff diff, freed, out = {99};
    CaromBody body = carom_body_of_mesh(mesh);
    uint64_t name, found;
    size_t count = 77;
    uint8_t is = 77, some[4];
    OK(carom_world_copy(world, &before));
    OK(carom_world_add(world, &body, &name));
    OK(carom_diff_create(world, before, &freed));
    OK(carom_diff_free(freed));
    OK(carom_diff_create(world, before, &diff));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_diff_create(h, before, &out));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_diff_create(world, h, &out));
    FAILS(CAROM_NULL, "out is null", carom_diff_create(world, before, NULL));
    FAILS(CAROM_NULL, "bytes is null", carom_diff_of_bytes(NULL, 3, &out));
    FAILS(CAROM_NULL, "out is null", carom_diff_of_bytes(bytes, 2, NULL));
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_diff_of_bytes(bytes, SIZE_MAX, &out));
    FAILS(CAROM_INVALID, "bytes: missing field `compounds`", carom_diff_of_bytes(bytes, sizeof text - 1, &out));
    FAILS(CAROM_INVALID, "bytes: EOF", carom_diff_of_bytes((const uint8_t *)cut, sizeof cut - 1, &out));
    FAILS(CAROM_INVALID, "bytes: EOF", carom_diff_of_bytes(NULL, 0, &out));
    BAD_FREES(CaromDiff, freed, world, carom_diff_free(h));
    BAD_HANDLES(CaromDiff, freed, world, carom_diff_bytes(h, some, 4, &count));
    BAD_HANDLES(CaromDiff, freed, world, carom_diff_is_empty(h, &is));
    BAD_HANDLES(CaromDiff, freed, world, carom_diff_bodies(h, CAROM_ADDED, &found, 1, &count));
    BAD_HANDLES(CaromDiff, freed, world, carom_world_apply(before, h));
    BAD_HANDLES(CaromWorld, freed_world, mesh, carom_world_apply(h, diff));
    FAILS(CAROM_NULL, "out is null", carom_diff_bytes(diff, NULL, 4, &count));
    FAILS(CAROM_NULL, "count is null", carom_diff_bytes(diff, some, 4, NULL));
    FAILS(CAROM_NULL, "out is null", carom_diff_is_empty(diff, NULL));
    FAILS(CAROM_NULL, "out is null", carom_diff_bodies(diff, CAROM_ADDED, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_diff_bodies(diff, CAROM_ADDED, &found, 1, NULL));
    FAILS(CAROM_INVALID, "list is 4", carom_diff_bodies(diff, 4, &found, 1, &count));
    /* From another state: the body is there already. */
    FAILS(CAROM_INVALID, "diff: the diff is from another state of the world: see body", carom_world_apply(world, diff));
    CHECK(out.bits == 99 && count == 77 && is == 77);
    OK(carom_world_apply(before, diff));
    FAILS(CAROM_INVALID, "another state", carom_world_apply(before, diff));
    OK(carom_diff_free(diff));
    OK(carom_world_free(before));
}

int main(void) {
    mesh = square(9);
    OK(carom_world_create(&freed_world));
    OK(carom_world_free(freed_world));
    OK(carom_world_create(&world));
    bad_pairs();
    bad_tiles();
    bad_differences();
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
    puts("every misuse of worlds is an error");
    return 0;
}
