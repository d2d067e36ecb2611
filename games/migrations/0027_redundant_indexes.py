"""Drops the indexes of foreign keys with which a unique constraint's index begins, too.

A move inserts into the log, and the end of a round into all the other tables: each of these rows was entered into
an index that no query needed. Dropped by name, because SQLite would copy the whole log to alter the field.
"""

import django.db.models.deletion
from django.db import migrations, models

INDEXES = (
    ("logentry", "table", "log", "table", "games_logentry_table_id_2e2b9886"),
    ("round", "table", "rounds", "table", "games_round_table_id_5be85f68"),
    ("bid", "round", "bids", "round", "games_bid_round_id_e838d339"),
    ("trick", "round", "tricks", "round", "games_trick_round_id_53fc0f40"),
    ("score", "round", "scores", "round", "games_score_round_id_ad19158e"),
    ("cheat", "round", "cheats", "round", "games_cheat_round_id_06c88441"),
    ("accusation", "round", "accusations", "round", "games_accusation_round_id_23a6eb76"),
)
"""Model, foreign key, its related name, the model it refers to, and the index as Django names it."""


def drop_index(model, field, related_name, target, index):
    """Return the operation that drops a foreign key's index, and its counterpart for patterns on PostgreSQL."""
    return migrations.SeparateDatabaseAndState(
        database_operations=[
            migrations.RunSQL(f"DROP INDEX IF EXISTS {index}_like", migrations.RunSQL.noop),
            migrations.RunSQL(
                f"DROP INDEX IF EXISTS {index}", f"CREATE INDEX {index} ON games_{model} ({field}_id)"
            ),
        ],
        state_operations=[
            migrations.AlterField(
                model_name=model,
                name=field,
                field=models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name=related_name,
                    to=f"games.{target}",
                    verbose_name=field,
                ),
            )
        ],
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0026_shards_of_tables")]

    operations = [drop_index(*each) for each in INDEXES]
