/* Bodies of a world, read back and changed; meshes that change their form; half-spaces. */
#include "check.h"

static int near(float a, float b) { return fabsf(a - b) < 1e-4f; }

/* The height at which a ray straight down from `x` meets the world; NAN if it does not. */
static float height_at(CaromWorld world, float x) {
    CaromQuery query = carom_query_world(world);
    CaromHit hit;
    OK(carom_ray(&query, vec3(x, 50, 0), vec3(0, -100, 0), &hit));
    return hit.part == CAROM_NO_PART ? NAN : hit.point.y;
}

/* All fields of a body come back, and the pose that comes back is the pose. */
static void read_back(void) {
    CaromBody body = carom_body_of_shape(carom_box(vec3(-1, -1, -1), vec3(1, 1, 1))), found;
    CaromWorld world;
    uint64_t names[4], first, second, third, gone;
    size_t count;
    OK(carom_world_create(&world));
    OK(carom_world_add(world, &body, &gone));
    OK(carom_world_add(world, &body, &first));
    OK(carom_world_remove(world, gone));
    body.pose.position[0] = 1e9;
    /* A quarter turn about y, of length 2. */
    body.pose.rotation[1] = body.pose.rotation[3] = sqrtf(2);
    body.pose.scale = 1.5f;
    body.velocity = vec3(1, 2, 3);
    body.axis = vec3(0, 4, 0);
    body.spin = 0.5f;
    body.surface_velocity = vec3(0, 0, 2);
    body.one_way_direction = vec3(0, 1, 0);
    body.one_way_margin = 0.25f;
    body.layers = 6;
    body.mask = 5;
    body.flags = CAROM_MOVING | CAROM_ONE_WAY;
    body.data = 77;
    OK(carom_world_add(world, &body, &second));
    OK(carom_world_body(world, second, &found));
    CHECK(found.mesh.bits == 0 && found.compound.bits == 0 && found.shape.kind == 0);
    CHECK(found.pose.position[0] == 1e9 && found.pose.scale == 1.5f && found.pose.rotation[0] == 0);
    CHECK(near(found.pose.rotation[1], sqrtf(0.5f)) && near(found.pose.rotation[3], sqrtf(0.5f)));
    CHECK(memcmp(&found.velocity, &body.velocity, sizeof body.velocity) == 0 && found.axis.y == 4 && found.spin == 0.5f);
    CHECK(found.surface_velocity.z == 2 && found.one_way_direction.y == 1 && found.one_way_margin == 0.25f);
    CHECK(found.layers == 6 && found.mask == 5 && found.flags == body.flags && found.data == 77);
    /* Every rotation comes back. */
    for (count = 0; count < 4; count++) {
        CaromPose pose = carom_pose_at(vec3(0, 0, 0));
        CaromBody again;
        size_t i;
        float dot = 0, length = 0;
        pose.rotation[3] = 0.1f;
        pose.rotation[count] += 1;
        OK(carom_world_set_pose(world, first, &pose));
        OK(carom_world_body(world, first, &again));
        for (i = 0; i < 4; i++) {
            dot += pose.rotation[i] * again.pose.rotation[i];
            length += pose.rotation[i] * pose.rotation[i];
        }
        CHECK(near(fabsf(dot), sqrtf(length)));
    }
    OK(carom_world_body(world, first, &found));
    CHECK(found.flags == 0 && found.layers == UINT32_MAX && found.data == 0);
    OK(carom_world_add(world, &body, &third));
    OK(carom_world_bodies(world, NULL, 0, &count));
    CHECK(count == 3);
    OK(carom_world_bodies(world, names, 4, &count));
    /* In the order of their places: the second has that of the body that is gone. */
    CHECK(count == 3 && names[0] == second && names[1] == first && names[2] == third);
    OK(carom_world_free(world));
}

static void setters(void) {
    CaromBody body = carom_body_of_shape(carom_box(vec3(-1, -1, -1), vec3(1, 1, 1))), other, found;
    CaromWorld world;
    CaromPairs pairs;
    CaromQuery query;
    CaromHit hit;
    CaromMesh mesh = square(3);
    uint64_t name, beside;
    size_t count;
    OK(carom_world_create(&world));
    OK(carom_pairs_create(&pairs));
    body.data = 5;
    body.velocity = vec3(0, 0, 1);
    OK(carom_world_add(world, &body, &name));
    body.pose = carom_pose_at(vec3(1.5f, 0, 0));
    OK(carom_world_add(world, &body, &beside));
    OK(carom_pairs_update(pairs, world));
    OK(carom_pairs_list(pairs, CAROM_NOW, NULL, 0, &count));
    CHECK(count == 0);
    OK(carom_world_set_moving(world, name, 1));
    OK(carom_pairs_update(pairs, world));
    OK(carom_pairs_list(pairs, CAROM_NOW, NULL, 0, &count));
    CHECK(count == 1);
    OK(carom_world_set_moving(world, name, 0));
    OK(carom_world_body(world, name, &found));
    CHECK(found.flags == 0);
    CHECK(near(height_at(world, 0), 1));
    OK(carom_world_set_sensor(world, name, 1));
    CHECK(isnan(height_at(world, 0)));
    OK(carom_world_set_sensor(world, name, 0));
    CHECK(near(height_at(world, 0), 1));
    /* From above it blocks, from below it does not. */
    OK(carom_world_set_one_way(world, name, vec3(0, 3, 0), 0.1f));
    CHECK(near(height_at(world, 0), 1));
    query = carom_query_world(world);
    OK(carom_ray(&query, vec3(0, -5, 0), vec3(0, 10, 0), &hit));
    CHECK(hit.part == CAROM_NO_PART);
    OK(carom_world_set_one_way(world, name, vec3(0, 0, 0), 0));
    OK(carom_ray(&query, vec3(0, -5, 0), vec3(0, 10, 0), &hit));
    CHECK(near(hit.t, 0.4f));
    /* Another shape, a mesh, and all else as before. */
    other = carom_body_of_shape(carom_ball(vec3(0, 3, 0), 2));
    other.data = 9;
    OK(carom_world_replace(world, name, &other));
    CHECK(near(height_at(world, 0), 5));
    OK(carom_world_body(world, name, &found));
    CHECK(found.data == 5 && found.velocity.z == 1);
    other = carom_body_of_mesh(mesh);
    OK(carom_world_replace(world, name, &other));
    CHECK(near(height_at(world, 2.9f), 0) && near(height_at(world, -2.9f), 0));
    OK(carom_world_remove(world, name));
    OK(carom_pairs_free(pairs));
    OK(carom_mesh_free(mesh));
    OK(carom_world_free(world));
}

/* A mesh and a body of it in other forms: the answers of new ones. */
static void forms(void) {
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    CaromVec3 v[4];
    CaromVectors vertices = {&v[0].x, sizeof v[0]};
    CaromMesh mesh = square(4);
    CaromBody body = carom_body_of_mesh(mesh);
    CaromQuery query = carom_query_mesh(mesh);
    CaromShape triangle;
    CaromContact contact;
    CaromMeshInfo info;
    CaromWorld world;
    CaromShape point = carom_point(vec3(1, 5, 1));
    uint64_t first, second;
    OK(carom_mesh_triangle(mesh, 1, &triangle));
    CHECK(triangle.kind == CAROM_TRIANGLE && triangle.a.x == -4 && triangle.b.x == 4 && triangle.b.z == 4 && triangle.c.z == -4);
    OK(carom_world_create(&world));
    OK(carom_world_add(world, &body, &first));
    OK(carom_world_add(world, &body, &second));
    v[0] = vec3(-2, 1, -2);
    v[1] = vec3(-2, 1, 2);
    v[2] = vec3(2, 1, 2);
    v[3] = vec3(2, 1, -2);
    OK(carom_mesh_refit(mesh, vertices, 4, triangles, 2));
    OK(carom_closest(&query, &point, INFINITY, &contact));
    CHECK(contact.separation == 4);
    OK(carom_mesh_info(mesh, &info));
    CHECK(info.min.x == -2 && info.max.y == 1 && info.triangle_count == 2);
    OK(carom_mesh_triangle(mesh, 0, &triangle));
    CHECK(triangle.a.y == 1 && triangle.c.x == 2);
    /* Bodies of it keep their form, until it is theirs that changes. */
    CHECK(near(height_at(world, 3), 0));
    OK(carom_world_refit_mesh(world, first, vertices, 4, triangles, 2));
    CHECK(near(height_at(world, 1), 1) && near(height_at(world, 3), 0));
    OK(carom_world_remove(world, second));
    CHECK(isnan(height_at(world, 3)));
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
}

/* An unbounded floor: as a query shape, and as a body that a character walks on. */
static void half_spaces(void) {
    CaromShape below = carom_half_space(vec3(0, 2, 0), 6), ball = carom_ball(vec3(9, 5, 9), 0.5f);
    CaromMesh mesh = square(4);
    CaromQuery query = carom_query_mesh(mesh);
    CaromContact contact;
    CaromMoverSettings settings = carom_mover_defaults();
    CaromCharacter hero = carom_character_at(vec3(0, 4, 0), 1.8f);
    CaromIntent intent = {{3, 0, 0}, 0, 0, 0, 0, {0, 0, 0}};
    CaromReport report;
    CaromMover mover;
    CaromWorld world;
    CaromBody body;
    CaromHit hit;
    uint64_t name;
    uint8_t is;
    int tick;
    OK(carom_pair_closest(&ball, &below, INFINITY, &contact));
    CHECK(contact.separation == 1.5f && contact.normal.y == 1 && contact.point_b.y == 3);
    OK(carom_overlap(&query, &below, &is));
    CHECK(is == 1);
    below = carom_half_space(vec3(0, 2, 0), -6);
    OK(carom_overlap(&query, &below, &is));
    CHECK(is == 0);
    OK(carom_sweep(&query, &below, vec3(0, 6, 0), &hit));
    CHECK(near(hit.t, 0.5f));
    below = carom_rounded(below, 1);
    OK(carom_closest(&query, &below, INFINITY, &contact));
    CHECK(contact.separation == 2);
    OK(carom_world_create(&world));
    body = carom_body_of_shape(carom_half_space(vec3(0, 1, 0), 2));
    OK(carom_world_add(world, &body, &name));
    query = carom_query_world(world);
    OK(carom_ray(&query, vec3(1e6f, 4, 0), vec3(0, -4, 0), &hit));
    CHECK(near(hit.t, 0.5f) && hit.body == name);
    OK(carom_mover_create(&settings, &mover));
    for (tick = 0; tick < 120; tick++)
        OK(carom_mover_step(mover, &query, &hero, &intent, 1.0f / 60, &report));
    CHECK(hero.on_ground == 1 && hero.ground_body == name && fabsf(hero.feet.y - 2.01f) < 1e-3f && near(hero.feet.x, 6));
    OK(carom_mover_free(mover));
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
}

int main(void) {
    read_back();
    setters();
    forms();
    half_spaces();
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("bodies are read back and changed");
    return 0;
}
