"""Check-in of one of 2,000 entrants at the desk: the answer to the button, without a network or a browser.

The script of the page asks for the changed row alone; the baseline is the same button without scripts, which
answers with the page.
"""

import tempfile
import time
from functools import partial
from statistics import median

from bench.measure import call_from_depth
from bench.tournaments.events import set_up_django

ENTRANTS, PRESSED = 2_000, 40


def main() -> None:
    """Print CPU time and response size of checking in one entrant, with and without JavaScript."""
    with tempfile.TemporaryDirectory() as folder:
        set_up_django(f"sqlite:///{folder}/bench.sqlite3")
        part, page = _measure_responses()
    (took, size), (page_took, page_size) = (
        tuple(map(median, zip(*one, strict=True))) for one in (part, page)
    )
    print(
        f"check-in  {took * 1e3:8.1f} ms and {size:,.0f} bytes for one of {ENTRANTS:,} entrants; "
        f"without scripts {page_took * 1e3:.0f} ms and {page_size:,.0f} bytes",
        flush=True,
    )


def _measure_responses() -> tuple[list[tuple[float, int]], list[tuple[float, int]]]:
    """Check in entrants. Return the CPU seconds and bytes of each response, with and without JavaScript."""
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from accounts.models import User
    from tournaments.models import Entry, Role, Tournament

    call_command("migrate", verbosity=0)
    now = timezone.now()
    user = User.objects.create_user("olga", is_staff=True)
    tournament = Tournament.objects.create(slug="bench", name="Bench", online=False, status="check_in")
    Role.objects.create(tournament=tournament, user=user, kind="helper")
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament, start_number=number, name=f"Player {number}", nation="DE", entered_at=now
        )
        for number in range(1, ENTRANTS + 1)
    )
    address = reverse("admin:desk_check_in_entrant", args=[tournament.pk])
    back = reverse("admin:desk_check_in", args=[tournament.pk])

    def time_check_ins(headers: dict[str, str], chosen: list[Entry]) -> list[tuple[float, int]]:
        """Check in the chosen entrants, and return the CPU seconds and bytes of each response.

        `headers` are sent with each request.
        """
        client = Client(headers={"Host": "localhost", **headers})
        client.force_login(user)
        found = []

        def submit_form(entry: Entry) -> int:
            """Submit the form that checks in an entrant, and return the size of the response in bytes."""
            return len(client.post(address, {"entry": entry.pk, "next": back}, follow=True).content)

        for number, entry in enumerate(chosen):
            began = time.process_time()
            size = call_from_depth(number % 10 * 5, partial(submit_form, entry))
            found.append((time.process_time() - began, size))
        return found

    # A browser with JavaScript gets only the entrant's table row.
    return time_check_ins({"X-Desk-Part": "entrant"}, entries[:PRESSED]), time_check_ins(
        {}, entries[-PRESSED // 4 :]
    )


if __name__ == "__main__":
    main()
