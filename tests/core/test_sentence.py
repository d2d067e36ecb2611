"""Sentences that are stored, and said again later in another language."""

import json

import pytest
from django.utils import translation

from core.sentence import Sentence, counted_sentence, decode_sentences, encode_sentences
from core.translation import translate

SENTENCES = [
    Sentence("By lot."),
    Sentence("There is no account called %(username)s.", username="100 % Ada"),
    Sentence(
        "Pairs who meet again: %(pairs)s.", pairs=counted_sentence("%(count)d pair", "%(count)d pairs", 1)
    ),
    counted_sentence("%(count)d swap", "%(count)d swaps", 1),
    counted_sentence("%(count)d swap", "%(count)d swaps", 2),
    Sentence("Seat %(seat)d, %(name)s", seat=2, name=Sentence("a bot")),
]
GERMAN = [
    "Nach Los.",
    "Es gibt kein Konto namens 100 % Ada.",
    "Paare, die sich wieder begegnen: 1 Paar.",
    "1 Tausch",
    "2 Tausche",
    "Platz 2, ein Bot",
]


@pytest.mark.parametrize(("sentence", "german"), [*zip(SENTENCES, GERMAN, strict=True)])
def test_a_stored_sentence_is_said_in_the_language_of_whoever_reads_it(sentence: Sentence, german: str):
    with translation.override("de"):
        stored = json.loads(json.dumps(encode_sentences(sentence)))
    found = decode_sentences(stored)
    assert found == sentence
    assert translate(found) == sentence
    with translation.override("de"):
        assert translate(found) == german


def test_what_is_no_sentence_is_stored_as_it_is():
    assert encode_sentences(("100 %", 1, {"name": None})) == ["100 %", 1, {"name": None}]
