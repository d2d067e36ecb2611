"""The rules of tournaments as a pure library: tables, seats, points, standings, mixes, timetable.

It uses no framework, database or clock, and draws all random numbers from a given seed.
"""
