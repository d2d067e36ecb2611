"""What the desk's buttons ask for; whether it makes sense is the services' to say."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from games.bots.choose import LEVELS
from games.rules.options import MAX_ROUNDS
from tournaments.models.choices import Qualify, TieBreak
from tournaments.models.entry import MAX_CLUB
from tournaments.services.entry.importing.reading import MAX_BYTES

MAX_REASON = 200
MAX_TIED = 100


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(max_length=MAX_REASON, required=False)


class DetailsForm(forms.Form):
    """What tells namesakes apart."""

    club = forms.CharField(max_length=MAX_CLUB, required=False)
    birth_year = forms.IntegerField(required=False)


class PlayerForm(DetailsForm, ReasonForm):
    """Who comes, and why beyond their nation's quota."""

    name = forms.CharField(max_length=40, required=False)
    username = forms.CharField(max_length=40, required=False)
    nation = forms.CharField(max_length=60, required=False)
    title_holder = forms.BooleanField(required=False)


class CorrectionForm(DetailsForm, ReasonForm):
    """What is right of an entrant, and why where a quota counts nations."""

    name = forms.CharField(max_length=40)
    nation = forms.CharField(max_length=60, required=False)
    title_holder = forms.BooleanField(required=False)


class BotsForm(forms.Form):
    """How many bots, and how strong."""

    count = forms.IntegerField()
    level = forms.ChoiceField(choices=[(level, level) for level in LEVELS])


class CsvForm(forms.Form):
    """A file, or its text."""

    file = forms.FileField(required=False)
    text = forms.CharField(required=False)

    def clean(self) -> dict[str, object]:
        """One of them is needed; `data` are its bytes."""
        cleaned = super().clean() or self.cleaned_data
        if not cleaned.get("file") and not cleaned.get("text"):
            raise forms.ValidationError("Choose a file, or paste its lines.")
        file = cleaned.get("file")
        if file and file.size > MAX_BYTES:
            raise forms.ValidationError(f"The file is larger than {MAX_BYTES // 1000} kB.")
        return {"data": file.read() if file else cleaned["text"].encode()}


class EntryForm(forms.Form):
    """Which entrant."""

    entry = forms.IntegerField()


class DrawForm(forms.Form):
    """The seed, where a draw is to be replayed."""

    seed = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)


class SwapForm(forms.Form):
    """Two seats."""

    one = forms.IntegerField(label="the first seat")
    other = forms.IntegerField(label="the second seat")


class LockForm(forms.Form):
    """A seat to lock, or to unlock."""

    lock = forms.IntegerField(required=False)
    unlock = forms.IntegerField(required=False)


class TimeForm(ReasonForm):
    """Minutes more, or below 0 less."""

    minutes = forms.IntegerField()


class SeatForm(ReasonForm):
    """Who comes on a seat: a stand-by's entry, or `bot`, or `bot_counts`."""

    placement = forms.IntegerField(label="seat")
    leaves = forms.BooleanField(required=False)
    who = forms.RegexField(r"^(bot|bot_counts|\d+)$", label="new player")


class PenaltyForm(ReasonForm):
    """Points, and the stage that they belong to."""

    points = forms.IntegerField()
    stage = forms.IntegerField(required=False)


class CutForm(forms.Form):
    """Who goes on."""

    qualify = forms.ChoiceField(choices=Qualify.choices)
    count = forms.IntegerField(required=False, min_value=1, max_value=5000)


PLACE = "place-"
"""With an entrant's id: the field of their place in a tie."""


class TieForm(ReasonForm):
    """What breaks a tie; the places come by `for_places`."""

    how = forms.ChoiceField(choices=TieBreak.choices, label="what decided")

    @staticmethod
    def for_places(posted: Mapping[str, Any]) -> type[forms.Form]:
        """A form with a place for each entrant that is named."""
        names = [name for name in posted if re.fullmatch(rf"{PLACE}[0-9]{{1,9}}", name)]
        fields = {
            name: forms.IntegerField(min_value=1, max_value=5000, label="place") for name in names[:MAX_TIED]
        }
        return type("PlacesForm", (forms.Form,), fields)


class PlayOffForm(ReasonForm):
    """Who is level, and how many rounds they play; all of the stage's if nothing is said."""

    entries = forms.RegexField(r"^\d{1,9}(,\d{1,9}){1,9}$", label="who is level")
    rounds = forms.IntegerField(required=False, min_value=1, max_value=MAX_ROUNDS)

    def clean_entries(self) -> list[int]:
        """Their ids."""
        return [int(entry) for entry in self.cleaned_data["entries"].split(",")]


class PairForm(forms.Form):
    """Two entrants."""

    one = forms.IntegerField(label="the first entrant")
    other = forms.IntegerField(label="the second entrant")


class PrizesForm(forms.Form):
    """One line for each place."""

    prizes = forms.CharField(required=False, max_length=5000)
