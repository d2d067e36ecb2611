"""Draw, look, swap, lock, draw the rest again, release, take back."""

from collections import Counter

import pytest

from games.models import Table
from tests.support.games.people import person
from tests.support.games.playing import do, on_turn, sight
from tests.support.tournaments.drawing import sizes
from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    fresh,
    organiser,
    play,
    play_stage,
    quick_mix,
    start,
    table,
    with_bots,
    with_people,
)
from tournaments.errors import CannotBeSeated, WrongMoment
from tournaments.models import AuditEntry, ForbiddenPair, OptionMix, Placement
from tournaments.selectors.draws import meeting_counts
from tournaments.selectors.seats import seat_names_by_table
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.services.draw import drafts, draws
from tournaments.services.entry import own_entry
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing

pytestmark = pytest.mark.usefixtures("on_file")


def test_21_players_sit_at_four_fours_and_a_five():
    tournament = with_bots(event(), 21)
    draws.draw_stage(**desk(tournament), stage_number=1)
    assert sorted(sizes(tournament), reverse=True) == [5, 4, 4, 4, 4]


def test_a_draw_can_be_made_again_from_its_seed():
    tournament = with_bots(event(), 16)
    stage = draws.draw_stage(**desk(tournament), stage_number=1)
    first = seat_names_by_table(read_snapshot(tournament), 1)
    assert stage.draw_seed is not None
    draws.draw_stage(**desk(tournament), stage_number=1, seed=stage.draw_seed + 1)
    assert seat_names_by_table(read_snapshot(tournament), 1) != first
    draws.draw_stage(**desk(tournament), stage_number=1, seed=stage.draw_seed)
    assert seat_names_by_table(read_snapshot(tournament), 1) == first


def test_a_draw_says_why():
    report = draws.draw_stage(**desk(with_bots(event(), 16)), stage_number=1).draw_report
    assert report["repeats"] == 0
    assert report["tried"] >= 0
    assert report["why"]


def test_the_second_stage_repeats_no_meeting():
    tournament = with_bots(event({}, {}), 16)
    play_stage(tournament, 1)
    draws.draw_stage(**desk(tournament), stage_number=2)
    assert max(meeting_counts(read_snapshot(tournament), 2).values()) == 1


def test_forbidden_pairs_are_kept_apart_in_a_knock_out():
    tournament = with_bots(event({"kind": "knock_out"}), 8)
    first = draws.draw_stage(**desk(tournament), stage_number=1, seed=1).tables.order_by("number").first()
    one, other = list(first.placements.order_by("entry__start_number").values_list("entry", flat=True))[:2]
    ForbiddenPair.objects.create(tournament=tournament, one_id=one, other_id=other)
    again = draws.draw_stage(**desk(tournament), stage_number=1, seed=1)
    seats = dict(Placement.objects.filter(stage=again).values_list("entry", "table"))
    assert seats[one] != seats[other]
    assert again.draw_report["breakdown"]["forbidden"] == 0


def test_forbidden_pairs_are_kept_apart():
    tournament = with_bots(event(), 8)
    one, other, *_ = tournament.entries.all()
    ForbiddenPair.objects.create(tournament=tournament, one=one, other=other)
    for seed in range(10):
        draws.draw_stage(**desk(tournament), stage_number=1, seed=seed)
        assert frozenset((one.pk, other.pk)) not in meeting_counts(read_snapshot(tournament), 1)


def test_two_swap_seats_and_it_is_written_down():
    tournament = with_bots(event(), 8)
    draws.draw_stage(**desk(tournament), stage_number=1)
    first, *_, last = Placement.objects.filter(stage__tournament=tournament).order_by("table", "seat")
    drafts.swap_seats(one=first.pk, other=last.pk, actor=organiser(), now=AT)
    moved = {p.pk: p.entry_id for p in Placement.objects.filter(pk__in=(first.pk, last.pk))}
    assert moved == {first.pk: last.entry_id, last.pk: first.entry_id}
    note = AuditEntry.objects.filter(tournament=tournament, type="seats_swapped").get()
    assert str(first.entry) in note.before[0]
    assert str(last.entry) in note.after[0]


def test_the_draws_account_tells_of_what_was_changed_by_hand():
    tournament = with_bots(event({}, {}), 8)
    play_stage(tournament, 1)
    stage = draws.draw_stage(**desk(tournament), stage_number=2)
    first, *others = Placement.objects.filter(stage=stage).order_by("table", "seat")
    told = set()
    for seat in others:
        drafts.swap_seats(one=first.pk, other=seat.pk, actor=organiser(), now=AT)
        again = sum(times > 1 for times in meeting_counts(read_snapshot(tournament), 2).values())
        stage.refresh_from_db()
        assert stage.draw_report["repeats"] == again
        assert stage.draw_report["why"].count(drafts.BY_HAND) == 1
        told.add(again)
    assert len(told) > 1


def test_a_seat_is_not_swapped_with_itself_or_one_of_another_stage():
    tournament = with_bots(event(), 8)
    draws.draw_stage(**desk(tournament), stage_number=1)
    seat = Placement.objects.filter(stage__tournament=tournament).first()
    elsewhere = with_bots(event(), 4)
    draws.draw_stage(**desk(elsewhere), stage_number=1)
    other = Placement.objects.filter(stage__tournament=elsewhere).first()
    assert seat is not None
    assert other is not None
    for wrong in (seat, other):
        with pytest.raises(WrongMoment):
            drafts.swap_seats(one=seat.pk, other=wrong.pk, actor=organiser(), now=AT)


def test_who_releases_second_is_told_so():
    tournament = with_bots(event(), 4)
    draws.draw_stage(**desk(tournament), stage_number=1)
    draws.release_draw(**desk(tournament), stage_number=1)
    with pytest.raises(WrongMoment, match="already been released"):
        draws.release_draw(**desk(tournament), stage_number=1)


def test_released_seats_are_not_changed_any_more():
    tournament = with_bots(event(), 8)
    draws.draw_stage(**desk(tournament), stage_number=1)
    draws.release_draw(**desk(tournament), stage_number=1)
    one, other, *_ = Placement.objects.filter(stage__tournament=tournament)
    with pytest.raises(WrongMoment, match="Take them back"):
        drafts.swap_seats(one=one.pk, other=other.pk, actor=organiser(), now=AT)
    with pytest.raises(WrongMoment, match="Take them back"):
        draws.draw_stage(**desk(tournament), stage_number=1)


def test_who_withdraws_between_draw_and_release_stops_the_release_by_name():
    tournament = event()
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    draws.draw_stage(**desk(tournament), stage_number=1)
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("bob"), now=AT)
    with pytest.raises(WrongMoment, match="bob left after the draw"):
        draws.release_draw(**desk(tournament), stage_number=1)
    draws.draw_stage(**desk(tournament), stage_number=1)
    draws.release_draw(**desk(tournament), stage_number=1)
    assert sizes(tournament) == [3]


def test_seats_are_taken_back_until_the_first_card():
    tournament = event(mix=quick_mix(2))
    with_people(tournament, ("alice", "bob", "dora", "emil"))
    stage = start(tournament, 1)
    game = table(tournament).game_id
    assert game is not None
    draws.take_back_draw(**desk(tournament), stage_number=1)
    assert Table.objects.get(pk=game).status == "abandoned"
    stage.refresh_from_db()
    assert (stage.released_at, stage.started_at) == (None, None)
    start(tournament, 1)
    game = table(tournament).game_id
    assert game is not None
    while sight(game)["status"] != "playing":
        seen = sight(game, on_turn(game))
        bid = {"type": "bid", "bid": seen["legal"]["bids"][0]} if seen["legal"]["bids"] else None
        do(game, on_turn(game), bid or {"type": "name_trump", "suit": "R"})
    do(game, on_turn(game), {"type": "play", "card": sight(game, on_turn(game))["playable"][0]})
    with pytest.raises(WrongMoment, match="first card"):
        draws.take_back_draw(**desk(tournament), stage_number=1)


def test_nobody_draws_before_check_in_is_closed_or_the_stage_before():
    tournament = event({}, {})
    with pytest.raises(WrongMoment, match="check-in"):
        draws.draw_stage(**desk(tournament), stage_number=1)
    with_bots(tournament, 4)
    with pytest.raises(WrongMoment, match="previous stage"):
        draws.draw_stage(**desk(tournament), stage_number=2)
    with pytest.raises(WrongMoment, match="no stage 3"):
        draws.draw_stage(**desk(tournament), stage_number=3)


def test_three_players_are_one_table():
    tournament = with_bots(event(), 3)
    start(tournament, 1)
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))
    assert fresh(tournament).status == "finished"


def test_a_mix_for_tables_of_four_is_filled_up_with_bots():
    mix, _ = OptionMix.objects.get_or_create(name="four", preset="dm2008")
    tournament = with_bots(event(mix=mix), 10)
    draws.draw_stage(**desk(tournament), stage_number=1)
    assert sizes(tournament) == [4, 4, 4]
    assert sum(names.count("a bot") for names in seat_names_by_table(read_snapshot(tournament), 1)) == 2


def test_without_bots_the_desk_is_told_how_many_are_missing():
    mix, _ = OptionMix.objects.get_or_create(name="four", preset="dm2008")
    tournament = with_bots(event(mix=mix, fill_with_bots=False), 10)
    with pytest.raises(CannotBeSeated, match="2 more players or bots would"):
        draws.draw_stage(**desk(tournament), stage_number=1)


def test_of_each_table_one_deals_first_who_has_done_so_least():
    tournament = with_bots(event({}, {}, {}), 16)
    dealt: Counter[int] = Counter()
    for stage_number in (1, 2, 3):
        play_stage(tournament, stage_number)
        for table_snapshot in read_snapshot(tournament).stages[stage_number - 1].tables:
            first = table_snapshot.entrants[0]
            assert dealt[first] == min(dealt[entry] for entry in table_snapshot.entrants)
        dealt.update(
            table_snapshot.entrants[0]
            for table_snapshot in read_snapshot(tournament).stages[stage_number - 1].tables
        )
    assert sum(dealt.values()) == 12


def test_the_first_seat_deals_first():
    tournament = with_bots(event(), 9)
    start(tournament, 1)
    for row in table(tournament).stage.tables.all():
        assert row.game_id is not None
        assert sight(row.game_id)["round"]["dealer"] == 0


@pytest.mark.parametrize(
    ("mix", "number", "fault"),
    [
        ({"rounds": [{"cards": 21}]}, 4, "Round 1: Enter 1 to 20 cards for 3 players"),
        ({"rounds": [{"cards": 16}]}, 4, "too many for the final table"),
        ({"preset": "tournament", "rounds": None}, 6, "too many for the final table"),
        ({"preset": "dm2008", "rounds": None}, 3, "too few for the final table. Let 4 go on"),
    ],
)
def test_a_mix_that_these_players_cannot_play_is_refused_at_the_draw(mix, number, fault):
    tournament = with_bots(event({"kind": "final"}, mix=quick_mix(**mix), fill_with_bots=False), number)
    with pytest.raises(CannotBeSeated, match=fault):
        draws.draw_stage(**desk(tournament), stage_number=1)


def test_a_final_of_six_is_one_table_where_the_mix_allows_it():
    tournament = with_bots(event({"kind": "final"}), 6)
    draws.draw_stage(**desk(tournament), stage_number=1)
    assert sizes(tournament) == [6]


def test_to_take_a_draw_back_takes_the_tournament_from_its_timetable():
    tournament = with_bots(event(automatic=True), 4)
    start(tournament, 1)
    draws.take_back_draw(**desk(tournament), stage_number=1)
    assert not fresh(tournament).automatic
    assert AuditEntry.objects.filter(tournament=tournament, type="timetable_off").exists()


@pytest.mark.parametrize("act", [draws.release_draw, draws.take_back_draw])
def test_a_cancelled_tournament_shows_and_hides_no_seats(act):
    tournament = with_bots(event(), 4)
    draws.draw_stage(**desk(tournament), stage_number=1)
    if act is draws.take_back_draw:
        draws.release_draw(**desk(tournament), stage_number=1)
    lifecycle.cancel_tournament(**desk(tournament), reason="snow")
    with pytest.raises(WrongMoment, match="cancelled"):
        act(**desk(tournament), stage_number=1)
