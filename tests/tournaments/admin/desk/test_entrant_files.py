"""Lists of entrants at the desk: uploaded, previewed, confirmed, downloaded."""

from io import BytesIO

import pytest
from django.test import Client

from tests.support.games.people import person
from tests.support.tournaments.events import desk, event
from tests.support.tournaments.pages.desks import Organiser, fields_on, organising
from tournaments.models import AuditEntry, Entry
from tournaments.services.entry import entries


@pytest.fixture
def hans(db) -> Organiser:
    """A helper at a tournament with real cards."""
    tournament = event(online=False)
    return Organiser(organising("hans", tournament, "helper"), tournament)


def upload(who: Organiser, data: bytes) -> str:
    """The page that comes after a file was chosen."""
    file = BytesIO(data)
    file.name = "players.csv"
    who.press("import_csv", file=file)
    return who.shown


def confirm(who: Organiser, page: str) -> str:
    """Press the preview's button."""
    return who.press("merge_csv", seen=fields_on(page)["seen"])


def names(who: Organiser) -> set[str]:
    return set(who.tournament.entries.values_list("name", flat=True))


def test_a_pasted_list_is_previewed_and_confirmed(hans):
    hans.press("import_csv", text="name,nation\nada,DE\nbob,AT\n")
    assert "<b>2 new</b>" in hans.shown
    assert "Enter 2" in hans.shown
    assert not names(hans)
    assert confirm(hans, hans.shown) == "2 entered, 0 changed, 0 unchanged."
    assert names(hans) == {"ada", "bob"}


def test_the_preview_shows_each_change_and_each_line_that_is_left_out(hans):
    entries.enter_player(**desk(hans.tournament), name="Ada", nation="DE")
    page = upload(hans, "Name;Club;Nation\nAda;Münster;AT\nBob;;nowhere\n".encode("cp1252"))
    assert "Read as Windows-1252" in page
    assert "club: – → <b>Münster</b>" in page
    assert "nation: DE → <b>AT</b>" in page
    assert "<b>Line 3:</b> “nowhere” is not a nation we know" in page
    assert confirm(hans, page) == "0 entered, 1 changed, 0 unchanged, 1 left out."
    ada = Entry.objects.get(tournament=hans.tournament)
    assert (ada.club, ada.nation) == ("Münster", "AT")
    assert AuditEntry.objects.get(tournament=hans.tournament, type="entry_corrected").by_name == "hans"


def test_lines_that_are_left_out_are_explained_in_the_organisers_language(db):
    tournament = event(online=False)
    user = organising("hans", tournament, "helper")
    user.preferences = {"language": "de"}
    user.save()
    hans = Organiser(user, tournament)
    hans.press("import_csv", text="name,nation\n,DE\nbob,AT\n")
    assert "der Name fehlt" in hans.shown


def test_a_preview_that_is_overtaken_is_shown_anew(hans):
    page = upload(hans, b"name\nAda\nBob\n")
    entries.enter_player(**desk(hans.tournament), name="Ada")
    assert "entrants have changed since you looked" in confirm(hans, page)
    assert "<b>1 new</b>" in hans.shown
    assert names(hans) == {"Ada"}
    assert "1 entered" in confirm(hans, hans.shown)


def test_a_list_is_discarded(hans):
    page = upload(hans, b"name\nAda\n")
    assert hans.press("discard_csv") == "Nothing has been imported."
    assert "upload it again" in confirm(hans, page)
    assert not names(hans)


def test_a_list_without_anything_new_has_nothing_to_confirm(hans):
    entries.enter_player(**desk(hans.tournament), name="Ada")
    page = upload(hans, b"name\nAda\n")
    assert "<b>1 unchanged</b>" in page
    assert hans.address("merge_csv") not in page


def test_names_in_a_preview_are_shown_as_text(hans):
    assert "<script>x" not in upload(hans, b"name,nation\n<script>x</script>,\n<script>x,<script>x\n")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"name,Who\nAda,x\n", "Not recognised: “Who”."),
        (b"Ada Byron,DE\nBob,AT\n", "Not recognised: “Ada Byron”, “DE”."),
        (b"name,Birth year,birth_year\nAda,1,2\n", "Named more than once: “birth_year”."),
        (b"club\nBonn\n", "At least one of id, name and username is needed."),
        (b"".join(b"c%d" % n + b"x" * 50 + b"," for n in range(9)), "“c4" + "x" * 37 + "…” …."),
        (b"\n", "The first line must name the columns"),
        (b"", "The submitted file is empty."),
        (b"PK\x03\x04\0", "Save the spreadsheet as CSV first"),
        (b"name\n" + b"x" * 1_000_000, "The file is larger than 1000 kB."),
    ],
)
def test_what_is_no_list_is_refused_at_once(hans, data, said):
    upload(hans, data)
    assert said in hans.said[0]
    assert len(hans.said) == 1
    assert "Choose a file" not in hans.said[0]


def test_no_list_at_all(hans):
    assert "Choose a file" in hans.press("import_csv")


def test_a_pasted_list_that_is_too_long_is_told_of_the_file(hans):
    text = "name\n" + "".join(f"player-{n}\n" for n in range(6000))
    # Whether a form is genuine is asked first, and reads it before any view does.
    client = Client(enforce_csrf_checks=True)
    client.force_login(hans.user)
    client.get(hans.address("add"))
    fields = {"text": text, "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    answer = client.post(hans.address("import_csv"), fields)
    assert answer.status_code == 413
    assert "larger than the 64 KiB that a form accepts" in answer.content.decode()
    assert "save it as a CSV file" in answer.content.decode()
    assert not names(hans)


def test_the_download_comes_back_unchanged(hans):
    for club in ("Bonn", "Trier"):
        entries.enter_player(**desk(hans.tournament), name="Tom Müller", club=club)
    answer = hans.client.get(hans.address("export_entrants"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert "entrants.csv" in answer["Content-Disposition"]
    page = upload(hans, answer.content)
    assert "<b>0 new</b>, <b>0 changed</b>, <b>2 unchanged</b>." in page


def test_viewers_download_what_they_see_and_strangers_nothing(hans):
    entries.enter_player(**desk(hans.tournament), name="Ada", username=person("ada").username)
    vera = Organiser(organising("vera", hans.tournament, "viewer"), hans.tournament)
    assert "Ada,ada" in vera.client.get(vera.address("export_entrants")).content.decode()
    vera.page("import_preview", expect=404)
    stranger = Organiser(organising("sven", event()), hans.tournament)
    assert stranger.client.get(stranger.address("export_entrants")).status_code == 404
