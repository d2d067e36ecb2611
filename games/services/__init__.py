"""Everything that writes: command handler, scheduler, lobbies, organisers' verbs. Each call takes `now`."""
