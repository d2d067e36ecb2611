"""What decides a trick or a legal card asks the table's edition: one with laws of its own shows it."""

from collections.abc import Iterable, Sequence

import pytest

from games.rules import legal
from games.rules.cards import Card, trick
from games.rules.editions import BASE, EDITIONS, Edition
from games.rules.errors import MustFollowSuit
from games.rules.sight import viewer_sight
from games.rules.state import State
from games.rules.topics.playing import Play
from games.rules.topics.preparing import SetWing
from tests.support.rules.tables import AT, accuse, bids_nothing, dealt, is_refused, play, verdicts


def is_odd(card: Card) -> bool:
    """Whether the number of a card is odd."""
    return int(card[1:]) % 2 == 1


def odd_cards(hand: Sequence[Card], suit: str | None) -> tuple[Card, ...]:
    """Odd cards first."""
    return tuple(filter(is_odd, hand)) or tuple(hand)


def skips_odd_cards(card: Card, hand: Iterable[Card], suit: str | None) -> bool:
    """Whether an even card is played with an odd one in hand."""
    return not is_odd(card) and any(map(is_odd, hand))


def last_card(cards: Sequence[Card], trump: str | None) -> int:
    """The last card takes the trick."""
    return len(cards) - 1


@pytest.fixture
def odd(monkeypatch: pytest.MonkeyPatch) -> str:
    """An edition without sense, in which all laws are others."""
    edition = Edition("odd", odd_cards, skips_odd_cards, last_card)
    monkeypatch.setitem(EDITIONS, edition.name, edition)  # type: ignore[arg-type]
    return edition.name


def a_round(edition: str, *, cheating: bool = False) -> State:
    """A round whose cards are to be played."""
    return bids_nothing(dealt("R7 B2", "R2 G9", "B4 R9", edition=edition, cheating=cheating))


def test_the_base_game_is_an_edition_and_the_first() -> None:
    assert next(iter(EDITIONS)) == BASE
    laws = EDITIONS[BASE]
    assert (laws.legal_cards, laws.breaks_suit, laws.winning_index) == (
        trick.legal_cards,
        trick.fails_to_follow_suit,
        trick.winning_index,
    )
    assert all(edition.name == name for name, edition in EDITIONS.items())


def test_the_edition_says_what_is_legal(odd: str) -> None:
    table = play(a_round(odd), "R7")
    assert legal.legal_plays(table, 1) == ("G9",)
    is_refused(table, 1, Play("R2"), MustFollowSuit)
    is_refused(table, 1, SetWing("R2"), MustFollowSuit)


def test_the_edition_says_who_takes_the_trick(odd: str) -> None:
    assert play(a_round(odd), "R7 G9 R9").current_round.tricks[0].winner == 2
    assert play(a_round(odd), "R7 G9 R9 B4 B2 R2").current_round.tricks[1].winner == 1
    assert play(a_round(BASE), "R7 R2 R9 B4 B2 G9").current_round.tricks[1].winner == 1


def test_the_edition_says_who_has_cheated(odd: str) -> None:
    table = a_round(odd, cheating=True)
    assert verdicts(accuse(play(table, "R7 R2"), 0, 1)) == ["caught"]
    assert verdicts(accuse(play(table, "R7 G9"), 0, 1)) == ["wrong"]
    base = a_round(BASE, cheating=True)
    assert verdicts(accuse(play(base, "R7 G9"), 0, 1)) == ["caught"]


def test_a_sight_names_the_edition_unless_it_is_the_base_game(odd: str) -> None:
    assert viewer_sight(a_round(odd), 0, number=1, server_time=AT)["edition"] == odd
    assert "edition" not in viewer_sight(a_round(BASE), 0, number=1, server_time=AT)
