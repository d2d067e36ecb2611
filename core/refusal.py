"""The base of all named refusals, and their kinds; pure, because the rules refuse as well.

A refusal has no HTTP status of its own: `core.http.problems` maps each kind to one. Its sentences are
English; edges translate them.
"""

from core.sentence import Sentence, join_sentences


class Refusal(Exception):
    """A named reason why an action is not possible now; nothing has changed.

    `code` is for programs and is never renamed, `detail` is a message for people, and `errors` maps each
    input field to its error messages.
    """

    code = "refused"
    detail: str = Sentence("That is not possible.")

    def __init__(self, detail: str | None = None, errors: dict[str, list[str]] | None = None) -> None:
        """Create an exception that tells the user why an action is refused.

        `detail` is the message for the user, by default the class's own message. `errors` maps the names of
        input fields to error messages.
        """
        super().__init__(detail or self.detail)
        self.detail = detail or self.detail
        self.errors = errors or {}


class BadRequest(Refusal):
    """The input is malformed: not a valid action, option or value."""

    code = "bad_request"
    detail = Sentence("The request could not be understood.")

    def __init__(self, errors: dict[str, list[str]] | None = None, detail: str | None = None) -> None:
        """Create an exception for invalid input. `errors` maps the names of input fields to error messages.

        `detail` is the message for the user. By default, it is made by joining the messages in `errors`. If
        there are none, the class's default message is used.
        """
        if detail is None and errors:
            detail = join_sentences(
                join_sentences([f"{field}:", *messages]) for field, messages in errors.items()
            )
        super().__init__(detail, errors)


class NotAuthenticated(Refusal):
    """The caller is not logged in, or the credentials are wrong."""

    code = "not_authenticated"
    detail = Sentence("You need to log in to do that.")


class Forbidden(Refusal):
    """The caller is not allowed to do this."""

    code = "forbidden"
    detail = Sentence("You may not do that.")


class NotFound(Refusal):
    """The requested object does not exist, or the caller may not know that it exists."""

    code = "not_found"
    detail = Sentence("There is no such thing.")


class Throttled(Refusal):
    """Too many attempts; `wait` is the number of seconds until the next one is allowed."""

    code = "throttled"
    detail = Sentence("Too many attempts. Please wait a moment and try again.")

    def __init__(self, *, wait: int) -> None:
        """Set the number of seconds that the user must wait before the next attempt."""
        super().__init__()
        self.wait = wait


class OutOfService(Refusal):
    """The server cannot do this now, or not until an operator repairs something; nothing has changed."""

    code = "unavailable"
    detail = Sentence("This cannot be reached at this moment. Try again.")
