"""Writes rows as CSV for spreadsheets: in UTF-8 with a byte order mark, and without formulas."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Characters that make spreadsheets treat a cell as a formula if it starts with one of them."""


def csv_bytes(rows: Sequence[Mapping[str, object]], columns: Sequence[str] = ()) -> bytes:
    """Return the rows as CSV in UTF-8. By default, the columns are the keys of the first row."""
    text = io.StringIO(newline="")
    if names := columns or (list(rows[0]) if rows else []):
        writer = csv.DictWriter(text, names)
        writer.writeheader()
        writer.writerows({name: format_csv_cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue().encode("utf-8-sig")


def format_csv_cell(value: Any) -> Any:
    """Make a value safe for spreadsheets: put an apostrophe before text that looks like a formula.

    True becomes "yes", and False becomes "".
    """
    # Text that already has the apostrophe gets another one, so one can always be removed to restore the text.
    if isinstance(value, str) and value.lstrip("'").startswith(DANGEROUS):
        return f"'{value}"
    if isinstance(value, bool):
        return "yes" if value else ""
    return value
