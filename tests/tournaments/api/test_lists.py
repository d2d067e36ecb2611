"""GET tournaments: public ones and one's own; drafts for organisers alone, unlisted ones by address."""

import pytest

from tests.support.games.people import person
from tests.support.tournaments.events import AT, event, quick_mix
from tests.support.tournaments.pages.visitors import call, get
from tournaments.models import Tournament
from tournaments.services.entry import own_entry

pytestmark = pytest.mark.usefixtures("backend")


def slugs(name, **query):
    return [row["slug"] for row in get(name, "", **query)["results"]]


def test_strangers_find_public_ones_alone():
    seen, _, _ = event(), event(visibility="unlisted"), event(visibility="draft")
    assert slugs(None) == [seen.slug]


def test_own_ones_are_listed_however_hidden_they_are_but_drafts_to_organisers_alone():
    hidden, draft, other = event(visibility="unlisted"), event(), event()
    for entered in (hidden, draft):
        own_entry.enter_tournament(tournament_id=entered.pk, user=person("alice"), now=AT)
    Tournament.objects.filter(pk=draft.pk).update(visibility="draft")
    assert set(slugs("alice")) == {hidden.slug, other.slug}
    assert slugs("alice", mine=1) == [hidden.slug]
    assert set(slugs("olga", mine=1)) == {hidden.slug, draft.slug, other.slug}
    assert slugs("alice", status="finished") == []


def test_mine_takes_an_account_and_other_words_are_refused():
    assert call(None, "GET", "", mine=1).status_code == 401
    assert call(None, "GET", "", status="playing").json()["errors"].keys() == {"status"}


def test_a_row_says_how_many_have_come_and_whether_one_may_cheat():
    tournament = event(mix=quick_mix(1, cheating=True), capacity=8)
    for name in ("alice", "bob"):
        own_entry.enter_tournament(tournament_id=tournament.pk, user=person(name), now=AT)
    own_entry.withdraw_from_tournament(tournament_id=tournament.pk, user=person("bob"), now=AT)
    (row,) = get(None, "")["results"]
    assert (row["entrants"], row["capacity"], row["cheating"], row["entry_open"]) == (1, 8, True, True)


@pytest.mark.parametrize("path", ["", "/standings", "/stages/1"])
def test_a_draft_is_there_for_who_has_a_role_and_for_nobody_else(path):
    tournament = event(visibility="draft")
    for name in (None, "alice"):
        assert call(name, "GET", f"{tournament.slug}{path}").status_code == 404
    assert call("olga", "GET", f"{tournament.slug}{path}").status_code in (200, 409)


def test_an_unlisted_one_is_there_for_who_has_its_address():
    assert get(None, event(visibility="unlisted").slug)["own"] is None


def test_a_draft_cannot_be_entered():
    tournament = event(visibility="draft")
    assert call("alice", "POST", f"{tournament.slug}/enter").status_code == 404
