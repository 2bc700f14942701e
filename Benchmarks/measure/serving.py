"""HTTP: what a plugin's route costs beside the host's own and beside a plain server, and what one more plugin costs."""

import statistics

from . import tiny
from .loads import Load, alternate
from .rows import Goal, Row, row_of, say
from .stage import Host, Stock, data_folder

STARTS = 7
# A raw handler in a Go plugin of Nakama takes 25 µs on a machine where a plain Hummingbird application answers
# 44,000 requests a second. Two processors give that application 45.5 µs a request there at most, so the handler takes
# at least this part of it.
NAKAMA_TO_HUMMINGBIRD = 25 / (2e6 / 44_000)


def measure(report, settings):
    say("routes: plugin, host, plain Hummingbird")
    with Host(data_folder("routes")) as host, Stock() as stock:
        loads = {
            "plugin": Load(host, host.url("/v1/bench/trivial")),
            "host": Load(host, host.url("/v1/ping")),
            "stock": Load(stock, stock.url),
        }
        routes(report, alternate(loads, settings.rounds, settings.seconds))
    one_more(report)


def routes(report, found):
    plugin, host, stock = found["plugin"], found["host"], found["stock"]
    beside = {"host route": host, "hummingbird": stock}
    report.add(
        row_of("plugin-route", plugin, "answers/s", beside=beside), Goal("value", least=0.95, of="host route"),
        Goal("value", least=0.9, of="hummingbird"), Goal("cpu", most=25),
        Goal("cpu", most=NAKAMA_TO_HUMMINGBIRD, of="hummingbird"), Goal("p99", most=31))
    report.add(row_of("host-route", host, "answers/s", beside={"hummingbird": stock}))
    report.add(row_of("hummingbird-route", stock, "answers/s"))


def starts(data, manifests, plugins):
    """Least milliseconds to ready (what is more is other work of the machine) and median kilobytes of memory."""
    times, memory = [], []
    for _ in range(STARTS):
        with Host(data, manifests, plugins) as host:
            times.append(host.milliseconds_to_ready)
            memory.append(host.memory_kilobytes())
    return min(times), statistics.median(memory)


def one_more(report):
    tiny.compile_all()
    found = {}
    for count in (1, tiny.COUNT):
        say(f"starting with {count} small plugin(s)")
        manifests, plugins = tiny.stage(count)
        data = data_folder(f"tiny-{count}")
        with Host(data, manifests, plugins):
            pass
        found[count] = starts(data, manifests, plugins)
    more = tiny.COUNT - 1
    time, memory = ((found[tiny.COUNT][index] - found[1][index]) / more for index in (0, 1))
    report.add(Row("one-more-plugin-time", time, "ms"))
    report.add(Row("one-more-plugin-memory", memory, "KB"))
