"""What `muscade.core` promises of every game, secrets apart."""

from __future__ import annotations

import pickle
import random
import re
import sys
from functools import partial
from random import Random

import msgspec

from muscade.bots import TickBot, TimedBot, with_time
from muscade.core import (
    NATURE,
    IllegalMove,
    InvalidNotation,
    InvalidOptions,
    InvalidRecord,
    Match,
    Record,
    encode,
    replay,
)
from muscade.core import game as find_game
from muscade.core.chance import SeedStream
from muscade.core.lots import ToldChoice, drawn, in_order
from muscade.core.words import WORDS, is_word
from muscade.testing.cases import Case, accepted, check_of, fingerprint, imagined, moves_met, refusal_of, step

CLAUSE = re.compile(r"[A-Z]{2}-\d+")
NONSENSE = (*WORDS, "", "   ", "nonsense", "?", "\x00", "💎" * 500, "take", "-1", "P12 " * 100)
LONGEST_REFUSAL = 400
WRONG_VALUES: tuple[object, ...] = (None, -99, "no such value", 1.5, ["x"], {})
A_MOMENT = 0.0005
"""So many seconds a bot thinks here: it is to play by the rules, not well."""


@check_of(cases=1)
def what_a_game_says_of_itself_holds(case: Case) -> None:
    """Its name is the one it is installed under; its limit, its hints and its bots are what their names say."""
    game = case.game
    assert find_game(game.name) is game, "another game is installed under its name"
    for text in (game.title, game.tagline, *game.phrases, *game.vocabulary().values()):
        assert text.en, "a text without English"
        assert text.fr, "a text without French"
    if game.limit is not None:
        limits = [option for option in game.options(case.seats) if option.name == game.limit]
        assert len(limits) == 1, f"its limit {game.limit!r} is no option"
        assert limits[0].default == 0, "somebody is limited who did not ask for it"
        values = [choice.value for choice in limits[0].choices[1:]]
        assert all(isinstance(value, int) and value > 0 for value in values), f"limits of {values} turns"
    assert bool(game.too_late) == game.real_time, "moves come too late in real time, and only there"
    if game.real_time:
        for level, bot in game.bots().items():
            assert isinstance(bot, TickBot), f"{level} has no speed"
            assert isinstance(bot, TimedBot), f"{level} has no delay"
    if game.gives_hints:
        assert game.solver() is not None, "hints without a solver"
        assert game.seats == (1,), "somebody asks a machine against somebody else"
    assert game.solver() is game.solver(), "a new solver whenever one asks"


@check_of(cases=12)
def random_games_end_with_an_outcome(case: Case) -> None:
    """There is an outcome when nobody may act any more, and not before; turns and rounds only go up."""
    game, seats = case.game, case.seats
    turns = rounds = 0
    for state in case.random_game():
        over = state.outcome() is not None
        assert over != bool(state.turn()), f"the outcome is {state.outcome()}, the turn {state.turn()}"
        progress = state.progress()
        now = progress.turns or 0, progress.rounds or 0
        assert now[0] >= turns, f"turn {now[0]} follows turn {turns}"
        assert now[1] >= rounds, f"round {now[1]} follows round {rounds}"
        turns, rounds = now
    if game.limit is not None:
        assert 0 < turns <= case.options[game.limit], f"it took {turns} turns"
    outcome = state.outcome()
    assert outcome is not None, "it is over without an outcome"
    assert outcome.winners or seats == 1, "nobody wins, and only who plays alone can lose to nobody"
    assert set(outcome.winners) <= set(range(seats)), f"the winners are {outcome.winners}"
    assert len(outcome.scores) == seats, f"the scores are {outcome.scores}"
    assert outcome.teams is None or len(outcome.teams) == seats, f"the teams are {outcome.teams}"
    parties = state.parties()
    assert len(parties) == seats, f"the parties are {parties}"
    assert outcome.teams in (None, parties), f"the teams are {outcome.teams}, the parties {parties}"
    winning = {parties[seat] for seat in outcome.winners}
    assert len(winning) <= 1 or state.knows_draws(), (
        f"the law knows no draw, and {len(winning)} parties share it"
    )
    last = state.history[-1][1]
    refusal_of(IllegalMove, f"{last} after the end", lambda: state.play(0, last))


@check_of(cases=12)
def moves_and_play_agree(case: Case) -> None:
    """Every listed move can be made; something is listed for exactly those whose turn it is."""
    state = case.somewhere()
    for seat in range(case.seats):
        offered = list(state.moves(seat))
        mine = seat in state.turn()
        assert bool(offered) == mine, f"seat {seat} has {len(offered)} moves; the turn is {state.turn()}"
        assert len(set(offered)) == len(offered), f"seat {seat} is offered a move twice"
        more = accepted(state, seat)[len(offered) :]
        assert mine or not more, f"seat {seat} may do {more} though it may not act"
        assert not set(more) & set(offered), f"seat {seat} is offered what is never to be"
        for move in (*offered, *more):
            twin = state.copy()
            try:
                state.ask(seat, move)
                twin.play(seat, move)
            except IllegalMove as refusal:
                raise AssertionError(f"{move} of seat {seat} is offered and refused: {refusal}") from None
            assert twin.history == [*state.history, (seat, move)], (
                f"{move} of seat {seat} is not in the history"
            )


@check_of(cases=12)
def second_thoughts_leave_the_turn_where_it_is(case: Case) -> None:
    """Who takes something back is still to act, and can."""
    state = case.somewhere()
    for seat in state.turn():
        for move in state.second_thoughts(seat):
            twin = state.copy()
            twin.play(seat, move)
            assert twin.turn() == state.turn(), f"after {move} it is the turn of {twin.turn()}"
            assert twin.moves(seat), f"after {move} seat {seat} has no moves"


@check_of(cases=12)
def what_is_not_offered_is_refused_and_changes_nothing(case: Case) -> None:
    """A refusal names a clause and says why in both languages; the state is as it was."""
    state = case.somewhere()
    before = fingerprint(state)
    tried = 0
    for seat in (*range(case.seats), case.seats, NATURE):
        if seat == NATURE and state.turn() == (NATURE,):
            continue  # what chance may do cannot always be listed
        allowed = set(accepted(state, seat))
        for move in moves_met(case.game, case.seats):
            if move in allowed:
                continue
            what = f"{move} of seat {seat}, which is not offered,"
            refusal = refusal_of(IllegalMove, what, partial(state.play, seat, move))
            asked = refusal_of(IllegalMove, f"{what} but only asked about,", partial(state.ask, seat, move))
            assert (asked.clause, asked.text) == (refusal.clause, refusal.text), (
                f"{what} is refused otherwise when asked"
            )
            assert CLAUSE.fullmatch(refusal.clause), f"{what} is refused by clause {refusal.clause!r}"
            text = refusal.text
            assert text.en and text.fr and text.en != text.fr, f"{what} is refused with {text!r}"  # noqa: PT018
            tried += 1
    assert tried, "every move may be made by everybody"
    assert fingerprint(state) == before, "a refused move has changed the state"


@check_of(cases=12)
def notation_and_repr_round_trip(case: Case) -> None:
    """A move's notation parses back to it, with spaces around it too, and its repr evaluates to it."""
    state, parse = case.somewhere(), case.game.parse
    made = [move for _, move in state.history]
    for move in (*(move for seat in range(case.seats) for move in state.moves(seat)), *made):
        assert not is_word(move.notation), f"{move.notation!r} reads like a word of the table"
        for text in (move.notation, f"  {move.notation}  "):
            assert parse(text) == move, f"{text!r} is read as {parse(text)!r}, not as {move!r}"
        names = vars(sys.modules[type(move).__module__])
        assert eval(repr(move), dict(names)) == move, f"{move!r} evaluates to something else"  # noqa: S307


@check_of(cases=1)
def nonsense_is_no_notation(case: Case) -> None:
    """It is refused, and not quoted at length."""
    for text in NONSENSE:
        refusal = refusal_of(InvalidNotation, f"{text[:40]!r}", partial(case.game.parse, text))
        assert len(str(refusal)) < LONGEST_REFUSAL, (
            f"{text[:40]!r} is refused with {len(str(refusal))} characters"
        )


@check_of(cases=12)
def records_replay(case: Case) -> None:
    """To the same state, from JSON; a redacted one tells what the view tells, and cannot be replayed."""
    rng = case.rng
    match = Match(case.game, case.seats, seed=rng.getrandbits(32), clock=lambda: 7, **case.options)
    case.state = match.state
    for _ in range(rng.randrange(150)):
        if not (turn := match.state.turn()):
            break
        seat = rng.choice(turn)
        match.play(seat, rng.choice(match.state.moves(seat)).notation)
    text = match.record.to_json()
    assert Record.from_json(text) == match.record, "the record is another one once it was JSON"
    again = replay(text)
    assert fingerprint(again.state) == fingerprint(match.state), "the record leads to another state"
    assert again.record.to_json() == text, "the record is another one once it was replayed"
    for viewer in (0, None):
        redacted = match.record.redacted(viewer)
        assert Record.from_json(redacted.to_json()) == redacted, "a redacted record is another one as JSON"
        seen = [(event.seat, event.move, event.shown) for event in match.state.view(viewer).history]
        told = [(event.seat, event.move, event.shown) for event in redacted.events]
        assert told == seen, f"the record for {viewer} tells {told}, the view {seen}"
        refusal_of(InvalidRecord, "a redacted record", partial(replay, redacted))


@check_of(cases=12)
def draws_can_be_made_again(case: Case) -> None:
    """From what is told of a draw and the seed alone; and what is drawn from lies in the natural order, or somebody could
    choose a draw by laying it otherwise."""
    for state in case.random_game():
        if state.turn() != (NATURE,):
            continue
        place, told = len(state.history), case.game.lots(state).told()
        lists = (told.moves,) if isinstance(told, ToldChoice) else told.piles
        for things in lists:
            assert in_order(things, case.game.order), (
                f"chance draws from {things}, which is not the natural order"
            )
        made = case.game.draw(state, SeedStream("again", place)).notation
        again = drawn(told, SeedStream("again", place))
        assert made == again, f"chance makes {made}, and what is told of it {again}"


@check_of(cases=2)
def everything_travels_to_other_processes(case: Case) -> None:
    """States, true and imagined, their views and their moves."""
    state = case.somewhere()
    for world in (state, imagined(case.game, state.view(0), case.rng)):
        again = pickle.loads(pickle.dumps(world))  # noqa: S301
        assert fingerprint(again) == fingerprint(world), "a state arrives as another one"
    for thing in (state.view(0), tuple(state.history)):
        assert pickle.loads(pickle.dumps(thing)) == thing, f"{thing!r} arrives as something else"  # noqa: S301


@check_of(cases=12)
def copies_are_independent(case: Case) -> None:
    """What happens to a copy does not happen to the original, nor the other way round."""
    game, rng = case.game, case.rng
    state = case.somewhere()
    before = fingerprint(state)
    twin = state.copy()
    assert fingerprint(twin) == before, "a copy is not like the original"
    for _ in range(60):
        if twin.turn():
            step(game, twin, rng)
    assert fingerprint(state) == before, "what happens to a copy happens to the original"
    # What does not show must not be shared either: the original goes on like one that never had a twin.
    untouched = game.new(case.seats, **state.options)
    for seat, move in state.history:
        untouched.play(seat, move)
    after = fingerprint(twin)
    for _ in range(60):
        if state.turn():
            step(game, state, rng)
            untouched.play(*state.history[-1])
    assert fingerprint(state) == fingerprint(untouched), "an original goes on differently once it was copied"
    assert fingerprint(twin) == after, "what happens to the original happens to a copy"


@check_of(cases=3)
def global_random_generators_do_not_matter(case: Case) -> None:
    """All chance comes from the generators that are given."""
    kept = random.getstate()
    ends = []
    try:
        for number in (1, 2):
            random.seed(number)
            *_, state = Case(case.game, case.seats, case.seed, case.number).random_game()
            ends.append(fingerprint(state))
    finally:
        random.setstate(kept)
    assert ends[0] == ends[1], "the same game ends differently"


@check_of(cases=1)
def options_are_named_when_wrong(case: Case) -> None:
    """Options that there are not, values that they do not take, and wrong numbers of seats are refused by name."""
    game, seats = case.game, case.seats

    def refused(named: str, count: int, **options: object) -> None:
        refusal = refusal_of(InvalidOptions, f"{count} seats, {options}", lambda: game.new(count, **options))
        assert named in str(refusal), f"{count} seats, {options} are refused with {refusal}"

    refused("colour_of_the_sky", seats, colour_of_the_sky="blue")
    for option in (*game.options(seats), *game.laboratory(seats)):
        assert option.title.en, f"option {option.name} has no English title"
        assert option.title.fr, f"option {option.name} has no French title"
        for wrong in WRONG_VALUES:
            refused(option.name, seats, **{option.name: wrong})
    for count in (-1, 0, 1, 2, 3, 4, 5, 6, 7, 100, True):
        if isinstance(count, bool) or count not in (*game.laboratory_seats, *game.seats):
            refused(str(count), count)


@check_of(cases=12)
def views_survive_the_wire(case: Case) -> None:
    """A view is of the type the game says, tells the truth about the table, and is the same again once it was JSON."""
    game, state = case.game, case.somewhere()
    for viewer in (*range(case.seats), None):
        view = state.view(viewer)
        assert type(view) is game.view_type, f"the view is a {type(view).__name__}"
        told = (view.game, view.version, view.seats, view.options, view.seat, view.turn, view.outcome)
        true = (game.name, game.version, case.seats, state.options, viewer, state.turn(), state.outcome())
        assert told == true, f"the view for {viewer} says {told}, true is {true}"
        again = msgspec.json.decode(encode(view), type=game.view_type)
        assert again == view, f"the view {view} arrives as {again}"


@check_of(cases=12)
def shared_fields_make_the_view(case: Case) -> None:
    """Where a game says which fields all views share, those and a seat's own are the whole view, each named."""
    state, kind = case.somewhere(), case.game.view_type
    shared = state.shared_fields()
    if shared is None:
        return
    for viewer in (*range(case.seats), None):
        own = state.seat_fields(viewer)
        fields = {**state.common(viewer), **shared, **own}
        assert not own.keys() & shared.keys(), f"both shared and of one's own: {own.keys() & shared.keys()}"
        missing = set(kind.__struct_fields__) - fields.keys()
        assert not missing, f"neither shared nor of one's own: {', '.join(sorted(missing))}"
        assert kind(**fields) == state.view(viewer), f"the view for {viewer} is another one"


@check_of(cases=1)
def equipment_survives_the_wire(case: Case) -> None:
    """It is of the type the game says, and the same again once it was JSON."""
    kind = case.game.equipment_type
    equipment = case.game.equipment(case.seats, case.game.new(case.seats).options)
    assert (equipment is None) == (kind is None), f"the equipment is {equipment}, its type {kind}"
    if kind is not None:
        assert msgspec.json.decode(encode(equipment), type=kind) == equipment, "it arrives as something else"


@check_of(cases=2)
def every_bot_plays_to_the_end(case: Case) -> None:
    """From its view alone it chooses what it is offered, or a mistake, with others at the table as far as there are seats;
    the strongest plays in the first case only."""
    bots = list(case.game.bots().items())
    for level, bot in bots:
        assert bot.title.en, f"{level} has no English title"
        assert bot.title.fr, f"{level} has no French title"
    if case.number:
        del bots[-1]
    for first in range(0, len(bots), case.seats):
        seated = [bots[(first + seat) % len(bots)] for seat in range(case.seats)]
        players, rng = [with_time(bot, A_MOMENT) for _, bot in seated], Random(3)
        match = Match(case.game, case.seats, seed=seated[0][0], **case.options)
        case.state = match.state
        while turn := match.state.turn():
            seat = rng.choice(turn)
            offered = match.state.moves(seat)
            move = players[seat].choose(match.state.view(seat), offered, rng)
            assert move in offered or move in match.state.mistakes(seat), f"{seated[seat][0]} chooses {move}"
            match.play(seat, move)
