"""Why a draw came out as it did, in sentences for the desk."""

from tournaments.rules.seating_costs import Breakdown, Costs

_KINDS = {
    "drawn": "By lot.",
    "swiss": "By the standings: the leader meets the best placed not yet met, and so on.",
    "knock_out": "By the standings: the best are at different tables.",
}


def reasons(
    kind: str, breakdown: Breakdown, costs: Costs, repeats: int, seed: int, starts: int, tried: int
) -> tuple[str, ...]:
    """One sentence for each thing that mattered; what cost nothing is said of meetings alone."""
    notes = [_KINDS[kind], _meetings(kind, repeats)]
    if breakdown.nations:
        pairs = breakdown.nations // costs.nations
        notes.append(f"Of one nation at one table: {_pairs(pairs)}; no seating with fewer was found.")
    if breakdown.fives:
        notes.append("Some who sat at a five before sit at one again.")
    if breakdown.dealt_first:
        notes.append("Some who dealt first before deal first again: so did the others at their table.")
    if breakdown.distance:
        away = breakdown.distance // costs.distance
        notes.append(f"All distances from where the standings alone would put people: {away} tables.")
    made = "1 seating" if starts == 1 else f"{starts} seatings"
    notes.append(f"Seed {seed}: {made} made, {tried:,} swaps weighed.")
    return tuple(notes)


def _meetings(kind: str, repeats: int) -> str:
    if not repeats:
        return "Nobody meets anybody again."
    found = f"Meeting again: {_pairs(repeats)}"
    return f"{found}." if kind == "knock_out" else f"{found}; no seating with fewer was found."


def _pairs(number: int) -> str:
    return "1 pair" if number == 1 else f"{number} pairs"
