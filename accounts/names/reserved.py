"""Reserved names: those of the site's bots, and those that suggest staff."""

import re

BOT_NAMES = ("Merlin", "Morgana", "Nimue", "Prospero", "Circe", "Gwydion", "Medea", "Taliesin")
"""The names of the site's bots."""

STAFF_NAMES_TEXT = """
admin admins administrator administration sysadmin superadmin superuser root staff staffmember
moderator moderators mod mods moderation support supportteam helpdesk official officials
system sysop webmaster postmaster hostmaster operator security abuse noreply
wizard wizardadmin wizardbot wizardmod wizardofficial wizardstaff wizardsupport wizardteam
tournamentdirector tournamentstaff headjudge chiefreferee
"""

# Names are ASCII (accounts.names), so these are all the characters that can be mistaken for another.
LOOK_ALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "3": "e", "4": "a", "5": "s", "7": "t"})


def is_reserved(name: str) -> bool:
    """Return whether a name is reserved for the site's bots or for staff.

    A name that looks like a reserved name, such as M0D for mod, is reserved too.
    """
    return _fold_look_alikes(name) in RESERVED


def looks_like(name: str, other: str) -> bool:
    """Return whether people could mistake one name for the other, such as B0B for b-o-b."""
    return _fold_look_alikes(name) == _fold_look_alikes(other)


def _fold_look_alikes(name: str) -> str:
    """Return a simplified form that is equal for all names that look alike, such as B0B and b-o-b."""
    letters = re.sub(r"[._-]", "", name.lower()).translate(LOOK_ALIKES)
    # In many fonts these pairs look like one letter.
    return letters.replace("rn", "m").replace("vv", "w")


RESERVED = frozenset(_fold_look_alikes(name) for name in (*BOT_NAMES, *STAFF_NAMES_TEXT.split()))
