/* A hash of answers, which a Rust test computes too. */
#ifndef HASH_H
#define HASH_H

#include "check.h"

static uint64_t hash = UINT64_C(0xcbf29ce484222325);

static inline void put(uint32_t word) {
    int i;
    for (i = 0; i < 4; i++) {
        hash ^= word >> 8 * i & 255;
        hash *= UINT64_C(0x100000001b3);
    }
}

static inline void put_float(float number) {
    uint32_t word;
    memcpy(&word, &number, 4);
    put(word);
}

static inline void put_part(uint64_t body, uint32_t part) {
    put((uint32_t)body);
    put((uint32_t)(body >> 32));
    put(part);
}

/* Prints the hash, and begins another. */
static inline void print(const char *name) {
    printf("%s %016llx\n", name, (unsigned long long)hash);
    hash = UINT64_C(0xcbf29ce484222325);
}

#endif
