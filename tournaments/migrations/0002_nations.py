"""Nations as ISO 3166 has them: codes that are known become those of two letters, others stay as they are."""

from django.db import migrations

from tournaments.nations import nation_code


def use_codes_of_two_letters(apps, schema_editor):
    entries = apps.get_model("tournaments", "Entry").objects.using(schema_editor.connection.alias)
    for nation in entries.exclude(nation="").order_by().values_list("nation", flat=True).distinct():
        code = nation_code(nation)
        if code is not None and code != nation:
            entries.filter(nation=nation).update(nation=code)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(use_codes_of_two_letters, migrations.RunPython.noop)]
