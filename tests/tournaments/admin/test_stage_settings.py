"""The settings of a tournament's stages: what is refused, and where that is said."""

import pytest

from tests.support.tournaments.pages.admin import change, page_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("points_table", "[]"),
        ("points_table", '{"a": 1}'),
        ("points_table", "[1.5]"),
        ("points_table", "1" * 5000),
        ("points_table", "[" * 5000),
        ("qualify", "best"),
        ("mix", ""),
    ],
)
def test_what_is_wrong_with_a_stage_is_said_at_its_field(owner, field, value):
    answer, _ = change(owner, **{f"stages-0-{field}": value})
    errors = answer.context["inline_admin_formsets"][0].formset.errors[0]
    assert {"qualify": "qualify_count"}.get(field, field) in errors


@pytest.mark.parametrize("value", ["", "5; 3; 1", "five, three", "5, 3,", "[]", "[1.5]", "1" * 5000])
def test_an_error_in_the_points_says_what_to_enter_in_a_section_that_is_open(owner, value):
    closed = "<details><summary>"
    page = owner.client.get(page_of("tournament", "change", owner.tournament.pk)).content.decode()
    # Two of the tournament, one of each of two stages, and one of the empty form for another stage.
    assert page.count(closed) == 5
    answer, _ = change(owner, **{"stages-0-points_table": value})
    formset = answer.context["inline_admin_formsets"][0].formset
    assert formset.errors[0] == {"points_table": ["Enter whole numbers, such as 45, 30, 20, 10, 5."]}
    assert answer.content.decode().count(closed) == 4


@pytest.mark.parametrize("kind", ["knock_out", "final"])
def test_the_best_of_the_standings_go_on_from_preliminaries_only(owner, kind):
    best = {"stages-0-kind": kind, "stages-0-qualify": "best", "stages-0-qualify_count": "4"}
    answer, _ = change(owner, **best)
    errors = answer.context["inline_admin_formsets"][0].formset.errors[0]
    assert "the best of each table" in errors["qualify"][0]
    answer, said = change(owner, **{**best, "stages-0-kind": "swiss"})
    assert answer.status_code == 302, said


@pytest.mark.parametrize("count", ["1", "2"])
def test_fewer_than_a_table_do_not_go_on_from_the_standings(owner, count):
    few = {"stages-0-qualify": "best", "stages-0-qualify_count": count}
    answer, _ = change(owner, **few)
    errors = answer.context["inline_admin_formsets"][0].formset.errors[0]
    assert errors == {"qualify_count": ["At least three must go on, because a table needs three players."]}
    for more in ({"stages-0-qualify_count": "3"}, {"stages-0-qualify_count": "99"}):
        answer, said = change(owner, **{**few, **more})
        assert answer.status_code == 302, said
    # The best of each table: there may be many tables.
    answer, said = change(owner, **{**few, "stages-0-qualify": "per_table"})
    assert answer.status_code == 302, said


def test_after_the_last_stage_any_number_goes_on(owner):
    stage = owner.tournament.stages.last()
    few = {"stages-1-kind": "swiss", "stages-1-qualify": "best", "stages-1-qualify_count": "2"}
    answer, said = change(owner, **few)
    assert answer.status_code == 302, said
    stage.refresh_from_db()
    assert stage.qualify_count == 2


def test_a_small_cut_that_is_stored_does_not_keep_other_settings_from_being_changed(owner):
    owner.tournament.stages.filter(number=1).update(qualify="best", qualify_count=2)
    answer, said = change(owner, name="Renamed")
    assert answer.status_code == 302, said


def test_a_small_cut_of_a_drawn_stage_does_not_keep_other_settings_from_being_changed(owner):
    owner.press("add_bots", count=8, level="apprentice")
    owner.sure("close_check_in")
    owner.press("draw", 1)
    owner.tournament.stages.filter(number=1).update(qualify="best", qualify_count=2)
    answer, said = change(owner, name="Renamed")
    assert answer.status_code == 302, said
