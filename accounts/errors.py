"""Named refusals of accounts, with the code and a sentence for a person; a refusal changes nothing."""

from typing import ClassVar

from core.refusal import BadRequest, NotAuthenticated, Refusal


class InvalidField(BadRequest):
    """A value that accounts refuse. `field` is the input's name; `sentences` say what is wrong."""

    field: ClassVar[str]

    def __init__(self, *sentences: str) -> None:
        self.sentences = sentences or (self.detail,)
        super().__init__({self.field: list(self.sentences)}, " ".join(self.sentences))


class NameTaken(InvalidField):
    """Another account has this name, whatever its case."""

    field = "username"
    detail = "This name is taken."


class NameNotAllowed(InvalidField):
    """The name does not have the form of a name."""

    field = "username"


class NameReserved(InvalidField):
    """The name is reserved for the site's bots or for staff, or can be mistaken for a reserved name."""

    field = "username"
    detail = "This name is reserved. Please choose another one."


class PasswordTooWeak(InvalidField):
    """The password validators refuse the password; `sentences` are theirs."""

    field = "password"


class GuestHasNoEmail(InvalidField):
    """A guest account has no password that a mail could reset."""

    field = "email"
    detail = "A guest account can have an e-mail address once it has been claimed."


class NotAGuest(Refusal):
    """Only a guest account can be claimed."""

    code = "not_a_guest"
    detail = "Only guest accounts can be claimed."


class WrongPassword(NotAuthenticated):
    """No such account, or a wrong password. The refusal does not tell which, so names cannot be probed."""

    detail = "The name or the password is wrong."


class CodeRequired(NotAuthenticated):
    """The password is right, and the account has a second factor as well."""

    code = "code_required"
    detail = "This account also needs a code from your authenticator app, or a recovery code."


class WrongCode(NotAuthenticated):
    """The password is right, and the code of the second factor is wrong or was used before."""

    code = "wrong_code"
    detail = "The code is wrong or has already been used."
