/* Misuse of pool tables and shots: error codes with a text that names the field, the ball or the row. */
#include "misuse.h"

static CaromPoolSetup setup;
static CaromPoolBall balls[65];
static CaromPoolTable table, freed_table;
static CaromShotResult result, freed_result;
static CaromMesh mesh;

static void reset(void) {
    OK(carom_pool_setup(CAROM_POOL_9_FT, &setup));
    OK(carom_rack_balls(CAROM_NINE_BALL, &setup.dimensions, 0, balls, 64, &setup.ball_count));
    setup.balls = balls;
}

static void refused(CaromStatus status, const char *words) {
    CaromPoolTable out;
    out.bits = 99;
    FAILS(status, words, carom_pool_table_create(&setup, &out));
    CHECK(out.bits == 99);
    reset();
}

static void bad_setups(void) {
    reset();
    setup.ball_count = 0;
    refused(CAROM_OUT_OF_RANGE, "balls: there is none");
    setup.ball_count = 65;
    refused(CAROM_OUT_OF_RANGE, "balls: 65 are more than 64");
    setup.ball_count = SIZE_MAX / 8;
    refused(CAROM_OUT_OF_RANGE, "address space");
    setup.balls = NULL;
    refused(CAROM_NULL, "balls is null");
    setup.dimensions.has_pockets = 2;
    refused(CAROM_INVALID, "dimensions.has_pockets is 2");
    setup.dimensions.width = NAN;
    refused(CAROM_INVALID, "dimensions.width must be positive and finite");
    setup.dimensions.corner_cut = 1;
    refused(CAROM_INVALID, "dimensions.corner_cut must be from parallel facings");
    setup.dimensions.cushion_height = 0.1;
    refused(CAROM_INVALID, "dimensions.cushion_height must be at least the radius");
    setup.cue.mass = 0;
    refused(CAROM_INVALID, "the mass of the cue must be positive");
    setup.models.ball = 2;
    refused(CAROM_INVALID, "models.ball is 2");
    setup.models.cushion = 7;
    refused(CAROM_INVALID, "models.cushion is 7");
    setup.models.slate = 2;
    refused(CAROM_INVALID, "models.slate is 2");
    setup.models.friction = 9;
    refused(CAROM_INVALID, "models.friction is 9");
    setup.models.friction_a = -1;
    refused(CAROM_INVALID, "the friction between balls must be");
    setup.models.cushion = CAROM_MATHAVAN_2010;
    refused(CAROM_INVALID, "the steps of the cushion model must be 1 to 1,000,000");
    balls[3].parameters.mass = INFINITY;
    refused(CAROM_INVALID, "balls[3].mass must be positive and finite");
    balls[4].parameters.radius = 0.03;
    refused(CAROM_INVALID, "balls[4].radius must be that of ball 0");
    balls[2].state.position[1] = NAN;
    refused(CAROM_INVALID, "balls[2].position must be finite");
    balls[2].state.position[2] = 0;
    refused(CAROM_INVALID, "balls[2].height must be the radius");
    balls[2].is_pocketed = 3;
    refused(CAROM_INVALID, "balls[2].is_pocketed is 3");
    balls[0].state.position[0] = -1;
    refused(CAROM_INVALID, "balls[0] ");
    memcpy(&balls[5].state, &balls[1].state, sizeof balls[5].state);
    refused(CAROM_INVALID, "balls[1] and balls[5] overlap");
    /* A rack that the table has no room for. */
    OK(carom_pool_setup(CAROM_POOL_7_FT, &setup));
    setup.dimensions.length = setup.dimensions.width = 0.5;
    OK(carom_rack_balls(CAROM_EIGHT_BALL, &setup.dimensions, 0, balls, 64, &setup.ball_count));
    setup.balls = balls;
    refused(CAROM_INVALID, "balls[");
}

static void bad_tables(void) {
    CaromTableSpec spec;
    CaromBallParameters parameters;
    CaromPoolBall out[16];
    CaromPocket pockets[6];
    CaromCushion cushions[8];
    CaromDVec2 corners[8];
    CaromPoolTable other;
    size_t count, ends[8], end_count;
    uint32_t number;
    FAILS(CAROM_INVALID, "table is 5", carom_table_spec(5, &spec));
    FAILS(CAROM_NULL, "out is null", carom_table_spec(0, NULL));
    FAILS(CAROM_INVALID, "table is 5", carom_ball_parameters(5, &parameters));
    FAILS(CAROM_NULL, "out is null", carom_ball_parameters(0, NULL));
    FAILS(CAROM_INVALID, "rack is 5", carom_rack_table(5, &number));
    FAILS(CAROM_NULL, "out is null", carom_rack_table(0, NULL));
    FAILS(CAROM_INVALID, "table is 4294967295", carom_pool_setup(UINT32_MAX, &setup));
    FAILS(CAROM_NULL, "out is null", carom_pool_setup(0, NULL));
    reset();
    FAILS(CAROM_INVALID, "rack is 9", carom_rack_balls(9, &setup.dimensions, 0, out, 16, &count));
    FAILS(CAROM_INVALID, "gap must be", carom_rack_balls(0, &setup.dimensions, NAN, out, 16, &count));
    FAILS(CAROM_NULL, "dimensions is null", carom_rack_balls(0, NULL, 0, out, 16, &count));
    FAILS(CAROM_NULL, "out is null", carom_rack_balls(0, &setup.dimensions, 0, NULL, 16, &count));
    FAILS(CAROM_NULL, "count is null", carom_rack_balls(0, &setup.dimensions, 0, out, 16, NULL));
    FAILS(CAROM_NULL, "setup is null", carom_pool_table_create(NULL, &other));
    FAILS(CAROM_NULL, "out is null", carom_pool_table_create(&setup, NULL));
    FAILS(CAROM_NULL, "balls is null", carom_pool_table_with_balls(table, NULL, 2, &other));
    FAILS(CAROM_OUT_OF_RANGE, "there is none", carom_pool_table_with_balls(table, balls, 0, &other));
    FAILS(CAROM_NULL, "out is null", carom_pool_table_with_balls(table, balls, 10, NULL));
    BAD_HANDLES(CaromPoolTable, freed_table, result, carom_pool_table_with_balls(h, balls, 10, &other));
    BAD_HANDLES(CaromPoolTable, freed_table, mesh, carom_pool_table_balls(h, out, 16, &count));
    BAD_HANDLES(CaromPoolTable, freed_table, mesh, carom_pool_table_dimensions(h, &spec));
    BAD_HANDLES(CaromPoolTable, freed_table, mesh, carom_pool_table_pockets(h, pockets, 6, &count));
    BAD_HANDLES(CaromPoolTable, freed_table, mesh, carom_pool_table_cushions(h, cushions, 8, &count));
    BAD_HANDLES(CaromPoolTable, freed_table, mesh, carom_pool_table_outlines(h, corners, 8, &count, ends, 8, &end_count));
    BAD_FREES(CaromPoolTable, freed_table, result, carom_pool_table_free(h));
    FAILS(CAROM_NULL, "out is null", carom_pool_table_balls(table, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_pool_table_pockets(table, pockets, 6, NULL));
    FAILS(CAROM_NULL, "count is null", carom_pool_table_cushions(table, NULL, 0, NULL));
    FAILS(CAROM_NULL, "out is null", carom_pool_table_dimensions(table, NULL));
    FAILS(CAROM_NULL, "ends is null", carom_pool_table_outlines(table, corners, 8, &count, NULL, 1, &end_count));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_pool_table_outlines(table, corners, 8, &count, (size_t *)(void *)corners, 2, &end_count));
}

static void bad_shot(CaromShot shot, const char *words) {
    CaromShotResult out;
    out.bits = 99;
    FAILS(CAROM_INVALID, words, carom_shot_simulate(table, &shot, &out));
    CHECK(out.bits == 99);
}

static void bad_shots(void) {
    CaromShot good, shot;
    CaromShotResult out;
    CaromShotInfo info;
    CaromPoolBall ends[10];
    CaromShotEvent events[2];
    CaromBallState states[10];
    CaromTracePoint points[2];
    size_t count;
    memset(&good, 0, sizeof good);
    good.speed = 8;
    shot = good, shot.speed = NAN;
    bad_shot(shot, "shot.speed must be 0 to 1,000 m/s");
    shot = good, shot.speed = -1;
    bad_shot(shot, "shot.speed must be");
    shot = good, shot.direction = INFINITY;
    bad_shot(shot, "shot.direction must be finite");
    shot = good, shot.elevation = 2;
    bad_shot(shot, "shot.elevation must be");
    shot = good, shot.right = NAN;
    bad_shot(shot, "shot.right must be finite");
    shot = good, shot.ball = 10;
    bad_shot(shot, "shot.ball must be the number of a ball");
    FAILS(CAROM_NULL, "shot is null", carom_shot_simulate(table, NULL, &out));
    FAILS(CAROM_NULL, "out is null", carom_shot_simulate(table, &good, NULL));
    FAILS(CAROM_NULL, "out is null", carom_shot_roll_out(table, NULL));
    BAD_HANDLES(CaromPoolTable, freed_table, result, carom_shot_simulate(h, &good, &out));
    BAD_HANDLES(CaromPoolTable, freed_table, mesh, carom_shot_roll_out(h, &out));
    BAD_HANDLES(CaromShotResult, freed_result, table, carom_shot_info(h, &info));
    BAD_HANDLES(CaromShotResult, freed_result, mesh, carom_shot_balls(h, ends, 10, &count));
    BAD_HANDLES(CaromShotResult, freed_result, mesh, carom_shot_events(h, events, 2, &count));
    BAD_HANDLES(CaromShotResult, freed_result, mesh, carom_shot_at(h, 0, states, 10, &count));
    BAD_HANDLES(CaromShotResult, freed_result, mesh, carom_shot_trace(h, 0, points, 2, &count));
    BAD_FREES(CaromShotResult, freed_result, table, carom_shot_free(h));
    FAILS(CAROM_NULL, "out is null", carom_shot_info(result, NULL));
    FAILS(CAROM_NULL, "out is null", carom_shot_balls(result, NULL, 1, &count));
    FAILS(CAROM_NULL, "count is null", carom_shot_events(result, events, 2, NULL));
    FAILS(CAROM_INVALID, "time must be", carom_shot_at(result, NAN, states, 10, &count));
    FAILS(CAROM_INVALID, "time must be", carom_shot_at(result, -1, states, 10, &count));
    FAILS(CAROM_INVALID, "time must be", carom_shot_at(result, INFINITY, states, 10, &count));
    FAILS(CAROM_OUT_OF_RANGE, "ball is 10, but the table has 10 balls", carom_shot_trace(result, 10, points, 2, &count));
}

static void bad_batches(void) {
    double speeds[3] = {8, 7, 6}, elevations[3] = {0, 0, 2}, direction = 1.5;
    CaromShotInfo infos[3];
    CaromBallEnd ends[30];
    CaromShots shots, bad;
    memset(&shots, 0, sizeof shots);
    memset(infos, 7, sizeof infos);
    shots.count = 3;
    shots.speed.base = speeds;
    shots.speed.stride = sizeof speeds[0];
    shots.direction.base = &direction;
    FAILS(CAROM_NULL, "shots is null", carom_shot_batch(table, NULL, infos, ends, 30));
    FAILS(CAROM_NULL, "infos is null", carom_shot_batch(table, &shots, NULL, ends, 30));
    FAILS(CAROM_NULL, "ends is null", carom_shot_batch(table, &shots, infos, NULL, 30));
    FAILS(CAROM_OUT_OF_RANGE, "end_count is 29", carom_shot_batch(table, &shots, infos, ends, 29));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_shot_batch(table, &shots, infos, (CaromBallEnd *)(void *)infos, 30));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps", carom_shot_batch(table, &shots, (CaromShotInfo *)(void *)speeds, ends, 30));
    bad = shots, bad.speed.base = NULL;
    FAILS(CAROM_NULL, "shots.speed is null", carom_shot_batch(table, &bad, infos, ends, 30));
    bad = shots, bad.speed.stride = 4;
    FAILS(CAROM_OUT_OF_RANGE, "stride of shots.speed is 4", carom_shot_batch(table, &bad, infos, ends, 30));
    bad = shots, bad.count = SIZE_MAX / 4;
    FAILS(CAROM_OUT_OF_RANGE, "address space", carom_shot_batch(table, &bad, infos, ends, 30));
    bad = shots, bad.elevation.base = elevations, bad.elevation.stride = 8;
    FAILS(CAROM_INVALID, "shots, row 2: elevation must be 0 to", carom_shot_batch(table, &bad, infos, ends, 30));
    direction = NAN;
    FAILS(CAROM_INVALID, "shots, row 0: direction must be finite", carom_shot_batch(table, &shots, infos, ends, 30));
    CHECK(infos[0].status == 0x07070707);
    BAD_HANDLES(CaromPoolTable, freed_table, mesh, carom_shot_batch(h, &shots, infos, ends, 30));
}

static void bad_aims(void) {
    CaromDVec2 up, bad, out;
    CaromAimedBall aimed;
    up.x = 0;
    up.y = 1;
    bad.x = NAN;
    bad.y = 0;
    FAILS(CAROM_INVALID, "direction is not finite", carom_aimed_at(table, 0, bad, &aimed));
    bad.x = 0;
    FAILS(CAROM_INVALID, "direction has the length 0", carom_aimed_at(table, 0, bad, &aimed));
    FAILS(CAROM_OUT_OF_RANGE, "ball is 12", carom_aimed_at(table, 12, up, &aimed));
    FAILS(CAROM_NULL, "out is null", carom_aimed_at(table, 0, up, NULL));
    BAD_HANDLES(CaromPoolTable, freed_table, mesh, carom_aimed_at(h, 0, up, &aimed));
    bad.x = INFINITY;
    FAILS(CAROM_INVALID, "object is not finite", carom_ghost_ball(bad, up, 1, &out));
    FAILS(CAROM_INVALID, "target is not finite", carom_ghost_ball(up, bad, 1, &out));
    FAILS(CAROM_INVALID, "radius must be", carom_ghost_ball(up, up, 0, &out));
    FAILS(CAROM_NULL, "out is null", carom_ghost_ball(up, up, 1, NULL));
}

int main(void) {
    CaromShot shot;
    memset(&shot, 0, sizeof shot);
    reset();
    mesh = square(1);
    OK(carom_pool_table_create(&setup, &table));
    OK(carom_pool_table_create(&setup, &freed_table));
    OK(carom_shot_simulate(table, &shot, &result));
    OK(carom_shot_simulate(freed_table, &shot, &freed_result));
    OK(carom_shot_free(freed_result));
    OK(carom_pool_table_free(freed_table));
    bad_setups();
    bad_tables();
    bad_shots();
    bad_batches();
    bad_aims();
    OK(carom_shot_free(result));
    OK(carom_pool_table_free(table));
    OK(carom_mesh_free(mesh));
    puts("every misuse of billiards is an error");
    return 0;
}
