"""Very many teams, an event of each of which changes: how soon everybody on them has it in the inbox, and that it is there once."""

import concurrent.futures
import time

from .client import call
from .codes import accounts
from .engines import ACCOUNT, engine, host
from .rows import Goal, Row, say
from .stage import data_folder
from .world import PEOPLE

# Teams, people beside the leader in each, and how many one account leads: nobody is in very many groups.
TEAMS, MEMBERS, LED = 1_000, 20, 100
# Goal: seconds from the first change until everybody has it.
REACHED = 10
CROWD = f"""
insert into fieldhouse_group_members (group_id, account, kind, since)
select id, {ACCOUNT}, kind, 0 from {{numbers}} join fieldhouse_groups on name = 'Crowd ' || (n % {{teams}});
insert into fieldhouse_grants (account, kind, thing, role)
select account, kind, group_id, 'member' from fieldhouse_group_members where since = 0;
update fieldhouse_groups set members = members + {MEMBERS} where name like 'Crowd %'
"""
# How many notifications of changes there are, and for how many people.
HEARD = "select count(*), count(distinct account) from notifications where kind = 'event-changed'"


def told(name, area, plan, options, most):
    """The row for an engine and its goal; there are at most `most` teams. `plan` is what an event is to be."""
    teams = min(TEAMS, most)
    people = teams * MEMBERS
    say(f"{name}: {people:,} people of {teams:,} teams are told of a change")
    folder = data_folder(f"team-changes-{name}")
    with engine(name) as one:
        with host(one, folder, *options) as running:
            leaders = accounts(running, folder, "+49152", -(-teams // LED))
            events = [founded(running, leaders[number // LED], area, plan, number) for number in range(teams)]
        one.ask(folder, "accounts", PEOPLE.format(numbers=one.numbers(people)))
        one.ask(folder, "team-management", CROWD.format(numbers=one.numbers(people), teams=teams))
        with host(one, folder, *options) as running, concurrent.futures.ThreadPoolExecutor() as pool:

            def change(number):
                call(running, "PUT", events[number], {**plan, "title": "Another practice"}, leaders[number // LED])

            start = time.monotonic()
            changes = [pool.submit(change, number) for number in range(teams)]
            while heard(one, folder)[0] < people and time.monotonic() - start < 10 * REACHED:
                time.sleep(0.05)
            took = time.monotonic() - start
            for one_change in changes:
                one_change.result()
        row = Row(f"{people}-told-of-changes", took, "s until all have it")
        count, accounted = heard(one, folder)
        if count != people or accounted != people:
            row.failure = f"{count} notifications for {accounted} of {people} people"
    return row, Goal("value", most=REACHED)


def founded(running, token, area, plan, number):
    """The path of an event of a new team."""
    team = call(running, "POST", f"{area}/teams", {"name": f"Crowd {number}", "sport": "Soccer"}, token)["team"]
    event = call(running, "POST", f"{area}/teams/{team}/events", plan, token)["event"]
    return f"{area}/teams/{team}/events/{event}"


def heard(one, folder):
    """How many have been told so far; a host may be running."""
    (row,) = one.look(folder, "notifications", HEARD)
    return [int(value) for value in row]
