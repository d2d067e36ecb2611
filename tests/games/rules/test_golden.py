"""Whole games, kept in files for people to read, are played again from their moves and compared by line."""

import pytest

from games.rules.record import build_record
from games.rules.record.check import check_record
from tests.games.rules.golden.cases import CASES
from tests.games.rules.golden.playthrough import HERE, file_of, replayed, text_of


def kept(name: str) -> str:
    return file_of(name).read_text()


@pytest.mark.parametrize("name", CASES)
def test_a_golden_game_goes_as_it_went(name):
    said = kept(name)
    assert text_of(name, replayed(said)).splitlines() == said.splitlines()


@pytest.mark.parametrize("name", CASES)
def test_its_record_passes_the_check(name):
    assert check_record(build_record(replayed(kept(name)), name)) == []


def test_every_file_is_a_game_that_is_replayed():
    assert sorted(HERE.glob("*.txt")) == sorted(map(file_of, CASES))


def all_of_them() -> str:
    return "\n".join(map(kept, CASES))


@pytest.mark.parametrize(
    "words",
    [
        *(f'"preset": "{preset}"' for preset in ("standard", "dm2008", "tournament", "custom")),
        *(
            f'"restriction": "{restriction}"'
            for restriction in ("american", "notequal", "german", "canadian")
        ),
        *(f'"reveal": "{reveal}"' for reveal in ("open", "hiddentip", "delayed")),
        '"cheating": true',
        '"spare_one_card": true',
        "turned: W",
        "turned: J",
        "turned: nothing",
        ", named by ",
        ": caught, +10 and -10",
        ": late, -10 and +0",
        ": wrong, -10 and +0",
        " cheats with ",
        "decided by: points",
        "decided by: correct_bids",
        "decided by: coin_flip",
        "hiddentip, restricted",
        "open, restricted",
        "open, unrestricted",
    ],
)
def test_the_games_show_all_that_the_rules_know(words):
    assert words in all_of_them()


def test_a_dealer_who_bids_twice_is_among_them():
    blocks = all_of_them().split("\nround ")
    bids = [line for block in blocks for line in block.splitlines() if line.startswith("  bids: ")]
    names = [[pair.split()[0] for pair in line.removeprefix("  bids: ").split(", ")] for line in bids]
    assert any(len(set(bidders)) < len(bidders) and bidders.count(bidders[-1]) == 2 for bidders in names)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_of_each_number_of_players_are_among_them(players):
    assert any(kept(name).count("\nseat: ") == players for name in CASES)


def test_another_card_makes_another_game():
    """The file's moves are what is played: a move changed is a line changed."""
    said = kept("standard of three")
    first = next(line for line in said.splitlines() if line.startswith("  bids: "))
    _, name, bid, *_ = first.replace(",", "").split()
    changed = said.replace(first, first.replace(f"{name} {bid}", f"{name} {1 - int(bid)}", 1), 1)
    assert changed != said
    assert text_of("standard of three", replayed(changed)) not in (said, changed)
