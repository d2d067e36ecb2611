"""A page for people who open a button's address in the browser, instead of Django's empty 405."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

Handler = Callable[[HttpRequest], HttpResponse]


def explain_method_not_allowed(get_response: Handler) -> Handler:
    """Return middleware that adds an explanatory page to empty 405 (method not allowed) responses."""
    # People get such a response if they open the target of a form's button in the browser.

    def middleware(request: HttpRequest) -> HttpResponse:
        """Return the view's response, or an explanatory page in place of an empty 405 response."""
        response = get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        page = render(request, "405.html", status=response.status_code)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware
