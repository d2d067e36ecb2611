"""A viewer's view of a table (sight) as plain text, for emails and typed commands. Pure functions."""

from games.sight_text.answers import LegalAnswer, legal_answers
from games.sight_text.write import Section, sight_sections, write_sight

__all__ = ["LegalAnswer", "Section", "legal_answers", "sight_sections", "write_sight"]
