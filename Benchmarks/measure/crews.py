"""Worlds of groups: very many, each of one member, and one that many are in."""

import contextlib
from dataclasses import dataclass

from .client import call, guests
from .engines import ACCOUNT, engine, host
from .rows import say
from .stage import data_folder
from .world import PEOPLE

TOKEN = "operator-of-the-benchmark-of-groups-0123456789"
# Who asks, writes and joins; they are guests of the host itself.
VIEWERS = 64
# In how many groups each of them is beside the large one.
MINE = 10
LARGE = "everybody"
# Behind the names of all groups: a word that each of them has.
COMMON = "crew"

GROUP = """
insert into fieldhouse_groups (id, kind, name, about, visibility, admission, capacity, members, version, created_at,
  found_as)
select {id}, 'crew', {name}, '', 'listed', 'open', 1000000, {members}, 1, 0, lower({name}) from {{numbers}};
insert into fieldhouse_group_words (word, group_id) select '{common}', {id} from {{numbers}};
"""
GROUPS = GROUP.format(id="'g' || n", name="'Walkers ' || n || ' Crew'", members=1, common=COMMON) + f"""
insert into fieldhouse_group_words (word, group_id) select cast(n as text), 'g' || n from {{numbers}};
insert into fieldhouse_group_members (group_id, account, kind, since) select 'g' || n, {ACCOUNT}, 'crew', 0 from {{numbers}};
insert into fieldhouse_grants (account, kind, thing, role) select {ACCOUNT}, 'crew', 'g' || n, 'member' from {{numbers}};
"""
MEMBERS = f"""
insert into fieldhouse_group_members (group_id, account, kind, since)
select '{LARGE}', {ACCOUNT}, 'crew', n from {{numbers}};
insert into fieldhouse_grants (account, kind, thing, role)
select {ACCOUNT}, 'crew', '{LARGE}', 'member' from {{numbers}};
"""


@dataclass
class Crews:
    """A running host with groups; `viewers` are (id, token), all in the large group and in some of the others."""

    engine: object
    host: object
    groups: int
    members: int
    viewers: list
    tokens: object

    def call(self, method, path, body=None, token=TOKEN):
        return call(self.host, method, f"/v1/groups/bench/{path}", body, token)


def fill(engine, folder, groups, members):
    """Puts groups, and the people in them, into the databases of a host that is not running."""
    engine.ask(folder, "accounts", PEOPLE.format(numbers=engine.numbers(max(groups, members))))
    engine.ask(folder, "bench", GROUPS.format(numbers=engine.numbers(groups)))
    large = GROUP.format(id=f"'{LARGE}'", name="'Everybody of the crew'", members=members, common=COMMON)
    engine.ask(folder, "bench", large.format(numbers=engine.numbers(1)))
    engine.ask(folder, "bench", MEMBERS.format(numbers=engine.numbers(members)))


@contextlib.contextmanager
def crews(name, groups, members):
    """A world on the engine of this name."""
    with engine(name) as one:
        folder = data_folder(f"groups-{name}-{groups}")
        environment = {"FIELDHOUSE_CONSOLE_TOKEN": TOKEN}
        with host(one, folder, environment=environment) as running:
            ids = guests(running, VIEWERS, folder / "tokens")
        say(f"{name}: {groups:,} groups, one of them of {members:,}")
        fill(one, folder, groups, members)
        if name == "postgresql":
            one.ask(folder, "bench", "analyze")
        viewers = list(zip(ids, (folder / "tokens").read_text().split()))
        with host(one, folder, environment=environment) as running:
            found = Crews(one, running, groups, members, viewers, folder / "tokens")
            for number, (_, token) in enumerate(viewers):
                found.call("POST", f"{LARGE}/join", {}, token)
                for place in range(MINE):
                    found.call("POST", f"g{number * (groups // VIEWERS) + place}/join", {}, token)
            yield found
