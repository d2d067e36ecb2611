"""What accounts can do: verbs, keyword-only, with the clock as an argument; what they refuse has a name."""

from accounts.services.access import tell_access_changed
from accounts.services.guest import claim_guest, create_guest
from accounts.services.log_in import log_in
from accounts.services.password import set_password
from accounts.services.profile import update_profile
from accounts.services.register import register_user
from accounts.services.token import IssuedToken, issue_token, note_token_use, revoke_all_tokens, revoke_token

__all__ = [
    "IssuedToken",
    "claim_guest",
    "create_guest",
    "issue_token",
    "log_in",
    "note_token_use",
    "register_user",
    "revoke_all_tokens",
    "revoke_token",
    "set_password",
    "tell_access_changed",
    "update_profile",
]
