"""Favourites, searches for a quick match, and challenges in the admin."""

from contextlib import suppress

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.moderating import ModeratorAdmin
from games.admin.reading import ReadingAdmin
from games.models import Challenge, Favourite, MatchRequest
from games.services.challenges.errors import NoSuchChallenge
from games.services.challenges.withdrawing import withdraw_challenge


@admin.register(Favourite)
class FavouriteAdmin(ReadingAdmin[Favourite]):
    list_display = ("name", "user", "preset", "size", "bots", "visibility", "saved_at")
    list_select_related = ("user",)
    list_filter = ("visibility", "saved_at")
    search_fields = ("user__username", "name")

    @admin.display(description=_("preset"))
    def preset(self, favourite: Favourite) -> str:
        """Return the name of the preset (a named set of options) in a favourite (a saved table setup).

        Return "" if the favourite has no preset.
        """
        return str(favourite.options.get("preset", ""))


@admin.register(MatchRequest)
class MatchRequestAdmin(ReadingAdmin[MatchRequest]):
    """Searches for a quick match: those still waiting, and those that have been given a table."""

    list_display = ("user", "size", "pace", "fill_with_bots", "requested_at", "seen_at", "table")
    list_select_related = ("user", "table")
    list_filter = ("pace", "fill_with_bots", ("table", admin.EmptyFieldListFilter))
    search_fields = ("user__username", "table__id")


@admin.register(Challenge)
class ChallengeAdmin(ModeratorAdmin[Challenge]):
    """Challenges between players. Moderators withdraw challenges that harass somebody."""

    list_display = (
        "challenged_at",
        "challenger",
        "challenged",
        "table",
        "answer",
        "answered_at",
        "expires_at",
    )
    list_select_related = ("challenger", "challenged", "table")
    list_filter = ("answer", "challenged_at")
    search_fields = ("challenger__username", "challenged__username", "table__id")
    actions = ("withdraw",)

    @admin.action(description=_("Withdraw"), permissions=["moderate"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Challenge]) -> None:
        """Withdraw the selected challenges, which invite people to a table.

        Ignore challenges that have been answered or have expired. Record each withdrawal in the challenge's
        admin history. If the challenge was for a group, everybody is removed from the table.
        """
        for challenge in queryset:
            with suppress(NoSuchChallenge):
                withdraw_challenge(
                    table_id=challenge.table_id,
                    user=challenge.challenger,
                    name=challenge.challenged.username,
                    now=timezone.now(),
                )
                self.add_history_note(request, challenge, gettext("Withdrawn."))
