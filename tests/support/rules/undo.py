"""Tables at which decisions can be taken back, and what is seen there."""

from games.rules import sight
from games.rules.round import NO_UNDO
from games.rules.undo.asking import AnswerUndo, AskUndo
from tests.support.rules.tables import AT, dealt, done

ADA, BEN, CLEO = range(3)


def table(**changes):
    """Three people with two cards each; Ada bids and leads first, Cleo deals."""
    return dealt("R1 R2", "R5 G5", "R9 B9", **{"turned": "Y3", "undo": True, **changes})


def undone(state, seat):
    """The table after `seat` took the last decision back, with everybody's consent."""
    state = done(state, seat, AskUndo())
    for other in sorted({ADA, BEN, CLEO} - {seat}):
        state = done(state, other, AnswerUndo(True))
    return state


def without_book(state):
    """The state but for the notes of what was asked and taken back."""
    return state._replace(round=state.round._replace(undo=NO_UNDO))


def sight_for(state, viewer):
    """What a viewer is shown."""
    return sight.viewer_sight(state, viewer, number=9, server_time=AT)
