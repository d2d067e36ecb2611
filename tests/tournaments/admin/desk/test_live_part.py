"""The part of a stage's page that refreshes itself: its buttons change with its tables."""

import pytest

from tests.support.tournaments.events import event, play, start, with_bots
from tests.support.tournaments.pages.desks import Organiser, buttons


@pytest.fixture
def playing(olga: Organiser) -> Organiser:
    """Two tables play."""
    assert olga.tournament is not None
    start(with_bots(olga.tournament, 8), 1)
    return olga


def test_the_part_offers_what_the_page_offers(playing):
    for most in (1, None):
        part = playing.page("live", 1)
        assert buttons(part) == buttons(playing.page("stage", 1)) - {playing.address("cut", 1)}
        assert (playing.address("close_stage", 1) in buttons(part)) is False
        assert playing.address("pause_all", 1) in buttons(part)
        play(playing.tournament, 1, most=most)
    part = playing.page("live", 1)
    assert playing.address("close_stage", 1) in buttons(part)
    assert playing.address("pause_all", 1) not in buttons(part)


def test_one_table_is_counted_as_one(olga, playing):
    assert '<p class="live-counts"> 2 tables' in playing.page("live", 1)
    single = event()
    start(with_bots(single, 4), 1)
    one = Organiser(olga.user, single)
    assert '<p class="live-counts"> 1 table ' in one.page("live", 1)
    one.user.preferences = {"language": "de"}
    one.user.save()
    assert '<p class="live-counts"> 1 Tisch ' in one.page("live", 1)


def test_the_part_stands_once_in_the_page(playing):
    page = playing.page("stage", 1)
    live = page[page.index('id="live"') :]
    assert page.count(f'action="{playing.address("pause_all", 1)}"') == 1
    assert playing.address("pause_all", 1) in live


def test_a_button_of_the_part_leads_back_to_the_page(playing):
    part = playing.page("live", 1)
    assert f'name="next" value="{playing.address("stage", 1)}"' in part
    assert f'value="{playing.address("live", 1)}' not in part


def test_the_part_is_the_same_while_nothing_changes(playing):
    address = playing.address("live", 1)
    etag = playing.client.get(address)["ETag"]
    assert playing.client.get(address, headers={"If-None-Match": etag}).status_code == 304
    play(playing.tournament, 1, most=1)
    assert playing.client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_taking_back_is_offered_as_long_as_it_is_possible(playing):
    assert playing.address("take_back", 1) in buttons(playing.page("stage", 1))
    play(playing.tournament, 1, most=1)
    assert playing.address("take_back", 1) not in buttons(playing.page("stage", 1))


def test_while_the_code_is_changed_the_part_warns_of_no_missing_token(playing, settings):
    settings.DEBUG = True
    assert 'name="csrfmiddlewaretoken"' in playing.page("live", 1)
