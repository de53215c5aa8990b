/* 2D: every function of worlds, movers and locomotion, with answers that can be checked by hand. */
#include "check.h"

#define PI 3.14159265f

static int near(float a, float b) { return fabsf(a - b) < 1e-4f; }

static int equal(CaromVec2 a, CaromVec2 b) { return a.x == b.x && a.y == b.y; }

static const CaromVec2 flat[3] = {{-20, 0}, {0, 0}, {20, 0}};

static uint64_t add(Carom2dWorld world, Carom2dBody body) {
    uint64_t name;
    OK(carom2d_world_add(world, &body, &name));
    return name;
}

static float ray_time(const Carom2dQuery *query, CaromVec2 from, CaromVec2 delta, uint64_t body) {
    Carom2dHit hit;
    OK(carom2d_ray(query, from, delta, &hit));
    CHECK(hit.body == body);
    return hit.t;
}

static void filters(void) {
    CaromChain floor = chain_of(flat, 3, 0);
    Carom2dWorld world;
    Carom2dBody body = carom2d_body_of_shape(carom2d_ball(vec2(5, 1), 1));
    Carom2dShape around = carom2d_ball(vec2(5, 1), 2);
    Carom2dQuery query;
    uint64_t rock, ground, names[2], data;
    size_t count;
    OK(carom2d_world_create(&world));
    body.data = 7;
    rock = add(world, body);
    ground = add(world, carom2d_body_of_chain(floor));
    OK(carom_chain_free(floor)); /* The world keeps it. */
    OK(carom2d_world_count(world, &count));
    CHECK(count == 2);
    OK(carom2d_world_bodies(world, names, 2, &count));
    CHECK(count == 2 && names[0] == rock && names[1] == ground);
    OK(carom2d_world_data(world, rock, &data));
    CHECK(data == 7);
    query = carom2d_query_world(world);
    CHECK(near(ray_time(&query, vec2(0, 1), vec2(10, 0), rock), 0.4f));
    CHECK(near(ray_time(&query, vec2(-3, 4), vec2(0, -8), ground), 0.5f));
    OK(carom2d_overlaps(&query, &around, names, 2, &count));
    CHECK(count == 2 && names[0] == rock && names[1] == ground);
    query.origin[0] = 5;
    CHECK(near(ray_time(&query, vec2(-5, 1), vec2(10, 0), rock), 0.4f));
    query.origin[0] = 0;
    query.except = rock;
    ray_time(&query, vec2(0, 1), vec2(10, 0), CAROM_NO_BODY);
    query.except = CAROM_NO_BODY;
    OK(carom2d_world_set_layers(world, rock, 2, 4));
    query.mask = 1;
    ray_time(&query, vec2(0, 1), vec2(10, 0), CAROM_NO_BODY);
    query.mask = 2;
    query.layers = 4;
    ray_time(&query, vec2(0, 1), vec2(10, 0), rock);
    query.layers = 3;
    ray_time(&query, vec2(0, 1), vec2(10, 0), CAROM_NO_BODY);
    query = carom2d_query_world(world);
    OK(carom2d_world_set_sensor(world, rock, 1));
    ray_time(&query, vec2(0, 1), vec2(10, 0), CAROM_NO_BODY);
    query.flags = CAROM_WITH_SENSORS;
    ray_time(&query, vec2(0, 1), vec2(10, 0), rock);
    OK(carom2d_world_free(world));
}

static void bodies(void) {
    Carom2dWorld world, before;
    Carom2dPose pose = carom2d_pose_at(vec2(0, 10));
    Carom2dBody body = carom2d_body_of_shape(carom2d_oriented_box(vec2(0, 0), vec2(2, 1), 0)), found;
    Carom2dQuery query, of_before;
    uint64_t plank, first;
    size_t count;
    OK(carom2d_world_create(&world));
    query = carom2d_query_world(world);
    plank = first = add(world, body);
    CHECK(near(ray_time(&query, vec2(0, 9), vec2(0, -16), plank), 0.5f));
    /* Upright: from 8 to 12. */
    pose.angle = PI / 2;
    OK(carom2d_world_set_pose(world, plank, &pose));
    CHECK(near(ray_time(&query, vec2(0, 20), vec2(0, -16), plank), 0.5f));
    pose.position[1] = 11;
    pose.angle = PI / 2 + 0.5f;
    OK(carom2d_world_move_to(world, plank, &pose, 0.5f));
    OK(carom2d_world_body(world, plank, &found));
    CHECK(found.velocity.x == 0 && near(found.velocity.y, 2) && near(found.spin, 1) && near(found.pose.angle, PI / 2 + 0.5f));
    CHECK(found.pose.position[1] == 11 && found.pose.scale == 1 && found.chain.bits == 0 && found.shape.kind == 0);
    CHECK(found.flags == 0 && found.layers == UINT32_MAX && found.mask == UINT32_MAX);
    pose.angle = 0;
    pose.scale = 2;
    OK(carom2d_world_set_pose(world, plank, &pose));
    OK(carom2d_world_set_velocity(world, plank, vec2(3, 4)));
    OK(carom2d_world_set_spin(world, plank, 5));
    OK(carom2d_world_set_surface_velocity(world, plank, vec2(6, 7)));
    OK(carom2d_world_set_layers(world, plank, 8, 9));
    OK(carom2d_world_set_moving(world, plank, 1));
    OK(carom2d_world_set_sensor(world, plank, 1));
    OK(carom2d_world_set_one_way(world, plank, vec2(0, 1), 0.25f));
    OK(carom2d_world_body(world, plank, &found));
    CHECK(equal(found.velocity, vec2(3, 4)) && found.spin == 5 && equal(found.surface_velocity, vec2(6, 7)));
    CHECK(found.layers == 8 && found.mask == 9 && found.flags == (CAROM_MOVING | CAROM_SENSOR | CAROM_ONE_WAY));
    CHECK(equal(found.one_way_direction, vec2(0, 1)) && found.one_way_margin == 0.25f && found.pose.scale == 2 && found.pose.angle == 0);
    OK(carom2d_world_set_sensor(world, plank, 0));
    OK(carom2d_world_set_layers(world, plank, UINT32_MAX, UINT32_MAX));
    /* Only from above: half of 4 times 2 high, around 11. */
    CHECK(near(ray_time(&query, vec2(0, 17), vec2(0, -8), plank), 0.5f));
    ray_time(&query, vec2(0, 5), vec2(0, 8), CAROM_NO_BODY);
    OK(carom2d_world_set_one_way(world, plank, vec2(0, 0), 0));
    CHECK(near(ray_time(&query, vec2(0, 5), vec2(0, 8), plank), 0.5f));
    /* A copy keeps what the world had. */
    OK(carom2d_world_copy(world, &before));
    of_before = carom2d_query_world(before);
    body = carom2d_body_of_shape(carom2d_ball(vec2(0, 0), 1));
    OK(carom2d_world_replace(world, plank, &body));
    CHECK(near(ray_time(&query, vec2(0, 17), vec2(0, -8), plank), 0.5f));
    CHECK(near(ray_time(&query, vec2(5, 11), vec2(-6, 0), plank), 0.5f));
    CHECK(near(ray_time(&of_before, vec2(5, 11), vec2(-6, 0), plank), 1.0f / 6));
    OK(carom2d_world_optimize(world));
    OK(carom2d_world_remove(world, plank));
    OK(carom2d_world_count(world, &count));
    CHECK(count == 0);
    plank = add(world, body);
    CHECK(plank != first);
    OK(carom2d_world_free(before));
    OK(carom2d_world_free(world));
}

static void events(void) {
    Carom2dWorld world, other;
    Carom2dBody zone = carom2d_body_of_shape(carom2d_ball(vec2(0, 0), 2)), ball = carom2d_body_of_shape(carom2d_ball(vec2(0, 0), 1));
    Carom2dPose away = carom2d_pose_at(vec2(9, 0));
    CaromSensors sensors;
    CaromPairs pairs;
    CaromSensorPair sensed;
    CaromPair pair;
    uint64_t sensor, a, b, c;
    size_t count;
    zone.flags = CAROM_SENSOR;
    ball.flags = CAROM_MOVING;
    OK(carom2d_world_create(&world));
    OK(carom2d_world_create(&other));
    OK(carom_sensors_create(&sensors));
    OK(carom_pairs_create(&pairs));
    sensor = add(world, zone);
    a = add(world, ball);
    b = add(world, ball);
    OK(carom2d_world_set_pose(world, b, &away));
    OK(carom2d_sensors_update(sensors, world));
    OK(carom_sensors_pairs(sensors, CAROM_ENTERED, &sensed, 1, &count));
    CHECK(count == 1 && sensed.sensor == sensor && sensed.body == a);
    OK(carom2d_pairs_update(pairs, world));
    OK(carom_pairs_list(pairs, CAROM_NOW, NULL, 0, &count));
    CHECK(count == 0);
    away.position[0] = 1.5;
    OK(carom2d_world_set_pose(world, b, &away));
    OK(carom2d_sensors_update(sensors, world));
    OK(carom_sensors_pairs(sensors, CAROM_ENTERED, &sensed, 1, &count));
    CHECK(count == 1 && sensed.body == b);
    OK(carom2d_pairs_update(pairs, world));
    OK(carom_pairs_list(pairs, CAROM_BEGAN, &pair, 1, &count));
    CHECK(count == 1 && pair.a == a && pair.b == b);
    OK(carom2d_world_remove(world, a));
    OK(carom2d_sensors_update(sensors, world));
    OK(carom_sensors_pairs(sensors, CAROM_LEFT, &sensed, 1, &count));
    CHECK(count == 1 && sensed.body == a);
    OK(carom_pairs_free(pairs));
    OK(carom_pairs_create(&pairs));
    c = add(other, ball);
    OK(carom2d_pairs_update_with(pairs, other, world));
    OK(carom_pairs_list(pairs, CAROM_NOW, &pair, 1, &count));
    CHECK(count == 1 && pair.a == c && pair.b == b);
    OK(carom_pairs_free(pairs));
    OK(carom_sensors_free(sensors));
    OK(carom2d_world_free(world));
    OK(carom2d_world_free(other));
}

/* A floor, a step of 0.3 at x = 3, a wall at x = 6. */
static void movers(void) {
    static const CaromVec2 level[6] = {{-9, 0}, {3, 0}, {3, 0.3f}, {6, 0.3f}, {6, 9}, {9, 9}};
    CaromChain chain = chain_of(level, 6, 0);
    Carom2dQuery scene = carom2d_query_chain(chain);
    Carom2dMoverSettings settings = carom2d_mover_defaults(), now;
    Carom2dCharacter hero = carom2d_character_at(vec2(0, 1), 1.8f);
    Carom2dIntent intent = {{0, 0}, 0, 0, 0, 0, {0, 0}};
    Carom2dReport report;
    Carom2dCollision met[4];
    Carom2dMover mover;
    size_t count;
    int tick, landed = 0, stepped = 0;
    CHECK(settings.up.y == 1 && settings.radius == 0.3f && settings.max_slope == 45 && settings.flags == 0);
    CHECK(hero.on_ground == 0 && hero.ground_part == CAROM_NO_PART && hero.ground_body == CAROM_NO_BODY && hero.height == 1.8f);
    OK(carom2d_mover_create(&settings, &mover));
    for (tick = 0; tick < 60; tick++) {
        OK(carom2d_mover_step(mover, &scene, &hero, &intent, 1 / 60.0f, &report));
        if (report.events & CAROM_LANDED) {
            /* From a height of 1. */
            CHECK(fabsf(report.landed - sqrtf(2 * 9.81f)) < 0.2f && landed++ == 0);
        }
    }
    CHECK(landed == 1 && hero.on_ground == 1 && hero.ground_part == 0 && hero.ground_body == 0 && equal(hero.ground_normal, vec2(0, 1)));
    CHECK(hero.feet.x == 0 && hero.feet.y > 0 && hero.feet.y < 0.02f);
    intent.velocity = vec2(2, 0);
    for (tick = 0; tick < 60; tick++)
        OK(carom2d_mover_step(mover, &scene, &hero, &intent, 1 / 60.0f, NULL));
    CHECK(fabsf(hero.feet.x - 2) < 1e-3f && near(hero.velocity.x, 2));
    for (tick = 0; tick < 180; tick++) {
        OK(carom2d_mover_step(mover, &scene, &hero, &intent, 1 / 60.0f, &report));
        stepped += (report.events & CAROM_STEP) != 0 && (report.why & CAROM_STEPPED) != 0;
    }
    CHECK(stepped == 1 && fabsf(hero.feet.x - 5.69f) < 0.01f && fabsf(hero.feet.y - 0.31f) < 0.02f && hero.ground_part == 2);
    CHECK(report.why & CAROM_BLOCKED);
    OK(carom2d_mover_collisions(mover, met, 4, &count));
    CHECK(count == 1 && met[0].role == CAROM_WALL && equal(met[0].normal, vec2(-1, 0)) && met[0].part == 3 && met[0].body == 0);
    CHECK(near(met[0].velocity.x, 2) && near(met[0].point.x, 6) && met[0].tag == 0);
    intent.velocity = vec2(0, 0);
    intent.jump = 5;
    OK(carom2d_mover_step(mover, &scene, &hero, &intent, 1 / 60.0f, &report));
    CHECK((report.events & CAROM_LEFT_GROUND) && report.left_ground == 5 && hero.on_ground == 0);
    OK(carom2d_mover_settings(mover, &now));
    CHECK(memcmp(&now, &settings, sizeof now) == 0);
    settings.step_height = 0.1f;
    settings.flags = CAROM_EDGE_GUARD;
    settings.edge_guard = 0.1f;
    OK(carom2d_mover_set_settings(mover, &settings));
    OK(carom2d_mover_settings(mover, &now));
    CHECK(now.step_height == 0.1f && now.flags == CAROM_EDGE_GUARD);
    /* Now the step is a wall. */
    hero = carom2d_character_at(vec2(2, 0.01f), 1.8f);
    intent.jump = 0;
    intent.velocity = vec2(2, 0);
    for (tick = 0; tick < 120; tick++)
        OK(carom2d_mover_step(mover, &scene, &hero, &intent, 1 / 60.0f, NULL));
    CHECK(hero.feet.x < 3 && hero.feet.y < 0.1f);
    OK(carom2d_mover_free(mover));
    OK(carom_chain_free(chain));
}

/* A lift carries the character. */
static void in_a_world(void) {
    Carom2dWorld world;
    Carom2dBody lift = carom2d_body_of_shape(carom2d_box(vec2(-2, -1), vec2(2, 0)));
    Carom2dMoverSettings settings = carom2d_mover_defaults();
    Carom2dCharacter hero = carom2d_character_at(vec2(0, 0.01f), 1.8f);
    Carom2dCharacter lying = carom2d_character_lying(vec2(1, 0.01f), vec2(2, 0), 1.8f);
    Carom2dIntent intent = {{0, 0}, 0, 0, 0, 0, {0, 0}};
    Carom2dReport report;
    Carom2dMover mover;
    Carom2dQuery scene;
    uint64_t body;
    int tick;
    CHECK(equal(lying.axis, vec2(1, 0)) && lying.height == 1.8f && equal(hero.axis, vec2(0, 0)));
    OK(carom2d_world_create(&world));
    OK(carom2d_mover_create(&settings, &mover));
    body = add(world, lift);
    scene = carom2d_query_world(world);
    for (tick = 1; tick <= 60; tick++) {
        Carom2dPose pose = carom2d_pose_at(vec2(0.02f * (float)tick, 0.05f * (float)tick));
        OK(carom2d_world_move_to(world, body, &pose, 1 / 60.0f));
        OK(carom2d_mover_step(mover, &scene, &hero, &intent, 1 / 60.0f, &report));
        OK(carom2d_mover_step(mover, &scene, &lying, &intent, 1 / 60.0f, NULL));
    }
    CHECK((report.why & CAROM_RODE) && hero.on_ground && hero.ground_body == body && hero.ground_part == 0);
    CHECK(fabsf(hero.feet.y - 3.01f) < 0.02f && fabsf(hero.feet.x - 1.2f) < 0.05f && near(hero.base_velocity.y, 3));
    CHECK(lying.on_ground && fabsf(lying.feet.y - 3.01f) < 0.02f && equal(lying.axis, vec2(1, 0)));
    OK(carom2d_mover_free(mover));
    OK(carom2d_world_free(world));
}

/* The segments of a chain block a character from both sides, though queries see only the fronts of this one. */
static void under_a_ceiling(void) {
    static const CaromVec2 ceiling[2] = {{9, 3}, {-9, 3}};
    CaromChain chain = chain_of(ceiling, 2, CAROM_ONE_SIDED);
    Carom2dWorld world;
    Carom2dMoverSettings settings = carom2d_mover_defaults();
    Carom2dCharacter hero = carom2d_character_at(vec2(0, 0.01f), 1.8f);
    Carom2dIntent intent = {{0, 0}, 8, 0, 0, 0, {0, 0}};
    Carom2dReport report;
    Carom2dHit hit;
    Carom2dMover mover;
    Carom2dQuery scene;
    float highest = 0;
    int tick, bumped = 0;
    OK(carom2d_world_create(&world));
    OK(carom2d_mover_create(&settings, &mover));
    add(world, carom2d_body_of_shape(carom2d_half_plane(vec2(0, 1), 0)));
    add(world, carom2d_body_of_chain(chain));
    scene = carom2d_query_world(world);
    OK(carom2d_ray(&scene, vec2(0, 2), vec2(0, 2), &hit));
    CHECK(hit.part == CAROM_NO_PART);
    for (tick = 0; tick < 60; tick++) {
        OK(carom2d_mover_step(mover, &scene, &hero, &intent, 1 / 60.0f, &report));
        intent.jump = 0;
        bumped += (report.events & CAROM_BUMPED_HEAD) != 0;
        highest = fmaxf(highest, hero.feet.y);
    }
    CHECK(bumped == 1 && highest > 1.1f && highest < 1.2f);
    OK(carom2d_mover_free(mover));
    OK(carom2d_world_free(world));
    OK(carom_chain_free(chain));
}

/* A tick with locomotion. */
static Carom2dIntent tick_of(Carom2dMover mover, const Carom2dQuery *scene, Carom2dCharacter *hero, Carom2dLocomotion *walk,
                             float wanted, float jump, int air_jump) {
    CaromVec2 up = vec2(0, 1);
    Carom2dIntent intent;
    OK(carom2d_locomotion_intent(walk, hero, vec2(wanted, 0), jump, up, 1 / 60.0f, &intent));
    if (air_jump)
        OK(carom2d_locomotion_jump(walk, &intent, 5));
    OK(carom2d_mover_step(mover, scene, hero, &intent, 1 / 60.0f, NULL));
    OK(carom2d_locomotion_adopt(walk, hero, &intent, up));
    return intent;
}

static void locomotion(void) {
    static const CaromVec2 ledge[2] = {{-20, 0}, {3, 0}};
    CaromChain chain = chain_of(ledge, 2, 0);
    Carom2dQuery scene = carom2d_query_chain(chain);
    Carom2dMoverSettings settings = carom2d_mover_defaults();
    Carom2dCharacter hero = carom2d_character_at(vec2(0, 0.01f), 1.8f), knocked;
    Carom2dLocomotion walk = carom2d_locomotion(), same = walk;
    Carom2dMover mover;
    Carom2dIntent intent;
    int tick;
    OK(carom2d_mover_create(&settings, &mover));
    CHECK(walk.acceleration == 10 && walk.friction == 4 && near(walk.coyote, 0.1f) && walk.grip == 1 && walk.waiting_speed == 0);
    tick_of(mover, &scene, &hero, &walk, 4, 0, 0);
    tick_of(mover, &scene, &hero, &walk, 4, 0, 0);
    CHECK(walk.velocity.x > 0.3f && walk.velocity.x < 3);
    for (tick = 0; tick < 20 && hero.feet.x < 2; tick++)
        tick_of(mover, &scene, &hero, &walk, 4, 0, 0);
    CHECK(near(walk.velocity.x, 4) && near(hero.velocity.x, 4));
    knocked = hero;
    same = walk;
    OK(carom2d_locomotion_knock_back(&same, &knocked, vec2(-2, 3), vec2(0, 1)));
    CHECK(near(same.velocity.x, 2) && knocked.on_ground == 0 && near(knocked.velocity.y, 3));
    while (hero.on_ground)
        tick_of(mover, &scene, &hero, &walk, 4, 0, 0);
    CHECK(hero.feet.x > 3);
    /* Coyote time. */
    intent = tick_of(mover, &scene, &hero, &walk, 4, 5, 0);
    CHECK(intent.jump == 5 && (intent.flags & CAROM_AIR_JUMP) && hero.velocity.y > 4 && walk.jumped == 1);
    /* Later only a jump in the air. */
    for (tick = 0; tick < 20; tick++)
        tick_of(mover, &scene, &hero, &walk, 4, 0, 0);
    CHECK(hero.velocity.y < 2);
    intent = tick_of(mover, &scene, &hero, &walk, 4, 5, 0);
    CHECK(intent.jump == 0 && hero.velocity.y < 2 && walk.waiting_speed == 5);
    intent = tick_of(mover, &scene, &hero, &walk, 4, 5, 1);
    CHECK(intent.jump == 5 && (intent.flags & CAROM_AIR_JUMP) && hero.velocity.y > 4 && walk.waiting_speed == 0);
    OK(carom2d_mover_free(mover));
    OK(carom_chain_free(chain));
}

int main(void) {
    filters();
    bodies();
    events();
    movers();
    in_a_world();
    under_a_ceiling();
    locomotion();
    puts("2D: worlds and characters");
    return 0;
}
