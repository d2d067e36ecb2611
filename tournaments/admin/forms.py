"""The forms of the admin's own pages, which show each error, translated, at its field."""

from datetime import datetime
from itertools import pairwise
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.forms.fields import InvalidJSONInput
from django.forms.utils import pretty_name
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.refusal import BadRequest
from core.translation import translate, translate_all
from games.rules.options import parse_options
from tournaments.models import OptionMix, Role, Stage, Tournament
from tournaments.models.choices import NO_BEST, Qualify, qualify_choices
from tournaments.models.stage import usual_points
from tournaments.rules.presets import PRESETS
from tournaments.templatetags.desk_texts import MOMENT_LABELS
from tournaments.time_zones import local_time_error, zone_choices, zone_label

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
FIRST_YEAR, LAST_YEAR = 2000, 2100
"""Years that can be typed: dates at the ends of the calendar cannot be stored in every time zone."""


class LocalDateTimeField(forms.SplitDateTimeField):
    """A date and time in the active time zone, which is the tournament's."""

    widget = AdminSplitDateTime
    standing: datetime | None = None
    """The stored datetime, kept if the same local time is submitted: seconds and repeated hours survive."""

    def compress(self, data_list: Any) -> datetime | None:
        """Combine the typed date and time, or return None if both are empty.

        Raise ValidationError if one is missing or the year is out of range. The same goes for a local time
        that a clock change skips or repeats.
        """
        if not data_list or any(part in self.empty_values for part in data_list):
            return super().compress(data_list)
        wall, zone = datetime.combine(*data_list), timezone.get_current_timezone()
        if self.standing and wall == timezone.make_naive(self.standing).replace(microsecond=0):
            return self.standing
        if not FIRST_YEAR <= wall.year <= LAST_YEAR:
            raise forms.ValidationError(
                gettext("Choose a year from %(first)d to %(last)d.")
                % {"first": FIRST_YEAR, "last": LAST_YEAR}
            )
        assert isinstance(zone, ZoneInfo)
        if error := local_time_error(wall, zone):
            raise forms.ValidationError(error)
        return super().compress(data_list)


class TournamentFormBase(forms.BaseForm):
    """Base class of a tournament's forms. Datetimes that the user does not change keep their stored value.

    The time zone is chosen from a list. Date and time fields get labels for screen readers, which Django's
    admin does not provide.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        """Prepare the datetime fields (stored values, labels for screen readers) and the list of zones."""
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


class CopyForm(TournamentFormBase, forms.Form):
    """The form for copying a tournament, with the fields that are different in the copy."""

    name = forms.CharField(max_length=80)
    slug = forms.SlugField(
        max_length=60,
        label=_("Address"),
        help_text=_("The address of its pages: small letters, digits and hyphens."),
    )
    starts_at = LocalDateTimeField(label=MOMENT_LABELS["starts_at"], required=False)

    def __init__(self, *args: Any, source: Tournament, **options: Any) -> None:
        """Mention the time zone of `source`, the tournament to copy, in the help text of `starts_at`."""
        super().__init__(*args, **options)
        self.fields["starts_at"].help_text = gettext("In %(zone)s. The timetable moves along.") % {
            "zone": zone_label(source.time_zone)
        }


class TournamentForm(TournamentFormBase, forms.ModelForm[Tournament]):
    """The form for a tournament's settings."""

    class Meta:
        model = Tournament
        fields = (*SETTINGS, *MOMENTS)
        widgets: ClassVar = {"time_zone": forms.Select}
        labels: ClassVar = {"slug": _("Address"), **MOMENT_LABELS}

    def clean(self) -> dict[str, object]:
        """Add errors for dates in the wrong order, and for a capacity below the minimum of entrants."""
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
        return cleaned


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


class SafeJSONField(forms.JSONField):
    """A JSON field for which numbers of thousands of digits and endless nesting are errors as well."""

    def to_python(self, value: Any) -> Any:
        """Parse JSON. Raise ValidationError for invalid text, and for huge numbers or very deep nesting."""
        try:
            return super().to_python(value)
        except (ValueError, RecursionError):
            # Python converts no text of more than 4,300 digits to a number.
            raise forms.ValidationError(
                self.error_messages["invalid"], code="invalid", params={"value": value}
            ) from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the submitted JSON as a parsed value, or as the typed text if it cannot be parsed."""
        try:
            return super().bound_data(data, initial)
        except (ValueError, RecursionError):
            return InvalidJSONInput(data)


class PointsField(SafeJSONField):
    """A field for points by rank, which are typed as "45, 30, 20" and stored as a list."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> Any:
        """Parse a list of points, which may be typed without brackets, such as "45, 30, 20"."""
        if isinstance(value, str) and value.strip() and not value.lstrip().startswith(("[", "{", '"')):
            value = f"[{value}]"
        return super().to_python(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the value has changed. A disabled field never has, because browsers do not submit it."""
        return not self.disabled and super().has_changed(initial, data)

    def prepare_value(self, value: Any) -> Any:
        """Return a list as text without brackets, such as "45, 30, 20"."""
        return ", ".join(map(str, value)) if isinstance(value, list) else super().prepare_value(value)


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
        """Require a non-empty list of whole numbers from -MAX_POINTS to MAX_POINTS."""
        points = self.cleaned_data["points_table"]
        if not isinstance(points, list) or not points or not all(type(one) is int for one in points):
            raise forms.ValidationError(gettext("Enter whole numbers, such as 45, 30, 20, 10, 5."))
        if any(abs(one) > MAX_POINTS for one in points):
            raise forms.ValidationError(
                gettext("A rank is worth at most %(most)d points.") % {"most": MAX_POINTS}
            )
        return points

    def clean(self) -> dict[str, object]:
        """Add an error if the number of qualifiers is missing.

        Also add one if this kind of stage does not allow the chosen rule for who qualifies.
        """
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("qualify") in (Qualify.BEST, Qualify.PER_TABLE) and not cleaned.get("qualify_count"):
            self.add_error("qualify_count", gettext("Enter how many go on."))
        kind, qualify = cleaned.get("kind"), cleaned.get("qualify")
        # The form of a drawn stage is disabled, so nobody could mend an error in it.
        if kind and qualify and self.instance.drawn_at is None and qualify not in dict(qualify_choices(kind)):
            self.add_error("qualify", translate(NO_BEST))
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


class RoundsField(SafeJSONField):
    """A field for custom rounds. If there are none, it is empty instead of showing JSON's `null`."""

    def prepare_value(self, value: Any) -> Any:
        """Return "" for None (no custom rounds), otherwise the rounds as JSON text."""
        return "" if value is None else super().prepare_value(value)


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
