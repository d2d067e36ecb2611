"""Hypothesis searches here as it does for the rules."""

import tests.games.rules.conftest  # noqa: F401
