"""Describes each call in the OpenAPI document by the docstring of the method that handles it."""

from drf_spectacular.openapi import AutoSchema


class DocstringSchema(AutoSchema):
    """Describes a call by its view's docstring: the first line is the summary, the rest the description."""

    def get_summary(self) -> str | None:
        """Return the first paragraph of the docstring without its final full stop, or None if it is empty."""
        summary: str = super().get_description().partition("\n\n")[0]
        return summary.removesuffix(".") or None

    # drf-spectacular calls it without the path and method that REST framework passes.
    def get_description(self) -> str:  # type: ignore[override]
        """Return the docstring without its first paragraph, which is the summary."""
        description: str = super().get_description().partition("\n\n")[2]
        return description
