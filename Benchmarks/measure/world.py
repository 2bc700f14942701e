"""A host with many people: an account, a stored row and a place on a board for each."""

import contextlib
from dataclasses import dataclass

from . import pgbench
from .client import call, guests
from .engines import ACCOUNT, SCATTERED, engine, host
from .loads import Load
from .rows import say
from .stage import BENCHMARKS, data_folder

SCRIPTS = BENCHMARKS / "scripts"
BOARD = "/v1/leaderboards/bench/points"
VIEWERS = 64

# What the host writes of an identifier; others are looked through after a start.
NORMAL_FORM = 1
PEOPLE = f"""
insert into people (id, kind, generated_name, visibility, created_at)
select {ACCOUNT}, 'user', 'User' || n, (select min(visibility) from people), 0 from {{numbers}};
insert into identifiers (kind, value, account, verified_at, form)
select 'phone', '+4917' || substr({ACCOUNT}, 12), {ACCOUNT}, 0, {NORMAL_FORM} from {{numbers}};
"""
ROWS = f"insert into items (id, value) select n + 1, '{pgbench.VALUE}' from {{numbers}};"
ENTRIES = f"""
insert into fieldhouse_board_entries (board, season, partition, account, score, t1, t2, t3, achieved_at, details)
select 'points', 'all', '', {ACCOUNT}, {SCATTERED}, 0, 0, 0, 0, '{{{{"predictions":7}}}}' from {{numbers}};
"""
FILLS = {"accounts": (PEOPLE,), "bench": (ROWS, ENTRIES)}


@dataclass
class World:
    """A running host with people; `tokens` is a file with the sessions of those of them who look around."""

    engine: object
    host: object
    people: int
    tokens: object

    def url(self, path):
        return self.host.url(path)

    def load(self, path, script=None, *arguments):
        return Load(self.host, self.url(path), script and SCRIPTS / script, arguments)

    def as_viewers(self, path):
        """One path for one viewer after the other."""
        return self.load(path, "viewers.lua", path, self.tokens)


def fill(engine, folder, people):
    """Puts people into the databases of a host that is not running."""
    for namespace, texts in FILLS.items():
        for text in texts:
            engine.ask(folder, namespace, text.format(numbers=engine.numbers(people)))


def filled(engine, people, name):
    """The folder of a host with so many people and the ids of its viewers, whose tokens are in the file `tokens`."""
    folder = data_folder(f"{name}-{engine.name}")
    with host(engine, folder) as running:
        viewers = guests(running, VIEWERS, folder / "tokens")
    say(f"{engine.name}: {people:,} people")
    fill(engine, folder, people)
    return folder, viewers


@contextlib.contextmanager
def inhabited(engine, people):
    """A world on an engine."""
    folder, viewers = filled(engine, people, "world")
    with opened(engine, folder, viewers, people) as one:
        yield one


@contextlib.contextmanager
def opened(engine, folder, viewers, people):
    """The world in a folder that was filled; its viewers are on the board, too."""
    with host(engine, folder) as running:
        for number, viewer in enumerate(viewers):
            call(running, "POST", "/v1/bench/scores", {"account": viewer, "score": number * 1500})
        yield World(engine, running, people, folder / "tokens")


@contextlib.contextmanager
def world(name, people, options=""):
    """A world on the engine of this name."""
    with engine(name, options) as one, inhabited(one, people) as found:
        yield found
