"""Ratings are no longer written in the transaction that ends a game; those of earlier games are written."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0027_redundant_indexes")]

    operations = [
        # With a default in the database: while the site is updated, an older server inserts tables, too.
        migrations.AddField(
            "table", "rating_due", models.BooleanField(db_default=False, default=False, editable=False)
        ),
        migrations.AddIndex(
            "table",
            models.Index(
                fields=("finished_at",), name="table_by_rating_due", condition=models.Q(rating_due=True)
            ),
        ),
    ]
