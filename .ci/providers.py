"""Signs up and in through an identity provider in the web app, in English and in Arabic: a new person agrees to the terms on the way back and
goes on where it began, a known one is in at once, and a provider that says no leads to the ways in. The provider is a program of the tests.
Usage: providers.py FIELDHOUSE DATA."""
import json, os, pathlib, signal, socket, sqlite3, subprocess, sys, tempfile, time, urllib.request

from browser import Browser, Trouble, ask, press, sign_out, skip_personal_info, until
from own_host import Host

fieldhouse, data = sys.argv[1], pathlib.Path(sys.argv[2])
TITLE = "The club"
REGISTERED = "fetch('/v1/me').then(answer => answer.status === 200 ? answer.json().then(me => me.kind) : answer.status)"


def texts(language):
    return json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text())


def control(provider, **changes):
    body = json.dumps(changes).encode()
    urllib.request.urlopen(urllib.request.Request(f"{provider}/control", body, {"Content-Type": "application/json"})).read()


def depart(browser, words, path="/sign-in"):
    browser.go(path)
    press(browser, words["continueWith"].replace("{title}", TITLE))


# Where somebody new began: at the inbox, and at the discs that a player of disc golf throws.
BEGUN = {"en": "/inbox", "ar": "/folf-scoring/discs"}


# Asserts PL-10, PL-19, FS-149, FS-192.
def arrive(browser, words, provider, language):
    """Somebody new came for the inbox, or to play disc golf: the terms and the personal info are asked for, and signing up leads there."""
    control(provider, reset=True, secret="client-secret", subject=f"person-{language}", name="Ada Lovelace", email=f"ada.{language}@example.org", email_verified=True)
    browser.go(BEGUN[language])
    until(browser, "location.pathname", "/sign-in")
    press(browser, words["continueWith"].replace("{title}", TITLE))
    until(browser, "location.pathname + location.search", "/sign-in/club")
    until(browser, "Boolean(document.getElementById('field-acceptsTerms'))")
    press(browser, words["confirm"])
    until(browser, "[...document.querySelectorAll('main .error')].some(node => !node.hidden && node.textContent)")
    if (found := browser.value(REGISTERED)) not in (401, "guest"):
        raise Trouble(f"Without the terms there is an account: {found}.")
    browser.value("document.getElementById('field-acceptsTerms').click()")
    press(browser, words["confirm"])
    skip_personal_info(browser, words["skipStep"])
    until(browser, "location.pathname", BEGUN[language])
    until(browser, REGISTERED, "user")
    me = ask(browser, "/v1/me", method="GET")
    if me["name"] != "Ada Lovelace":
        raise Trouble(f"The account is called {me['name']}.")
    return me["id"]


# Asserts PL-19.
def again(browser, words, provider, person):
    """The next time one is in at once, as the same person; a provider that says no tells so, and leads back."""
    sign_out(browser)
    until(browser, REGISTERED, 401)
    control(provider, authorize="access_denied")
    depart(browser, words)
    until(browser, "location.pathname", "/sign-in/club")
    until(browser, "Boolean(document.querySelector('main p.error[role=alert]')?.textContent)")
    until(browser, REGISTERED, 401)
    control(provider, authorize=None)
    press(browser, words["signIn"])
    until(browser, "location.pathname", "/sign-in")
    press(browser, words["continueWith"].replace("{title}", TITLE))
    until(browser, "location.pathname", "/")
    until(browser, REGISTERED, "user")
    if (found := ask(browser, "/v1/me", method="GET")["id"]) != person:
        raise Trouble(f"It is somebody else: {found}.")


CONSENT = "fetch('/v1/content/usage/consent').then(answer => answer.json()).then(consent => Boolean(consent.agreedAt))"


def visited(browser, paths):
    for path in paths:
        browser.go(path)
        until(browser, "document.getElementById('main').getAttribute('aria-busy') === null && Boolean(document.querySelector('main h1'))", True)


def untracked(browser, name, value, paths):
    """Opens pages in a browser that says its owner is not to be tracked."""
    said = browser.call("Page.addScriptToEvaluateOnNewDocument", source=f"Object.defineProperty(navigator, '{name}', {{ value: {value}, configurable: true }})")
    visited(browser, paths)
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=said["identifier"])


def counts(data):
    """The pages that were counted so far."""
    with sqlite3.connect(f"file:{data}/host.sqlite?mode=ro", uri=True) as store:
        return dict(store.execute("select page, sum(number) from usage_pages group by page"))


# Asserts PL-87, WC-78.
def counted(browser, words, data):
    """Nobody is counted who has not agreed in the settings, nor whose browser says that one is not to be tracked; who agrees is, and takes it back there."""
    before = counts(data)
    visited(browser, ("/soccer-predictions", "/settings"))
    until(browser, "document.getElementById('usage')?.checked", False)
    untracked(browser, "globalPrivacyControl", "true", ("/help", "/settings"))
    until(browser, "document.getElementById('usage')?.disabled", True)
    browser.shows(words["usage.refused"])
    if browser.value(CONSENT) or counts(data) != before:
        raise Trouble("Somebody is counted who has not agreed.")
    visited(browser, ("/settings",))
    until(browser, "document.getElementById('usage')?.disabled", False)
    browser.value("document.getElementById('usage').click()")
    browser.shows(words["usage.on"])
    until(browser, CONSENT, True)
    for path in ("/", "/folf-scoring/discs", "/soccer-predictions/leagues/en.1", "/inbox"):
        visited(browser, (path,))
        page = path.removesuffix("/en.1")
        for _ in range(100):
            found = {page for page, number in counts(data).items() if number > before.get(page, 0)}
            if page in found:
                break
            time.sleep(0.1)
        else:
            raise Trouble(f"Counted were {found}.")
    if any("en.1" in page for page in found) or browser.value("performance.getEntriesByType('resource').filter(entry => !entry.name.startsWith(location.origin)).length"):
        raise Trouble("What a page is about is counted, or others are told.")
    # Who is not to be tracked any more is not counted, whatever was agreed to.
    before = counts(data)
    untracked(browser, "doNotTrack", "'1'", ("/inbox",))
    if counts(data) != before:
        raise Trouble("Somebody is counted who is not to be tracked.")
    visited(browser, ("/settings",))
    until(browser, "document.getElementById('usage')?.checked", True)
    browser.value("document.getElementById('usage').click()")
    browser.shows(words["usage.off"])
    until(browser, CONSENT, False)


# Asserts PL-87, WC-78.
def reported(operator):
    """The console shows how far people come, as a picture and in tables, and hides the few."""
    operator.go("/console")
    operator.value(f"sessionStorage.setItem('console-token', {json.dumps(os.environ['FIELDHOUSE_CONSOLE_TOKEN'])})")
    operator.go("/console")
    until(operator, "document.querySelectorAll('#usage h3').length", 6)
    rows = operator.value("[...document.querySelector('#usage table').rows].slice(1).map(row => [row.cells[0].textContent, row.cells[1].textContent])")
    few = "fewer than 5"
    if rows != [["Opened the app", few], ["Signed up", few], ["Chose a favourite", few], ["Joined a group", few], ["Entered something", few]]:
        raise Trouble(f"The console shows {rows}.")
    if operator.value("[...document.querySelectorAll('#usage svg rect title')].map(node => node.textContent).filter(Boolean).length") < 1:
        raise Trouble("Nothing is plotted.")


signal.alarm(200)
program = subprocess.Popen([sys.executable, "Tests/Support/openid.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
provider = f"http://127.0.0.1:{int(program.stdout.readline())}/club"
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
data.mkdir(parents=True, exist_ok=True)
secret = (data / "client.secret").resolve()
secret.write_text("client-secret\n")
secret.chmod(0o600)
host = Host(fieldhouse, data / "data")
host.address = f"http://127.0.0.1:{port}"
os.environ["FIELDHOUSE_PUBLIC_URL"] = host.address
os.environ["FIELDHOUSE_PAGE_TRACKING"] = "on"
os.environ["FIELDHOUSE_IDENTITY_PROVIDERS"] = json.dumps([{"id": "club", "title": TITLE, "issuer": provider, "clientId": "fieldhouse", "clientSecretFile": str(secret)}])
host.start()
try:
    for language in ("en", "ar"):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            browser = Browser(profile, host.address, language)
            try:
                again(browser, texts(language), provider, arrive(browser, texts(language), provider, language))
                counted(browser, texts(language), host.data)
                if language == "ar":
                    reported(browser)
                expected = ("401", "403", "409", "422")
                if complaints := [line for line in browser.complaints if not any(status in line for status in expected)]:
                    raise Trouble("The browser complains: " + "; ".join(complaints))
            finally:
                browser.end()
finally:
    host.stop()
    program.stdin.close()
    program.wait()
print("People come in through an identity provider, in two languages.")
