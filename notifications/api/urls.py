"""The URL paths under `me/push`."""

from django.urls import path

from notifications.api import views

urlpatterns = [
    path("me/push", views.PushDevicesView.as_view(), name="api_push_devices"),
    path("me/push/key", views.PushKeyView.as_view(), name="api_push_key"),
    path("me/push/<int:device_id>", views.PushDeviceView.as_view(), name="api_push_device"),
    path("me/push/<int:device_id>/test", views.PushTestView.as_view(), name="api_push_test"),
]
