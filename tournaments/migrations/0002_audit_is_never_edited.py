"""The audit log refuses edits in the database itself, whoever asks.

SQLite keeps no guard against deleting: Django empties tables between tests by DELETE there.
"""

from django.db import migrations

SQLITE = """
CREATE TRIGGER tournaments_audit_no_update BEFORE UPDATE ON tournaments_auditentry
BEGIN SELECT RAISE(ABORT, 'The audit log is never edited.'); END
"""

POSTGRES = """
CREATE FUNCTION tournaments_audit_refuse() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'The audit log is never edited.'; END $$ LANGUAGE plpgsql;
CREATE TRIGGER tournaments_audit_no_change BEFORE UPDATE OR DELETE ON tournaments_auditentry
FOR EACH ROW EXECUTE FUNCTION tournaments_audit_refuse();
"""

UNDO_POSTGRES = """
DROP TRIGGER tournaments_audit_no_change ON tournaments_auditentry;
DROP FUNCTION tournaments_audit_refuse();
"""


def guard(apps, schema_editor):
    schema_editor.execute(SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRES)


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("DROP TRIGGER tournaments_audit_no_update")
    else:
        schema_editor.execute(UNDO_POSTGRES)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard)]
