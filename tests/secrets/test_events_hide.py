"""The events that a viewer is shown are the same, whatever stands in all that is not for their eyes."""

from random import Random

import orjson
from hypothesis import given
from hypothesis import strategies as st

from games.rules.events import PERSONAL, event_type_name, redact_event
from games.rules.topics.bidding import BidMade
from games.rules.topics.cheating import Accused
from games.rules.topics.lobby import PlayerSeated, TableOpened
from games.rules.topics.playing import CardPlayed, Play
from games.rules.topics.rounds import RoundDealt
from games.rules.topics.rulings import PlayerReplaced
from tests.support.rules.tables import AT, bids_nothing, cards_of, dealt, events, play
from tests.support.rules.whole_games import a_game, games
from tests.support.secrets.hidden import cards_in
from tests.support.secrets.permuting import another_event

OPTIONS = {"cheating": True, "reveal": "hiddentip", "preset": "custom", "rounds": [3, 5, 2]}


def shown(event, viewer, number=9):
    """The bytes that the viewer gets of one log entry."""
    return orjson.dumps(redact_event(event, viewer, number=number, at=AT))


def stored(event):
    """The bytes of the log itself."""
    return orjson.dumps(event._asdict())


@given(games(short=True) | games(short=True, verbs=True), st.integers(0, 2**32).map(Random))
def test_the_shown_events_are_the_same_however_the_secrets_are_permuted(game, rng):
    for viewer in (None, *range(len(game.state.seats))):
        for event, _ in game.log:
            assert shown(another_event(event, viewer, rng), viewer) == shown(event, viewer)


@given(games(short=True) | games(short=True, verbs=True))
def test_what_is_not_personal_is_shown_to_all_alike(game):
    for event, _ in game.log:
        as_shown = {shown(event, viewer) for viewer in (None, *range(len(game.state.seats)))}
        assert len(as_shown) == 1 or type(event) in PERSONAL


def test_the_permuter_changes_every_kind_of_event_that_has_a_secret():
    log = [*a_game(OPTIONS, rng_seed=5, nerve=0.4).log, (PlayerReplaced(0, "eve", "human", 9, None), AT)]
    changed = {
        event_type_name(event)
        for event, _ in log
        if stored(another_event(event, None, Random(3))) != stored(event)
    }
    assert changed == {
        "table_opened",
        "seat_taken",
        "round_dealt",
        "bid_made",
        "accused",
        "player_replaced",
    }


@given(games(short=True) | games(short=True, verbs=True))
def test_no_card_is_shown_before_it_is_the_viewers_or_lies_or_is_turned(game):
    for viewer in (None, *range(len(game.state.seats))):
        known: set[str] = set()
        for event, _ in game.log:
            if isinstance(event, RoundDealt):
                known = {event.turned} if event.turned else set()
                known |= set(event.hands[viewer]) if viewer is not None else set()
            elif isinstance(event, CardPlayed):
                known |= {event.card}
            assert cards_in(shown(event, viewer)) <= known


@given(games(short=True))
def test_the_hidden_cards_are_in_the_log_itself(game):
    """The test above would find them: before redaction they are all there."""
    for event, _ in game.log:
        if isinstance(event, RoundDealt):
            assert set(cards_of(event.hands)) <= cards_in(stored(event))
            for viewer, hand in enumerate(event.hands):
                others = set(cards_of(event.hands)) - set(hand)
                assert cards_in(shown(event, viewer)) & others == set()


def test_seed_salt_user_and_the_phones_words_are_stored_and_not_shown():
    game = a_game({**OPTIONS}, rng_seed=5, nerve=0.4, salts=["ab12", "cd34", "ef56", "0789"])
    secret = {
        TableOpened: ["server_seed"],
        PlayerSeated: ["salt", "user", "level"],
        Accused: ["lux", "sensed_at"],
    }
    found = set()
    for event, _ in game.log:
        for field in secret.get(type(event), ()):
            assert field in orjson.loads(stored(event))
            assert field not in orjson.loads(shown(event, 0))
            found.add(field)
    assert found == {"server_seed", "salt", "user", "level", "lux", "sensed_at"}
    told = b"".join(shown(event, 0) for event, _ in game.log).decode()
    assert game.state.server_seed not in told
    assert not [salt for salt in ("ab12", "cd34", "ef56", "0789") if f'"{salt}"' in told]


@given(games(short=True))
def test_no_bid_is_shown_to_others_while_it_is_secret(game):
    for event, _ in game.log:
        if isinstance(event, BidMade):
            for viewer in (None, *range(len(game.state.seats))):
                told = orjson.loads(shown(event, viewer))["bid"]
                assert told == (None if event.secret and viewer != event.seat else event.bid)


def test_a_cheat_looks_like_any_other_card():
    """The same event, of the same shape, under the same number; only the card that lies there differs."""
    state = play(bids_nothing(dealt("R1 R2", "R4 B4", "G1 G3", turned="J1", cheating=True)), "R1")
    honest, cheated = events(state, 1, Play("R4")), events(state, 1, Play("B4"))
    for viewer in (None, 0, 1, 2):
        told = [shown(event, viewer) for event in cheated]
        assert told == [shown(event, viewer).replace(b'"R4"', b'"B4"') for event in honest]


@given(games(cheating=True, short=True))
def test_no_shown_event_speaks_of_cheats(game):
    for event, _ in game.log:
        told = shown(event, 0)
        assert b"cheat" not in told.replace(b'"cheating":', b"")
        assert b"owed" not in told
