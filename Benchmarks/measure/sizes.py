"""What each kind of request costs by the size of the world it is asked in, as pictures."""

from collections import defaultdict

from .batches import batch
from .engines import engine
from .plot import save
from .rows import say
from .settling import settled
from .starting import start_until_right
from .works import WORKS
from .world import filled, opened


def measure(report, settings):
    """Draws a picture for each kind of work, with what every engine needs at each size."""
    found = defaultdict(lambda: defaultdict(dict))
    for name in settings.engines:
        for size in settings.sizes:
            say(f"{name} with {size:,} people")
            with engine(name) as one:
                at_size(found, one, size, settings)
            with engine(name) as one:
                settling_at(found, one, size)
    for name, series in found.items():
        draw(name, series, settings.sizes)


def at_size(found, engine, people, settings):
    """Adds what everything costs in a world of this size, in microseconds."""

    def note(work, title, value):
        # Nothing is what took less than a tick of the kernel's clock.
        if value > 0:
            found[work][f"{engine.name}, {title}"][people] = value

    folder, viewers = filled(engine, people, "sizes")
    took, cpu, _ = start_until_right(engine, folder, people)
    note("start-until-ranks-are-right", "time", took * 1000)
    note("start-until-ranks-are-right", "processor time", cpu)
    with opened(engine, folder, viewers, people) as world:
        for work in settings.chosen(WORKS):
            loaded(note, work, world, settings.seconds)
        scores(note, world.host, people)


def settling_at(found, engine, people):
    """Adds what settling so many predictions costs."""
    costs, _ = settled(engine, people)
    for kind, (host, bare, _) in costs.items():
        found[kind][f"{engine.name}, time"][people] = host[0] * 1000
        found[kind][f"{engine.name}, bare SQL"][people] = bare.value * 1000


def loaded(note, work, world, seconds):
    """Notes a kind of request; one that fails is left out of the picture, and said."""
    try:
        load = work.load(world)
        load.run(1)
        figures = load.run(seconds)
    except RuntimeError as problem:
        say(f"  {work.name} failed: {problem}")
        return
    note(work.name, "processor time", figures.cpu)
    note(work.name, "median", figures.p50 * 1000)
    note(work.name, "99th percentile", figures.p99 * 1000)


def scores(note, host, people):
    """Notes a batch of changed scores, by score."""
    changed = batch(host, people, 1)
    if isinstance(changed, RuntimeError):
        say(f"  a batch failed: {changed}")
        return
    note("score-of-a-batch", "time", changed[0].value * 1000 / people)
    note("score-of-a-batch", "processor time", changed[0].cpu / people)


def draw(name, series, sizes):
    save(name, f"{name}, by the number of people", sizes, series)
