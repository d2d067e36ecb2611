"""The models of tournaments store only facts; standings and qualifiers are computed from them."""

from tournaments.models.audit import AuditEntry
from tournaments.models.entrant_file import EntrantFile
from tournaments.models.entry import Entry, ForbiddenPair
from tournaments.models.mix import OptionMix
from tournaments.models.result import HandResult, Penalty
from tournaments.models.role import Role
from tournaments.models.stage import Stage
from tournaments.models.table import Placement, StageTable
from tournaments.models.tournament import Tournament

__all__ = [
    "AuditEntry",
    "EntrantFile",
    "Entry",
    "ForbiddenPair",
    "HandResult",
    "OptionMix",
    "Penalty",
    "Placement",
    "Role",
    "Stage",
    "StageTable",
    "Tournament",
]
