"""Plays disc golf apart and together on four phones, in English and in Arabic: a game begins without a connection, with guests; its card is passed on
as a QR code, without one either, and is one for all once they are back. Four phones write a card on- and offline while the host is away. Tees, games
by team, pictures, discs, friends' statistics, the course from above. Usage: apart.py ADDRESS DATA [FOLDER], the last for pictures."""
import base64, json, pathlib, re, signal, sys, tempfile, time

from browser import Device, Trouble, ask, choose as put_file, code, fill, fits, picture, png, post, press, sign_in, until
from cards import NARROW, choose, confirm, figure, heads, key, names, offline, phone, shown, texts

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
BASE = "/v1/folf-scoring"
MAIN = "document.getElementById('main').innerText"


def begin(browser, who, number):
    phone(browser)
    browser.go("/")
    until(browser, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(browser, data, number, who)
    browser.go("/folf-scoring")
    until(browser, "Boolean(navigator.serviceWorker.controller)")
    browser.helper = browser.worker()
    browser.within(browser.helper, lambda: browser.call("Network.enable"))
    # The page of courses keeps what a game without a connection needs.
    browser.go("/folf-scoring/new")
    until(browser, "document.querySelectorAll('.course').length > 2")
    for file in ("offline", "card", "meet", "qr", "photos"):
        until(browser, f"caches.match('/plugins/folf-scoring/{file}.js').then(Boolean)")
    until(browser, f"caches.match('{BASE}/me/discs').then(Boolean)")


def start(host, guests, text, course="Harbour"):
    """The lobby of a game in a course, which others come into by its letters."""
    host.go("/folf-scoring/new")
    until(host, "document.querySelectorAll('.course').length > 2")
    host.value(f"[...document.querySelectorAll('.course')].find(node => node.textContent.includes('{course}')).querySelector('.layout').click()")
    until(host, "/^[A-Z]{3}$/.test(document.querySelector('p.code')?.textContent)")
    letters = host.value("document.querySelector('p.code').textContent")
    for guest in guests:
        guest.go("/folf-scoring")
        until(guest, "Boolean(document.querySelector('input.code'))")
        guest.value(f"document.querySelector('input.code').value = '{letters}'")
        press(guest, text["join"])
        until(guest, "Boolean(document.querySelector('p.code')?.textContent)")
    until(host, "document.querySelectorAll('.people .person').length", len(guests) + 1)
    return letters


# Asserts PL-74, FS-10, FS-51, FS-53, FS-54, FS-91, FS-92, FS-93, FS-94, FS-100, FS-179.
def begin_offline(ada, bob, cleo, dan, text, language):
    """Without a connection the courses are those of the last time, by name; a game begins there with a guest, and is kept."""
    order = "[...document.querySelectorAll('.course h2')].map(node => node.textContent.replace(' ★', '')).join()"
    played = ask(ada, f"{BASE}/rounds", {"course": "ridge-loop"})["round"]
    for step in ("start", "finish"):
        post(ada, f"{BASE}/rounds/{played}/{step}", {})
    # What was not played goes by name as people sort, not by the numbers of letters.
    own = ask(ada, f"{BASE}/courses", {"name": "Élan", "layouts": [{"name": "", "holes": [{"number": 1, "par": 3}]}]})["id"]
    ada.go("/folf-scoring/new")
    until(ada, order, "Ridge Loop,Élan,Harbour Park,Old Quarry")
    post(ada, f"{BASE}/courses/{own}", None, "DELETE")
    ada.call("Page.reload")
    until(ada, order, "Ridge Loop,Harbour Park,Old Quarry")
    offline(ada, True)
    ada.call("Page.reload")
    until(ada, order, "Harbour Park,Old Quarry,Ridge Loop")
    ada.value("document.querySelector('.course .layout').click()")
    ada.shows(text["offlineLobby"])
    ada.value("Object.assign(document.getElementById('game'), { value: 'skins' }).dispatchEvent(new Event('change'))")
    ada.shows(text["about.skins"])
    press(ada, text["addGuestPlayer"])
    until(ada, "document.querySelector('fh-dialog dialog').open")
    for name in ("Bob", "Mo"):
        ada.value(f"document.getElementById('guest').value = '{name}'")
        press(ada, text["addAnother"] if name == "Bob" else text["done"])
    until(ada, "document.querySelector('fh-dialog dialog').open", False)
    until(ada, names(ada), "Ada,Bob,Mo")
    picture(ada, pictures, f"{language}-apart-lobby", NARROW)
    press(ada, text["start"])
    until(ada, "document.querySelectorAll('.sheet .cell').length", 27)
    # The letters are those that the host will propose.
    until(ada, heads(ada), "ADA,BOB,MO")
    for value in (3, 4, 5):
        key(ada, value)
    until(ada, shown("Mo", 1), figure(ada, 5))
    until(ada, "document.querySelector('.pill').textContent", text["waiting"].replace("{n}", figure(ada, 3)))
    # The round and three scores are kept on the device.
    until(ada, "import('/queue/queue.js').then(queue => queue.list()).then(list => list.length)", 4)
    ada.call("Page.reload")
    until(ada, "document.querySelectorAll('.sheet .cell').length", 27)
    until(ada, shown("Mo", 1), figure(ada, 5))
    pass_on(ada, bob, text, language)


def pass_on(ada, bob, text, language):
    """Bob's phone has no connection either; it reads Ada's codes, whose text the walk types, for a phone without eyes has no camera."""
    bob.go("/folf-scoring/meet")
    bob.shows(text["meetAbout"])
    offline(bob, True)
    ada.value(f"[...document.querySelectorAll('summary')].find(node => node.textContent === {json.dumps(text['passOn'])}).click()")
    until(ada, "Boolean(document.querySelector('svg.qr'))")
    picture(ada, pictures, f"{language}-apart-code", NARROW)
    seen = []
    while (link := ada.value("document.querySelector('.passed').value")) not in seen:
        seen.append(link)
        if ada.value(f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['nextPart'])})"):
            press(ada, text["nextPart"])
    for at, link in enumerate(seen):
        bob.value(f"document.getElementById('passed').value = {json.dumps(link)}")
        press(bob, text["takeOver"])
        if at + 1 < len(seen):
            bob.shows(text["partsMissing"].replace("{n}", str(len(seen) - at - 1)))
    bob.shows(text["whoAreYou"])
    press(bob, "Bob")
    until(bob, "document.querySelectorAll('.sheet .cell').length", 27)
    until(bob, shown("Mo", 1), figure(bob, 5))
    choose(bob, "Bob", 2)
    key(bob, 2)
    until(bob, shown("Bob", 2), figure(bob, 2))


def holding(browser, addresses):
    """Calls of these addresses do not get through."""
    hold = lambda: browser.call("Network.setBlockedURLs", urls=addresses)
    hold()
    browser.within(browser.helper, hold)


# Asserts PL-74, FS-10, FS-94, FS-95, FS-97, FS-179.
def back_online(ada, bob, cleo, dan, text, language):
    """With a connection it is one card for both, with everything that either has entered; it is ended, corrected, and in both histories."""
    # Ada's phone reaches the host, but nothing of rounds, until Bob's has brought the game there: she sees the end that Bob says all the same.
    holding(ada, ["*/v1/folf-scoring/rounds*"])
    offline(ada, False)
    until(ada, "document.getElementById('offline').textContent", "")
    # So long a page waits before it asks for what happens elsewhere again; the host would let nobody hear of what it does not know.
    time.sleep(4.5)
    offline(bob, False)
    until(bob, "document.querySelector('.pill').textContent", "")
    holding(ada, [])
    until(ada, "document.querySelector('.pill').textContent", "")
    for browser in (ada, bob):
        for player, hole, value in (("Ada", 1, 3), ("Bob", 1, 4), ("Mo", 1, 5), ("Bob", 2, 2)):
            until(browser, shown(player, hole), figure(browser, value))
        until(browser, heads(browser), "ADA,BOB,MO")
    host = bob if bob.value(f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['endRound'])})") else ada
    press(host, text["endRound"])
    confirm(host, text, "endGame")
    ada.shows(text["gameStatistics"])
    press(ada, text["correct"])
    choose(ada, "Mo", 1)
    key(ada, 4)
    until(ada, shown("Mo", 1), figure(ada, 4))
    until(ada, "document.querySelector('.pill').textContent", "")
    for browser in (ada, bob):
        browser.go("/folf-scoring")
        browser.shows("Harbour Park")
        browser.shows("Mo")


# Asserts FS-62, FS-67, FS-68, FS-69, FS-70, FS-71, FS-72, FS-118, FS-133.
def by_picture(ada, bob, cleo, dan, text, shell, language, number):
    """The picture in the lobby says its link. Whoever has no account signs up by mail through it, whoever has one signs in, and is in the lobby."""
    letters = start(ada, [bob], text)
    until(ada, "document.querySelector('img.qr')?.naturalWidth > 0")
    mail = f"dan{number}@example.org"
    dan.go(f"/folf-scoring/join/{letters}")
    until(dan, "location.pathname", "/sign-in")
    press(dan, shell["register"])
    until(dan, "location.pathname", "/register")
    for field, value in [("name", "Dan"), ("email", mail), ("password", "a phrase that nobody knows"), ("passwordConfirmation", "a phrase that nobody knows")]:
        fill(dan, field, value)
    dan.value("document.getElementById('field-acceptsTerms').click()")
    press(dan, shell["register"])
    code(data, mail)
    sent = [json.loads(line) for line in (data / "deliveries.jsonl").read_text().split("\n") if line]
    opened = [message["link"] for message in sent if message["to"] == mail and "link" in message][-1]
    # The picture begins with the host's own address, as the mail's link does.
    link = re.match(r"^https?://[^/]+", opened)[0] + f"/folf-scoring/join/{letters}"
    if not ada.value(f"""Promise.all([fetch(document.querySelector('img.qr').src).then(answer => answer.text()), import('/plugins/folf-scoring/qr.js')]).then(([svg, qr]) => {{
        const side = Number(svg.match(/viewBox="0 0 (\\d+)/)[1]) - 8;
        const seen = Array.from({{ length: side }}, () => Array(side).fill(false));
        for (const [, x, y, width] of svg.matchAll(/M(\\d+) (\\d+)h(\\d+)v1h/g)) for (let at = 0; at < Number(width); at++) seen[y - 4][x - 4 + at] = true;
        return [0, 1, 2, 3, 4, 5, 6, 7].some(mask => JSON.stringify(qr.modules({json.dumps(link)}, mask)) === JSON.stringify(seen));
    }})"""):
        raise Trouble("The picture says something else than the link of the lobby.")
    dan.go(re.sub(r"^https?://[^/]+", "", opened))
    until(dan, "document.querySelector('p.code')?.textContent", letters)
    until(dan, f"[...document.querySelectorAll('main button')].filter(node => node.textContent === {json.dumps(text['askFriend'])}).length", 2)
    post(cleo, "/v1/auth/logout", {})
    cleo.value("localStorage.removeItem('signed-in')")
    cleo.go(f"/folf-scoring/join/{letters}")
    until(cleo, "location.pathname", "/sign-in")
    before = len([1 for line in (data / "deliveries.jsonl").read_text().split("\n") if line and json.loads(line)["to"] == cleo.number])
    fill(cleo, "phone", cleo.number)
    press(cleo, shell["sendCode"])
    fill(cleo, "code", code(data, cleo.number, before))
    press(cleo, shell["confirm"])
    until(cleo, "document.querySelector('p.code')?.textContent", letters)
    for browser in (ada, bob, cleo, dan):
        until(browser, names(browser), "Ada,Bob,Dan,Cleo")


# Asserts SP-13, FS-3, FS-57, FS-111, FS-112, FS-113, FS-116, FS-164, FS-167, FS-179.
def tees(ada, bob, cleo, dan, text, language):
    """The tee button opens the colours that the course has; several games are chosen at once; the letters of a player stand on the card."""
    ada.go("/folf-scoring/settings")
    until(ada, "Boolean(document.getElementById('card-name'))")
    for letters, code, mistake in (("", "required", "Tee name is required."), ("A", "too-short", "Tee name must be at least 2 characters long"), ("ADAS", "too-long", "Tee name must be at most 3 characters long")):
        ada.value(f"document.getElementById('card-name').value = '{letters}'")
        press(ada, text["save"])
        until(ada, "document.getElementById('card-name-mistake').textContent", mistake if language == "en" else text[f"problem.{code}.cardName"])
    began = time.monotonic()
    ada.value("document.getElementById('card-name').value = 'ad'; document.getElementById('tee').value = 'blue'")
    picture(ada, pictures, f"{language}-apart-settings", NARROW)
    press(ada, text["save"])
    until(ada, "location.pathname", "/folf-scoring")
    if time.monotonic() - began > 30:
        raise Trouble("Changing the letters takes too long.")
    start(ada, [bob], text, "Old Quarry")
    ada.value("document.querySelector('.tee-button').click()")
    until(ada, "document.querySelector('.tees')?.closest('dialog')?.open")
    until(ada, "[...document.querySelectorAll('.tees label')].map(node => node.textContent.trim()).join()", f"{text['tee.red']} {text['normalPar']},{text['tee.white']}")
    until(ada, "document.querySelector('.tees input:checked').value", "red")
    picture(ada, pictures, f"{language}-apart-tees", NARROW)
    ada.value("document.querySelector('.tees input[value=white]').click()")
    press(ada, text["save"])
    until(bob, "document.querySelector('.people .tee').className", "tee white")
    ada.value(f"[...document.querySelectorAll('summary')].find(node => node.textContent === {json.dumps(text['moreGames'])}).click()")
    ada.value("Object.assign(document.getElementById('game'), { value: 'match' }).dispatchEvent(new Event('change'))")
    bob.shows(text["about.match"])
    for kind in ("nassau", "stableford"):
        ada.value(f"document.getElementById('game-{kind}').click()")
        until(bob, f"document.getElementById('game-{kind}').checked")
    fits(ada, pictures, f"{language}-apart-games")
    phone(ada)
    confirm(ada, text, "start")
    for browser in (ada, bob):
        until(browser, "document.querySelectorAll('.sheet .cell').length", 18)
        until(browser, heads(browser), "AD,BOB")
    for value in (2, 3):
        key(ada, value)
    for browser in (ada, bob):
        browser.shows(text["game.nassau"])
        browser.shows(text["up"].replace("{name}", "Ada").replace("{n}", figure(browser, 1)).replace("{left}", figure(browser, 17)))
        browser.shows(f"{text['front']}: " + text["up"].replace("{name}", "Ada").replace("{n}", figure(browser, 1)).replace("{left}", figure(browser, 8)))
        browser.shows(f"Ada: {figure(browser, 4)}")
    picture(ada, pictures, f"{language}-apart-standings", NARROW)
    confirm(ada, text, "giveUp")


# Asserts FS-151.
def given(ada, bob, cleo, dan, text, language):
    """With a handicap the card says of each basket what is given there, and at once how many points it has brought."""
    start(ada, [bob], text)
    ada.value("document.querySelector('.tee-button').click()")
    until(ada, "Boolean(document.getElementById('handicap'))")
    ada.value("document.getElementById('handicap').value = '9'")
    press(ada, text["save"])
    until(bob, f"document.querySelector('.tee-button').textContent.includes({json.dumps(text['hcp'].replace('{n}', figure(bob, 9)))})")
    ada.value(f"[...document.querySelectorAll('summary')].find(node => node.textContent === {json.dumps(text['moreGames'])}).click()")
    ada.value("Object.assign(document.getElementById('game'), { value: 'stableford' }).dispatchEvent(new Event('change'))")
    bob.shows(text["about.stableford"])
    ada.value("document.getElementById('net').click()")
    until(bob, "document.getElementById('net').checked")
    confirm(ada, text, "start")
    until(ada, "document.querySelectorAll('.sheet .cell').length", 18)
    ada.shows(text["given"].replace("{n}", figure(ada, 1)))
    # A par with a throw given is a birdie: three points. Without one it is worth two.
    for player, points in (("Ada", 3), ("Bob", 2)):
        choose(ada, player, 1)
        key(ada, 3)
        choose(ada, player, 1)
        until(ada, f"document.querySelector('.card-head .muted').textContent.includes({json.dumps(text['pointsHere'].replace('{n}', figure(ada, points)))})")
    picture(ada, pictures, f"{language}-apart-points", NARROW)
    confirm(ada, text, "giveUp")


# Asserts FS-1, FS-165, FS-166, FS-171, FS-174, FS-175, FS-176.
def quick(ada, bob, cleo, dan, text, language):
    """From the first page to the first throw on the nearest course in five taps, and a hole for four in five; the order of entering can be turned."""
    ada.call("Browser.grantPermissions", origin=address, permissions=["geolocation"])
    ada.call("Emulation.setGeolocationOverride", latitude=64.147, longitude=-21.943, accuracy=5)
    ada.go("/folf-scoring")
    until(ada, "Boolean(document.querySelector('.begin a'))")
    began = time.monotonic()
    press(ada, text["newGame"])
    until(ada, "document.querySelector('[data-order=distance]')?.getAttribute('aria-pressed')", "true")
    until(ada, "document.querySelector('.course h2').textContent.includes('Harbour Park')")
    if time.monotonic() - began > 20:
        raise Trouble("Finding the nearest course takes too long.")
    ada.value("document.querySelector('.course .layout').click()")
    until(ada, "Boolean(document.querySelector('p.code')?.textContent)")
    confirm(ada, text, "start")
    until(ada, "document.querySelectorAll('.sheet .cell').length", 9)
    key(ada, 3)
    until(ada, shown("Ada", 1), figure(ada, 3))
    if time.monotonic() - began > 30:
        raise Trouble("Starting a game takes too long.")
    confirm(ada, text, "giveUp")
    began = time.monotonic()
    start(ada, [bob], text)
    if time.monotonic() - began > 30:
        raise Trouble("Joining takes too long.")
    for name in ("Mo", "Zoe"):
        ada.value(f"document.getElementById('guest').value = '{name}'")
        press(ada, text["addGuest"])
        until(ada, f"{names(ada)}.includes('{name}')")
    confirm(ada, text, "start")
    until(ada, "document.querySelectorAll('.sheet .cell').length", 36)
    began = time.monotonic()
    for value in (3, 2, 4, 3):
        key(ada, value)
    until(ada, shown("Zoe", 1), figure(ada, 3))
    until(ada, "document.querySelector('.sheet .now strong').textContent", figure(ada, 2))
    if time.monotonic() - began > 20:
        raise Trouble("A hole takes too long.")
    turn = "document.querySelector('.keypad .key:last-child')"
    until(ada, f"{turn}.title", text["orderHelp"])
    ada.value(f"{turn}.click()")
    for value in (3, 4):
        key(ada, value)
    until(ada, shown("Ada", 3), figure(ada, 4))
    until(ada, "document.querySelector('.sheet .now strong').textContent", figure(ada, 4))
    ada.value(f"{turn}.click()")
    # The names stay in sight while the holes go by.
    ada.value("document.querySelectorAll('.sheet .line')[8].scrollIntoView({ block: 'start' })")
    if not ada.value("(() => { const box = document.querySelector('.sheet .heads').getBoundingClientRect(); return box.top >= -1 && box.bottom <= innerHeight; })()"):
        raise Trouble("The names are out of sight.")


# Asserts PL-74, PL-75, FS-20, FS-85, FS-172.
def four(ada, bob, cleo, dan, text, language):
    """Four phones write a card on- and offline. The host's phone is away: the others go on, and it has everything when it is back."""
    letters = start(ada, [bob, cleo, dan], text)
    confirm(ada, text, "start")
    for browser in (ada, bob, cleo, dan):
        until(browser, "document.querySelectorAll('.sheet .cell').length", 36)
    people = {"Ada": ada, "Bob": bob, "Cleo": cleo, "Dan": dan}
    offline(ada, True)
    choose(ada, "Ada", 1)
    key(ada, 2)
    come = 0
    for hole in (1, 2, 3):
        for player, value in (("Bob", 3), ("Cleo", 4), ("Dan", 2)):
            choose(people[player], player, hole)
            key(people[player], value)
            for browser in (bob, cleo, dan):
                until(browser, shown(player, hole), figure(browser, value))
                come += 1
    if come != 27:
        raise Trouble("Not all scores came at once.")
    if ada.value(shown("Bob", 1)) != "–":
        raise Trouble("The host's phone is not away.")
    ada.shows(text["waiting"].replace("{n}", figure(ada, 1)))
    picture(ada, pictures, f"{language}-apart-away", NARROW)
    # Two of them are away in turn, and enter the same and something else.
    offline(bob, True)
    choose(bob, "Dan", 4)
    key(bob, 5)
    choose(cleo, "Dan", 4)
    key(cleo, 5)
    choose(cleo, "Ada", 1)
    key(cleo, 3)
    offline(ada, False)
    offline(bob, False)
    for browser in people.values():
        until(browser, shown("Dan", 4), figure(browser, 5))
        until(browser, shown("Ada", 1), f"{figure(browser, 2)} | {figure(browser, 3)}")
        for hole in (1, 2, 3):
            until(browser, shown("Dan", hole), figure(browser, 2))
        until(browser, "document.querySelector('.pill').textContent", "")
    fits(dan, pictures, f"{language}-apart-four")
    phone(dan)
    dan.value("document.querySelectorAll('.dispute button')[0].click()")
    for browser in people.values():
        until(browser, shown("Ada", 1), figure(browser, 2))
        until(browser, "document.querySelectorAll('.dispute').length", 0)


# Asserts FS-3, FS-4, FS-140, FS-152, FS-153, FS-155.
def noted(ada, bob, cleo, dan, text, language):
    """Discs and pictures of a round: in the bag, on the card and in the statistics; the picture is there for the others."""
    ada.go("/folf-scoring/discs")
    ada.shows(text["noDiscs"])
    for name in ("Arrow", "Anvil"):
        until(ada, "Boolean(document.getElementById('disc-name'))")
        ada.value(f"document.getElementById('disc-name').value = '{name}'")
        press(ada, text["addDisc"])
        until(ada, f"{MAIN}.includes('{name}')")
    fits(ada, pictures, f"{language}-apart-discs")
    phone(ada)
    start(ada, [bob], text)
    confirm(ada, text, "start")
    until(ada, "document.querySelectorAll('.sheet .cell').length", 18)
    key(ada, 3)
    choose(ada, "Ada", 1)
    ada.value(f"[...document.querySelectorAll('summary')].find(node => node.textContent === {json.dumps(text['moreOfHole'])}).click()")
    until(ada, "document.querySelectorAll('#extra-disc option').length", 2)
    # One disc after another, one of them twice, without a connection; the one before the last is taken off again. What is chosen on the way is not thrown.
    thrown = "[...document.querySelectorAll('.thrown li bdi')].map(node => node.textContent).join()"
    offline(ada, True)
    for disc, list_ in (("1", "Arrow"), ("2", "Arrow,Anvil"), ("2", "Arrow,Anvil,Anvil"), ("1", "Arrow,Anvil,Anvil,Arrow")):
        for chosen in (str(3 - int(disc)), disc):
            ada.value(f"Object.assign(document.getElementById('extra-disc'), {{ value: '{chosen}' }}).dispatchEvent(new Event('change'))")
        ada.value("document.getElementById('extra-disc-add').focus()")
        press(ada, text["addDisc"])
        until(ada, thrown, list_)
        until(ada, "document.activeElement.id", "extra-disc-add")
    ada.value("(button => { button.focus(); button.click(); })(document.querySelectorAll('.thrown li button')[2])")
    until(ada, thrown, "Arrow,Anvil,Arrow")
    until(ada, "document.activeElement.id", "extra-disc")
    offline(ada, False)
    ada.value("Object.assign(document.getElementById('extra-putts'), { value: '1' }).dispatchEvent(new Event('change'))")
    until(ada, "document.getElementById('extra-putts').value", "1")
    until(ada, "document.querySelector('.pill').textContent", "")
    ada.value(f"[...document.querySelectorAll('summary')].find(node => node.textContent === {json.dumps(text['photos'])}).click()")
    put_file(ada, "photo", png(64, 48))
    for browser in (ada, bob):
        until(browser, "document.querySelector('.photos img')?.naturalWidth", 64)
    picture(ada, pictures, f"{language}-apart-noted", NARROW)
    for hole in range(2, 10):
        choose(ada, "Ada", hole)
        key(ada, 3)
    until(ada, "document.querySelector('.pill').textContent", "")
    press(ada, text["endRound"])
    confirm(ada, text, "endGame")
    ada.shows(text["gameStatistics"])
    for browser in (ada, bob):
        until(browser, "document.querySelector('.photos img')?.naturalWidth", 64)
    ada.go("/folf-scoring/statistics")
    ada.shows(text["discsUsed"])
    ada.shows("Arrow")
    ada.shows(text["thrownTimes"].replace("{n}", figure(ada, 2)).replace("{holes}", figure(ada, 1)))
    until(ada, "[...document.querySelectorAll('select#layout option')].some(node => node.textContent.includes('Harbour'))")
    ada.value("(() => { const field = document.getElementById('layout'); field.value = [...field.options].find(node => node.textContent.includes('Harbour')).value; field.dispatchEvent(new Event('change')); })()")
    until(ada, "document.querySelector('#layout ~ div tbody tr td:last-child')?.textContent", ada.value("new Intl.ListFormat(navigator.language, { type: 'unit' }).format(['Arrow', 'Anvil', 'Arrow'])"))


# Asserts PL-37, FS-3, FS-110, FS-114, FS-143, FS-144, FS-152, FS-192.
def friends(ada, bob, cleo, dan, text, language):
    """Friends see how each other plays, and nobody else does."""
    ids = {who: browser.value("fetch('/v1/me').then(answer => answer.json()).then(me => me.id)") for who, browser in (("ada", ada), ("bob", bob), ("cleo", cleo))}
    post(ada, f"/v1/me/friends/{ids['bob']}", {}, "PUT")
    post(bob, f"/v1/me/friends/{ids['ada']}", {}, "PUT")
    bob.go(f"/people/{ids['ada']}")
    bob.shows("Arrow")
    bob.shows(text["scores"])
    bob.shows("Harbour Park")
    # Of all rounds that are over those among the five latest are shown first.
    for _ in range(5):
        played = ask(ada, f"{BASE}/rounds", {"course": "ridge-loop"})["round"]
        for step in ("start", "finish"):
            post(ada, f"{BASE}/rounds/{played}/{step}", {})
    bob.go(f"/people/{ids['ada']}")
    bob.shows("Arrow")
    rounds = ask(bob, f"{BASE}/people/{ids['ada']}/rounds?limit=100", method="GET")["items"]
    over = [sum(item["state"] == "finished" for item in some) for some in (rounds[:5], rounds)]
    if over[0] == over[1]:
        raise Trouble("Ada has too few rounds.")
    list_ = "[...document.querySelectorAll('.entries')].find(node => node.textContent.includes('Harbour Park') || node.textContent.includes('Ridge Loop'))"
    until(bob, f"{list_}?.children.length", over[0])
    until(bob, f"{list_}.nextElementSibling.textContent", text["more"])
    bob.value(f"{list_}.nextElementSibling.click()")
    until(bob, f"{list_}.children.length", over[1])
    until(bob, f"{list_}.nextElementSibling.hidden")
    fits(bob, pictures, f"{language}-apart-person")
    phone(bob)
    ada.go(f"/people/{ids['bob']}")
    ada.shows(text["scores"])
    cleo.go(f"/people/{ids['ada']}")
    until(cleo, "Boolean(document.getElementById('main')?.innerText)")
    cleo.shows("Ada")
    if "Arrow" in cleo.value(MAIN):
        raise Trouble("Somebody who is no friend sees the bag.")
    ada.go("/folf-scoring/statistics")
    for key_ in ("company", "months", "trend", "everybody"):
        ada.shows(text[key_])
    fits(ada, pictures, f"{language}-apart-statistics")
    phone(ada)


# Asserts FS-2, FS-122, FS-135, FS-136, FS-137, FS-154, FS-187, FS-188, FS-189, FS-192.
def course(ada, bob, cleo, dan, text, language):
    """A course from above with where I am, its tees, tips and what players should know; it is marked, and stands on the first page. The rules in the app."""
    ada.call("Emulation.setGeolocationOverride", latitude=64.147, longitude=-21.942, accuracy=5)
    ada.go("/folf-scoring/new")
    until(ada, "document.querySelectorAll('.course').length > 2")
    ada.value("[...document.querySelectorAll('.course h2 a')].find(node => node.textContent === 'Harbour Park').click()")
    until(ada, "document.querySelectorAll('svg.map .basket').length >= 9")
    press(ada, text["whereAmI"])
    until(ada, "Boolean(document.querySelector('svg.map .here'))")
    fits(ada, pictures, f"{language}-apart-course")
    phone(ada)
    ada.value("[...document.querySelectorAll('main button')].find(node => node.textContent.includes('☆')).click()")
    until(ada, "[...document.querySelectorAll('main button')].some(node => node.textContent.includes('★') && node.getAttribute('aria-pressed') === 'true')")
    ada.go("/folf-scoring/course/old-quarry")
    ada.shows(f"{text['par']} {text['tee.white']}")
    ada.shows("Sand pads")
    ada.shows(text["basketsOf"].replace("{type}", "Two rows of chains"))
    ada.shows("An old quarry with steep walls.")
    # The first hole: par and length from the red tee and from the white one.
    until(ada, "[...document.querySelector('main table tbody tr').cells].map(node => node.textContent).join()", ",".join(figure(ada, value) for value in (1, 3, 85, 4, 121)))
    ada.value(f"[...document.querySelectorAll('summary')].find(node => node.textContent === {json.dumps(text['tips'])}).click()")
    ada.shows("uphill")
    ada.go("/folf-scoring/settings")
    until(ada, "Boolean(document.getElementById('shortcut-rules'))")
    ada.value("document.getElementById('shortcut-rules').click(); document.getElementById('shortcut-join').click()")
    press(ada, text["save"])
    until(ada, "location.pathname", "/folf-scoring")
    until(ada, "Boolean(document.querySelector('.shortcut a')) && !document.querySelector('input.code')")
    ada.shows("★ Harbour Park")
    press(ada, "★ Harbour Park")
    until(ada, "Boolean(document.querySelector('p.code')?.textContent)")
    confirm(ada, text, "cancel")
    # Whoever wants none of them has none.
    for again in (False, True):
        ada.go("/folf-scoring/settings")
        until(ada, "Boolean(document.getElementById('shortcut-rules'))")
        if not again:
            ada.value("while (document.querySelector('[id^=shortcut-]:checked')) document.querySelector('[id^=shortcut-]:checked').click()")
        until(ada, "document.querySelectorAll('[id^=shortcut-]:checked').length", 0)
        press(ada, text["save"])
        until(ada, "location.pathname", "/folf-scoring")
        until(ada, "Boolean(document.querySelector('.begin a')) && !document.querySelector('.shortcut, input.code')")
    ada.go("/folf-scoring/rules")
    ada.shows(text["rule.outOfBounds"])
    ada.shows(text["about.wolf"])
    until(ada, "[...document.querySelectorAll('main a')].some(node => node.href.startsWith('https://www.pdga.com/rules/'))")
    fits(ada, pictures, f"{language}-apart-rules")
    phone(ada)
    press(ada, text["guidesAndNews"])
    until(ada, "location.pathname", "/help")


signal.alarm(560)
for number, language in enumerate(("en", "ar"), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browsers = [Device(f"{folder}/{who}", address, language) for who in ("ada", "bob", "cleo", "dan")]
        ada, bob, cleo, dan = browsers
        shell = json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text())
        try:
            for browser, who, first in zip(browsers, ("Ada", "Bob", "Cleo"), ("+49152600010", "+49152700010", "+49152800010")):
                begin(browser, who, f"{first}{number}")
            cleo.number = f"+49152800010{number}"
            phone(dan)
            text = texts(language)
            begin_offline(*browsers, text, language)
            back_online(*browsers, text, language)
            by_picture(*browsers, text, shell, language, number)
            for part in (tees, given, quick, four, noted, friends, course):
                part(*browsers, text, language)
            expected = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "422", "404", "409", "401", "403")
            complaints = [line for browser in browsers for line in browser.complaints if not any(part in line for part in expected)]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("Four phones play disc golf apart and together in two languages.")
