"""How hypothesis searches here: always the same examples, few enough for every run, no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rules",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=15,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("rules")
