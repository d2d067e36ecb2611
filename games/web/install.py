"""Installation of the site as an app: manifest, service worker, and the page that is shown offline.

The worker caches only the shell: static files of one version, and a page without personal data.
"""

import hashlib
import json
from pathlib import Path
from typing import TypedDict

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext, override

SHELL = ("css/**/*.css", "js/**/*.js", "vendor/*.js", "img/*.svg", "img/*.png")
JAVASCRIPT = "text/javascript; charset=utf-8"
ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("icon-maskable-512", 512, "maskable"))


class ManifestIcon(TypedDict):
    """An icon of the site as an app."""

    src: str
    sizes: str
    type: str
    purpose: str


def serve_manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest, which lets browsers install the site as an app."""
    answer = JsonResponse(
        {
            # Without an id, browsers identify the app by start_url, and a new start_url would be another app.
            "id": "/",
            "name": "Wizard",
            "short_name": "Wizard",
            "description": gettext("The card game of bidding tricks, against bots or with friends."),
            "lang": get_language(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": "#0a2c21",
            "background_color": "#072319",
            "categories": ["games", "entertainment"],
            "icons": [_manifest_icon(*icon) for icon in ICONS],
            "shortcuts": [{"name": gettext("Lobby"), "url": reverse("lobby")}],
        },
        content_type="application/manifest+json",
    )
    answer["Cache-Control"] = "no-cache"
    return answer


def serve_service_worker(request: HttpRequest) -> HttpResponse:
    """Return the script of the service worker, including the URLs of the files that it caches."""
    # Nothing is cached in development, where a changed file keeps its URL.
    shell = [] if settings.DEBUG else offline_file_urls()
    version = f"{settings.STATIC_VERSION}-{hashlib.sha256(_render_offline_page().encode()).hexdigest()[:8]}"
    offline = f"{reverse('offline')}?language={get_language()}"
    icon = static("img/icon-192.png")
    config = json.dumps({"version": version, "offline": offline, "shell": shell, "icon": icon})
    answer = HttpResponse(render_to_string("web/sw.js", {"config": config}), content_type=JAVASCRIPT)
    # Browsers must check for a new version of the script before each use.
    answer["Cache-Control"] = "no-cache"
    return answer


def show_offline_page(request: HttpRequest) -> HttpResponse:
    """Show the page for visitors who are offline, in the language of the query parameter `language`."""
    # Service workers request the page without cookies.
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with override(language):
        response = HttpResponse(_render_offline_page())
    response["Content-Language"] = language
    return response


def offline_file_urls() -> list[str]:
    """Return the sorted URLs of the styles, scripts and icons that browsers cache for offline use."""
    folders = [Path(folder) for folder in settings.STATICFILES_DIRS]
    return sorted(
        static(path.relative_to(folder).as_posix())
        for folder in folders
        for pattern in SHELL
        for path in folder.glob(pattern)
    )


def _render_offline_page() -> str:
    """Return the HTML of the offline page, without personal data."""
    return render_to_string("web/offline.html")


def _manifest_icon(name: str, size: int, purpose: str) -> ManifestIcon:
    """Return the web app manifest's entry for the square icon `name`.

    `size` is in pixels. `purpose` is a value that the manifest format defines, such as "maskable".
    """
    return {
        "src": static(f"img/{name}.png"),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
