"""What each command of `lycee` does, once its arguments are read.

Every function imports what it needs when it runs, so that headless commands start at once, and
returns an exit code or raises a `Fault`. Below: everything that does the work; above: `__main__`.
"""

from __future__ import annotations

import sys

from .faults import OK, UNFINISHED, USAGE, Fault

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable

    from lycee_core import Catalogue
    from lycee_net.chain import Result
    from lycee_net.messages import Options

    from .chair import Chair
    from .players import Lines
    from .render import Printer
    from .typed import TypedLines

DEFAULT_AWAY = 600  # seconds, with a clock # P13.3
# Words in front of what `lycee cards` looks for, and what follows each.
CARD_WORDS = {"show": "a card number", "lint": "card files", "import": "a table"}


def deck(arguments: argparse.Namespace) -> int:
    """`lycee deck check FILE` and `lycee deck show FILE`."""
    from .decks import deck_lines, load_catalogue, load_deck

    catalogue = load_catalogue(arguments.cards)
    found = load_deck(arguments.file, catalogue)
    if arguments.action == "show":
        print("\n".join(deck_lines(found, catalogue)))
    else:
        print(f"{arguments.file}: {found.name}, {len(found.cards)} cards, legal")
    return OK


def cards(arguments: argparse.Namespace) -> int:
    """`lycee cards [QUERY]`, `lycee cards show`, `lint` and `import`."""
    from .cards import card_lines, card_row, find_cards
    from .decks import load_catalogue
    from .faults import CHECK

    query, show = list(arguments.query), False
    word = query[0] if query else ""
    if word in CARD_WORDS:
        query = query[1:]
        if not query:
            raise Fault(USAGE, f"cards {word}: found nothing, expected {CARD_WORDS[word]}")
        if word == "lint":
            return lint_cards(query)
        if word == "import":
            return import_cards(query, arguments.output)
        show = True
    if arguments.output is not None:
        raise Fault(USAGE, "cards: found --output, expected it with import only")
    catalogue = load_catalogue(arguments.cards)
    found = find_cards(catalogue, " ".join(query))
    if not found:
        raise Fault(CHECK, f"found no card for: {' '.join(query)}")
    for index in found:
        card = catalogue.card(index)
        print("\n".join(card_lines(card)) if show else card_row(card))
    return OK


def lint_cards(paths: list[str]) -> int:
    """`lycee cards lint FILE...`: the faults to standard output, what cannot be read as a fault."""
    from .cards_lint import lint
    from .faults import CHECK, INPUT

    faults, unread, n_cards = lint(paths)
    if faults:
        print("\n".join(faults))
    if unread:
        raise Fault(INPUT, "\n".join(unread))
    if faults:
        raise Fault(CHECK, f"found {len(faults)} fault{'s' if len(faults) > 1 else ''}")
    print(f"{n_cards} card{'s' if n_cards > 1 else ''}, no fault")
    return OK


def import_cards(paths: list[str], output: str | None) -> int:
    """`lycee cards import FILE -o OUT`: a card file out of a table, doubts to standard error."""
    from .cards_import import import_table
    from .faults import CHECK, unreadable

    if len(paths) != 1:
        raise Fault(USAGE, f"cards import: found {len(paths)} files, expected one")
    text, doubts, n_cards, n_lost = import_table(paths[0])
    if output is None:
        sys.stdout.write(text)
    else:
        try:
            # Never over another file: it may have been edited since.
            with open(output, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise unreadable(output, error) from None
        print(f"{output}: {n_cards} card{'s' if n_cards != 1 else ''}")
    sys.stderr.write("".join(f"{doubt}\n" for doubt in doubts))
    if n_lost:
        raise Fault(CHECK, f"{paths[0]}: {n_lost} row{'s' if n_lost > 1 else ''} left out")
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
    if arguments.round_robin is not None:
        return _round_robin(arguments, catalogue)
    games = arguments.games or 1000
    decks = (load_deck(arguments.deck, catalogue), load_deck(arguments.enemy_deck, catalogue))
    began = time.perf_counter()
    result = simulate(
        catalogue,
        decks,
        games=games,
        seed=arguments.seed,
        jobs=arguments.jobs,
        bot=arguments.bot or "random",
    )
    speed = games / (time.perf_counter() - began)
    print_result(result, sys.stdout, format_=arguments.format)
    sys.stderr.write(f"{speed:.0f} games/s\n")
    return OK


def _round_robin(arguments: argparse.Namespace, catalogue: Catalogue) -> int:
    """`lycee sim --round-robin`."""
    from lycee_core.deck import Deck

    from .decks import load_deck
    from .round_robin import pairings, print_rows, rows

    names = dict.fromkeys(arguments.round_robin or Deck.starter_names())
    if len(names) < 2:
        raise Fault(USAGE, f"--round-robin: found one deck, {min(names)}, expected at least two")
    decks = {name: load_deck(name, catalogue) for name in names}
    bot = arguments.bot or "greedy"
    played = pairings(catalogue, decks, games=arguments.games or 40, seed=arguments.seed, bot=bot)
    print_rows(list(rows(list(played))), sys.stdout, format_=arguments.format)
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
    from lycee_net.messages import Options

    from . import peer

    bank, per_decision = arguments.clock
    away = arguments.away
    if away is None:  # with a clock and no limit, whoever pulls the plug could think for ever
        away = DEFAULT_AWAY if bank or per_decision else 0
    options = Options(bank, per_decision, away, int(arguments.open_looks))
    chair = chair_of(arguments, 0, lines_for(arguments), options)
    addresses = host_addresses(arguments, chair.printer)

    def tell(invites: list[str]) -> None:
        chair.printer.invite(invites[0])
        for other in invites[1:]:
            chair.printer.say([f"or: {other}"])

    return finish(
        chair,
        lambda: peer.host(
            chair, port=arguments.port, addresses=addresses, bind=arguments.bind, tell=tell
        ),
    )


def host_addresses(arguments: argparse.Namespace, printer: Printer) -> list[str]:
    """What the invites of a host name; it says so if nobody outside can use them."""
    from lycee_net.invite import is_place

    from .addresses import are_private, is_everywhere, own_addresses

    named = arguments.address or arguments.bind
    if named and not is_everywhere(named):
        if not is_place(named):
            raise Fault(USAGE, f"found {named}, expected a host name or an address")
        return [named]
    addresses = own_addresses()
    if are_private(addresses):
        printer.say(
            ["only addresses of this network: to be reached from outside, forward the port"]
        )
    return addresses


def resume(arguments: argparse.Namespace) -> int:
    """`lycee resume [MATCH]`."""
    from . import resume as again
    from .bots import make_bot
    from .decks import load_catalogue
    from .home import Home
    from .players import BotPlayer, Writer

    home, catalogue = Home(arguments.home), load_catalogue(arguments.cards)
    if arguments.match is None:
        print("\n".join(again.list_lines(home, catalogue)))
        return OK
    folder = again.find_match(home, arguments.match)  # first: a wrong home gets no new identity
    identity = home.identity()
    protocol = again.revive(folder, identity, catalogue)
    lines = lines_for(arguments)
    printer = printer_for(arguments, catalogue, protocol.seat)
    bot = arguments.bot
    player = BotPlayer(make_bot(bot, fresh_seed(), catalogue)) if bot else Writer(lines, printer)
    chair = again.seat_down(
        protocol,
        folder,
        catalogue,
        identity,
        (player, printer),
        (arguments.wait, resume_command(arguments, folder.folder.name)),
    )
    way = again.Way(arguments.connect, arguments.port, arguments.wait)

    def tell(port: int) -> None:
        printer.say([f"waiting on port {port} for {arguments.wait} s"])

    return finish(chair, lambda: again.resume(protocol, chair, way, tell))


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


def chair_of(
    arguments: argparse.Namespace, seat: int, lines: Lines, options: Options | None = None
) -> Chair:
    """Our side of a match over the network."""
    from .bots import make_bot
    from .chair import Chair
    from .decks import load_catalogue, load_deck
    from .home import Home
    from .players import BotPlayer, Writer

    catalogue = load_catalogue(arguments.cards)
    printer = printer_for(arguments, catalogue, seat)
    home = Home(arguments.home)
    identity, known, folder = home.identity(), home.known_players(), home.new_match()
    bot = arguments.bot
    return Chair(
        catalogue=catalogue,
        deck=load_deck(arguments.deck, catalogue),
        identity=identity,
        name=arguments.name,
        folder=folder,
        player=BotPlayer(make_bot(bot, fresh_seed(), catalogue)) if bot else Writer(lines, printer),
        printer=printer,
        options=options,
        wait=arguments.wait,
        known=known,
        takes_new_key=arguments.new_key,
        resume_command=resume_command(arguments, folder.folder.name),
    )


def resume_command(arguments: argparse.Namespace, name: str) -> str:
    """What the user has to type to go on with a match: it lies, and its cards lie, where told."""
    import shlex

    words = ["lycee", "resume", name]
    words += ["--home", arguments.home] if arguments.home else []
    words += [word for path in arguments.cards for word in ("--cards", path)]
    return shlex.join(words)


def finish(chair: Chair, act: Callable[[], Awaitable[Result]]) -> int:
    """Play a match over the network and say where its transcript is, whatever came of it."""
    from .peer import run_alone

    try:
        run_alone(act)
    except BaseException:
        try:
            tell_transcript(chair)
        except Fault as fault:  # the lesser one: the journal is there, and verifies as well
            chair.printer.say([f"no transcript: {fault}"])
        raise
    tell_transcript(chair)
    return OK


def tell_transcript(chair: Chair) -> None:
    """Write the transcript and say where it is."""
    path = chair.folder.close()
    if path is not None:
        chair.printer.say([f"transcript {path}"])


def verify(arguments: argparse.Namespace) -> int:
    """`lycee verify FILE`."""
    from .decks import load_catalogue
    from .verify import compare, strip
    from .verify import verify as verify_file

    if arguments.against is not None:
        print(compare(arguments.file, arguments.against))
    if arguments.strip is not None:
        strip(arguments.file, arguments.strip)
        print(f"{arguments.strip}: a copy without audits")
        return OK
    verdict, code = verify_file(arguments.file, load_catalogue(arguments.cards))
    if code != OK:
        raise Fault(code, f"{arguments.file}: {verdict.text}")
    print(f"{arguments.file}: {verdict.text}, {verdict.n_messages} messages")
    return OK


def conform(arguments: argparse.Namespace) -> int:
    """`lycee conform`."""
    from . import conform as suite
    from .decks import load_catalogue

    cases = suite.chosen_cases(arguments.case)
    if arguments.list:
        print("\n".join(suite.list_lines(cases)))
        return OK
    catalogue = load_catalogue(arguments.cards)
    if arguments.self:
        return suite.run_ourselves(cases, catalogue, print_now)
    if arguments.listen is not None:
        return suite.run_against_guests(cases, catalogue, arguments.listen, print_now)
    if arguments.invite is None:
        raise Fault(USAGE, "conform: found none, expected INVITE, --listen, --self or --list")
    invites = iter([arguments.invite])
    if arguments.invite == "-":
        lines = stdin_lines()
        invites = iter(lambda: lines.next(()), None)
    return suite.run_against_hosts(cases, catalogue, invites, print_now)


def print_now(line: str) -> None:
    """Print a line that somebody waits for."""
    print(line, flush=True)


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


def stdin_lines() -> TypedLines:
    """The lines of standard input."""
    from .typed import TypedLines

    return TypedLines(sys.stdin.fileno())
