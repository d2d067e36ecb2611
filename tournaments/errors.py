"""Named refusals of tournaments, with the code and a sentence for a person; a refusal changes nothing."""

from games.rules.errors import BotsNotAdmitted, Refusal


class NoSuchTournament(Refusal):
    """No tournament of this name, or none that this person may know of."""

    code = "not_found"
    status = 404
    detail = "There is no such tournament."


class RoleMissing(Refusal):
    """The person's role at the desk does not reach so far."""

    code = "forbidden"
    status = 403
    detail = "Your role in this tournament does not allow that."


class GuestCannotEnter(Refusal):
    """Guests have no account that could be told of its table."""

    code = "forbidden"
    status = 403
    detail = "Guests cannot enter tournaments: choose a name and a password for your account first."


class BotCannotEnter(BotsNotAdmitted):
    """Tournaments are for people; the bots in them are the organisers' own."""

    detail = "This account is a bot's: tournaments are for people."


class EntryClosed(Refusal):
    """Entry has not begun, or the tournament is over."""

    code = "entry_closed"
    detail = "Entry is not open."


class AlreadyEntered(Refusal):
    """Once is enough."""

    code = "already_entered"
    detail = "You have already entered."


class NationFixed(Refusal):
    """Where nations have a quota, nobody leaves and comes back for another one."""

    code = "nation_fixed"
    detail = "Only the organisers can change your nation in this tournament."


class NotEntered(Refusal):
    """Nobody can leave, or check in to, what they have not entered."""

    code = "not_entered"
    detail = "You have not entered this tournament."


class CheckInClosed(Refusal):
    """Check-in has its own time."""

    code = "check_in_closed"
    detail = "Check-in is not open."


class WrongMoment(Refusal):
    """The tournament or the stage is not where this act belongs."""

    code = "wrong_moment"
    detail = "That does not fit where the tournament is now."


class NextStageDrawn(Refusal):
    """A correction changes what a later stage was drawn from: keep that draw, or discard it?"""

    code = "next_stage_drawn"
    detail = "The next stage is drawn with what was there before: keep its draw, or discard it."


class ResultChanged(Refusal):
    """Somebody else has entered another result since the one who enters it looked."""

    code = "result_changed"
    detail = "Somebody else has entered another result meanwhile."


class CannotBeSeated(Refusal):
    """No seating is possible."""

    code = "cannot_be_seated"
    detail = "These entrants cannot be seated."


class TooFewEntrants(Refusal):
    """Fewer than the tournament asks for."""

    code = "too_few_entrants"
    detail = "There are too few entrants."


class TablePlays(Refusal):
    """A result is entered when the game is over."""

    code = "table_plays"
    detail = "This table still plays. Wait for its end, stop it, or annul the game first."


class TablesUnfinished(Refusal):
    """A stage is closed when all its tables have a result."""

    code = "tables_unfinished"
    detail = "Not all tables of this stage have a result."


class ReasonMissing(Refusal):
    """Some acts have to say why."""

    code = "reason_missing"
    detail = "Say why: this act needs a reason."


class MixFrozen(Refusal):
    """A mix that has been played with is what it was."""

    code = "mix_frozen"
    detail = "This mix is in use: make a copy of it instead."


class NotReleased(Refusal):
    """Seats are shown when the desk releases them, not before."""

    code = "not_released"
    detail = "The seats of this stage are not released yet."
