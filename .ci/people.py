"""Walks through people in the web app, in English and in Arabic: Ada looks for Bob by keyboard and asks to be friends, Bob accepts, Cleo signs
up from the code that Bob shows, Ada refuses Cleo without Cleo's seeing it, invites with a message and a link, finds Bob among her contacts
and hides from the search. Every page fits a phone 360 pixels wide. Usage: people.py ADDRESS DATA [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile, time

from browser import Browser, Trouble, code, fill, fits, installs, post, press, sign_in, skip_personal_info, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
LANGUAGES = ["en", "ar"]


def texts(language):
    folder = pathlib.Path(__file__).parent.parent / "Core/Web/strings"
    return {**json.loads((folder / "en.json").read_text()), **json.loads((folder / f"{language}.json").read_text())}


def key(browser, name):
    code = {"Enter": 13, "Tab": 9}[name]
    text = {"text": "\r"} if name == "Enter" else {}
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **(text if kind == "keyDown" else {}))


def section(browser, title):
    """The text of the part under a heading."""
    return f"""[...document.querySelectorAll('main section')].find(n => n.querySelector('h2')?.textContent === {json.dumps(title)})?.innerText ?? ''"""


def holds(browser, title, words, may=True):
    until(browser, f"({section(browser, title)}).includes({json.dumps(words)})", may)


# Asserts PL-37, FS-117.
def ask_by_keyboard(ada, text, name):
    """Looks for somebody and asks without a mouse; the focus stays with the person."""
    ada.go("/friends")
    ada.shows(text["friendsNone"])
    until(ada, "Boolean(document.getElementById('field-query'))")
    ada.value("document.getElementById('field-query').focus()")
    ada.call("Input.insertText", text=name)
    key(ada, "Enter")
    holds(ada, text["findFriends"], name)
    for _ in range(12):
        if ada.value("document.activeElement.textContent") == text["askFriend"]:
            break
        key(ada, "Tab")
    key(ada, "Enter")
    ada.shows(text["friendAsked"].replace("{name}", name))
    until(ada, "document.activeElement.textContent", text["withdrawFriend"])
    holds(ada, text["findFriends"], text["friendRequested"])


# Asserts PL-37, FS-110.
def accept(ada, bob, text, names):
    bob.go("/friends")
    holds(bob, text["friendsAsking"], names["ada"])
    fits(bob, pictures, f"{text['']}-asked")
    press(bob, text["acceptFriend"])
    bob.shows(text["friendAccepted"].replace("{name}", names["ada"]))
    holds(bob, text["friendsMine"], names["ada"])
    ada.go("/friends")
    holds(ada, text["friendsMine"], names["bob"])
    holds(ada, text["friendsAsked"], names["bob"], False)
    fits(ada, pictures, f"{text['']}-friends")


# Asserts PL-37, PL-40, FS-134.
def scan(bob, cleo, text, phone, names):
    """Cleo, who has no account, opens what Bob's code holds, signs up and is Bob's friend."""
    bob.go("/friends/code")
    until(bob, "document.querySelector('img.qr')?.naturalWidth > 0")
    fits(bob, pictures, f"{text['']}-code")
    cleo.go("/")
    until(cleo, "Boolean(document.getElementById('account')?.innerText)")
    token = bob.value("document.querySelector('img.qr').src.split('/').pop()")
    if (status := cleo.value(f"fetch('/v1/me/friend-code/{token}').then(answer => answer.status)")) != 401:
        raise Trouble(f"A stranger gets {status} for Bob's code.")
    # The browser's own question comes when it likes; the walk asks in its place.
    cleo.call("Page.addScriptToEvaluateOnNewDocument", source="addEventListener('beforeinstallprompt', event => event.isTrusted && event.stopImmediatePropagation())")
    cleo.go(f"/invitation?token={token}")
    cleo.shows(text["friendQuestion"].replace("{name}", names["bob"]))
    can_install(cleo, text)
    fits(cleo, pictures, f"{text['']}-question")
    press(cleo, text["signInToAdd"])
    fill(cleo, "phone", phone)
    press(cleo, text["sendCode"])
    until(cleo, "Boolean(document.getElementById('field-code'))")
    fill(cleo, "code", code(data, phone))
    press(cleo, text["confirm"])
    until(cleo, "Boolean(document.getElementById('field-acceptsTerms'))")
    cleo.value("document.getElementById('field-acceptsTerms').click()")
    press(cleo, text["confirm"])
    skip_personal_info(cleo, text["skipStep"])
    until(cleo, "location.pathname.startsWith('/people/')")
    cleo.shows(text["friendIs"])
    fits(cleo, pictures, f"{text['']}-person")
    bob.go("/friends")
    holds(bob, text["friendsMine"], "User")


# Asserts WC-61.
def can_install(cleo, text):
    """Whoever follows an invitation is told how to have the app, and can install it where the browser offers that."""
    cleo.shows(text["installTitle"])
    cleo.shows(text["installDetail"])
    installs(cleo, text["install"])


# Asserts FS-121, FS-109.
def refuse(ada, cleo, text, names):
    """Cleo, to whom Ada is a stranger, sees Ada's public page and asks; Ada refuses, and for Cleo the request waits as before."""
    post(ada, "/v1/me", {"bio": "I throw far.", "dateOfBirth": "1990-02-28"}, "PATCH")
    cleo.go("/people")
    fill(cleo, "query", names["ada"])
    press(cleo, text["search"])
    press(cleo, names["ada"])
    cleo.shows("I throw far.")
    if "1990" in cleo.value("document.getElementById('main').innerText"):
        raise Trouble("A stranger sees what is for nobody.")
    press(cleo, text["askFriend"])
    cleo.shows(text["friendRequested"])
    ada.go("/friends")
    press(ada, text["refuseFriend"])
    ada.go("/friends")
    ada.shows(text["friendsNoneAsking"])
    cleo.go("/friends")
    holds(cleo, text["friendsAsked"], names["ada"])


# Asserts PL-40, WC-61.
def invite(ada, bob, text, names):
    """The page says what inviting is; a message with a link is shared, or copied where the device shares nothing."""
    ada.value("navigator.share = async given => { window.shared = given }; navigator.clipboard.writeText = async given => { window.copied = given }")
    press(ada, text["invite"])
    ada.shows(text["inviteIntro"])
    ada.shows(text["inviteReward"])
    ada.shows(text["newcomersNone"])
    press(ada, text["makeLink"])
    until(ada, "document.activeElement.textContent", text["share"])
    link = ada.value("document.getElementById('field-message').value.match(/http\\S+/)[0]")
    fits(ada, pictures, f"{text['']}-invite")
    press(ada, text["share"])
    if f"&language={ada.value('document.documentElement.lang')}" not in link:
        raise Trouble(f"The link says nothing of a language: {link}")
    until(ada, "window.shared?.url", link)
    words = text["inviteMessage"].replace("{link}", "").strip()
    if (said := ada.value("window.shared.text")) != words:
        raise Trouble(f"The message is '{said}'.")
    press(ada, text["copyMessage"])
    until(ada, "window.copied", text["inviteMessage"].replace("{link}", link))
    press(ada, text["copyLink"])
    until(ada, "window.copied", link)
    ada.shows(text["group.revokeLink"])
    token = link.split("token=")[1].split("&")[0]
    status = bob.value(f"fetch('/v1/invitations/{token}').then(answer => answer.status)")
    press(ada, text["group.revokeLink"])
    ada.shows(text["inviteLinksNone"])
    ended = bob.value(f"fetch('/v1/invitations/{token}').then(answer => answer.status)")
    if (status, ended) != (200, 404):
        raise Trouble(f"The link is answered {status}, and {ended} when it has ended.")


# Asserts PL-37.
def invite_to_group(ada, bob, text, names):
    """A friend is invited to a group with one press."""
    made = ada.value("""fetch("/v1/groups/soccer-predictions/", { method: "POST", headers: { "content-type": "application/json",
        "x-fieldhouse-session": "cookie" }, body: '{"kind": "prediction-group", "name": "Larks"}' }).then(answer => answer.json()).then(group => group.id)""")
    ada.go(f"/groups/soccer-predictions/{made}/people")
    holds(ada, text["group.inviteFriends"], names["bob"])
    fits(ada, pictures, f"{text['']}-group")
    press(ada, text["group.invite"])
    holds(ada, text["group.invitations"], names["bob"])
    holds(ada, text["group.inviteFriends"], names["bob"], False)
    # A private group shows itself to those who are invited.
    until(bob, f"fetch('/v1/groups/soccer-predictions/{made}').then(answer => answer.json()).then(group => group.name)", "Larks")


# Asserts PL-39.
def find_contacts(ada, text, phone, names):
    """Without the device's own list they are typed or pasted; who is here is shown, and who is not is invited, by mail or by a message that
    opens with the words and the link. Nothing typed is kept."""
    press(ada, text["contactsCompare"])
    until(ada, "document.getElementById('status').textContent", text["contactsNone"])
    email = f"carol{text['']}@example.org"
    fill(ada, "contacts", f"{phone}\n+1 (555) 000-1234; {email}\n\n")
    press(ada, text["contactsCompare"])
    ada.shows(text["contactsMissing"].replace("{n}", "2"))
    ada.shows(names["bob"])
    until(ada, "document.querySelectorAll('#missing li').length", 2)
    fits(ada, pictures, f"{text['']}-contacts")
    links = ada.value("fetch('/v1/me/invitations', { headers: { 'x-fieldhouse-session': 'cookie' } }).then(answer => answer.json()).then(page => page.items.length)")
    ada.value("document.querySelector('#missing li button').click()")
    until(ada, "Boolean(document.querySelector('#missing a'))")
    href = ada.value("decodeURIComponent(document.querySelector('#missing a').getAttribute('href'))")
    before, after = text["inviteMessage"].split("{link}")
    if not href.startswith(f"sms:+15550001234?&body={before}http") or "/invitation?token=" not in href or not href.endswith(after):
        raise Trouble(f"The message is {href}.")
    ada.value("document.querySelector('#missing li:last-child button').click()")
    until(ada, "document.querySelector('#missing li:last-child .badge')?.textContent", text["contactInvited"])
    until(ada, "fetch('/v1/me/invitations', { headers: { 'x-fieldhouse-session': 'cookie' } }).then(answer => answer.json()).then(page => page.items.length)", links + 2)
    for _ in range(100):
        sent = (data / "deliveries.jsonl").read_text()
        if email in sent:
            break
        time.sleep(0.1)
    else:
        raise Trouble(f"Nothing was sent to {email}.")
    ada.value(f"""navigator.contacts = {{ select: async () => [{{ name: ["B"], tel: ["{phone}"] }}, {{ name: ["X"], tel: ["+15550001234"] }}] }}""")
    press(ada, text["back"])
    press(ada, text["invite"])
    press(ada, text["contactsFind"])
    ada.shows(text["contactsMissing"].replace("{n}", "1"))
    ada.shows(names["bob"])
    ada.shows(text["friendIs"])


# Asserts PL-34.
def hide(ada, bob, text, names):
    """Each field is shown to whom its owner chooses, and whoever wants is not found."""
    person = ada.value("fetch('/v1/me').then(answer => answer.json()).then(me => me.id)")
    born = "02-28-1990" if text[""] == "en" else bob.value("new Intl.DateTimeFormat('ar', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date('1990-02-28T00:00:00Z'))")
    bob.go(f"/people/{person}")
    bob.shows("I throw far.")
    if born in bob.value("document.getElementById('main').innerText"):
        raise Trouble("A date of birth is shown before its owner shows it.")
    ada.go("/account/visibility")
    until(ada, "document.getElementById('field-search')?.options.length", 2)
    for field, circle in (("search", "nobody"), ("bio", "nobody"), ("dateOfBirth", "everyone")):
        fill(ada, field, circle)
    press(ada, text["save"])
    until(ada, "location.pathname", "/account")
    bob.go(f"/people/{person}")
    bob.shows(born)
    if "I throw far." in bob.value("document.getElementById('main').innerText"):
        raise Trouble("What was set to be for nobody is shown.")
    bob.go("/people")
    fill(bob, "query", names["ada"])
    press(bob, text["search"])
    bob.shows(text["foundNobody"])


def walk(ada, bob, cleo, language, number):
    text = {**texts(language), "": language}
    names = {"ada": f"Adalind{number}", "bob": f"Bobwhite{number}"}
    phones = {"ada": f"+4915130000{number}", "bob": f"+4915140000{number}"}
    for browser, who in [(ada, "ada"), (bob, "bob")]:
        browser.go("/")
        until(browser, "Boolean(document.getElementById('account')?.innerText)")
        sign_in(browser, data, phones[who], names[who])
    ask_by_keyboard(ada, text, names["bob"])
    accept(ada, bob, text, names)
    scan(bob, cleo, text, f"+4915160000{number}", names)
    refuse(ada, cleo, text, names)
    invite(ada, bob, text, names)
    find_contacts(ada, text, phones["bob"], names)
    invite_to_group(ada, bob, text, names)
    hide(ada, bob, text, names)


signal.alarm(300)
for number, language in enumerate(LANGUAGES, 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browsers = [Browser(f"{folder}/{name}", address, language) for name in ("ada", "bob", "cleo")]
        try:
            walk(*browsers, language, number)
            # What a stranger is refused and a link that has ended are asked for on purpose.
            asked = ("otp/verify", "friend-code", "v1/invitations")
            complaints = [line for browser in browsers for line in browser.complaints if not any(part in line for part in asked)]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("People ask, accept, refuse, scan a code, invite and are found in two languages.")
