"""The organisers' console: pages to look at, and buttons that each call one service."""

from tournaments.admin.desk import (
    course,
    entrant_files,
    entrants,
    live,
    overview,
    pairs,
    result_entry,
    results,
    sketch,
    stage,
    standings,
    table,
    ties,
    wrong_players,
)
from tournaments.admin.desk.door import desk_urls

__all__ = [
    "course",
    "desk_urls",
    "entrant_files",
    "entrants",
    "live",
    "overview",
    "pairs",
    "result_entry",
    "results",
    "sketch",
    "stage",
    "standings",
    "table",
    "ties",
    "wrong_players",
]
