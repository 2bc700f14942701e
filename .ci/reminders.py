"""Walks through reminders in the web app, in English and in Arabic: what Ada is going to be reminded of stands in a list, also while the host
is away; what is due then is shown on her device, once, whatever is pushed later; and nothing is left on it when she has signed out.
Among them is an event of a team to which she comes; she reads the code of another one meanwhile, which is sent later.
Usage: reminders.py FIELDHOUSE DATA MANIFESTS PLUGINS [FOLDER], with the fixture CoachPlugin and team management among the plugins; FOLDER
for pictures."""
import json, pathlib, signal, sys, tempfile, time

from browser import Device, Trouble, ask, fits, post, shown, sign_in, sign_out, until
from own_host import Host

fieldhouse, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else None
LANGUAGES = ["en", "ar"]
LINES = "[...document.querySelectorAll('main li.notice')].map(n => n.querySelector('bdi').textContent)"
SHOWN = shown("all => all.map(one => one.body).sort()")
SILENT = shown("all => all.map(one => Boolean(one.silent))")
NOTICE = "document.getElementById('offline')?.textContent"
KEPT = "caches.keys().then(names => names.filter(name => name.startsWith('fieldhouse-answers')).length)"
PATH = "/v1/me/reminders?limit=100"


def texts(language):
    folder = pathlib.Path(__file__).parent.parent / "Core/Web/strings"
    teams = json.loads((folder / f"../../../Plugins/TeamManagement/strings/{language}.json").read_text())
    return {**json.loads((folder / "en.json").read_text()), **json.loads((folder / f"{language}.json").read_text()),
            "practice": teams["reminder"].replace("{team}", "Foxes").replace("{event}", "Practice"), "checkInWaits": teams["checkInWaits"],
            "camp": teams["reminder.2"].replace("{team}", "Foxes").replace("{event}", "Camp")}


def listed(text):
    """What Ada is going to be reminded of, in order."""
    return ["Hill begins soon.", text["practice"], "Track begins soon.", text["camp"]]


def set_session(ada, name, start, lead):
    status = ada.value(f"""fetch("/v1/coach/sessions/{name}", {{ method: "PUT", headers: {{ "content-type": "application/json", "x-fieldhouse-session": "cookie" }},
        body: JSON.stringify({{ at: {json.dumps(start)}, lead: {lead} }}) }}).then(answer => answer.status)""")
    if status != 204:
        raise Trouble(f"Setting a reminder is answered {status}.")


def come(ada):
    """Ada has a team, and comes to its practice and to its day without hours; answers the path of what is on now, with the page that its code leads to."""
    teams = "/v1/team-management/teams"
    team = ask(ada, teams, {"name": "Foxes", "sport": "Soccer"})["team"]
    plan = {"kind": "practice", "title": "Practice", "startsAt": "2024-08-17T13:40:32Z", "endsAt": "2024-08-17T15:00:00Z", "timeZone": "UTC"}
    event = ask(ada, f"{teams}/{team}/events", plan)["event"]
    post(ada, f"{teams}/{team}/events/{event}/answer", {"reply": "yes"}, "PUT")
    day = {**plan, "kind": "event", "title": "Camp", "startsAt": "2024-08-20T00:00:00Z", "endsAt": "2024-08-21T00:00:00Z", "allDay": True}
    camp = ask(ada, f"{teams}/{team}/events", day)["event"]
    post(ada, f"{teams}/{team}/events/{camp}/answer", {"reply": "yes"}, "PUT")
    now = ask(ada, f"{teams}/{team}/events", {**plan, "title": "Warm-up", "startsAt": "2024-08-17T12:30:00Z", "endsAt": "2024-08-17T13:00:00Z"})["event"]
    place = f"/team-management/teams/{team}/events/{now}"
    here = ask(ada, f"/v1{place}/check-in", {}, "PUT")["path"]
    # Whoever has looked at it has the page of check-in on the device.
    ada.go(place)
    ada.shows("Warm-up")
    until(ada, "caches.match('/plugins/team-management/here.js').then(Boolean)")
    return place, here


def switch_on(ada):
    """Chromium's own push service is away here: the browser's part of subscribing is played."""
    ada.call("Page.addScriptToEvaluateOnNewDocument", source="""
        const mine = { endpoint: "https://push.example.org/ada", toJSON: () => ({}), unsubscribe: async () => { localStorage.removeItem("mine"); return true; } };
        PushManager.prototype.getSubscription = async () => localStorage.getItem("mine") ? mine : null;""")
    ada.call("Browser.grantPermissions", permissions=["notifications"], origin=ada.address)
    ada.value("localStorage.setItem('mine', 'yes'), localStorage.setItem('push', 'on')")


def kept(ada, id):
    """Whether the reminder lies on the device as one that it may show."""
    return ada.value(f"""caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.match({json.dumps(PATH)})).then(found => found?.json()))))
        .then(all => all.flatMap(found => found?.items ?? []).some(item => item.id === {json.dumps(id)} && item.showAt))""")


# Asserts PL-52, TM-68.
def list_offline(ada, host, text):
    """The list opens without a connection, though nobody has opened it before, and says how old it is."""
    until(ada, f"caches.keys().then(names => Promise.all(names.map(name => caches.open(name).then(cache => cache.match({json.dumps(PATH)}))))).then(all => all.some(Boolean))")
    host.stop()
    ada.go("/inbox/reminders")
    ada.shows("Hill begins soon.")
    until(ada, NOTICE, text["offline"])
    until(ada, LINES, listed(text))
    day = ada.value(f"new Intl.DateTimeFormat('{text['']}', {{ dateStyle: 'medium', timeZone: 'UTC' }}).format(new Date('2024-08-20T00:00Z'))")
    until(ada, "[...document.querySelectorAll('main li.notice time')].at(-1).textContent", day)
    age = ada.value("document.getElementById('age').hidden ? '' : document.getElementById('age').textContent")
    if not age.startswith(text["age"].split("{")[0]):
        raise Trouble(f"The list says of its age: {age}.")
    fits(ada, pictures, f"{text['']}-reminders-offline")


# Asserts PL-52, TM-68.
def due_offline(ada, host, text, items):
    """What is due while the host is away is shown by the device; the push that comes later, and another look, double nothing."""
    both = sorted(["Hill begins soon.", text["practice"]])
    for _ in range(400):
        if ada.value(SHOWN) == both:
            break
        time.sleep(0.05)
    until(ada, SHOWN, both)
    ada.value(shown(f"all => all.find(one => one.body === {json.dumps(text['practice'])}).close()"))
    until(ada, SHOWN, ["Hill begins soon."])
    hill = items[0]
    message = {"id": hill["id"], "title": hill["title"], "body": hill["text"], "tag": hill["tag"], "language": "en", "unread": 1}
    until(ada, SILENT, [False])
    push(ada, message)
    # It takes its own place, without a sound.
    until(ada, SILENT, [True])
    until(ada, SHOWN, ["Hill begins soon."])
    # Whoever has put it away is not told again.
    ada.value(shown("all => all.forEach(one => one.close())"))
    until(ada, SHOWN, [])
    push(ada, message)
    ada.go("/inbox/reminders")
    until(ada, LINES, listed(text))
    ada.value("new Promise(done => setTimeout(done, 1500))")
    until(ada, SHOWN, [])
    # What was pushed before is not shown by the app.
    track = items[2]
    push(ada, {"id": track["id"], "title": track["title"], "body": track["text"], "tag": track["tag"], "language": "en", "unread": 1})
    until(ada, SHOWN, ["Track begins soon."])
    # Of many that come at once, some of them known, none is lost.
    new = [f"News {number}" for number in range(10)]
    for text in new:
        push(ada, message)
        push(ada, {"id": text, "title": "News", "body": text, "tag": text, "language": "en", "unread": 1})
    until(ada, SHOWN, [*new, "Track begins soon."])


def push(ada, message):
    ada.call("ServiceWorker.deliverPushMessage", origin=ada.address, registrationId=ada.registration, data=json.dumps(message))


def check_in_offline(ada, host, text, place, here):
    """What is read at the place without a connection is sent when there is one, with the time at which it was read."""
    ada.go(here)
    ada.shows(text["checkInWaits"])
    fits(ada, pictures, f"{text['']}-check-in-offline")
    host.start()
    until(ada, f"fetch('/v1{place}/attendance').then(answer => answer.json()).then(page => Boolean(page.items[0].checkedInAt) && page.items[0].state)", "present")
    host.stop()


# Asserts PL-52.
def leave(ada, host, text):
    """Signing out takes the reminders off the device, without a connection too."""
    sign_out(ada)
    until(ada, KEPT, 0)
    host.start()
    until(ada, NOTICE, "")
    until(ada, "fetch('/v1/me').then(answer => answer.status)", 401)


def walk(ada, host, language, number):
    text = {**texts(language), "": language}
    ada.go("/")
    until(ada, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(ada, data, f"+4915112399{number:03}", "Ada")
    switch_on(ada)
    # The host's clock stands, that of the device goes on: the reminder is due in half a minute, while the host is away, also where the
    # machine has much else to do.
    set_session(ada, "Hill", "2024-08-17T13:40:30Z", 7200)
    place, here = come(ada)
    set_session(ada, "Track", "2024-08-18T13:40:00Z", 7200)
    ada.go("/inbox")
    ada.shows(text["reminders"])
    ada.registered()
    until(ada, "caches.match('/inbox/reminders.js').then(Boolean)")
    items = ask(ada, PATH, method="GET")["items"]
    if [item["text"] for item in items] != listed(text):
        raise Trouble(f"The list is {items}.")
    for _ in range(400):
        if kept(ada, items[2]["id"]):
            break
        ada.value("new Promise(done => setTimeout(done, 50))")
    list_offline(ada, host, text)
    due_offline(ada, host, text, items)
    check_in_offline(ada, host, text, place, here)
    leave(ada, host, text)


signal.alarm(300)
host = Host(fieldhouse, data, "--manifests", sys.argv[3], "--plugins", sys.argv[4])
host.start()
try:
    for number, language in enumerate(LANGUAGES):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            ada = Device(profile, host.address, language)
            try:
                walk(ada, host, language, number)
            finally:
                ada.end()
finally:
    host.stop()
print("Reminders are listed and shown without a connection, once, and go with who signs out, in two languages.")
