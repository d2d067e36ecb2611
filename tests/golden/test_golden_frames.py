"""Every byte that clients, the store and records get of the golden games is what it was."""

import json

import pytest

from games.rules.events import TYPES
from tests.golden.files import GAMES, names, setting_and_moves, text_of
from tests.golden.moves import ACTIONS
from tests.golden.playback import Playback


@pytest.mark.parametrize("name", names())
def test_rows_frames_and_record_are_byte_for_byte_what_they_were(name):
    kept = (GAMES / f"{name}.txt").read_text().splitlines()
    assert text_of(name, *setting_and_moves(name)).splitlines() == kept


def test_the_games_show_every_action_every_event_and_many_refusals():
    done, happened, refused = set(), set(), set()
    for name in names():
        setting, moves = setting_and_moves(name)
        table = Playback(setting, frames=False)
        lines = list(table.opened)
        for move in moves:
            done.add(type(move.action))
            lines += table.do(move)
        happened |= {line.split(" ")[3] for line in lines if line.startswith("row ")}
        refused |= {json.loads(line)["code"] for line in lines if line.startswith('{"type":"refused"')}
    assert done == set(ACTIONS.values())
    # Marks are no log entries any more; logs of older versions have some.
    assert happened == set(TYPES.values()) - {"bid_prepared", "wing_set"}
    assert refused >= {
        "already_seated",
        "already_started",
        "bad_request",
        "bid_not_allowed",
        "bid_out_of_range",
        "cannot_accuse_yourself",
        "card_not_in_hand",
        "claim_too_early",
        "claim_unproven",
        "halted",
        "must_follow_suit",
        "not_seated",
        "not_your_turn",
        "nothing_changed",
        "nothing_to_accuse",
        "nothing_to_undo",
        "strict_table",
        "undo_too_late",
        "undo_would_reveal",
        "wrong_phase",
    }


def test_one_other_byte_changes_every_digest_after_it():
    setting, moves = setting_and_moves("delayed")
    other = {**setting, "options": {**setting["options"], "pause": 9}}
    assert (
        text_of("delayed", setting, moves).splitlines()[1:]
        != text_of("delayed", other, moves).splitlines()[1:]
    )
