"""The codes with which the server closes WebSockets; a `bye` frame with the same code comes before."""

NORMAL = 1000
RESTART = 1012
ACCESS_REVOKED = 4001
"""The token or session ended, or the user was barred."""
FORBIDDEN = 4003
NOT_FOUND = 4004
TOO_SLOW = 4008
"""The client does not read."""
TOO_MANY_MESSAGES = 4029
