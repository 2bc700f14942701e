"""Walks through predictions in the web app, in English and in Arabic: what a league offers to whoever has predicted and to whoever has not,
what the page of a match tells: where and when it is, what everybody predicts, and what friends do once nobody can predict any more; what is played nearby;
and that whoever is invited while a group is being founded becomes a member of it.
Usage: soccer.py ADDRESS DATA [FOLDER], the last for pictures; the operator's token stands in FIELDHOUSE_CONSOLE_TOKEN."""
import base64, json, os, pathlib, signal, sys, tempfile, urllib.request

from browser import Browser, Trouble, ask, code, picture, post, press, sign_in, spoken_to, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
BASE, LEAGUE = "/v1/soccer-predictions", "/soccer-predictions/leagues/en.1"
OPEN, CLOSED = ("en.1_2024-25_matchday-1_chelsea-fc_manchester-city-fc", "en.1_2024-25_matchday-1_manchester-united-fc_fulham-fc")


def texts(language):
    return json.loads(pathlib.Path(f"Plugins/SoccerPredictions/strings/{language}.json").read_text())


# Asserts SP-94.
def offered(ada, text, language):
    """Of a match that can be predicted it is offered to, and of one that is over it is said that the predictions are closed."""
    ada.go(LEAGUE)
    until(ada, f"[...document.querySelectorAll('main form.predict button[type=submit]')].every(node => node.textContent === {json.dumps(text['predict'])}) && document.querySelectorAll('main form.predict').length > 3")
    ada.go(f"{LEAGUE}/played")
    until(ada, "document.querySelector('main .predict')?.textContent", text["closed"])
    ada.go(f"/soccer-predictions/matches/{CLOSED}")
    until(ada, "document.querySelector('main .predict')?.textContent", text["closed"])
    if language == "en" and text["closed"] != "The predictions are closed.":
        raise Trouble("The sentence is another one than was asked for.")


# Asserts SP-1, SP-67, SP-68, SP-70, SP-79, SP-81, SP-100, SP-101.
def parts(ada, text):
    """A league has four parts, and its matches three lists; a match is one tap away, and offers to be predicted."""
    ada.go(LEAGUE)
    tabs = "[...document.querySelectorAll('main fh-tabs')].map(row => [...row.querySelectorAll('a')].map(node => node.textContent))"
    four, lists = [text[key] for key in ("matches", "standings", "teams", "board")], [text[key] for key in ("live", "upcoming", "played")]
    until(ada, tabs, [four, lists])
    press(ada, text["live"])
    until(ada, "[...document.querySelectorAll('main article.match')].map(node => [node.querySelector('.home > :last-child').textContent, /^\\d+′$/.test(node.querySelector('.meta .live')?.textContent), node.querySelector('.score').textContent])", [["Ipswich Town FC", True, "0 – 0"]])
    press(ada, text["standings"])
    until(ada, tabs, [four, [text[f"table.{key}"] for key in ("now", "live", "form")]])
    counts = ("played", "won", "drawn", "lost", "goalDifference", "points")
    rows = [[str(row["position"]), row["team"]["name"], *(str(row[key]) for key in counts)] for row in ask(ada, f"{BASE}/leagues/en.1/standings", method="GET")["items"][0]["rows"]]
    until(ada, "[...document.querySelectorAll('main table tbody tr')].map(row => [...row.cells].slice(0, 8).map(cell => cell.textContent))", rows)
    # Ipswich and Liverpool are playing, and in the table as it stands they are marked.
    for view, playing in (("live", 2), ("form", 0)):
        press(ada, text[f"table.{view}"])
        until(ada, f"location.pathname.endsWith('/{view}') && document.querySelectorAll('main table tbody tr').length === 20 && document.querySelectorAll('main table .live').length", playing)
    for part, shown in (("teams", "Arsenal FC"), ("board", text["empty"])):
        press(ada, text[part])
        until(ada, f"location.pathname.endsWith('/{part}')")
        until(ada, tabs, [four])
    press(ada, text["matches"])
    until(ada, "Boolean(document.querySelector('main article.match .score'))")
    more(ada, text)
    ada.value("document.querySelector('main article.match .score').click()")
    until(ada, "location.pathname.startsWith('/soccer-predictions/matches/')")
    until(ada, "document.querySelector('main form.predict.large button[type=submit]')?.textContent", text["predict"])


def more(ada, text):
    """Thirty of the matches to come are shown, and thirty more with each press, until all are there."""
    path = f"{BASE}/leagues/en.1/matches?state=upcoming&limit=400"
    ids = [match["id"] for match in ask(ada, path, method="GET")["items"]]
    if len(ids) < 61:
        raise Trouble(f"There are only {len(ids)} matches to come.")
    shown = "[...document.querySelectorAll('main article.match')].map(node => node.match?.id)"
    until(ada, shown, ids[:30])
    for count in range(60, len(ids) + 30, 30):
        press(ada, text["more"])
        until(ada, shown, ids[:count])
    until(ada, f"[...document.querySelectorAll('main button')].find(node => node.textContent === {json.dumps(text['more'])}).hidden")


# Asserts SP-13, SP-63, SP-64.
def details(ada, text):
    """A tap on a league shows its sign, its name, the season that is on and its continent."""
    ada.go("/soccer-predictions/leagues")
    until(ada, "[...document.querySelectorAll('main a.entry')].some(node => node.textContent.includes('English Premier League'))")
    # Where the league is at home is said in the language of the page.
    until(ada, "[...document.querySelectorAll('main a.entry')].find(node => node.textContent.includes('English Premier League')).querySelector('.muted').textContent",
          f"{text['country.england']} · {text['continent.europe']}")
    ada.value("[...document.querySelectorAll('main a.entry')].find(node => node.textContent.includes('English Premier League')).click()")
    until(ada, "location.pathname", LEAGUE)
    head = "document.querySelector('main section.person')"
    until(ada, f"[{head}?.querySelector('.crest').textContent, {head}.querySelector('h1').textContent, {head}.querySelector('.muted').textContent]", ["EP", "English Premier League 2024/25", text["continent.europe"]])
    until(ada, f"(box => box.width > 20 && box.height > 20)({head}.querySelector('.crest').getBoundingClientRect())")


PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


# Asserts SP-63.
def logo(ada):
    """A league that has a logo shows it, and its initials when it has none any more."""
    bearer = {"Authorization": f"Bearer {os.environ['FIELDHOUSE_CONSOLE_TOKEN']}"}
    give = lambda method, body, more: urllib.request.urlopen(urllib.request.Request(f"{address}{BASE}/leagues/en.1/logo", body, {**bearer, **more}, method=method)).read()
    give("PUT", PNG, {"Content-Type": "image/png"})
    ada.go(LEAGUE)
    until(ada, "document.querySelector('main section.person img.crest')?.naturalWidth > 0")
    give("DELETE", None, {})
    ada.go(LEAGUE)
    until(ada, "document.querySelector('main section.person .crest')?.textContent", "EP")


# Asserts SP-13.
def places(ada, text, language):
    """Continents and countries are named in the language of the page, on the way to a league and where one has come."""
    rows = "[...document.querySelectorAll('main fh-list a .grow')].map(node => node.textContent)"
    ada.go("/soccer-predictions/favourites")
    until(ada, f"{rows}.includes({json.dumps(text['continent.europe'])})")
    ada.go("/soccer-predictions/favourites/Europe")
    for country in ask(ada, f"{BASE}/countries?continent=Europe", method="GET")["items"]:
        other = country["name"] if language == "en" else ada.value(f"new Intl.DisplayNames(['{language}'], {{ type: 'region' }}).of('{country['country']}')")
        until(ada, f"{rows}.includes({json.dumps(text.get('country.' + country['name'].lower().replace(' ', '-'), other))})")
    ada.go("/soccer-predictions/favourites/Europe/England")
    until(ada, "[...document.querySelectorAll('main .row a.pill')].map(node => node.textContent)", [text["continent.europe"], text["country.england"]])


# Asserts SP-13.
def refused(ada, shell, language):
    """What the host refuses is said in the language of the page."""
    ada.go("/soccer-predictions/leagues/nowhere")
    ada.shows(shell["problem.league-unknown"] if language == "ar" else "There is no such league.")


# Asserts SP-82.
def turned(ada, text, language):
    """A phone that is held upright shows of the table what counts most; turned to its side it shows all of it."""
    shown = "[...document.querySelectorAll('main table thead th')].filter(node => node.offsetWidth).map(node => node.textContent)"
    few = [text[key] for key in ("rank", "team", "played_", "difference", "pts")]
    every = [text[key] for key in ("rank", "team", "played_", "won", "drawn", "lost", "difference", "pts", "form")]
    ada.go(f"{LEAGUE}/standings")
    for name, (width, height, kind), columns in (("upright", (390, 844, "portraitPrimary"), few), ("turned", (844, 390, "landscapePrimary"), every), ("back", (390, 844, "portraitPrimary"), few)):
        ada.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=True, screenOrientation={"type": kind, "angle": 90 if width > height else 0})
        until(ada, shown, columns)
        until(ada, "document.documentElement.scrollWidth <= innerWidth")
    ada.call("Emulation.clearDeviceMetricsOverride")


# Asserts SP-19, SP-42, SP-43, SP-44, SP-51, PL-72.
def around(ada, text, shell, language):
    """The first opening asks for the place, after it says why, and goes on without it. With it the matches nearby are shown, and those of the country
    where one is; without it those of the profile's, or whichever is chosen."""
    permission = lambda setting: ada.call("Browser.setPermission", origin=address, permission={"name": "geolocation"}, setting=setting)
    stand = lambda latitude, longitude: ada.call("Emulation.setGeolocationOverride", latitude=latitude, longitude=longitude, accuracy=5)
    card = lambda name: f"document.querySelector('main fh-card .{name}')"
    lines = lambda name: f"[...{card(name)}?.querySelectorAll('li a') ?? []].map(node => node.textContent)"
    region = lambda code: ada.value(f"new Intl.DisplayNames(['{language}', 'en'], {{ type: 'region' }}).of('{code}')")
    inside = lambda name, key: (until(ada, f"Boolean([...{card(name)}?.querySelectorAll('button') ?? []].find(node => node.textContent === {json.dumps(text[key])} && !node.disabled))"),
                                ada.value(f"[...{card(name)}.querySelectorAll('button')].find(node => node.textContent === {json.dumps(text[key])}).click()"))
    permission("prompt")
    stand(51.512, -0.128)
    ada.call("Page.addScriptToEvaluateOnNewDocument", source="window.asks = 0; { const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation); navigator.geolocation.getCurrentPosition = (...rest) => { asks += 1; ask(...rest); }; }")
    ada.go("/")
    until(ada, "[document.querySelector('dialog[open] h2')?.textContent, document.querySelector('dialog[open] p')?.textContent]", [shell["place.why"], text["around.why"]])
    until(ada, "asks", 0)
    ada.value("document.querySelector('dialog[open] button.leave').click()")
    until(ada, "document.querySelector('dialog[open]')", None)
    until(ada, "asks", 0)
    # Neither the place nor the profile tells a country.
    until(ada, f"{card('country')}?.querySelector('p.card')?.textContent", text["around.select"])
    if language == "en" and text["around.select"] != "Please select a country to view the upcoming matches.":
        raise Trouble("The sentence is another one than was asked for.")
    until(ada, f"{card('near')}?.querySelector('p')?.textContent", text["around.off"])
    picture(ada, pictures, f"{language}-no-country")
    choose = lambda code: (until(ada, f"{card('country')}?.querySelectorAll('option').length > 248"), ada.value(f"(select => {{ select.value = '{code}'; select.dispatchEvent(new Event('change')); }})({card('country')}.querySelector('select'))"))
    inside("country", "around.choose")
    choose("GB")
    next_ones = ["Arsenal FC – Wolverhampton Wanderers FC", "Everton FC – Brighton & Hove Albion FC"]
    until(ada, f"[{card('country')}?.querySelector('strong')?.textContent, ...{lines('country')}.slice(0, 2)]", [region("GB"), *next_ones])
    inside("country", "around.change")
    choose("DE")
    until(ada, f"[{card('country')}?.querySelector('strong')?.textContent, {card('country')}?.querySelector('p.muted')?.textContent]", [region("DE"), text["around.nothingHere"]])
    # It is asked once; the country of the profile is taken where none was chosen.
    ada.value("localStorage.removeItem('soccer-country')")
    ask(ada, "/v1/me", {"country": "GB"}, "PATCH")
    ada.go("/")
    until(ada, f"[{card('country')}?.querySelector('strong')?.textContent, ...{lines('country')}.slice(0, 2)]", [region("GB"), *next_ones])
    # Longer than the first opening takes to ask nothing is asked.
    ada.value("new Promise(done => setTimeout(done, 2000))")
    if ada.value("Boolean(document.querySelector('dialog[open]')) || asks > 0"):
        raise Trouble("The place is asked for at the second opening, too.")
    # On a device that was not asked yet the browser asks once somebody goes on.
    ada.value("localStorage.removeItem('place-asked')")
    ada.go("/")
    until(ada, "document.querySelector('dialog[open] h2')?.textContent", shell["place.why"])
    ada.value("document.querySelector('dialog[open] button[value=yes]').click()")
    until(ada, "[document.querySelector('dialog[open]'), asks]", [None, 1])
    # Near London: what is played there, and not in Liverpool. About where one is leaves the device, not more.
    permission("granted")
    ada.go("/")
    until(ada, f"[...{lines('near')}].slice(0, 2)", ["Arsenal FC – Wolverhampton Wanderers FC", "West Ham United FC – Aston Villa FC"])
    if ada.value(f"{lines('near')}").count("Everton FC – Brighton & Hove Albion FC") or not ada.value("asks"):
        raise Trouble("What is far away is nearby, or the place was not asked for.")
    until(ada, "[...new Set(performance.getEntriesByType('resource').filter(entry => entry.name.includes('/nearby')).map(entry => new URL(entry.name).search))]", ["?latitude=51.5&longitude=-0.1"])
    picture(ada, pictures, f"{language}-nearby")
    # The place goes before the profile.
    stand(48.1, 11.6)
    ada.go("/")
    until(ada, f"{card('country')}?.querySelector('strong')?.textContent", region("DE"))
    until(ada, f"{card('near')}?.textContent.includes({json.dumps(text['around.nothingNear'])})")
    # Wherever one is, the country can be changed, which stays so.
    inside("country", "around.change")
    choose("GB")
    for _ in range(2):
        until(ada, f"[{card('country')}?.querySelector('strong')?.textContent, ...{lines('country')}.slice(0, 2)]", [region("GB"), *next_ones])
        ada.go("/")
    ada.value("localStorage.removeItem('soccer-country')")
    # From home the bar, the notifications and the menu are reached.
    until(ada, "[Boolean(document.querySelector('#bell')?.offsetWidth), document.querySelectorAll('nav a').length > 2, Boolean(document.querySelector('.menu-button')?.offsetWidth)]", [True, True, True])
    # Of whose profile has no country the place alone tells it.
    ask(ada, "/v1/me", {"country": None}, "PATCH")
    stand(51.512, -0.128)
    ada.go("/")
    until(ada, f"[{card('country')}?.querySelector('strong')?.textContent, ...{lines('country')}.slice(0, 2)]", [region("GB"), *next_ones])
    permission("denied")


# Asserts SP-79, SP-89.
def played(ada, text):
    """Matches that are over stand with their date and score, and without a way to watch them."""
    ada.go(f"{LEAGUE}/played")
    row = "document.querySelector('main article.match')"
    until(ada, f"[{row}?.querySelector('time').dateTime.slice(0, 10), {row}.querySelector('.score').textContent]", ["2024-08-16", "1 – 0"])
    ada.go(f"/soccer-predictions/matches/{CLOSED}")
    ada.shows("Fulham FC")
    until(ada, "[...document.querySelectorAll('main fh-tabs a')].map(node => node.textContent)", [text[key] for key in ("predictions", "highlights", "statistics", "feed", "headToHead", "lineups")])
    press(ada, text["highlights"])
    until(ada, "document.querySelector('#highlights h2')?.textContent", text["goals"])
    until(ada, "[...document.querySelectorAll('main a')].some(node => node.target === '_blank' && node.className === 'button')", False)


# Asserts SP-88.
def averages(ada, bob, text, language):
    """A match's page names teams, league, round, time and stadium, the shares of all predictions and their mean."""
    for browser, goals in ((ada, (2, 1)), (bob, (1, 1))):
        ask(browser, f"{BASE}/matches/{OPEN}/prediction", {"home": goals[0], "away": goals[1]}, "PUT")
    ada.go(f"/soccer-predictions/matches/{OPEN}")
    # Nothing has happened yet of which there could be highlights.
    until(ada, "[...document.querySelectorAll('main fh-tabs a')].map(node => node.textContent)", [text[key] for key in ("predictions", "feed", "headToHead", "lineups")])
    found = ask(ada, f"{BASE}/matches/{OPEN}", method="GET")["averages"]
    share = {name: str(int(found[f"{name}{'' if name == 'draw' else 'Win'}"] + .5)) for name in ("home", "draw", "away")}
    line = text["averages"].replace("{n}", str(found["predictions"]))
    for name, value in share.items():
        line = line.replace("{" + name + "}", value)
    ada.shows(line)
    number = lambda value: ada.value(f"new Intl.NumberFormat('{language}', {{ maximumFractionDigits: 1 }}).format({value})")
    ada.shows(text["meanScore"].replace("{score}", f"{number(found['home'])} – {number(found['away'])}"))
    for shown in ("Chelsea FC", "Manchester City FC", "English Premier League", "Matchday 1"):
        ada.shows(shown)
    until(ada, "document.querySelector('main time').dateTime.startsWith('2024-08-18T15:30')")
    picture(ada, pictures, f"{language}-match")
    cup = next(league for league in ask(ada, f"{BASE}/leagues", method="GET")["items"] if "World" in league["name"])
    matches = ask(ada, f"{BASE}/leagues/{cup['id']}/matches?season=2014&limit=5", method="GET")["items"]
    ada.go(f"/soccer-predictions/matches/{matches[0]['id']}")
    ada.shows(matches[0]["stadium"])


# Asserts SP-95, SP-97.
def friends(ada, bob, text, language):
    """What friends predict is told when nobody can predict any more, and until then it is said why not."""
    ada.go(f"/soccer-predictions/matches/{OPEN}")
    until(ada, f"document.querySelector('#friends p')?.textContent", text["friendsOpen"])
    if language == "en" and text["friendsOpen"] != "You cannot view the predictions of your friends till the time the predictions are closed.":
        raise Trouble("The sentence is another one than was asked for.")
    ada.go(f"/soccer-predictions/matches/{CLOSED}")
    until(ada, f"document.querySelector('#friends p')?.textContent", text["friendsNone"])
    # Whom one follows is there without a prediction, too.
    following = f"/v1/me/following/{ask(bob, '/v1/me', method='GET')['id']}"
    post(ada, following, {}, "PUT")
    ada.go(f"/soccer-predictions/matches/{CLOSED}")
    until(ada, "[...document.querySelectorAll('#friends li')].map(node => [node.querySelector('a').textContent, node.querySelector('span')?.textContent, node.querySelector('span')?.getAttribute('aria-label')])", [["Bob", "- - -", text["noPrediction"]]])
    post(ada, following, None, "DELETE")


def sign_up(name, phone, token):
    """Somebody new signs up on the way from an invitation."""
    spoken_to(address, "/v1/auth/otp", {"phone": phone})
    bearer = spoken_to(address, "/v1/auth/otp/verify", {"phone": phone, "code": code(data, phone), "acceptsTerms": True, "invitation": token})["token"]
    spoken_to(address, "/v1/me", {"name": name}, "PATCH", bearer)


# Asserts SP-116, SP-117.
def guests(ada, text, shell, language, number):
    """Of two who are invited in the device's own dialog while a group is being founded, one joins the app before the group is there and one after; both are members."""
    phones = [f"+49151123{place}{number:03}" for place in (51, 52)]
    ada.go("/soccer-predictions/groups/new")
    until(ada, "Boolean(document.querySelector('#members details'))")
    ada.value("navigator.share = async given => { window.shared = given }")
    ada.value(f"document.querySelector('#members details').open = true; document.getElementById('contacts').value = {json.dumps(chr(10).join(phones))}")
    press(ada, shell["contactsCompare"])
    until(ada, "[...document.querySelectorAll('#missing bdi')].map(node => node.textContent)", phones)
    tokens = []
    for phone in phones:
        line = f"[...document.querySelectorAll('#missing li')].find(node => node.querySelector('bdi').textContent === '{phone}')"
        button = lambda key: f"[...{line}.querySelectorAll('button')].find(node => node.textContent === {json.dumps(shell[key])})"
        ada.value(f"window.shared = null; {button('contactInvite')}.click()")
        until(ada, f"Boolean({button('share')})")
        ada.value(f"{button('share')}.click()")
        until(ada, "new URL(window.shared?.url ?? location.href).pathname", "/invitation")
        tokens.append(ada.value("new URL(window.shared.url).searchParams.get('token')"))
    sign_up("Cleo", phones[0], tokens[0])
    ada.value("document.getElementById('group-name').value = 'Guests of Ada'")
    press(ada, text["next"])
    press(ada, text["createGroup"])
    until(ada, "/^.soccer-predictions.groups.(?!new$)[^/]+$/.test(location.pathname)")
    group = ada.value("location.pathname.split('/').pop()")
    names = f"""fetch("/v1/groups/soccer-predictions/{group}/members", {{ headers: {{ "x-fieldhouse-session": "cookie" }} }})
        .then(answer => answer.json()).then(found => found.items.map(item => item.person.name).sort().join())"""
    until(ada, names, "Ada,Cleo")
    sign_up("Dan", phones[1], tokens[1])
    until(ada, names, "Ada,Cleo,Dan")
    picture(ada, pictures, f"{language}-guests")


signal.alarm(300)
for number, language in enumerate(("en", "ar"), 1):
    text = texts(language)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        ada, bob = Browser(one, address, language, asks_place=True), Browser(two, address, language)
        try:
            for browser, phone, name in ((ada, f"+4915112346{number:03}", "Ada"), (bob, f"+4915112345{number:03}", "Bob")):
                browser.go("/help")
                until(browser, "Boolean(document.querySelector('main h1'))")
                sign_in(browser, data, phone, name)
            shell = json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text())
            around(ada, text, shell, language)
            offered(ada, text, language)
            parts(ada, text)
            details(ada, text)
            logo(ada)
            places(ada, text, language)
            refused(ada, shell, language)
            turned(ada, text, language)
            played(ada, text)
            averages(ada, bob, text, language)
            friends(ada, bob, text, language)
            guests(ada, text, shell, language, number)
            # The league that is nowhere is asked for on purpose.
            if complaints := [line for line in ada.complaints + bob.complaints if "/leagues/nowhere" not in line]:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            ada.end()
            bob.end()
print("Matches are predicted, closed, averaged and shared with friends in two languages.")
