"""Named presets: everybody can read them, and each opens a table as it is."""

from games.rules.options import parse_options
from tests.support.games.responses import TABLES, opened

PRESETS = "/api/v1/presets"


def test_every_preset_opens_a_table(alice, nobody):
    presets = nobody.get(PRESETS).json()
    names = [preset["name"] for preset in presets]
    assert names[0] == "official"
    assert {"short", "german_tournament", "dm2008", "cheating", "magic"} <= set(names)
    assert len(set(names)) == len(names)
    for preset in presets:
        assert preset["seats"] in preset["sizes"]
        table = opened(alice, options=preset["options"], seats=preset["seats"])
        assert table["options"] == preset["options"]
    assert len(alice.get(f"{TABLES}?mine=1").json()["results"]) == len(presets)


def test_the_official_game_is_the_default(nobody):
    assert nobody.get(PRESETS).json()[0]["options"] == parse_options(None).as_dict()
