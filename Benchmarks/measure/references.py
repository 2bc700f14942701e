"""What is measured in turn with the host, by name."""

import contextlib

from . import pgbench, redis
from .commits import Commits
from .loads import Load
from .stage import Stock

STATEMENTS = {"pgbench select": pgbench.READ, "pgbench update": pgbench.CHANGE, "pgbench insert": pgbench.NEW}


@contextlib.contextmanager
def references(world):
    """All that can be beside the works of a world, made when first asked for."""
    with contextlib.ExitStack() as stack:
        yield References(world, stack)


class References:
    """The loads on others; what has to run for them ends with the stack."""

    def __init__(self, world, stack):
        self.world, self.stack = world, stack
        self.redis = self.has_rows = None

    def __getitem__(self, name):
        if name == "trivial":
            return self.world.load("/v1/bench/trivial")
        if name == "hummingbird":
            stock = self.stack.enter_context(Stock())
            return Load(stock, stock.url)
        if name == "sqlite commit":
            return Commits(self.world.host.data)
        if name in STATEMENTS:
            return self.statement(STATEMENTS[name])
        self.redis = self.redis or self.stack.enter_context(redis.server(self.world.people))
        return redis.RedisLoad(self.redis, name.removeprefix("redis "))

    def statement(self, text):
        if not self.has_rows:
            pgbench.prepare(self.world.engine, self.world.people)
            self.has_rows = True
        return pgbench.Pgbench(self.world.engine.database, text, self.world.people)
