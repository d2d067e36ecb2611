"""The page on which users change their email address. It tells whether a link was sent, and if not, why."""

import math
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.views import EmailView
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts import services
from accounts.errors import LinkRequestedRecently
from accounts.requests import AuthenticatedHttpRequest
from core.refusal import Throttled


class EmailPage(EmailView):
    """Shows and changes the user's email address, and sends links to confirm it."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Change the address and send a link, or show beside the field why no link can be sent now."""
        try:
            super().form_valid(form)
        except Throttled as refusal:
            unchanged = gettext("Nothing has changed.")
            form.add_error("email", f"{_refusal_message(form.cleaned_data['email'], refusal)} {unchanged}")
            refused: HttpResponse = self.form_invalid(form)
            return refused
        _add_sent_message(self.request, form.cleaned_data["email"])
        return redirect("account_email")

    def post(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Change or remove the address, or send a new link to confirm it."""
        if "action_send" in request.POST:
            return self._send_link(request)
        return super().post(request, *args, **kwargs)

    def _send_link(self, request: AuthenticatedHttpRequest) -> HttpResponse:
        """Send a new confirmation link to the posted address, and redirect to the page with a message.

        Send no link if the address has been confirmed or removed in the meantime, or if a limit is reached.
        """
        email = request.POST.get("email", "").lower()
        address = EmailAddress.objects.filter(user=request.user, email=email, verified=False).first()
        if address is not None:
            try:
                services.resend_confirmation_link(address=address, now=timezone.now())
            except Throttled as refusal:
                messages.warning(request, _refusal_message(email, refusal))
            else:
                _add_sent_message(request, email)
        else:
            messages.info(request, gettext("No link was sent: this address has been confirmed or removed."))
        return redirect("account_email")


def _add_sent_message(request: HttpRequest, email: str) -> None:
    """Tell the user that a link was sent, without revealing whether another account has the address."""
    sentence = gettext(
        "A link is on its way to %(email)s. "
        "If this address belongs to another account, we tell its owner instead."
    )
    messages.success(request, sentence % {"email": email})


def _refusal_message(email: str, refusal: Throttled) -> str:
    """Return a message that says why no link was sent, and when the next one can be sent.

    If `refusal` says that the last link works, the message adds that a link that has arrived still works.
    """
    if not isinstance(refusal, LinkRequestedRecently):
        return " ".join([gettext("You have requested too many links."), _next_link_sentence(refusal)])
    sentences = [
        gettext("A link to %(email)s was requested a short time ago.") % {"email": email},
        _next_link_sentence(refusal),
    ]
    if refusal.last_link_works:
        # Not that one has arrived: the owner of a taken address gets a warning instead.
        sentences.append(gettext("A link that has arrived still works."))
    return " ".join(sentences)


def _next_link_sentence(refusal: Throttled) -> str:
    """Return a sentence that says in how many minutes, rounded up, the next link can be sent."""
    minutes = math.ceil(refusal.wait / 60)
    sentence = ngettext(
        "The next one can be sent in %(minutes)d minute.",
        "The next one can be sent in %(minutes)d minutes.",
        minutes,
    )
    return sentence % {"minutes": minutes}
