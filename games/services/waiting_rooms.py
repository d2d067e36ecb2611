"""Tables that have not begun: who is not heard of for long gets up; a table without people is given up.

Long before that, a table at which nobody is there leaves the lobby's list, and is back when somebody is.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import Kind
from games import presence
from games.models import Seat, Table
from games.models.table import Status, Visibility
from games.rules.actions import LeaveSeat
from games.rules.errors import Refusal
from games.services.act import knock
from games.services.renewing import STILL
from games.services.settle import Request

logger = logging.getLogger(__name__)

LONGEST = {Visibility.PUBLIC: 3600.0, Visibility.PRIVATE: 86_400.0}
"""Seconds for which a seat is kept: in the lobby others wait, among friends a table may be for tonight."""
UNLISTED_AFTER = 300.0
"""Seconds without a sign of life of anybody at a table after which the lobby lists it no more."""
LOOK_EVERY = 5.0
"""Seconds between two looks at all who sit at open tables."""
Place = tuple[str, int, int]
"""A table, a seat, and the user who sits there."""


class WaitingRooms:
    """Counts for all who sit at open tables; `steady` is a clock in seconds that is never set."""

    def __init__(self) -> None:
        self._looked = float("-inf")
        self._first_seen: dict[Place, float] = {}

    def mind(self, *, now: datetime, steady: float) -> None:
        """Look, if it is time to. Whoever is seen first, as after a restart, has all the time from then."""
        gone_by = steady - self._looked
        if gone_by < LOOK_EVERY:
            return
        self._looked = steady
        found = _sitting()
        # Who could not be heard, because this process stood still, is seen for the first time again.
        known = self._first_seen if gone_by <= LOOK_EVERY + STILL else {}
        self._first_seen = {place: known.get(place, steady) for place in found}
        for place, longest in found.items():
            if steady - self._last_life(place, steady) >= longest:
                _get_up(place, now)
        self._list_tables(found, steady)

    def _last_life(self, place: Place, steady: float) -> float:
        noted = _noted_life(place, steady)
        return self._first_seen[place] if noted is None else max(self._first_seen[place], noted)

    def _list_tables(self, found: Iterable[Place], steady: float) -> None:
        """Take tables at which nobody is there from the lobby's list, and put others back."""
        by_table: defaultdict[str, list[Place]] = defaultdict(list)
        for place in found:
            by_table[place[0]].append(place)
        unlisted = set(_waiting().filter(unlisted=True).values_list("id", flat=True))
        gone, back = [], []
        for table_id, places in by_table.items():
            # A process that has just started takes nobody for gone, and nobody for there either.
            if table_id in unlisted:
                if any(_was_there(place, steady) for place in places):
                    back.append(table_id)
            elif all(steady - self._last_life(place, steady) >= UNLISTED_AFTER for place in places):
                gone.append(table_id)
        if gone:
            _waiting().filter(pk__in=gone).exclude(opened_by__kind=Kind.BOT).update(unlisted=True)
        if back:
            _waiting().filter(pk__in=back).update(unlisted=False)


def _waiting() -> QuerySet[Table]:
    return Table.objects.filter(status=Status.OPEN)


def _noted_life(place: Place, steady: float) -> float | None:
    """The last sign of life that this process knows of."""
    table_id, seat, _ = place
    if seat in presence.connected(table_id):
        presence.note_life(table_id, seat, steady)
    return presence.last_life(table_id, seat)


def _was_there(place: Place, steady: float) -> bool:
    noted = _noted_life(place, steady)
    return noted is not None and steady - noted < UNLISTED_AFTER


def _sitting() -> dict[Place, float]:
    """Who sits at open tables, and for how long their seats are kept."""
    rows = Seat.objects.filter(table__status=Status.OPEN, table__quarantined="", user__isnull=False)
    places = rows.values_list("table_id", "seat", "user_id", "table__visibility")
    return {
        (table_id, seat, user): LONGEST[Visibility(visibility)] for table_id, seat, user, visibility in places
    }


def _get_up(place: Place, now: datetime) -> None:
    """At the door; the game may begin in this very moment."""
    table_id, seat, _ = place
    try:
        reply = knock(Request(table_id, LeaveSeat(), now, seat=seat))
    except Exception:
        logger.exception("Nobody can get up at table %s", table_id)
        return
    if isinstance(reply, Refusal):
        logger.warning("Seat %s of table %s is kept: %s", seat, table_id, reply.code)
