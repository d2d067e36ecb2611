"""Which games are kept: every preset, restriction, reveal and number of players, cheating, and both ties."""

from typing import Any

SEATS = ("human", "guest", "bot", "human", "bot", "human")


def _case(players: int, rng_seed: int = 1, nerve: float = 0.0, **options: Any) -> dict[str, Any]:
    return {
        "options": options,
        "players": players,
        "rng_seed": rng_seed,
        "nerve": nerve,
        "seed": f"{rng_seed:02x}{players:02x}" * 16,
        "salts": ["", "5a17", "", "00ff", "", "0b"][:players],
        "kinds": SEATS,
    }


CASES: dict[str, dict[str, Any]] = {
    "standard of three": _case(3),
    "standard of four": _case(4),
    "standard of five": _case(5),
    "standard of six": _case(6),
    "notequal": _case(4, 2, restriction="notequal"),
    "notequal, one card spared": _case(5, 3, restriction="notequal", spare_one_card=True),
    "german": _case(6, 4, restriction="german"),
    "canadian": _case(3, 5, restriction="canadian"),
    "hiddentip": _case(5, 6, reveal="hiddentip"),
    "hiddentip and notequal": _case(6, 7, reveal="hiddentip", restriction="notequal"),
    "delayed": _case(4, 8, reveal="delayed"),
    "dm2008": _case(4, 9, preset="dm2008"),
    "tournament of four": _case(4, 10, preset="tournament"),
    "tournament of five": _case(5, 11, preset="tournament", reveal="hiddentip"),
    "custom": _case(
        3,
        12,
        preset="custom",
        rounds=[
            {"cards": 2},
            {"cards": 20, "restriction": "german"},
            {"cards": 1, "restriction": "notequal"},
            {"cards": 4, "restriction": "canadian", "reveal": "hiddentip"},
            {"cards": 3, "reveal": "delayed"},
        ],
    ),
    "tournament's mix for three": _case(
        3, 13, preset="custom", restriction="notequal", rounds=list(range(2, 21, 2))
    ),
    "magic": _case(4, 20, edition="magic"),
    "magic with cheating": _case(
        5, 21, 0.08, edition="magic", cheating=True, preset="custom", rounds=[1, 3, 6, 9, 12]
    ),
    "cheating": _case(4, 14, 0.08, cheating=True),
    "cheating in secret rounds": _case(
        5,
        15,
        0.1,
        cheating=True,
        preset="custom",
        reveal="hiddentip",
        restriction="notequal",
        rounds=[2, 5, 7],
    ),
    "a tie that the bids met decide": _case(4, 18, preset="custom", rounds=[1, 2, 3]),
    "a tie that the lot decides": _case(3, 4, preset="custom", rounds=[2, 3]),
}
