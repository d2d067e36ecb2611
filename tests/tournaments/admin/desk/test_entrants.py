"""Check-in at the desk: the list, who is added, who leaves, penalties, pairs."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import AT, event, play
from tests.support.tournaments.pages.desks import Organiser, buttons, fields_on, organising
from tournaments.models import AuditEntry, Entry, ForbiddenPair, Penalty
from tournaments.selectors.desk.standings import standings_page
from tournaments.selectors.snapshot.read import read_snapshot


@pytest.fixture
def ada(olga) -> Entry:
    """An entrant with an account."""
    person("ada")
    assert "ada has been entered." in olga.press("add_player", username="ada", nation="de")
    return Entry.objects.get(tournament=olga.tournament, name="ada")


def now_of(entry: Entry) -> str:
    """An entrant's status now."""
    return Entry.objects.get(pk=entry.pk).status


def test_somebody_is_checked_in_and_out_and_stands_by(olga, ada):
    assert olga.press("check_in_entrant", entry=ada.pk) == "ada is checked in."
    assert now_of(ada) == "checked_in"
    assert "no longer" in olga.press("undo_check_in", entry=ada.pk)
    assert now_of(ada) == "entered"
    assert "on the waiting list" in olga.press("stand_by", entry=ada.pk)
    assert now_of(ada) == "stand_by"


def test_leaving_is_asked_twice_and_written_down(olga, ada):
    assert "Tick the box" in olga.press("withdraw", ada.pk)
    assert now_of(ada) == "entered"
    assert "withdrawn" in olga.sure("withdraw", ada.pk, reason="ill")
    assert now_of(ada) == "withdrawn"
    entry = AuditEntry.objects.get(tournament=olga.tournament, type="withdrawn")
    assert (entry.before["status"], entry.after["status"], entry.reason) == ("entered", "withdrawn", "ill")


def test_disqualifying_needs_a_reason(olga, ada):
    assert "reason" in olga.sure("disqualify", ada.pk)
    assert now_of(ada) == "entered"
    assert "disqualified" in olga.sure("disqualify", ada.pk, reason="looked into hands")
    assert "disqualified" in olga.press("check_in_entrant", entry=ada.pk)
    assert now_of(ada) == "disqualified"


def test_what_was_written_wrongly_is_put_right(olga, ada):
    olga.press("add_bots", count=1, level="apprentice")
    assert "corrected" in olga.press("correct", ada.pk, name="Ada L.", nation="gb", title_holder="on")
    now = Entry.objects.get(pk=ada.pk)
    assert (now.name, now.nation, now.title_holder) == ("Ada L.", "GB", True)
    entry = AuditEntry.objects.get(tournament=olga.tournament, type="entry_corrected")
    assert (entry.before["name"], entry.after["name"]) == ("ada", "Ada L.")
    assert "nation" in olga.press("correct", ada.pk, name="Ada", nation="1x").lower()
    assert Entry.objects.get(pk=ada.pk).name == "Ada L."


def test_all_are_checked_in_at_once(olga, ada):
    assert olga.sure("check_in_all") == "Checked in: 1."
    assert now_of(ada) == "checked_in"


@pytest.mark.parametrize(
    ("asked", "found"), [("ada", True), ("DE", True), ("1", True), ("bob", False), ("%", False), ("\0", True)]
)
def test_the_list_is_searched(olga, ada, asked, found):
    assert ("More about ada" in olga.page("check_in", q=asked)) == found


def test_the_list_is_filtered_by_status(olga, ada):
    assert "More about ada" in olga.page("check_in", status="entered")
    assert "More about ada" not in olga.page("check_in", status="checked_in")


def test_an_entrants_page_tells_all(olga, ada):
    page = olga.page("entrant", ada.pk)
    assert "Start number" in page
    assert olga.address("penalty", ada.pk) in buttons(page)
    olga.page("entrant", ada.pk + 1000, expect=404)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"username": "nobody-here"}, "There is no account called"),
        ({"name": "only a name"}, "needs an account"),
        ({"username": "ada", "nation": "12"}, "“12” is not a nation"),
        ({"username": "ada"}, "already entered"),
        ({}, "account"),
    ],
)
def test_a_player_who_cannot_be_added(olga, ada, fields, said):
    assert said in olga.press("add_player", **fields)
    assert Entry.objects.filter(tournament=olga.tournament).count() == 1


@pytest.mark.parametrize(
    "fields", [{"count": 0}, {"count": 501}, {"count": "x"}, {"count": 2, "level": "god"}, {"count": ""}]
)
def test_bots_that_cannot_be_added(olga, fields):
    olga.press("add_bots", **{"level": "apprentice", **fields})
    assert not Entry.objects.filter(tournament=olga.tournament).exists()
    assert olga.said


def test_a_penalty_is_given_and_counts(olga):
    olga.press("add_bots", count=4, level="apprentice")
    olga.sure("close_check_in")
    for name in ("draw", "release", "start"):
        olga.press(name, 1)
    play(olga.tournament, 1)
    bot = olga.tournament.entries.first()
    assert "reason" in olga.press("penalty", bot.pk, points=10, stage=1)
    assert not Penalty.objects.filter(entry=bot).exists()
    assert "-10 points" in olga.press("penalty", bot.pk, points=10, stage=1, reason="late")
    assert "-10</td>" in olga.page("standings")
    assert "late" in olga.page("entrant", bot.pk)
    assert AuditEntry.objects.get(tournament=olga.tournament, type="penalised").reason == "late"


def test_a_penalty_is_shown_in_its_stage_before_there_is_a_result(olga):
    olga.press("add_bots", count=4, level="apprentice")
    olga.sure("close_check_in")
    for name in ("draw", "release", "start"):
        olga.press(name, 1)
    bot = olga.tournament.entries.first()
    olga.press("penalty", bot.pk, points=10, stage=1, reason="late")
    lines = standings_page(read_snapshot(olga.tournament)).lines
    assert {line.entry.pk: line.cells for line in lines}[bot.pk] == ["-10"]
    assert sum(line.cells == [""] for line in lines) == 3


def form_on(page: str, button: str) -> dict[str, str]:
    """The fields of the form that posts to a button's address."""
    return fields_on(page.partition(f'action="{button}"')[2].partition("</form>")[0])


def test_a_penalty_that_arrives_twice_counts_once(olga, ada):
    form = form_on(olga.page("entrant", ada.pk), olga.address("penalty", ada.pk))
    assert "-10 points" in olga.press("penalty", ada.pk, **form | {"reason": "late"})
    assert "arrived twice" in olga.press("penalty", ada.pk, **form | {"reason": "late"})
    form = form_on(olga.page("entrant", ada.pk), olga.address("penalty", ada.pk))
    assert "-10 points" in olga.press("penalty", ada.pk, **form | {"reason": "late again"})
    assert ada.penalties.count() == 2


def test_bots_that_arrive_twice_are_added_once(olga):
    form = form_on(olga.page("add"), olga.address("add_bots")) | {"level": "apprentice"}
    assert "4 bots added" in olga.press("add_bots", **form)
    assert "arrived twice" in olga.press("add_bots", **form)
    assert olga.tournament.entries.count() == 4


def test_a_player_who_arrives_twice_is_added_once(on_file):
    tournament = event(online=False)
    olga = Organiser(organising("olga", tournament), tournament)
    form = form_on(olga.page("add"), olga.address("add_player"))
    assert "Eva has been entered" in olga.press("add_player", **form | {"name": "Eva"})
    assert "arrived twice" in olga.press("add_player", **form | {"name": "eva "})
    # Somebody else is added at the next desk meanwhile, and Eva has a namesake.
    assert "Finn has been entered" in olga.press("add_player", **form | {"name": "Finn"})
    form = form_on(olga.page("add"), olga.address("add_player"))
    assert "Eva" in olga.press("add_player", **form | {"name": "Eva", "club": "Bonn"})
    assert tournament.entries.count() == 3


def test_pairs_are_kept_apart_and_let_go(olga):
    olga.press("add_bots", count=2, level="apprentice")
    one, other = olga.tournament.entries.all()
    assert "Choose two" in olga.press("forbid", one=one.pk, other=one.pk)
    assert "kept apart" in olga.press("forbid", one=one.pk, other=other.pk)
    assert "already" in olga.press("forbid", one=other.pk, other=one.pk)
    pair = ForbiddenPair.objects.get(tournament=olga.tournament)
    assert f"{one.name} and {other.name}" in olga.page("pairs")
    olga.press("allow", pair.pk)
    assert not ForbiddenPair.objects.filter(tournament=olga.tournament).exists()
    acts = AuditEntry.objects.filter(tournament=olga.tournament, type__startswith="pair")
    assert [act.type for act in acts] == ["pair_forbidden", "pair_allowed"]


@pytest.mark.parametrize("number", [2**80, "1" * 5000])
def test_numbers_beyond_any_row_are_refused(olga, ada, number):
    for button, fields in (
        ("forbid", {"one": ada.pk, "other": number}),
        ("give_seat", {"placement": ada.pk, "who": number}),
        ("check_in_entrant", {"entry": number}),
    ):
        said = olga.press(button, **fields)
        assert "Ensure this value" in said or "Enter a" in said


def test_names_are_shown_as_text(olga):
    olga.tournament.entries.create(start_number=1, name="<script>x</script>", entered_at=AT)
    assert "<script>x" not in olga.page("check_in")
