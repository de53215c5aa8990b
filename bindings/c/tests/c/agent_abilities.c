/* Abilities of an agent that is alone in its crowd: to the bit those of a character. */
#include "check.h"

static const float RATES[2] = {30, 240};
static const uint32_t LAYER = UINT32_C(1) << 31;

/* The character is in one world, the agent in a copy of it, with a mover that has all of the agent. */
static CaromWorld world, other_world;
static CaromCrowd crowd;
static CaromMover mover, own;
static CaromQuery scene, other_scene;
static CaromCharacter hero;
static CaromVec3 up;
static float dt;

static void box(CaromVec3 min, CaromVec3 max) {
    CaromBody body = carom_body_of_shape(carom_box(min, max));
    uint64_t name;
    OK(carom_world_add(world, &body, &name));
}

static CaromAgent agent(void) {
    CaromAgent out;
    OK(carom_crowd_agent(crowd, 0, &out));
    return out;
}

static void set(const CaromCharacter *state) { OK(carom_crowd_set_state(crowd, 0, state)); }

static void same(void) {
    CaromCharacter state = agent().state;
    CHECK(memcmp(&state, &hero, sizeof hero) == 0);
}

static void tick(const CaromIntent *one, const CaromIntent *other) {
    OK(carom_mover_step(mover, &scene, &hero, one, dt, NULL));
    OK(carom_crowd_step(crowd, other, 1, dt));
}

/* Both at a place, after a tick without a wish. */
static void begin(float x, float y, float z) {
    CaromIntent stand = {0};
    hero = carom_character_at(vec3(x, y, z), 1.8f);
    set(&hero);
    tick(&stand, &stand);
    same();
}

/* A path to its end: the agent stays in the ticks of the crowd. */
static void follow(CaromPath path, CaromPath other) {
    CaromIntent stay = {0};
    float left, other_left;
    stay.flags = CAROM_FLY;
    CHECK(path.count > 0 && memcmp(&path, &other, sizeof path) == 0);
    while (path.count > 0) {
        CaromCharacter state;
        OK(carom_path_step(&path, mover, &scene, &hero, dt, &left));
        OK(carom_crowd_step(crowd, &stay, 1, dt));
        state = agent().state;
        OK(carom_path_step(&other, own, &other_scene, &state, dt, &other_left));
        CHECK(memcmp(&path, &other, sizeof path) == 0 && left == other_left);
        if (path.count == 0) {
            /* At rest. If less than rounding was left of the path, the agent is that already. */
            memset(&hero.velocity, 0, sizeof hero.velocity);
            memset(&state.velocity, 0, sizeof state.velocity);
        }
        set(&state);
        same();
    }
}

static void jumps(void) {
    CaromAirJumps jumps = {1, 1}, other_jumps = {1, 1};
    int n, counted = 0;
    begin(0, 0.01f, 0);
    for (n = 0; n < 90; n++) {
        CaromIntent one = {0}, other = {0};
        CaromCharacter state = agent().state;
        uint32_t counts, other_counts;
        if (n == 20) {
            OK(carom_cut_jump(&hero, 1, up));
            OK(carom_cut_jump(&state, 1, up));
            set(&state);
        }
        OK(carom_air_jumps_allow(&jumps, &hero, NULL, n % 8 == 0, 0, &counts));
        OK(carom_air_jumps_allow(&other_jumps, &state, NULL, n % 8 == 0, 0, &other_counts));
        CHECK(counts == other_counts && jumps.left == other_jumps.left);
        counted += (int)counts;
        one.jump = counts ? 4.0f : 0.0f;
        other.jump = other_counts ? 4.0f : 0.0f;
        one.flags = other.flags = CAROM_AIR_JUMP;
        tick(&one, &other);
        same();
    }
    CHECK(counted > 1);
}

/* A tick of a character with locomotion that presses jump. */
static CaromIntent pressed(CaromAirJumps *jumps, CaromLocomotion *walk, const CaromCharacter *state, uint32_t *counts) {
    CaromIntent intent;
    OK(carom_air_jumps_allow(jumps, state, walk, 1, dt, counts));
    OK(carom_locomotion_intent(walk, state, vec3(1, 0, 0), 4, up, dt, &intent));
    if (*counts)
        OK(carom_locomotion_jump(walk, &intent, 4));
    CHECK(intent.jump == (*counts ? 4.0f : 0.0f));
    return intent;
}

static void jumps_with_locomotion(void) {
    CaromAirJumps jumps = {2, 2}, other_jumps = jumps;
    CaromLocomotion walk = carom_locomotion(), other_walk = walk;
    int n, counted = 0;
    begin(0, 0.01f, 0);
    for (n = 0; n < 20; n++) {
        CaromCharacter state = agent().state;
        uint32_t counts, other_counts;
        CaromIntent one = pressed(&jumps, &walk, &hero, &counts), other = pressed(&other_jumps, &other_walk, &state, &other_counts);
        CHECK(counts == other_counts && jumps.left == other_jumps.left);
        counted += (int)counts;
        tick(&one, &other);
        state = agent().state;
        OK(carom_locomotion_adopt(&walk, &hero, &one, up));
        OK(carom_locomotion_adopt(&other_walk, &state, &other, up));
        CHECK(memcmp(&walk, &other_walk, sizeof walk) == 0);
        same();
    }
    CHECK(counted == 3 && walk.waiting_speed == 4);
}

static void dashes(void) {
    CaromDash dash, other_dash;
    CaromIntent one, other;
    uint32_t goes_on = 1, other_goes_on;
    int n;
    begin(0, 0.01f, 0);
    /* Against the wall. */
    OK(carom_dash(vec3(3, 0.5f, 1), 0.22f, &dash));
    other_dash = dash;
    for (n = 0; goes_on; n++) {
        OK(carom_dash_intent(&dash, dt, &one, &goes_on));
        OK(carom_dash_intent(&other_dash, dt, &other, &other_goes_on));
        CHECK(goes_on == other_goes_on);
        tick(&one, &other);
        same();
    }
    CHECK(n > 6 && hero.feet.x > 1.6f);
}

static void glides(void) {
    int n;
    begin(-8, 2, 0);
    for (n = 0; n < 200; n++) {
        CaromIntent one = {0}, other;
        CaromCharacter state = agent().state;
        one.velocity = vec3(1, 0, 0);
        other = one;
        OK(carom_glide_intent(1.5f, mover, &hero, dt, &one));
        OK(carom_glide_intent(1.5f, own, &state, dt, &other));
        tick(&one, &other);
        state = agent().state;
        OK(carom_glide_after(1.5f, mover, &hero, &one));
        OK(carom_glide_after(1.5f, own, &state, &other));
        set(&state);
        same();
    }
    CHECK(hero.feet.y < 1.9f);
}

static void ledges(void) {
    CaromMantle mantle = {0.5f, 1.5f, 2};
    CaromVault vault = {0.5f, 1.2f, 1, 3};
    CaromCharacter state;
    CaromPath path, other;
    begin(-1.4f, 0.01f, 0);
    state = agent().state;
    OK(carom_mantle_path(&mantle, &scene, mover, &hero, vec3(-0.9f, 0, 0), &path));
    OK(carom_mantle_path(&mantle, &other_scene, own, &state, vec3(-0.9f, 0, 0), &other));
    follow(path, other);
    CHECK(hero.feet.y > 1.2f);
    begin(0, 0.01f, -1.4f);
    state = agent().state;
    OK(carom_vault_path(&vault, &scene, mover, &hero, vec3(0, 0, -1.5f), &path));
    OK(carom_vault_path(&vault, &other_scene, own, &state, vec3(0, 0, -1.5f), &other));
    follow(path, other);
    CHECK(hero.feet.z < -2.4f);
}

static void ladders(void) {
    CaromLadder ladder = {{1.65f, 0.01f, 0}, {1.65f, 4, 0}, {1, 4, 0}, 3};
    CaromPath path, other;
    begin(1.5f, 0.01f, 0);
    OK(carom_ladder_up(&ladder, hero.feet, &path));
    OK(carom_ladder_up(&ladder, agent().state.feet, &other));
    follow(path, other);
    CHECK(hero.feet.y > 3.9f);
}

static void swims(void) {
    CaromWater water = {1, 0.9f, 0.5f, 2};
    CaromLocomotion walk = carom_locomotion(), other_walk = walk;
    CaromPath path, other_path;
    CaromCharacter state;
    int n;
    begin(0, 0.06f, 0);
    for (n = 0; (float)n * dt < 3; n++) {
        CaromIntent one, other;
        CaromVec3 end, other_end;
        uint32_t swims, other_swims;
        state = agent().state;
        OK(carom_water_intent(&water, &hero, vec3(-1, 0, 0.02f), up, dt, &one, &end, &swims));
        OK(carom_water_intent(&water, &state, vec3(-1, 0, 0.02f), up, dt, &other, &other_end, &other_swims));
        CHECK(swims == 1 && other_swims == 1);
        tick(&one, &other);
        state = agent().state;
        OK(carom_water_after(&water, &hero, &one, end, &walk, up));
        OK(carom_water_after(&water, &state, &other, other_end, &other_walk, up));
        CHECK(memcmp(&walk, &other_walk, sizeof walk) == 0);
        set(&state);
        same();
    }
    /* At the block, and up on to it. */
    state = agent().state;
    OK(carom_water_exit(&water, &scene, mover, &hero, vec3(-0.9f, 0, 0), 0.6f, 2, &path));
    OK(carom_water_exit(&water, &other_scene, own, &state, vec3(-0.9f, 0, 0), 0.6f, 2, &other_path));
    follow(path, other_path);
}

static void wall_jumps(void) {
    CaromLocomotion walk = carom_locomotion(), other_walk = walk;
    CaromWallJump jump = {3, 4};
    int n;
    begin(1.69f, 2, 0);
    for (n = 0; n < 40; n++) {
        CaromIntent one, other;
        CaromCharacter state = agent().state;
        uint32_t jumped = 0, other_jumped = 0;
        if (n == 0) {
            OK(carom_wall_jump(&jump, &scene, mover, &hero, &walk, &jumped));
            OK(carom_wall_jump(&jump, &other_scene, own, &state, &other_walk, &other_jumped));
            CHECK(jumped == 1 && other_jumped == 1);
            set(&state);
        }
        OK(carom_locomotion_intent(&walk, &hero, vec3(0, 0, 0), 0, up, dt, &one));
        OK(carom_locomotion_intent(&other_walk, &state, vec3(0, 0, 0), 0, up, dt, &other));
        tick(&one, &other);
        OK(carom_locomotion_adopt(&walk, &hero, &one, up));
        state = agent().state;
        OK(carom_locomotion_adopt(&other_walk, &state, &other, up));
        same();
    }
}

int main(void) {
    CaromMoverSettings settings = carom_mover_defaults(), found;
    CaromCharacter start = carom_character_at(vec3(0, 0.01f, 0), 1.8f);
    int rate;
    settings.step_height = 0.25f;
    up = settings.up;
    OK(carom_world_create(&world));
    box(vec3(-50, -2, -50), vec3(50, 0, 50));
    box(vec3(2, 0, -50), vec3(3, 10, 50));
    box(vec3(-4, 0, -1), vec3(-2, 1.2f, 1));
    box(vec3(-1, 0, -2.1f), vec3(1, 1, -1.9f));
    OK(carom_world_copy(world, &other_world));
    OK(carom_mover_create(&settings, &mover));
    OK(carom_mover_set_body(mover, CAROM_BODY_CYLINDER, 0, NULL, 0));
    OK(carom_crowd_create(other_world, LAYER, &crowd));
    OK(carom_crowd_add(crowd, &settings, &start, 80, CAROM_PUSH, NULL));
    OK(carom_crowd_set_body(crowd, 0, CAROM_BODY_CYLINDER, 0, NULL, 0));
    OK(carom_crowd_mover(crowd, 0, &own));
    OK(carom_mover_settings(own, &found));
    CHECK(memcmp(&found, &settings, sizeof found) == 0);
    scene = carom_query_world(world);
    other_scene = carom_query_world(other_world);
    other_scene.except = agent().body;
    other_scene.mask = ~LAYER;
    for (rate = 0; rate < 2; rate++) {
        dt = 1 / RATES[rate];
        jumps();
        jumps_with_locomotion();
        dashes();
        glides();
        ledges();
        ladders();
        swims();
        wall_jumps();
    }
    /* It stays what it was. */
    settings.step_height = 0.5f;
    OK(carom_crowd_set_settings(crowd, 0, &settings));
    OK(carom_mover_settings(own, &found));
    CHECK(found.step_height == 0.25f);
    OK(carom_mover_free(own));
    OK(carom_mover_free(mover));
    OK(carom_crowd_free(crowd));
    OK(carom_world_free(other_world));
    OK(carom_world_free(world));
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("an agent has the abilities of a character");
    return 0;
}
