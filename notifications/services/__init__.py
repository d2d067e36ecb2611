"""The operations on notifications: whom to notify, and on which devices."""

from notifications.services.devices import (
    LogIn,
    Subscription,
    add_device,
    remove_device,
    send_test,
)
from notifications.services.notify import notify_all
from notifications.services.once import note_occasion

__all__ = [
    "LogIn",
    "Subscription",
    "add_device",
    "note_occasion",
    "notify_all",
    "remove_device",
    "send_test",
]
