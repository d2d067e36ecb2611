"""Pages of accounts that django-allauth lacks. Each translates a request and makes one service call."""

from allauth.account import views as allauth
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import selectors, services
from accounts.errors import InvalidField, NotAGuest
from accounts.requests import AuthenticatedHttpRequest
from accounts.visitor import address_of
from accounts.web.forms import ClaimForm
from accounts.web.guests import entries_counted, is_guest, link, next_or, player_of, too_many_explained


@require_POST
@too_many_explained
def play_as_guest(request: HttpRequest) -> HttpResponse:
    """Log a stranger in as a new guest, then redirect; a logged-in user stays logged in."""
    player_of(request=request, now=timezone.now())
    return redirect(next_or(request, "home"))


@never_cache
@sensitive_post_parameters("password")
@login_required
def claim(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Show and handle the form that turns a guest account into a permanent one; others go to their
    profile.
    """
    if not is_guest(request):
        return redirect("profile")
    form = ClaimForm(request.POST or None, user=request.user)
    if form.is_valid() and _claim_account(request, form):
        messages.success(request, f"This account is now yours, {request.user.username}.")
        return redirect(next_or(request, "profile"))
    return render(request, "accounts/claim.html", {"form": form, "next": get_next_redirect_url(request)})


def _claim_account(request: AuthenticatedHttpRequest, form: ClaimForm) -> bool:
    """Claim the account and keep its user logged in. Return False after adding a refusal to the form."""
    try:
        request.user = services.claim_guest(user=request.user, **form.cleaned_data, now=timezone.now())
    except NotAGuest:
        return True
    except InvalidField as refusal:
        form.add_error(refusal.field, list(refusal.sentences))
        return False
    update_session_auth_hash(request, request.user)
    services.remember_address(user=request.user, address=address_of(request), now=timezone.now())
    return True


@entries_counted
def log_in(request: HttpRequest) -> HttpResponseBase:
    """Show allauth's log-in page; a guest must first log out, which shows that the guest account is lost."""
    if is_guest(request):
        return redirect(link("account_logout", link("account_login", get_next_redirect_url(request))))
    return allauth.login(request)


def log_out(request: HttpRequest) -> HttpResponseBase:
    """Log out; a guest, who cannot log in again, must confirm it first."""
    if request.method == "POST" and is_guest(request) and "leave" not in request.POST:
        return redirect(link("account_logout", get_next_redirect_url(request)))
    return allauth.logout(request)


@never_cache
@login_required
def profile(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Show the user's account and signed-in devices."""
    context = {
        "tokens": selectors.tokens_of(request.user, timezone.now()),
        "has_second_factor": selectors.has_second_factor(request.user),
    }
    return render(request, "accounts/profile.html", context)


@require_POST
@login_required
def revoke_device(request: AuthenticatedHttpRequest, token_id: int) -> HttpResponse:
    """Revoke one of the user's tokens; 404 if it is not theirs."""
    now = timezone.now()
    token = get_object_or_404(selectors.tokens_of(request.user, now), pk=token_id)
    services.revoke_token(token=token, now=now)
    messages.success(request, f"{token.device or 'The device'} is logged out.")
    return redirect("profile")
