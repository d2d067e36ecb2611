"""Buttons for a draft of a stage's seats, which players cannot see yet: swap, lock."""

from django.utils.translation import gettext

from tournaments.admin.desk.actions import register_action
from tournaments.admin.desk.forms import LockForm, SwapForm
from tournaments.admin.desk.requests import DeskRequest
from tournaments.services.draw.drafts import set_seat_lock, swap_seats


@register_action("seats/swap/", name="swap")
def swap_draft_seats(desk: DeskRequest) -> str:
    """Swap the players in the two posted seats of a draft (a drawn seating that players cannot see yet)."""
    swap_seats(**desk.actor_args(**desk.clean_form(SwapForm)))
    return gettext("The two players have swapped seats.")


@register_action("seats/lock/", name="lock")
def set_draft_seat_lock(desk: DeskRequest) -> str:
    """Lock or unlock the posted seat of a draft. Drawing the stage again leaves locked seats unchanged."""
    cleaned = desk.clean_form(LockForm)
    locked = cleaned["lock"] is not None
    seat = cleaned["lock"] if locked else cleaned["unlock"]
    set_seat_lock(**desk.actor_args(placement_id=seat or 0, locked=locked))
    return gettext("The seat is locked.") if locked else gettext("The seat is unlocked.")
