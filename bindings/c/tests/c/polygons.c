/* Polygons with holes: their triangles cover what is inside, by a loop; their meshes are known figures. */
#include "check.h"

static float between(uint64_t *state, float low, float high) { return low + (high - low) * uniform(state); }

/* A star of `corners` corners around a center, with radii in between. */
static size_t star(float *points, size_t corners, float x, float y, float low, float high, uint64_t *seed, int clockwise) {
    size_t i;
    for (i = 0; i < corners; i++) {
        float angle = 6.2831853f * (float)i / (float)corners * (clockwise ? -1.0f : 1.0f), radius = between(seed, low, high);
        points[2 * i] = x + radius * cosf(angle);
        points[2 * i + 1] = y + radius * sinf(angle);
    }
    return corners;
}

static double area_of(float a[2], float b[2], float c[2]) {
    double x = (double)b[0] - a[0], y = (double)b[1] - a[1], u = (double)c[0] - a[0], v = (double)c[1] - a[1];
    return 0.5 * (x * v - y * u);
}

/* Whether a point is in a polygon: the crossings of a ray along x with all rings. */
static int is_inside(const CaromPolygon *polygon, float x, float y) {
    size_t ring, start = 0, i;
    int inside = 0;
    for (ring = 0; ring < polygon->ring_count; ring++) {
        size_t end = polygon->ring_ends[ring];
        for (i = start; i < end; i++) {
            const float *a = polygon->points + 2 * i, *b = polygon->points + 2 * (i + 1 < end ? i + 1 : start);
            if ((a[1] > y) != (b[1] > y) && a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) > x)
                inside = !inside;
        }
        start = end;
    }
    return inside;
}

static void stars(void) {
    static float points[400], out[200][2];
    static uint32_t triangles[200][3];
    uint64_t seed = 4;
    size_t ends[4], point_count, triangle_count, round, i, hits = 0;
    for (round = 0; round < 20; round++) {
        CaromPolygon polygon = {NULL, NULL, 0};
        CaromMesh floor, prism;
        CaromQuery query;
        double area = 0;
        polygon.points = points;
        polygon.ring_ends = ends;
        polygon.ring_count = 1 + round % 4;
        ends[0] = star(points, 40, 0, 0, 8, 10, &seed, round % 2 == 0);
        for (i = 1; i < polygon.ring_count; i++)
            ends[i] = ends[i - 1] + star(points + 2 * ends[i - 1], 12, i == 1 ? 4.0f : -4.0f, i == 3 ? -3.0f : 2.5f, 0.5f, 2,
                                         &seed, (int)i % 2);
        OK(carom_polygon_triangulate(&polygon, out, 200, &point_count, triangles, 200, &triangle_count));
        CHECK(point_count == ends[polygon.ring_count - 1]);
        /* Euler: n points and h holes have n + 2 h - 2 triangles. */
        CHECK(triangle_count == point_count + 2 * (polygon.ring_count - 1) - 2);
        for (i = 0; i < triangle_count; i++) {
            double one = area_of(out[triangles[i][0]], out[triangles[i][1]], out[triangles[i][2]]);
            CHECK(one > 0);
            area += one;
        }
        OK(carom_polygon_floor(&polygon, 1, CAROM_WELD, &floor));
        OK(carom_polygon_prism(&polygon, 2, 0.5f, CAROM_SOLID, &prism));
        query = carom_query_mesh(floor);
        for (i = 0; i < 300; i++) {
            float x = between(&seed, -10, 10), y = between(&seed, -10, 10), height = between(&seed, 0, 3);
            int inside = is_inside(&polygon, x, y);
            uint8_t is;
            OK(carom_ray_any(&query, vec3(x, 5, y), vec3(0, -9, 0), &is));
            CHECK(is == inside);
            OK(carom_mesh_contains(prism, vec3(x, height, y), &is));
            CHECK(is == (inside && height >= 0.5f && height <= 2));
            hits += (size_t)inside;
        }
        {
            CaromMeshInfo info;
            CaromHit hit;
            uint8_t closed, solid;
            OK(carom_mesh_is_closed(prism, &closed));
            OK(carom_mesh_is_solid(prism, &solid));
            CHECK(closed == 1 && solid == 1);
            OK(carom_mesh_info(prism, &info));
            CHECK(info.triangle_count == 2 * triangle_count + 2 * point_count && info.min.y == 0.5f && info.max.y == 2);
            OK(carom_mesh_info(floor, &info));
            CHECK(info.triangle_count == triangle_count && info.min.y == 1);
            /* The middle of a triangle is on that triangle. */
            i = triangle_count / 2;
            OK(carom_ray(&query,
                         vec3((out[triangles[i][0]][0] + out[triangles[i][1]][0] + out[triangles[i][2]][0]) / 3, 2,
                              (out[triangles[i][0]][1] + out[triangles[i][1]][1] + out[triangles[i][2]][1]) / 3),
                         vec3(0, -2, 0), &hit));
            CHECK(hit.part == i && fabsf(hit.t - 0.5f) < 1e-5f && hit.normal.y == 1);
        }
        CHECK(area > 50 && area < 320);
        OK(carom_mesh_free(floor));
        OK(carom_mesh_free(prism));
    }
    CHECK(hits > 1500);
}

/* A hall with a shaft: figures, repeated points, and rings that run either way. */
static void hall(void) {
    /* Ends with its first point; the hole has a point twice. */
    static const float points[20] = {0, 0, 10, 0, 10, 8, 0, 8, 0, 0, 4, 3, 4, 5, 4, 5, 6, 5, 6, 3};
    static const size_t ends[2] = {5, 10};
    CaromPolygon polygon = {NULL, NULL, 2};
    float out[8][2];
    uint32_t triangles[8][3];
    size_t point_count, triangle_count, i;
    double area = 0;
    polygon.points = points;
    polygon.ring_ends = ends;
    OK(carom_polygon_triangulate(&polygon, NULL, 0, &point_count, NULL, 0, &triangle_count));
    CHECK(point_count == 8 && triangle_count == 8);
    OK(carom_polygon_triangulate(&polygon, out, 8, &point_count, triangles, 8, &triangle_count));
    for (i = 0; i < 8; i++)
        area += area_of(out[triangles[i][0]], out[triangles[i][1]], out[triangles[i][2]]);
    CHECK(area == 76);
}

int main(void) {
    stars();
    hall();
    CHECK(strcmp(carom_last_error(), "") == 0);
    puts("every polygon works");
    return 0;
}
