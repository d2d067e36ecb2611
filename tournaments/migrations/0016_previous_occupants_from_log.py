from django.db import migrations


def fill_from_audit_log(apps, schema_editor):
    """Seats of open stages that were given away before: their last holders are in the audit log."""
    AuditEntry = apps.get_model("tournaments", "AuditEntry")
    Placement = apps.get_model("tournaments", "Placement")
    given = {}
    for entry in AuditEntry.objects.filter(type="seat_given").order_by("tournament", "number").iterator():
        if "placement" in entry.after and "entry" in (entry.before or {}):
            given[entry.after["placement"]] = (entry.before, entry.after)
    entries = set(apps.get_model("tournaments", "Entry").objects.values_list("pk", flat=True)) if given else set()
    for placement in Placement.objects.filter(stage__closed_at=None, pk__in=given).iterator():
        before, after = given[placement.pk]
        unchanged = (after["entry"], after["bot"]) == (placement.entry_id, placement.bot)
        if unchanged and (before["entry"] is None or before["entry"] in entries):
            placement.previous_entry_id, placement.previous_bot = before["entry"], before["bot"]
            placement.save(update_fields=["previous_entry", "previous_bot"])


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0015_previous_occupants"),
    ]

    operations = [
        migrations.RunPython(fill_from_audit_log, migrations.RunPython.noop),
    ]
