"""The command `lycee`: finds the command, reads its arguments, runs it.

Every wrong input ends here as one line on standard error and an exit code of `faults`. Below:
`arguments`, `actions`.
"""

from __future__ import annotations

import sys
from contextlib import suppress

from . import actions, arguments
from .faults import INPUT, INTERNAL, INTERRUPTED, OK, UNREAD, USAGE, Fault, refuse_line_breaks

TYPE_CHECKING = False  # type checkers read it as true; `typing` itself stays unloaded
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

MAX_LINE = 2000  # of what is told of a fault: a file that is none may be one line as a whole

COMMANDS: dict[
    str, tuple[str, Callable[[arguments.Parser], None], Callable[[argparse.Namespace], int]]
] = {
    "host": ("open a match and print its invite", arguments.host_arguments, actions.host),
    "join": ("join the match of an invite", arguments.join_arguments, actions.join),
    "resume": ("go on with a match", arguments.resume_arguments, actions.resume),
    "verify": ("say what the file of a match proves", arguments.verify_arguments, actions.verify),
    "conform": (
        "attack a peer in numbered cases",
        arguments.conform_arguments,
        actions.conform,
    ),
    "demo": ("watch two peers play, and verify both files", arguments.demo_arguments, actions.demo),
    "play": ("play against a bot on this machine", arguments.play_arguments, actions.play),
    "deck": ("check a deck or print it", arguments.deck_arguments, actions.deck),
    "cards": ("find cards", arguments.cards_arguments, actions.cards),
    "run": ("play a script for both seats and check it", arguments.run_arguments, actions.run),
    "sim": ("play many random games and sum them up", arguments.sim_arguments, actions.sim),
}


def help_text() -> str:
    """What `lycee --help` prints."""
    lines = ["usage: lycee COMMAND ... | lycee --version", ""]
    lines += [f"  {name:8} {purpose}" for name, (purpose, _, _) in COMMANDS.items()]
    return "\n".join([*lines, "", "lycee COMMAND --help says more about one of them"])


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    words = sys.argv[1:] if words is None else words
    try:
        _open_missing()
        _print_anything()
        code = _main(words)
        sys.stdout.flush()
    except Fault as fault:
        return _say(str(fault), fault.code)
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return UNREAD
    except OSError as error:
        _drop_output()
        where = error.filename or "output"
        return _say(f"{where}: {(error.strerror or str(error)).lower()}", INPUT)
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
        refuse_line_breaks(name, rest)
        purpose, add_arguments, function = COMMANDS[name]
        parser = arguments.Parser(name, purpose)
        add_arguments(parser)
        return function(parser.parse_args(rest))
    if name == "--version":
        from importlib.metadata import version

        print("lycee-p2p", version("lycee-p2p"))
        return OK
    if name in ("--help", "-h", "help"):
        print(help_text())
        return OK
    refuse_line_breaks("lycee", [name])
    found = f"found {name}" if name else "found no command"
    raise Fault(USAGE, f"{found}, expected a command such as play or demo; see lycee --help")


def _say(message: str, code: int) -> int:
    lines = message.rstrip("\n").split("\n")
    if not all(line.isprintable() for line in lines):
        from lycee_core.errors import printable

        lines = [printable(line) for line in lines]
    lines = [
        line if len(line) <= MAX_LINE else f"{line[: MAX_LINE // 2]} ... {line[-MAX_LINE // 2 :]}"
        for line in lines
    ]
    with suppress(OSError):  # whom the text does not reach has the code
        sys.stderr.write("".join(f"lycee: {line}\n" for line in lines))
    return code


def _open_missing() -> None:
    """Open nothing in place of a standard stream that was closed before we began."""
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open to the end


def _print_anything() -> None:
    """Print `?` for what the encoding of the output lacks: a quotation mark, a corner of a box."""
    import io

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _drop_output() -> None:
    """Let the interpreter flush what nobody reads into nothing."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
