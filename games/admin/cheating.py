"""Cheats and accusations in the admin, of finished games only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.reading import M, ReadingAdmin
from games.models import Accusation, Cheat
from games.models.table import GameStatus


class FinishedGameAdmin(ReadingAdmin[M]):
    """Base of read-only lists of rows from finished games. Rows from other games cannot be opened either."""

    search_fields = ("round__table__id", "round__table__seats__name")
    list_select_related = ("round",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        """Return the objects whose game is finished.

        Leave out objects of games whose deals other tables are still playing or will play later.
        """
        over = super().get_queryset(request).filter(round__table__status=GameStatus.FINISHED)
        return over.filter(round__table__sealed=False)


@admin.register(Cheat)
class CheatAdmin(FinishedGameAdmin[Cheat]):
    list_display = ("round", "trick", "seat", "card", "owed", "called_by")
    list_filter = ("called_by", "owed")


@admin.register(Accusation)
class AccusationAdmin(FinishedGameAdmin[Accusation]):
    list_display = (
        "round",
        "accuser",
        "accused",
        "source",
        "lux",
        "sensed_at",
        "received_at",
        "after",
        "verdict",
        "accuser_points",
        "accused_points",
    )
    list_filter = ("verdict", "source")
