"""What a tournament is, as a pure library: tables, seats, points, standings, mixes, the timetable.

It knows no framework, database or clock, and no random numbers but those from a seed.
"""
