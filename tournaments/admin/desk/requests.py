"""What a view of the desk gets: the HTTP request, the tournament, and the caller's role in it."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django import forms
from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse

from accounts.models import User
from core.refusal import BadRequest
from tournaments.admin.access import organiser
from tournaments.errors import RoleMissing, WrongMoment
from tournaments.models import Tournament
from tournaments.models.choices import RoleKind
from tournaments.selectors.roles import reaches
from tournaments.selectors.snapshot import TournamentSnapshot, read_snapshot
from tournaments.services.entry.checks import OVER

Arguments = dict[str, Any]
"""Arguments of a service by name, to be unpacked in its call."""


@dataclass(frozen=True)
class DeskRequest:
    """A request of an organiser with `role` at the desk of one tournament."""

    request: HttpRequest
    tournament: Tournament
    role: str
    now: datetime
    site: AdminSite

    @property
    def wants_part(self) -> bool:
        """Whether a script asks for the changed part of the page and the messages, as JSON."""
        return "X-Desk-Part" in self.request.headers

    @property
    def by(self) -> User:
        """The organiser."""
        return organiser(self.request)

    @cached_property
    def snapshot(self) -> TournamentSnapshot:
        """The tournament's facts, read once for the request: for pages, and for checks before a change."""
        return read_snapshot(self.tournament)

    def tournament_args(self, **more: Any) -> Arguments:
        """The arguments of a service that acts on the whole tournament, and `more`."""
        return {"tournament_id": self.tournament.pk, "by": self.by, "now": self.now, **more}

    def actor_args(self, **more: Any) -> Arguments:
        """The arguments of a service that finds the tournament by a seat, table or entry, and `more`."""
        return {"by": self.by, "now": self.now, **more}

    def render(self, template: str, **context: Any) -> TemplateResponse:
        """A page of the desk, or a part of one."""
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
                "is_owner": reaches(self.role, RoleKind.OWNER),
                "is_arbiter": reaches(self.role, RoleKind.ARBITER),
                "is_helper": reaches(self.role, RoleKind.HELPER),
                "not_over": self.tournament.status not in OVER,
                **context,
            },
        )

    def cleaned(self, form: type[forms.Form]) -> Arguments:
        """The cleaned data of a form of the page; raises BadRequest with a sentence for each fault."""
        filled = form(self.request.POST, self.request.FILES)
        if not filled.is_valid():
            faults = {
                _label(filled, name): [str(fault) for fault in found] for name, found in filled.errors.items()
            }
            of_all = [str(fault) for fault in filled.non_field_errors()]
            raise BadRequest(faults, " ".join(of_all) if len(of_all) == len(filled.errors) else None)
        return filled.cleaned_data

    def require_role(self, role: str) -> None:
        """Raise RoleMissing before the page tells what only this role may know.

        Services check roles too, but later.
        """
        if not reaches(self.role, role):
            raise RoleMissing()

    def require_confirmation(self) -> None:
        """Raise WrongMoment unless the box that confirms the action is ticked."""
        if self.request.POST.get("confirm") != "yes":
            raise WrongMoment("Nothing has been done yet. Tick the box to confirm.")


def _label(form: forms.Form, name: str) -> str:
    """The field's label as the page shows it."""
    label = form.fields[name].label if name in form.fields else "form"
    return str(label or name.replace("_", " ")).capitalize()
