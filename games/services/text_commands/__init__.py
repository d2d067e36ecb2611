"""Runs typed commands for a person, with the same services as buttons and calls of the API."""

from games.services.text_commands.run import changes_only_rows, run_command

__all__ = ["changes_only_rows", "run_command"]
