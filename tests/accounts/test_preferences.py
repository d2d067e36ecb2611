"""Which preferences exist, and how stored ones are read."""

import pytest

from accounts.preferences import (
    DEFAULTS,
    Preferences,
    complete_preferences,
    decode_preferences,
    stored_preferences,
)
from core.refusal import BadRequest


def test_nothing_stored_is_all_defaults():
    assert stored_preferences({}) == DEFAULTS


def test_the_defaults_are_allowed_values():
    assert decode_preferences(DEFAULTS._asdict()) == DEFAULTS


@pytest.mark.parametrize("name", Preferences._fields)
@pytest.mark.parametrize("value", [None, -1, "other", [], {}])
def test_a_value_that_is_not_allowed_is_refused_by_name(name, value):
    with pytest.raises(BadRequest) as refusal:
        decode_preferences({name: value})
    assert list(refusal.value.errors) == [name]


@pytest.mark.parametrize("value", ["tarot", None, ["classic"], {"name": "classic"}, 1])
def test_a_stored_value_that_is_no_longer_allowed_counts_as_the_default(value):
    assert stored_preferences({"deck": value, "theme": "light"}) == DEFAULTS._replace(theme="light")


def test_a_number_is_never_true_or_false():
    assert stored_preferences({"wings": 0, "sounds": 1}) == DEFAULTS


def test_a_client_sees_its_own_fields_beside_all_preferences():
    assert complete_preferences({"zoom": 2, "deck": "classic"}) == {
        **DEFAULTS._replace(deck="classic")._asdict(),
        "zoom": 2,
    }
