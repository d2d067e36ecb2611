"""Tables as rows: lists for the lobby, who may enter, what is due."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.models import Table
from games.models.table import RUNNING, Status, Visibility
from games.rules.errors import Forbidden, NotFound

STATUSES = {"open": (Status.OPEN,), "playing": RUNNING, "finished": (Status.FINISHED,)}
"""What `?status=` may say, and what it means."""


def table(table_id: str) -> Table:
    """The row of a table; raises NotFound."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        raise NotFound()
    return found


def listed_tables(
    *, user: int | None = None, status: str | None = None, mine: bool = False
) -> QuerySet[Table]:
    """Public tables, or all tables of `user`'s own with `mine`; the newest first, with their seats."""
    tables = Table.objects.prefetch_related("seats").order_by("-opened_at", "id")
    if mine:
        tables = tables.filter(seats__user_id=user) if user is not None else tables.none()
    else:
        tables = tables.filter(visibility=Visibility.PUBLIC)
    return tables.filter(status__in=STATUSES[status]) if status else tables


def open_tables(most: int = 50) -> list[dict[str, Any]]:
    """The public tables that wait for players, as the lobby shows them, the newest first."""
    return [table_row(row) for row in listed_tables(status="open")[:most]]


def table_row(row: Table) -> dict[str, Any]:
    """A table in lists: what anyone may know of it."""
    return {
        "id": row.pk,
        "status": row.status,
        "seats": row.size,
        "visibility": row.visibility,
        "options": row.options,
        "number": row.number,
        "players": [{"seat": seat.seat, "name": seat.name, "kind": seat.kind} for seat in row.seats.all()],
    }


def may_enter(table_id: str, user: int | None, invite: str | None) -> bool:
    """Whether somebody may see and join a table: it is public, or they sit there, or bring its invite code.

    Raises NotFound.
    """
    row = table(table_id)
    if row.visibility == Visibility.PUBLIC or (invite is not None and invite == row.invite):
        return True
    return user is not None and row.seats.filter(user_id=user).exists()


def check_entry(table_id: str, user: int | None, invite: str | None) -> None:
    """Raise Forbidden where `may_enter` says no."""
    if not may_enter(table_id, user, invite):
        raise Forbidden("This table is private: it takes the invite code.")


def numbers(table_ids: Collection[str]) -> dict[str, int]:
    """The numbers that these tables have come to."""
    return dict(Table.objects.filter(pk__in=table_ids).values_list("id", "number"))


def due_tables(until: datetime) -> list[tuple[str, int, datetime]]:
    """The tables at which the house must act by `until`: id, number, and when."""
    due = Table.objects.filter(due_at__lte=until).order_by("due_at")
    return list(due.values_list("id", "number", "due_at"))
