"""Contract, "Errors": each refusal has the code that clients know, and a sentence for a person."""

import pytest

from core.http.problems import http_status_of
from core.refusal import Refusal
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
ADDED_OF_409 = [
    "halted",
    "nothing_changed",
    "coach_off",
    "busy",
    "bots_not_admitted",
    "too_many_open_tables",
    "claims_unavailable",
    "claim_too_early",
    "claim_unproven",
    "removed_by_host",
    "nobody_there",
    "somebody_else_there",
    "undo_unavailable",
    "nothing_to_undo",
    "undo_too_late",
    "undo_would_reveal",
    "too_many_undos",
    "no_undo_asked",
]

REFUSALS = [
    found
    for found in vars(errors).values()
    if isinstance(found, type) and issubclass(found, Refusal) and found.__module__ == errors.__name__
]


def test_the_codes_of_409_are_those_of_the_contract():
    of_409 = sorted(refusal.code for refusal in REFUSALS if http_status_of(refusal) == 409)
    assert of_409 == sorted(CODES_OF_409 + ADDED_OF_409)


def test_the_other_refusals_have_the_status_of_their_kind():
    others = {refusal.code: http_status_of(refusal) for refusal in REFUSALS if http_status_of(refusal) != 409}
    assert others == {"forbidden": 403, "not_found": 404, "quarantined": 503}


@pytest.mark.parametrize("refusal", [refusal for refusal in REFUSALS if "code" in vars(refusal)])
def test_a_refusal_is_named_after_its_code_and_says_a_sentence(refusal):
    words = refusal.code.split("_")
    assert refusal.__name__ == "".join(word.capitalize() for word in words)
    assert refusal().detail.endswith(".")


def test_a_refusal_can_say_more_than_its_kind():
    assert errors.BidOutOfRange("From 0 to 3.").detail == "From 0 to 3."
