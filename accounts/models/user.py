"""Accounts of people, guests and bots, each with one public name."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from accounts.names import HELP, MAX_NAME_LENGTH, validate_name


class AccountKind(models.TextChoices):
    HUMAN = "human", _("Human")
    GUEST = "guest", _("Guest")
    BOT = "bot", _("Bot")


class Users(UserManager["User"]):
    """Looks up users by name, ignoring case."""

    def filter_by_name(self, username: str) -> models.QuerySet["User"]:
        """Return a queryset of the one user with this name, ignoring case, or an empty queryset."""
        if "\0" in username:  # PostgreSQL raises an error for a NUL character.
            return self.none()
        # Not `iexact`: on PostgreSQL that compares upper case, and the unique index has lower case.
        return self.filter(Exact(Lower("username"), username.lower()))

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with this name, ignoring case, or raise User.DoesNotExist."""
        # Django's password authentication calls this method.
        return self.filter_by_name(username or "").get()


class User(AbstractUser):
    """A player. `username` is the public name, in the spelling that the player chose."""

    username = models.CharField(
        _("name"),
        max_length=MAX_NAME_LENGTH,
        # Django's check requires a unique name column; the constraint below ignores case as well.
        unique=True,
        help_text=HELP,
        validators=[validate_name],
        error_messages={"unique": _("This name is taken.")},
    )
    # Django removes an inherited field that is set to None, which the stubs do not know.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    kind = models.CharField(
        _("kind"),
        max_length=5,
        choices=AccountKind,
        default=AccountKind.HUMAN,
        help_text=_("Guests have no password yet. Programs play as bots: these are marked, and never rated."),
    )
    preferences = models.JSONField(
        _("preferences"),
        default=dict,
        blank=True,
        help_text=_("Set by the player: how cards, sounds and tables are shown."),
    )

    last_seen_at = models.DateTimeField(
        _("last seen at"),
        null=True,
        blank=True,
        editable=False,
        help_text=_("When a page was open, to within half an hour."),
    )
    browser_language = models.CharField(
        _("language of the browser"),
        max_length=16,
        blank=True,
        editable=False,
        help_text=_("The language of their latest page. Mails are in it unless they have chosen another."),
    )

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[Users] = Users()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
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
        """Whether this is a guest account, which has no password yet."""
        return self.kind == AccountKind.GUEST

    @property
    def is_bot(self) -> bool:
        """Whether a program plays with this account."""
        return self.kind == AccountKind.BOT

    @property
    def is_privileged(self) -> bool:
        """Whether the user is staff or a superuser, belongs to a group, or has any permission."""
        if self.is_staff or self.is_superuser:
            return True
        return self.groups.exists() or self.user_permissions.exists()

    def get_full_name(self) -> str:
        """Return the username, because an account has no other name."""
        return self.username

    def get_short_name(self) -> str:
        """Return the username, because an account has no other name."""
        return self.username
