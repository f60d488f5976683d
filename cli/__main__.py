"""The command `lycee`: reads the arguments and calls the module that does the work.

Every wrong input ends here as one line on standard error and an exit code of `faults`; nothing is
imported that the command does not need, so that headless commands start at once. Below: everything.
"""

from __future__ import annotations

import argparse
import sys

from .faults import INTERNAL, INTERRUPTED, OK, UNFINISHED, UNREAD, USAGE, Fault

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from typing import NoReturn

    from lycee_core import Catalogue
    from lycee_net.chain import Result

    from .peer import Chair
    from .players import Lines, TextLines
    from .render import Printer


class Parser(argparse.ArgumentParser):
    """A parser of one command, whose errors are one line."""

    def __init__(self, name: str, purpose: str) -> None:
        def formatter(prog: str) -> argparse.HelpFormatter:
            return argparse.HelpFormatter(prog, width=100)  # does not ask for the terminal's

        super().__init__(f"lycee {name}", description=purpose, formatter_class=formatter)

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        self.exit(USAGE, f"{self.prog}: {message}; see {self.prog} --help\n")


def whole(least: int) -> Callable[[str], int]:
    """A type of arguments: whole numbers from `least` on that fit 63 bits."""

    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text[:30]) < 2**63:
            raise argparse.ArgumentTypeError(f"found {text}, expected a number from {least} on")
        return int(text)

    return number


# ---- the commands ------------------------------------------------------------------------------


def deck_check(arguments: argparse.Namespace) -> int:
    """`lycee deck check FILE`."""
    from .decks import load_catalogue, load_deck

    deck = load_deck(arguments.file, load_catalogue(arguments.cards))
    print(f"{arguments.file}: {deck.name}, {len(deck.cards)} cards, legal")
    return OK


def cards(arguments: argparse.Namespace) -> int:
    """`lycee cards [QUERY]` and `lycee cards show NUMBER`."""
    from .cards import card_lines, card_row, find_cards
    from .decks import load_catalogue
    from .faults import CHECK

    catalogue = load_catalogue(arguments.cards)
    query, show = list(arguments.query), False
    if query[:1] == ["show"]:
        query, show = query[1:], True
        if not query:
            raise Fault(USAGE, "lycee cards show: found nothing, expected a card number")
    found = find_cards(catalogue, " ".join(query))
    if not found:
        raise Fault(CHECK, f"found no card for: {' '.join(query)}")
    for index in found:
        card = catalogue.card(index)
        print("\n".join(card_lines(card)) if show else card_row(card))
    return OK


def run(arguments: argparse.Namespace) -> int:
    """`lycee run SCRIPT`."""
    from .faults import read_text
    from .replay import run_script

    text = read_text(arguments.script)
    quiet = arguments.quiet

    def new_printer(catalogue: Catalogue) -> Printer:
        from .render import QuietPrinter, make_printer

        if quiet:
            return QuietPrinter(sys.stdout, catalogue)
        return make_printer(arguments.format, sys.stdout, catalogue, None)

    run_script(arguments.script, text, new_printer, bot=arguments.bot, out=sys.stdout)
    return OK


def sim(arguments: argparse.Namespace) -> int:
    """`lycee sim`."""
    import time

    from .decks import load_catalogue, load_deck
    from .sim import print_result, simulate

    catalogue = load_catalogue(arguments.cards)
    decks = (load_deck(arguments.deck, catalogue), load_deck(arguments.enemy_deck, catalogue))
    began = time.perf_counter()
    result = simulate(
        catalogue, decks, games=arguments.games, seed=arguments.seed, jobs=arguments.jobs
    )
    speed = arguments.games / (time.perf_counter() - began)
    print_result(result, sys.stdout, format_=arguments.format)
    sys.stderr.write(f"{speed:.0f} games/s\n")
    return OK


def play(arguments: argparse.Namespace) -> int:
    """`lycee play`."""
    from .bots import make_bot
    from .decks import load_catalogue, load_deck
    from .players import BotPlayer, Writer
    from .session import play_game
    from .table import Table

    catalogue = load_catalogue(arguments.cards)
    decks = (load_deck(arguments.deck, catalogue), load_deck(arguments.enemy_deck, catalogue))
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    printer = printer_for(arguments, catalogue, 0)
    printer.say([f"seed {seed}"])
    writer = Writer(lines_for(arguments), printer)
    enemy = BotPlayer(make_bot(arguments.bot, seed, catalogue))
    play_game(Table(catalogue, decks, seed), (writer, enemy), printer)
    return OK


def host(arguments: argparse.Namespace) -> int:
    """`lycee host`."""
    from . import peer

    chair = chair_of(arguments, 0, lines_for(arguments))
    address = arguments.address or peer.own_address()
    return finish(
        chair,
        lambda: peer.host(
            chair,
            port=arguments.port,
            address=address,
            bind=arguments.bind,
            tell=chair.printer.invite,
        ),
    )


def join(arguments: argparse.Namespace) -> int:
    """`lycee join INVITE`."""
    from . import peer

    lines = lines_for(arguments)
    invite = arguments.invite
    if invite == "-":
        invite = (lines if arguments.script is None else stdin_lines()).next(())
        if invite is None:
            raise Fault(UNFINISHED, "standard input: ends before the invite")
    chair = chair_of(arguments, 1, lines)
    return finish(chair, lambda: peer.join(chair, invite))


def chair_of(arguments: argparse.Namespace, seat: int, lines: Lines) -> Chair:
    """Our side of a match over the network."""
    from .bots import make_bot
    from .decks import load_catalogue, load_deck
    from .home import Home
    from .peer import Chair
    from .players import BotPlayer, Writer

    catalogue = load_catalogue(arguments.cards)
    printer = printer_for(arguments, catalogue, seat)
    home = Home(arguments.home)
    bot = arguments.bot
    return Chair(
        catalogue=catalogue,
        deck=load_deck(arguments.deck, catalogue),
        identity=home.identity(),
        name=arguments.name,
        folder=home.new_match(),
        player=BotPlayer(make_bot(bot, fresh_seed(), catalogue)) if bot else Writer(lines, printer),
        printer=printer,
    )


def finish(chair: Chair, act: Callable[[], Awaitable[Result]]) -> int:
    """Play a match over the network and say where its transcript is, whatever came of it."""
    from .peer import run_alone

    try:
        run_alone(act)
    finally:
        path = chair.folder.close()
        if path is not None:
            chair.printer.say([f"transcript {path}"])
    return OK


def verify(arguments: argparse.Namespace) -> int:
    """`lycee verify FILE`."""
    from .decks import load_catalogue
    from .verify import verify as verify_file

    verdict, code = verify_file(arguments.file, load_catalogue(arguments.cards))
    if code != OK:
        raise Fault(code, f"{arguments.file}: {verdict.text}")
    print(f"{arguments.file}: {verdict.text}, {verdict.n_messages} messages")
    return OK


def demo(arguments: argparse.Namespace) -> int:
    """`lycee demo`."""
    from .demo import demo as run_demo

    return run_demo(arguments.seed, sys.stdout)


# ---- people, pipes and scripts -----------------------------------------------------------------


def fresh_seed() -> int:
    """A seed that nobody chose."""
    import os

    return int.from_bytes(os.urandom(4), "big")


def at_terminal(arguments: argparse.Namespace) -> bool:
    """Whether a person sits at both ends."""
    plain = arguments.format == "plain" and arguments.script is None
    return plain and sys.stdin.isatty() and sys.stdout.isatty()


def printer_for(arguments: argparse.Namespace, catalogue: Catalogue, seat: int) -> Printer:
    """The printer of `play`, `host` and `join`."""
    if at_terminal(arguments):
        from .drawing import TerminalPrinter

        return TerminalPrinter(sys.stdout, catalogue, seat)
    from .render import make_printer

    return make_printer(arguments.format, sys.stdout, catalogue, seat)


def lines_for(arguments: argparse.Namespace) -> Lines:
    """Where the lines of `play`, `host` and `join` come from."""
    if at_terminal(arguments):
        from .terminal import TerminalLines

        return TerminalLines()
    from .faults import read_text
    from .players import TextLines

    if arguments.script is not None:
        text = read_text(arguments.script)
        return TextLines(iter(text.splitlines()), source=arguments.script, is_script=True)
    return stdin_lines()


def stdin_lines() -> TextLines:
    """The lines of standard input."""
    from .players import TextLines, lines_of_descriptor

    lines = lines_of_descriptor(sys.stdin.fileno())
    return TextLines(lines, source="standard input", is_script=False)


# ---- the arguments -----------------------------------------------------------------------------


def _cards(parser: Parser) -> None:
    parser.add_argument(
        "--cards", action="append", default=[], metavar="FILE",
        help="a card file instead of the starter set; may be given several times",
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
    parser.add_argument("action", choices=("check",), help="say whether the deck is legal")
    parser.add_argument("file", metavar="FILE", help="a file or the name of a starter deck")
    _cards(parser)


def cards_arguments(parser: Parser) -> None:
    """`lycee cards`."""
    parser.add_argument("query", nargs="*", metavar="QUERY", help="words, or: show NUMBER")
    _cards(parser)


def run_arguments(parser: Parser) -> None:
    """`lycee run`."""
    parser.add_argument("script", metavar="SCRIPT", help="a file, or - for standard input")
    parser.add_argument("--quiet", action="store_true", help="print the last line only")
    _bot(parser, default="greedy")
    _format(parser)


def sim_arguments(parser: Parser) -> None:
    """`lycee sim`."""
    parser.add_argument("--games", type=whole(1), default=1000, metavar="N")
    parser.add_argument("--seed", type=whole(0), default=1, metavar="S")
    parser.add_argument("--jobs", type=whole(1), default=1, metavar="J", help="threads")
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
        "--name", type=player_name, default="a player", metavar="NAME", help="for the other side"
    )
    parser.add_argument("--home", metavar="FOLDER", help="where identity and matches are kept")
    parser.add_argument("--script", metavar="FILE", help="read the lines of your seat from a file")
    parser.add_argument("--seed", type=no_seed, help=argparse.SUPPRESS)
    _bot(parser, default=None)
    _format(parser)
    _cards(parser)


def player_name(text: str) -> str:
    """A name that a greeting may carry (P5.6)."""
    if not text.isprintable() or not 1 <= len(text.encode()) <= 64:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected 1 to 64 printable bytes")
    return text


def no_seed(text: str) -> int:
    """Refuse a seed where chance belongs to both sides."""
    raise argparse.ArgumentTypeError(
        f"found {text}, expected none: both peers make chance together"
    )


def host_arguments(parser: Parser) -> None:
    """`lycee host`."""
    parser.add_argument("--port", type=whole(0), default=0, metavar="N", help="0: a free one")
    parser.add_argument("--address", metavar="HOST", help="what the invite names")
    parser.add_argument("--bind", metavar="HOST", help="listen on this address only")
    _network(parser)


def join_arguments(parser: Parser) -> None:
    """`lycee join`."""
    parser.add_argument("invite", metavar="INVITE", help="the line, or - to read it from input")
    _network(parser)


def verify_arguments(parser: Parser) -> None:
    """`lycee verify`."""
    parser.add_argument("file", metavar="FILE", help="a transcript, a journal or a match folder")
    _cards(parser)


def demo_arguments(parser: Parser) -> None:
    """`lycee demo`."""
    parser.add_argument("--seed", type=whole(0), metavar="S", help="makes it repeat itself")


COMMANDS: dict[str, tuple[str, Callable[[Parser], None], Callable[[argparse.Namespace], int]]] = {
    "host": ("open a match and print its invite", host_arguments, host),
    "join": ("join the match of an invite", join_arguments, join),
    "verify": ("say what the file of a match proves", verify_arguments, verify),
    "demo": ("watch two peers play, and verify both files", demo_arguments, demo),
    "play": ("play against a bot on this machine", play_arguments, play),
    "deck": ("check a deck", deck_arguments, deck_check),
    "cards": ("find cards", cards_arguments, cards),
    "run": ("play a script for both seats and check it", run_arguments, run),
    "sim": ("play many random games and sum them up", sim_arguments, sim),
}


def help_text() -> str:
    """What `lycee --help` prints."""
    lines = ["usage: lycee COMMAND ... | lycee --version", ""]
    lines += [f"  {name:8} {purpose}" for name, (purpose, _, _) in COMMANDS.items()]
    return "\n".join([*lines, "", "lycee COMMAND --help says more about one of them"])


# ---- the end -----------------------------------------------------------------------------------


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    words = sys.argv[1:] if words is None else words
    try:
        code = _main(words)
        sys.stdout.flush()
    except Fault as fault:
        return _say(str(fault), fault.code)
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return UNREAD
    except Exception as error:
        import os

        if os.environ.get("LYCEE_TRACEBACK"):
            raise
        text = str(error).partition("\n")[0]
        return _say(f"a fault of this program: {type(error).__name__}: {text}", INTERNAL)
    return code


def _main(words: Sequence[str]) -> int:
    name, *rest = words or [""]
    if name in COMMANDS:
        purpose, add_arguments, function = COMMANDS[name]
        parser = Parser(name, purpose)
        add_arguments(parser)
        return function(parser.parse_args(rest))
    if name == "--version":
        from importlib.metadata import version

        print("lycee-p2p", version("lycee-p2p"))
        return OK
    if name in ("--help", "-h", "help"):
        print(help_text())
        return OK
    found = f"found {name}" if name else "found no command"
    raise Fault(USAGE, f"{found}, expected one of: {', '.join(COMMANDS)}; see lycee --help")


def _say(message: str, code: int) -> int:
    sys.stderr.write("".join(f"lycee: {line}\n" for line in message.splitlines()))
    return code


def _drop_output() -> None:
    """Let the interpreter flush what nobody reads into nothing."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
