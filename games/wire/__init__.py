"""JSON from and to clients: actions decoded, frames and rows as types, and the definitions of them all."""
