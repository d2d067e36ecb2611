"""What stands behind the names of entrants who are called the same."""

from tournaments.rules.namesakes import Person, display_names, find_indistinguishable_namesakes


def shown(*people):
    """The names as they are shown; each person is a name, a club and a birth year."""
    rows = [Person(n, *person, n) for n, person in enumerate(people, start=1)]
    return list(display_names(rows).values())


def confused(*people):
    """The start numbers of those who can be confused."""
    rows = [Person(n, *person, n) for n, person in enumerate(people, start=1)]
    return [[person.start_number for person in group] for group in find_indistinguishable_namesakes(rows)]


def test_a_name_that_nobody_else_has_stands_alone():
    assert shown(("Ada", "Chess Club", 1980), ("Bob", "", None)) == ["Ada", "Bob"]


def test_the_club_tells_namesakes_apart():
    people = ("Tom", "Bonn", 1980), ("Tom", "Trier", 1990), ("Ada", "Bonn", None)
    assert shown(*people) == ["Tom (Bonn)", "Tom (Trier)", "Ada"]
    assert confused(*people) == []


def test_within_a_club_the_birth_year_does():
    assert shown(("Tom", "Bonn", 1980), ("Tom", "Bonn", 1990)) == ["Tom (1980)", "Tom (1990)"]


def test_where_neither_is_enough_both_do():
    people = ("Tom", "Bonn", 1980), ("Tom", "Bonn", 1990), ("Tom", "Trier", 1990)
    assert shown(*people) == ["Tom (Bonn, 1980)", "Tom (Bonn, 1990)", "Tom (Trier, 1990)"]


def test_what_nothing_tells_apart_has_its_start_number():
    people = ("Tom", "", None), ("Tom", "", None), ("Tom", "Bonn", None)
    assert shown(*people) == ["Tom (no. 1)", "Tom (no. 2)", "Tom (Bonn)"]
    assert confused(*people) == [[1, 2, 3]]
    assert shown(("Tom", "Bonn", 1980), ("Tom", "bonn", 1980)) == [
        "Tom (Bonn, 1980, no. 1)",
        "Tom (bonn, 1980, no. 2)",
    ]


def test_capitals_spaces_and_ways_to_write_an_umlaut_make_no_other_name():
    people = ("Jörg  Groß", "Bonn", None), ("JO\u0308RG GROSS", "Trier", None)
    assert shown(*people) == ["Jörg  Groß (Bonn)", "JO\u0308RG GROSS (Trier)"]
