"""What every way of entering shares: who has a place and who stands by, and how a change is written down."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Count, Max, Q, QuerySet

from accounts.models import User
from core.refusal import BadRequest
from tournaments.errors import AlreadyEntered, BotCannotEnter, GuestCannotEnter, WrongMoment
from tournaments.models import AuditEntry, Entry
from tournaments.models.choices import GONE, EntryStatus, Status
from tournaments.models.entry import MAX_CLUB, MAX_NAME, people_of, tell_apart
from tournaments.nations import nation_code
from tournaments.services.editing import TournamentEdit

OVER = (Status.FINISHED, Status.CANCELLED)
"""A tournament that nobody changes any more."""
FIRST_BIRTH_YEAR = 1900
NATION_NEEDED = "Please choose a nation: places in this tournament are limited for each nation."


class Entrant(NamedTuple):
    """Who is to be added."""

    name: str
    user: User | None = None
    nation: str = ""
    title_holder: bool = False
    club: str = ""
    birth_year: int | None = None


def add_entry(edit: TournamentEdit, entrant: Entrant, *, reason: str = "") -> Entry:
    """Add one entrant within an edit; raises as `add_entries`."""
    return add_entries(edit, [entrant], reason=reason)[0]


def add_entries(edit: TournamentEdit, entrants: Sequence[Entrant], *, reason: str = "") -> list[Entry]:
    """Add entrants within an edit in this order, all or none, with as few queries for many as for one.

    `reason`: why organisers let them in beyond their nation's quota, or without a nation where one is needed.
    Namesakes may enter. Raises AlreadyEntered where an account is in already, GuestCannotEnter,
    BotCannotEnter, BadRequest by field.
    """
    first, open_ = next_start_number(edit), edit.tournament.entry_is_open(edit.now)
    places, excepted = Places(edit), bool(reason.strip())
    required = needs_nation(edit) and not excepted
    entries = [_entry(edit, one, number, required) for number, one in enumerate(entrants, start=first)]
    for entry in entries:
        has_place = open_ and places.take(entry, beyond_quota=excepted)
        entry.status = EntryStatus.ENTERED if has_place else EntryStatus.STAND_BY
    try:
        with transaction.atomic():
            Entry.objects.bulk_create(entries)
    except IntegrityError:
        who = f"{entries[0].name} has" if len(entries) == 1 else "One of these players has"
        raise AlreadyEntered(f"{who} already entered.") from None
    tell_apart(entries, people_of(edit.tournament.pk))
    afters = [{"name": entry.shown_name, "nation": entry.nation, "status": entry.status} for entry in entries]
    edit.note_each("entered", afters, reason=reason)
    return entries


def _entry(edit: TournamentEdit, entrant: Entrant, start_number: int, nation_required: bool) -> Entry:
    if entrant.user is not None:
        check_account(entrant.user)
    return Entry(
        tournament=edit.tournament,
        start_number=start_number,
        user=entrant.user,
        name=checked_name(entrant.name),
        club=checked_club(entrant.club),
        birth_year=checked_birth_year(entrant.birth_year, edit.now),
        nation=checked_nation(entrant.nation, required=nation_required),
        title_holder=entrant.title_holder,
        entered_at=edit.now,
    )


def check_account(user: User) -> None:
    """Tournaments are for people with accounts of their own; raises GuestCannotEnter, BotCannotEnter."""
    if user.is_guest:
        raise GuestCannotEnter()
    if user.is_bot:
        raise BotCannotEnter()


def checked_name(name: str) -> str:
    """A name as it is stored; raises BadRequest."""
    if not name.strip() or len(name.strip()) > MAX_NAME or not name.strip().isprintable():
        raise BadRequest({"name": [f"A name has 1 to {MAX_NAME} characters."]})
    return name.strip()


def checked_club(club: str) -> str:
    """A club as it is stored, or empty; raises BadRequest."""
    club = " ".join(club.split())
    if len(club) > MAX_CLUB or not club.isprintable():
        raise BadRequest({"club": [f"A club can have at most {MAX_CLUB} characters."]})
    return club


def checked_birth_year(year: int | None, now: datetime) -> int | None:
    """A birth year as it is stored; raises BadRequest."""
    if year is not None and not FIRST_BIRTH_YEAR <= year <= now.year:
        raise BadRequest({"birth_year": [f"A birth year is from {FIRST_BIRTH_YEAR} to {now.year}."]})
    return year


def checked_nation(nation: str, *, required: bool = False) -> str:
    """A nation as it is stored: its two letters by ISO 3166, or empty; raises BadRequest."""
    if not nation.strip():
        if required:
            raise BadRequest({"nation": [NATION_NEEDED]})
        return ""
    code = nation_code(nation)
    if code is None:
        raise BadRequest({"nation": [no_nation(nation.strip())]})
    return code


def no_nation(text: str) -> str:
    """What is said of a text that names no nation."""
    return f"“{text[:MAX_NAME]}” is not a nation we know. Use its ISO 3166 code or its English name."


def needs_nation(edit: TournamentEdit) -> bool:
    """Whether an entrant has to say their nation: a quota counts them all."""
    return edit.tournament.nation_quota is not None


class Places:
    """The places of a tournament: so many in all, and for each nation (title holders come on top)."""

    def __init__(self, edit: TournamentEdit, but: Entry | None = None) -> None:
        self._tournament = edit.tournament
        taken = edit.tournament.entries.exclude(status__in=(*GONE, EntryStatus.STAND_BY))
        if but is not None:
            taken = taken.exclude(pk=but.pk)
        groups = taken.order_by().values_list("nation", "title_holder").annotate(count=Count("pk"))
        counts = list(groups)
        self._taken = sum(count for _, _, count in counts)
        self._by_nation = Counter({nation: count for nation, holder, count in counts if not holder})

    def take(self, entry: Entry, *, beyond_quota: bool = False) -> bool:
        """Give the entrant a place, if there is one; organisers may go beyond a nation's quota."""
        tournament = self._tournament
        if tournament.capacity is not None and self._taken >= tournament.capacity:
            return False
        if not beyond_quota and not self.nation_has_place(entry):
            return False
        self._taken += 1
        self._by_nation[entry.nation] += not entry.title_holder
        return True

    def move(self, entry: Entry, nation: str, title_holder: bool) -> bool:
        """Count an entrant for this nation, or as a title holder for none, if it has a place for them."""
        if entry.is_gone or entry.status == EntryStatus.STAND_BY:
            return True
        self._by_nation[entry.nation] -= not entry.title_holder
        moved = Entry(nation=nation, title_holder=title_holder, bot_level=entry.bot_level)
        if not self.nation_has_place(moved):
            self._by_nation[entry.nation] += not entry.title_holder
            return False
        self._by_nation[nation] += not title_holder
        return True

    def nation_has_place(self, entry: Entry) -> bool:
        """Whether the quota of the entrant's nation has a place for them; without a nation there is none."""
        quota = self._tournament.nation_quota
        if quota is None or entry.title_holder or entry.bot_level:
            return True
        return bool(entry.nation) and self._by_nation[entry.nation] < quota


def has_room(edit: TournamentEdit, entry: Entry) -> bool:
    """Whether there is a place for this entrant."""
    return Places(edit, but=entry).take(entry)


def first_status(edit: TournamentEdit, entry: Entry) -> str:
    open_ = edit.tournament.entry_is_open(edit.now)
    return EntryStatus.ENTERED if open_ and has_room(edit, entry) else EntryStatus.STAND_BY


def next_start_number(edit: TournamentEdit) -> int:
    return (edit.tournament.entries.aggregate(last=Max("start_number"))["last"] or 0) + 1


def change_status(edit: TournamentEdit, entry: Entry, status: str, act: str, reason: str = "") -> None:
    before = {"entry": entry.pk, "name": entry.shown_name, "status": entry.status}
    entry.status = status
    entry.save()
    edit.note(act, before=before, after={**before, "status": status}, reason=reason)


def status_before(edit: TournamentEdit, entry: Entry, *acts: str) -> str | None:
    """The status that the newest of these acts changed; None if the log has none of them for the entrant."""
    log = AuditEntry.objects.filter(tournament=edit.tournament, type__in=acts).order_by("-number")
    # Earlier versions wrote down the name alone, which nobody else had: a namesake has entered since.
    by_name = Q(after__entry__isnull=True, after__name=entry.name, at__gte=entry.entered_at)
    own = log.filter(Q(after__entry=entry.pk) | by_name).first()
    return None if own is None else own.before["status"]


def take_out(edit: TournamentEdit, entry: Entry, status: str, act: str, reason: str = "") -> None:
    """Somebody is out; while entry is open the stand-by who came first gets the place at once."""
    entry.checked_in_at = None
    change_status(edit, entry, status, act, reason)
    if not edit.tournament.entry_is_open(edit.now):
        return
    for waiting in stand_bys_in_order(edit):
        if has_room(edit, waiting):
            # Who was there for a place that might become free checks in as all entrants do.
            waiting.checked_in_at = None
            change_status(edit, waiting, EntryStatus.ENTERED, "moved_up")
            return


def stand_bys_in_order(edit: TournamentEdit) -> QuerySet[Entry]:
    """The stand-bys in the order in which they came."""
    return edit.tournament.entries.filter(status=EntryStatus.STAND_BY).order_by("entered_at", "start_number")


def refuse_when_over(edit: TournamentEdit) -> None:
    if edit.tournament.status in OVER:
        raise WrongMoment("The tournament is over.")
