"""Entrants with the same name: the details shown after their names."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Person(NamedTuple):
    """The data of an entrant that can tell namesakes apart; `id` and `start_number` are unique."""

    id: int
    name: str
    club: str
    birth_year: int | None
    start_number: int


def name_key(name: str) -> str:
    """Return a key that is the same for names that differ only in case, spacing or Unicode form."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def display_names(people: Iterable[Person]) -> dict[int, str]:
    """Return a dict that maps person ids to the names to display.

    If several people have the same name, it is followed by details such as the club or the start number.
    """
    shown = {}
    for group in _groups_by_name(people):
        for person, details in zip(group, _details_to_show(group), strict=True):
            shown[person.id] = f"{person.name} ({details})" if details else person.name
    return shown


def find_indistinguishable_namesakes(people: Iterable[Person]) -> list[list[Person]]:
    """Return groups of people with the same name who cannot all be told apart by club and birth year."""
    return [group for group in _groups_by_name(people) if len(group) > 1 and None in _distinct_details(group)]


def _groups_by_name(people: Iterable[Person]) -> Iterable[list[Person]]:
    """Return groups of people with the same name, ignoring case, spacing and Unicode form.

    A person with a unique name forms a group alone.
    """
    groups: defaultdict[str, list[Person]] = defaultdict(list)
    for person in people:
        groups[name_key(person.name)].append(person)
    return groups.values()


def _details_to_show(group: list[Person]) -> list[str]:
    """Return the details to show after each name in a group of people who share a name.

    Return [""] if the group has only one person, who needs no details.
    """
    if len(group) == 1:
        return [""]
    return [
        told or ", ".join([*_known_details(person), f"no. {person.start_number}"])
        for person, told in zip(group, _distinct_details(group), strict=True)
    ]


def _distinct_details(group: list[Person]) -> list[str | None]:
    """Return details that tell people with the same name apart, one item for each person in the group.

    The details are the club or the birth year if it identifies everyone in the group, and otherwise both as
    far as known. An item is None if even both do not identify the person.
    """
    for kind in ([person.club for person in group], [_birth_year_text(person) for person in group]):
        if all(kind) and len({name_key(one) for one in kind}) == len(group):
            return list(kind)
    # Both are used only if neither identifies everyone in the group.
    known = [", ".join(_known_details(person)) for person in group]
    keys = [name_key(one) for one in known]
    return [one if one and keys.count(key) == 1 else None for one, key in zip(known, keys, strict=True)]


def _known_details(person: Person) -> list[str]:
    """Return the person's club and birth year. Leave out whichever is unknown."""
    return [one for one in (person.club, _birth_year_text(person)) if one]


def _birth_year_text(person: Person) -> str:
    """Return the birth year as text, or "" if it is unknown."""
    return str(person.birth_year) if person.birth_year else ""
