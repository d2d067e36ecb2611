"""The reasons why a person cannot be challenged, or a challenge cannot be answered."""

from core.refusal import NotFound, Refusal
from core.sentence import Sentence


class CannotChallengeYourself(Refusal):
    """Players cannot challenge themselves."""

    code = "cannot_challenge_yourself"
    detail = Sentence("You can’t challenge yourself.")


class AlreadyAtTable(Refusal):
    """The challenged person has a seat at the table."""

    code = "already_at_table"

    def __init__(self, name: str) -> None:
        """Create the refusal for the person with this name."""
        super().__init__(Sentence("%(name)s is at this table already.", name=name))


class ChallengeDeclined(Refusal):
    """The person has already declined a challenge to this table."""

    code = "challenge_declined"

    def __init__(self, name: str) -> None:
        """Create the refusal for the person with this name."""
        super().__init__(Sentence("%(name)s has declined a challenge to this table.", name=name))


class TooManyChallenges(Refusal):
    """The table has too many open challenges."""

    code = "too_many_challenges"
    detail = Sentence("Too many challenges to this table are open. Withdraw one first.")


class NoSuchChallenge(NotFound):
    """There is no such challenge, or it concerns other people."""

    detail = Sentence("There is no such challenge.")


class ChallengeOver(Refusal):
    """The challenge has been answered or withdrawn, or it has expired."""

    code = "challenge_over"
    detail = Sentence("This challenge is over.")
