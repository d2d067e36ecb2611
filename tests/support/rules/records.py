"""Records of finished games, with and without cheats."""

import orjson

from games.rules.record import build_record
from tests.support.rules.whole_games import a_game

CHEATING = {"preset": "custom", "cheating": True, "rounds": [2, {"cards": 4, "reveal": "hiddentip"}, 3]}


RESTRICTED = {"preset": "custom", "restriction": "notequal", "reveal": "hiddentip", "rounds": [1, 3, 2, 5, 4]}


def a_record(options=None, **how):
    """A finished game's record, as it comes out of JSON."""
    how = {"kinds": ("human", "guest", "bot", "human", "bot", "bot"), **how}
    return orjson.loads(orjson.dumps(build_record(a_game(options or RESTRICTED, **how).state, "t1")))


def of_cheats(**how):
    return a_record(CHEATING, rng_seed=5, nerve=0.4, salts=["", "0a", "ff00", ""], **how)


def caught(record):
    """Where the record has an accusation that caught somebody, and the accusation."""
    for number, past in enumerate(record["rounds"]):
        for n, accusation in enumerate(past["accusations"]):
            if accusation["verdict"] == "caught":
                return ("rounds", number, "accusations", n), accusation
    raise AssertionError("nobody was caught")
