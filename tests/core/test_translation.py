"""Sentences: the same English as ever, and German where that is active."""

import pickle
from decimal import Decimal

import orjson
import pytest
from django.utils import translation

from core.refusal import BadRequest
from core.sentence import (
    Sentence,
    counted_sentence,
    decode_sentences,
    encode_for_json,
    join_sentences,
    join_with_and,
    message_of_error,
    must_be_one_of,
)
from core.translation import translate, translate_all
from games.rules.errors import NotYourTurn, TooManyOpenTables


def in_german(text: str) -> str:
    with translation.override("de"):
        return translate(text)


def test_a_sentence_is_its_english_text():
    assert (
        Sentence("A request may have %(limit)d KiB at most.", limit=3) == "A request may have 3 KiB at most."
    )
    assert Sentence("100 %") == "100 %"


def test_without_a_language_nothing_changes():
    for text in (NotYourTurn.detail, "", "Something that nobody has translated: 5 %", Sentence("100 %")):
        assert translate(text) == text


def test_values_are_filled_into_the_translation():
    sentence = Sentence("A request may have %(limit)d KiB at most.", limit=3)
    assert in_german(sentence) == "Eine Anfrage darf höchstens 3 KiB haben."


def test_values_are_never_taken_for_placeholders():
    assert "%(limit)d" in in_german(Sentence("The API has no %(path)s.", path="/%(limit)d"))


def test_numbers_choose_the_form():
    assert in_german(TooManyOpenTables(1).detail).startswith("Ein Tisch, den du")
    assert in_german(TooManyOpenTables(3).detail).startswith("3 Tische, die du")
    assert counted_sentence("one", "%(count)d of %(all)d", 2, all=3) == "2 of 3"


def test_sentences_in_sentences_are_translated_as_well():
    both = join_sentences([NotYourTurn.detail, Sentence("That seat is taken.")])
    assert both == "It is not your turn. That seat is taken."
    assert in_german(both) == "Du bist nicht dran. Dieser Platz ist besetzt."


def test_the_errors_of_a_request_are_translated():
    refusal = BadRequest({"seat": [must_be_one_of((1, 2))], "name": ["as typed"]})
    assert refusal.detail == "seat: This must be one of 1, 2. name: as typed"
    with translation.override("de"):
        assert translate(refusal.detail) == "seat: Erlaubt sind nur: 1, 2. name: as typed"
        assert translate_all(refusal.errors) == {"seat": ["Erlaubt sind nur: 1, 2."], "name": ["as typed"]}


def test_a_raised_sentence_can_still_be_translated():
    assert (
        in_german(message_of_error(ValueError(Sentence("That seat is taken."))))
        == "Dieser Platz ist besetzt."
    )
    assert message_of_error(ValueError(3)) == "3"


def test_sentences_pass_between_processes():
    sentence = counted_sentence("One of %(all)d", "%(count)d of %(all)d", 2, all=3)
    copy = pickle.loads(pickle.dumps(sentence))
    assert (copy, copy.plural, copy.params) == (sentence, sentence.plural, sentence.params)


def test_sentences_pass_through_json():
    inner = counted_sentence("%(count)d trick", "%(count)d tricks", 2)
    sentence = Sentence("%(some)s, %(share)s%%", some=inner, share=Decimal("2.0"))
    text = orjson.dumps([{"why": sentence}], encode_for_json, orjson.OPT_PASSTHROUGH_SUBCLASS)
    copy = decode_sentences(orjson.loads(text))[0]["why"]
    assert copy == sentence == "2 tricks, 2.0%"
    assert (copy.template, copy.params) == (sentence.template, sentence.params)
    assert (copy.params["some"].plural, copy.params["some"].number) == (inner.plural, 2)


def test_what_is_no_sentence_passes_through_json_as_it_is():
    value = {"why": "Because.", "cards": [{"card": "R7", "met": 0.5, "best": True}], "none": None}
    assert decode_sentences(orjson.loads(orjson.dumps(value, encode_for_json))) == value
    with pytest.raises(TypeError):
        orjson.dumps(object(), encode_for_json)


def test_decimal_numbers_have_the_sign_of_the_language():
    assert in_german(Sentence("%(chance)s", chance=Decimal("46.0"))) == "46,0"
    assert translate(Sentence("%(chance)s", chance=Decimal("46.0"))) == "46.0"


def test_texts_are_joined_as_in_a_list():
    assert [join_with_and("abc"[:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]


@pytest.mark.parametrize(
    "text",
    [
        "Scores",
        "Scores (B)",
        "Close the scores",
        "Open or close the scores",
        "See the scores for details.",
        "Score sheet",
        "Score sheet:",
    ],
)
def test_the_scores_of_a_game_have_one_name_in_german(text):
    assert "Punkte" in in_german(Sentence(text))
