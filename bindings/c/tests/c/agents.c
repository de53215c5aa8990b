/* One agent of a crowd: its settings, body, state and collisions, and its removal. The push of a character. */
#include "check.h"

static CaromWorld world;
static CaromCrowd crowd;

static CaromAgent agent(size_t number) {
    CaromAgent out;
    OK(carom_crowd_agent(crowd, number, &out));
    return out;
}

static size_t add(float x, float z, uint32_t role) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromCharacter state = carom_character_at(vec3(x, 0.01f, z), 1.8f);
    size_t number;
    OK(carom_crowd_add(crowd, &settings, &state, 80, role, &number));
    return number;
}

static void walk(float speed, int ticks) {
    CaromIntent intent = {{0, 0, 0}, 0, 0, 0, 0, {0, 0, 0}};
    intent.velocity.x = speed;
    while (ticks-- > 0)
        OK(carom_crowd_step(crowd, &intent, 1, 1.0f / 60));
}

/* One agent is that of the list. */
static void one_by_one(void) {
    CaromAgent all[3], one;
    size_t count, i;
    OK(carom_crowd_agents(crowd, all, 3, &count));
    CHECK(count == 3);
    for (i = 0; i < count; i++) {
        one = agent(i);
        CHECK(memcmp(&one, &all[i], sizeof one) == 0);
    }
}

/* Settings come back as they were given, from a mover too. */
static void settings(void) {
    CaromMoverSettings given = carom_mover_defaults(), found;
    CaromMover mover;
    given.max_slope = 33;
    given.step_height = 0.25f;
    OK(carom_crowd_set_settings(crowd, 1, &given));
    OK(carom_crowd_settings(crowd, 1, &found));
    CHECK(memcmp(&found, &given, sizeof given) == 0);
    given.max_slope = 44;
    OK(carom_mover_create(&given, &mover));
    OK(carom_crowd_set_mover(crowd, 1, mover));
    OK(carom_mover_free(mover));
    OK(carom_crowd_settings(crowd, 1, &found));
    CHECK(found.max_slope == 44);
}

/* A box of 0.6 m to each side of the middle stops so far from a wall; a cylinder goes on to its radius. */
static void bodies(void) {
    OK(carom_crowd_set_body(crowd, 0, CAROM_BODY_BOX, 0.6f, NULL, 0));
    walk(3, 120);
    CHECK(fabsf(agent(0).state.feet.x - (4 - 0.6f - 0.01f)) < 2e-3f);
    OK(carom_crowd_set_body(crowd, 0, CAROM_BODY_CYLINDER, 0, NULL, 0));
    walk(3, 60);
    CHECK(fabsf(agent(0).state.feet.x - (4 - 0.3f - 0.01f)) < 2e-3f);
}

/* It has met the wall, at its own speed; the push of 80 kg at 3 m/s against 40 kg, and against a wall. */
static void collisions(uint64_t wall) {
    CaromCollision met[8];
    CaromVec3 impulse;
    size_t count, i;
    OK(carom_crowd_collisions(crowd, 0, NULL, 0, &count));
    CHECK(count > 0 && count <= 8);
    OK(carom_crowd_collisions(crowd, 0, met, 8, &count));
    for (i = 0; i < count && met[i].body != wall; i++)
        ;
    CHECK(i < count && met[i].role == CAROM_WALL && met[i].normal.x == -1 && fabsf(met[i].point.x - 4) < 1e-5f);
    CHECK(fabsf(met[i].velocity.x - 3) < 1e-4f);
    impulse = carom_push_impulse(met[i], 80, 1.0f / 40, INFINITY);
    CHECK(fabsf(impulse.x - 80) < 0.01f && impulse.y == 0 && impulse.z == 0);
    impulse = carom_push_impulse(met[i], 80, 0, INFINITY);
    CHECK(fabsf(impulse.x - 240) < 0.02f);
    impulse = carom_push_impulse(met[i], 80, 1.0f / 40, 7);
    CHECK(fabsf(impulse.x - 7) < 1e-5f);
    impulse = carom_push_impulse(met[i], 0, 0, INFINITY);
    CHECK(impulse.x == 0);
}

/* The last agent takes over the number, with its settings; the others go on as in a crowd that never had it. */
static void removal(void) {
    CaromMoverSettings found;
    CaromAgent last, first;
    uint64_t data;
    size_t before, after, count;
    OK(carom_crowd_settings(crowd, 2, &found));
    found.skin = 0.02f;
    OK(carom_crowd_set_settings(crowd, 2, &found));
    OK(carom_world_count(world, &before));
    last = agent(2);
    OK(carom_crowd_remove(crowd, 0));
    OK(carom_world_count(world, &after));
    OK(carom_crowd_agents(crowd, NULL, 0, &count));
    CHECK(after == before - 1 && count == 2);
    first = agent(0);
    CHECK(memcmp(&first, &last, sizeof last) == 0);
    OK(carom_world_data(world, first.body, &data));
    CHECK(data == 0);
    OK(carom_crowd_settings(crowd, 0, &found));
    CHECK(found.skin == 0.02f);
    OK(carom_crowd_settings(crowd, 1, &found));
    CHECK(found.max_slope == 44);
    /* A ghost has no body. */
    count = add(0, 20, CAROM_GHOST);
    CHECK(count == 2);
    OK(carom_crowd_remove(crowd, 2));
    OK(carom_world_count(world, &before));
    CHECK(before == after);
    walk(1, 30);
    OK(carom_crowd_remove(crowd, 1));
    OK(carom_crowd_remove(crowd, 0));
    OK(carom_crowd_agents(crowd, NULL, 0, &count));
    CHECK(count == 0);
    OK(carom_crowd_step(crowd, NULL, 0, 1.0f / 60));
}

int main(void) {
    CaromBody ground = carom_body_of_shape(carom_half_space(vec3(0, 2, 0), 0));
    CaromBody wall = carom_body_of_shape(carom_half_space(vec3(-1, 0, 0), -4));
    uint64_t floor_name, wall_name;
    OK(carom_world_create(&world));
    OK(carom_world_add(world, &ground, &floor_name));
    OK(carom_world_add(world, &wall, &wall_name));
    OK(carom_crowd_create(world, 1u << 31, &crowd));
    CHECK(add(0, 0, CAROM_PUSH) == 0 && add(0, 5, CAROM_PUSH | CAROM_GIVES_WAY) == 1 && add(0, 9, CAROM_STATIC) == 2);
    walk(0, 1);
    one_by_one();
    settings();
    bodies();
    collisions(wall_name);
    removal();
    OK(carom_crowd_free(crowd));
    OK(carom_world_free(world));
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("one agent works");
    return 0;
}
