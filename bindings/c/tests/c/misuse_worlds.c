/* Misuse of pairs of two worlds and of tiles: error codes with a text. */
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

int main(void) {
    mesh = square(9);
    OK(carom_world_create(&freed_world));
    OK(carom_world_free(freed_world));
    OK(carom_world_create(&world));
    bad_pairs();
    bad_tiles();
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
    puts("every misuse of worlds is an error");
    return 0;
}
