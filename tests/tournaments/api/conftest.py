"""Nothing is kept from test to test."""

from tests.tournaments.pages import nothing_kept

__all__ = ["nothing_kept"]
