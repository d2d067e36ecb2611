"""What clients send and get; the shape of input only, the rules are the services' business."""

from typing import Any

from django.core.validators import RegexValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.fields import Preferences
from accounts.models import AccountKind, Token, User
from accounts.models.token import MAX_DEVICE_LENGTH
from accounts.names import MAX_NAME_LENGTH, MIN_NAME_LENGTH, PATTERN, SENTENCE
from accounts.requests import AuthenticatedRequest
from accounts.services import IssuedToken
from core.http.fields import Email, Text

MAX_PASSWORD_LENGTH = 256
MAX_EMAIL_LENGTH = 254
MAX_CODE_LENGTH = 20


class Name(Text):
    """A public name."""

    def __init__(self, **kwargs: Any) -> None:
        shape = RegexValidator(rf"^{PATTERN}\Z", SENTENCE)
        super().__init__(min_length=MIN_NAME_LENGTH, max_length=MAX_NAME_LENGTH, validators=[shape], **kwargs)


class Password(Text):
    """A password, blanks and all."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_PASSWORD_LENGTH, trim_whitespace=False, write_only=True, **kwargs)


class GuestSerializer(serializers.Serializer[None]):
    """Nothing is needed to play as a guest."""

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
    """What turns a guest account into a permanent one."""

    username = Name(help_text="The public name: 2 to 24 letters, digits, hyphens, underscores and dots.")
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


@extend_schema_field({"type": "object", "additionalProperties": {}})
class PreferencesOut(serializers.JSONField):
    """Preferences as they were stored."""


class ProfileSerializer(serializers.ModelSerializer[User]):
    """The caller's own account."""

    kind = serializers.ChoiceField(choices=AccountKind.choices)
    email = serializers.CharField(allow_blank=True, help_text="Empty if there is none.")
    preferences = PreferencesOut(help_text="What the client has stored for this person, such as settings.")
    joined_at = serializers.DateTimeField(source="date_joined", help_text="When the account was created.")

    class Meta:
        model = User
        fields = ("username", "kind", "email", "preferences", "joined_at")
        read_only_fields = fields


class ProfileChangesSerializer(serializers.Serializer[None]):
    """What people can change about themselves. Unknown fields are refused."""

    email = Email(
        required=False,
        allow_blank=True,
        max_length=MAX_EMAIL_LENGTH,
        help_text="A new address; empty to remove it.",
    )
    preferences = Preferences(required=False, help_text="Any JSON object; replaces the stored one.")

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Refuse fields that are not there to be changed."""
        if unknown := set(self.initial_data) - set(self.fields):
            raise serializers.ValidationError({name: ["This can't be changed here."] for name in unknown})
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


class TokenSerializer(serializers.ModelSerializer[Token]):
    """A device that is logged in."""

    current = serializers.SerializerMethodField()

    class Meta:
        model = Token
        fields = ("id", "device", "created_at", "last_used_at", "expires_at", "current")
        read_only_fields = fields

    def get_current(self, token: Token) -> bool:
        """Whether this very request came with this token."""
        request: AuthenticatedRequest = self.context["request"]
        return token == request.auth
