"""An organiser's whole day, through the admin's own pages alone, with whole games at all tables."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.support.games.people import person
from tests.support.tournaments.driving import play_out
from tests.support.tournaments.events import fresh, quick_mix, stage_of
from tests.support.tournaments.pages.desks import Organiser, buttons, staff
from tournaments.models import AuditEntry, Tournament
from tournaments.models.choices import Status

NATIONS = ("AT", "BE", "CH", "CZ", "DE", "FR", "HU", "IT", "NL", "US")
"""Two of each take part, and a title holder of Germany on top of theirs."""


def created(preset: str, slug: str) -> Organiser:
    """Somebody who has just made a tournament from a preset."""
    olga = Organiser(staff("olga", is_superuser=True))
    address = reverse("admin:tournaments_tournament_add")
    sent = {"pattern": preset, "name": slug.title(), "slug": slug, "starts_at_0": "", "starts_at_1": ""}
    settings = olga.client.post(address, sent, follow=True).content.decode()
    assert "has been made from the preset" in settings
    olga.tournament = Tournament.objects.get(slug=slug)
    return olga


def sizes(olga: Organiser, stage_number: int) -> list[int]:
    """How many sit at each table of a stage."""
    stage = stage_of(olga.tournament, stage_number)
    seat = stage.placements.filter(entry__isnull=False)
    assert seat.values("entry").distinct().count() == seat.count() == stage.placements.count()
    return sorted((table.placements.count() for table in stage.tables.all()), reverse=True)


def play_stage(olga: Organiser, stage_number: int, expected: list[int]) -> None:
    """A stage from its draw to its close, by the buttons that the first page and its own page offer."""
    for name in ("draw", "release", "start"):
        address = olga.address(name, stage_number)
        assert address in buttons(olga.page("overview"))
        assert address in buttons(olga.page("stage", stage_number))
        olga.press(name, stage_number)
    assert sizes(olga, stage_number) == expected
    count = len(expected)
    tables = "1 table" if count == 1 else f"{count} tables"
    assert f"{tables} · {count} playing" in olga.page("live", stage_number)
    assert "no result yet" in olga.press("close_stage", stage_number)
    play_out(olga.tournament, stage_number, seed=stage_number)
    assert f"{tables} · {count} finished" in olga.page("live", stage_number)
    assert "is closed" in olga.sure("close_stage", stage_number)


def finished(olga: Organiser) -> None:
    """The last button, the prize list, the log, and the proof from the tables' own logs."""
    assert "the result is final" in olga.sure("finish")
    assert fresh(olga.tournament).status == Status.FINISHED
    ranking = AuditEntry.objects.get(tournament=olga.tournament, type="finished").after["ranking"]
    assert len(ranking) == olga.tournament.entries.filter(status="checked_in").count()
    final = olga.tournament.stages.get(kind="final")
    assert {entry for entry, _ in ranking[:4]} == set(final.placements.values_list("entry", flat=True))
    assert f'<td class="n">1</td> <th scope="row"> {ranking[0][1]} ' in olga.page("prizes")
    assert ranking[0][1] in olga.page("standings")
    said = StringIO()
    call_command("recompute", olga.tournament.slug, stdout=said)
    assert said.getvalue() == f"{olga.tournament.slug}: proved\n"


def world_championship(slug: str, nations: tuple[str, ...], tables: list[int]) -> None:
    """The day of two people from each nation and of the champion."""
    olga = created("world", slug)
    assert "changed" in olga.press("change_prizes", prizes="A golden hat\nA silver hat")
    pairs = [f"{nation.lower()}{n}" for n in (1, 2) for nation in nations]
    for name in (*pairs, "champion", "de3"):
        person(name)
    lines = [*(f"{name},{name[:2]}," for name in pairs), "champion,DE,yes", "de3,DE,"]
    text = "\n".join(["username,nation,title_holder", *lines])
    assert olga.import_list(text) == f"{len(lines)} entered, 0 changed, 0 unchanged."
    assert olga.press("open_check_in") == "Check-in is open."
    for entry in olga.tournament.entries.filter(status="entered"):
        assert olga.press("check_in_entrant", entry=entry.pk) == f"{entry.name} is checked in."
    # The third of a nation without a title waits in vain.
    assert "More about de3" in olga.page("check_in", status="stand_by")
    assert "closed" in olga.sure("close_check_in")

    for stage_number in (1, 2, 3, 4):
        play_stage(olga, stage_number, tables)
    assert "Through to Final: 4" in olga.page("stage", 4)
    play_stage(olga, 5, [4])
    finished(olga)
    assert "A golden hat" in olga.page("prizes")


def test_a_world_championship_of_13(on_file):
    world_championship("world-13", NATIONS[:6], [5, 4, 4])


@pytest.mark.long
def test_a_world_championship_of_21(on_file):
    world_championship("world-21", NATIONS, [5, 4, 4, 4, 4])


def german_championship(olga: Organiser, bots: int, tables: list[int], best: int) -> None:
    """The day of so many bots; the best are a power of four, and meet at knock-out tables."""
    assert olga.press("add_bots", count=bots, level="journeyman") == f"{bots} bots added and checked in."
    assert "closed" in olga.sure("close_check_in")
    for stage_number in (1, 2, 3, 4, 5):
        play_stage(olga, stage_number, tables)
        assert stage_of(olga.tournament, stage_number).draw_report["repeats"] == 0
    assert f"Through to Stage 6, knock-out: {best}" in olga.page("stage", 5)
    play_stage(olga, 6, [4] * (best // 4))
    assert f"Through to Stage 7, knock-out: {best // 4}" in olga.page("stage", 6)
    play_stage(olga, 7, [4] * (best // 16))
    assert "Through to Final: 4" in olga.page("stage", 7)
    play_stage(olga, 8, [4])
    finished(olga)


def test_a_german_championship_of_28_with_games_of_two_rounds(on_file):
    # Of far fewer, not every draw finds five stages in which nobody meets anybody again.
    olga = created("german_2018", "german-28")
    olga.tournament.stages.update(mix=quick_mix(1, 2))
    assert "16" in olga.press("cut", 5, qualify="best", count="16")
    german_championship(olga, 28, [4] * 7, 16)


@pytest.mark.long
def test_a_german_championship_of_219(on_file):
    german_championship(created("german_2018", "german-219"), 219, [5] * 3 + [4] * 51, 64)
