"""The organisers beside a real server: they ask for their verbs as at another machine."""

from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import Table
from games.services import referee
from tests.support.beside import beside
from tests.support.servers import ServerProcess


def ask(server: ServerProcess, verb: str, **fields: Any) -> None:
    """One verb: `ask(server, "halt_table", table_id=…)`; `caption` sets columns of the row.

    A `sitter` is given by name.
    """

    def act() -> None:
        if verb == "caption":
            Table.objects.filter(pk=fields.pop("table_id")).update(**fields)
            return
        if "sitter" in fields:
            fields["sitter"] = _sitter(fields["sitter"])
        getattr(referee, verb)(**fields, now=timezone.now())

    beside(server, act)


def _sitter(name: str) -> referee.Sitter:
    """The person of that name, or else a bot."""
    user = User.objects.filter(username=name).first()
    return referee.Sitter(name, user.kind, user.pk) if user else referee.Sitter(name, "bot", None, "master")
