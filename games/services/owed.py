"""Tables whose clocks have to begin anew before anybody there is charged.

Either no server ran for a while, or an action could not be stored.

The house comes to all of them, some at a time; who acts before it does has their own clock renewed first.
"""

import math
from collections.abc import Iterable

NOTICE_SECONDS = 30.0
"""By then the house, of whatever process, has noticed that nothing could be stored, and gave that time back.

What is owed for an action is forgotten then: a server without a house would else give it back hours later.
"""
_owed: dict[str, float] = {}
"""Until when, in seconds of a steady clock."""


def owe(table_ids: Iterable[str], *, until: float = math.inf) -> None:
    """The clocks of these tables have to begin anew; after `until`, by a steady clock, no more."""
    for table_id in table_ids:
        _owed[table_id] = max(until, _owed.get(table_id, until))


def take(table_id: str, *, steady: float) -> bool:
    """Whether a table's clock has to begin anew; whoever is told so sees to it, and nobody else is."""
    return _owed.pop(table_id, -math.inf) >= steady


def forget_expired(*, steady: float) -> None:
    """Drop what is owed no more."""
    for table_id in [each for each, until in tuple(_owed.items()) if until < steady]:
        _owed.pop(table_id, None)
