"""Every kind of request on every engine, in turn with what is beside it."""

from .codes import codes
from .loads import alternate
from .references import references
from .rows import row_of, say
from .works import WORKS
from .world import world


def measure(report, settings):
    for name in settings.engines:
        with world(name, settings.people) as one, references(one) as others:
            for work in settings.chosen(WORKS):
                one_work(report, one, others, work, settings)
            if settings.wants("sign-in"):
                sign_in(report, one)


def one_work(report, world, others, work, settings):
    """A row for a kind of request, also when it failed."""
    engine = world.engine.name
    name, goals = f"{engine}-{work.name}", work.goals_on(engine)
    beside = work.beside_on(engine)
    say(f"{name}, in turn with {', '.join(beside)}")
    try:
        loads = {"": work.load(world), **{other: others[other] for other in beside}}
        found = alternate(loads, settings.rounds, settings.seconds)
        figures = found.pop("")
        report.add(row_of(name, figures, work.unit, world.host.megabytes(), found), *goals)
    except RuntimeError as problem:
        report.fail(name, work.unit, problem, *goals)


def sign_in(report, world):
    try:
        codes(report, world)
    except RuntimeError as problem:
        report.fail(f"{world.engine.name}-sign-in", "logins/s", problem)
