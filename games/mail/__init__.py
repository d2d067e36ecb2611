"""Play by mail: the edge through which mails come in and go out."""
