"""Reads a CSV file as rows of text, in the variants that spreadsheets write."""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.text import Truncator

from core.refusal import BadRequest
from core.sentence import Sentence, join_sentences

COLUMNS = ("id", "name", "username", "club", "birth_year", "nation", "title_holder")
NOT_READ = ("start_number", "status")
"""Columns of an export that are ignored when it is imported."""
MAX_BYTES = 1_000_000
MAX_ROWS = 5000
MAX_QUOTED = 5
MAX_HEADING = 40
# "utf-8-sig" also reads UTF-8 without the byte order mark that spreadsheets write.
ENCODINGS = {"utf-8-sig": "UTF-8", "cp1252": "Windows-1252"}
NOT_TEXT = Sentence("This is not a text file. Save the spreadsheet as CSV first.")
# A cell that begins with one of these runs as a formula when a list is opened in a spreadsheet.
FORMULA = ("=", "+", "-", "@")
ESCAPED = re.compile(r"^'+[=+\-@]")


class BadCsv(BadRequest):
    """The file is not a list of entrants; `messages` contains a message for each error."""

    def __init__(self, messages: list[str]) -> None:
        """Create the exception with one message for each error in the file."""
        super().__init__({"file": messages})
        self.messages = messages


class Row(NamedTuple):
    """One line of the file; missing cells are empty."""

    line: int
    id: str = ""
    name: str = ""
    username: str = ""
    club: str = ""
    birth_year: str = ""
    nation: str = ""
    title_holder: str = ""
    error: str = ""
    """Why the line's cells cannot be used."""


class ParsedCsv(NamedTuple):
    """The non-empty rows of a file, and the file's encoding."""

    rows: list[Row]
    encoding: str


def parse_entrant_csv(data: bytes) -> ParsedCsv:
    """Parse an uploaded CSV file of entrants. Raise BadCsv if it is too large or not a list of entrants."""
    if len(data) > MAX_BYTES:
        raise BadCsv([Sentence("The file is larger than %(size)d kB.", size=MAX_BYTES // 1000)])
    text, encoding = _decode_csv(data)
    lines = _split_lines(text)
    headings = lines[0][1] if lines else []
    if error := _find_heading_error(headings):
        rule = Sentence(
            "The first line must name the columns. You can use any of these: %(names)s.",
            names=", ".join(COLUMNS),
        )
        raise BadCsv([join_sentences([rule, error])])
    columns = [_column_name(cell) for cell in headings]
    if not 1 < len(lines) <= MAX_ROWS + 1:
        raise BadCsv([Sentence("The file must have from 1 to %(most)s entrants.", most=MAX_ROWS)])
    return ParsedCsv([_parse_row(line, columns, cells) for line, cells in lines[1:]], encoding)


def _find_heading_error(headings: list[str]) -> Sentence | None:
    """Return a sentence that says what is wrong with the column headings, or None if nothing is."""
    named = {cell: _column_name(cell) for cell in headings if cell}
    counts = Counter(_column_name(cell) for cell in headings if cell)
    if unknown := [cell for cell, name in named.items() if name not in (*COLUMNS, *NOT_READ)]:
        return Sentence("Not recognised: %(columns)s.", columns=_quote_headings(unknown))
    if repeated := [name for name, count in counts.items() if count > 1]:
        return Sentence("Named more than once: %(columns)s.", columns=_quote_headings(repeated))
    if not {"id", "name", "username"} & counts.keys():
        return Sentence("At least one of id, name and username is needed.")
    return None


def _quote_headings(headings: list[str]) -> str:
    """Return the first MAX_QUOTED headings in quotation marks, each cut to MAX_HEADING characters."""
    quoted = [f"“{Truncator(heading).chars(MAX_HEADING)}”" for heading in headings[:MAX_QUOTED]]
    return ", ".join(quoted) + (" …" if len(headings) > MAX_QUOTED else "")


def _decode_csv(data: bytes) -> tuple[str, str]:
    """Decode an uploaded file, and return the text and the name of its encoding.

    Raise BadCsv if the file is not text in a known encoding.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            text = data.decode("utf-16")
        except UnicodeDecodeError:
            raise BadCsv([Sentence("The file cannot be read: save it again as “CSV UTF-8”.")]) from None
        # PostgreSQL takes no text that contains NUL.
        if "\0" in text:
            raise BadCsv([NOT_TEXT])
        return text, "UTF-16"
    if b"\0" in data:
        raise BadCsv([NOT_TEXT])
    # UTF-8 first: nearly any file can be decoded as Windows-1252, but hardly any other text as UTF-8.
    for encoding, name in ENCODINGS.items():
        try:
            return data.decode(encoding), name
        except UnicodeDecodeError:
            continue
    raise BadCsv(
        [Sentence("The file is neither in UTF-8 nor in Windows-1252: save it again as “CSV UTF-8”.")]
    )


def _split_lines(text: str) -> list[tuple[int, list[str]]]:
    """Return the line number and the cells of each non-empty line of CSV text.

    Raise BadCsv if the text is not valid CSV.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    head = next((line for line in lines if line.strip()), "")
    # The most frequent separator in the first line. Quoted cells are left out, as they may contain any.
    separator = max(",;\t", key=re.sub(r'"[^"]*"', "", head).count)
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator)
    return list(_non_empty_lines(reader))


def _non_empty_lines(reader: Iterator[list[str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the stripped cells of each non-empty line.

    Line numbers start at 1. Raise BadCsv if a line is not valid CSV.
    """
    line_number = 0
    try:
        for cells in reader:
            line_number = reader.line_num  # type: ignore[attr-defined]
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                yield line_number, stripped
    except csv.Error as error:
        raise BadCsv([Sentence("Line %(line)d: %(fault)s.", line=line_number + 1, fault=error)]) from None


def _column_name(cell: str) -> str:
    """Convert a heading such as "Birth year" to "birth_year"."""
    return re.sub(r"[\s_-]+", "_", cell.lower())


def _parse_row(line_number: int, columns: list[str], cells: list[str]) -> Row:
    """Convert a CSV line to a Row.

    Set its `error` if a cell is a formula or if there are too many cells.
    """
    texts = {name: cell for name, cell in zip(columns, cells, strict=False) if name in COLUMNS}
    error = ""
    formula = next((cell for cell in texts.values() if cell.startswith(FORMULA)), None)
    if formula is not None:
        error = Sentence("%(cell)s is a formula, not a name.", cell=repr(formula))
    elif any(cells[len(columns) :]):
        error = Sentence("there are more cells than the first line names.")
    return Row(line_number, **{name: _unescape(cell) for name, cell in texts.items()}, error=error)


def _unescape(cell: str) -> str:
    """Remove the apostrophe that the CSV export puts before text that looks like a formula."""
    return cell[1:] if ESCAPED.match(cell) else cell
