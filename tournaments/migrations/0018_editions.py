"""Which edition of the game a mix plays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0017_ticked_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="optionmix",
            name="edition",
            field=models.CharField(
                choices=[("base", "Classic"), ("magic", "Wizard Magic")],
                default="base",
                help_text="Wizard Magic: a suit's 1 is a Wizard that beats all other Wizards when it is played to a trick in which its own suit must be followed.",
                max_length=20,
            ),
        ),
    ]
