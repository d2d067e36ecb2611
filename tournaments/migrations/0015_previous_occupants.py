import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0014_words_in_the_settings"),
    ]

    operations = [
        migrations.AddField(
            model_name="placement",
            name="previous_bot",
            field=models.BooleanField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="placement",
            name="previous_entry",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="tournaments.entry",
            ),
        ),
    ]
