"""Entrants, and pairs of entrants who are kept apart."""

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models.choices import LEFT_STATUSES, EntryStatus
from tournaments.models.tournament import Tournament
from tournaments.rules.namesakes import Person, display_names, name_key

MAX_NAME = 40
MAX_CLUB = 60
MAX_NAME_KEY = 3 * MAX_NAME
"""A character has at most three when its case is folded."""


class NameKeyField(models.CharField[str, str]):
    """A key computed from the model's `name` on every save, so that an index can find namesakes."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Compute, store and return a key of the instance's name.

        Names that differ only in case, spacing or Unicode form have the same key.
        """
        key = name_key(getattr(model_instance, "name"))  # noqa: B009 - not every model has a name
        setattr(model_instance, self.attname, key)
        return key


class Entry(models.Model):
    """An entrant: a person or a bot. At tables with real cards, a person needs no account."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entries", verbose_name=_("tournament")
    )
    start_number = models.PositiveIntegerField(_("start number"), help_text=_("In the order of entry."))
    # Results outlive the account: the entry has a name of its own.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="tournament_entries",
        verbose_name=_("account"),
    )
    name = models.CharField(_("name"), max_length=MAX_NAME)
    name_key = NameKeyField(max_length=MAX_NAME_KEY, editable=False)
    club = models.CharField(
        pgettext_lazy("of a player", "club"),
        max_length=MAX_CLUB,
        blank=True,
        help_text=_("Tells players of the same name apart."),
    )
    birth_year = models.PositiveSmallIntegerField(
        _("birth year"), null=True, blank=True, help_text=_("Tells players of the same name apart.")
    )
    nation = models.CharField(_("nation"), max_length=3, blank=True, help_text=_("Two letters, by ISO 3166."))
    title_holder = models.BooleanField(
        _("title holder"), default=False, help_text=_("Does not count in the quota of their nation.")
    )
    bot_level = models.CharField(_("bot’s level"), max_length=16, blank=True, help_text=_("Empty: a person."))
    status = models.CharField(
        _("status"), max_length=12, choices=EntryStatus.choices, default=EntryStatus.ENTERED
    )
    status_before_check_in = models.CharField(
        max_length=12,
        blank=True,
        editable=False,
        help_text=_("What undoing the check-in gives back."),
    )
    status_before_disqualification = models.CharField(
        max_length=12,
        blank=True,
        editable=False,
        help_text=_("What lifting the disqualification gives back."),
    )
    entered_at = models.DateTimeField(_("entered at"))
    checked_in_at = models.DateTimeField(_("checked in at"), null=True, blank=True)

    class Meta:
        ordering = ("tournament", "start_number")
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        indexes = (models.Index(fields=("tournament", "name_key"), name="entries_by_name_key"),)
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "user"), name="one_entry_a_person", condition=Q(user__isnull=False)
            ),
            models.UniqueConstraint(fields=("tournament", "start_number"), name="one_entry_a_start_number"),
        )

    def __str__(self) -> str:
        """Return the name, with the club and birth year in brackets if they are known."""
        # Django's admin calls this for each row, so it makes no query and cannot know about namesakes.
        known = ", ".join(str(one) for one in (self.club, self.birth_year) if one)
        return f"{self.name} ({known})" if known else self.name

    @cached_property
    def shown_name(self) -> str:
        """The name, followed by details such as the club if other entrants have the same name.

        Reading it may query the database.
        """
        # No query is made if `set_display_names` has already set the name.
        alike = Entry.objects.filter(tournament=self.tournament_id, name_key=name_key(self.name))
        return display_names(_read_people(alike)).get(self.pk, self.name)

    @property
    def person(self) -> Person:
        """The entrant as a `Person`: the name, club, birth year and start number."""
        return Person(self.pk, self.name, self.club, self.birth_year, self.start_number)

    @property
    def status_label(self) -> str:
        """The translated status. This is faster than `get_status_display`, which translates every status."""
        return str(EntryStatus(self.status).label)

    @property
    def is_checked_in(self) -> bool:
        """Whether the entrant's status is CHECKED_IN. False for everyone on the waiting list."""
        return self.status == EntryStatus.CHECKED_IN

    @property
    def is_present_on_waiting_list(self) -> bool:
        """Whether the entrant is on the waiting list and has checked in."""
        return self.status == EntryStatus.STAND_BY and self.checked_in_at is not None

    @property
    def is_gone(self) -> bool:
        """Whether the entrant has withdrawn or has been disqualified."""
        return self.status in LEFT_STATUSES


def read_people_of_tournament(tournament_id: int) -> list[Person]:
    """Return a `Person` for each entrant, ordered by start number.

    Entrants who have withdrawn or have been disqualified are included.
    """
    return _read_people(Entry.objects.filter(tournament=tournament_id))


def read_namesakes(tournament_id: int) -> list[Person]:
    """Return a `Person` for each entrant who has the same name as another, ordered by start number."""
    entries = Entry.objects.filter(tournament=tournament_id)
    shared = entries.order_by().values("name_key").annotate(many=Count("pk")).filter(many__gt=1)
    return _read_people(entries.filter(name_key__in=shared.values("name_key")))


def _read_people(entries: models.QuerySet[Entry]) -> list[Person]:
    """Return a `Person` (name, club, birth year and so on) for each entrant, ordered by start number."""
    rows = entries.order_by("start_number")
    return [Person(*row) for row in rows.values_list("pk", "name", "club", "birth_year", "start_number")]


def set_display_names(entries: Iterable[Entry], people: Iterable[Person]) -> None:
    """Set the display name (`shown_name`) of each entry without querying the database.

    `people` must include every entrant of the tournament who has the same name as another.
    """
    shown = display_names(people)
    for entry in entries:
        entry.shown_name = shown.get(entry.pk, entry.name)


class ForbiddenPair(models.Model):
    """Two entrants who must not be seated at the same table."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs", verbose_name=_("tournament")
    )
    one = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+", verbose_name=_("first entrant")
    )
    other = models.ForeignKey(
        Entry, on_delete=models.CASCADE, related_name="+", verbose_name=_("second entrant")
    )

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        constraints = (
            models.UniqueConstraint(fields=("one", "other"), name="one_pair_once"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="a_pair_is_two"),
        )

    def __str__(self) -> str:
        """Return the names of both entrants, joined by "and"."""
        return gettext("%(one)s and %(other)s") % {"one": self.one, "other": self.other}
