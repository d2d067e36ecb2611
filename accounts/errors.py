"""Why accounts refuse something, by name: a sentence for a person, a code and a status for programs."""

from typing import ClassVar


class Refusal(Exception):
    """Something that accounts don't do; `field` is the input that was at fault, if one was."""

    code: ClassVar[str] = "bad_request"
    status: ClassVar[int] = 400
    field: ClassVar[str] = ""
    sentence: ClassVar[str] = "This can't be done."

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences or (self.sentence,)
        super().__init__(" ".join(self.sentences))


class NameTaken(Refusal):
    """Another account has this name, whatever its case."""

    field = "username"
    sentence = "This name is taken."


class NameNotAllowed(Refusal):
    """The name has a shape that no name may have."""

    field = "username"


class NameReserved(Refusal):
    """The name belongs to the house's bots, or sounds like staff; or it looks like such a name."""

    field = "username"
    sentence = "This name is reserved. Please choose another one."


class PasswordTooWeak(Refusal):
    """The site's password rules refuse the password; they say why."""

    field = "password"


class GuestHasNoEmail(Refusal):
    """A guest account has no password yet, and so none that a mail could reset."""

    field = "email"
    sentence = "A guest account can have an e-mail address once it has been claimed."


class NotAGuest(Refusal):
    """Only a guest account can be claimed."""

    code = "not_a_guest"
    status = 409
    sentence = "Only guest accounts can be claimed."


class WrongPassword(Refusal):
    """There is no such account, or its password is another; nobody is told which."""

    code = "not_authenticated"
    status = 401
    sentence = "The name or the password is wrong."


class CodeRequired(Refusal):
    """The password is right, and the account has a second factor as well."""

    code = "code_required"
    status = 401
    sentence = "This account asks for a code, too: from your authenticator app, or a recovery code."


class WrongCode(Refusal):
    """The password is right, and the code of the second factor is wrong or was used before."""

    code = "wrong_code"
    status = 401
    sentence = "The code is wrong, or it was used already."


class TooManyAttempts(Refusal):
    """Somebody asks too often; `wait` says for how many seconds to stop."""

    code = "throttled"
    status = 429
    sentence = "Too many attempts. Please wait a moment and try again."

    def __init__(self, *, wait: int) -> None:
        super().__init__()
        self.wait = wait
