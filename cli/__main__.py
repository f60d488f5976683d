"""The command `lycee`: reads the arguments and calls the module that does the work."""

from __future__ import annotations

import argparse
import sys


def main() -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(prog="lycee", description="Lycee between two peers.")
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    arguments = parser.parse_args()
    if arguments.version:
        from importlib.metadata import version

        print("lycee-p2p", version("lycee-p2p"))
        return 0
    parser.print_help()
    return 2


if __name__ == "__main__":
    sys.exit(main())
