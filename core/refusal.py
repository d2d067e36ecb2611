"""The base of all named refusals, and their kinds; pure, because the rules refuse as well.

A refusal has no HTTP status of its own: `core.http.problems` maps each kind to one.
"""


class Refusal(Exception):
    """An action that is not possible now, and changes nothing.

    `code` is for programs and is never renamed, `detail` is a sentence for a person, and `errors` maps an
    input field to its faults.
    """

    code = "refused"
    detail = "That is not possible."

    def __init__(self, detail: str | None = None, errors: dict[str, list[str]] | None = None) -> None:
        super().__init__(detail or self.detail)
        self.detail = detail or self.detail
        self.errors = errors or {}


class BadRequest(Refusal):
    """The input is malformed: no action, option or value at all."""

    code = "bad_request"
    detail = "The request could not be understood."

    def __init__(self, errors: dict[str, list[str]] | None = None, detail: str | None = None) -> None:
        if detail is None and errors:
            detail = " ".join(f"{field}: {' '.join(faults)}" for field, faults in errors.items())
        super().__init__(detail, errors)


class NotAuthenticated(Refusal):
    """The caller has not proved who they are."""

    code = "not_authenticated"
    detail = "You need to log in to do that."


class Forbidden(Refusal):
    """The person may not do this here."""

    code = "forbidden"
    detail = "You may not do that."


class NotFound(Refusal):
    """There is no such thing, or none that this person may know of."""

    code = "not_found"
    detail = "There is no such thing."


class Throttled(Refusal):
    """Too many attempts; `wait` is the number of seconds until the next one is allowed."""

    code = "throttled"
    detail = "Too many attempts. Please wait a moment and try again."

    def __init__(self, *, wait: int) -> None:
        super().__init__()
        self.wait = wait


class OutOfService(Refusal):
    """A fault on the server's side, now or until somebody mends it; nothing changed."""

    code = "unavailable"
    detail = "This cannot be reached at this moment. Try again."
