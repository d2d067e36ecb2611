"""What the figures are compared with: the bare pipeline and boardgame.io."""
