"""Accounts: sessions that end, many logins at once, and what a storm of wrong passwords leaves to others."""

import concurrent.futures
import contextlib
import re
import socket
import statistics
import subprocess
import tempfile
import time

from .client import call, guests
from .codes import sent
from .engines import engine, host
from .figures import median
from .loads import Load
from .rows import Goal, Row, row_of, say
from .stage import BENCHMARKS, data_folder

SCRIPTS = BENCHMARKS / "scripts"
GUESTS = 64
ROUNDS = 3
STORMERS = 16
STORM_SECONDS = 8
TOGETHER = 50
PERSON = {"email": "real.person@example.org", "password": "a quiet river runs north 41"}


def measure(report, settings):
    for name in settings.engines:
        say(f"{name}: sessions and passwords")
        with engine(name) as one, host(one, data_folder(f"accounts-{name}"), everywhere=True) as running:
            on_host(report.on(name), running)


def on_host(report, host):
    tokens = host.data / "tokens"
    guests(host, GUESTS, tokens)
    register(host, host.data)
    ending(report, host)
    together(report, host)
    storm(report, host, Load(host, host.url("/v1/me"), SCRIPTS / "viewers.lua", ("/v1/me", tokens)))


def register(host, data):
    """Somebody real, with a password."""
    password = PERSON["password"]
    terms = {"name": "Real Person", "passwordConfirmation": password, "acceptsTerms": True}
    call(host, "POST", "/v1/auth/register", {**PERSON, **terms})
    code = sent(data, 1, "email")[0]["code"]
    call(host, "POST", "/v1/auth/verify", {"email": PERSON["email"], "code": code})


def ending(report, host):
    """How long a live stream outlives its session."""
    say("live streams of sessions that end")
    waits = []
    for _ in range(20):
        token = call(host, "POST", "/v1/auth/guest")["token"]
        with socket.create_connection(("127.0.0.1", host.port), timeout=30) as stream:
            target = "/v1/live?topic=soccer-predictions%2Fleagues%2Fen.1"
            lines = [f"GET {target} HTTP/1.1", f"Host: 127.0.0.1:{host.port}", f"Authorization: Bearer {token}"]
            stream.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode())
            stream.recv(65536)
            call(host, "POST", "/v1/auth/logout", {}, token)
            start = time.monotonic()
            while stream.recv(65536):
                pass
            waits.append((time.monotonic() - start) * 1000)
    report.add(Row("stream-after-logout", max(waits), "ms"), Goal("value", most=1000))
    report.add(Row("stream-after-logout-median", statistics.median(waits), "ms"))


def together(report, host):
    """What many logins at once cost in memory; each hash alone takes 19 MiB."""
    say(f"{TOGETHER} logins at once")
    before = host.memory_kilobytes()

    def login(number):
        body = {"identifier": f"somebody-{number}@example.org", "password": PERSON["password"]}
        try:
            call(host, "POST", "/v1/auth/login", body)
        except RuntimeError as refusal:
            return " 401 " in str(refusal)

    with concurrent.futures.ThreadPoolExecutor(TOGETHER) as pool:
        hashed = sum(map(bool, pool.map(login, range(TOGETHER))))
    report.add(Row("parallel-logins-memory", (host.peak_kilobytes() - before) / 1024, "MB"), Goal("value", most=64))
    report.add(Row("parallel-logins-memory-peak", host.peak_kilobytes() / 1024, "MB"))
    report.add(Row("parallel-logins-hashed", hashed, f"of {TOGETHER}"))


def other_address():
    """An address of this machine beside loopback: loopback has twenty times the limits. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return probe.getsockname()[0]


@contextlib.contextmanager
def storming(host, number, counts):
    """Clients that send wrong passwords as fast as they get answers; what they were told is added to `counts`."""
    url = f"http://{other_address()}:{host.port}/v1/auth/login"
    script = ["-s", str(SCRIPTS / "storm.lua"), url, "--", str(number)]
    command = ["wrk", "-t1", f"-c{STORMERS}", f"-d{STORM_SECONDS}s", *script]
    with tempfile.TemporaryFile("w+") as output, subprocess.Popen(command, stdout=output) as child:
        time.sleep(0.5)
        yield
        child.wait()
        output.seek(0)
        found = re.search(r"refused (\d+), without Retry-After (\d+)", output.read())
        counts.append((int(found[1]), int(found[2])))


def storm(report, host, me):
    say(f"GET /v1/me, in turn without and with {STORMERS} clients that send wrong passwords")
    quiet, during, waits, refusals = [], [], [], []
    for number in range(ROUNDS):
        quiet.append(me.run(2))
        with storming(host, number, refusals):
            during.append(me.run(2))
            waits.append(enter(host))
    alone, left = median(quiet), median(during)
    during = row_of("me-during-login-storm", left, "answers/s", beside={"quiet": alone})
    report.add(during, Goal("value", least=0.5, of="quiet"))
    report.add(Row("login-during-login-storm", max(waits), "ms"), Goal("value", most=10_000))
    report.add(Row("login-storm-refused", sum(count for count, _ in refusals), "answers 429"), Goal("value", least=1))
    silent = sum(count for _, count in refusals)
    report.add(Row("login-storm-without-retry-after", silent, "answers 429"), Goal("value", most=0))


def enter(host):
    """Milliseconds until the real person is in, who tries again when told to come back."""
    start = time.monotonic()
    while True:
        try:
            call(host, "POST", "/v1/auth/login", {"identifier": PERSON["email"], "password": PERSON["password"]})
            return (time.monotonic() - start) * 1000
        except RuntimeError:
            if time.monotonic() - start > 20:
                raise
            time.sleep(0.2)
