"""Small words that bring a table into a situation: who sits, what is dealt, bid and played."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from core.refusal import Refusal
from games.rules import engine, legal
from games.rules.actions import Action
from games.rules.cards import SUIT
from games.rules.cards.deal import commit_to_seed
from games.rules.engine import apply
from games.rules.events import Event
from games.rules.options import parse_options
from games.rules.state import State
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.lobby import GameStarted, OpenTable, PlayerSeated, TableOpened, TakeSeat
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.rounds import RoundDealt
from games.rules.topics.trump import NameTrump

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEED = "5eed" * 16
NAMES = ("ada", "ben", "cleo", "dan", "eve", "fay")


def opened(seats: int = 4, *, seed: str = SEED, **options: Any) -> State:
    """An open table at which nobody sits yet."""
    return engine.open_table(OpenTable(parse_options(options), seats, seed), AT)[0]


def joined(
    state: State,
    name: str,
    *,
    seat: int | None = None,
    kind: str = "human",
    salt: str | None = "",
    user: int | None = None,
) -> State:
    """The table after somebody sat down."""
    return done(state, None, TakeSeat(name, kind, user, seat=seat, salt=salt))


def a_table(players: int = 4, *, kind: str = "human", seed: str = SEED, **options: Any) -> State:
    """A table whose seats have all been taken, so that its first round is dealt."""
    state = opened(players, seed=seed, **options)
    for name in NAMES[:players]:
        state = joined(state, name, kind=kind)
    return state


def dealt(
    *hands: str,
    turned: str | None = "G2",
    dealer: int | None = None,
    number: int = 1,
    reveal: str = "open",
    restricted: bool = False,
    scores: Sequence[int] | None = None,
    kind: str = "human",
    **options: Any,
) -> State:
    """A table with these cards dealt, seat by seat; the last seat deals, so that seat 0 begins."""
    players, cards = len(hands), len(hands[0].split())
    given = parse_options(options)
    log: list[Event] = [TableOpened(given.as_dict(), players, SEED, commit_to_seed(bytes.fromhex(SEED)))]
    log += [PlayerSeated(n, NAMES[n], kind, n, None, "") for n in range(players)]
    log.append(GameStarted(tuple(range(players))))
    state = engine.replay_events((event, AT) for event in log)
    assert state is not None
    if scores is not None:
        state = state._replace(scores=tuple(scores))
    deal = RoundDealt(
        round=number,
        cards=cards,
        dealer=players - 1 if dealer is None else dealer,
        hands=tuple(tuple(hand.split()) for hand in hands),
        turned=turned,
        trump=SUIT[turned] if turned else None,
        reveal=reveal,
        restricted=restricted,
    )
    return apply(state, deal, AT)


def done(state: State, seat: int | None, action: Action) -> State:
    """The table after `seat` did that."""
    return engine.take_action(state, seat, action, AT)[0]


def events(state: State, seat: int | None, action: Action) -> list[Event]:
    """What happens when `seat` does that."""
    return engine.take_action(state, seat, action, AT)[1]


def turn(state: State) -> int:
    """The seat whose turn it is; where several may act, the first of them."""
    return legal.seats_to_act(state)[0]


def named(state: State, suit: str) -> State:
    """The table after the dealer named trump."""
    return done(state, turn(state), NameTrump(suit))


def bid(state: State, *bids: int) -> State:
    """The table after these bids, each by the seat whose turn it is."""
    for number in bids:
        state = done(state, turn(state), Bid(number))
    return state


def bids_nothing(state: State) -> State:
    """The table after everybody bid 0."""
    return bid(state, *[0] * len(state.seats))


def play(state: State, cards: str) -> State:
    """The table after these cards, each by the seat whose turn it is."""
    for card in cards.split():
        state = done(state, turn(state), Play(card))
    return state


def accuse(state: State, accuser: int, accused: int) -> State:
    """The table after an accusation."""
    return done(state, accuser, Accuse(accused, "button"))


def verdicts(state: State) -> list[str]:
    """The verdicts on the round's accusations, in order."""
    assert state.round is not None
    return [accusation.verdict for accusation in state.round.accusations]


def all_ready(state: State) -> State:
    """The table after everybody said that the pause is over."""
    for seat in range(len(state.seats)):
        state = done(state, seat, Ready())
    return state


def pause_ended(state: State) -> State:
    """The table after the scheduler ended the pause."""
    return done(state, None, EndPause())


def up_to_play(state: State) -> State:
    """The table when its first card may be played: green is trump if one must be named, everybody bids 0."""
    return bids_nothing(named(state, "G") if state.status == "naming_trump" else state)


def is_refused(state: State, seat: int | None, action: Action, refusal: type[Refusal]) -> Refusal:
    """Assert that `decide` and `take_action` refuse this for that reason, and that nothing changes."""
    before = repr(state)
    for attempt in (
        lambda: engine.decide(state, seat, action, None),
        lambda: engine.take_action(state, seat, action, AT),
    ):
        with pytest.raises(refusal) as caught:
            attempt()
        assert type(caught.value) is refusal
    assert repr(state) == before
    return caught.value


def cards_of(hands: Iterable[Iterable[str]]) -> list[str]:
    """All cards of some hands."""
    return [card for hand in hands for card in hand]
