"""How often people and addresses may try what accounts offer."""

from core.limits import Limit

ENTRIES = Limit("entries", 120, 60)
"""New accounts, guests and log-ins from one address."""
PASSWORDS = Limit("passwords", 10, 300)
"""Passwords tried for one account from one address."""
CODES = Limit("codes", 10, 300)
"""Codes of a second factor tried for one account from one address."""
FAILURES = Limit("failures", 100, 3600)
"""Wrong passwords and codes for one account from all addresses that are new to it."""
MAILS = Limit("mails", 10, 3600)
"""Links to confirm an address that one account has sent over the API."""

CALLS = Limit("calls", 900, 60)
"""Calls of the API by one account: a client that asks ten times a second all the time gets by with less."""
BOTS_CALLS = Limit("bots-calls", 300, 60)
"""Calls of the API by one bot's account: enough to find tables; the game itself comes by socket."""
STRANGERS_CALLS = Limit("strangers-calls", 600, 60)
"""Calls without account from one address."""
