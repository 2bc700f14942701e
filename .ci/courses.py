"""Walks through the courses of disc golf, in English and in Arabic: one is described on the spot and by a file, written into files again, and
played with the distance to its basket; rounds of another app come into the history; who has played says how satisfied they are. Usage: courses.py ADDRESS DATA
[FOLDER], the last for pictures; the operator's token stands in FIELDHOUSE_CONSOLE_TOKEN."""
import json, os, pathlib, signal, sys, tempfile, urllib.request

from browser import Browser, Trouble, ask, choose, code, fits, picture, png, post, press, sign_in, spoken_to, until
from cards import NARROW, confirm, figure, phone, texts

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
GEOJSON = {"type": "FeatureCollection", "features": [
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-21.9, 64.1]}, "properties": {"kind": "course", "name": "Meadow", "layout": "Long"}},
    {"type": "Feature", "geometry": {"type": "Point", "coordinates": [-21.9, 64.101]}, "properties": {"kind": "basket", "hole": 1, "par": 4, "length": 111}},
    {"type": "Feature", "geometry": None, "properties": {"kind": "basket", "hole": 7, "par": 3}}]}
CSV = "hole,par,length,latitude,longitude\r\n1,4,111,64.101,-21.9\r\n7,3,,,\r\n"
SCORES = """PlayerName,CourseName,LayoutName,StartDate,EndDate,Total,+/-,RoundRating,Hole1,Hole2
Par,Shore,Short,2024-06-02 1800,2024-06-02 1830,6,,,3,3
Ada,Shore,Short,2024-06-02 1800,2024-06-02 1830,5,-1,,3,2
Mo,Shore,Short,2024-06-02 1800,2024-06-02 1830,8,2,,4,4
"""
HEADINGS = "[...document.querySelectorAll('.course h2')].map(node => node.textContent).join()"


def stand(ada, latitude, longitude):
    ada.call("Emulation.setGeolocationOverride", latitude=latitude, longitude=longitude, accuracy=5)


def holes(ada):
    return ada.value("[...document.querySelectorAll('.holes fieldset')].map(node => [...node.querySelectorAll('input.main')].map(input => input.value).join(' ')).join()")


# Asserts FS-130, FS-131.
def describe(ada, text, language):
    """A course by its name and where its baskets stand, noted on the spot."""
    ada.go("/folf-scoring/courses/new")
    until(ada, "Boolean(document.getElementById('name'))")
    ada.value("document.getElementById('name').value = 'Garden'; Object.assign(document.getElementById('count'), { value: 1 }).dispatchEvent(new Event('change'))")
    until(ada, "document.querySelectorAll('.holes fieldset').length", 1)
    stand(ada, 64.2, -21.9)
    press(ada, text["place"])
    ada.shows(text["placed"])
    stand(ada, 64.201, -21.9)
    press(ada, text["basketHere"])
    until(ada, "document.querySelector('.holes fieldset button').getAttribute('aria-pressed')", "true")
    fits(ada, pictures, f"{language}-courses-describe")
    phone(ada)
    press(ada, text["save"])
    until(ada, HEADINGS, "Garden,Harbour Park,Old Quarry,Ridge Loop")


# Asserts FS-2, FS-128, FS-129.
def find(ada, text, language):
    """How far the basket is, and where: once it is asked for, and anew while one walks."""
    ada.value("document.querySelector('.course button').click()")
    confirm(ada, text, "start")
    until(ada, "document.querySelectorAll('.sheet .cell').length", 1)
    stand(ada, 64.2, -21.9)
    press(ada, text["toBasket"])
    metres = lambda value: ada.value(f"new Intl.NumberFormat(navigator.language, {{ style: 'unit', unit: 'meter' }}).format({value})")
    ada.shows(f"{metres(111)} ↑ {text['direction.0']} ({figure(ada, 0)}°)")
    picture(ada, pictures, f"{language}-courses-basket", NARROW)
    # 0.001 degrees of longitude are 48 metres there.
    stand(ada, 64.201, -21.901)
    ada.shows(f"{metres(48)} → {text['direction.2']} ({figure(ada, 90)}°)")
    confirm(ada, text, "giveUp")
    ada.shows(text["cancelled"])


# Asserts FS-9.
def files(ada, text, language):
    """A course from a file, which is looked at before it is saved, and the same as a file again; what the file does not say is added afterwards."""
    ada.go("/folf-scoring/courses/new")
    until(ada, "Boolean(document.getElementById('file'))")
    choose(ada, "file", b"neither")
    ada.shows(text["fileUnreadable"])
    ada.value("document.getElementById('file').value = ''")
    choose(ada, "file", CSV.encode())
    until(ada, "document.querySelectorAll('.holes fieldset').length", 2)
    ada.value("document.getElementById('file').value = ''")
    choose(ada, "file", json.dumps(GEOJSON).encode())
    until(ada, "document.getElementById('name').value", "Meadow")
    if holes(ada) != "4 111,3 ":
        raise Trouble(f"The file says something else than {holes(ada)}.")
    press(ada, text["save"])
    # From where she stands, as her place may be known.
    until(ada, HEADINGS, "Garden,Harbour Park,Old Quarry,Meadow,Ridge Loop")
    ada.value("[...document.querySelectorAll('.course h2 a')].find(node => node.textContent === 'Meadow').click()")
    ada.shows(text["download"].replace("{kind}", "GeoJSON"))
    # Each hole has a picture: of the second nobody knows how it lies, and no length.
    ada.value(f"[...document.querySelectorAll('summary')].find(node => node.textContent === {json.dumps(text['tips'])}).click()")
    seen = ada.value("[...document.querySelectorAll('.hole-about')].map(node => node.querySelector('img, svg')?.getAttribute('aria-label'))")
    par = [text["parOf"].replace("{n}", figure(ada, n)) for n in (4, 3)]
    length = ada.value("new Intl.NumberFormat(navigator.language, { style: 'unit', unit: 'meter' }).format(111)")
    wanted = [text["sketchOf"].replace("{n}", figure(ada, n)).replace("{known}", known) for n, known in ((1, f"{par[0]} · {length}"), (7, par[1]))]
    if seen != wanted:
        raise Trouble(f"The holes are drawn as {seen}, not {wanted}.")
    ada.shows(text["sketchOnly"])
    fits(ada, pictures, f"{language}-courses-course")
    phone(ada)
    written = ada.value("""Promise.all([import("/plugins/folf-scoring/geo.js"), fetch("/v1/folf-scoring/courses").then(answer => answer.json())]).then(([geo, { items }]) => {
        const course = items.find(one => one.name === "Meadow");
        return [geo.toGeoJSON(course, course.layouts[0]), geo.toCSV(course.layouts[0])];
    })""")
    if json.loads(written[0]) != GEOJSON or written[1] != CSV:
        raise Trouble(f"The files are others than those it came from: {written}")
    press(ada, text["change"])
    until(ada, "document.querySelectorAll('.holes .tip').length", 2)
    ada.value("document.querySelector('.holes .tip').value = 'Keep left of the birch'; document.getElementById('tee-type').value = 'Grass'")
    press(ada, text["save"])
    until(ada, HEADINGS, "Garden,Harbour Park,Old Quarry,Meadow,Ridge Loop")
    ada.value("[...document.querySelectorAll('.course h2 a')].find(node => node.textContent === 'Meadow').click()")
    ada.shows(text["teesOf"].replace("{type}", "Grass"))
    until(ada, "[...document.querySelectorAll('.hole-about p')].some(node => node.textContent === 'Keep left of the birch')")


# Asserts FS-120, FS-187.
def picture_it(ada, text, language):
    """Somebody proposes pictures of a course and of its first basket; once an operator has accepted them everybody sees them."""
    # Another picture in each language, as the first one's stays.
    wide, small = {"en": (80, 60), "ar": (96, 72)}[language]
    addresses = "[...document.querySelectorAll('main img.wide')].map(node => node.src).join()"
    ada.go("/folf-scoring/course/ridge-loop")
    until(ada, "document.querySelector('main h1')?.textContent", "Ridge Loop")
    before = ada.value(addresses)
    press(ada, text["proposeChange"])
    until(ada, "Boolean(document.getElementById('course-photo'))")
    choose(ada, "course-photo", png(wide, 40))
    ada.value("document.querySelector('.holes input[type=file]').id = 'hole-photo'")
    choose(ada, "hole-photo", png(small, 30))
    press(ada, text["propose"])
    until(ada, "location.pathname", "/folf-scoring/course/ridge-loop")
    until(ada, "document.querySelector('main h1')?.textContent", "Ridge Loop")
    if ada.value(addresses) != before:
        raise Trouble("What nobody has accepted is shown.")
    [proposal] = console("GET", "folf-scoring/proposals")["items"]
    console("PUT", f"folf-scoring/proposals/{proposal['id']}/decision", {"isAccepted": True})
    ada.go("/folf-scoring/course/ridge-loop")
    until(ada, "document.querySelector('main > img.wide')?.naturalWidth", wide)
    ada.value(f"[...document.querySelectorAll('summary')].find(node => node.textContent === {json.dumps(text['tips'])}).click()")
    wanted = text["photoOfHole"].replace("{n}", figure(ada, 1))
    until(ada, f"[...document.querySelectorAll('.hole-about img')].find(node => node.alt === {json.dumps(wanted)})?.naturalWidth", small)
    fits(ada, pictures, f"{language}-courses-pictures")
    phone(ada)


# Asserts FS-147.
def bring(ada, text, language):
    """Rounds of another app are in the history."""
    ada.go("/folf-scoring")
    press(ada, text["import"])
    until(ada, "Boolean(document.getElementById('file'))")
    choose(ada, "file", SCORES.encode())
    ada.value("document.getElementById('name').value = 'Eve'")
    press(ada, text["importRun"])
    until(ada, "document.querySelector('main .error').textContent.includes('Ada')")
    ada.value("document.getElementById('name').value = 'Ada'")
    press(ada, text["importRun"])
    ada.shows(text["imported"].replace("{taken}", figure(ada, 1)).replace("{known}", figure(ada, 0)))
    fits(ada, pictures, f"{language}-courses-import")
    phone(ada)
    press(ada, text["toStart"])
    ada.shows("Shore · Short")
    ada.shows("Mo")


def console(method, path, body=None):
    """What the host answers to the operator."""
    headers = {"Authorization": f"Bearer {os.environ['FIELDHOUSE_CONSOLE_TOKEN']}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/v1/{path}", json.dumps(body).encode() if body is not None else None, headers, method=method)
    return json.loads(urllib.request.urlopen(request).read() or "null")


# Asserts FS-156, FS-157.
def weather(ada, text, language):
    """Once the operator has set a source of weather, a course shows what it will be, and statistics how it goes with one's scores."""
    hour = lambda time, temperature, wind, rain: {"time": time, "data": {"instant": {"details": {"air_temperature": temperature, "wind_speed": wind, "wind_from_direction": 270}},
                                                                      "next_1_hours": {"summary": {"symbol_code": "lightrain"}, "details": {"precipitation_amount": rain}}}}
    hours = [hour("2024-08-17T11:00:00Z", 16, 9, 0.4), hour("2024-08-17T12:00:00Z", 17, 4, 0)]
    round_ = ask(ada, "/v1/folf-scoring/rounds", {"course": "harbour-park"})["round"]
    post(ada, f"/v1/folf-scoring/rounds/{round_}/start", {})
    me = ask(ada, f"/v1/folf-scoring/rounds/{round_}", method="GET")["me"]
    entries = [{"id": f"{language}-weather-{hole}", "player": me, "hole": hole, "mark": "throws", "value": 4, "base": [], "enteredAt": "2024-08-17T11:40:00Z"} for hole in range(1, 10)]
    post(ada, f"/v1/folf-scoring/rounds/{round_}/entries", {"device": "walk", "entries": entries})
    post(ada, f"/v1/folf-scoring/rounds/{round_}/finish", {})
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "harbour-park.json").write_text(json.dumps({"properties": {"timeseries": hours}}))
        plugin = "console/plugins/folf-scoring"
        change = lambda settings: console("PATCH", plugin, {"revision": console("GET", plugin)["revision"], "settings": settings})
        change({"weather": {"directory": folder, "source": "A station"}})
        shown = "fetch('/v1/folf-scoring/courses/harbour-park/weather').then(answer => answer.json()).then(found => found.source ?? '')"
        until(ada, shown, "A station")
        ada.go("/folf-scoring/course/harbour-park")
        ada.shows(text["weatherSource"].replace("{source}", "A station"))
        until(ada, "[...document.querySelectorAll('.weather .sky')].map(node => node.getAttribute('aria-label')).join()", ",".join([text["sky.rain"]] * 2))
        # The wind of the west blows to the east.
        until(ada, "document.querySelector('.weather').innerText.includes('→')")
        fits(ada, pictures, f"{language}-courses-weather")
        phone(ada)
        ada.go("/folf-scoring/statistics")
        for key in ("weather.windy", "weather.wet", "weather.mild"):
            ada.shows(text[key])
        ada.value("[...document.querySelectorAll('h2')].find(node => node.textContent === %s).scrollIntoView()" % json.dumps(text["weather"]))
        fits(ada, pictures, f"{language}-courses-influence")
        phone(ada)
        change({"weather": None})
        until(ada, shown, "")


def others():
    """Four people who finish a round and say what they think of it, without a browser."""
    for number, (stars, often) in enumerate([(5, 0), (5, 1), (4, 2), (3, 0)]):
        to = f"+4915190002{number:02}"
        spoken_to(address, "/v1/auth/otp", {"phone": to})
        token = spoken_to(address, "/v1/auth/otp/verify", {"phone": to, "code": code(data, to), "acceptsTerms": True})["token"]
        call = lambda method, path, body=None: spoken_to(address, f"/v1/folf-scoring/{path}", body, method, token)
        round_ = f"rounds/{call('POST', 'rounds', {'course': 'harbour-park'})['round']}"
        call("POST", f"{round_}/start", {})
        entry = {"id": "opinion", "player": call("GET", round_)["me"], "hole": 1, "mark": "throws", "value": 3, "base": [], "enteredAt": "2024-08-17T11:40:00Z"}
        call("POST", f"{round_}/entries", {"device": "walk", "entries": [entry]})
        call("POST", f"{round_}/finish", {})
        call("PUT", "me/opinions/round", {"stars": stars, "help": often})


# Asserts FS-168, FS-169, FS-173.
def opinions(ada, text, language):
    """Who has played is asked once how satisfied they are, with the game and with the statistics; operators see what all say beside the goal, once it
    is five."""
    card = "document.querySelector('main form.opinion')"
    asked = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/me/opinions'))"
    round_ = next(item["id"] for item in ask(ada, "/v1/folf-scoring/me/rounds", method="GET")["items"] if item["state"] == "finished" and item["holes"])
    ada.go(f"/folf-scoring/rounds/{round_}")
    ada.shows(text["opinion.round"])
    until(ada, f"[...{card}.querySelectorAll('input[name=stars]')].map(node => node.getAttribute('aria-label')).join('|')",
          "|".join(text["opinion.stars"].replace("{n}", figure(ada, stars)) for stars in range(1, 6)))
    ada.value(f"{card}.querySelectorAll('input[name=stars]')[3].click(); {card}.querySelectorAll('input[name=help]')[1].click()")
    ada.value(f"{card}.scrollIntoView()")
    fits(ada, pictures, f"{language}-courses-opinion")
    phone(ada)
    press(ada, text["opinion.send"])
    ada.shows(text["opinion.thanks"])
    until(ada, f"{card} === null")
    ada.go("/folf-scoring/statistics")
    ada.shows(text["opinion.statistics"])
    until(ada, f"{card}.querySelectorAll('input[name=help]').length", 0)
    press(ada, text["opinion.later"])
    until(ada, f"{card} === null")
    # Neither is asked again.
    for path, shown in ((f"rounds/{round_}", text["gameStatistics"]), ("statistics", text["scores"])):
        ada.go("/folf-scoring/rules")
        until(ada, "document.querySelector('main h1')?.textContent", text["rules"])
        ada.go(f"/folf-scoring/{path}")
        ada.shows(shown)
        until(ada, asked)
        ada.value("new Promise(done => setTimeout(done, 100))")
        if ada.value(f"{card} !== null"):
            raise Trouble(f"Ada is asked again on {path}.")
    ada.go("/folf-scoring/operators")
    ada.shows(text["operatorsOnly"])
    me = ask(ada, "/v1/me", method="GET")["id"]
    console("PUT", f"people/{me}/roles/super-admin", {})
    until(ada, "fetch('/v1/folf-scoring/opinions').then(answer => answer.status)", 200)
    row = "[...(document.querySelector('.opinions tbody tr')?.children ?? [])].map(node => node.textContent).join('|')"
    goal = text["opinions.least"].replace("{n}", figure(ada, 4))
    if language == "en":
        ada.go("/folf-scoring/operators?few")
        until(ada, row, "|".join([text["opinions.of.round"], figure(ada, 1), goal, text["opinions.few"], text["opinions.few"]]))
        others()
    ada.go("/folf-scoring/operators")
    # Four have given 5, 5, 4 and 3, and Ada 4: in each language another one of that name.
    count, mean, share = {"en": (5, 4.2, .8), "ar": (6, 4.17, .83)}[language]
    written = ada.value(f"new Intl.NumberFormat(navigator.language, {{ minimumFractionDigits: 2 }}).format({mean})")
    percent = ada.value(f"new Intl.NumberFormat(navigator.language, {{ style: 'percent' }}).format({share})")
    until(ada, row, "|".join([text["opinions.of.round"], figure(ada, count), goal, f"{written} · {text['opinions.isMet']}", percent]))
    until(ada, "[...document.querySelectorAll('main meter')].map(node => node.value).join()", {"en": "2,2,1,0,0", "ar": "2,3,1,0,0"}[language])
    fits(ada, pictures, f"{language}-courses-operators")
    phone(ada)


signal.alarm(330)
for number, language in enumerate(("en", "ar"), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        ada = Browser(folder, address, language)
        try:
            phone(ada)
            ada.call("Browser.grantPermissions", origin=address, permissions=["geolocation"])
            ada.go("/")
            until(ada, "Boolean(document.getElementById('account')?.innerText)")
            sign_in(ada, data, f"+49151900010{number}", "Ada")
            for part in (describe, find, files, picture_it, bring, weather, opinions):
                part(ada, texts(language), language)
            # Who is no operator is told so.
            complaints = [line for line in ada.complaints if "422" not in line and "403" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            ada.end()
print("Courses of disc golf are described, found and written into files in two languages.")
