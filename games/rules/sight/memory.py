"""What a spectator of a round could remember: public cards and verdicts, and nothing else."""

from games.rules.protocol.memory import Memory, RememberedTrick
from games.rules.round import Trick
from games.rules.state import State


def build_memory(state: State) -> Memory:
    """Return the complete tricks and the accusations of the current round.

    A sight contains only the current and the last trick. Bots may also use earlier ones, because people can
    remember them.
    """
    current = state.round
    if current is None:
        return {"tricks": [], "accusations": []}
    return {
        "tricks": [_remembered_trick(trick) for trick in current.tricks],
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


def _remembered_trick(trick: Trick) -> RememberedTrick:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": [{"seat": play.seat, "card": play.card} for play in trick.plays],
        "winner": trick.winner,
    }
