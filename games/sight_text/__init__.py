"""A viewer's view of a table (sight) as plain text, for emails and typed commands. Pure functions."""

from games.sight_text.answers import MoveCommand, typed_move_commands
from games.sight_text.write import Section, describe_sight, sight_sections

__all__ = ["MoveCommand", "Section", "describe_sight", "sight_sections", "typed_move_commands"]
