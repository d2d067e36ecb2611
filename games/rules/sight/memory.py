"""What anyone who watched a round remembers of it; public cards and verdicts alone."""

from games.rules.protocol.memory import Memory, RememberedTrick
from games.rules.round import Trick
from games.rules.state import State


def memory_of(state: State) -> Memory:
    """The complete tricks and the accusations of the running round, in the words of sight and record.

    A sight shows the current and the last trick only; people remember the others, and so may bots.
    """
    current = state.round
    if current is None:
        return {"tricks": [], "accusations": []}
    return {
        "tricks": [_trick(trick) for trick in current.tricks],
        "accusations": [
            {"accuser": said.accuser, "accused": said.accused, "after": said.after, "verdict": said.verdict}
            for said in current.accusations
        ],
    }


def _trick(trick: Trick) -> RememberedTrick:
    return {
        "number": trick.number,
        "leader": trick.leader,
        "plays": [{"seat": play.seat, "card": play.card} for play in trick.plays],
        "winner": trick.winner,
    }
