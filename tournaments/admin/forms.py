"""The forms of the admin's own pages, which show each error, translated, at its field."""

from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any, ClassVar

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.forms.utils import pretty_name
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.refusal import BadRequest
from core.translation import translate, translate_all
from games.rules.options import parse_options
from tournaments.admin.form_fields import POINTS_EXAMPLE, LocalDateTimeField, PointsField, RoundsField
from tournaments.models import OptionMix, Role, Stage, Tournament
from tournaments.models.choices import (
    NO_BEST,
    TOO_FEW_BEST,
    Qualify,
    Status,
    Visibility,
    qualify_choices,
)
from tournaments.models.stage import usual_points
from tournaments.models.tournament import MAX_TOURNAMENT_NAME
from tournaments.rules.presets import PRESETS
from tournaments.selectors.qualified import is_cut_too_small
from tournaments.templatetags.desk_texts import MOMENT_LABELS
from tournaments.time_zones import zone_choices, zone_label

MAX_POINTS = 10_000
SETTINGS = (
    "name",
    "slug",
    "description",
    "visibility",
    "time_zone",
    "automatic",
    "grace_seconds",
    "protest_seconds",
    "break_seconds",
    "min_entrants",
    "capacity",
    "nation_quota",
    "online",
    "fill_with_bots",
    "same_deals",
    "table_chat",
    "prizes",
)
MOMENTS = tuple(MOMENT_LABELS)
"""The fields with a tournament's datetimes, in the order of the timetable."""
PAST_TIME = _("This is in the past, so the timetable would not wait for it. Choose a later time.")
"""The error message for a past time at which a timetable would start the tournament."""


class TournamentFormBase(forms.BaseForm):
    """Base class of a tournament's forms. Datetimes that the user does not change keep their stored value.

    The time zone is chosen from a list. Date and time fields get labels for screen readers, which Django's
    admin does not provide.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        """Give datetime fields their stored values and screen reader labels, and list the time zones."""
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            if isinstance(field, LocalDateTimeField):
                field.standing = self.get_initial_for_field(field, name)
            if isinstance(field.widget, AdminSplitDateTime):
                label = field.label or pretty_name(name)
                for widget, part in zip(
                    field.widget.widgets, (gettext("date"), gettext("time")), strict=True
                ):
                    widget.attrs["aria-label"] = f"{label}, {part}"
        if zone := self.fields.get("time_zone"):
            zone.required = False
            zone.widget.choices = zone_choices(self.get_initial_for_field(zone, "time_zone"))

    def clean_time_zone(self) -> str:
        """Return the chosen time zone, or the form's initial time zone if none is chosen."""
        zone = self.fields["time_zone"]
        chosen: str = self.cleaned_data["time_zone"] or self.get_initial_for_field(zone, "time_zone")
        return chosen


class NewTournamentForm(TournamentFormBase, forms.ModelForm[Tournament]):
    """The form for a new tournament, with the fields that no preset fills in."""

    pattern = forms.ChoiceField(
        label=_("Preset"),
        choices=lambda: [(key, translate(preset.title)) for key, preset in PRESETS.items()],
        help_text=_("Fills in the stages, game, points and timetable. You can change all of it later."),
    )

    class Meta:
        model = Tournament
        fields = ("name", "slug", "time_zone", "starts_at")
        widgets: ClassVar = {"time_zone": forms.Select}
        labels: ClassVar = {"slug": _("Address"), "starts_at": MOMENT_LABELS["starts_at"]}
        help_texts: ClassVar = {
            "time_zone": _(
                "Where the tournament is played. The start and all its other times are local to it; "
                "players elsewhere also see their own time."
            )
        }

    def clean(self) -> dict[str, object]:
        """Add an error if the start is in the past and the preset makes the timetable automatic."""
        cleaned = super().clean() or self.cleaned_data
        preset, starts_at = PRESETS.get(cleaned.get("pattern", "")), cleaned.get("starts_at")
        if preset and preset.fields.get("automatic") and starts_at and starts_at <= timezone.now():
            self.add_error("starts_at", PAST_TIME)
        return cleaned


class CopyForm(TournamentFormBase, forms.Form):
    """The form for copying a tournament, with the fields that are different in the copy."""

    name = forms.CharField(max_length=MAX_TOURNAMENT_NAME)
    slug = forms.SlugField(
        max_length=60,
        label=_("Address"),
        help_text=_("The address of its pages: small letters, digits and hyphens."),
    )
    starts_at = LocalDateTimeField(label=MOMENT_LABELS["starts_at"], required=False)

    def __init__(self, *args: Any, source: Tournament, **options: Any) -> None:
        """Mention the time zone of `source`, the tournament to copy, in the help text of `starts_at`."""
        super().__init__(*args, **options)
        self.source = source
        self.fields["starts_at"].help_text = gettext("In %(zone)s. The timetable moves along.") % {
            "zone": zone_label(source.time_zone)
        }

    def clean_starts_at(self) -> datetime | None:
        """Return the start, or None if the field is empty.

        Raise ValidationError for a past start if the copied tournament runs automatically by its timetable.
        """
        starts_at: datetime | None = self.cleaned_data["starts_at"]
        if self.source.automatic and starts_at and starts_at <= timezone.now():
            raise forms.ValidationError(PAST_TIME)
        return starts_at


class TournamentForm(TournamentFormBase, forms.ModelForm[Tournament]):
    """The form for a tournament's settings."""

    class Meta:
        model = Tournament
        fields = (*SETTINGS, *MOMENTS)
        widgets: ClassVar = {"time_zone": forms.Select}
        labels: ClassVar = {"slug": _("Address"), **MOMENT_LABELS}

    def clean(self) -> dict[str, object]:
        """Add errors for times in the wrong order, and for a capacity below the minimum number of entrants.

        If the tournament runs automatically by its timetable, add errors for past times (_check_past_times).
        """
        cleaned = super().clean() or self.cleaned_data
        known = [(name, cleaned[name]) for name in MOMENTS if cleaned.get(name)]
        for (before, earlier), (name, moment) in pairwise(known):
            # Check-in may open while entry is still open.
            if moment < earlier and (before, name) != ("entry_closes_at", "check_in_opens_at"):
                label = self.fields[before].label or before
                self.add_error(name, gettext("This is before “%(label)s”.") % {"label": label})
        fewest, most = cleaned.get("min_entrants"), cleaned.get("capacity")
        if fewest and most and most < fewest:
            self.add_error("capacity", gettext("This is less than the fewest players."))
        self._check_past_times(cleaned)
        return cleaned

    def _check_past_times(self, cleaned: Mapping[str, Any]) -> None:
        """Add errors for times in the past at which the timetable would automatically start the tournament.

        Do nothing if the timetable is not automatic, or after the start. For a draft, check only times that
        the user has changed. Otherwise, check all times if any time or the visibility has changed.
        """
        if not cleaned.get("automatic") or self.instance.status not in (Status.ENTRY, Status.CHECK_IN):
            return
        changed, published = set(self.changed_data), cleaned.get("visibility") != Visibility.DRAFT
        rechecked = published and not changed.isdisjoint(("visibility", *MOMENTS))
        has_check_in = cleaned.get("check_in_opens_at") or self.instance.status == Status.CHECK_IN
        for name in ("check_in_closes_at" if has_check_in else "entry_closes_at", "starts_at"):
            at = cleaned.get(name)
            if at and at <= timezone.now() and (rechecked or name in changed):
                self.add_error(name, PAST_TIME)


STAGE_FIELDS = (
    "number",
    "name",
    "kind",
    "mix",
    "points",
    "points_table",
    "qualify",
    "qualify_count",
    "minutes",
    "warn_minutes",
    "overrun_penalty",
    "overtime_minutes",
)


class StageForm(forms.ModelForm[Stage]):
    """The form for a stage's settings."""

    points_table = PointsField(
        label=_("Points by rank"),
        initial=usual_points,
        help_text=_("From the first rank, such as 45, 30, 20, 10, 5. Shared ranks share their points."),
    )

    class Meta:
        model = Stage
        fields = STAGE_FIELDS

    def clean_points_table(self) -> list[int]:
        """Return the points. Raise ValidationError if empty or not integers within ±MAX_POINTS."""
        points = self.cleaned_data["points_table"]
        if not isinstance(points, list) or not points or not all(type(one) is int for one in points):
            raise forms.ValidationError(POINTS_EXAMPLE)
        if any(abs(one) > MAX_POINTS for one in points):
            raise forms.ValidationError(
                gettext("A rank is worth at most %(most)d points.") % {"most": MAX_POINTS}
            )
        return points

    def clean(self) -> dict[str, object]:
        """Add an error if the number of entrants who qualify is missing, or too small for the next stage.

        Also add an error if this kind of stage does not allow the chosen way to qualify.
        """
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("qualify") in (Qualify.BEST, Qualify.PER_TABLE) and not cleaned.get("qualify_count"):
            self.add_error("qualify_count", gettext("Enter how many go on."))
        kind, qualify = cleaned.get("kind"), cleaned.get("qualify")
        # The form of a drawn stage is disabled, so nobody could mend an error in it.
        if self.instance.drawn_at is not None:
            return cleaned
        if kind and qualify and qualify not in dict(qualify_choices(kind)):
            self.add_error("qualify", translate(NO_BEST))
            return cleaned
        # A cut that was stored earlier must not keep other settings from being saved.
        changed = not {"qualify", "qualify_count"}.isdisjoint(self.changed_data)
        if changed and is_cut_too_small(self.instance, qualify or "", cleaned.get("qualify_count")):
            self.add_error("qualify_count", translate(TOO_FEW_BEST))
        return cleaned


class RoleForm(forms.ModelForm[Role]):
    """Grants a role to an account. Its name is typed, so that organisers need no list of all accounts."""

    username = forms.CharField(label=_("username"), max_length=40, help_text=_("The name of an account."))

    class Meta:
        model = Role
        fields = ("kind",)

    field_order = ("username", "kind")

    def __init__(self, *args: Any, **options: Any) -> None:
        """For an existing role, show the username in a disabled field."""
        super().__init__(*args, **options)
        if self.instance.pk:
            self.fields["username"].initial = self.instance.user.username
            self.fields["username"].disabled = True


MIX_OPTIONS = ("preset", "edition", "restriction", "reveal", "spare_one_card", "cheating")
"""The fields of a mix that are shown first, in its form and in the list of mixes."""


class OptionMixForm(forms.ModelForm[OptionMix]):
    """The form for an option mix, which the game's rules validate."""

    class Meta:
        model = OptionMix
        fields = ("name", *MIX_OPTIONS, "pause", "clock", "rounds")
        field_classes: ClassVar = {"rounds": RoundsField}

    def clean(self) -> dict[str, object]:
        """Add errors for game options that the rules of the game do not allow."""
        cleaned = super().clean() or self.cleaned_data
        names = [name for name in self.fields if name != "name" and name not in self.errors]
        options = {name: cleaned.get(name) for name in names}
        try:
            parse_options({name: None if value == "" else value for name, value in options.items()})
        except BadRequest as refusal:
            for field, faults in refusal.errors.items():
                self.add_error(field if field in self.fields else None, translate_all(faults))
        return cleaned
