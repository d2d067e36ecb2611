"""Named presets: `presets`."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.components import schema_reference
from games.selectors.lobby.presets import named_presets


class PresetsView(APIView):
    """Lists the named presets."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="list_presets",
        tags=["lobby"],
        responses={200: {"type": "array", "items": schema_reference("NamedPreset")}},
        filters=False,
    )
    def get(self, request: Request) -> Response:
        """List named presets.

        Returns well-known variants of the game by name, the official one first. Their `options` can be sent
        to `POST tables` unchanged.
        """
        return Response(named_presets())
