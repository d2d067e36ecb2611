"""Tables whose clocks have to begin anew before anybody there is charged.

Either no server ran for a while, or an action could not be stored.

The house comes to all of them, some at a time; who acts before it does has their own clock renewed first.
"""

from collections.abc import Iterable

_owed: set[str] = set()


def owe(table_ids: Iterable[str]) -> None:
    """The clocks of these tables have to begin anew."""
    _owed.update(table_ids)


def take(table_id: str) -> bool:
    """Whether a table's clock has to begin anew; whoever is told so sees to it, and nobody else is."""
    try:
        _owed.remove(table_id)
    except KeyError:
        return False
    return True
