"""Sentences for people that the edge translates; pure, because the rules write some of them.

A sentence is English text. It remembers the template and the values that it was made from, which
`core.translation` needs to say it in another language. `manage.py messages` finds the templates.
"""

from collections.abc import Iterable, Mapping, Sequence


class Sentence(str):
    """English text that can be translated, made from a template such as `A round has %(cards)d cards.`"""

    __slots__ = ("number", "params", "plural", "template")

    template: str
    params: Mapping[str, object]
    plural: str | None
    number: int

    def __new__(cls, template: str, **params: object) -> "Sentence":
        """Fill the template with the values; a template without values is the text itself."""
        self = super().__new__(cls, template % params if params else template)
        self.template, self.params, self.plural, self.number = template, params, None, 1
        return self


def counted_sentence(singular: str, plural: str, count: int, **params: object) -> Sentence:
    """Return the sentence that fits a number, which the templates may name as `%(count)d`."""
    values = {"count": count, **params}
    sentence = Sentence(singular if count == 1 else plural, **values)
    sentence.template, sentence.plural, sentence.number = singular, plural, count
    return sentence


def join_sentences(sentences: Iterable[str], separator: str = " ") -> Sentence:
    """Return one text of several, each of which is translated by itself."""
    values = {f"part{index}": sentence for index, sentence in enumerate(sentences)}
    gap = separator.replace("%", "%%")
    return Sentence(gap.join(f"%({name})s" for name in values), **values)


def join_with_or(names: Sequence[str]) -> str:
    """Return names in one text: "a", "a or b", "a, b or c"."""
    if len(names) == 1:
        return names[0]
    return Sentence("%(some)s or %(last)s", some=", ".join(names[:-1]), last=names[-1])


def one_of(choices: Iterable[object]) -> Sentence:
    """Return the sentence that lists what is allowed."""
    return Sentence("This must be one of %(choices)s.", choices=", ".join(map(str, choices)))


def sentence_of(fault: Exception) -> str:
    """Return the sentence with which an exception was raised; `str` would forget how to translate it."""
    return fault.args[0] if fault.args and isinstance(fault.args[0], str) else str(fault)
