"""What every app builds on and no app owns: refusals, the HTTP toolkit, the real-time toolkit."""
