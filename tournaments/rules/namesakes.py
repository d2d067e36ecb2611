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
    """Return display names by person id. Names that several people have are followed by details."""
    shown = {}
    for group in _groups_by_name(people):
        for person, details in zip(group, _distinguishing_details(group), strict=True):
            shown[person.id] = f"{person.name} ({details})" if details else person.name
    return shown


def find_indistinguishable_namesakes(people: Iterable[Person]) -> list[list[Person]]:
    """Return each group of people with the same name that club and birth year cannot all tell apart."""
    return [group for group in _groups_by_name(people) if len(group) > 1 and None in _distinct_details(group)]


def _groups_by_name(people: Iterable[Person]) -> Iterable[list[Person]]:
    """Return groups of people with the same name. Case, spacing and Unicode form are ignored."""
    groups: defaultdict[str, list[Person]] = defaultdict(list)
    for person in people:
        groups[name_key(person.name)].append(person)
    return groups.values()


def _distinguishing_details(group: list[Person]) -> list[str]:
    """Return, for each person of a group with the same name, the details to show after the name.

    If the group has only one person, the details are "".
    """
    if len(group) == 1:
        return [""]
    return [
        told or ", ".join([*_known_details(person), f"no. {person.start_number}"])
        for person, told in zip(group, _distinct_details(group), strict=True)
    ]


def _distinct_details(group: list[Person]) -> list[str | None]:
    """Return, for each person of a group with the same name, the club, the birth year or both.

    Both are used only if neither identifies everyone in the group. None stands for a person whom even both do
    not identify.
    """
    for kind in ([person.club for person in group], [_birth_year_text(person) for person in group]):
        if all(kind) and len({name_key(one) for one in kind}) == len(group):
            return list(kind)
    known = [", ".join(_known_details(person)) for person in group]
    keys = [name_key(one) for one in known]
    return [one if one and keys.count(key) == 1 else None for one, key in zip(known, keys, strict=True)]


def _known_details(person: Person) -> list[str]:
    """Return the person's club and birth year. Leave out whichever is unknown."""
    return [one for one in (person.club, _birth_year_text(person)) if one]


def _birth_year_text(person: Person) -> str:
    """Return the birth year as text, or "" if it is unknown."""
    return str(person.birth_year) if person.birth_year else ""
