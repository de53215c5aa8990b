/* What the test programs share: checks that end the program, random numbers, OBJ files. */
#ifndef CHECK_H
#define CHECK_H

#include "carom.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(holds)                                                                                                   \
    do {                                                                                                               \
        if (!(holds)) {                                                                                                \
            fprintf(stderr, "%s:%d: %s does not hold; last error: %s\n", __FILE__, __LINE__, #holds,                  \
                    carom_last_error());                                                                               \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#define OK(call) CHECK((call) == CAROM_OK)

/* The call fails with this status, and the text names the function and has these words. */
#define FAILS(wanted, words, call) fails(wanted, words, call, #call, __FILE__, __LINE__)

static inline void fails(CaromStatus wanted, const char *words, CaromStatus status, const char *call, const char *file,
                         int line) {
    const char *text = carom_last_error();
    if (status == wanted && strstr(text, words) && strncmp(text, call, strcspn(call, "(")) == 0)
        return;
    fprintf(stderr, "%s:%d: %s returned %d, not %d with \"%s\"; last error: %s\n", file, line, call, (int)status,
            (int)wanted, words, text);
    exit(1);
}

static inline CaromVec3 vec3(float x, float y, float z) {
    CaromVec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

static inline CaromVec2 vec2(float x, float y) {
    CaromVec2 v;
    v.x = x;
    v.y = y;
    return v;
}

/* A chain of vertices in one line, or closed. */
static inline CaromChain chain_of(const CaromVec2 *v, size_t count, uint32_t flags) {
    CaromVectors vertices;
    CaromChain chain = {0};
    vertices.base = &v[0].x;
    vertices.stride = sizeof v[0];
    OK(carom_chain_create(vertices, count, NULL, 0, flags, &chain));
    return chain;
}

/* A square floor of two triangles at y = 0. */
static inline CaromMesh square(float half) {
    CaromVec3 v[4];
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    CaromVectors vertices = {&v[0].x, sizeof v[0]};
    CaromMesh mesh = {0};
    v[0] = vec3(-half, 0, -half);
    v[1] = vec3(-half, 0, half);
    v[2] = vec3(half, 0, half);
    v[3] = vec3(half, 0, -half);
    OK(carom_mesh_create(vertices, 4, triangles, 2, 0, &mesh));
    return mesh;
}

/* A random number in 0..1, the same in every language. */
static inline float uniform(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (float)(*state >> 40) / 16777216.0f;
}

typedef struct Level {
    CaromVec3 *vertices;
    size_t vertex_count;
    uint32_t *triangles;
    size_t triangle_count;
} Level;

/* Vertices and triangles of an OBJ file that has nothing else. */
static inline Level read_obj(const char *path) {
    Level level = {NULL, 0, NULL, 0};
    size_t vertex_room = 0, triangle_room = 0;
    char line[256];
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    while (fgets(line, sizeof line, file)) {
        if (line[0] == 'v' && line[1] == ' ') {
            char *at = line + 2;
            CaromVec3 v;
            if (level.vertex_count == vertex_room) {
                vertex_room = vertex_room ? 2 * vertex_room : 1024;
                level.vertices = realloc(level.vertices, vertex_room * sizeof v);
                CHECK(level.vertices != NULL);
            }
            v.x = strtof(at, &at);
            v.y = strtof(at, &at);
            v.z = strtof(at, &at);
            level.vertices[level.vertex_count++] = v;
        } else if (line[0] == 'f') {
            char *at = line + 2;
            int corner;
            if (level.triangle_count == triangle_room) {
                triangle_room = triangle_room ? 2 * triangle_room : 1024;
                level.triangles = realloc(level.triangles, triangle_room * 3 * sizeof(uint32_t));
                CHECK(level.triangles != NULL);
            }
            for (corner = 0; corner < 3; corner++)
                level.triangles[3 * level.triangle_count + corner] = (uint32_t)strtoul(at, &at, 10) - 1;
            level.triangle_count++;
        }
    }
    fclose(file);
    return level;
}

#endif
