"""The base class of lists on which moderators act."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest

from accounts.models import User
from games.admin.reading import M, ReadingAdmin


class ModeratorAdmin(ReadingAdmin[M]):
    """Base of lists that moderators change only by admin actions, recorded in the row's history."""

    permission = "games.change_chatreport"

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Whether the user is a moderator, that is, may change reports."""
        return request.user.has_perm(self.permission)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user may see these rows; moderators need no further permission."""
        return super().has_view_permission(request, obj) or request.user.has_perm(self.permission)

    def note(self, request: HttpRequest, row: Any, sentence: str) -> None:
        """Add `sentence`, which says what was done, to the row's history, and show it as a message."""
        self.log_change(request, row, sentence)
        messages.success(request, f"{row}: {sentence}")


def requesting_moderator(request: HttpRequest) -> User:
    """Return the member of staff who sent the request; the admin admits nobody else."""
    assert isinstance(request.user, User)
    return request.user
