/* Queries and a walk in 2D: prints hashes of all answers, which a Rust test computes with the Rust library. */
#include "hash.h"

enum { QUERIES = 360, TICKS = 600, BODIES = 20, HILLS = 400 };

static void put_vec2(CaromVec2 v) {
    put_float(v.x);
    put_float(v.y);
}

static void put_contact(const Carom2dContact *found) {
    if (found->part == CAROM_NO_PART) {
        CHECK(isinf(found->separation) && isnan(found->normal.x) && found->body == CAROM_NO_BODY);
        put(0);
        return;
    }
    put_float(found->separation);
    put_vec2(found->point_a);
    put_vec2(found->point_b);
    put_vec2(found->normal);
    put_float(found->error_bound);
    put_part(found->body, found->part);
}

static void put_hit(const Carom2dHit *hit) {
    if (hit->part == CAROM_NO_PART) {
        CHECK(isinf(hit->t) && isnan(hit->normal.x) && hit->body == CAROM_NO_BODY);
        put(0);
        return;
    }
    put_float(hit->t);
    put_vec2(hit->point);
    put_vec2(hit->normal);
    put_part(hit->body, hit->part);
    put(hit->start);
    if (hit->start != CAROM_SEPARATE)
        put_float(hit->start_separation);
}

static void put_manifold(const Carom2dManifold *found) {
    uint32_t i, k;
    put(found->count);
    put(found->unique);
    for (i = 0; i < found->count; i++) {
        put_vec2(found->points[i].point_a);
        put_vec2(found->points[i].point_b);
        put_float(found->points[i].separation);
        put(found->points[i].feature_a.count);
        put(found->points[i].feature_b.count);
        for (k = 0; k < 3; k++) {
            put(found->points[i].feature_a.vertices[k]);
            put(found->points[i].feature_b.vertices[k]);
        }
    }
}

static CaromVec2 random_in(uint64_t *random, CaromVec2 min, CaromVec2 max) {
    CaromVec2 v;
    v.x = min.x + (max.x - min.x) * uniform(random);
    v.y = min.y + (max.y - min.y) * uniform(random);
    return v;
}

static CaromVec2 add(CaromVec2 a, CaromVec2 b) { return vec2(a.x + b.x, a.y + b.y); }

/* A shape of each kind in turn; the points of a hull are put into `points`. */
static Carom2dShape random_shape(int number, uint64_t *random, CaromVec2 at, CaromVec2 *points) {
    CaromVec2 small = vec2(-1, -1), large = vec2(1, 1);
    CaromVec2 b = add(at, random_in(random, small, large)), c = add(at, random_in(random, small, large));
    CaromVec2 sizes = random_in(random, vec2(0, 0), large);
    float angle = 6 * uniform(random);
    int i;
    switch (number % 11) {
    case 0: return carom2d_point(at);
    case 1: return carom2d_ball(at, 0.5f);
    case 2: return carom2d_capsule(at, b, 0.3f);
    case 3: return carom2d_box(at, vec2(at.x + 1, at.y + 0.5f));
    case 4: return carom2d_triangle(at, b, c);
    case 5: return carom2d_oriented_box(at, sizes, angle);
    case 6: return carom2d_tapered_capsule(at, b, 0.25f, 0.5f);
    case 7: return carom2d_ellipse(at, sizes, angle);
    case 8: return carom2d_rounded(carom2d_triangle(at, b, c), 0.25f);
    case 9: return carom2d_rounded(carom2d_oriented_box(at, sizes, angle), 0.25f);
    default:
        for (i = 0; i < 5; i++)
            points[i] = add(at, random_in(random, small, large));
        return carom2d_hull(points, 5, 0.1f);
    }
}

static void queries(const Carom2dQuery *query, CaromVec2 min, CaromVec2 max) {
    uint64_t random = 7;
    Carom2dContact contact, contacts[16];
    Carom2dHit hit, hits[8];
    Carom2dPartManifold manifolds[8];
    Carom2dRigidMotion motion;
    CaromVec2 points[5];
    uint8_t touches;
    size_t count, j;
    int i;
    for (i = 0; i < QUERIES; i++) {
        CaromVec2 at = random_in(&random, min, max);
        CaromVec2 delta = random_in(&random, vec2(-10, -10), vec2(10, 10));
        Carom2dShape shape = random_shape(i, &random, at, points);
        motion.delta = delta;
        motion.pivot = at;
        motion.angle = 4 * uniform(&random) - 2;
        OK(carom2d_closest(query, &shape, 3.0f, &contact));
        put_contact(&contact);
        OK(carom2d_overlap(query, &shape, &touches));
        put(touches);
        OK(carom2d_sweep(query, &shape, delta, &hit));
        put_hit(&hit);
        OK(carom2d_sweep_any(query, &shape, delta, &touches));
        put(touches);
        OK(carom2d_sweep_rigid(query, &shape, &motion, &hit));
        put_hit(&hit);
        OK(carom2d_ray(query, at, delta, &hit));
        put_hit(&hit);
        OK(carom2d_ray_any(query, at, delta, &touches));
        put(touches);
        OK(carom2d_contacts(query, &shape, 1.0f, contacts, 16, &count));
        put((uint32_t)count);
        for (j = 0; j < count && j < 16; j++)
            put_contact(&contacts[j]);
        OK(carom2d_closest_n(query, &shape, 3.0f, contacts, 4, &count));
        put((uint32_t)count);
        for (j = 0; j < count; j++)
            put_contact(&contacts[j]);
        OK(carom2d_manifolds(query, &shape, 0.5f, manifolds, 8, &count));
        put((uint32_t)count);
        for (j = 0; j < count && j < 8; j++) {
            put_contact(&manifolds[j].contact);
            put_manifold(&manifolds[j].manifold);
        }
        OK(carom2d_sweep_all(query, &shape, delta, hits, 8, &count));
        put((uint32_t)count);
        for (j = 0; j < count && j < 8; j++)
            put_hit(&hits[j]);
    }
}

static void put_crossing(const Carom2dCrossing *crossing) {
    put_float(crossing->t);
    put_vec2(crossing->point);
    put_vec2(crossing->normal);
}

/* Two shapes of each two kinds. */
static void pairs(void) {
    uint64_t random = 13;
    CaromVec2 of_a[5], of_b[5], zero = vec2(0, 0);
    Carom2dContact contact;
    Carom2dHit hit;
    Carom2dManifold manifold;
    Carom2dRayInterval inside;
    Carom2dRigidMotion motion;
    uint8_t touches;
    int i;
    for (i = 0; i < 10 * 121; i++) {
        Carom2dShape a = random_shape(i % 11, &random, random_in(&random, vec2(-2, -2), vec2(2, 2)), of_a);
        Carom2dShape b = random_shape(i / 11, &random, zero, of_b);
        CaromVec2 delta_a = random_in(&random, vec2(-4, -4), vec2(4, 4)), delta_b = random_in(&random, vec2(-1, -1), vec2(1, 1));
        motion.delta = delta_a;
        motion.pivot = delta_b;
        motion.angle = 4 * uniform(&random) - 2;
        OK(carom2d_pair_closest(&a, &b, 1.5f, &contact));
        put_contact(&contact);
        OK(carom2d_pair_overlap(&a, &b, &touches));
        put(touches);
        OK(carom2d_pair_sweep(&a, delta_a, &b, delta_b, &hit));
        put_hit(&hit);
        OK(carom2d_pair_sweep_rigid(&a, &motion, &b, NULL, &hit));
        put_hit(&hit);
        OK(carom2d_manifold(&a, &b, 1.5f, &manifold));
        put_manifold(&manifold);
        OK(carom2d_ray_interval(delta_a, vec2(-2 * delta_a.x, -2 * delta_a.y), &b, &inside));
        put(inside.touches);
        put(inside.has_entry);
        put(inside.has_exit);
        if (inside.has_entry)
            put_crossing(&inside.entry);
        if (inside.has_exit)
            put_crossing(&inside.exit);
    }
}

static void put_state(const Carom2dCharacter *state) {
    put_vec2(state->feet);
    put_float(state->height);
    put_vec2(state->velocity);
    put_vec2(state->base_velocity);
    put_float(state->step_credit);
    put_vec2(state->ground_normal);
    put(state->on_ground);
    if (state->on_ground)
        put_part(state->ground_body, state->ground_part);
}

static void walk(const Carom2dQuery *query) {
    Carom2dMoverSettings settings = carom2d_mover_defaults();
    Carom2dCharacter state = carom2d_character_at(vec2(0, 12), 1.8f);
    Carom2dLocomotion locomotion = carom2d_locomotion();
    Carom2dIntent intent;
    Carom2dReport report;
    Carom2dCollision met[32];
    Carom2dMover mover;
    CaromVec2 up = vec2(0, 1), wanted = vec2(0, 0);
    uint64_t random = 3;
    float jump = 0, height = 0;
    size_t count, i;
    int tick;
    OK(carom2d_mover_create(&settings, &mover));
    for (tick = 0; tick < TICKS; tick++) {
        jump = 0;
        if (tick % 20 == 0) {
            wanted.x = 8 * uniform(&random) - 4;
            jump = uniform(&random) < 0.3f ? 5.0f : 0.0f;
            height = uniform(&random) < 0.3f ? 1.2f : 1.8f;
        }
        OK(carom2d_locomotion_intent(&locomotion, &state, wanted, jump, up, 1.0f / 60.0f, &intent));
        intent.height = height;
        OK(carom2d_mover_step(mover, query, &state, &intent, 1.0f / 60.0f, &report));
        OK(carom2d_locomotion_adopt(&locomotion, &state, &intent, up));
        put_state(&state);
        put(report.why);
        put(report.limits);
        put_vec2(locomotion.velocity);
        OK(carom2d_mover_collisions(mover, met, 32, &count));
        put((uint32_t)count);
        for (i = 0; i < count; i++) {
            put_vec2(met[i].normal);
            put(met[i].role);
            put_part(met[i].body, met[i].part);
        }
    }
    OK(carom2d_mover_free(mover));
}

int main(void) {
    CaromVec2 hills[HILLS + 2], min = vec2(-50, -8), max = vec2(50, 12);
    CaromChain open, solid, raw;
    Carom2dWorld world;
    Carom2dBody body;
    Carom2dQuery of_open, of_solid, of_raw, of_world;
    uint64_t random = 5, id;
    float height = 0, distance;
    uint8_t is;
    int i;
    pairs();
    print("pairs");
    /* From right to left, so that the fronts face up. */
    for (i = 0; i < HILLS; i++) {
        height = 0.95f * height + uniform(&random) - 0.5f;
        hills[i] = vec2(50 - 0.25f * (float)i, height);
    }
    hills[HILLS] = vec2(-50, -20);
    hills[HILLS + 1] = vec2(50, -20);
    open = chain_of(hills, HILLS, 0);
    solid = chain_of(hills, HILLS + 2, CAROM_CLOSED | CAROM_SOLID);
    raw = chain_of(hills, HILLS + 2, CAROM_CLOSED | CAROM_RAW);
    for (i = 0; i < QUERIES; i++) {
        CaromVec2 at = random_in(&random, min, max);
        OK(carom_chain_contains(solid, at, &is));
        OK(carom_chain_signed_distance(solid, at, &distance));
        put(is);
        put_float(distance);
    }
    print("inside");
    OK(carom2d_world_create(&world));
    body = carom2d_body_of_chain(solid);
    body.pose.angle = 0.125f;
    body.pose.position[1] = -2.5;
    body.pose.scale = 1.25f;
    OK(carom2d_world_add(world, &body, &id));
    for (i = 0; i < BODIES; i++) {
        CaromVec2 points[5], at = random_in(&random, min, max);
        Carom2dShape shape = random_shape(i, &random, at, points);
        body = carom2d_body_of_shape(shape);
        body.layers = 1u << i % 3;
        body.flags = i % 2 ? CAROM_MOVING : 0;
        OK(carom2d_world_add(world, &body, &id));
    }
    OK(carom2d_world_optimize(world));
    of_open = carom2d_query_chain(open);
    of_solid = carom2d_query_chain(solid);
    of_raw = carom2d_query_chain(raw);
    of_world = carom2d_query_world(world);
    of_world.mask = 3;
    of_world.origin[0] = 1.5;
    queries(&of_open, min, max);
    print("chain");
    queries(&of_solid, min, max);
    print("solid");
    queries(&of_raw, min, max);
    print("raw");
    queries(&of_world, min, max);
    print("world");
    walk(&of_open);
    print("walk");
    of_world = carom2d_query_world(world);
    walk(&of_world);
    print("walk-in-world");
    OK(carom_chain_free(open));
    OK(carom_chain_free(solid));
    OK(carom_chain_free(raw));
    OK(carom2d_world_free(world));
    return 0;
}
