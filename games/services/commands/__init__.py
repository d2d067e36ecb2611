"""The command handler: the only way to change a running table."""
