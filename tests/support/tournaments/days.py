"""A tournament's facts that change as its steps are done: a whole day without a server."""

from datetime import UTC, datetime, timedelta

from tournaments.rules.timetable import Facts, StageFacts, Step, TableFacts, due_tables, next_step

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def day(**changes: object) -> Facts:
    """Check-in from 11:00 to 11:50, first cards at noon."""
    facts = Facts(
        status="entry",
        entry_closes_at=NOON - 70 * MINUTE,
        check_in_opens_at=NOON - 60 * MINUTE,
        check_in_closes_at=NOON - 10 * MINUTE,
        starts_at=NOON,
        present=24,
        min_entrants=12,
        break_seconds=300,
        stage=stage(1),
    )
    return facts._replace(**changes)


def stage(stage_number: int, **changes: object) -> StageFacts:
    """A stage with a warning at 5 minutes, a penalty for overrunning, and a stop 10 minutes after the end."""
    facts = StageFacts(stage_number, warn_minutes=5, penalise=True, overtime_minutes=10)
    return facts._replace(**changes)


def do(facts: Facts, step: Step, now: datetime, *, stages: int, tables: int, missing: bool) -> Facts:
    """What is so when a step has been done at `now`; tables play for 45 minutes, and none ends by itself."""
    at = facts.stage
    assert at is not None
    if step in (Step.CLOSE_ENTRY, Step.CLOSE_CHECK_IN):
        return facts._replace(status="running")
    if step in (Step.OPEN_CHECK_IN, Step.CANCEL, Step.FINISH):
        word = {Step.OPEN_CHECK_IN: "check_in", Step.CANCEL: "cancelled", Step.FINISH: "finished"}[step]
        return facts._replace(status=word)
    if step is Step.REMIND_CHECK_IN:
        return facts._replace(reminded=True)
    if step is Step.CLOSE_STAGE and at.number < stages:
        follows = stage(at.number + 1, previous_closed_at=now, last=at.number + 1 == stages)
        return facts._replace(stage=follows)
    return facts._replace(stage=_at_stage(at, step, now, tables, missing))


def _at_stage(at: StageFacts, step: Step, now: datetime, tables: int, missing: bool) -> StageFacts:
    if step is Step.START_TABLES:
        grace = now + 3 * MINUTE if missing else None
        opened = (TableFacts(n, now + 45 * MINUTE, no_show_due_at=grace) for n in range(1, tables + 1))
        return at._replace(started=True, tables=tuple(opened))
    if step in (Step.DRAW, Step.RELEASE, Step.WARN, Step.CLOSE_STAGE):
        done = {
            Step.DRAW: {"drawn": True},
            Step.RELEASE: {"released": True},
            Step.WARN: {"warned": True},
            Step.CLOSE_STAGE: {"closed_at": now},
        }
        return at._replace(**done[step])
    due = due_tables(at, step, now)
    assert due, f"{step} is due at no table"
    if step is Step.STOP_TABLES:
        left = tuple(table for table in at.tables if table.number not in due)
        return at._replace(tables=left, done_at=None if left else now)
    change = {"overran": True} if step is Step.PENALISE_OVERRUN else {"no_show_due_at": None}
    changed = (table._replace(**change) if table.number in due else table for table in at.tables)
    return at._replace(tables=tuple(changed))


def run(
    facts: Facts,
    now: datetime,
    *,
    stages: int = 2,
    tables: int = 6,
    missing: bool = False,
    outages: tuple[int, ...] = (),
) -> list[tuple[Step, datetime]]:
    """All steps to the end, each at its moment, or later where the server was down for so many minutes."""
    steps = []
    down = list(outages)
    facts = facts._replace(stage=facts.stage and facts.stage._replace(last=stages == 1))
    while (due := next_step(facts, now)) is not None:
        assert len(steps) < 100, steps[-5:]
        step, at = due
        if at > now:
            now = at + (down.pop() if down else 0) * MINUTE
            continue
        facts = do(facts, step, now, stages=stages, tables=tables, missing=missing)
        steps.append((step, now))
    return steps
