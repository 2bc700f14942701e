"""Walks through people's activities in the web app, in English and in Arabic: a walk is recorded with a location that is given to the browser,
is reloaded and without reception in between, and shown with its route, to which its person has agreed, until that is taken back; one without location counts its steps; a run is entered by hand, a
file is brought in twice, and a companion app is given a token. Then somebody joins a walking club that an operator has made, and what is recorded
without and with a location becomes the session there; the host's clock is moved on for it. Usage: activities.py ADDRESS DATA TOKEN [FOLDER], where
the folder is for pictures."""
import datetime, json, pathlib, signal, sys, tempfile, urllib.error, urllib.request

from browser import Browser, Trouble, ask, fits, press, sign_out, sign_up, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
CLUBS = "/walking-clubs"
BASE, AREA, NARROW = "/v1/fitness-challenges", "/fitness-challenges/activities", 390
COUNT = "Number(document.querySelectorAll('#walk .figure')[2]?.dataset.count ?? -1)"


def words(language):
    folders = [pathlib.Path("Core/Web/strings"), pathlib.Path("Plugins/FitnessChallenges/strings")]
    return {key: text for folder in folders for key, text in json.loads((folder / f"{language}.json").read_text()).items()}


def look(browser, name):
    """The page fits a phone; a picture of it is kept."""
    fits(browser, pictures, name)
    browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)


def told(browser, text):
    until(browser, "document.getElementById('status').textContent", text)


def answer(browser, label):
    """Presses a button of the dialog that is open."""
    found = f"[...document.querySelectorAll('dialog[open] button')].find(node => node.textContent === {json.dumps(label)})"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")


def enter(browser, field, value):
    until(browser, f"Boolean(document.getElementById({json.dumps(field)}))")
    browser.value(f"""(node => {{ node.value = {json.dumps(value)}; node.dispatchEvent(new Event("input")); node.dispatchEvent(new Event("change")); }})(document.getElementById({json.dumps(field)}))""")


def walk_on(browser, steps):
    """Goes on to the north, 90 m at a time, and waits until each place was taken."""
    for number in steps:
        browser.call("Emulation.setGeolocationOverride", latitude=48 + number * 0.00081, longitude=11 + (number % 4) * 0.0004, accuracy=5)
        until(browser, f"window.heardAt === {number} && {COUNT} > {number}")


def offline(browser, is_offline):
    browser.call("Network.emulateNetworkConditions", offline=is_offline, latency=0, downloadThroughput=-1, uploadThroughput=-1)


def slow(browser, milliseconds):
    """Each answer takes so long."""
    browser.call("Network.emulateNetworkConditions", offline=False, latency=milliseconds, downloadThroughput=-1, uploadThroughput=-1)


# Whoever records goes on a minute from one place to the next, whatever time the script takes.
PACE = """
  navigator.geolocation.watchPosition = (watch => function (hear, ...rest) {
    window.asked = (window.asked ?? 0) + 1;
    const begun = Date.now();
    const paced = place => {
      window.heardAt = Math.round((place.coords.latitude - 48) / 0.00081);
      hear({ coords: place.coords, timestamp: begun + window.heardAt * 60_000 });
    };
    return watch.call(navigator.geolocation, paced, ...rest);
  })(navigator.geolocation.watchPosition)"""


# Asserts PL-71, PL-72, PL-74, WC-15.
def record(browser, text, language):
    """Why the location is needed is said first; then the browser is asked. The walk survives a reload and being without reception."""
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=PACE)
    browser.go(AREA)
    browser.shows(text["noActivities"])
    look(browser, f"{language}-activities-none")
    press(browser, text["recordWalk"])
    browser.shows(text["whyLocationText"])
    browser.shows(text["whyLocationAsk"])
    look(browser, f"{language}-activities-why")
    if browser.value("window.asked") is not None:
        raise Trouble("The location is asked for before it is said why.")
    unreached(browser, text)
    press(browser, text["startWithLocation"])
    asked_for_route(browser, text)
    look(browser, f"{language}-activities-consent")
    answer(browser, text["keepRoute"])
    told(browser, text["routesAgreed"])
    until(browser, "window.asked", 1)
    walk_on(browser, range(0, 6))
    look(browser, f"{language}-activities-recording")
    browser.go(f"{AREA}/record")
    # The way to the next place counts from the place told again after the reload: another segment begins with it.
    until(browser, f"window.heardAt === 5 && {COUNT} === 7")
    walk_on(browser, range(6, 9))
    offline(browser, True)
    walk_on(browser, range(9, 16))
    press(browser, text["finishWalk"])
    until(browser, "Boolean(document.querySelector('dialog[open] #steps'))")
    enter(browser, "steps", "1700")
    answer(browser, text["saveActivity"])
    told(browser, text["activityLater"])
    offline(browser, False)
    browser.go(AREA)
    until(browser, f"fetch('{BASE}/me/activities').then(answer => answer.json()).then(page => page.items.length)", 1)
    browser.go(AREA)
    kept = ask(browser, f"{BASE}/me/activities", method="GET")["items"][0]
    if kept["source"] != "gps" or kept["steps"] != 1700 or not 1518 < kept["metres"] < 1519 or not kept["hasRoute"]:
        raise Trouble(f"The walk is not what was walked: {kept}")
    browser.shows(text["from.gps"])
    browser.go(f"{AREA}/of/{kept['id']}")
    until(browser, "document.querySelector('svg.route')?.getAttribute('aria-label')", text["routePicture"])
    browser.shows(text["routeHidden"])
    browser.shows(text["steps"])
    browser.shows(text["distance"])
    points = browser.value("document.querySelector('svg.route polyline').getAttribute('points').split(' ').length")
    if points < 3:
        raise Trouble("The route is not drawn.")
    look(browser, f"{language}-activities-route")
    withdraw(browser, text, language, kept)


# Asserts PL-71.
def unreached(browser, text):
    """Where the host does not say, or not soon, whether there is a consent, the walk begins without a question; so it does where an answer does not reach
    the host, and the question comes again before the next walk."""
    def given_up():
        until(browser, "window.asked", 1)
        slow(browser, 0)
        press(browser, text["discardWalk"])
        answer(browser, text["discardWalk"])
        until(browser, "Boolean(document.querySelector('#walk .figure') || document.querySelector('dialog[open]'))", False)
        browser.value("delete window.asked")

    slow(browser, 8_000)
    press(browser, text["startWithLocation"])
    given_up()
    offline(browser, True)
    press(browser, text["startWithLocation"])
    given_up()
    press(browser, text["startWithLocation"])
    asked_for_route(browser, text)
    offline(browser, True)
    answer(browser, text["keepRoute"])
    given_up()
    if ask(browser, f"{BASE}/me/route-consent", method="GET")["isGiven"]:
        raise Trouble("Consent is kept that has not reached the host.")


def asked_for_route(browser, text):
    """Whether the route is kept is asked in a dialog that says what is kept, who sees it, and that it can be taken back, before the location is asked for."""
    for key in ("keepRouteQuestion", "routeWhat", "routeWho", "routeEnds", "routeBack"):
        until(browser, f"document.querySelector('dialog[open]')?.innerText.includes({json.dumps(text[key])})")
    if browser.value("window.asked ?? null") is not None:
        raise Trouble("The location is asked for before it is said what becomes of the route.")


# Asserts PL-71.
def withdraw(browser, text, language, kept):
    """Taken back, the route is gone and the page says so; what the walk counts stays."""
    browser.go(AREA)
    browser.shows(text["routesKept"])
    one = browser.value("new Intl.NumberFormat(navigator.language).format(1)")
    browser.shows(text["routesOf"].replace("{n}", one))
    press(browser, text["withdrawRoutes"])
    answer(browser, text["withdrawRoutes"])
    told(browser, text["routesRemoved"].replace("{n}", one))
    browser.shows(text["routesNotKept"])
    left = ask(browser, f"{BASE}/me/activities/{kept['id']}", method="GET")
    if left["hasRoute"] or not left["routeLeftOut"] or left.get("points") or any(left[key] != kept[key] for key in ("metres", "steps", "seconds", "evidence", "counts")):
        raise Trouble(f"Taken back, the route is not gone, or more than it is: {left}")
    without_route(browser, text, kept["id"])
    look(browser, f"{language}-activities-left-out")


def without_route(browser, text, activity):
    """The page of an activity of which no route is kept says why."""
    browser.go(f"{AREA}/of/{activity}")
    browser.shows(text["routeLeftOut"])
    if browser.value("Boolean(document.querySelector('svg.route'))"):
        raise Trouble("A route is shown to which nobody has agreed.")


# Asserts PL-72, WC-17, WC-49.
def without(browser, text, language):
    """Without the location only steps count, with a warning and a way to turn it on."""
    browser.go(f"{AREA}/record")
    press(browser, text["startWithout"])
    browser.shows(text["recordingWithout"])
    if text["distance"] in browser.value("document.getElementById('walk').innerText"):
        raise Trouble("Without location a distance is shown.")
    press(browser, text["finishWalk"])
    until(browser, "Boolean(document.querySelector('dialog[open] #steps'))")
    enter(browser, "steps", "2")
    answer(browser, text["saveActivity"])
    until(browser, "location.pathname.includes('/activities/of/')")
    browser.shows(text["onlySteps"])
    shown = browser.value("[...document.querySelectorAll('dl.figures dt')].map(node => node.textContent)")
    if text["distance"] in shown or text["steps"] not in shown:
        raise Trouble(f"Of a walk without location is shown: {shown}")
    until(browser, f"Boolean([...document.querySelectorAll('#main a.button')].find(node => node.textContent === {json.dumps(text['startWithLocation'])}))")
    look(browser, f"{language}-activities-steps")


# Asserts FC-2.
def by_hand(browser, text, language):
    browser.go(f"{AREA}/enter")
    until(browser, "Boolean(document.getElementById('steps'))")
    press(browser, text["saveActivity"])
    until(browser, "document.getElementById('steps-mistake').textContent.length > 0")
    enter(browser, "kind", "run")
    enter(browser, "metres", "5")
    look(browser, f"{language}-activities-enter")
    press(browser, text["saveActivity"])
    told(browser, text["activityKept"])
    until(browser, "location.pathname", AREA)
    browser.shows(text["from.manual"])


def gpx():
    points = "".join(f'<trkpt lat="{52 + number * 0.0004}" lon="13"><time>2024-08-16T07:{number:02}:00Z</time></trkpt>' for number in range(40))
    return f'<gpx version="1.1"><trk><name>Along the canal</name><type>walking</type><trkseg>{points}</trkseg></trk></gpx>'


def bring_in(browser, text, language):
    """The same file twice adds its walk once; one that is damaged says why."""
    browser.go(f"{AREA}/import")
    for count, (added, known) in enumerate([("1", "0"), ("0", "1")]):
        file(browser, "walk.gpx", gpx())
        press(browser, text["importStart"])
        figure = lambda value: browser.value(f"new Intl.NumberFormat(navigator.language).format({value})")
        browser.shows(text["importDone"].replace("{added}", figure(added)).replace("{known}", figure(known)))
        # Who has taken it back is not asked anew, and is told what that means for the file.
        left_out = text["importRoutesLeftOut"].replace("{n}", figure("1"))
        if (left_out in browser.value("document.getElementById('main').innerText")) != (added == "1"):
            raise Trouble(f"Of {added} new activities it is not said right whether their routes are left out.")
    file(browser, "broken.gpx", gpx()[:900])
    press(browser, text["importStart"])
    browser.shows(text["importNotTaken"])
    browser.shows("The file ends within")
    look(browser, f"{language}-activities-import")
    browser.go(AREA)
    browser.shows("Along the canal")
    look(browser, f"{language}-activities-list")


def file(browser, name, content):
    until(browser, "Boolean(document.getElementById('file'))")
    browser.value(f"""(() => {{ const all = new DataTransfer(); all.items.add(new File([{json.dumps(content)}], {json.dumps(name)}, {{ lastModified: 1 }})); document.getElementById("file").files = all.files; }})()""")


def companion(browser, text, language):
    """The token is shown once, sends steps, and sends nothing once it is ended."""
    browser.go(f"{AREA}/devices")
    browser.shows(text["noCompanions"])
    enter(browser, "name", "Watch")
    press(browser, text["companionMake"])
    browser.shows(text["companionToken"])
    look(browser, f"{language}-activities-devices")
    token = browser.value("document.getElementById('token').textContent")
    update = {"id": "a", "start": "2024-08-16T18:00:00Z", "end": "2024-08-16T18:05:00Z", "steps": 512}
    if ingest(token, update) != 200:
        raise Trouble("The companion app cannot send.")
    browser.go(f"{AREA}/devices")
    until(browser, "document.getElementById('token')", None)
    press(browser, text["companionEnd"])
    told(browser, text["companionEnded"])
    if ingest(token, update) != 401:
        raise Trouble("A token that was ended still sends.")


def ingest(token, update):
    body = json.dumps({"token": token, "updates": [update]}).encode()
    try:
        return urllib.request.urlopen(urllib.request.Request(f"{address}{BASE}/ingest", body, {"Content-Type": "application/json"})).status
    except urllib.error.HTTPError as refusal:
        return refusal.code


def change(browser, text):
    """Title and kind are changed, and the activity is removed."""
    kept = next(item for item in ask(browser, f"{BASE}/me/activities", method="GET")["items"] if item["title"] == "Along the canal")
    without_route(browser, text, kept["id"])
    enter(browser, "title", "Along the river")
    press(browser, text["saveActivity"])
    told(browser, text["activityChanged"])
    until(browser, "document.querySelector('h1').textContent", "Along the river")
    press(browser, text["removeActivity"])
    answer(browser, text["removeActivity"])
    told(browser, text["activityRemoved"])
    until(browser, "location.pathname", AREA)


def operate(method, path, body):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(address + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null")


def later(browser, seconds):
    """Moves the host's clock on, and lets the pages know."""
    now = datetime.datetime.fromisoformat(ask(browser, "/v1/app", method="GET")["clock"]["now"].replace("Z", "+00:00"))
    operate("POST", "/v1/console/clock", {"advanceTo": (now + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")})


def permit(browser, setting):
    browser.call("Browser.setPermission", permission={"name": "geolocation"}, setting=setting, origin=address)


# Asserts WC-15, WC-16, WC-17, WC-49.
def for_club(browser, text, language):
    """Somebody joins a club and follows its session to where it is recorded: why the location is asked for is said before the browser asks.
    Refused, only steps are measured, which the session says with a way to turn it on; allowed, distance and route are there, too."""
    clubs = {**text, **json.loads(pathlib.Path(f"Plugins/WalkingClubs/strings/{language}.json").read_text())}
    made = "/v1/organisations/walking-clubs"
    operate("PUT", "/v1/walking-clubs/seasons/2024-25", {"title": "2024/25", "firstDay": "2024-08-01", "lastDay": "2025-06-30"})
    association = operate("POST", f"{made}/association", {"name": f"Walkers {language}"})["group"]["id"]
    club = operate("POST", f"{made}/club", {"name": f"Greens {language}", "country": "NL", "parent": association})["group"]["id"]
    operate("POST", f"{made}/group", {"name": f"Park {language}", "parent": club})
    sign_out(browser)
    until(browser, "fetch('/v1/me').then(answer => answer.status)", 401)
    browser.go("/")
    sign_up(browser, data, f"fan.{language}@example.org", "Fay")
    browser.go(f"{CLUBS}/join/{club}")
    until(browser, f"document.querySelector('main .choice')?.innerText.includes('Park {language}')")
    browser.value("document.querySelector('main .choice').click()")
    for key in ("need.steps.do", "need.route.do"):
        press(browser, clubs[key])
        until(browser, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(clubs[key])})", False)
    press(browser, clubs["toClub"])
    day = ask(browser, "/v1/walking-clubs/me", method="GET")["today"]
    reach(browser, text, clubs["recordWalk"])
    # The browser's own question comes with the start, and somebody says no.
    permit(browser, "prompt")
    if browser.value("navigator.permissions.query({ name: 'geolocation' }).then(found => found.state)") != "prompt":
        raise Trouble("The browser does not ask for the location.")
    permit(browser, "denied")
    press(browser, text["startWithLocation"])
    # Whoever says no to the route records all the same.
    asked_for_route(browser, text)
    answer(browser, text["keepNoRoute"])
    until(browser, "window.asked", 1)
    browser.shows(text["locationDenied"])
    keep_walk(browser, text, 1200, text["onlySteps"])
    later(browser, 5)
    browser.go(f"{CLUBS}/days/{day}")
    for key in ("gpsOff", "gpsOffDetail", "gpsOn"):
        browser.shows(clubs[key])
    shown = browser.value("[...document.querySelectorAll('dl.figures dt')].map(node => node.textContent)")
    if clubs["steps"] not in shown or clubs["distance"] in shown or browser.value("Boolean(document.querySelector('svg.route'))"):
        raise Trouble(f"Of a session without location is shown: {shown}")
    look(browser, f"{language}-activities-club-steps")
    browser.go(AREA)
    press(browser, text["agreeToRoutes"])
    answer(browser, text["keepRoute"])
    told(browser, text["routesAgreed"])
    browser.go(f"{CLUBS}/days/{day}")
    reach(browser, text, clubs["gpsOn"])
    permit(browser, "granted")
    browser.call("Emulation.setGeolocationOverride", latitude=48, longitude=11, accuracy=5)
    press(browser, text["startWithLocation"])
    walk_on(browser, range(0, 12))
    later(browser, 1200)
    keep_walk(browser, text, 1400, text["stepsCounted"])
    later(browser, 5)
    browser.go(f"{CLUBS}/days/{day}")
    until(browser, "Boolean(document.querySelector('svg.route polyline'))")
    shown = browser.value("[...document.querySelectorAll('dl.figures dt')].map(node => node.textContent)")
    if clubs["distance"] not in shown or clubs["gpsOff"] in browser.value("document.getElementById('main').innerText"):
        raise Trouble(f"Of a session with location is shown: {shown}")
    look(browser, f"{language}-activities-club-route")


def reach(browser, text, label):
    """A session's link leads to the page that says why, and that has not asked yet."""
    press(browser, label)
    until(browser, "location.pathname", f"{AREA}/record")
    browser.shows(text["whyLocationText"])
    browser.shows(text["whyLocationAsk"])
    if browser.value("window.asked ?? null") not in (None, 1) or browser.value("Boolean(document.querySelector('#walk .figure'))"):
        raise Trouble("The location is asked for before it is said why.")


def keep_walk(browser, text, steps, says):
    press(browser, text["finishWalk"])
    until(browser, f"document.querySelector('dialog[open]')?.innerText.includes({json.dumps(says)})")
    enter(browser, "steps", str(steps))
    answer(browser, text["saveActivity"])
    until(browser, "location.pathname.includes('/activities/of/')")


signal.alarm(400)
for language in ("en", "ar"):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder, address, language)
        try:
            text = words(language)
            browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
            browser.call("Browser.grantPermissions", origin=address, permissions=["geolocation"])
            browser.go("/")
            sign_up(browser, data, f"walker.{language}@example.org", "Ada")
            record(browser, text, language)
            without(browser, text, language)
            by_hand(browser, text, language)
            bring_in(browser, text, language)
            companion(browser, text, language)
            change(browser, text)
            for_club(browser, text, language)
            # What is asked for without a connection, and what is refused on purpose, are told of, as they should be.
            complaints = [line for line in browser.complaints if not any(part in line for part in ("ERR_INTERNET_DISCONNECTED", "401", "422", "409"))]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            browser.end()
print("Activities are recorded, entered, brought in, sent and walked for a club in two languages.")
