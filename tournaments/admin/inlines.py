"""Stages and roles on a tournament's page; changes are saved by the services."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import flatten
from django.forms import BaseInlineFormSet, ModelForm
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.admin.access import OwnedInline
from tournaments.admin.forms import STAGE_FIELDS, RoleForm, StageForm
from tournaments.models import Role, Stage, Tournament
from tournaments.services.lifecycle import roles, settings


class StageFormSet(BaseInlineFormSet[Stage, Tournament, ModelForm[Stage]]):
    """The forms for a tournament's stages. The forms of drawn stages are disabled."""

    _mixes: list[Any] | None = None
    """The mixes to choose from, read once for all stages."""

    def add_fields(self, form: Any, index: int | None) -> None:
        """Disable the fields of a stage that has been drawn."""
        super().add_fields(form, index)
        if form.instance.drawn_at is not None:
            for name, field in form.fields.items():
                # Browsers do not send disabled fields, and these two identify the row.
                field.disabled = name not in (Stage._meta.pk.name, self.fk.name)
        # Read-only users get no fields.
        if mix := form.fields.get("mix"):
            self._mixes = self._mixes or list(mix.choices)
            mix.choices = self._mixes

    def save_through_services(self, *, tournament_id: int, actor: User, now: datetime) -> None:
        """Change, remove and then add stages by calling service functions.

        `actor` is the organiser who makes the changes. If a service refuses one, stop and raise its Refusal.
        """
        _set_empty_change_lists(self)
        changes = {
            form.instance.pk: _changed_fields(form)
            for form in self.initial_forms
            if form not in self.deleted_forms and form.has_changed()
        }
        # All numbers at once, because stages may exchange them.
        numbers = {pk: fields.pop("number") for pk, fields in changes.items() if "number" in fields}
        if numbers:
            settings.renumber_stages(tournament_id=tournament_id, numbers=numbers, actor=actor, now=now)
        for pk, fields in changes.items():
            settings.change_stage(stage_id=pk, changes=fields, actor=actor, now=now)
        # Starting with the last one, because stages after a removed stage move up.
        gone = sorted(
            (form for form in self.deleted_forms if form.instance.pk), key=_stage_number_of_form, reverse=True
        )
        for form in gone:
            settings.remove_stage(stage_id=form.instance.pk, actor=actor, now=now)
        for form in self.extra_forms:
            if form.has_changed() and form not in self.deleted_forms:
                fields = {name: form.cleaned_data[name] for name in STAGE_FIELDS}
                settings.add_stage(tournament_id=tournament_id, changes=fields, actor=actor, now=now)


class RoleFormSet(BaseInlineFormSet[Role, Tournament, ModelForm[Role]]):
    """The forms for the roles of a tournament's organisers."""

    def save_through_services(self, *, tournament_id: int, actor: User, now: datetime) -> None:
        """Grant the new and changed roles, and then revoke the deleted ones, by calling service functions.

        `actor` is the organiser who makes the changes. If a service refuses one, stop and raise its Refusal.
        """
        _set_empty_change_lists(self)
        for form in self.forms:
            if form in self.deleted_forms or not form.has_changed():
                continue
            username, kind = form.cleaned_data["username"], form.cleaned_data["kind"]
            roles.grant_role(tournament_id=tournament_id, username=username, kind=kind, actor=actor, now=now)
        for form in self.deleted_forms:
            if form.instance.pk:
                roles.revoke_role(role_id=form.instance.pk, actor=actor, now=now)


def _set_empty_change_lists(formset: Any) -> None:
    """Set `new_objects`, `changed_objects` and `deleted_objects` to [].

    Django's admin reads these lists after a formset has been saved.
    """
    formset.new_objects, formset.changed_objects, formset.deleted_objects = [], [], []


def _changed_fields(form: Any) -> dict[str, Any]:
    """Return the new values of a form's changed fields, by field name."""
    return {name: form.cleaned_data[name] for name in form.changed_data}


def _stage_number_of_form(form: Any) -> int:
    """Return the number of the stage that the form edits."""
    return int(form.instance.number)


class SectionFields(tuple[Any, ...]):
    """The fields of a section in which a line may hold several fields; `in` also finds the fields of a line.

    Django opens a collapsed section if a field with an error is in its fields.
    """

    __slots__ = ()

    def __contains__(self, name: object) -> bool:
        """Return whether the section has a field with this name.

        Fields that share a line with other fields, as a nested tuple, are found too.
        """
        return name in flatten(self)


class StageInline(OwnedInline, admin.StackedInline[Stage, Tournament]):
    """The stages, editable until they have been drawn."""

    model = Stage
    form = StageForm
    formset = StageFormSet
    extra = 0
    show_change_link = True
    fieldsets = (
        (None, {"fields": (("number", "name", "kind", "mix"), ("qualify", "qualify_count"))}),
        (_("Points and time"), {"classes": ("collapse",), "fields": SectionFields((
            ("points", "points_table"),
            ("minutes", "warn_minutes"),
            ("overrun_penalty", "overtime_minutes"),
        ))}),
    )  # fmt: skip


class RoleInline(OwnedInline, admin.StackedInline[Role, Tournament]):
    """The organisers' roles. They are stacked because Django's tabular inlines do not label their fields."""

    model = Role
    form = RoleForm
    formset = RoleFormSet
    fields = (("username", "kind"),)
    extra = 1
