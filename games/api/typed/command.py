"""The endpoint that runs a typed command."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.requests import AuthenticatedRequest
from core.http.fields import Text
from core.http.inputs import Input, validate_body
from core.openapi.problems import declare_problems
from core.translation import translate_all
from games.api.chat_input import ClientIdField
from games.api.common import SeatedView
from games.api.components import schema_reference
from games.api.play import RULES
from games.api.serializers import InviteField
from games.services.chat.limits import count_command
from games.services.text_commands import run_command

REFUSALS = (
    *RULES,
    "already_seated",
    "already_started",
    "account_required",
    "blocked_by_you",
    "bot_account",
    "bots_not_admitted",
    "cannot_challenge_yourself",
    "challenge_over",
    "chat_closed",
    "chat_suspended",
    "not_enough_players",
    "removed_by_host",
    "seat_taken",
    "table_full",
    "too_many_challenges",
    "too_many_open_tables",
    "wrong_number_of_players",
)
"""The codes of refused commands."""


class CommandSerializer(Input):
    """A command as people type it."""

    table = Text(
        required=False,
        allow_null=True,
        default=None,
        source="table_id",
        max_length=64,
        help_text="The id of the table where it is typed. Commands that name a table, and /help, need none.",
    )
    text = Text(
        allow_blank=True, trim_whitespace=False, help_text="The command, such as `/play R7`; see `/help`."
    )
    id = ClientIdField("command_id")
    invite = InviteField()


class CommandView(SeatedView):
    """Runs typed commands."""

    @extend_schema(
        operation_id="run_command",
        tags=["chat"],
        request=CommandSerializer,
        responses={200: schema_reference("CommandReply")},
        extensions=declare_problems(404, 503, refusals=REFUSALS),
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Run a command.

        Runs a command such as `/bid 2`, `/play red 7` or `/join`, as if it were typed into the table's chat.
        The word `wizard` may replace the slash. Games that last for days can be played with such commands
        alone: `wizard challenge ada bob`, `wizard games`, `wizard move k7xm R7`. `/help` lists the commands.
        400 means that the command is not valid, and 409 that the rules refuse it; the codes are the same as
        for the corresponding operations.
        """
        data = validate_body(CommandSerializer, request)
        now = timezone.now()
        count_command(user=request.user, now=now)
        return Response(translate_all(run_command(user=request.user, now=now, **data)))
