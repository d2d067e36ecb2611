from core.refusal import BadRequest


class NotUnderstood(BadRequest):
    """The text is not a complete or unambiguous command; the message says what to write."""

    def __init__(self, sentence: str) -> None:
        """Create the error. `sentence` is its message to the user, and also the error of the field `text`."""
        super().__init__({"text": [sentence]}, sentence)
