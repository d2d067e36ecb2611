"""Why a draw came out as it did, in sentences for organisers."""

from tournaments.rules.seating.costs import Breakdown, Costs

_KINDS = {
    "drawn": "By lot.",
    "swiss": "By the standings: the leader plays the best-placed players not met yet, and so on down the "
    "list.",
    "knock_out": "By the standings: the best players sit at different tables.",
}


def reasons(
    kind: str, breakdown: Breakdown, costs: Costs, repeats: int, seed: int, starts: int, tried: int
) -> tuple[str, ...]:
    """A sentence for each kind of cost; kinds that cost nothing are left out, except repeated meetings."""
    notes = [_KINDS[kind], _meetings(kind, repeats)]
    if breakdown.nations:
        pairs = breakdown.nations // costs.nations
        notes.append(
            f"Players of the same nation at one table: {_pairs(pairs)}; no seating with fewer was found."
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


def _meetings(kind: str, repeats: int) -> str:
    if not repeats:
        return "Nobody meets the same opponent twice."
    found = f"Pairs who meet again: {_pairs(repeats)}"
    return f"{found}." if kind == "knock_out" else f"{found}; no seating with fewer was found."


def _pairs(number: int) -> str:
    return "1 pair" if number == 1 else f"{number} pairs"
