"""Buttons on a draw that is not released: swap, lock."""

from tournaments.admin.desk.actions import action
from tournaments.admin.desk.forms import LockForm, SwapForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.services.draw.sketch import lock_seat, swap_seats


@action("seats/swap/")
def swap(desk: DeskRequest) -> str:
    """Swap the players of two seats of a draft."""
    swap_seats(**desk.actor_args(**desk.cleaned(SwapForm)))
    return "The two players have swapped seats."


@action("seats/lock/")
def lock(desk: DeskRequest) -> str:
    """Lock a seat of a draft, so that it stays when the rest is drawn again, or unlock it."""
    cleaned = desk.cleaned(LockForm)
    locked = cleaned["lock"] is not None
    seat = cleaned["lock"] if locked else cleaned["unlock"]
    lock_seat(**desk.actor_args(placement_id=seat or 0, locked=locked))
    return "The seat is locked." if locked else "The seat is unlocked."
