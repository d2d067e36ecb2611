"""What every way of entering shares: who has a place and who stands by, and how a change is written down."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Count, Max, QuerySet

from accounts.models import User
from games.rules.errors import BadRequest
from tournaments.errors import AlreadyEntered, BotCannotEnter, GuestCannotEnter, WrongMoment
from tournaments.models import Entry
from tournaments.models.choices import GONE, EntryStatus, Status
from tournaments.services.desk import Desk

OVER = (Status.FINISHED, Status.CANCELLED)
"""A tournament that nobody changes any more."""
LONGEST_NAME = 40
NATION = re.compile(r"([A-Z]{2,3})?")


class Entrant(NamedTuple):
    """Who is to be added."""

    name: str
    user: User | None = None
    nation: str = ""
    title_holder: bool = False


def add_entry(
    desk: Desk, *, name: str, user: User | None, nation: str = "", title_holder: bool = False
) -> Entry:
    """Add one entrant over the desk; raises as `add_entries`."""
    return add_entries(desk, [Entrant(name, user, nation, title_holder)])[0]


def add_entries(desk: Desk, entrants: Sequence[Entrant]) -> list[Entry]:
    """Add entrants over the desk in this order, all or none, with as few questions for many as for one.

    Raises AlreadyEntered where a name or an account is in already, GuestCannotEnter, BotCannotEnter,
    BadRequest by field.
    """
    first, open_ = next_start_number(desk), desk.tournament.entry_is_open(desk.now)
    places = Places(desk)
    entries = [_entry(desk, one, number) for number, one in enumerate(entrants, start=first)]
    for entry in entries:
        entry.status = EntryStatus.ENTERED if open_ and places.take(entry) else EntryStatus.STAND_BY
    try:
        with transaction.atomic():
            Entry.objects.bulk_create(entries)
    except IntegrityError:
        who = f"{entries[0].name} has" if len(entries) == 1 else "One of these players has"
        raise AlreadyEntered(f"{who} entered already.") from None
    afters = [{"name": entry.name, "nation": entry.nation, "status": entry.status} for entry in entries]
    desk.note_each("entered", afters)
    return entries


def _entry(desk: Desk, entrant: Entrant, start_number: int) -> Entry:
    if entrant.user is not None:
        check_account(entrant.user)
    return Entry(
        tournament=desk.tournament,
        start_number=start_number,
        user=entrant.user,
        name=checked_name(entrant.name),
        nation=checked_nation(entrant.nation),
        title_holder=entrant.title_holder,
        entered_at=desk.now,
    )


def check_account(user: User) -> None:
    """Tournaments are for people with accounts of their own; raises GuestCannotEnter, BotCannotEnter."""
    if user.is_guest:
        raise GuestCannotEnter()
    if user.is_bot:
        raise BotCannotEnter()


def checked_name(name: str) -> str:
    """A name as it is stored; raises BadRequest."""
    if not name.strip() or len(name.strip()) > LONGEST_NAME or not name.strip().isprintable():
        raise BadRequest({"name": [f"A name has from 1 to {LONGEST_NAME} letters."]})
    return name.strip()


def checked_nation(nation: str) -> str:
    """A nation as it is stored, in capital letters or empty; raises BadRequest."""
    if not NATION.fullmatch(nation.strip().upper()):
        raise BadRequest({"nation": ["A nation has two or three letters."]})
    return nation.strip().upper()


class Places:
    """The places of a tournament: so many in all, and for each nation (title holders come on top)."""

    def __init__(self, desk: Desk, but: Entry | None = None) -> None:
        self._tournament = desk.tournament
        taken = desk.tournament.entries.exclude(status__in=(*GONE, EntryStatus.STAND_BY))
        if but is not None:
            taken = taken.exclude(pk=but.pk)
        groups = taken.order_by().values_list("nation", "title_holder").annotate(count=Count("pk"))
        counts = list(groups)
        self._taken = sum(count for _, _, count in counts)
        self._by_nation = Counter({nation: count for nation, holder, count in counts if not holder})

    def take(self, entry: Entry) -> bool:
        """Give the entrant a place, if there is one."""
        tournament = self._tournament
        if tournament.capacity is not None and self._taken >= tournament.capacity:
            return False
        counts = bool(entry.nation) and not entry.title_holder
        quota = tournament.nation_quota
        if counts and quota is not None and self._by_nation[entry.nation] >= quota:
            return False
        self._taken += 1
        self._by_nation[entry.nation] += counts
        return True


def has_room(desk: Desk, entry: Entry) -> bool:
    """Whether there is a place for this entrant."""
    return Places(desk, but=entry).take(entry)


def first_status(desk: Desk, entry: Entry) -> str:
    open_ = desk.tournament.entry_is_open(desk.now)
    return EntryStatus.ENTERED if open_ and has_room(desk, entry) else EntryStatus.STAND_BY


def next_start_number(desk: Desk) -> int:
    return (desk.tournament.entries.aggregate(last=Max("start_number"))["last"] or 0) + 1


def change_status(desk: Desk, entry: Entry, status: str, act: str, reason: str = "") -> None:
    before = {"name": entry.name, "status": entry.status}
    entry.status = status
    entry.save()
    desk.note(act, before=before, after={"name": entry.name, "status": status}, reason=reason)


def take_out(desk: Desk, entry: Entry, status: str, act: str, reason: str = "") -> None:
    """Somebody is out; while entry is open the stand-by who came first gets the place at once."""
    entry.checked_in_at = None
    change_status(desk, entry, status, act, reason)
    if not desk.tournament.entry_is_open(desk.now):
        return
    for waiting in stand_bys_in_order(desk):
        if has_room(desk, waiting):
            change_status(desk, waiting, EntryStatus.ENTERED, "moved_up")
            return


def stand_bys_in_order(desk: Desk) -> QuerySet[Entry]:
    """The stand-bys in the order in which they came."""
    return desk.tournament.entries.filter(status=EntryStatus.STAND_BY).order_by("entered_at", "start_number")


def refuse_when_over(desk: Desk) -> None:
    if desk.tournament.status in OVER:
        raise WrongMoment("The tournament is over.")
