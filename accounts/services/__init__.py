"""The operations on accounts: keyword-only functions that take the clock as an argument and raise named
refusals.
"""

from accounts.services.access import tell_access_changed
from accounts.services.attempts import Attempt, forget_wrong_passwords
from accounts.services.guest import claim_guest, create_guest
from accounts.services.known_address import remember_address
from accounts.services.log_in import log_in
from accounts.services.password import set_password
from accounts.services.profile import update_profile
from accounts.services.register import register_user
from accounts.services.second_factor import use_code
from accounts.services.token import IssuedToken, issue_token, note_token_use, revoke_all_tokens, revoke_token

__all__ = [
    "Attempt",
    "IssuedToken",
    "claim_guest",
    "create_guest",
    "forget_wrong_passwords",
    "issue_token",
    "log_in",
    "note_token_use",
    "register_user",
    "remember_address",
    "revoke_all_tokens",
    "revoke_token",
    "set_password",
    "tell_access_changed",
    "update_profile",
    "use_code",
]
