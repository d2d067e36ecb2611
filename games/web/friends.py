"""The page of friends, whose script loads the data over the socket and the API."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie


@never_cache
@login_required
# The page's scripts send this cookie's token with their calls of the API.
@ensure_csrf_cookie
def show_friends(request: HttpRequest) -> HttpResponse:
    """Show the page with friends, friend requests and challenges.

    Guests and bot accounts cannot have friends. Show them an explanation instead.
    """
    return render(request, "web/people/friends.html")
