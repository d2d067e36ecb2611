"""Nations by ISO 3166, however they are written."""

import pytest
from django.utils import translation

from tournaments.nations import OTHER_NAMES, SPORTS_CODES, nation_code, nations


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("DE", "DE"),
        ("de", "DE"),
        (" deu ", "DE"),
        ("GER", "DE"),
        ("Germany", "DE"),
        ("Deutschland", "DE"),
        ("Federal Republic of Germany", "DE"),
        ("Austria", "AT"),
        ("Österreich", "AT"),
        ("osterreich", "AT"),
        ("AUS", "AU"),
        ("AUT", "AT"),
        ("SUI", "CH"),
        ("Schweiz", "CH"),
        ("NED", "NL"),
        ("the Netherlands", "NL"),
        ("Holland", "NL"),
        ("U.S.A.", "US"),
        ("United States", "US"),
        ("Vereinigte Staaten", "US"),
        ("uk", "GB"),
        ("England", "GB"),
        ("SCO", "GB"),
        ("Côte d'Ivoire", "CI"),
        ("Türkei", "TR"),
        ("South Korea", "KR"),
        ("Südkorea", "KR"),
        ("Bosnia & Herzegovina", "BA"),
        ("Kosovo", "XK"),
        ("XKX", "XK"),
        ("", None),
        ("D", None),
        ("ÖS", None),
        ("XX", None),
        ("1x", None),
        ("Atlantis", None),
        ("Germ", None),
    ],
)
def test_codes_and_names_in_english_and_german_are_understood(written, code):
    assert nation_code(written) == code


def test_every_nation_can_be_chosen_by_its_code_and_by_its_name():
    assert len(nations()) == 250
    for nation in nations():
        assert nation_code(nation.code) == nation_code(nation.name) == nation.code


def test_nations_are_listed_by_their_usual_names():
    names = [nation.name for nation in nations()]
    assert names[:3] == ["Afghanistan", "Åland Islands", "Albania"]
    assert {"Bolivia", "South Korea", "Taiwan", "Kosovo"} <= set(names)


def test_other_codes_and_names_lead_to_nations_that_exist():
    codes = {nation.code for nation in nations()}
    assert set(SPORTS_CODES.values()) | set(OTHER_NAMES) <= codes


def test_no_code_of_sports_is_another_nations_code():
    for code, nation in SPORTS_CODES.items():
        assert nation_code(code) == nation


def test_each_reader_finds_them_by_the_alphabet_of_their_language():
    with translation.override("de"):
        german = [nation.name for nation in nations()]
    assert german.index("Österreich") < german.index("Polen")
    assert {"Deutschland", "Kosovo", "Vereinigtes Königreich"} <= set(german)
    assert "Austria" in {nation.name for nation in nations()}
