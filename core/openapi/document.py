"""The API's OpenAPI document: made once a process, since it is costly and the same for all."""

from functools import cache

from django.http.response import HttpResponseBase
from django.utils.encoding import force_bytes
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from core.http.conditional import Packed, conditional_response
from core.json import JsonObject

CACHE_CONTROL = "public, max-age=300"


@cache
def document() -> JsonObject:
    """The document."""
    schema: JsonObject = SchemaGenerator().get_schema(request=None, public=True)
    return schema


class SchemaView(SpectacularAPIView):
    """The document as YAML or JSON, as the client asks; asked again, 304."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponseBase:
        """Show it."""
        renderer = request.accepted_renderer
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        response = conditional_response(
            request._request,
            # Classes are hashable; mypy looks at the __hash__ of their instances.
            _written(renderer.__class__),  # type: ignore[arg-type]
            content_type=f"{renderer.media_type}{charset}",
            cache_control=CACHE_CONTROL,
        )
        response.headers["Content-Disposition"] = f'inline; filename="wizard.{renderer.format}"'
        return response


@cache
def _written(renderer: type[BaseRenderer]) -> Packed:
    """The document in a format."""
    return Packed(force_bytes(renderer().render(document(), renderer.media_type, renderer_context={})))
