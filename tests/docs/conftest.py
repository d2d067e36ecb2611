"""Makes the examples importable, as they are for who runs them in their folder."""

import sys

from tests.servers import ROOT

sys.path.insert(0, str(ROOT / "docs" / "examples"))
