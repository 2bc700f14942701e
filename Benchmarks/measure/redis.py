"""Redis sorted sets on loopback: the reference for ranks."""

import contextlib
import subprocess
from dataclasses import dataclass

from .figures import Figures
from .loads import CONNECTIONS
from .processes import Process, free_port

KEY = "board"
#: The member that redis-benchmark puts a random number of 12 digits into: as long as an account's id.
MEMBER = "p0000000__rand_int__"
AROUND = (
    "local r = redis.call('zrevrank', KEYS[1], ARGV[1]) "
    "return redis.call('zrevrange', KEYS[1], math.max(r - 5, 0), r + 4, 'withscores')"
)
COMMANDS = {
    "top-10": ("ZREVRANGE", KEY, 0, 9, "WITHSCORES"),
    "top-100": ("ZREVRANGE", KEY, 0, 99, "WITHSCORES"),
    "around-me": ("EVAL", AROUND, 1, KEY, MEMBER),
    "rank": ("ZREVRANK", KEY, MEMBER),
    "score": ("ZADD", KEY, 50_000, MEMBER),
}


class Redis:
    """A server that keeps nothing."""

    def __init__(self, process, port, size):
        self.process = process
        self.port = port
        self.size = size

    def command(self, *words, input=None):
        command = ["redis-cli", "-p", str(self.port), *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=True, input=input).stdout.strip()

    def fill(self):
        """One entry for each number below the size."""
        lines = (f"ZADD {KEY} {number * 2654435761 % 100000} p{number:019}\r\n" for number in range(self.size))
        self.command("--pipe", input="".join(lines))
        if int(self.command("ZCARD", KEY)) != self.size:
            raise RuntimeError("Redis did not take all entries")

    def bytes_per_entry(self):
        return int(self.command("MEMORY", "USAGE", KEY, "SAMPLES", "0")) / self.size

    def benchmark(self, words, requests):
        """What redis-benchmark finds for so many requests; the processor time is the server's alone."""
        options = ["-p", self.port, "-c", CONNECTIONS, "-n", requests, "-r", self.size, "--csv"]
        command = ["redis-benchmark", *map(str, options), *map(str, words)]
        before = self.process.cpu_seconds()
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        cpu = (self.process.cpu_seconds() - before) * 1e6 / requests
        rate, _, _, p50, _, p99, longest = (
            float(word.strip('"')) for word in output.strip().splitlines()[-1].rsplit(",", 7)[1:])
        return Figures(rate, cpu, p50, p99, longest)


@dataclass
class RedisLoad:
    """A command, for about as long as it is told."""

    redis: Redis
    name: str

    def run(self, seconds):
        words = COMMANDS[self.name]
        rate = self.redis.benchmark(words, 5_000).value
        return self.redis.benchmark(words, max(5_000, int(rate * seconds)))


@contextlib.contextmanager
def server(size):
    """A filled server that ends with the block."""
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no"]
    with Process(command) as process:
        process.wait_for_port(port)
        redis = Redis(process, port, size)
        redis.fill()
        yield redis
