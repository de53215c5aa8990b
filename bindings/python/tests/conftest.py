"""What several files of tests share."""

import signal

import pytest


@pytest.fixture(scope="session", autouse=True)
def interruptible():
    """Ctrl-C reaches the tests and their processes: a shell starts programs in the background without it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def cluster():
    """Ray with two CPUs on this machine; it takes seconds to start."""
    import ray

    ray.init(num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
    yield
    ray.shutdown()
