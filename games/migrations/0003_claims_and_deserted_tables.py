"""Which server makes an analysis; which tables everyone has left, read from the logs of running games."""

import json
import logging

from django.db import migrations, models

logger = logging.getLogger(__name__)

RUNNING = ("naming_trump", "bidding", "playing", "pause")
TYPES = ("table_opened", "player_away", "player_back", "player_replaced")


def fill_in_deserted(apps, schema_editor):
    """Find the running games that everyone has left; a damaged log concerns its own table only."""
    tables = apps.get_model("games", "Table").objects.filter(status__in=RUNNING)
    for table_id in list(tables.values_list("id", flat=True)):
        try:
            if _is_deserted(apps, table_id):
                tables.filter(pk=table_id).update(deserted=True)
        except (KeyError, TypeError, ValueError) as fault:
            logger.warning("The log of table %s is damaged: %r", table_id, fault)


def _is_deserted(apps, table_id):
    entries = apps.get_model("games", "LogEntry").objects.filter(table_id=table_id, type__in=TYPES)
    away = set()
    for type_, text in entries.order_by("number").values_list("type", "data"):
        data = json.loads(text)
        if type_ == "table_opened" and data.get("organised"):
            return False
        if type_ == "player_away":
            away.add(data["seat"])
        elif type_ in ("player_back", "player_replaced"):
            away.discard(data["seat"])
    seats = apps.get_model("games", "Seat").objects.filter(table_id=table_id).exclude(kind="bot")
    people = set(seats.values_list("seat", flat=True))
    return bool(people) and people <= away


class Migration(migrations.Migration):
    dependencies = [("games", "0002_movers")]

    operations = [
        migrations.AddField("analysis", "claimed_by", models.CharField(blank=True, default="", editable=False, max_length=320)),
        migrations.AddField("analysis", "claimed_until", models.DateTimeField(blank=True, editable=False, null=True)),
        migrations.AddField("table", "deserted", models.BooleanField(default=False)),
        migrations.AddField("table", "unlisted", models.BooleanField(default=False)),
        migrations.RunPython(fill_in_deserted, migrations.RunPython.noop),
    ]
