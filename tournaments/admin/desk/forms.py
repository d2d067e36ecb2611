"""The forms of the console's buttons; the services check whether the values make sense.

Fields that begin with `if_` say what the page showed, so that a form that arrives twice counts once.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.bots.choose import LEVELS
from games.rules.options import MAX_ROUNDS
from tournaments.models.choices import Qualify, TieBreak
from tournaments.models.entry import MAX_CLUB
from tournaments.services.entry.importing.reading import MAX_BYTES

MAX_REASON = 200
MAX_TIED = 100
MAX_ID = 2**63 - 1


class IdField(forms.IntegerField):
    """Asks for the id of a row. Numbers that no database column can hold are errors."""

    def __init__(self, **options: Any) -> None:
        """Accept numbers from 1 to MAX_ID, the largest id that the database can store."""
        super().__init__(min_value=1, max_value=MAX_ID, **options)


class ReasonForm(forms.Form):
    """Asks for a reason."""

    reason = forms.CharField(max_length=MAX_REASON, required=False, label=_("reason"))


class DetailsForm(forms.Form):
    """Asks for details that tell namesakes apart."""

    club = forms.CharField(max_length=MAX_CLUB, required=False, label=pgettext_lazy("of a player", "club"))
    birth_year = forms.IntegerField(required=False, label=_("birth year"))


class PlayerForm(DetailsForm, ReasonForm):
    """Asks for a player to enter, and for a reason if they are to be admitted beyond their nation's quota."""

    name = forms.CharField(max_length=40, required=False, label=_("name"))
    username = forms.CharField(max_length=40, required=False, label=_("username"))
    nation = forms.CharField(max_length=60, required=False, label=_("nation"))
    title_holder = forms.BooleanField(required=False, label=_("title holder"))
    if_entrants = forms.IntegerField(required=False)


class CorrectionForm(DetailsForm, ReasonForm):
    """Asks for an entrant's corrected details, and for a reason, which some changes require."""

    name = forms.CharField(max_length=40, label=_("name"))
    nation = forms.CharField(max_length=60, required=False, label=_("nation"))
    title_holder = forms.BooleanField(required=False, label=_("title holder"))


class BotsForm(forms.Form):
    """Asks for the number and level of bots to add."""

    count = forms.IntegerField(label=_("count"))
    level = forms.ChoiceField(choices=[(level, level) for level in LEVELS], label=_("level"))
    if_bots = forms.IntegerField(required=False)


class CsvForm(forms.Form):
    """Asks for a CSV file to upload, or for its text."""

    file = forms.FileField(required=False, label=_("file"))
    text = forms.CharField(required=False)

    def clean(self) -> dict[str, object]:
        """Return the uploaded file or the pasted text as bytes, in a dict with the key "data".

        Raise ValidationError if both are missing or the file is too large.
        """
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            # A file that Django refuses, such as an empty one, is not missing.
            return cleaned
        if not cleaned.get("file") and not cleaned.get("text"):
            raise forms.ValidationError(gettext("Choose a file, or paste its lines."))
        file = cleaned.get("file")
        if file and file.size > MAX_BYTES:
            raise forms.ValidationError(
                gettext("The file is larger than %(size)d kB.") % {"size": MAX_BYTES // 1000}
            )
        return {"data": file.read() if file else cleaned["text"].encode()}


class EntryForm(forms.Form):
    """Asks for an entrant's id."""

    entry = IdField()


class DrawForm(forms.Form):
    """Asks for the random seed of a draw, to repeat an earlier one; if empty, a new seed is used."""

    seed = forms.IntegerField(required=False, min_value=0, max_value=MAX_ID, label=_("seed"))


class SwapForm(forms.Form):
    """Asks for the ids of two seats whose players are to be swapped."""

    one = IdField(label=_("the first seat"))
    other = IdField(label=_("the second seat"))


class LockForm(forms.Form):
    """Asks for the id of a seat, either to lock or to unlock."""

    lock = IdField(required=False)
    unlock = IdField(required=False)


class TimeForm(ReasonForm):
    """Asks for a number of minutes to add to a time limit; a negative number shortens it."""

    minutes = forms.IntegerField(label=_("minutes"))
    if_limits = forms.CharField(required=False)

    def clean_if_limits(self) -> set[datetime] | None:
        """Return the posted `if_limits`: the time limits that the tables had when the page was shown.

        Return None if the page showed no limits. Raise ValidationError if a limit is not an ISO 8601
        datetime.
        """
        try:
            return {datetime.fromisoformat(text) for text in self.cleaned_data["if_limits"].split()} or None
        except ValueError:
            raise forms.ValidationError(gettext("Reload the page.")) from None


class SeatForm(ReasonForm):
    """Asks for a seat and its new player.

    `who` is the entry id of somebody on the waiting list, "bot" for a bot, or "bot_counts" for a bot whose
    result counts for the former player.
    """

    placement = IdField(label=_("seat"))
    leaves = forms.BooleanField(required=False)
    who = forms.RegexField(r"^(bot|bot_counts|\d{1,18})$", label=_("new player"))


class PenaltyForm(ReasonForm):
    """Asks for the points to deduct (a negative number gives points back), and for the stage concerned."""

    points = forms.IntegerField(label=_("points"))
    stage = forms.IntegerField(required=False, label=_("stage"))
    if_penalties = forms.IntegerField(required=False)


class CutForm(forms.Form):
    """Asks who qualifies from a stage, and how many."""

    qualify = forms.ChoiceField(choices=Qualify.choices)
    count = forms.IntegerField(required=False, min_value=1, max_value=5000, label=_("count"))


PLACE = "place-"
"""Prefix, before an entrant's id, of the field with the entrant's place in a tie."""


class TieForm(ReasonForm):
    """Asks what broke a tie. The form class from `build_places_form_class` asks for the places."""

    how = forms.ChoiceField(choices=TieBreak.choices, label=_("what decided"))

    @staticmethod
    def build_places_form_class(posted: Mapping[str, Any]) -> type[forms.Form]:
        """Return a form class with a number field for the place of each tied entrant.

        The names of these fields in `posted` consist of "place-" and an entrant's id. Use at most MAX_TIED
        fields.
        """
        names = [name for name in posted if re.fullmatch(rf"{PLACE}[0-9]{{1,9}}", name)]
        fields = {
            name: forms.IntegerField(min_value=1, max_value=5000, label=_("place"))
            for name in names[:MAX_TIED]
        }
        return type("PlacesForm", (forms.Form,), fields)


class PlayOffForm(ReasonForm):
    """Asks which tied entrants play a play-off, and how many rounds; by default, as many as in the stage."""

    entries = forms.RegexField(r"^\d{1,9}(,\d{1,9}){1,9}$", label=_("who is level"))
    rounds = forms.IntegerField(required=False, min_value=1, max_value=MAX_ROUNDS, label=_("rounds"))

    def clean_entries(self) -> list[int]:
        """Return the ids of the tied entrants as integers. They are posted as numbers separated by commas."""
        return [int(entry) for entry in self.cleaned_data["entries"].split(",")]


class PairForm(forms.Form):
    """Asks for the ids of two entrants."""

    one = IdField(label=_("the first entrant"))
    other = IdField(label=_("the second entrant"))


class PrizesForm(forms.Form):
    """Asks for the prizes, one line per place."""

    prizes = forms.CharField(required=False, max_length=5000, label=_("prizes"))
