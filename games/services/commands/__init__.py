"""The command handler: the only way to change a table once it is open."""
