/* Solids, compounds, nearest parts, edited height fields, moving bodies and two meshes, against loops and known figures. */
#include "check.h"

static int near(float a, float b) { return fabsf(a - b) < 1e-4f; }

static float between(uint64_t *state, float low, float high) { return low + (high - low) * uniform(state); }

/* A cube from 0 to `size`, built with these flags. */
static CaromMesh cube(float size, uint32_t flags) {
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    CaromVec3 corners[8];
    CaromVectors vertices = {&corners[0].x, sizeof corners[0]};
    CaromMesh out;
    int i;
    for (i = 0; i < 8; i++)
        corners[i] = vec3(i & 1 ? size : 0, i & 2 ? size : 0, i & 4 ? size : 0);
    OK(carom_mesh_create(vertices, 8, faces, 12, flags, &out));
    return out;
}

/* A ball inside of a cube is as deep as the nearest side is far. */
static void solids(void) {
    CaromMesh shell = cube(10, 0), solid = cube(10, CAROM_SOLID);
    CaromQuery of_shell = carom_query_mesh(shell), of_solid = carom_query_mesh(solid);
    CaromContact contact;
    CaromHit hit;
    uint64_t seed = 1;
    uint8_t is;
    int i;
    OK(carom_mesh_is_solid(shell, &is));
    CHECK(is == 0);
    OK(carom_mesh_is_solid(solid, &is));
    CHECK(is == 1);
    for (i = 0; i < 200; i++) {
        CaromVec3 p = vec3(between(&seed, 1, 9), between(&seed, 1, 9), between(&seed, 1, 9));
        CaromShape ball = carom_ball(p, 0.5f);
        float x = fminf(p.x, 10 - p.x), y = fminf(p.y, 10 - p.y), z = fminf(p.z, 10 - p.z);
        OK(carom_closest(&of_solid, &ball, 0, &contact));
        CHECK(near(contact.separation, -fminf(x, fminf(y, z)) - 0.5f));
        OK(carom_overlap(&of_solid, &ball, &is));
        CHECK(is == 1);
        OK(carom_overlap(&of_shell, &ball, &is));
        CHECK(is == 0);
        OK(carom_sweep(&of_solid, &ball, vec3(20, 0, 0), &hit));
        CHECK(hit.t == 0 && hit.start == CAROM_OVERLAPPING);
    }
    of_solid.flags = CAROM_LEAVE_OVERLAPS;
    OK(carom_ray(&of_solid, vec3(5, 7, 5), vec3(0, 9, 0), &hit));
    CHECK(hit.part == CAROM_NO_PART);
    OK(carom_mesh_free(shell));
    OK(carom_mesh_free(solid));
}

/* Balls, boxes and capsules in random poses, as a compound and as the bodies of a world. */
static void compounds(void) {
    CaromShape shapes[24];
    CaromPose poses[24];
    CaromCompound compound, in_place, none = {0};
    CaromCompoundInfo info;
    CaromWorld bodies, moved;
    CaromBody body;
    CaromContact of_compound, of_bodies, of_moved;
    CaromQuery query, queries, shifted;
    CaromHit a, b;
    uint64_t seed = 7, name;
    int i;
    OK(carom_world_create(&bodies));
    OK(carom_world_create(&moved));
    for (i = 0; i < 24; i++) {
        CaromVec3 at = vec3(between(&seed, -9, 9), between(&seed, -9, 9), between(&seed, -9, 9));
        shapes[i] = i % 3 == 0   ? carom_ball(vec3(0, 0, 0), 0.5f)
                    : i % 3 == 1 ? carom_box(vec3(-1, -1, -1), vec3(1, 1, 1))
                                 : carom_capsule(vec3(0, 0, 0), vec3(2, 0, 0), 0.25f);
        poses[i] = carom_pose_at(at);
        poses[i].rotation[0] = between(&seed, -1, 1);
        poses[i].rotation[2] = between(&seed, -1, 1);
        poses[i].scale = between(&seed, 0.5f, 2);
        body = carom_body_of_shape(shapes[i]);
        body.pose = poses[i];
        OK(carom_world_add(bodies, &body, &name));
    }
    OK(carom_compound_create(shapes, poses, 24, &compound));
    OK(carom_compound_info(compound, &info));
    CHECK(info.part_count == 24 && info.min.x < info.max.x && info.max.y < 20);
    body = carom_body_of_compound(compound);
    body.pose = carom_pose_at(vec3(100, 0, 0));
    OK(carom_world_add(moved, &body, &name));
    query = carom_query_compound(compound);
    queries = carom_query_world(bodies);
    shifted = carom_query_world(moved);
    shifted.origin[0] = 100;
    for (i = 0; i < 200; i++) {
        CaromShape ball = carom_ball(vec3(between(&seed, -9, 9), between(&seed, -9, 9), between(&seed, -9, 9)), 0.3f);
        CaromVec3 delta = vec3(between(&seed, -9, 9), between(&seed, -9, 9), between(&seed, -9, 9));
        OK(carom_closest(&query, &ball, INFINITY, &of_compound));
        OK(carom_closest(&queries, &ball, INFINITY, &of_bodies));
        OK(carom_closest(&shifted, &ball, INFINITY, &of_moved));
        CHECK(near(of_compound.separation, of_bodies.separation) && of_compound.part == (uint32_t)of_bodies.body);
        CHECK(near(of_compound.separation, of_moved.separation) && of_moved.body == name);
        CHECK(of_moved.part == of_compound.part);
        OK(carom_sweep(&query, &ball, delta, &a));
        OK(carom_sweep(&queries, &ball, delta, &b));
        CHECK((a.part == CAROM_NO_PART) == (b.part == CAROM_NO_PART) && (isinf(a.t) || near(a.t, b.t)));
    }
    OK(carom_compound_free(compound)); /* The world keeps it. */
    OK(carom_closest(&shifted, &shapes[0], INFINITY, &of_moved));
    CHECK(of_moved.body == name);
    OK(carom_compound_create(shapes, NULL, 2, &in_place));
    OK(carom_compound_info(in_place, &info));
    CHECK(info.part_count == 2 && info.min.x == -1 && info.max.z == 1);
    OK(carom_compound_free(in_place));
    OK(carom_compound_free(none));
    OK(carom_world_free(bodies));
    OK(carom_world_free(moved));
}

/* The nearest of all contacts, by a loop. */
static void nearest_parts(void) {
    CaromWorld world;
    CaromContact all[40], found[5];
    CaromBody body = carom_body_of_shape(carom_ball(vec3(0, 0, 0), 0.5f));
    CaromQuery query;
    uint64_t seed = 3, name;
    size_t count, i, j;
    OK(carom_world_create(&world));
    for (i = 0; i < 40; i++) {
        body.pose = carom_pose_at(vec3(between(&seed, -9, 9), between(&seed, -9, 9), between(&seed, -9, 9)));
        OK(carom_world_add(world, &body, &name));
    }
    query = carom_query_world(world);
    for (i = 0; i < 50; i++) {
        CaromShape point = carom_point(vec3(between(&seed, -9, 9), between(&seed, -9, 9), between(&seed, -9, 9)));
        OK(carom_contacts(&query, &point, INFINITY, all, 40, &count));
        CHECK(count == 40);
        OK(carom_closest_n(&query, &point, INFINITY, found, 5, &count));
        CHECK(count == 5);
        for (j = 0; j < 5; j++) {
            size_t nearer = 0, k;
            for (k = 0; k < 40; k++)
                nearer += all[k].separation < found[j].separation;
            CHECK(nearer == j && (j == 0 || found[j].separation >= found[j - 1].separation));
        }
        OK(carom_closest_n(&query, &point, all[0].separation, found, 5, &count));
        for (j = 0; j < count; j++)
            CHECK(found[j].separation <= all[0].separation);
    }
    OK(carom_closest_n(&query, &body.shape, INFINITY, NULL, 0, &count));
    CHECK(count == 0);
    OK(carom_world_free(world));
}

/* An edited field answers as a new one does, also as a body. */
static void edited_heights(void) {
    float numbers[64], dug[6] = {-2, -1, -2, -1, NAN, -3};
    CaromHeights field = {{0, 0, 0}, 1, 1, 8, 8, 0, NULL};
    CaromHeightArea area = {2, 3, 3, 2, NULL};
    CaromMesh mesh, other;
    CaromWorld world;
    CaromBody body;
    CaromQuery of_mesh, of_other, of_world;
    CaromHit a, b, c;
    uint64_t seed = 5, name;
    int i;
    field.heights = numbers;
    area.heights = dug;
    for (i = 0; i < 64; i++)
        numbers[i] = uniform(&seed);
    OK(carom_mesh_of_heights(&field, &mesh));
    OK(carom_world_create(&world));
    body = carom_body_of_mesh(mesh);
    OK(carom_world_add(world, &body, &name));
    of_mesh = carom_query_mesh(mesh);
    of_world = carom_query_world(world);
    OK(carom_ray(&of_mesh, vec3(3.2f, 9, 3.3f), vec3(0, -20, 0), &a));
    OK(carom_mesh_refit_heights(mesh, &area));
    OK(carom_ray(&of_world, vec3(3.2f, 9, 3.3f), vec3(0, -20, 0), &b));
    CHECK(a.t == b.t && a.point.y > 0); /* The world has kept the old heights. */
    OK(carom_world_refit_heights(world, name, &area));
    for (i = 0; i < 6; i++)
        numbers[(3 + i / 3) * 8 + 2 + i % 3] = dug[i];
    OK(carom_mesh_of_heights(&field, &other));
    of_other = carom_query_mesh(other);
    for (i = 0; i < 300; i++) {
        CaromVec3 from = vec3(between(&seed, 0, 7), 9, between(&seed, 0, 7)), down = vec3(0, -20, 0);
        OK(carom_ray(&of_mesh, from, down, &a));
        OK(carom_ray(&of_other, from, down, &b));
        OK(carom_ray(&of_world, from, down, &c));
        CHECK(a.part == b.part && a.part == c.part);
        CHECK(a.part == CAROM_NO_PART || (a.t == b.t && a.t == c.t));
    }
    OK(carom_mesh_free(mesh));
    OK(carom_mesh_free(other));
    OK(carom_world_free(world));
}

/* A ball flies towards a body that flies towards it; a door turns into a ball that rests. */
static void moving_bodies(void) {
    CaromWorld world;
    CaromBody body = carom_body_of_shape(carom_ball(vec3(0, 0, 0), 1));
    CaromRigidMotion motion = {{4, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0}, rest = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0};
    CaromShape ball = carom_ball(vec3(0, 0, 0), 0.5f), wagons[2];
    CaromCompound compound;
    CaromQuery query;
    CaromHit hit;
    uint64_t train, door;
    uint32_t part;
    OK(carom_world_create(&world));
    body.pose = carom_pose_at(vec3(10, 0, 0));
    body.velocity = vec3(-2, 0, 0);
    OK(carom_world_add(world, &body, &train));
    query = carom_query_world(world);
    /* In 2 s the gap of 8.5 closes by 4 and by 4. */
    OK(carom_sweep_moving(&query, &ball, &motion, 2, &hit));
    CHECK(hit.part == CAROM_NO_PART);
    motion.delta.x = 6;
    OK(carom_sweep_moving(&query, &ball, &motion, 2, &hit));
    CHECK(hit.body == train && near(hit.t, 0.85f) && near(hit.point.x, 0.85f * 6 + 0.5f) && near(hit.normal.x, -1));
    wagons[0] = carom_ball(vec3(-3, 0, 0), 0.5f);
    wagons[1] = ball;
    OK(carom_compound_create(wagons, NULL, 2, &compound));
    OK(carom_sweep_moving_surface(&query, compound, &motion, 2, &hit, &part));
    CHECK(hit.body == train && near(hit.t, 0.85f) && part == 1);
    OK(carom_sweep_moving_surface(&query, compound, &rest, 2, &hit, &part));
    CHECK(hit.part == CAROM_NO_PART && part == CAROM_NO_PART);
    OK(carom_compound_free(compound));
    OK(carom_world_remove(world, train));
    body = carom_body_of_shape(carom_box(vec3(0, -1, -0.05f), vec3(2, 1, 0.05f)));
    body.axis = vec3(0, 1, 0);
    body.spin = 1.5707963f;
    OK(carom_world_add(world, &body, &door));
    ball = carom_ball(vec3(1, 0, -1), 0.2f);
    /* The ball is at 45 degrees; the side of the door is 0.05 and the ball 0.2 nearer, at a distance of sqrt 2. */
    OK(carom_sweep_moving(&query, &ball, &rest, 1, &hit));
    CHECK(hit.body == door && near(hit.t, 0.5f - asinf(0.25f / sqrtf(2)) / 1.5707963f));
    OK(carom_world_free(world));
}

/* Two balls above a floor, of which the second is the lower one. */
static void compounds_that_move(void) {
    CaromMesh floor = square(9);
    CaromQuery query = carom_query_mesh(floor);
    CaromShape balls[2];
    CaromCompound pair;
    CaromRigidMotion motion = {{0, 0, 0}, {0, 3, 0}, {0, 0, -1}, 3.1415927f};
    CaromContact contact;
    CaromHit hit;
    uint32_t part;
    uint8_t touches;
    double t;
    balls[0] = carom_ball(vec3(-2, 3, 0), 0.5f);
    balls[1] = carom_ball(vec3(2, 2, 0), 0.5f);
    OK(carom_compound_create(balls, NULL, 2, &pair));
    OK(carom_closest_surface(&query, pair, INFINITY, &contact, &part));
    CHECK(near(contact.separation, 1.5f) && part == 1 && near(contact.point_a.y, 1.5f));
    OK(carom_closest_surface(&query, pair, 1, &contact, &part));
    CHECK(contact.part == CAROM_NO_PART && part == CAROM_NO_PART);
    OK(carom_overlap_surface(&query, pair, &touches));
    CHECK(touches == 0);
    OK(carom_sweep_surface(&query, pair, vec3(0, -3, 0), &hit, &part));
    CHECK(near(hit.t, 0.5f) && part == 1);
    OK(carom_sweep_surface(&query, pair, vec3(0, 3, 0), &hit, &part));
    CHECK(isinf(hit.t) && part == CAROM_NO_PART);
    /* Around the height 3 the second ball is nowhere lower than 3 - sqrt 5 - 0.5. */
    OK(carom_sweep_rigid_surface(&query, pair, &motion, &hit, &part));
    CHECK(isinf(hit.t) && part == CAROM_NO_PART);
    motion.delta.y = -6;
    OK(carom_sweep_rigid_surface(&query, pair, &motion, &hit, &part));
    /* The first time, in small steps, at which a center is at the height 0.5. */
    for (t = 0; t < 1; t += 1e-5) {
        double turned = 3.1415927 * t, first = 3 - 6 * t + 2 * sin(turned);
        double second = 3 - 6 * t - 2 * sin(turned) - cos(turned);
        if (fmin(first, second) <= 0.5)
            break;
    }
    CHECK(t > 0.1 && t < 0.5 && near(hit.t, (float)t) && part == 1 && near(hit.normal.y, 1));
    OK(carom_compound_free(pair));
    OK(carom_mesh_free(floor));
}

/* A fin that cuts a floor, and a cube through it. */
static void two_meshes(void) {
    static const float corners[9] = {-5, 1, 5, -4, 1, 5, -5, -1, 5};
    static const uint32_t one[3] = {0, 1, 2};
    CaromVectors vertices = {corners, 12};
    CaromMesh floor = square(9), fin, box = cube(2, 0), small;
    CaromMeshCrossing crossings[2];
    CaromRigidMotion fall = {{0, -4, 0}, {0, 0, 0}, {0, 0, 0}, 0}, rise = {{0, 4, 0}, {0, 0, 0}, {0, 0, 0}, 0};
    CaromContact contact;
    CaromHit hit;
    uint8_t touch;
    uint32_t triangle;
    CaromVec3 points[32];
    uint32_t pairs[1][2];
    size_t count, ends[2], lines, i;
    OK(carom_mesh_create(vertices, 3, one, 1, 0, &fin));
    OK(carom_touching_triangles(fin, floor, pairs, 1, &count));
    CHECK(count == 1 && pairs[0][0] == 0 && pairs[0][1] == 0);
    OK(carom_crossings(fin, floor, crossings, 2, &count));
    CHECK(count == 1 && crossings[0].triangles[0] == 0 && crossings[0].triangles[1] == 0);
    CHECK(near(fminf(crossings[0].ends[0].x, crossings[0].ends[1].x), -5));
    CHECK(near(fmaxf(crossings[0].ends[0].x, crossings[0].ends[1].x), -4.5f));
    OK(carom_crossing_lines(fin, floor, points, 32, &count, ends, 2, &lines));
    CHECK(lines == 1 && count == 2 && ends[0] == 2 && points[0].y == 0 && points[1].z == 5);
    /* A leaf 3 above the cube falls on to it, and the cube rises. */
    {
        static const float leaf[9] = {0.5f, 5, 0.5f, 1, 6, 1, 0.5f, 6, 1};
        CaromVectors v = {leaf, 12};
        OK(carom_mesh_create(v, 3, one, 1, 0, &small));
    }
    OK(carom_mesh_closest(small, box, 9, &contact, &triangle));
    CHECK(near(contact.separation, 3) && near(contact.normal.y, 1) && triangle == 0 && contact.part < 12);
    OK(carom_mesh_closest(small, box, 2, &contact, &triangle));
    CHECK(triangle == CAROM_NO_PART && contact.part == CAROM_NO_PART);
    OK(carom_mesh_overlap(small, box, &touch));
    CHECK(touch == 0);
    OK(carom_mesh_overlap(fin, floor, &touch));
    CHECK(touch == 1);
    OK(carom_mesh_sweep(small, vec3(0, -4, 0), box, &hit, &triangle));
    CHECK(near(hit.t, 0.75f) && near(hit.point.y, 2) && triangle == 0 && hit.part < 12);
    OK(carom_mesh_sweep(small, vec3(0, 4, 0), box, &hit, &triangle));
    CHECK(triangle == CAROM_NO_PART && hit.part == CAROM_NO_PART);
    OK(carom_mesh_sweep_rigid(small, &fall, box, &rise, &hit, &triangle));
    CHECK(near(hit.t, 0.375f) && near(hit.point.y, 3.5f) && triangle == 0);
    OK(carom_mesh_sweep_rigid(small, NULL, box, &fall, &hit, &triangle));
    CHECK(triangle == CAROM_NO_PART);
    OK(carom_mesh_free(small));
    /* The walls x = 1 of another cube meet the sides of this one in a loop around it. */
    OK(carom_mesh_free(fin));
    {
        static const float wall[12] = {1, -9, -9, 1, 9, -9, 1, 9, 9, 1, -9, 9};
        static const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
        CaromVectors v = {wall, 12};
        OK(carom_mesh_create(v, 4, two, 2, 0, &fin));
    }
    OK(carom_crossing_lines(box, fin, points, 32, &count, ends, 2, &lines));
    CHECK(lines == 1 && ends[0] == count && memcmp(&points[0], &points[count - 1], sizeof points[0]) == 0);
    for (i = 0; i < count; i++)
        CHECK(points[i].x == 1 && points[i].y >= 0 && points[i].y <= 2);
    OK(carom_crossing_lines(box, fin, NULL, 0, &count, NULL, 0, &lines));
    CHECK(lines == 1 && count > 4);
    OK(carom_mesh_free(floor));
    OK(carom_mesh_free(fin));
    OK(carom_mesh_free(box));
}

/* A copy of a cube, a quarter as wide and half as tall, in its corner. */
static void penetrations_and_copies(void) {
    CaromMesh box = cube(4, CAROM_SOLID), copy, far;
    CaromMeshPenetration found;
    CaromMeshInfo info;
    CaromVec3 way;
    OK(carom_mesh_scaled(box, vec3(0.25f, 0.5f, 0.25f), &copy));
    OK(carom_mesh_info(copy, &info));
    CHECK(info.triangle_count == 12 && near(info.max.x, 1) && near(info.max.y, 2) && near(info.max.z, 1));
    /* Out through the nearest side, as far as the corner (1, 2, 1) is inside. */
    OK(carom_mesh_penetration(copy, box, &found));
    way = found.translation;
    CHECK(found.found == 1 && near(found.at_least, 1));
    CHECK(fabsf(sqrtf(way.x * way.x + way.y * way.y + way.z * way.z) - 1) < 1e-3f && (way.x < -0.99f || way.z < -0.99f));
    OK(carom_mesh_free(copy));
    far = square(1);
    OK(carom_mesh_scaled(far, vec3(1, 1, 1), &copy));
    OK(carom_mesh_free(far));
    OK(carom_mesh_penetration(copy, copy, &found));
    CHECK(found.found == 1);
    OK(carom_mesh_free(copy));
    {
        static const float high[9] = {0, 9, 0, 1, 9, 0, 0, 9, 1};
        static const uint32_t one[3] = {0, 1, 2};
        CaromVectors vertices = {high, 12};
        OK(carom_mesh_create(vertices, 3, one, 1, 0, &far));
    }
    OK(carom_mesh_penetration(far, box, &found));
    CHECK(found.found == 0 && isnan(found.translation.x) && found.at_least == 0);
    OK(carom_mesh_free(far));
    OK(carom_mesh_free(box));
}

static void parts_in_boxes(void) {
    CaromMesh floor = square(9);
    CaromQuery query = carom_query_mesh(floor);
    CaromPart parts[3];
    size_t count;
    OK(carom_parts_in_box(&query, vec3(-9, -1, 8), vec3(-8, 1, 9), parts, 3, &count));
    CHECK(count >= 1 && parts[0].body == 0 && parts[0].part < 2);
    OK(carom_parts_in_box(&query, vec3(-9, 5, -9), vec3(9, 6, 9), parts, 3, &count));
    CHECK(count == 0);
    OK(carom_parts_in_box(&query, vec3(-9, -1, -9), vec3(9, 1, 9), NULL, 0, &count));
    CHECK(count == 2);
    OK(carom_mesh_free(floor));
}

static void insides(void) {
    CaromMesh box = cube(2, 0), floor = square(4);
    CaromInterval interval[2];
    CaromBarycentric weights;
    double winding;
    float parameter;
    size_t count;
    OK(carom_mesh_winding_number(box, vec3(1, 0.5f, 1), &winding));
    CHECK(fabs(winding - 1) < 1e-12);
    OK(carom_mesh_winding_number(box, vec3(3, 0.5f, 1), &winding));
    CHECK(fabs(winding) < 1e-12);
    OK(carom_mesh_ray_intervals(box, vec3(-2, 0.5f, 1), vec3(8, 0, 0), interval, 2, &count));
    CHECK(count == 1 && near(interval[0].from, 0.25f) && near(interval[0].to, 0.5f));
    OK(carom_mesh_ray_intervals(box, vec3(1, 0.5f, 1), vec3(4, 0, 0), interval, 2, &count));
    CHECK(count == 1 && interval[0].from == 0 && near(interval[0].to, 0.25f));
    OK(carom_mesh_ray_intervals(box, vec3(1, 3, 1), vec3(4, 0, 0), NULL, 0, &count));
    CHECK(count == 0);
    /* The corners of the triangle are (-4, 0, -4), (-4, 0, 4), (4, 0, 4). */
    OK(carom_mesh_barycentric(floor, 0, vec3(-2, 0, 0), &weights));
    CHECK(near(weights.a, 0.5f) && near(weights.b, 0.25f) && near(weights.c, 0.25f));
    OK(carom_segment_parameter(vec3(1, 0, 0), vec3(5, 0, 0), vec3(2, 7, 0), &parameter));
    CHECK(parameter == 0.25f);
    OK(carom_mesh_free(box));
    OK(carom_mesh_free(floor));
}

int main(void) {
    solids();
    compounds();
    nearest_parts();
    edited_heights();
    moving_bodies();
    compounds_that_move();
    two_meshes();
    penetrations_and_copies();
    parts_in_boxes();
    insides();
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("every surface works");
    return 0;
}
