"""Pages about emails: unsubscribing and unblocking an address by a link, and where emails are sent."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.requests import AuthenticatedHttpRequest
from accounts.services.preferences import change_preference
from core.refusal import Throttled
from games.mail.outgoing.links import read_unblock_token, read_unsubscribe_token
from games.services.mail.bounces import is_address_blocked, queue_unblocking_email, unblock_address
from games.services.mail.recipients import OFF, confirmed_address


# Mail providers post here without cookies when a user unsubscribes (RFC 8058). The token is the proof.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Show a page that asks whether to turn off a kind of email. On POST, turn it off.

    `token` names the user and the kind of email, so no login is needed.
    """
    found = read_unsubscribe_token(token)
    user = User.objects.filter(pk=found.user_id).first() if found else None
    if found is None or user is None or found.preference not in OFF:
        return _render_email_page(request, "invalid", status=404)
    kinds = {
        "mail_turns": _("Mails about your turns at slow tables"),
        "mail_results": _("Mails about scored rounds and results"),
        "mail_challenges": _("Mails about challenges"),
        "mail_messages": _("Mails about chat messages"),
    }
    # Not on GET, because malware scanners follow links.
    if request.method == "POST":
        change_preference(user=user, name=found.preference, value=OFF[found.preference])
        return _render_email_page(request, "ended", kinds[found.preference])
    return _render_email_page(request, "question", kinds[found.preference])


# Here, too, the token is the proof: it was sent to this address alone.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unblock_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a page that asks whether to email a blocked address again. Unblock the address on POST."""
    # The token contains the address, so no login is needed.
    address = read_unblock_token(token)
    if address is None:
        return _render_email_page(request, "invalid", status=404)
    if request.method == "POST":
        unblock_address(address=address)
        return _render_email_page(request, "rechecked", address)
    return _render_email_page(request, "recheck", address)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_email_address(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Show the user's email address, or say why no emails are sent.

    On POST, queue an email with a link that unblocks a blocked address.
    """
    address = confirmed_address(request.user)
    if address is None:
        return _render_email_page(request, "unconfirmed")
    if not is_address_blocked(address):
        return _render_email_page(request, "working", address)
    if request.method == "POST":
        try:
            queue_unblocking_email(user_id=request.user.pk, address=address, now=timezone.now())
        except Throttled:
            return _render_email_page(request, "throttled", address, status=429)
        return _render_email_page(request, "asked", address)
    return _render_email_page(request, "blocked", address)


def _render_email_page(
    request: HttpRequest, state: str, detail: str = "", *, status: int = 200
) -> HttpResponse:
    """Render the page that shows one of several texts about emails from this site.

    `state` selects the text, such as "blocked" for a blocked address. `detail` is the email address
    or the kind of email that the page mentions. `status` is the HTTP status.
    """
    return render(request, "web/mail.html", {"state": state, "about": detail}, status=status)


urlpatterns = [
    path("mail/", show_email_address, name="mails"),
    path("mail/unsubscribe/<str:token>/", unsubscribe, name="unsubscribe"),
    path("mail/address/<str:token>/", unblock_by_link, name="recheck_mail"),
]
