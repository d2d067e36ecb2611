"""The door: what is answered is stored, once; what is refused has a name and changes nothing."""

from datetime import timedelta
from functools import partial
from random import Random
from unittest.mock import Mock

import pytest
from django.db import OperationalError

from core.refusal import Refusal
from games.models import LogEntry, Table
from games.rules.errors import (
    BidNotAllowed,
    BidOutOfRange,
    CannotAccuseYourself,
    CardNotInHand,
    MustFollowSuit,
    NoSuchTable,
    NothingToAccuse,
    NotSeated,
    NotYourTurn,
    StrictTable,
    WrongPhase,
)
from games.rules.topics.bidding import Bid
from games.rules.topics.cheating import Accuse
from games.rules.topics.pause import EndPause, Ready
from games.rules.topics.playing import Play
from games.rules.topics.trump import NameTrump
from games.services.audit import faults_of_table
from games.services.commands import handler
from games.services.commands.act import act, dispatch, set_wing
from games.services.commands.command import Command, Stale, Unavailable
from games.services.commands.handler import handle_commands
from games.store import tables
from games.store.snapshot import Accepted
from tests.support.games.choices import some_action
from tests.support.games.people import person
from tests.support.games.playing import (
    AT,
    bidding,
    do,
    in_pause,
    in_play,
    move,
    number,
    on_turn,
    opened,
    play_on,
    put_back,
    running,
    short,
    sight,
    snapshot,
    user_at,
)
from tests.support.games.refusals import is_refused, no_connection
from tests.support.games.snapshots import everything
from tests.support.games.threads import at_once

RNG = Random(1)


# --- Once ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_action_is_answered_with_the_number_that_it_became():
    table_id = bidding()
    before = number(table_id)
    answer = do(table_id, on_turn(table_id), Bid(1), action_id="bid-1")
    entry = LogEntry.objects.get(table_id=table_id, number=answer.number)
    assert answer == (before + 1, None)
    assert (entry.type, entry.action_id) == ("bid_made", "bid-1")


@pytest.mark.django_db
@pytest.mark.parametrize("forgotten", [False, True])
def test_an_action_sent_again_gets_its_old_answer_and_happens_once(forgotten):
    table_id = in_play()
    seat = on_turn(table_id)
    action = some_action(sight(table_id, seat), RNG)
    first = do(table_id, seat, action, action_id="once")
    for _ in range(5):
        move(table_id, RNG)
    before = everything()
    if forgotten:
        tables.forget()
    assert do(table_id, seat, action, action_id="once") == first
    assert everything() == before


@pytest.mark.django_db
def test_an_accusation_sent_again_gets_its_verdict_again_and_costs_once():
    table_id = in_pause(cheating=True)
    first = do(table_id, 0, Accuse(1, "button"), action_id="call")
    tables.forget()
    again = do(table_id, 0, Accuse(1, "button"), action_id="call")
    assert again == first
    assert first.outcome["verdict"] in ("caught", "wrong")
    assert LogEntry.objects.filter(table_id=table_id, type="accused").count() == 1


@pytest.mark.django_db
def test_the_same_id_of_two_players_is_two_actions():
    table_id = bidding(reveal="hiddentip")
    answers = [do(table_id, seat, Bid(1), action_id="same") for seat in (0, 1)]
    assert answers[0].number != answers[1].number


@pytest.mark.django_db
def test_a_refused_id_may_be_used_again():
    table_id = bidding()
    seat = on_turn(table_id)
    with pytest.raises(BidOutOfRange):
        do(table_id, seat, Bid(16), action_id="again")
    assert do(table_id, seat, Bid(2), action_id="again").number == number(table_id)


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
    assert faults_of_table(table_id) == []


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
    assert faults_of_table(table_id) == []


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
    assert faults_of_table(table_id) == []


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
    assert faults_of_table(table_id) == []


# --- Another process has acted -----------------------------------------------------------------------


@pytest.mark.django_db
def test_who_acts_on_an_old_cache_is_not_refused_for_it():
    """By the old state it is not bob's turn; by the log it is."""
    table_id = in_play()
    old = tables.load(table_id)
    move(table_id, RNG)
    action = some_action(sight(table_id, on_turn(table_id)), RNG)
    seat = on_turn(table_id)
    put_back(old)
    assert sight(table_id)["turn"] != [seat]
    assert do(table_id, seat, action).number == old.number + 2
    assert faults_of_table(table_id) == []


@pytest.mark.django_db
def test_a_lost_race_is_run_again_on_the_new_state():
    """By the old state the accusation comes before the card; it is stored after it."""
    table_id = in_play(cheating=True)
    move(table_id, RNG)
    old = tables.load(table_id)
    move(table_id, RNG)
    put_back(old)
    answer = do(table_id, 0, Accuse(1, "button"))
    assert answer.number == old.number + 2
    assert LogEntry.objects.get(table_id=table_id, number=answer.number).type == "accused"


@pytest.mark.django_db
def test_what_only_an_old_cache_allows_is_refused():
    table_id = in_play()
    seat, old = on_turn(table_id), tables.load(table_id)
    card = sight(table_id, seat)["legal"]["cards"][0]
    do(table_id, seat, Play(card))
    put_back(old)
    is_refused(NotYourTurn, lambda: do(table_id, seat, Play(card)))


@pytest.mark.django_db
def test_a_resent_action_is_known_though_this_process_never_saw_it():
    table_id = in_play()
    old = tables.load(table_id)
    seat = on_turn(table_id)
    action = some_action(sight(table_id, seat), RNG)
    first = do(table_id, seat, action, action_id="elsewhere")
    put_back(old)
    assert do(table_id, seat, action, action_id="elsewhere") == first
    assert number(table_id) == first.number


@pytest.mark.django_db
def test_a_table_that_never_stands_still_is_given_up_by_name(monkeypatch):
    table_id = in_play()
    monkeypatch.setattr(handler.store, "append", lambda changes: {each.after.table_id for each in changes})
    is_refused(Unavailable, lambda: move(table_id, RNG))


# --- Refused -----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_stranger_acts_nowhere():
    table_id = bidding()
    charlie = person("charlie")
    for action in (Bid(0), Play("R1"), Ready(), NameTrump("R"), Accuse(0, "button")):
        is_refused(NotSeated, lambda action=action: by(charlie, table_id, action))


def by(user, table_id: str, action) -> None:
    act(table_id=table_id, user=user.pk, action=action, now=AT, action_id="x")


@pytest.mark.django_db
def test_a_table_that_does_not_exist_is_not_found():
    alice = person("alice")
    is_refused(NoSuchTable, lambda: by(alice, "nowhere", Bid(0)))


@pytest.mark.django_db
def test_what_does_not_fit_a_bidding_table_is_refused_by_name():
    table_id = bidding()
    seat = on_turn(table_id)
    other = (seat + 1) % 4
    is_refused(NotYourTurn, lambda: do(table_id, other, Bid(0)))
    is_refused(BidOutOfRange, lambda: do(table_id, seat, Bid(-1)))
    is_refused(BidOutOfRange, lambda: do(table_id, seat, Bid(6)))
    is_refused(WrongPhase, lambda: do(table_id, seat, Play(sight(table_id, seat)["hand"][0])))
    is_refused(WrongPhase, lambda: do(table_id, seat, NameTrump("R")))
    is_refused(WrongPhase, lambda: do(table_id, seat, Ready()))
    is_refused(StrictTable, lambda: do(table_id, seat, Accuse(other, "button")))
    is_refused(WrongPhase, lambda: raised(dispatch(Command(table_id, EndPause(), AT))))


def raised(outcome) -> None:
    if isinstance(outcome, Refusal):
        raise outcome


@pytest.mark.django_db
def test_the_bid_that_would_add_up_is_refused():
    table_id = bidding(restriction="notequal")
    for _ in range(3):
        do(table_id, on_turn(table_id), Bid(1))
    is_refused(BidNotAllowed, lambda: do(table_id, on_turn(table_id), Bid(2)))


@pytest.mark.django_db
def test_what_does_not_fit_a_playing_table_is_refused_by_name():
    table_id = in_play()
    seat = on_turn(table_id)
    hands = snapshot(table_id).state.round.hands
    is_refused(NotYourTurn, lambda: do(table_id, (seat + 1) % 4, Play(hands[(seat + 1) % 4][0])))
    is_refused(CardNotInHand, lambda: do(table_id, seat, Play(hands[(seat + 1) % 4][0])))
    is_refused(WrongPhase, lambda: do(table_id, seat, Bid(1)))
    do(table_id, seat, some_action(sight(table_id, seat), RNG))
    is_refused(NotYourTurn, lambda: do(table_id, seat, Play(hands[seat][0])))


@pytest.mark.django_db
def test_who_must_follow_suit_is_told_so_at_a_strict_table():
    rng = Random(2)
    table_id = in_play()
    while True:
        seen = sight(table_id, on_turn(table_id))
        barred = [card for card in seen["hand"] if card not in seen["legal"]["cards"]]
        if barred:
            break
        move(table_id, rng)
    is_refused(MustFollowSuit, lambda: do(table_id, seen["viewer"], Play(barred[0])))


@pytest.mark.django_db
def test_accusations_have_their_time():
    table_id = bidding(cheating=True)
    is_refused(NothingToAccuse, lambda: do(table_id, 0, Accuse(1, "button")))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "pause")
    is_refused(CannotAccuseYourself, lambda: do(table_id, 0, Accuse(0, "button")))
    play_on(table_id, Random(1))
    is_refused(NothingToAccuse, lambda: do(table_id, 0, Accuse(1, "button")))


@pytest.mark.django_db
def test_nobody_is_ready_twice():
    table_id = in_pause()
    do(table_id, 2, Ready())
    assert sight(table_id)["ready"] == [2]
    is_refused(WrongPhase, lambda: do(table_id, 2, Ready()))


# --- The scheduler -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_scheduler_does_not_act_on_an_old_number():
    table_id = in_pause()
    old = Command(table_id, EndPause(), AT, at_number=snapshot(table_id).moved)
    assert isinstance(dispatch(old), Accepted)
    before = number(table_id)
    is_refused(Stale, lambda: raised(dispatch(old)))
    assert number(table_id) == before


@pytest.mark.django_db
def test_what_moves_nobody_does_not_make_the_scheduler_late():
    table_id = in_pause()
    due = Command(table_id, EndPause(), AT, at_number=snapshot(table_id).moved)
    at = snapshot(table_id).due_at
    do(table_id, 0, Ready())
    assert snapshot(table_id).due_at == at
    assert isinstance(dispatch(due), Accepted)


@pytest.mark.django_db
def test_nobody_can_put_off_the_bots_for_ever():
    table_id = opened(person("alice"), bots=2, size=3, options=short(5))
    play_on(table_id, Random(1), until=lambda seen: seen["status"] == "playing" and 0 not in seen["turn"])
    at, moved = snapshot(table_id).due_at, snapshot(table_id).moved
    assert at is not None
    for card in sight(table_id, 0)["hand"] * 3:
        set_wing(table_id=table_id, user=user_at(table_id, 0), card=card, now=AT + timedelta(seconds=9))
    assert (snapshot(table_id).due_at, snapshot(table_id).moved) == (at, moved)


@pytest.mark.django_db
def test_what_is_so_already_makes_no_entry():
    table_id = running(3)
    before = number(table_id)
    set_wing(table_id=table_id, user=user_at(table_id, 0), card=None, now=AT)
    assert number(table_id) == before


# --- When the database fails ------------------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch):
    """The database refuses to write entries of the tables in this set."""
    tables_that_fail: set[str] = set()
    write = handler.store._insert_entries

    def insert(changes) -> None:
        if tables_that_fail & {change.after.table_id for change in changes}:
            raise OperationalError("disk full")
        write(changes)

    monkeypatch.setattr(handler.store, "_insert_entries", insert)
    return tables_that_fail


def commands_at(*table_ids: str) -> list[Command]:
    made = []
    for table_id in table_ids:
        seat = on_turn(table_id)
        card = sight(table_id, seat)["legal"]["cards"][0]
        made.append(Command(table_id, Play(card), AT, seat=seat, action_id="try"))
    return made


@pytest.mark.django_db
def test_a_failing_database_is_unavailable_to_the_table_that_failed_and_to_no_other(broken, caplog):
    poor, good = in_play(), in_play()
    commands = commands_at(poor, good)
    before = number(poor), number(good)
    broken.add(poor)
    outcomes = handle_commands(commands)
    assert isinstance(outcomes[0], Unavailable)
    assert outcomes[0].code == "unavailable"
    assert outcomes[1] == (before[1] + 1, None)
    assert (number(poor), number(good)) == (before[0], before[1] + 1)
    assert Table.objects.get(pk=poor).number == before[0]
    assert faults_of_table(poor) == faults_of_table(good) == []
    broken.clear()
    assert handle_commands(commands[:1]) == [(before[0] + 1, None)]
    assert "cannot be written" in caplog.text


@pytest.mark.django_db
def test_whatever_else_fails_is_unavailable_to_that_table_alone_too(monkeypatch):
    """An event that no row can hold must not take the batch with it."""
    poor, good = in_play(), in_play()
    commands = commands_at(poor, good)
    write = handler.store._insert_entries

    def insert(changes) -> None:
        if poor in {change.after.table_id for change in changes}:
            raise TypeError("str is not valid UTF-8")
        write(changes)

    monkeypatch.setattr(handler.store, "_insert_entries", insert)
    outcomes = handle_commands(commands)
    assert isinstance(outcomes[0], Unavailable)
    assert outcomes[1].number == number(good)


@pytest.mark.django_db
def test_a_table_that_cannot_be_read_is_unavailable(monkeypatch):
    poor, good = in_play(), in_play()
    commands = commands_at(poor, good)
    read = tables.log_rows
    tables.forget(poor)

    def rows(table_id: str, after: int):
        if table_id == poor:
            raise OperationalError("gone")
        return read(table_id, after)

    monkeypatch.setattr(tables, "log_rows", rows)
    outcomes = handle_commands(commands)
    assert isinstance(outcomes[0], Unavailable)
    assert outcomes[1].number == number(good)


@pytest.mark.django_db
def test_for_a_database_that_is_away_a_batch_waits_once(monkeypatch):
    """It waited as long for each table, and the last ones heard of it minutes later."""
    poor, good = in_play(), in_play()
    commands = commands_at(poor, good)
    tries = Mock(side_effect=no_connection)
    with monkeypatch.context() as patched:
        patched.setattr(handler.store, "_insert_entries", tries)
        assert [outcome.code for outcome in handle_commands(commands)] == ["unavailable"] * 2
    assert tries.call_count == 1
    assert [outcome.number for outcome in handle_commands(commands)] == [number(poor), number(good)]


@pytest.mark.django_db
def test_so_it_does_where_tables_have_to_be_read_and_what_was_known_before_stays(monkeypatch):
    commands = commands_at(in_play(), in_play())
    tables.forget()
    missing = commands[0]._replace(table_id="nowhere")
    tries = Mock(side_effect=no_connection)
    monkeypatch.setattr(tables, "log_rows", tries)
    codes = [outcome.code for outcome in handle_commands([missing, *commands])]
    assert codes == ["not_found", *["unavailable"] * 2]
    assert tries.call_count == 1


@pytest.mark.django_db
def test_so_it_does_where_refusals_have_to_be_confirmed(monkeypatch):
    good, other = in_play(), in_play()
    early = [
        command._replace(seat=(command.seat + 1) % 4, action_id=None) for command in commands_at(good, other)
    ]
    tries = Mock(side_effect=no_connection)
    monkeypatch.setattr(tables, "current_number", tries)
    assert [outcome.code for outcome in handle_commands(early)] == ["unavailable"] * 2
    assert tries.call_count == 1
