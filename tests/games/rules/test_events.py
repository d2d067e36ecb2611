"""Contract, "Events", and the fold: each has its name and survives JSON; the log alone rebuilds the table."""

from datetime import datetime

import orjson
from hypothesis import given

from games.rules.engine import apply, replay_events
from games.rules.events import TYPES, decode_event, event_type_name
from games.rules.topics.absence import PlayerAway, PlayerBack
from tests.support.rules.tables import AT, a_table
from tests.support.rules.whole_games import a_game, games

CONTRACT = """
table_opened, seat_taken, seat_left, game_started, round_dealt, trump_named, bid_made, bids_revealed,
card_played, trick_taken, accused, round_scored, player_ready, player_away, player_back, game_finished
"""

VERBS = [
    "table_halted",
    "table_resumed",
    "time_limit_set",
    "player_replaced",
    "game_stopped",
    "game_annulled",
]
"""Added for organisers."""
ABSENCE = ["pause_asked", "clock_renewed"]
"""Added for clocks and for a pause of the players' own."""
CLAIMS = ["tricks_claimed"]
HOSTS = ["options_changed"]
SLOW_TABLES = ["stand_in_asked", "vacations_changed", "game_out_of_time"]
UNDO = ["undo_asked", "undo_answered", "undo_ended", "decision_undone"]


def test_the_types_are_those_of_the_contract():
    own = ["bid_prepared", "wing_set"]  # shown to its player alone
    contract = [name.strip() for name in CONTRACT.split(",")]
    assert sorted(name for name in TYPES.values() if name not in own) == sorted(
        contract + VERBS + ABSENCE + CLAIMS + HOSTS + UNDO + SLOW_TABLES
    )


def stored(entry):
    """What a log entry is when it comes back from the database: a name, JSON and a moment."""
    event, at = entry
    data = orjson.loads(orjson.dumps(event._asdict()))
    return decode_event(event_type_name(event), data), datetime.fromisoformat(at.isoformat())


@given(games())
def test_the_stored_log_comes_back_the_same_and_rebuilds_the_state(game):
    log = [stored(entry) for entry in game.log]
    assert log == game.log
    assert replay_events(log) == game.state


@given(games(short=True))
def test_the_log_rebuilds_the_state_at_every_moment(game):
    """The state after each action is the state after one of the entries, in the same order."""
    state, waiting = None, iter(game.states)
    wanted = next(waiting)
    for event, at in game.log:
        state = apply(state, event, at)
        if state == wanted:
            wanted = next(waiting, None)
    assert wanted is None


def test_an_empty_log_is_no_table():
    assert replay_events([]) is None


def test_who_goes_away_and_comes_back_changes_nothing_else_at_the_table():
    away = apply(a_table(3), PlayerAway(0), AT)
    assert away == a_table(3)._replace(away=frozenset([0]))
    assert apply(away, PlayerBack(0), AT) == a_table(3)


def test_all_types_but_those_of_rarer_actions_happen_in_these_games():
    happened = set()
    for rng_seed in range(4):
        game = a_game(
            {"cheating": True, "reveal": "hiddentip", "restriction": "notequal"},
            players=3,
            rng_seed=rng_seed,
            seed=f"{rng_seed:064x}",
            kinds=("human", "bot", "human"),
            nerve=0.1,
            lobby=True,
        )
        happened |= {event_type_name(event) for event, _ in game.log}
    assert set(TYPES.values()) - happened == {
        "player_away",
        "player_back",
        "bid_prepared",
        "wing_set",
        *VERBS,
        *ABSENCE,
        *CLAIMS,
        *HOSTS,
        *UNDO,
        *SLOW_TABLES,
    }
