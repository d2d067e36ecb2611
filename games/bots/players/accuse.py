"""Accusations by bots, only of cheats that they can prove."""

from games.bots.view import Action
from games.rules.sight.proofs import Proof, proofs

__all__ = ["Proof", "accusation", "proofs"]


def accusation(proof: Proof) -> Action:
    """Return the action that accuses the player of a proven cheat."""
    return {"type": "accuse", "accused": proof.accused, "source": "button"}
