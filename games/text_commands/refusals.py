from core.refusal import BadRequest


class NotUnderstood(BadRequest):
    """The text is not a complete or unambiguous command; the message says what to write."""

    def __init__(self, sentence: str) -> None:
        """Create a refusal with the sentence as its message and as the error of the field `text`."""
        super().__init__({"text": [sentence]}, sentence)
