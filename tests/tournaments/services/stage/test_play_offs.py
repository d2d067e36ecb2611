"""Play-offs at a table of their own: who sits there, what comes of them, and what waits for them."""

from typing import Any

import pytest

from games.models import Table
from games.models.table import RUNNING
from games.selectors.states import table_states
from tests.support.tournaments.events import (
    AT,
    desk,
    event,
    fresh,
    later,
    organiser,
    play,
    stage_of,
    start,
    table,
    with_bots,
)
from tests.support.tournaments.play_offs import CUT, FINAL, in_scores, play_off, snapshot, tied
from tests.support.tournaments.ties import end_with
from tournaments.errors import TablesUnfinished, WrongMoment
from tournaments.models import AuditEntry, Placement
from tournaments.selectors.desk.stage import stage_page
from tournaments.selectors.desk.standings import prize_list, standings_page
from tournaments.selectors.draws import meeting_counts, players_for_draw
from tournaments.selectors.final_ranking import (
    entrants_ranked_by_lot,
    entrants_ranked_by_play_off,
    ranked_entrants,
)
from tournaments.selectors.proof import find_discrepancies
from tournaments.selectors.public.export import result_rows, seat_rows
from tournaments.selectors.public.tournament import PublicTournament
from tournaments.selectors.qualified import qualifiers_for_stage
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.selectors.standings import standings_after
from tournaments.selectors.ties import entrants_qualified_only_by, find_ties, open_ties
from tournaments.services.draw import draws
from tournaments.services.lifecycle import lifecycle
from tournaments.services.stage import closing
from tournaments.services.stage.play_offs import cancel_play_off_table, open_play_off
from tournaments.services.stage.ties import break_ties
from tournaments.services.table.result_entry import enter_result
from tournaments.services.timetable.timetable import run_due_steps
from tournaments.templatetags.desk_texts import rounds_text

pytestmark = pytest.mark.usefixtures("on_file")


def test_those_who_are_level_sit_down_again_and_the_result_puts_them_in_order():
    tournament, order = tied(FINAL, prizes="A hat")
    row = play_off(tournament, order)
    assert (row.number, row.size, row.play_off) == (2, 4, True)
    assert table_states([row.game_id])[row.game_id].status in RUNNING
    with pytest.raises(TablesUnfinished, match="2"):
        closing.close_stage(**desk(tournament), stage_number=1)
    end_with(tournament, in_scores(order[::-1]), table_number=2)
    now = snapshot(tournament)
    assert list(ranked_entrants(now)) == order[::-1]
    assert open_ties(now, 1) == ()
    assert [tie.how for tie in find_ties(now, 1)] == ["play_off"]
    assert (entrants_ranked_by_lot(now), entrants_ranked_by_play_off(now)) == (frozenset(), set(order))
    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))


def test_the_log_names_its_players_as_every_page_does():
    tournament, order = tied(FINAL)
    tournament.entries.update(club="Bonn")
    row = play_off(tournament, order)
    cancel_play_off_table(stage_table_id=row.pk, actor=organiser(), now=AT, reason="rain")
    log = AuditEntry.objects.filter(tournament=tournament)
    names = [snapshot(tournament).entries[entry].name for entry in order]
    assert log.get(type="play_off_opened").after["players"] == names
    assert log.get(type="play_off_called_off").before["players"] == names


def test_it_is_told_at_the_table_on_the_stage_page_in_the_standings_and_among_the_prizes():
    tournament, order = tied(FINAL, prizes="A hat")
    play_off(tournament, order)
    end_with(tournament, in_scores(order[::-1]), table_number=2)
    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))
    now = snapshot(tournament)
    assert all(line.by_play_off and not line.by_lot for line in standings_page(now).lines)
    assert [(line.prize, line.by_play_off) for line in prize_list(now)] == [
        ("A hat", True),
        *[("", True)] * 3,
    ]
    page = PublicTournament(now)
    assert page.ranking is not None
    assert all(row["by_play_off"] and not row["by_lot"] for row in page.ranking)
    first, second = page.stage_with_tables(1)["tables"]
    assert (first["play_off"], second["play_off"]) == (False, True)
    assert all(seat["by_play_off"] and not seat["by_lot"] for seat in first["seats"])
    assert [seat["points"] for seat in second["seats"]] == [None] * 4
    assert sorted(seat["place"] for seat in second["seats"]) == [1, 2, 3, 4]
    assert Table.objects.get(pk=second["id"]).caption.endswith("Final, play-off at table 2")


def test_it_counts_as_no_points_no_meeting_and_no_opponent():
    tournament, order = tied(CUT, FINAL)
    before = snapshot(tournament)
    play_off(tournament, order)
    end_with(tournament, in_scores(order[::-1]), table_number=2)
    now = snapshot(tournament)

    def facts(of: TournamentSnapshot) -> dict[int, Any]:
        return {
            one.entry: (one.points, one.game_points, one.correct_bids, one.games, one.by_stage)
            for one in standings_after(of)
        }

    assert facts(now) == facts(before)
    assert [one.entry for one in standings_after(now)] == order[::-1]
    assert [one.decided_by for one in standings_after(now)] == ["play_off"] * 3 + [None]
    assert meeting_counts(now, 1) == meeting_counts(before, 1)
    assert players_for_draw(now, tuple(order), 1) == players_for_draw(before, tuple(order), 1)
    assert (
        set(qualifiers_for_stage(now, 2)) == set(order[1:]) == entrants_qualified_only_by("play_off", now, 1)
    )
    assert len(seat_rows(PublicTournament(now))) == 4
    results = result_rows(PublicTournament(now))
    assert [row["points"] for row in results if row["play_off"]] == [None] * 4
    assert sum(row["points"] for row in results if not row["play_off"]) == 105


def test_who_is_level_in_the_play_off_too_is_told_apart_by_its_lot_until_they_play_again():
    tournament, order = tied(FINAL)
    play_off(tournament, order)
    a, b, c, d = order
    end_with(tournament, {c: (50, 2), b: (50, 2), a: (50, 2), d: (20, 1)}, table_number=2)
    now = snapshot(tournament)
    assert list(ranked_entrants(now)) == [c, b, a, d]
    (left,) = open_ties(now, 1)
    assert (left.entries, left.places, left.title) == ((c, b, a), 1, True)
    assert (entrants_ranked_by_lot(now), entrants_ranked_by_play_off(now)) == ({a, b, c}, {a, d})
    play_off(tournament, list(left.entries))
    end_with(tournament, in_scores([a, b, c]), table_number=3)
    now = snapshot(tournament)
    assert list(ranked_entrants(now)) == [a, b, c, d]
    assert (open_ties(now, 1), entrants_ranked_by_lot(now)) == ((), frozenset())


def test_who_is_level_in_the_play_off_too_can_be_put_in_order_by_hand():
    tournament, order = tied(FINAL)
    play_off(tournament, order)
    a, b, c, d = order
    end_with(tournament, {c: (50, 2), b: (50, 2), a: (40, 2), d: (20, 1)}, table_number=2)
    break_ties(**desk(tournament), stage_number=1, order=[b, c], how="lot", reason="coins")
    assert list(ranked_entrants(snapshot(tournament))) == [b, c, a, d]
    assert [tie.how for tie in find_ties(snapshot(tournament), 1)] == ["lot"]


def test_the_organiser_chooses_a_shorter_game():
    tournament, order = tied(FINAL)
    row = play_off(tournament, order, rounds=1)
    assert [plan["cards"] for plan in row.rounds] == [2]
    play(tournament, 1)
    assert table_states([row.game_id])[row.game_id].rounds == 1
    rows = [{"seat": seat, "score": 40, "correct_bids": 2} for seat in range(4)]
    with pytest.raises(WrongMoment, match="2 bids met"):
        enter_result(stage_table_id=row.pk, rows=rows, actor=organiser(), now=AT, reason="two rounds")


def test_a_closed_stage_is_open_again_and_the_next_is_not_drawn():
    tournament, order = tied(CUT, FINAL)
    closing.close_stage(**desk(tournament), stage_number=1)
    play_off(tournament, order)
    assert stage_of(tournament).closed_at is None
    with pytest.raises(WrongMoment, match="Close the previous stage"):
        draws.draw_stage(**desk(tournament), stage_number=2)
    end_with(tournament, in_scores(order[::-1]), table_number=2)
    closing.close_stage(**desk(tournament), stage_number=1)
    draws.draw_stage(**desk(tournament), stage_number=2)
    seat = set(
        Placement.objects.filter(stage=stage_of(tournament, 2), bot=False).values_list("entry", flat=True)
    )
    assert seat == set(order[1:])
    with pytest.raises(WrongMoment, match="already been drawn"):
        play_off(tournament, order)


def test_by_its_timetable_the_next_stage_is_drawn_when_the_play_off_is_over():
    tournament, order = tied(CUT, FINAL, protest_seconds=180, automatic=True)
    run_due_steps(tournament.pk, now=later(1))
    assert stage_of(tournament).closed_at == later(1)
    open_play_off(tournament_id=tournament.pk, actor=organiser(), now=later(2), stage_number=1, entries=order)
    assert fresh(tournament).automatic
    for minute in range(3, 10):
        run_due_steps(tournament.pk, now=later(minute))
    assert (stage_of(tournament).closed_at, stage_of(tournament, 2).drawn_at) == (None, None)
    end_with(tournament, in_scores(order[::-1]), table_number=2)
    run_due_steps(tournament.pk, now=later(10))
    assert (stage_of(tournament).closed_at, stage_of(tournament, 2).drawn_at) == (later(10), None)
    run_due_steps(tournament.pk, now=later(13))
    assert stage_of(tournament, 2).drawn_at == later(13)
    assert set(qualifiers_for_stage(snapshot(tournament), 2)) == set(order[1:])


def test_the_desk_offers_a_table_until_one_is_open():
    tournament, order = tied(FINAL)
    page = stage_page(snapshot(tournament), 1, AT)
    assert page is not None
    (line,) = page.ties
    assert line.offer is not None
    assert (line.offer.size, line.offer.fillers) == (4, 0)
    assert [len(game) for game in line.offer.games] == [2, 1]
    assert [rounds_text(game) for game in line.offer.games] == ["2 rounds: 1, 2 cards", "1 round: 2 cards"]
    play_off(tournament, order)
    page = stage_page(snapshot(tournament), 1, AT)
    assert page is not None
    assert (page.ties[0].playing, page.act) == (2, "play")
    assert [one.row.number for one in page.play_offs] == [2]
    assert [one.row.number for one in page.tables] == [1]


def test_what_was_played_off_is_proved_and_what_no_act_opened_is_found():
    tournament = with_bots(event(FINAL), 4)
    start(tournament, 1)
    play(tournament, 1)
    row = table(tournament)
    rows = [{"seat": seat, "score": 20, "correct_bids": 1} for seat in range(3)]
    rows.append({"seat": 3, "score": 0, "correct_bids": 1})
    enter_result(stage_table_id=row.pk, rows=rows, actor=organiser(), now=AT, reason="misread")
    (tie,) = open_ties(snapshot(tournament), 1)
    assert len(tie.entries) == 3
    play_off(tournament, list(tie.entries))
    play(tournament, 1)
    closing.close_stage(**desk(tournament), stage_number=1)
    lifecycle.finish_tournament(**desk(tournament))
    assert find_discrepancies(fresh(tournament)) == []
    seats = Placement.objects.filter(stage=stage_of(tournament))
    seat = seats.filter(play_off=True).first()
    other = seats.filter(play_off=False).exclude(entry__in=tie.entries).first()
    assert seat is not None
    assert other is not None
    Placement.objects.filter(pk=seat.pk).update(entry=other.entry)
    assert any("others sit there" in fault for fault in find_discrepancies(fresh(tournament)))
