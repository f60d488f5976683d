"""A whole match over a bad line, by hand: `sudo python tests/by_hand/netns.py [options]`.

Two network namespaces are joined by two TUN devices, and this process carries the packets between
them: each is late by the delay, some are lost, and for a while all are. So the kernel's own TCP
meets the line, on any Linux; no `netem` is needed. Two bots play; both must end well, both files
must verify and agree. Prints messages, round trips a ply, bytes and seconds.
"""

from __future__ import annotations

import argparse
import fcntl
import heapq
import json
import os
import random
import select
import struct
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from lycee_core import Catalogue
from lycee_net.match import verify_file_untrusted
from lycee_net.messages import Decide, Step, parse_message_untrusted
from lycee_net.records import RecordKind, decode_made_untrusted, read_records_untrusted
from lycee_net.verify import VerdictKind

NAMES = ("lycee-a", "lycee-b")
DEVICES = ("lyctun0", "lyctun1")
ADDRESSES = ("10.77.0.1", "10.77.0.2")
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x4004_54CA, 1, 0x1000
LARGEST_PACKET = 1 << 16
SECONDS = 600  # for the whole match


@dataclass
class Line:
    """The line between the two, as bad as it is asked to be."""

    ends: tuple[int, int]
    delay: float
    loss: float
    cut: tuple[float, float]  # seconds from the start
    n_packets: int = 0
    n_lost: int = 0
    n_bytes: int = 0
    began: float = field(default_factory=time.monotonic)
    _under_way: list[tuple[float, int, int, bytes]] = field(default_factory=list)

    @property
    def is_cut(self) -> bool:
        """Whether nothing passes now."""
        start, end = self.cut
        return start <= time.monotonic() - self.began < end

    def carry(self, seconds: float) -> None:
        """Move packets for at most so long."""
        if self._under_way:
            seconds = min(seconds, max(0.0, self._under_way[0][0] - time.monotonic()))
        for end in select.select(self.ends, [], [], seconds)[0]:
            self._take(1 - self.ends.index(end), os.read(end, LARGEST_PACKET))
        while self._under_way and self._under_way[0][0] <= time.monotonic():
            _, _, to, packet = heapq.heappop(self._under_way)
            os.write(self.ends[to], packet)

    def _take(self, to: int, packet: bytes) -> None:
        self.n_packets += 1
        self.n_bytes += len(packet)
        if self.is_cut or random.random() < self.loss:
            self.n_lost += 1
            return
        due = time.monotonic() + self.delay
        heapq.heappush(self._under_way, (due, self.n_packets, to, packet))


def run(*words: str) -> None:
    """Run a command of the system that must not fail."""
    subprocess.run(words, check=True)


def open_line() -> tuple[int, int]:
    """Make both namespaces and the device in each; the descriptors of the devices."""
    ends = []
    for name, device, address, peer in zip(
        NAMES, DEVICES, ADDRESSES, reversed(ADDRESSES), strict=True
    ):
        run("ip", "netns", "add", name)
        end = os.open("/dev/net/tun", os.O_RDWR)
        fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH", device.encode(), IFF_TUN | IFF_NO_PI))
        run("ip", "link", "set", device, "netns", name)
        inside = ("ip", "-n", name)
        run(*inside, "addr", "add", f"{address}/32", "peer", f"{peer}/32", "dev", device)
        run(*inside, "link", "set", device, "up")
        run(*inside, "link", "set", "lo", "up")
        ends.append(end)
    return ends[0], ends[1]


def close_line() -> None:
    """Take the namespaces away, and the devices with them."""
    for name in NAMES:
        subprocess.run(
            ["ip", "netns", "del", name],  # noqa: S607 - as found
            check=False,
            stderr=subprocess.DEVNULL,
        )


def start(place: int, folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start our program in a namespace; what it prints goes to files."""
    name = NAMES[place]
    command = ["ip", "netns", "exec", name, sys.executable, "-m", "lycee_cli", *words]
    command += ["--bot", "greedy", "--format", "jsonl", "--wait", "300"]
    with (folder / f"{name}.out").open("w") as out, (folder / f"{name}.err").open("w") as err:
        return subprocess.Popen(
            [*command, "--home", str(folder / name)], stdout=out, stderr=err, text=True
        )


def told(folder: Path, place: int) -> list[dict[str, object]]:
    """What the program in a namespace has printed."""
    text = (folder / f"{NAMES[place]}.out").read_text()
    return [json.loads(line) for line in text.splitlines() if line.endswith("}")]


def wait_for_invite(folder: Path, line: Line) -> str:
    """The invite that the host prints."""
    while time.monotonic() - line.began < SECONDS:
        for each in told(folder, 0):
            if each["type"] == "invite":
                return str(each["invite"])
        line.carry(0.05)
    raise TimeoutError("the host prints no invite")


def play(folder: Path, line: Line) -> list[int]:
    """Let host and guest play to the end; their exit codes."""
    first = ADDRESSES[0]
    host = start(0, folder, "host", "--deck", "harbour", "--address", first, "--bind", first)
    guest = start(1, folder, "join", wait_for_invite(folder, line), "--deck", "gale")
    line.began = time.monotonic()
    both = (host, guest)
    while any(one.poll() is None for one in both) and time.monotonic() - line.began < SECONDS:
        line.carry(0.05)
    for one in both:
        one.kill()
    return [one.wait() for one in both]


def transcript(folder: Path, place: int) -> bytes:
    """The file of one side."""
    (path,) = (folder / NAMES[place]).glob("matches/*/transcript")
    return path.read_bytes()


def print_figures(data: bytes, line: Line, seconds: float) -> None:
    """Messages, round trips a ply, bytes, seconds."""
    n_messages = n_plies = n_bytes = 0
    for record in read_records_untrusted(data).records:
        raw = record.payload
        if record.kind is RecordKind.MADE:
            raw = decode_made_untrusted(raw).message
        elif record.kind is not RecordKind.GOT:
            continue
        message = parse_message_untrusted(raw).message
        n_messages += 1
        n_bytes += len(raw)
        if isinstance(message, Step):
            n_plies += sum(isinstance(part, Decide) for part in message.parts)
    trips = n_messages / 2
    print(f"messages {n_messages}, plies {n_plies}, round trips a ply {trips / n_plies:.2f}")
    print(
        f"bytes of messages {n_bytes}, of IP packets {line.n_bytes} (all of TCP and the cut in it)"
    )
    print(f"packets {line.n_packets}, lost {line.n_lost}")
    print(f"seconds {seconds:.1f}, of which cut {line.cut[1] - line.cut[0]:.0f}")


def main() -> int:
    """Play once; 0 if all was well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--delay", type=float, default=100, help="ms each way; 100")
    parser.add_argument("--loss", type=float, default=2, help="percent of packets; 2")
    parser.add_argument("--cut-at", type=float, default=8, help="seconds after the start; 8")
    parser.add_argument("--cut-for", type=float, default=40, help="seconds; 40, over the limit")
    options = parser.parse_args()
    cut = (options.cut_at, options.cut_at + options.cut_for)
    close_line()
    with tempfile.TemporaryDirectory(prefix="lycee-netns-") as name:
        folder = Path(name)
        try:
            line = Line(open_line(), options.delay / 1000, options.loss / 100, cut)
            codes = play(folder, line)
            seconds = time.monotonic() - line.began
        finally:
            close_line()
        for place in (0, 1):
            sys.stderr.write((folder / f"{NAMES[place]}.err").read_text())
        print(f"exit codes {codes}")
        if codes != [0, 0]:
            return 1
        files = [transcript(folder, place) for place in (0, 1)]
        verdicts = [verify_file_untrusted(data, Catalogue.starter()) for data in files]
        print(f"host's file: {verdicts[0].text}; guest's file: {verdicts[1].text}")
        print_figures(files[0], line, seconds)
    agree = verdicts[0] == verdicts[1] and verdicts[0].kind is VerdictKind.FINISHED
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
