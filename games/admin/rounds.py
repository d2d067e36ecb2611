"""Scored rounds in the admin: bids, tricks and scores."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from games.admin.reading import M, ReadingAdmin, ReadingInline
from games.models import Bid, Round, Score, Trick


class ScoreInline(ReadingInline[Score, Round]):
    model = Score


class BidInline(ReadingInline[Bid, Round]):
    model = Bid


class TrickInline(ReadingInline[Trick, Round]):
    model = Trick


class TrumpFilter(admin.AllValuesFieldListFilter):
    """A filter by trump that labels the link for rounds without trump, which Django's filter does not."""

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Yield the filter's choices. Label the choice for rounds without trump "none"."""
        for choice in super().choices(changelist):
            yield {**choice, "display": choice["display"] or gettext("none")}


@admin.register(Round)
class RoundAdmin(ReadingAdmin[Round]):
    list_display = ("table", "number", "cards", "dealer", "turned", "trump", "reveal", "restricted")
    list_filter = ("reveal", "restricted", ("trump", TrumpFilter))
    search_fields = ("table__id", "table__seats__name")
    list_select_related = ("table",)
    inlines = [ScoreInline, BidInline, TrickInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        """Return the rounds, except those whose deals other tables are still playing or will play later."""
        return super().get_queryset(request).filter(table__sealed=False)


class RoundPartAdmin(ReadingAdmin[M]):
    """Base of read-only lists of rows that belong to a round."""

    search_fields = ("round__table__id",)
    list_select_related = ("round",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        """Return objects that belong to rounds, such as bids or scores.

        Leave out objects of rounds whose deals other tables are still playing or will play later.
        """
        return super().get_queryset(request).filter(round__table__sealed=False)


@admin.register(Score)
class ScoreAdmin(RoundPartAdmin[Score]):
    list_display = ("round", "seat", "bid", "tricks", "points", "adjustment", "total", "own_moves")


@admin.register(Bid)
class BidAdmin(RoundPartAdmin[Bid]):
    list_display = ("round", "position", "seat", "bid", "by")


@admin.register(Trick)
class TrickAdmin(RoundPartAdmin[Trick]):
    list_display = ("round", "number", "leader", "winner", "plays")
