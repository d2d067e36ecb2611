"""How pages follow their visitor's preferences."""

import re

from django.urls import reverse

from accounts.preferences import DEFAULTS, Preferences
from accounts.web.preferences import PreferencesForm

HOME, PAGE = reverse("home"), reverse("preferences")
CHOICES = {name: value for name, value in DEFAULTS._asdict().items() if not isinstance(value, bool)}
"""The defaults as a browser sends them, with all boxes empty."""


def test_a_page_says_which_deck_theme_card_size_and_animation_its_visitor_wants(logged_in, charlie):
    wanted = {"deck": "medieval", "theme": "light", "card_size": "large", "animation": "off"}
    charlie.preferences = {**wanted, "palette": "colour_blind"}
    charlie.save()
    page = logged_in(charlie).get(HOME).content.decode()
    for attribute in (
        'data-deck="medieval"',
        'data-palette="colour_blind"',
        'data-theme="light"',
        'data-card-size="large"',
        'data-animation="off"',
    ):
        assert attribute in page


def test_a_stranger_gets_the_defaults(client, db):
    page = client.get(HOME).content.decode()
    assert 'data-deck="modern"' in page
    assert 'data-theme="system"' in page


def test_a_stored_value_that_does_not_exist_reaches_no_page(logged_in, charlie):
    charlie.preferences = {"deck": '"><script>'}
    charlie.save()
    assert 'data-deck="modern"' in logged_in(charlie).get(HOME).content.decode()


def test_a_guest_changes_preferences_by_a_form(logged_in, charlie):
    charlie.preferences = {"language": "de", "zoom": 2}
    charlie.save()
    client = logged_in(charlie)
    chosen = {**CHOICES, "sounds": "on", "hand_order": "rank", "language": "en"}
    answer = client.post(PAGE, chosen, follow=True)
    assert "Your preferences are saved." in answer.content.decode()
    charlie.refresh_from_db()
    unticked = {name: False for name, value in DEFAULTS._asdict().items() if value is True}
    wanted = DEFAULTS._replace(**unticked | {"sounds": True, "hand_order": "rank", "language": "en"})
    assert charlie.preferences == {**wanted._asdict(), "zoom": 2}


def test_the_form_shows_what_is_stored(logged_in, alice):
    alice.preferences = {"deck": "classic", "confirm_card": True}
    alice.save()
    page = logged_in(alice).get(PAGE).content.decode()
    assert re.search(r'name="deck" value="classic"[^>]* checked', page)
    assert re.search(r'name="confirm_card"[^>]* checked', page)
    assert re.search(r'name="wings"[^>]* checked', page)
    assert not re.search(r'name="sounds"[^>]* checked', page)


def test_a_value_that_does_not_exist_is_an_error_of_its_field(logged_in, alice):
    answer = logged_in(alice).post(PAGE, {**CHOICES, "deck": "tarot"})
    assert list(answer.context["form"].errors) == ["deck"]
    alice.refresh_from_db()
    assert alice.preferences == {}


def test_the_way_back_to_the_table_stays_on_this_site(logged_in, alice):
    client = logged_in(alice)
    page = client.post(PAGE, {**CHOICES, "next": "/tables/abc/"}, follow=True).content.decode()
    assert 'href="/tables/abc/"' in page
    assert "//example.org" not in client.get(PAGE, {"next": "https://example.org/"}).content.decode()


def test_strangers_are_asked_to_log_in(client, db):
    assert client.get(PAGE).url.startswith(reverse("account_login"))


def test_every_preference_is_on_the_page():
    offered = [name for _, names in PreferencesForm.field_groups for name in names]
    assert sorted(offered) == sorted(PreferencesForm.base_fields)
    assert set(Preferences._fields) == set(offered)
