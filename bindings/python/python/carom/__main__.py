"""The command carom: `python -m carom --help`."""

import signal
import sys

from ._carom import run


def main() -> None:
    # Python only notes an interrupt, and acts on it between its own instructions.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(["carom", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
