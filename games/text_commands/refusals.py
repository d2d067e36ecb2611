from core.refusal import BadRequest


class NotUnderstood(BadRequest):
    """The text is not a complete or unambiguous command; the message says what to write."""

    def __init__(self, sentence: str) -> None:
        """Set `sentence` as the message to the user, and as the error of the input field `text`."""
        super().__init__({"text": [sentence]}, sentence)
