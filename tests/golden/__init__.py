"""Games whose every byte is pinned: the log's rows, every viewer's frames, refusals, and the record.

Each file in `games` holds a game's options and its actions. A test plays the actions again and compares
what the rules, the store's encoding and the socket protocol make of them: a refactoring without a change in
behaviour changes no file. `python -m tests.golden` writes the files again after an intended change of the
protocol; read the difference before you commit it.
"""
