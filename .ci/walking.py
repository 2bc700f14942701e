"""Walks through walking clubs in the web app, in one language: an operator makes an association, clubs with logos, groups and a season;
Ann gets started, chooses club and group, is told why she is asked, and walks; the day is closed, and she reads receipt and ranks, shares the
session and checks in at a walk; Ben runs the club, an operator sets the seasons. What was walked is written down through a plugin that stands for the one that keeps
activities (Tests/Fixtures/StepsPlugin); Ann reports what Ben has said, and the operator saves the clubs. Moves the host's clock on from
2024-08-17T11:40:00Z. Usage: walking.py ADDRESS DATA TOKEN LANGUAGE [FOLDER], the last for pictures."""
import calendar, csv, json, pathlib, random, signal, sys, tempfile, time, urllib.request

from browser import Browser, Trouble, ask, choose, code, fill, fits, hindrances, picture, png, installs, post, press, sign_in, sign_out, until

address, data, token, language = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
pictures = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else None
BASE, AREA, GROUPS, STEPS = "/v1/walking-clubs", "/walking-clubs", "/v1/groups/walking-clubs", "/v1/fitness-challenges"
NARROW = 390
RESPONSIBLE = {"Oslo Whites": {"email": "pat@whites.example", "contactName": "Pat Smith"}}
CARD = "#organisations-walking-clubs-association"


# No two neighbours are alike in it: it is as large as its pixels.
LOGO = png(900, 900, random.Random(19))


def words(language):
    folders = [pathlib.Path("Core/Web/strings"), pathlib.Path("Plugins/WalkingClubs/strings")]
    return {key: text for folder in folders for key, text in json.loads((folder / f"{language}.json").read_text()).items()}


def operate(method, path, body=None, kind="application/json"):
    content = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
    headers = {"Content-Type": kind, "Authorization": f"Bearer {token}"}
    answer = urllib.request.urlopen(urllib.request.Request(address + path, None if method == "GET" else content, headers, method=method)).read()
    return json.loads(answer) if answer else None


def move(instant):
    operate("POST", "/v1/console/clock", {"advanceTo": instant})


def phone(browser):
    browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
    browser.call("Emulation.setTimezoneOverride", timezoneId="Europe/Amsterdam")


def look(browser, name):
    """The page fits a phone; a picture of it is kept."""
    fits(browser, pictures, name)
    phone(browser)


def milliseconds(instant):
    return calendar.timegm(time.strptime(instant, "%Y-%m-%dT%H:%M:%SZ")) * 1000


def walk(browser, start, steps, **changes):
    """What the plugin of activities has of a walk of 100 steps a minute."""
    begin = milliseconds(start)
    minutes = steps // 100
    body = {"id": f"{changes.get('name', 'walk')}-{begin}-{steps}", "kind": "walk", "source": "gps", "evidence": "track", "start": begin, "end": begin + minutes * 60000,
            "seconds": minutes * 60, "steps": steps, "pushes": 0, "metres": steps * 0.7, "hasRoute": True, "received": begin + minutes * 60000, "suspect": [], "overlap": 0}
    body.update({key: value for key, value in changes.items() if key != "name"})
    post(browser, f"{STEPS}/activities/{body['id']}", {"start": begin, "body": body}, "PUT")


def figure(browser, value, digits=0):
    """A number as the page writes it."""
    return browser.value(f"new Intl.NumberFormat(navigator.language, {{ maximumFractionDigits: {digits} }}).format({value})")


def follow(browser, label):
    """Follows a row that leads on."""
    found = f"[...document.querySelectorAll('main fh-list a, main fh-list button, main fh-leaderboard a')].find(node => node.innerText.includes({json.dumps(label)}))"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")


def make():
    """An operator makes an association, two clubs at home and one abroad, each with a logo and groups, and a season."""
    path = "/v1/organisations/walking-clubs"
    association = operate("POST", f"{path}/association", {"name": f"EFDN"})["group"]["id"]
    made = {}
    for name, country in (("Amsterdam Blues", "NL"), ("Délfzijl Reds", "NL"), ("Oslo Whites", "NO")):
        club = operate("POST", f"{path}/club", {"name": f"{name}", "parent": association, "country": country, **RESPONSIBLE.get(name, {})})["group"]["id"]
        operate("PUT", f"{GROUPS}/{club}/picture", LOGO, "image/png")
        groups = [operate("POST", f"{path}/group", {"name": f"{group}", "parent": club})["group"]["id"] for group in ("Lunch walkers", "Évening walkers")]
        for group in groups:
            operate("PUT", f"{GROUPS}/{group}/picture", png(64, 64), "image/png")
        made[name] = (club, groups)
    operate("PUT", f"{BASE}/seasons/2024-25", {"title": "2024/25", "firstDay": "2024-08-01", "lastDay": "2025-06-30"})
    return association, made


def begin(browser, who, number):
    phone(browser)
    browser.go("/")
    until(browser, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(browser, data, number, who)


def join(browser, club, group):
    post(browser, f"{BASE}/me/club", {"club": club, "group": group, "timeZone": "Europe/Amsterdam"}, "PUT")
    for question in ("activities", "route", "places"):
        post(browser, f"/v1/me/sharing/fitness-challenges.{question}/walking-clubs", {}, "PUT")


# Asserts WC-5, WC-6, WC-15, WC-48, WC-76.
def start(ann, text):
    """Ann reads what this is, chooses club and group by name, and is told why each thing is asked for."""
    phone(ann)
    ann.go(AREA)
    ann.shows(text["welcome"])
    for label in ("getStarted", "signIn"):
        until(ann, f"Boolean([...document.querySelectorAll('main a')].find(node => node.textContent === {json.dumps(text[label])}))")
    look(ann, f"{language}-walking-welcome")
    begin(ann, "Ann", "+491512220001")
    # In which zone she has times shown moves no day of hers; there it is tomorrow already.
    ann.value("localStorage.setItem('zone', 'Pacific/Kiritimati')")
    ann.go(AREA)
    ann.shows(text["noClub"])
    press(ann, text["chooseClub"])
    for name in ("Amsterdam Blues", "Délfzijl Reds", "Oslo Whites"):
        ann.shows(f"{name}")
    until(ann, "document.querySelectorAll('main .choice img').length >= 3")
    # Logos that were large are sent small.
    until(ann, "[...document.querySelectorAll('main .choice img')].map(image => image.naturalWidth).join()", "512,512,512")
    sizes = ann.value("Promise.all([...document.querySelectorAll('main .choice img')].map(image => fetch(image.src).then(async answer => (await answer.blob()).size)))")
    if max(sizes) * 5 > len(LOGO):
        raise Trouble(f"Of logos of {len(LOGO)} bytes {sizes} are sent.")
    look(ann, f"{language}-walking-clubs")
    fill(ann, "search", f"delfz")
    ann.value("document.getElementById('field-search').dispatchEvent(new Event('input', { bubbles: true }))")
    until(ann, "[...document.querySelectorAll('main .choice')].length", 1)
    fill(ann, "search", f"amsterdam")
    ann.value("document.getElementById('field-search').dispatchEvent(new Event('input', { bubbles: true }))")
    until(ann, f"[...document.querySelectorAll('main .choice')].map(node => node.innerText.includes('Amsterdam Blues')).join()", "true")
    ann.value("document.querySelector('main .choice').click()")
    ann.shows(f"Lunch walkers")
    until(ann, f"[...document.querySelectorAll('main .choice')].map(node => node.querySelector('img')).map(image => image?.getAttribute('src').startsWith('{GROUPS}/') && image.naturalWidth > 0).join()", "true,true")
    fill(ann, "search", "evening")
    ann.value("document.getElementById('field-search').dispatchEvent(new Event('input', { bubbles: true }))")
    until(ann, "document.querySelectorAll('main .choice').length", 1)
    look(ann, f"{language}-walking-groups")
    ann.value("document.querySelector('main .choice').click()")
    for key in ("need.steps", "need.route", "need.gps", "need.body"):
        ann.shows(text[f"{key}.why"])
    look(ann, f"{language}-walking-consents")
    for key in ("need.steps.do", "need.route.do"):
        press(ann, text[key])
        until(ann, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text[key])})", False)
    zone = lambda: ask(ann, f"{BASE}/me", method="GET")["timeZone"]
    joined = zone()
    body(ann, text)
    ann.shows(text["noSession"])
    if (joined, zone()) != ("Europe/Amsterdam", "Europe/Amsterdam"):
        raise Trouble(f"Ann walks in {joined}, {zone()}.")
    ann.value("localStorage.removeItem('zone')")
    look(ann, f"{language}-walking-start")


# Asserts WC-13, WC-75.
def body(ann, text):
    """Gender is chosen among radio buttons, weight in kg and height in cm are entered, the date of birth is picked; without one of them it does not go on."""
    press(ann, text["need.body.do"])
    until(ann, "location.pathname", f"{AREA}/body")
    until(ann, "document.querySelectorAll('main input[type=radio][name=gender]').length", 4)
    if ann.value("[...document.querySelectorAll('main input[type=radio]')].map(one => one.labels[0].textContent)") != [text[f"bodyGender.{name}"] for name in ("male", "female", "other", "undisclosed")]:
        raise Trouble("The radio buttons have other labels.")
    shown = ann.value("['weight', 'height', 'dateOfBirth'].map(name => document.getElementById(`field-${name}`)).map(field => [field.type, field.labels[0].textContent])")
    if shown != [["number", text["bodyWeight"]], ["number", text["bodyHeight"]], ["date", text["bodyBirth"]]]:
        raise Trouble(f"The fields are {shown}.")
    # By the host's clock it is 11:40 UTC on the 17th, and the 18th in the zone in which Ann has chosen to have times.
    latest = ann.value("document.getElementById('field-dateOfBirth').max")
    if latest != "2024-08-17":
        raise Trouble(f"The day before today is said to be {latest}.")
    if language == "en" and not ("kg" in text["bodyWeight"] and "cm" in text["bodyHeight"]):
        raise Trouble("The units are not told.")
    look(ann, f"{language}-walking-body")
    fields = {"weight": "60", "height": "170", "dateOfBirth": "1990-02-03"}
    ann.value("document.getElementById('gender-female').click()")
    ann.value("document.getElementById('field-agrees').click()")
    for left in fields:
        for name, value in fields.items():
            fill(ann, name, "" if name == left else value)
        press(ann, text["save"])
        until(ann, f"document.querySelector('main form').checkValidity() || document.activeElement.id", f"field-{left}")
    if ann.value("location.pathname") != f"{AREA}/body" or ask(ann, "/v1/me/body", method="GET")["weight"] is not None:
        raise Trouble("It has gone on without all.")
    fill(ann, left, fields[left])
    press(ann, text["save"])
    until(ann, "location.pathname", AREA)
    until(ann, "document.getElementById('status').textContent", text["saved"])
    kept, me = ask(ann, "/v1/me/body", method="GET"), ask(ann, "/v1/me", method="GET")
    if (kept["weight"], kept["height"], me["gender"], me["dateOfBirth"]) != (60, 170, "female", "1990-02-03"):
        raise Trouble(f"Kept is {kept}, {me}.")


# Asserts WC-19.
def come_back(ann, text, phone):
    """Whoever logs in from the welcome is at the ranking then."""
    sign_out(ann)
    until(ann, "fetch('/v1/me').then(answer => answer.status)", 401)
    ann.go(AREA)
    press(ann, text["signIn"])
    until(ann, "location.pathname", "/sign-in")
    fill(ann, "phone", phone)
    press(ann, text["sendCode"])
    before = 1
    fill(ann, "code", code(data, phone, before))
    press(ann, text["confirm"])
    until(ann, "location.pathname", f"{AREA}/boards/clubs/national")
    until(ann, "document.querySelector('.own-row li.me')?.innerText.includes('Amsterdam Blues')")


def handed(ann, text, steps):
    """The message that goes with the picture of a session of so many steps, as it is handed to another app."""
    press(ann, text["shareSession"])
    until(ann, "window.handed?.type", "image/png")
    message = ann.value("window.handed.text")
    beginning = text["shareMessage"].split("{link}")[0].replace("{steps}", figure(ann, steps)).replace("{club}", "Amsterdam Blues")
    if f"{AREA}/shared/" not in message or not message.startswith(beginning):
        raise Trouble(f"The message is: {message}")
    return message


# Asserts PL-31, WC-41, WC-42, WC-43, WC-44, WC-47.
def read(ann, text, day):
    """The day is closed: Ann reads yesterday's session with its receipt and route."""
    ann.go(AREA)
    ann.shows(text["yesterday"])
    ann.shows(ann.value(f"new Intl.DateTimeFormat(navigator.language, {{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }}).format(new Date('{day}T12:00:00Z'))"))
    figures = dict(ann.value("[...document.querySelectorAll('main dl.figures dt')].map(node => [node.textContent, node.nextElementSibling.textContent])"))
    if figures.get(text["steps"]) != figure(ann, 6500) or figures.get(text["points"]) != figure(ann, 6) or not all(figures.get(text[key]) for key in ("distance", "calories")):
        raise Trouble(f"Of yesterday's session is shown {figures}.")
    look(ann, f"{language}-walking-yesterday")
    press(ann, text["receipt"])
    until(ann, "Boolean(document.querySelector('svg.route polyline'))")
    ann.shows(text["alone"])
    for key in ("counted", "forCompany", "forMatch", "steps", "distance", "calories", "points"):
        ann.shows(text[key])
    ann.shows(text["cut.suspect"])
    look(ann, f"{language}-walking-receipt")
    ann.go(f"{AREA}/days")
    ann.shows(text["sessions"])

# Asserts PL-42, WC-17, WC-49, WC-51.
def without_location(ann, text, day):
    """Where location was off there are steps alone, and what to do about it; the session can be shared all the same, without a route."""
    ann.go("/")
    ann.shows(text["homeStepsOnly"].replace("{n}", figure(ann, 3000)))
    for path in (AREA, f"{AREA}/days/{day}"):
        ann.go(path)
        ann.shows(text["gpsOffDetail"])
        for key in ("gpsOff", "gpsOn"):
            ann.shows(text[key])
        # Her gender is known: from the cadence alone there would be calories.
        until(ann, "[...document.querySelectorAll('main dl.figures')].slice(0, 1).flatMap(list => [...list.querySelectorAll('dt')]).map(node => node.textContent).join()", f"{text['steps']},{text['points']}")
        if ann.value("Boolean(document.querySelector('svg.route'))"):
            raise Trouble("There is a route where location was off.")
        look(ann, f"{language}-walking-gps-off{'' if day in path else '-start'}")
    if text["energyNote"].split("{edition}")[0] in ann.value("document.getElementById('main').innerText"):
        raise Trouble("The receipt tells of calories where location was off.")
    ann.value("""(() => { window.handed = null; navigator.canShare = () => true;
        navigator.share = async shared => { window.handed = { text: shared.text, type: shared.files[0].type }; }; })()""")
    handed(ann, text, 3000)


# Asserts WC-47.
def short_route(ann, text, day):
    """Where nothing of the route is left to draw the page says so."""
    post(ann, f"{STEPS}/silence/route", {}, "PUT")
    ann.go(f"{AREA}/days/{day}")
    ann.shows(text["routeShort"])
    ann.shows(text["routeShortDetail"])
    look(ann, f"{language}-walking-short-route")
    post(ann, f"{STEPS}/silence/route", None, "DELETE")
    ann.go(f"{AREA}/days/{day}")
    until(ann, "Boolean(document.querySelector('svg.route polyline'))")


# Asserts PL-42, WC-50, WC-51, WC-52, WC-53.
def share(ann, bob, text, day):
    """Ann shares the session: the picture has route, logos and figures, the link leads whoever has it to the session."""
    ann.go(f"{AREA}/days/{day}")
    until(ann, "Boolean(document.querySelector('svg.route polyline'))")
    ann.value("""(() => { window.words = []; window.signs = []; const pen = CanvasRenderingContext2D.prototype, [write, draw] = [pen.fillText, pen.drawImage];
        pen.fillText = function (text, ...rest) { window.words.push(text); return write.call(this, text, ...rest); };
        pen.drawImage = function (sign, ...rest) { window.signs.push(sign.src); return draw.call(this, sign, ...rest); };
        window.handed = null; navigator.canShare = () => true;
        navigator.share = async shared => { window.handed = { text: shared.text, type: shared.files[0].type, file: shared.files[0] }; }; })()""")
    message = handed(ann, text, 6500)
    # On it stand the signs of the app, the club and the group, the day, steps, distance, calories and points.
    steps, calories, points = (text[key].replace("{n}", figure(ann, value)) for key, value in (("stepsOf", 6500), ("caloriesOf", 130), ("pointsOf", 6)))
    date = ann.value(f"new Intl.DateTimeFormat(navigator.language, {{ dateStyle: 'long', timeZone: 'UTC' }}).format(new Date('{day}T12:00:00Z'))")
    words_of = ann.value("window.words")
    if words_of != ["Amsterdam Blues · Évening walkers", date, f"{steps} · {figure(ann, 4.55, 1)} {text['km']}", f"{calories} · {points}"]:
        raise Trouble(f"The picture says: {words_of}")
    if ann.value("window.signs.length") != 3:
        raise Trouble(f"The picture has the signs {ann.value('window.signs')}.")
    # The picture has more than its ground: the route's colour, and words below it.
    drawn = ann.value("""(async () => { const image = await createImageBitmap(window.handed.file);
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }); const pen = canvas.getContext('2d'); pen.drawImage(image, 0, 0);
        const inked = (x, y, w, h) => { const bytes = pen.getImageData(x, y, w, h).data; const colours = new Set(); for (let i = 0; i < bytes.length; i += 4) colours.add(bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2]); return colours.size; };
        return [image.width, image.height, inked(0, 30, 1080, 110) > 5, inked(60, 170, 960, 480) > 3, inked(0, 760, 1080, 140) > 5, inked(0, 900, 1080, 160) > 3]; })()""")
    if drawn != [1080, 1080, True, True, True, True]:
        raise Trouble(f"The picture is {drawn}.")
    if pictures:
        import base64
        content = ann.value("new Promise(done => { const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(window.handed.file); })")
        (pictures / f"{language}-walking-shared-picture.png").write_bytes(base64.b64decode(content.split(",")[1]))
    link = [word for word in message.split() if "/shared/" in word][0]
    bob.go(link[len(address):])
    until(bob, "Boolean(document.querySelector('svg.route polyline'))")
    bob.shows(text["walkToo"])
    look(bob, f"{language}-walking-shared")
    install(bob, text, link)


def install(bob, text, link):
    """Whoever has not got the app can install it there and is told how; in the app the link is the session alone."""
    # The browser's own question comes when it likes; the walk asks in its place.
    bob.call("Page.addScriptToEvaluateOnNewDocument", source="addEventListener('beforeinstallprompt', event => event.isTrusted && event.stopImmediatePropagation())")
    bob.go(link[len(address):])
    bob.shows(text["installTitle"])
    bob.shows(text["installDetail"])
    if errors := hindrances(bob):
        raise Trouble(f"The app cannot be installed from the link: {errors}.")
    if json.loads(bob.call("Page.getAppManifest")["data"])["scope"] != "/":
        raise Trouble("The link is not the app's.")
    installs(bob, text["install"])
    within = "window.matchMedia = (ask => query => query.includes('standalone') ? { matches: true } : ask.call(window, query))(window.matchMedia)"
    script = bob.call("Page.addScriptToEvaluateOnNewDocument", source=within)["identifier"]
    bob.go(link[len(address):])
    until(bob, "Boolean(document.querySelector('svg.route polyline'))")
    if text["installTitle"] in bob.value("document.getElementById('main').innerText"):
        raise Trouble("The app is offered within the app.")
    bob.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    press(bob, text["walkToo"])
    bob.shows(text["getStarted"])


# Asserts WC-26, WC-28, WC-29, WC-30, WC-31, WC-92.
def rank(ann, text, club):
    """Ann looks at clubs at home and everywhere, at the groups of hers, and at people, of whom she has a picture."""
    ann.go("/account/profile")
    until(ann, "Boolean(document.getElementById('picture'))")
    choose(ann, "picture", png(700, 700))
    until(ann, "document.querySelector('main img.avatar')?.getAttribute('src').startsWith('/v1/people/')")
    english = {"club": "My club", "national": "National", "international": "International"}
    tabs = english if language == "en" else {scope: text[f"scope.{scope}"] for scope in english}
    ann.go(AREA)
    follow(ann, text["boards"])
    until(ann, "location.pathname", f"{AREA}/boards/clubs/national")
    # On top stands her own club: logo, rank, points and how many play for it.
    own = "document.querySelector('.own-row li.me')"
    until(ann, f"['.rank', 'bdi', 'small', 'strong'].map(part => {own}.querySelector(part).textContent).join(' | ')",
          " | ".join([figure(ann, 1), "Amsterdam Blues", text["playersOf"].replace("{n}", figure(ann, 2)), figure(ann, 10)]))
    until(ann, f"(logo => logo?.getAttribute('src').startsWith('{GROUPS}/{club}/picture') && logo.naturalWidth)({own}.querySelector('img'))", 512)
    until(ann, "(([mine, all]) => all.top > 0 && mine.bottom <= all.top)(['.own-row', 'fh-leaderboard:not(.own-row)'].map(part => document.querySelector(part).getBoundingClientRect()))")
    until(ann, "[...document.querySelectorAll('fh-leaderboard:not(.own-row) li')].length", 2)
    until(ann, "document.querySelector('fh-leaderboard:not(.own-row) li.me')?.innerText.includes('Amsterdam Blues')")
    if not ann.value("[...document.querySelectorAll('fh-leaderboard:not(.own-row) li')].every(row => row.querySelector('img') && row.querySelector('.rank').textContent && row.querySelector('strong').textContent && /\\p{N}/u.test(row.querySelector('small').textContent))"):
        raise Trouble("A row of a club lacks logo, rank, points or players.")
    look(ann, f"{language}-walking-national")
    for scope, count in (("international", 3), ("national", 2), ("international", 3)):
        press(ann, tabs[scope])
        until(ann, "location.pathname", f"{AREA}/boards/clubs/{scope}")
        until(ann, "[...document.querySelectorAll('fh-leaderboard:not(.own-row) li')].length", count)
    for measure in ("average", "improved", "total"):
        press(ann, text[f"measure.{measure}"])
        until(ann, "new URLSearchParams(location.search).get('measure')", measure)
    until(ann, "[...document.querySelectorAll('fh-leaderboard:not(.own-row) li')].length", 3)
    follow(ann, f"Amsterdam Blues")
    ann.shows(text["groups"])
    until(ann, "document.querySelector('.own-row li.me')?.innerText.includes('vening walkers')")
    look(ann, f"{language}-walking-club")
    press(ann, text["boards"])
    press(ann, text["boards.people"])
    until(ann, "location.pathname", f"{AREA}/boards/people/club")
    until(ann, "document.querySelector('.own-row li.me')?.innerText.includes('Ann')")
    for scope, count in (("national", 3), ("international", 4), ("club", 2)):
        press(ann, tabs[scope])
        until(ann, "location.pathname", f"{AREA}/boards/people/{scope}")
        until(ann, "[...document.querySelectorAll('fh-leaderboard:not(.own-row) li')].length", count)
        until(ann, "document.querySelector('.own-row li.me')?.innerText.includes('Ann')")
        until(ann, "document.querySelector('fh-leaderboard:not(.own-row) li.me img')?.getAttribute('src').startsWith('/v1/people/') && document.querySelector('fh-leaderboard:not(.own-row) li.me img').naturalWidth", 512)
    look(ann, f"{language}-walking-people")


# Asserts WC-71, WC-86.
def tell_members(ben, text, club):
    """From the page for those who run the club Ben gets to where its messages are written and listed, with text and date."""
    words = "We walk on Sunday at ten."
    ben.go(f"{AREA}/run")
    follow(ben, "Send a message to all members" if language == "en" else text["sendMessage"])
    until(ben, "location.pathname", f"/groups/walking-clubs/{club}/people")
    ben.shows(text["announce.none"])
    fill(ben, "text", words)
    press(ben, text["announce.send"])
    sent = f"[...document.querySelectorAll('main li.card')].find(node => node.querySelector('.words')?.textContent === {json.dumps(words)})?.querySelector('.muted').textContent"
    # By the clock of the host it is a minute past midnight in Amsterdam.
    day = ben.value("new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium' }).format(new Date('2024-08-18T22:01:00Z'))")
    until(ben, f"({sent})?.includes({json.dumps(day)})", True)
    return words


# Asserts WC-71.
def read_sent_to_all(ben, text, club):
    """Among the messages of his club Ben finds what an operator has sent to everybody: marked as that, with text and date, not with what came of it."""
    words = "The walking app is a year old."
    sent = operate("POST", "/v1/announcements", {"audience": "everyone", "text": words})["sentAt"]
    ben.go(f"/groups/walking-clubs/{club}/people")
    ben.shows("We walk on Sunday at ten.")
    at = ben.value(f"new Intl.DateTimeFormat(navigator.language, {{ dateStyle: 'medium', timeStyle: 'short' }}).format(new Date({json.dumps(sent)}))")
    mark = f"[...document.querySelectorAll('main li.card')].find(node => node.querySelector('.words')?.textContent === {json.dumps(words)})?.querySelector('.muted').textContent"
    until(ben, mark, f"{at} · {text['announce.everyone']}")
    look(ben, f"{language}-walking-sent-to-all")


# Asserts WC-46, WC-59, WC-71, WC-75, WC-86, WC-88, WC-89.
def run(ben, ann, text, club):
    """Ben runs the club: a message to its members, a match day, a walk with a code at which Ann checks in, and a badge."""
    words = tell_members(ben, text, club)
    ben.go(f"{AREA}/run")
    ben.shows(text["dashboard"])
    fill(ben, "day", "2024-08-19")
    fill(ben, "opponent", "Délfzijl Reds")
    press(ben, text["enterMatchDay"])
    until(ben, "[...document.querySelectorAll('main fh-list')].some(list => list.innerText.includes('Délfzijl Reds'))")
    until(ben, "document.getElementById('status').textContent", text["matchDayKept"])
    fill(ben, "badge", "Canal badge")
    fill(ben, "amount", "2000")
    press(ben, text["makeBadge"])
    until(ben, "[...document.querySelectorAll('main fh-list')].some(list => list.innerText.includes('Canal badge'))")
    until(ben, "document.getElementById('status').textContent", text["badgeMade"])
    fill(ben, "title", "Canal walk")
    fill(ben, "place", "Station")
    fill(ben, "from", "2024-08-19T10:00")
    fill(ben, "to", "2024-08-19T12:00")
    press(ben, text["organiseWalk"])
    until(ben, "document.getElementById('status').textContent", text["walkOrganised"])
    look(ben, f"{language}-walking-run")
    ben.go(f"{AREA}/walks")
    ben.shows("Canal walk")
    letters = ben.value("document.querySelector('.code').textContent")
    ann.go(f"{AREA}/walks")
    ann.shows("Canal walk")
    if ann.value("Boolean(document.querySelector('.code'))"):
        raise Trouble("Ann reads the code.")
    move("2024-08-19T08:30:00Z")
    for browser in (ben, ann):
        browser.go(f"{AREA}/walks")
        until(browser, "Boolean(document.querySelector('main form input'))")
        # A wrong code is told of beside the field, which stays as it is.
        for tried in ("NOSUCH", letters):
            browser.value(f"document.querySelector('main form input').value = {json.dumps(tried)}")
            press(browser, text["checkIn"])
            if tried == "NOSUCH":
                until(browser, "document.querySelector('main form .error').textContent.length > 10")
        browser.shows(text["youAreThere"])
        until(browser, "document.getElementById('status').textContent", text["youAreThere"])
        browser.complaints = [line for line in browser.complaints if "409" not in line]
        walk(browser, "2024-08-19T08:30:00Z", 3000, name=f"canal-{'ben' if browser is ben else 'ann'}")
    look(ann, f"{language}-walking-checked-in")
    move("2024-08-19T22:01:00Z")
    ann.go(f"{AREA}/days/2024-08-19")
    ann.shows(text["inGroup"])
    until(ann, "[...document.querySelectorAll('table.sums td')].map(cell => cell.textContent.replace(/[٠-٩]/g, digit => '٠١٢٣٤٥٦٧٨٩'.indexOf(digit)).replace(/\\D/g, '')).join()", "3000,3,2,2,7")
    ann.go(f"{AREA}/badges")
    ann.shows("Canal badge")
    look(ann, f"{language}-walking-badges")
    ann.go("/inbox")
    ann.shows(text["badge"].replace("{badge}", "Canal badge"))
    ann.shows(words)


# Asserts WC-32, WC-35, WC-36, WC-37, WC-38, WC-40, WC-54, WC-56, WC-57, WC-58, WC-59.
def talk(ann, ben, text, club):
    """The chat is the club's, with its name and logo. What it is and what reporting does pops up; Ann reports what Ben has said once she
    has confirmed it, and it has a flag then. The settings lead on to everything else; each kind of message is on, and is switched off and on."""
    post(ben, f"{GROUPS}/{club}/chat", {"text": "All referees are blind."})
    ann.go(AREA)
    follow(ann, text["clubChat"])
    until(ann, "location.pathname", f"/groups/walking-clubs/{club}/chat")
    ann.shows(f"Amsterdam Blues")
    until(ann, f"(logo => logo?.getAttribute('src').startsWith('{GROUPS}/{club}/picture') && logo.naturalWidth)(document.querySelector('main header img.crest'))", 512)
    picture(ann, pictures, f"{language}-walking-chat", NARROW)
    report(ann, text, club)
    press(ann, text["close"])
    until(ann, "location.pathname", AREA)
    ann.go(f"{AREA}/settings")
    for key in ("notifications", "bodyData", "sharing", "changeClub", "about", "recognition.title"):
        ann.shows(text[key])
    look(ann, f"{language}-walking-settings")
    follow(ann, text["notifications"])
    until(ann, "location.pathname", "/inbox/settings")
    for kind in ("club-announcement", "association-announcement", "invitation", "badge"):
        ann.shows(text[f"{kind}.title"])
        switch = f"document.getElementById('kind-walking-clubs/{kind}')"
        until(ann, f"{switch}?.checked", True)
        for is_on in (False, True):
            ann.value(f"{switch}.click()")
            until(ann, f"fetch('/v1/me/notification-settings', {{ headers: {{ 'x-fieldhouse-session': 'cookie' }} }}).then(answer => answer.json()).then(kept => kept.kindsOff.includes('walking-clubs/{kind}'))", not is_on)
            ann.go("/inbox/settings")
            until(ann, f"{switch}?.checked", is_on)
    ann.go(f"{AREA}/settings")
    follow(ann, text["about"])
    until(ann, "location.pathname", "/help")


# Asserts WC-77.
def be_happy(ann, text):
    """With her third session Ann is asked once whether she is happy: if not, to write what is missing; if so, to rate the app."""
    def asked(heading, label):
        until(ann, "document.querySelector('dialog[open] h2')?.textContent", text[heading])
        if heading == "happy":
            look(ann, f"{language}-walking-happy")
        in_dialog(ann, text[label])
    for answers in ((("happy", "notNow"),), (("happy", "happyNo"), ("unhappy", "writeToUs")), (("happy", "happyYes"), ("glad", "rate"))):
        ann.value("Object.keys(localStorage).filter(key => key.startsWith('walking-happy') || key === 'mood').forEach(key => localStorage.removeItem(key))")
        ann.go(AREA)
        until(ann, "Boolean(document.querySelector('dialog[open]'))")
        ann.value("window.opened = null; window.open = address => { window.opened = address; }")
        for heading, label in answers:
            asked(heading, label)
        if answers[-1][1] == "writeToUs":
            until(ann, "location.pathname", "/help/contact")
        if answers[-1][1] == "rate":
            until(ann, "window.opened", "https://store.example/walking")
    # Whoever has answered is not asked again.
    ann.go(AREA)
    ann.shows(text["clubChat"])
    time.sleep(0.5)
    if ann.value("Boolean(document.querySelector('dialog[open]'))"):
        raise Trouble("Ann is asked again.")


def in_dialog(browser, label):
    """Presses a button of the dialog, which goes; another one may follow it."""
    found = f"[...document.querySelectorAll('dialog button')].find(node => node.textContent === {json.dumps(label)})"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")
    until(browser, f"Boolean({found})", False)


def report(ann, text, club):
    here = f"/groups/walking-clubs/{club}/chat"
    press(ann, text["chat.about"])
    until(ann, "document.querySelector('dialog h2')?.textContent", text["chat.about"])
    for name in ("Members", "Report", "Removed"):
        if text[f"chat.about{name}"] not in ann.value("document.querySelector('dialog').innerText"):
            raise Trouble(f"The chat is explained without '{text[f'chat.about{name}']}'.")
    picture(ann, pictures, f"{language}-walking-chat-about", NARROW)
    in_dialog(ann, text["chat.aboutClose"])
    until(ann, "location.pathname", here)
    flag, button = "document.querySelector('#message-1 .flag')?.textContent ?? null", f"[...document.querySelectorAll('#message-1 button')].find(node => node.textContent === {json.dumps(text['report'])})"
    for answer, wanted in (("cancel", None), ("report", f"⚑ {text['chat.flaggedByMe']}")):
        until(ann, f"Boolean({button})")
        ann.value(f"{button}.click()")
        until(ann, "document.querySelector('dialog h2')?.textContent", text["chat.reportTitle"].replace("{name}", "Ben"))
        in_dialog(ann, text[answer])
        until(ann, flag, wanted)
    picture(ann, pictures, f"{language}-walking-chat-flagged", NARROW)


# Asserts WC-1, WC-68.
def save_clubs(operator):
    """In the console the operator saves the overview of the clubs, which has all of it but the logos."""
    operator.go("/console")
    operator.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
    operator.go("/console")
    until(operator, f"Boolean(document.querySelector('{CARD} tbody tr'))")
    operator.value(f"[...document.querySelectorAll('{CARD} tr')].find(row => row.innerText.includes('EFDN')).querySelectorAll('button')[1].click()")
    until(operator, f"document.querySelector('{CARD} h2').textContent.includes('EFDN') && document.querySelectorAll('{CARD} tbody tr').length", 3)
    shown = operator.value(f"[...document.querySelectorAll('{CARD} tbody tr')].map(row => [...row.cells].slice(1, 7).map(cell => cell.textContent))")
    logos = operator.value(f"[...document.querySelectorAll('{CARD} tbody tr')].map(row => row.cells[0].querySelector('img')?.naturalWidth)")
    operator.value("window.saved = []; URL.createObjectURL = blob => { blob.text().then(text => saved.push(text)); return 'data:,'; }")
    operator.value(f"[...document.querySelectorAll('{CARD} button')].find(node => node.textContent.endsWith('as CSV')).click()")
    until(operator, "saved.length", 1)
    head, *lines = csv.reader(operator.value("saved[0]").lstrip("\ufeff").splitlines())
    wanted = [["Amsterdam Blues", "2", "Netherlands", "", "", ""], ["Délfzijl Reds", "1", "Netherlands", "", "", ""],
              ["Oslo Whites", "2", "Norway", "Pat Smith", "pat@whites.example", ""]]
    if head != ["Name", "Members", "Country", "Responsible", "E-mail", "State"] or lines != shown or sorted(lines) != wanted or logos != [512] * 3:
        raise Trouble(f"The overview shows {shown} with logos of {logos} pixels, and the file holds {head}, {lines}.")


# Asserts PL-67, WC-91.
def set_seasons(eve, text):
    """An operator, and nobody else, says when a season begins and ends and what it gives points for; two do not overlap."""
    begin(eve, "Eve", "+491512220009")
    eve.go(f"{AREA}/seasons")
    eve.shows(text["operatorsOnly"])
    operate("PUT", f"/v1/people/{ask(eve, '/v1/me', method='GET')['id']}/roles/super-admin")
    eve.go(f"{AREA}/seasons")
    mistake = "document.querySelector('main form .error')?.textContent"
    for first, last, is_kept in (("2025-06-30", "2026-06-30", False), ("2025-07-02", "2025-07-01", False), ("2025-07-01", "2026-06-30", True)):
        until(eve, "document.querySelectorAll('main fh-list button').length", 1)
        for name, value in (("title", "2025/26"), ("firstDay", first), ("lastDay", last)):
            fill(eve, name, value)
        press(eve, text["save"])
        if not is_kept:
            until(eve, f"{mistake}?.length > 10 && !document.querySelector('main form button').disabled")
    until(eve, "document.getElementById('status').textContent", text["seasonKept"])
    until(eve, "document.querySelectorAll('main fh-list button').length", 2)
    eve.value("document.querySelectorAll('main fh-list button')[1].click()")
    until(eve, "document.getElementById('field-title')?.value", "2024/25")
    fill(eve, "lastDay", "2025-05-31")
    fill(eve, "matchDayPoints", "3")
    look(eve, f"{language}-walking-seasons")
    press(eve, text["save"])
    until(eve, "document.getElementById('field-title')?.value", "")
    kept = [(one["title"], one["firstDay"], one["lastDay"], one["rules"]["matchDayPoints"], one["rules"]["lateDays"]) for one in operate("GET", f"{BASE}/seasons")["items"]]
    if kept != [("2025/26", "2025-07-01", "2026-06-30", 2, 7), ("2024/25", "2024-08-01", "2025-05-31", 3, 7)]:
        raise Trouble(f"The seasons are {kept}.")
    eve.complaints = [line for line in eve.complaints if not any(code in line for code in ("403", "409", "422"))]


def league(ann, text):
    operate("PUT", f"{BASE}/seasons/2024-25/league")
    ann.go(f"{AREA}/league")
    ann.shows(text["division"].split("{n}")[0].strip())
    ann.shows("Amsterdam Blues")
    look(ann, f"{language}-walking-league")


def main():
    signal.alarm(600)
    text = words(language)
    association, clubs = make()
    day, steps_only = "2024-08-17", "2024-08-18"
    browsers = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            ann, ben, cat, dan, eve = browsers = [Browser(pathlib.Path(folder) / who, address, language) for who in ("ann", "ben", "cat", "dan", "eve")]
            start(ann, text)
            blues, reds, whites = (clubs[name] for name in ("Amsterdam Blues", "Délfzijl Reds", "Oslo Whites"))
            for browser, who, (club, groups), index in ((ben, "Ben", blues, 2), (cat, "Cat", reds, 3), (dan, "Dan", whites, 4)):
                begin(browser, who, f"+4915122200{index:02}")
                join(browser, club, groups[0])
            operate("PUT", f"{GROUPS}/{blues[0]}/members/{ask(ben, '/v1/me', method='GET')['id']}/roles/club-admin")
            walk(ann, f"{day}T12:00:00Z", 6500, name="ann")
            walk(ann, f"{day}T15:00:00Z", 2000, name="jump", suspect=["jump"])
            for browser, steps in ((ben, 4000), (cat, 3000), (dan, 9000)):
                walk(browser, f"{day}T12:00:00Z", steps, name=f"w{steps}")
            move("2024-08-17T22:01:00Z")
            read(ann, text, day)
            share(ann, eve, text, day)
            rank(ann, text, blues[0])
            walk(ann, f"{steps_only}T08:00:00Z", 3000, name="steps", metres=0, hasRoute=False)
            move("2024-08-18T22:01:00Z")
            without_location(ann, text, steps_only)
            short_route(ann, text, day)
            run(ben, ann, text, blues[0])
            be_happy(ann, text)
            talk(ann, ben, text, blues[0])
            league(ann, text)
            come_back(ann, text, "+491512220001")
            read_sent_to_all(ben, text, blues[0])
            save_clubs(eve)
            set_seasons(eve, text)
            for browser in browsers:
                # Whoever is not signed in is told so, on purpose.
                complaints = [line for line in browser.complaints if "401" not in line]
                if complaints:
                    raise Trouble(f"{language}: {complaints}")
        finally:
            for browser in browsers:
                browser.end()
    print("Clubs walk, and read what their days, boards and leagues say.")


main()
print(f"Three clubs were joined, walked for, ranked, talked in, run and saved; a day had its receipt, was shared and installed from ({language}).")
