"""The calls of a running game: act, lay a card aside, read events and the record."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.schema import problems
from accounts.api.serializers import checked
from accounts.requests import AuthenticatedRequest
from games.api import answers, record, serializers
from games.api.common import ID, INVITE, SeatedView, query, seen, user_id
from games.rules.actions import parse_action
from games.rules.errors import BadRequest
from games.selectors import sights, tables
from games.services.act import act, set_wing
from games.services.leavers import look_in

RULES = (
    "bid_not_allowed",
    "bid_out_of_range",
    "cannot_accuse_yourself",
    "card_not_in_hand",
    "halted",
    "must_follow_suit",
    "not_seated",
    "not_your_turn",
    "nothing_changed",
    "nothing_to_accuse",
    "strict_table",
    "wrong_phase",
)
"""Why an action is refused."""


class ActionsView(SeatedView):
    """Play."""

    @extend_schema(
        operation_id="act",
        tags=["tables"],
        parameters=[ID],
        request=serializers.ActionSerializer,
        responses={
            200: answers.AnswerSerializer,
            **problems(400, 401, 403, 404, 413, 415, 503, refusals=RULES),
        },
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Do an action; the same `id` again gives the same answer, and nothing happens twice."""
        if not isinstance(request.data, dict):
            raise BadRequest({"action": ["This must be an object."]})
        action_id = checked(serializers.ActionSerializer, request)["id"]
        fields = {name: value for name, value in request.data.items() if name != "id"}
        answer = act(
            table_id=table_id,
            user=request.user.pk,
            action=parse_action(fields),
            action_id=action_id,
            now=timezone.now(),
        )
        return Response({"id": action_id, **answer._asdict()})


class WingView(SeatedView):
    """A card laid aside."""

    @extend_schema(
        operation_id="set_wing",
        tags=["tables"],
        parameters=[ID],
        request=serializers.WingSerializer,
        responses={
            200: answers.TableSerializer,
            **problems(
                400,
                401,
                403,
                404,
                413,
                415,
                503,
                refusals=(
                    "card_not_in_hand",
                    "halted",
                    "must_follow_suit",
                    "not_seated",
                    "wrong_phase",
                ),
            ),
        },
    )
    def put(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Let a card play itself when the turn comes; one that is not allowed then is taken back instead."""
        card = checked(serializers.WingSerializer, request)["card"]
        set_wing(table_id=table_id, user=request.user.pk, card=card, now=timezone.now())
        return seen(request, table_id)

    @extend_schema(
        operation_id="take_back_wing",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={
            204: None,
            **problems(
                401,
                403,
                404,
                503,
                refusals=(
                    "halted",
                    "not_seated",
                    "wrong_phase",
                ),
            ),
        },
    )
    def delete(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Take the card back."""
        set_wing(table_id=table_id, user=request.user.pk, card=None, now=timezone.now())
        return Response(status=204)


class EventsView(APIView):
    """What happened."""

    @extend_schema(
        operation_id="list_events",
        tags=["tables"],
        parameters=[ID, serializers.EventsQuerySerializer, INVITE],
        responses={200: answers.EventsSerializer, **problems(400, 401, 403, 404, 503)},
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The events after a number, as the caller may know them."""
        tables.check_entry(table_id, user_id(request), request.query_params.get("invite"))
        after = query(serializers.EventsQuerySerializer, request)["after"]
        found = sights.events(table_id, user_id(request), after=after)
        if (user := user_id(request)) is not None:
            look_in(table_id=table_id, user=user, now=timezone.now())
        return Response(found)


class RecordView(APIView):
    """The finished game."""

    @extend_schema(
        operation_id="show_record",
        tags=["tables"],
        parameters=[ID, INVITE],
        responses={
            200: record.RecordSerializer,
            **problems(400, 401, 403, 404, 503, refusals=("not_finished",)),
        },
    )
    def get(self, request: Request, table_id: str) -> Response:
        """The record of a game, when it is over."""
        tables.check_entry(table_id, user_id(request), request.query_params.get("invite"))
        return Response(sights.record(table_id))
