"""Players of the same name on public pages, in the hall and in files."""

import csv
import io

import pytest

from tests.support.tournaments.entrants.namesakes import (
    BONN,
    TRIER,
    begin,
    both_in,
    enter_sheet,
    with_namesakes,
)
from tests.support.tournaments.pages.visitors import browse, get
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("on_file")


def test_the_public_pages_the_hall_and_all_files_tell_them_apart():
    tournament = with_namesakes()
    Tournament.objects.filter(pk=tournament.pk).update(visibility="public")
    begin(tournament)
    enter_sheet(tournament)
    page = f"/tournaments/{tournament.slug}"
    assert both_in(" ".join(browse(None).get(page).content.decode().split()))
    hall = browse(None).get(f"{page}/hall.json").json()
    assert {BONN, TRIER} <= {row[1] for row in hall["standings"]}
    assert {BONN, TRIER} <= {row[0] for row in hall["seats"]}
    assert {BONN, TRIER} <= {row["name"] for row in get(None, f"{tournament.slug}/standings")["standings"]}
    for what in ("seats", "standings", "results"):
        text = browse(None).get(f"{page}/export/{what}.csv").content.decode("utf-8-sig")
        assert {BONN, TRIER} <= {row["name"] for row in csv.DictReader(io.StringIO(text))}
