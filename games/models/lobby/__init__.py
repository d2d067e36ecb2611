"""Rows that people create before they sit down: requests for a quick match, and favourite games."""

from games.models.lobby.favourite import Favourite
from games.models.lobby.match_request import MatchRequest, Pace

__all__ = ["Favourite", "MatchRequest", "Pace"]
