"""The account of a draw is stored in no language, and read in each."""

import pytest
from django.utils import translation

from tests.support.tournaments.events import event, sketched, stage_of
from tournaments.services.draw.drafts import BY_HAND
from tournaments.templatetags.desk_texts import sentence_text

pytestmark = pytest.mark.django_db


def account(tournament, language):
    with translation.override(language):
        return [sentence_text(sentence) for sentence in stage_of(tournament).draw_report["why"]]


def test_whoever_drew_the_account_is_in_the_language_of_its_reader():
    tournament = event()
    with translation.override("de"):
        sketched(tournament, 8, seed=7)
    english, german = account(tournament, "en"), account(tournament, "de")
    assert english[:2] == ["By lot.", "Nobody meets the same opponent twice."]
    assert german[:2] == ["Nach Los.", "Niemand begegnet demselben Gegner zweimal."]
    assert english[-1].startswith("Seed 7: ")
    assert german[-1].startswith("Startwert 7: ")
    assert german[-1].endswith(" geprüft.")


def test_an_account_of_an_older_version_stays_as_it_was_stored():
    with translation.override("de"):
        assert sentence_text("Seed 7: 1 seating built, 5 swaps considered.").startswith("Seed 7:")
        assert sentence_text(str(BY_HAND)) == "Nach der Auslosung wurden Plätze von Hand geändert."
