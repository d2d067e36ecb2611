"""Contract, "Errors": each refusal has the code that clients know, and a sentence for a person."""

import pytest

from games.rules import errors

CODES_OF_409 = [
    "not_your_turn",
    "wrong_phase",
    "bid_out_of_range",
    "bid_not_allowed",
    "card_not_in_hand",
    "must_follow_suit",
    "strict_table",
    "cannot_accuse_yourself",
    "nothing_to_accuse",
    "not_seated",
    "already_seated",
    "table_full",
    "seat_taken",
    "already_started",
    "not_enough_players",
    "wrong_number_of_players",
    "not_finished",
]
ADDED_OF_409 = ["halted", "nothing_changed", "coach_off", "busy", "bots_not_admitted", "too_many_open_tables"]

REFUSALS = [
    found
    for found in vars(errors).values()
    if isinstance(found, type) and issubclass(found, errors.Refusal) and found is not errors.Refusal
]


def test_the_codes_of_409_are_those_of_the_contract():
    of_409 = sorted(refusal.code for refusal in REFUSALS if refusal.status == 409)
    assert of_409 == sorted(CODES_OF_409 + ADDED_OF_409)


def test_the_other_refusals_have_the_status_of_their_kind():
    others = {refusal.code: refusal.status for refusal in REFUSALS if refusal.status != 409}
    assert others == {"bad_request": 400, "forbidden": 403, "not_found": 404, "quarantined": 503}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refusal_is_named_after_its_code_and_says_a_sentence(refusal):
    words = refusal.code.split("_")
    assert refusal.__name__ == "".join(word.capitalize() for word in words)
    assert refusal().detail.endswith(".")


def test_a_bad_request_says_which_field_is_wrong():
    refusal = errors.BadRequest({"bid": ["This must be a whole number."]})
    assert refusal.detail == "bid: This must be a whole number."
    assert refusal.errors == {"bid": ["This must be a whole number."]}


def test_a_refusal_can_say_more_than_its_kind():
    assert errors.BidOutOfRange("From 0 to 3.").detail == "From 0 to 3."
