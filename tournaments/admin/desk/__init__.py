"""The organisers' console: pages, and buttons that each call one service.

Importing a module registers its pages and buttons.
"""

from tournaments.admin.desk.draw import drafts, pairs, wrong_players
from tournaments.admin.desk.entry import adding, entrants, files
from tournaments.admin.desk.lifecycle import overview, standings, steps
from tournaments.admin.desk.routing import desk_urls
from tournaments.admin.desk.stage import live, stage, ties
from tournaments.admin.desk.table import results, score_sheets, table

__all__ = [
    "adding",
    "desk_urls",
    "drafts",
    "entrants",
    "files",
    "live",
    "overview",
    "pairs",
    "results",
    "score_sheets",
    "stage",
    "standings",
    "steps",
    "table",
    "ties",
    "wrong_players",
]
