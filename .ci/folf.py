"""Plays disc golf in the web app on three phones, in English and in Arabic, beside the people of the demo: one opens a game, another joins by its
letters, a third one by its link; all write the same card, one of them without a connection for a while; what they entered differently is
shown to all until one decides. They play another round, end the game, correct it, and a guest's row becomes somebody's own; and they play a
tournament.
Usage: folf.py ADDRESS DATA [FOLDER], the last for pictures."""
import json, pathlib, re, signal, subprocess, sys, tempfile, urllib.request

from browser import Device, Trouble, ask, code, fill, fits, picture, post, press, sign_in, skip_personal_info, until
from cards import NARROW, asleep, cell, choose, confirm, figure, heads, key, names, offline, phone, shown, texts
from cups import tournament
from rounds import alone, invite, own_tee

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
BASE = "/v1/folf-scoring"


def begin(browser, who, number):
    browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
    browser.go("/")
    until(browser, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(browser, data, number, who)
    browser.go("/folf-scoring")
    # What is entered may be sent by the worker, too.
    until(browser, "Boolean(navigator.serviceWorker.controller)")
    browser.helper = browser.worker()
    browser.within(browser.helper, lambda: browser.call("Network.enable"))


# Asserts FS-51, FS-56.
def stranger(cleo, text):
    """Who is not signed in is asked to sign in before choosing a course."""
    cleo.go("/folf-scoring")
    cleo.shows(text["signInToPlay"])
    cleo.go("/folf-scoring/new")
    until(cleo, "location.pathname + location.search", "/sign-in?back=%2Ffolf-scoring%2Fnew")


# Asserts PL-72, FS-24, FS-51, FS-52, FS-53, FS-100, FS-127, FS-145, FS-188.
def courses(ada, text, language):
    """Courses by name, by distance on a tap, and at once for whoever has allowed that before; and how many play there now."""
    order = "[...document.querySelectorAll('.course h2')].map(node => node.textContent).join()"
    until(ada, order, "Harbour Park,Old Quarry,Ridge Loop")
    until(ada, f"[...document.querySelectorAll('.course')].map(node => node.innerText.includes({json.dumps(text['playingNow'].replace('{n}', figure(ada, 2)))})).join()", "true,false,false")
    # It is said why first; who does not want it goes on without.
    ada.call("Browser.setPermission", origin=address, permission={"name": "geolocation"}, setting="prompt")
    ada.value("window.asks = 0; Object.defineProperty(navigator.geolocation, 'getCurrentPosition', { configurable: true, value: () => { asks += 1; } })")
    for choice, asks in (("button.leave", 0), ("button[value=yes]", 1)):
        press(ada, text["byDistance"])
        until(ada, "document.querySelector('dialog[open] p')?.textContent", text["whyPlace.near"])
        if ada.value("asks"):
            raise Trouble("The place is asked for before it is said why.")
        ada.value(f"document.querySelector('dialog[open] {choice}').click()")
        until(ada, "asks", asks)
        until(ada, order, "Harbour Park,Old Quarry,Ridge Loop")
    ada.value("delete navigator.geolocation.getCurrentPosition")
    ada.call("Browser.grantPermissions", origin=address, permissions=["geolocation"])
    ada.call("Emulation.setGeolocationOverride", latitude=64.07, longitude=-21.85, accuracy=5)
    press(ada, text["byDistance"])
    until(ada, order, "Ridge Loop,Old Quarry,Harbour Park")
    press(ada, text["byName"])
    until(ada, order, "Harbour Park,Old Quarry,Ridge Loop")
    ada.call("Page.reload")
    until(ada, order, "Ridge Loop,Old Quarry,Harbour Park")
    until(ada, "document.querySelector('[data-order=distance]').getAttribute('aria-pressed')", "true")
    picture(ada, pictures, f"{language}-folf-nearby", NARROW)
    press(ada, text["byName"])
    until(ada, order, "Harbour Park,Old Quarry,Ridge Loop")


# Asserts PL-75, FS-183, FS-57, FS-58, FS-60, FS-61, FS-63, FS-64, FS-69, FS-70, FS-98, FS-103, FS-108, FS-118, FS-126, FS-180, FS-184, FS-191.
def meet(ada, bob, cleo, text, shell, language):
    """Ada opens a game in four presses, Bob joins by its letters, Cleo by its link and leaves again, a guest is written down, and all are taken to
    the card."""
    ada.shows(text["noHistory"])
    if language == "en" and text["noHistory"] != "No statistics yet. Start playing!":
        raise Trouble("The sentence is another one than was asked for.")
    picture(ada, pictures, f"{language}-folf-start", NARROW)
    press(ada, text["newGame"])
    until(ada, "document.querySelector('main details.card summary')?.textContent", text["playUnspecified"])
    until(ada, "document.querySelector('main details.card, main .course').matches('details')")
    courses(ada, text, language)
    fits(ada, pictures, f"{language}-folf-courses")
    phone(ada)
    ada.value("document.querySelectorAll('.course')[1].querySelector('button').click()")
    until(ada, "/^[A-Z]{3}$/.test(document.querySelector('p.code')?.textContent)")
    letters = ada.value("document.querySelector('p.code').textContent")
    until(ada, "document.querySelector('img.qr')?.naturalWidth > 0")
    until(bob, "Boolean(document.querySelector('input.code'))")
    press(bob, text["join"])
    until(bob, "document.getElementById('code-mistake').textContent", "Game code is required" if language == "en" else text["problem.required.code"])
    bob.value("document.querySelector('input.code').value = 'zzz'")
    press(bob, text["join"])
    until(bob, "document.getElementById('code-mistake').textContent", "No game found with the lobby code ZZZ.")
    bob.value("document.querySelector('input.code').value = '7'")
    press(bob, text["join"])
    until(bob, "document.getElementById('code-mistake').textContent", "Game code must be 3 characters long" if language == "en" else text["problem.pattern.code"])
    bob.value(f"document.querySelector('input.code').value = {json.dumps(letters.lower())}")
    press(bob, text["join"])
    until(ada, "[...document.getElementById('game').options].map(option => option.value).join()", "stroke,skins,match,nassau,stableford,modified,wolf,bingo-bango-bongo,birdie-or-die,aggregate,sudden-death")
    ada.value("document.getElementById('guest').value = 'Mo'")
    until(ada, "document.querySelectorAll('.people .person').length", 2)
    if ada.value("document.getElementById('guest').value") != "Mo":
        raise Trouble("What was being written is gone when somebody joins.")
    # Whoever is away for a moment sees afterwards who has come.
    offline(bob, True)
    press(ada, text["addGuest"])
    until(ada, names(ada), "Ada,Bob,Mo")
    offline(bob, False)
    until(bob, names(bob), "Ada,Bob,Mo")
    # What is handed out is what leads there.
    ada.value("navigator.clipboard.writeText = async given => { window.copied = given }")
    press(ada, shell["copyLink"])
    until(ada, "new URL(window.copied ?? '/', location.origin).pathname", f"/folf-scoring/join/{letters}")
    link = ada.value("new URL(copied).pathname + new URL(copied).search")
    as_guest(cleo, link, letters, text, shell)
    by_link(cleo, link, letters, shell, language)
    for browser in (ada, bob):
        until(browser, f"{names(browser)}.startsWith('Ada,Bob,Mo,')")
    confirm(cleo, text, "leave")
    until(cleo, "location.pathname", "/folf-scoring")
    for browser in (ada, bob):
        until(browser, names(browser), "Ada,Bob,Mo")
    unwanted(ada, bob, cleo, letters, text)
    befriend(ada, bob, text)
    for browser in (ada, bob):
        until(browser, "[...document.querySelectorAll('.people bdi')].map(node => node.textContent).join()", "Ada,Bob,Mo")
        until(browser, "document.querySelectorAll('.people .badge').length", 1)
        # The crown stands beside the host alone.
        until(browser, "[...document.querySelectorAll('.people .person')].filter(node => node.textContent.includes('♛')).map(node => node.querySelector('bdi').textContent).join()", "Ada")
    for label in ("start", "cancel", "remove"):
        if bob.value(f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text[label])})"):
            raise Trouble(f"Not the host alone has the button to {label}.")
    ada.value("Object.assign(document.getElementById('game'), { value: 'skins' }).dispatchEvent(new Event('change'))")
    bob.shows(text["about.skins"])
    letters_of(ada, text)
    fits(ada, pictures, f"{language}-folf-lobby")
    phone(ada)
    press(ada, text["start"])
    ada.shows(text["startQuestion"])
    # Bob's screen is off when the game starts; he is on the card once it is on again.
    asleep(bob, True)
    press(ada, text["yes"])
    until(ada, "document.querySelectorAll('.sheet .cell').length", 27)
    asleep(bob, False)
    until(bob, "document.querySelectorAll('.sheet .cell').length", 27)
    for browser in (ada, bob):
        until(browser, heads(browser), "ADA,BOB,GMO")
    late(cleo, letters, text)


# Asserts FS-179.
def letters_of(ada, text):
    """In the lobby everybody has letters for the head of the card, which may be others; a page proposes the same as the host."""
    field = "document.querySelector('dialog[open] #card-name')"
    ada.value("document.querySelectorAll('.people .tee-button')[2].click()")
    until(ada, f"{field}?.value", "MO")
    ada.value(f"{field}.value = 'gmo'")
    press(ada, text["save"])
    until(ada, "document.querySelectorAll('dialog[open]').length", 0)
    until(ada, f"fetch('{BASE}/rounds/' + location.pathname.split('/').pop(), {{ headers: {{ 'x-fieldhouse-session': 'cookie' }} }}).then(answer => answer.json()).then(round => round.players[2].cardName)", "GMO")
    table = re.search(r'= #"""\n(.*?)\n *"""#', pathlib.Path("Tests/FolfScoringTests/Rules/CardNameTests.swift").read_text(), re.S)[1]
    lines = [[part.strip() for part in line.split("|")] for line in table.splitlines()]
    proposed = ada.value(f"""import("/plugins/folf-scoring/letters.js").then(({{ proposed }}) =>
        {json.dumps(lines)}.map(([name, seat, taken]) => proposed(name, Number(seat), taken.split(" "))))""")
    if proposed != [line[3] for line in lines]:
        raise Trouble(f"The page proposes {proposed}.")


# Asserts FS-61, FS-184.
def unwanted(ada, bob, cleo, letters, text):
    """Cleo comes again by the letters, and the host removes her: she is led out of the lobby."""
    until(cleo, "Boolean(document.querySelector('input.code'))")
    cleo.value(f"document.querySelector('input.code').value = {json.dumps(letters)}")
    press(cleo, text["join"])
    for browser in (ada, bob, cleo):
        until(browser, f"{names(browser)}.startsWith('Ada,Bob,Mo,')")
    ada.value(f"[...[...document.querySelectorAll('.people .person')].at(-1).querySelectorAll('button')].find(node => node.textContent === {json.dumps(text['remove'])}).click()")
    ada.shows(text["removeQuestion"])
    press(ada, text["yes"])
    for browser in (ada, bob):
        until(browser, names(browser), "Ada,Bob,Mo")
    # Her page leaves by itself, and says why.
    cleo.shows(text["notInGame"])
    until(cleo, "location.pathname", "/folf-scoring")


def by_link(cleo, link, letters, shell, language):
    """The link asks whoever is not signed in to do so – to sign up, the first time – and leads on to the lobby."""
    number = cleo.number
    cleo.go(link)
    until(cleo, "location.pathname", "/sign-in")
    fill(cleo, "phone", number)
    press(cleo, shell["sendCode"])
    cleo.shows(shell["codeSent"])
    fill(cleo, "code", code(data, number))
    press(cleo, shell["confirm"])
    until(cleo, "Boolean(document.getElementById('field-acceptsTerms'))")
    cleo.value("document.getElementById('field-acceptsTerms').click()")
    press(cleo, shell["confirm"])
    skip_personal_info(cleo, shell["skipStep"])
    until(cleo, "document.querySelector('p.code')?.textContent", letters)
    post(cleo, "/v1/me", {"name": "Cleo"}, "PATCH")


# Asserts FS-64.
def as_guest(cleo, link, letters, text, shell):
    """Nobody joins without a session: the link leads to the sign-in. Whoever skips that is in the lobby as a guest, and leaves it again."""
    cleo.go(link)
    until(cleo, "location.pathname", "/sign-in")
    until(cleo, "fetch('/v1/folf-scoring/rounds/join', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ code: '" + letters + "' }) }).then(answer => answer.status)", 401)
    press(cleo, shell["skip"])
    until(cleo, "document.querySelector('p.code')?.textContent", letters)
    confirm(cleo, text, "leave")
    until(cleo, "location.pathname", "/folf-scoring")
    # A guest has nothing to sign out of; the phone is another one's from here on.
    cleo.call("Network.clearBrowserCookies")
    until(cleo, "fetch('/v1/me').then(answer => answer.status)", 401)


# Asserts PL-37, FS-108, FS-126.
def befriend(ada, bob, text):
    """A request from the lobby, which the other accepts there."""
    press(ada, text["askFriend"])
    ada.shows(text["friendRequested"])
    bob.call("Page.reload")
    press(bob, text["acceptFriend"])
    bob.shows(text["friendIs"])
    if [friend["account"]["name"] for friend in ask(ada, "/v1/me/friends?state=friends", method="GET")["items"]] != ["Bob"]:
        raise Trouble("They are no friends.")
    ada.call("Page.reload")
    ada.shows(text["friendIs"])


# Asserts FS-65, FS-181, FS-182.
def late(cleo, letters, text):
    """The letters of a game that has started, in the field and in a link."""
    until(cleo, "Boolean(document.querySelector('input.code'))")
    cleo.value(f"document.querySelector('input.code').value = {json.dumps(letters)}")
    press(cleo, text["join"])
    told = f"A game with the lobby code {letters} was found but has already started."
    until(cleo, "document.getElementById('code-mistake').textContent", told)
    cleo.go(f"/folf-scoring/join/{letters}")
    cleo.shows(told)
    press(cleo, text["toStart"])


# Asserts PL-75, FS-13, FS-14, FS-17, FS-18, FS-19, FS-20, FS-21, FS-22, FS-30, FS-76, FS-74, FS-79, FS-83, FS-87, FS-94, FS-116, FS-177, FS-186.
def play(ada, bob, cleo, text, shell, language):
    """Both write the same card; what one enters the other sees at once, and what was entered without a connection when it is back."""
    for value in (3, 2, 4):
        key(ada, value)
    for player, value in (("Ada", 3), ("Bob", 2), ("Mo", 4)):
        until(bob, shown(player, 1), figure(bob, value))
    until(ada, "document.querySelector('.sheet .now strong').textContent", figure(ada, 2))
    until(bob, "[...document.querySelectorAll('.sheet .totals')][0].textContent.includes(document.querySelector('.sheet .totals strong').textContent)")
    until(bob, "[...document.querySelectorAll('.sheet .totals strong')].map(node => node.textContent).join()", ",".join(figure(bob, value) for value in (3, 2, 4) * 2))
    bob.shows(text["game.skins"])
    until(bob, f"document.getElementById('main').innerText.includes('Bob: ' + {json.dumps(figure(bob, 1))})")
    # The key that takes a score back, and the one for more than nine.
    choose(ada, "Mo", 1)
    until(ada, "[...document.querySelectorAll('.keypad .key')][10].innerText.split('\\n').filter(Boolean).join(' ')", f"{figure(ada, 0)} {text['clear']}")
    ada.value("[...document.querySelectorAll('.keypad .key')][10].click()")
    until(bob, shown("Mo", 1), "–")
    choose(ada, "Mo", 1)
    key(ada, 9)
    choose(ada, "Mo", 1)
    ada.value("[...document.querySelectorAll('.keypad .key')][9].click()")
    until(bob, shown("Mo", 1), figure(bob, 10))
    # Who does not finish has no place, until that is taken back.
    row = "[...document.querySelectorAll('.people .person')].find(node => node.querySelector('.rank') && node.querySelector('bdi').textContent === 'Mo')"
    for place in ("–", figure(bob, 3)):
        ada.value(f"[...{row}.querySelectorAll('button')].find(node => node.textContent === {json.dumps(text['dnf'])}).click()")
        until(bob, f"{row}.querySelector('.rank').textContent", place)
        until(bob, f"document.querySelectorAll('.sheet .heads .sum')[2].textContent === {json.dumps(text['dnf'])}", place == "–")
    choose(ada, "Ada", 2)
    if ada.value("document.querySelectorAll('main input:not([type=file]), main textarea').length"):
        raise Trouble("The card has a field that opens the keyboard of the device.")
    offline(bob, True)
    choose(bob, "Ada", 2)
    key(bob, 4)
    key(bob, 3)
    until(bob, shown("Ada", 2), figure(bob, 4))
    until(bob, "document.querySelector('.pill').textContent", text["waiting"].replace("{n}", figure(bob, 2)))
    picture(bob, pictures, f"{language}-folf-offline", NARROW)
    choose(ada, "Ada", 2)
    key(ada, 3)
    until(ada, shown("Ada", 2), figure(ada, 3))
    if ada.value(shown("Bob", 2)) != "–":
        raise Trouble("What has no connection has come.")
    choose(bob, "Mo", 3)
    offline(bob, False)
    for browser in (ada, bob):
        until(browser, shown("Ada", 2), f"{figure(ada, 3)} | {figure(ada, 4)}")
        until(browser, shown("Bob", 2), figure(ada, 3))
        until(browser, "document.querySelectorAll('.dispute').length", 1)
    if bob.value(f"{cell('Mo', 3)}.getAttribute('aria-pressed')") != "true":
        raise Trouble("What comes from others takes the chosen cell away.")
    fits(ada, pictures, f"{language}-folf-dispute")
    phone(ada)
    # A phone that sleeps shows what came meanwhile once it is taken out again.
    asleep(bob, True)
    ada.value("document.querySelectorAll('.dispute button')[1].click()")
    until(ada, shown("Ada", 2), figure(ada, 4))
    asleep(bob, False)
    for browser in (ada, bob):
        until(browser, shown("Ada", 2), figure(ada, 4))
        until(browser, "document.querySelectorAll('.dispute').length", 0)
    press(ada, text["back"])
    until(ada, f"Boolean({cell('Mo', 18)})")
    if ada.value(f"Boolean({cell('Mo', 9)})"):
        raise Trouble("The first nine holes are still there.")
    press(ada, text["front"])
    until(ada, f"Boolean({cell('Mo', 9)}) && !{cell('Mo', 18)}")


# Asserts FS-182.
def today(ada, bob, cleo, text, shell, language):
    """The page of today leads back to the round that somebody is in, and so do its letters."""
    round_ = ada.value("location.pathname.split('/').pop()")
    letters = ask(ada, f"{BASE}/rounds/{round_}", method="GET")["code"]
    bob.go("/folf-scoring")
    until(bob, "Boolean(document.querySelector('input.code'))")
    bob.value(f"document.querySelector('input.code').value = '{letters}'")
    press(bob, text["join"])
    until(bob, "document.querySelectorAll('.sheet .cell').length", 27)
    bob.go("/")
    bob.shows("Old Quarry")
    picture(bob, pictures, f"{language}-folf-today", NARROW)
    press(bob, text["openCard"])
    until(bob, "document.querySelectorAll('.sheet .cell').length", 27)


# Asserts FS-183.
def missed(ada, bob, text):
    """Whose screen was off when the game ended, and whom nothing tells of it since, sees it when the app is in front again."""
    offline(bob, True)
    bob.call("Network.setBlockedURLs", urls=["*/v1/live*"])
    press(ada, text["yes"])
    ada.shows(text["gameStatistics"])
    offline(bob, False)
    bob.value("window.asked = []; (real => { window.fetch = (...all) => { asked.push(String(all[0]?.url ?? all[0])); return real(...all); } })(window.fetch)")
    round_ = bob.value("location.pathname.split('/').pop()")
    bob.value("document.dispatchEvent(new Event('visibilitychange'))")
    until(bob, f"asked.some(path => path.endsWith('/rounds/{round_}'))")
    bob.shows(text["gameStatistics"])
    bob.call("Network.setBlockedURLs", urls=[])


# Asserts FS-12, FS-15, FS-75, FS-77, FS-78, FS-81, FS-84, FS-86, FS-89, FS-90, FS-115, FS-141, FS-185.
def end(ada, bob, cleo, text, shell, language):
    """The host alone is asked for another round or the end; it comes to all, can be corrected, and stands in the history of both."""
    bob.shows(text["hostEnds"].replace("{name}", "Ada"))
    if bob.value(f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['endRound'])})"):
        raise Trouble("Not the host alone ends the round.")
    for hole in range(3, 10):
        for number, player in enumerate(("Ada", "Bob", "Mo")):
            choose(ada, player, hole)
            key(ada, 2 + (hole + number) % 3)
    until(bob, f"Boolean({cell('Mo', 9)}) && {shown('Mo', 9)} !== '–'")
    until(ada, "document.querySelector('.pill').textContent", "")
    picture(ada, pictures, f"{language}-folf-card", NARROW)
    press(ada, text["endRound"])
    press(ada, text["anotherReversed"])
    for browser in (ada, bob):
        browser.shows(text["roundsTogether"].replace("{n}", figure(browser, 2)))
        until(browser, "document.querySelector('.sheet .hole strong').textContent", figure(browser, 18))
        until(browser, "[...document.querySelectorAll('.sheet .cell')].every(node => node.textContent === '–')")
    before = ada.value("document.querySelector('main .card:not(.sheet) .people .end').textContent")
    choose(ada, "Ada", 18)
    key(ada, 4)
    until(ada, f"document.querySelector('main .card:not(.sheet) .people .end').textContent !== {json.dumps(before)}")
    until(bob, shown("Ada", 18), figure(bob, 4))
    press(ada, text["endRound"])
    picture(ada, pictures, f"{language}-folf-another", NARROW)
    press(ada, text["endGame"])
    ada.shows(text["endQuestion"])
    if language == "en" and text["endQuestion"] != "Are you sure you want to end the game? This will end the game for all players.":
        raise Trouble("The question is another one than was asked for.")
    missed(ada, bob, text)
    for browser in (ada, bob):
        browser.shows(text["gameStatistics"])
        browser.shows(text["rounds"])
    fits(ada, pictures, f"{language}-folf-summary")
    phone(ada)
    show(ada, cleo, text, language)
    press(bob, text["correct"])
    press(bob, text["sign"])
    press(ada, text["correct"])
    ada.shows(text["signed"])
    choose(ada, "Mo", 18)
    key(ada, 3)
    until(bob, shown("Mo", 18), figure(bob, 3))
    claim(ada, cleo, text, language)
    press(ada, text["toStart"])
    for browser in (ada, bob):
        browser.go("/folf-scoring")
        browser.shows("Old Quarry")
        browser.shows("Cleo")
        until(browser, "document.querySelectorAll('main .entry').length", 2)
    # The score of the second round stands there: a par for Ada, nothing for Bob.
    ada.shows(f"{text['even']} ({figure(ada, 4)})")
    picture(ada, pictures, f"{language}-folf-history", NARROW)
    for browser in (bob, ada):
        press(browser, text["statistics"])
        browser.shows(text["record"])
    fits(ada, pictures, f"{language}-folf-statistics")
    phone(ada)


# Asserts PL-42, FS-148.
def show(ada, cleo, text, language):
    """Ada shares her score: a message for other places with a link, behind which everybody sees it hole by hole, and nobody's name; until she does no
    more."""
    ada.value("""navigator.share = data => { window.shared = data; return Promise.resolve(); };
        navigator.canShare = given => given.files.every(file => file.type === "image/png")""")
    press(ada, text["shareScore"])
    ada.shows(text["seeShared"])
    ada.value("[...document.querySelectorAll('main section.card')].find(node => node.querySelector('h2')?.textContent === %s).querySelector('p.row button').click()" % json.dumps(text["shareScore"]))
    until(ada, "Boolean(window.shared?.url)")
    # One throw above nothing but the four of the first hole: a par.
    if text["even"] not in ada.value("shared.text") or "/folf-scoring/shared/" not in ada.value("shared.url"):
        raise Trouble(f"What is shared is {ada.value('shared')}.")
    until(ada, "shared.files?.map(file => [file.type, file.size > 8000].join(' ')).join()", "image/png true")
    page = ada.value("new URL(shared.url).pathname")
    # Other places show the picture of the link: that of the score, with the name of this place at its foot.
    with urllib.request.urlopen(ada.value("shared.url")) as answer:
        head = answer.read().decode()
    card = re.search(r'property="og:image" content="([^"]+)"', head)[1].replace("&amp;", "&")
    with urllib.request.urlopen(address + re.sub(r"^https?://[^/]+", "", card)) as answer:
        if answer.headers["content-type"] != "image/png" or len(answer.read()) < 8000:
            raise Trouble("The link of a score has no picture.")
    cleo.go(page)
    until(cleo, "document.querySelector('.shared-score')?.textContent", text["even"])
    until(cleo, "document.querySelectorAll('.scorecard .even .throws').length", 1)
    if "Ada" in cleo.value("document.getElementById('main').innerText"):
        raise Trouble("The page of a score names somebody.")
    fits(cleo, pictures, f"{language}-folf-shared")
    phone(cleo)
    press(ada, text["shareNoMore"])
    ada.shows(text["shareScoreAbout"])
    cleo.go(f"{page}?again")
    cleo.shows(text["sharedGone"])


# Asserts FS-96, FS-97.
def claim(ada, cleo, text, language):
    """What was written down for a guest becomes the own row of whoever has the link."""
    press(ada, text["handOn"])
    until(ada, "document.querySelector('.asking img.qr')?.naturalWidth > 0")
    ada.shows(text["claimHelp"])
    picture(ada, pictures, f"{language}-folf-claim", NARROW)
    round_ = ada.value("location.pathname.split('/').pop()")
    guest = next(player for player in ask(ada, f"{BASE}/rounds/{round_}", method="GET")["players"] if player["name"] == "Mo")
    made = ask(ada, f"{BASE}/rounds/{round_}/players/{guest['id']}/claim", {})
    cleo.go(f"/folf-scoring/claim/{made['claim']}")
    cleo.shows("Old Quarry")
    press(cleo, text["claimYes"])
    cleo.shows(text["gameStatistics"])
    cleo.go("/folf-scoring")
    cleo.shows("Old Quarry")


signal.alarm(420)
subprocess.run([".ci/demo", data, address, "once"], check=True, stdout=subprocess.DEVNULL)
for number, language in enumerate(("en", "ar"), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browsers = [Device(f"{folder}/{who}", address, language) for who in ("ada", "bob", "cleo")]
        ada, bob, cleo = browsers
        shell = json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text())
        try:
            stranger(cleo, texts(language))
            cleo.number = f"+49151800310{number}"
            for browser, who, phone_number in zip(browsers, ("Ada", "Bob"), ("+49151600010", "+49151700010")):
                begin(browser, who, f"{phone_number}{number}")
            for part in (meet, play, today, end, invite, alone, tournament, own_tee):
                part(*browsers, texts(language), shell, language)
            if ada.value("document.documentElement.dir") != ("rtl" if language == "ar" else "ltr"):
                raise Trouble("The page runs the wrong way.")
            # What is asked for without a connection, and what leads nowhere, is told of, as it should be.
            expected = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_BLOCKED_BY_CLIENT", "422", "404", "409", "401")
            complaints = [line for browser in browsers for line in browser.complaints if not any(part in line for part in expected)]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("Three phones write the card of one game in two languages.")
