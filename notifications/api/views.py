"""The API views under `me/push`: the devices on which the caller gets notifications."""

from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import get_language_from_request
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.requests import AuthenticatedRequest
from core.http.inputs import validate_body
from core.openapi.problems import declare_problems
from notifications import selectors, services
from notifications.api.serializers import PushDeviceSerializer, PushKeySerializer, SubscriptionSerializer
from notifications.models import PushDevice
from notifications.push.keys import get_site_public_key
from notifications.services.access import SESSION_DEVICE

DEVICE_ID = OpenApiParameter(
    "device_id",
    {"type": "integer", "minimum": 1},
    OpenApiParameter.PATH,
    description="The device's `id` in the list of devices with notifications.",
)
DONE = OpenApiResponse(description="Done.")


def _get_credential(request: AuthenticatedRequest) -> services.DeviceCredential:
    """Return the bearer token of the request or, if it has none, the key of its browser session."""
    session_key = "" if request.auth is not None else request.session.session_key or ""
    return services.DeviceCredential(request.auth, session_key)


def _get_own_device(request: AuthenticatedRequest, device_id: int) -> PushDevice:
    """Return the caller's device with this id. Raise Http404 if there is none."""
    return get_object_or_404(selectors.list_devices(request.user), pk=device_id)


class PushKeyView(APIView):
    """Shows the site's public key for web push."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="get_push_key", tags=["notifications"], responses={200: PushKeySerializer})
    def get(self, request: AuthenticatedRequest) -> Response:
        """Show the key to subscribe with.

        The response contains the site's public key for web push (VAPID). Subscribe with it in the browser, or
        with a distributor on Android, and send the subscription to `POST me/push`.
        """
        return Response({"public_key": get_site_public_key()})


class PushDevicesView(APIView):
    """Lists and adds devices with notifications."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_push_devices",
        tags=["notifications"],
        responses={200: PushDeviceSerializer(many=True)},
    )
    def get(self, request: AuthenticatedRequest) -> Response:
        """List your devices with notifications.

        These are the devices to which the caller's notifications are sent, newest first.
        """
        context = {"credential": _get_credential(request)}
        devices = selectors.list_devices(request.user)
        return Response(PushDeviceSerializer(devices, many=True, context=context).data)

    @extend_schema(
        operation_id="add_push_device",
        tags=["notifications"],
        request=SubscriptionSerializer,
        responses={201: PushDeviceSerializer},
        extensions=declare_problems(refusals=("notifications_off",)),
    )
    def post(self, request: AuthenticatedRequest) -> Response:
        """Get notifications on this device.

        This stores a push subscription, or renews it if it is already stored; send it again whenever it may
        have changed. The subscription ends when this device logs out, when the push service reports that it
        has expired, or after several failures. An account can have up to 20 devices; beyond that, a new
        device replaces the oldest. The `preferences` of `me` determine which notifications are sent. 400
        names the fields that are not accepted. 409 `notifications_off` means that this site sends no
        notifications.
        """
        data = validate_body(SubscriptionSerializer, request)
        credential = _get_credential(request)
        device = services.add_device(
            user=request.user,
            subscription=services.Subscription(**data, language=get_language_from_request(request)),
            credential=credential,
            now=timezone.now(),
        )
        if request.auth is None:
            request.session[SESSION_DEVICE] = device.pk
        context = {"credential": credential}
        return Response(PushDeviceSerializer(device, context=context).data, status=201)


class PushDeviceView(APIView):
    """Removes a device with notifications."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="remove_push_device",
        tags=["notifications"],
        parameters=[DEVICE_ID],
        responses={204: DONE},
    )
    def delete(self, request: AuthenticatedRequest, device_id: int) -> Response:
        """Stop notifications on a device.

        The device is removed from the list, but not logged out. 404 means that the caller has no such device.
        """
        services.remove_device(device=_get_own_device(request, device_id))
        return Response(status=204)


class PushTestView(APIView):
    """Sends a test notification."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="test_push_device",
        tags=["notifications"],
        parameters=[DEVICE_ID],
        request=None,
        responses={202: OpenApiResponse(description="The notification will be sent.")},
    )
    def post(self, request: AuthenticatedRequest, device_id: int) -> Response:
        """Send a test notification.

        It is sent to one of the caller's devices within seconds. 404 means that the caller has no such
        device.
        """
        services.queue_test_notification(device=_get_own_device(request, device_id), now=timezone.now())
        return Response(status=202)
