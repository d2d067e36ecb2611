"""Texts of one line: what is taken as it is, what is tidied up, and what is refused with a sentence."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.plain_text import UnfitText, clean_text

ZALGO = "e" + "\u0301\u0302\u0303\u0304" * 10


def taken(text: str) -> str:
    return clean_text(text, max_length=300)


@pytest.mark.parametrize(
    "text",
    [
        "Hello!",
        "<b>not bold</b>",
        "Grüße, schöner Stich",
        "שלום",
        "مرحبا",
        "นี่ก็สวย",
        "👩\u200d👩\u200d👧 ❤️",
        "می\u200cخواهم",
        "1 > 0 & 2 < 3",
        "/ is a slash",
        "x" * 300,
        "👍" * 300,
    ],
)
def test_ordinary_texts_stay_as_they_are(text):
    assert taken(text) == text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  a  b  ", "a b"),
        ("one\ntwo\r\nthree\tfour", "one two three four"),
        ("e\u0301", "é"),
        ("a\u2028b\u2029c", "a b c"),
        ("e\u0301" * 300, "é" * 300),
    ],
)
def test_texts_are_put_on_one_line_and_normalised(text, line):
    assert taken(text) == line


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x" * 301, "A message can have at most 300 characters."),
        ("x" * 10_000, "A message can have at most 300 characters."),
        ("\u202etxet", "A message can’t contain characters that change the direction of text."),
        ("a\u2066b\u2069", "A message can’t contain characters that change the direction of text."),
        ("a\u200fb", "A message can’t contain characters that change the direction of text."),
        ("a\x00b", "A message can’t contain control characters."),
        ("a\x1b[31mb", "A message can’t contain control characters."),
        ("a\x7fb", "A message can’t contain control characters."),
        ("a\ud800b", "A message can’t contain control characters."),
        ("a\u200bb", "A message can’t contain invisible characters or piles of accents."),
        ("a" + "\u200d" * 50, "A message can’t contain invisible characters or piles of accents."),
        ("\u200dа", "A message can’t contain invisible characters or piles of accents."),
        ("a\ufeffb", "A message can’t contain invisible characters or piles of accents."),
        ("\u3164", "A message can’t contain invisible characters or piles of accents."),
        (ZALGO, "A message can’t contain invisible characters or piles of accents."),
        ("", "A message needs some text."),
        (" \n\t", "A message needs some text."),
        ("\u00a0\u3000", "A message needs some text."),
        ("\u0301", "A message needs some text."),
    ],
)
def test_what_would_disturb_others_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(UnfitText) as refusal:
        taken(text)
    assert str(refusal.value) == sentence


@given(st.text(alphabet=st.characters(), max_size=400))
def test_whatever_comes_is_refused_or_is_one_short_visible_line(text):
    try:
        line = taken(text)
    except UnfitText:
        return
    assert 0 < len(line) <= 300
    assert line == line.strip() == taken(line)
    assert not {unicodedata.category(each) for each in line} & {"Cc", "Cs", "Zl", "Zp"}
    assert line.encode()
