"""Sentences for people that the edge translates; pure, because the rules write some of them.

A sentence is English text. It remembers the template and the values that it was made from, which
`core.translation` needs to translate it. `make messages` finds the templates.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any


class Sentence(str):
    """English text that can be translated, made from a template such as `A round has %(cards)d cards.`"""

    __slots__ = ("number", "params", "plural", "template")

    template: str
    params: Mapping[str, object]
    plural: str | None
    number: int

    def __new__(cls, template: str, **params: object) -> "Sentence":
        """Fill the template with `params`. If there are none, the sentence is the template itself."""
        self = super().__new__(cls, template % params if params else template)
        self.template, self.params, self.plural, self.number = template, params, None, 1
        return self


def counted_sentence(singular: str, plural: str, count: int, **params: object) -> Sentence:
    """Return a sentence made from `singular` or `plural`, depending on `count`.

    The templates may contain the count as `%(count)d`, and `params` in the same way.
    """
    values = {"count": count, **params}
    sentence = Sentence(singular if count == 1 else plural, **values)
    sentence.template, sentence.plural, sentence.number = singular, plural, count
    return sentence


def join_sentences(sentences: Iterable[str], separator: str = " ") -> Sentence:
    """Join sentences into one, whose parts are translated separately."""
    values = {f"part{index}": sentence for index, sentence in enumerate(sentences)}
    gap = separator.replace("%", "%%")
    return Sentence(gap.join(f"%({name})s" for name in values), **values)


def join_with_and(sentences: Sequence[str]) -> Sentence:
    """Join at least one sentence with commas and "and", as in "a, b and c"."""
    some, last = join_sentences(sentences[:-1], ", "), sentences[-1]
    return Sentence("%(some)s and %(last)s", some=some, last=last) if some else join_sentences([last])


def join_with_or(names: Sequence[str]) -> str:
    """Join at least one name with commas and "or", as in "a, b or c". Names are not translated."""
    if len(names) == 1:
        return names[0]
    return Sentence("%(some)s or %(last)s", some=", ".join(names[:-1]), last=names[-1])


def must_be_one_of(choices: Iterable[object]) -> Sentence:
    """Return an error message that lists the choices, for a value that is none of them."""
    return Sentence("This must be one of %(choices)s.", choices=", ".join(map(str, choices)))


def message_of_error(error: Exception) -> str:
    """Return an exception's message: a translatable Sentence if it was raised with one."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def encode_sentences(value: object) -> Any:
    """Return a copy of the value with all sentences in it encoded as JSON objects.

    `decode_sentences` is the inverse. For decimals inside sentences, also pass `encode_sentence` to the JSON
    encoder as `default`.
    """
    if isinstance(value, Sentence):
        return {name: encode_sentences(part) for name, part in encode_sentence(value).items()}
    if isinstance(value, Mapping):
        return {name: encode_sentences(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [encode_sentences(each) for each in value]
    return value


def encode_sentence(value: object) -> dict[str, object]:
    """Encode a Sentence, or a Decimal inside a Sentence, as a JSON object for `decode_sentences`.

    Raise TypeError for any other value, as JSON encoders expect of their `default` function.
    """
    if isinstance(value, Sentence):
        return {
            "template": value.template,
            "params": dict(value.params),
            "plural": value.plural,
            "number": value.number,
        }
    if isinstance(value, Decimal):
        return {"decimal": str(value)}
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def decode_sentences(value: Any) -> Any:
    """Return a copy of a JSON value with all encoded sentences and decimals decoded, at any depth."""
    if isinstance(value, list):
        return [decode_sentences(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "decimal" in value:
        return Decimal(value["decimal"])
    found = {name: decode_sentences(each) for name, each in value.items()}
    return _decode_sentence(**found) if "template" in found else found


def _decode_sentence(template: str, params: dict[str, object], plural: str | None, number: int) -> Sentence:
    """Build a sentence from the fields of its JSON object.

    If there is a `plural`, `number` selects one of the two templates.
    """
    if plural is None:
        return Sentence(template, **params)
    values = {name: value for name, value in params.items() if name != "count"}
    return counted_sentence(template, plural, number, **values)
