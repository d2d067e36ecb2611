"""A CSV file as rows of text, as spreadsheets of all kinds write it."""

import codecs
import csv
import re
from collections.abc import Iterator
from typing import NamedTuple

from core.refusal import BadRequest

COLUMNS = ("id", "name", "username", "club", "birth_year", "nation", "title_holder")
NOT_READ = ("start_number", "status")
"""Columns of an export that say how things are, and change nothing."""
MAX_BYTES = 1_000_000
MAX_ROWS = 5000
ENCODINGS = {"utf-8-sig": "UTF-8", "cp1252": "Windows-1252"}
FORMULA = ("=", "+", "-", "@")
ESCAPED = re.compile(r"^'+[=+\-@]")


class BadCsv(BadRequest):
    """The file is no list of entrants; `faults` has a sentence for each thing that is wrong."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__({"file": faults})
        self.faults = faults


class Row(NamedTuple):
    """One line of the file; cells that it doesn't have are empty."""

    line: int
    id: str = ""
    name: str = ""
    username: str = ""
    club: str = ""
    birth_year: str = ""
    nation: str = ""
    title_holder: str = ""
    fault: str = ""
    """Why its cells cannot be read as they are."""


class Sheet(NamedTuple):
    """The rows that are not empty, and the encoding in which they were read."""

    rows: list[Row]
    encoding: str


def sheet_of(data: bytes) -> Sheet:
    """Read a file; raises BadCsv for what is no list of entrants."""
    if len(data) > MAX_BYTES:
        raise BadCsv([f"The file is larger than {MAX_BYTES // 1000} kB."])
    text, encoding = _decoded(data)
    lines = _lines(text)
    columns = [_column(cell) for cell in lines[0][1]] if lines else []
    named = [name for name in columns if name]
    unknown = [name for name in named if name not in (*COLUMNS, *NOT_READ)]
    if unknown or len(set(named)) < len(named) or not {"id", "name", "username"} & set(named):
        raise BadCsv(
            [f"The first line must name the columns. You can use any of these: {', '.join(COLUMNS)}."]
        )
    if not 1 < len(lines) <= MAX_ROWS + 1:
        raise BadCsv([f"The file must have from 1 to {MAX_ROWS} entrants."])
    return Sheet([_row(line, columns, cells) for line, cells in lines[1:]], encoding)


def _decoded(data: bytes) -> tuple[str, str]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16"), "UTF-16"
        except UnicodeDecodeError:
            raise BadCsv(["The file cannot be read: save it again as “CSV UTF-8”."]) from None
    if b"\0" in data:
        raise BadCsv(["This is not a text file. Save the spreadsheet as CSV first."])
    # Nearly every text can be read as Windows-1252, hardly any other as UTF-8: that comes first.
    for encoding, name in ENCODINGS.items():
        try:
            return data.decode(encoding), name
        except UnicodeDecodeError:
            continue
    raise BadCsv(["The file is neither in UTF-8 nor in Windows-1252: save it again as “CSV UTF-8”."])


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """The cells of all lines that are not empty, each with its number."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head = next((line for line in lines if line.strip()), "")
    separator = max(",;\t", key=re.sub(r'"[^"]*"', "", head).count)
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator)
    return list(_filled(reader))


def _filled(reader: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    line_number = 0
    try:
        for cells in reader:
            line_number = reader.line_num  # type: ignore[attr-defined]
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                yield line_number, stripped
    except csv.Error as fault:
        raise BadCsv([f"Line {line_number + 1}: {fault}."]) from None


def _column(cell: str) -> str:
    return re.sub(r"[\s_-]+", "_", cell.lower())


def _row(line: int, columns: list[str], cells: list[str]) -> Row:
    texts = {name: cell for name, cell in zip(columns, cells, strict=False) if name in COLUMNS}
    fault = ""
    formula = next((cell for cell in texts.values() if cell.startswith(FORMULA)), None)
    if formula is not None:
        fault = f"{formula!r} is a formula, not a name."
    elif any(cells[len(columns) :]):
        fault = "there are more cells than the first line names."
    return Row(line, **{name: _unescaped(cell) for name, cell in texts.items()}, fault=fault)


def _unescaped(cell: str) -> str:
    """Without the sign that an export puts before what a spreadsheet would run."""
    return cell[1:] if ESCAPED.match(cell) else cell
