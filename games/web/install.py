"""Installation of the site as an app: manifest, service worker, and the page that is shown offline.

The worker caches the shell alone: static files of one version, and a page without personal data.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse

SHELL = ("css/*.css", "js/**/*.js", "vendor/*.js", "img/*.svg", "img/*.png")
JAVASCRIPT = "text/javascript; charset=utf-8"
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable"))


def manifest(request: HttpRequest) -> JsonResponse:
    """The site as an app: name, icons, colours, and where it starts."""
    answer = JsonResponse(
        {
            "id": "/",
            "name": "Wizard",
            "short_name": "Wizard",
            "description": "The card game of bidding tricks, against bots or with friends.",
            "lang": "en",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": "#0a2c21",
            "background_color": "#072319",
            "categories": ["games", "entertainment"],
            "icons": [_icon(*icon) for icon in ICONS],
            "shortcuts": [{"name": "Lobby", "url": reverse("lobby")}],
        },
        content_type="application/manifest+json",
    )
    answer["Cache-Control"] = "no-cache"
    return answer


def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root so that it may see to all pages; asked for anew each time."""
    # While the code is being changed its files are not kept: they don't change their address.
    shell = [] if settings.DEBUG else shell_files()
    version = f"{settings.STATIC_VERSION}-{hashlib.sha256(_offline_page().encode()).hexdigest()[:8]}"
    config = json.dumps({"version": version, "offline": reverse("offline"), "shell": shell})
    answer = HttpResponse(render_to_string("web/sw.js", {"config": config}), content_type=JAVASCRIPT)
    answer["Cache-Control"] = "no-cache"
    return answer


def offline(request: HttpRequest) -> HttpResponse:
    """Show the page for a server that can't be reached; it is the same for everybody."""
    return HttpResponse(_offline_page())


def shell_files() -> list[str]:
    """The addresses of the styles, scripts and icons of this version."""
    folders = [Path(folder) for folder in settings.STATICFILES_DIRS]
    return sorted(
        static(path.relative_to(folder).as_posix())
        for folder in folders
        for pattern in SHELL
        for path in folder.glob(pattern)
    )


def _offline_page() -> str:
    """Rendered without the request, so that nothing of a person can stand in it."""
    return render_to_string("web/offline.html")


def _icon(name: str, size: int, purpose: str) -> dict[str, Any]:
    return {
        "src": static(f"img/{name}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
