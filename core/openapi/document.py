"""The API's OpenAPI document: slow to build and the same for all clients, so built once per process."""

from functools import cache

from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.encoding import force_bytes
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from core.http.conditional import CompressedBody, conditional_response
from core.json import JsonObject

CACHE_CONTROL = "public, max-age=300"


@cache
def openapi_document() -> JsonObject:
    """Return the API's OpenAPI document in English, built on the first call and then cached."""
    # The document must not depend on the language of the client that happens to be the first.
    with translation.override(None):
        schema: JsonObject = SchemaGenerator().get_schema(request=None, public=True)
    return schema


class SchemaView(SpectacularAPIView):
    """Serves the document as YAML or JSON, depending on what the client accepts."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponseBase:
        """Return the OpenAPI document, or 304 if the client already has this version."""
        renderer = request.accepted_renderer
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        response = conditional_response(
            request._request,
            # Classes are hashable; mypy looks at the __hash__ of their instances.
            _render_document(renderer.__class__),  # type: ignore[arg-type]
            content_type=f"{renderer.media_type}{charset}",
            cache_control=CACHE_CONTROL,
        )
        response.headers["Content-Disposition"] = f'inline; filename="wizard.{renderer.format}"'
        return response


@cache
def _render_document(renderer: type[BaseRenderer]) -> CompressedBody:
    """Return the OpenAPI document in the format of this renderer, such as YAML.

    The result for each renderer class is cached.
    """
    return CompressedBody(
        force_bytes(renderer().render(openapi_document(), renderer.media_type, renderer_context={}))
    )
