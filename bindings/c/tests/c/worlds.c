/* Pairs of two worlds and tiles of a terrain, against loops; differences of worlds, against the worlds. */
#include "check.h"

static float between(uint64_t *state, float low, float high) { return low + (high - low) * uniform(state); }

static CaromVec3 anywhere(uint64_t *seed, float size) {
    float x = between(seed, -size, size), y = between(seed, -size, size), z = between(seed, -size, size);
    return vec3(x, y, z);
}

/* Balls of two worlds in random places: their pairs are those of a loop, what began and ended is what has changed. */
static void pairs_of_worlds(void) {
    enum { LEVEL = 12, ACTORS = 9 };
    CaromWorld level, actors;
    CaromPairs events;
    CaromPair now[LEVEL * ACTORS], some[LEVEL * ACTORS];
    uint64_t seed = 5, posts[LEVEL], heroes[ACTORS];
    CaromVec3 of_posts[LEVEL], of_heroes[ACTORS];
    uint8_t before[ACTORS][LEVEL] = {{0}};
    size_t count, seen = 0, i, j, round;
    CaromBody body = carom_body_of_shape(carom_ball(vec3(0, 0, 0), 1));
    OK(carom_world_create(&level));
    OK(carom_world_create(&actors));
    OK(carom_pairs_create(&events));
    for (i = 0; i < LEVEL; i++) {
        of_posts[i] = anywhere(&seed, 4);
        body.pose = carom_pose_at(of_posts[i]);
        OK(carom_world_add(level, &body, &posts[i]));
    }
    for (i = 0; i < ACTORS; i++)
        OK(carom_world_add(actors, &body, &heroes[i]));
    for (round = 0; round < 40; round++) {
        size_t began = 0, ended = 0, at = 0;
        for (i = 0; i < ACTORS; i++) {
            CaromPose pose;
            of_heroes[i] = anywhere(&seed, 4);
            pose = carom_pose_at(of_heroes[i]);
            OK(carom_world_set_pose(actors, heroes[i], &pose));
        }
        OK(carom_pairs_update_with(events, actors, level));
        OK(carom_pairs_list(events, CAROM_NOW, now, LEVEL * ACTORS, &count));
        for (i = 0; i < ACTORS; i++)
            for (j = 0; j < LEVEL; j++) {
                CaromVec3 a = of_heroes[i], b = of_posts[j];
                float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
                uint8_t touch = x * x + y * y + z * z <= 4;
                began += touch && !before[i][j];
                ended += before[i][j] && !touch;
                before[i][j] = touch;
                if (touch) {
                    CHECK(at < count && now[at].a == heroes[i] && now[at].b == posts[j]);
                    at++;
                }
            }
        CHECK(at == count);
        seen += count;
        OK(carom_pairs_list(events, CAROM_BEGAN, some, LEVEL * ACTORS, &count));
        CHECK(count == began);
        OK(carom_pairs_list(events, CAROM_ENDED, some, LEVEL * ACTORS, &count));
        CHECK(count == ended);
    }
    CHECK(seen > 100);
    /* The other way round the bodies are too. */
    OK(carom_pairs_update_with(events, level, actors));
    OK(carom_pairs_list(events, CAROM_NOW, some, LEVEL * ACTORS, &count));
    for (i = 0; i < count; i++)
        CHECK(before[some[i].b][some[i].a] == 1);
    /* Layers count. */
    for (i = 0; i < LEVEL; i++)
        OK(carom_world_set_layers(level, posts[i], 2, 2));
    for (i = 0; i < ACTORS; i++)
        OK(carom_world_set_layers(actors, heroes[i], 1, 1));
    OK(carom_pairs_update_with(events, actors, level));
    OK(carom_pairs_list(events, CAROM_NOW, NULL, 0, &count));
    CHECK(count == 0);
    OK(carom_pairs_free(events));
    OK(carom_world_free(level));
    OK(carom_world_free(actors));
}

enum { CELLS = 4, SIDE = 3 * CELLS + 1 };

/* Adds a part of a terrain, from this column and row on, with so many cells a side. */
static uint64_t tile(CaromWorld world, const float *heights, size_t column, size_t row, size_t cells) {
    float own[SIDE * SIDE];
    CaromHeights field = {{0, 0, 0}, 1, 1, 0, 0, 0, NULL};
    CaromMesh mesh;
    CaromBody body;
    uint64_t name;
    size_t i, j;
    field.columns = field.rows = (uint32_t)cells + 1;
    for (j = 0; j <= cells; j++)
        for (i = 0; i <= cells; i++)
            own[j * (cells + 1) + i] = heights[(row + j) * SIDE + column + i];
    field.heights = own;
    OK(carom_mesh_of_heights(&field, &mesh));
    body = carom_body_of_mesh(mesh);
    body.pose = carom_pose_at(vec3((float)column, 0, (float)row));
    OK(carom_world_add(world, &body, &name));
    OK(carom_mesh_free(mesh));
    return name;
}

/* The number of balls that have other contacts in the one world than in the other. */
static size_t differences(const CaromQuery *of_tiles, const CaromQuery *of_whole) {
    uint64_t seed = 13;
    size_t different = 0, i;
    for (i = 0; i < 2000; i++) {
        CaromVec3 at = vec3(between(&seed, 1, SIDE - 2), between(&seed, 0.3f, 0.6f), between(&seed, 1, SIDE - 2));
        CaromShape ball = carom_ball(at, 0.5f);
        CaromContact a[64], b[64];
        size_t in_tiles, in_whole, k;
        float least = INFINITY, other = INFINITY;
        OK(carom_contacts(of_tiles, &ball, 0.05f, a, 64, &in_tiles));
        OK(carom_contacts(of_whole, &ball, 0.05f, b, 64, &in_whole));
        CHECK(in_tiles <= 64 && in_whole <= 64);
        for (k = 0; k < in_tiles; k++)
            least = fminf(least, a[k].normal.y);
        for (k = 0; k < in_whole; k++)
            other = fminf(other, b[k].normal.y);
        different += in_tiles != in_whole || (in_tiles > 0 && fabsf(least - other) > 1e-4f);
    }
    return different;
}

/* Balls that roll over tiles touch what they touch on the one welded field. */
static void tiles(void) {
    float heights[SIDE * SIDE];
    CaromWorld terrain, one;
    CaromQuery of_tiles, of_whole;
    uint64_t seed = 11, names[9], whole;
    size_t i;
    OK(carom_world_create(&terrain));
    OK(carom_world_create(&one));
    /* Flat but for some hills. */
    for (i = 0; i < SIDE * SIDE; i++)
        heights[i] = uniform(&seed) < 0.15f ? 0.5f : 0;
    for (i = 0; i < 9; i++)
        names[i] = tile(terrain, heights, i % 3 * CELLS, i / 3 * CELLS, CELLS);
    whole = tile(one, heights, 0, 0, 3 * CELLS);
    OK(carom_world_weld_mesh(one, whole, NULL, 0));
    of_tiles = carom_query_world(terrain);
    of_whole = carom_query_world(one);
    CHECK(differences(&of_tiles, &of_whole) > 500);
    for (i = 0; i < 9; i++)
        OK(carom_world_weld_mesh(terrain, names[i], NULL, 0));
    CHECK(differences(&of_tiles, &of_whole) > 100);
    /* Each among all others; a body is no neighbor of its own. */
    for (i = 0; i < 9; i++)
        OK(carom_world_weld_mesh(terrain, names[i], names, 9));
    CHECK(differences(&of_tiles, &of_whole) == 0);
    OK(carom_world_free(terrain));
    OK(carom_world_free(one));
}

/* Whether two worlds are the same to the bit. */
static uint8_t are_same(CaromWorld a, CaromWorld b) {
    CaromDiff diff;
    uint8_t is;
    OK(carom_diff_create(a, b, &diff));
    OK(carom_diff_is_empty(diff, &is));
    OK(carom_diff_free(diff));
    return is;
}

/* The same difference, through bytes. */
static CaromDiff sent(CaromDiff diff) {
    CaromDiff out;
    size_t count, again;
    uint8_t *bytes;
    OK(carom_diff_bytes(diff, NULL, 0, &count));
    CHECK(count > 2);
    bytes = malloc(count + 1);
    CHECK(bytes != NULL);
    bytes[count] = 77;
    OK(carom_diff_bytes(diff, bytes, count, &again));
    CHECK(again == count && bytes[0] == '{' && bytes[count - 1] == '}' && bytes[count] == 77);
    OK(carom_diff_of_bytes(bytes, count, &out));
    free(bytes);
    return out;
}

/* Changes anything in a world, at random. */
static void change(CaromWorld world, uint64_t *seed, uint64_t *names, uint8_t *is_mesh, size_t count, CaromMesh mesh) {
    size_t i = (size_t)(uniform(seed) * (float)count);
    CaromPose pose = carom_pose_at(anywhere(seed, 9));
    CaromBody body = carom_body_of_shape(carom_ball(vec3(0, 0, 0), between(seed, 0, 2)));
    pose.rotation[1] = between(seed, -1, 1);
    pose.position[2] += between(seed, 0, 1) * 1e-9;
    switch ((int)(uniform(seed) * 7)) {
    case 0:
        OK(carom_world_remove(world, names[i]));
        body.pose = pose;
        body.data = (uint64_t)(uniform(seed) * 1e9f);
        OK(carom_world_add(world, &body, &names[i]));
        is_mesh[i] = 0;
        break;
    case 1:
        OK(carom_world_remove(world, names[i]));
        body = carom_body_of_mesh(mesh);
        OK(carom_world_add(world, &body, &names[i]));
        is_mesh[i] = 1;
        break;
    case 2: OK(carom_world_set_pose(world, names[i], &pose)); break;
    case 3: OK(carom_world_move_to(world, names[i], &pose, 0.1f)); break;
    case 4: OK(carom_world_set_layers(world, names[i], 1u << i % 32, 7)); break;
    case 5: OK(carom_world_set_spin(world, names[i], anywhere(seed, 1), between(seed, -9, 9))); break;
    default: OK(carom_world_set_velocity(world, names[i], anywhere(seed, 9)));
    }
}

/* A server that changes, a client that gets the bytes of each difference, and the way back. */
static void differences_of_worlds(void) {
    enum { BODIES = 20 };
    CaromWorld server, client, empty, joined;
    CaromDiff diff, none = {0}, bytes;
    CaromMesh mesh = square(3);
    CaromBody body = carom_body_of_shape(carom_capsule(vec3(0, 0, 0), vec3(0.1f, 1, 0), 0.3f));
    CaromPose pose = carom_pose_at(vec3(1, 2, 3));
    uint64_t seed = 3, names[BODIES], found[BODIES], late[2];
    uint8_t is_mesh[BODIES] = {0};
    size_t count, i, round;
    OK(carom_world_create(&server));
    OK(carom_world_create(&empty));
    for (i = 0; i < BODIES; i++)
        OK(carom_world_add(server, &body, &names[i]));
    OK(carom_world_copy(server, &client));
    CHECK(are_same(server, client) && !are_same(server, empty));
    for (round = 0; round < 60; round++) {
        CaromWorld confirmed;
        OK(carom_world_copy(server, &confirmed));
        for (i = 0; i < 1 + round % 9; i++)
            change(server, &seed, names, is_mesh, BODIES, mesh);
        OK(carom_diff_create(server, confirmed, &diff));
        bytes = sent(diff);
        CHECK(!are_same(server, client));
        OK(carom_world_apply(client, bytes));
        OK(carom_diff_free(bytes));
        OK(carom_diff_free(diff));
        OK(carom_diff_create(server, client, &diff));
        OK(carom_diff_bodies(diff, CAROM_REMOVED, NULL, 0, &count));
        CHECK(count == 0);
        OK(carom_diff_bodies(diff, CAROM_ADDED, NULL, 0, &count));
        CHECK(count == 0);
        OK(carom_diff_bodies(diff, CAROM_MOVED, NULL, 0, &count));
        CHECK(count == 0);
        /* Meshes that have come as bytes are other objects. Nothing else has changed. */
        OK(carom_diff_bodies(diff, CAROM_CHANGED, found, BODIES, &count));
        for (i = 0; i < BODIES; i++)
            count -= is_mesh[i];
        CHECK(count == 0);
        OK(carom_diff_free(diff));
        /* There and back. */
        OK(carom_diff_create(confirmed, server, &diff));
        OK(carom_world_copy(server, &joined));
        OK(carom_world_apply(joined, diff));
        CHECK(are_same(joined, confirmed));
        OK(carom_world_free(joined));
        OK(carom_diff_free(diff));
        OK(carom_world_free(confirmed));
    }
    /* Later bodies get the same names. */
    OK(carom_world_add(server, &body, &late[0]));
    OK(carom_world_add(client, &body, &late[1]));
    CHECK(late[0] == late[1]);
    OK(carom_world_remove(server, late[0]));
    /* The lists. */
    OK(carom_world_free(client));
    OK(carom_world_copy(server, &client));
    OK(carom_world_remove(server, names[3]));
    OK(carom_world_set_pose(server, names[5], &pose));
    OK(carom_world_set_layers(server, names[7], 12, 34));
    OK(carom_world_add(server, &body, &late[0]));
    OK(carom_diff_create(server, client, &diff));
    OK(carom_diff_bodies(diff, CAROM_REMOVED, found, BODIES, &count));
    CHECK(count == 1 && found[0] == names[3]);
    OK(carom_diff_bodies(diff, CAROM_ADDED, found, BODIES, &count));
    CHECK(count == 1 && found[0] == late[0]);
    OK(carom_diff_bodies(diff, CAROM_CHANGED, found, BODIES, &count));
    CHECK(count == 2 && found[0] + found[1] == names[5] + names[7]);
    OK(carom_diff_bodies(diff, CAROM_MOVED, found, BODIES, &count));
    CHECK(count == 1 && found[0] == names[5]);
    OK(carom_diff_bodies(diff, CAROM_CHANGED, NULL, 0, &count));
    CHECK(count == 2);
    OK(carom_diff_free(diff));
    OK(carom_diff_free(none));
    /* The whole state, for a client that joins. */
    OK(carom_world_create(&joined));
    OK(carom_diff_create(server, empty, &diff));
    OK(carom_world_apply(joined, diff));
    CHECK(are_same(joined, server));
    OK(carom_diff_free(diff));
    OK(carom_world_free(joined));
    OK(carom_world_free(server));
    OK(carom_world_free(client));
    OK(carom_world_free(empty));
    OK(carom_mesh_free(mesh));
}

int main(void) {
    pairs_of_worlds();
    tiles();
    differences_of_worlds();
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("every function of worlds works");
    return 0;
}
