"""Figures of tables: their moves, their load, their growth."""
