"""The log: one line per entry, to the console."""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "one_line": {"()": "wizard_site.boot.logs.TracebackFilter"},
        "seldom": {"()": "wizard_site.boot.logs.RepetitionFilter"},
    },
    "formatters": {
        "line": {
            "()": "wizard_site.boot.logs.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["one_line"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "games": {"level": "INFO"},
        "tournaments": {"level": "INFO"},
        "accounts": {"level": "INFO"},
        "notifications": {"level": "INFO"},
        "core": {"level": "INFO"},
        "wizard_site": {"level": "INFO"},
        # aiosmtpd's, which has each command in it, and so the tokens of reply addresses.
        "mail.log": {"level": "ERROR"},
        "core.realtime.relay": {"filters": ["seldom"]},
    },
}
