"""The forms of the admin's own pages: they translate, and say which field is wrong."""

from itertools import pairwise
from typing import Any, ClassVar

from django import forms
from django.contrib.admin.widgets import AdminSplitDateTime
from django.forms.utils import pretty_name

from games.rules.errors import BadRequest
from games.rules.options import parse_options
from tournaments.models import OptionMix, Role, Stage, Tournament
from tournaments.models.choices import Qualify
from tournaments.models.stage import usual_points
from tournaments.rules.presets import PRESETS

MOST_POINTS = 10_000
SETTINGS = (
    "name",
    "slug",
    "description",
    "visibility",
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
    "prizes",
)
MOMENTS = ("entry_opens_at", "entry_closes_at", "check_in_opens_at", "check_in_closes_at", "starts_at")


class LabelledMoments(forms.BaseForm):
    """Gives the two fields of each moment names for screen readers, which Django's admin does not."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            if isinstance(field.widget, AdminSplitDateTime):
                label = field.label or pretty_name(name)
                for widget, part in zip(field.widget.widgets, ("date", "time"), strict=True):
                    widget.attrs["aria-label"] = f"{label}, {part}"


class NewTournamentForm(LabelledMoments, forms.ModelForm[Tournament]):
    """What a preset does not know: the name, the address, the start."""

    pattern = forms.ChoiceField(
        label="Preset",
        choices=[(key, preset.title) for key, preset in PRESETS.items()],
        help_text="Fills in stages, game, points and timetable; all of it can be changed after.",
    )

    class Meta:
        model = Tournament
        fields = ("name", "slug", "starts_at")
        labels: ClassVar = {"slug": "Address"}
        help_texts: ClassVar = {"starts_at": "In UTC, as all times of the desk; players see it in their own."}


class CopyForm(LabelledMoments, forms.Form):
    """What differs in a copy."""

    name = forms.CharField(max_length=80)
    slug = forms.SlugField(
        max_length=60, label="Address", help_text="Of its pages: small letters, digits and hyphens."
    )
    starts_at = forms.SplitDateTimeField(
        required=False, widget=AdminSplitDateTime, help_text="In UTC; the timetable moves along."
    )


class TournamentForm(LabelledMoments, forms.ModelForm[Tournament]):
    """The settings; moments must come in their order."""

    class Meta:
        model = Tournament
        fields = (*SETTINGS, *MOMENTS)
        labels: ClassVar = {"slug": "Address"}

    def clean(self) -> dict[str, Any]:
        """Entry, check-in, start: none before the one before it."""
        cleaned = super().clean() or self.cleaned_data
        known = [(name, cleaned[name]) for name in MOMENTS if cleaned.get(name)]
        for (before, earlier), (name, moment) in pairwise(known):
            # Check-in may open while entry is still open.
            if moment < earlier and (before, name) != ("entry_closes_at", "check_in_opens_at"):
                label = self.fields[before].label or before
                self.add_error(name, f"This is before “{label}”.")
        fewest, most = cleaned.get("min_entrants"), cleaned.get("capacity")
        if fewest and most and most < fewest:
            self.add_error("capacity", "This is less than the fewest entrants.")
        return cleaned


OF_STAGE = (
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


class PointsField(forms.JSONField):
    """Points by rank as people write them, 45, 30, 20: stored as a list."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> Any:
        """The list; what is no list is left to the form's own check."""
        if isinstance(value, str) and value.strip() and not value.lstrip().startswith(("[", "{", '"')):
            value = f"[{value}]"
        return super().to_python(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether it has; a browser does not send what is disabled."""
        return not self.disabled and super().has_changed(initial, data)

    def prepare_value(self, value: Any) -> Any:
        """The list without its brackets."""
        return ", ".join(map(str, value)) if isinstance(value, list) else super().prepare_value(value)


class StageForm(forms.ModelForm[Stage]):
    """A stage's settings."""

    points_table = PointsField(
        label="Points by rank",
        initial=usual_points,
        help_text="From the first rank, such as 45, 30, 20, 10, 5; shared ranks share.",
    )

    class Meta:
        model = Stage
        fields = OF_STAGE

    def clean_points_table(self) -> list[int]:
        """A list of whole numbers, from the first rank."""
        points = self.cleaned_data["points_table"]
        if not isinstance(points, list) or not points or not all(type(one) is int for one in points):
            raise forms.ValidationError("This must be a list of whole numbers, such as 45, 30, 20, 10, 5.")
        if any(abs(one) > MOST_POINTS for one in points):
            raise forms.ValidationError(f"No rank is worth more than {MOST_POINTS}.")
        return points

    def clean(self) -> dict[str, Any]:
        """Whoever lets only some go on says how many."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("qualify") in (Qualify.BEST, Qualify.PER_TABLE) and not cleaned.get("qualify_count"):
            self.add_error("qualify_count", "Say how many go on.")
        return cleaned


class RoleForm(forms.ModelForm[Role]):
    """Somebody by name: whoever organises need not see the list of all accounts."""

    username = forms.CharField(max_length=40, help_text="The name of an account.")

    class Meta:
        model = Role
        fields = ("kind",)

    field_order = ("username", "kind")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk:
            self.fields["username"].initial = self.instance.user.username
            self.fields["username"].disabled = True


class MixForm(forms.ModelForm[OptionMix]):
    """A mix, judged by the rules of the game itself, field by field."""

    class Meta:
        model = OptionMix
        fields = (
            "name",
            "preset",
            "restriction",
            "reveal",
            "spare_one_card",
            "cheating",
            "pause",
            "clock",
            "rounds",
        )

    def clean(self) -> dict[str, Any]:
        """What the game's rules say of these options."""
        cleaned = super().clean() or self.cleaned_data
        names = [name for name in self.fields if name != "name" and name not in self.errors]
        options = {name: cleaned.get(name) for name in names}
        try:
            parse_options({name: None if value == "" else value for name, value in options.items()})
        except BadRequest as refusal:
            for field, faults in refusal.errors.items():
                self.add_error(field if field in self.fields else None, faults)
        return cleaned
