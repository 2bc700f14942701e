"""Accounts: what a session costs, logins by code, and what a storm of wrong passwords leaves to others."""

import contextlib
import json
import subprocess
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
PERSON = {"email": "real.person@example.org", "password": "correct horse battery staple 9"}


def measure(report):
    data = data_folder("accounts")
    with Host(data) as host:
        tokens = data / "tokens"
        guests(host, GUESTS, tokens)
        me = Load(host, host.url("/v1/me"), SCRIPTS / "viewers.lua", ("/v1/me", tokens))
        profile(report, host, me)
        codes(report, host, data)
        register(host, data)
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
    return run(Load(host, host.url(path), SCRIPTS / "bodies.lua", (path, file)), 60)


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


@contextlib.contextmanager
def storming(host, number):
    """Clients that send wrong passwords as fast as they get answers."""
    script = ["-s", str(SCRIPTS / "storm.lua"), host.url("/v1/auth/login"), "--", str(number)]
    command = ["wrk", "-t1", f"-c{STORMERS}", "-d30s", *script]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as child:
        try:
            time.sleep(0.5)
            yield
        finally:
            child.terminate()


def storm(report, host, me):
    say(f"GET /v1/me, in turn without and with {STORMERS} clients that send wrong passwords")
    quiet, during, waits = [], [], []
    for number in range(ROUNDS):
        quiet.append(run(me, 2))
        with storming(host, number):
            during.append(run(me, 2))
            waits.append(enter(host))
    alone, left = median(quiet), median(during)
    report.add(Row("me-during-login-storm", left.rate, "answers/s", None, alone.rate), Goal("ratio", least=0.5))
    report.add(Row("login-during-login-storm", max(waits), "ms"), Goal("value", most=10_000))


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
