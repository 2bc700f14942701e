"""Walks through the page of today, in English and in Arabic: what the place offers to whoever is not signed in, what needs somebody, what is
live and what is new, where nothing is, and what is shown of it without a connection. Usage: today.py ADDRESS DATA [FOLDER], the last for
pictures."""
import base64, json, math, pathlib, signal, sys, tempfile, time

from browser import Browser, Trouble, ask, fits, post, sign_in, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
BASE = "/v1/soccer-predictions"
# What the first page may weigh, with everything it asks for.
MOST = 150_000


def texts(language):
    shell, soccer = ({**json.loads(pathlib.Path(f"{folder}/strings/{language}.json").read_text())} for folder in ("Core/Web", "Plugins/SoccerPredictions"))
    return shell, soccer


def looks(browser, name):
    """The page fits a phone and the narrowest there is, and pictures of it are kept: phone, dark, desktop."""
    fits(browser, pictures, f"{name}-phone")
    for label, width, height, scheme in (("narrow", 320, 700, "light"), ("dark", 390, 844, "dark"), ("desktop", 1280, 800, "light"), ("desktop-dark", 1280, 800, "dark")):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700)
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        if (wide := browser.value("document.documentElement.scrollWidth")) > width:
            raise Trouble(f"{name} is {wide} pixels wide on {width}.")
        if pictures:
            pictures.mkdir(parents=True, exist_ok=True)
            shot = browser.call("Page.captureScreenshot", format="png")["data"]
            (pictures / f"{name}-{label}.png").write_bytes(base64.b64decode(shot))
    read_well(browser, name)
    browser.call("Emulation.setEmulatedMedia", features=[])
    browser.call("Emulation.clearDeviceMetricsOverride")


def read_well(browser, name):
    """What is written in the accent of a game is read in the light and in the dark (WCAG 2.2, 1.4.3)."""
    for scheme in ("light", "dark"):
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        found = browser.value("""import("/colours.js").then(({ contrast }) => {
            const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
            const parts = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
            return [...document.querySelectorAll("main .accented")].map(node => {
                const probe = name => { const part = document.createElement("i"); part.style.color = `var(${name})`; node.append(part); const found = getComputedStyle(part).color; part.remove(); return parts(found); };
                const [brand, tint, ground, card, on] = ["--brand", "--tint", "--ground", "--card", "--on-brand"].map(probe);
                return Math.min(...[tint, ground, card, on].map(other => contrast(brand, other)));
            });
        })""")
        if not found or min(found) < 4.5:
            raise Trouble(f"{name} has accents that are not read in the {scheme}: {found}.")


def weigh(browser):
    """The first page of somebody who was never here, with its answers."""
    heavy = browser.value("""[...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")] .map(entry => [entry.transferSize, entry.name.replace(location.origin, "")]).sort((one, other) => other[0] - one[0])""")
    total = sum(size for size, _ in heavy)
    print(f"The first page weighs {total} bytes in {len(heavy)} files.")
    if total > MOST:
        raise Trouble(f"The first page weighs {total} bytes: {heavy[:40]}")


# Asserts PL-85, WC-79.
def weigh_again(browser, shell):
    """What has not changed since is not asked for again: files have the address of their release, under which the browser keeps them for good; and the answers
    are kept for when there is no connection."""
    until(browser, "navigator.serviceWorker.ready.then(() => caches.open('fieldhouse-files-1')).then(cache => cache.match('/app.js')).then(Boolean)")
    # Past the worker, which answers from what it keeps, one sees what goes over the wire.
    browser.call("Network.setBypassServiceWorker", bypass=True)
    browser.go("/")
    browser.shows(shell["today.live"])
    until(browser, "document.querySelectorAll('fh-card[waiting]').length", 0)
    browser.call("Network.setBypassServiceWorker", bypass=False)
    files = browser.value("""performance.getEntriesByType("resource").filter(entry => /[.](js|css|svg)$/.test(entry.name) && entry.name.startsWith(location.origin))
        .map(entry => [entry.name, entry.transferSize])""")
    # The logo, too, is asked for by the manifest of the app, which says where it is.
    released = [(name, size) for name, size in files if "/assets/" in name]
    sent = sum(size for _, size in released)
    print(f"Again the files of the first page weigh {sent} bytes: {len(released)} that are kept for good.")
    if len(released) < 15 or sent or [name for name, _ in files if "/assets/" not in name and not name.endswith("/images/logo.svg")]:
        raise Trouble(f"Files are sent again, or are not kept for good: {files}")
    lasting = browser.value(f"fetch({json.dumps(released[0][0])}).then(answer => answer.headers.get('cache-control'))")
    if lasting != "public, max-age=31536000, immutable":
        raise Trouble(f"Files are kept so: {lasting}")
    kept = browser.value("caches.keys().then(names => Promise.all(names.filter(name => name.startsWith('fieldhouse-shell')).map(name => caches.open(name).then(cache => cache.keys())))).then(all => all.flat().length)")
    if not kept:
        raise Trouble("No answer is kept.")


# What the browser is told to note of when a page answers ("is interactive"): it has its heading, none of its cards is awaited any more, that has been
# painted, and the page has come to what it was told to do after that, as it would come to a press. Looking for it costs next to nothing itself.
ANSWERS = """window.felt = { shift: 0, paint: 0, input: 0, ready: 0, moved: [] };
    const isThere = () => document.querySelector("main h1") && !document.querySelector("main[aria-busy], main [waiting], .splash");
    new MutationObserver((list, observer) => {
        if (!isThere()) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { felt.ready = performance.now(); }));
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-busy", "waiting"] });"""


def begin(language):
    """How long the first page takes on a device that was never here, at a quarter of its speed. All three times are printed, and the best of them
    counts, as the machine does other things, too."""
    found = []
    for _ in range(3):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            browser = Browser(folder, address, language)
            try:
                browser.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=True)
                browser.call("Emulation.setCPUThrottlingRate", rate=4)
                browser.call("Page.addScriptToEvaluateOnNewDocument", source=ANSWERS)
                browser.go("/")
                # What is asked takes the page's time: seldom.
                for _ in range(100):
                    time.sleep(0.3)
                    if ready := browser.value("window.felt?.ready"):
                        break
                else:
                    raise Trouble("The first page does not answer.")
                found.append(ready)
            finally:
                browser.end()
    times = ", ".join(f"{one:.0f}" for one in sorted(found))
    print(f"At a quarter of the speed the first page is interactive after {min(found):.0f} ms on a device that was never here (of {times}).")


def feel(browser):
    """What the browser itself measures at a quarter of its speed: nothing jumps that is there already (CLS of at most 0.05). When the first page
    answers, when the largest part is painted, and how long an answer to a press takes, is printed: that depends on what else the machine does."""
    browser.call("Emulation.setCPUThrottlingRate", rate=4)
    browser.call("Page.addScriptToEvaluateOnNewDocument", source=ANSWERS + """
        const observe = (type, hear) => new PerformanceObserver(list => list.getEntries().forEach(hear)).observe({ type, buffered: true, durationThreshold: 16 });
        observe("layout-shift", entry => {
            if (entry.hadRecentInput) return;
            felt.shift += entry.value;
            felt.moved.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80)));
        });
        observe("largest-contentful-paint", entry => { felt.paint = entry.startTime; });
        observe("event", entry => { felt.input = Math.max(felt.input, entry.duration); });""")
    ready = {}
    for width, height in ((390, 844), (1280, 800)):
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 700)
        for path in ("/", "/soccer-predictions/leagues/en.1", "/folf-scoring", "/help"):
            browser.go(path)
            until(browser, f"location.pathname === {json.dumps(path)} && Boolean(document.querySelector('main h1')) && document.querySelectorAll('fh-card[waiting], main[aria-busy]').length", 0)
            browser.value("new Promise(done => requestIdleCallback(done, { timeout: 1000 })).then(() => null)")
            browser.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
            browser.value("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
            until(browser, "felt.ready > 0")
            felt = browser.value("felt")
            ready[path] = min(ready.get(path, math.inf), felt["ready"])
            print(f"{path} at {width} pixels: is interactive after {felt['ready']:.0f} ms, painted after {felt['paint']:.0f} ms (LCP), shifted by {felt['shift']:.3f} (CLS), a key answered in {felt['input']:.0f} ms (INP).")
            if felt["shift"] > 0.05:
                raise Trouble(f"{path} jumps by {felt['shift']:.3f}: {felt['moved']}")
    print(f"At a quarter of the speed the first page is interactive after {ready['/']:.0f} ms on a device that was here before.")
    browser.call("Emulation.setCPUThrottlingRate", rate=1)
    browser.call("Emulation.clearDeviceMetricsOverride")


# Asserts PL-92, FS-39, FS-42, FS-139.
def stranger(browser, language, shell, soccer):
    """Who comes straight to the site reads what it is and which games there are, and is one button away from the ways in."""
    browser.go("/")
    browser.shows(shell["welcome"])
    browser.shows(shell["today.offer"])
    ways = browser.value("[...document.querySelectorAll('.hero a')].map(link => [link.textContent, link.getAttribute('href')])")
    if ways != [[shell["welcome.start"], "/welcome"], [shell["welcome.login"], "/sign-in?back=%2F"]]:
        raise Trouble(f"The ways in are {ways}.")
    until(browser, "document.querySelectorAll('.welcome .entries a').length > 3")
    browser.shows(shell["today.live"])
    until(browser, "document.querySelectorAll('.welcome .entry svg').length > 0")
    until(browser, "Boolean(document.querySelector('.today-live fh-card .pill.live'))")
    until(browser, "document.querySelectorAll('fh-card[waiting]').length", 0)
    # What comes at leisure counts as well.
    until(browser, "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/menu.js'))")
    weigh(browser)
    # Of the games whose cards are for people alone nothing is fetched for nobody.
    if fetched := browser.value("performance.getEntriesByType('resource').map(({ name }) => name).filter(name => /[/](folf-scoring|walking-clubs)[/]home[.]js$/.test(name))"):
        raise Trouble(f"These cards are for nobody: {fetched}")
    weigh_again(browser, shell)
    if language == "en":
        begin(language)
        feel(browser)
        browser.go("/")
        browser.shows(shell["today.live"])
        until(browser, "document.querySelectorAll('fh-card[waiting]').length", 0)
    looks(browser, f"{language}-today-stranger")


def member(ada, bob, language, shell, soccer):
    ada.go("/")
    ada.shows(shell["hello"].replace("{name}", "Ada"))
    # What closes next stands first, is the one filled card, and says how many others there are.
    open_ = sum(not match.get("prediction") and match["predictionsOpen"] and match["kickOff"] < "2024-08-19T12:00" for match in
                ask(ada, f"{BASE}/leagues/en.1/matches?state=upcoming&limit=12", method="GET")["items"])
    ada.shows(soccer["predictOpen"].replace("{n}", str(open_)))
    until(ada, "document.querySelector('.today-now fh-card').hasAttribute('strong') && document.querySelectorAll('fh-card[strong]').length", 1)
    until(ada, f"document.querySelector('.today-now fh-card .label').textContent.startsWith({json.dumps(shell['today.closes'].split('{')[0])})")
    until(ada, "document.querySelector('.today-live .score').textContent.includes('–')")
    # What others do comes while the page is open, without drawing the rest anew.
    ada.value("window.kept = document.querySelector('.today-live fh-card')")
    # The page has come to rest: what its cards read themselves is there.
    until(ada, "document.querySelectorAll('fh-card[waiting], main[aria-busy]').length", 0)
    ada.value("""new Promise(done => {
        let timer = setTimeout(done, 1500);
        new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, 1500); }).observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true });
    })""")
    ada.value("""window.touched = []; new MutationObserver(list => touched.push(...list.map(({ target }) => target.closest?.(".today-changed, .label") ? "" : target.outerHTML ?? "")))
        .observe(document.getElementById("main"), { subtree: true, childList: true, attributes: true })""")
    me = ask(ada, "/v1/me", method="GET")["id"]
    made = ask(bob, "/v1/groups/soccer-predictions/", {"kind": "prediction-group", "name": "Owls"})["id"]
    post(bob, f"/v1/groups/soccer-predictions/{made}/invitations/{me}", {}, "PUT")
    ada.shows(shell["inbox.unread"].replace("{n}", "1"))
    post(ada, f"/v1/groups/soccer-predictions/{made}/join", {})
    post(bob, f"/v1/groups/soccer-predictions/{made}/chat", {"text": "@Ada hello", "mentions": [me]})
    ada.shows(shell["chat.unread"].replace("{n}", "1"))
    ada.shows("Owls")
    touched = ada.value("touched.map(text => text.slice(0, 120))")
    elsewhere = [text for text in touched if text]
    print(f"Three live updates make {len(touched)} mutations of the page, {len(elsewhere)} of them outside of what is new.")
    if not ada.value("window.kept.isConnected") or not touched or elsewhere:
        raise Trouble(f"What has not changed was drawn anew: {elsewhere}")
    looks(ada, f"{language}-today")
    # The card leads to where one predicts; what is predicted needs nobody any more.
    ada.value("document.querySelector('.today-now fh-card .actions a').click()")
    until(ada, "location.pathname", "/soccer-predictions/leagues/en.1")
    for match in filter(lambda match: match["predictionsOpen"], ask(ada, f"{BASE}/leagues/en.1/matches?state=upcoming&limit=12", method="GET")["items"]):
        post(ada, f"{BASE}/matches/{match['id']}/prediction", {"home": 2, "away": 1}, "PUT")
    ada.go("/")
    until(ada, "document.querySelector('.today-changed:not([hidden])') && document.querySelector('.today-now').hidden")


# Asserts PL-16.
def without(ada, language, shell):
    """Without a connection the page shows what it showed last, and says of when that is."""
    until(ada, "navigator.serviceWorker.controller && caches.match('/plugins/soccer-predictions/home.js').then(Boolean)")
    ada.go("/")
    until(ada, "Boolean(document.querySelector('.today-live .score'))")
    ada.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    ada.go("/")
    until(ada, "document.getElementById('offline')?.hidden === false")
    # Whoever comes back is signed in, and where everybody begins.
    ada.shows(shell["hello"].replace("{name}", "Ada"))
    until(ada, "Boolean(document.querySelector('.today-live .score')) && !document.getElementById('age').hidden")
    until(ada, f"document.getElementById('age').textContent.startsWith({json.dumps(shell['age'].split('{')[0])})")
    looks(ada, f"{language}-today-offline")
    # So is the installed app, which opens where it begins.
    ada.go("/start")
    until(ada, "location.pathname", "/")
    ada.shows(shell["hello"].replace("{name}", "Ada"))
    ada.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    until(ada, "document.getElementById('offline').hidden && document.getElementById('age').hidden")


def elements(browser):
    """Every element in every state: by keyboard, turned around, in the colour of a game, on the narrowest phone."""
    for query in ("", "?dir=rtl", "?accent=b8400c"):
        browser.go(f"/console/elements{query}")
        until(browser, "document.querySelectorAll('fh-leaderboard li').length", 6)
        for width in (320, 1280):
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 700)
            if (wide := browser.value("document.documentElement.scrollWidth")) > width:
                raise Trouble(f"The elements are {wide} pixels wide on {width}.")
            if pictures:
                shot = browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
                (pictures / f"elements{query.replace('?', '-')}-{width}.png").write_bytes(base64.b64decode(shot))
        browser.call("Emulation.clearDeviceMetricsOverride")
    browser.go("/console/elements")
    until(browser, "Boolean(document.querySelector('fh-stepper [role=spinbutton]'))")
    # A stepper that is empty does not pass; digits, arrows and the buttons enter.
    check = lambda expression, wanted: until(browser, f"(() => {{ const step = document.querySelector('fh-stepper[name=empty]'); const press = key => step.querySelector('[role=spinbutton]').dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }})); {expression} }})()", wanted)
    check("return step.internals.validity.valueMissing;", True)
    check("press('1'); press('2'); const typed = step.value; press('ArrowUp'); press('Backspace'); return [typed, step.value].join();", "12,1")
    check("step.querySelector('button').click(); return step.querySelector('[role=spinbutton]').getAttribute('aria-valuenow');", "2")
    # A dialog answers with the button that was pressed, and gives the focus back.
    browser.value("document.getElementById('open-dialog').focus(); document.getElementById('open-dialog').click()")
    until(browser, "document.querySelector('fh-dialog dialog').open")
    browser.value("document.querySelector('fh-dialog button[value=discard]').click()")
    until(browser, "document.getElementById('decided').textContent + document.activeElement.id", "discardopen-dialog")
    # Ranks move, and what was there stays.
    browser.value("window.kept = document.querySelector('fh-leaderboard li'); document.querySelector('fh-leaderboard li a').focus(); document.getElementById('turn').click()")
    until(browser, "window.kept === document.querySelector('fh-leaderboard ol').lastChild && window.kept.querySelector('.down').innerText.includes('5')")
    # What changes in one row touches the nodes of that row alone.
    count, elsewhere = browser.value("""(async () => {
        const [board, changed] = [document.querySelector("fh-leaderboard"), []];
        const watch = new MutationObserver(list => changed.push(...list));
        watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        board.rows = board.rows.map((row, index) => index === 2 ? { ...row, score: row.score + 1 } : row);
        await new Promise(done => setTimeout(done, 100));
        watch.disconnect();
        const row = board.querySelectorAll("li")[2];
        return [changed.length, changed.filter(({ target }) => !row.contains(target)).length];
    })()""")
    print(f"A row that changes makes {count} mutations, {elsewhere} of them in other rows.")
    if not count or elsewhere:
        raise Trouble("Other rows are drawn anew.")
    browser.value("document.getElementById('say').click()")
    until(browser, "document.getElementById('status').innerText.length > 0 && document.getElementById('status').role", "status")


signal.alarm(400)
for number, language in enumerate(("en", "ar"), 1):
    shell, soccer = texts(language)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        ada, bob = Browser(one, address, language), Browser(two, address, language)
        try:
            stranger(ada, language, shell, soccer)
            for browser, phone, name in ((ada, f"+4915112341{number:03}", "Ada"), (bob, f"+4915112342{number:03}", "Bob")):
                browser.go("/help")
                until(browser, "Boolean(document.querySelector('main h1'))")
                sign_in(browser, data, phone, name)
            member(ada, bob, language, shell, soccer)
            if language == "en":
                elements(bob)
            if complaints := ada.complaints + bob.complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
            without(ada, language, shell)
        finally:
            ada.end()
            bob.end()
print("Today shows what it should, to whoever is signed in and to whoever is not, with a connection and without, in two languages.")
