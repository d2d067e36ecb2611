"""Tables with a cheat that a bot can prove."""

from django.utils import timezone

from games.services.bots.accusations import ProvableCheat
from tests.support.games.cheating.cheating_tables import cheating_table, until_proven


def table_with_a_proof(**more) -> tuple[str, ProvableCheat]:
    table_id = cheating_table(now=timezone.now(), pause=60)
    return table_id, until_proven(table_id, now=timezone.now(), **more)
