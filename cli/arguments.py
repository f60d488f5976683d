"""The arguments of each command of `lycee`, and how a wrong one is told.

Below: `faults`, and what a name may be; above: `__main__`.
"""

from __future__ import annotations

import argparse

from .faults import USAGE

UNITS = {"": 1, "s": 1, "m": 60, "h": 3600}

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

LAST_PORT = 65535
NO_NAME = "a player"  # what stands for a name that nobody chose


class Parser(argparse.ArgumentParser):
    """A parser of one command, whose errors are one line."""

    def __init__(self, name: str, purpose: str) -> None:
        def formatter(prog: str) -> argparse.HelpFormatter:
            return argparse.HelpFormatter(prog, width=100)  # does not ask for the terminal's

        super().__init__(f"lycee {name}", description=purpose, formatter_class=formatter)

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        self.exit(USAGE, f"{self.prog}: {message}; see {self.prog} --help\n")


def whole(least: int, most: int = 2**63 - 1) -> Callable[[str], int]:
    """A type of arguments: whole numbers from `least` on that fit 63 bits, or up to `most`."""

    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text[:30]) <= most:
            to = "on" if most == 2**63 - 1 else f"to {most}"
            raise argparse.ArgumentTypeError(f"found {text}, expected a number from {least} {to}")
        return int(text)

    return number


def _cards(parser: Parser) -> None:
    parser.add_argument(
        "--cards", action="append", default=[], metavar="FILE",
        help="a card file instead of the starter set, or `starter`; may be given several times",
    )  # fmt: skip


def _format(parser: Parser) -> None:
    parser.add_argument("--format", choices=("plain", "jsonl"), default="plain")


def _decks(parser: Parser) -> None:
    parser.add_argument("--deck", default="harbour", metavar="DECK", help="a file or a name")
    parser.add_argument("--enemy-deck", default="gale", metavar="DECK")


def _bot(parser: Parser, *, default: str | None) -> None:
    parser.add_argument("--bot", choices=("random", "greedy"), default=default)


def deck_arguments(parser: Parser) -> None:
    """`lycee deck`."""
    parser.add_argument(
        "action", choices=("check", "show"),
        help="check: say whether it is legal; show: print it as a file to save and edit",
    )  # fmt: skip
    parser.add_argument("file", metavar="FILE", help="a file or the name of a starter deck")
    _cards(parser)


def cards_arguments(parser: Parser) -> None:
    """`lycee cards`."""
    parser.add_argument(
        "query", nargs="*", metavar="QUERY",
        help="words to find cards by, or: show NUMBER, lint FILE..., import TABLE",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where import writes; else standard output"
    )
    _cards(parser)


def run_arguments(parser: Parser) -> None:
    """`lycee run`."""
    parser.add_argument("script", metavar="SCRIPT", help="a file, or - for standard input")
    parser.add_argument("--quiet", action="store_true", help="print the last line only")
    _bot(parser, default="greedy")
    _format(parser)


def sim_arguments(parser: Parser) -> None:
    """`lycee sim`."""
    parser.add_argument(
        "--games", type=whole(1), metavar="N", help="default 1000; 40 for each pairing of decks"
    )
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S")
    parser.add_argument(
        "--jobs", type=whole(1), default=1, metavar="J", help="threads, for random games"
    )
    parser.add_argument(
        "--round-robin", nargs="*", metavar="DECK",
        help="each of these decks against every other (default: the starter decks)",
    )  # fmt: skip
    _bot(parser, default=None)
    _decks(parser)
    _format(parser)
    _cards(parser)


def play_arguments(parser: Parser) -> None:
    """`lycee play`."""
    parser.add_argument("--seed", type=whole(0), metavar="S", help="of chance and of the bot")
    parser.add_argument("--script", metavar="FILE", help="read the lines of your seat from a file")
    _bot(parser, default="greedy")
    _decks(parser)
    _format(parser)
    _cards(parser)


def _network(parser: Parser) -> None:
    parser.add_argument("--deck", required=True, metavar="DECK", help="a file or a name")
    parser.add_argument(
        "--name", type=player_name, default=NO_NAME, metavar="NAME", help="for the other side"
    )
    parser.add_argument(
        "--new-key", action="store_true",
        help="play with somebody whose name is known under another key",
    )  # fmt: skip
    parser.add_argument("--home", metavar="FOLDER", help="where identity and matches are kept")
    parser.add_argument("--script", metavar="FILE", help="read the lines of your seat from a file")
    parser.add_argument("--seed", type=no_seed, help=argparse.SUPPRESS)
    _bot(parser, default=None)
    _format(parser)
    _cards(parser)


def _wait(parser: Parser) -> None:
    parser.add_argument(
        "--wait", type=whole(0), default=300, metavar="S", help="seconds for a lost line to return"
    )


def clock(text: str) -> tuple[int, int]:
    """Bank and time for each message of a clock, in seconds: 20m+30s, 15m, +40s."""
    bank, _, each = text.partition("+")
    return seconds(bank) if bank else 0, seconds(each) if each else 0


def seconds(text: str) -> int:
    """A time such as 90, 30s, 20m or 1h, in seconds."""
    number, unit = text.rstrip("hms"), text[len(text.rstrip("hms")) :]
    if unit not in UNITS or not number.isascii() or not number.isdigit() or len(number) > 6:
        raise argparse.ArgumentTypeError(f"found {text}, expected a time such as 30s, 20m or 1h")
    return int(number) * UNITS[unit]


def place(text: str) -> tuple[str, int]:
    """An address and a port, IPv6 in brackets."""
    host, _, port = text.rpartition(":")
    brackets = (host.startswith("["), host.endswith("]"))
    fits = brackets in ((True, True), (False, False)) and all(brackets) == (":" in host)
    if not fits or not host or not port.isascii() or not port.isdigit():
        raise argparse.ArgumentTypeError(f"found {text}, expected HOST:PORT")
    if not 0 < int(port[:6]) < 65_536:
        raise argparse.ArgumentTypeError(f"found {text}, expected a port from 1 to 65535")
    return host_name(host.removeprefix("[").removesuffix("]")), int(port)


def host_name(text: str) -> str:
    """A name or an address that a resolver can be asked for."""
    try:
        text.encode("idna")  # as the resolver does: no label empty, or of more than 63 bytes
    except UnicodeError:
        raise argparse.ArgumentTypeError(
            f"found {text}, expected a host name or an address"
        ) from None
    return text


def invite_place(text: str) -> str:
    """A host name or an address that an invite can name."""
    from lycee_net.invite import is_place

    if not is_place(text):
        raise argparse.ArgumentTypeError(f"found {text}, expected a host name or an address")
    return text


def player_name(text: str) -> str:
    """A name that a greeting may carry (P5.6): the other side would refuse any other."""
    from lycee_net.messages import is_plain

    if not is_plain(text):
        raise argparse.ArgumentTypeError(
            f"found {text!r}, expected letters, digits and signs of ASCII, 64 bytes at most"
        )
    return text


def no_seed(text: str) -> int:
    """Refuse a seed where chance belongs to both sides."""
    raise argparse.ArgumentTypeError(
        f"found {text}, expected none: both peers make chance together"
    )


def host_arguments(parser: Parser) -> None:
    """`lycee host`."""
    parser.add_argument(
        "--port", type=whole(0, LAST_PORT), default=0, metavar="N", help="0: a free one"
    )
    parser.add_argument("--address", metavar="HOST", help="what the invite names")
    parser.add_argument(
        "--bind", type=host_name, metavar="HOST", help="listen on this address only"
    )
    parser.add_argument(
        "--clock", type=clock, default=(0, 0), metavar="20m+30s",
        help="a bank for each player, and a time for each message; default none",
    )  # fmt: skip
    parser.add_argument(
        "--away", type=seconds, metavar="10m",
        help="how long a player may be away before its clock runs; default 10m with --clock",
    )  # fmt: skip
    parser.add_argument(
        "--open-looks", action="store_true",
        help="a look at part of a deck is shown to both; cards that look there need it",
    )  # fmt: skip
    _wait(parser)
    _network(parser)


def join_arguments(parser: Parser) -> None:
    """`lycee join`."""
    parser.add_argument("invite", metavar="INVITE", help="the line, or - to read it from input")
    _wait(parser)
    _network(parser)


def resume_arguments(parser: Parser) -> None:
    """`lycee resume`."""
    parser.add_argument("match", nargs="?", metavar="MATCH", help="its name or a part of it")
    parser.add_argument("--connect", type=place, metavar="HOST:PORT", help="dial this place")
    parser.add_argument("--port", type=whole(0, LAST_PORT), metavar="N", help="listen on this port")
    parser.add_argument("--home", metavar="FOLDER", help="where identity and matches are kept")
    parser.add_argument("--script", metavar="FILE", help="read the lines of your seat from a file")
    _wait(parser)
    _bot(parser, default=None)
    _format(parser)
    _cards(parser)


def verify_arguments(parser: Parser) -> None:
    """`lycee verify`."""
    parser.add_argument("file", metavar="FILE", help="a transcript, a journal or a match folder")
    parser.add_argument("--against", metavar="FILE", help="another file of the same match")
    parser.add_argument(
        "--strip", metavar="COPY", help="write a copy without audits, to be shown around"
    )
    _cards(parser)


def conform_arguments(parser: Parser) -> None:
    """`lycee conform`."""
    parser.add_argument(
        "invite", nargs="?", metavar="INVITE", help="of a host, or - to read one a line"
    )
    parser.add_argument(
        "--listen", nargs="?", const="127.0.0.1", type=invite_place, metavar="HOST",
        help="attack guests; the invites name HOST, else this machine",
    )  # fmt: skip
    parser.add_argument("--self", action="store_true", help="attack this program itself")
    parser.add_argument("--list", action="store_true", help="say what each case does")
    parser.add_argument(
        "--case", type=whole(1), action="append", default=[], metavar="N",
        help="this one only; may be given several times",
    )  # fmt: skip
    _cards(parser)


def demo_arguments(parser: Parser) -> None:
    """`lycee demo`."""
    parser.add_argument("--seed", type=whole(0), metavar="S", help="makes it repeat itself")
