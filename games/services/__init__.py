"""What may be asked of tables: the door, the lobby, the house, the audit; each call takes `now`."""
