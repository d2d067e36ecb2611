"""What a spectator of a round could remember: public cards and verdicts, and nothing else."""

from games.rules.protocol.memory import Memory, RememberedTrick
from games.rules.round import Trick
from games.rules.state import State


def build_memory(state: State) -> Memory:
    """Return what everybody can remember of the current round: its complete tricks and its accusations.

    Both lists are empty if there is no current round.
    """
    # A view of the table has only the current and the last trick, but people can remember earlier tricks.
    current = state.round
    if current is None:
        return {"tricks": [], "accusations": []}
    return {
        "tricks": [_to_remembered_trick(trick) for trick in current.tricks],
        "accusations": [
            {
                "accuser": accusation.accuser,
                "accused": accusation.accused,
                "after": accusation.after,
                "verdict": accusation.verdict,
            }
            for accusation in current.accusations
        ],
    }


def _to_remembered_trick(trick: Trick) -> RememberedTrick:
    """Convert a complete trick to a JSON object with its number, leader, plays and winner."""
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": [{"seat": play.seat, "card": play.card} for play in trick.plays],
        "winner": trick.winner,
    }
