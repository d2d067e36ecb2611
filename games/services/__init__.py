"""The operations that change games: commands, scheduler, lobbies, organisers' actions. All take `now`."""
