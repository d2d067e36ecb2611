"""Tournaments with real cards, whose entrants come from a file."""


def kinds(found):
    """The lines of a preview by their kind."""
    return {line.line: str(line.kind) for line in found.lines}


def rows_of(tournament, *fields):
    return list(tournament.entries.order_by("start_number").values_list(*fields))
