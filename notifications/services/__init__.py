"""The services for notifying users and for managing their devices."""

from notifications.services.devices import (
    DeviceCredential,
    Subscription,
    add_device,
    remove_device,
    send_test,
)
from notifications.services.notify import PersonalNotice, notify_all, notify_each
from notifications.services.once import record_occasion

__all__ = [
    "DeviceCredential",
    "PersonalNotice",
    "Subscription",
    "add_device",
    "notify_all",
    "notify_each",
    "record_occasion",
    "remove_device",
    "send_test",
]
