/* Threads: queries side by side, a busy world, a mesh that is freed while it is used, error texts of each thread. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 400, LONG = 60000 };

static CaromMesh floor_mesh;
static CaromWorld world;
static CaromQuery shared;

static void *query(void *argument) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromCharacter hero = carom_character_at(vec3(0, 0.01f, 0), 1.8f);
    CaromIntent intent = {{1, 0, 0}, 0, 0, 0, 0, {0, 0, 0}};
    CaromQuery query = carom_query_mesh(floor_mesh);
    CaromShape bad = carom_ball(vec3(0, 0, 0), -1);
    CaromMover mover;
    CaromContact contact;
    int round;
    char text[32];
    snprintf(text, sizeof text, "shape.kind is %d", 100 + *(int *)argument);
    bad.kind = 100 + (uint32_t) * (int *)argument;
    OK(carom_mover_create(&settings, &mover));
    for (round = 0; round < ROUNDS; round++) {
        CaromShape ball = carom_ball(vec3((float)(round % 8), 3, 1), 1);
        OK(carom_closest(&query, &ball, 9, &contact));
        CHECK(contact.separation == 2);
        OK(carom_closest(&shared, &ball, 9, &contact));
        CHECK(contact.separation == 2);
        OK(carom_mover_step(mover, &shared, &hero, &intent, 1.0f / 60, NULL));
        FAILS(CAROM_INVALID, text, carom_closest(&query, &bad, 9, &contact));
    }
    CHECK(fabsf(hero.feet.x - ROUNDS / 60.0f) < 0.01f);
    OK(carom_mover_free(mover));
    return NULL;
}

static int is_done;

/* One long call, repeated while the main thread has the world to itself. */
static void *long_batch(void *argument) {
    const CaromQuery *query = argument;
    static const float points[3] = {1, 2, 3};
    CaromShapes shapes = {0};
    CaromContact *out = malloc(LONG * sizeof *out);
    CaromStatus status;
    shapes.kind = CAROM_POINT;
    shapes.count = LONG;
    shapes.a.base = points;
    do
        status = carom_closest_batch(query, &shapes, 9, out);
    while (status == CAROM_BUSY);
    CHECK(status == CAROM_OK && out[0].separation == 2 && out[LONG - 1].separation == 2);
    free(out);
    __atomic_store_n(&is_done, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS], one;
    int numbers[THREADS], i, tries, busy = 0;
    CaromBody body;
    uint64_t id;
    floor_mesh = square(9);
    OK(carom_world_create(&world));
    body = carom_body_of_mesh(floor_mesh);
    OK(carom_world_add(world, &body, &id));
    shared = carom_query_world(world);
    for (i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, query, &numbers[i]) == 0);
    }
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK(strcmp(carom_last_error(), "") == 0);

    /* A change of a world that another thread queries is refused, and later succeeds. */
    for (tries = 0; tries < 50 && busy == 0; tries++) {
        __atomic_store_n(&is_done, 0, __ATOMIC_SEQ_CST);
        CHECK(pthread_create(&one, NULL, long_batch, &shared) == 0);
        while (!__atomic_load_n(&is_done, __ATOMIC_SEQ_CST)) {
            CaromStatus status = carom_world_optimize(world);
            CHECK(status == CAROM_OK || status == CAROM_BUSY);
            busy += status == CAROM_BUSY;
        }
        pthread_join(one, NULL);
    }
    CHECK(busy > 0 && strstr(carom_last_error(), "another thread uses the world"));
    OK(carom_world_optimize(world));

    /* A world that is freed while it is used lives to the end of the call. */
    __atomic_store_n(&is_done, 0, __ATOMIC_SEQ_CST);
    CHECK(pthread_create(&one, NULL, long_batch, &shared) == 0);
    while (carom_world_optimize(world) == CAROM_OK && !__atomic_load_n(&is_done, __ATOMIC_SEQ_CST))
        continue;
    OK(carom_world_free(world));
    FAILS(CAROM_FREED, "freed", carom_world_optimize(world));
    pthread_join(one, NULL);
    OK(carom_mesh_free(floor_mesh));
    puts("threads work side by side");
    return 0;
}
