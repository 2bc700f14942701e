"""Looks at the web app while its host is away, as somebody who is signed in: reloaded pages show what they showed last, and say
so; everything goes on by itself when the host is back. Usage: offline.py FIELDHOUSE DATA [FOLDER], the last for pictures of
what was seen."""
import json, os, pathlib, shutil, signal, sys, tempfile

from browser import Browser, Trouble, picture, sign_in, sign_out, until
from own_host import Host

fieldhouse, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None

# The words of each language: the page that was open, its name and the notice.
WORDS = {
    "en": ("English Premier League", "Match tracker", "You are offline. What you see may be old.", "This was not opened on this device before."),
    "ar": ("English Premier League", "متابعة المباريات", "أنت غير متصل. قد يكون ما تراه قديمًا.", "لم يُفتح هذا على هذا الجهاز من قبل."),
}


NOTICE = "document.getElementById('offline')?.textContent"
ACCOUNT = "document.getElementById('account').innerText"
KEPT = "caches.keys().then(names => names.filter(name => name.startsWith('fieldhouse-answers')).length)"


RELEASE = "import('/dom.js').then(dom => dom.asset('/app.js').match(/^[/]assets[/]([^/]+)[/]/)?.[1])"
KEPT_RELEASE = "caches.match('/release').then(answer => answer?.text())"


# Asserts PL-85.
def renew(browser, host, web):
    """A new release is taken at the next load, all of it is kept, and without a connection the app opens with it, pages too that nobody has opened yet."""
    browser.go("/")
    until(browser, "Boolean(document.querySelector('main h1'))")
    before = browser.value(RELEASE)
    until(browser, KEPT_RELEASE, f"/assets/{before}")
    host.stop()
    script = web / "help/pages.js"
    script.write_text(script.read_text() + "\nexport const release = 2;\n")
    host.start()
    # A page of the old release goes on with what there is now.
    if browser.value(f"fetch('/assets/{before}/help/pages.js', {{ cache: 'reload' }}).then(async answer => [answer.headers.get('cache-control'), (await answer.text()).includes('release = 2')])") != ["no-cache", True]:
        raise Trouble("A page of the old release finds no file.")
    browser.go("/")
    until(browser, "Boolean(document.querySelector('main h1'))")
    after = browser.value(RELEASE)
    if not before or not after or before == after:
        raise Trouble(f"The release is {after} after {before}.")
    until(browser, KEPT_RELEASE, f"/assets/{after}")
    host.stop()
    browser.go("/settings")
    until(browser, "document.querySelectorAll('#theme option').length", 3)
    if browser.value("import('/help/pages.js').then(pages => pages.release)") != 2 or browser.value(RELEASE) != after:
        raise Trouble("Without a connection the old release is shown.")
    host.start()


# Asserts PL-89.
def warned(browser, language):
    """Above everything, and with a connection or without one, a host that is for tests says so."""
    words = json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text())["environment.staging"]
    until(browser, "document.getElementById('environment')?.textContent", words)
    if not browser.value("(node => node.checkVisibility() && node.role === 'note' && node.getBoundingClientRect().bottom <= document.querySelector('header').getBoundingClientRect().top)(document.getElementById('environment'))"):
        raise Trouble("What the host is for is not said above everything.")


class Losing(Browser):
    """A browser that loses what it asks for: so many times yet, without a word that it has no connection."""
    losses = 0

    def note(self, message):
        super().note(message)
        if message.get("method") != "Fetch.requestPaused":
            return
        self.losses -= 1
        answer = {"requestId": message["params"]["requestId"], **({"errorReason": "ConnectionReset"} if self.losses >= 0 else {})}
        method = "Fetch.failRequest" if self.losses >= 0 else "Fetch.continueRequest"
        os.write(self.output, json.dumps({"id": next(self.numbers), "method": method, "params": answer, "sessionId": self.session}).encode() + b"\0")

    def lose(self, losses, *paths):
        self.losses = losses
        self.call("Fetch.enable", patterns=[{"urlPattern": f"*{path}"} for path in paths])


# Asserts PL-85.
def lost(browser):
    """What the connection loses on the way to a page, be it a script, its words or what it reads, comes by itself; a script that is missing is told."""
    shown = lambda: until(browser, "document.querySelector('main h1')?.textContent", "Match tracker")
    away = lambda: (browser.go("/"), until(browser, "Boolean(document.querySelector('main a[href^=\"/soccer-predictions\"]'))"))
    script, host = "/plugins/soccer-predictions/main.js*", "/v1/app"
    # Nothing is kept by the browser that would hide a loss.
    browser.call("Network.setBypassServiceWorker", bypass=True)
    browser.call("Network.setCacheDisabled", cacheDisabled=True)
    for losses, paths in ((1, [script]), (2, [script, host]), (1, ["/v1/app/texts/soccer-predictions"]), (1, ["/v1/soccer-predictions/leagues*"])):
        away()
        browser.value("caches.keys().then(names => Promise.all(names.map(name => caches.delete(name)))).then(() => null)")
        browser.lose(losses, *paths)
        browser.value("document.querySelector('main a[href^=\"/soccer-predictions\"]').click()")
        shown()
        if browser.losses >= 0:
            raise Trouble(f"{paths} was not asked for.")
        browser.call("Fetch.disable")
    away()
    browser.lose(1000, script)
    browser.value("document.querySelector('main a[href^=\"/soccer-predictions\"]').click()")
    browser.shows("That did not work")
    if browser.losses != 998:
        raise Trouble(f"A script that is missing was asked for {1000 - browser.losses} times.")
    browser.call("Fetch.disable")
    away()
    browser.value("document.querySelector('main a[href^=\"/soccer-predictions\"]').click()")
    shown()


def look(browser, host, language, phone):
    league, title, offline, missing = WORDS[language]
    browser.go("/")
    until(browser, "Boolean(document.getElementById('account')?.innerText)")
    warned(browser, language)
    sign_in(browser, data, phone, "Ada")
    browser.go("/soccer-predictions")
    browser.shows(league)
    browser.shows(title)
    until(browser, "caches.match('/plugins/soccer-predictions/main.js').then(Boolean)")
    until(browser, "caches.match('/dom.js').then(Boolean)")
    host.stop()
    browser.go("/soccer-predictions")
    browser.shows(league)
    browser.shows(title)
    until(browser, NOTICE, offline)
    warned(browser, language)
    if "Ada" not in browser.value(ACCOUNT):
        raise Trouble("Nobody is signed in any more.")
    picture(browser, pictures, f"{language}-kept")
    # A page that nobody has opened, and what is still to be drawn comes by itself.
    browser.go("/soccer-predictions/leagues/en.1")
    browser.shows(missing)
    picture(browser, pictures, f"{language}-missing")
    if browser.value("document.documentElement.dir") != ("rtl" if language == "ar" else "ltr"):
        raise Trouble("The page runs the wrong way.")
    host.start()
    browser.shows("–")
    until(browser, NOTICE, "")
    picture(browser, pictures, f"{language}-back")
    # A page that was drawn of what was kept is drawn anew.
    host.stop()
    browser.go("/soccer-predictions")
    browser.shows(league)
    until(browser, NOTICE, offline)
    browser.value("document.querySelector('main h1').textContent = 'old'")
    host.start()
    until(browser, NOTICE, "")
    browser.shows(title)
    if "Ada" not in browser.value(ACCOUNT):
        raise Trouble("Nobody is signed in any more.")
    # Whoever signs out without a connection leaves nothing behind, and the session ends with the next one.
    host.stop()
    sign_out(browser)
    until(browser, NOTICE, offline)
    until(browser, KEPT, 0)
    host.start()
    until(browser, NOTICE, "")
    until(browser, "fetch('/v1/me').then(answer => answer.status)", 401)
    if browser.value("localStorage.getItem('signed-in')"):
        raise Trouble("Somebody is signed in.")


signal.alarm(400)
# Its files change under way, and it is for tests.
web = data.with_name(data.name + "-web")
shutil.copytree(pathlib.Path(fieldhouse).parent / "web", web)
host = Host(fieldhouse, data, "--web", web, "--environment", "staging")
host.start()
try:
    for number, language in enumerate(WORDS):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            browser = Browser(profile, host.address, language)
            try:
                look(browser, host, language, f"+4915112345{number:03}")
                if number == 0:
                    renew(browser, host, web)
            finally:
                browser.end()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Losing(profile, host.address)
        try:
            lost(browser)
        finally:
            browser.end()
finally:
    host.stop()
print("Without its host the app shows what it showed last, and goes on by itself, in two languages; a new release is taken at the next load.")
