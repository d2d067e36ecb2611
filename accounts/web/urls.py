"""Our pages under /accounts/, matched before django-allauth's. Some wrap its pages to redirect guests.

Wrapped pages have no names here: links use django-allauth's names for the same paths.
"""

from allauth.account import views as allauth
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes.views import view_recovery_codes
from allauth.mfa.totp.views import activate_totp
from allauth.mfa.webauthn.views import add_webauthn
from django.urls import path
from django.views.decorators.cache import never_cache

from accounts.web import views
from accounts.web.email import EmailPage
from accounts.web.guests import limit_posts_per_address, redirect_guests_to_claim_account
from accounts.web.language import choose_language
from accounts.web.preferences import edit_preferences

urlpatterns = [
    path("guest/", views.play_as_guest, name="guest"),
    path("claim/", views.claim_account, name="claim"),
    path("profile/", views.show_profile, name="profile"),
    path("preferences/", edit_preferences, name="preferences"),
    path("language/", choose_language, name="choose_language"),
    path("devices/<int:token_id>/revoke/", views.revoke_device, name="revoke_device"),
    path("blocks/<str:name>/end/", views.unblock_player, name="unblock"),
    path("friends/<str:name>/ask/", views.send_friend_request, name="ask_friend"),
    path("login/", views.log_in),
    path("logout/", views.log_out),
    path("signup/", redirect_guests_to_claim_account(limit_posts_per_address(allauth.signup))),
    path("2fa/", redirect_guests_to_claim_account(mfa.index)),
    # Pages that show secrets are never cached, not even for the browser's Back button.
    path("2fa/totp/activate/", never_cache(redirect_guests_to_claim_account(activate_totp))),
    path("2fa/recovery-codes/", never_cache(view_recovery_codes)),
    path("2fa/webauthn/add/", redirect_guests_to_claim_account(add_webauthn)),
    path("email/", redirect_guests_to_claim_account(EmailPage.as_view())),
    path("password/change/", redirect_guests_to_claim_account(allauth.password_change)),
    path("password/set/", redirect_guests_to_claim_account(allauth.password_set)),
]
