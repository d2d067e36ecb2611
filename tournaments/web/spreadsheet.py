"""Rows as CSV that a spreadsheet opens as text: UTF-8 with its mark, and nothing that it would run."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a cell must not begin with: spreadsheets take it for a formula."""


def csv_bytes(rows: Sequence[Mapping[str, object]], columns: Sequence[str] = ()) -> bytes:
    """The rows under their names; no rows without `columns` make an empty file."""
    text = io.StringIO(newline="")
    if names := columns or (list(rows[0]) if rows else []):
        writer = csv.DictWriter(text, names)
        writer.writeheader()
        writer.writerows({name: cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue().encode("utf-8-sig")


def cell(value: Any) -> Any:
    """A value as it may stand in a cell: numbers as they are, texts made harmless."""
    # A text that looks as if it were harmless already gets the mark, too, so that it can be taken off again.
    if isinstance(value, str) and value.lstrip("'").startswith(DANGEROUS):
        return f"'{value}"
    if isinstance(value, bool):
        return "yes" if value else ""
    return value
