"""Where cheating is allowed, a pause has at least five seconds: also in mixes that are frozen by now."""

from django.db import migrations, models

MIN_CHEATING_PAUSE = 5


def lengthen_pauses(apps, schema_editor):
    """Stages that are still to be drawn with such a mix could not be played otherwise."""
    mixes = apps.get_model("tournaments", "OptionMix").objects
    mixes.filter(cheating=True, pause__lt=MIN_CHEATING_PAUSE).update(pause=MIN_CHEATING_PAUSE)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0005_stage_tie_breaks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="optionmix",
            name="pause",
            field=models.PositiveSmallIntegerField(
                default=8,
                help_text="Seconds between two rounds, 0 to 60; where cheating is allowed, at least 5, so that a cheat which a round's last cards prove can be called.",
            ),
        ),
        migrations.RunPython(lengthen_pauses, migrations.RunPython.noop),
    ]
