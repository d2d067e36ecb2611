"""Runs typed commands for a user, with the same services as buttons and API calls."""

from games.services.text_commands.run import changes_only_rows, run_command

__all__ = ["changes_only_rows", "run_command"]
