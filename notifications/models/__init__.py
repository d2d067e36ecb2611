from notifications.models.device import PushDevice
from notifications.models.occasion import ToldOccasion
from notifications.models.pending_push import PendingPush

__all__ = ["PendingPush", "PushDevice", "ToldOccasion"]
