"""The operations on accounts: keyword-only functions that take the current time as an argument and
raise named refusals.
"""

from accounts.services.access import announce_access_change
from accounts.services.block import block_player, unblock_player
from accounts.services.email import request_email_change, resend_confirmation_link
from accounts.services.friends.asking import (
    accept_friend_request,
    decline_friend_request,
    send_friend_request,
    withdraw_friend_request,
)
from accounts.services.friends.friendship import remove_friend
from accounts.services.login.attempts import Attempt, reset_password_attempts
from accounts.services.login.known_address import remember_network_address
from accounts.services.login.log_in import log_in
from accounts.services.login.second_factor import use_second_factor_code
from accounts.services.password import set_password
from accounts.services.preferences import set_preferences
from accounts.services.profile import store_browser_language, update_profile
from accounts.services.sign_up.guest import claim_guest, create_guest
from accounts.services.sign_up.register import register_user
from accounts.services.token import (
    IssuedToken,
    issue_token,
    record_token_use,
    revoke_all_tokens,
    revoke_token,
)

__all__ = [
    "Attempt",
    "IssuedToken",
    "accept_friend_request",
    "announce_access_change",
    "block_player",
    "claim_guest",
    "create_guest",
    "decline_friend_request",
    "issue_token",
    "log_in",
    "record_token_use",
    "register_user",
    "remember_network_address",
    "remove_friend",
    "request_email_change",
    "resend_confirmation_link",
    "reset_password_attempts",
    "revoke_all_tokens",
    "revoke_token",
    "send_friend_request",
    "set_password",
    "set_preferences",
    "store_browser_language",
    "unblock_player",
    "update_profile",
    "use_second_factor_code",
    "withdraw_friend_request",
]
