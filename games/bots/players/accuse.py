"""Accusations by bots, only of cheats that they can prove."""

from typing import Any

from games.rules.sight.proofs import Proof, proofs

__all__ = ["Proof", "accusation", "proofs"]


def accusation(proof: Proof) -> dict[str, Any]:
    """Return the action that accuses the player of a proven cheat."""
    return {"type": "accuse", "accused": proof.accused, "source": "button"}
