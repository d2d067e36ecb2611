"""The operations on tournaments: each runs in a unit of work, with its audit entries.

What all of them have in common is said only here. `actor` is the organiser who acts or, where the type allows
it, None for the scheduler. An organiser needs arbiter rights, unless the docstring says that helpers may do
it, or only owners; without these rights, RoleMissing is raised. Ids and numbers that name nothing raise
NoSuchTournament, and an empty `reason` where one is required raises ReasonMissing. Unless the docstring says
otherwise, a service returns the row that it has created or changed, if there is just one.
"""
