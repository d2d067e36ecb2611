"""Explains a draw to organisers in plain sentences."""

from core.sentence import Sentence, counted_sentence
from tournaments.rules.seating.costs import Breakdown, Costs

_KINDS = {
    "drawn": Sentence("By lot."),
    "swiss": Sentence(
        "By the standings: the leader plays the best-placed players not met yet, and so on down the list."
    ),
    "knock_out": Sentence("By the standings: the best players sit at different tables."),
}


def explain_draw(
    kind: str,
    breakdown: Breakdown,
    costs: Costs,
    repeats: int,
    seed: int,
    seating_count: int,
    swap_count: int,
) -> tuple[Sentence, ...]:
    """Return sentences that explain a draw to organisers.

    `kind` is "drawn", "swiss" or "knock_out". `breakdown` has the seating's costs, computed with the weights
    in `costs`. `repeats` is the number of pairs who meet again, `seating_count` the number of complete
    seatings that were compared, and `swap_count` the number of swaps that were considered.
    """
    notes = [_KINDS[kind], _repeated_meetings_sentence(kind, repeats)]
    if breakdown.nations:
        pairs = pair_count_text(breakdown.nations // costs.nations)
        notes.append(
            Sentence(
                "Players of the same nation at one table: %(pairs)s; no seating with fewer was found.",
                pairs=pairs,
            )
        )
    if breakdown.fives:
        notes.append(Sentence("Some players who sat at a table of five before do so again."))
    if breakdown.dealt_first:
        notes.append(Sentence("Some players deal first again, because everyone at their table already has."))
    if breakdown.distance:
        notes.append(
            counted_sentence(
                "In all, players are %(count)d table away from where the standings would put them.",
                "In all, players are %(count)d tables away from where the standings would put them.",
                breakdown.distance // costs.distance,
            )
        )
    notes.append(
        Sentence(
            "Seed %(seed)s: %(seatings)s built, %(swaps)s considered.",
            seed=seed,
            seatings=counted_sentence("%(count)d seating", "%(count)d seatings", seating_count),
            swaps=counted_sentence("%(count)d swap", "%(count)d swaps", swap_count),
        )
    )
    return tuple(notes)


def pair_count_text(count: int) -> Sentence:
    """Return text such as "1 pair" or "2 pairs"."""
    return counted_sentence("%(count)d pair", "%(count)d pairs", count)


def _repeated_meetings_sentence(kind: str, repeats: int) -> Sentence:
    """Return a sentence that says how many pairs meet again. `kind` is "drawn", "swiss" or "knock_out"."""
    if not repeats:
        return Sentence("Nobody meets the same opponent twice.")
    pairs = pair_count_text(repeats)
    if kind == "knock_out":
        return Sentence("Pairs who meet again: %(pairs)s.", pairs=pairs)
    return Sentence("Pairs who meet again: %(pairs)s; no seating with fewer was found.", pairs=pairs)
