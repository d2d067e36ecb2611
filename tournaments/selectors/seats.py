"""Who sits where, in words."""

from tournaments.selectors.picture import Picture, Seated

FILLER = "a bot"
"""Who plays for nobody."""


def seats_by_name(picture: Picture, number: int) -> list[list[str]]:
    """The names of a stage, table by table, by seat."""
    staged = picture.stage(number)
    if staged is None:
        return []
    return [[name_of(picture, seated) for seated in table.seated] for table in staged.tables]


def name_of(picture: Picture, seated: Seated) -> str:
    """Whose seat it is."""
    return FILLER if seated.entry is None else picture.entries[seated.entry].shown_name
