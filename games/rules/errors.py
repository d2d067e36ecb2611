"""Named refusals, each with the contract's code and a sentence for a person; a refusal changes nothing."""

from core.refusal import NotFound, OutOfService, Refusal


class NoSuchTable(NotFound):
    """There is no such table, or none that this person may know of."""

    detail = "There is no such table."


class Quarantined(OutOfService):
    """The table's log is damaged: it waits for the people who run the site, and nobody moves it."""

    code = "quarantined"
    detail = "The stored data of this table is damaged. The table is unavailable until it has been repaired."


class NotYourTurn(Refusal):
    """Another seat has to act now."""

    code = "not_your_turn"
    detail = "It is not your turn."


class WrongPhase(Refusal):
    """The table is not where this action belongs."""

    code = "wrong_phase"
    detail = "That is not possible at this point of the game."


class Halted(Refusal):
    """The organisers have paused the table."""

    code = "halted"
    detail = "The organisers have paused this table."


class NothingChanged(Refusal):
    """What is asked for is so already."""

    code = "nothing_changed"
    detail = "This is already the case."


class BidOutOfRange(Refusal):
    """A bid below 0 or above the number of cards."""

    code = "bid_out_of_range"
    detail = "A bid is a number from 0 to the number of cards."


class BidNotAllowed(Refusal):
    """The bid by which the bids would add up in a restricted round."""

    code = "bid_not_allowed"
    detail = "The bids must not add up to the number of cards in this round."


class CardNotInHand(Refusal):
    """The card is not in the player's hand."""

    code = "card_not_in_hand"
    detail = "You do not have that card."


class MustFollowSuit(Refusal):
    """The player holds the suit to follow and plays another suit at a strict table."""

    code = "must_follow_suit"
    detail = "You have to follow suit, or play a Wizard or a Jester."


class StrictTable(Refusal):
    """Accusations belong to tables at which cheating is possible."""

    code = "strict_table"
    detail = "Cheating is not allowed at this table."


class CannotAccuseYourself(Refusal):
    """Accuser and accused are one."""

    code = "cannot_accuse_yourself"
    detail = "You cannot accuse yourself."


class NothingToAccuse(Refusal):
    """No card of the round has been played, or the result stands."""

    code = "nothing_to_accuse"
    detail = "There is nothing to accuse anyone of right now."


class NotSeated(Refusal):
    """Only who sits at the table may do this."""

    code = "not_seated"
    detail = "You are not sitting at this table."


class AlreadySeated(Refusal):
    """The person sits at this table already."""

    code = "already_seated"
    detail = "You are already sitting at this table."


class TableFull(Refusal):
    """No seat is free."""

    code = "table_full"
    detail = "All seats of this table are taken."


class SeatTaken(Refusal):
    """The wanted seat is somebody else's."""

    code = "seat_taken"
    detail = "That seat is taken."


class TooManyOpenTables(Refusal):
    """Somebody has as many tables waiting for players as one account may."""

    code = "too_many_open_tables"

    def __init__(self, limit: int = 3) -> None:
        waiting = "A table that you opened is" if limit == 1 else f"{limit} tables that you opened are"
        super().__init__(
            f"{waiting} still waiting for players. You can open another when one starts or everyone has left "
            "it. Tables that you have left to others count, too."
        )


class BotsNotAdmitted(Refusal):
    """Who opened the table wants no programs of other people at it."""

    code = "bots_not_admitted"
    detail = "Other people’s bots may not join this table."


class AlreadyStarted(Refusal):
    """The game runs, or is over: its seats are fixed."""

    code = "already_started"
    detail = "The game has already started."


class NotEnoughPlayers(Refusal):
    """Fewer than three."""

    code = "not_enough_players"
    detail = "Wizard needs at least three players."


class WrongNumberOfPlayers(Refusal):
    """A number of players that the preset is not made for."""

    code = "wrong_number_of_players"
    detail = "These options do not work with this number of players."


class CoachOff(Refusal):
    """The table's options leave no coach."""

    code = "coach_off"
    detail = "This table has no coach."


class Busy(Refusal):
    """The coach has not answered yet, or has too many to advise."""

    code = "busy"
    detail = "The coach is still thinking. Ask again in a moment."


class NotFinished(Refusal):
    """The record exists when the game is over."""

    code = "not_finished"
    detail = "The game is not over yet."
