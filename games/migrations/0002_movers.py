"""Who made each bid, and which rounds somebody bid and played by hand: read from the logs of earlier games."""

import json
import logging
from collections import defaultdict
from collections.abc import Iterator

from django.db import migrations, models

logger = logging.getLogger(__name__)


def fill_in_movers(apps, schema_editor):
    """Fill in the new columns of all rounds that are over.

    A damaged log puts its own table aside and nothing else: its rows keep the defaults, and the audit tells.
    """
    tables = apps.get_model("games", "Round").objects.values_list("table_id", flat=True).distinct()
    for table_id in tables.order_by("table_id").iterator():
        try:
            _fill_in(apps, table_id)
        except (IndexError, KeyError, TypeError, ValueError) as fault:
            logger.warning("The log of table %s is damaged: %r", table_id, fault)


def _fill_in(apps, table_id):
    bid_movers, foreign, replaced = _read(apps, table_id)
    bid, score, round_ = (apps.get_model("games", name) for name in ("Bid", "Score", "Round"))
    bids, scores = [], []
    for row in round_.objects.filter(table_id=table_id):
        for each in bid.objects.filter(round=row):
            each.by = bid_movers[row.number][each.position]
            bids.append(each)
        for each in score.objects.filter(round=row):
            each.own_moves = each.seat not in foreign[row.number] and replaced.get(each.seat, 0) < row.number
            scores.append(each)
    bid.objects.bulk_update(bids, ["by"], batch_size=500)
    score.objects.bulk_update(scores, ["own_moves"], batch_size=500)


def _read(apps, table_id):
    """By round, who made each bid and the seats for which others moved; by seat, when it was last taken over."""
    kinds: dict[int, str] = {}
    bid_movers, moves, replaced, number = defaultdict(list), [], {}, 0
    for type_, data in _entries(apps, table_id):
        match type_:
            case "seat_taken":
                kinds[data["seat"]] = data["kind"]
            case "game_started":
                kinds = {new: kinds[old] for new, old in enumerate(data["seats"])}
            case "player_replaced":
                kinds[data["seat"]] = data["kind"]
                replaced[data["seat"]] = number
            case "round_dealt":
                number = data["round"]
            case "bid_made":
                by = data.get("by") or _own_mover(kinds[data["seat"]])
                bid_movers[number].append(by)
                moves.append((number, data["seat"], by))
            case "card_played":
                moves.append((number, data["seat"], data["by"]))
    foreign = defaultdict(set)
    for number, seat, by in moves:
        if by != _own_mover(kinds[seat]):
            foreign[number].add(seat)
    return bid_movers, foreign, replaced


def _own_mover(kind: str) -> str:
    return "bot" if kind == "bot" else "human"


def _entries(apps, table_id) -> Iterator[tuple[str, dict]]:
    entries = apps.get_model("games", "LogEntry").objects.filter(table_id=table_id).order_by("number")
    for type_, data in entries.values_list("type", "data"):
        yield type_, json.loads(data)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField("bid", "by", models.CharField(max_length=8, default="human"), preserve_default=False),
        migrations.AddField("score", "own_moves", models.BooleanField(default=True), preserve_default=False),
        migrations.RunPython(fill_in_movers, migrations.RunPython.noop),
    ]
