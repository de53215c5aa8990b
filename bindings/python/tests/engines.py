"""The heavy engines that some tests run on: data engines that the extra `engines` installs."""

import importlib
import os

import pytest


def engine(name):
    """The module. A test without it is skipped, or fails where CAROM_ENGINES=1 says that the engines are installed."""
    if os.environ.get("CAROM_ENGINES") == "1":
        return importlib.import_module(name)
    return pytest.importorskip(name, reason=f"{name} is not installed: pip install 'carom[engines]'")
