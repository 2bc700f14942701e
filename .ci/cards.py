"""What people do on a card of disc golf, for the walk through it."""
import json, pathlib

from browser import press, until

NARROW = 390


def texts(language):
    return json.loads(pathlib.Path(f"Plugins/FolfScoring/strings/{language}.json").read_text())


def phone(browser):
    browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)


def confirm(browser, text, label):
    """Presses a button that asks first."""
    press(browser, text[label])
    press(browser, text["yes"])


def cell(player, hole):
    return f"""[...document.querySelectorAll('.sheet .cell')].find(node => node.getAttribute('aria-label').startsWith({json.dumps(f"{player}")}) && node.getAttribute('aria-label').match(/\\d+/)[0] === '{hole}')"""


def shown(player, hole):
    return f"{cell(player, hole)}?.textContent"


def heads(browser):
    """The letters of the players on the head of the card."""
    return "[...document.querySelectorAll('.sheet .who')].map(node => node.textContent).join()"


def figure(browser, value):
    """A number as the page writes it."""
    return browser.value(f"new Intl.NumberFormat(navigator.language).format({value})")


def key(browser, value):
    """Presses a key of the card's own keypad."""
    browser.value(f"document.querySelectorAll('.keypad .key')[{value - 1}].click()")


def choose(browser, player, hole):
    until(browser, f"Boolean({cell(player, hole)})")
    browser.value(f"{cell(player, hole)}.click()")
    until(browser, f"{cell(player, hole)}.getAttribute('aria-pressed')", "true")


def offline(browser, isOff):
    through = 0 if isOff else -1
    emulate = lambda: browser.call("Network.emulateNetworkConditions", offline=isOff, latency=0, downloadThroughput=through, uploadThroughput=through)
    emulate()
    browser.within(browser.helper, emulate)


def asleep(browser, isAsleep):
    """The phone is put away: nothing of the page runs, and its connections are gone; then it is taken out again."""
    if isAsleep:
        offline(browser, True)
    browser.call("Page.setWebLifecycleState", state="frozen" if isAsleep else "active")
    if not isAsleep:
        offline(browser, False)
        # Without a screen nothing comes into sight by itself.
        browser.call("Emulation.setFocusEmulationEnabled", enabled=True)


def names(browser):
    return "[...document.querySelectorAll('.people bdi')].filter(node => !node.closest('fh-dialog')).map(node => node.textContent).join()"
