"""Settings for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples in every run: a failure is a failure for everybody. Machines differ in speed, so no deadlines.
settings.register_profile(
    "muscade",
    deadline=None,
    derandomize=True,
    max_examples=12,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("muscade")
