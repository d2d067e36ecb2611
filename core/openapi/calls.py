"""Describes each operation in the OpenAPI document by the docstring of the method that handles it."""

from drf_spectacular.openapi import AutoSchema


class DocstringSchema(AutoSchema):
    """Describes an operation by its view method's docstring: first the summary, then the description."""

    def get_summary(self) -> str | None:
        """Return the operation's summary: the first paragraph of its view method's docstring.

        Its full stop is removed. Return None if the docstring is empty.
        """
        summary: str = super().get_description().partition("\n\n")[0]
        return summary.removesuffix(".") or None

    # drf-spectacular calls it without the path and method that REST framework passes.
    def get_description(self) -> str:  # type: ignore[override]
        """Return the operation's description: its view method's docstring without the first paragraph."""
        description: str = super().get_description().partition("\n\n")[2]
        return description
