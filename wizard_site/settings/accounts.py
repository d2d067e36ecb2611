"""Accounts: log-in, sessions, tokens, the second factor."""

from django.core.exceptions import ImproperlyConfigured

from wizard_site.settings.environment import env
from wizard_site.settings.site import RATE_LIMITS

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "accounts.services.password.MaximumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
TOKEN_DAYS = env.int("TOKEN_DAYS", default=180)
"""Days after which a bearer token expires."""
SESSION_COOKIE_AGE = TOKEN_DAYS * 24 * 60 * 60
"""As long as a token is valid, because a guest who loses the session loses the account."""
ACCOUNT_ADAPTER = "accounts.web.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.web.forms.SignUpForm",
    "login": "accounts.web.forms.LogInForm",
    "add_email": "accounts.web.forms.EmailForm",
    "change_password": "accounts.web.forms.NewPasswordForm",
    "reset_password": "accounts.web.forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.web.forms.LinkedPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Wizard: "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_PREVENT_ENUMERATION = "strict"
"""No page reveals whether an email address is taken: accounts can share one until its owner confirms it."""
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
"""Number of our own proxies that append to X-Forwarded-For; clients can forge the entries before those."""
# These are counted by core.limits and accounts.services, together with those over the API.
COUNTED_BY_ACCOUNTS: dict[str, str | None] = {
    "login": None,
    "login_failed": None,
    "signup": None,
    "confirm_email": None,
    "manage_email": None,
}
ACCOUNT_RATE_LIMITS = COUNTED_BY_ACCOUNTS if RATE_LIMITS else False
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "accounts.web.second_factor.LogInCodeForm",
    "reauthenticate": "accounts.web.second_factor.ConfirmingCodeForm",
    "activate_totp": "accounts.web.second_factor.AppForm",
    "authenticate_webauthn": "accounts.web.second_factor.LogInPasskeyForm",
    "reauthenticate_webauthn": "accounts.web.second_factor.ConfirmingPasskeyForm",
    "add_webauthn": "accounts.web.second_factor.NewPasskeyForm",
    "edit_webauthn": "accounts.web.second_factor.PasskeyNameForm",
}
MFA_TOTP_ISSUER = "Wizard"
MFA_TOTP_TOLERANCE = 1
"""Number of 30-second periods by which a phone's clock may be wrong."""
MFA_ALLOW_UNVERIFIED_EMAIL = True
"""An account is protected by its name and password: an email address is optional, and grants no access."""
STAFF_MFA = env.str("STAFF_MFA", default="optional")
"""Whether staff need a second factor to reach the admin."""
if STAFF_MFA not in ("optional", "required"):
    raise ImproperlyConfigured(f"STAFF_MFA is optional or required, not {STAFF_MFA}.")
