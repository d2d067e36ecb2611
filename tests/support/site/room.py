"""A small room beside the real ones, for the tests of the site: every way in which an API view can fail."""

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from rest_framework import exceptions, serializers
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.errors import NameTaken, WrongPassword
from core.refusal import BadRequest, Throttled
from games.rules.errors import MustFollowSuit, NoSuchTable
from wizard_site import urls as site


class WithACode(Exception):
    """No refusal, though it has a code, as many packages' exceptions do."""

    code = "e3q8"


FAILURES = {
    "must_follow": MustFollowSuit(),
    "no_table": NoSuchTable(),
    "bad_options": BadRequest({"seats": ["Three to six."]}),
    "name_taken": NameTaken(),
    "attempts": Throttled(wait=7),
    "password": WrongPassword(),
    "401": exceptions.NotAuthenticated(),
    "403": exceptions.PermissionDenied("Not yours."),
    "404": Http404(),
    "406": exceptions.NotAcceptable(),
    "429": exceptions.Throttled(wait=2.1),
    "denied": PermissionDenied(),
    "suspicious": SuspiciousOperation(),
    "nobody_foresaw": KeyError("trump"),
    "with_a_code": WithACode("the secret of trump"),
}


class Bid(serializers.Serializer):
    bid = serializers.IntegerField(min_value=0)
    suit = serializers.ChoiceField(["R", "Y"], required=False)


@api_view(["POST"])
def bid(request: Request) -> Response:
    incoming = Bid(data=request.data)
    incoming.is_valid(raise_exception=True)
    return Response(incoming.validated_data)


@api_view(["GET"])
def fail(request: Request, how: str) -> Response:
    raise FAILURES[how]


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f'<script nonce="{request.csp_nonce}"></script>')


def suspicious_page(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("odd")


def broken_page(request: HttpRequest) -> HttpResponse:
    raise KeyError("trump")


urlpatterns = [
    path("api/v1/bid", bid),
    path("api/v1/fail/<how>", fail),
    path("api/v1/plain", suspicious_page),
    path("page/", page),
    path("suspicious/", suspicious_page),
    path("broken/", broken_page),
    *site.urlpatterns,
]
handler400 = site.handler400
handler500 = site.handler500
