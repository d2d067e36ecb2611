"""Runs typed commands for a user, with the same services as buttons and API calls."""

from games.services.text_commands.run import is_database_only_command, run_command

__all__ = ["is_database_only_command", "run_command"]
