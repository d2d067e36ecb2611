"""Who plays: a person, a guest or a bot, by one public name; knows nothing about tables."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.db.models.lookups import Exact

from accounts.names import HELP, MAX_NAME_LENGTH, validate_name


class AccountKind(models.TextChoices):
    """What sort of player somebody is."""

    HUMAN = "human"
    GUEST = "guest"
    BOT = "bot"


class Users(UserManager["User"]):
    """Finds people by name as people write names: without regard to case."""

    def named(self, username: str) -> models.QuerySet["User"]:
        """The one bearer of this name, or nobody."""
        if "\0" in username:  # PostgreSQL does not even look for it.
            return self.none()
        return self.filter(Exact(Lower("username"), username.lower()))

    def get_by_natural_key(self, username: str | None) -> "User":
        """Django's own log-in looks people up through this."""
        return self.named(username or "").get()


class User(AbstractUser):
    """One player; `username` is the public name, in the spelling that its bearer chose."""

    username = models.CharField(
        "name",
        max_length=MAX_NAME_LENGTH,
        unique=True,
        help_text=HELP,
        validators=[validate_name],
        error_messages={"unique": "This name is taken."},
    )
    # None is how Django removes an inherited field; the stubs know the field only.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    kind = models.CharField(
        max_length=5,
        choices=AccountKind,
        default=AccountKind.HUMAN,
        help_text="Guests have no password yet. Programs play as bots: these are marked, and never rated.",
    )
    preferences = models.JSONField(
        default=dict, blank=True, help_text="Set by the player: how cards, sounds and tables are shown."
    )

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[Users] = Users()

    class Meta:
        verbose_name = "player"
        permissions = (("flag_bot", "Can flag an account as a bot"),)
        constraints = (
            models.UniqueConstraint(
                Lower("username"),
                name="one_name_whatever_its_case",
                violation_error_message="This name is taken.",
            ),
        )

    @property
    def is_guest(self) -> bool:
        """Whether this account can still be claimed."""
        return self.kind == AccountKind.GUEST

    @property
    def is_bot(self) -> bool:
        """Whether a program plays with this account, which staff have flagged so."""
        return self.kind == AccountKind.BOT

    @property
    def is_privileged(self) -> bool:
        """Whether this account may enter the admin, or has rights that would count once it may."""
        if self.is_staff or self.is_superuser:
            return True
        return self.groups.exists() or self.user_permissions.exists()

    def get_full_name(self) -> str:
        """There is one name only."""
        return self.username

    def get_short_name(self) -> str:
        """There is one name only."""
        return self.username
