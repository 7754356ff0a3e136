// Random complete games of Pass Pass, four players, each alone, with the standard diamonds: how quick can that be?
//
// Not part of the game, and nothing uses it but the benchmarks: the law is src/muscade/games/pass_pass. It does what a
// kernel does, move by move: list every legal move, choose one, make it. But it is written by hand for nothing else.
// It plays the very games that the kernel plays, from the same random numbers taken in the same order, so that the two
// can be held to each other before they are timed:
//
//   - a number for who leads; then, each round, one for each card dealt, seat after seat, eight cards each;
//   - a number for each move with a choice: the cards of a hand by growing number, the cards of a trick in the order of
//     play, the pairs of a tie by their later card, then by their earlier one.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace {

constexpr int SEATS = 4, HAND = 8, COLOURS = 4, VALUES = 12, CARDS = COLOURS * VALUES, ROUNDS = 3, VICTORY = 3;

struct Card {
    std::uint64_t packed;   // its value in sixteen bits of its colour's own: one sum has all colours' totals (PP-9)
    std::uint32_t counted;  // one in eight bits of its colour's own
    std::uint8_t shift;     // where in `packed` its colour begins
    std::uint8_t step;      // its value less one
    std::uint8_t points;    // PP-18
};

constexpr std::array<Card, CARDS> make_cards() {
    constexpr int diamonds[VALUES] = {2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3};  // PP-2
    std::array<Card, CARDS> cards{};
    for (int card = 0; card < CARDS; ++card) {
        const int colour = card / VALUES, step = card % VALUES;
        cards[card] = {std::uint64_t(step + 1) << 16 * colour, 1u << 8 * colour, std::uint8_t(16 * colour),
                       std::uint8_t(step), std::uint8_t(1 + diamonds[step])};
    }
    return cards;
}

constexpr std::array<Card, CARDS> ALL = make_cards();

constexpr std::array<std::uint8_t, CARDS> make_deck() {
    std::array<std::uint8_t, CARDS> deck{};
    for (int card = 0; card < CARDS; ++card) deck[card] = std::uint8_t(card);
    return deck;
}

constexpr std::array<std::uint8_t, CARDS> FULL_DECK = make_deck();

struct Chance {
    std::uint64_t state;

    Chance(std::uint64_t seed, std::uint64_t number) {
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u, mix = 0xBF58476D1CE4E5B9u, more = 0x94D049BB133111EBu;
        std::uint64_t word = seed * more + (number + 1) * golden;
        word = (word ^ word >> 30) * mix;
        word = (word ^ word >> 27) * more;
        word ^= word >> 31;
        state = word ? word : golden;
    }

    int below(std::uint64_t n) {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        return int((state * 0x2545F4914F6CDD1Du >> 32) * n >> 32);
    }
};

constexpr int PLACE_BITS = 2;

// The place or the seat that a number ends with.
constexpr int around(int number) { return number & (SEATS - 1); }

struct Places {
    int first, second;
};

// The places of the two winners of a trick: PP-9, PP-10, PP-11.
Places resolve(const int* trick) {
    std::uint64_t totals = 0;
    for (int place = 0; place < SEATS; ++place) totals += ALL[trick[place]].packed;
    // A card in one number: its colour's total, its value, and who was earlier; one bit is left for PP-11.
    int strength[SEATS], best = 0;
    for (int place = 0; place < SEATS; ++place) {
        const Card& card = ALL[trick[place]];
        strength[place] = int(totals >> card.shift & 0xFFFF) << 7 | card.step << PLACE_BITS | (SEATS - 1 - place);
        best = std::max(best, strength[place]);
    }
    const int first = SEATS - 1 - around(best);
    // PP-11: among equal totals, the first winner's colour comes before any other.
    int next = 0;
    for (int place = 0; place < SEATS; ++place) {
        const int same = ALL[trick[place]].shift == ALL[trick[first]].shift;
        next = std::max(next, place == first ? 0 : strength[place] | same << 6);
    }
    return {first, SEATS - 1 - around(next)};
}

enum class Phase : std::uint8_t { playing, taking, choosing, naming, dealing, over };

struct Player {
    std::uint64_t hand;    // a bit a card
    std::uint32_t counts;  // the cards in front, eight bits a colour
    int points, passes, recorded_points, recorded_passes;

    void collect(int card) {
        counts += ALL[card].counted;
        points += ALL[card].points;
    }

    // PP-16: how many Pass Passes are in front now; PP-17: do they win at once?
    bool wins() {
        passes = int(std::min(std::min(counts & 255, counts >> 8 & 255), std::min(counts >> 16 & 255, counts >> 24)));
        return recorded_passes + passes >= VICTORY;
    }

    void record() {
        recorded_points += points;
        recorded_passes += passes;
    }

    int rank() const { return recorded_points * 64 + recorded_passes; }  // PP-20
};

struct Table {
    Player players[SEATS] = {};
    int trick[SEATS] = {};
    Phase phase = Phase::naming;
    int turn = 0, leader = 0, played = 0, first = 0, second = 0, round = 0, cards = 0, winners = 0;
    int low = 0, middle = 0, high = 0;  // what the first winner left, by value, then by place: value and place in one

    bool waits_for_chance() const { return phase == Phase::naming || phase == Phase::dealing; }

    void draw(Chance& chance) {
        if (phase == Phase::naming) {
            leader = chance.below(SEATS);
            phase = Phase::dealing;
            return;
        }
        auto deck = FULL_DECK;
        int left = CARDS;
        for (Player& player : players) {
            std::uint64_t hand = 0;
            for (int dealt = 0; dealt < HAND; ++dealt) {
                const int place = chance.below(std::uint64_t(left--));
                hand |= std::uint64_t(1) << deck[place];
                deck[place] = deck[left];
            }
            player.hand = hand;
            player.counts = 0;
            player.points = player.passes = 0;
        }
        ++round;
        cards = HAND;
        turn = leader;
        phase = Phase::playing;
    }

    // Writes every legal move; how many there are. A card is its number, two are CARDS and a mask of their places.
    int moves(int* codes) const {
        if (phase == Phase::playing) {
            int count = 0;
            for (std::uint64_t hand = players[turn].hand; hand; hand &= hand - 1)
                codes[count++] = std::countr_zero(hand);
            return count;
        }
        if (phase == Phase::taking) {
            std::copy(trick, trick + SEATS, codes);
            return SEATS;
        }
        codes[0] = CARDS + both(low, middle);
        codes[1] = CARDS + both(low, high);
        if (low >> PLACE_BITS != middle >> PLACE_BITS) return 2;
        codes[2] = CARDS + both(middle, high);
        return 3;
    }

    void play(int code) {
        switch (phase) {
            case Phase::playing: return add_to_trick(code);
            case Phase::taking: return first_takes(code);
            default: return second_takes(code - CARDS);
        }
    }

    static int both(int one, int other) { return 1 << around(one) | 1 << around(other); }

    void add_to_trick(int card) {
        players[turn].hand ^= std::uint64_t(1) << card;
        trick[played++] = card;
        turn = around(turn + 1);
        if (played < SEATS) return;
        const Places places = resolve(trick);
        first = around(leader + places.first);
        second = around(leader + places.second);
        turn = first;
        phase = Phase::taking;
    }

    // PP-12; then PP-13: the two lowest of the other three, and whoever is second chooses among equals.
    void first_takes(int card) {
        int taken = 0;
        for (int place = 1; place < SEATS; ++place) taken = trick[place] == card ? place : taken;
        players[first].collect(card);
        if (players[first].wins()) return finish(1 << first);
        const auto placed = [&](int place) { return ALL[trick[place]].step << PLACE_BITS | place; };
        low = placed(around(taken + 1));
        middle = placed(around(taken + 2));
        high = placed(around(taken + 3));
        if (low > middle) std::swap(low, middle);
        if (middle > high) std::swap(middle, high);
        if (low > middle) std::swap(low, middle);
        if (middle >> PLACE_BITS != high >> PLACE_BITS) return second_takes(both(low, middle));
        turn = second;
        phase = Phase::choosing;
    }

    // PP-13, PP-14, PP-15: the trick is cleared, and its second winner leads on.
    void second_takes(int places) {
        for (; places; places &= places - 1) players[second].collect(trick[std::countr_zero(unsigned(places))]);
        if (players[second].wins()) return finish(1 << second);
        leader = turn = second;
        played = 0;
        phase = Phase::playing;
        if (--cards == 0) end_round();
    }

    // PP-18, PP-19, PP-20.
    void end_round() {
        for (Player& player : players) player.record();
        if (round < ROUNDS) {
            phase = Phase::dealing;
            return;
        }
        int best = 0, shared = 0;
        for (const Player& player : players) best = std::max(best, player.rank());
        for (int seat = 0; seat < SEATS; ++seat) shared |= int(players[seat].rank() == best) << seat;
        finish(shared);
    }

    void finish(int seats) {
        winners = seats;
        phase = Phase::over;
    }
};

}  // namespace

// Games of a seed, from number 0 on: the moves that players made in each, and four rewards each.
extern "C" void pass_pass_games(std::int64_t seed, std::int64_t count, std::int64_t* moves, double* rewards) {
    for (std::int64_t number = 0; number < count; ++number) {
        Chance chance{std::uint64_t(seed), std::uint64_t(number)};
        Table table;
        int codes[HAND], made = 0;
        while (table.phase != Phase::over) {
            if (table.waits_for_chance()) {
                table.draw(chance);
                continue;
            }
            const int choices = table.moves(codes);
            table.play(codes[choices > 1 ? chance.below(std::uint64_t(choices)) : 0]);
            ++made;
        }
        const double share = 1.0 / std::popcount(unsigned(table.winners));
        moves[number] = made;
        for (int seat = 0; seat < SEATS; ++seat)
            rewards[SEATS * number + seat] = table.winners >> seat & 1 ? share : 0.0;
    }
}
