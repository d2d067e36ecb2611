"""The score sheet and the result as text."""

from collections.abc import Mapping

from core.sentence import Sentence, join_sentences
from games.rules.protocol.sheet import ResultPlace, SheetCell, SheetRow


def score_sheet_lines(sheet: list[SheetRow], names: Mapping[int, str]) -> list[Sentence]:
    """Return a line of text for each row of the score sheet. `names` maps seats to the players' names."""
    return [
        Sentence(
            "Round %(round)d: %(cells)s",
            round=row["round"],
            cells=join_sentences([_player_round_text(cell, names) for cell in row["cells"]], "; "),
        )
        for row in sheet
    ]


def _player_round_text(cell: SheetCell, names: Mapping[int, str]) -> Sentence:
    """Describe a player's round: name, bid, tricks, points (including those for accusations), total score."""
    return Sentence(
        "%(name)s bid %(bid)d, took %(tricks)d, %(points)s points, now %(total)s",
        name=names[cell["seat"]],
        bid=cell["bid"],
        tricks=cell["tricks"],
        points=format_signed(cell["points"] + cell["adjustment"]),
        total=format_number(cell["total"]),
    )


def result_lines(result: list[ResultPlace], names: Mapping[int, str]) -> list[Sentence]:
    """Return a line of text for each place in the final result. `names` maps seats to the players' names."""
    return [
        Sentence(
            "%(rank)d. %(name)s, %(score)s points",
            rank=place["rank"],
            name=names[place["seat"]],
            score=format_number(place["score"]),
        )
        for place in result
    ]


def format_number(number: int) -> str:
    """Return the number as text, with a proper minus sign (−) instead of a hyphen."""
    return str(number).replace("-", "−")


def format_signed(number: int) -> str:
    """Return the number with its sign, such as "+10", "−10" or "0"."""
    return f"+{number}" if number > 0 else format_number(number)
