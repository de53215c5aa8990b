/* Each batch gives the bits of the single calls, at any stride. */
#include "check.h"

enum { COUNT = 300 };

static float between(uint64_t *state, float low, float high) { return low + (high - low) * uniform(state); }

/* Rows of a ball (4 floats), a displacement, a pivot, an axis and an angle, with a float that is not read. */
typedef struct {
    float center[3], radius, delta[3], pivot[3], axis[3], angle, unused;
} Row;

static Row rows[COUNT];

static void fill(uint64_t *seed) {
    int i, j;
    for (i = 0; i < COUNT; i++) {
        for (j = 0; j < 3; j++) {
            rows[i].center[j] = between(seed, -3, 3);
            rows[i].delta[j] = between(seed, -4, 4);
            rows[i].pivot[j] = between(seed, -3, 3);
            rows[i].axis[j] = between(seed, -1, 1);
        }
        rows[i].radius = between(seed, 0, 0.5f);
        rows[i].angle = between(seed, -3, 3);
        rows[i].unused = NAN;
    }
}

static CaromVec3 vector(const float *numbers) { return vec3(numbers[0], numbers[1], numbers[2]); }

static CaromVectors column(const float *base) {
    CaromVectors out = {NULL, sizeof(Row)};
    out.base = base;
    return out;
}

/* A closed box from -2 to 2 around the origin, with slanted corners. */
static CaromMesh box(void) {
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    float corners[24];
    CaromVectors vertices = {corners, 12};
    CaromMesh out;
    int i;
    for (i = 0; i < 24; i++)
        corners[i] = (i / 3 >> i % 3 & 1 ? 2.0f : -2.0f) + 0.125f * (float)(i % 5);
    OK(carom_mesh_create(vertices, 8, faces, 12, 0, &out));
    return out;
}

static void of_surface(const CaromQuery *query) {
    static uint8_t swept[COUNT], rays[COUNT];
    static CaromHit turned[COUNT];
    CaromShapes shapes = {0};
    CaromVectors deltas = column(rows[0].delta);
    CaromRigidMotions motions;
    size_t hits = 0, i;
    shapes.kind = CAROM_BALL;
    shapes.count = COUNT;
    shapes.a = column(rows[0].center);
    shapes.radius.base = &rows[0].radius;
    shapes.radius.stride = sizeof(Row);
    motions.delta = deltas;
    motions.pivot = column(rows[0].pivot);
    motions.axis = column(rows[0].axis);
    motions.angle.base = &rows[0].angle;
    motions.angle.stride = sizeof(Row);
    OK(carom_sweep_any_batch(query, &shapes, deltas, swept));
    OK(carom_ray_any_batch(query, shapes.a, deltas, COUNT, rays));
    OK(carom_sweep_rigid_batch(query, &shapes, &motions, turned));
    for (i = 0; i < COUNT; i++) {
        CaromShape ball = carom_ball(vector(rows[i].center), rows[i].radius);
        CaromRigidMotion motion;
        CaromHit hit;
        uint8_t is;
        OK(carom_sweep(query, &ball, vector(rows[i].delta), &hit));
        OK(carom_sweep_any(query, &ball, vector(rows[i].delta), &is));
        CHECK(swept[i] == is && is == (hit.part != CAROM_NO_PART));
        OK(carom_ray(query, vector(rows[i].center), vector(rows[i].delta), &hit));
        OK(carom_ray_any(query, vector(rows[i].center), vector(rows[i].delta), &is));
        CHECK(rays[i] == is && is == (hit.part != CAROM_NO_PART));
        motion.delta = vector(rows[i].delta);
        motion.pivot = vector(rows[i].pivot);
        motion.axis = vector(rows[i].axis);
        motion.angle = rows[i].angle;
        OK(carom_sweep_rigid(query, &ball, &motion, &hit));
        CHECK(turned[i].part == hit.part && turned[i].body == hit.body);
        CHECK(memcmp(&turned[i].t, &hit.t, sizeof hit.t) == 0);
        CHECK(memcmp(&turned[i].normal, &hit.normal, sizeof hit.normal) == 0);
        hits += swept[i] + rays[i] + (size_t)(hit.part != CAROM_NO_PART);
    }
    CHECK(hits > COUNT / 2 && hits < 3 * COUNT);
    /* No rows, and the first element for all. */
    shapes.count = 0;
    OK(carom_sweep_any_batch(query, &shapes, deltas, NULL));
    OK(carom_sweep_rigid_batch(query, &shapes, &motions, NULL));
    OK(carom_ray_any_batch(query, shapes.a, deltas, 0, NULL));
    shapes.count = 2;
    shapes.a.stride = deltas.stride = shapes.radius.stride = 0;
    OK(carom_sweep_any_batch(query, &shapes, deltas, rays));
    CHECK(rays[0] == swept[0] && rays[1] == swept[0]);
}

static void of_points(CaromMesh mesh) {
    static uint8_t inside[COUNT];
    static float distances[COUNT];
    static double windings[COUNT];
    CaromVectors points = column(rows[0].center);
    size_t count = 0, i;
    OK(carom_mesh_contains_batch(mesh, points, COUNT, inside));
    OK(carom_mesh_signed_distance_batch(mesh, points, COUNT, distances));
    OK(carom_mesh_winding_number_batch(mesh, points, COUNT, windings));
    for (i = 0; i < COUNT; i++) {
        CaromVec3 point = vector(rows[i].center);
        uint8_t is;
        float distance;
        double winding;
        OK(carom_mesh_contains(mesh, point, &is));
        OK(carom_mesh_signed_distance(mesh, point, &distance));
        OK(carom_mesh_winding_number(mesh, point, &winding));
        CHECK(inside[i] == is && distances[i] == distance && fabs(windings[i] - winding) < 1e-12);
        CHECK(is == (distance <= 0) && is == (fabs(winding) > 0.5));
        count += is;
    }
    CHECK(count > 20 && count < COUNT);
    OK(carom_mesh_contains_batch(mesh, points, 0, NULL));
}

int main(void) {
    CaromMesh mesh = box();
    CaromWorld world;
    CaromBody body = carom_body_of_mesh(mesh);
    CaromQuery query;
    uint64_t seed = 21, name;
    fill(&seed);
    of_points(mesh);
    query = carom_query_mesh(mesh);
    of_surface(&query);
    OK(carom_world_create(&world));
    body.pose = carom_pose_at(vec3(1, 0, 0));
    OK(carom_world_add(world, &body, &name));
    body = carom_body_of_shape(carom_box(vec3(-3, -3, -3), vec3(-2.5f, 3, 3)));
    OK(carom_world_add(world, &body, &name));
    query = carom_query_world(world);
    of_surface(&query);
    OK(carom_world_free(world));
    OK(carom_mesh_free(mesh));
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("every batch gives the bits of single calls");
    return 0;
}
