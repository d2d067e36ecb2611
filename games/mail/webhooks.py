"""Receives emails and delivery reports from django-anymail's webhooks.

Those views check the provider's secret and signature. An exception here is answered with 500, and the
provider sends the email again later.
"""

import logging
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

from anymail.inbound import AnymailInboundMessage
from anymail.signals import (
    AnymailInboundEvent,
    AnymailTrackingEvent,
    EventType,
    RejectReason,
    inbound,
    tracking,
)
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.mail.addresses import is_own_address
from games.mail.incoming.receive import receive_email
from games.mail.incoming.refusals import MailRefused, UnknownRecipient
from games.mail.provider_mails import ProviderMail
from games.services.mail.bounces import record_bounce

logger = logging.getLogger(__name__)

UNREACHABLE = (RejectReason.BOUNCED, RejectReason.INVALID)


def refuse_oversized_emails(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Wrap a webhook's view so that it refuses emails that are too large or too deeply nested.

    Also patch the django-anymail module of the view, so that it parses emails as ProviderMail.
    """
    classes = view.view_class.__mro__  # type: ignore[attr-defined]  # Set by as_view().
    modules = [import_module(each.__module__) for each in classes]
    # Fails if, after an upgrade, none of these modules uses this class any more.
    module = next(each for each in modules if hasattr(each, AnymailInboundMessage.__name__))
    setattr(module, AnymailInboundMessage.__name__, ProviderMail)

    @wraps(view)
    def call_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Call the webhook's view. If the view refuses an email, return a response with status 503 or 200.

        After a temporary refusal, status 503 makes the provider send the email again. Status 200 does not.
        """
        try:
            return view(request, *args, **kwargs)
        except MailRefused as refusal:
            logger.info("Mail refused: %s", refusal)
            return HttpResponse(status=503 if refusal.is_temporary else 200)

    return call_view


@receiver(inbound)
def receive_from_provider(event: AnymailInboundEvent, **_: Any) -> None:
    """Store an email from a provider, or drop it if it is refused permanently.

    Raise MailRefused for a temporary refusal.
    """
    try:
        if event.message.refusal:
            raise event.message.refusal
        receive_email(
            message=event.message,
            recipient=_find_recipient(event.message),
            now=timezone.now(),
            envelope_sender=event.message.envelope_sender,
        )
    except MailRefused as refusal:
        # After an exception, the provider sends the email again.
        if refusal.is_temporary:
            raise
        logger.info("Mail refused: %s", refusal)


def _find_recipient(message: AnymailInboundMessage) -> str:
    """Return the address of this site to which an email was sent.

    Raise UnknownRecipient if none of its recipients is an address of this site.
    """
    if is_own_address(message.envelope_recipient or ""):
        return str(message.envelope_recipient)
    # Some providers do not report the recipient in the envelope.
    try:
        named = [address.addr_spec for address in (*message.to, *message.cc)]
    # Malformed addresses raise various exceptions, whose messages quote the addresses.
    except Exception:
        named = []
    for address in named:
        if is_own_address(address):
            return str(address)
    raise UnknownRecipient("none of the recipients is ours")


@receiver(tracking)
def record_failed_delivery(event: AnymailTrackingEvent, **_: Any) -> None:
    """Record that an email bounced, was rejected or was reported as spam; ignore other reports."""
    is_complaint = event.event_type == EventType.COMPLAINED
    if event.recipient and (is_complaint or event.event_type in (EventType.BOUNCED, EventType.REJECTED)):
        record_bounce(
            address=event.recipient,
            permanent=is_complaint or _is_permanent(event),
            now=timezone.now(),
            # Providers repeat a call that was not answered in time, and not all of them give it an id.
            report=event.event_id or (f"{event.message_id} {event.timestamp}" if event.timestamp else ""),
        )


def _is_permanent(event: AnymailTrackingEvent) -> bool:
    """Return whether a delivery report means that an address will never accept emails."""
    report = event.esp_event if isinstance(event.esp_event, dict) else {}
    # For some providers, django-anymail gives the same reason for a full mailbox and for a missing one.
    is_soft = report.get("event") == "soft_bounce" or report.get("hard_bounce") is False
    return event.reject_reason in UNREACHABLE and not is_soft
