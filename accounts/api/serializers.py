"""Serializers of the API. They validate only the shape of input; the services apply the rules."""

from collections.abc import Mapping
from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext
from rest_framework import serializers

from accounts.api.fields import PreferencesIn, PreferencesOut
from accounts.models import AccountKind, Block, FriendRequest, Token, User
from accounts.models.token import MAX_DEVICE_LENGTH
from accounts.names import MAX_NAME_LENGTH, MIN_NAME_LENGTH, PATTERN, SENTENCE
from accounts.requests import AuthenticatedRequest
from accounts.selectors import entered_email
from accounts.services import IssuedToken
from accounts.services.password import MAX_PASSWORD_LENGTH
from core.http.fields import Email, Text

MAX_EMAIL_LENGTH = 254
MAX_CODE_LENGTH = 20
MAX_LISTED_REQUESTS = 200
"""Friend requests that a list shows; the oldest are left out."""


class Username(Text):
    """A public name."""

    def __init__(self, **kwargs: Any) -> None:
        """Create a field that checks the length and the characters of a player's name."""
        # `\Z`, because `$` also matches before a line break at the end.
        shape = RegexValidator(rf"^{PATTERN}\Z", SENTENCE)
        super().__init__(min_length=MIN_NAME_LENGTH, max_length=MAX_NAME_LENGTH, validators=[shape], **kwargs)


class Password(Text):
    """A password, including any spaces at either end."""

    def __init__(self, **kwargs: Any) -> None:
        """Create a write-only field that limits the password's length and doesn't strip spaces."""
        super().__init__(max_length=MAX_PASSWORD_LENGTH, trim_whitespace=False, write_only=True, **kwargs)


class GuestSerializer(serializers.Serializer[None]):
    """The device for which a token is issued. Nothing else is needed to play as a guest."""

    device = Text(
        required=False,
        default="",
        allow_blank=True,
        max_length=MAX_DEVICE_LENGTH,
        help_text="What to call this device in the list of devices.",
    )


class LoginSerializer(GuestSerializer):
    """The credentials of an account."""

    username = Text(
        max_length=MAX_EMAIL_LENGTH, allow_blank=True, help_text="The name, or the confirmed e-mail address."
    )
    password = Password()
    code = Text(
        required=False,
        default="",
        allow_blank=True,
        max_length=MAX_CODE_LENGTH,
        write_only=True,
        help_text="For accounts with a second factor: a code from the authenticator app, or a recovery code.",
    )


class ClaimSerializer(serializers.Serializer[None]):
    """The credentials that turn a guest account into a permanent one."""

    username = Username(help_text="The public name: 2 to 24 letters, digits, hyphens, underscores and dots.")
    password = Password()
    email = Email(
        required=False,
        default="",
        allow_blank=True,
        max_length=MAX_EMAIL_LENGTH,
        help_text="Optional; only used to set a new password.",
    )


class RegisterSerializer(GuestSerializer, ClaimSerializer):
    """A new account."""


class ProfileSerializer(serializers.ModelSerializer[User]):
    """The caller's own account."""

    kind = serializers.ChoiceField(choices=AccountKind.choices)
    email = serializers.SerializerMethodField(
        help_text="The address entered last, even if it is not confirmed yet. Empty if there is none."
    )
    preferences = PreferencesOut(
        help_text="How this player handles and sees the table. Fields that are none of these preferences are "
        "what a client has stored for itself."
    )
    joined_at = serializers.DateTimeField(source="date_joined", help_text="When the account was created.")

    class Meta:
        model = User
        fields = ("username", "kind", "email", "preferences", "joined_at")
        read_only_fields = fields

    def get_email(self, user: User) -> str:
        """Return the email address that the user entered last, confirmed or not, or "" if there is none."""
        return entered_email(user)


class ProfileChangesSerializer(serializers.Serializer[None]):
    """The parts of the caller's account that can be changed. Unknown fields are refused."""

    email = Email(
        required=False,
        allow_blank=True,
        max_length=MAX_EMAIL_LENGTH,
        help_text="A new address; empty to remove it.",
    )
    preferences = PreferencesIn(
        required=False,
        help_text="Replaces the stored object: preferences that are left out get their defaults. Other "
        "fields are kept for the client.",
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Return `attrs` unchanged. Raise ValidationError if the request contains unknown fields."""
        if unknown := set(self.initial_data) - set(self.fields):
            raise serializers.ValidationError(
                {name: [gettext("This can't be changed here.")] for name in unknown}
            )
        return attrs


class EntrySerializer(serializers.Serializer[IssuedToken]):
    """A new token and its account."""

    token = serializers.CharField(
        source="plain", help_text="Send it as `Authorization: Bearer TOKEN`. It cannot be read again later."
    )
    expires_at = serializers.DateTimeField(
        source="token.expires_at", help_text="When the token stops working."
    )
    user = ProfileSerializer(source="token.user")


class BlockSerializer(serializers.ModelSerializer[Block]):
    """A player whom the caller has blocked."""

    username = serializers.CharField(source="blocked.username", help_text="The blocked player's name.")
    blocked_at = serializers.DateTimeField(help_text="When the caller blocked them.")

    class Meta:
        model = Block
        fields = ("username", "blocked_at")
        read_only_fields = fields


class FriendWantedSerializer(serializers.Serializer[None]):
    """The player to whom a friend request is sent."""

    username = Username(help_text="The other player's name, in upper or lower case.")


class AskedSerializer(serializers.Serializer[Mapping[str, object]]):
    """The result of sending a friend request."""

    friends = serializers.BooleanField(
        help_text="Whether the two are friends now, because the other player had asked before."
    )


class ReceivedRequestSerializer(serializers.ModelSerializer[FriendRequest]):
    """A friend request that the caller can accept or decline."""

    username = serializers.CharField(source="sender.username", help_text="Who asks.")
    asked_at = serializers.DateTimeField(help_text="When they asked.")

    class Meta:
        model = FriendRequest
        fields = ("username", "asked_at")
        read_only_fields = fields


class SentRequestSerializer(ReceivedRequestSerializer):
    """A friend request of the caller."""

    username = serializers.CharField(source="receiver.username", help_text="Who was asked.")
    asked_at = serializers.DateTimeField(help_text="When the caller asked.")


class FriendRequestsSerializer(serializers.Serializer[Mapping[str, object]]):
    """The friend requests that the caller has received and sent, newest first."""

    received = ReceivedRequestSerializer(many=True)
    sent = SentRequestSerializer(many=True)


class TokenSerializer(serializers.ModelSerializer[Token]):
    """A device that is logged in."""

    current = serializers.SerializerMethodField()

    class Meta:
        model = Token
        fields = ("id", "device", "created_at", "last_used_at", "expires_at", "current")
        read_only_fields = fields

    def get_current(self, token: Token) -> bool:
        """Whether the current request was authenticated with this token."""
        request: AuthenticatedRequest = self.context["request"]
        return token == request.auth
