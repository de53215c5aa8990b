/* Random bytes for arguments: any status but CAROM_PANIC, and never an invalid access. */
#include "check.h"

enum { ROUNDS = 4000 };

static uint64_t state = 1;

static uint32_t word(void) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 32);
}

/* Mostly numbers of a scene, sometimes any bits: NaN, infinite, denormal, huge. */
static float number(void) {
    uint32_t bits = word();
    float any;
    memcpy(&any, &bits, 4);
    switch (word() % 16) {
    case 0: return any;
    case 1: return 0;
    case 2: return word() % 2 ? 3e38f : -1e-40f;
    default: return (float)(word() % 4096) / 256.0f - 4.0f;
    }
}

static CaromVec3 vector(void) {
    CaromVec3 v;
    v.x = number();
    v.y = number();
    v.z = number();
    return v;
}

static CaromVec3 points[8];

static CaromShape shape(void) {
    CaromShape s = carom_hull(points, word() % 9, number());
    size_t i;
    for (i = 0; i < 8; i++)
        points[i] = vector();
    s.kind = word() % 13;
    s.radius_b = number();
    s.rounding = word() % 4 ? 0 : number();
    s.a = vector();
    s.b = word() % 4 ? vector() : s.a;
    s.c = vector();
    return s;
}

static CaromBody body(CaromMesh mesh) {
    CaromBody b = carom_body_of_shape(shape());
    if (word() % 4 == 0)
        b = carom_body_of_mesh(mesh);
    b.pose.position[0] = number();
    b.pose.position[1] = number();
    b.pose.rotation[0] = number();
    b.pose.rotation[3] = number();
    if (word() % 4 == 0)
        b.pose.scale = number();
    b.velocity = vector();
    b.axis = vector();
    b.spin = number();
    b.one_way_direction = vector();
    b.flags = word() % 9;
    return b;
}

static CaromCharacter character(void) {
    CaromCharacter c = carom_character_at(vector(), number());
    c.velocity = vector();
    c.base_velocity = word() % 4 ? vec3(0, 0, 0) : vector();
    c.ground_normal = vector();
    c.axis = word() % 2 ? vec3(0, 0, 0) : vector();
    c.on_ground = word() % 3;
    c.ground_part = word() % 4 ? 0 : word();
    c.ground_body = word() % 4 ? 0 : word();
    return c;
}

static CaromIntent intent(void) {
    CaromIntent i;
    i.velocity = vector();
    i.jump = number();
    i.height = number();
    i.flags = word() % 5;
    i.rise = word() % 2 ? 0 : number();
    i.axis = word() % 2 ? vec3(0, 0, 0) : vector();
    return i;
}

static int counts[11];

static void note(CaromStatus status) {
    CHECK(status != CAROM_PANIC && (int)status <= 10);
    counts[status]++;
}

static void batches(const CaromQuery *query) {
    static float rows[8 * 8];
    CaromShapes shapes = {0};
    CaromVectors deltas = {rows, word() % 2 ? 12 : word() % 64};
    CaromContact contacts[8];
    CaromHit hits[8];
    uint8_t touches[8];
    size_t offsets[9], i;
    for (i = 0; i < 64; i++)
        rows[i] = number();
    shapes.kind = word() % 13;
    shapes.rounding = word() % 4 ? 0 : number();
    /* Strides up to 32 bytes keep four rows within the array. */
    shapes.count = word() % 5;
    shapes.a.base = rows;
    shapes.a.stride = word() % 33;
    shapes.b.base = rows + 3;
    shapes.b.stride = word() % 33;
    shapes.c.base = rows + 6;
    shapes.c.stride = word() % 33;
    shapes.radius.base = rows + 9;
    shapes.radius.stride = word() % 33;
    shapes.radius_b.base = rows + 10;
    shapes.radius_b.stride = word() % 33;
    if (deltas.stride > 32)
        deltas.stride = 0;
    note(carom_closest_batch(query, &shapes, number(), contacts));
    note(carom_overlap_batch(query, &shapes, touches));
    note(carom_sweep_batch(query, &shapes, deltas, hits));
    note(carom_ray_batch(query, shapes.a, deltas, shapes.count, hits));
    note(carom_contacts_batch(query, &shapes, number(), offsets, contacts, word() % 9));
    note(carom_sweep_any_batch(query, &shapes, deltas, touches));
    note(carom_ray_any_batch(query, shapes.a, deltas, shapes.count, touches));
    {
        CaromRigidMotions motions;
        float distances[8];
        double windings[8];
        CaromMesh mesh;
        motions.delta = motions.axis = deltas;
        motions.pivot = shapes.a;
        motions.angle = shapes.radius;
        note(carom_sweep_rigid_batch(query, &shapes, &motions, hits));
        mesh.bits = query->surface;
        note(carom_mesh_contains_batch(mesh, shapes.a, shapes.count, touches));
        note(carom_mesh_signed_distance_batch(mesh, shapes.a, shapes.count, distances));
        note(carom_mesh_winding_number_batch(mesh, shapes.a, shapes.count, windings));
    }
}

/* Random rings, and the bytes of a difference with one byte changed. */
static void polygons_and_differences(CaromWorld world) {
    static float corners[2 * 16];
    static uint8_t bytes[1 << 16];
    float places[16][2];
    uint32_t triangles[16][3];
    CaromPolygon polygon = {NULL, NULL, 0};
    CaromDiff diff, other;
    CaromMesh mesh;
    CaromWorld empty;
    size_t ends[3], count, triangle_count, i;
    for (i = 0; i < 32; i++)
        corners[i] = number();
    for (i = 0; i < 3; i++)
        ends[i] = word() % 8 ? 4 * i + 4 : word() % 17;
    polygon.points = corners;
    polygon.ring_ends = ends;
    polygon.ring_count = word() % 4;
    note(carom_polygon_triangulate(&polygon, places, word() % 17, &count, triangles, word() % 17, &triangle_count));
    if (carom_polygon_floor(&polygon, number(), word() % 16, &mesh) == CAROM_OK)
        OK(carom_mesh_free(mesh));
    if (carom_polygon_prism(&polygon, number(), number(), word() % 32, &mesh) == CAROM_OK)
        OK(carom_mesh_free(mesh));
    OK(carom_world_create(&empty));
    OK(carom_diff_create(world, empty, &diff));
    OK(carom_diff_bytes(diff, bytes, sizeof bytes, &count));
    count = count < sizeof bytes ? count : sizeof bytes;
    bytes[word() % count] = (uint8_t)word();
    if (carom_diff_of_bytes(bytes, count, &other) == CAROM_OK) {
        note(carom_world_apply(empty, other));
        OK(carom_diff_free(other));
    }
    OK(carom_diff_free(diff));
    OK(carom_world_free(empty));
}

/* A setup with some wrong numbers, and shots on what is made of it. */
static void billiards(void) {
    static CaromPoolBall balls[22];
    static CaromBallEnd ends[4 * 22];
    CaromPoolSetup setup;
    CaromPoolTable table;
    CaromShotResult result;
    CaromShotEvent events[4];
    CaromBallState states[22];
    CaromTracePoint trace[4];
    CaromShotInfo infos[4];
    CaromAimedBall aimed;
    CaromDVec2 p, q;
    double numbers[16];
    CaromShots shots;
    CaromShot shot;
    size_t count, i;
    for (i = 0; i < 16; i++)
        numbers[i] = number();
    p.x = number();
    p.y = number();
    if (carom_pool_setup(word() % 6, &setup) != CAROM_OK)
        return;
    if (word() % 4 == 0)
        memcpy((char *)&setup.dimensions + 8 * (word() % 14), numbers, 8);
    note(carom_rack_balls(word() % 6, &setup.dimensions, word() % 4 ? 0 : number(), balls, 22, &setup.ball_count));
    if (word() % 4 == 0)
        memcpy((char *)&balls[word() % 22] + 8 * (word() % 19), numbers, 8);
    if (word() % 8 == 0)
        setup.models.cushion = word() % 3, setup.models.cushion_steps = word() % 100;
    if (word() % 4 == 0)
        setup.models.slate = word() % 3;
    if (word() % 16 == 0)
        setup.models.slate_restitution = number();
    setup.balls = balls;
    setup.ball_count = setup.ball_count > 22 ? 22 : setup.ball_count;
    if (carom_pool_table_create(&setup, &table) != CAROM_OK)
        return;
    shot.speed = fabs(numbers[1]);
    shot.direction = numbers[2];
    shot.elevation = word() % 4 ? 0 : numbers[3];
    shot.right = numbers[4] / 8;
    shot.above = numbers[5] / 8;
    shot.ball = word() % 4 ? 0 : word() % 23;
    shot.reserved = 0;
    if (carom_shot_simulate(table, &shot, &result) == CAROM_OK) {
        note(carom_shot_events(result, events, word() % 5, &count));
        note(carom_shot_at(result, numbers[6], states, word() % 23, &count));
        note(carom_shot_trace(result, word() % 23, trace, word() % 5, &count));
        OK(carom_shot_free(result));
    }
    memset(&shots, 0, sizeof shots);
    shots.count = word() % 5;
    shots.speed.base = numbers;
    shots.speed.stride = word() % 33;
    shots.direction.base = numbers + 1;
    shots.direction.stride = word() % 33;
    note(carom_shot_batch(table, &shots, infos, ends, word() % 2 ? 0 : shots.count * setup.ball_count));
    note(carom_aimed_at(table, word() % 23, p, &aimed));
    note(carom_ghost_ball(p, p, numbers[7], &q));
    OK(carom_pool_table_free(table));
}

static void abilities(const CaromQuery *scene, CaromMover mover, CaromCharacter *c, CaromLocomotion *locomotion, CaromIntent *i) {
    CaromAirJumps jumps;
    CaromDash dash;
    CaromPath path;
    CaromLadder ladder;
    CaromMantle mantle;
    CaromVault vault;
    CaromWater water;
    CaromWallJump jump;
    CaromVec3 end = vector(), places[2];
    uint32_t flag;
    jumps.most = word();
    jumps.left = word() % 3;
    note(carom_air_jumps_allow(&jumps, c, word() % 2 ? locomotion : NULL, word() % 3, number(), &flag));
    note(carom_locomotion_jump(locomotion, i, number()));
    note(carom_cut_jump(c, number(), vector()));
    note(carom_dash(vector(), number(), &dash));
    dash.velocity = vector();
    dash.left = number();
    note(carom_dash_intent(&dash, number(), i, &flag));
    note(carom_glide_intent(number(), mover, c, number(), i));
    note(carom_glide_after(number(), mover, c, i));
    water.surface = number();
    water.float_depth = number();
    water.buoyancy = number();
    water.drag = number();
    note(carom_water_intent(&water, c, vector(), vector(), number(), i, &end, &flag));
    note(carom_water_after(&water, c, i, end, word() % 2 ? locomotion : NULL, vector()));
    ladder.bottom = vector();
    ladder.top = vector();
    ladder.exit = vector();
    ladder.speed = number();
    note(carom_ladder_is_near(&ladder, vector(), number(), &flag));
    note(carom_ladder_up(&ladder, vector(), &path));
    note(carom_ladder_down(&ladder, vector(), &path));
    mantle.lowest = vault.lowest = number();
    mantle.highest = vault.highest = number();
    mantle.speed = vault.speed = number();
    vault.drop = number();
    jump.away = number();
    jump.rise = number();
    note(carom_wall_jump(&jump, scene, mover, c, locomotion, &flag));
    note(carom_mantle_path(&mantle, scene, mover, c, vector(), &path));
    note(carom_vault_path(&vault, scene, mover, c, vector(), &path));
    note(carom_water_exit(&water, scene, mover, c, vector(), number(), number(), &path));
    places[0] = vector();
    places[1] = vector();
    note(carom_path(places, word() % 3, number(), &path));
    memset(&path, 0, sizeof path);
    path.points[0] = vector();
    path.points[1] = vector();
    path.count = word() % 5 ? word() % 3 : word();
    path.speed = number();
    path.needed = number();
    note(carom_path_step(&path, mover, scene, c, number() / 64, word() % 2 ? &dash.left : NULL));
}

int main(void) {
    CaromMesh mesh = square(9);
    CaromMoverSettings settings = carom_mover_defaults();
    CaromLocomotion locomotion;
    CaromRootMotion motion;
    float facing = 0;
    CaromMover mover;
    CaromWorld world;
    CaromCrowd crowd;
    uint64_t bodies[16] = {0};
    int round;
    OK(carom_mover_create(&settings, &mover));
    OK(carom_world_create(&world));
    OK(carom_crowd_create(world, 2, &crowd));
    for (round = 0; round < ROUNDS; round++) {
        CaromQuery query = word() % 2 ? carom_query_mesh(mesh) : carom_query_world(world);
        CaromShape s = shape(), other = carom_rounded(carom_frustum(vector(), vector(), number(), number()), number());
        CaromManifold manifold;
        CaromPartManifold part_manifolds[4];
        CaromContact contacts[4];
        CaromHit hits[4];
        CaromCharacter c = character();
        CaromIntent i = intent();
        CaromReport report;
        CaromBody b = body(mesh);
        CaromPose pose = b.pose;
        uint64_t *name = &bodies[word() % 16];
        uint8_t is;
        size_t count;
        float distance;
        if (word() % 8 == 0)
            query.surface ^= (uint64_t)word() << word() % 33;
        query.flags = word() % 5;
        query.origin[2] = number();
        note(carom_closest(&query, &s, number(), contacts));
        note(carom_overlap(&query, &s, &is));
        note(carom_sweep(&query, &s, vector(), hits));
        note(carom_ray(&query, vector(), vector(), hits));
        note(carom_sweep_any(&query, &s, vector(), &is));
        note(carom_ray_any(&query, vector(), vector(), &is));
        note(carom_contacts(&query, &s, number(), contacts, word() % 5, &count));
        note(carom_manifolds(&query, &s, number(), part_manifolds, word() % 5, &count));
        note(carom_sweep_all(&query, &s, vector(), hits, word() % 5, &count));
        batches(&query);
        if (round % 16 == 0)
            polygons_and_differences(world);
        if (round % 4 == 0)
            billiards();
        other.kind = word() % 2 ? other.kind : CAROM_TAPERED_CAPSULE;
        note(carom_manifold(&s, &other, number(), &manifold));
        note(carom_mesh_contains(mesh, vector(), &is));
        note(carom_mesh_signed_distance(mesh, vector(), &distance));
        if (word() % 8 == 0)
            carom_world_remove(world, *name);
        note(carom_world_add(world, &b, name));
        note(carom_world_set_pose(world, bodies[word() % 16], &pose));
        note(carom_world_move_to(world, bodies[word() % 16], &pose, number()));
        note(carom_world_weld_mesh(world, *name, bodies, word() % 17));
        note(carom_world_set_velocity(world, *name, vector()));
        note(carom_world_set_spin(world, *name, vector(), number()));
        note(carom_mover_step(mover, &query, &c, &i, number() / 64, &report));
        if (word() % 64 == 0) {
            settings = carom_mover_defaults();
            settings.radius = number();
            settings.step_height = number();
            settings.up = vector();
            settings.flags = word() % 4;
            note(carom_mover_set_settings(mover, &settings));
        }
        if (word() % 8 == 0) {
            CaromSurfaceMaterial materials[2];
            materials[0] = carom_surface_material(*name, word() % 2 ? CAROM_NO_PART : word() % 4);
            materials[1] = carom_surface_material(bodies[word() % 16], word() % 2 ? CAROM_NO_PART : word() % 4);
            materials[0].velocity = vector();
            materials[0].friction = number();
            materials[1].max_slope = number();
            materials[1].flags = word() % 5;
            note(carom_mover_set_surfaces(mover, materials, word() % 3));
            note(carom_crowd_set_surfaces(crowd, materials, word() % 3));
            note(carom_mover_grip(mover, &c, &distance));
        }
        locomotion = carom_locomotion();
        locomotion.friction = number();
        locomotion.grip = number();
        note(carom_locomotion_intent(&locomotion, &c, vector(), number(), vector(), number(), &i));
        note(carom_locomotion_adopt(&locomotion, &c, &i, vector()));
        note(carom_locomotion_knock_back(&locomotion, &c, vector(), vector()));
        motion.displacement = vector();
        motion.turn = number();
        motion.flags = word() % 3;
        i.rise = number();
        note(carom_root_motion_intent(&motion, word() % 2 ? &query : NULL, word() % 2 ? &locomotion : NULL, &c, &facing, vector(), number(), &i));
        abilities(&query, mover, &c, &locomotion, &i);
        if (round % 50 == 0) {
            OK(carom_crowd_agents(crowd, NULL, 0, &count));
            if (count < 12)
                note(carom_crowd_add(crowd, &settings, &c, number(), word() % 4, NULL));
            else
                note(carom_crowd_set_state(crowd, word() % 12, &c));
            note(carom_crowd_step(crowd, &i, 1, number() / 64));
        }
        if (round % 100 == 99) {
            /* A new world: ticks get slower with every body, above all where curved ones overlap. */
            OK(carom_crowd_free(crowd));
            OK(carom_world_free(world));
            OK(carom_world_create(&world));
            OK(carom_crowd_create(world, 2, &crowd));
        }
    }
    CHECK(counts[CAROM_OK] > ROUNDS && counts[CAROM_INVALID] > ROUNDS && counts[CAROM_OUT_OF_RANGE] > 500);
    OK(carom_crowd_free(crowd));
    OK(carom_world_free(world));
    OK(carom_mover_free(mover));
    OK(carom_mesh_free(mesh));
    printf("%d calls succeeded\n", counts[CAROM_OK]);
    return 0;
}
