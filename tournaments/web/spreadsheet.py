"""Writes rows as CSV that spreadsheets open as text: in UTF-8 with a BOM, and without formulas."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
"""First characters of a cell that make spreadsheets read it as a formula."""


def csv_bytes(rows: Sequence[Mapping[str, object]], columns: Sequence[str] = ()) -> bytes:
    """Return the rows as CSV, with the column names in the first line.

    The file has no lines if there are neither rows nor `columns`.
    """
    text = io.StringIO(newline="")
    if names := columns or (list(rows[0]) if rows else []):
        writer = csv.DictWriter(text, names)
        writer.writeheader()
        writer.writerows({name: csv_cell(value) for name, value in row.items()} for row in rows)
    return text.getvalue().encode("utf-8-sig")


def csv_cell(value: Any) -> Any:
    """Return a cell's value for CSV: an apostrophe is put before text that could be a formula.

    True becomes "yes" and False ""; all other values are returned unchanged.
    """
    # Text that already has the apostrophe gets another one, so that one can always be taken off again.
    if isinstance(value, str) and value.lstrip("'").startswith(DANGEROUS):
        return f"'{value}"
    if isinstance(value, bool):
        return "yes" if value else ""
    return value
