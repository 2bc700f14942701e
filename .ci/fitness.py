"""Walks through fitness challenges in the web app, in English and in Arabic: a coach's and an athlete's account are made, the coach creates a
team challenge and an individual one, the athlete finds and joins both, logs exercise, also without a connection, wins a trophy, fails, and
takes the failure off the own record. Moves the host's clock on by two weeks. Usage: fitness.py ADDRESS DATA TOKEN PORT [FOLDER], where
PORT is that of the push service; the folder is for pictures."""
import base64, datetime, http.server, json, pathlib, queue, signal, sys, tempfile, threading, urllib.request

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from browser import Browser, Trouble, ask, choose, code, fill, fits, picture, png, post, press, sign_up, spoken_to, until

address, data, token, port = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
pictures = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else None
BASE, AREA, NARROW = "/v1/fitness-challenges", "/fitness-challenges", 390
PASSWORD = "a river runs north 41"
pushed = queue.Queue()


class PushService(http.server.BaseHTTPRequestHandler):
    """Takes what the host pushes."""

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        pushed.put(self.path)
        self.send_response(201)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


def words(language):
    folders = [pathlib.Path("Core/Web/strings"), pathlib.Path("Plugins/FitnessChallenges/strings")]
    return {key: text for folder in folders for key, text in json.loads((folder / f"{language}.json").read_text()).items()}


def move(instant):
    body = json.dumps({"advanceTo": instant}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    urllib.request.urlopen(urllib.request.Request(f"{address}/v1/console/clock", body, headers, method="POST")).read()


def phone(browser):
    browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)


def look(browser, name):
    """The page fits a phone; a picture of it is kept."""
    fits(browser, pictures, name)
    phone(browser)


def told(browser, text):
    """What was sent is confirmed."""
    until(browser, "document.getElementById('status').textContent", text)


def answer(browser, label):
    """Presses a button of the dialog that is open."""
    found = f"[...document.querySelectorAll('dialog[open] button')].find(node => node.textContent === {json.dumps(label)})"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")


def enter(browser, field, value):
    until(browser, f"Boolean(document.getElementById({json.dumps(field)}))")
    browser.value(f"""(node => {{ node.value = {json.dumps(value)}; node.dispatchEvent(new Event("input")); node.dispatchEvent(new Event("change")); }})(document.getElementById({json.dumps(field)}))""")


def figure(browser, value):
    return browser.value(f"new Intl.NumberFormat('{browser.language}', {{ maximumFractionDigits: 3 }}).format({value})")


def days_long(browser, count):
    """So many days, as the page writes them."""
    return browser.value(f"new Intl.NumberFormat('{browser.language}', {{ style: 'unit', unit: 'day', unitDisplay: 'long' }}).format({count})")


# Asserts FC-2, FC-9, FC-10.
def accounts(ann, bob, text, language):
    """Whoever comes without an account is offered one as coach or athlete, registers, comes back and has it."""
    email = f"ann.{language}@example.org"
    for browser in (ann, bob):
        browser.go(AREA)
        browser.shows(text["account.coach.create"])
        browser.shows(text["account.athlete.create"])
    look(ann, f"{language}-fitness-welcome")
    press(ann, text["account.coach.create"])
    press(ann, text["account.register"])
    for field, entered in {"name": "Ann", "email": email, "password": PASSWORD, "passwordConfirmation": PASSWORD}.items():
        fill(ann, field, entered)
    ann.value("document.getElementById('field-acceptsTerms').click()")
    press(ann, text["register"])
    fill(ann, "code", code(data, email))
    press(ann, text["confirm"])
    until(ann, "location.pathname", f"{AREA}/accounts/coach")
    press(ann, text["account.coach.create"])
    told(ann, text["account.coach.made"])
    ann.shows(text["createChallenge"])
    press(bob, text["account.athlete.create"])
    bob.shows(text["account.first"])
    sign_up(bob, data, f"bob.{language}@example.org", "Bob")
    post(bob, "/v1/me", {"username": f"bob.runs.{language}", "bio": "I run.", "dateOfBirth": "1990-01-01"}, "PATCH")
    bob.go(f"{AREA}/accounts/athlete")
    press(bob, text["account.athlete.create"])
    told(bob, text["account.athlete.made"])
    bob.shows(text["noneUnderWay"])
    if text["createChallenge"] in bob.value("document.getElementById('main').innerText"):
        raise Trouble("An athlete is offered to create challenges.")


def describe(ann, text, title, difficulty, days):
    enter(ann, "title", title)
    enter(ann, "difficulty", str(difficulty))
    enter(ann, "days", str(days))
    enter(ann, "zone", "America/New_York")


# Asserts FC-2, FC-22, FC-24, FC-27, FC-28, FC-31.
def create(ann, text, language):
    """The button asks for the kind; then difficulty, length, exercises with goals that are tried out, and the size of the teams are entered."""
    if language == "en" and text["createChallenge"] != "Create Challenge":
        raise Trouble("The button has another name than was asked for.")
    press(ann, text["createChallenge"])
    until(ann, "document.querySelector('dialog[open] p')?.textContent", text["whichKind"])
    picture(ann, pictures, f"{language}-fitness-kind", NARROW)
    answer(ann, text["kind.individual"])
    until(ann, "location.pathname", f"{AREA}/create/individual")
    describe(ann, text, f"Winter runs {language}", 11, 6)
    if ann.value("Boolean(document.getElementById('teamSize'))"):
        raise Trouble("An individual challenge asks for teams.")
    enter(ann, "exercises-0-name", "Run")
    enter(ann, "exercises-0-measure", "distance")
    enter(ann, "exercises-0-unit", "km")
    enter(ann, "exercises-0-amount", "8")
    until(ann, "document.getElementById('exercises-0-goal').value", "total >= 8")
    press(ann, text["tryOut"])
    until(ann, "document.querySelector('.tried').textContent", f"{text['goalMet']} · {text['pointsOf'].replace('{n}', figure(ann, 35))}")
    press(ann, text["addExercise"])
    enter(ann, "exercises-1-name", "No sweets")
    enter(ann, "exercises-1-measure", "yesNo")
    enter(ann, "exercises-1-goal", "days >=")
    look(ann, f"{language}-fitness-create")
    press(ann, text["publish"])
    until(ann, "document.getElementById('difficulty-mistake').textContent.length > 5")
    enter(ann, "difficulty", "3")
    press(ann, text["publish"])
    until(ann, "document.getElementById('exercises-1-goal-mistake').textContent.length > 5")
    enter(ann, "exercises-1-goal", "days >= 1")
    press(ann, text["publish"])
    told(ann, text["published"])
    ann.shows(f"Winter runs {language}")
    ann.go(AREA)
    press(ann, text["createChallenge"])
    answer(ann, text["kind.team"])
    until(ann, "location.pathname", f"{AREA}/create/team")
    describe(ann, text, f"Relay {language}", 9, 6)
    press(ann, text["halfYear"])
    enter(ann, "teamSize", "2")
    enter(ann, "exercises-0-name", "Rowing")
    enter(ann, "exercises-0-amount", "1000")
    press(ann, text["publish"])
    told(ann, text["published"])
    ann.shows(days_long(ann, 184))
    return ann.value("location.pathname.split('/')[3]")


# Asserts FC-1.
def local_day(ann, language):
    """The first day of a challenge is that on which it is where the coach is, unless another one is chosen: it is tried in the first and the last
    zone of the world, in one of which it is always another day than in UTC."""
    days = set()
    for zone, hours in (("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)):
        ann.call("Emulation.setTimezoneOverride", timezoneId=zone)
        now = datetime.datetime.fromisoformat(ask(ann, "/v1/app", method="GET")["clock"]["now"].replace("Z", "+00:00"))
        day = (now + datetime.timedelta(hours=hours)).date().isoformat()
        days |= {day, now.date().isoformat()}
        field = "(node => node && [node.min, node.value])(document.getElementById('start'))"
        ann.go(f"{AREA}/create/individual")
        until(ann, field, [day, day])
        opened(ann, f"Winter runs {language}")
        press(ann, words(language)["copyChallenge"])
        until(ann, "Boolean(document.querySelector('dialog[open] #start'))")
        until(ann, field, [day, day])
        answer(ann, words(language)["cancel"])
    if len(days) < 2:
        raise Trouble(f"It is {days} everywhere.")
    ann.call("Emulation.setTimezoneOverride", timezoneId="America/New_York")


# Asserts FC-2, FC-13, FC-15, FC-16, FC-18, FC-21, FC-23, FC-27.
def join(bob, text, language):
    """Both challenges are found and joined; of the one of teams a random team is offered and teams to choose from, and both go on
    side by side."""
    for title, difficulty, days in ((f"Winter runs {language}", 3, 6), (f"Relay {language}", 9, 184)):
        bob.go(AREA)
        until(bob, "document.querySelectorAll('.entries a').length > 0")
        enter(bob, "query", title)
        press(bob, text["search"])
        found = f"[...document.querySelectorAll('main a.entry')].find(node => node.textContent.includes({json.dumps(title)}) && !node.textContent.includes({json.dumps(text['outcome.running'])}))"
        until(bob, f"Boolean({found})")
        bob.value(f"{found}.click()")
        bob.shows(text["difficultyOf"].replace("{n}", figure(bob, difficulty)))
        bob.shows(days_long(bob, days))
        if days == 184:
            if language == "en" and text["randomTeam"] != "Assign to random team":
                raise Trouble("The choice has another name than was asked for.")
            until(bob, "document.querySelectorAll('.teams .person').length", 2)
            look(bob, f"{language}-fitness-teams")
            # In one language the team is chosen, in the other drawn.
            press(bob, text["join"] if language == "ar" else text["randomTeam"])
        else:
            press(bob, text["join"])
        until(bob, "document.querySelector('dialog[open] p')?.textContent", text["consent"].replace("{coach}", "Ann"))
        picture(bob, pictures, f"{language}-fitness-consent", NARROW)
        answer(bob, text["agreeAndJoin"])
        told(bob, text["joined"])
        bob.shows(text["myPart"])
    number = bob.value(f"fetch('{BASE}/me/challenges').then(answer => answer.json()).then(found => found.items.find(item => item.kind === 'team').me.team.name)")
    bob.shows(text["inTeam"].replace("{name}", text["teamNumber"].replace("{n}", figure(bob, number))))
    bob.go(AREA)
    until(bob, f"[...document.querySelectorAll('main section')][0].querySelectorAll('a.entry').length", 2)


def log(browser, exercise, value):
    until(browser, f"Boolean(document.getElementById('value-{exercise}'))")
    browser.value(f"(node => {{ if (!node.hidden) node.value = {json.dumps(value)}; node.form.requestSubmit(); }})(document.getElementById('value-{exercise}'))")


def opened(browser, title):
    browser.go(AREA)
    found = f"[...document.querySelectorAll('main a.entry')].find(node => node.textContent.includes({json.dumps(title)}))"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")


# Asserts PL-74, FC-1, FC-2, FC-11, FC-12, FC-19.
def exercise(bob, text, language, closes):
    """Each exercise is logged by hand, confirmed, changed, kept without a connection, and completes the challenge with a trophy. Times are
    those of the reader's zone, with daylight saving as the clocks there have it."""
    opened(bob, f"Winter runs {language}")
    bob.shows(text["logExercise"])
    until(bob, "document.querySelectorAll('form.log').length", 2)
    shown = bob.value("document.getElementById('main').innerText")
    clock = bob.value(f"""new Intl.DateTimeFormat(navigator.language, {{ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit",
        timeZoneName: "short", timeZone: "America/New_York" }}).format(new Date("{closes}"))""")
    if clock not in shown:
        raise Trouble(f"The page does not show {clock}: {shown}")
    log(bob, "e1", "3.5")
    told(bob, text["logged"])
    bob.shows(text["pointsOf"].replace("{n}", figure(bob, 3.5)))
    look(bob, f"{language}-fitness-log")
    press(bob, text["edit"])
    until(bob, "Boolean(document.querySelector('fh-list input.short'))")
    bob.value("document.querySelector('fh-list input.short').value = '4.5'; [...document.querySelectorAll('fh-list button')][0].click()")
    bob.shows(text["was"].replace("{values}", figure(bob, 3.5)))
    through = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    bob.call("Network.emulateNetworkConditions", offline=True, **through)
    log(bob, "e2", "1")
    told(bob, text["loggedLater"])
    bob.call("Network.emulateNetworkConditions", offline=False, **through)
    bob.value("dispatchEvent(new Event('online'))")
    bob.shows(text["pointsOf"].replace("{n}", figure(bob, 5.5)))
    if bob.value("Boolean(document.querySelector('dialog[open]'))"):
        raise Trouble("There is a trophy before the challenge is passed.")
    log(bob, "e1", "3.5")
    until(bob, "Boolean(document.querySelector('dialog[open] svg.trophy'))")
    until(bob, "getComputedStyle(document.querySelector('dialog[open] svg.trophy')).animationName", "fitness-rise")
    bob.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    until(bob, "getComputedStyle(document.querySelector('dialog[open] svg.trophy')).animationName", "none")
    picture(bob, pictures, f"{language}-fitness-trophy", NARROW)
    bob.call("Emulation.setEmulatedMedia", features=[])
    answer(bob, text["hooray"])
    bob.shows(text["outcome.passed"])
    until(bob, f"fetch('{BASE}/me/trophies').then(answer => answer.json()).then(found => found.items[0].me.isTrophySeen)", True)
    bob.go(f"{AREA}/record")
    until(bob, "document.querySelectorAll('.shelf svg.trophy').length", 1)
    look(bob, f"{language}-fitness-record")


# Asserts FC-2, FC-26, FC-29.
def lead(ann, bob, text, language, relay):
    """The coach sees user name, address and what is shown to everybody, and pushes an update to the phone of who has accepted."""
    subscription = bob.value("""(async () => {
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
        const plain = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
        return { p256dh: plain(await crypto.subtle.exportKey("raw", pair.publicKey)), auth: plain(crypto.getRandomValues(new Uint8Array(16))) };
    })()""")
    device = f"/{language}/bob"
    post(bob, "/v1/me/push-subscriptions", {"endpoint": f"http://127.0.0.1:{port}{device}", "expirationTime": None, "keys": subscription}, "PUT")
    opened(ann, f"Relay {language}")
    press(ann, text["athletes"])
    until(ann, "location.pathname", f"{AREA}/challenges/{relay}/athletes")
    ann.shows(f"@bob.runs.{language}")
    ann.shows(f"bob.{language}@example.org")
    ann.value("document.getElementById('update').value = 'Rain tomorrow'")
    look(ann, f"{language}-fitness-athletes")
    while not pushed.empty():
        pushed.get()
    press(ann, text["sendUpdate"])
    told(ann, text["updateSent"].replace("{n}", figure(ann, 1)))
    try:
        if (found := pushed.get(timeout=60)) != device:
            raise Trouble(f"It was pushed to {found}.")
    except queue.Empty:
        raise Trouble("Nothing was pushed.")
    bob.go("/inbox")
    bob.shows(f"Relay {language}: Rain tomorrow")
    press(ann, "Bob")
    ann.shows("I run.")
    if "1990" in ann.value("document.getElementById('main').innerText"):
        raise Trouble("A coach is shown what is hidden.")


# Asserts FC-2, FC-12, FC-16, FC-18, FC-28, FC-31.
def fairly(ann, bob, text, language):
    """A challenge of milestones by METs, whose teams are drawn by level: entries are shown by a picture, rejected, appealed and confirmed; the
    trophy has a proof, which another program verifies."""
    title = f"Calm {language}"
    ann.go(AREA)
    press(ann, text["createChallenge"])
    answer(ann, text["kind.team"])
    until(ann, "location.pathname", f"{AREA}/create/team")
    describe(ann, text, title, 2, 6)
    enter(ann, "mode", "milestones")
    enter(ann, "milestones", "Half: 50\nWhole: 100")
    enter(ann, "drawBy", "level")
    enter(ann, "exercises-0-name", "Yoga")
    enter(ann, "exercises-0-measure", "duration")
    enter(ann, "exercises-0-activity", "yoga")
    until(ann, "document.getElementById('exercises-0-points').value", "total * met")
    press(ann, text["tryOut"])
    until(ann, "document.querySelector('.tried').textContent.endsWith(" + json.dumps(text["pointsOf"].replace("{n}", figure(ann, 87.5))) + ")")
    look(ann, f"{language}-fitness-fair-create")
    press(ann, text["publish"])
    told(ann, text["published"])
    ann.shows(text["wins.milestones"].replace("{n}", figure(ann, 100)))
    ann.shows(text["metOf"].replace("{activity}", text["met.yoga"]).replace("{n}", figure(ann, 2.5)).replace("{edition}", "2011").replace("{code}", "02150"))
    calm = ann.value("location.pathname.split('/')[3]")
    bob.go(f"{AREA}/challenges/{calm}")
    enter(bob, "level", "3")
    press(bob, text["randomTeam"])
    answer(bob, text["agreeAndJoin"])
    told(bob, text["joined"])
    bob.shows(text["waitsForDraw"])
    ann.go(f"{AREA}/challenges/{calm}/athletes")
    ann.shows(text["waitingForDraw"].replace("{n}", figure(ann, 1)))
    press(ann, text["drawTeams"])
    told(ann, text["drawnNow"].replace("{n}", figure(ann, 1)))
    bob.go(f"{AREA}/challenges/{calm}")
    until(bob, f"fetch('{BASE}/challenges/{calm}').then(answer => answer.json()).then(found => found.me.team.name.length)", 1)
    log(bob, "e1", "20")
    told(bob, text["logged"])
    until(bob, "document.querySelectorAll('.milestones .reached').length", 1)
    until(bob, "document.querySelectorAll('svg.bars rect').length", 1)
    # What he has done is his team's.
    until(bob, "document.querySelector('fh-leaderboard')?.querySelector('li.me strong')?.textContent", figure(bob, 50))
    field = bob.value("document.querySelector('input[id^=photo-]').id")
    choose(bob, field, png(300, 300))
    told(bob, text["photoReceived"])
    bob.shows(text["evidence.photo"])
    until(bob, "document.querySelector('img.evidence')?.naturalWidth", 300)
    for counts, rows in (("measured", 0), ("shown", 1)):
        enter(bob, "evidence", counts)
        until(bob, f"fetch('{BASE}/challenges/{calm}/board?evidence={counts}').then(answer => answer.json()).then(found => found.items.length)", rows)
    look(bob, f"{language}-fitness-fair")
    ann.go(f"{AREA}/challenges/{calm}/athletes")
    press(ann, text["entriesOf"])
    ann.shows(text["evidence.photo"])
    press(ann, text["rejectEntry"])
    enter(ann, "reason", "Who is that?")
    answer(ann, text["rejectEntry"])
    told(ann, text["ruled.rejected"])
    look(ann, f"{language}-fitness-entries")
    bob.go(f"{AREA}/challenges/{calm}")
    bob.shows(text["rejectedFor"].replace("{reason}", "Who is that?"))
    until(bob, "document.querySelectorAll('.milestones .reached').length", 0)
    press(bob, text["appeal"])
    enter(bob, "appeal", "It is me.")
    answer(bob, text["appealSend"])
    told(bob, text["appealReceived"])
    ann.go(f"{AREA}/challenges/{calm}/athletes")
    ann.shows("It is me.")
    press(ann, text["entriesOf"])
    press(ann, text["confirmEntry"])
    told(ann, text["ruled.confirmed"])
    bob.go(f"{AREA}/challenges/{calm}")
    until(bob, "document.querySelectorAll('.milestones .reached').length", 1)
    log(bob, "e1", "20")
    until(bob, "Boolean(document.querySelector('dialog[open] svg.trophy'))")
    answer(bob, text["hooray"])
    press(bob, text["proof"])
    told(bob, text["proofMade"])
    verified(ask(bob, f"{BASE}/challenges/{calm}/proof", {})["proof"], ask(bob, f"{BASE}/proof-keys", method="GET")["keys"], title)


def verified(proof, keys, title):
    """The proof says what it should and is signed with the host's key, as a program says that is not the host's."""
    def decoded(text):
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    header, body, signature = proof.split(".")
    key = Ed25519PublicKey.from_public_bytes(decoded(next(key["x"] for key in keys if key["kid"] == json.loads(decoded(header))["kid"])))
    key.verify(decoded(signature), f"{header}.{body}".encode())
    if json.loads(decoded(body))["title"] != title:
        raise Trouble(f"The proof says {decoded(body)}.")
    try:
        key.verify(decoded(signature), f"{header}.{body[:-4]}AAAA".encode())
    except InvalidSignature:
        return
    raise Trouble("A proof that was changed is taken for genuine.")


def made_of(ann, text, title):
    """The dialog for a challenge that is made from another one is filled in and sent."""
    until(ann, "Boolean(document.querySelector('dialog[open] #title'))")
    enter(ann, "title", title)
    answer(ann, text["publish"])
    told(ann, text["published"])
    until(ann, "document.querySelector('h1').textContent", title)
    return ann.value("location.pathname.split('/')[3]")


def coded(ann, text):
    press(ann, text["makeCode"])
    until(ann, "Boolean(document.querySelector('code.secret'))")
    return ann.value("document.querySelector('code.secret').textContent")


# Asserts FC-2, FC-15, FC-28.
def again(ann, bob, text, language):
    """A challenge has a picture, is kept as a template, made once more from it and as a copy, and is joined by a code."""
    opened(ann, f"Winter runs {language}")
    until(ann, "Boolean(document.getElementById('cover'))")
    choose(ann, "cover", png(400, 200))
    told(ann, text["coverReceived"])
    until(ann, "document.querySelector('img.cover')?.naturalWidth", 400)
    press(ann, text["saveTemplate"])
    answer(ann, text["saveTemplate"])
    told(ann, text["templateKept"])
    press(ann, text["copyChallenge"])
    made_of(ann, text, f"Copy {language}")
    ann.go(AREA)
    press(ann, text["useTemplate"])
    made = made_of(ann, text, f"Again {language}")
    until(ann, "document.querySelector('img.cover')?.naturalWidth", 400)
    found = coded(ann, text)
    look(ann, f"{language}-fitness-lead")
    bob.go(AREA)
    enter(bob, "code", f" {found.lower()} ")
    press(bob, text["joinByCode"])
    bob.shows(f"Again {language}")
    press(bob, text["join"])
    answer(bob, text["agreeAndJoin"])
    told(bob, text["joined"])
    until(bob, "location.pathname", f"{AREA}/challenges/{made}")
    bob.shows(text["myPart"])


# Asserts FC-2, FC-15, FC-17.
def wait_for_place(ann, bob, text, language):
    """Where every place is taken one waits, is told the place in the list, and takes part as soon as somebody leaves."""
    phone_number = f"+49151000660{ord(language[0]):03}"
    spoken_to(address, "/v1/auth/otp", {"phone": phone_number})
    bearer = spoken_to(address, "/v1/auth/otp/verify", {"phone": phone_number, "code": code(data, phone_number), "acceptsTerms": True})["token"]
    spoken_to(address, f"{BASE}/me/athlete", method="PUT", bearer=bearer)
    exercises = [{"name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 99"}]
    title = f"Few places {language}"
    few = ask(ann, f"{BASE}/challenges", {"kind": "individual", "title": title, "difficulty": 1, "days": 30, "zone": "America/New_York", "capacity": 1, "exercises": exercises})["id"]
    spoken_to(address, f"{BASE}/challenges/{few}/join", {}, bearer=bearer)
    bob.go(f"{AREA}/challenges/{few}")
    bob.shows(text["challengeFull"])
    bob.shows(text["waitingOf"].replace("{n}", figure(bob, 0)))
    for turn in range(2):
        press(bob, text["wait"])
        told(bob, text["waitsNow"])
        bob.shows(text["myPlaceOf"].replace("{n}", figure(bob, 1)).replace("{of}", figure(bob, 1)))
        if turn == 0:
            look(bob, f"{language}-fitness-waiting")
            press(bob, text["stopWaiting"])
            told(bob, text["waitsNoMore"])
    spoken_to(address, f"{BASE}/challenges/{few}/withdraw", {}, bearer=bearer)
    bob.go("/inbox")
    bob.shows(text["placeFree"].replace("{challenge}", title))
    bob.go(f"{AREA}/challenges/{few}")
    bob.shows(text["myPart"])


# Asserts FC-13, FC-15.
def filtered(ann, bob, text, language):
    """Challenges are found by filters; those of an organisation by its members alone, who join without an invitation."""
    works = ask(ann, "/v1/groups/fitness-challenges", {"kind": "organisation", "name": f"Works {language}", "admission": "open"})["id"]
    ann.go(f"{AREA}/create/individual")
    describe(ann, text, f"Only us {language}", 10, 6)
    enter(ann, "organisation", works)
    enter(ann, "exercises-0-name", "Run")
    enter(ann, "exercises-0-amount", "99")
    press(ann, text["publish"])
    told(ann, text["published"])
    listed = "[...document.querySelectorAll('form[class=card] ~ .entries a.entry')].map(node => node.textContent)"
    bob.go(AREA)
    until(bob, "document.querySelectorAll('form[class=card] ~ .entries a.entry').length > 2")
    bob.value("document.querySelector('main details').open = true")
    look(bob, f"{language}-fitness-filters")
    enter(bob, "easiest", "9")
    enter(bob, "kind", "team")
    press(bob, text["search"])
    until(bob, f"{listed}.length > 0 && {listed}.every(text => text.includes('Relay'))")
    enter(bob, "kind", "")
    enter(bob, "query", f"Only us {language}")
    press(bob, text["search"])
    bob.shows(text["foundNone"])
    post(bob, f"/v1/groups/fitness-challenges/{works}/join", {})
    press(bob, text["search"])
    until(bob, f"{listed}.length === 1 && {listed}[0].includes('Only us {language}')")


# Asserts FC-16, FC-18.
def wait_for_start(ann, bob, text, language, day):
    """Random teams may be drawn when the challenge begins: the rule is read before joining."""
    ann.go(f"{AREA}/create/team")
    describe(ann, text, f"Lots {language}", 1, 6)
    enter(ann, "start", day)
    ann.value("document.getElementById('drawsAtStart').click()")
    enter(ann, "exercises-0-name", "Run")
    enter(ann, "exercises-0-amount", "99")
    press(ann, text["publish"])
    told(ann, text["published"])
    ann.shows(text["drawsAtStartRule"])
    lots = ann.value("location.pathname.split('/')[3]")
    bob.go(f"{AREA}/challenges/{lots}")
    bob.shows(text["drawsAtStartHelp"])
    press(bob, text["randomTeam"])
    answer(bob, text["agreeAndJoin"])
    told(bob, text["joined"])
    bob.shows(text["waitsForStart"])
    return lots


# Asserts FC-18.
def nothing_to_draw(ann, bob, text, language):
    """A random team is offered where there is none to draw from too, and it is said why it cannot be had; where all wait for the draw, it can."""
    exercises = [{"name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 99"}]
    plan = {"kind": "team", "difficulty": 1, "days": 5, "zone": "America/New_York", "teamSize": 2, "teams": 0, "mayFound": True, "exercises": exercises}
    for title, change, found in (("Founders", {}, [True, text["randomNone"]]), ("Drawn", {"drawBy": "level"}, [False, ""])):
        made = ask(ann, f"{BASE}/challenges", {**plan, **change, "title": f"{title} {language}"})["id"]
        bob.go(f"{AREA}/challenges/{made}")
        button = f"[...document.querySelectorAll('main button')].find(node => node.textContent === {json.dumps(text['randomTeam'])})"
        until(bob, f"(node => node && [node.disabled, document.getElementById(node.getAttribute('aria-describedby'))?.textContent ?? ''])({button})", found)
        look(bob, f"{language}-fitness-{title.lower()}")


# Asserts FC-16, FC-18.
def started(bob, text, lots):
    bob.go(f"{AREA}/challenges/{lots}")
    until(bob, f"fetch('{BASE}/challenges/{lots}').then(answer => answer.json()).then(found => Boolean(found.me.team))", True)
    number = ask(bob, f"{BASE}/challenges/{lots}", method="GET")["me"]["team"]["name"]
    bob.shows(text["inTeam"].replace("{name}", text["teamNumber"].replace("{n}", figure(bob, number))))


# Asserts FC-17.
def withdraw(bob, text, language, relay):
    bob.go(f"{AREA}/challenges/{relay}")
    bob.shows("Rain tomorrow")
    press(bob, text["withdraw"])
    until(bob, "document.querySelector('dialog[open] p')?.textContent", text["withdrawQuestion"])
    answer(bob, text["withdrawYes"])
    told(bob, text["withdrawn"])
    bob.shows(text["joinAgain"])


# Asserts FC-3.
def fall_over(bob, text):
    """A page that cannot be drawn says so."""
    bob.call("Network.setBypassServiceWorker", bypass=True)
    bob.call("Network.setBlockedURLs", urls=["*/record.js*"])
    bob.go(f"{AREA}/record")
    until(bob, "document.querySelector('main [role=alert]')?.textContent.startsWith(" + json.dumps(text["failed"].split("{")[0]) + ")")
    bob.call("Network.setBlockedURLs", urls=[])
    bob.call("Network.setBypassServiceWorker", bypass=False)
    bob.go(f"{AREA}/record")
    until(bob, "document.querySelectorAll('.shelf svg.trophy').length", 2)


# Asserts FC-14, FC-20.
def fail(bob, text, language, days):
    """What is too late is refused with the reason; a failed challenge can be taken off the record."""
    _, late, over, hours = days
    made = ask(bob, f"{BASE}/challenges", method="GET")["items"]
    title = f"Short {language}"
    short = next(item["id"] for item in made if item["title"] == title)
    bob.go(f"{AREA}/challenges/{short}")
    press(bob, text["join"])
    answer(bob, text["agreeAndJoin"])
    told(bob, text["joined"])
    until(bob, "document.querySelectorAll('form.log').length", 1)
    move(late)
    # The clock of the phone goes on, too, while the page is open.
    bob.value(f"(now => {{ Date.now = () => now() + {hours} * 3_600_000; }})(Date.now)")
    log(bob, "e1", "1")
    until(bob, "document.querySelector('form.log .error').textContent.includes('within 24 hours')")
    look(bob, f"{language}-fitness-late")
    move(over)
    bob.go(f"{AREA}/record")
    bob.shows(text["outcome.failed"])
    # A failed challenge may be begun once more, as a copy of one's own.
    bob.go(f"{AREA}/challenges/{short}")
    press(bob, text["restart"])
    told(bob, text["restarted"])
    bob.shows(text["personal"])
    bob.go(f"{AREA}/record")
    press(bob, text["forget"])
    until(bob, "document.querySelector('dialog[open] p')?.textContent", text["forgetQuestion"].replace("{title}", title))
    answer(bob, text["forgetYes"])
    told(bob, text["forgotten"])
    until(bob, f"!document.getElementById('main').innerText.includes({json.dumps(text['outcome.failed'])})")


def prepare(ann, language, start):
    """A challenge of two days that nobody passes."""
    exercises = [{"name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 99"}]
    post(ann, f"{BASE}/challenges", {"kind": "individual", "title": f"Short {language}", "difficulty": 1, "days": 2, "start": start, "zone": "America/New_York", "exercises": exercises})


signal.alarm(520)
server = http.server.ThreadingHTTPServer(("127.0.0.1", port), PushService)
threading.Thread(target=server.serve_forever, daemon=True).start()
WHEN = {"en": ("2024-08-17", "2024-08-19T04:00:01Z", "2024-08-20T04:00:01Z", 40.4, "2024-08-18"),
        "ar": ("2024-08-20", "2024-08-22T04:00:01Z", "2024-08-23T04:00:01Z", 48.1, "2024-08-21")}
for language in ("en", "ar"):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        ann, bob = browsers = [Browser(folder, address, language) for folder in (one, two)]
        try:
            text = words(language)
            for browser in browsers:
                browser.language = language
                phone(browser)
                browser.call("Emulation.setTimezoneOverride", timezoneId="America/New_York")
            accounts(ann, bob, text, language)
            relay = create(ann, text, language)
            local_day(ann, language)
            prepare(ann, language, WHEN[language][0])
            join(bob, text, language)
            exercise(bob, text, language, WHEN[language][1])
            lead(ann, bob, text, language, relay)
            fairly(ann, bob, text, language)
            again(ann, bob, text, language)
            wait_for_place(ann, bob, text, language)
            filtered(ann, bob, text, language)
            lots = wait_for_start(ann, bob, text, language, WHEN[language][4])
            nothing_to_draw(ann, bob, text, language)
            withdraw(bob, text, language, relay)
            fall_over(bob, text)
            fail(bob, text, language, WHEN[language][:4])
            started(bob, text, lots)
            if bob.value("document.documentElement.dir") != ("rtl" if language == "ar" else "ltr"):
                raise Trouble("The page runs the wrong way.")
            # What is asked for without a connection, and what is refused on purpose, are told of, as they should be.
            complaints = [line for browser in browsers for line in browser.complaints if not any(part in line for part in ("ERR_INTERNET_DISCONNECTED", "ERR_BLOCKED_BY_CLIENT", "422", "409"))]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("A coach and an athlete walk through challenges in two languages.")
