"""Rate limits of log-ins, emails and API calls: a name, a number of attempts, and a period in seconds."""

from core.limits import Limit

ENTRIES = Limit("entries", 120, 60)
"""New accounts, guests and log-ins from one address."""
PASSWORDS = Limit("passwords", 10, 300)
"""Passwords tried for one account from one address."""
CODES = Limit("codes", 10, 300)
"""Codes of a second factor tried for one account from one address."""
FAILURES = Limit("failures", 100, 3600)
"""Wrong passwords and codes for one account from all addresses that have never logged in to it."""
MAILS = Limit("mails", 10, 3600)
"""Confirmation links that one account can request."""
FRIEND_REQUESTS = Limit("friend-requests", 40, 86_400)
"""Friend requests by one account."""

CALLS = Limit("calls", 900, 60)
"""API calls by one account. A client that polls ten times a second stays below it."""
BOTS_CALLS = Limit("bots-calls", 300, 60)
"""API calls by one bot account: enough to find tables. The game itself is played by socket."""
STRANGERS_CALLS = Limit("strangers-calls", 600, 60)
"""API calls without an account from one address."""
