"""Buttons on a draw that is not released: swap, lock."""

from tournaments.admin.desk.door import Visit, act
from tournaments.admin.desk.forms import LockForm, SwapForm
from tournaments.services.draw.sketch import lock_seat, swap_seats


@act("seats/swap/")
def swap(visit: Visit) -> str:
    """Two seats change their people."""
    swap_seats(**visit.by_now(**visit.given(SwapForm)))
    return "The two players have swapped seats."


@act("seats/lock/")
def lock(visit: Visit) -> str:
    """Somebody stays when the rest is drawn again, or no longer."""
    given = visit.given(LockForm)
    locked = given["lock"] is not None
    seat = given["lock"] if locked else given["unlock"]
    lock_seat(**visit.by_now(placement_id=seat or 0, locked=locked))
    return "The seat is locked." if locked else "The seat is unlocked."
