"""Any JSON, and JSON that is nearly right; for hypothesis to draw."""

from typing import Any

from hypothesis import strategies as st

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10)
objects = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
"""What a JSON parser can give, NaN and lone surrogates included."""


def nearly(values: dict[str, list[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects with some of these fields, each with a value that is right, or with any at all."""
    fields = {name: st.sampled_from(right) | objects for name, right in values.items()}
    known = st.fixed_dictionaries({}, optional=fields)
    return known | st.builds(
        lambda a, b: {**b, **a}, known, st.dictionaries(st.text(max_size=5), scalars, max_size=1)
    )
