"""Translates the services' refusals into the answers that REST framework gives, with errors by field."""

from collections.abc import Iterator
from contextlib import contextmanager

from rest_framework import exceptions

from accounts.errors import Refusal, TooManyAttempts, WrongPassword


@contextmanager
def refusals_answered() -> Iterator[None]:
    """Raise what REST framework knows; a refusal without a field speaks for itself by code and status."""
    try:
        yield
    except TooManyAttempts as refusal:
        raise exceptions.Throttled(wait=refusal.wait, detail=str(refusal)) from None
    except WrongPassword as refusal:
        raise exceptions.NotAuthenticated(str(refusal)) from None
    except Refusal as refusal:
        if not refusal.field:
            raise
        raise exceptions.ValidationError({refusal.field: list(refusal.sentences)}) from None
