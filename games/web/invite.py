"""The QR code of a table's link, for a friend sitting next to the player."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from qrcode.image.svg import SvgPathFillImage
from qrcode.main import make

from games.selectors.tables import get_table
from games.web.entry import access_error_response


@never_cache
def serve_qr_code(request: HttpRequest, table_id: str) -> HttpResponse:
    """Return a QR code of the table's link as SVG, or an error page if the viewer may not see the table."""
    refusal = access_error_response(request, table_id)
    if refusal is not None:
        return refusal
    link = request.build_absolute_uri(reverse("table", args=[table_id]))
    invite = request.GET.get("invite")
    # Any other value could be too long for a QR code, or make the link lead elsewhere.
    if invite == get_table(table_id).invite:
        link = f"{link}?invite={invite}"
    picture = make(link, image_factory=SvgPathFillImage)
    return HttpResponse(picture.to_string(), content_type="image/svg+xml")
