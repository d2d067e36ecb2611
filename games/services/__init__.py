"""The operations that change games: commands, scheduler, lobbies, organisers' actions. Each takes `now`."""
