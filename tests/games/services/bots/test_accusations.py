"""What bots can prove and what they say: from their own memory, through the door, and never too late."""

from random import Random

import pytest

from games.rules.sight.memory import build_memory
from games.rules.topics.cheating import Accuse
from games.selectors.memory import sight_with_memory
from games.services.audit import audit_table
from games.services.bots import accusations
from games.services.bots.accusations import accusation_command, find_provable_cheats
from games.services.commands.act import dispatch
from games.services.commands.command import Stale
from games.services.referee import Sitter, halt_table, replace_player, resume_table
from tests.support.games.cheating.cheating_tables import cheating_table, proven, until_proven, verdicts
from tests.support.games.people import person
from tests.support.games.playing import AT, do, number, play_on, running, sight, snapshot
from tests.support.games.snapshots import everything

pytestmark = pytest.mark.django_db


def test_a_bot_remembers_its_own_sight_and_the_rounds_public_past():
    table_id = cheating_table()
    until_proven(table_id)
    remembered = sight_with_memory(snapshot(table_id), 2, now=AT)
    seen = sight(table_id, 2)
    del seen["sheet"]
    assert remembered == {**seen, **build_memory(snapshot(table_id).state)}


def test_a_sight_that_goes_out_has_no_memory():
    table_id = cheating_table()
    until_proven(table_id)
    assert not {"tricks", "accusations"} & set(sight(table_id, 0))


def test_a_bot_looks_with_its_own_eyes(monkeypatch):
    table_id = cheating_table()
    until_proven(table_id)
    looked = []
    monkeypatch.setattr(accusations, "find_cheat_proofs", lambda seen: looked.append(seen["viewer"]) or ())
    assert proven(table_id) == []
    assert looked == [1, 2, 3]


def test_people_are_never_accused_or_spoken_for_without_a_bot():
    table_id = running(4, cheating=True, rounds=[{"cards": 8}])
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    assert proven(table_id) == []


def test_a_proof_changes_nothing_until_it_is_called():
    table_id = cheating_table()
    until_proven(table_id)
    before = everything()
    proven(table_id)
    assert everything() == before


@pytest.mark.parametrize("pause", [False, True])
def test_the_accusation_goes_through_the_door_and_is_caught(pause):
    table_id = cheating_table()
    provable_cheat = until_proven(table_id, pause=pause)
    before = number(table_id)
    command = accusation_command(provable_cheat, now=AT)
    assert (command.user, command.seat) == (None, provable_cheat.seat)
    assert dispatch(command).outcome == {"verdict": "caught", "accuser_points": 10, "accused_points": -10}
    assert number(table_id) == before + 1
    assert verdicts(table_id)[-1] == (provable_cheat.seat, provable_cheat.proof.accused, "caught")
    assert audit_table(table_id) == []


def test_nothing_is_said_of_what_somebody_called_meanwhile():
    table_id = cheating_table()
    provable_cheat = until_proven(table_id)
    do(table_id, 0, Accuse(provable_cheat.proof.accused, "button"))
    assert accusation_command(provable_cheat, now=AT) is None


def test_an_accusation_that_somebody_overtook_on_the_way_does_nothing():
    table_id = cheating_table()
    provable_cheat = until_proven(table_id)
    command = accusation_command(provable_cheat, now=AT)
    do(table_id, 0, Accuse(provable_cheat.proof.accused, "button"))
    before = everything()
    assert isinstance(dispatch(command), Stale)
    assert everything() == before


def test_the_proofs_of_a_round_are_past_when_the_next_one_is_dealt():
    table_id = cheating_table()
    provable_cheat = until_proven(table_id, pause=True)
    play_on(table_id, Random(1), until=lambda seen: seen["round"]["number"] == 2)
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    assert accusation_command(provable_cheat, now=AT) is None


def test_a_table_that_cannot_be_watched_hides_no_other(monkeypatch, caplog):
    poor, good = cheating_table(), cheating_table()
    for table_id in (poor, good):
        until_proven(table_id)
    look = accusations.sight_with_memory

    def remembering_the_good(snapshot, seat, **more):
        if snapshot.table_id == poor:
            raise RuntimeError("unreadable")
        return look(snapshot, seat, **more)

    monkeypatch.setattr(accusations, "sight_with_memory", remembering_the_good)
    found = find_provable_cheats([poor, good], now=AT)
    assert {provable_cheat.table_id for provable_cheat in found} == {good}
    assert f"cannot watch table {poor}" in caplog.text


def test_a_table_that_is_not_at_hand_is_not_watched():
    assert find_provable_cheats(["nowhere"], now=AT) == []


def test_a_halted_table_hears_no_bot_and_the_proof_still_holds_afterwards():
    table_id = cheating_table()
    provable_cheat = until_proven(table_id)
    halt_table(table_id=table_id, now=AT)
    assert accusation_command(provable_cheat, now=AT) is None
    assert proven(table_id) == []
    resume_table(table_id=table_id, now=AT)
    assert provable_cheat in proven(table_id)
    assert dispatch(accusation_command(provable_cheat, now=AT)).outcome["verdict"] == "caught"


def test_nobody_is_spoken_for_who_has_taken_over_a_bots_seat():
    table_id = cheating_table()
    provable_cheat = until_proven(table_id)
    eve = person("eve")
    replace_player(table_id=table_id, seat=provable_cheat.seat, sitter=Sitter("eve", "human", eve.pk), now=AT)
    assert accusation_command(provable_cheat, now=AT) is None
