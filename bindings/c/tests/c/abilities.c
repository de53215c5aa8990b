/* Abilities: closed forms, at several tick rates. */
#include "check.h"

static const float RATES[3] = {30, 60, 1000};
static const float GRAVITY = 9.81f;

static CaromWorld world;
static CaromMover mover;
static CaromQuery scene;
static CaromMoverSettings settings;
static CaromVec3 up;

static void box(CaromVec3 min, CaromVec3 max) {
    CaromBody body = carom_body_of_shape(carom_box(min, max));
    uint64_t name;
    OK(carom_world_add(world, &body, &name));
}

static int ticks(float hz, float seconds) { return (int)lroundf(hz * seconds); }

static float distance(CaromVec3 a, CaromVec3 b) {
    return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

/* A character at rest on the floor. */
static CaromCharacter standing(float x, float z) {
    CaromCharacter hero = carom_character_at(vec3(x, 0.01f, z), 1.8f);
    CaromIntent stand = {0};
    OK(carom_mover_step(mover, &scene, &hero, &stand, 0.01f, NULL));
    CHECK(hero.on_ground == 1);
    return hero;
}

static void jumps(float hz) {
    CaromCharacter hero = standing(0, 0);
    CaromAirJumps left = {1, 1};
    CaromIntent jump;
    float highest = 0, dt = 1 / hz, exact = 0.01f + 1.2f - 0.5f * GRAVITY * 0.09f + 16 / (2 * GRAVITY);
    int tick, first = 0, second = ticks(hz, 0.3f), third = ticks(hz, 0.4f);
    for (tick = 0; tick < ticks(hz, 2); tick++) {
        uint32_t counts = 7;
        memset(&jump, 0, sizeof jump);
        OK(carom_air_jumps_allow(&left, &hero, NULL, tick == first || tick == second || tick == third, 0, &counts));
        CHECK(counts == (uint32_t)(tick == first || tick == second));
        jump.jump = counts ? 4.0f : 0.0f;
        jump.flags = CAROM_AIR_JUMP;
        OK(carom_mover_step(mover, &scene, &hero, &jump, dt, NULL));
        highest = fmaxf(highest, hero.feet.y);
    }
    CHECK(fabsf(highest - exact) <= GRAVITY * dt * dt / 8 + 1e-4f && hero.on_ground == 1 && left.most == 1);
    /* One that is let go after a tenth of a second. */
    highest = 0;
    for (tick = 0; tick < ticks(hz, 1); tick++) {
        if (tick == ticks(hz, 0.1f))
            OK(carom_cut_jump(&hero, 1, up));
        memset(&jump, 0, sizeof jump);
        jump.jump = tick == 0 ? 4.0f : 0.0f;
        OK(carom_mover_step(mover, &scene, &hero, &jump, dt, NULL));
        highest = fmaxf(highest, hero.feet.y);
    }
    exact = 0.01f + 0.4f - 0.5f * GRAVITY * 0.01f + 1 / (2 * GRAVITY);
    CHECK(fabsf(highest - exact) <= GRAVITY * dt * dt / 8 + 1e-4f);
}

/* One tick of a character that runs to the left: whether it jumps. */
static uint32_t run(CaromCharacter *hero, CaromLocomotion *locomotion, CaromAirJumps *left, uint32_t pressed, float dt) {
    CaromIntent intent, before;
    CaromLocomotion walk;
    uint32_t counts = 7, can_jump;
    OK(carom_air_jumps_allow(left, hero, locomotion, pressed, dt, &counts));
    OK(carom_locomotion_intent(locomotion, hero, vec3(-4, 0, 0), pressed ? 4.0f : 0.0f, up, dt, &intent));
    can_jump = intent.jump == 4;
    before = intent;
    walk = *locomotion;
    if (counts)
        OK(carom_locomotion_jump(locomotion, &intent, 4));
    CHECK(counts == (uint32_t)(intent.jump == 4) && (!counts || intent.flags == CAROM_AIR_JUMP));
    /* On the ground and within coyote time it only sets the flag. */
    before.flags = intent.flags;
    CHECK(!can_jump || (memcmp(&intent, &before, sizeof intent) == 0 && memcmp(locomotion, &walk, sizeof walk) == 0));
    OK(carom_mover_step(mover, &scene, hero, &intent, dt, NULL));
    OK(carom_locomotion_adopt(locomotion, hero, &intent, up));
    return counts;
}

/* Off an edge: within coyote time a press is a late jump from the ground, afterwards at once one in the air. */
static void late_jumps(float hz) {
    static const float PRESSES[4] = {0.03f, 0.07f, 0.13f, 0.3f};
    int press, tick;
    for (press = 0; press < 4; press++) {
        CaromCharacter hero = standing(-49.9f, 5);
        CaromLocomotion locomotion = carom_locomotion();
        CaromAirJumps left = {1, 0};
        uint32_t is_late = press < 2;
        while (hero.on_ground)
            CHECK(run(&hero, &locomotion, &left, 0, 1 / hz) == 0);
        /* The tick of the press ends this long after the edge. */
        for (tick = 1; tick < ticks(hz, PRESSES[press]); tick++)
            CHECK(run(&hero, &locomotion, &left, 0, 1 / hz) == 0);
        CHECK(left.left == 1);
        CHECK(run(&hero, &locomotion, &left, 1, 1 / hz) == 1 && left.left == is_late);
        CHECK(run(&hero, &locomotion, &left, 1, 1 / hz) == is_late && left.left == 0);
        /* A press that does not count waits for the ground. */
        CHECK(run(&hero, &locomotion, &left, 1, 1 / hz) == 0 && locomotion.waiting_speed == 4);
        hero = standing(0, 0);
        CHECK(run(&hero, &locomotion, &left, 1, 1 / hz) == 1 && left.left == 1 && locomotion.waiting_speed == 0);
    }
}

static void dashes(float hz) {
    CaromCharacter hero = standing(0, 0);
    CaromDash dash;
    CaromIntent intent;
    uint32_t goes_on = 1;
    int count = 0;
    OK(carom_dash(vec3(-1, 0.5f, 3), 0.22f, &dash));
    for (;;) {
        OK(carom_dash_intent(&dash, 1 / hz, &intent, &goes_on));
        if (!goes_on)
            break;
        CHECK(intent.flags == CAROM_FLY);
        OK(carom_mover_step(mover, &scene, &hero, &intent, 1 / hz, NULL));
        count++;
    }
    CHECK(dash.left == 0 && intent.flags == 0 && count == (int)ceilf(0.22f * hz - 1e-3f));
    CHECK(distance(hero.feet, vec3(-1, 0.51f, 3)) < 1e-3f);
}

static void glides(float hz) {
    CaromCharacter hero = carom_character_at(vec3(-8, 6, 0), 1.8f);
    CaromIntent intent;
    float until = 1.5f / GRAVITY, exact = 6 - 1.5f * until / 2 - 1.5f * (2 - until);
    int tick;
    for (tick = 0; tick < ticks(hz, 2); tick++) {
        memset(&intent, 0, sizeof intent);
        intent.velocity = vec3(1, 0, 0);
        OK(carom_glide_intent(1.5f, mover, &hero, 1 / hz, &intent));
        OK(carom_mover_step(mover, &scene, &hero, &intent, 1 / hz, NULL));
        OK(carom_glide_after(1.5f, mover, &hero, &intent));
    }
    CHECK(fabsf(hero.feet.y - exact) < 1e-3f && fabsf(hero.velocity.y + 1.5f) < 1e-5f && fabsf(hero.feet.x + 6) < 1e-3f);
    /* A jump and a flight are what they were. */
    intent.flags = CAROM_FLY;
    OK(carom_glide_intent(1.5f, mover, &hero, 1, &intent));
    CHECK(intent.flags == CAROM_FLY);
    intent.flags = CAROM_AIR_JUMP;
    intent.jump = 3;
    OK(carom_glide_intent(1.5f, mover, &hero, 1, &intent));
    CHECK(intent.flags == CAROM_AIR_JUMP && intent.jump == 3);
}

/* Follows a path to its end: after how many seconds. */
static float follow(CaromPath path, CaromCharacter *hero, float hz) {
    float left = 0;
    int tick = 0;
    CHECK(path.count > 0);
    while (path.count > 0) {
        CHECK(left == 0 && tick < 10000);
        OK(carom_path_step(&path, mover, &scene, hero, 1 / hz, &left));
        tick++;
    }
    return (float)tick / hz - left;
}

static void ledges(float hz) {
    CaromCharacter hero = standing(-1.4f, 0);
    CaromMantle mantle = {0.5f, 1.5f, 2};
    CaromVault vault = {0.5f, 1.2f, 1, 3};
    CaromPath path;
    OK(carom_mantle_path(&mantle, &scene, mover, &hero, vec3(0, 0, 0.9f), &path));
    CHECK(path.count == 0);
    OK(carom_mantle_path(&mantle, &scene, mover, &hero, vec3(-0.9f, 0, 0), &path));
    CHECK(path.count == 2 && path.needed < 0 && path.speed == 2);
    /* 1.2 m and a skin up, 0.9 m ahead. */
    CHECK(fabsf(follow(path, &hero, hz) - (1.2f + 0.9f) / 2) < 1e-2f);
    CHECK(distance(hero.feet, vec3(-2.3f, 1.21f, 0)) < 1e-3f);
    hero = standing(0, -1.4f);
    OK(carom_vault_path(&vault, &scene, mover, &hero, vec3(0, 0, -1.5f), &path));
    CHECK(path.count == 3);
    follow(path, &hero, hz);
    CHECK(distance(hero.feet, vec3(0, 0.01f, -2.1f - 0.32f)) < 1e-3f);
    OK(carom_vault_path(&vault, &scene, mover, &hero, vec3(0, 0, -1.5f), &path));
    CHECK(path.count == 0);
}

static void ladders(float hz) {
    CaromCharacter hero = standing(1.5f, 0);
    CaromLadder ladder;
    CaromPath path;
    CaromVec3 places[2];
    uint32_t is_near = 7;
    ladder.bottom = vec3(1.65f, 0.01f, 0);
    ladder.top = vec3(1.65f, 10.01f, 0);
    ladder.exit = vec3(2.5f, 10.01f, 0);
    ladder.speed = 3;
    OK(carom_ladder_is_near(&ladder, hero.feet, 0.1f, &is_near));
    CHECK(is_near == 0);
    OK(carom_ladder_is_near(&ladder, hero.feet, 0.2f, &is_near));
    CHECK(is_near == 1);
    OK(carom_ladder_up(&ladder, hero.feet, &path));
    OK(carom_path_step(&path, mover, &scene, &hero, 1.05f, NULL));
    CHECK(path.count == 2 && distance(hero.feet, vec3(1.65f, 3.01f, 0)) < 1e-3f);
    OK(carom_ladder_down(&ladder, hero.feet, &path));
    CHECK(fabsf(follow(path, &hero, hz) - 1) < 1e-3f);
    OK(carom_ladder_up(&ladder, hero.feet, &path));
    CHECK(fabsf(follow(path, &hero, hz) - 10.85f / 3) < 1e-2f && distance(hero.feet, ladder.exit) < 1e-3f);
    /* A path of the caller, and one without places, which is over. */
    places[0] = vec3(2.5f, 11, 0);
    places[1] = vec3(2.5f, 11, 2);
    OK(carom_path(places, 2, 4, &path));
    CHECK(path.count == 2 && path.points[0].y == 11 && path.points[1].z == 2);
    follow(path, &hero, hz);
    CHECK(distance(hero.feet, places[1]) < 1e-3f);
    OK(carom_path(NULL, 0, 4, &path));
    OK(carom_path_step(&path, mover, &scene, &hero, 1 / hz, NULL));
    CHECK(path.count == 0 && distance(hero.feet, places[1]) < 1e-3f);
}

/* v' = -drag (v - w): the way of a swimmer, its rise to the surface, and the ledge out of the water. */
static void swims(float hz) {
    CaromCharacter hero = carom_character_at(vec3(1, 0.06f, 0), 1.8f);
    CaromWater water = {1, 0.9f, 0.5f, 2};
    CaromLocomotion locomotion = carom_locomotion();
    CaromIntent intent;
    CaromVec3 end;
    CaromPath path;
    uint32_t swims = 7;
    int tick;
    for (tick = 0; tick < ticks(hz, 2); tick++) {
        OK(carom_water_intent(&water, &hero, vec3(-1, 0, 0), up, 1 / hz, &intent, &end, &swims));
        CHECK(swims == 1 && intent.flags == CAROM_FLY);
        OK(carom_mover_step(mover, &scene, &hero, &intent, 1 / hz, NULL));
        OK(carom_water_after(&water, &hero, &intent, end, tick % 2 ? &locomotion : NULL, up));
        CHECK(tick % 2 == 0 || (locomotion.velocity.x == hero.velocity.x && locomotion.velocity.y == 0));
    }
    CHECK(distance(hero.feet, vec3(1 - 2 + (1 - expf(-4)) / 2, 0.1f, 0)) < 1e-3f && fabsf(hero.velocity.x + 1 - expf(-4)) < 1e-3f);
    OK(carom_water_exit(&water, &scene, mover, &hero, vec3(-0.9f, 0, 0), 0.6f, 2, &path));
    CHECK(path.count == 0);
    hero.feet.x = -1.5f;
    OK(carom_water_exit(&water, &scene, mover, &hero, vec3(-0.9f, 0, 0), 0.6f, 2, &path));
    follow(path, &hero, hz);
    CHECK(distance(hero.feet, vec3(-2.4f, 1.21f, 0)) < 1e-3f);
    OK(carom_water_intent(&water, &hero, vec3(-1, 0, 0), up, 1 / hz, &intent, &end, &swims));
    CHECK(swims == 0 && intent.flags == 0);
}

static void wall_jumps(float hz) {
    CaromCharacter hero = standing(1.69f, 0);
    CaromLocomotion locomotion = carom_locomotion();
    CaromWallJump jump = {3, 4};
    CaromIntent intent = {0};
    CaromMesh mesh = square(9);
    CaromQuery floor = carom_query_mesh(mesh);
    uint32_t jumped = 7;
    int tick;
    OK(carom_wall_jump(&jump, &scene, mover, &hero, &locomotion, &jumped));
    CHECK(jumped == 0 && hero.on_ground == 1);
    intent.jump = 4;
    OK(carom_mover_step(mover, &scene, &hero, &intent, 1 / hz, NULL));
    /* On a mesh without walls there is nothing to jump off. */
    OK(carom_wall_jump(&jump, &floor, mover, &hero, &locomotion, &jumped));
    CHECK(jumped == 0);
    OK(carom_wall_jump(&jump, &scene, mover, &hero, &locomotion, &jumped));
    CHECK(jumped == 1 && hero.velocity.y == 4 && locomotion.velocity.x == -3 && locomotion.jumped == 1);
    for (tick = 0; tick < ticks(hz, 0.5f); tick++) {
        OK(carom_locomotion_intent(&locomotion, &hero, vec3(0, 0, 0), 0, up, 1 / hz, &intent));
        OK(carom_mover_step(mover, &scene, &hero, &intent, 1 / hz, NULL));
        OK(carom_locomotion_adopt(&locomotion, &hero, &intent, up));
    }
    CHECK(fabsf(hero.feet.x - 0.19f) < 2e-3f);
    OK(carom_mesh_free(mesh));
}

int main(void) {
    int rate;
    settings = carom_mover_defaults();
    up = settings.up;
    OK(carom_world_create(&world));
    box(vec3(-50, -2, -50), vec3(50, 0, 50));
    box(vec3(2, 0, -50), vec3(3, 10, 50));
    box(vec3(-4, 0, -1), vec3(-2, 1.2f, 1));
    box(vec3(-1, 0, -2.1f), vec3(1, 1, -1.9f));
    scene = carom_query_world(world);
    OK(carom_mover_create(&settings, &mover));
    for (rate = 0; rate < 3; rate++) {
        jumps(RATES[rate]);
        late_jumps(RATES[rate]);
        dashes(RATES[rate]);
        glides(RATES[rate]);
        ledges(RATES[rate]);
        ladders(RATES[rate]);
        swims(RATES[rate]);
        wall_jumps(RATES[rate]);
    }
    OK(carom_mover_free(mover));
    OK(carom_world_free(world));
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("abilities do what they say");
    return 0;
}
