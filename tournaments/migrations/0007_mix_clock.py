from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_cheating_pause"),
    ]

    operations = [
        migrations.AddField(
            model_name="optionmix",
            name="clock",
            field=models.PositiveSmallIntegerField(
                blank=True,
                choices=[
                    (15, "15 seconds a decision"),
                    (30, "30 seconds a decision"),
                    (60, "60 seconds a decision"),
                ],
                help_text="Time to think, at tables that are played here: a reserve for the game comes on top, then the house moves. Without a clock a single player can hold up a stage.",
                null=True,
            ),
        ),
    ]
