"""Named refusals, each with a code from the contract and a message for users; a refusal changes nothing."""

from core.refusal import Forbidden, NotFound, OutOfService, Refusal
from core.sentence import Sentence, counted_sentence


class NoSuchTable(NotFound):
    """The table does not exist, or its existence is hidden from this person."""

    detail = Sentence("There is no such table.")


class Quarantined(OutOfService):
    """The table's log is damaged, so nobody can play until an operator has repaired it."""

    code = "quarantined"
    detail = Sentence(
        "The stored data of this table is damaged. The table is unavailable until it has been repaired."
    )


class NotYourTurn(Refusal):
    """Another seat has to act now."""

    code = "not_your_turn"
    detail = Sentence("It is not your turn.")


class WrongPhase(Refusal):
    """The action belongs to another phase of the game."""

    code = "wrong_phase"
    detail = Sentence("That is not possible at this point of the game.")


class Halted(Refusal):
    """The table is on hold, by its organisers or its players, so no seat can act."""

    code = "halted"
    detail = Sentence("The organisers have paused this table.")

    def __init__(self, *, by_players: bool = False) -> None:
        """Create the error for a table that is on hold.

        Its message says that the players paused the table if `by_players` is set, otherwise the organisers.
        """
        super().__init__(Sentence("The players have paused this table.") if by_players else None)


class NothingChanged(Refusal):
    """The request asks for the state that already applies."""

    code = "nothing_changed"
    detail = Sentence("This is already the case.")


class BidOutOfRange(Refusal):
    """The bid is below 0 or above the number of cards."""

    code = "bid_out_of_range"
    detail = Sentence("A bid is a number from 0 to the number of cards.")


class BidNotAllowed(Refusal):
    """In a restricted round, all bids including this one would add up to the number of cards."""

    code = "bid_not_allowed"
    detail = Sentence("The bids must not add up to the number of cards in this round.")


class CardNotInHand(Refusal):
    """The card is not in the player's hand."""

    code = "card_not_in_hand"
    detail = Sentence("You do not have that card.")


class MustFollowSuit(Refusal):
    """At a strict table, the player holds the suit to follow but tried to play another suit."""

    code = "must_follow_suit"
    detail = Sentence("You have to follow suit, or play a Wizard or a Jester.")


class StrictTable(Refusal):
    """The table does not allow cheating, so no accusation is possible."""

    code = "strict_table"
    detail = Sentence("Cheating is not allowed at this table.")


class CannotAccuseYourself(Refusal):
    """A player accused their own seat."""

    code = "cannot_accuse_yourself"
    detail = Sentence("You cannot accuse yourself.")


class NothingToAccuse(Refusal):
    """No card of the round has been played, or the game is over."""

    code = "nothing_to_accuse"
    detail = Sentence("There is nothing to accuse anyone of right now.")


class ClaimsUnavailable(Refusal):
    """Claims are not possible at a cheating table, where the cards played prove nothing about the hands."""

    code = "claims_unavailable"
    detail = Sentence("Tricks cannot be claimed at a table where cheating is possible.")


class UndoUnavailable(Refusal):
    """Undo is not available: in a tournament, at a cheating table, or because the option is off."""

    code = "undo_unavailable"
    detail = Sentence("Nothing can be taken back at this table.")


class NothingToUndo(Refusal):
    """The player has made no decision that could be taken back."""

    code = "nothing_to_undo"
    detail = Sentence("You have nothing to take back.")


class UndoTooLate(Refusal):
    """Another player has made a decision since."""

    code = "undo_too_late"
    detail = Sentence("It is too late to take that back: the game has gone on.")


class UndoWouldReveal(Refusal):
    """The decision has caused something hidden to be shown."""

    code = "undo_would_reveal"
    detail = Sentence("That can’t be taken back: something hidden has been shown since.")


class TooManyUndos(Refusal):
    """The player has asked to take back decisions too often in this round."""

    code = "too_many_undos"
    detail = Sentence("You have asked too often in this round.")


class NoUndoAsked(Refusal):
    """There is no open undo request, or the player tries to withdraw another player's request."""

    code = "no_undo_asked"
    detail = Sentence("Nobody asks to take anything back now.")


class ClaimTooEarly(Refusal):
    """The player has too many cards left for a claim to be verified."""

    code = "claim_too_early"
    detail = Sentence(
        "It is too early to verify a claim. You can claim when you have at most four cards left."
    )


class ClaimUnproven(Refusal):
    """The claim could fail in some deal that is consistent with what the claimant knows."""

    code = "claim_unproven"
    detail = Sentence("This claim is not certain: with some cards that the others may hold, it would fail.")


class NotSeated(Refusal):
    """The person has no seat at the table."""

    code = "not_seated"
    detail = Sentence("You are not sitting at this table.")


class NotTheHost(Forbidden):
    """Only the host may do this, at a table that is waiting for players."""

    detail = Sentence("Only the host of this table can do that.")


class RemovedByHost(Refusal):
    """The host has removed this person from the table."""

    code = "removed_by_host"
    detail = Sentence("The host has removed you from this table. You cannot sit down here again.")


class NobodyThere(Refusal):
    """The seat is free, so nobody can be removed from it."""

    code = "nobody_there"
    detail = Sentence("Nobody sits there.")


class SomebodyElseThere(Refusal):
    """The player in the seat is not the player to be removed."""

    code = "somebody_else_there"
    detail = Sentence("Somebody else sits there now.")


class AlreadySeated(Refusal):
    """The person already has a seat at this table."""

    code = "already_seated"
    detail = Sentence("You are already sitting at this table.")


class TableFull(Refusal):
    """No seat is free."""

    code = "table_full"
    detail = Sentence("All seats of this table are taken.")


class SeatTaken(Refusal):
    """Another player has the requested seat."""

    code = "seat_taken"
    detail = Sentence("That seat is taken.")


class TooManyOpenTables(Refusal):
    """The account has reached its limit of tables that are waiting for players."""

    code = "too_many_open_tables"

    def __init__(self, limit: int = 3) -> None:
        """Create the error. `limit` is the maximum number of an account's tables that wait for players."""
        super().__init__(
            counted_sentence(
                "A table that you opened is still waiting for players. You can open another when one starts "
                "or everyone has left it. Tables that you have left to others count, too.",
                "%(count)d tables that you opened are still waiting for players. You can open another when "
                "one starts or everyone has left it. Tables that you have left to others count, too.",
                limit,
            )
        )


class BotsNotAdmitted(Refusal):
    """The table does not admit other people's bots."""

    code = "bots_not_admitted"
    detail = Sentence("Other people’s bots may not join this table.")


class AlreadyStarted(Refusal):
    """The game has started or is over, so its seats are fixed."""

    code = "already_started"
    detail = Sentence("The game has already started.")


class NotEnoughPlayers(Refusal):
    """The table has fewer than three players."""

    code = "not_enough_players"
    detail = Sentence("Wizard needs at least three players.")


class WrongNumberOfPlayers(Refusal):
    """The options do not work with this number of players."""

    code = "wrong_number_of_players"
    detail = Sentence("These options do not work with this number of players.")


class CoachOff(Refusal):
    """The table's options include no coach."""

    code = "coach_off"
    detail = Sentence("This table has no coach.")


class Busy(Refusal):
    """The player's previous question has not been answered yet, or too many others are waiting."""

    code = "busy"
    detail = Sentence("The coach is still thinking. Ask again in a moment.")


class NotFinished(Refusal):
    """The game is not over, or its record is withheld for now."""

    code = "not_finished"
    detail = Sentence("The game is not over yet.")
