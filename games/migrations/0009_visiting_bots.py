from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_analysis")]
    operations = [
        migrations.AddField(
            model_name="table", name="visiting_bots", field=models.BooleanField(default=True)
        ),
    ]
