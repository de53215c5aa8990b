/* Misuse of polygons: error codes with a text that names the ring. */
#include "misuse.h"

static CaromPolygon polygon;
static float points[18];
static size_t ends[2] = {4, 8};

/* A square with a hole in it. */
static void reset(void) {
    static const float good[18] = {0, 0, 9, 0, 9, 9, 0, 9, 3, 3, 6, 3, 6, 6, 3, 6};
    memcpy(points, good, sizeof good);
    ends[0] = 4;
    ends[1] = 8;
    polygon.points = points;
    polygon.ring_ends = ends;
    polygon.ring_count = 2;
}

/* All three functions refuse it. */
static void refused(CaromStatus status, const char *words) {
    CaromMesh mesh = {99};
    size_t count = 77;
    FAILS(status, words, carom_polygon_triangulate(&polygon, NULL, 0, &count, NULL, 0, &count));
    FAILS(status, words, carom_polygon_floor(&polygon, 0, 0, &mesh));
    FAILS(status, words, carom_polygon_prism(&polygon, 0, 1, 0, &mesh));
    CHECK(mesh.bits == 99 && count == 77);
    reset();
}

int main(void) {
    float out[8][2];
    uint32_t triangles[8][3];
    CaromMesh mesh = {99};
    size_t count, other;
    reset();
    polygon.points = NULL;
    refused(CAROM_NULL, "polygon.points is null");
    polygon.ring_ends = NULL;
    refused(CAROM_NULL, "polygon.ring_ends is null");
    polygon.ring_count = 0;
    refused(CAROM_OUT_OF_RANGE, "polygon.ring_count is 0");
    polygon.ring_count = SIZE_MAX / 4;
    refused(CAROM_OUT_OF_RANGE, "address space");
    ends[1] = 3;
    refused(CAROM_OUT_OF_RANGE, "polygon.ring_ends[1] is less than the one before it");
    ends[1] = SIZE_MAX / 2;
    refused(CAROM_OUT_OF_RANGE, "address space");
    ends[1] = 6;
    refused(CAROM_OUT_OF_RANGE, "polygon: hole 0 needs three points, but has 2");
    points[5] = NAN;
    refused(CAROM_INVALID, "polygon: point 2 of the outline is not finite");
    points[8] = -3;
    points[9] = -3;
    refused(CAROM_INVALID, "polygon: side");
    points[6] = 20;
    points[7] = 3;
    refused(CAROM_INVALID, "polygon: side 1 of the outline crosses side 3 of the outline");
    memcpy(points + 8, points, 2 * sizeof points[0]);
    refused(CAROM_INVALID, "touches");
    for (count = 8; count < 16; count++)
        points[count] += 50;
    refused(CAROM_INVALID, "polygon: hole 0 is outside of the outline");
    FAILS(CAROM_NULL, "polygon is null", carom_polygon_triangulate(NULL, out, 8, &count, triangles, 8, &other));
    FAILS(CAROM_NULL, "points is null", carom_polygon_triangulate(&polygon, NULL, 8, &count, triangles, 8, &other));
    FAILS(CAROM_NULL, "triangles is null", carom_polygon_triangulate(&polygon, out, 8, &count, NULL, 8, &other));
    FAILS(CAROM_NULL, "point_count is null", carom_polygon_triangulate(&polygon, out, 8, NULL, triangles, 8, &other));
    FAILS(CAROM_NULL, "triangle_count is null", carom_polygon_triangulate(&polygon, out, 8, &count, triangles, 8, NULL));
    FAILS(CAROM_OUT_OF_RANGE, "overlaps",
          carom_polygon_triangulate(&polygon, out, 8, &count, (uint32_t(*)[3])(void *)out, 2, &other));
    FAILS(CAROM_NULL, "polygon is null", carom_polygon_floor(NULL, 0, 0, &mesh));
    FAILS(CAROM_NULL, "out is null", carom_polygon_floor(&polygon, 0, 0, NULL));
    FAILS(CAROM_INVALID, "height is not finite", carom_polygon_floor(&polygon, INFINITY, 0, &mesh));
    FAILS(CAROM_INVALID, "flags has the unknown bits", carom_polygon_floor(&polygon, 0, CAROM_SOLID, &mesh));
    FAILS(CAROM_NULL, "polygon is null", carom_polygon_prism(NULL, 0, 1, 0, &mesh));
    FAILS(CAROM_NULL, "out is null", carom_polygon_prism(&polygon, 0, 1, 0, NULL));
    FAILS(CAROM_INVALID, "low is not finite", carom_polygon_prism(&polygon, NAN, 1, 0, &mesh));
    FAILS(CAROM_INVALID, "high is not finite", carom_polygon_prism(&polygon, 0, NAN, 0, &mesh));
    FAILS(CAROM_INVALID, "flags has the unknown bits", carom_polygon_prism(&polygon, 0, 1, CAROM_QUICK, &mesh));
    CHECK(mesh.bits == 99);
    puts("every misuse of polygons is an error");
    return 0;
}
