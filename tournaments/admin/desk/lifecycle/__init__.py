"""The whole tournament: its status and next step, the standings and the audit log."""
