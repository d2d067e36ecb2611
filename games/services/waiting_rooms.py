"""Tables that have not begun: who is not heard of for long gets up; a table without people is given up."""

import logging
from datetime import datetime

from games import presence
from games.models import Seat
from games.models.table import Status, Visibility
from games.rules.actions import LeaveSeat
from games.rules.errors import Refusal
from games.services.act import knock
from games.services.renewing import STILL
from games.services.settle import Request

logger = logging.getLogger(__name__)

LONGEST = {Visibility.PUBLIC: 3600.0, Visibility.PRIVATE: 86_400.0}
"""Seconds for which a seat is kept: in the lobby others wait, among friends a table may be for tonight."""
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

    def _last_life(self, place: Place, steady: float) -> float:
        table_id, seat, _ = place
        if seat in presence.connected(table_id):
            presence.note_life(table_id, seat, steady)
        return max(self._first_seen[place], presence.last_life(table_id, seat) or 0.0)


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
