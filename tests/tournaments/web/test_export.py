"""Seats, standings and results as files: what the pages show, harmless for spreadsheets."""

import csv
import io

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import AT, desk, event, play, start, table, with_bots, with_people
from tests.support.tournaments.pages.visitors import browse
from tournaments.services.draw import draws
from tournaments.services.stage.penalties import penalise_entrant
from tournaments.services.table.result_entry import enter_result
from tournaments.web.spreadsheet import csv_bytes

pytestmark = pytest.mark.usefixtures("on_file")


def file(tournament, what, name=None):
    return browse(name).get(f"/tournaments/{tournament.slug}/export/{what}")


def rows(tournament, what):
    """The lines of a CSV file."""
    answer = file(tournament, f"{what}.csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf") or not answer.content
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_both_kinds_tell_the_same():
    tournament = with_bots(event({}), 9)
    start(tournament, 1)
    play(tournament, 1)
    assert len(rows(tournament, "seats")) == 9
    for what in ("seats", "standings", "results"):
        told = file(tournament, f"{what}.json").json()
        assert [row["name"] for row in rows(tournament, what)] == [row["name"] for row in told]
    standings = rows(tournament, "standings")
    assert [row["place"] for row in standings] == [str(place) for place in range(1, 10)]
    assert {row["points"] == row["stage_1"] for row in standings} == {True}
    assert {row["penalty"] for row in standings} == {"0.0"}
    results = rows(tournament, "results")
    assert sum(float(row["points"]) for row in results) == pytest.approx(215, abs=0.05)


def test_stages_less_the_penalty_are_the_points():
    tournament = with_bots(event({}), 8)
    start(tournament, 1)
    play(tournament, 1)
    first = tournament.entries.order_by("start_number").first()
    given = {"actor": person("olga"), "now": AT, "reason": "late"}
    penalise_entrant(entry_id=first.pk, points=7, stage=1, **given)
    standings = rows(tournament, "standings")
    assert {row["start_number"]: row["penalty"] for row in standings}["1"] == "7.0"
    for row in standings:
        assert float(row["stage_1"]) - float(row["penalty"]) == pytest.approx(float(row["points"]))


def test_nothing_of_a_sketch_is_in_a_file():
    tournament = with_bots(event({}), 8)
    draws.draw_stage(**desk(tournament), stage_number=1)
    for what in ("seats", "results"):
        assert file(tournament, f"{what}.csv").content in (b"", b"\xef\xbb\xbf")
        assert file(tournament, f"{what}.json", "olga").json() == []


def test_other_files_are_not_there():
    tournament = event()
    for what in ("hands.csv", "seats.xlsx", "seats"):
        assert file(tournament, what).status_code == 404


def test_names_that_a_spreadsheet_would_run_are_made_harmless():
    tournament = event({}, online=False)
    found = with_people(tournament, ("alice", "bob", "dora"))
    names = ("=1+1", "@SUM(A1)", 'Ångström, "Øl"')
    for entry, name in zip(found, names, strict=True):
        tournament.entries.filter(pk=entry.pk).update(name=name)
    start(tournament, 1)
    scores = [{"seat": seat, "score": -20, "correct_bids": 0} for seat in range(3)]
    enter_result(
        stage_table_id=table(tournament).pk, rows=scores, actor=person("olga"), now=AT, reason="paper"
    )
    assert {row["name"] for row in rows(tournament, "standings")} == {"'=1+1", "'@SUM(A1)", names[2]}
    assert {row["score"] for row in rows(tournament, "results")} == {"-20"}
    assert {row["name"] for row in file(tournament, "results.json").json()} == set(names)


@pytest.mark.parametrize("text", ["=a", "+a", "-a", "@a", "\ta", "\ra", "\na"])
def test_no_cell_begins_as_a_formula(text):
    (row,) = csv.DictReader(io.StringIO(csv_bytes([{"name": text}]).decode("utf-8-sig"), newline=""))
    assert row["name"] == f"'{text}"
