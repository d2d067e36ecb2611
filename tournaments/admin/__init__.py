"""Tournaments in the admin; importing registers the pages. Roles decide who sees and does what."""

from tournaments.admin import lists, mix, tournament

__all__ = ["lists", "mix", "tournament"]
