/* Queries and a walk on a level: prints hashes of all answers, which a Rust test computes with the Rust library. */
#include "hash.h"

enum { QUERIES = 360, TICKS = 600, BODIES = 20 };

static void put_vec3(CaromVec3 v) {
    put_float(v.x);
    put_float(v.y);
    put_float(v.z);
}

static void put_contact(const CaromContact *found) {
    if (found->part == CAROM_NO_PART) {
        CHECK(isinf(found->separation) && isnan(found->normal.x) && found->body == CAROM_NO_BODY);
        put(0);
        return;
    }
    put_float(found->separation);
    put_vec3(found->point_a);
    put_vec3(found->point_b);
    put_vec3(found->normal);
    put_float(found->error_bound);
    put_part(found->body, found->part);
}

static void put_hit(const CaromHit *hit) {
    if (hit->part == CAROM_NO_PART) {
        CHECK(isinf(hit->t) && isnan(hit->normal.x) && hit->body == CAROM_NO_BODY);
        put(0);
        return;
    }
    put_float(hit->t);
    put_vec3(hit->point);
    put_vec3(hit->normal);
    put_part(hit->body, hit->part);
    put(hit->start);
    if (hit->start != CAROM_SEPARATE)
        put_float(hit->start_separation);
}

static CaromVec3 random_in(uint64_t *random, CaromVec3 min, CaromVec3 max) {
    CaromVec3 v;
    v.x = min.x + (max.x - min.x) * uniform(random);
    v.y = min.y + (max.y - min.y) * uniform(random);
    v.z = min.z + (max.z - min.z) * uniform(random);
    return v;
}

static CaromVec3 add(CaromVec3 a, CaromVec3 b) { return vec3(a.x + b.x, a.y + b.y, a.z + b.z); }

/* A shape of each kind in turn; the points of a hull are put into `points`. */
static CaromShape random_shape(int number, uint64_t *random, CaromVec3 at, CaromVec3 *points) {
    CaromVec3 small = vec3(-1, -1, -1), large = vec3(1, 1, 1);
    CaromVec3 b = add(at, random_in(random, small, large)), c = add(at, random_in(random, small, large));
    int i;
    switch (number % 6) {
    case 0: return carom_point(at);
    case 1: return carom_ball(at, 0.5f);
    case 2: return carom_capsule(at, b, 0.3f);
    case 3: return carom_box(at, vec3(at.x + 1, at.y + 0.5f, at.z + 2));
    case 4: return carom_triangle(at, b, c);
    default:
        for (i = 0; i < 5; i++)
            points[i] = add(at, random_in(random, small, large));
        return carom_hull(points, 5, 0.1f);
    }
}

static void queries(const CaromQuery *query, const CaromMeshInfo *info) {
    uint64_t random = 7;
    CaromContact contact, contacts[16];
    CaromHit hit, hits[8];
    CaromVec3 points[5];
    uint8_t touches;
    size_t count, j;
    int i;
    for (i = 0; i < QUERIES; i++) {
        CaromVec3 at = random_in(&random, info->min, info->max);
        CaromVec3 delta = random_in(&random, vec3(-10, -10, -10), vec3(10, 10, 10));
        CaromShape shape = random_shape(i, &random, at, points);
        OK(carom_closest(query, &shape, 3.0f, &contact));
        put_contact(&contact);
        OK(carom_overlap(query, &shape, &touches));
        put(touches);
        OK(carom_sweep(query, &shape, delta, &hit));
        put_hit(&hit);
        OK(carom_ray(query, at, delta, &hit));
        put_hit(&hit);
        OK(carom_contacts(query, &shape, 1.0f, contacts, 16, &count));
        put((uint32_t)count);
        for (j = 0; j < count && j < 16; j++)
            put_contact(&contacts[j]);
        OK(carom_sweep_all(query, &shape, delta, hits, 8, &count));
        put((uint32_t)count);
        for (j = 0; j < count && j < 8; j++)
            put_hit(&hits[j]);
    }
}

/* A row of a caller who keeps all in one struct. */
typedef struct Probe {
    char name[5];
    CaromVec3 a, b;
    float radius;
    CaromVec3 delta;
} Probe;

/* Batches give the bits of single queries. */
static void batches(const CaromQuery *query, const CaromMeshInfo *info, size_t count) {
    static const uint32_t kinds[3] = {CAROM_POINT, CAROM_BALL, CAROM_CAPSULE};
    Probe *probes = calloc(count, sizeof *probes);
    CaromContact *contacts = malloc(count * sizeof *contacts), one;
    CaromHit *hits = malloc(count * sizeof *hits), hit;
    uint8_t *touches = malloc(count), touching;
    size_t *offsets = malloc((count + 1) * sizeof *offsets), found, capacity = 40, i, j;
    CaromContact *listed = malloc(capacity * sizeof *listed), own[64];
    uint64_t random = 11;
    int kind;
    for (i = 0; i < count; i++) {
        probes[i].a = random_in(&random, info->min, info->max);
        probes[i].b = add(probes[i].a, vec3(0, 1.2f, 0));
        probes[i].radius = 0.3f;
        probes[i].delta = random_in(&random, vec3(-5, -5, -5), vec3(5, 5, 5));
    }
    for (kind = 0; kind < 3; kind++) {
        CaromShapes shapes = {0};
        CaromVectors deltas = {&probes[0].delta.x, sizeof *probes};
        shapes.kind = kinds[kind];
        shapes.count = count;
        shapes.a.base = &probes[0].a.x;
        shapes.a.stride = sizeof *probes;
        shapes.b.base = &probes[0].b.x;
        shapes.b.stride = sizeof *probes;
        shapes.radius.base = &probes[0].radius; /* One for all. */
        OK(carom_closest_batch(query, &shapes, 2.0f, contacts));
        OK(carom_overlap_batch(query, &shapes, touches));
        OK(carom_sweep_batch(query, &shapes, deltas, hits));
        OK(carom_contacts_batch(query, &shapes, 0.2f, offsets, listed, capacity));
        CHECK(offsets[0] == 0);
        for (i = 0; i < count; i++) {
            CaromShape shape = carom_point(probes[i].a);
            if (kind == 1)
                shape = carom_ball(probes[i].a, 0.3f);
            if (kind == 2)
                shape = carom_capsule(probes[i].a, probes[i].b, 0.3f);
            OK(carom_closest(query, &shape, 2.0f, &one));
            CHECK(memcmp(&one, &contacts[i], sizeof one) == 0);
            OK(carom_overlap(query, &shape, &touching));
            CHECK(touching == touches[i]);
            OK(carom_sweep(query, &shape, probes[i].delta, &hit));
            CHECK(memcmp(&hit, &hits[i], sizeof hit) == 0);
            OK(carom_contacts(query, &shape, 0.2f, own, 64, &found));
            CHECK(found == offsets[i + 1] - offsets[i]);
            for (j = 0; j < found && j < 64 && offsets[i] + j < capacity; j++)
                CHECK(memcmp(&own[j], &listed[offsets[i] + j], sizeof one) == 0);
        }
        put((uint32_t)offsets[count]);
    }
    {
        CaromVectors origins = {&probes[0].a.x, sizeof *probes}, deltas = {&probes[0].delta.x, sizeof *probes};
        OK(carom_ray_batch(query, origins, deltas, count, hits));
        for (i = 0; i < count; i++) {
            OK(carom_ray(query, probes[i].a, probes[i].delta, &hit));
            CHECK(memcmp(&hit, &hits[i], sizeof hit) == 0);
        }
    }
    free(probes);
    free(contacts);
    free(hits);
    free(touches);
    free(offsets);
    free(listed);
}

static void put_state(const CaromCharacter *state) {
    put_vec3(state->feet);
    put_float(state->height);
    put_vec3(state->velocity);
    put_vec3(state->base_velocity);
    put_float(state->step_credit);
    put_vec3(state->ground_normal);
    put(state->on_ground);
    if (state->on_ground)
        put_part(state->ground_body, state->ground_part);
}

static void walk(const CaromQuery *query) {
    CaromMoverSettings settings = carom_mover_defaults();
    CaromCharacter state = carom_character_at(vec3(10, 10.1f, -22), 1.8f), saved = state;
    CaromIntent intent = {0};
    CaromReport report;
    CaromCollision met[32];
    CaromMover mover;
    uint64_t random = 3, saved_hash = 0, saved_random = 0;
    size_t count, i;
    int tick, again = 0;
    OK(carom_mover_create(&settings, &mover));
    for (tick = 0; tick < TICKS; tick++) {
        if (tick == 300) {
            /* Roll back once: plain data is all that there is to keep. */
            if (again == 0) {
                saved = state;
                saved_hash = hash;
                saved_random = random;
            }
        }
        if (tick % 20 == 0) {
            intent.velocity.x = 8 * uniform(&random) - 4;
            intent.velocity.z = 8 * uniform(&random) - 4;
            intent.jump = uniform(&random) < 0.3f ? 5.0f : 0.0f;
            intent.height = uniform(&random) < 0.3f ? 1.2f : 1.8f;
        }
        OK(carom_mover_step(mover, query, &state, &intent, 1.0f / 60.0f, &report));
        put_state(&state);
        put(report.why);
        put(report.limits);
        put(report.has_crease);
        put_vec3(report.crease);
        OK(carom_mover_collisions(mover, met, 32, &count));
        put((uint32_t)count);
        for (i = 0; i < count; i++) {
            put_vec3(met[i].normal);
            put(met[i].role);
            put_part(met[i].body, met[i].part);
        }
        if (tick == 450 && again == 0) {
            again = 1;
            state = saved;
            hash = saved_hash;
            random = saved_random;
            tick = 299;
        }
    }
    OK(carom_mover_free(mover));
}

int main(int argc, char **argv) {
    Level level;
    CaromVectors vertices;
    CaromMesh mesh, welded;
    CaromMeshInfo info;
    CaromWorld world;
    CaromBody body;
    CaromQuery of_mesh, of_welded, of_world;
    uint64_t random = 5, id;
    int i;
    CHECK(argc == 2);
    level = read_obj(argv[1]);
    vertices.base = &level.vertices[0].x;
    vertices.stride = sizeof level.vertices[0];
    OK(carom_mesh_create(vertices, level.vertex_count, level.triangles, level.triangle_count, 0, &mesh));
    OK(carom_mesh_create(vertices, level.vertex_count, level.triangles, level.triangle_count,
                         CAROM_WELD | CAROM_ONE_SIDED | CAROM_QUICK | CAROM_COMPACT, &welded));
    free(level.vertices);
    free(level.triangles);
    OK(carom_mesh_info(mesh, &info));
    put((uint32_t)info.triangle_count);
    put_vec3(info.min);
    put_vec3(info.max);
    print("info");

    OK(carom_world_create(&world));
    body = carom_body_of_mesh(mesh);
    body.pose.rotation[1] = 0.6f;
    body.pose.rotation[3] = 0.8f;
    body.pose.position[1] = 2.5;
    body.pose.scale = 1.25f;
    OK(carom_world_add(world, &body, &id));
    for (i = 0; i < BODIES; i++) {
        CaromVec3 points[5], at = random_in(&random, info.min, info.max);
        CaromShape shape = random_shape(i, &random, at, points);
        body = carom_body_of_shape(shape);
        body.layers = 1u << i % 3;
        body.flags = i % 2 ? CAROM_MOVING : 0;
        OK(carom_world_add(world, &body, &id));
    }
    OK(carom_world_optimize(world));
    of_mesh = carom_query_mesh(mesh);
    of_welded = carom_query_mesh(welded);
    of_world = carom_query_world(world);
    of_world.mask = 3;
    of_world.origin[0] = 1.5;
    queries(&of_mesh, &info);
    print("mesh");
    queries(&of_welded, &info);
    print("welded");
    queries(&of_world, &info);
    print("world");
    batches(&of_mesh, &info, 300);
    batches(&of_world, &info, 40);
    batches(&of_welded, &info, 9000); /* More than a block of the library. */
    print("batches");
    walk(&of_mesh);
    print("walk");
    of_world = carom_query_world(world);
    walk(&of_world);
    print("walk-in-world");
    OK(carom_mesh_free(welded));
    OK(carom_mesh_free(mesh));
    OK(carom_world_free(world));
    return 0;
}
