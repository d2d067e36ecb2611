"""Contract, "Record": the finished game in its format."""

from games.rules.record import build_record
from tests.support.rules.records import a_record, of_cheats
from tests.support.rules.tables import accuse, all_ready, bid, dealt, play

# --- The format -----------------------------------------------------------------------------------


def test_a_record_has_the_fields_of_the_contract():
    record = of_cheats()
    assert list(record) == [
        "format",
        "table",
        "started_at",
        "finished_at",
        "options",
        "players",
        "fairness",
        "rounds",
        "result",
        "tie_break",
    ]
    assert record["format"] == "wizard-record/1"
    assert list(record["fairness"]) == ["commitment", "server_seed", "salts"]
    assert list(record["players"][0]) == ["seat", "name", "kind"]
    assert list(record["result"][0]) == ["seat", "score", "correct_bids", "rank"]
    assert sorted(record["options"]) == sorted(
        ["preset", "restriction", "spare_one_card", "reveal", "cheating", "pause", "clock", "rounds"]
    )


def test_a_round_of_a_record_has_the_fields_of_the_contract():
    rounds = of_cheats()["rounds"]
    assert list(rounds[0]) == [
        "number",
        "cards",
        "dealer",
        "hands",
        "turned",
        "trump",
        "reveal",
        "restricted",
        "bids",
        "tricks",
        "cheats",
        "accusations",
        "scores",
    ]
    cheats = [cheat for past in rounds for cheat in past["cheats"]]
    accusations = [accusation for past in rounds for accusation in past["accusations"]]
    assert list(rounds[0]["bids"][0]) == ["seat", "bid"]
    assert list(rounds[0]["tricks"][0]) == ["plays", "winner"]
    assert list(rounds[0]["tricks"][0]["plays"][0]) == ["seat", "card", "by"]
    assert list(cheats[0]) == ["trick", "seat", "card", "owed"]
    assert list(accusations[0]) == [
        "accuser",
        "accused",
        "after",
        "source",
        "verdict",
        "accuser_points",
        "accused_points",
    ]
    assert list(rounds[0]["scores"][0]) == ["seat", "bid", "tricks", "points", "adjustment", "total"]


def finished():
    """Ben breaks suit in a game of one round; Ada calls it."""
    hands = ("R1 Y1", "R4 B4", "R6 G6")
    state = dealt(*hands, turned="J1", cheating=True, pause=8, preset="custom", rounds=[2])
    state = accuse(play(bid(state, 0, 1, 2), "R1 B4"), 0, 1)
    return build_record(all_ready(play(state, "R6 G6 Y1 R4")), "7")


def test_a_round_told_in_full():
    assert finished()["rounds"] == [
        {
            "number": 1,
            "cards": 2,
            "dealer": 2,
            "hands": [["R1", "Y1"], ["R4", "B4"], ["R6", "G6"]],
            "turned": "J1",
            "trump": None,
            "reveal": "open",
            "restricted": False,
            "bids": [{"seat": 0, "bid": 0}, {"seat": 1, "bid": 1}, {"seat": 2, "bid": 2}],
            "tricks": [
                {
                    "plays": [
                        {"seat": 0, "card": "R1", "by": "human"},
                        {"seat": 1, "card": "B4", "by": "human"},
                        {"seat": 2, "card": "R6", "by": "human"},
                    ],
                    "winner": 2,
                },
                {
                    "plays": [
                        {"seat": 2, "card": "G6", "by": "human"},
                        {"seat": 0, "card": "Y1", "by": "human"},
                        {"seat": 1, "card": "R4", "by": "human"},
                    ],
                    "winner": 2,
                },
            ],
            "cheats": [{"trick": 1, "seat": 1, "card": "B4", "owed": "R"}],
            "accusations": [
                {
                    "accuser": 0,
                    "accused": 1,
                    "after": 2,
                    "source": "button",
                    "verdict": "caught",
                    "accuser_points": 10,
                    "accused_points": -10,
                }
            ],
            "scores": [
                {"seat": 0, "bid": 0, "tricks": 0, "points": 20, "adjustment": 10, "total": 30},
                {"seat": 1, "bid": 1, "tricks": 0, "points": -10, "adjustment": -10, "total": -20},
                {"seat": 2, "bid": 2, "tricks": 2, "points": 40, "adjustment": 0, "total": 40},
            ],
        }
    ]


def test_the_frame_told_in_full():
    record = finished()
    assert record["players"] == [
        {"seat": 0, "name": "ada", "kind": "human"},
        {"seat": 1, "name": "ben", "kind": "human"},
        {"seat": 2, "name": "cleo", "kind": "human"},
    ]
    assert record["result"] == [
        {"seat": 2, "score": 40, "correct_bids": 1, "rank": 1},
        {"seat": 0, "score": 30, "correct_bids": 1, "rank": 2},
        {"seat": 1, "score": -20, "correct_bids": 0, "rank": 3},
    ]
    assert record["tie_break"] is None
    assert record["started_at"] == record["finished_at"] == "2026-01-01T12:00:00Z"


def test_hands_in_a_record_are_in_the_order_of_the_deal():
    record = a_record()
    assert any(hand != sorted(hand) for past in record["rounds"] for hand in past["hands"])


def test_a_dealers_second_bid_stands_last():
    found = [
        past
        for rng_seed in range(6)
        for past in a_record(rng_seed=rng_seed)["rounds"]
        if len(past["bids"]) > len(past["hands"])
    ]
    assert found
    for past in found:
        assert past["bids"][-1]["seat"] == past["dealer"]
        assert past["scores"][past["dealer"]]["bid"] == past["bids"][-1]["bid"]
