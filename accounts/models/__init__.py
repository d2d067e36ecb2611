from accounts.models.known_address import KnownAddress
from accounts.models.token import Token
from accounts.models.user import AccountKind, User

__all__ = ["AccountKind", "KnownAddress", "Token", "User"]
