"""The admin's pages of option mixes: made, changed, and frozen once drawn with."""

import pytest
from django.conf import settings

from tests.support.tournaments.events import event, fresh
from tests.support.tournaments.pages.admin import page_of
from tests.support.tournaments.pages.desks import Organiser, organising
from tournaments.models import OptionMix
from tournaments.selectors.public.sentences import describe_options

pytestmark = pytest.mark.django_db


MIX = {"name": "Ours", "preset": "custom", "edition": "base", "pause": "8", "rounds": "[1, 2, 3]"}


def test_a_mix_is_made(root):
    assert root.post(page_of("optionmix", "add"), MIX).status_code == 302
    made = OptionMix.objects.get(name="Ours")
    assert (made.rounds, made.clock) == ([1, 2, 3], None)


def test_rounds_are_empty_where_a_preset_decides(root):
    assert root.get(page_of("optionmix", "add")).context["adminform"].form["rounds"].value() == ""
    fields = {**MIX, "preset": "standard", "rounds": ""}
    assert root.post(page_of("optionmix", "add"), fields).status_code == 302
    mix = OptionMix.objects.get(name="Ours")
    assert mix.rounds is None
    change = root.get(page_of("optionmix", "change", mix.pk))
    assert change.context["adminform"].form["rounds"].value() == ""


@pytest.mark.parametrize("rounds", ["1" * 5000, "[" * 5000])
def test_rounds_that_cannot_be_read_are_refused_at_their_field(root, rounds):
    answer = root.post(page_of("optionmix", "add"), {**MIX, "rounds": rounds})
    assert "rounds" in answer.context["adminform"].form.errors


def test_a_mix_may_have_a_clock_for_each_decision(root):
    assert root.post(page_of("optionmix", "add"), {**MIX, "clock": "30"}).status_code == 302
    assert OptionMix.objects.get(name="Ours").clock == 30
    assert "30 seconds a decision" in root.get(page_of("optionmix", "changelist")).content.decode()


def test_a_mix_plays_an_edition_and_players_are_told(root):
    assert root.post(page_of("optionmix", "add"), {**MIX, "edition": "magic"}).status_code == 302
    mix = OptionMix.objects.get(name="Ours")
    assert mix.edition == "magic"
    assert describe_options(mix, online=True)[0].startswith("Wizard Magic: a 1 played where its suit must be")
    assert not any("Magic" in line for line in describe_options(OptionMix(), online=True))


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"edition": "gold"}, "edition"),
        ({"rounds": "[21]"}, "rounds"),
        ({"rounds": "[]"}, "rounds"),
        ({"rounds": '[{"cards": 2, "colour": "red"}]'}, "rounds"),
        ({"rounds": "[1"}, "rounds"),
        ({"preset": "tournament"}, "rounds"),
        ({"preset": "dm2008", "rounds": "", "restriction": "german"}, "restriction"),
        ({"preset": "standard", "rounds": "", "restriction": "german", "reveal": "delayed"}, "reveal"),
        ({"pause": "61"}, "pause"),
        ({"cheating": "on", "pause": "4"}, "pause"),
        ({"clock": "20"}, "clock"),
        ({"name": ""}, "name"),
    ],
)
def test_what_is_wrong_with_a_mix_is_said_at_its_field(root, fields, name):
    answer = root.post(page_of("optionmix", "add"), {**MIX, **fields})
    assert name in answer.context["adminform"].form.errors
    assert not OptionMix.objects.filter(name="Ours").exists()


def test_a_mix_that_was_drawn_with_is_frozen(owner, root):
    mix = owner.tournament.stages.first().mix
    address = page_of("optionmix", "change", mix.pk)
    assert "_save" in owner.client.get(address).content.decode()
    owner.press("add_bots", count=8, level="apprentice")
    owner.sure("close_check_in")
    owner.press("draw", 1)
    for client in (owner.client, root):
        assert 'name="_save"' not in client.get(address).content.decode()
        assert client.post(address, {**MIX, "name": "Changed"}).status_code == 403
    assert OptionMix.objects.get(pk=mix.pk).name == mix.name


def test_a_changed_mix_is_news_of_the_tournaments_that_play_with_it(
    owner, root, django_capture_on_commit_callbacks
):
    before = fresh(owner.tournament).number
    mix = owner.tournament.stages.first().mix
    with django_capture_on_commit_callbacks(execute=True):
        assert root.post(page_of("optionmix", "change", mix.pk), {**MIX, "name": mix.name}).status_code == 302
    assert fresh(owner.tournament).number == before + 1


def test_others_mixes_are_not_changed(owner):
    other = Organiser(organising("otto", event(mix=owner.tournament.stages.first().mix)))
    address = page_of("optionmix", "change", owner.tournament.stages.first().mix.pk)
    assert 'name="_save"' not in other.client.get(address).content.decode()
    assert other.client.get(page_of("optionmix", "changelist")).status_code == 200


def test_a_mix_speaks_as_the_form_that_opens_a_table(root):
    words = (settings.BASE_DIR / "static/js/choices.js").read_text()
    page = root.get(page_of("optionmix", "add")).content.decode()
    for field in ("preset", "edition", "restriction", "reveal"):
        for _, label in OptionMix._meta.get_field(field).choices or ():
            assert f'gettext("{label}")' in words
            assert f">{label}</option>" in page
