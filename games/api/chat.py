"""The endpoints of a table's chat: read, write, mute, report."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest, requesting_user
from accounts.visitor import client_address
from core.http.inputs import validate_body
from core.openapi.problems import declare_problems
from core.translation import translate_all
from games.api.chat_input import ReportSerializer, SaySerializer
from games.api.common import ID, INVITE, SeatedView
from games.api.components import schema_reference
from games.api.typed.command import REFUSALS
from games.models import ChatMessage
from games.selectors import chat
from games.selectors.tables import require_table_access
from games.services.chat import mutes, reports
from games.services.chat.entry import submit_chat_line
from games.services.chat.view import build_chat_view

NAME = OpenApiParameter("name", str, OpenApiParameter.PATH, description="The other player's name.")
MESSAGE = OpenApiParameter(
    "message_id", {"type": "integer", "minimum": 1}, OpenApiParameter.PATH, description="The message's id."
)


class TableChatView(APIView):
    """Reads and writes the chat of a table."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="show_chat",
        tags=["chat"],
        parameters=[ID, INVITE],
        responses={200: schema_reference("Chat")},
        extensions=declare_problems(403, 503),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Read a table's chat.

        Returns the newest messages that the caller can see, and whether the caller can write. Players see the
        channel `table`. Spectators see both this channel and `spectators`, which players never see. Messages
        from players whom the caller has muted or blocked are left out. Messages are deleted after 30 days.
        """
        user = requesting_user(request)
        require_table_access(table_id, None if user is None else user.pk, request.query_params.get("invite"))
        return Response(build_chat_view(table_id, user, now=timezone.now()))

    @extend_schema(
        operation_id="say",
        tags=["chat"],
        parameters=[ID],
        request=SaySerializer,
        responses={201: schema_reference("chat_message"), 200: schema_reference("CommandReply")},
        extensions=declare_problems(503, refusals=("chat_closed", "chat_suspended", *REFUSALS)),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Post in a table's chat.

        Sends a message or a quick phrase: players write to everybody at the table, spectators only to other
        spectators. A message that begins with a slash is a command, as in `POST command`; nobody else sees
        it, and the response's status is 200. To begin a message with a slash, type two slashes. 409
        `chat_closed` means that the organisers have closed the chat until the game is over. 409
        `chat_suspended` means that moderators have suspended the caller.
        """
        data = validate_body(SaySerializer, request)
        said = submit_chat_line(
            table_id=table_id, user=request.user, address=client_address(request), now=timezone.now(), **data
        )
        if isinstance(said, ChatMessage):
            return Response(chat.describe_chat_message(said), status=201)
        return Response(translate_all(said))


class MuteChatView(SeatedView):
    """Mutes and unmutes the whole chat of a table for the caller."""

    @extend_schema(
        operation_id="mute_chat",
        tags=["chat"],
        parameters=[ID],
        request=None,
        responses={204: None},
        extensions=declare_problems(refusals=("too_many_mutes",)),
    )
    def put(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Mute a table's chat.

        The caller no longer receives messages from others at this table. 409 `too_many_mutes` means that the
        caller has muted the maximum number of chats and players. Mutes are deleted with the table's chat.
        """
        mutes.mute_chat(table_id=table_id, user=request.user, name=None)
        return Response(status=204)

    @extend_schema(operation_id="unmute_chat", tags=["chat"], parameters=[ID], responses={204: None})
    def delete(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Unmute a table's chat.

        Does nothing if the chat is not muted.
        """
        mutes.unmute_chat(table_id=table_id, user=request.user, name=None)
        return Response(status=204)


class MutePlayerView(SeatedView):
    """Mutes and unmutes one player's messages at a table for the caller."""

    @extend_schema(
        operation_id="mute_player",
        tags=["chat"],
        parameters=[ID, NAME],
        request=None,
        responses={204: None},
        extensions=declare_problems(refusals=("cannot_mute_yourself", "too_many_mutes")),
    )
    def put(self, request: AuthenticatedRequest, table_id: str, name: str) -> Response:
        """Mute a player at a table.

        The caller no longer receives this player's messages at this table. The player is not notified. To
        stop the messages at all tables, block the player. 409 `too_many_mutes` has the same meaning as for
        `mute_chat`.
        """
        mutes.mute_chat(table_id=table_id, user=request.user, name=name)
        return Response(status=204)

    @extend_schema(
        operation_id="unmute_player",
        tags=["chat"],
        parameters=[ID, NAME],
        responses={204: None},
        extensions=declare_problems(refusals=("cannot_mute_yourself",)),
    )
    def delete(self, request: AuthenticatedRequest, table_id: str, name: str) -> Response:
        """Unmute a player at a table.

        Does nothing if the player is not muted.
        """
        mutes.unmute_chat(table_id=table_id, user=request.user, name=name)
        return Response(status=204)


class ReportView(SeatedView):
    """Reports a message to the moderators."""

    @extend_schema(
        operation_id="report_message",
        tags=["chat"],
        parameters=[ID, MESSAGE, INVITE],
        request=ReportSerializer,
        responses={204: None},
        extensions=declare_problems(403, 503, refusals=("cannot_report_yourself",)),
    )
    def post(self, request: AuthenticatedRequest, table_id: str, message_id: int) -> Response:
        """Report a message.

        Sends a message, and the messages around it, to the moderators. The author is not told who reported
        it. Reporting the same message again changes nothing.
        """
        data = validate_body(ReportSerializer, request)
        reports.report_message(
            table_id=table_id,
            message_id=message_id,
            user=request.user,
            now=timezone.now(),
            invite=request.query_params.get("invite"),
            **data,
        )
        return Response(status=204)
