"""The admin pages of accounts. Importing this package registers them."""

from accounts.admin.second_factor import AuthenticatorAdmin
from accounts.admin.superusers import EmailAddressAdmin, GroupAdmin
from accounts.admin.token import TokenAdmin
from accounts.admin.user import PlayerAdmin

__all__ = ["AuthenticatorAdmin", "EmailAddressAdmin", "GroupAdmin", "PlayerAdmin", "TokenAdmin"]
