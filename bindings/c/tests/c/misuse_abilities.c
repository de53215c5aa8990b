/* Misuse of abilities. */
#include "misuse.h"

static CaromMesh mesh;
static CaromMover mover, freed;
static CaromQuery scene;
static CaromCharacter state, bad;
static CaromIntent intent;
static const CaromVec3 up = {0, 1, 0}, zero = {0, 0, 0};
static uint32_t flag = 77;

static void bad_jumps(void) {
    CaromAirJumps jumps = {1, 1};
    CaromDash dash;
    CaromLocomotion walk = carom_locomotion(), strange = walk;
    strange.coyote = NAN;
    FAILS(CAROM_NULL, "jumps is null", carom_air_jumps_allow(NULL, &state, NULL, 0, 1, &flag));
    FAILS(CAROM_NULL, "state is null", carom_air_jumps_allow(&jumps, NULL, NULL, 0, 1, &flag));
    FAILS(CAROM_NULL, "counts is null", carom_air_jumps_allow(&jumps, &state, NULL, 0, 1, NULL));
    FAILS(CAROM_INVALID, "pressed must be 0 or 1, not 2", carom_air_jumps_allow(&jumps, &state, NULL, 2, 1, &flag));
    FAILS(CAROM_INVALID, "state.feet", carom_air_jumps_allow(&jumps, &bad, NULL, 1, 1, &flag));
    FAILS(CAROM_INVALID, "dt must be more than 0", carom_air_jumps_allow(&jumps, &state, &walk, 1, 0, &flag));
    FAILS(CAROM_INVALID, "a setting of locomotion", carom_air_jumps_allow(&jumps, &state, &strange, 1, 1, &flag));
    FAILS(CAROM_NULL, "locomotion is null", carom_locomotion_jump(NULL, &intent, 1));
    FAILS(CAROM_NULL, "intent is null", carom_locomotion_jump(&walk, NULL, 1));
    FAILS(CAROM_INVALID, "a setting of locomotion", carom_locomotion_jump(&strange, &intent, 1));
    FAILS(CAROM_INVALID, "speed must be more than 0", carom_locomotion_jump(&walk, &intent, 0));
    CHECK(intent.jump == 0 && intent.flags == 0 && walk.jumped == 1 && walk.waiting_speed == 0);
    FAILS(CAROM_NULL, "state is null", carom_cut_jump(NULL, 1, up));
    FAILS(CAROM_INVALID, "rise is negative", carom_cut_jump(&state, -1, up));
    FAILS(CAROM_INVALID, "up is zero", carom_cut_jump(&state, 1, zero));
    FAILS(CAROM_INVALID, "state.feet", carom_cut_jump(&bad, 1, up));
    FAILS(CAROM_NULL, "out is null", carom_dash(up, 1, NULL));
    FAILS(CAROM_INVALID, "way is not finite", carom_dash(nan3(), 1, &dash));
    FAILS(CAROM_INVALID, "seconds must be more than 0", carom_dash(up, 0, &dash));
    FAILS(CAROM_INVALID, "seconds is too short", carom_dash(vec3(1e38f, 0, 0), 1e-9f, &dash));
    OK(carom_dash(up, 1, &dash));
    FAILS(CAROM_NULL, "dash is null", carom_dash_intent(NULL, 1, &intent, &flag));
    FAILS(CAROM_NULL, "intent is null", carom_dash_intent(&dash, 1, NULL, &flag));
    FAILS(CAROM_NULL, "goes_on is null", carom_dash_intent(&dash, 1, &intent, NULL));
    FAILS(CAROM_INVALID, "dt must be more than 0", carom_dash_intent(&dash, 0, &intent, &flag));
    dash.left = -1;
    FAILS(CAROM_INVALID, "dash.left is negative", carom_dash_intent(&dash, 1, &intent, &flag));
    dash.left = 1;
    dash.velocity = nan3();
    FAILS(CAROM_INVALID, "dash.velocity", carom_dash_intent(&dash, 1, &intent, &flag));
    CHECK(dash.left == 1 && jumps.left == 1);
}

static void bad_glides(void) {
    CaromIntent risen = intent;
    risen.flags = CAROM_RISE;
    BAD_HANDLES(CaromMover, freed, mesh, carom_glide_intent(1, h, &state, 1, &intent));
    BAD_HANDLES(CaromMover, freed, mesh, carom_glide_after(1, h, &state, &intent));
    FAILS(CAROM_NULL, "state is null", carom_glide_intent(1, mover, NULL, 1, &intent));
    FAILS(CAROM_NULL, "intent is null", carom_glide_intent(1, mover, &state, 1, NULL));
    FAILS(CAROM_INVALID, "speed is negative", carom_glide_intent(-1, mover, &state, 1, &intent));
    FAILS(CAROM_INVALID, "dt must be", carom_glide_intent(1, mover, &state, NAN, &intent));
    FAILS(CAROM_INVALID, "has CAROM_RISE already", carom_glide_intent(1, mover, &state, 1, &risen));
    FAILS(CAROM_NULL, "state is null", carom_glide_after(1, mover, NULL, &intent));
    FAILS(CAROM_NULL, "intent is null", carom_glide_after(1, mover, &state, NULL));
    FAILS(CAROM_INVALID, "speed is not finite", carom_glide_after(INFINITY, mover, &state, &intent));
}

static void bad_paths(void) {
    CaromVec3 places[9] = {{0, 0, 0}};
    CaromPath path, before;
    CaromCompound compound;
    CaromShape ball = carom_ball(zero, 1);
    CaromPose pose = carom_pose_at(zero);
    CaromQuery none = scene;
    FAILS(CAROM_NULL, "points is null", carom_path(NULL, 1, 1, &path));
    FAILS(CAROM_NULL, "out is null", carom_path(places, 2, 1, NULL));
    FAILS(CAROM_OUT_OF_RANGE, "at most 8 places", carom_path(places, 9, 1, &path));
    FAILS(CAROM_INVALID, "speed must be more than 0", carom_path(places, 2, 0, &path));
    places[1] = nan3();
    FAILS(CAROM_INVALID, "points is not finite", carom_path(places, 2, 1, &path));
    places[1] = vec3(1, 0, 0);
    OK(carom_path(places, 2, 1, &path));
    before = path;
    BAD_HANDLES(CaromMover, freed, mesh, carom_path_step(&path, h, &scene, &state, 1, NULL));
    FAILS(CAROM_NULL, "path is null", carom_path_step(NULL, mover, &scene, &state, 1, NULL));
    FAILS(CAROM_NULL, "scene is null", carom_path_step(&path, mover, NULL, &state, 1, NULL));
    FAILS(CAROM_NULL, "state is null", carom_path_step(&path, mover, &scene, NULL, 1, NULL));
    FAILS(CAROM_INVALID, "dt must be", carom_path_step(&path, mover, &scene, &state, -1, NULL));
    FAILS(CAROM_INVALID, "state.feet", carom_path_step(&path, mover, &scene, &bad, 1, NULL));
    OK(carom_compound_create(&ball, &pose, 1, &compound));
    none.surface = compound.bits;
    FAILS(CAROM_WRONG_KIND, "compound", carom_path_step(&path, mover, &none, &state, 1, NULL));
    OK(carom_compound_free(compound));
    CHECK(memcmp(&path, &before, sizeof path) == 0);
    path.count = 9;
    FAILS(CAROM_OUT_OF_RANGE, "path.count is 9", carom_path_step(&path, mover, &scene, &state, 1, NULL));
    path.count = 2;
    path.needed = NAN;
    FAILS(CAROM_INVALID, "path.needed", carom_path_step(&path, mover, &scene, &state, 1, NULL));
    path.needed = 0;
    path.speed = 0;
    FAILS(CAROM_INVALID, "path.speed", carom_path_step(&path, mover, &scene, &state, 1, NULL));
    path.points[1] = nan3();
    FAILS(CAROM_INVALID, "path.points", carom_path_step(&path, mover, &scene, &state, 1, NULL));
}

static void bad_ladders(void) {
    CaromLadder ladder = {{0, 0, 0}, {0, 5, 0}, {1, 5, 0}, 2};
    CaromPath path;
    FAILS(CAROM_NULL, "ladder is null", carom_ladder_is_near(NULL, zero, 1, &flag));
    FAILS(CAROM_NULL, "out is null", carom_ladder_is_near(&ladder, zero, 1, NULL));
    FAILS(CAROM_INVALID, "feet is not finite", carom_ladder_is_near(&ladder, nan3(), 1, &flag));
    FAILS(CAROM_INVALID, "distance is negative", carom_ladder_is_near(&ladder, zero, -1, &flag));
    FAILS(CAROM_NULL, "ladder is null", carom_ladder_up(NULL, zero, &path));
    FAILS(CAROM_NULL, "out is null", carom_ladder_up(&ladder, zero, NULL));
    FAILS(CAROM_INVALID, "feet is not finite", carom_ladder_up(&ladder, nan3(), &path));
    FAILS(CAROM_NULL, "ladder is null", carom_ladder_down(NULL, zero, &path));
    FAILS(CAROM_NULL, "out is null", carom_ladder_down(&ladder, zero, NULL));
    FAILS(CAROM_INVALID, "feet is not finite", carom_ladder_down(&ladder, nan3(), &path));
    ladder.speed = -1;
    FAILS(CAROM_INVALID, "ladder.speed", carom_ladder_up(&ladder, zero, &path));
    ladder.exit = nan3();
    FAILS(CAROM_INVALID, "ladder.exit", carom_ladder_down(&ladder, zero, &path));
    ladder.top = ladder.bottom;
    FAILS(CAROM_INVALID, "the same place", carom_ladder_up(&ladder, zero, &path));
}

static void bad_water(void) {
    CaromWater water = {1, 0.9f, 0.5f, 2};
    CaromLocomotion strange = carom_locomotion();
    CaromVec3 end;
    CaromPath path;
    strange.grip = -1;
    FAILS(CAROM_NULL, "water is null", carom_water_intent(NULL, &state, zero, up, 1, &intent, &end, &flag));
    FAILS(CAROM_NULL, "state is null", carom_water_intent(&water, NULL, zero, up, 1, &intent, &end, &flag));
    FAILS(CAROM_NULL, "intent is null", carom_water_intent(&water, &state, zero, up, 1, NULL, &end, &flag));
    FAILS(CAROM_NULL, "end is null", carom_water_intent(&water, &state, zero, up, 1, &intent, NULL, &flag));
    FAILS(CAROM_NULL, "swims is null", carom_water_intent(&water, &state, zero, up, 1, &intent, &end, NULL));
    FAILS(CAROM_INVALID, "wanted", carom_water_intent(&water, &state, nan3(), up, 1, &intent, &end, &flag));
    FAILS(CAROM_INVALID, "up is zero", carom_water_intent(&water, &state, zero, zero, 1, &intent, &end, &flag));
    FAILS(CAROM_INVALID, "dt must be", carom_water_intent(&water, &state, zero, up, 0, &intent, &end, &flag));
    FAILS(CAROM_NULL, "water is null", carom_water_after(NULL, &state, &intent, zero, NULL, up));
    FAILS(CAROM_NULL, "state is null", carom_water_after(&water, NULL, &intent, zero, NULL, up));
    FAILS(CAROM_NULL, "intent is null", carom_water_after(&water, &state, NULL, zero, NULL, up));
    FAILS(CAROM_INVALID, "end is not finite", carom_water_after(&water, &state, &intent, nan3(), NULL, up));
    FAILS(CAROM_INVALID, "up is zero", carom_water_after(&water, &state, &intent, zero, NULL, zero));
    FAILS(CAROM_INVALID, "locomotion.grip is negative", carom_water_after(&water, &state, &intent, zero, &strange, up));
    BAD_HANDLES(CaromMover, freed, mesh, carom_water_exit(&water, &scene, h, &state, up, 1, 1, &path));
    FAILS(CAROM_NULL, "water is null", carom_water_exit(NULL, &scene, mover, &state, up, 1, 1, &path));
    FAILS(CAROM_INVALID, "above is negative", carom_water_exit(&water, &scene, mover, &state, up, -1, 1, &path));
    FAILS(CAROM_INVALID, "speed must be", carom_water_exit(&water, &scene, mover, &state, up, 1, 0, &path));
    water.surface = NAN;
    FAILS(CAROM_INVALID, "water.surface", carom_water_after(&water, &state, &intent, zero, NULL, up));
    water.surface = 1;
    water.drag = 0;
    FAILS(CAROM_INVALID, "water.drag", carom_water_intent(&water, &state, zero, up, 1, &intent, &end, &flag));
}

static void bad_searches(void) {
    CaromMantle mantle = {0.5f, 1.5f, 2};
    CaromVault vault = {0.5f, 1.2f, 1, 3};
    CaromWallJump jump = {3, 4};
    CaromLocomotion locomotion = carom_locomotion();
    CaromPath path;
    BAD_HANDLES(CaromMover, freed, mesh, carom_mantle_path(&mantle, &scene, h, &state, up, &path));
    FAILS(CAROM_NULL, "mantle is null", carom_mantle_path(NULL, &scene, mover, &state, up, &path));
    FAILS(CAROM_NULL, "scene is null", carom_mantle_path(&mantle, NULL, mover, &state, up, &path));
    FAILS(CAROM_NULL, "state is null", carom_mantle_path(&mantle, &scene, mover, NULL, up, &path));
    FAILS(CAROM_NULL, "out is null", carom_mantle_path(&mantle, &scene, mover, &state, up, NULL));
    FAILS(CAROM_INVALID, "ahead is not finite", carom_mantle_path(&mantle, &scene, mover, &state, nan3(), &path));
    mantle.lowest = 2;
    FAILS(CAROM_INVALID, "mantle.lowest exceeds mantle.highest", carom_mantle_path(&mantle, &scene, mover, &state, up, &path));
    mantle.lowest = -1;
    FAILS(CAROM_INVALID, "mantle.lowest is negative", carom_mantle_path(&mantle, &scene, mover, &state, up, &path));
    BAD_HANDLES(CaromMover, freed, mesh, carom_vault_path(&vault, &scene, h, &state, up, &path));
    FAILS(CAROM_NULL, "vault is null", carom_vault_path(NULL, &scene, mover, &state, up, &path));
    vault.speed = 0;
    FAILS(CAROM_INVALID, "vault.speed", carom_vault_path(&vault, &scene, mover, &state, up, &path));
    vault.drop = NAN;
    FAILS(CAROM_INVALID, "vault.drop", carom_vault_path(&vault, &scene, mover, &state, up, &path));
    BAD_HANDLES(CaromMover, freed, mesh, carom_wall_jump(&jump, &scene, h, &state, &locomotion, &flag));
    FAILS(CAROM_NULL, "jump is null", carom_wall_jump(NULL, &scene, mover, &state, &locomotion, &flag));
    FAILS(CAROM_NULL, "scene is null", carom_wall_jump(&jump, NULL, mover, &state, &locomotion, &flag));
    FAILS(CAROM_NULL, "state is null", carom_wall_jump(&jump, &scene, mover, NULL, &locomotion, &flag));
    FAILS(CAROM_NULL, "locomotion is null", carom_wall_jump(&jump, &scene, mover, &state, NULL, &flag));
    FAILS(CAROM_NULL, "jumped is null", carom_wall_jump(&jump, &scene, mover, &state, &locomotion, NULL));
    jump.rise = NAN;
    FAILS(CAROM_INVALID, "jump.rise", carom_wall_jump(&jump, &scene, mover, &state, &locomotion, &flag));
}

int main(void) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromCharacter before;
    mesh = square(9);
    scene = carom_query_mesh(mesh);
    OK(carom_mover_create(&settings, &freed));
    OK(carom_mover_free(freed));
    OK(carom_mover_create(&settings, &mover));
    before = state = carom_character_at(vec3(0, 1, 0), 1.8f);
    bad = carom_character_at(nan3(), 1.8f);
    bad_jumps();
    bad_glides();
    bad_paths();
    bad_ladders();
    bad_water();
    bad_searches();
    CHECK(memcmp(&state, &before, sizeof state) == 0 && flag == 77);
    OK(carom_mover_free(mover));
    OK(carom_mesh_free(mesh));
    puts("misuse of abilities is an error");
    return 0;
}
