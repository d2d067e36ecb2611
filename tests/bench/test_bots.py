"""The arena of the bots: games are those of their seeds, kept ones are not played again, figures add up."""

from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from bench.bots.arena import (
    compete,
    format_level_rows,
    main,
    mean_with_interval,
    parse_levels,
    play_soak_game,
    read_games,
    store_game,
)
from bench.bots.games import EACH, PRESETS, BotGameResult, BotResult, choose_soak_game, play_game

TABLE = ("journeyman", "apprentice", "apprentice")


def played(seed: int, *, points: int = 0, won: bool = False) -> BotGameResult:
    """A game with one journeyman that made these points."""
    one = BotResult("journeyman", 0.5, points, won, 10, 0.02, 0.005)
    other = BotResult("apprentice", 0.25, 0, not won, 10, 0.01, 0.001)
    return BotGameResult(seed, (one, other, other._replace(won=False)))


def test_a_seed_is_a_game() -> None:
    first, again = (play_game(TABLE, 3, {"preset": "standard"}) for _ in range(2))
    assert [seat.points for seat in first.seats] == [seat.points for seat in again.seats]
    other = play_game(TABLE, 4, {"preset": "standard"})
    assert [seat.points for seat in first.seats] != [seat.points for seat in other.seats]


def test_seats_rotate_from_game_to_game() -> None:
    at = [[seat.level for seat in play_game(TABLE, seed).seats].index("journeyman") for seed in range(3)]
    assert sorted(at) == [0, 1, 2]


def test_the_interval_is_that_of_the_mean() -> None:
    assert mean_with_interval([1.0, 2.0, 3.0]).mean == 2.0
    assert mean_with_interval([1.0, 2.0, 3.0]).half == pytest.approx(1.96 / 3**0.5)


def test_a_row_tells_of_a_level_what_it_did_on_all_its_seats() -> None:
    journeyman, apprentice = format_level_rows([played(0, points=100, won=True), played(1, points=200)])
    assert journeyman == (
        "| journeyman × 1 | 50.0 ± 0.0 % | 150.0 ± 98.0 | 50.0 ± 98.0 % | 2.00 ± 0.00 ms | 5 ms |"
    )
    assert apprentice.startswith("| apprentice × 2 | 25.0 ± 0.0 % | 0.0 ± 0.0 | 50.0 ± 98.0 % |")


def test_kept_games_come_back_each_for_its_table_and_edition(tmp_path: Path) -> None:
    results = tmp_path / "games"
    store_game(results, TABLE, "base", played(0, points=70))
    store_game(results, ("apprentice",) * 3, "base", played(1))
    store_game(results, TABLE, "magic", played(2))
    assert list(read_games(results, TABLE, "base")) == [played(0, points=70)]
    assert list(read_games(results, TABLE, "magic")) == [played(2)]


def test_games_that_were_kept_before_there_were_editions_are_of_the_base_game(tmp_path: Path) -> None:
    results = tmp_path / "games"
    store_game(results, TABLE, "base", played(0))
    results.write_text(results.read_text().replace('"edition": "base", ', ""))
    assert list(read_games(results, TABLE, "base")) == [played(0)]


def test_kept_games_are_not_played_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = tmp_path / "games"
    for seed in range(3):
        store_game(results, TABLE, "base", played(seed, points=12345))
    compete(TABLE, 2, 1, results, "base")
    assert "| 12345.0 ± 0.0 |" in capsys.readouterr().out
    assert len(list(read_games(results, TABLE, "base"))) == 3


def test_a_table_is_made_of_levels() -> None:
    assert parse_levels("master,journeyman,apprentice") == ("master", "journeyman", "apprentice")
    for words in ("", "master,journeyman,grandmaster", ",".join(["master"] * 7)):
        with pytest.raises(ArgumentTypeError):
            parse_levels(words)


def test_a_soak_is_among_any_levels_and_a_table_has_three(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bots", "--table", "apprentice,journeyman"])
    with pytest.raises(SystemExit):
        main()
    assert "A table has 3 to 6 players." in capsys.readouterr().err
    monkeypatch.setattr(
        "sys.argv", ["bots", "--table", "apprentice,journeyman", "--soak", "2", "--processes", "1"]
    )
    main()
    assert "2 games, decisions: apprentice" in capsys.readouterr().out


def test_a_soak_plays_every_preset_with_every_number_of_players() -> None:
    whole = [choose_soak_game(seed) for seed in range(0, EACH * len(PRESETS), EACH)]
    assert whole == list(PRESETS)
    for n, (players, _) in enumerate(PRESETS):
        assert len(play_soak_game(("apprentice", "journeyman"), n * EACH).seats) == players


def test_bots_of_a_soak_call_the_cheats_that_they_can_prove() -> None:
    assert sum(play_soak_game(("apprentice", "journeyman"), seed).accusations for seed in range(100)) > 0
