from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0016_previous_occupants_from_log"),
    ]

    operations = [
        migrations.RenameField(model_name="tournament", old_name="tended_at", new_name="ticked_at"),
    ]
