"""HTTP: what a plugin's route costs beside the host's own and beside a plain server, and what starting costs."""

import statistics

from . import tiny
from .loads import Load, alternate
from .rows import Goal, Row, say
from .stage import Host, Stock, data_folder

STARTS = 7
# A raw handler in a Go plugin of Nakama takes 25 µs on a machine where a plain Hummingbird application answers
# 44,000 requests a second. Two processors give that application 45.5 µs a request there at most, so the handler takes
# at least this part of it.
NAKAMA_TO_HUMMINGBIRD = 25 / (2e6 / 44_000)


def measure(report):
    say("routes: plugin, host, plain Hummingbird")
    with Host(data_folder("routes")) as host, Stock() as stock:
        loads = {
            "plugin": Load(host, host.url("/v1/bench/trivial")),
            "host": Load(host, host.url("/v1/ping")),
            "stock": Load(stock, stock.url),
        }
        routes(report, alternate(loads))
    starting(report)
    one_more(report)


def routes(report, found):
    plugin, host, stock = found["plugin"], found["host"], found["stock"]
    rate = "requests/s"
    report.add(
        Row("plugin-route-vs-host-route", plugin.rate, rate, plugin.cpu, host.rate), Goal("ratio", least=0.95))
    report.add(
        Row("trivial-route-vs-hummingbird", plugin.rate, rate, plugin.cpu, stock.rate), Goal("ratio", least=0.9))
    report.add(Row("trivial-route-cpu", plugin.cpu, "µs", plugin.cpu, stock.cpu), Goal("value", most=25))
    report.add(
        Row("trivial-route-cpu-vs-hummingbird", plugin.cpu, "µs", plugin.cpu, stock.cpu),
        Goal("ratio", most=NAKAMA_TO_HUMMINGBIRD))
    report.add(Row("trivial-route-p99", plugin.p99, "ms", None, stock.p99), Goal("value", most=31))
    report.add(Row("hummingbird-route", stock.rate, rate, stock.cpu))


def starts(data, manifests=None, plugins=None):
    """Least milliseconds to ready (what is more is other work of the machine) and median kilobytes of memory."""
    folders = {} if manifests is None else {"manifests": manifests, "plugins": plugins}
    times, memory = [], []
    for _ in range(STARTS):
        with Host(data, **folders) as host:
            times.append(host.milliseconds_to_ready)
            memory.append(host.memory_kilobytes())
    return min(times), statistics.median(memory)


def starting(report):
    say("starting")
    data = data_folder("starting")
    with Host(data) as host:
        first = host.milliseconds_to_ready
    time, memory = starts(data)
    report.add(Row("first-start-to-ready", first, "ms"), Goal("value", most=1000))
    report.add(Row("start-to-ready", time, "ms"), Goal("value", most=1000))
    report.add(Row("idle-memory", memory / 1024, "MB"), Goal("value", most=60))


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
