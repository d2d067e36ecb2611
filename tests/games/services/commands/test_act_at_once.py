"""Actions at the same instant, and on a state that is no longer the newest."""

from functools import partial
from random import Random

import pytest

from games.models import LogEntry
from games.rules.errors import (
    NotYourTurn,
)
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.playing import Play
from games.services.audit import audit_table
from games.services.commands import handler
from games.services.commands.command import Unavailable
from games.store import tables
from tests.support.games.choices import some_action
from tests.support.games.playing import (
    bidding,
    do,
    in_play,
    move,
    number,
    on_turn,
    put_back,
    sight,
    snapshot,
)
from tests.support.games.refusals import is_refused
from tests.support.games.threads import at_once

RNG = Random(1)


@pytest.mark.parametrize("with_committer", [False, True])
def test_an_action_from_eight_threads_at_once_happens_once(backend, with_committer, request):
    if with_committer:
        request.getfixturevalue("at_work")
    table_id = in_play()
    seat = on_turn(table_id)
    action = some_action(sight(table_id, seat), RNG)
    before = number(table_id)
    answers = at_once([partial(do, table_id, seat, action, action_id="eight")] * 8)
    assert answers == [(before + 1, None)] * 8
    assert LogEntry.objects.filter(table_id=table_id, action_id="eight").count() == 1
    assert audit_table(table_id) == []


# --- At the same instant ---------------------------------------------------------------------------


@pytest.mark.parametrize("with_committer", [False, True])
def test_secret_bids_of_all_at_once_are_all_taken(backend, with_committer, request):
    if with_committer:
        request.getfixturevalue("at_work")
    table_id = bidding(reveal="hiddentip")
    before = number(table_id)
    answers = at_once([partial(do, table_id, seat, Bid(seat), action_id=f"b{seat}") for seat in range(4)])
    assert sorted(answer.number for answer in answers) == [before + n for n in range(1, 5)]
    assert [player["bid"] for player in sight(table_id)["players"]] == [0, 1, 2, 3]
    assert audit_table(table_id) == []


@pytest.mark.parametrize("with_committer", [False, True])
def test_two_who_accuse_at_once_are_judged_one_after_the_other(backend, with_committer, request):
    if with_committer:
        request.getfixturevalue("at_work")
    table_id, cheater = after_a_cheat()
    first, second, third = (seat for seat in range(4) if seat != cheater)
    calls = [partial(do, table_id, seat, Accuse(cheater, "button")) for seat in (first, second, third)]
    answers = at_once(calls)
    verdicts = [answer.outcome["verdict"] for answer in sorted(answers)]
    assert verdicts == ["caught", "late", "late"]
    assert audit_table(table_id) == []


def after_a_cheat() -> tuple[str, int]:
    """A table at which somebody has cheated, and who."""
    rng = Random(5)
    table_id = in_play(cheating=True)
    while not (cheats := snapshot(table_id).state.round.cheats):
        move(table_id, rng)
    return table_id, cheats[0].seat


@pytest.mark.parametrize("with_committer", [False, True])
def test_two_cards_of_one_player_at_once_are_one_card_and_a_refusal(backend, with_committer, request):
    if with_committer:
        request.getfixturevalue("at_work")
    table_id = in_play()
    seat = on_turn(table_id)
    cards = sight(table_id, seat)["legal"]["cards"][:2]
    before = number(table_id)
    answers = at_once([partial(do, table_id, seat, Play(card), action_id=card) for card in cards])
    assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "NotYourTurn"]
    assert number(table_id) == before + 1


def test_players_who_do_not_wait_for_one_another_fill_the_log_without_gaps(backend):
    """Four threads hammer at one table; whose turn it is gets through, the others are told so."""
    table_id = in_play(cheating=True)

    def hammer(seat: int) -> list[object]:
        got = []
        while (hand := sight(table_id, seat)["hand"]) and sight(table_id)["status"] == "playing":
            try:
                got.append(do(table_id, seat, Play(hand[0]), action_id=f"{seat}-{hand[0]}"))
            except NotYourTurn:
                continue
        return got

    answers = at_once([partial(hammer, seat) for seat in range(4)])
    numbers = sorted(answer.number for got in answers for answer in got)
    kept = LogEntry.objects.filter(table_id=table_id, type="card_played").order_by("number")
    assert numbers == list(kept.values_list("number", flat=True))
    assert len(numbers) == 20
    assert audit_table(table_id) == []


# --- Another process has acted -----------------------------------------------------------------------


@pytest.mark.django_db
def test_who_acts_on_an_old_cache_is_not_refused_for_it():
    """By the old state it is not bob's turn; by the log it is."""
    table_id = in_play()
    old = tables.load_snapshot(table_id)
    move(table_id, RNG)
    action = some_action(sight(table_id, on_turn(table_id)), RNG)
    seat = on_turn(table_id)
    put_back(old)
    assert sight(table_id)["turn"] != [seat]
    assert do(table_id, seat, action).number == old.number + 2
    assert audit_table(table_id) == []


@pytest.mark.django_db
def test_a_lost_race_is_run_again_on_the_new_state():
    """By the old state the accusation comes before the card; it is stored after it."""
    table_id = in_play(cheating=True)
    move(table_id, RNG)
    old = tables.load_snapshot(table_id)
    move(table_id, RNG)
    put_back(old)
    answer = do(table_id, 0, Accuse(1, "button"))
    assert answer.number == old.number + 2
    assert LogEntry.objects.get(table_id=table_id, number=answer.number).type == "accused"


@pytest.mark.django_db
def test_what_only_an_old_cache_allows_is_refused():
    table_id = in_play()
    seat, old = on_turn(table_id), tables.load_snapshot(table_id)
    card = sight(table_id, seat)["legal"]["cards"][0]
    do(table_id, seat, Play(card))
    put_back(old)
    is_refused(NotYourTurn, lambda: do(table_id, seat, Play(card)))


@pytest.mark.django_db
def test_a_resent_action_is_known_though_this_process_never_saw_it():
    table_id = in_play()
    old = tables.load_snapshot(table_id)
    seat = on_turn(table_id)
    action = some_action(sight(table_id, seat), RNG)
    first = do(table_id, seat, action, action_id="elsewhere")
    put_back(old)
    assert do(table_id, seat, action, action_id="elsewhere") == first
    assert number(table_id) == first.number


@pytest.mark.django_db
def test_a_table_that_never_stands_still_is_given_up_by_name(monkeypatch):
    table_id = in_play()
    monkeypatch.setattr(
        handler.store, "save_table_changes", lambda changes: {each.after.table_id for each in changes}
    )
    is_refused(Unavailable, lambda: move(table_id, RNG))
