"""Explains a draw to organisers in sentences."""

from tournaments.rules.seating.costs import Breakdown, Costs

_KINDS = {
    "drawn": "By lot.",
    "swiss": "By the standings: the leader plays the best-placed players not met yet, and so on down the "
    "list.",
    "knock_out": "By the standings: the best players sit at different tables.",
}


def explain_draw(
    kind: str, breakdown: Breakdown, costs: Costs, repeats: int, seed: int, starts: int, tried: int
) -> tuple[str, ...]:
    """Return the account of a draw: its kind, meetings, each other cost that occurred, and the search."""
    notes = [_KINDS[kind], _meetings_sentence(kind, repeats)]
    if breakdown.nations:
        pairs = breakdown.nations // costs.nations
        notes.append(
            f"Players of the same nation at one table: {_pairs_text(pairs)}; no seating with fewer was found."
        )
    if breakdown.fives:
        notes.append("Some players who sat at a table of five before do so again.")
    if breakdown.dealt_first:
        notes.append("Some players deal first again, because everyone at their table already has.")
    if breakdown.distance:
        away = breakdown.distance // costs.distance
        notes.append(f"In all, players are {away} tables away from where the standings would put them.")
    made = "1 seating" if starts == 1 else f"{starts} seatings"
    notes.append(f"Seed {seed}: {made} built, {tried:,} swaps considered.")
    return tuple(notes)


def _meetings_sentence(kind: str, repeats: int) -> str:
    """Return a sentence that says how many pairs meet again."""
    if not repeats:
        return "Nobody meets the same opponent twice."
    found = f"Pairs who meet again: {_pairs_text(repeats)}"
    return f"{found}." if kind == "knock_out" else f"{found}; no seating with fewer was found."


def _pairs_text(number: int) -> str:
    """Return a number of pairs in words, such as "1 pair"."""
    return "1 pair" if number == 1 else f"{number} pairs"
