"""Play by mail: the edge through which emails come in and go out."""
