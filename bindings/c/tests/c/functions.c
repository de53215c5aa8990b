/* Every function, with answers that can be checked by hand. */
#include "check.h"

static int near(float a, float b) { return fabsf(a - b) < 1e-4f; }

static int equal(CaromVec3 a, CaromVec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static void shapes(void) {
    CaromVec3 points[3];
    CaromShape shape;
    points[0] = vec3(1, 2, 3);
    points[1] = vec3(4, 5, 6);
    points[2] = vec3(7, 8, 10);
    shape = carom_point(points[0]);
    CHECK(shape.kind == CAROM_POINT && equal(shape.a, points[0]));
    shape = carom_ball(points[0], 2);
    CHECK(shape.kind == CAROM_BALL && shape.radius == 2);
    shape = carom_capsule(points[0], points[1], 2);
    CHECK(shape.kind == CAROM_CAPSULE && equal(shape.b, points[1]) && shape.radius == 2);
    shape = carom_box(points[0], points[1]);
    CHECK(shape.kind == CAROM_BOX && equal(shape.a, points[0]) && equal(shape.b, points[1]));
    shape = carom_triangle(points[0], points[1], points[2]);
    CHECK(shape.kind == CAROM_TRIANGLE && equal(shape.c, points[2]));
    shape = carom_hull(points, 3, 1);
    CHECK(shape.kind == CAROM_HULL && shape.points == points && shape.point_count == 3 && shape.radius == 1);
    shape = carom_oriented_box(points[1], points);
    CHECK(shape.kind == CAROM_ORIENTED_BOX && equal(shape.a, points[1]) && shape.points == points && shape.point_count == 3);
    shape = carom_cylinder(points[0], points[1], 2);
    CHECK(shape.kind == CAROM_CYLINDER && equal(shape.a, points[0]) && equal(shape.b, points[1]) && shape.radius == 2);
    shape = carom_cone(points[0], points[1], 2);
    CHECK(shape.kind == CAROM_CONE && equal(shape.b, points[1]) && shape.radius == 2 && shape.radius_b == 0);
    shape = carom_frustum(points[0], points[1], 2, 3);
    CHECK(shape.kind == CAROM_CONE && equal(shape.b, points[1]) && shape.radius == 2 && shape.radius_b == 3);
    shape = carom_tapered_capsule(points[0], points[1], 2, 3);
    CHECK(shape.kind == CAROM_TAPERED_CAPSULE && equal(shape.a, points[0]) && shape.radius == 2 && shape.radius_b == 3);
    shape = carom_ellipsoid(points[0], points[1]);
    CHECK(shape.kind == CAROM_ELLIPSOID && equal(shape.a, points[0]) && equal(shape.b, points[1]));
    shape = carom_oriented_ellipsoid(points[1], points);
    CHECK(shape.kind == CAROM_ORIENTED_ELLIPSOID && shape.points == points && shape.point_count == 3);
    shape = carom_rounded(carom_box(points[0], points[1]), 3);
    CHECK(shape.kind == CAROM_BOX && equal(shape.b, points[1]) && shape.rounding == 3);
}

/* A box on a box that is larger: four corners over a face. A cylinder on its side: a line. A ball: a point. */
static void manifolds(void) {
    CaromShape table = carom_box(vec3(-9, -1, -9), vec3(9, 0, 9)), box = carom_box(vec3(1, -0.125f, 2), vec3(2, 1, 3));
    CaromShape roll = carom_cylinder(vec3(0, 1, 0), vec3(2, 1, 0), 1), ball = carom_ball(vec3(0, 1.25f, 0), 1);
    CaromManifold found, swapped;
    uint32_t i;
    OK(carom_manifold(&box, &table, 0.1f, &found));
    CHECK(found.count == 4 && found.unique == 1 && equal(found.normal, vec3(0, 1, 0)));
    for (i = 0; i < 4; i++) {
        CHECK(found.points[i].separation == -0.125f && found.points[i].point_a.y == -0.125f && found.points[i].point_b.y == 0);
        /* A corner of the box with the lower y, over the upper face of the table. */
        CHECK(found.points[i].feature_a.count == 1 && (found.points[i].feature_a.vertices[0] & 2) == 0);
        CHECK(found.points[i].feature_b.count == 3 && found.points[i].feature_b.vertices[0] == 2);
    }
    OK(carom_manifold(&table, &box, 0.1f, &swapped));
    CHECK(swapped.count == 4 && equal(swapped.normal, vec3(0, -1, 0)));
    CHECK(memcmp(&swapped.points[0].feature_b, &found.points[0].feature_a, sizeof found.points[0].feature_a) == 0);
    OK(carom_manifold(&roll, &table, 0.1f, &found));
    CHECK(found.count == 2 && near(found.points[0].separation, 0) && near(fabsf(found.points[0].point_a.x - found.points[1].point_a.x), 2));
    CHECK(isnan(found.points[2].separation) && found.points[3].feature_a.count == 0);
    OK(carom_manifold(&ball, &table, 1, &found));
    CHECK(found.count == 1 && near(found.points[0].separation, 0.25f) && found.points[0].feature_a.count == 1);
    OK(carom_manifold(&ball, &table, 0.1f, &found));
    CHECK(found.count == 0 && isnan(found.normal.x) && isnan(found.points[0].point_a.x));
}

/* Those with each part of a surface are those of the pairs, sorted by part, with the contacts of the surface. */
static void manifolds_of(CaromQuery query, const CaromShape *parts, const CaromShape *shape, float reach) {
    CaromPartManifold all[3];
    CaromContact contacts[2];
    CaromManifold pair;
    size_t count, contact_count, i;
    all[2].contact.part = 77;
    OK(carom_contacts(&query, shape, reach, contacts, 2, &contact_count));
    OK(carom_manifolds(&query, shape, reach, all, 3, &count));
    CHECK(count == 2 && contact_count == 2 && all[2].contact.part == 77);
    for (i = 0; i < count; i++) {
        OK(carom_manifold(shape, &parts[i], reach, &pair));
        CHECK(pair.count > 0 && memcmp(&all[i].manifold, &pair, sizeof pair) == 0);
        CHECK(all[i].contact.part == contacts[i].part && all[i].contact.body == contacts[i].body);
        CHECK(all[i].contact.separation == contacts[i].separation && equal(all[i].contact.point_b, contacts[i].point_b));
    }
    /* The first of both, and their number alone. */
    all[1].contact.part = 77;
    OK(carom_manifolds(&query, shape, reach, all, 1, &count));
    CHECK(count == 2 && all[0].contact.part == contacts[0].part && all[1].contact.part == 77);
    count = 0;
    OK(carom_manifolds(&query, shape, reach, NULL, 0, &count));
    CHECK(count == 2);
}

static void manifolds_of_parts(void) {
    CaromShape parts[2], box = carom_box(vec3(-0.5f, 0.0625f, -0.5f), vec3(0.75f, 1, 0.5f)), low = carom_box(vec3(-0.5f, -0.25f, -0.5f), vec3(0.75f, 1, 0.5f));
    CaromPose pose = carom_pose_at(vec3(0, 0, 0)), poses[2];
    CaromMesh mesh = square(9);
    CaromCompound compound;
    CaromWorld world;
    CaromBody body;
    CaromQuery query = carom_query_mesh(mesh);
    CaromPartManifold one;
    uint64_t name;
    size_t count = 7, i;
    parts[0] = carom_triangle(vec3(-9, 0, -9), vec3(-9, 0, 9), vec3(9, 0, 9));
    parts[1] = carom_triangle(vec3(-9, 0, -9), vec3(9, 0, 9), vec3(9, 0, -9));
    manifolds_of(query, parts, &box, 0.125f);
    manifolds_of(query, parts, &low, 0);
    OK(carom_manifolds(&query, &box, 0, &one, 1, &count));
    CHECK(count == 0);
    parts[0] = carom_box(vec3(-2, -1, -2), vec3(0, 0, 2));
    parts[1] = carom_box(vec3(0, -1, -2), vec3(2, 0, 2));
    poses[0] = poses[1] = pose;
    OK(carom_compound_create(parts, poses, 2, &compound));
    manifolds_of(carom_query_compound(compound), parts, &box, 0.125f);
    OK(carom_world_create(&world));
    for (i = 0; i < 2; i++) {
        body = carom_body_of_shape(parts[i]);
        OK(carom_world_add(world, &body, &name));
    }
    manifolds_of(carom_query_world(world), parts, &low, INFINITY);
    query = carom_query_world(world);
    query.except = name;
    OK(carom_manifolds(&query, &low, 0, &one, 1, &count));
    CHECK(count == 1 && one.contact.body != name && one.manifold.count == 4);
    OK(carom_world_free(world));
    OK(carom_compound_free(compound));
    OK(carom_mesh_free(mesh));
}

/* Two shapes alone: nearest, deepest, swept towards each other, and one that turns into the other. */
static void two_shapes(void) {
    CaromShape table = carom_box(vec3(-9, -1, -9), vec3(9, 0, 9)), post = carom_cylinder(vec3(0, 1, 0), vec3(0, 3, 0), 0.5f);
    CaromShape ball = carom_ball(vec3(4, 2, 0), 1), bat = carom_capsule(vec3(0, 0, 0), vec3(4, 0, 0), 0.5f);
    CaromShape high = carom_ball(vec3(0, 3, 0), 0.5f);
    CaromContact found;
    CaromRigidMotion quarter;
    CaromHit hit;
    uint8_t touches = 7;
    OK(carom_pair_closest(&post, &table, INFINITY, &found));
    CHECK(found.separation == 1 && equal(found.normal, vec3(0, 1, 0)) && found.point_b.y == 0 && found.part == 0);
    OK(carom_pair_closest(&post, &table, 0.5f, &found));
    CHECK(found.part == CAROM_NO_PART && isnan(found.normal.x));
    OK(carom_pair_closest(&table, &ball, INFINITY, &found));
    CHECK(near(found.separation, 1) && equal(found.normal, vec3(0, -1, 0)));
    OK(carom_pair_overlap(&post, &table, &touches));
    CHECK(touches == 0);
    OK(carom_pair_overlap(&bat, &table, &touches));
    CHECK(touches == 1);
    /* A gap of 2.5 closes at 4 + 1. */
    OK(carom_pair_sweep(&post, vec3(4, 0, 0), &ball, vec3(-1, 0, 0), &hit));
    CHECK(near(hit.t, 0.5f) && near(hit.normal.x, -1) && near(hit.point.x, 2.5f));
    OK(carom_pair_sweep(&post, vec3(1, 0, 0), &ball, vec3(1, 0, 0), &hit));
    CHECK(hit.part == CAROM_NO_PART);
    memset(&quarter, 0, sizeof quarter);
    quarter.axis = vec3(0, 0, 1);
    quarter.angle = 1.57079633f;
    /* A quarter turn less the angle with the sine 1/3; the same where the ball turns back around the end of the bat. */
    OK(carom_pair_sweep_rigid(&bat, &quarter, &high, NULL, &hit));
    CHECK(near(hit.t, 0.78365f));
    quarter.angle = -quarter.angle;
    OK(carom_pair_sweep_rigid(&bat, NULL, &high, &quarter, &hit));
    CHECK(near(hit.t, 0.78365f));
}

static void mesh(void) {
    CaromVec3 corners[4];
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    CaromVectors vertices = {&corners[0].x, sizeof corners[0]};
    CaromMesh solid, floor = square(9);
    CaromMeshInfo info;
    uint8_t is;
    float distance;
    corners[0] = vec3(0, 0, 0);
    corners[1] = vec3(1, 0, 0);
    corners[2] = vec3(0, 1, 0);
    corners[3] = vec3(0, 0, 1);
    OK(carom_mesh_create(vertices, 4, faces, 4, CAROM_COMPACT, &solid));
    OK(carom_mesh_info(floor, &info));
    CHECK(info.triangle_count == 2 && info.byte_count > 0);
    CHECK(equal(info.min, vec3(-9, 0, -9)) && equal(info.max, vec3(9, 0, 9)));
    OK(carom_mesh_is_closed(solid, &is));
    CHECK(is == 1);
    OK(carom_mesh_is_closed(floor, &is));
    CHECK(is == 0);
    OK(carom_mesh_contains(solid, vec3(0, 0.5f, 0.5f), &is));
    CHECK(is == 1);
    OK(carom_mesh_contains(solid, vec3(0, 2, 0), &is));
    CHECK(is == 0);
    OK(carom_mesh_signed_distance(solid, vec3(0.25f, 0.25f, 0.125f), &distance));
    CHECK(distance == -0.125f);
    OK(carom_mesh_free(solid));
    OK(carom_mesh_free(floor));
    solid.bits = 0;
    OK(carom_mesh_free(solid));
}

static void queries(void) {
    CaromMesh floor = square(9);
    CaromQuery query = carom_query_mesh(floor);
    CaromShape ball = carom_ball(vec3(1, 5, 2), 1), low = carom_ball(vec3(0, 0.5f, 0), 1);
    CaromContact contact, contacts[2];
    CaromHit hit, hits[2];
    uint8_t touches;
    size_t count;
    OK(carom_closest(&query, &ball, INFINITY, &contact));
    CHECK(contact.separation == 4 && equal(contact.normal, vec3(0, 1, 0)) && equal(contact.point_b, vec3(1, 0, 2)));
    CHECK(equal(contact.point_a, vec3(1, 4, 2)) && contact.body == 0 && contact.error_bound > 0);
    OK(carom_closest(&query, &ball, 3, &contact));
    CHECK(contact.part == CAROM_NO_PART && isinf(contact.separation));
    OK(carom_overlap(&query, &ball, &touches));
    CHECK(touches == 0);
    OK(carom_overlap(&query, &low, &touches));
    CHECK(touches == 1);
    OK(carom_sweep(&query, &ball, vec3(0, -8, 0), &hit));
    CHECK(near(hit.t, 0.5f) && equal(hit.normal, vec3(0, 1, 0)) && hit.start == CAROM_SEPARATE);
    OK(carom_sweep(&query, &low, vec3(0, 8, 0), &hit));
    CHECK(hit.t == 0 && hit.start == CAROM_OVERLAPPING && hit.start_separation == -0.5f);
    OK(carom_ray(&query, vec3(1, 5, 2), vec3(0, -10, 0), &hit));
    CHECK(near(hit.t, 0.5f));
    OK(carom_ray(&query, vec3(1, 5, 2), vec3(0, 10, 0), &hit));
    CHECK(isinf(hit.t) && hit.part == CAROM_NO_PART && hit.body == CAROM_NO_BODY);
    /* Over the diagonal: both triangles. */
    OK(carom_contacts(&query, &low, 0, contacts, 2, &count));
    CHECK(count == 2 && contacts[0].part == 0 && contacts[1].part == 1);
    OK(carom_contacts(&query, &low, 0, NULL, 0, &count));
    CHECK(count == 2);
    contacts[1].part = 77;
    OK(carom_contacts(&query, &low, 0, contacts, 1, &count));
    CHECK(count == 2 && contacts[1].part == 77);
    low.a.y = 3;
    OK(carom_sweep_all(&query, &low, vec3(0, -4, 0), hits, 2, &count));
    CHECK(count == 2 && hits[0].part == 0 && hits[1].part == 1);
    OK(carom_mesh_free(floor));
}

static void batches(void) {
    static const float balls[8] = {1, 5, 2, 1, 0, -2, 1, 3}, down[3] = {0, -8, 0};
    CaromMesh floor = square(9);
    CaromQuery query = carom_query_mesh(floor);
    CaromShapes shapes = {0};
    CaromVectors deltas = {down, 0};
    CaromContact contacts[2];
    CaromHit hits[2];
    uint8_t touches[2];
    size_t offsets[3];
    shapes.kind = CAROM_BALL;
    shapes.count = 2;
    shapes.a.base = balls;
    shapes.a.stride = 16;
    shapes.radius.base = balls + 3;
    shapes.radius.stride = 16;
    OK(carom_closest_batch(&query, &shapes, 9, contacts));
    CHECK(contacts[0].separation == 4 && contacts[1].separation == -1);
    OK(carom_overlap_batch(&query, &shapes, touches));
    CHECK(touches[0] == 0 && touches[1] == 1);
    OK(carom_sweep_batch(&query, &shapes, deltas, hits));
    CHECK(near(hits[0].t, 0.5f) && hits[1].t == 0);
    OK(carom_ray_batch(&query, shapes.a, deltas, 2, hits));
    CHECK(near(hits[0].t, 0.625f) && isinf(hits[1].t));
    OK(carom_contacts_batch(&query, &shapes, 0, offsets, contacts, 2));
    CHECK(offsets[0] == 0 && offsets[1] == 0 && offsets[2] >= 1 && contacts[0].separation == -1);
    /* No shapes. */
    shapes.count = 0;
    shapes.a.base = shapes.radius.base = NULL;
    OK(carom_closest_batch(&query, &shapes, 9, NULL));
    OK(carom_contacts_batch(&query, &shapes, 9, offsets, NULL, 0));
    OK(carom_ray_batch(&query, shapes.a, deltas, 0, NULL));
    OK(carom_mesh_free(floor));
}

static void worlds(void) {
    CaromWorld world, copy;
    CaromMesh floor = square(9);
    CaromBody body;
    CaromPose pose;
    CaromQuery query;
    CaromHit hit;
    CaromShape shape;
    uint64_t ground, wall, glass, sensor, plank, data, found[3];
    size_t count;
    OK(carom_world_create(&world));
    body = carom_body_of_mesh(floor);
    OK(carom_world_add(world, &body, &ground));
    OK(carom_mesh_free(floor)); /* The world keeps it. */
    body = carom_body_of_shape(carom_ball(vec3(0, 0, 0), 1));
    body.pose = carom_pose_at(vec3(5, 1, 0));
    body.layers = 1;
    body.data = 42;
    OK(carom_world_add(world, &body, &wall));
    body.pose = carom_pose_at(vec3(2, 1, 0));
    body.layers = 2;
    OK(carom_world_add(world, &body, &glass));
    OK(carom_world_count(world, &count));
    CHECK(count == 3);
    OK(carom_world_data(world, wall, &data));
    CHECK(data == 42);
    query = carom_query_world(world);
    OK(carom_ray(&query, vec3(-2, 1, 0), vec3(10, 0, 0), &hit));
    CHECK(hit.body == glass && near(hit.t, 0.3f));
    query.mask = 1;
    OK(carom_ray(&query, vec3(-2, 1, 0), vec3(10, 0, 0), &hit));
    CHECK(hit.body == wall);
    query.mask = UINT32_MAX;
    query.except = glass;
    OK(carom_ray(&query, vec3(-2, 1, 0), vec3(10, 0, 0), &hit));
    CHECK(hit.body == wall);
    query.origin[0] = -2;
    OK(carom_ray(&query, vec3(0, 1, 0), vec3(10, 0, 0), &hit));
    CHECK(hit.body == wall && near(hit.t, 0.6f));
    query = carom_query_world(world);
    OK(carom_world_set_layers(world, glass, 2, 4));
    query.layers = 1;
    OK(carom_ray(&query, vec3(-2, 1, 0), vec3(10, 0, 0), &hit));
    CHECK(hit.body == wall);

    OK(carom_world_copy(world, &copy));
    pose = carom_pose_at(vec3(5, 1, 7));
    OK(carom_world_set_pose(world, wall, &pose));
    OK(carom_ray(&query, vec3(-2, 1, 0), vec3(10, 0, 0), &hit));
    CHECK(hit.part == CAROM_NO_PART);
    query.surface = copy.bits;
    OK(carom_ray(&query, vec3(-2, 1, 0), vec3(10, 0, 0), &hit));
    CHECK(hit.body == wall);
    OK(carom_world_free(copy));

    body = carom_body_of_shape(carom_ball(vec3(0, 8, 0), 1));
    body.flags = CAROM_SENSOR;
    OK(carom_world_add(world, &body, &sensor));
    query = carom_query_world(world);
    OK(carom_ray(&query, vec3(-2, 8, 0), vec3(4, 0, 0), &hit));
    CHECK(hit.part == CAROM_NO_PART);
    query.flags = CAROM_WITH_SENSORS;
    OK(carom_ray(&query, vec3(-2, 8, 0), vec3(4, 0, 0), &hit));
    CHECK(hit.body == sensor);
    shape = carom_box(vec3(-1, -1, -1), vec3(3, 9, 1));
    OK(carom_overlaps(&query, &shape, found, 3, &count));
    CHECK(count == 3 && found[0] == ground && found[1] == glass && found[2] == sensor);
    query.flags = 0;
    OK(carom_overlaps(&query, &shape, NULL, 0, &count));
    CHECK(count == 2);
    query.flags = CAROM_WITH_SENSORS;
    body = carom_body_of_shape(carom_box(vec3(-1, 3.9f, -1), vec3(1, 4, 1)));
    body.flags = CAROM_ONE_WAY | CAROM_MOVING;
    body.one_way_direction = vec3(0, 1, 0);
    OK(carom_world_add(world, &body, &plank));
    OK(carom_ray(&query, vec3(0, 6, 0), vec3(0, -3, 0), &hit));
    CHECK(hit.body == plank);
    OK(carom_ray(&query, vec3(0, 2, 0), vec3(0, 3, 0), &hit));
    CHECK(hit.part == CAROM_NO_PART);
    OK(carom_world_set_velocity(world, plank, vec3(1, 0, 0)));
    OK(carom_world_set_spin(world, plank, vec3(0, 1, 0), 1));
    OK(carom_world_set_surface_velocity(world, plank, vec3(0, 0, 1)));
    OK(carom_world_optimize(world));
    OK(carom_world_remove(world, plank));
    OK(carom_world_count(world, &count));
    CHECK(count == 4);
    OK(carom_world_free(world));
}

/* A character on a lift and on a conveyor, with locomotion. */
static void movers(void) {
    CaromMoverSettings settings = carom_mover_defaults(), back;
    CaromMover mover;
    CaromWorld world;
    CaromBody body;
    CaromPose pose;
    CaromQuery query;
    CaromCharacter hero = carom_character_at(vec3(0, 0.01f, 0), 1.8f), saved;
    CaromIntent intent = {0};
    CaromReport report;
    CaromCollision met[32];
    CaromLocomotion locomotion = carom_locomotion();
    uint64_t lift, wall;
    size_t count;
    int tick;
    OK(carom_world_create(&world));
    body = carom_body_of_shape(carom_box(vec3(-3, -1, -3), vec3(3, 0, 3)));
    body.flags = CAROM_MOVING;
    OK(carom_world_add(world, &body, &lift));
    body = carom_body_of_shape(carom_box(vec3(2, -50, -9), vec3(4, 50, 9)));
    OK(carom_world_add(world, &body, &wall));
    OK(carom_mover_create(&settings, &mover));
    OK(carom_mover_settings(mover, &back));
    CHECK(memcmp(&back, &settings, sizeof back) == 0);
    query = carom_query_world(world);
    OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, &report));
    CHECK(hero.on_ground == 1 && hero.ground_body == lift && equal(hero.ground_normal, vec3(0, 1, 0)));
    for (tick = 1; tick <= 60; tick++) {
        pose = carom_pose_at(vec3(0, (float)tick / 60, 0));
        OK(carom_world_move_to(world, lift, &pose, 1.0f / 60));
        OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, &report));
    }
    CHECK(report.why & CAROM_RODE && near(hero.feet.y, 1.01f) && near(hero.velocity.y, 1));
    OK(carom_world_set_velocity(world, lift, vec3(0, 0, 0)));
    saved = hero;
    intent.velocity = vec3(4, 0, 0);
    for (tick = 0; tick < 60; tick++)
        OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, &report));
    CHECK(report.why & CAROM_BLOCKED && fabsf(hero.feet.x - 1.69f) < 1e-3f);
    OK(carom_mover_collisions(mover, met, 32, &count));
    CHECK(count == 1 && met[0].body == wall && met[0].role == CAROM_WALL && equal(met[0].normal, vec3(-1, 0, 0)));
    OK(carom_mover_collisions(mover, NULL, 0, &count));
    CHECK(count == 1);
    hero = saved;
    settings.radius = 0.5f;
    OK(carom_mover_set_settings(mover, &settings));
    OK(carom_mover_settings(mover, &back));
    CHECK(back.radius == 0.5f);
    for (tick = 0; tick < 60; tick++) {
        float jump = tick == 30 ? 5.0f : 0.0f;
        OK(carom_locomotion_intent(&locomotion, &hero, vec3(-2, 0, 0), jump, settings.up, 1.0f / 60, &intent));
        CHECK((intent.jump > 0) == (tick == 30));
        OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, NULL));
        OK(carom_locomotion_adopt(&locomotion, &hero, &intent, settings.up));
    }
    CHECK(hero.on_ground == 0 && hero.feet.y > 2 && locomotion.velocity.x < -1.9f && locomotion.jumped == 1);
    saved = hero;
    OK(carom_locomotion_knock_back(&locomotion, &hero, vec3(1, 2, 0), settings.up));
    CHECK(fabsf(hero.velocity.y - saved.velocity.y - 2) < 1e-5f && locomotion.velocity.x > -1.1f && hero.feet.y == saved.feet.y);
    intent.flags = CAROM_FLY;
    intent.velocity = vec3(0, 6, 0);
    OK(carom_mover_step(mover, &query, &hero, &intent, 0.5f, &report));
    CHECK(hero.feet.y > 5);
    OK(carom_mover_free(mover));
    OK(carom_world_free(world));
}

/* Dodges on a turntable, and a vault that gravity does not take. */
static void animations(void) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromMover mover;
    CaromWorld world;
    CaromBody body;
    CaromPose pose = carom_pose_at(vec3(0, 0, 0));
    CaromQuery query;
    CaromCharacter hero = carom_character_at(vec3(0, 0.01f, 0), 1.8f);
    CaromIntent intent = {0};
    CaromRootMotion motion = {0};
    CaromLocomotion locomotion = carom_locomotion();
    uint64_t table;
    float facing = 0, dt = 1.0f / 60;
    int tick;
    OK(carom_world_create(&world));
    body = carom_body_of_shape(carom_box(vec3(-9, -1, -9), vec3(9, 0, 9)));
    body.flags = CAROM_MOVING;
    OK(carom_world_add(world, &body, &table));
    OK(carom_mover_create(&settings, &mover));
    query = carom_query_world(world);
    OK(carom_mover_step(mover, &query, &hero, &intent, dt, NULL));
    /* 2 m along its own x, while the table turns by one radian and it by another. */
    motion.displacement = vec3(2.0f / 60, 0, 0);
    motion.turn = 1.0f / 60;
    for (tick = 1; tick <= 60; tick++) {
        float half = (float)tick / 120;
        pose.rotation[1] = sinf(half);
        pose.rotation[3] = cosf(half);
        OK(carom_world_move_to(world, table, &pose, dt));
        OK(carom_root_motion_intent(&motion, &query, &locomotion, &hero, &facing, settings.up, dt, &intent));
        CHECK(intent.flags == 0);
        OK(carom_mover_step(mover, &query, &hero, &intent, dt, NULL));
        OK(carom_locomotion_adopt(&locomotion, &hero, &intent, settings.up));
    }
    /* On the table an arc of 2 m and a radian: its chord is 4 sin(1/2). */
    CHECK(fabsf(facing - 2) < 1e-4f && fabsf(hypotf(hero.feet.x, hero.feet.z) - 4 * sinf(0.5f)) < 1e-2f);
    CHECK(fabsf(hypotf(locomotion.velocity.x, locomotion.velocity.z) - 2) < 1e-4f);
    OK(carom_world_set_spin(world, table, vec3(0, 1, 0), 0));
    OK(carom_world_set_velocity(world, table, vec3(0, 0, 0)));
    motion.displacement = vec3(0, 1.0f / 60, 0);
    motion.flags = CAROM_VERTICAL;
    for (tick = 0; tick < 60; tick++) {
        OK(carom_root_motion_intent(&motion, NULL, NULL, &hero, &facing, settings.up, dt, &intent));
        CHECK(intent.flags == CAROM_RISE && fabsf(intent.rise - 1) < 1e-5f);
        OK(carom_mover_step(mover, &query, &hero, &intent, dt, NULL));
    }
    CHECK(fabsf(hero.feet.y - 1.01f) < 1e-3f && hero.on_ground == 0 && fabsf(facing - 3) < 1e-4f);
    OK(carom_mover_free(mover));
    OK(carom_world_free(world));
}

/* A box rests with its sole half over a ledge, a capsule sinks there, and the lintel stops the upper part of a centaur alone. */
static void bodies(void) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromLimb person = {{0.7f, 0.6f, 0}, {0.7f, 1.6f, 0}, 0.25f};
    CaromIntent intent;
    CaromWorld world;
    CaromBody body;
    CaromQuery query;
    CaromMover mover;
    CaromCrowd crowd;
    CaromAgent agents[2];
    uint64_t id;
    uint32_t kind;
    size_t count;
    int tick;
    memset(&intent, 0, sizeof intent);
    OK(carom_world_create(&world));
    body = carom_body_of_shape(carom_box(vec3(-9, -1, -9), vec3(1, 0, 9)));
    OK(carom_world_add(world, &body, &id));
    body = carom_body_of_shape(carom_box(vec3(-4, 1.2f, -9), vec3(-3, 3, 9)));
    OK(carom_world_add(world, &body, &id));
    query = carom_query_world(world);
    OK(carom_mover_create(&settings, &mover));
    for (kind = CAROM_BODY_CAPSULE; kind <= CAROM_BODY_BOX; kind++) {
        CaromCharacter hero = carom_character_at(vec3(1.2f, 0.01f, 0), 1.8f);
        OK(carom_mover_set_body(mover, kind, 0.5f, NULL, 0));
        OK(carom_mover_set_settings(mover, &settings));
        for (tick = 0; tick < 30; tick++)
            OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, NULL));
        CHECK((fabsf(hero.feet.y - 0.01f) < 1e-4f) == (kind != CAROM_BODY_CAPSULE));
        CHECK(hero.axis.x == (kind == CAROM_BODY_BOX ? 1 : 0));
    }
    settings.radius = 0.35f;
    intent.velocity = vec3(-2, 0, 0);
    OK(carom_mover_set_settings(mover, &settings));
    for (kind = CAROM_BODY_CAPSULE; kind <= CAROM_BODY_LYING; kind += CAROM_BODY_LYING) {
        CaromCharacter hero = carom_character_lying(vec3(-1, 0.01f, 0), vec3(-3, 0, 0), 2);
        CHECK(hero.axis.x == -1 && hero.height == 2);
        OK(carom_mover_set_body(mover, kind, 0, &person, 1));
        for (tick = 0; tick < 150; tick++)
            OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, NULL));
        /* The chest is 0.95 ahead, and a skin from the lintel. */
        CHECK(kind == CAROM_BODY_CAPSULE ? hero.feet.x < -5.9f : fabsf(hero.feet.x + 2.04f) < 2e-3f);
    }
    /* The second agent has the body of a mover, and keeps it with other settings. */
    settings = carom_mover_defaults();
    OK(carom_mover_set_settings(mover, &settings));
    OK(carom_mover_set_body(mover, CAROM_BODY_CYLINDER, 0, NULL, 0));
    OK(carom_crowd_create(world, 1u << 31, &crowd));
    for (tick = 0; tick < 2; tick++) {
        CaromCharacter hero = carom_character_at(vec3(1.2f, 0.01f, 3.0f * tick), 1.8f);
        OK(carom_crowd_add(crowd, &settings, &hero, 80, CAROM_PUSH, NULL));
    }
    OK(carom_crowd_set_mover(crowd, 1, mover));
    settings.step_height = 0.1f;
    OK(carom_crowd_set_settings(crowd, 1, &settings));
    for (tick = 0; tick < 30; tick++)
        OK(carom_crowd_step(crowd, NULL, 0, 1.0f / 60));
    OK(carom_crowd_agents(crowd, agents, 2, &count));
    CHECK(count == 2 && agents[0].state.feet.y < -0.02f && fabsf(agents[1].state.feet.y - 0.01f) < 1e-4f);
    OK(carom_crowd_free(crowd));
    OK(carom_mover_free(mover));
    OK(carom_world_free(world));
}

/* Ice, a conveyor, a roof that cannot be walked and a kerb that is no step. */
static void materials(void) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromSurfaceMaterial all[3];
    CaromMover mover;
    CaromCrowd crowd;
    CaromAgent agent;
    CaromWorld world;
    CaromBody body;
    CaromQuery query;
    CaromCharacter hero = carom_character_at(vec3(0, 0.01f, 0), 1.8f);
    CaromIntent intent = {0};
    CaromCollision met[32];
    CaromLocomotion locomotion = carom_locomotion();
    uint64_t floor, kerb;
    size_t count, i;
    float grip = 0;
    int tick, tags = 0;
    CHECK(locomotion.grip == 1);
    OK(carom_world_create(&world));
    body = carom_body_of_shape(carom_box(vec3(-50, -1, -50), vec3(50, 0, 50)));
    OK(carom_world_add(world, &body, &floor));
    body = carom_body_of_shape(carom_box(vec3(2, -1, -50), vec3(50, 0.2f, -5)));
    OK(carom_world_add(world, &body, &kerb));
    OK(carom_mover_create(&settings, &mover));
    query = carom_query_world(world);
    all[0] = carom_surface_material(floor, CAROM_NO_PART);
    CHECK(all[0].friction == 1 && all[0].flags == 0 && all[0].tag == 0 && all[0].body == floor);
    all[0].friction = 0.1f;
    all[1] = carom_surface_material(kerb, CAROM_NO_PART);
    all[1].flags = CAROM_MATERIAL_NO_STEP;
    all[1].tag = 8;
    OK(carom_mover_set_surfaces(mover, all, 2));
    /* From 3 m/s the friction 4 stops after 3 / 4 m, ice of a tenth of that after 7.5 m. */
    OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, NULL));
    locomotion.velocity = vec3(0, 0, 3);
    for (tick = 0; tick < 1800; tick++) {
        OK(carom_mover_grip(mover, &hero, &grip));
        locomotion.grip = grip;
        OK(carom_locomotion_intent(&locomotion, &hero, vec3(0, 0, 0), 0, settings.up, 1.0f / 60, &intent));
        OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, NULL));
        OK(carom_locomotion_adopt(&locomotion, &hero, &intent, settings.up));
    }
    CHECK(grip == 0.1f && fabsf(hero.feet.z - 7.5f) < 1e-3f);
    /* The kerb is a wall. */
    hero = carom_character_at(vec3(0, 0.01f, -9), 1.8f);
    memset(&intent, 0, sizeof intent);
    intent.velocity = vec3(3, 0, 0);
    for (tick = 0; tick < 60; tick++) {
        OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, NULL));
        OK(carom_mover_collisions(mover, met, 32, &count));
        for (i = 0; i < count; i++)
            tags += met[i].body == kerb && met[i].tag == 8;
    }
    CHECK(tags > 0 && hero.feet.x < 2 && hero.feet.y < 0.02f);
    /* Without materials it is a step. */
    OK(carom_mover_set_surfaces(mover, NULL, 0));
    OK(carom_mover_grip(mover, &hero, &grip));
    for (tick = 0; tick < 60; tick++)
        OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, NULL));
    CHECK(grip == 1 && hero.feet.x > 3 && hero.feet.y > 0.2f);
    /* A conveyor carries an agent of a crowd. */
    OK(carom_crowd_create(world, 1u << 31, &crowd));
    hero = carom_character_at(vec3(0, 0.01f, 0), 1.8f);
    OK(carom_crowd_add(crowd, &settings, &hero, 80, CAROM_PUSH, NULL));
    all[0].velocity = vec3(0, 0, 2);
    all[0].max_slope = 90;
    all[0].flags = CAROM_MATERIAL_SLOPE;
    OK(carom_crowd_set_surfaces(crowd, all, 1));
    for (tick = 0; tick < 60; tick++)
        OK(carom_crowd_step(crowd, NULL, 0, 1.0f / 60));
    OK(carom_crowd_agents(crowd, &agent, 1, &count));
    CHECK(fabsf(agent.state.feet.z - 2) < 0.04f && agent.state.base_velocity.z == 2);
    OK(carom_crowd_free(crowd));
    OK(carom_mover_free(mover));
    OK(carom_world_free(world));
}

static void crowds(void) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromWorld world, world_copy;
    CaromCrowd crowd, copy;
    CaromBody body = carom_body_of_shape(carom_box(vec3(-50, -1, -50), vec3(50, 0, 50)));
    CaromIntent intents[2] = {{{4, 0, 0}, 0, 0, 0, 0, {0, 0, 0}}, {{0, 0, 0}, 0, 0, 0, 0, {0, 0, 0}}};
    CaromCharacter state = carom_character_at(vec3(0, 0.01f, 0), 1.8f);
    CaromAgent agents[3], others[3];
    uint64_t floor, data;
    size_t number, count;
    int tick;
    OK(carom_world_create(&world));
    OK(carom_world_add(world, &body, &floor));
    OK(carom_crowd_create(world, 1u << 31, &crowd));
    OK(carom_crowd_add(crowd, &settings, &state, 80, CAROM_PUSH, &number));
    CHECK(number == 0);
    state.feet.x = 2;
    OK(carom_crowd_add(crowd, &settings, &state, 80, CAROM_PUSH, NULL));
    state.feet.z = 9;
    OK(carom_crowd_add(crowd, &settings, &state, INFINITY, CAROM_GHOST, &number));
    CHECK(number == 2);
    for (tick = 0; tick < 60; tick++)
        OK(carom_crowd_step(crowd, intents, 2, 1.0f / 60));
    OK(carom_world_copy(world, &world_copy));
    OK(carom_crowd_copy(crowd, world_copy, &copy));
    for (tick = 0; tick < 60; tick++) {
        OK(carom_crowd_step(crowd, intents, 2, 1.0f / 60));
        OK(carom_crowd_step(copy, intents, 2, 1.0f / 60));
    }
    OK(carom_crowd_agents(crowd, agents, 3, &count));
    CHECK(count == 3 && agents[2].body == CAROM_NO_BODY && agents[2].role == CAROM_GHOST && isinf(agents[2].mass));
    /* One pushes the other, which weighs the same: both get half the speed. */
    CHECK(fabsf(agents[1].state.velocity.x - 2) < 0.01f);
    CHECK(agents[0].report.why != 0);
    OK(carom_crowd_agents(copy, others, 3, &count));
    CHECK(memcmp(agents, others, sizeof agents) == 0);
    OK(carom_world_data(world, agents[1].body, &data));
    CHECK(data == 1);
    OK(carom_crowd_set_state(crowd, 0, &state));
    settings.radius = 0.2f;
    OK(carom_crowd_set_settings(crowd, 0, &settings));
    OK(carom_crowd_step(crowd, NULL, 0, 1.0f / 60));
    OK(carom_crowd_agents(crowd, agents, 1, &count));
    CHECK(count == 3 && near(agents[0].state.feet.z, 9));
    OK(carom_crowd_free(copy));
    OK(carom_crowd_free(crowd));
    OK(carom_world_free(world_copy));
    OK(carom_world_free(world));
}

static void rigid_sweeps(void) {
    CaromMesh floor = square(9);
    CaromQuery query = carom_query_mesh(floor);
    CaromRigidMotion motion = {{0, 0, 0}, {0, 1, 0}, {0, 0, -1}, 3.1415927f};
    CaromShape rod = carom_capsule(vec3(-2, 1, 0), vec3(2, 1, 0), 0);
    CaromHit hit;
    /* The end of a rod of radius 2 around a pivot at height 1 touches the floor after 30 of its 180 degrees. */
    OK(carom_sweep_rigid(&query, &rod, &motion, &hit));
    CHECK(near(hit.t, 1.0f / 6) && near(hit.point.x, 1.7320508f) && near(hit.normal.y, 1));
    motion.angle = 0;
    motion.delta.y = -2;
    rod = carom_ball(vec3(0, 1, 0), 0.5f);
    OK(carom_sweep_rigid(&query, &rod, &motion, &hit));
    CHECK(near(hit.t, 0.25f));
    OK(carom_mesh_free(floor));
}

static void heights(void) {
    float numbers[9] = {1, 1, 1, 1, 3, 1, 1, 1, 1};
    CaromHeights field = {{10, 0, 0}, 2, 2, 3, 3, 0, NULL};
    CaromMesh hill;
    CaromMeshInfo info;
    CaromQuery query;
    CaromHit hit;
    field.heights = numbers;
    OK(carom_mesh_of_heights(&field, &hill));
    OK(carom_mesh_info(hill, &info));
    CHECK(info.triangle_count == 8 && equal(info.min, vec3(10, 1, 0)) && equal(info.max, vec3(14, 3, 4)));
    query = carom_query_mesh(hill);
    OK(carom_ray(&query, vec3(12, 9, 2), vec3(0, -9, 0), &hit));
    CHECK(near(hit.point.y, 3));
    OK(carom_mesh_free(hill));
}

static void sensors(void) {
    CaromWorld world;
    CaromSensors events, none = {0};
    CaromSensorPair pairs[2];
    CaromBody body = carom_body_of_shape(carom_ball(vec3(0, 0, 0), 2));
    CaromPose away = carom_pose_at(vec3(9, 0, 0));
    uint64_t sensor, coin;
    size_t count;
    OK(carom_world_create(&world));
    body.flags = CAROM_SENSOR;
    OK(carom_world_add(world, &body, &sensor));
    body = carom_body_of_shape(carom_ball(vec3(0, 0, 0), 0.1f));
    OK(carom_world_add(world, &body, &coin));
    OK(carom_sensors_create(&events));
    OK(carom_sensors_update(events, world));
    OK(carom_sensors_pairs(events, CAROM_ENTERED, pairs, 2, &count));
    CHECK(count == 1 && pairs[0].sensor == sensor && pairs[0].body == coin);
    OK(carom_sensors_update(events, world));
    OK(carom_sensors_pairs(events, CAROM_ENTERED, NULL, 0, &count));
    CHECK(count == 0);
    OK(carom_sensors_pairs(events, CAROM_NOW, NULL, 0, &count));
    CHECK(count == 1);
    OK(carom_world_set_pose(world, coin, &away));
    OK(carom_sensors_update(events, world));
    OK(carom_sensors_pairs(events, CAROM_LEFT, pairs, 1, &count));
    CHECK(count == 1 && pairs[0].body == coin);
    OK(carom_sensors_free(events));
    OK(carom_sensors_free(none));
    OK(carom_world_free(world));
}

/* Through a ball of radius 1, along a chord at the height 0.6: its half length is 0.8. */
static void ray_intervals(void) {
    CaromShape ball = carom_ball(vec3(5, 0, 0), 1), box = carom_box(vec3(2, 0, -1), vec3(4, 2, 1));
    CaromRayInterval found;
    OK(carom_ray_interval(vec3(0, 0.6f, 0), vec3(10, 0, 0), &ball, &found));
    CHECK(found.touches == 1 && found.has_entry == 1 && found.has_exit == 1);
    CHECK(near(found.entry.t, 0.42f) && near(found.exit.t, 0.58f));
    CHECK(near(found.entry.point.x, 4.2f) && near(found.entry.point.y, 0.6f) && near(found.exit.point.x, 5.8f));
    CHECK(near(found.entry.normal.x, -0.8f) && near(found.exit.normal.x, 0.8f) && near(found.exit.normal.y, 0.6f));
    OK(carom_ray_interval(vec3(5, 0, 0), vec3(0, 4, 0), &ball, &found));
    CHECK(found.touches == 1 && found.has_entry == 0 && isnan(found.entry.t) && isnan(found.entry.normal.x));
    CHECK(found.has_exit == 1 && near(found.exit.t, 0.25f) && near(found.exit.normal.y, 1));
    OK(carom_ray_interval(vec3(0, 1, 0), vec3(3, 0, 0), &box, &found));
    CHECK(found.has_entry == 1 && near(found.entry.t, 2.0f / 3) && equal(found.entry.normal, vec3(-1, 0, 0)));
    CHECK(found.touches == 1 && found.has_exit == 0 && isnan(found.exit.t));
    OK(carom_ray_interval(vec3(3, 1, 0), vec3(0.5f, 0, 0), &box, &found));
    CHECK(found.touches == 1 && found.has_entry == 0 && found.has_exit == 0);
    OK(carom_ray_interval(vec3(0, 3, 0), vec3(9, 0, 0), &box, &found));
    CHECK(found.touches == 0 && found.has_entry == 0 && found.has_exit == 0 && isnan(found.exit.point.x));
}

/* From 0.2 inside a slab of thickness 2, next to a wall 3 further on. */
static void leaving(void) {
    CaromWorld world;
    CaromBody body = carom_body_of_shape(carom_box(vec3(-1, -9, -9), vec3(1, 9, 9)));
    CaromQuery query;
    CaromShape ball = carom_ball(vec3(0.8f, 0, 0), 0.5f);
    CaromHit hit, hits[2];
    uint64_t slab, wall;
    size_t count;
    OK(carom_world_create(&world));
    OK(carom_world_add(world, &body, &slab));
    body.pose = carom_pose_at(vec3(4.3f, 0, 0));
    OK(carom_world_add(world, &body, &wall));
    query = carom_query_world(world);
    OK(carom_sweep(&query, &ball, vec3(4, 0, 0), &hit));
    CHECK(hit.t == 0 && hit.body == slab && hit.start == CAROM_OVERLAPPING);
    query.flags = CAROM_LEAVE_OVERLAPS;
    OK(carom_sweep(&query, &ball, vec3(4, 0, 0), &hit));
    CHECK(hit.body == wall && near(hit.t, 0.5f));
    OK(carom_sweep(&query, &ball, vec3(-4, 0, 0), &hit));
    CHECK(hit.t == 0 && hit.body == slab);
    OK(carom_sweep_all(&query, &ball, vec3(4, 0, 0), hits, 2, &count));
    CHECK(count == 1 && hits[0].body == wall);
    OK(carom_world_free(world));
}

/* Balls of radius 1 on a line, of which the second moves; a sensor and one in no common layer do not count. */
static void pairs(void) {
    CaromWorld world;
    CaromPairs events, none = {0};
    CaromPair found[3];
    CaromBody body = carom_body_of_shape(carom_ball(vec3(0, 0, 0), 1));
    CaromPose pose = carom_pose_at(vec3(4.5f, 0, 0));
    uint64_t names[5];
    size_t count;
    int i;
    OK(carom_world_create(&world));
    for (i = 0; i < 5; i++) {
        body.pose = carom_pose_at(vec3(1.5f * (float)i, 0, 0));
        body.flags = i == 1 ? CAROM_MOVING : i == 3 ? CAROM_SENSOR : 0;
        OK(carom_world_add(world, &body, &names[i]));
    }
    OK(carom_pairs_create(&events));
    OK(carom_pairs_update(events, world));
    OK(carom_pairs_list(events, CAROM_NOW, found, 3, &count));
    CHECK(count == 2 && found[0].a == names[0] && found[0].b == names[1]);
    CHECK(found[1].a == names[1] && found[1].b == names[2]);
    OK(carom_pairs_list(events, CAROM_BEGAN, NULL, 0, &count));
    CHECK(count == 2);
    /* Away from the first, and into the last. */
    OK(carom_world_set_pose(world, names[1], &pose));
    OK(carom_pairs_update(events, world));
    OK(carom_pairs_list(events, CAROM_BEGAN, found, 3, &count));
    CHECK(count == 1 && found[0].a == names[1] && found[0].b == names[4]);
    OK(carom_pairs_list(events, CAROM_ENDED, found, 3, &count));
    CHECK(count == 1 && found[0].a == names[0] && found[0].b == names[1]);
    OK(carom_world_set_layers(world, names[4], 2, 2));
    OK(carom_world_set_layers(world, names[1], 1, 1));
    OK(carom_world_remove(world, names[2]));
    OK(carom_pairs_update(events, world));
    OK(carom_pairs_list(events, CAROM_ENDED, found, 3, &count));
    CHECK(count == 2 && found[0].b == names[2] && found[1].b == names[4]);
    OK(carom_pairs_list(events, CAROM_NOW, NULL, 0, &count));
    CHECK(count == 0);
    OK(carom_pairs_free(events));
    OK(carom_pairs_free(none));
    OK(carom_world_free(world));
}

int main(void) {
    CHECK(carom_version() == CAROM_VERSION);
    CHECK(strcmp(carom_last_error(), "") == 0);
    shapes();
    mesh();
    queries();
    batches();
    worlds();
    movers();
    animations();
    materials();
    bodies();
    crowds();
    rigid_sweeps();
    heights();
    sensors();
    ray_intervals();
    manifolds();
    manifolds_of_parts();
    two_shapes();
    leaving();
    pairs();
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("every function works");
    return 0;
}
