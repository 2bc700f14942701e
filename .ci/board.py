"""Walks through the leaderboard of a league in the web app, in English and in Arabic: twenty-three people predict a match, it is played, and one of them
sees the own rank at the top, then the first ten, then ten more, then the rest, follows somebody there and opens a profile. Moves the host's clock
on by a day. Usage: board.py ADDRESS DATA TOKEN [FOLDER], the last for pictures."""
import functools, itertools, json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, ask, code, picture, post, press, sign_in, spoken_to, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
call = functools.partial(spoken_to, address)
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
MATCH, BOARD = "en.1_2024-25_matchday-1_ipswich-town-fc_liverpool-fc", "/soccer-predictions/leagues/en.1/board"
ROWS = """[...document.querySelectorAll('main fh-leaderboard li')].map(row => ['.rank', '.name', '.who > small', 'strong', 'button']
    .map(part => row.querySelector(part)?.innerText.trim() ?? ''))"""
LAST = 23


def season(browser):
    """Twenty-three predict: the first two nothing right, the others the winner, the last of all the score, too."""
    people = []
    for number in range(1, LAST + 1):
        phone = f"+49151123{number:05}"
        call("/v1/auth/otp", {"phone": phone})
        bearer = call("/v1/auth/otp/verify", {"phone": phone, "code": code(data, phone), "acceptsTerms": True})["token"]
        call("/v1/me", {"name": f"Player {number}", "country": "DE" if number in (2, LAST) else "EG"}, "PATCH", bearer)
        goals = {"home": 1, "away": 0} if number <= 2 else {"home": 0, "away": 2 if number == LAST else number}
        call(f"/v1/soccer-predictions/matches/{MATCH}/prediction", goals, "PUT", bearer)
        people.append((call("/v1/me", None, "GET", bearer)["id"], bearer))
    group = call("/v1/groups/soccer-predictions/", {"kind": "prediction-group", "name": "Owls"}, bearer=people[1][1])["id"]
    for person, _ in people[2:5]:
        call(f"/v1/groups/soccer-predictions/{group}/members/{person}", {}, "PUT", people[1][1])
    call("/v1/groups/soccer-predictions/", {"kind": "prediction-group", "name": "Zebras"}, bearer=people[1][1])
    call("/v1/console/clock", {"advanceTo": "2024-08-18T11:40:00Z"}, bearer=token)


def words(language):
    folders = [pathlib.Path("Core/Web/strings"), pathlib.Path("Plugins/SoccerPredictions/strings")]
    return {key: text for folder in folders for key, text in json.loads((folder / f"{language}.json").read_text()).items()}


# Asserts PL-20, SP-26, SP-84, SP-85, SP-110, SP-111.
def look(browser, text, language, phone, countries):
    """The own rank, the first ten, ten more; each with name and country, how many predictions and points, a profile and following."""
    browser.go("/help")
    until(browser, "Boolean(document.querySelector('main h1'))")
    browser.go(BOARD)
    until(browser, f"{ROWS}.length", 10)
    until(browser, "document.querySelectorAll('main fh-leaderboard button').length", 0)
    # Whoever is not signed in is led there from following, and back.
    until(browser, "[...new Set([...document.querySelectorAll('main fh-leaderboard a.button')].map(node => `${node.textContent} ${node.getAttribute('href')}`))]",
          [f"{text['follow']} /sign-in?back={BOARD.replace('/', '%2F')}"])
    browser.value("document.querySelector('main fh-leaderboard a.name').click()")
    until(browser, "document.querySelector('main h1')?.textContent", f"Player {LAST}")
    until(browser, "document.querySelector('main p.row a.button')?.textContent", text["follow"])
    until(browser, "document.querySelector('main p.row a.button').getAttribute('href') === `/sign-in?back=${encodeURIComponent(location.pathname)}`")
    sign_in(browser, data, phone, "Player 2")
    browser.go(BOARD)
    until(browser, f"{ROWS}.length", 11)
    until(browser, "document.querySelectorAll('main fh-leaderboard button').length", 10)
    rows = browser.value(ROWS)
    number = lambda value: browser.value(f"new Intl.NumberFormat('{language}').format({value})")
    count = text["predictionCount"].replace("{n}", number(1))
    own = rows[0]
    if own != [number(22), "Player 2", f"{countries[0]} · {count}", number(0), ""]:
        raise Trouble(f"My row is {own}.")
    first = rows[1]
    if first != [number(1), f"Player {LAST}", f"{countries[0]} · {count}", number(5), text["follow"]]:
        raise Trouble(f"The first row is {first}.")
    if [row[0] for row in rows[1:]] != [number(1)] + [number(2)] * 9:
        raise Trouble(f"The ranks are {[row[0] for row in rows]}.")
    picture(browser, pictures, f"{language}-board")
    for count in (21, 24):
        press(browser, text["more"])
        until(browser, f"{ROWS}.length", count)
    if browser.value("[...document.querySelectorAll('main button')].some(node => node.textContent === %s && !node.hidden)" % json.dumps(text["more"])):
        raise Trouble("There is more than all.")
    browser.value("document.querySelectorAll('main fh-leaderboard li')[1].querySelector('button').click()")
    until(browser, "document.querySelectorAll('main fh-leaderboard li')[1].querySelector('button').textContent", text["unfollow"])
    me = ask(browser, "/v1/me", method="GET")["id"]
    followed = [account["name"] for account in ask(browser, f"/v1/people/{me}/following", method="GET")["items"]]
    if followed != [f"Player {LAST}"]:
        raise Trouble(f"Followed are {followed}.")
    browser.value("document.querySelectorAll('main fh-leaderboard li')[1].querySelector('button').click()")
    until(browser, "document.querySelectorAll('main fh-leaderboard li')[1].querySelector('button').textContent", text["follow"])
    browser.value("document.querySelectorAll('main fh-leaderboard li')[1].querySelector('a').click()")
    until(browser, "document.querySelector('main h1')?.textContent", f"Player {LAST}")
    # In the lobby a league has the same board beside what is to predict, with the same profiles behind it.
    browser.go("/soccer-predictions/lobby/en.1")
    until(browser, "[...document.querySelectorAll('main fh-tabs a')].map(node => node.textContent)", [text["upcoming"], text["board"]])
    press(browser, text["board"])
    until(browser, "location.pathname", "/soccer-predictions/lobby/en.1/board")
    until(browser, f"{ROWS}.map(row => row[1])[0]", "Player 2")
    until(browser, f"{ROWS}.length", 11)
    for count in (21, 24):
        press(browser, text["more"])
        until(browser, f"{ROWS}.length", count)
    browser.value("document.querySelectorAll('main fh-leaderboard li')[1].querySelector('a').click()")
    until(browser, "document.querySelector('main h1')?.textContent", f"Player {LAST}")


# Asserts SP-124, SP-136.
def listed(browser, text, language):
    """A group stands in the list with its picture or initials, its name, two members and how many more there are."""
    browser.go("/soccer-predictions/groups")
    more = text["others"].replace("{n}", browser.value(f"new Intl.NumberFormat('{language}').format(1)"))
    # They came at the same moment: any two of the three may be the first.
    pairs = [[f"Player {number}" for number in pair] for pair in itertools.permutations((3, 4, 5), 2)]
    names = browser.value(f"{json.dumps(pairs)}.map(pair => new Intl.ListFormat('{language}').format([...pair, {json.dumps(more)}]))")
    until(browser, f"[...document.querySelectorAll('main fh-list a')].map(node => [node.querySelector('.grow').firstChild.textContent, {json.dumps(names)}.includes(node.querySelector('small').textContent)])", [["Owls", True], ["Zebras", False]])
    until(browser, "document.querySelector('main fh-list a fh-crest')?.innerText.trim()", "OW")
    picture(browser, pictures, f"{language}-groups")
    # Whoever is in more groups than come at once sees all of them, too, here as in the fun games; here one comes at a time.
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source="{ const ask = window.fetch; window.fetch = (path, ...rest) => ask(typeof path === 'string' ? path.replace('area=soccer-predictions&limit=100', 'area=soccer-predictions&limit=1') : path, ...rest); }")["identifier"]
    for page in ("groups", "fun"):
        browser.go(f"/soccer-predictions/{page}")
        until(browser, "[...document.querySelectorAll('main fh-list a .grow')].map(node => node.firstChild.textContent)", ["Owls", "Zebras"])
        until(browser, "performance.getEntriesByType('resource').filter(entry => entry.name.includes('/v1/me/groups?area=soccer-predictions&limit=1')).map(entry => entry.name.includes('&after=')).join()", "false,true")
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


signal.alarm(240)
for language, countries in (("en", ("Germany",)), ("ar", ("ألمانيا",))):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder, address, language)
        try:
            if language == "en":
                season(browser)
            look(browser, words(language), language, "+4915112300002", countries)
            listed(browser, words(language), language)
            if browser.complaints:
                raise Trouble("The browser complains: " + "; ".join(browser.complaints))
        finally:
            browser.end()
print("The leaderboard shows everybody, whom one may follow and look at, in two languages.")
