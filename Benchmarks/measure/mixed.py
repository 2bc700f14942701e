"""Everything at once for a while on every engine, to find stalls."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from .rows import Goal, Row, row_of, say
from .works import WORKS
from .world import world

STALL = 100


def measure(report, settings):
    for name in settings.engines:
        with world(name, settings.people) as one:
            mixed(report, one, settings)


def mixed(report, world, settings):
    engine, works = world.engine.name, [work for work in settings.chosen(WORKS) if work.clients]
    connections = sum(work.clients for work in works)
    names = ", ".join(work.name for work in works)
    say(f"{engine}: {settings.minutes:g} minutes of {names}, {connections} connections")
    seconds = max(1, round(settings.minutes * 60))
    before = world.host.cpu_seconds()
    with ThreadPoolExecutor(len(works)) as pool:
        running = [(work, pool.submit(load(work, world).run, seconds)) for work in works]
    cpu = world.host.cpu_seconds() - before
    found = [(work, figures(one)) for work, one in running]
    for work, one in found:
        add(report, f"{engine}-mixed-{work.name}", work, one)
    good = [(work, one) for work, one in found if not isinstance(one, Exception)]
    if good:
        whole(report, world, good, seconds, cpu)


def load(work, world):
    """A work with the connections that it has among those of the mixed load."""
    return replace(work.load(world), connections=work.clients)


def figures(running):
    """What a load found, or why it failed."""
    try:
        return running.result()
    except RuntimeError as problem:
        return problem


def add(report, name, work, found):
    if isinstance(found, RuntimeError):
        report.fail(name, work.unit, found)
        return
    # Its processor time cannot be told from that of the others.
    found.cpu = None
    report.add(row_of(name, found, work.unit))


def whole(report, world, found, seconds, cpu):
    """All of them together, and the longest that anybody has waited."""
    engine, rate = world.engine.name, sum(one.value for _, one in found)
    row = Row(f"{engine}-mixed", rate, "answers/s", cpu * 1e6 / (rate * seconds), world.host.megabytes())
    report.add(row)
    work, one = max(found, key=lambda pair: pair[1].longest)
    say(f"{engine}: the longest stall was one of {one.longest:,.0f} ms, in {work.name}")
    report.add(Row(f"{engine}-mixed-longest-stall", one.longest, "ms"), Goal("value", most=STALL))
