"""Named refusals of tournaments, each with a code and a user-facing sentence; a refusal changes nothing."""

from core.refusal import Forbidden, NotFound, Refusal
from core.sentence import Sentence
from games.rules.errors import BotsNotAdmitted


class NoSuchTournament(NotFound):
    """The tournament does not exist, or this person may not know that it does."""

    detail = Sentence("There is no such tournament.")


class RoleMissing(Forbidden):
    """The person's role in the tournament does not allow this."""

    detail = Sentence("Your role in this tournament does not allow that.")


class GuestCannotEnter(Forbidden):
    """A guest account cannot be notified of its table, so guests cannot enter."""

    detail = Sentence("Guests cannot enter tournaments: choose a name and a password for your account first.")


class BotCannotEnter(BotsNotAdmitted):
    """Tournaments are for people; only organisers add bots."""

    detail = Sentence("This account belongs to a bot, and only people can enter tournaments.")


class EntryClosed(Refusal):
    """Entry has not begun, or the tournament is over."""

    code = "entry_closed"
    detail = Sentence("Entry is not open.")


class AlreadyEntered(Refusal):
    """The person has already entered."""

    code = "already_entered"
    detail = Sentence("You have already entered.")


class NationFixed(Refusal):
    """A withdrawn entrant cannot re-enter for another nation where nations have a quota."""

    code = "nation_fixed"
    detail = Sentence("Only the organisers can change your nation in this tournament.")


class NotEntered(Refusal):
    """The person is not an entrant, so there is nothing to withdraw or check in."""

    code = "not_entered"
    detail = Sentence("You have not entered this tournament.")


class CheckInClosed(Refusal):
    """Check-in is not open now."""

    code = "check_in_closed"
    detail = Sentence("Check-in is not open.")


class WrongMoment(Refusal):
    """The action belongs to another phase of the tournament or stage."""

    code = "wrong_moment"
    detail = Sentence("That is not possible at this point of the tournament.")


class SentTwice(WrongMoment):
    """What a form would add has been added since the form was shown."""

    detail = Sentence(
        "This has changed since you opened the page, or the form arrived twice. Have a look, and send it "
        "again if you still want to."
    )


class NextStageDrawn(Refusal):
    """A correction affects a later stage's draw, and the request does not say whether to keep that draw."""

    code = "next_stage_drawn"
    detail = Sentence(
        "The next stage has already been drawn from the old results. Keep its draw or discard it."
    )


class ResultChanged(Refusal):
    """Somebody else has entered another result since the form was opened."""

    code = "result_changed"
    detail = Sentence("Somebody else has entered a different result in the meantime.")


class EntrantsChanged(Refusal):
    """The uploaded list would now have a different effect than its preview showed."""

    code = "entrants_changed"
    detail = Sentence(
        "The entrants have changed since you looked. Nothing is stored; this is the new preview."
    )


class CannotBeSeated(Refusal):
    """No seating of these players is possible."""

    code = "cannot_be_seated"
    detail = Sentence("These entrants cannot be seated.")


class TooFewEntrants(Refusal):
    """The tournament has fewer entrants than its minimum."""

    code = "too_few_entrants"
    detail = Sentence("There are not enough entrants.")


class TablePlays(Refusal):
    """A game is still in progress at the table, so no result can be entered."""

    code = "table_plays"
    detail = Sentence("This table is still playing. Wait for the end of the game, or stop or annul it first.")


class TablesUnfinished(Refusal):
    """Some tables of the stage have no result yet, so it cannot be closed."""

    code = "tables_unfinished"
    detail = Sentence("Some tables of this stage have no result yet.")


class ReasonMissing(Refusal):
    """The action needs a reason."""

    code = "reason_missing"
    detail = Sentence("Please give a reason.")


class MixFrozen(Refusal):
    """A stage has been drawn with the option mix, so it can no longer be changed."""

    code = "mix_frozen"
    detail = Sentence("This option mix is already in use. Make a copy and change that instead.")


class NotReleased(Refusal):
    """The seats of the stage have not been published yet."""

    code = "not_released"
    detail = Sentence("The seats of this stage have not been released yet.")
