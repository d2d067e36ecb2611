"""Saved games: `me/favourites`."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest
from core.http.fields import PlainName
from core.http.inputs import Input, validate_body
from core.openapi.problems import declare_problems
from games.api.components import schema_reference
from games.api.serializers import TableSetupSerializer
from games.models.lobby.favourite import MAX_NAME_LENGTH
from games.selectors.lobby.favourites import describe_favourite, favourites_of
from games.services.lobby import favourites

FAVOURITE = OpenApiParameter(
    "favourite_id",
    {"type": "integer", "minimum": 1},
    OpenApiParameter.PATH,
    description="The favourite’s id, from the list.",
)


class FavouriteNameField(PlainName):
    """A field for the name of a favourite, without spaces around it."""

    def __init__(self) -> None:
        """Limit the length of the name, and describe the field in the OpenAPI document."""
        super().__init__(max_length=MAX_NAME_LENGTH, help_text="The favourite’s name; each only once.")


class SaveFavouriteSerializer(TableSetupSerializer):
    """A game to save under a name. The other fields are the same as in `POST tables`."""

    name = FavouriteNameField()


class RenameFavouriteSerializer(Input):
    """The new name of a favourite."""

    name = FavouriteNameField()


class FavouritesView(APIView):
    """Lists the caller's favourites, and saves new ones."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_favourites",
        tags=["me"],
        responses={200: {"type": "array", "items": schema_reference("FavouriteGame")}},
        filters=False,
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """List favourites.

        Returns the caller's favourites, sorted by name; a favourite is a saved setup for a new table. If no
        table can be opened with it now, for example because an option no longer exists, `errors` says why.
        """
        return Response(favourites_of(request.user.pk))

    @extend_schema(
        operation_id="save_favourite",
        tags=["me"],
        request=SaveFavouriteSerializer,
        responses={201: schema_reference("FavouriteGame")},
        extensions=declare_problems(refusals=("too_many_favourites",)),
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Save a favourite.

        Saves a table's setup under a name, so that new tables can be opened with it. Guests can have
        favourites as well, and keep them when they claim their account (give it a password). 409
        `too_many_favourites` means that the caller already has 20 favourites.
        """
        data = validate_body(SaveFavouriteSerializer, request)
        size = data.pop("seats")
        saved = favourites.save_favourite(user=request.user, size=size, now=timezone.now(), **data)
        return Response(describe_favourite(saved), status=201)


class FavouriteView(APIView):
    """Renames and deletes one of the caller's favourites."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="rename_favourite",
        tags=["me"],
        parameters=[FAVOURITE],
        request=RenameFavouriteSerializer,
        responses={200: schema_reference("FavouriteGame")},
    )
    def put(self, request: AuthenticatedRequest, favourite_id: int) -> Response:
        """Rename a favourite.

        Gives one of the caller's favourites a new name. 404 means that the caller has no such favourite.
        """
        data = validate_body(RenameFavouriteSerializer, request)
        renamed = favourites.rename_favourite(user=request.user, favourite_id=favourite_id, name=data["name"])
        return Response(describe_favourite(renamed))

    @extend_schema(
        operation_id="delete_favourite",
        tags=["me"],
        parameters=[FAVOURITE],
        responses={204: OpenApiResponse(description="Done.")},
    )
    def delete(self, request: AuthenticatedRequest, favourite_id: int) -> Response:
        """Delete a favourite.

        Deletes one of the caller's favourites. 404 means that the caller has no such favourite.
        """
        favourites.delete_favourite(user=request.user, favourite_id=favourite_id)
        return Response(status=204)
