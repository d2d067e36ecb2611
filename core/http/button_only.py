"""A page for people who open the address of a button, instead of Django's empty 405."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

Handler = Callable[[HttpRequest], HttpResponse]


def button_only(get_response: Handler) -> Handler:
    """Middleware: gives an empty 405 a page that says what to do; the API's own 405s have a body already."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        page = render(request, "405.html", status=response.status_code)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware
