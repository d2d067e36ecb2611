"""The admin pages of accounts. Importing this package registers them."""

from accounts.admin.friends import BlockAdmin, FriendRequestAdmin, FriendshipAdmin
from accounts.admin.second_factor import AuthenticatorAdmin
from accounts.admin.superusers import EmailAddressAdmin, GroupAdmin
from accounts.admin.token import TokenAdmin
from accounts.admin.user import PlayerAdmin

__all__ = [
    "AuthenticatorAdmin",
    "BlockAdmin",
    "EmailAddressAdmin",
    "FriendRequestAdmin",
    "FriendshipAdmin",
    "GroupAdmin",
    "PlayerAdmin",
    "TokenAdmin",
]
