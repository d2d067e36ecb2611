"""The services for notifying users and for managing their devices."""

from notifications.services.devices import (
    DeviceCredential,
    Subscription,
    add_device,
    queue_test_notification,
    remove_device,
)
from notifications.services.notify import PersonalNotice, notify_users, notify_users_individually
from notifications.services.once import record_occasion_if_new

__all__ = [
    "DeviceCredential",
    "PersonalNotice",
    "Subscription",
    "add_device",
    "notify_users",
    "notify_users_individually",
    "queue_test_notification",
    "record_occasion_if_new",
    "remove_device",
]
