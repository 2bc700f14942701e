"""Disc golf: cards that four phones share while all of them are played, a card that comes as a whole after a round without a
connection, and the statistics of somebody who has played very many rounds."""

import json
import selectors
import socket
import statistics
import threading
import time

from .client import call, guests
from .codes import accounts
from .engines import engine, host
from .figures import of_times
from .groups import Caller
from .live import Watchers
from .loads import Load
from .rows import Goal, row_of, say
from .stage import data_folder
from .world import SCRIPTS

AREA = "/v1/folf-scoring"
TOKEN = "operator-of-the-benchmark-of-cards-0123456789"
CARDS, PHONES, HOLES = 500, 4, 18
# The cards on which it is measured how soon a score is on the other phones; the load enters scores on the rest.
SAMPLED = 50
ROUNDS, CALLS = 2_000, 100
# How many rounds the host takes over at once.
IMPORTED = 20
# Goals: entries a second, milliseconds until the other phones have a score, for a whole card, for statistics.
ENTRIES, SHARED, WHOLE, STATISTICS = 2_000, 250, 50, 20


def measure(report, settings):
    for name in settings.engines:
        say(f"{name}: {CARDS} cards of {PHONES} phones")
        folder = data_folder(f"cards-{name}")
        environment = {"FIELDHOUSE_LIVE_STREAMS_PER_CLIENT": "10000", "FIELDHOUSE_CONSOLE_TOKEN": TOKEN}
        with engine(name) as one, host(one, folder, environment=environment) as running:
            found = report.on(name)
            cards = Cards(running, folder)
            entered, shared = cards.played(settings)
            found.add(row_of("card-entries", entered, "entries/s", running.megabytes()), Goal("value", least=ENTRIES))
            found.add(row_of("score-on-other-phones", shared, "ms to the last phone"), Goal("p99", most=SHARED))
            found.add(row_of(f"card-of-{HOLES}-holes-synced", cards.synced(), "ms"), Goal("p99", most=WHOLE))
            found.add(row_of(f"statistics-of-{ROUNDS}-rounds", cards.statistics(), "ms"), Goal("p99", most=STATISTICS))


class Cards:
    """Rounds that are being played, each by somebody with an account and three guests, who each have a phone that watches."""

    def __init__(self, running, folder):
        self.host, self.folder = running, folder
        self.hosts = accounts(running, folder, "+49153", CARDS)
        guests(running, CARDS * (PHONES - 1), folder / "guests")
        others = (folder / "guests").read_text().split()
        self.cards = [self.opened(token, others[number::CARDS]) for number, token in enumerate(self.hosts)]
        self.folder.joinpath("cards").write_text("".join(
            f"{card['id']} {','.join(card['players'])} {','.join(card['tokens'])}\n" for card in self.cards[SAMPLED:]))

    def call(self, method, path, token, body=None):
        return call(self.host, method, AREA + path, body, token)

    def opened(self, token, others):
        """A round that runs, with the tokens of its players in their order."""
        round = self.call("POST", "/rounds", token, {"holes": HOLES})["round"]
        code = self.call("GET", f"/rounds/{round}", token)["code"]
        for other in others:
            self.call("POST", "/rounds/join", other, {"code": code})
        self.call("POST", f"/rounds/{round}/start", token, {})
        card = self.call("GET", f"/rounds/{round}", token)
        return {"id": round, "players": [player["id"] for player in card["players"]], "tokens": [token, *others]}

    def played(self, settings):
        """Scores come on all cards as fast as they are taken; on some it is watched when the other phones have one."""
        phones = Phones(self.host, self.cards)
        load = Load(
            self.host, self.host.url("/"), SCRIPTS / "cards.lua", (f"{AREA}/rounds/", self.folder / "cards", str(HOLES)))
        found, stop = [], threading.Event()

        def enter():
            try:
                found.append(load.run(settings.seconds * settings.rounds))
            finally:
                stop.set()

        entering = threading.Thread(target=enter)
        entering.start()
        try:
            times = phones.watch(self.cards[:SAMPLED], stop)
        finally:
            entering.join()
            phones.close()
        if not found:
            raise RuntimeError("no scores were entered")
        return found[0], of_times(times, statistics.median(times))

    def synced(self):
        """All scores of a card at once, as a phone sends them that had no connection, and what came meanwhile."""
        times, caller = [], Caller(self)
        for card, token in zip(self.cards[:SAMPLED], self.hosts):
            entries = [
                {"id": f"whole-{player}-{hole}", "player": player, "hole": hole + 1, "value": 3}
                for player in card["players"] for hole in range(HOLES)]
            body = {"device": "offline", "entries": entries, "since": 0}
            took, told = caller("POST", f"{AREA}/rounds/{card['id']}/entries", token, body)
            if told["refused"] or len(told["entries"]) < len(entries):
                raise RuntimeError(f"of {len(entries)} scores {json.dumps(told)[:300]}")
            times.append(took)
        return of_times(times, statistics.median(times))

    def statistics(self):
        """How somebody has played whose rounds came from another app."""
        token, head = self.hosts[0], "PlayerName,CourseName,LayoutName,StartDate,EndDate,Total,+/-,RoundRating,"
        head += ",".join(f"Hole{hole + 1}" for hole in range(HOLES)) + "\n"
        for first in range(0, ROUNDS, IMPORTED):
            text = head + "".join(played(number) for number in range(first, first + IMPORTED))
            taken = self.call("POST", "/me/imports", token, {"text": text, "name": "Ada"})
            if taken["taken"] != IMPORTED:
                raise RuntimeError(f"rounds were not taken over: {taken}")
        times, caller = [], Caller(self)
        for _ in range(CALLS):
            took, told = caller("GET", f"{AREA}/me/statistics", token)
            if told["rounds"] < ROUNDS:
                raise RuntimeError(f"statistics are of {told['rounds']} rounds")
            times.append(took)
        return of_times(times, statistics.median(times))


class Phones(Watchers):
    """A stream of each card for each of its players."""

    def __init__(self, running, cards):
        self.host = running
        self.card_of = [card["id"] for card in cards for _ in card["tokens"]]
        super().__init__(running, [token for card in cards for token in card["tokens"]], event="card")

    def open(self, running, topic, number, session):
        return super().open(running, f"folf-scoring/rounds/{self.card_of[number]}", number, session)

    def watch(self, cards, stop):
        """Enters a score on one card after the other while the load runs: for each, how many milliseconds after it was
        sent the last of the other phones has it."""
        times, number = [], 0
        while not stop.is_set():
            card = cards[number % len(cards)]
            turn = number // len(cards)
            place = turn % (PHONES * HOLES)
            body = json.dumps({
                "device": "sampled", "player": card["players"][place % PHONES], "hole": place // PHONES + 1, "value": 3})
            connection = self.sent(card, f"sampled-{number}", body)
            start = time.monotonic()
            first = cards.index(card) * PHONES
            waited = {first + phone: self.counts[first + phone] for phone in range(1, PHONES)}
            while waited:
                for key, _ in self.selector.select(timeout=0.2):
                    if key.data is None:
                        answer = connection.recv(1 << 16)
                        if answer and b" 200 " not in answer.split(b"\r\n")[0]:
                            raise RuntimeError(f"a score is answered {answer[:300]}")
                        self.selector.unregister(connection)
                        continue
                    self.counts[key.data] += key.fileobj.recv(1 << 16).count(self.line)
                waited = {phone: count for phone, count in waited.items() if self.counts[phone] == count}
                if time.monotonic() - start > 20:
                    raise RuntimeError("a score does not come to the other phones")
            times.append((time.monotonic() - start) * 1000)
            if connection.fileno() >= 0 and any(key.data is None for key in self.selector.get_map().values()):
                self.selector.unregister(connection)
            connection.close()
            number += 1
        return times

    def sent(self, card, entry, body):
        """The connection over which a score is on its way."""
        connection = socket.create_connection(("127.0.0.1", self.host.port))
        connection.sendall((
            f"PUT {AREA}/rounds/{card['id']}/entries/{entry} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {card['tokens'][0]}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}").encode())
        connection.setblocking(False)
        self.selector.register(connection, selectors.EVENT_READ, None)
        return connection


def played(number):
    """A round of one player on one of ten courses, as a file of scores tells it."""
    day = f"{2015 + number // 300}-{number % 300 // 25 + 1:02}-{number % 25 + 1:02} 0905"
    scores = [str(3 + (number + hole) % 3 - 1) for hole in range(HOLES)]
    course = f"Course {number % 10},Main,{day},{day}"
    return (
        f"Par,{course},{3 * HOLES},,,{','.join(['3'] * HOLES)}\n"
        f"Ada,{course},{sum(map(int, scores))},0,,{','.join(scores)}\n")

