"""Buttons for a draft of a stage's seats, which players cannot see yet: swap, lock."""

from django.utils.translation import gettext

from tournaments.admin.desk.actions import Message, register_action
from tournaments.admin.desk.forms import LockForm, SwapForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.services.draw.drafts import set_seat_lock, swap_seats


@register_action("seats/swap/", name="swap")
def swap_draft_seats(desk: DeskRequest) -> Message:
    """Swap the players in the two posted seats of a seating that is not published yet."""
    swap_seats(**desk.actor_args(**desk.clean_form(SwapForm)))
    return gettext("The two players have swapped seats.")


@register_action("seats/lock/", name="lock")
def set_draft_seat_lock(desk: DeskRequest) -> Message:
    """Lock or unlock the posted seat of a seating that is not published yet.

    A locked seat keeps its player when the stage is drawn again.
    """
    cleaned = desk.clean_form(LockForm)
    locked = cleaned["lock"] is not None
    seat = cleaned["lock"] if locked else cleaned["unlock"]
    set_seat_lock(**desk.actor_args(placement_id=seat or 0, locked=locked))
    return gettext("The seat is locked.") if locked else gettext("The seat is unlocked.")
