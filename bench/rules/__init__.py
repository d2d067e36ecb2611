"""Figures of the engine alone: its speed, its sights, its claims."""
