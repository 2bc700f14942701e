"""Walks through what people do with one another in soccer predictions in the web app, in English and in Arabic: choosing favourites, the match
tracker and the lobby, founding a group with members and leagues, challenging somebody, and playing fun games. Moves the host's clock on by
a day. Usage: games.py ADDRESS DATA TOKEN [FOLDER], the last for pictures."""
import functools, json, pathlib, signal, sys, tempfile

from browser import Browser, Device, Trouble, ask, choose, code, fill, fits, open_menu, picture, png, post, press, sign_in, spoken_to, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
call = functools.partial(spoken_to, address)
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
BASE, AREA = "/v1/soccer-predictions", "/soccer-predictions"
MATCH = "en.1_2024-25_matchday-1_ipswich-town-fc_liverpool-fc"
LATER = "en.1_2024-25_matchday-2_crystal-palace-fc_west-ham-united-fc"
HEARTS = "[...document.querySelectorAll('main .heart button')].filter(node => node.getAttribute('aria-pressed') === 'true').length"
NAMES = "[...document.querySelectorAll('main a.entry span > span:first-child')].map(node => node.textContent)"
LINES = "[...document.querySelectorAll('main fh-leaderboard li')].map(row => ['.rank', '.name', '.who > small', 'strong'].map(part => row.querySelector(part)?.innerText.trim() ?? ''))"


def texts(language):
    return json.loads(pathlib.Path(f"Plugins/SoccerPredictions/strings/{language}.json").read_text())


def shell(language):
    return json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text())


def advance(instant):
    call("/v1/console/clock", {"advanceTo": instant}, bearer=token)


def middle(browser, selector):
    """Where the middle of a node is, once it is in sight."""
    return browser.value(f"(node => {{ node.scrollIntoView({{ block: 'center', behavior: 'instant' }}); const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})(document.querySelector({json.dumps(selector)}))")


def swipe(browser, across, along, selector=".deck h2"):
    """Draws a finger over the card with a team, or over something else."""
    x, y = middle(browser, selector)
    browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    for part in (0.5, 1):
        browser.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + across * part, "y": y + along * part}])
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def seek(browser, typed):
    until(browser, "Boolean(document.querySelector('main input[type=search]'))")
    browser.value(f"(() => {{ const field = document.querySelector('main input[type=search]'); field.value = {json.dumps(typed)}; field.dispatchEvent(new Event('input')); }})()")


def click(browser, selector):
    until(browser, f"Boolean(document.querySelector({json.dumps(selector)}))")
    browser.value(f"document.querySelector({json.dumps(selector)}).click()")


# Asserts PL-20, SP-26.
def guest(ada, text):
    """Who is not signed in is led to signing in from favouring, predicting and the rest."""
    for page in ("/favourites", "/groups", "/fun", "/leagues/en.1", "/leagues/en.1/teams"):
        ada.go(AREA + page)
        until(ada, "document.querySelector('main fh-empty a.button, main .predict a.button, main fh-list a.button')?.getAttribute('href')", f"/sign-in?back={(AREA + page).replace('/', '%2F')}")


def at_home(browser, heading, leagues, teams, action=None):
    """The page of today leads to leagues, and names the favourite teams; what is missing there it offers to choose, in these words."""
    card = "[...document.querySelectorAll('fh-card')].find(node => node.querySelector('.ways'))"
    offered = f"[...{card}.querySelectorAll('a.button')].map(node => [node.textContent, node.getAttribute('href')])"
    browser.go("/")
    until(browser, f"{card}?.querySelector('h3')?.textContent", heading)
    until(browser, f"[...{card}.querySelectorAll('.ways a')].map(node => node.textContent)", leagues)
    until(browser, f"[...{card}.querySelectorAll('.ways li > span:last-child')].map(node => node.textContent)", teams)
    until(browser, offered, [[action, f"{AREA}/favourites"]] if action else [])


# Asserts SP-57.
def one_by_one(ada, text, language):
    """Swiped to the right a team is favoured, to the left no more; up leads to the next team, down to the one before. Arrow keys do the same."""
    ada.call("Emulation.setTouchEmulationEnabled", enabled=True)
    ada.go(f"{AREA}/favourites/Europe/England/en.1")
    press(ada, text["teamsOneByOne"])
    team = "document.querySelector('.deck h2')?.textContent"
    favoured = f"fetch('{BASE}/me/favourites', {{ headers: {{ 'x-fieldhouse-session': 'cookie' }} }}).then(answer => answer.json()).then(found => found.teams.map(team => team.name))"
    until(ada, team, "AFC Bournemouth")
    for across, along, name, mine in ((0, -120, "Arsenal FC", []), (120, 0, "Arsenal FC", ["Arsenal FC"]), (120, 0, "Arsenal FC", ["Arsenal FC"]), (0, -120, "Aston Villa FC", ["Arsenal FC"]),
                                      (0, 120, "Arsenal FC", ["Arsenal FC"]), (-120, 0, "Arsenal FC", []), (-120, 0, "Arsenal FC", []), (0, 120, "AFC Bournemouth", []), (0, 120, "AFC Bournemouth", []), (20, 0, "AFC Bournemouth", [])):
        swipe(ada, across, along)
        until(ada, team, name)
        until(ada, favoured, mine)
    for key, name, mine in (("ArrowUp", "Arsenal FC", []), ("ArrowRight", "Arsenal FC", ["Arsenal FC"]), ("ArrowLeft", "Arsenal FC", []), ("ArrowDown", "AFC Bournemouth", [])):
        ada.value(f"document.querySelector('.deck').dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
        until(ada, team, name)
        until(ada, favoured, mine)
    ada.call("Emulation.setTouchEmulationEnabled", enabled=False)
    fits(ada, pictures, f"{language}-deck")
    # With the first team its league came along.
    ada.go(f"{AREA}/favourites")
    click(ada, "#my-leagues .heart button")
    until(ada, HEARTS, 0)


# Asserts SP-40, SP-62, SP-87, SP-111, SP-113, SP-125.
def around(ada, text, language):
    """The bar has home, the tracker, the lobby, groups and fun games on every page of the game, and each opens; menu and notifications are there, too."""
    words = shell(language)
    bar = "[...document.querySelectorAll('#navigation a')].filter(node => node.getClientRects().length).map(node => [node.getAttribute('href'), node.lastChild.textContent])"
    wanted = [["/", words["today"]]] + [[AREA + path, text[key]] for path, key in (("/leagues", "tracker"), ("/lobby", "lobby"), ("/groups", "groups"), ("/fun", "funGames"))]
    for index, (path, name) in enumerate(wanted[1:], 1):
        ada.go(AREA if index % 2 else f"{AREA}/groups")
        until(ada, bar, wanted)
        ada.value(f"document.querySelectorAll('#navigation a')[{index}].click()")
        until(ada, "location.pathname", path)
        until(ada, "document.querySelector('main h1')?.textContent", name)
        until(ada, "document.querySelector('#navigation [aria-current]')?.getAttribute('href')", path)
        open_menu(ada)
        ada.value("document.querySelector('dialog.menu header button').click()")
        # How much is unread stands on it.
        until(ada, "Boolean(document.querySelector('#bell .count, #bell [aria-label], #bell')?.getClientRects().length)")
        ada.value("document.getElementById('bell').click()")
        until(ada, "location.pathname", "/inbox")
    ada.value("document.querySelector('#navigation a').click()")
    until(ada, "location.pathname", "/")
    # Where there is no other game its parts are in the bar at home, too.
    alone = "import('/parts.js').then(({ ways }) => ways({ pages: ['', '/a', '/b'].map(path => ({ area: 'one', path: path || '/', title: path, navigation: true })) }, '/', () => ({}), key => key).map(way => way.href).join())"
    until(ada, alone, "/,/one/a,/one/b")
    for section in ("/leagues", "/lobby"):
        ada.go(AREA + section)
        seek(ada, "premier")
        until(ada, f"{NAMES}.length", 1)
        ada.value("document.querySelector('main a.entry').click()")
        until(ada, "location.pathname", f"{AREA}{section}/en.1")
        until(ada, "document.querySelector('main h1')?.textContent", "English Premier League 2024/25")
        until(ada, "Boolean(document.querySelector('main article.match .score'))")
        ada.value("document.querySelector('main article.match .score').click()")
        until(ada, f"location.pathname.startsWith('{AREA}/matches/') && Boolean(document.querySelector('main fh-tabs'))")


# Asserts SP-45, SP-46, SP-47, SP-51, SP-54, SP-55, SP-56, SP-58, SP-59, SP-83.
def favour(ada, text, language):
    """Continent, country, league, team; with a team its league comes along, and each heart is taken back alone."""
    ada.go(AREA)
    press(ada, text["setFavourites"])
    for part in ("noFavouriteLeagues", "noFavouriteTeams"):
        ada.shows(text[part])
    press_line(ada, text["continent.europe"])
    press_line(ada, text["country.england"])
    until(ada, HEARTS, 0)
    press_line(ada, "English Premier League")
    until(ada, "document.querySelectorAll('main .heart button').length", 21)
    fits(ada, pictures, f"{language}-favourites")
    ada.value(f"document.querySelector('main button[aria-label*=\"Arsenal\"]').click()")
    until(ada, HEARTS, 2)
    click(ada, "main p .heart button")
    until(ada, HEARTS, 1)
    beside(ada)
    # Home is entered from here, and stands on what was chosen.
    click(ada, "#to-home")
    until(ada, "[location.pathname, Boolean(document.querySelector('#bell')?.offsetWidth)]", ["/", True])
    # At home stands what is popular only while there is no favourite at all.
    at_home(ada, text["favouriteLeagues"], [], ["Arsenal FC"], text["setFavourites"])
    ada.shows(text["noFavouriteLeagues"])
    ada.go(f"{AREA}/favourites")
    until(ada, "document.querySelector('#my-teams .grow')?.textContent", "Arsenal FC")
    ada.shows(text["noFavouriteLeagues"])
    ada.go(AREA)
    until(ada, "document.querySelector('#teams .grow')?.textContent", "Arsenal FC")
    ada.go(f"{AREA}/favourites")
    click(ada, "#my-teams .heart button")
    until(ada, HEARTS, 0)
    at_home(ada, text["popularLeagues"], ["English Premier League", "World Cup"], [], text["setFavourites"])
    ada.go(AREA)
    ada.shows(text["setFavourites"])
    until(ada, "document.getElementById('teams')", None)
    ada.go(f"{AREA}/leagues/en.1/teams")
    until(ada, "document.querySelectorAll('main .heart button').length", 20)
    for count in (1, 0, 1):
        ada.value(f"document.querySelector('main button[aria-label*=\"Chelsea\"]').click()")
        until(ada, HEARTS, count)
    ada.go(f"{AREA}/favourites")
    until(ada, "document.querySelector('#my-leagues .grow')?.textContent", "English Premier League")
    at_home(ada, text["favouriteLeagues"], ["English Premier League"], ["Chelsea FC"])
    ada.go(f"{AREA}/favourites")
    click(ada, "#my-teams .heart button")
    until(ada, HEARTS, 1)
    at_home(ada, text["favouriteLeagues"], ["English Premier League"], [], text["addTeams"])
    ada.go(AREA)
    until(ada, "[document.querySelector('#teams a')?.textContent, document.querySelector('#teams a')?.getAttribute('href')]", [text["addTeams"], f"{AREA}/favourites"])


def beside(ada):
    """With a team the heart of the league on the page is lit only where the host has that league among the favourites then."""
    ada.value(f"""(() => {{
        const ask = window.fetch;
        window.fetch = async (path, options) => {{
            const answer = await ask(path, options);
            if (options?.method === 'PUT') await ask('{BASE}/me/favourites/leagues/en.1', {{ ...options, method: 'DELETE', body: undefined }});
            return answer;
        }};
        window.askAsBefore = () => {{ window.fetch = ask; }};
    }})()""")
    ada.value("document.querySelector('main button[aria-label*=\"Chelsea\"]').click()")
    until(ada, HEARTS, 2)
    until(ada, "document.querySelector('main p .heart button').getAttribute('aria-pressed')", "false")
    ada.value("askAsBefore()")
    ada.value("document.querySelector('main button[aria-label*=\"Chelsea\"]').click()")
    until(ada, HEARTS, 1)


def press_line(browser, name):
    found = f"[...document.querySelectorAll('main fh-list a')].find(node => node.textContent.startsWith({json.dumps(name)}))"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")


# Asserts SP-60, SP-61, SP-108.
def track(ada, bob, text):
    """Tracker and lobby begin with the favourite leagues, or the popular ones, as the search says."""
    for section in ("", "/lobby"):
        for browser, kind in ((ada, "favourite"), (bob, "popular")):
            browser.go(AREA + section)
            until(browser, "document.querySelector('main input[type=search]')?.placeholder", text[f"search.{kind}"])
            until(browser, "document.getElementById('list').textContent", text[f"{kind}Leagues"])
            # The tracker has the rest of the leagues below.
            leagues = [f"{league['name']} {league['season']}" for league in ask(browser, f"{BASE}/me/leagues", method="GET")["items"]]
            if (leagues == ["English Premier League 2024/25"]) != (kind == "favourite") or leagues[0] != "English Premier League 2024/25":
                raise Trouble(f"The {kind} leagues are {leagues}.")
            until(browser, "[...document.querySelector('main .entries').querySelectorAll('a.entry span > span:first-child')].map(node => node.textContent)", leagues)
    seek(ada, "prémier")
    until(ada, f"{NAMES}.length", 1)
    seek(ada, "zzz")
    ada.shows(text["foundNoLeague"])


def every(browser, path):
    """The items of all pages of a list."""
    page = ask(browser, path, method="GET")
    items = page["items"]
    while after := page.get("next"):
        page = ask(browser, f"{path}&after={after}", method="GET")
        items += page["items"]
    return items


# Asserts SP-70, SP-75, SP-78, SP-92, SP-109, SP-112.
def predict(ada, text, language):
    """The lobby lists every upcoming match with its date; what is not predicted is - - -, what is can be viewed and edited."""
    ada.go(AREA + "/lobby")
    click(ada, "main a.entry")
    upcoming = every(ada, f"{BASE}/leagues/en.1/matches?state=upcoming&limit=50")
    if len(upcoming) < 371:
        raise Trouble(f"There are only {len(upcoming)} matches to predict.")
    shown = "[...document.querySelectorAll('main article.match')].map(node => node.match?.id)"
    until(ada, shown, [match["id"] for match in upcoming])
    # A season may have more matches than are asked for at once; here fewer are.
    script = ada.call("Page.addScriptToEvaluateOnNewDocument", source="{ const ask = window.fetch; window.fetch = (path, ...rest) => ask(typeof path === 'string' ? path.replace('limit=400', 'limit=100') : path, ...rest); }")["identifier"]
    ada.go(ada.value("location.pathname"))
    until(ada, shown, [match["id"] for match in upcoming])
    until(ada, "performance.getEntriesByType('resource').filter(entry => entry.name.includes('/matches?state=upcoming&limit=100')).length > 3")
    ada.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    ada.go(ada.value("location.pathname"))
    until(ada, "document.querySelectorAll('main article.match').length", len(upcoming))
    row = "document.querySelector('main article.match')"
    # Whoever presses Predict without a score does so on a screen of its own.
    lobby = ada.value("location.pathname")
    ada.value(f"{row}.querySelector('button').click()")
    until(ada, "location.pathname.endsWith('/predict') && document.querySelectorAll('main form.predict.large fh-stepper').length", 2)
    until(ada, "document.querySelector('main h1')?.textContent", text["yourPrediction"])
    until(ada, "document.querySelector('main form.predict button[type=submit]').textContent", text["predict"])
    ada.go(lobby)
    until(ada, "document.querySelectorAll('main article.match').length > 370")
    until(ada, f"[{row}.querySelector('time').dateTime.slice(0, 10), {row}.querySelector('.muted').textContent, {row}.querySelector('button').textContent]",
          ["2024-08-17", "- - -", text["predict"]])
    ada.value(f"(() => {{ const [home, away] = {row}.querySelectorAll('input'); home.value = 0; away.value = 0; {row}.querySelector('button').click(); }})()")
    until(ada, f"{row}.querySelector('.predict a')?.textContent", text["viewPrediction"])
    until(ada, f"[...{row}.querySelectorAll('input')].map(field => field.value).join()", "0,0")
    ada.value(f"{row}.querySelector('.predict a').click()")
    until(ada, "[...document.querySelectorAll('main fh-stepper')].map(node => node.value).join()", "0,0")
    until(ada, "location.pathname.endsWith('/predict')")
    ada.value("(() => { const [home] = document.querySelectorAll('main fh-stepper'); home.value = 98; home.querySelector('button').click(); home.querySelector('button').click(); })()")
    until(ada, "document.querySelector('main fh-stepper').value", 99)
    scrolled(ada, text)
    picture(ada, pictures, f"{language}-predict")


def scrolled(ada, text):
    """Each figure follows a finger that is drawn up and down, and a wheel, from 0 to 99; what is edited so is saved."""
    values, side = "[...document.querySelectorAll('main fh-stepper')].map(node => node.value)", "main fh-stepper[name={}] [role=spinbutton]"
    ada.call("Emulation.setTouchEmulationEnabled", enabled=True)
    for name, along, wanted in (("home", -60, [99, 0]), ("away", -60, [99, 2]), ("away", 36, [99, 1]), ("home", 120, [94, 1]), ("away", 60, [94, 0])):
        swipe(ada, 0, along, side.format(name))
        until(ada, values, wanted)
    ada.call("Emulation.setTouchEmulationEnabled", enabled=False)
    x, y = middle(ada, side.format("away"))
    ada.value(f"document.querySelector({json.dumps(side.format('away'))}).focus()")
    for turned, wanted in ((-120, [94, 1]), (-120, [94, 2]), (120, [94, 1])):
        ada.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=turned)
        until(ada, values, wanted)
    ada.value("document.querySelector('main fh-stepper[name=home]').value = 3")
    press(ada, text["save"])
    until(ada, f"fetch('{BASE}/matches/{MATCH}', {{ headers: {{ 'x-fieldhouse-session': 'cookie' }} }}).then(answer => answer.json()).then(found => [found.prediction?.home, found.prediction?.away])", [3, 1])
    until(ada, "Boolean(document.querySelector('main form.predict.large')) && !document.querySelector('main form[data-begun]')")


# The ids of those whom `newcomer` has let in, by turn.
newcomers = {}


def newcomer(turn):
    """Somebody who is known to nobody here, but for the number."""
    phone = f"+4915112379{turn:03}"
    call("/v1/auth/otp", {"phone": phone})
    bearer = call("/v1/auth/otp/verify", {"phone": phone, "code": code(data, phone), "acceptsTerms": True})["token"]
    call("/v1/me", {"name": "Cleo"}, "PATCH", bearer)
    newcomers[turn] = call("/v1/me", None, "GET", bearer)["id"]
    return phone


def contacts(ada, text, language, turn):
    """Contacts who are here can be chosen as members, and those who are not invited."""
    words, phone = shell(language), newcomer(turn)
    ada.value(f"document.querySelector('#members details').open = true; document.getElementById('contacts').value = '{phone}\\n+49151123990{turn:02}'")
    press(ada, words["contactsCompare"])
    until(ada, "[...document.querySelectorAll('#members label.row')].map(node => [node.textContent, node.querySelector('input').checked])", [["Bob", False], ["Cleo", True]])
    until(ada, "[...document.querySelectorAll('#missing bdi')].map(node => node.textContent)", [f"+49151123990{turn:02}"])
    fits(ada, pictures, f"{language}-contacts")
    press(ada, words["contactInvite"])
    until(ada, f"[...document.querySelectorAll('#missing button')].some(node => node.textContent === {json.dumps(words['copyLink'])})")


# Asserts SP-115, SP-116, SP-118, SP-119, SP-120, SP-122, SP-123, SP-124, SP-128.
def found(ada, bob, text, language, turn):
    """Members and leagues are chosen, shown once more and then the group is there, for the members too, who are told."""
    # Whoever has no favourites chooses among the popular leagues, several if wanted.
    bob.go(AREA + "/groups/new")
    until(bob, "[...document.querySelectorAll('fieldset.leagues label')].map(node => node.textContent)", ["English Premier League", "World Cup"])
    bob.value("document.querySelectorAll('fieldset.leagues input[type=checkbox]').forEach(box => box.click())")
    until(bob, "document.querySelectorAll('fieldset.leagues input:checked').length", 2)
    # Whoever cancels what is shown once more is at the list again, and nothing is founded.
    bob.value("document.getElementById('group-name').value = 'None of it'")
    bob.value("document.querySelector('main form button:not([type])').click()")
    until(bob, "[...document.querySelectorAll('main p.row > *')].map(node => node.textContent)", [text["createGroup"], text["change"], text["cancel"]])
    press(bob, text["cancel"])
    until(bob, "location.pathname", f"{AREA}/groups")
    bob.shows(text["noGroups"])
    if groups := ask(bob, "/v1/me/groups", method="GET")["items"]:
        raise Trouble(f"Bob has cancelled, and has these groups: {groups}.")
    ada.go(AREA + "/groups")
    ada.shows(text["noGroups"])
    press(ada, text["newGroup"])
    until(ada, "document.querySelectorAll('#members input[type=checkbox]').length", 1)
    until(ada, "Boolean(document.querySelector('#members input[type=search]'))")
    seek(ada, "zzz")
    until(ada, "document.querySelector('#members label').hidden")
    seek(ada, "bo")
    until(ada, "document.querySelector('#members label').hidden", False)
    contacts(ada, text, language, turn)
    for typed, count in (("zzz", 0), ("premier", 1)):
        ada.value(f"(() => {{ const field = document.querySelector('fieldset.leagues input[type=search]'); field.value = {json.dumps(typed)}; field.dispatchEvent(new Event('input')); }})()")
        until(ada, "[...document.querySelectorAll('fieldset.leagues label')].filter(node => !node.hidden).length", count)
    for name, mistake in (("", True), ("n" * 26, True), ("Tippers of the whole town", False)):
        ada.value(f"document.getElementById('group-name').value = {json.dumps(name)}")
        if not mistake:
            ada.value("document.querySelectorAll('main fieldset input[type=checkbox]').forEach(box => { box.checked = box.name === 'member' && box.closest('label').textContent === 'Bob' || box.value === 'en.1'; })")
        ada.value("document.querySelector('main form button:not([type])').click()")
        if mistake:
            until(ada, "document.getElementById('group-name-mistake').textContent", text["groupNameLength"])
    until(ada, "[...document.querySelectorAll('main fh-list .grow')].map(node => node.firstChild.textContent)", ["Bob", "English Premier League"])
    country = ada.value(f"new Intl.DisplayNames(['{language}', 'en'], {{ type: 'region' }}).of('DE')")
    until(ada, "document.querySelector('main fh-list small').textContent", country)
    until(ada, "[...document.querySelectorAll('main p.row > *')].map(node => node.textContent)", [text["createGroup"], text["change"], text["cancel"]])
    until(ada, "document.querySelectorAll('main fh-list fh-avatar').length", 1)
    press(ada, text["change"])
    until(ada, "document.getElementById('group-name')?.value", "Tippers of the whole town")
    press(ada, text["next"])
    fits(ada, pictures, f"{language}-review")
    press(ada, text["createGroup"])
    # The page before had the same heading, and Bob is told that he is followed, too.
    until(ada, "location.pathname.endsWith('/groups/new')", False)
    until(ada, "document.querySelector('main h1')?.textContent", "Tippers of the whole town")
    until(bob, "fetch('/v1/me/notifications').then(answer => answer.json()).then(found => found.items.some(item => item.text.includes('Tippers of the whole town')))")
    bob.go(AREA + "/groups")
    until(bob, "[...document.querySelectorAll('main fh-list .grow')].map(node => [node.firstChild.textContent, node.querySelector('small').textContent])", [["Tippers of the whole town", "Ada"]])


# Asserts SP-126, SP-128, SP-129, SP-137.
def tended(ada, bob):
    """A group has a tab for each of its leagues. Its admin alone adds leagues and members and takes them away; others are shown no way to."""
    group = ada.value("location.pathname.split('/').at(-1)")
    leagues = {league["id"]: league["name"] for league in ask(ada, f"{BASE}/leagues", method="GET")["items"]}
    cup = next(id for id in leagues if id != "en.1")
    tabs = "[...document.querySelector('main fh-tabs')?.querySelectorAll('a') ?? []].map(node => node.textContent).sort().join()"
    post(ada, f"{BASE}/me/favourites/leagues/{cup}", {}, "PUT")
    for names in (sorted(leagues.values()), [leagues["en.1"]]):
        ada.go(f"{AREA}/groups/{group}")
        until(ada, "document.querySelectorAll('#manage input[type=checkbox]').length", 2)
        ada.value(f"document.querySelector('#manage input[value=\"{cup}\"]').click()")
        ada.value("document.querySelector('#manage > button').click()")
        until(ada, tabs, ",".join(names))
        for browser, page in ((ada, "fun/groups"), (bob, "fun/groups"), (bob, "groups")):
            browser.go(f"{AREA}/{page}/{group}")
            until(browser, f"location.pathname.endsWith('{page}/{group}') && {tabs}", ",".join(names))
        if bob.value("Boolean(document.querySelector('#manage, #only-admins'))"):
            raise Trouble("Bob may say which leagues the group has.")
    post(ada, f"{BASE}/me/favourites/leagues/{cup}", None, "DELETE")
    for browser, may in ((ada, True), (bob, False)):
        browser.go(f"/groups/soccer-predictions/{group}")
        until(browser, "document.querySelector('main h1')?.textContent", "Tippers of the whole town")
        until(browser, f"Boolean(document.querySelector('main a[href=\"/groups/soccer-predictions/{group}/people\"]'))", may)
    ada.go(f"{AREA}/groups/{group}")


# Asserts SP-124, SP-127.
def limited(ada, bob, text, language):
    """Any member gives the group another name and a picture, unless an admin keeps that to the admins: then others read so, and are refused."""
    group = ada.value("location.pathname.split('/').at(-1)")
    page, route = f"/groups/soccer-predictions/{group}", f"/v1/groups/soccer-predictions/{group}"

    def rename(browser, name):
        browser.go(f"{page}/edit")
        fill(browser, "name", name)
        press(browser, shell(language)["save"])

    rename(bob, "Prophets")
    until(bob, "location.pathname", page)
    bob.go(f"{page}/edit")
    until(bob, "Boolean(document.getElementById('picture'))")
    choose(bob, "picture", png(60, 60))
    until(bob, "document.querySelector('main section.person img')?.naturalWidth > 0")
    # The list of groups shows it, too.
    bob.go(AREA + "/groups")
    until(bob, "[...document.querySelectorAll('main fh-list a')].map(node => [node.querySelector('bdi').textContent, node.querySelector('img')?.naturalWidth > 0])", [["Prophets", True]])
    ada.go(f"{AREA}/groups/{group}")
    until(ada, "document.querySelector('main h1')?.textContent", "Prophets")
    for is_limited in (True, False):
        ada.go(f"{AREA}/groups/{group}")
        until(ada, "document.getElementById('only-admins')?.checked", not is_limited)
        click(ada, "#only-admins")
        until(ada, "document.getElementById('status')?.textContent", text["groupSaved"])
        bob.go(f"{AREA}/groups/{group}")
        until(bob, "[document.querySelector('main h1')?.textContent, document.getElementById('limits')?.textContent ?? '']", ["Prophets", text["onlyAdminsEdit"] if is_limited else ""])
        if bob.value("Boolean(document.getElementById('only-admins'))"):
            raise Trouble("Bob may say who changes the group.")
        if is_limited:
            rename(bob, "Mine")
            until(bob, "Boolean(document.querySelector('main [role=alert]')?.textContent)")
            if (name := ask(ada, route, method="GET")["name"]) != "Prophets":
                raise Trouble(f"Bob has renamed the group: {name}.")
    rename(ada, "Tippers of the whole town")
    until(ada, "location.pathname", page)
    ada.go(f"{AREA}/groups/{group}")
    until(ada, "document.querySelector('main h1')?.textContent", "Tippers of the whole town")
    picture(ada, pictures, f"{language}-limits")
    bob.complaints[:] = [line for line in bob.complaints if "403" not in line]


# Asserts SP-145, SP-147, SP-149, SP-150.
def challenge(ada, bob, text, language):
    """Ada challenges Bob from his profile, is told so, cancels after a question, and challenges him again."""
    me = ask(bob, "/v1/me", method="GET")["id"]
    ada.go(f"/people/{me}")
    for turn in range(2):
        press(ada, text["challenge"])
        until(ada, "[...document.querySelectorAll('main fieldset input[type=checkbox]')].map(box => box.checked)", [False])
        ada.value("document.querySelector('main fieldset input[type=checkbox]').click()")
        press(ada, text["sendChallenge"])
        until(ada, "document.querySelector('fh-dialog[heading] dialog[open] h2')?.textContent", text["challengeSent"])
        if language == "en" and text["challengeSent"] != "Fun Game Challenge Request has been sent to the user":
            raise Trouble("The pop-up says something else.")
        picture(ada, pictures, f"{language}-challenge")
        click(ada, "fh-dialog dialog[open] button[value=yes]")
        # Okay leads back to the profile.
        until(ada, "[location.pathname, document.querySelector('dialog[open]')]", [f"/people/{me}", None])
        until(ada, "document.querySelector('main h1')?.textContent", "Bob")
        if turn:
            break
        for answer, left in (("''", text["cancelChallenge"]), ("yes", text["challenge"])):
            press(ada, text["cancelChallenge"])
            until(ada, "document.querySelector('fh-dialog[heading] dialog[open] h2')?.textContent", text["cancelChallengeSure"])
            until(ada, "[...document.querySelectorAll('fh-dialog dialog[open] .actions button')].map(node => node.textContent)", [text["no"], text["yes"]])
            ada.value("[...document.querySelectorAll('fh-dialog dialog[open] .actions button')].at(%d).click()" % (-1 if answer == "yes" else 0))
            until(ada, "document.querySelector('fh-dialog dialog[open]')", None)
            until(ada, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(left)})")
    if language == "en" and [text[key] for key in ("cancelChallengeSure", "yes", "no")] != ["Are you sure you want to cancel the challenge?", "Yes", "No"]:
        raise Trouble("The question is another one, or its answers are.")
    until(ada, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['cancelChallenge'])})")


# Asserts SP-135, SP-136, SP-137, SP-138, SP-139, SP-140, SP-153.
def play(ada, bob, text, language):
    """Bob sees the request with the one who asks, rejects it, accepts the next one, and both see who leads, one against one and in the group."""
    number = lambda value: bob.value(f"new Intl.NumberFormat('{language}').format({value})")
    bob.go(AREA + "/fun")
    until(bob, "document.getElementById('asked')?.textContent", number(1))
    until(bob, "[...document.querySelectorAll('main fh-list .grow')].map(node => node.firstChild.textContent)", ["Tippers of the whole town"])
    seek(bob, "zzz")
    until(bob, "document.querySelectorAll('main fh-list .grow').length", 0)
    until(bob, "[...document.querySelectorAll('main fh-tabs')].at(-1).innerText.replace(/\\s*\\d|\\s*[\u0660-\u0669]/gu, '').split('\\n').map(part => part.trim()).filter(Boolean)", [text["fun.myGroups"], text["fun.people"]])
    click(bob, "main a[href$='/fun/people']")
    until(bob, "document.querySelector('#requests .grow a')?.textContent", "Ada")
    until(bob, "document.querySelector('#requests .grow a').getAttribute('href').startsWith('/people/')")
    until(bob, "[...document.querySelectorAll('#requests button')].map(node => node.textContent)", [text["accept"], text["reject"]])
    country = bob.value(f"new Intl.DisplayNames(['{language}', 'en'], {{ type: 'region' }}).of('DE')")
    until(bob, "[document.querySelector('#requests fh-avatar img')?.naturalWidth > 0, document.querySelector('#requests small').textContent]", [True, country])
    fits(bob, pictures, f"{language}-requests")
    press(bob, text["reject"])
    until(bob, "[document.getElementById('requests'), document.getElementById('asked'), document.querySelectorAll('main fh-list .grow').length]", [None, None, 0])
    # After that everything begins anew.
    path = f"{BASE}/people/{ask(bob, '/v1/me', method='GET')['id']}/challenge"
    if (state := ask(ada, path, method="GET")["state"]) != "none":
        raise Trouble(f"After it was rejected the challenge is {state}.")
    post(ada, path, {"leagues": ["en.1"]}, "PUT")
    bob.go(AREA + "/fun/people")
    press(bob, text["accept"])
    until(bob, "[...document.querySelectorAll('main fh-list .grow')].map(node => node.textContent)", ["Ada"])
    until(bob, "document.getElementById('asked')", None)
    until(bob, "document.querySelector('main fh-list a.button').getAttribute('href').startsWith('/people/')")
    for typed, count in (("zzz", 0), ("ad", 1)):
        seek(bob, typed)
        until(bob, "document.querySelectorAll('main fh-list .grow').length", count)
    press_line(bob, "Ada")
    until(bob, "document.querySelector('main fh-tabs a[aria-current]')?.textContent", "English Premier League")
    until(bob, "[document.querySelector('main section.person h1')?.textContent, document.querySelector('main section.person fh-avatar img')?.naturalWidth > 0]", ["Ada", True])
    lines = LINES.replace(", '.who > small'", "")
    until(bob, f"{lines}.map(line => line.join())", [f"{number(1)},Bob,{number(0)}", f"{number(1)},Ada,{number(0)}"])
    ada.go(AREA + "/fun/people")
    press_line(ada, "Bob")
    until(ada, f"{lines}.length", 2)
    picture(ada, pictures, f"{language}-duel")
    agreed(ada, bob, text, language)


# Asserts SP-151, SP-152.
def agreed(ada, bob, text, language):
    """After acceptance the leagues that are agreed are ticked, others of one's own are not, and they are changed without asking anew: the other one is told."""
    cup = next(league["id"] for league in ask(ada, f"{BASE}/leagues", method="GET")["items"] if league["id"] != "en.1")
    post(ada, f"{BASE}/me/favourites/leagues/{cup}", {}, "PUT")
    ada.go(f"/people/{ask(bob, '/v1/me', method='GET')['id']}")
    press(ada, text["challenge"])
    until(ada, "[...document.querySelectorAll('main fieldset input[type=checkbox]')].map(box => [box.value, box.checked])", [["en.1", True], [cup, False]])
    ada.value(f"document.querySelector('main fieldset input[value=\"{cup}\"]').click()")
    press(ada, text["save"])
    until(ada, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['challenge'])})")
    post(ada, f"{BASE}/me/favourites/leagues/{cup}", None, "DELETE")
    if language == "en" and text["leagueAdded"] != "{name} has added 1 more league for the fun game challenge":
        raise Trouble("The sentence is another one than was asked for.")
    bob.go("/inbox")
    bob.shows(text["leagueAdded"].replace("{name}", "Ada"))
    running = [(item["account"]["name"], item["state"]) for item in ask(bob, f"{BASE}/me/challenges", method="GET")["items"]]
    if running != [("Ada", "running")]:
        raise Trouble(f"After the leagues were changed the challenges are {running}.")


# Asserts PL-52.
def reminded(ada, text):
    """Who favours the league and has not predicted the next matches is reminded of the first of them, once, in the inbox."""
    ada.go("/inbox")
    line = text["closing"].replace("{home}", "Arsenal FC").replace("{away}", "Wolverhampton Wanderers FC")
    ada.shows(line)
    beginning, end = text["closing"].split("{home}")[0], text["closing"].split("{away}")[1]
    until(ada, f"[...document.querySelectorAll('main li.notice bdi')].filter(node => node.textContent.startsWith({json.dumps(beginning)}) && node.textContent.endsWith({json.dumps(end)})).length", 1)


# Asserts PL-43, SP-114, SP-126, SP-133, SP-137, SP-139, SP-141, SP-142.
def lead(ada, bob, text, language, turn):
    """Once a match is over points stand in the group, in the fun games and on the profile, where wrong guesses take none."""
    number = lambda value: ada.value(f"new Intl.NumberFormat('{language}').format({value})")
    group = next(item["group"]["id"] for item in ask(ada, "/v1/me/groups", method="GET")["items"])
    ada.go(f"{AREA}/groups/{group}")
    rank = lambda value: text["rankInLeague"].replace("{n}", number(value))
    until(ada, f"{LINES}.slice(0, 2).map(line => line.slice(0, 2).concat(line[3]))", [[number(1), "Bob", number(5)], [number(2), "Ada", number(0)]])
    # Beside the rank in the group stands the one on the league's own board.
    places = {name: ask(browser, f"{BASE}/leagues/en.1/leaderboard", method="GET")["me"]["rank"] for name, browser in (("Bob", bob), ("Ada", ada))}
    until(ada, f"{LINES}.map(line => [line[1], line[2]])", [[name, rank(place)] for name, place in places.items()])
    fits(ada, pictures, f"{language}-group")
    # Name and picture of the group stand above, and members are searched.
    head = "[document.querySelector('main section.person h1')?.textContent, document.querySelector('main section.person img.crest')?.naturalWidth > 0, document.querySelector('main fh-tabs a[aria-current]')?.textContent]"
    until(ada, head, ["Tippers of the whole town", True, "English Premier League"])
    for typed, names in (("bo", ["Bob"]), ("zzz", []), ("", ["Bob", "Ada"])):
        seek(ada, typed)
        until(ada, f"{LINES}.map(line => line[1])", names)
    # Who has predicted nothing has no rank, also when searched for.
    member = f"/v1/groups/soccer-predictions/{group}/members/{newcomers[turn]}"
    post(ada, member, {}, "PUT")
    for page in ("groups", "fun/groups"):
        ada.go(f"{AREA}/{page}/{group}")
        for typed, count in (("", 3), ("cl", 1)):
            seek(ada, typed)
            until(ada, f"[{LINES}.length, ...{LINES}.slice(-1).map(line => line.slice(0, 3))]", [count, ["–", "Cleo", ""]])
    post(ada, member, None, "DELETE")
    ada.go(f"{AREA}/fun/groups/{group}")
    until(ada, head, ["Tippers of the whole town", True, "English Premier League"])
    until(ada, f"{LINES}.map(line => [line[1], line[3]])", [["Bob", number(5)], ["Ada", number(-5)]])
    seek(ada, "ad")
    until(ada, f"{LINES}.map(line => line[1])", ["Ada"])
    ada.go(f"{AREA}/fun/people/{ask(bob, '/v1/me', method='GET')['id']}/en.1")
    until(ada, f"{LINES}.map(line => [line[0], line[1], line[3]])", [[number(1), "Bob", number(5)], [number(2), "Ada", number(-5)]])
    bob.go(f"/people/{ask(ada, '/v1/me', method='GET')['id']}")
    until(bob, "document.querySelector('main section h2')?.textContent", text["thisSeason"])
    until(bob, "[...document.querySelectorAll('main section fh-list strong')].map(node => node.textContent)", [number(0)])
    fits(bob, pictures, f"{language}-profile")


# Asserts SP-48, SP-49, SP-52, SP-93, SP-101.
def news(ada, text, language):
    """At home the last three updates stand, and five more with each press; they lead to their matches, and leagues to theirs."""
    ada.go("/")
    lines = "[...document.querySelectorAll('#updates li a')].map(node => node.textContent)"
    until(ada, f"{lines}.length", 3)
    picture(ada, pictures, f"{language}-updates")
    press(ada, text["updatesMore"])
    until(ada, f"{lines}.length", 8)
    over = text["update.ended"].replace("{state}", text["state.played"]).replace("{home}", "Ipswich Town FC").replace("{score}", "0 – 2").replace("{away}", "Liverpool FC")
    until(ada, f"{lines}.includes({json.dumps(over)})")
    until(ada, f"{lines}.includes({json.dumps(text['update.kickOff'].replace('{home}', 'Arsenal FC').replace('{away}', 'Wolverhampton Wanderers FC'))})")
    ada.value(f"[...document.querySelectorAll('#updates li a')].find(node => node.textContent === {json.dumps(over)}).click()")
    until(ada, "location.pathname", f"{AREA}/matches/{MATCH}")
    ada.shows("Ipswich Town FC")
    # What was predicted stands there, and is not to be edited any more.
    for page in ("", "/predict"):
        ada.go(f"{AREA}/matches/{MATCH}{page}")
        until(ada, f"location.pathname.endsWith('{MATCH}{page}') && document.querySelector('main article.match p.predict')?.textContent.split(' · ')[0]", text["yours"].replace("{score}", "3 – 1"))
        if ada.value("document.querySelectorAll('main form.predict, main fh-stepper').length"):
            raise Trouble("What was predicted can be edited after the match.")
    ada.go("/")
    click(ada, ".ways a")
    until(ada, "location.pathname", f"{AREA}/leagues/en.1")
    until(ada, "document.querySelector('main h1')?.textContent", "English Premier League 2024/25")
    # The sign of the app leads home, and opens the side menu there.
    click(ada, "a.brand")
    until(ada, "location.pathname", "/")
    click(ada, "a.brand")
    until(ada, "Boolean(document.querySelector('dialog.menu[open]'))")
    ada.value("document.querySelector('dialog.menu header button').click()")
    click(ada, f"#navigation a[href='{AREA}']")
    until(ada, "location.pathname", AREA)


def season(ada, bob, text, language, group):
    """A group compares by round and month, as it stands while matches are on, and shows everybody the own season."""
    number = lambda value: ada.value(f"new Intl.NumberFormat('{language}').format({value})")
    ada.go(f"{AREA}/groups/{group}")
    board = f"{LINES}.map(line => [line[0], line[1], line[3]])"
    for view in ("rounds", "months", "live"):
        press(ada, text[f"view.{view}"])
        until(ada, f"location.pathname.endsWith('/{view}')")
        until(ada, board, [[number(1), "Bob", number(5)], [number(2), "Ada", number(0)]])
    ada.shows(text["liveWhy"])
    fits(ada, pictures, f"{language}-group-live")
    press(ada, text["view.rounds"])
    until(ada, "document.getElementById('period')?.value", "Matchday 1")
    press(ada, text["view.course"])
    until(ada, "[...document.querySelectorAll('#course tbody td')].map(node => node.textContent)", ["Matchday 1", number(0), number(0), number(2), f"Bob · {number(5)}"])
    until(ada, "[document.querySelectorAll('svg.chart .bar-points').length, document.querySelectorAll('svg.chart .dot-rank').length]", [1, 1])
    fits(ada, pictures, f"{language}-course")


# Asserts SP-141, SP-160.
def names(ada, bob, text, language):
    """First and last name stand apart, on one's own page and on that of others; one's own has the standing of the season, too."""
    words, country = shell(language), ada.value(f"new Intl.DisplayNames(['{language}', 'en'], {{ type: 'region' }}).of('DE')")
    post(ada, "/v1/me", {"name": "Ada King Lovelace"}, "PATCH")
    facts = "[...document.querySelectorAll('main dl.facts dt')].map(node => [node.textContent, node.nextSibling.textContent]).slice(0, 2)"
    for browser, page in ((ada, "/account"), (bob, f"/people/{ask(ada, '/v1/me', method='GET')['id']}")):
        browser.go(page)
        until(browser, facts, [[words["field.firstName"], "Ada"], [words["field.lastName"], "King Lovelace"]])
        # Beside the picture stand how many follow, and how many are followed.
        until(browser, "[...document.querySelectorAll('main section.person p.row a')].map(node => node.textContent)", [words["followers"].replace("{n}", "0"), words["following"].replace("{n}", "1")])
        until(browser, "document.querySelector('main section.person img.avatar')?.naturalWidth > 0")
        until(browser, "[...document.querySelectorAll('main dl.facts dt')].find(node => node.textContent === %s)?.nextSibling.textContent" % json.dumps(words["field.country"]), country)
        until(browser, "[...document.querySelectorAll('main section h2')].some(node => node.textContent === %s)" % json.dumps(text["thisSeason"]))
        until(browser, "[...document.querySelectorAll('main section fh-list a')].map(node => [node.querySelector('.grow').firstChild.textContent, node.querySelector('strong').textContent])",
              [["English Premier League 2024/25", browser.value(f"new Intl.NumberFormat('{language}').format(0)")]])
    post(ada, "/v1/me", {"name": "Ada"}, "PATCH")


# Asserts SP-143, SP-146.
def profiles(ada, bob, group, words):
    """Wherever somebody is named the profile is one tap away; there people are blocked and followed, and no more."""
    (me, other) = (ask(browser, "/v1/me", method="GET")["id"] for browser in (ada, bob))
    ask(bob, f"/v1/feeds/soccer-predictions/match/{MATCH}/posts", {"text": "What a match"})
    for page, person in ((f"{AREA}/leagues/en.1/board", other), (f"{AREA}/matches/{MATCH}/feed", other), (f"{AREA}/matches/{MATCH}", other), (f"{AREA}/groups/{group}", other),
                         (f"{AREA}/fun/groups/{group}", other), (f"{AREA}/fun/people", other), (f"/people/{other}/followers", me), (f"/people/{me}/following", other)):
        ada.go(page)
        until(ada, f"location.pathname === {json.dumps(page)} && Boolean(document.querySelector('main a[href=\"/people/{person}\"]'))")
        ada.value(f"document.querySelector('main a[href=\"/people/{person}\"]').click()")
        until(ada, "location.pathname", f"/people/{person}")
    post(ada, f"/v1/me/blocked/{other}", {}, "PUT")
    ada.go("/account/blocked")
    until(ada, f"Boolean(document.querySelector('main a[href=\"/people/{other}\"]'))")
    ada.value(f"document.querySelector('main a[href=\"/people/{other}\"]').click()")
    until(ada, "document.querySelector('main h1')?.textContent", "Bob")
    for pressed, kept in (("unblock", (False, False)), ("follow", (False, True)), ("unfollow", (False, False)), ("block", (True, False)), ("unblock", (False, False))):
        press(ada, words[pressed])
        until(ada, f"fetch('/v1/people/{other}', {{ headers: {{ 'x-fieldhouse-session': 'cookie' }} }}).then(answer => answer.json()).then(({{ relation }}) => [relation.blocked, relation.following])", list(kept))
    # What was on its way to the page of somebody who was blocked just then is refused.
    for browser in (ada, bob):
        browser.complaints = [said for said in browser.complaints if "404" not in said or f"/people/{other}/" not in said and f"/people/{me}/" not in said]


FACTS = "Object.fromEntries([...document.querySelectorAll('%s dt')].map(node => [node.textContent, node.nextSibling.textContent]))"


def rules(ada, bob, text, language, group):
    """An admin begins with a template, changes a value, tries it on the rounds that are over and sets it from the next one on; members see it."""
    number = lambda value: ada.value(f"new Intl.NumberFormat('{language}').format({value})")
    ada.go(f"{AREA}/groups/{group}/en.1/rules")
    ada.shows(text["rulesNone"])
    until(ada, "document.querySelectorAll('#rule-template option').length", 6)
    ada.value("(() => { const select = document.getElementById('rule-template'); select.value = 'bold'; select.dispatchEvent(new Event('change')); })()")
    until(ada, "document.querySelector('#rule-editor input[name=winner]')?.value", "3")
    ada.value("(() => { const field = document.querySelector('#rule-editor input[name=winner]'); field.value = 4.5; field.dispatchEvent(new Event('input')); })()")
    press(ada, text["ruleTry"])
    until(ada, "document.querySelector('#rule-trial h3')?.textContent", text["ruleTried"].replace("{n}", number(0)))
    fits(ada, pictures, f"{language}-rules")
    press(ada, text["ruleSet"].replace("{round}", "Matchday 2"))
    until(ada, "document.querySelector('section.rule h2')?.textContent", text["ruleFrom"].replace("{round}", "Matchday 2"))
    until(ada, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['ruleTakeBack'])})")
    bob.go(f"{AREA}/groups/{group}/en.1/rules")
    part = f"{text['rule.components']}: "
    until(bob, f"{FACTS % 'section.rule'}[{json.dumps(part + text['rule.winner'])}]", number(4.5))
    if bob.value("Boolean(document.querySelector('#rule-editor, section.rule button'))"):
        raise Trouble("Bob may change the rules of the group.")


def guided(bob, text, language):
    """Before a score is saved the page says what it can bring in the league and in the group; then it becomes the joker of its round."""
    number = lambda value: bob.value(f"new Intl.NumberFormat('{language}').format({value})")
    bob.go(f"{AREA}/matches/{LATER}/predict")
    until(bob, "document.querySelectorAll('main form.predict.large fh-stepper button').length", 4)
    bob.value("(() => { const [home, away] = document.querySelectorAll('main fh-stepper'); home.value = 0; away.value = 1; away.querySelector('button').click(); })()")
    until(bob, "[...document.querySelectorAll('#guide h3')].map(node => node.textContent)", [text["guideLeague"], "Tippers of the whole town"])
    until(bob, "[...document.querySelectorAll('#guide dl')].map(list => [...list.querySelectorAll('dd')].map(node => node.textContent))",
          [[number(5), number(3), number(3), number(0), number(1)], [number(6.5), number(2.5), number(2.5), number(-6.5), number(1)]])
    fits(bob, pictures, f"{language}-guide")
    bob.value("document.querySelector('main form.predict button[type=submit]').click()")
    until(bob, "document.querySelector('main form.predict button[type=submit]')?.textContent", text["save"])
    press(bob, text["jokerSet"])
    until(bob, "document.querySelector('#joker button')?.textContent", text["jokerTake"])
    until(bob, "document.querySelectorAll('#guide dl')[1].querySelector('dd').textContent", number(13))


def questions(ada, bob, text, language, group):
    """An admin asks a bonus question before the next round, a member answers it."""
    ada.go(f"{AREA}/groups/{group}/en.1/questions")
    ada.shows(text["questionsNone"])
    until(ada, "Boolean(document.getElementById('question-text'))")
    ada.value("(() => { document.getElementById('question-text').value = 'Who wins it all?'; document.getElementById('question-points').value = 7.5; })()")
    press(ada, text["questionAsk"])
    until(ada, "document.querySelector('article.question h2')?.textContent", "Who wins it all?")
    bob.go(f"{AREA}/groups/{group}/en.1/questions")
    until(bob, "document.querySelectorAll('article.question option').length", 21)
    if bob.value("Boolean(document.getElementById('question-new'))"):
        raise Trouble("Bob may ask questions.")
    bob.value("document.querySelector('article.question select').value = 'eng-liverpool-fc'")
    press(bob, text["save"])
    bob.shows(text["questionSaved"])
    until(bob, "document.querySelector('article.question select')?.value", "eng-liverpool-fc")
    fits(bob, pictures, f"{language}-questions")


def answered(bob, text, language, group):
    """Once a question is closed the own answer stands there."""
    bob.go(f"{AREA}/groups/{group}/en.1/questions")
    until(bob, "document.querySelector('article.question .mine')?.textContent", text["questionMine"].replace("{answer}", "Liverpool FC"))


def receipts(bob, text, language, group):
    """The receipt says by which rule and which parts the points came about, in the league and in the group, whose table counts by its own rule."""
    number = lambda value: bob.value(f"new Intl.NumberFormat('{language}').format({value})")
    bob.go(f"{AREA}/matches/{LATER}")
    until(bob, "document.querySelector('#receipt strong + *, #receipt dd strong')?.textContent", "5")
    until(bob, f"Object.values({FACTS % 'section.receipt'})", [number(value) for value in (2, 4.5, 6.5, 13)])
    until(bob, f"Object.keys({FACTS % 'section.receipt'}).slice(2)", [text["part.joker"], text["total"]])
    until(bob, "/v1-[0-9a-f]{16}/.test(document.querySelector('section.receipt .muted')?.textContent)")
    fits(bob, pictures, f"{language}-receipt")
    bob.go(f"{AREA}/groups/{group}/en.1")
    until(bob, f"{LINES}.map(line => [line[1], line[3]])", [["Bob", number(18)], ["Ada", number(0)]])


def settled(words):
    """A match is settled while Bob writes about it: its score comes above, and what he writes stays, with the focus. A second tab has his points meanwhile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        bob = Device(profile, address, "en")
        try:
            bob.go("/help")
            until(bob, "Boolean(document.querySelector('main h1'))")
            sign_in(bob, data, "+4915112378000", "Bob")
            bob.go(f"{AREA}/matches/{MATCH}/feed")
            until(bob, "Boolean(document.getElementById('post'))")
            second = bob.tab(f"{AREA}/matches/{MATCH}")
            bob.within(second, lambda: until(bob, "document.querySelector('main article.match .score')?.textContent && !document.getElementById('receipt')"))
            bob.value("document.getElementById('post').focus()")
            bob.call("Input.insertText", text="What a")
            advance("2024-08-17T14:00:00Z")
            until(bob, "document.querySelector('main article.match .score')?.textContent", "0 – 2")
            bob.within(second, lambda: until(bob, "[document.querySelector('main article.match .score')?.textContent, document.querySelector('#receipt dd strong')?.textContent]", ["0 – 2", "5"]))
            left = bob.value("document.activeElement.id + document.activeElement.value")
            if left != "postWhat a":
                raise Trouble(f"Of what was being written this is left: {left}")
            bob.call("Input.insertText", text=" match!")
            press(bob, words["feed.post"])
            until(bob, "document.querySelector('.post .words')?.textContent", "What a match!")
            until(bob, "document.getElementById('post').value", "")
            if bob.complaints:
                raise Trouble("The browser complains: " + "; ".join(bob.complaints))
        finally:
            bob.end()


def begin(ada, bob, turn):
    """Signs both in."""
    for browser, phone, name in ((ada, f"+4915112377{turn:03}", "Ada"), (bob, f"+4915112378{turn:03}", "Bob")):
        browser.go("/help")
        until(browser, "Boolean(document.querySelector('main h1'))")
        sign_in(browser, data, phone, name)
        post(browser, "/v1/me", {"country": "DE"}, "PATCH")


def before(ada, bob, text, language, turn):
    ada.go("/help")
    until(ada, "Boolean(document.querySelector('main h1'))")
    guest(ada, text)
    # Whoever has pressed Skip is a guest, and led there all the same.
    ada.go("/welcome")
    press(ada, shell(language)["skip"])
    until(ada, "location.pathname", "/")
    until(ada, "fetch('/v1/me').then(answer => answer.json()).then(me => me.kind)", "guest")
    guest(ada, text)
    begin(ada, bob, turn)
    post(ada, f"/v1/me/following/{ask(bob, '/v1/me', method='GET')['id']}", {}, "PUT")
    one_by_one(ada, text, language)
    favour(ada, text, language)
    track(ada, bob, text)
    around(ada, text, language)
    predict(ada, text, language)
    found(ada, bob, text, language, turn)
    tended(ada, bob)
    limited(ada, bob, text, language)
    challenge(ada, bob, text, language)
    play(ada, bob, text, language)
    post(bob, f"{BASE}/matches/{MATCH}/prediction", {"home": 0, "away": 2}, "PUT")
    group = next(item["group"]["id"] for item in ask(ada, "/v1/me/groups", method="GET")["items"])
    rules(ada, bob, text, language, group)
    questions(ada, bob, text, language, group)
    guided(bob, text, language)


def after(ada, bob, text, language, turn):
    begin(ada, bob, turn)
    reminded(ada, text)
    lead(ada, bob, text, language, turn)
    group = next(item["group"]["id"] for item in ask(ada, "/v1/me/groups", method="GET")["items"])
    news(ada, text, language)
    season(ada, bob, text, language, group)
    names(ada, bob, text, language)
    profiles(ada, bob, group, shell(language))


def later(ada, bob, text, language, turn):
    begin(ada, bob, turn)
    group = next(item["group"]["id"] for item in ask(bob, "/v1/me/groups", method="GET")["items"])
    receipts(bob, text, language, group)
    answered(bob, text, language, group)


def walk(part):
    for turn, language in enumerate(("en", "ar")):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
            ada, bob = Browser(one, address, language), Browser(two, address, language)
            try:
                part(ada, bob, texts(language), language, turn)
                if complaints := ada.complaints + bob.complaints:
                    raise Trouble("The browser complains: " + "; ".join(complaints))
            finally:
                ada.end()
                bob.end()


signal.alarm(540)
walk(before)
settled(shell("en"))
walk(after)
advance("2024-08-24T18:00:00Z")
walk(later)
print("Favourites are chosen, groups founded with rules of their own, fun games asked for and played, in two languages.")
