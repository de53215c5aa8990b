/* 2D: every function of shapes, chains and their queries, with answers that can be checked by hand. */
#include "check.h"

#define PI 3.14159265f

static int near(float a, float b) { return fabsf(a - b) < 1e-4f; }

static int equal(CaromVec2 a, CaromVec2 b) { return a.x == b.x && a.y == b.y; }

static int close_to(CaromVec2 a, float x, float y) { return near(a.x, x) && near(a.y, y); }

static void shapes(void) {
    CaromVec2 points[3];
    Carom2dShape shape;
    points[0] = vec2(1, 2);
    points[1] = vec2(4, 5);
    points[2] = vec2(7, 9);
    shape = carom2d_point(points[0]);
    CHECK(shape.kind == CAROM_POINT && equal(shape.a, points[0]) && shape.rounding == 0);
    shape = carom2d_ball(points[0], 2);
    CHECK(shape.kind == CAROM_BALL && shape.radius == 2);
    shape = carom2d_capsule(points[0], points[1], 2);
    CHECK(shape.kind == CAROM_CAPSULE && equal(shape.b, points[1]) && shape.radius == 2);
    shape = carom2d_box(points[0], points[1]);
    CHECK(shape.kind == CAROM_BOX && equal(shape.a, points[0]) && equal(shape.b, points[1]));
    shape = carom2d_triangle(points[0], points[1], points[2]);
    CHECK(shape.kind == CAROM_TRIANGLE && equal(shape.c, points[2]));
    shape = carom2d_hull(points, 3, 1);
    CHECK(shape.kind == CAROM_HULL && shape.points == points && shape.point_count == 3 && shape.radius == 1);
    shape = carom2d_oriented_box(points[1], points[0], 0.5f);
    CHECK(shape.kind == CAROM_ORIENTED_BOX && equal(shape.a, points[1]) && equal(shape.b, points[0]) && shape.angle == 0.5f);
    shape = carom2d_tapered_capsule(points[0], points[1], 2, 3);
    CHECK(shape.kind == CAROM_TAPERED_CAPSULE && equal(shape.b, points[1]) && shape.radius == 2 && shape.radius_b == 3);
    shape = carom2d_ellipse(points[1], points[0], 0.5f);
    CHECK(shape.kind == CAROM_ELLIPSOID && equal(shape.a, points[1]) && equal(shape.b, points[0]) && shape.angle == 0.5f);
    shape = carom2d_half_plane(points[0], -3);
    CHECK(shape.kind == CAROM_HALF_SPACE && equal(shape.a, points[0]) && shape.radius == -3);
    shape = carom2d_rounded(carom2d_box(points[0], points[1]), 3);
    CHECK(shape.kind == CAROM_BOX && equal(shape.b, points[1]) && shape.rounding == 3);
}

/* The separation of a point from a shape. */
static float from(float x, float y, Carom2dShape shape) {
    Carom2dShape point = carom2d_point(vec2(x, y));
    Carom2dContact found;
    OK(carom2d_pair_closest(&point, &shape, INFINITY, &found));
    CHECK(found.part == 0 && found.body == 0);
    return found.separation;
}

static void separations(void) {
    CaromVec2 corners[5], zero = vec2(0, 0);
    corners[0] = vec2(-1, -1);
    corners[1] = vec2(1, 1);
    corners[2] = vec2(0, 0);
    corners[3] = vec2(1, -1);
    corners[4] = vec2(-1, 1);
    CHECK(from(3, 4, carom2d_point(zero)) == 5);
    CHECK(from(3, 4, carom2d_ball(zero, 2)) == 3);
    CHECK(from(5, 4, carom2d_capsule(zero, vec2(2, 0), 2)) == 3);
    CHECK(from(0, 3, carom2d_box(vec2(-9, -1), vec2(9, 1))) == 2);
    CHECK(from(1, 1, carom2d_triangle(zero, vec2(4, 0), vec2(0, 4))) == -1);
    CHECK(near(from(3, 3, carom2d_triangle(zero, vec2(0, 4), vec2(4, 0))), sqrtf(2)));
    CHECK(from(0, 3, carom2d_hull(corners, 5, 0.5f)) == 1.5f);
    CHECK(near(from(3, 0, carom2d_oriented_box(zero, vec2(1, 1), PI / 4)), 3 - sqrtf(2)));
    CHECK(near(from(0, 7, carom2d_oriented_box(vec2(0, 1), vec2(4, 1), PI / 2)), 2));
    CHECK(from(0, 7, carom2d_oriented_box(vec2(0, 1), vec2(4, 1), 0)) == 5);
    CHECK(from(0, 3, carom2d_tapered_capsule(vec2(0, 1), vec2(0, -9), 1, 0.5f)) == 1);
    CHECK(near(from(0, 5, carom2d_ellipse(zero, vec2(3, 1), PI / 2)), 2));
    CHECK(near(from(0, 5, carom2d_ellipse(zero, vec2(3, 1), 0)), 4));
    CHECK(from(7, 5, carom2d_half_plane(vec2(0, 2), 4)) == 3);
    CHECK(from(0, 3, carom2d_rounded(carom2d_box(vec2(-9, -1), vec2(9, 1)), 0.25f)) == 1.75f);
}

static void pairs(void) {
    Carom2dShape floor = carom2d_box(vec2(-9, -1), vec2(9, 0)), ball = carom2d_ball(vec2(2, 5), 1), low, box;
    Carom2dContact contact;
    Carom2dHit hit;
    Carom2dRigidMotion fall = {{0, -8}, {0, 0}, 0}, turn = {{0, 0}, {0, 0}, PI};
    Carom2dManifold manifold;
    Carom2dRayInterval inside;
    uint8_t touches = 9;
    OK(carom2d_pair_closest(&ball, &floor, 9, &contact));
    CHECK(contact.separation == 4 && equal(contact.point_a, vec2(2, 4)) && equal(contact.point_b, vec2(2, 0)));
    CHECK(equal(contact.normal, vec2(0, 1)) && contact.part == 0 && contact.error_bound < 1e-4f);
    OK(carom2d_pair_closest(&ball, &floor, 3, &contact));
    CHECK(contact.part == CAROM_NO_PART && contact.body == CAROM_NO_BODY && isinf(contact.separation) && isnan(contact.normal.x));
    OK(carom2d_pair_overlap(&ball, &floor, &touches));
    CHECK(touches == 0);
    low = carom2d_ball(vec2(2, 1), 1);
    OK(carom2d_pair_overlap(&low, &floor, &touches));
    CHECK(touches == 1);
    OK(carom2d_pair_sweep(&ball, vec2(0, -8), &floor, vec2(0, 0), &hit));
    CHECK(near(hit.t, 0.5f) && close_to(hit.point, 2, 0) && equal(hit.normal, vec2(0, 1)) && hit.start == CAROM_SEPARATE);
    OK(carom2d_pair_sweep(&ball, vec2(0, -4), &floor, vec2(0, 4), &hit));
    CHECK(near(hit.t, 0.5f) && close_to(hit.point, 2, 2));
    OK(carom2d_pair_sweep(&ball, vec2(0, 8), &floor, vec2(0, 0), &hit));
    CHECK(hit.part == CAROM_NO_PART && isinf(hit.t));
    OK(carom2d_pair_sweep_rigid(&ball, &fall, &floor, NULL, &hit));
    CHECK(near(hit.t, 0.5f) && hit.part == 0);
    /* A point that goes half a circle around the origin, and a wall through the origin. */
    low = carom2d_point(vec2(2, 0));
    floor = carom2d_half_plane(vec2(1, 0), 0);
    OK(carom2d_pair_sweep_rigid(&low, &turn, &floor, NULL, &hit));
    CHECK(near(hit.t, 0.5f) && close_to(hit.point, 0, 2) && close_to(hit.normal, 1, 0));
    floor = carom2d_box(vec2(-9, -1), vec2(9, 0));
    box = carom2d_box(vec2(1, -0.125f), vec2(2, 1));
    OK(carom2d_manifold(&box, &floor, 0.1f, &manifold));
    CHECK(manifold.count == 2 && manifold.unique == 1 && equal(manifold.normal, vec2(0, 1)));
    CHECK(manifold.points[0].separation == -0.125f && equal(manifold.points[0].point_a, vec2(1, -0.125f)));
    CHECK(equal(manifold.points[1].point_a, vec2(2, -0.125f)) && equal(manifold.points[1].point_b, vec2(2, 0)));
    CHECK(manifold.points[1].feature_a.count == 1 && manifold.points[1].feature_a.vertices[0] == 1);
    CHECK(manifold.points[1].feature_b.count == 2 && manifold.points[1].feature_b.vertices[0] == 2);
    CHECK(manifold.points[1].feature_b.vertices[1] == 3);
    OK(carom2d_manifold(&ball, &floor, 1, &manifold));
    CHECK(manifold.count == 0 && isnan(manifold.normal.x) && isnan(manifold.points[0].separation));
    OK(carom2d_ray_interval(vec2(2, 10), vec2(0, -10), &ball, &inside));
    CHECK(inside.touches && inside.has_entry && inside.has_exit && near(inside.entry.t, 0.4f) && near(inside.exit.t, 0.6f));
    CHECK(close_to(inside.entry.point, 2, 6) && close_to(inside.entry.normal, 0, 1) && close_to(inside.exit.normal, 0, -1));
    OK(carom2d_ray_interval(vec2(4, 10), vec2(0, -10), &ball, &inside));
    CHECK(!inside.touches && isnan(inside.entry.t));
}

static void chains(void) {
    static const CaromVec2 line[3] = {{0, 0}, {4, 0}, {8, 4}}, square[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    static const CaromVec2 frame[8] = {{-6, -6}, {6, -6}, {6, 6}, {-6, 6}, {-2, 2}, {2, 2}, {2, -2}, {-2, -2}};
    static const size_t ends[2] = {4, 8};
    CaromVectors vertices;
    CaromChain chain;
    CaromChainInfo info;
    Carom2dQuery query;
    Carom2dShape segment, ball;
    Carom2dContact contact;
    float distance;
    uint8_t is;
    chain = chain_of(line, 3, 0);
    OK(carom_chain_info(chain, &info));
    CHECK(info.segment_count == 2 && info.vertex_count == 3 && info.ring_count == 1 && info.flags == 0);
    CHECK(equal(info.min, vec2(0, 0)) && equal(info.max, vec2(8, 4)));
    OK(carom_chain_segment(chain, 1, &segment));
    CHECK(segment.kind == CAROM_CAPSULE && segment.radius == 0 && equal(segment.a, line[1]) && equal(segment.b, line[2]));
    OK(carom_chain_free(chain));
    chain = chain_of(square, 4, CAROM_CLOSED | CAROM_RAW);
    OK(carom_chain_info(chain, &info));
    CHECK(info.segment_count == 4 && info.vertex_count == 4 && info.flags == (CAROM_CLOSED | CAROM_RAW));
    OK(carom_chain_segment(chain, 3, &segment));
    CHECK(equal(segment.a, square[3]) && equal(segment.b, square[0]));
    OK(carom_chain_contains(chain, vec2(1, 2), &is));
    CHECK(is == 1);
    OK(carom_chain_contains(chain, vec2(4, 4), &is));
    CHECK(is == 1);
    OK(carom_chain_contains(chain, vec2(4.5f, 2), &is));
    CHECK(is == 0);
    OK(carom_chain_signed_distance(chain, vec2(1, 2), &distance));
    CHECK(distance == -1);
    OK(carom_chain_signed_distance(chain, vec2(2, 7), &distance));
    CHECK(distance == 3);
    OK(carom_chain_free(chain));
    /* A frame: an outline and a hole. */
    vertices.base = &frame[0].x;
    vertices.stride = sizeof frame[0];
    OK(carom_chain_create(vertices, 8, ends, 2, CAROM_SOLID, &chain));
    OK(carom_chain_info(chain, &info));
    CHECK(info.ring_count == 2 && info.segment_count == 8 && info.flags == (CAROM_CLOSED | CAROM_ONE_SIDED | CAROM_SOLID));
    query = carom2d_query_chain(chain);
    ball = carom2d_ball(vec2(0, 0), 1);
    OK(carom2d_overlap(&query, &ball, &is));
    CHECK(is == 0);
    ball = carom2d_ball(vec2(3, 0), 0.5f);
    OK(carom2d_closest(&query, &ball, 0, &contact));
    CHECK(equal(contact.normal, vec2(-1, 0)) && contact.separation == -1.5f && contact.part == 5);
    OK(carom_chain_contains(chain, vec2(0, 0), &is));
    CHECK(is == 0);
    OK(carom_chain_contains(chain, vec2(3, 0), &is));
    CHECK(is == 1);
    OK(carom_chain_free(chain));
}

/* What one_sided, raw and solid change. */
static void flags_of_chains(void) {
    static const CaromVec2 ground[2] = {{4, 0}, {0, 0}}, flat[3] = {{0, 0}, {2, 0}, {4, 0}};
    Carom2dShape ball = carom2d_ball(vec2(1.75f, 0.5f), 0.5f);
    CaromChain one_sided = chain_of(ground, 2, CAROM_ONE_SIDED), joined = chain_of(flat, 3, 0);
    CaromChain raw = chain_of(flat, 3, CAROM_RAW);
    Carom2dQuery query = carom2d_query_chain(one_sided);
    Carom2dHit hit;
    size_t count;
    OK(carom2d_ray(&query, vec2(2, 1), vec2(0, -2), &hit));
    CHECK(near(hit.t, 0.5f));
    OK(carom2d_ray(&query, vec2(2, -1), vec2(0, 2), &hit));
    CHECK(hit.part == CAROM_NO_PART);
    query = carom2d_query_chain(joined);
    OK(carom2d_contacts(&query, &ball, 0.2f, NULL, 0, &count));
    CHECK(count == 1);
    query.flags = CAROM_INTERNAL_EDGES;
    OK(carom2d_contacts(&query, &ball, 0.2f, NULL, 0, &count));
    CHECK(count == 2);
    query = carom2d_query_chain(raw);
    OK(carom2d_contacts(&query, &ball, 0.2f, NULL, 0, &count));
    CHECK(count == 2);
    OK(carom_chain_free(one_sided));
    OK(carom_chain_free(joined));
    OK(carom_chain_free(raw));
}

static void queries(void) {
    static const CaromVec2 line[3] = {{-8, 0}, {0, 0}, {8, 0}};
    CaromChain floor = chain_of(line, 3, 0);
    Carom2dQuery query = carom2d_query_chain(floor);
    Carom2dShape ball = carom2d_ball(vec2(1, 3), 1), low = carom2d_ball(vec2(1, 0.5f), 1), rod;
    Carom2dContact contact, two[2];
    Carom2dHit hit;
    Carom2dRigidMotion turn = {{0, 0}, {1, 1}, PI};
    size_t count;
    uint8_t is;
    OK(carom2d_closest(&query, &ball, 9, &contact));
    CHECK(contact.separation == 2 && equal(contact.normal, vec2(0, 1)) && contact.part == 1 && contact.body == 0);
    CHECK(equal(contact.point_a, vec2(1, 2)) && equal(contact.point_b, vec2(1, 0)));
    OK(carom2d_closest(&query, &ball, 1, &contact));
    CHECK(contact.part == CAROM_NO_PART);
    query.flags = CAROM_INTERNAL_EDGES;
    OK(carom2d_closest_n(&query, &ball, INFINITY, two, 2, &count));
    CHECK(count == 2 && two[0].part == 1 && two[1].part == 0 && near(two[1].separation, sqrtf(10) - 1));
    OK(carom2d_closest_n(&query, &ball, 2.1f, two, 2, &count));
    CHECK(count == 1 && two[0].separation == 2);
    query.flags = 0;
    OK(carom2d_overlap(&query, &ball, &is));
    CHECK(is == 0);
    OK(carom2d_overlap(&query, &low, &is));
    CHECK(is == 1);
    OK(carom2d_sweep(&query, &ball, vec2(0, -4), &hit));
    CHECK(near(hit.t, 0.5f) && close_to(hit.point, 1, 0) && equal(hit.normal, vec2(0, 1)) && hit.part == 1 && hit.body == 0);
    CHECK(hit.start == CAROM_SEPARATE && isinf(hit.start_separation));
    OK(carom2d_sweep(&query, &low, vec2(0, 4), &hit));
    CHECK(hit.t == 0 && hit.start == CAROM_OVERLAPPING && hit.start_separation == -0.5f);
    query.flags = CAROM_LEAVE_OVERLAPS;
    OK(carom2d_sweep(&query, &low, vec2(0, 4), &hit));
    CHECK(hit.part == CAROM_NO_PART && isinf(hit.t) && isnan(hit.point.x));
    query.flags = 0;
    OK(carom2d_ray(&query, vec2(-3, 5), vec2(0, -10), &hit));
    CHECK(near(hit.t, 0.5f) && hit.part == 0 && close_to(hit.point, -3, 0));
    OK(carom2d_sweep_any(&query, &ball, vec2(0, -4), &is));
    CHECK(is == 1);
    OK(carom2d_sweep_any(&query, &ball, vec2(0, 4), &is));
    CHECK(is == 0);
    OK(carom2d_ray_any(&query, vec2(-3, 5), vec2(0, -10), &is));
    CHECK(is == 1);
    OK(carom2d_ray_any(&query, vec2(-3, 5), vec2(0, 10), &is));
    CHECK(is == 0);
    /* Its end is at the height 1 + 2 cos(angle). */
    rod = carom2d_capsule(vec2(1, 1), vec2(1, 3), 0);
    OK(carom2d_sweep_rigid(&query, &rod, &turn, &hit));
    CHECK(fabsf(hit.t - 2.0f / 3) < 1e-3f && hit.point.x < 0);
    OK(carom_chain_free(floor));
}

/* A ball in a corner, a box on a floor. */
static void lists(void) {
    static const CaromVec2 line[3] = {{0, 4}, {0, 0}, {4, 0}};
    CaromChain corner = chain_of(line, 3, 0);
    Carom2dQuery query = carom2d_query_chain(corner);
    Carom2dShape ball = carom2d_ball(vec2(1, 1), 1), far = carom2d_ball(vec2(3, 3), 1), box;
    Carom2dContact contacts[2];
    Carom2dHit hits[2];
    Carom2dPartManifold manifolds[2];
    size_t count;
    OK(carom2d_contacts(&query, &ball, 0.01f, contacts, 2, &count));
    CHECK(count == 2 && equal(contacts[0].normal, vec2(1, 0)) && equal(contacts[1].normal, vec2(0, 1)));
    CHECK(contacts[0].part == 0 && contacts[1].part == 1 && contacts[1].separation == 0);
    OK(carom2d_contacts(&query, &ball, 0.01f, contacts, 1, &count));
    CHECK(count == 2);
    OK(carom2d_sweep_all(&query, &far, vec2(-4, -4), hits, 2, &count));
    CHECK(count == 2 && near(hits[0].t, 0.5f) && near(hits[1].t, 0.5f) && hits[0].part + hits[1].part == 1);
    OK(carom2d_sweep_all(&query, &far, vec2(0, -4), hits, 2, &count));
    CHECK(count == 1 && hits[0].part == 1);
    box = carom2d_box(vec2(1, 0), vec2(2, 1));
    OK(carom2d_manifolds(&query, &box, 0.01f, manifolds, 2, &count));
    CHECK(count == 1 && manifolds[0].contact.part == 1 && manifolds[0].manifold.count == 2);
    CHECK(manifolds[0].manifold.points[0].separation == 0 && equal(manifolds[0].manifold.normal, vec2(0, 1)));
    OK(carom_chain_free(corner));
}

/* A row of a caller who keeps all in one struct. */
typedef struct Row {
    char name[3];
    CaromVec2 a, b, c, delta;
    float radius, radius_b, angle;
} Row;

enum { ROWS = 50 };

static Carom2dShape shape_of(uint32_t kind, const Row *row) {
    Carom2dShape shape = carom2d_point(row->a);
    shape.kind = kind;
    shape.b = row->b;
    shape.c = row->c;
    shape.radius = row->radius;
    shape.radius_b = row->radius_b;
    shape.angle = row->angle;
    shape.rounding = 0.125f;
    return shape;
}

/* Batches give the bits of single queries, for each kind. */
static void batches(void) {
    static const uint32_t kinds[8] = {CAROM_POINT,    CAROM_BALL,         CAROM_CAPSULE,         CAROM_BOX,
                                      CAROM_TRIANGLE, CAROM_ORIENTED_BOX, CAROM_TAPERED_CAPSULE, CAROM_ELLIPSOID};
    static const CaromVec2 line[4] = {{-9, 1}, {-2, 0}, {3, -1}, {9, 2}};
    CaromChain hill = chain_of(line, 4, 0);
    Carom2dQuery query = carom2d_query_chain(hill);
    Carom2dContact contacts[ROWS], contact;
    Carom2dHit hits[ROWS], hit;
    Row rows[ROWS];
    CaromVectors origins, deltas;
    uint8_t touches[ROWS], is;
    uint64_t random = 9;
    size_t i, k, found = 0;
    memset(rows, 0, sizeof rows);
    for (i = 0; i < ROWS; i++) {
        rows[i].a = vec2(16 * uniform(&random) - 8, 4 * uniform(&random));
        rows[i].b = vec2(rows[i].a.x + uniform(&random) + 9, rows[i].a.y + uniform(&random) + 1);
        rows[i].c = vec2(rows[i].a.x + 1, rows[i].a.y + uniform(&random));
        rows[i].delta = vec2(4 * uniform(&random) - 2, -6 * uniform(&random));
        rows[i].radius = uniform(&random);
        rows[i].radius_b = uniform(&random);
        rows[i].angle = 6 * uniform(&random);
    }
    origins.base = &rows[0].a.x;
    deltas.base = &rows[0].delta.x;
    origins.stride = deltas.stride = sizeof rows[0];
    for (k = 0; k < 8; k++) {
        Carom2dShapes shapes;
        memset(&shapes, 0, sizeof shapes);
        shapes.kind = kinds[k];
        shapes.count = ROWS;
        shapes.rounding = 0.125f;
        shapes.a = shapes.b = shapes.c = origins;
        shapes.b.base = &rows[0].b.x;
        if (kinds[k] == CAROM_ORIENTED_BOX || kinds[k] == CAROM_ELLIPSOID) {
            /* Sizes of a few units. */
            static const float sizes[2] = {1.5f, 0.5f};
            shapes.b.base = sizes;
            shapes.b.stride = 0;
        }
        shapes.c.base = &rows[0].c.x;
        shapes.radius.base = &rows[0].radius;
        shapes.radius_b.base = &rows[0].radius_b;
        shapes.angle.base = &rows[0].angle;
        shapes.radius.stride = shapes.radius_b.stride = shapes.angle.stride = sizeof rows[0];
        OK(carom2d_closest_batch(&query, &shapes, 2, contacts));
        OK(carom2d_overlap_batch(&query, &shapes, touches));
        OK(carom2d_sweep_batch(&query, &shapes, deltas, hits));
        for (i = 0; i < ROWS; i++) {
            Carom2dShape shape = shape_of(kinds[k], &rows[i]);
            if (shapes.b.stride == 0)
                shape.b = vec2(1.5f, 0.5f);
            OK(carom2d_closest(&query, &shape, 2, &contact));
            CHECK(memcmp(&contact, &contacts[i], sizeof contact) == 0);
            OK(carom2d_overlap(&query, &shape, &is));
            CHECK(is == touches[i]);
            OK(carom2d_sweep(&query, &shape, rows[i].delta, &hit));
            CHECK(memcmp(&hit, &hits[i], sizeof hit) == 0);
            found += contact.part != CAROM_NO_PART && hit.part != CAROM_NO_PART;
        }
    }
    OK(carom2d_ray_batch(&query, origins, deltas, ROWS, hits));
    for (i = 0; i < ROWS; i++) {
        OK(carom2d_ray(&query, rows[i].a, rows[i].delta, &hit));
        CHECK(memcmp(&hit, &hits[i], sizeof hit) == 0);
    }
    CHECK(found > 50 && found < 8 * ROWS);
    OK(carom_chain_free(hill));
}

int main(void) {
    shapes();
    separations();
    pairs();
    chains();
    flags_of_chains();
    queries();
    lists();
    batches();
    puts("2D: shapes and chains");
    return 0;
}
