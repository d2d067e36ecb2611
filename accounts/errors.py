"""Named refusals of accounts, with the code and a sentence for a person; a refusal changes nothing."""

from typing import ClassVar

from core.refusal import BadRequest, NotAuthenticated, Refusal


class InvalidField(BadRequest):
    """A value that accounts do not take; `field` is the input at fault, `sentences` say what is wrong."""

    field: ClassVar[str]

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences or (self.detail,)
        super().__init__({self.field: list(self.sentences)}, " ".join(self.sentences))


class NameTaken(InvalidField):
    """Another account has this name, whatever its case."""

    field = "username"
    detail = "This name is taken."


class NameNotAllowed(InvalidField):
    """The name has a shape that no name may have."""

    field = "username"


class NameReserved(InvalidField):
    """The name belongs to the house's bots, or sounds like staff; or it looks like such a name."""

    field = "username"
    detail = "This name is reserved. Please choose another one."


class PasswordTooWeak(InvalidField):
    """The site's password rules refuse the password; they say why."""

    field = "password"


class GuestHasNoEmail(InvalidField):
    """A guest account has no password yet, and so none that a mail could reset."""

    field = "email"
    detail = "A guest account can have an e-mail address once it has been claimed."


class NotAGuest(Refusal):
    """Only a guest account can be claimed."""

    code = "not_a_guest"
    detail = "Only guest accounts can be claimed."


class WrongPassword(NotAuthenticated):
    """There is no such account, or its password is another; nobody is told which."""

    detail = "The name or the password is wrong."


class CodeRequired(NotAuthenticated):
    """The password is right, and the account has a second factor as well."""

    code = "code_required"
    detail = "This account also needs a code from your authenticator app, or a recovery code."


class WrongCode(NotAuthenticated):
    """The password is right, and the code of the second factor is wrong or was used before."""

    code = "wrong_code"
    detail = "The code is wrong or has already been used."
