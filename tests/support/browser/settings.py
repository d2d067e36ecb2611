"""The settings of servers for browser tests."""

from tests.support.browser.deals import SERVER_SEED
from tests.support.faults.hooks import HOOK

PATIENT_COACH = (
    "games.services.analysis.coach:ANSWER_TIMEOUT=300 games.services.bots.worker_pool:ANSWER_TIMEOUT=300 "
    "games.services.bots.worker_pool:NICENESS=0"
)
"""For coaches and analyses whose workers share the machine with browsers: seconds, and no standing back."""
NO_BOT_CLAIMS = "games.bots.players.claim:MIN_CARDS=61"
"""Bots play on: no deal ends a round before its last card."""
PATIENT_UNDO = "games.rules.undo.ask:ANSWER_TIMEOUT=1"
"""A question whether something is taken back waits for a day."""
SETTINGS = {
    "PYTHONPATH": HOOK,
    "LIMITS": f"{PATIENT_COACH} {NO_BOT_CLAIMS} {PATIENT_UNDO}",
    "SERVER_SEED": SERVER_SEED.hex(),
}
"""Of servers for browser tests, as environment variables."""
