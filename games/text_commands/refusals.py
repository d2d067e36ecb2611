from core.refusal import BadRequest


class NotUnderstood(BadRequest):
    """The text is not a complete command; the sentence says what to write."""

    def __init__(self, sentence: str) -> None:
        super().__init__({"text": [sentence]}, sentence)
