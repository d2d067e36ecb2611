"""Named refusals of tournaments, with the code and a sentence for a person; a refusal changes nothing."""

from core.refusal import Forbidden, NotFound, Refusal
from games.rules.errors import BotsNotAdmitted


class NoSuchTournament(NotFound):
    """No tournament of this name, or none that this person may know of."""

    detail = "There is no such tournament."


class RoleMissing(Forbidden):
    """The person's role in the tournament does not allow this."""

    detail = "Your role in this tournament does not allow that."


class GuestCannotEnter(Forbidden):
    """Guests have no account that could be told of its table."""

    detail = "Guests cannot enter tournaments: choose a name and a password for your account first."


class BotCannotEnter(BotsNotAdmitted):
    """Tournaments are for people; the bots in them are the organisers' own."""

    detail = "This account belongs to a bot, and only people can enter tournaments."


class EntryClosed(Refusal):
    """Entry has not begun, or the tournament is over."""

    code = "entry_closed"
    detail = "Entry is not open."


class AlreadyEntered(Refusal):
    """The person is an entrant already."""

    code = "already_entered"
    detail = "You have already entered."


class NationFixed(Refusal):
    """A withdrawn entrant cannot come back for another nation where nations have a quota."""

    code = "nation_fixed"
    detail = "Only the organisers can change your nation in this tournament."


class NotEntered(Refusal):
    """The person is not an entrant, and so can neither leave nor check in."""

    code = "not_entered"
    detail = "You have not entered this tournament."


class CheckInClosed(Refusal):
    """Check-in has its own time."""

    code = "check_in_closed"
    detail = "Check-in is not open."


class WrongMoment(Refusal):
    """The tournament or the stage is not where this act belongs."""

    code = "wrong_moment"
    detail = "That is not possible at this point of the tournament."


class NextStageDrawn(Refusal):
    """A correction changes what a later stage was drawn from: keep that draw, or discard it?"""

    code = "next_stage_drawn"
    detail = "The next stage has already been drawn from the old results. Keep its draw or discard it."


class ResultChanged(Refusal):
    """Somebody else has entered another result since the one who enters it looked."""

    code = "result_changed"
    detail = "Somebody else has entered a different result in the meantime."


class EntrantsChanged(Refusal):
    """A list of entrants would do something else now than what its preview has shown."""

    code = "entrants_changed"
    detail = "The entrants have changed since you looked. Nothing is stored; this is the new preview."


class CannotBeSeated(Refusal):
    """No seating is possible."""

    code = "cannot_be_seated"
    detail = "These entrants cannot be seated."


class TooFewEntrants(Refusal):
    """Fewer than the tournament asks for."""

    code = "too_few_entrants"
    detail = "There are not enough entrants."


class TablePlays(Refusal):
    """A result is entered when the game is over."""

    code = "table_plays"
    detail = "This table is still playing. Wait for the end of the game, or stop or annul it first."


class TablesUnfinished(Refusal):
    """A stage is closed when all its tables have a result."""

    code = "tables_unfinished"
    detail = "Some tables of this stage have no result yet."


class ReasonMissing(Refusal):
    """The action needs a reason."""

    code = "reason_missing"
    detail = "Please give a reason."


class MixFrozen(Refusal):
    """A mix that has been played with is what it was."""

    code = "mix_frozen"
    detail = "This option mix is already in use. Make a copy and change that instead."


class NotReleased(Refusal):
    """The seats of a stage are secret until they are released."""

    code = "not_released"
    detail = "The seats of this stage have not been released yet."
