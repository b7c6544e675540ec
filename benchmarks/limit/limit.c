/* The limit: two of the games written by hand in C, played at random.

       limit seven_truf|sane_sevens SEED GAMES [--scores]

   plays GAMES games, of the seeds SEED, SEED + 1 ..., and prints one line of JSON. With --scores
   a line for each game comes before it: its seed, its actions, and a result for each seat (7-Truf:
   the points; Sane Sevens: 1 for the winner, 0 for the others, all 0 if the game was truncated). */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "limit.h"
#include "sane_sevens.h"
#include "seven_truf.h"

struct result {
    long actions;
    int seats, returns[4];
};

/* Whoever picks the moves has a generator of their own. */
static generator chooser_of(uint64_t seed) { return seeded(splitmix64(seed) ^ 0x5EED); }

static struct result play_seven_truf(uint64_t seed)
{
    struct truf s;
    generator chooser = chooser_of(seed);
    struct result r = {0, TRUF_SEATS, {0}};
    truf_start(&s, seed);
    while (!truf_is_over(&s)) {
        truf_apply(&s, pick(&chooser, truf_legal(&s)));
        r.actions++;
    }
    for (int seat = 0; seat < TRUF_SEATS; seat++)
        r.returns[seat] = s.scores[seat];
    return r;
}

static struct result play_sane_sevens(uint64_t seed)
{
    struct sane s;
    generator chooser = chooser_of(seed);
    struct result r = {0, SANE_SEATS, {0}};
    sane_start(&s, seed);
    while (!sane_is_over(&s) && !sane_is_truncated(&s)) {
        sane_apply(&s, pick(&chooser, sane_legal(&s)));
        r.actions++;
    }
    for (int seat = 0; seat < SANE_SEATS; seat++)
        r.returns[seat] = sane_is_over(&s) && seat == s.turn;
    return r;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    int scores = argc == 5 && strcmp(argv[4], "--scores") == 0;
    struct result (*play)(uint64_t) = NULL;
    if (argc == 4 || scores) {
        if (strcmp(argv[1], "seven_truf") == 0)
            play = play_seven_truf;
        else if (strcmp(argv[1], "sane_sevens") == 0)
            play = play_sane_sevens;
    }
    if (play == NULL) {
        fprintf(stderr, "usage: limit seven_truf|sane_sevens SEED GAMES [--scores]\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[2], NULL, 10);
    long games = strtol(argv[3], NULL, 10);

    sane_prepare();
    long actions = 0;
    uint64_t checksum = 0;
    double start = now();
    for (long game = 0; game < games; game++) {
        struct result r = play(seed + (uint64_t)game);
        actions += r.actions;
        for (int seat = 0; seat < r.seats; seat++)
            checksum = checksum * 31 + (uint64_t)r.returns[seat];
        if (scores) {
            printf("%" PRIu64 " %ld", seed + (uint64_t)game, r.actions);
            for (int seat = 0; seat < r.seats; seat++)
                printf(" %d", r.returns[seat]);
            printf("\n");
        }
    }
    double seconds = now() - start;
    printf("{\"games\": %ld, \"actions\": %ld, \"seconds\": %.9f, \"checksum\": %" PRIu64 "}\n",
           games, actions, seconds, checksum);
    return 0;
}
