"""Plays disc golf in the web app on two phones, in English and in Arabic: one opens a game, the other joins by its letters, both write the
same card, one of them without a connection for a while; what they entered differently is shown to both until one decides. Usage: folf.py
ADDRESS DATA [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, ask, fits, picture, post, press, sign_in, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
BASE, NARROW = "/v1/folf-scoring", 390


def texts(language):
    return json.loads(pathlib.Path(f"Plugins/FolfScoring/strings/{language}.json").read_text())


def begin(browser, who, phone):
    browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
    browser.go("/")
    until(browser, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(browser, data, phone, who)
    browser.go("/folf-scoring")


def confirm(browser, text, label):
    """Presses a button that asks first."""
    press(browser, text[label])
    press(browser, text["yes"])


def cell(player, hole):
    return f"""[...document.querySelectorAll('.sheet .cell')].find(node => node.getAttribute('aria-label').startsWith({json.dumps(f"{player}")}) && node.getAttribute('aria-label').match(/\\d+/)[0] === '{hole}')"""


def shown(player, hole):
    return f"{cell(player, hole)}?.textContent"


def figure(browser, value):
    """A number as the page writes it."""
    return browser.value(f"new Intl.NumberFormat(document.documentElement.lang).format({value})")


def key(browser, value):
    """Presses a key of the card's own keypad."""
    browser.value(f"document.querySelectorAll('.keypad .key')[{value - 1}].click()")


def choose(browser, player, hole):
    until(browser, f"Boolean({cell(player, hole)})")
    browser.value(f"{cell(player, hole)}.click()")
    until(browser, f"{cell(player, hole)}.getAttribute('aria-pressed')", "true")


def offline(browser, isOff):
    through = 0 if isOff else -1
    browser.call("Network.emulateNetworkConditions", offline=isOff, latency=0, downloadThroughput=through, uploadThroughput=through)


# Asserts FS-51, FS-57, FS-58, FS-61, FS-64, FS-98, FS-184, FS-191.
def meet(ada, bob, text, language):
    """Ada opens a game in three presses, Bob joins by its letters, a guest is written down, and both are taken to the card."""
    ada.shows(text["noHistory"])
    if language == "en" and text["noHistory"] != "No statistics yet. Start playing!":
        raise Trouble("The sentence is another one than was asked for.")
    picture(ada, pictures, f"{language}-folf-start", NARROW)
    press(ada, text["newGame"])
    until(ada, "document.querySelector('main details.card summary')?.textContent", text["playUnspecified"])
    until(ada, "document.querySelector('main details.card, main .course').matches('details')")
    names = "[...document.querySelectorAll('.course h2')].map(node => node.textContent).join()"
    until(ada, names, "Harbour Park,Old Quarry,Ridge Loop")
    fits(ada, pictures, f"{language}-folf-courses")
    ada.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
    ada.value("document.querySelectorAll('.course')[1].querySelector('button').click()")
    until(ada, "/^[A-Z]{3}$/.test(document.querySelector('p.code')?.textContent)")
    code = ada.value("document.querySelector('p.code').textContent")
    until(bob, "Boolean(document.querySelector('input.code'))")
    bob.value("document.querySelector('input.code').value = '7'")
    press(bob, text["join"])
    until(bob, "document.getElementById('code-mistake').textContent", "Game code must be 3 characters long")
    bob.value(f"document.querySelector('input.code').value = {json.dumps(code.lower())}")
    press(bob, text["join"])
    until(ada, "[...document.getElementById('game').options].map(option => option.value).join()", "stroke,skins,match,nassau,stableford")
    ada.value("document.getElementById('guest').value = 'Mo'")
    until(ada, "document.querySelectorAll('.people .person').length", 2)
    if ada.value("document.getElementById('guest').value") != "Mo":
        raise Trouble("What was being written is gone when somebody joins.")
    press(ada, text["addGuest"])
    for browser in (ada, bob):
        until(browser, "[...document.querySelectorAll('.people bdi')].map(node => node.textContent).join()", "Ada,Bob,Mo")
        until(browser, "document.querySelectorAll('.people .badge').length", 1)
    if bob.value(f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['start'])})"):
        raise Trouble("Not the host alone may start.")
    fits(ada, pictures, f"{language}-folf-lobby")
    ada.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
    press(ada, text["start"])
    for browser in (ada, bob):
        until(browser, "document.querySelectorAll('.sheet .cell').length", 27)


# Asserts FS-13, FS-14, FS-17, FS-18, FS-19, FS-20, FS-21, FS-22, FS-30, FS-76, FS-79, FS-83, FS-87, FS-94, FS-177.
def play(ada, bob, text, language):
    """Both write the same card; what one enters the other sees at once, and what was entered without a connection when it is back."""
    for value in (3, 2, 4):
        key(ada, value)
    for player, value in (("Ada", 3), ("Bob", 2), ("Mo", 4)):
        until(bob, shown(player, 1), figure(bob, value))
    until(ada, "document.querySelector('.sheet .now strong').textContent", figure(ada, 2))
    if ada.value("document.querySelectorAll('main input, main textarea').length"):
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
    ada.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
    ada.value("document.querySelectorAll('.dispute button')[1].click()")
    for browser in (ada, bob):
        until(browser, shown("Ada", 2), figure(ada, 4))
        until(browser, "document.querySelectorAll('.dispute').length", 0)
    press(ada, text["back"])
    until(ada, f"Boolean({cell('Mo', 18)})")
    press(ada, text["front"])


def today(ada, bob, text, language):
    """The page of today leads back to the round that somebody is in."""
    bob.go("/")
    bob.shows("Old Quarry")
    picture(bob, pictures, f"{language}-folf-today", NARROW)
    press(bob, text["openCard"])
    until(bob, "document.querySelectorAll('.sheet .cell').length", 27)


# Asserts FS-15, FS-84, FS-115, FS-185.
def end(ada, bob, text, language):
    """The end is asked for, comes to all, and the round stands in the history of both."""
    for hole in range(3, 10):
        for number, player in enumerate(("Ada", "Bob", "Mo")):
            choose(ada, player, hole)
            key(ada, 2 + (hole + number) % 3)
    until(bob, f"Boolean({cell('Mo', 9)}) && {shown('Mo', 9)} !== '–'")
    until(ada, "document.querySelector('.pill').textContent", "")
    picture(ada, pictures, f"{language}-folf-card", NARROW)
    press(ada, text["endGame"])
    ada.shows(text["endQuestion"])
    if language == "en" and text["endQuestion"] != "Are you sure you want to end the game? This will end the game for all players.":
        raise Trouble("The question is another one than was asked for.")
    press(ada, text["yes"])
    for browser in (ada, bob):
        browser.shows(text["finished"])
    press(bob, text["sign"])
    ada.shows(text["signed"])
    for browser in (ada, bob):
        browser.go("/folf-scoring")
        browser.shows("Old Quarry")
        browser.shows("Mo")
    picture(ada, pictures, f"{language}-folf-history", NARROW)
    press(ada, text["statistics"])
    ada.shows(text["record"])
    fits(ada, pictures, f"{language}-folf-statistics")
    ada.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)


signal.alarm(300)
for number, language in enumerate(("en", "ar"), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        browsers = [Browser(folder, address, language) for folder in (one, two)]
        try:
            for browser, who, phone in zip(browsers, ("Ada", "Bob"), ("+49151600010", "+49151700010")):
                begin(browser, who, f"{phone}{number}")
            for part in (meet, play, today, end):
                part(*browsers, texts(language), language)
            if browsers[0].value("document.documentElement.dir") != ("rtl" if language == "ar" else "ltr"):
                raise Trouble("The page runs the wrong way.")
            # What is asked for without a connection, and letters that lead nowhere, are told of, as they should be.
            complaints = [line for browser in browsers for line in browser.complaints if "ERR_INTERNET_DISCONNECTED" not in line and "422" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("Two phones write the card of one game in two languages.")
