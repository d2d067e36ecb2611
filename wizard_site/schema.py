"""The API's OpenAPI document: made once a process, since it is costly and the same for all."""

import hashlib
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.encoding import force_bytes
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

KEPT = "public, max-age=300"


@cache
def document() -> dict[str, Any]:
    """The document."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema


class SchemaView(SpectacularAPIView):
    """The document as YAML or JSON, as the client asks; asked again, 304."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Show it."""
        renderer = request.accepted_renderer
        # Classes are hashable; mypy looks at the __hash__ of their instances.
        body, etag = _written(renderer.__class__)  # type: ignore[arg-type]
        headers = {
            "Content-Type": renderer.media_type
            + (f"; charset={renderer.charset}" if renderer.charset else ""),
            "Content-Disposition": f'inline; filename="wizard.{renderer.format}"',
            "ETag": etag,
            "Cache-Control": KEPT,
        }
        answer = HttpResponse(body, headers=headers)
        return get_conditional_response(request, etag=etag, response=answer) or answer


@cache
def _written(renderer: type[BaseRenderer]) -> tuple[bytes, str]:
    """The document in a format, and the name of its content."""
    body = force_bytes(renderer().render(document(), renderer.media_type, renderer_context={}))
    return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'
