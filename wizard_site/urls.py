"""The paths of all apps; the API's routes are written without a trailing slash (core/http/edge.py)."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.translation import gettext_lazy as _

from core.http import problems
from core.openapi.document import SchemaView
from wizard_site import health
from wizard_site.docs import show_api_docs

admin.autodiscover()
# Staff log in on the same page as everybody, where attempts are counted, as allauth recommends.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = "Wizard"
admin.site.index_title = _("Site administration")

api_v1: list[URLPattern | URLResolver] = [
    path("", include("accounts.api.urls")),
    path("", include("notifications.api.urls")),
    path("", include("games.api.urls")),
    path("", include("tournaments.api.urls")),
    path("schema", SchemaView.as_view(), name="schema"),
    path("docs", show_api_docs, name="api_docs"),
]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("api/v1/", include(api_v1)),
    re_path(r"^api(?:/|$)", problems.unknown_path_response),
    path("accounts/", include("accounts.web.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("games.mail.outgoing.pages")),
    path("mail/", include("games.mail.urls")),
    path("", include("games.web.urls")),
    path("", include("tournaments.web.urls")),
]

handler400 = "core.http.problems.bad_request_response"
handler500 = "core.http.problems.server_error_response"
