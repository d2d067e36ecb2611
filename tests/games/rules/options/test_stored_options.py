"""Options come back from a log as they were, whatever later rules say of them."""

from games.rules.options import parse_options, restore_options


def test_what_was_stored_comes_back():
    for given in (
        {},
        {"coach": True},
        {"edition": "magic"},
        {"preset": "dm2008"},
        {"preset": "custom", "rounds": [{"cards": 3}], "pause": 2.5},
    ):
        options = parse_options(given)
        assert restore_options(options.as_dict()) == options


def test_a_log_is_not_judged_again():
    odd = {**parse_options({}).as_dict(), "restriction": "german", "reveal": "delayed", "pause": 1000}
    assert restore_options(odd).reveal == "delayed"
    short = {**parse_options({"cheating": True}).as_dict(), "pause": 0}
    assert restore_options(short).pause == 0
