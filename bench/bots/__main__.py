"""`make bench-bots`: the arena, which is the command of this package."""

from bench.bots.arena import main

if __name__ == "__main__":
    main()
