from accounts.models.block import Block
from accounts.models.friendship import FriendRequest, Friendship
from accounts.models.known_address import KnownAddress
from accounts.models.token import Token
from accounts.models.user import AccountKind, User

__all__ = ["AccountKind", "Block", "FriendRequest", "Friendship", "KnownAddress", "Token", "User"]
