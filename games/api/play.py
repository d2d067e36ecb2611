"""The endpoints of a running game: act, mark a card to be played, and read events and the record."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest, requesting_user_id
from core.http.inputs import validate_body, validate_query
from core.openapi.problems import declare_problems
from core.refusal import BadRequest
from core.sentence import Sentence
from games.api import serializers
from games.api.common import ID, INVITE, SeatedView, describe_table_endpoint, table_response
from games.api.components import schema_reference
from games.selectors import sights, tables
from games.services.attendance.absence import record_visit
from games.services.commands.act import carry_out_action, set_wing
from games.wire.actions import parse_action
from games.wire.http import Answer

RULES = (
    "bid_not_allowed",
    "bid_out_of_range",
    "cannot_accuse_yourself",
    "card_not_in_hand",
    "claim_too_early",
    "claim_unproven",
    "claims_unavailable",
    "halted",
    "must_follow_suit",
    "no_undo_asked",
    "not_seated",
    "not_your_turn",
    "nothing_changed",
    "nothing_to_accuse",
    "nothing_to_undo",
    "strict_table",
    "too_many_undos",
    "undo_too_late",
    "undo_unavailable",
    "undo_would_reveal",
    "wrong_phase",
)
"""The codes of refused actions."""


class ActionsView(SeatedView):
    """Performs a player's action."""

    @extend_schema(
        operation_id="act",
        tags=["tables"],
        parameters=[ID],
        request=serializers.ActionSerializer,
        responses={200: schema_reference("Answer")},
        extensions=declare_problems(503, refusals=RULES),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Make a move.

        Plays a card, bids, names trump, accuses, claims the remaining tricks, or performs another action for
        the player whose token is used. `id` is an action id chosen by the client, preferably a UUID. Sending
        the same `id` again returns the first response and changes nothing, so an action whose response was
        lost can safely be repeated. 409 means that the rules refuse the action: `code` says why, and nothing
        has changed. A refusal is not remembered, so a refused action that is sent again is decided anew. For
        actions that prepare a card or a bid, only the ids of each player's latest 32 at a table are
        remembered.
        """
        if not isinstance(request.data, dict):
            raise BadRequest({"action": [Sentence("This must be an object.")]})
        action_id = validate_body(serializers.ActionSerializer, request)["id"]
        # Over HTTP the id is one of the action's fields, which the decoder does not know.
        fields = {name: value for name, value in request.data.items() if name != "id"}
        answer = carry_out_action(
            table_id=table_id,
            user=request.user.pk,
            action=parse_action(fields),
            action_id=action_id,
            now=timezone.now(),
        )
        stored: Answer = {"id": action_id, "number": answer.number, "outcome": answer.outcome}
        return Response(stored)


class WingView(SeatedView):
    """Sets and removes the card that plays itself on the caller's turn (the wing)."""

    @describe_table_endpoint(
        "set_wing",
        body_serializer=serializers.WingSerializer,
        refusals=("card_not_in_hand", "halted", "must_follow_suit", "not_seated", "wrong_phase"),
    )
    def put(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Choose a card to play automatically.

        Marks a card (the wing) to be played when the caller's turn comes. If it is the caller's turn already,
        the card is played at once. If the rules do not allow the card when the turn comes, it is unmarked,
        `unmarked` in the caller's view of the table (`sight`) says so, and the caller plays as usual. A
        second request replaces the card. The action `wing` does the same.
        """
        card = validate_body(serializers.WingSerializer, request)["card"]
        set_wing(table_id=table_id, user=request.user.pk, card=card, now=timezone.now())
        return table_response(request, table_id)

    @extend_schema(
        operation_id="take_back_wing",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={204: None},
        extensions=declare_problems(
            503,
            refusals=(
                "halted",
                "not_seated",
                "wrong_phase",
            ),
        ),
    )
    def delete(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Unmark the card to play automatically.

        The marked card (the wing) stays in the caller's hand. Does nothing if no card is marked.
        """
        set_wing(table_id=table_id, user=request.user.pk, card=None, now=timezone.now())
        return Response(status=204)


class EventsView(APIView):
    """Lists a table's events."""

    @extend_schema(
        operation_id="list_events",
        tags=["tables"],
        parameters=[ID, serializers.EventsQuerySerializer, INVITE],
        responses={200: schema_reference("Events")},
        extensions=declare_problems(403, 503),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """List a table's events.

        Returns the events whose number in the table's log is greater than `after`, with only what the caller
        may know; for a hidden event, that is only its number. Access is the same as for the table. The socket
        sends the same events as they happen, so polling is rarely needed.
        """
        tables.require_table_access(table_id, requesting_user_id(request), request.query_params.get("invite"))
        after = validate_query(serializers.EventsQuerySerializer, request)["after"]
        found = sights.read_events(table_id, requesting_user_id(request), after=after)
        if (user := requesting_user_id(request)) is not None:
            record_visit(table_id=table_id, user=user, now=timezone.now())
        return Response(found)


class RecordView(APIView):
    """Shows the record of a finished game."""

    @extend_schema(
        operation_id="show_record",
        tags=["tables"],
        parameters=[ID, INVITE],
        responses={200: schema_reference("Record")},
        extensions=declare_problems(403, 503, refusals=("not_finished",)),
    )
    def get(self, request: Request, table_id: str) -> Response:
        """Get the record of a finished game.

        Returns the complete record in the format `wizard-record/1`, with all hands, bids, cheats and the
        seeds that prove the deal. 409 `not_finished` means that the game is still running, or that the
        record is withheld because other tables are still playing the same deals.
        """
        tables.require_table_access(table_id, requesting_user_id(request), request.query_params.get("invite"))
        return Response(sights.read_record(table_id))
