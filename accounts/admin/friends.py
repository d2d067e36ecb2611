"""Read-only admin lists of friendships, friend requests and blocks, for support."""

from typing import TypeVar

from django.contrib import admin
from django.db.models import Model

from accounts.admin.lookups import RestrictedLookups
from accounts.admin.reading import ReadOnlyAdminMixin
from accounts.models import Block, FriendRequest, Friendship

Row = TypeVar("Row", bound=Model)


class PeopleAdmin(ReadOnlyAdminMixin, RestrictedLookups[Row]):
    """Base of the lists of relations between players, which staff cannot change."""

    list_per_page = 50
    show_full_result_count = False


@admin.register(Friendship)
class FriendshipAdmin(PeopleAdmin[Friendship]):
    list_display = ("user", "friend", "since")
    list_select_related = ("user", "friend")
    list_filter = ("since",)
    search_fields = ("user__username",)


@admin.register(FriendRequest)
class FriendRequestAdmin(PeopleAdmin[FriendRequest]):
    list_display = ("sender", "receiver", "asked_at", "declined_at", "withdrawn_at")
    list_select_related = ("sender", "receiver")
    list_filter = ("asked_at", ("declined_at", admin.EmptyFieldListFilter))
    search_fields = ("sender__username", "receiver__username")


@admin.register(Block)
class BlockAdmin(PeopleAdmin[Block]):
    list_display = ("user", "blocked", "blocked_at")
    list_select_related = ("user", "blocked")
    list_filter = ("blocked_at",)
    search_fields = ("user__username", "blocked__username")
