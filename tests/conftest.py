"""What all tests share."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
settings.register_profile(
    "thorough",
    settings.get_profile("quick"),
    max_examples=1000,
    derandomize=False,
)
settings.load_profile(os.environ.get("BEDESTEN_TESTS", "quick"))
