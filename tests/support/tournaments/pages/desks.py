"""Organisers in a browser: they press the buttons that stand on the pages, and read what is said."""

from html.parser import HTMLParser
from typing import Any

from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.games.people import person
from tournaments.models import Role, Tournament
from tournaments.models.choices import RoleKind


def staff(name: str, **more: Any) -> User:
    """Somebody who may enter the admin."""
    user = person(name)
    for field, value in {"is_staff": True, **more}.items():
        setattr(user, field, value)
    user.save()
    return user


def organising(name: str, tournament: Tournament, kind: str = RoleKind.OWNER) -> User:
    """Somebody with a role in a tournament."""
    user = staff(name)
    Role.objects.update_or_create(tournament=tournament, user=user, defaults={"kind": kind})
    return user


class Organiser:
    """One person's browser at one tournament's desk."""

    def __init__(self, user: User, tournament: Tournament | None = None) -> None:
        self.user = user
        self.client = Client(raise_request_exception=True)
        self.client.force_login(user)
        self.tournament = tournament
        self.said: list[str] = []
        self.shown = ""

    def address(self, name: str, *args: Any) -> str:
        """The address of a page or button of the desk."""
        assert self.tournament is not None
        return reverse(f"admin:desk_{name}", args=[self.tournament.pk, *args])

    def page(self, name: str, /, *args: Any, expect: int = 200, **query: Any) -> str:
        """The HTML of a page, with each run of white space collapsed to one space."""
        answer = self.client.get(self.address(name, *args), query)
        assert answer.status_code == expect, answer.content.decode()[:2000]
        return " ".join(answer.content.decode().split())

    def press(self, name: str, /, *args: Any, **fields: Any) -> str:
        """Press a button; what the desk says of it, on the page that comes then (`shown`)."""
        answer = self.client.post(self.address(name, *args), fields, follow=True)
        assert answer.status_code == 200, answer.status_code
        self.shown = " ".join(answer.content.decode().split())
        self.said = [str(message) for message in get_messages(answer.wsgi_request)]
        if not self.said:
            self.said = [str(message) for message in answer.context["messages"]]
        return " ".join(self.said)

    def press_for_part(self, name: str, /, *args: Any, **fields: Any) -> dict[str, Any]:
        """Press a button as a script does: what the desk says, and the HTML of what has changed."""
        answer = self.client.post(self.address(name, *args), fields, headers={"X-Desk-Part": "yes"})
        assert answer.status_code == 200, answer.status_code
        found: dict[str, Any] = answer.json()
        return found

    def import_list(self, text: str) -> str:
        """Paste a list of entrants, and confirm its preview."""
        self.press("import_csv", text=text)
        return self.press("merge_csv", seen=fields_on(self.shown)["seen"])

    def sure(self, name: str, /, *args: Any, **fields: Any) -> str:
        """Press a button with its confirmation ticked."""
        return self.press(name, *args, confirm="yes", **fields)


def fields_of(page: Any) -> dict[str, Any]:
    """All that a browser would send of a change page's forms as they stand: nothing that is disabled.

    Times are by the clocks of the time zone that is active.
    """
    forms = [page.context["adminform"].form]
    sent: dict[str, Any] = {}
    for inline in page.context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    for form in forms:
        for bound in form:
            value = bound.value()
            widget = bound.field.widget
            if bound.field.disabled:
                continue
            if hasattr(widget, "decompress") and hasattr(widget, "widgets"):
                for suffix, part in zip(widget.widgets_names, widget.decompress(value), strict=True):
                    sent[bound.html_name + suffix] = "" if part is None else str(part)
            elif value is not None and value is not False:
                sent[bound.html_name] = value
                if bound.field.show_hidden_initial:
                    sent[bound.html_initial_name] = value
    return sent


class _Fields(HTMLParser):
    """The values of all input fields of a page, by their names."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "input" and (name := named.get("name")):
            self.found[name] = named.get("value") or ""


def fields_on(page: str) -> dict[str, str]:
    """The values of a page's input fields."""
    parser = _Fields()
    parser.feed(page)
    return parser.found


class _Forms(HTMLParser):
    """All addresses to which the forms of a page post."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Forms, and buttons with an address of their own."""
        named = dict(attrs)
        address = named.get("formaction") or (named.get("action") if tag == "form" else None)
        if address:
            self.found.add(address)


def buttons(page: str) -> set[str]:
    """The addresses of the desk's buttons on a page."""
    parser = _Forms()
    parser.feed(page)
    return {address for address in parser.found if "/desk/" in address}
