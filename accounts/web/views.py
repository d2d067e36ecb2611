"""Pages of accounts that django-allauth lacks. Each translates a request and makes one service call."""

from allauth.account import views as allauth
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import selectors, services
from accounts.errors import InvalidField, NoSuchPlayer, NotAGuest
from accounts.requests import AuthenticatedHttpRequest
from accounts.visitor import client_address
from accounts.web.forms import ClaimForm
from accounts.web.guests import (
    get_or_create_player,
    is_guest,
    limit_posts_per_address,
    next_url_or_page,
    page_url,
    show_429_page_if_throttled,
)
from core.refusal import NotFound, Refusal
from core.translation import translate, translate_all


@require_POST
@show_429_page_if_throttled
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """Log the visitor in as a new guest, and redirect to the `next` URL.

    A visitor who is already logged in keeps their account.
    """
    get_or_create_player(request=request, now=timezone.now())
    return redirect(next_url_or_page(request, "home"))


@never_cache
@sensitive_post_parameters("password")
@login_required
def claim_account(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Show and process the form that makes a guest account permanent.

    Users who are not guests are redirected to their profile.
    """
    if not is_guest(request):
        return redirect("profile")
    form = ClaimForm(request.POST or None, user=request.user)
    if form.is_valid() and _claim_account_from_form(request, form):
        messages.success(
            request, gettext("This account is now yours, %(name)s.") % {"name": request.user.username}
        )
        return redirect(next_url_or_page(request, "profile"))
    return render(request, "accounts/claim.html", {"form": form, "next": get_next_redirect_url(request)})


def _claim_account_from_form(request: AuthenticatedHttpRequest, form: ClaimForm) -> bool:
    """Turn the guest account into a permanent one.

    Return False and add an error to the form if the name or password is refused.
    """
    try:
        request.user = services.claim_guest(user=request.user, **form.cleaned_data, now=timezone.now())
    # The first of two clicks has claimed the account already.
    except NotAGuest:
        return True
    except InvalidField as refusal:
        form.add_error(refusal.field, translate_all(list(refusal.sentences)))
        return False
    update_session_auth_hash(request, request.user)
    services.remember_network_address(user=request.user, address=client_address(request), now=timezone.now())
    return True


@limit_posts_per_address
def log_in(request: HttpRequest) -> HttpResponseBase:
    """Show and process the log-in form.

    Guests are redirected to the log-out page, which warns them that they would lose their account.
    """
    # The log-out page warns guests that they would lose their account.
    if is_guest(request):
        return redirect(page_url("account_logout", page_url("account_login", get_next_redirect_url(request))))
    return allauth.login(request)


def log_out(request: HttpRequest) -> HttpResponseBase:
    """Show and process the log-out form.

    Guests are asked to confirm, because they cannot log in to their account again.
    """
    if request.method == "POST" and is_guest(request) and "leave" not in request.POST:
        return redirect(page_url("account_logout", get_next_redirect_url(request)))
    return allauth.logout(request)


@never_cache
@login_required
def show_profile(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Show the user's account, devices and blocked players."""
    context = {
        "tokens": selectors.list_tokens(request.user, timezone.now()),
        "blocks": selectors.list_blocks(request.user),
        "has_second_factor": selectors.has_second_factor(request.user),
    }
    return render(request, "accounts/profile.html", context)


@require_POST
@login_required
def revoke_device(request: AuthenticatedHttpRequest, token_id: int) -> HttpResponse:
    """Log out one of the user's devices by revoking its login token, and redirect to the profile.

    Raise Http404 if the user has no valid token with this id.
    """
    now = timezone.now()
    token = get_object_or_404(selectors.list_tokens(request.user, now), pk=token_id)
    services.revoke_token(token=token, now=now)
    device = token.device or gettext("The device")
    messages.success(request, gettext("%(device)s is logged out.") % {"device": device})
    return redirect("profile")


@require_POST
@login_required
def unblock_player(request: AuthenticatedHttpRequest, name: str) -> HttpResponse:
    """Unblock a player, if blocked, and redirect to the profile. Raise Http404 if there is no such player."""
    try:
        services.unblock_player(user=request.user, name=name)
    except NoSuchPlayer as refusal:
        raise Http404(refusal.detail) from refusal
    messages.success(request, gettext("%(name)s is no longer blocked.") % {"name": name})
    return redirect("profile")


@require_POST
@login_required
def send_friend_request(request: AuthenticatedHttpRequest, name: str) -> HttpResponse:
    """Send a friend request, and redirect to the player's page with a message about the outcome.

    Raise Http404 if there is no such player.
    """
    try:
        friends = services.send_friend_request(user=request.user, name=name, now=timezone.now())
    except NotFound as refusal:
        raise Http404(refusal.detail) from refusal
    except Refusal as refusal:
        messages.error(request, translate(refusal.detail))
    else:
        done = (
            gettext("You and %(name)s are friends now.") if friends else gettext("%(name)s has been asked.")
        )
        messages.success(request, done % {"name": name})
    return redirect("player", name)
