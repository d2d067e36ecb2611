"""The organisers beside a real server: another process, on the same database, asks for their verbs."""

import json
import subprocess
import sys
from typing import Any

from tests.servers import ROOT, ServerProcess

ASK = """
import json, sys
from datetime import datetime
from django.utils import timezone
from accounts.models import User
from games.models import Table
from games.services import referee

verb, fields = json.loads(sys.stdin.read())
if "closes_at" in fields:
    fields["closes_at"] = datetime.fromisoformat(fields["closes_at"])
if "sitter" in fields:
    name = fields["sitter"]
    user = User.objects.filter(username=name).first()
    bot = referee.Sitter(name, "bot", None, "master")
    fields["sitter"] = referee.Sitter(name, user.kind, user.pk) if user else bot
if verb == "caption":
    Table.objects.filter(pk=fields.pop("table_id")).update(**fields)
else:
    getattr(referee, verb)(**fields, now=timezone.now())
"""


def ask(server: ServerProcess, verb: str, **fields: Any) -> None:
    """One verb: `ask(server, "halt_table", table_id=…)`; `caption` sets columns of the row."""
    subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-startup", "-c", ASK],
        cwd=ROOT,
        env=server.environment,
        input=json.dumps([verb, fields], default=str),
        text=True,
        check=True,
        capture_output=True,
    )
