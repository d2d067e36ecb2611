"""The score sheet and the result in text."""

from collections.abc import Mapping

from core.sentence import Sentence, join_sentences
from games.rules.protocol.sheet import ResultPlace, SheetCell, SheetRow


def sheet_lines(sheet: list[SheetRow], names: Mapping[int, str]) -> list[Sentence]:
    """Return one line for each scored round; `names` are the players' by seat."""
    return [
        Sentence(
            "Round %(round)d: %(cells)s",
            round=row["round"],
            cells=join_sentences([_cell(cell, names) for cell in row["cells"]], "; "),
        )
        for row in sheet
    ]


def _cell(cell: SheetCell, names: Mapping[int, str]) -> Sentence:
    """Return a player's part of a round's line: bid, tricks, points and the score after the round."""
    return Sentence(
        "%(name)s bid %(bid)d, took %(tricks)d, %(points)s points, now %(total)s",
        name=names[cell["seat"]],
        bid=cell["bid"],
        tricks=cell["tricks"],
        points=signed(cell["points"] + cell["adjustment"]),
        total=minus(cell["total"]),
    )


def result_lines(result: list[ResultPlace], names: Mapping[int, str]) -> list[Sentence]:
    """Return one line for each place, the first first."""
    return [
        Sentence(
            "%(rank)d. %(name)s, %(score)s points",
            rank=place["rank"],
            name=names[place["seat"]],
            score=minus(place["score"]),
        )
        for place in result
    ]


def minus(number: int) -> str:
    """Return the number with the minus sign that text uses, not a hyphen."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """Return the number with its sign, as for points gained and lost."""
    return f"+{number}" if number > 0 else minus(number)
