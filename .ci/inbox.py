"""Walks through notifications in the web app, in English and in Arabic: Ada is told live how much is new, in two tabs, reads, opens what it is
about, also after signing in, switches kinds off and sets quiet hours; what is pushed to her device is read by libraries of others and
shown by Chromium's own service worker, whose notification opens the item. Every page fits a phone 360 pixels wide.
An operator tells everybody something in the console, and Bob the members of his group.
Usage: inbox.py ADDRESS DATA PORT TOKEN [FOLDER], PORT for the push service, which the host has as one of its operator's; TOKEN of the
operator; FOLDER for pictures."""
import base64, http.server, json, pathlib, queue, signal, sys, tempfile, threading

import http_ece, py_vapid
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from browser import Device, Trouble, ask, code, fill, fits, post, press, shown, sign_in, sign_out, told, until

address, data, port, token = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
pictures = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else None
LANGUAGES = ["en", "ar"]
pushed = queue.Queue()
plain = lambda raw: base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class PushService(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        pushed.put((self.path, dict(self.headers), body))
        self.send_response(201)
        self.end_headers()

    def log_message(self, *arguments):
        pass


def next_push(text):
    """What comes next to Ada's device: people of other walks have theirs at the same service."""
    while True:
        path, headers, body = pushed.get(timeout=60)
        if path == f"/{text['']}/device":
            return path, headers, body


def texts(language):
    folder = pathlib.Path(__file__).parent.parent / "Core"
    found = {}
    for table in ("Web", "Services/Accounts", "Services/Communities"):
        for name in ("en", language):
            found.update(json.loads((folder / table / f"strings/{name}.json").read_text()))
    return {**found, "": language}


COUNT = "document.querySelector('#bell .count')?.hidden ? 0 : Number(document.querySelector('#bell .count')?.textContent)"
LINES = "[...document.querySelectorAll('main li.notice')].map(n => n.querySelector('bdi').textContent)"


# Asserts SP-170, PL-47, SP-125.
def hear(ada, bob, text, names):
    """Ada, who has nothing yet, sees in both of her tabs at once that Bob follows her and asks to be friends."""
    ada.go("/inbox")
    ada.shows(text["inbox.none"])
    fits(ada, pictures, f"{text['']}-inbox-empty")
    until(ada, COUNT, 0)
    other = ada.tab()
    ada.within(other, lambda: until(ada, "Boolean(document.getElementById('bell'))"))
    me = ask(ada, "/v1/me", method="GET")["id"]
    for path in ("following", "friends"):
        post(bob, f"/v1/me/{path}/{me}", {}, "PUT")
    until(ada, COUNT, 2)
    ada.within(other, lambda: until(ada, COUNT, 2))
    # The bell is on the pages of a game too, such as the one with the groups.
    ada.within(other, lambda: ada.go("/soccer-predictions/groups"))
    ada.within(other, lambda: until(ada, f"[location.pathname, Boolean(document.querySelector('main h1')), {COUNT}]", ["/soccer-predictions/groups", True, 2]))
    lines = sorted(text[f"accounts.{kind}.text"].replace("{name}", names["bob"]) for kind in ("followed", "friend-request"))
    until(ada, f"{LINES}.sort()", lines)
    until(ada, "document.querySelectorAll('li.unread').length", 2)
    fits(ada, pictures, f"{text['']}-inbox")
    return other


# Asserts PL-49, SP-174, PL-47.
def open_one(ada, bob, other, text, names):
    """Ada opens one, which is read then, comes back, and marks the other one read."""
    press(ada, text["accounts.friend-request.text"].replace("{name}", names["bob"]))
    until(ada, "location.pathname", f"/people/{ask(bob, '/v1/me', method='GET')['id']}")
    ada.shows(names["bob"])
    until(ada, COUNT, 1)
    ada.within(other, lambda: until(ada, COUNT, 1))
    ada.value("history.back()")
    until(ada, "location.pathname", "/inbox")
    until(ada, "document.querySelectorAll('li.unread').length", 1)
    press(ada, text["inbox.read"])
    until(ada, "document.querySelectorAll('li.unread').length", 0)
    until(ada, COUNT, 0)
    ada.within(other, lambda: until(ada, COUNT, 0))


def group(bob, name):
    return ask(bob, "/v1/groups/soccer-predictions/", {"kind": "prediction-group", "name": name})["id"]


# Asserts PL-47.
def page_through(ada, bob, text, me):
    """More than a page: the others come when they are asked for."""
    for number in range(24):
        made = group(bob, f"Larks {number}")
        post(bob, f"/v1/groups/soccer-predictions/{made}/invitations/{me}", {}, "PUT")
    until(ada, COUNT, 24)
    ada.go("/inbox")
    until(ada, f"{LINES}.length", 20)
    press(ada, text["more"])
    until(ada, f"new Set({LINES}).size", 26)
    press(ada, text["inbox.readAll"])
    until(ada, COUNT, 0)
    until(ada, "document.querySelectorAll('li.unread').length", 0)
    until(ada, f"{LINES}.length", 26)


# Each kind that people are said to have a switch for, by its id.
SWITCHES = ["communities/chat-message", "walking-clubs/club-announcement", "walking-clubs/association-announcement",
            "walking-clubs/invitation", "walking-clubs/badge", "accounts/weight-reminder", "team-management/event-changed",
            "fitness-challenges/update", "folf-scoring/invitation", "soccer-predictions/closing"]


# Asserts PL-50, SP-157, WC-55, WC-60.
def choose(ada, text):
    """Everything is on at first; a kind is switched off, and the night is quiet."""
    ada.go("/inbox/settings")
    until(ada, "document.getElementById('kind-all')?.checked")
    for title in ("accounts.kinds", "accounts.kind.invitation-accepted", "communities.kind.chat-mention"):
        ada.shows(text[title])
    off = ada.value(f"{json.dumps(SWITCHES)}.filter(id => !document.getElementById(`kind-${{id}}`)?.checked)")
    if off:
        raise Trouble(f"There is no switch that is on for {off}.")
    fits(ada, pictures, f"{text['']}-inbox-settings")
    ada.value("document.getElementById('kind-communities/group-invited').click()")
    ada.shows(text["saved"])
    ada.go("/inbox/settings")
    until(ada, "document.getElementById('kind-communities/group-invited')?.checked", False)
    until(ada, "document.getElementById('kind-accounts/followed')?.checked")
    fill(ada, "from", "07:00")
    fill(ada, "to", "07:00")
    ada.value("document.getElementById('field-quiet').click()")
    press(ada, text["save"])
    mistake = "problem.hours-empty"
    told(ada, "to", text[mistake])
    # The clock of the demo stands at twenty to twelve in UTC.
    fill(ada, "from", "20:00")
    fill(ada, "zone", "UTC")
    press(ada, text["save"])
    until(ada, "document.getElementById('status').textContent", text["saved"])
    kept = ask(ada, "/v1/me/notification-settings", method="GET")
    if kept != {"enabled": True, "kindsOff": ["communities/group-invited"], "quietHours": {"from": "20:00", "to": "07:00", "zone": "UTC"}}:
        raise Trouble(f"What was chosen is kept as {kept}.")


# Asserts PL-48.
def push(ada, bob, text, names):
    """Ada switches push on where she is asked; what Bob causes reaches the device, encrypted for it alone."""
    pair, secret = ada.pair, ada.secret = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
    public = pair.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    mine = {"endpoint": f"http://127.0.0.1:{port}/{text['']}/device", "expirationTime": None, "keys": {"p256dh": plain(public), "auth": plain(secret)}}
    # Chromium's own push service is away here: the browser's part of subscribing is played.
    ada.call("Page.enable")
    ada.call("Page.addScriptToEvaluateOnNewDocument", source=f"""
        const mine = {{ endpoint: {json.dumps(mine['endpoint'])}, toJSON: () => ({json.dumps(mine)}), unsubscribe: async () => {{ sessionStorage.removeItem("mine"); return true; }} }};
        PushManager.prototype.subscribe = async options => {{ sessionStorage.setItem("mine", "yes"); window.subscribedWith = [...new Uint8Array(options.applicationServerKey)]; return mine; }};
        PushManager.prototype.getSubscription = async () => sessionStorage.getItem("mine") ? mine : null;""")
    ada.call("Browser.grantPermissions", permissions=["notifications"], origin=address)
    ada.go("/inbox")
    ada.shows(text["push.offer"])
    fits(ada, pictures, f"{text['']}-inbox-offer")
    press(ada, text["push.switchOn"])
    until(ada, f"!document.getElementById('main').innerText.includes({json.dumps(text['push.offer'])})")
    key = bytes(ada.value("window.subscribedWith"))
    me = ask(ada, "/v1/me", method="GET")["id"]
    made = group(bob, "Owls")
    post(bob, f"/v1/groups/soccer-predictions/{made}/invitations/{me}", {}, "PUT")
    post(ada, f"/v1/groups/soccer-predictions/{made}/join", {})
    post(bob, f"/v1/groups/soccer-predictions/{made}/chat", {"text": "@Ada hello", "mentions": [me]})
    try:
        path, headers, body = next_push(text)
    except queue.Empty:
        raise Trouble("Nothing was pushed.")
    headers = {name.lower(): value for name, value in headers.items()}
    check_sender(headers, key)
    message = json.loads(http_ece.decrypt(body, private_key=pair, auth_secret=secret, version="aes128gcm"))
    wanted = text["communities.chat-mention"].replace("{name}", names["bob"]).replace("{group}", "Owls")
    if (message["body"], message["title"], message["language"]) != (wanted, text["communities.kind.chat-mention"], text[""]):
        raise Trouble(f"What was pushed is {message}.")
    return json.dumps(message, ensure_ascii=False), wanted, f"/groups/soccer-predictions/{made}/chat"


def check_sender(headers, key):
    """The host says who it is with the key that the browser has subscribed with (RFC 8292)."""
    scheme = dict(part.split("=", 1) for part in headers["authorization"].removeprefix("vapid ").split(","))
    if base64.urlsafe_b64decode(scheme["k"] + "==") != key:
        raise Trouble("The key of the sender is not the one that was subscribed with.")
    if not py_vapid.Vapid02.verify(headers["authorization"]):
        raise Trouble("The token of the sender is not signed by its key.")
    claims = json.loads(base64.urlsafe_b64decode(scheme["t"].split(".")[1] + "=="))
    if claims["aud"] != f"http://127.0.0.1:{port}" or headers["content-encoding"] != "aes128gcm" or int(headers["ttl"]) < 60:
        raise Trouble(f"The sender says {claims} and {headers}.")


# Asserts PL-2, PL-48, PL-49, SP-17, SP-174, FS-31.
def tap(ada, text, message, wanted, path):
    """The service worker shows it; pressing it opens the item in the app, which is elsewhere, and marks it read."""
    until(ada, "navigator.serviceWorker.ready.then(() => true)")
    ada.go("/account")
    ada.shows(text["editProfile"])
    ada.registered()
    ada.call("ServiceWorker.deliverPushMessage", origin=address, registrationId=ada.registration, data=message)
    until(ada, shown("all => all.map(one => one.body).join()"), wanted)
    before = ada.value(COUNT)
    worker = ada.worker()
    # A browser without a screen has nothing to press: the worker is told what it would be told.
    ada.within(worker, lambda: ada.value("""self.registration.getNotifications().then(([notification]) => new Promise(waitUntil =>
        self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }))))"""))
    until(ada, "location.pathname", path)
    until(ada, COUNT, before - 1)
    until(ada, shown("all => all.length"), 0)
    return json.loads(message)["id"]


# Asserts FS-104.
def invited(ada, bob, text, names):
    """A friend who does not have the app open is invited to a game of disc golf: the device is told who asks and where it is played, and the
    message leads to the lobby."""
    ids = {browser: ask(browser, "/v1/me", method="GET")["id"] for browser in (ada, bob)}
    post(ada, f"/v1/me/friends/{ids[bob]}", {}, "PUT")
    post(bob, f"/v1/me/friends/{ids[ada]}", {}, "PUT")
    ada.call("Page.navigate", url="about:blank")
    game = ask(bob, "/v1/folf-scoring/rounds", {"course": "harbour-park"})["round"]
    post(bob, f"/v1/folf-scoring/rounds/{game}/invitations", {"account": ids[ada]})
    words = json.loads(pathlib.Path(f"Plugins/FolfScoring/strings/{text['']}.json").read_text())
    wanted = words["invited"].replace("{name}", names["bob"]).replace("{course}", "Harbour Park")
    try:
        # That they are friends now is told, too.
        while (message := json.loads(http_ece.decrypt(next_push(text)[2], private_key=ada.pair, auth_secret=ada.secret, version="aes128gcm")))["body"] != wanted:
            pass
    except queue.Empty:
        raise Trouble("The invitation was not pushed.")
    if message["title"] != words["invitation.title"]:
        raise Trouble(f"What was pushed is {message}.")
    ada.go(f"/inbox/open?id={message['id']}")
    until(ada, "location.pathname", f"/folf-scoring/rounds/{game}/invitation")
    press(ada, words["accept"])
    until(ada, "location.pathname", f"/folf-scoring/rounds/{game}")
    post(bob, f"/v1/folf-scoring/rounds/{game}/cancel", {})


# Asserts SP-17, PL-49.
def come_back(ada, text, id, path, phone):
    """Who arrives from a notification and is signed out signs in first, and comes to the item then."""
    ada.go("/inbox/settings")
    ada.shows(text["push.on"])
    sign_out(ada)
    until(ada, "location.pathname", "/sign-in")
    until(ada, "localStorage.getItem('push')", None)
    ada.go(f"/inbox/open?id={id}")
    until(ada, "location.pathname", "/sign-in")
    if ada.value("Boolean(document.getElementById('bell'))"):
        raise Trouble("There is a bell for nobody.")
    fill(ada, "phone", phone)
    press(ada, text["sendCode"])
    until(ada, "Boolean(document.getElementById('field-code'))")
    fill(ada, "code", code(data, phone, 1))
    press(ada, text["confirm"])
    until(ada, "location.pathname", path)


ROW = "[...document.querySelectorAll('#announcements tbody tr')].map(n => [...n.cells].map(cell => cell.textContent))"


# Asserts PL-53, WC-72, WC-73, WC-71.
def tell_all(ada, operator, text):
    """The operator writes to everybody; it stands in the list with what came of it, in Ada's inbox and on her device."""
    words = f"The pitch is closed ({text['']})."
    operator.go("/console")
    operator.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
    operator.go("/console")
    until(operator, "Boolean(document.getElementById('announcement'))")
    operator.value(f"document.getElementById('announcement').value = {json.dumps(words)}")
    operator.value("document.querySelector('#announcements form').requestSubmit()")
    row = f"({ROW}).find(cells => cells[2] === {json.dumps(words)})"
    until(operator, f"Boolean({row})")
    path, headers, body = next_push(text)
    message = json.loads(http_ece.decrypt(body, private_key=ada.pair, auth_secret=ada.secret, version="aes128gcm"))
    if (message["body"], message["title"]) != (words, text["accounts.kind.announcement"]):
        raise Trouble(f"What was pushed is {message}.")
    for _ in range(200):
        operator.value("[...document.querySelectorAll('#announcements button')].find(n => n.textContent === 'Refresh').click()")
        sent, to, said, by, inboxes, delivered, failed = operator.value(row)
        if inboxes.isdigit() and delivered != "0":
            break
        operator.value("new Promise(done => setTimeout(done, 50))")
    if int(inboxes) < 2 or (to, said, failed) != ("Everybody", words, "0") or not sent.startswith("2024-08-17"):
        raise Trouble(f"The list says {sent}, {to}, {said}, {inboxes}, {delivered}, {failed}.")
    # The clock of the demo stands, so that the newest need not be on top.
    ada.go("/inbox")
    press(ada, text["more"])
    until(ada, f"{LINES}.includes({json.dumps(words)})")


# Asserts PL-53.
def tell_one(ada, operator, text, name):
    """The operator tells one person something, found by the address of the person's page; another id is nobody's."""
    words = f"A word to you ({text['']})."
    operator.value("""(audience => { audience.value = 'person'; audience.dispatchEvent(new Event('change')); })(document.getElementById('announcement-audience'))""")
    until(operator, "document.getElementById('announcement-person').checkVisibility()")
    for person, said in (("nobody", "There is no such group, role or person."), (ask(ada, "/v1/me", method="GET")["id"], "Sent.")):
        operator.value(f"document.getElementById('announcement').value = {json.dumps(words)}")
        operator.value(f"document.getElementById('announcement-person').value = {json.dumps(person)}")
        operator.value("document.querySelector('#announcements form').requestSubmit()")
        until(operator, "document.getElementById('status').textContent", said)
    until(operator, f"Boolean(({ROW}).find(cells => cells[1] === {json.dumps(name)} && cells[2] === {json.dumps(words)}))")
    next_push(text)
    ada.go("/inbox")
    press(ada, text["more"])
    until(ada, f"{LINES}.includes({json.dumps(words)})")


# Asserts PL-53, PL-54, WC-71, WC-86.
def tell_members(ada, bob, text, id):
    """Bob, who is the admin of the group, writes to its members on its page; Ada, a member, cannot."""
    words = f"Training at six ({text['']})."
    bob.go(f"/groups/soccer-predictions/{id}/people")
    bob.shows(text["announce.none"])
    fill(bob, "text", words)
    fits(bob, pictures, f"{text['']}-announce")
    press(bob, text["announce.send"])
    bob.shows(words)
    day = "new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium' }).format(new Date('2024-08-17T11:40:00Z'))"
    sent = f"[...document.querySelectorAll('main li.card')].find(n => n.querySelector('.words')?.textContent === {json.dumps(words)})?.innerText.includes({day})"
    until(bob, sent, True)
    next_push(text)
    ada.go("/inbox")
    press(ada, text["more"])
    press(ada, f"Owls: {words}")
    until(ada, "location.pathname", f"/groups/soccer-predictions/{id}")
    call = f"""fetch("/v1/announcements", {{ method: "POST", headers: {{ "content-type": "application/json", "x-fieldhouse-session": "cookie" }},
        body: JSON.stringify({{ audience: "group:soccer-predictions/{id}", text: "no" }}) }}).then(answer => answer.status)"""
    if (status := ada.value(call)) != 403:
        raise Trouble(f"A member who tells the others something is answered {status}.")


def walk(ada, bob, operator, language, number):
    text = texts(language)
    names = {"ada": f"Ada{number}", "bob": f"Bobolink{number}"}
    phones = {"ada": f"+4915170000{number}", "bob": f"+4915180000{number}"}
    for browser, who in [(ada, "ada"), (bob, "bob")]:
        browser.go("/")
        until(browser, "Boolean(document.getElementById('account')?.innerText)")
        sign_in(browser, data, phones[who], names[who])
    other = hear(ada, bob, text, names)
    open_one(ada, bob, other, text, names)
    # What is pressed on a device opens in the tab that is there.
    ada.within(other, lambda: ada.call("Page.close"))
    page_through(ada, bob, text, ask(ada, "/v1/me", method="GET")["id"])
    choose(ada, text)
    message, wanted, path = push(ada, bob, text, names)
    id = tap(ada, text, message, wanted, path)
    tell_all(ada, operator, text)
    tell_one(ada, operator, text, names["ada"])
    tell_members(ada, bob, text, path.split("/")[-2])
    invited(ada, bob, text, names)
    come_back(ada, text, id, path, phones["ada"])


signal.alarm(400)
server = http.server.ThreadingHTTPServer(("127.0.0.1", port), PushService)
threading.Thread(target=server.serve_forever, daemon=True).start()
for number, language in enumerate(LANGUAGES, 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browsers = [Device(f"{folder}/{name}", address, language) for name in ("ada", "bob", "operator")]
        try:
            walk(*browsers, language, number)
            # What is asked for on purpose: hours that are none, and what a member may not.
            complaints = [line for browser in browsers for line in browser.complaints if not any(part in line for part in ("notification-settings", "v1/announcements"))]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("Notifications come live, are read, pushed, shown and opened in two languages.")
