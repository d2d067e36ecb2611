"""The places of a tournament: who gets one and who goes on the waiting list."""

from collections import Counter

from django.db.models import Count, Max, QuerySet

from tournaments.models import Entry, Tournament
from tournaments.models.choices import LEFT_STATUSES, EntryStatus
from tournaments.services.editing import TournamentEdit


class Places:
    """Counts free places, in total and for each nation; title holders do not count towards quotas."""

    def __init__(self, tournament: Tournament, excluded_entry: Entry | None = None) -> None:
        """Count the tournament's taken places, except that of `excluded_entry`."""
        self._tournament = tournament
        taken = tournament.entries.exclude(status__in=(*LEFT_STATUSES, EntryStatus.STAND_BY))
        if excluded_entry is not None:
            taken = taken.exclude(pk=excluded_entry.pk)
        groups = taken.order_by().values_list("nation", "title_holder").annotate(count=Count("pk"))
        counts = list(groups)
        self._taken = sum(count for _, _, count in counts)
        self._by_nation = Counter({nation: count for nation, holder, count in counts if not holder})

    def reserve_place(self, entry: Entry, *, beyond_quota: bool = False) -> bool:
        """Count one more place as taken by an entrant. Return False, and change nothing, if no place is free.

        The place is only counted in this object; the entrant's status stays the same. With `beyond_quota`,
        ignore the limit on entrants of each nation.
        """
        tournament = self._tournament
        if tournament.capacity is not None and self._taken >= tournament.capacity:
            return False
        if not beyond_quota and not self.nation_has_place(entry):
            return False
        self._taken += 1
        self._by_nation[entry.nation] += not entry.title_holder
        return True

    def recount_entrant(self, entry: Entry, nation: str, title_holder: bool) -> bool:
        """Count an entrant's place under a new nation and title instead of the current ones.

        Return False, and change nothing, if the new nation has no place left.
        """
        # Entrants without a place are not counted, so any change is allowed.
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
        """Return whether the limit on entrants of each nation leaves a place for an entrant.

        Return True if there is no limit, and for bots and title holders, who are exempt from it. Return False
        for other entrants without a nation.
        """
        quota = self._tournament.nation_quota
        if quota is None or entry.title_holder or entry.bot_level:
            return True
        return bool(entry.nation) and self._by_nation[entry.nation] < quota


def has_free_place(edit: TournamentEdit, entry: Entry) -> bool:
    """Return whether there is a place for an entrant.

    A place that the entrant already has counts as free.
    """
    return Places(edit.tournament, excluded_entry=entry).reserve_place(entry)


def status_of_new_entrant(edit: TournamentEdit, entry: Entry) -> str:
    """Return ENTERED if the entry period is open and a place is free, otherwise STAND_BY (waiting list)."""
    open_ = edit.tournament.entry_is_open(edit.now)
    return EntryStatus.ENTERED if open_ and has_free_place(edit, entry) else EntryStatus.STAND_BY


def next_start_number(edit: TournamentEdit) -> int:
    """Return the tournament's highest start number plus one, or 1 if there are no entrants."""
    return (edit.tournament.entries.aggregate(last=Max("start_number"))["last"] or 0) + 1


def waiting_list_in_order(edit: TournamentEdit) -> QuerySet[Entry]:
    """Return the waiting list in order of entry."""
    return edit.tournament.entries.filter(status=EntryStatus.STAND_BY).order_by("entered_at", "start_number")
