"""What a public name may look like, and the names that guests get."""

from itertools import islice

import pytest
from django.core.exceptions import ValidationError

from accounts.names import MAX_NAME_LENGTH, validate_name
from accounts.names.guests import ANIMALS, MOODS, guest_names
from accounts.names.reserved import BOT_NAMES, is_reserved


@pytest.mark.parametrize("name", ["al", "Alice", "a.b-c_9", "42", "x" * 24, "-a", "1."])
def test_a_name_has_2_to_24_letters_digits_hyphens_underscores_and_dots(name):
    validate_name(name)


@pytest.mark.parametrize(
    "name", ["", "a", "x" * 25, "two words", "a@b", "Zoë", "a\n", "ali\x00ce", "a/b", "аlice"]
)
def test_other_names_are_refused(name):
    with pytest.raises(ValidationError):
        validate_name(name)


@pytest.mark.parametrize("name", ["..", "--", "_._"])
def test_a_name_has_a_letter_or_a_digit_so_that_a_url_can_name_it(name):
    with pytest.raises(ValidationError):
        validate_name(name)


def test_guests_get_friendly_names_that_are_names():
    for name in islice(guest_names(), 50):
        validate_name(name)


def test_even_the_longest_guest_name_fits():
    assert max(map(len, MOODS)) + max(map(len, ANIMALS)) + len("999999") <= MAX_NAME_LENGTH


def test_after_some_tries_guest_names_are_longer_so_that_one_is_free():
    names = list(islice(guest_names(), 30))
    assert all(name[-3].isalpha() for name in names[:8])
    assert all(name[-6:].isdigit() for name in names[8:])


@pytest.mark.parametrize(
    "name",
    [
        *BOT_NAMES,
        "MERLIN",
        "mer1in",
        "Mer_lin",
        "M.e.rlin",
        "rnerlin",
        "admin",
        "ADMIN",
        "adm1n",
        "Adm-in.",
        "adrnin",
        "r00t",
        "M0DERAT0R",
        "5upp0rt",
        "staff",
        "VVizard-Team",
    ],
)
def test_names_of_site_bots_and_of_staff_are_reserved_as_are_their_look_alikes(name):
    assert is_reserved(name)


@pytest.mark.parametrize(
    "name", ["Alice", "Merlina", "Administratrix", "Modesty", "Supporter", "42", "Wizardess"]
)
def test_other_names_are_free(name):
    assert not is_reserved(name)


def test_no_guest_gets_a_reserved_name():
    assert not any(is_reserved(name) for name in islice(guest_names(), 50))
