"""The whole tournament: where it stands, its next step, standings and the audit log."""
