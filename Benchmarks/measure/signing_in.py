"""Accounts: what a session costs, logins by code, and what a storm of wrong passwords leaves to others."""

import concurrent.futures
import contextlib
import json
import re
import socket
import statistics
import subprocess
import tempfile
import time

from .client import call, guests
from .loads import CONNECTIONS, Load, alternate, median, run
from .rows import Goal, Row, say
from .stage import BENCHMARKS, Host, data_folder

SCRIPTS = BENCHMARKS / "scripts"
GUESTS = 64
ROUNDS = 3
PHONES = 10_000
STORMERS = 16
STORM_SECONDS = 8
TOGETHER = 50
PERSON = {"email": "real.person@example.org", "password": "a quiet river runs north 41"}


def measure(report):
    data = data_folder("accounts")
    with Host(data, everywhere=True) as host:
        tokens = data / "tokens"
        guests(host, GUESTS, tokens)
        me = Load(host, host.url("/v1/me"), SCRIPTS / "viewers.lua", ("/v1/me", tokens))
        profile(report, host, me)
        codes(report, host, data)
        register(host, data)
        ending(report, host)
        together(report, host)
        storm(report, host, me)


def profile(report, host, me):
    say("GET /v1/me, in turn with the trivial route")
    found = alternate({"me": me, "trivial": Load(host, host.url("/v1/bench/trivial"))}, ROUNDS)
    value, reference = found["me"], found["trivial"]
    report.add(Row("me", value.rate, "answers/s", value.cpu, reference.rate), Goal("value", least=20_000))
    report.add(Row("me-p99", value.p99, "ms", None, reference.p99))


def sent(data, count, channel):
    """The messages of a channel that have gone out, once there are `count`."""
    path = data / "deliveries.jsonl"
    end = time.monotonic() + 120
    while time.monotonic() < end:
        lines = path.read_text().splitlines() if path.exists() else []
        messages = [message for message in map(json.loads, lines) if message["channel"] == channel]
        if len(messages) >= count:
            return messages
        time.sleep(0.2)
    raise RuntimeError(f"{count} messages did not go out by {channel} within two minutes")


def post_all(host, path, bodies, file):
    """Posts each body once."""
    file.write_text("".join(json.dumps(body) + "\n" for body in bodies))
    return run(Load(host, host.url(path), SCRIPTS / "bodies.lua", (path, file)), 15)


def codes(report, host, data):
    say(f"logins by code: {PHONES:,} numbers")
    phones = [{"phone": f"+49151{number:08}"} for number in range(PHONES)]
    asked = post_all(host, "/v1/auth/otp", phones, data / "phones")
    report.add(Row("code-requests", asked.rate, "codes/s", asked.cpu))
    known = {message["to"].lstrip("+"): message["code"] for message in sent(data, PHONES - CONNECTIONS, "sms")}
    logins = [{"phone": "+" + phone, "code": code} for phone, code in known.items()]
    found = post_all(host, "/v1/auth/otp/verify", logins, data / "logins")
    report.add(Row("code-logins", found.rate, "logins/s", found.cpu), Goal("value", least=3000))
    report.add(Row("code-logins-p99", found.p99, "ms"))


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
        quiet.append(run(me, 2))
        with storming(host, number, refusals):
            during.append(run(me, 2))
            waits.append(enter(host))
    alone, left = median(quiet), median(during)
    report.add(Row("me-during-login-storm", left.rate, "answers/s", None, alone.rate), Goal("ratio", least=0.5))
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
