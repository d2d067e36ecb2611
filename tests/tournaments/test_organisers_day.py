"""An organiser's whole day, through the admin's own pages alone, with whole games at all tables."""

from io import StringIO

from django.core.management import call_command
from django.urls import reverse

from tests.games.people import person
from tests.tournaments.admin.desks import Organiser, buttons, staff
from tests.tournaments.driving import play_out
from tournaments.models import AuditEntry, Stage, Tournament
from tournaments.models.choices import Status

# Two of each nation, and a title holder on top of theirs.
NATIONS = ("AT", "BE", "CH", "CZ", "DE", "FR", "HU", "IT", "NL", "US")


def created(preset: str, slug: str) -> Organiser:
    """Somebody who has just made a tournament from a preset."""
    olga = Organiser(staff("olga", is_superuser=True))
    address = reverse("admin:tournaments_tournament_add")
    sent = {"pattern": preset, "name": slug.title(), "slug": slug, "starts_at_0": "", "starts_at_1": ""}
    settings = olga.client.post(address, sent, follow=True).content.decode()
    assert "is made from the preset" in settings
    olga.tournament = Tournament.objects.get(slug=slug)
    return olga


def status(olga: Organiser) -> str:
    """Where the tournament is."""
    return Tournament.objects.get(pk=olga.tournament.pk).status


def sizes(olga: Organiser, number: int) -> list[int]:
    """How many sit at each table of a stage."""
    stage = Stage.objects.get(tournament=olga.tournament, number=number)
    seated = stage.placements.filter(entry__isnull=False)
    assert seated.values("entry").distinct().count() == seated.count() == stage.placements.count()
    return sorted((table.placements.count() for table in stage.tables.all()), reverse=True)


def play_stage(olga: Organiser, number: int, expected: list[int]) -> None:
    """A stage from its draw to its close, by the buttons that the first page and its own page offer."""
    for name in ("draw", "release", "start"):
        address = olga.address(name, number)
        assert address in buttons(olga.page("overview"))
        assert address in buttons(olga.page("stage", number))
        olga.press(name, number)
    assert sizes(olga, number) == expected
    assert f"{len(expected)} tables · {len(expected)} playing" in olga.page("live", number)
    assert "no result yet" in olga.press("close_stage", number)
    play_out(olga.tournament, number, seed=number)
    assert f"{len(expected)} tables · {len(expected)} finished" in olga.page("live", number)
    assert "is closed" in olga.press("close_stage", number)


def finished(olga: Organiser) -> None:
    """The last button, the prize list, the log, and the proof from the tables' own logs."""
    assert "the result stands" in olga.sure("finish")
    assert status(olga) == Status.FINISHED
    ranking = AuditEntry.objects.get(tournament=olga.tournament, type="finished").after["ranking"]
    assert len(ranking) == olga.tournament.entries.filter(status="checked_in").count()
    final = olga.tournament.stages.get(kind="final")
    assert {entry for entry, _ in ranking[:4]} == set(final.placements.values_list("entry", flat=True))
    assert f'<td class="n">1</td><th scope="row">{ranking[0][1]}' in olga.page("prizes")
    assert ranking[0][1] in olga.page("standings")
    said = StringIO()
    call_command("recompute", olga.tournament.slug, stdout=said)
    assert said.getvalue() == f"{olga.tournament.slug}: proved\n"


def test_a_world_championship_of_21(on_file):
    olga = created("world", "world-day")
    assert "changed" in olga.press("change_prizes", prizes="A golden hat\nA silver hat")
    people = [f"{nation.lower()}{n}" for n in (1, 2) for nation in NATIONS] + ["champion", "de3"]
    for name in people:
        person(name)
    lines = [f"{name},{name[:2]}," for name in people[:20]] + ["champion,DE,yes", "de3,DE,"]
    text = "\n".join(["username,nation,title_holder", *lines])
    assert olga.press("import_csv", text=text) == "22 entered."
    assert olga.press("open_check_in") == "Check-in is open."
    for entry in olga.tournament.entries.filter(status="entered"):
        assert olga.press("check_in_entrant", entry=entry.pk) == f"{entry.name} is checked in."
    # The third of a nation without a title waits in vain.
    assert "More about de3" in olga.page("check_in", status="stand_by")
    assert "closed" in olga.sure("close_check_in")

    for number in (1, 2, 3, 4):
        play_stage(olga, number, [5, 4, 4, 4, 4])
    assert "Through to Final: 4" in olga.page("stage", 4)
    play_stage(olga, 5, [4])
    finished(olga)
    assert "A golden hat" in olga.page("prizes")


def test_a_german_championship_of_219(on_file):
    olga = created("german_2018", "german-day")
    assert olga.press("add_bots", count=219, level="journeyman") == "219 bots are checked in."
    assert "closed" in olga.sure("close_check_in")
    for number in (1, 2, 3, 4, 5):
        play_stage(olga, number, [5] * 3 + [4] * 51)
        report = Stage.objects.get(tournament=olga.tournament, number=number).draw_report
        assert report["repeats"] == 0
    assert "Through to Stage 6, knock-out: 64" in olga.page("stage", 5)
    play_stage(olga, 6, [4] * 16)
    assert "Through to Stage 7, knock-out: 16" in olga.page("stage", 6)
    play_stage(olga, 7, [4] * 4)
    assert "Through to Final: 4" in olga.page("stage", 7)
    play_stage(olga, 8, [4])
    finished(olga)
