"""The HTTP API and its description, and the limits on incoming requests."""

from wizard_site.settings.environment import env
from wizard_site.settings.mail import MAIL_PROVIDER

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.throttle.RequestThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.http.parsers.SafeJSONParser"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_SCHEMA_CLASS": "core.openapi.calls.DocstringSchema",
    "EXCEPTION_HANDLER": "core.http.problems.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Wizard",
    "DESCRIPTION": (
        "Play Wizard from any client: accounts, tables, actions, events, records and tournaments.\n\n"
        "Times are in UTC (ISO 8601). Seats count from 0; rounds, tricks and stages from 1. A card is its "
        "suit and rank, such as `R7`; `J1` to `J4` are Jesters, `W1` to `W4` Wizards. New fields can appear "
        "at any time: ignore those that you don't know."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "ENUM_NAME_OVERRIDES": {
        "LevelEnum": "games.bots.choose.LEVELS",
        "KindEnum": "accounts.models.AccountKind",
        "VisibilityEnum": "games.models.table.TableVisibility",
        "TournamentVisibilityEnum": "tournaments.models.choices.Visibility",
        "TournamentStatusEnum": "tournaments.models.choices.Status",
        "EntryStatusEnum": "tournaments.models.choices.EntryStatus",
        "StageKindEnum": "tournaments.models.choices.StageKind",
        "StageStatusEnum": "tournaments.selectors.public.stages.StageStatus",
        "StageTableStatusEnum": "tournaments.selectors.public.stages.TableStatus",
    },
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENFORCE_NON_BLANK_FIELDS": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "accounts.api.schema.forbid_unknown_fields",
        "core.openapi.problems.describe_problems",
        "games.api.components.add_wire_schemas",
    ],
}
# Some mail providers send an email as one field of a form.
DATA_UPLOAD_MAX_MEMORY_SIZE = (2048 if MAIL_PROVIDER else 64) * 1024

# Limits on incoming requests, with `manage.py serve`.
MAX_REQUEST_BYTES = env.int("MAX_REQUEST_BYTES", default=2 * 1024 * 1024)
"""A longer body is refused while it arrives. Forms and the API accept much less, lists of entrants 1 MB."""
REQUEST_HEADER_TIMEOUT = env.float("REQUEST_HEADER_TIMEOUT", default=10)
"""Seconds within which a request's headers must arrive."""
REQUEST_BODY_TIMEOUT = env.float("REQUEST_BODY_TIMEOUT", default=30)
"""Seconds within which a request's body must arrive after its headers."""
MAX_UNFINISHED_PER_ADDRESS = env.int("MAX_UNFINISHED_PER_ADDRESS", default=100)
"""Requests from one address that may be unfinished at once; a hall of players may share an address."""
MAX_UNFINISHED_REQUESTS = env.int("MAX_UNFINISHED_REQUESTS", default=500)
"""Requests that may be unfinished at once; each takes one of the process's file descriptors."""
