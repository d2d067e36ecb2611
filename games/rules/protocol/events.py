"""Events as clients receive them; the fields of each event are declared by its topic."""

from typing import NotRequired, TypedDict, final

from games.rules.protocol.values import Count, Moment


class ShownEvent(TypedDict):
    """An entry of the table's log, as one viewer may see it."""

    type: NotRequired[str]
    """Absent if the entry is hidden from this viewer."""
    number: Count
    """The entry's number in the log."""
    at: NotRequired[Moment]
    """When it happened."""


@final
class HiddenEvent(TypedDict):
    """An entry that is hidden from this viewer."""

    number: Count
    """The entry's number in the log."""
