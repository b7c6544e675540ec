/* What the two games share: sets of cards as the bits of an int64, and the generators.
   Seeds, generators and the order of the draws are those of sevenfold.kernel.chance, so that
   the same seed gives the same game there and here. */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdint.h>
#ifdef PDEP
#include <immintrin.h>
#endif

typedef int64_t set;
typedef uint64_t generator;

static inline set bit(int member) { return (set)1 << member; }
static inline int count(set s) { return __builtin_popcountll((uint64_t)s); }

static inline uint64_t splitmix64(uint64_t x)
{
    uint64_t z = x + 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static inline generator seeded(uint64_t number)
{
    generator g = splitmix64(number);
    return g ? g : 0x9E3779B97F4A7C15u;
}

/* xorshift64* */
static inline uint64_t step(generator *g)
{
    uint64_t x = *g;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *g = x;
    return x * 2685821657736338717u;
}

static inline int below(generator *g, int n) { return (int)((step(g) >> 32) * (uint64_t)n >> 32); }

/* The k-th lowest member of a set. With -DPDEP by the instruction of that name (x86 with BMI2),
   which saves the branches that no processor can foresee: the same answer, about twice as fast. */
static inline int nth(set s, int k)
{
#ifdef PDEP
    return __builtin_ctzll(_pdep_u64((uint64_t)1 << k, (uint64_t)s));
#else
    while (k-- > 0)
        s &= s - 1;
    return __builtin_ctzll((uint64_t)s);
#endif
}

/* A member of the set, each as likely. */
static inline int pick(generator *g, set s) { return nth(s, below(g, count(s))); }

/* n members of the set, each choice as likely. */
static inline set some(generator *g, set s, int n)
{
    set taken = 0;
    while (n-- > 0)
        taken |= bit(pick(g, s & ~taken));
    return taken;
}

#endif
