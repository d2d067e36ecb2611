"""Receives what django-anymail's webhooks bring: mails, and reports of mails that were not delivered.

Its views check the provider's secret and signature. What raises here is answered with 500, and the provider
sends the mail again later.
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
from games.mail.incoming.receive import receive_mail
from games.mail.incoming.refusals import MailRefused, UnknownRecipient
from games.mail.provider_mails import ProviderMail
from games.services.mail.bounces import note_bounce

logger = logging.getLogger(__name__)

UNREACHABLE = (RejectReason.BOUNCED, RejectReason.INVALID)


def limit_webhook(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the view of a webhook for mails that reads them within our limits.

    Providers send what is refused again and again, so only a temporary refusal tells them to.
    """
    classes = view.view_class.__mro__  # type: ignore[attr-defined]  # Set by as_view().
    modules = [import_module(each.__module__) for each in classes]
    # Fails if none of them reads mails with this class any more.
    module = next(each for each in modules if hasattr(each, AnymailInboundMessage.__name__))
    setattr(module, AnymailInboundMessage.__name__, ProviderMail)

    @wraps(view)
    def receive(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except MailRefused as refusal:
            logger.info("Mail refused: %s", refusal)
            return HttpResponse(status=503 if refusal.is_temporary else 200)

    return receive


@receiver(inbound)
def receive_from_provider(event: AnymailInboundEvent, **_: Any) -> None:
    """Store a mail that a provider has received; what a mail server would refuse for good is dropped.

    Raises MailRefused if the provider may send the call again later. Mails that it has stored count once.
    """
    try:
        if event.message.refusal:
            raise event.message.refusal
        receive_mail(
            message=event.message,
            recipient=_find_recipient(event.message),
            now=timezone.now(),
            envelope_sender=event.message.envelope_sender,
        )
    except MailRefused as refusal:
        if refusal.is_temporary:
            raise
        logger.info("Mail refused: %s", refusal)


def _find_recipient(message: AnymailInboundMessage) -> str:
    """Return the address at which the mail arrived; raises UnknownRecipient if none of them is ours.

    Some providers don't tell, so the address is looked for among those that the mail names.
    """
    if is_own_address(message.envelope_recipient or ""):
        return str(message.envelope_recipient)
    try:
        named = [address.addr_spec for address in (*message.to, *message.cc)]
    # Malformed addresses raise various exceptions, whose texts quote them.
    except Exception:
        named = []
    for address in named:
        if is_own_address(address):
            return str(address)
    raise UnknownRecipient("none of the recipients is ours")


@receiver(tracking)
def note_failed_delivery(event: AnymailTrackingEvent, **_: Any) -> None:
    """Note an address to which the provider could not deliver a mail, or whose owner called it spam."""
    is_complaint = event.event_type == EventType.COMPLAINED
    if event.recipient and (is_complaint or event.event_type in (EventType.BOUNCED, EventType.REJECTED)):
        note_bounce(
            address=event.recipient,
            permanent=is_complaint or _is_permanent(event),
            now=timezone.now(),
            # Providers send a call again that was not answered in time, and not all give it an id.
            report=event.event_id or (f"{event.message_id} {event.timestamp}" if event.timestamp else ""),
        )


def _is_permanent(event: AnymailTrackingEvent) -> bool:
    """Whether a mail to this address will never be delivered.

    For some providers, django-anymail gives a full mailbox the same reason as a missing one.
    """
    report = event.esp_event if isinstance(event.esp_event, dict) else {}
    is_soft = report.get("event") == "soft_bounce" or report.get("hard_bounce") is False
    return event.reject_reason in UNREACHABLE and not is_soft
