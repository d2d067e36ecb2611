"""Our pages under /accounts/, asked before django-allauth's, some of which they guard for guests.

The guarded ones have no names here: links are made by django-allauth's names for the same paths.
"""

from allauth.account import views as allauth
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes.views import view_recovery_codes
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.urls import path
from django.views.decorators.cache import never_cache

from accounts.web import views
from accounts.web.guests import entries_counted, guests_claim_first

urlpatterns = [
    path("guest/", views.play_as_guest, name="guest"),
    path("claim/", views.claim, name="claim"),
    path("profile/", views.profile, name="profile"),
    path("devices/<int:token_id>/revoke/", views.revoke_device, name="revoke_device"),
    path("login/", views.log_in),
    path("logout/", views.log_out),
    path("signup/", guests_claim_first(entries_counted(allauth.signup))),
    path("2fa/", guests_claim_first(mfa.index)),
    # Pages that show secrets are kept by no cache, nor by the browser's way back.
    path("2fa/totp/activate/", never_cache(guests_claim_first(activate_totp))),
    path("2fa/recovery-codes/", never_cache(view_recovery_codes)),
    path("2fa/webauthn/add/", guests_claim_first(add_webauthn)),
    path("email/", guests_claim_first(allauth.email)),
    path("password/change/", guests_claim_first(allauth.password_change)),
    path("password/set/", guests_claim_first(allauth.password_set)),
]
