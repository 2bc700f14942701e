"""Redis sorted sets on loopback: the reference for ranks."""

import contextlib
import subprocess

from .processes import Process, free_port

KEY = "board"
#: The member that redis-benchmark puts a random number of 12 digits into: as long as an account's id.
MEMBER = "p0000000__rand_int__"
AROUND = (
    "local r = redis.call('zrevrank', KEYS[1], ARGV[1]) "
    "return redis.call('zrevrange', KEYS[1], math.max(r - 5, 0), r + 4, 'withscores')"
)


class Redis:
    """A server that keeps nothing."""

    def __init__(self, port, size):
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

    def rate(self, *words, connections=32, requests=100_000):
        """Answers a second to a command, as redis-benchmark finds it."""
        options = ["-p", self.port, "-c", connections, "-n", requests, "-r", self.size, "--csv"]
        command = ["redis-benchmark", *map(str, options), *map(str, words)]
        output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return float(output.strip().splitlines()[-1].split(",")[-7].strip('"'))

    def rates(self):
        """Top 10, around a person, rank of a person, change of a score."""
        return {
            "top": self.rate("ZREVRANGE", KEY, 0, 9, "WITHSCORES"),
            "around": self.rate("EVAL", AROUND, 1, KEY, MEMBER),
            "rank": self.rate("ZREVRANK", KEY, MEMBER),
            "write": self.rate("ZADD", KEY, 50_000, MEMBER),
        }


@contextlib.contextmanager
def server(size):
    """A filled server that ends with the block."""
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no"]
    with Process(command) as process:
        process.wait_for_port(port)
        redis = Redis(port, size)
        redis.fill()
        yield redis
