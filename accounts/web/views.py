"""The pages of accounts that django-allauth has not: each translates and makes one call."""

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
    """Come in without an account, or go on as who one is."""
    player_of(request=request, now=timezone.now())
    return redirect(next_or(request, "home"))


@never_cache
@sensitive_post_parameters("password")
@login_required
def claim(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Make the guest's account a person's own."""
    if not is_guest(request):
        return redirect("profile")
    form = ClaimForm(request.POST or None, user=request.user)
    if form.is_valid() and _claimed(request, form):
        messages.success(request, f"This account is now yours, {request.user.username}.")
        return redirect(next_or(request, "profile"))
    return render(request, "accounts/claim.html", {"form": form, "next": get_next_redirect_url(request)})


def _claimed(request: AuthenticatedHttpRequest, form: ClaimForm) -> bool:
    """Claim, and stay logged in; a refusal is shown at its field."""
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
    """Log in; a guest who has another account must leave this one first, knowingly."""
    if is_guest(request):
        return redirect(link("account_logout", link("account_login", get_next_redirect_url(request))))
    return allauth.login(request)


def log_out(request: HttpRequest) -> HttpResponseBase:
    """Log out; a guest, for whom there is no way back, only after having been told so."""
    if request.method == "POST" and is_guest(request) and "leave" not in request.POST:
        return redirect(link("account_logout", get_next_redirect_url(request)))
    return allauth.logout(request)


@never_cache
@login_required
def profile(request: AuthenticatedHttpRequest) -> HttpResponse:
    """One's own account and the devices that are logged in to it."""
    context = {
        "tokens": selectors.tokens_of(request.user, timezone.now()),
        "has_second_factor": selectors.has_second_factor(request.user),
    }
    return render(request, "accounts/profile.html", context)


@require_POST
@login_required
def revoke_device(request: AuthenticatedHttpRequest, token_id: int) -> HttpResponse:
    """Log one device out."""
    now = timezone.now()
    token = get_object_or_404(selectors.tokens_of(request.user, now), pk=token_id)
    services.revoke_token(token=token, now=now)
    messages.success(request, f"{token.device or 'The device'} is logged out.")
    return redirect("profile")
