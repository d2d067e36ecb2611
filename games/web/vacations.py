"""The page on which users take and cancel vacations, with plain forms."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import AuthenticatedHttpRequest
from accounts.web.guests import show_429_page_if_throttled
from core.refusal import BadRequest
from core.translation import translate
from games.selectors.people.vacations import DAYS_PER_YEAR, vacation_days_left, vacations_of
from games.services.slow_tables import vacations as services


class VacationForm(forms.Form):
    """The days of a vacation; a script fills in the visitor's time zone."""

    first_day = forms.DateField(
        label=gettext_lazy("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    last_day = forms.DateField(
        label=gettext_lazy("Last day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    time_zone = forms.CharField(max_length=64, initial="UTC", widget=forms.HiddenInput)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@show_429_page_if_throttled
def show_vacations(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Show the user's vacations and a form for a new one. On POST, save the new vacation."""
    user, now = request.user, timezone.now()
    form = VacationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.take_vacation(user=user, now=now, **form.cleaned_data)
        except BadRequest as refusal:
            for field, errors in refusal.errors.items():
                for error in errors:
                    form.add_error(field, translate(error))
        else:
            messages.success(request, _("Your vacation is noted."))
            return redirect("vacations")
    shown = {
        "form": form,
        "vacations": [row for row in vacations_of(user.pk) if row.ends_at > now],
        "days_left": max(0, vacation_days_left(user.pk, now.year)),
        "days_per_year": DAYS_PER_YEAR,
        "now": now,
    }
    return render(request, "web/people/vacations.html", shown, status=400 if form.errors else 200)


@login_required
@require_POST
def cancel_vacation(request: AuthenticatedHttpRequest, vacation_id: int) -> HttpResponse:
    """Cancel a future vacation or end the current one, and redirect to the page of the user's vacations.

    If the user has no such vacation or it is over, that page shows an error.
    """
    user, now = request.user, timezone.now()
    try:
        services.cancel_vacation(user=user, vacation_id=vacation_id, now=now)
    except services.NoSuchVacation as refusal:
        messages.error(request, translate(refusal.detail))
    else:
        messages.success(request, _("The vacation is cancelled. Days that are over still count."))
    return redirect("vacations")
