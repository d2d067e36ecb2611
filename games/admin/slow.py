"""Slow tables in the admin: which decisions they wait for, queued moves, and vacations; read-only."""

from django.contrib import admin

from games.admin.reading import ReadingAdmin
from games.models import QueuedMove, SlowTurn, Vacation


@admin.register(SlowTurn)
class SlowTurnAdmin(ReadingAdmin[SlowTurn]):
    list_display = ("table", "seat", "user", "deadline_at", "notice_at")
    search_fields = ("table__id", "user__username")
    date_hierarchy = "deadline_at"
    list_select_related = ("table", "user")


@admin.register(Vacation)
class VacationAdmin(ReadingAdmin[Vacation]):
    list_display = ("user", "first_day", "last_day", "time_zone")
    search_fields = ("user__username",)
    date_hierarchy = "first_day"
    list_select_related = ("user",)


@admin.register(QueuedMove)
class QueuedMoveAdmin(ReadingAdmin[QueuedMove]):
    """Queued moves without their text, which may name cards that even staff may not see."""

    list_display = ("table", "seat", "user", "position", "created_at")
    fields = ("table", "seat", "user", "position", "number", "created_at")
    search_fields = ("table__id", "user__username")
    date_hierarchy = "created_at"
    list_select_related = ("table", "user")
