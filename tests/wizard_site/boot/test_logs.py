"""What goes wrong is logged with its traceback, and never with the row at which it went wrong."""

import io
import logging
import logging.config
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import DatabaseError

from tests.support.environments import environment
from wizard_site.boot.logs import RepetitionFilter

HAND = '{"hands": [["R7"], ["W1"]]}'


def logged(fault: Exception, say: str = "Table %s cannot be written") -> str:
    """What the server's own configuration makes of an exception."""
    config = settings.LOGGING["formatters"]["line"]
    configurator = logging.config.DictConfigurator(settings.LOGGING)
    formatter = configurator.configure_formatter(dict(config))
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    info = (type(fault), fault, fault.__traceback__)
    handler.emit(logging.LogRecord("games", logging.ERROR, __file__, 1, say, ("T",), info))
    return stream.getvalue()


@pytest.fixture
def refused_row(tmp_path: Path) -> psycopg.Error:
    """PostgreSQL's own error about a log entry without a number."""
    with (
        environment("postgres", tmp_path) as env,
        psycopg.connect(env["DATABASE_URL"]) as connection,
    ):
        connection.execute("CREATE TEMP TABLE entry (number integer NOT NULL, data text)")
        with pytest.raises(psycopg.errors.NotNullViolation) as caught:
            connection.execute("INSERT INTO entry VALUES (NULL, %s)", [HAND])
        return caught.value


@pytest.mark.postgres
@pytest.mark.redis
def test_a_row_that_postgresql_refuses_is_not_in_the_log(refused_row: psycopg.Error):
    assert HAND in str(refused_row)
    said = logged(refused_row)
    assert "hands" not in said
    assert "null value in column" in said
    assert "Traceback" in said


@pytest.mark.postgres
@pytest.mark.redis
def test_the_exceptions_that_it_caused_are_logged_after_it(refused_row: psycopg.Error):
    with pytest.raises(DatabaseError) as caught:
        raise DatabaseError(*refused_row.args) from refused_row
    said = logged(caught.value)
    assert "hands" not in said
    assert "direct cause of the following exception" in said
    assert "DatabaseError: null value in column" in said


@pytest.mark.postgres
@pytest.mark.redis
def test_nor_is_it_there_as_a_part_of_the_line(refused_row: psycopg.Error):
    said = logged(ValueError(), f"It failed: {refused_row} at %s")
    assert "hands" not in said


def test_what_has_no_row_is_logged_whole():
    fault = ValueError("one\ntwo")
    assert "one\ntwo" in logged(fault)


def test_what_a_library_repeats_each_second_while_redis_is_away_is_a_line_a_minute():
    now = [100.0]
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logger = logging.Logger("core.realtime.relay")
    logger.addHandler(handler)
    logger.addFilter(RepetitionFilter(monotonic_clock=lambda: now[0]))
    for fault in (ConnectionError("refused"), ConnectionError("refused"), KeyError("another")):
        try:
            raise fault
        except Exception:
            logger.exception("Unexpected exception in receive task")
    once = "Unexpected exception in receive task: ConnectionError: refused"
    assert stream.getvalue().count(once) == 1
    assert "another" in stream.getvalue()
    assert "Traceback" not in stream.getvalue()
    now[0] += RepetitionFilter.EVERY
    logger.error("Unexpected exception in receive task", exc_info=ConnectionError("refused"))
    assert stream.getvalue().count(once) == 2
    logger.error("Something else")
    logger.error("Something else")
    assert stream.getvalue().count("Something else") == 2


def test_the_library_that_repeats_itself_has_that_filter():
    filters = logging.getLogger("core.realtime.relay").filters
    # Twice where a test has had Django set up its log again.
    assert {type(each) for each in filters} == {RepetitionFilter}


def test_every_app_of_ours_writes_into_the_log_what_operators_look_for():
    ours = {app for app in settings.INSTALLED_APPS if (settings.BASE_DIR / app).is_dir()} | {"core"}
    levels = {app: settings.LOGGING["loggers"].get(app, {}).get("level") for app in ours}
    assert set(levels.values()) == {"INFO"}, levels
