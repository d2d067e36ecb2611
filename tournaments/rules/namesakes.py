"""Entrants of the same name: what stands behind their names wherever names are shown."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class Person(NamedTuple):
    """An entrant as far as they can be told from others; `id` and `start_number` are never shared."""

    id: int
    name: str
    club: str
    birth_year: int | None
    start_number: int


def name_key(name: str) -> str:
    """The same for names that people take for the same: capitals and spaces don't matter."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def shown_names(people: Iterable[Person]) -> dict[int, str]:
    """By id, the name; namesakes with what tells them apart, at worst their start numbers."""
    shown = {}
    for group in _by_name(people):
        for person, details in zip(group, _details(group), strict=True):
            shown[person.id] = f"{person.name} ({details})" if details else person.name
    return shown


def confusable(people: Iterable[Person]) -> list[list[Person]]:
    """Groups of namesakes of whom some have nothing but their start number to tell them apart."""
    return [group for group in _by_name(people) if len(group) > 1 and None in _distinct_names(group)]


def _by_name(people: Iterable[Person]) -> Iterable[list[Person]]:
    groups: defaultdict[str, list[Person]] = defaultdict(list)
    for person in people:
        groups[name_key(person.name)].append(person)
    return groups.values()


def _details(group: list[Person]) -> list[str]:
    if len(group) == 1:
        return [""]
    return [
        told or ", ".join([*_known(person), f"no. {person.start_number}"])
        for person, told in zip(group, _distinct_names(group), strict=True)
    ]


def _distinct_names(group: list[Person]) -> list[str | None]:
    """What tells each from all others, as short as it can be; None where nothing does."""
    for kind in ([person.club for person in group], [_year(person) for person in group]):
        if all(kind) and len({name_key(one) for one in kind}) == len(group):
            return list(kind)
    known = [", ".join(_known(person)) for person in group]
    keys = [name_key(one) for one in known]
    return [one if one and keys.count(key) == 1 else None for one, key in zip(known, keys, strict=True)]


def _known(person: Person) -> list[str]:
    return [one for one in (person.club, _year(person)) if one]


def _year(person: Person) -> str:
    return str(person.birth_year) if person.birth_year else ""
