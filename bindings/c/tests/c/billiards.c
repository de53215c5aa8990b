/* Pool tables and shots: textbook shots, closed forms, and batches that equal single shots. */
#include "check.h"

static const double HALF_PI = 1.57079632679489661923;

static CaromDVec2 at(double x, double y) {
    CaromDVec2 p;
    p.x = x;
    p.y = y;
    return p;
}

/* Balls of a 9-foot table at rest. */
static CaromPoolTable balls_at(const CaromDVec2 *places, size_t count) {
    CaromPoolBall balls[8];
    CaromPoolSetup setup;
    CaromPoolTable table;
    size_t i;
    memset(balls, 0, sizeof balls);
    OK(carom_pool_setup(CAROM_POOL_9_FT, &setup));
    for (i = 0; i < count; i++) {
        OK(carom_ball_parameters(CAROM_POOL_9_FT, &balls[i].parameters));
        balls[i].state.position[0] = places[i].x;
        balls[i].state.position[1] = places[i].y;
        balls[i].state.position[2] = balls[i].parameters.radius;
    }
    setup.balls = balls;
    setup.ball_count = count;
    OK(carom_pool_table_create(&setup, &table));
    return table;
}

static CaromPoolTable racked(uint32_t rack) {
    static CaromPoolBall balls[64];
    CaromPoolSetup setup;
    CaromPoolTable table;
    uint32_t number;
    OK(carom_rack_table(rack, &number));
    OK(carom_pool_setup(number, &setup));
    OK(carom_rack_balls(rack, &setup.dimensions, 0, balls, 64, &setup.ball_count));
    setup.balls = balls;
    OK(carom_pool_table_create(&setup, &table));
    return table;
}

static CaromShot stroke(double speed, double direction) {
    CaromShot shot;
    memset(&shot, 0, sizeof shot);
    shot.speed = speed;
    shot.direction = direction;
    return shot;
}

static void tables(void) {
    static const uint32_t racks[5] = {CAROM_EIGHT_BALL, CAROM_NINE_BALL, CAROM_TEN_BALL, CAROM_SNOOKER, CAROM_THREE_CUSHION};
    static const size_t counts[5] = {16, 10, 11, 22, 3}, noses[5] = {6, 6, 6, 6, 4};
    CaromPoolBall balls[64];
    CaromPocket pockets[6];
    CaromCushion cushions[64];
    CaromDVec2 corners[256];
    size_t i, j, count, cushion_count, ends[6], end_count;
    for (i = 0; i < 5; i++) {
        CaromPoolTable table = racked(racks[i]);
        CaromTableSpec spec;
        double left = 0;
        OK(carom_pool_table_balls(table, balls, 64, &count));
        CHECK(count == counts[i] && balls[0].is_pocketed == 0 && balls[0].state.position[2] == balls[0].parameters.radius);
        OK(carom_pool_table_dimensions(table, &spec));
        OK(carom_pool_table_pockets(table, pockets, 6, &count));
        CHECK(count == (spec.has_pockets ? 6u : 0u) && (count == 0 || pockets[0].center.x < 0));
        OK(carom_pool_table_cushions(table, cushions, 64, &cushion_count));
        CHECK(cushions[0].radius == 0 && cushions[0].normal.x == 1 && cushion_count >= noses[i]);
        OK(carom_pool_table_outlines(table, corners, 256, &count, ends, 6, &end_count));
        CHECK(end_count == noses[i] && ends[end_count - 1] == count && count <= 256);
        for (j = 0; j < ends[0]; j++)
            left = corners[j].x < left ? corners[j].x : left;
        CHECK(fabs(left + spec.cushion_width) < 1e-9);
        OK(carom_pool_table_free(table));
    }
}

/* Follow, stop and draw: at the collision the cue ball is at 1.443 m. */
static void textbook_shots(void) {
    static const double above[4] = {0.3, -0.16, -0.45, 0.6};
    double end[4];
    CaromDVec2 places[2];
    CaromPoolTable table;
    CaromShotInfo info;
    int i;
    places[0] = at(0.4, 1.3);
    places[1] = at(0.4, 1.5);
    table = balls_at(places, 2);
    for (i = 0; i < 4; i++) {
        CaromShot shot = stroke(1, HALF_PI);
        CaromShotResult result;
        CaromPoolBall balls[2];
        size_t count;
        shot.above = above[i];
        OK(carom_shot_simulate(table, &shot, &result));
        OK(carom_shot_info(result, &info));
        OK(carom_shot_balls(result, balls, 2, &count));
        CHECK(count == 2 && info.ball_count == 2);
        CHECK(info.status == (i == 3 ? CAROM_MISCUE : CAROM_AT_REST));
        CHECK(info.first_ball_hit == (i == 3 ? CAROM_NO_BALL : 1) && (i < 3 || info.event_count == 0));
        end[i] = balls[0].state.position[1];
        OK(carom_shot_free(result));
    }
    CHECK(end[0] > 1.8 && fabs(end[1] - 1.443) < 0.005 && end[2] < 1.42 && end[3] == 1.3);
    OK(carom_pool_table_free(table));
}

/* v^2 / (2 u g), and half of the way in the closed form. */
static void rolls(void) {
    CaromDVec2 place = at(0.6, 0.5);
    CaromPoolTable still = balls_at(&place, 1), table;
    CaromPoolBall ball;
    CaromBallState state;
    CaromShotResult result;
    CaromShotInfo info;
    CaromTracePoint points[80];
    size_t count;
    double radius;
    OK(carom_pool_table_balls(still, &ball, 1, &count));
    radius = ball.parameters.radius;
    ball.state.velocity[1] = 0.5;
    ball.state.angular_velocity[0] = -0.5 / radius;
    OK(carom_pool_table_with_balls(still, &ball, 1, &table));
    OK(carom_shot_roll_out(table, &result));
    OK(carom_shot_info(result, &info));
    CHECK(info.first_ball_hit == CAROM_NO_BALL && fabs(info.duration - 0.5 / 0.0981) < 1e-12);
    OK(carom_shot_at(result, info.duration + 1, &state, 1, &count));
    CHECK(count == 1 && fabs(state.position[1] - 0.5 - 0.25 / (2 * 0.0981)) < 1e-12 && state.velocity[1] == 0);
    OK(carom_shot_at(result, 1, &state, 1, &count));
    CHECK(fabs(state.velocity[1] - 0.4019) < 1e-12 && fabs(state.position[1] - (1 - 0.0981 / 2)) < 1e-12);
    OK(carom_shot_trace(result, 0, points, 80, &count));
    CHECK(count == 33 && points[0].motion == CAROM_ROLLING && points[count - 1].motion == CAROM_STATIONARY);
    OK(carom_pool_table_free(still));
    OK(carom_pool_table_free(table));
    OK(carom_shot_free(result));
}

static int same(const CaromShotInfo *a, const CaromShotInfo *b) {
    return a->duration == b->duration && a->status == b->status && a->event_count == b->event_count &&
           a->ball_count == b->ball_count && a->first_ball_hit == b->first_ball_hit;
}

/* Breaks: energy never grows from event to event, each event is where the closed form leads, and a batch equals single shots. */
static void breaks(void) {
    enum { SHOTS = 24, BALLS = 10 };
    static struct { double speed, direction, above; uint32_t ball, unused; } rows[SHOTS];
    static CaromShotInfo infos[SHOTS], again[SHOTS];
    static CaromBallEnd ends[SHOTS * BALLS];
    static CaromShotEvent events[4096];
    CaromPoolTable table = racked(CAROM_NINE_BALL);
    CaromShots shots;
    uint64_t seed = 1;
    size_t i, j, count, pocketed = 0;
    memset(&shots, 0, sizeof shots);
    for (i = 0; i < SHOTS; i++) {
        rows[i].speed = 5 + 5 * uniform(&seed);
        rows[i].direction = HALF_PI + 0.02 * uniform(&seed) - 0.01;
        rows[i].above = i == 7 ? 0.9 : -0.2 + 0.4 * uniform(&seed);
        rows[i].ball = i == 9 ? 4 : 0;
    }
    shots.count = SHOTS;
    shots.speed.base = &rows[0].speed;
    shots.direction.base = &rows[0].direction;
    shots.above.base = &rows[0].above;
    shots.ball.base = &rows[0].ball;
    shots.speed.stride = shots.direction.stride = shots.above.stride = shots.ball.stride = sizeof rows[0];
    OK(carom_shot_batch(table, &shots, infos, ends, SHOTS * BALLS));
    OK(carom_shot_batch(table, &shots, again, NULL, 0));
    for (i = 0; i < SHOTS; i++) {
        CaromShot shot = stroke(rows[i].speed, rows[i].direction);
        CaromShotResult result;
        CaromShotInfo info;
        CaromPoolBall balls[BALLS];
        CaromBallState states[BALLS];
        shot.above = rows[i].above;
        shot.ball = rows[i].ball;
        OK(carom_shot_simulate(table, &shot, &result));
        OK(carom_shot_info(result, &info));
        CHECK(same(&info, &infos[i]) && same(&info, &again[i]) && info.status == (i == 7 ? CAROM_MISCUE : CAROM_AT_REST));
        OK(carom_shot_balls(result, balls, BALLS, &count));
        OK(carom_shot_events(result, events, 4096, &count));
        CHECK(count == info.event_count && count <= 4096);
        for (j = 0; j < BALLS; j++) {
            const CaromBallEnd *end = &ends[i * BALLS + j];
            CHECK(end->position[0] == balls[j].state.position[0] && end->position[1] == balls[j].state.position[1]);
            CHECK(end->is_pocketed == balls[j].is_pocketed && (end->pocket != CAROM_NO_BALL) == (end->is_pocketed == 1));
            pocketed += end->is_pocketed;
        }
        for (j = 0; j < count; j++) {
            CHECK(j == 0 ? events[j].kind == CAROM_EVENT_STRIKE : events[j].time >= events[j - 1].time);
            CHECK(events[j].kind != CAROM_EVENT_TRANSITION || events[j].from != events[j].other);
            CHECK(events[j].kind != CAROM_EVENT_BALL || events[j].other > events[j].ball);
            CHECK((events[j].speed == events[j].speed) ==
                  (events[j].kind == CAROM_EVENT_BALL || events[j].kind == CAROM_EVENT_CUSHION));
            if (j + 1 < count && events[j + 1].time > events[j].time) {
                size_t all;
                OK(carom_shot_at(result, events[j].time, states, BALLS, &all));
                CHECK(all == BALLS && memcmp(&states[events[j].ball], &events[j].after, sizeof states[0]) == 0);
            }
        }
        OK(carom_shot_free(result));
    }
    CHECK(pocketed > 10 && infos[0].event_count > 50);
    /* A stride of 0 is the first for all, and columns that are missing are 0. */
    shots.speed.stride = shots.direction.stride = 0;
    shots.above.base = NULL;
    shots.ball.base = NULL;
    shots.count = 3;
    OK(carom_shot_batch(table, &shots, infos, ends, 3 * BALLS));
    CHECK(same(&infos[0], &infos[2]) && memcmp(ends, ends + 2 * BALLS, BALLS * sizeof ends[0]) == 0);
    OK(carom_pool_table_free(table));
}

static void aim(void) {
    CaromDVec2 places[3], ghost;
    CaromAimedBall aimed;
    CaromPoolTable table;
    double radius = 0.028575;
    places[0] = at(0.5, 0.5);
    places[1] = at(0.5, 1.5);
    places[2] = at(0.5, 2);
    table = balls_at(places, 3);
    OK(carom_aimed_at(table, 0, at(0, 3), &aimed));
    CHECK(aimed.ball == 1 && fabs(aimed.distance - (1 - 2 * radius)) < 1e-12 && fabs(aimed.fullness - 1) < 1e-12);
    CHECK(aimed.line.y == 1 && fabs(aimed.ghost.y - (1.5 - 2 * radius)) < 1e-12);
    OK(carom_aimed_at(table, 0, at(0, -1), &aimed));
    CHECK(aimed.ball == CAROM_NO_BALL && isinf(aimed.distance) && isnan(aimed.fullness));
    OK(carom_ghost_ball(at(1, 1), at(1, 2), 0.03, &ghost));
    CHECK(ghost.x == 1 && ghost.y == 0.94);
    OK(carom_ghost_ball(at(1, 1), at(1, 1), 0.03, &ghost));
    CHECK(isnan(ghost.x));
    CHECK(carom_direction_to(at(1, 1), at(1, 3)) == HALF_PI && carom_direction_to(at(1, 1), at(1, 1)) == 0);
    OK(carom_pool_table_free(table));
}

/* Every number of a setup counts, and what was read from the library is what it takes. */
static void setups(void) {
    CaromPoolBall balls[3];
    CaromPoolSetup setup;
    CaromPoolTable table;
    CaromShot shot = stroke(3, 0.4);
    double ends[5];
    int i;
    for (i = 0; i < 5; i++) {
        CaromShotResult result;
        CaromPoolBall end[3];
        size_t count;
        OK(carom_pool_setup(CAROM_CAROM_10_FT, &setup));
        OK(carom_rack_balls(CAROM_THREE_CUSHION, &setup.dimensions, 0, balls, 3, &setup.ball_count));
        setup.balls = balls;
        if (i == 1)
            setup.models.cushion = CAROM_MATHAVAN_2010, setup.models.cushion_steps = 200;
        if (i == 2)
            setup.cue.mass = 0.5;
        if (i == 3)
            balls[0].parameters.sliding_friction = 0.3;
        if (i == 4)
            setup.models.ball = CAROM_MATHAVAN_2014, setup.models.ball_steps = 100, setup.models.friction = CAROM_AVERAGE_FRICTION;
        OK(carom_pool_table_create(&setup, &table));
        OK(carom_shot_simulate(table, &shot, &result));
        OK(carom_shot_balls(result, end, 3, &count));
        ends[i] = end[0].state.position[0] + end[1].state.position[0] + end[2].state.position[0];
        OK(carom_shot_free(result));
        OK(carom_pool_table_free(table));
    }
    for (i = 1; i < 4; i++)
        CHECK(ends[i] != ends[0] && fabs(ends[i]) < 3 * 1.42);
    {
        CaromTableSpec spec;
        OK(carom_table_spec(CAROM_CAROM_10_FT, &spec));
        CHECK(spec.width == 1.42 && spec.has_pockets == 0 && spec.corner_mouth == 0);
        OK(carom_table_spec(CAROM_SNOOKER_12_FT, &spec));
        CHECK(spec.has_pockets == 1 && fabs(spec.side_cut - HALF_PI) < 1e-15);
    }
}

/* Over a ball that blocks a flat shot; the height of the flight; off the table. */
static void jumps(void) {
    CaromPoolBall balls[3];
    CaromPoolSetup setup;
    CaromPoolTable table;
    CaromShotResult result;
    CaromShotInfo info;
    CaromShot shot = stroke(4, HALF_PI);
    CaromShotEvent events[2];
    CaromBallState states[3];
    double rise;
    size_t count;
    int i;
    OK(carom_pool_setup(CAROM_POOL_9_FT, &setup));
    CHECK(setup.models.slate == CAROM_ABSORBING && setup.models.slate_restitution == 0.5 && setup.models.slate_least_speed == 0.1);
    setup.models.slate = CAROM_BOUNCING;
    setup.balls = balls;
    setup.ball_count = 3;
    memset(balls, 0, sizeof balls);
    for (i = 0; i < 3; i++) {
        OK(carom_ball_parameters(CAROM_POOL_9_FT, &balls[i].parameters));
        balls[i].state.position[0] = 0.6;
        balls[i].state.position[1] = i == 0 ? 0.4 : i == 1 ? 0.7 : 2;
        balls[i].state.position[2] = balls[i].parameters.radius;
    }
    OK(carom_pool_table_create(&setup, &table));
    OK(carom_shot_simulate(table, &shot, &result));
    OK(carom_shot_info(result, &info));
    CHECK(info.first_ball_hit == 1);
    OK(carom_shot_free(result));
    shot.elevation = 0.8;
    OK(carom_shot_simulate(table, &shot, &result));
    OK(carom_shot_info(result, &info));
    CHECK(info.first_ball_hit == 2);
    OK(carom_shot_events(result, events, 2, &count));
    CHECK(events[0].kind == CAROM_EVENT_STRIKE && events[1].kind == CAROM_EVENT_SLATE && events[1].time == 0);
    CHECK(events[1].other == CAROM_NO_BALL && events[1].speed == -events[0].after.velocity[2]);
    rise = events[1].after.velocity[2];
    OK(carom_shot_at(result, rise / 9.81, states, 3, &count));
    CHECK(fabs(states[0].position[2] - balls[0].parameters.radius - rise * rise / (2 * 9.81)) < 1e-12);
    OK(carom_shot_free(result));
    OK(carom_pool_table_free(table));
    setup.ball_count = 1;
    balls[0].state.position[2] = 0.3;
    balls[0].state.velocity[0] = -4;
    OK(carom_pool_table_create(&setup, &table));
    OK(carom_shot_roll_out(table, &result));
    OK(carom_shot_events(result, events, 2, &count));
    CHECK(count == 1 && events[0].kind == CAROM_EVENT_OFF_TABLE && events[0].after.position[0] < 0);
    OK(carom_shot_balls(result, balls, 1, &count));
    CHECK(balls[0].is_pocketed == 1 && balls[0].state.position[2] > 2 * balls[0].parameters.radius);
    OK(carom_shot_free(result));
    OK(carom_pool_table_free(table));
}

int main(void) {
    tables();
    textbook_shots();
    rolls();
    breaks();
    aim();
    setups();
    jumps();
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("every shot works");
    return 0;
}
