"""What clients send and get; the shape of input only, the rules are the services' business."""

from typing import Any

from django.core.validators import RegexValidator
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.fields import Email, Preferences, Text
from accounts.models import Kind, Token, User
from accounts.models.token import DEVICE_LONGEST
from accounts.names import LONGEST, PATTERN, SENTENCE, SHORTEST
from accounts.requests import AuthenticatedRequest
from accounts.services import IssuedToken

PASSWORD_LONGEST = 256
EMAIL_LONGEST = 254
CODE_LONGEST = 20


def checked(shape: type[serializers.Serializer[None]], request: Request) -> dict[str, Any]:
    """The request's data if it has this shape, else 400 with errors by field."""
    serializer = shape(data=request.data)
    serializer.is_valid(raise_exception=True)
    data: dict[str, Any] = serializer.validated_data
    return data


class Name(Text):
    """A public name."""

    def __init__(self, **kwargs: Any) -> None:
        shape = RegexValidator(rf"^{PATTERN}\Z", SENTENCE)
        super().__init__(min_length=SHORTEST, max_length=LONGEST, validators=[shape], **kwargs)


class Password(Text):
    """A password, blanks and all."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=PASSWORD_LONGEST, trim_whitespace=False, write_only=True, **kwargs)


class GuestSerializer(serializers.Serializer[None]):
    """A guest needs nothing; `device` names the token in the list of devices."""

    device = Text(required=False, default="", allow_blank=True, max_length=DEVICE_LONGEST)


class LoginSerializer(GuestSerializer):
    """Who wants in; any string may be tried as a name."""

    username = Text(max_length=EMAIL_LONGEST, allow_blank=True)
    password = Password()
    code = Text(
        required=False,
        default="",
        allow_blank=True,
        max_length=CODE_LONGEST,
        write_only=True,
        help_text="For accounts with a second factor: from the authenticator app, or a recovery code.",
    )


class RegisterSerializer(GuestSerializer):
    """A new account."""

    username = Name()
    password = Password()
    email = Email(required=False, default="", allow_blank=True, max_length=EMAIL_LONGEST)


class ClaimSerializer(serializers.Serializer[None]):
    """What makes a guest's account a person's own."""

    username = Name()
    password = Password()
    email = Email(required=False, default="", allow_blank=True, max_length=EMAIL_LONGEST)


@extend_schema_field({"type": "object", "additionalProperties": {}})
class PreferencesOut(serializers.JSONField):
    """Preferences as they were stored."""


class ProfileSerializer(serializers.ModelSerializer[User]):
    """One's own account."""

    kind = serializers.ChoiceField(choices=Kind.choices)
    email = serializers.CharField(allow_blank=True, help_text="Empty where there is none.")
    preferences = PreferencesOut()
    joined_at = serializers.DateTimeField(source="date_joined")

    class Meta:
        model = User
        fields = ("username", "kind", "email", "preferences", "joined_at")
        read_only_fields = fields


class ProfileChangesSerializer(serializers.Serializer[None]):
    """What people can change about themselves; anything else is refused rather than dropped."""

    email = Email(required=False, allow_blank=True, max_length=EMAIL_LONGEST)
    preferences = Preferences(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse fields that are not there to be changed."""
        if unknown := set(self.initial_data) - set(self.fields):
            raise serializers.ValidationError({name: ["This can't be changed here."] for name in unknown})
        return attrs


class EntrySerializer(serializers.Serializer[IssuedToken]):
    """A token, in plain for this once, and whose it is."""

    token = serializers.CharField(source="plain")
    expires_at = serializers.DateTimeField(source="token.expires_at")
    user = ProfileSerializer(source="token.user")


class TokenSerializer(serializers.ModelSerializer[Token]):
    """A device; the token itself is not known any more."""

    current = serializers.SerializerMethodField()

    class Meta:
        model = Token
        fields = ("id", "device", "created_at", "last_used_at", "expires_at", "current")
        read_only_fields = fields

    def get_current(self, token: Token) -> bool:
        """Whether this very request came with this token."""
        request: AuthenticatedRequest = self.context["request"]
        return token == request.auth
