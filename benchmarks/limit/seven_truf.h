/* 7-Truf. Four players; a card is 8 * suit + rank, seven low, ace high. */
#include "limit.h"

enum { TRUF_SEATS = 4, TRUF_DEALS = 22, NO_TRUMP = -1 };
enum { TRUF_BIDDING, TRUF_PLAY, TRUF_OVER };

static const signed char truf_sizes[TRUF_DEALS] = {
    1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 8, 8, 8, 8};

struct truf {
    generator chance;
    set hands[TRUF_SEATS];
    int trick[TRUF_SEATS]; /* by seat */
    int trick_size, size, trump;
    int bids[TRUF_SEATS], won[TRUF_SEATS], scores[TRUF_SEATS];
    int total_bid, deal_number, dealer, leader, turn, phase;
};

static inline int truf_left(int seat) { return (seat + 1) & 3; }
static inline set truf_suit(int suit) { return (set)0xFF << 8 * suit; }

static inline void truf_deal(struct truf *s)
{
    set stock = 0xFFFFFFFF;
    s->size = truf_sizes[s->deal_number];
    for (int seat = 0; seat < TRUF_SEATS; seat++) {
        s->hands[seat] = some(&s->chance, stock, s->size);
        stock &= ~s->hands[seat];
        s->won[seat] = 0;
    }
    s->trump = s->size < 8 ? pick(&s->chance, stock) >> 3 : NO_TRUMP;
    s->total_bid = 0;
    s->trick_size = 0;
    s->turn = s->leader = truf_left(s->dealer);
    s->phase = TRUF_BIDDING;
}

static inline void truf_start(struct truf *s, uint64_t seed)
{
    s->chance = seeded(seed);
    s->deal_number = 0;
    s->dealer = below(&s->chance, TRUF_SEATS);
    for (int seat = 0; seat < TRUF_SEATS; seat++)
        s->scores[seat] = 0;
    truf_deal(s);
}

static inline set truf_legal(const struct truf *s)
{
    if (s->phase == TRUF_BIDDING) {
        set bids = bit(s->size + 1) - 1;
        int hook = s->size - s->total_bid;
        return s->turn == s->dealer && hook >= 0 ? bids & ~bit(hook) : bids;
    }
    set hand = s->hands[s->turn];
    if (s->trick_size == 0)
        return hand;
    set follow = hand & truf_suit(s->trick[s->leader] >> 3);
    return follow ? follow : hand;
}

static inline void truf_score(struct truf *s)
{
    for (int seat = 0; seat < TRUF_SEATS; seat++) {
        int bid = s->bids[seat], won = s->won[seat];
        s->scores[seat] += won != bid ? won : bid == 0 ? 5 * s->size : 10 * bid;
    }
    s->dealer = truf_left(s->dealer);
    if (++s->deal_number == TRUF_DEALS)
        s->phase = TRUF_OVER;
    else
        truf_deal(s);
}

static inline void truf_take_trick(struct truf *s)
{
    int led = s->trick[s->leader] >> 3;
    int winner = s->leader, best = -1;
    for (int seat = 0; seat < TRUF_SEATS; seat++) {
        int suit = s->trick[seat] >> 3;
        int strength = suit == s->trump ? 8 + (s->trick[seat] & 7)
                     : suit == led      ? s->trick[seat] & 7
                                        : -1;
        if (strength > best) {
            best = strength;
            winner = seat;
        }
    }
    s->won[winner]++;
    s->turn = s->leader = winner;
    s->trick_size = 0;
}

static inline void truf_apply(struct truf *s, int action)
{
    if (s->phase == TRUF_BIDDING) {
        s->bids[s->turn] = action;
        s->total_bid += action;
        if (s->turn == s->dealer)
            s->phase = TRUF_PLAY;
        s->turn = truf_left(s->turn);
        return;
    }
    s->hands[s->turn] &= ~bit(action);
    s->trick[s->turn] = action;
    s->turn = truf_left(s->turn);
    if (++s->trick_size == TRUF_SEATS) {
        truf_take_trick(s);
        if (s->hands[s->leader] == 0)
            truf_score(s);
    }
}

static inline int truf_is_over(const struct truf *s) { return s->phase == TRUF_OVER; }
