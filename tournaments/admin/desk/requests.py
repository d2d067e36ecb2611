"""The request that a view of the organisers' console gets: HTTP request, tournament, and caller's role."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django import forms
from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.text import capfirst
from django.utils.translation import gettext

from accounts.models import User
from core.refusal import BadRequest
from core.sentence import Sentence
from tournaments.admin.access import logged_in_admin_user
from tournaments.errors import RoleMissing, WrongMoment
from tournaments.models import Tournament
from tournaments.models.choices import RoleKind
from tournaments.selectors.roles import role_includes
from tournaments.selectors.snapshot.read import read_snapshot
from tournaments.selectors.snapshot.types import TournamentSnapshot
from tournaments.services.entry.checks import OVER

Arguments = dict[str, Any]
"""Arguments of a service by name, to be unpacked in its call."""


@dataclass(frozen=True)
class DeskRequest:
    """An organiser's request to the console of a tournament; `role` is the organiser's role in it."""

    request: HttpRequest
    tournament: Tournament
    role: str
    now: datetime
    site: AdminSite

    @property
    def wants_part(self) -> bool:
        """Whether a script sent the request and expects JSON with only the changed part of the page."""
        return "X-Desk-Part" in self.request.headers

    @property
    def organiser(self) -> User:
        """The organiser who sent the request."""
        return logged_in_admin_user(self.request)

    @cached_property
    def snapshot(self) -> TournamentSnapshot:
        """The tournament's data, read when this property is first used. It does not include later changes."""
        return read_snapshot(self.tournament)

    def tournament_args(self, **more: Any) -> Arguments:
        """Return keyword arguments for a service: `tournament_id`, `actor` (the organiser) and `now`.

        The arguments in `more` are added to them.
        """
        return {"tournament_id": self.tournament.pk, "actor": self.organiser, "now": self.now, **more}

    def actor_args(self, **more: Any) -> Arguments:
        """Return keyword arguments for a service: `actor` (the organiser) and `now`.

        The arguments in `more` are added to them.
        """
        return {"actor": self.organiser, "now": self.now, **more}

    def render(self, template: str, **context: Any) -> TemplateResponse:
        """Return a response with a template from `admin/tournaments/desk/`.

        Add the variables that all pages of the console need.
        """
        return TemplateResponse(
            self.request,
            f"admin/tournaments/desk/{template}",
            {
                # AdminSite.each_context() also lists all models, which takes many queries.
                "site_header": self.site.site_header,
                "site_title": self.site.site_title,
                "site_url": self.site.site_url,
                "has_permission": True,
                "is_nav_sidebar_enabled": False,
                "tournament": self.tournament,
                "title": self.tournament.name,
                "now": self.now,
                "role": self.role,
                "is_owner": role_includes(self.role, RoleKind.OWNER),
                "is_arbiter": role_includes(self.role, RoleKind.ARBITER),
                "is_helper": role_includes(self.role, RoleKind.HELPER),
                "not_over": self.tournament.status not in OVER,
                **context,
            },
        )

    def clean_form(self, form_class: type[forms.Form]) -> Arguments:
        """Validate the posted form and return its cleaned data. Raise BadRequest if the form is invalid."""
        filled = form_class(self.request.POST, self.request.FILES)
        if not filled.is_valid():
            faults = {
                _field_label(filled, name): [str(fault) for fault in found]
                for name, found in filled.errors.items()
            }
            of_all = [str(fault) for fault in filled.non_field_errors()]
            raise BadRequest(faults, " ".join(of_all) if len(of_all) == len(filled.errors) else None)
        return filled.cleaned_data

    def require_role(self, role: str) -> None:
        """Raise RoleMissing unless the organiser has this role in the tournament, or a higher one."""
        # Only for views that show protected data: services check roles themselves.
        if not role_includes(self.role, role):
            raise RoleMissing()

    def require_confirmation(self) -> None:
        """Raise WrongMoment unless the confirmation box in the posted form is ticked."""
        if self.request.POST.get("confirm") != "yes":
            raise WrongMoment(Sentence("Nothing has been done yet. Tick the box to confirm."))


def _field_label(form: forms.Form, name: str) -> str:
    """Return the label of the form's field `name`, or "Form" if there is no such field."""
    # Django files errors of the form as a whole under a name that is not a field.
    label = form.fields[name].label if name in form.fields else gettext("form")
    return capfirst(str(label or name.replace("_", " ")))
