"""Exact ties: one lot for each table, the same for the game and the tournament, and everybody is told."""

import pytest

from games.models import Seat
from tests.support.tournaments.events import (
    AT,
    acts,
    desk,
    event,
    fresh,
    organiser,
    start,
    table,
    with_bots,
)
from tests.support.tournaments.ties import against_the_lot, end_in_a_tie, enter_a_tie
from tournaments.models import HandResult, Placement, Stage, Tournament
from tournaments.selectors.desk.stage import stage_page
from tournaments.selectors.desk.standings import prize_list, standings_page
from tournaments.selectors.final_ranking import entrants_ranked_by_lot, ranked_entrants
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.public.tournament import PublicTournament
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.standings import ranked_scores_at_table, standings_after
from tournaments.selectors.ties import (
    Tie,
    entrants_qualified_only_by,
    entrants_separated_by_lot,
    find_ties,
    open_ties,
)
from tournaments.services.entry.entries import enter_player
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.stage.ties import break_ties
from tournaments.services.table.result_entry import enter_result

pytestmark = pytest.mark.django_db

WINNERS = {"kind": "knock_out", "qualify": "per_table", "qualify_count": 1}
FINAL = {"kind": "final"}


def tied_final(**fields: object) -> tuple[Tournament, list[int]]:
    """A final of four that all tied, and their order by the game's lot."""
    tournament = with_bots(event(FINAL, prizes="A hat", **fields), 4)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    return fresh(tournament), order


def test_the_game_and_the_tournament_name_one_winner():
    tournament, order = tied_final()
    snapshot = read_snapshot(tournament)
    assert list(ranked_entrants(snapshot)) == order
    assert [line.entry.pk for line in standings_page(snapshot).lines] == order
    assert [line.entry.pk for line in prize_list(snapshot)] == order


def test_a_title_by_lot_is_told_at_the_table_in_the_standings_and_among_the_prizes():
    tournament, order = tied_final()
    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))
    page = PublicTournament(read_snapshot(fresh(tournament)))
    assert page.ranking is not None
    assert [(row["prize"], row["by_lot"]) for row in page.ranking] == [("A hat", True), *[(None, True)] * 3]
    seats = page.stage_with_tables(1)["tables"][0]["seats"]
    numbers = {entry.start_number: entry.pk for entry in page.snapshot.entries.values()}
    assert {numbers[seat["entry"]]: seat["place"] for seat in seats} == {
        entry: place for place, entry in enumerate(order, 1)
    }
    assert all(seat["by_lot"] and seat["rank"] == 1 for seat in seats)
    assert all(line.by_lot for line in standings_page(page.snapshot).lines)
    assert all(line.by_lot for line in prize_list(page.snapshot))


def test_a_knock_out_table_is_won_by_who_won_its_game():
    tournament = with_bots(event(WINNERS, FINAL), 12)
    start(tournament, 1)
    orders = [against_the_lot(tournament, table_number=table_number) for table_number in (1, 2, 3)]
    for table_number, order in enumerate(orders, start=1):
        end_in_a_tie(tournament, order, table_number=table_number)
    snapshot = read_snapshot(fresh(tournament))
    winners = {order[0] for order in orders}
    assert set(qualifiers_for_stage(snapshot, 2)) == winners == entrants_qualified_only_by("lot", snapshot, 1)
    assert find_ties(snapshot, 1) == tuple(
        Tie(tuple(order), 1, table_number, False) for table_number, order in enumerate(orders, start=1)
    )
    page = stage_page(snapshot, 1, AT)
    assert page is not None
    assert [(tie.table, tie.places, tie.title) for tie in page.ties] == [(n, 1, False) for n in (1, 2, 3)]
    assert all(seat.by_lot for table in page.tables for seat in table.seats)


def test_a_tournament_of_one_table_stands_as_its_game_said():
    tournament = with_bots(event(), 4)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    snapshot = read_snapshot(fresh(tournament))
    assert [line.entry for line in standings_after(snapshot)] == order == list(ranked_entrants(snapshot))
    assert find_ties(snapshot, 1) == (Tie(tuple(order), 1, None, True),)


def test_a_cut_of_the_standings_warns_of_a_tie_and_says_whom_the_lot_put_through():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 3}, FINAL), 4)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    snapshot = read_snapshot(fresh(tournament))
    assert find_ties(snapshot, 1) == (Tie(tuple(order), 3, None, False),)
    assert (
        entrants_qualified_only_by("lot", snapshot, 1)
        == set(order[:3])
        == set(qualifiers_for_stage(snapshot, 2))
    )


def test_a_tie_of_the_standings_is_broken_by_a_play_off():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 3}, FINAL), 4)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    break_ties(**desk(tournament), stage_number=1, order=order[::-1], how="play_off", reason="table 9")
    snapshot = read_snapshot(fresh(tournament))
    assert [line.entry for line in standings_after(snapshot)] == order[::-1]
    assert [line.decided_by for line in standings_after(snapshot)] == ["play_off"] * 3 + [None]
    assert set(qualifiers_for_stage(snapshot, 2)) == set(order[1:])
    assert (open_ties(snapshot, 1), entrants_qualified_only_by("lot", snapshot, 1)) == ((), frozenset())


def shown_places(tournament: Tournament) -> list[dict[int, int]]:
    """The places at the first table, as the desk shows them and as players and the API get them."""
    snapshot = read_snapshot(fresh(tournament))
    page = stage_page(snapshot, 1, AT)
    assert page is not None
    numbers = {entry.start_number: entry.pk for entry in snapshot.entries.values()}
    return [
        {seat.entry.pk: seat.place for seat in page.tables[0].seats if seat.entry and seat.place},
        {
            numbers[seat["entry"]]: seat["place"]
            for seat in PublicTournament(snapshot).stage_with_tables(1)["tables"][0]["seats"]
            if seat["entry"]
        },
    ]


@pytest.mark.parametrize("how", ["lot", "play_off"])
def test_a_table_shows_the_places_that_the_desk_broke_its_tie_for(how):
    tournament, order = tied_final()
    assert shown_places(tournament) == [{entry: place for place, entry in enumerate(order, 1)}] * 2
    break_ties(**desk(tournament), stage_number=1, order=order[::-1], how=how, reason="table 9")
    assert list(ranked_entrants(read_snapshot(fresh(tournament)))) == order[::-1]
    assert shown_places(tournament) == [{entry: place for place, entry in enumerate(order[::-1], 1)}] * 2


def test_a_table_shows_the_places_that_penalties_leave():
    tournament, order = tied_final()
    penalise_entrant(entry_id=order[0], points=10, actor=organiser(), now=AT, reason="late", stage=1)
    left = [*order[1:], order[0]]
    assert shown_places(tournament) == [{entry: place for place, entry in enumerate(left, 1)}] * 2


def test_a_bot_that_plays_for_nobody_keeps_its_place_at_a_table():
    tournament, order = tied_final()
    Placement.objects.filter(stage__tournament=tournament, entry=order[0]).update(entry=None, bot=True)
    assert shown_places(tournament) == [{entry: place for place, entry in enumerate(order[1:], 2)}] * 2


def enter_lines(tournament: Tournament, order: list[int], *made: tuple[int, int]) -> None:
    """The first table's result by hand: what each of this order made."""
    row = table(tournament)
    seats = dict(row.placements.values_list("entry", "seat"))
    rows = [
        {"seat": seats[entry], "score": score, "correct_bids": bids}
        for entry, (score, bids) in zip(order, made, strict=True)
    ]
    enter_result(stage_table_id=row.pk, rows=rows, actor=organiser(), now=AT, reason="asked again")


def possible_tie() -> tuple[Tournament, list[int]]:
    """As `tied_final`, with a result that four players can have made."""
    tournament, order = tied_final()
    Seat.objects.filter(table=table(tournament).game).update(score=10)
    return tournament, order


def test_the_result_of_a_game_entered_again_is_confirmed_and_its_lot_stands():
    tournament, order = possible_tie()
    enter_lines(tournament, order, *[(10, 1)] * 4)
    assert list(ranked_entrants(read_snapshot(fresh(tournament)))) == order
    assert acts(tournament, "result_entered", "result_confirmed") == ["result_confirmed"]
    assert not HandResult.objects.filter(table__stage__tournament=tournament).exists()


def test_a_correction_leaves_the_others_to_the_lot_of_their_game():
    tournament, order = possible_tie()
    enter_lines(tournament, order, (10, 1), (10, 1), (0, 1), (10, 1))
    left = [order[0], order[1], order[3], order[2]]
    assert list(ranked_entrants(read_snapshot(fresh(tournament)))) == left
    enter_lines(tournament, order, *[(10, 1)] * 4)
    assert list(ranked_entrants(read_snapshot(fresh(tournament)))) == order


def test_a_play_off_before_does_not_hide_the_lot_of_the_final():
    tournament = with_bots(event({"qualify": "best", "qualify_count": 3}, FINAL, prizes="A hat"), 5)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    break_ties(**desk(tournament), stage_number=1, order=order, how="play_off", reason="table 9")
    # The standings' last two were put there by the play-off: that is no lot.
    assert entrants_ranked_by_lot(read_snapshot(fresh(tournament))) == frozenset()
    closing.close_stage(**desk(tournament), stage_number=1)
    start(tournament, 2)
    finalists = against_the_lot(tournament, stage=2)
    end_in_a_tie(tournament, finalists, stage=2)
    snapshot = read_snapshot(fresh(tournament))
    assert ranked_entrants(snapshot) == (*finalists, *order[3:])
    assert entrants_ranked_by_lot(snapshot) == set(finalists)
    assert [line.by_lot for line in prize_list(snapshot)] == [True, True, True, False, False]
    break_ties(**desk(tournament), stage_number=2, order=finalists, how="play_off", reason="table 9")
    assert entrants_ranked_by_lot(read_snapshot(fresh(tournament))) == frozenset()


def test_a_lot_is_told_at_a_table_between_one_who_was_in_its_play_off_and_one_who_was_not():
    tournament = with_bots(event(FINAL), 4)
    start(tournament, 1)
    order = against_the_lot(tournament)
    end_in_a_tie(tournament, order)
    for entry in order[2:]:
        penalise_entrant(entry_id=entry, points=10, actor=organiser(), now=AT, reason="late", stage=1)
    break_ties(**desk(tournament), stage_number=1, order=order[:2], how="play_off", reason="table 9")
    snapshot = read_snapshot(fresh(tournament))
    assert entrants_separated_by_lot(snapshot, snapshot.stages[0], snapshot.stages[0].tables[0]) == set(
        order[2:]
    )
    penalise_entrant(entry_id=order[1], points=10, actor=organiser(), now=AT, reason="late, too", stage=1)
    snapshot = read_snapshot(fresh(tournament))
    assert entrants_separated_by_lot(snapshot, snapshot.stages[0], snapshot.stages[0].tables[0]) == set(
        order[1:]
    )
    assert entrants_ranked_by_lot(snapshot) == set(order[1:])


def test_a_tie_that_no_act_broke_is_found():
    tournament, order = tied_final()
    Stage.objects.filter(tournament=tournament).update(tie_breaks=[{"how": "lot", "order": order[::-1]}])
    assert "Final: no act broke the tie of 4 entrants." in find_discrepancies(tournament)
    Stage.objects.filter(tournament=tournament).update(tie_breaks=[])
    break_ties(**desk(tournament), stage_number=1, order=order[::-1], how="lot", reason="coins")
    assert not [fault for fault in find_discrepancies(tournament) if "tie" in fault]


def test_no_tie_decides_anything_where_all_go_on():
    tournament = with_bots(event({}, FINAL), 4)
    start(tournament, 1)
    end_in_a_tie(tournament, against_the_lot(tournament))
    snapshot = read_snapshot(fresh(tournament))
    assert (find_ties(snapshot, 1), entrants_qualified_only_by("lot", snapshot, 1)) == ((), frozenset())


def test_a_result_by_hand_has_one_lot_that_anybody_can_draw_again():
    tournament = event(FINAL, online=False)
    for name in ("Ada", "Bob", "Cora", "Dan"):
        enter_player(**desk(tournament), name=name)
    lifecycle.close_check_in(**desk(tournament))
    start(tournament, 1)
    enter_a_tie(tournament, {"actor": organiser(), "now": AT})
    snapshot = read_snapshot(fresh(tournament))
    stage = snapshot.stages[0]
    tied = stage.tables[0].entrants[:2]
    winners = [entry for entry in reversed(against_the_lot(tournament)) if entry in tied]
    assert [one.entry for one in ranked_scores_at_table(snapshot, stage, stage.tables[0])][:2] == winners
    assert list(ranked_entrants(snapshot))[:2] == winners
    assert find_ties(snapshot, 1) == (Tie(tuple(winners), 1, 1, True),)


def test_what_was_closed_before_games_broke_ties_stays_as_it_was():
    tournament, order = tied_final(games_break_ties=False)
    assert list(ranked_entrants(read_snapshot(tournament))) == order[::-1]
