"""Four hosts that are processes of their own, on one database, follow 16 leagues that are all being played, at a provider whose log says when it
was called by whom. Then a browser looks at the line-ups and figures that it told, in English and in Arabic.
Usage: calls.py EXECUTABLE WORK DATABASE ADDRESS [FOLDER]: ADDRESS is a public address of this machine; the last for pictures."""
import datetime, http.server, json, pathlib, re, signal, subprocess, sys, tempfile, threading, time, urllib.parse, urllib.request

from browser import Browser, Trouble, fits, picture, press, until

executable, work, database, address = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
pictures = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else None
HOSTS, SECONDS, MOST = 4, 12, 3
CODES = ["en", "de", "es", "fr", "it", "nl", "be", "pt", "at", "ch", "cz", "dk", "pl", "se", "no", "fi"]
NOW = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
YEAR = str(NOW.year)
called, shots = [], {"count": 7}


def texts(language):
    return json.loads(pathlib.Path(f"Plugins/SoccerPredictions/strings/{language}.json").read_text())


def fixture(number, is_whole):
    """A match in the format of API-Football: each league has one that is being played, one that is over, and one that is ahead."""
    league, place = divmod(number, 10)
    starts = NOW + datetime.timedelta(minutes=[-30, -3 * 1440, 3 * 1440][place])
    status = [{"short": "1H", "elapsed": 30, "extra": None}, {"short": "FT", "elapsed": 90, "extra": None}, {"short": "NS", "elapsed": None, "extra": None}][place]
    goals = {"home": None, "away": None} if place == 2 else {"home": 0, "away": 0}
    names = [[f"Albion {league}", f"Borough {league}"], [f"City {league}", f"Dynamo {league}"], [f"Borough {league}", f"City {league}"]][place]
    teams = {side: {"id": league * 10 + index + 1, "name": name} for index, (side, name) in enumerate(zip(("home", "away"), names))}
    match = {"fixture": {"id": number, "timestamp": int(starts.timestamp()), "status": status, "venue": {"name": None, "city": None}}, "league": {"round": f"Regular Season - {[2, 1, 3][place]}"},
             "teams": teams, "goals": goals, "score": {"halftime": goals, "fulltime": goals, "penalty": {"home": None, "away": None}}}
    if is_whole:
        player = lambda name, shirt, at: {"player": {"name": name, "number": shirt, "pos": at}}
        match |= {"events": [], "lineups": [{"team": team, "formation": "4-3-3", "coach": {"name": f"Coach of {team['name']}"}, "startXI": [player(f"Keeper of {team['name']}", 1, "G"), player("Mid Field", 8, "M")],
                                             "substitutes": [player("Sam Sub", 12, "F")]} for team in teams.values()],
                  "statistics": [{"team": team, "statistics": [{"type": "Ball Possession", "value": share}, {"type": "Total Shots", "value": shots["count"]}, {"type": "expected_goals", "value": "0.57"}]}
                                 for team, share in zip(teams.values(), ("61%", "39%"))]}
    return match


class Provider(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        called.append((time.monotonic(), self.headers.get("x-apisports-key"), self.path))
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/fixtures":
            numbers = [int(number) for number in query["ids"].split("-")] if "ids" in query else [int(query["league"]) * 10 + place for place in range(3)]
            found = [fixture(number, "ids" in query) for number in numbers]
        else:
            found = []
        data = json.dumps({"errors": [], "response": found}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def manifests(folder, port, key):
    """The manifests, with soccer predictions that call the provider by a key that tells the hosts apart."""
    folder.mkdir(parents=True)
    for file in pathlib.Path("manifests").glob("*.json"):
        found = json.loads(file.read_text())
        if file.stem == "soccer-predictions":
            origin = f"http://{address}:{port}"
            seasons = [{"league": f"{code}.1", "season": YEAR, "code": str(number), "name": f"League {code}"} for number, code in enumerate(CODES, 1)]
            found["permissions"], found["grants"] = {"http": [origin]}, {"http": [origin]}
            found["settings"]["feed"] = {"provider": "http", "pollSeconds": 60, "liveSeconds": 5, "sources": [{"provider": "api-football", "key": key, "address": origin, "seasons": seasons}]}
        (folder / file.name).write_text(json.dumps(found))


def start(number, port):
    folder = work / f"host-{number}"
    manifests(folder / "manifests", port, f"host-{number}")
    log = folder / "host.log"
    with log.open("w") as errors:
        process = subprocess.Popen([executable, "serve", "--data", str(folder), "--listen", "127.0.0.1:0", "--database", database, "--manifests", str(folder / "manifests"),
                                    "--plugins", str(pathlib.Path(executable).parent / "plugins")], stderr=errors, stdout=subprocess.DEVNULL)
    return process, log


def ready(process, log):
    for _ in range(900):
        if found := re.search(r"^Fieldhouse is ready at (http:[^ ]*)/ ", log.read_text(), re.M):
            return found[1]
        if process.poll() is not None:
            break
        time.sleep(0.1)
    raise Trouble(f"A host does not start: {log.read_text()[-2000:]}")


# Asserts SP-11, PL-82.
def pace():
    """Though all four hosts want more, and each of them calls, in no second the provider is called more than three times."""
    begun = len(called)
    time.sleep(SECONDS)
    made = list(called)
    times = [at for at, _, _ in made]
    for index, at in enumerate(times):
        within = sum(1 for other in times[index:] if other < at + 1)
        if within > MOST:
            raise Trouble(f"In one second the provider was called {within} times.")
    if len(made) - begun < SECONDS:
        raise Trouble(f"The provider was called {len(made) - begun} times in {SECONDS} seconds: nothing had to wait.")
    if len(hosts := {key for _, key, _ in made}) != HOSTS:
        raise Trouble(f"Of four hosts these called: {sorted(hosts)}.")
    return len(made), max(sum(1 for other in times[index:] if other < at + 1) for index, at in enumerate(times))


# Asserts SP-89, SP-91, SP-99.
def look(browser, language, match, ahead):
    """On the page of a match stands who plays, as soon as it is told, and what is counted, once it has begun."""
    text = texts(language)
    number = lambda value, more="": browser.value(f"new Intl.NumberFormat('{language}', {{ maximumFractionDigits: 2{more} }}).format({value})")
    tabs = "[...document.querySelectorAll('main fh-tabs a')].map(node => node.textContent)"
    browser.go(f"/soccer-predictions/matches/{match}")
    until(browser, tabs, [text[key] for key in ("predictions", "highlights", "statistics", "feed", "headToHead", "lineups")])
    press(browser, text["lineups"])
    until(browser, "[...document.querySelectorAll('#lineups h2')].map(node => node.textContent)", ["Albion 1", "Borough 1"])
    until(browser, "[...document.querySelectorAll('#lineups .home .starters li')].map(node => node.textContent)",
          [f"{number(1)} Keeper of Albion 1 {text['position.goalkeeper']}", f"{number(8)} Mid Field {text['position.midfielder']}"])
    until(browser, "document.querySelector('#lineups .away .bench li')?.textContent", f"{number(12)} Sam Sub {text['position.forward']}")
    browser.shows(text["coach"].replace("{name}", "Coach of Albion 1"))
    browser.shows("4-3-3")
    fits(browser, pictures, f"{language}-lineups")
    press(browser, text["statistics"])
    share = lambda value: number(value, ", style: 'percent'")
    rows = "[...document.querySelectorAll('#statistics tbody tr')].map(row => [...row.children].map(node => node.textContent))"
    until(browser, rows, [[text["statistic.possession"], share(.61), share(.39)], [text["statistic.shots"], number(7), number(7)], [text["statistic.expectedGoals"], number(.57), number(.57)]])
    fits(browser, pictures, f"{language}-statistics")
    # Of a match that is ahead nothing is counted, and nobody knows yet who plays.
    browser.go(f"/soccer-predictions/matches/{ahead}/statistics")
    until(browser, tabs, [text[key] for key in ("predictions", "feed", "headToHead", "lineups")])
    press(browser, text["lineups"])
    browser.shows(text["lineupsNone"])
    if browser.complaints:
        raise Trouble("The browser complains: " + "; ".join(browser.complaints))


def matches(host, state):
    with urllib.request.urlopen(f"{host}/v1/soccer-predictions/leagues/en.1/matches?state={state}") as answer:
        return json.loads(answer.read())["items"]


def told(host):
    """The match of England that is being played, once the hosts have heard of it and of what is counted in it."""
    for _ in range(600):
        if (live := matches(host, "live")) and (ahead := matches(host, "upcoming")):
            with urllib.request.urlopen(f"{host}/v1/soccer-predictions/matches/{live[0]['id']}/statistics") as answer:
                if json.loads(answer.read())["items"]:
                    return live[0]["id"], ahead[0]["id"]
        time.sleep(0.1)
    raise Trouble("The hosts have heard nothing of a match that is being played.")


signal.alarm(240)
server = http.server.ThreadingHTTPServer((address, 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
hosts = []
try:
    # The first one makes the tables.
    hosts.append(start(1, server.server_port))
    addresses = [ready(*hosts[0])]
    hosts += [start(number, server.server_port) for number in range(2, HOSTS + 1)]
    addresses += [ready(*host) for host in hosts[1:]]
    made, most = pace()
    live, ahead = told(addresses[1])
    for language, host in zip(("en", "ar"), addresses[2:]):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            browser = Browser(profile, host, language)
            try:
                look(browser, language, live, ahead)
            finally:
                browser.end()
finally:
    for process, _ in hosts:
        process.terminate()
    for process, _ in hosts:
        process.wait(60)
print(f"Four hosts called a provider {made} times, at most {most} times in a second; what it told of a match stands on its page in two languages.")
