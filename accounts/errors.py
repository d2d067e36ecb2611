"""The refusals of accounts, each with a code and a message for the user. A refused call changes nothing."""

from typing import ClassVar

from core.refusal import BadRequest, NotAuthenticated, NotFound, Refusal, Throttled
from core.sentence import Sentence, join_sentences


class InvalidField(BadRequest):
    """A field's value is refused. `field` is the name of the input, and `sentences` say what is wrong."""

    field: ClassVar[str]

    def __init__(self, *sentences: str) -> None:
        """Store `sentences`, which say what is wrong with the field's value.

        If no sentences are given, store the class's default sentence, `detail`.
        """
        self.sentences = sentences or (self.detail,)
        super().__init__({self.field: list(self.sentences)}, join_sentences(self.sentences))


class NameTaken(InvalidField):
    """Another account has this name; case is ignored."""

    field = "username"
    detail = Sentence("This name is taken.")


class NameNotAllowed(InvalidField):
    """The name does not match the pattern of public names."""

    field = "username"


class NameReserved(InvalidField):
    """The name is reserved for the site's bots or for staff, or can be mistaken for a reserved name."""

    field = "username"
    detail = Sentence("This name is reserved. Please choose another one.")


class PasswordTooWeak(InvalidField):
    """The password validators reject the password; `sentences` are their messages."""

    field = "password"


class GuestHasNoEmail(InvalidField):
    """A guest account cannot have an email address, because it has no password that an email could reset."""

    field = "email"
    detail = Sentence("A guest account can have an e-mail address once it has been claimed.")


class LinkRequestedRecently(Throttled):
    """A confirmation link to the address was requested recently.

    `last_link_works` is True if that link was for the same EmailAddress object, so that the link still works.
    """

    def __init__(self, *, wait: int, last_link_works: bool) -> None:
        """Store the number of seconds to wait before another link can be requested.

        `last_link_works` is True if the recently requested link still works for this account, because the
        link belongs to the same EmailAddress object.
        """
        super().__init__(wait=wait)
        self.last_link_works = last_link_works


class NotAGuest(Refusal):
    """Only a guest account can be claimed."""

    code = "not_a_guest"
    detail = Sentence("Only guest accounts can be claimed.")


class WrongPassword(NotAuthenticated):
    """No such account, or a wrong password. The refusal does not say which, so names cannot be probed."""

    detail = Sentence("The name or the password is wrong.")


class CodeRequired(NotAuthenticated):
    """The password is right, but the account also requires a code from its second factor."""

    code = "code_required"
    detail = Sentence("This account also needs a code from your authenticator app, or a recovery code.")


class WrongCode(NotAuthenticated):
    """The password is right, but the second factor's code is wrong or was used before."""

    code = "wrong_code"
    detail = Sentence("The code is wrong or has already been used.")


class NoSuchPlayer(NotFound):
    """No account has this name."""

    detail = Sentence("There is no player of this name.")


class CannotBlockYourself(Refusal):
    """A player tried to block their own account."""

    code = "cannot_block_yourself"
    detail = Sentence("You cannot block yourself.")


class TooManyBlocks(Refusal):
    """The player has reached the maximum number of blocks."""

    code = "too_many_blocks"
    detail = Sentence("You block as many players as an account can. Unblock somebody first.")


class NoSuchMember(NotFound):
    """No active account other than a guest's has this name. Guests cannot be found by name."""

    detail = Sentence("There is no player with an account of this name.")


class AccountRequired(Refusal):
    """A guest tried something that requires a permanent account."""

    code = "account_required"
    detail = Sentence("Guests can’t do that. Keep this account first: choose a name and a password.")


class BotAccount(Refusal):
    """Bot accounts cannot have friends, and neither send nor accept challenges."""

    code = "bot_account"
    detail = Sentence("Bots don’t make friends and don’t take challenges.")


class CannotBefriendYourself(Refusal):
    """A player tried to become their own friend."""

    code = "cannot_befriend_yourself"
    detail = Sentence("You can’t be your own friend here.")


class BlockedByYou(Refusal):
    """A player tried to befriend or challenge somebody whom they have blocked."""

    code = "blocked_by_you"
    detail = Sentence("You have blocked this player. Unblock them first.")


class AlreadyFriends(Refusal):
    """The two players are already friends."""

    code = "already_friends"
    detail = Sentence("You are friends already.")


class TooManyFriends(Refusal):
    """One of the two players has reached the maximum number of friends."""

    code = "too_many_friends"
    detail = Sentence("You have as many friends as an account can have. Remove one first.")


class TooManyFriendRequests(Refusal):
    """Too many of the player's friend requests are still unanswered."""

    code = "too_many_friend_requests"
    detail = Sentence("Too many of your friend requests are unanswered. Withdraw one first.")


class NoSuchFriendRequest(NotFound):
    """There is no open friend request between the two players."""

    detail = Sentence("There is no friend request of this player.")
