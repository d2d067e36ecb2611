from django.db import migrations, models

HELP = "Seconds to protest against results: by its timetable the next stage is drawn after them."


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_nations")]

    operations = [
        # Tournaments that are planned already keep the timetable that their players know.
        migrations.AddField(
            model_name="tournament",
            name="protest_seconds",
            field=models.PositiveSmallIntegerField("protest period", default=0, help_text=HELP),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="protest_seconds",
            field=models.PositiveSmallIntegerField("protest period", default=180, help_text=HELP),
        ),
        migrations.AlterField(
            model_name="tournament",
            name="break_seconds",
            field=models.PositiveSmallIntegerField(
                default=120, help_text="Between two stages, after the protest period."
            ),
        ),
    ]
