"""The endpoint that asks the coach for advice."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.preferences import stored_preferences
from accounts.requests import AuthenticatedRequest
from core.openapi.problems import declare_problems
from core.translation import translate_all
from games.api.common import ID, SeatedView
from games.api.components import schema_reference
from games.services.analysis import coach

REFUSALS = ("busy", "coach_off", "halted", "not_seated", "not_your_turn")


class AdviceView(SeatedView):
    """Asks the coach for advice on the caller's decision."""

    @extend_schema(
        operation_id="ask_coach",
        tags=["tables"],
        parameters=[ID],
        request=None,
        responses={200: schema_reference("Advice")},
        extensions=declare_problems(503, refusals=REFUSALS),
    )
    def post(self, request: AuthenticatedRequest, table_id: str) -> Response:
        """Ask the coach for advice.

        Estimates the outcome of each possible choice and recommends the best one; `why` explains it, with the
        card names of the caller's deck. Works only on the caller's own turn, at a table with the option
        `coach`. Nothing changes at the table. 409 `coach_off` means that the table has no coach. 409 `busy`
        means that the coach is still working on the caller's previous question: try again in a moment.
        """
        deck = stored_preferences(request.user.preferences).deck
        answer = coach.ask_for_advice(table_id=table_id, user=request.user.pk, deck=deck, now=timezone.now())
        return Response(translate_all(answer))
