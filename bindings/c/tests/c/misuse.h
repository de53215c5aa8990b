/* Calls with handles that are not those of a live object. */
#ifndef MISUSE_H
#define MISUSE_H

#include "check.h"

/* A call with the zero handle, one that never was, a freed one and one of another kind, each named h. */
#define BAD_HANDLES(Type, freed, other, call)                                                                          \
    do {                                                                                                               \
        Type h;                                                                                                        \
        h.bits = 0;                                                                                                    \
        FAILS(CAROM_NULL, "zero handle", call);                                                                        \
        h.bits = UINT64_C(0x123456789abcdef0);                                                                         \
        FAILS(CAROM_BAD_HANDLE, "never a handle", call);                                                               \
        h.bits = UINT64_MAX;                                                                                           \
        FAILS(CAROM_BAD_HANDLE, "never a handle", call);                                                               \
        h.bits = (freed).bits;                                                                                         \
        FAILS(CAROM_FREED, "freed", call);                                                                             \
        h.bits = (other).bits;                                                                                         \
        FAILS(CAROM_WRONG_KIND, "not a", call);                                                                        \
    } while (0)

/* The same for the function that frees, where the zero handle is no error. */
#define BAD_FREES(Type, freed, other, call)                                                                            \
    do {                                                                                                               \
        Type h;                                                                                                        \
        h.bits = 0;                                                                                                    \
        OK(call);                                                                                                      \
        h.bits = 7;                                                                                                    \
        FAILS(CAROM_BAD_HANDLE, "never a handle", call);                                                               \
        h.bits = (freed).bits;                                                                                         \
        FAILS(CAROM_FREED, "freed", call);                                                                             \
        h.bits = (other).bits;                                                                                         \
        FAILS(CAROM_WRONG_KIND, "not a", call);                                                                        \
    } while (0)

static inline CaromVec3 nan3(void) { return vec3(0, NAN, 0); }

#endif
