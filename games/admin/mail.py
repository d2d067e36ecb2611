"""The outbox, the inbox, and bouncing addresses in the admin: read-only, and without the emails' content."""

from django.contrib import admin

from games.admin.reading import ReadingAdmin
from games.models import BouncedAddress, PendingMail, ReceivedMail


@admin.register(PendingMail)
class PendingMailAdmin(ReadingAdmin[PendingMail]):
    list_display = ("user", "kind", "table", "created_at", "due_at", "attempts")
    list_filter = ("kind",)
    search_fields = ("user__username", "table__id", "message_id")
    date_hierarchy = "created_at"
    list_select_related = ("user", "table")
    # They may contain cards of a running game.
    exclude = ("facts",)


@admin.register(BouncedAddress)
class BouncedAddressAdmin(ReadingAdmin[BouncedAddress]):
    list_display = ("address", "failures", "bounced_at", "blocked_at")
    search_fields = ("address",)
    date_hierarchy = "bounced_at"


@admin.register(ReceivedMail)
class ReceivedMailAdmin(ReadingAdmin[ReceivedMail]):
    list_display = ("user", "table", "received_at", "closed_at", "outcome", "attempts")
    list_filter = ("outcome",)
    search_fields = ("user__username", "table__id", "message_id")
    date_hierarchy = "received_at"
    list_select_related = ("user", "table")
    # Players' emails reveal their cards and bids, and a digest is of no use to staff.
    exclude = ("content", "replies", "digest")
