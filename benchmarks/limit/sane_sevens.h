/* Sane Sevens for two, without jokers; a card is 7 * colour + number - 1. */
#include "limit.h"

enum { SANE_SEATS = 2, SANE_CARDS = 49, SANE_TURNS = 10000, DRAW = 53, KEEP = 54, PASS = 55 };
enum { SANE_TURN, SANE_DREW, SANE_OVER };

struct sane {
    generator chance;
    set hands[SANE_SEATS];
    set stock, discard; /* the discard pile without its top card */
    int top, drawn, turn, phase, turns;
};

static set sane_matching[SANE_CARDS]; /* the cards of the same colour or number */

static void sane_prepare(void)
{
    for (int a = 0; a < SANE_CARDS; a++)
        for (int b = 0; b < SANE_CARDS; b++)
            if (a / 7 == b / 7 || a % 7 == b % 7)
                sane_matching[a] |= bit(b);
}

static inline void sane_start(struct sane *s, uint64_t seed)
{
    s->chance = seeded(seed);
    int dealer = below(&s->chance, SANE_SEATS);
    s->stock = bit(SANE_CARDS) - 1;
    for (int seat = 0; seat < SANE_SEATS; seat++) {
        s->hands[seat] = some(&s->chance, s->stock, 7);
        s->stock &= ~s->hands[seat];
    }
    s->top = pick(&s->chance, s->stock);
    s->stock &= ~bit(s->top);
    s->discard = 0;
    s->drawn = 0;
    s->turn = 1 - dealer;
    s->phase = SANE_TURN;
    s->turns = 0;
}

static inline set sane_legal(const struct sane *s)
{
    if (s->phase == SANE_DREW)
        return bit(KEEP) | (bit(s->drawn) & sane_matching[s->top]);
    set playable = s->hands[s->turn] & sane_matching[s->top];
    if (playable)
        return playable;
    return s->stock | s->discard ? bit(DRAW) : bit(PASS);
}

static inline void sane_end_turn(struct sane *s)
{
    s->turn = 1 - s->turn;
    s->phase = SANE_TURN;
    s->turns++;
}

static inline void sane_apply(struct sane *s, int action)
{
    if (action == DRAW) {
        if (s->stock == 0) {
            s->stock = s->discard;
            s->discard = 0;
        }
        s->drawn = pick(&s->chance, s->stock);
        s->stock &= ~bit(s->drawn);
        s->phase = SANE_DREW;
    } else if (action == KEEP) {
        s->hands[s->turn] |= bit(s->drawn);
        sane_end_turn(s);
    } else if (action == PASS) {
        sane_end_turn(s);
    } else {
        s->hands[s->turn] &= ~bit(action); /* a drawn card is not in the hand yet */
        s->discard |= bit(s->top);
        s->top = action;
        if (s->hands[s->turn] == 0)
            s->phase = SANE_OVER;
        else
            sane_end_turn(s);
    }
}

static inline int sane_is_over(const struct sane *s) { return s->phase == SANE_OVER; }
static inline int sane_is_truncated(const struct sane *s) { return s->turns >= SANE_TURNS; }
