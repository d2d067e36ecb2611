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
from games.mail.outgoing.links import read_recheck, read_unsubscription
from games.services.mail.bounces import is_blocked, queue_recheck_mail, unblock_address
from games.services.mail.recipients import OFF, confirmed_address


# Mail providers post here without cookies when a user unsubscribes (RFC 8058). The token is the proof.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to turn off one kind of email to a user; on POST, turn it off. No login is needed.

    GET changes nothing, because malware scanners follow links, too. An invalid token is answered with 404.
    """
    found = read_unsubscription(token)
    user = User.objects.filter(pk=found.user_id).first() if found else None
    if found is None or user is None or found.preference not in OFF:
        return _render_state(request, "invalid", status=404)
    kinds = {
        "mail_turns": _("Mails about your turns at slow tables"),
        "mail_results": _("Mails about scored rounds and results"),
        "mail_challenges": _("Mails about challenges"),
        "mail_messages": _("Mails about chat messages"),
    }
    if request.method == "POST":
        change_preference(user=user, name=found.preference, value=OFF[found.preference])
        return _render_state(request, "ended", kinds[found.preference])
    return _render_state(request, "question", kinds[found.preference])


# Here, too, the token is the proof: it was sent to this address alone.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recheck(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to send emails to a blocked address again; on POST, unblock it. No login is needed.

    An invalid or expired token is answered with 404.
    """
    address = read_recheck(token)
    if address is None:
        return _render_state(request, "invalid", status=404)
    if request.method == "POST":
        unblock_address(address=address)
        return _render_state(request, "rechecked", address)
    return _render_state(request, "recheck", address)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_mails(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Show the address to which the user's emails are sent, or say why none are sent.

    On POST, if the address is blocked, queue an email to it with a link that unblocks it. After too many such
    requests, the response is 429.
    """
    address = confirmed_address(request.user)
    if address is None:
        return _render_state(request, "unconfirmed")
    if not is_blocked(address):
        return _render_state(request, "working", address)
    if request.method == "POST":
        try:
            queue_recheck_mail(user_id=request.user.pk, address=address, now=timezone.now())
        except Throttled:
            return _render_state(request, "throttled", address, status=429)
        return _render_state(request, "asked", address)
    return _render_state(request, "blocked", address)


def _render_state(request: HttpRequest, state: str, about: str = "", *, status: int = 200) -> HttpResponse:
    """Render one of the states of the page about emails, with this HTTP status.

    `state` is the name of the state in the template; `about` is the address or the kind of email that the
    page mentions.
    """
    return render(request, "web/mail.html", {"state": state, "about": about}, status=status)


urlpatterns = [
    path("mail/", show_mails, name="mails"),
    path("mail/unsubscribe/<str:token>/", unsubscribe, name="unsubscribe"),
    path("mail/address/<str:token>/", recheck, name="recheck_mail"),
]
