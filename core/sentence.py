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
        """Create a translatable sentence.

        Fill placeholders such as `%(cards)d` in the template with `params`.
        """
        # Without `params`, the template is taken as it is: `%` has no special meaning.
        self = super().__new__(cls, template % params if params else template)
        self.template, self.params, self.plural, self.number = template, params, None, 1
        return self


def counted_sentence(singular: str, plural: str, count: int, **params: object) -> Sentence:
    """Return a translatable sentence, in the singular if `count` is 1 and otherwise in the plural.

    Placeholders in both texts, such as `%(count)d`, are filled with `count` and `params`.
    """
    values = {"count": count, **params}
    sentence = Sentence(singular if count == 1 else plural, **values)
    sentence.template, sentence.plural, sentence.number = singular, plural, count
    return sentence


def join_sentences(sentences: Iterable[str], separator: str = " ") -> Sentence:
    """Join sentences into one translatable sentence. Each part is translated separately."""
    values = {f"part{index}": sentence for index, sentence in enumerate(sentences)}
    gap = separator.replace("%", "%%")
    return Sentence(gap.join(f"%({name})s" for name in values), **values)


def join_with_and(texts: Sequence[str]) -> Sentence:
    """Join texts with commas and "and", as in "a, b and c". Each text is translated separately.

    There must be at least one text.
    """
    some, last = join_sentences(texts[:-1], ", "), texts[-1]
    return Sentence("%(some)s and %(last)s", some=some, last=last) if some else join_sentences([last])


def join_with_or(names: Sequence[str]) -> str:
    """Join names with commas and "or", as in "a, b or c". There must be at least one.

    Names are not translated.
    """
    if len(names) == 1:
        return names[0]
    return Sentence("%(some)s or %(last)s", some=", ".join(names[:-1]), last=names[-1])


def must_be_one_of(choices: Iterable[object]) -> Sentence:
    """Return the translatable error message "This must be one of …" with all choices."""
    return Sentence("This must be one of %(choices)s.", choices=", ".join(map(str, choices)))


def message_of_error(error: Exception) -> str:
    """Return an exception's message.

    A Sentence is returned unchanged, so that it can be translated.
    """
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def encode_sentences(value: object) -> Any:
    """Return a copy of the value in which each Sentence, at any depth, is encoded as a JSON object.

    Tuples become lists. Decimals are left as they are: give the JSON encoder `encode_for_json` as its
    `default`.
    """
    if isinstance(value, Sentence):
        return {name: encode_sentences(part) for name, part in encode_for_json(value).items()}
    if isinstance(value, Mapping):
        return {name: encode_sentences(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [encode_sentences(each) for each in value]
    return value


def encode_for_json(value: object) -> dict[str, object]:
    """Encode a Sentence or a Decimal as a JSON object. Raise TypeError for any other value.

    JSON encoders that get this function as their `default` call it for values that they cannot encode.
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
    """Return a copy of a JSON value with all encoded Sentences and Decimals, at any depth, decoded."""
    if isinstance(value, list):
        return [decode_sentences(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "decimal" in value:
        return Decimal(value["decimal"])
    found = {name: decode_sentences(each) for name, each in value.items()}
    return _decode_sentence(**found) if "template" in found else found


def _decode_sentence(template: str, params: dict[str, object], plural: str | None, number: int) -> Sentence:
    """Create a sentence from the fields of its JSON object.

    If `plural` is given, `template` is the singular text. The singular is used if `number` is 1, and the
    plural otherwise.
    """
    if plural is None:
        return Sentence(template, **params)
    values = {name: value for name, value in params.items() if name != "count"}
    return counted_sentence(template, plural, number, **values)
