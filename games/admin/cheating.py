"""Cheats and accusations in the admin, of finished games only."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.reading import M, ReadingAdmin
from games.models import Accusation, Cheat
from games.models.table import GameStatus


class AfterTheGameAdmin(ReadingAdmin[M]):
    """Rows of finished games. The page of any other row is answered as if it did not exist."""

    search_fields = ("round__table__id", "round__table__seats__name")
    list_select_related = ("round",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        """Filter to finished games that are not sealed."""
        over = super().get_queryset(request).filter(round__table__status=GameStatus.FINISHED)
        return over.filter(round__table__sealed=False)


@admin.register(Cheat)
class CheatAdmin(AfterTheGameAdmin[Cheat]):
    list_display = ("round", "trick", "seat", "card", "owed", "called_by")
    list_filter = ("called_by", "owed")


@admin.register(Accusation)
class AccusationAdmin(AfterTheGameAdmin[Accusation]):
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
