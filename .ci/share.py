"""Shares a match, a league and groups in the web app, in English and in Arabic: what goes into the device's dialog, what a program
reads that shows the link, and where people come to who follow it – after signing in or up, too, by a link in a mail as well.
Usage: share.py ADDRESS DATA [FOLDER], the last for pictures."""
import json, pathlib, re, signal, sys, tempfile, urllib.request

from browser import Browser, Trouble, ask, code, fill, picture, press, sign_in, skip_personal_info, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
NARROW = 360
AREA = "/v1/groups/soccer-predictions"
MATCH = "/soccer-predictions/matches/en.1_2024-25_matchday-1_chelsea-fc_manchester-city-fc"
LEAGUE = "/soccer-predictions/leagues/en.1"
NAME = "Chelsea FC – Manchester City FC"
SEEN = {
    "en": {"invited": "You are invited", "members": "Members: 1", "kind": "Prediction group", "players": "Players: ", "locale": "en_US"},
    "ar": {"invited": "أنت مدعو", "members": "الأعضاء: 1", "kind": "مجموعة توقعات", "players": "اللاعبون: ", "locale": "ar_EG"},
}
STUB = """navigator.share = async given => { window.shared = given };
  navigator.canShare = given => given.files.every(file => file.type === "image/png");
  navigator.clipboard.writeText = async given => { window.copied = given }"""


def texts(language, folder):
    root = pathlib.Path(__file__).parent.parent / folder
    return {**json.loads((root / "en.json").read_text()), **json.loads((root / f"{language}.json").read_text())}


def load(path):
    """What a program gets that shows links for people: it says nothing of itself."""
    with urllib.request.urlopen(address + path, timeout=30) as answer:
        return answer.headers, answer.read()


def tags(path):
    page = load(path)[1].decode()
    return dict(re.findall(r'<meta (?:property|name)="([a-z:_]+)" content="([^"<>]*)">', page))


def drawn(found, name):
    """The picture that the tags name, kept where a folder is given."""
    headers, png = load(re.sub(r"^https?://[^/]+", "", found["og:image"].replace("&amp;", "&")))
    if headers["content-type"] != "image/png" or png[:8] != b"\x89PNG\r\n\x1a\n" or png[16:24] != b"\x00\x00\x04\xb0\x00\x00\x02\x76" or len(png) < 8000:
        raise Trouble(f"The picture of {name} is {headers['content-type']} of {len(png)} bytes.")
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / f"{name}.png").write_bytes(png)
    return png


def equal(found, wanted):
    if found != wanted:
        raise Trouble(f"It is {found}, not {wanted}.")


# Asserts PL-42.
def share(ada, path, message, language, name):
    """The device's dialog is given the words, the link and its picture; where there is none the words and the link are copied."""
    text = texts(language, "Core/Web/strings")
    ada.go(path)
    until(ada, "Boolean(document.querySelector('main .row button'))")
    ada.value(STUB)
    # The buttons are drawn by what the device can do.
    ada.value(f"history.pushState(null, '', {json.dumps(path)}); dispatchEvent(new PopStateEvent('popstate'))")
    until(ada, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['share'])})")
    link = f"{address}{path}?language={language}"
    press(ada, text["share"])
    until(ada, "window.shared?.url", link)
    equal(ada.value("window.shared.text"), message.replace("{link}", "").strip())
    equal(ada.value("window.shared.files.map(file => [file.type, file.size > 8000].join(' ')).join()"), "image/png true")
    picture(ada, pictures, f"{language}-share-{name}", NARROW)
    if ada.value("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        raise Trouble("The page is wider than a small phone.")
    press(ada, text["copyMessage"])
    until(ada, "window.copied", message.replace("{link}", link))
    press(ada, text["copyLink"])
    until(ada, "window.copied", link)
    return link[len(address):]


def sign_up(browser, text, phone):
    fill(browser, "phone", phone)
    press(browser, text["sendCode"])
    fill(browser, "code", code(data, phone))
    press(browser, text["confirm"])
    until(browser, "Boolean(document.getElementById('field-acceptsTerms'))")
    browser.value("document.getElementById('field-acceptsTerms').click()")
    press(browser, text["confirm"])
    skip_personal_info(browser, text["skipStep"])


# Asserts PL-41.
def follow(bob, path, text, number):
    """Whoever follows the link sees the match, signs up there and is at the match again."""
    bob.go(path)
    bob.shows("Chelsea FC")
    until(bob, "Boolean(document.querySelector('#account a.button'))")
    bob.value("document.querySelector('#account a.button').click()")
    sign_up(bob, text, f"+4915310000{number}")
    until(bob, "location.pathname", MATCH)
    until(bob, "Boolean(document.querySelector('main form.predict'))")


# Asserts PL-41.
def follow_by_mail(cleo, path, text, number):
    """Whoever signs up by e-mail comes back through the link in the mail, which opens in another tab."""
    mail = f"cleo{number}@example.org"
    cleo.go(path)
    cleo.shows("Chelsea FC")
    cleo.value("document.querySelector('#account a.button').click()")
    press(cleo, text["register"])
    until(cleo, "location.pathname", "/register")
    for field, value in [("name", "Cleo"), ("email", mail), ("password", "a phrase that nobody knows"), ("passwordConfirmation", "a phrase that nobody knows")]:
        fill(cleo, field, value)
    cleo.value("document.getElementById('field-acceptsTerms').click()")
    press(cleo, text["register"])
    code(data, mail)
    sent = [json.loads(line) for line in (data / "deliveries.jsonl").read_text().split("\n") if line]
    link = [message["link"] for message in sent if message["to"] == mail and "link" in message][-1]
    cleo.go(re.sub(r"^https?://[^/]+", "", link))
    until(cleo, "location.pathname", MATCH)
    until(cleo, "Boolean(document.querySelector('main form.predict'))")
    equal(cleo.value("localStorage.getItem('purpose')"), None)


# Asserts PL-41.
def follow_into_private(dan, path, text, phone):
    """A page of a private group says to nobody what it is; a member who signs in is there."""
    dan.go(path)
    dan.shows(text["mayBeHidden"])
    if "Larks" in dan.value("document.documentElement.outerHTML"):
        raise Trouble("A private group is told of.")
    press(dan, text["signIn"])
    known = len([1 for line in (data / "deliveries.jsonl").read_text().split("\n") if line and json.loads(line)["to"] == phone])
    fill(dan, "phone", phone)
    press(dan, text["sendCode"])
    fill(dan, "code", code(data, phone, known))
    press(dan, text["confirm"])
    until(dan, "location.pathname", path)
    dan.shows("Larks")


# Asserts PL-42.
def look(language, paths):
    """What programs read that show the links, and the pictures."""
    seen = SEEN[language]
    match, league, board, group = (tags(path) for path in paths)
    equal([match["og:title"], match["og:locale"], match["twitter:card"]], [NAME, seen["locale"], "summary_large_image"])
    if not match["og:url"].endswith(f"{MATCH}?language={language}") or "English Premier League" not in match["og:description"]:
        raise Trouble(f"The tags of the match are {match}.")
    # How many there are depends on what others have done on the host before.
    label, count = board["og:description"].split(" · ")[1][:len(seen["players"])], board["og:description"].split(" · ")[1][len(seen["players"]):]
    equal([league["og:title"], label, count.isdigit()], ["English Premier League 2024/25", seen["players"], True])
    equal([group["og:title"], group["og:description"]], ["Lions &amp; &lt;b&gt;", f"{seen['kind']} · {seen['members']}"])
    names = ["match", "league", "board", "group"]
    return [drawn(found, f"{language}-card-{name}") for name, found in zip(names, (match, league, board, group))]


def look_at_links(ada, language, groups):
    """Of a link to a private group nothing is told but that somebody is invited."""
    seen, found = SEEN[language], []
    for group in groups:
        link = ask(ada, f"{AREA}/{group}/links", {})["link"]
        found.append(tags(f"/join/{link.split('/')[-1]}?language={language}"))
    open_, hidden = found
    equal([open_["og:title"], open_["og:description"]], ["Lions &amp; &lt;b&gt;", f"{seen['kind']} · {seen['invited']} · {seen['members']}"])
    equal([hidden["og:title"], hidden["og:description"]], ["Fieldhouse", seen["invited"]])
    drawn(open_, f"{language}-card-invitation")
    drawn(hidden, f"{language}-card-hidden")


def walk(ada, bob, cleo, dan, language, number):
    text, own = texts(language, "Core/Web/strings"), texts(language, "Plugins/SoccerPredictions/strings")
    for browser in (ada, bob, cleo, dan):
        browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
    phone = f"+4915320000{number}"
    ada.go("/")
    until(ada, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(ada, data, phone, "Ada")
    lions, larks = (ask(ada, f"{AREA}/", {"kind": "prediction-group", "name": name, "admission": "open", "visibility": visibility})["id"]
                    for name, visibility in [("Lions & <b>", "listed"), ("Larks", "private")])
    group = f"/groups/soccer-predictions/{lions}"
    league = "English Premier League 2024/25"
    paths = [share(ada, MATCH, own["shareMatch"].replace("{match}", NAME), language, "match"),
             share(ada, LEAGUE, own["shareLeague"].replace("{league}", league), language, "league"),
             share(ada, f"{LEAGUE}/board", own["shareBoard"].replace("{league}", league), language, "board"),
             share(ada, group, text["group.shareMessage"].replace("{name}", "Lions & <b>"), language, "group")]
    ada.go(f"/groups/soccer-predictions/{larks}")
    ada.shows("Larks")
    if ada.value(f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['copyLink'])})"):
        raise Trouble("A private group is shared like one that everybody may see.")
    pictures_ = look(language, paths)
    look_at_links(ada, language, [lions, larks])
    follow(bob, paths[0], text, number)
    follow_by_mail(cleo, paths[0], text, number)
    follow_into_private(dan, f"/groups/soccer-predictions/{larks}", text, phone)
    return pictures_


signal.alarm(300)
seen = []
for number, language in enumerate(SEEN, 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browsers = [Browser(f"{folder}/{name}", address, language) for name in ("ada", "bob", "cleo", "dan")]
        try:
            seen += walk(*browsers, language, number)
            # What is not for nobody in particular is asked for without a session, as it should be.
            complaints = [line for browser in browsers for line in browser.complaints if "404" not in line and "otp/verify" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
if len(set(seen)) != len(seen):
    raise Trouble("Two pages or languages have the same picture.")
print("Pages are shared, shown before they are opened, and opened after signing in and up in two languages.")
