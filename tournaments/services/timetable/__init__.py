"""The timetable of tournaments that run by themselves, and the scheduler that runs it."""
