"""The rules of tournaments as a pure library: tables, seats, points, standings, mixes, timetable.

It knows no framework, database or clock, and no random numbers but those from a seed.
"""
