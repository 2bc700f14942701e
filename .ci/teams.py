"""Runs a team in the web app on phones, in English and in Arabic: one creates it, the other asks to join and is accepted; practice comes
every week, the other answers, is there and is written down, and is pushed each change of the calendar and what the team is told; statistics,
biography and rights; a season is imported; a third comes by mail, has a guardian and answers by the link that a mail leads to; a code is read
at the place; who was removed comes back through a link. Usage: teams.py ADDRESS DATA PORT [FOLDER], PORT for the push service, the last for pictures."""
import base64, datetime, hashlib, hmac, json, os, pathlib, re, signal, sys, tempfile, time, zoneinfo

import browser as chromium
import calendars
from browser import Browser, Trouble, ask, fill, fits, picture, png, post, press, request, sign_in, sign_up, spoken_to, until
from own_host import Host
from pushes import Pushes

address, data, pushes = sys.argv[1], pathlib.Path(sys.argv[2]), Pushes(int(sys.argv[3]))
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
NARROW = 390


def texts(language):
    return json.loads(pathlib.Path(f"Plugins/TeamManagement/strings/{language}.json").read_text())


def platform(language):
    return json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text())


def mailed(to, pattern):
    """What a pattern finds in the last mail to somebody that has it, once there is one."""
    for _ in range(400):
        lines = (data / "deliveries.jsonl").read_text().split("\n")
        found = [match[1] for message in map(json.loads, filter(None, lines[:-1])) if message["to"] == to and (match := re.search(pattern, json.dumps(message)))]
        if found:
            return found[-1]
        time.sleep(0.05)
    raise Trouble(f"No mail with {pattern} comes to {to}.")


def phone(browser):
    browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)


def begin(browser, who, number):
    phone(browser)
    browser.go("/")
    until(browser, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(browser, data, number, who)
    browser.go("/team-management")


def keep(browser, name):
    """The page fits a small phone; a picture is kept."""
    fits(browser, pictures, name)
    phone(browser)


def choose(browser, field, value):
    """Chooses in a list, or writes into a field that the page listens to."""
    until(browser, f"Boolean(document.getElementById('field-{field}'))")
    browser.value(f"""(() => {{ const node = document.getElementById('field-{field}'); node.value = {json.dumps(value)};
        for (const name of ['input', 'change']) node.dispatchEvent(new Event(name, {{ bubbles: true }})); }})()""")


def home(browser, team):
    browser.go(f"/team-management/teams/{team}")


def when(browser, day, start, end):
    """A day and its hours, as the page of an event writes them for those who live in its zone."""
    return browser.value(f"""new Intl.DateTimeFormat(navigator.language, {{ weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "numeric",
        minute: "2-digit", timeZoneName: "short" }}).formatRange(new Date("{day}T{start}"), new Date("{day}T{end}"))""")


def follow(browser, label):
    """Follows a row that leads on."""
    found = f"[...document.querySelectorAll('main a')].find(node => node.innerText.includes({json.dumps(label)}))"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")


# Asserts TM-82.
def recognised(browser):
    """Each way that leads on has a sign of its own and its name beside it, in the bar and on the team's home."""
    for place in ("#navigation", ".launcher"):
        ways = browser.value(f"""[...document.querySelectorAll('{place} a')].filter(node => node.getClientRects().length)
            .map(node => [node.innerText.trim(), node.querySelector('svg, .icon')?.innerHTML ?? ''])""")
        if len(ways) < 3 or not all(name and sign for name, sign in ways) or len({sign for _, sign in ways}) < len(ways):
            raise Trouble(f"The ways of {place} are {ways}.")


# Asserts TM-34, TM-35, TM-60, TM-64, TM-84, TM-86.
def create(ada, bob, text, language):
    """Ada creates a team: its sport is completed, and its home leads everywhere."""
    ada.shows(text["noTeams"])
    press(ada, text["newTeam"])
    fill(ada, "name", f"Foxes {language}")
    choose(ada, "sport", "Soc")
    until(ada, "[...document.querySelectorAll('#sports option')].map(node => node.value).join()", "Soccer")
    choose(ada, "sport", "Soccer")
    post(bob, "/v1/groups/team-management", {"kind": "organisation", "name": f"Hill School {language}", "visibility": "listed", "admission": "open"})
    choose(ada, "organisation", "Hil")
    until(ada, f"[...document.querySelectorAll('#organisations option')].some(node => node.value === 'Hill School {language}')")
    choose(ada, "organisation", "Hill")
    press(ada, text["create"])
    until(ada, "document.querySelector('form .error').textContent", text["organisationNone"])
    choose(ada, "organisation", f"Hill School {language}")
    keep(ada, f"{language}-teams-new")
    press(ada, text["create"])
    until(ada, "/teams\\/[a-z0-9]+$/.test(location.pathname)")
    for label in ("calendar", "roster", "attendance", "personalStats", "statistics", "settings"):
        ada.shows(text[label])
    ada.shows(f"Hill School {language}")
    recognised(ada)
    keep(ada, f"{language}-teams-home")
    team = ada.value("location.pathname.split('/').pop()")
    # Nobody is told of it, and filters leave it out.
    event = ask(ada, f"/v1/team-management/teams/{team}/events", {"kind": "event", "title": "Stretching", "startsAt": "2024-09-10T16:00:00Z", "endsAt": "2024-09-10T17:00:00Z", "timeZone": "Asia/Kolkata"})["event"]
    # A zone stays by whichever of its names the browser lists it.
    ada.go(f"/team-management/teams/{team}/events/{event}/edit")
    until(ada, "document.getElementById('field-zone')?.value", "Asia/Kolkata")
    return team


# Asserts TM-64, TM-65, TM-84, TM-86, TM-88.
def join(ada, bob, team, text, language):
    """Bob finds the team by the beginning of its name and asks; Ada reads it in the settings, where it comes by itself, and accepts. He chooses
    it among his teams then, and its home leads on."""
    home(ada, team)
    follow(ada, text["settings"])
    ada.shows(text["noRequests"])
    press(bob, text["joinTeam"])
    choose(bob, "search", "fox")
    bob.shows(f"Foxes {language}")
    found = f"[...document.querySelectorAll('fh-list [role=listitem]')].find(node => node.innerText.includes('Foxes {language}')).querySelector('button')"
    until(bob, f"Boolean({found})")
    bob.value(f"{found}.click()")
    until(bob, "document.querySelector('dialog[open]')?.innerText.includes(" + json.dumps(text["consent"]) + ")")
    bob.value("document.querySelector('dialog[open] button[value=yes]').click()")
    bob.shows(text["asked"])
    keep(bob, f"{language}-teams-join")
    ada.go(f"/team-management/teams/{team}/settings")
    ada.shows("Bob")
    keep(ada, f"{language}-teams-settings")
    press(ada, text["accept"])
    ada.shows(text["noRequests"])
    # Whoever has joined can be given rights at once.
    until(ada, "[...document.querySelectorAll('main details summary')].filter(node => node.innerText.includes('Bob')).length", 1)
    deny(ada, team, text, language)
    bob.go("/team-management")
    follow(bob, f"Foxes {language}")
    until(bob, "location.pathname", f"/team-management/teams/{team}")
    follow(bob, text["roster"])
    until(bob, "location.pathname", f"/team-management/teams/{team}/roster")


# Asserts TM-65, TM-88.
def deny(ada, team, text, language):
    """Dora asks, too; Ada denies it in the settings, and Dora is on no team."""
    number = {"en": "+491517770901", "ar": "+491517770902"}[language]
    before = len(chromium.codes(data, number))
    spoken_to(address, "/v1/auth/otp", {"phone": number})
    bearer = spoken_to(address, "/v1/auth/otp/verify", {"phone": number, "code": chromium.code(data, number, before), "acceptsTerms": True})["token"]
    spoken_to(address, "/v1/me", {"name": "Dora"}, "PATCH", bearer)
    spoken_to(address, f"/v1/groups/team-management/{team}/requests", {"sharesContact": True}, bearer=bearer)
    ada.go(f"/team-management/teams/{team}/settings")
    ada.shows("Dora")
    press(ada, text["deny"])
    ada.shows(text["noRequests"])
    if spoken_to(address, "/v1/team-management/me/teams", method="GET", bearer=bearer)["items"]:
        raise Trouble("Who was denied is on the team.")


# Asserts PL-51, TM-2, TM-24, TM-31, TM-32, TM-67.
def told_of(bob, device, kind, text, language, event):
    """Within a minute of the change Bob's phone has exactly one notification of it, by the event's name, and so has the inbox."""
    said = text[kind].replace("{team}", f"Foxes {language}").replace("{event}", event)
    device.reads(said)
    device.is_left_alone()
    listed = "fetch('/v1/me/notifications').then(answer => answer.json()).then(page => page.items.filter(item => item.text === " + json.dumps(said) + ").length)"
    until(bob, listed, 1)


# Asserts PL-51, TM-3, TM-12, TM-28, TM-31, TM-44, TM-45, TM-47, TM-54, TM-60, TM-76, TM-84, TM-87.
def plan(ada, bob, team, text, language):
    """Ada plans practice every week at a place that she says is safe; Bob, who looks at the calendar, sees it come, by month, week and day, as a
    list, and filtered by kind, tag and words."""
    bob.device = pushes.device(bob, f"{language}-bob")
    home(bob, team)
    follow(bob, text["calendar"])
    until(bob, "[document.querySelectorAll('.month td').length > 27, document.querySelectorAll('.month .chip').length]", [True, 0])
    ada.go(f"/team-management/teams/{team}/new-event?day=2024-08-17")
    fill(ada, "title", "Shooting")
    fill(ada, "from", "12:00")
    fill(ada, "to", "13:30")
    fill(ada, "place", "Hill Park")
    fill(ada, "description", "Bring a ball.")
    choose(ada, "repeats", "weekly")
    fill(ada, "repeatUntil", "2024-10-12")
    ada.value("document.querySelectorAll('main form details').forEach(node => node.open = true)")
    fill(ada, "tags", "indoors")
    press(ada, text["save"])
    until(ada, "document.querySelector('form .error').textContent", "Confirm that the location is a safe place.")
    keep(ada, f"{language}-teams-form")
    ada.value("document.getElementById('field-safe').click()")
    press(ada, text["save"])
    until(ada, "/events\\/[-a-z0-9]+$/.test(location.pathname)")
    ada.shows("Hill Park")
    told_of(bob, bob.device, "event-new", text, language, "Shooting")
    until(bob, "document.querySelectorAll('.month .chip').length > 2 && document.querySelectorAll('.month td').length % 7 === 0")
    keep(bob, f"{language}-teams-month")
    for view, days in (("week", 7), ("day", 1)):
        press(bob, text[view])
        until(bob, f"document.querySelector('fh-tabs [aria-current=page]')?.textContent + document.querySelectorAll('section.day').length", f"{text[view]}{days}")
        bob.shows("Shooting")
        keep(bob, f"{language}-teams-{view}")
    press(bob, text["agenda"])
    until(bob, "document.querySelectorAll('section.day').length", 10)
    bob.value("document.querySelector('details.filters').open = true")
    choose(bob, "kind", "game")
    bob.shows(text["nothingUp"])
    for field, value, days in (("kind", "practice", 9), ("kind", "", 10), ("search", "stretch", 1), ("search", "", 10), ("tag", "indoors", 9)):
        choose(bob, field, value)
        until(bob, "document.querySelectorAll('section.day').length", days)
    keep(bob, f"{language}-teams-agenda")


# Asserts TM-4, TM-15, TM-23, TM-29, TM-49, TM-55, TM-56.
def answer(ada, bob, team, text, language):
    """Bob opens an event from the calendar and answers; Ada sees it without touching anything, and what he says later."""
    bob.value("[...document.querySelectorAll('section.day a')][1].click()")
    bob.shows(text["willYouCome"])
    for shown in (when(bob, "2024-08-24", "12:00", "13:30"), "Hill Park", "Bring a ball."):
        bob.shows(shown)
    event = bob.value("location.pathname")
    ada.go(event)
    ada.shows(text["answers"])
    press(bob, text["reply.yes"])
    until(bob, "document.querySelector('.replies [aria-pressed=true]')?.textContent", text["reply.yes"])
    line = "[...document.querySelectorAll('.answer')].find(node => node.innerText.includes('Bob'))?.querySelector('.pill').textContent"
    until(ada, line, text["reply.yes"])
    keep(ada, f"{language}-teams-answers")
    for reply in ("no", "maybe"):
        press(bob, text[f"reply.{reply}"])
        until(ada, line, text[f"reply.{reply}"])
    keep(bob, f"{language}-teams-event")


def files(ada, bob, text):
    """Ada puts a picture to the event; Bob sees it at once and opens it, and cannot take it away, which Ada does."""
    until(ada, "Boolean(document.getElementById('file'))")
    chromium.choose(ada, "file", png(40, 20))
    link = "document.querySelector('p.file a')"
    until(bob, f"{link}?.textContent", "file.png")
    shown = bob.value(f"new Promise((resolve, reject) => {{ const image = new Image(); image.onload = () => resolve(image.naturalWidth); image.onerror = reject; image.src = {link}.href; }})")
    if shown != 40 or bob.value("Boolean(document.querySelector('p.file button, #file'))"):
        raise Trouble(f"The picture of the event is {shown} wide, or a member may change it.")
    keep(ada, "files-of-event")
    ada.value("document.querySelector('p.file button').click()")
    until(ada, "document.querySelector('dialog[open] h2')?.textContent", text["removeFileQuestion"].replace("{name}", "file.png"))
    ada.value("document.querySelector('dialog[open] button[value=yes]').click()")
    until(bob, f"{link} === null")


# Asserts PL-51, TM-13, TM-18, TM-25, TM-43, TM-46, TM-48, TM-76.
def change(ada, bob, team, text, language):
    """Ada changes hours, place and description of that practice and of those that follow, and then the day of that one alone; Bob, who looks at it,
    sees it at once, and may not change it himself. That the other place is safe she says anew."""
    press(ada, text["edit"])
    until(ada, "document.getElementById('field-from')?.value", "12:00")
    fill(ada, "from", "15:00")
    fill(ada, "to", "16:30")
    fill(ada, "title", "Passing")
    until(ada, "document.getElementById('field-safe').checked")
    choose(ada, "place", "Hill Hall")
    until(ada, "document.getElementById('field-safe').checked", False)
    fill(ada, "description", "Bring water.")
    choose(ada, "reach", "following")
    press(ada, text["save"])
    until(ada, "document.querySelector('form .error').textContent", "Confirm that the location is a safe place.")
    ada.value("document.getElementById('field-safe').click()")
    press(ada, text["save"])
    until(ada, "/events\\/[-a-z0-9]+$/.test(location.pathname)")
    until(bob, "document.querySelector('h1').textContent", "Passing")
    for shown in (when(bob, "2024-08-24", "15:00", "16:30"), "Hill Hall", "Bring water."):
        bob.shows(shown)
    if bob.value(f"[...document.querySelectorAll('main a, main button')].some(node => [{json.dumps(text['edit'])}, {json.dumps(text['cancelEvent'])}].includes(node.textContent))"):
        raise Trouble("A member is shown how to change an event.")
    told_of(bob, bob.device, "event-changed", text, language, "Passing")
    press(ada, text["edit"])
    until(ada, "document.getElementById('field-from')?.value", "15:00")
    fill(ada, "day", "2024-08-25")
    fill(ada, "title", "Finishing")
    press(ada, text["save"])
    until(bob, "document.querySelector('h1').textContent", "Finishing")
    bob.shows(when(bob, "2024-08-25", "15:00", "16:30"))
    told_of(bob, bob.device, "event-changed", text, language, "Finishing")
    files(ada, bob, text)
    event = bob.value("location.pathname")
    bob.go("/inbox")
    follow(bob, text["event-changed"].replace("{team}", f"Foxes {language}").replace("{event}", "Passing"))
    until(bob, "location.pathname", event)


# Asserts TM-11, TM-41, TM-42.
def tell(ada, bob, team, text, language):
    """Ada writes to the team, and Bob reads it."""
    home(ada, team)
    follow(ada, text["settings"])
    fill(ada, "text", "Bring warm clothes.")
    press(ada, text["send"])
    ada.shows(text["sent"])
    bob.device.reads("Bring warm clothes.")
    bob.device.is_left_alone()
    bob.go("/inbox")
    bob.shows("Bring warm clothes.")
    keep(bob, f"{language}-teams-inbox")


# Asserts TM-3, TM-14, TM-22, TM-26, TM-58, TM-84.
def attend(ada, bob, team, text, language):
    """Bob says that he is not there, and then that he is; Ada, who takes attendance, reads it and writes that he came late."""
    home(bob, team)
    follow(bob, text["attendance"])
    for label, state in ((text["notThere"], "absent"), (text["state.present"], "present")):
        press(bob, label)
        until(bob, "document.querySelector('.attended .pill').textContent", text[f"state.{state}"])
    home(ada, team)
    follow(ada, text["attendance"])
    ada.shows(text["says"].replace("{state}", text["state.present"]))
    ada.value("(() => { const node = document.querySelector('select[aria-label=Bob]'); node.value = 'late'; node.dispatchEvent(new Event('change')); })()")
    until(bob, "document.querySelector('.attended .pill').textContent", text["state.late"])
    keep(ada, f"{language}-teams-attendance")


# Asserts TM-14, TM-59.
def attend_later(ada, bob, team, text, language):
    """Of a practice that has been Bob says that he was there, and then that he was not; Ada reads what he says last."""
    plan = {"kind": "practice", "title": "Old practice", "startsAt": "2024-08-10T10:00:00Z", "endsAt": "2024-08-10T11:00:00Z", "timeZone": "UTC"}
    old = ask(ada, f"/v1/team-management/teams/{team}/events", plan)["event"]
    home(bob, team)
    follow(bob, text["attendance"])
    row = "[...document.querySelectorAll('.attended')].find(node => node.innerText.includes('Old practice'))"
    for label, state in ((text["state.present"], "present"), (text["notThere"], "absent")):
        until(bob, f"Boolean({row})")
        bob.value(f"[...{row}.querySelectorAll('button')].find(node => node.textContent === {json.dumps(label)}).click()")
        until(bob, f"{row}?.querySelector('.pill').textContent", text[f"state.{state}"])
    ada.go(f"/team-management/teams/{team}/attendance?event={old}")
    ada.shows(text["says"].replace("{state}", text["state.absent"]))


# Asserts TM-12, TM-47, TM-55, TM-77.
def bar(ada, bob, team, text, language):
    """Where there is alcohol Bob does not come before he has said that he is 21; younger, he sees no such event. What he has answered is taken back
    when he is too young for what the event has become, and he is told."""
    ada.go(f"/team-management/teams/{team}/new-event?day=2024-08-20")
    choose(ada, "kind", "event")
    fill(ada, "title", "Bar night")
    ada.value("document.querySelectorAll('main form details').forEach(node => node.open = true)")
    ada.value("document.getElementById('field-alcohol').click()")
    press(ada, text["save"])
    until(ada, "/events\\/[-a-z0-9]+$/.test(location.pathname)")
    ada.shows(text["fromAge"].replace("{n}", ada.value("new Intl.NumberFormat(navigator.language).format(21)")))
    event = ada.value("location.pathname")
    told_of(bob, bob.device, "event-new", text, language, "Bar night")
    bob.go(event)
    until(bob, "document.querySelector('fh-card .label')?.textContent", text["kind.event"])
    press(bob, text["reply.yes"])
    until(bob, "document.querySelector('fh-card .error')?.textContent", "This event is for people of 21 and older. Enter your date of birth in your profile first.")
    post(bob, "/v1/me", {"dateOfBirth": "2003-08-21"}, "PATCH")
    bob.go(event)
    if request(bob, f"/v1{event}", None, "GET", "answer => answer.status") != 404:
        raise Trouble("Who is too young sees the event.")
    bob.go(f"/team-management/teams/{team}/calendar?view=day&day=2024-08-20")
    bob.shows(text["nothingUp"])
    post(bob, "/v1/me", {"dateOfBirth": "2003-08-20"}, "PATCH")
    bob.go(event)
    press(bob, text["reply.yes"])
    until(bob, "document.querySelector('.replies [aria-pressed=true]')?.textContent", text["reply.yes"])
    home(bob, team)
    place = f"/v1{event}"
    later = {"kind": "event", "title": "Bar night", "startsAt": "2024-08-20T18:00:00Z", "endsAt": "2024-08-20T19:00:00Z", "timeZone": "UTC", "hasAlcohol": True, "minimumAge": 22}
    post(ada, place, later, "PUT")
    bob.device.reads(text["event-changed.young"].replace("{team}", f"Foxes {language}").replace("{event}", "Bar night").replace("{n}", "22"))
    ada.go(event)
    line = "[...document.querySelectorAll('.answer')].find(node => node.innerText.includes('Bob'))?.querySelector('.pill').textContent"
    until(ada, line, text["reply.pending"])
    post(ada, place, {**later, "minimumAge": 21}, "PUT")
    bob.device.reads(text["event-changed"].replace("{team}", f"Foxes {language}").replace("{event}", "Bar night"))
    bob.device.is_left_alone()
    bob.go(event)
    press(bob, text["reply.yes"])
    until(bob, "document.querySelector('.replies [aria-pressed=true]')?.textContent", text["reply.yes"])
    # That he was refused, the browser tells too.
    bob.complaints[:] = [line for line in bob.complaints if event.rsplit("/", 1)[1] not in line]


def take_over(ada, bob, team, text, language):
    """Ada looks at what is in a spreadsheet, a day without hours too, takes it over, and Bob has it on his calendar; what is at the same time is told."""
    ada.go(f"/team-management/teams/{team}/import")
    until(ada, "Boolean(document.getElementById('field-file'))")
    table = "title,date,from,until,kind,opponent\\nCup,2024-09-01,10:00,12:00,game,Bears\\nCamp,2024-09-01,11:00,15:00,event,\\nClinic,2024-11-23,,,event,\\nWrong,2024-13-01,10:00,,,\\n"
    ada.value(f"""(() => {{ const held = new DataTransfer(); held.items.add(new File(["{table}"], "season.csv", {{ type: "text/csv" }}));
        document.getElementById('field-file').files = held.files; }})()""")
    press(ada, text["importPreview"])
    until(ada, "[...document.querySelectorAll('.imported .pill')].map(node => node.textContent)", [text["importState.new"]] * 3 + [text["importState.wrong"]])
    until(ada, "document.querySelectorAll('.imported small')[2]?.textContent", days(ada, language, "2024-11-23", "2024-11-23", weekday="short", day="numeric", month="short"))
    ada.shows(text["importMistake.start"])
    keep(ada, f"{language}-teams-import")
    press(ada, text["importTake"].replace("{n}", ada.value("new Intl.NumberFormat(navigator.language).format(3)")))
    until(ada, "location.pathname.endsWith('/calendar')")
    bob.device.reads(text["event-new.more"].replace("{team}", f"Foxes {language}").replace("{event}", "Cup").replace("{n}", "2"))
    bob.go("/team-management/calendar?view=day&day=2024-09-01")
    bob.shows("Cup")
    bob.shows(text["conflicts"])
    keep(bob, f"{language}-teams-conflicts")


def days(browser, language, first, last, **said):
    """Days without hours as a page writes them."""
    options = json.dumps({"timeZone": "UTC", **said})
    return browser.value(f"new Intl.DateTimeFormat('{language}', {options}).formatRange(new Date('{first}T00:00Z'), new Date('{last}T00:00Z'))")


# Asserts TM-99.
def whole_days(ada, bob, team, text, language):
    """Ada plans a camp of two days without hours; Bob reads its days alone on its page, and finds it on each of them; then she shortens it."""
    long = {"weekday": "long", "day": "numeric", "month": "long", "year": "numeric"}
    ada.go(f"/team-management/teams/{team}/new-event?day=2024-09-21")
    choose(ada, "kind", "event")
    fill(ada, "title", "Forest camp")
    until(ada, "document.getElementById('field-from').getClientRects().length", 1)
    ada.value("document.getElementById('field-allDay').click()")
    until(ada, "[document.getElementById('field-from').getClientRects().length, document.getElementById('field-meet').closest('.field').hidden]", [0, True])
    ada.value("document.querySelectorAll('main form details').forEach(node => node.open = true)")
    choose(ada, "lastDay", "2024-09-22")
    keep(ada, f"{language}-teams-all-day-form")
    press(ada, text["save"])
    until(ada, "/events\\/[-a-z0-9]+$/.test(location.pathname)")
    event = ada.value("location.pathname")
    told_of(bob, bob.device, "event-new", text, language, "Forest camp")
    bob.go(f"/team-management/teams/{team}/calendar?view=agenda&day=2024-09-21")
    rows = "[...document.querySelectorAll('section.day a')].filter(node => node.innerText.includes('Forest camp')).map(node => node.querySelector('small').textContent)"
    until(bob, rows, [days(bob, language, "2024-09-21", "2024-09-22", weekday="short", day="numeric", month="short")] * 2)
    bob.go(event)
    fact = "document.querySelector('main .fact > :last-child')?.textContent"
    until(bob, fact, days(bob, language, "2024-09-21", "2024-09-22", **long))
    keep(bob, f"{language}-teams-all-day")
    press(ada, text["edit"])
    until(ada, "document.getElementById('field-allDay')?.checked && document.getElementById('field-lastDay').value", "2024-09-22")
    choose(ada, "lastDay", "2024-09-21")
    press(ada, text["save"])
    until(bob, fact, days(bob, language, "2024-09-21", "2024-09-21", **long))
    told_of(bob, bob.device, "event-changed", text, language, "Forest camp")


# Asserts TM-19, TM-38.
def mail(ada, cleo, team, text, language):
    """Ada invites Cleo by mail, who signs up, opens the link and is on the team."""
    address = f"cleo.{language}@example.org"
    home(ada, team)
    follow(ada, text["roster"])
    fill(ada, "email", address)
    press(ada, text["sendInvitation"])
    ada.shows(text["invitationSent"])
    link = mailed(address, r"(/invitation\?token=[A-Za-z0-9_-]+)")
    phone(cleo)
    cleo.go("/")
    until(cleo, "Boolean(document.getElementById('account')?.innerText)")
    sign_up(cleo, data, address, "Cleo")
    cleo.go(link)
    press(cleo, platform(language)["join"])
    cleo.shows(platform(language)["joined"])
    ada.shows("Cleo")
    cleo.go("/team-management")
    cleo.shows(f"Foxes {language}")
    return address


# Asserts TM-29, TM-104.
def family(ada, bob, cleo, team, text, language, address):
    """Cleo agrees to be reached, and Bob finds how on the roster. He becomes her guardian and answers for her; she is asked by mail, whose link takes
    her answer without signing in."""
    post(cleo, f"/v1/groups/team-management/{team}/consent", {}, "PUT")
    home(bob, team)
    follow(bob, text["roster"])
    press(bob, text["contacts"])
    bob.shows(address)
    home(ada, team)
    follow(ada, text["roster"])
    until(ada, "document.querySelectorAll('.member').length", 3)
    ada.value("[...document.querySelectorAll('.member')].find(node => node.innerText.includes('Cleo')).querySelector('button').click()")
    until(ada, "Boolean(document.querySelector('.member select'))")
    ada.value("""(() => { const choice = document.querySelector('.member select'); choice.value = [...choice.options].find(option => option.textContent === 'Bob').value;
        choice.closest('details').open = true; choice.form.requestSubmit(); })()""")
    ada.shows(text["guardiansOf"].replace("{name}", "Bob"))
    keep(ada, f"{language}-teams-guardians")
    event = f"/team-management/teams/{team}/events/" + ask(ada, f"/v1/team-management/teams/{team}/events?from=2024-09-01T00:00:00Z&to=2024-09-02T00:00:00Z", method="GET")["items"][0]["id"]
    ada.go(event)
    press(ada, text["askAgain"])
    link = mailed(address, r'(/team-management/answer/[a-z0-9]+)')
    bob.go(event)
    until(bob, "document.querySelector('.child bdi')?.textContent", "Cleo")
    bob.value("document.querySelector('.child .replies button').click()")
    until(bob, "document.querySelector('.child .replies [aria-pressed=true]')?.textContent", text["reply.yes"])
    ada.shows(text["answeredBy"].replace("{name}", "Bob"))
    keep(bob, f"{language}-teams-child")
    cleo.call("Network.clearBrowserCookies")
    cleo.value("localStorage.clear()")
    cleo.go(link)
    cleo.shows(text["linkQuestion"])
    press(cleo, text["reply.no"])
    until(cleo, "document.querySelector('.replies [aria-pressed=true]')?.textContent", text["reply.no"])
    until(ada, "[...document.querySelectorAll('.answer')].find(node => node.innerText.includes('Cleo'))?.querySelector('.pill').textContent", text["reply.no"])
    keep(cleo, f"{language}-teams-link")
    cleo.go("/team-management/answer/none")
    cleo.shows(text["linkGone"])
    cleo.complaints[:] = [line for line in cleo.complaints if "/answer-links/none" not in line and "/v1/me" not in line]


def check_in(ada, bob, team, text, language):
    """Bob reads the code that Ada shows at practice, and Ada sees when."""
    event = f"/team-management/teams/{team}/events/" + ask(ada, f"/v1/team-management/teams/{team}/events?from=2024-08-17T00:00:00Z&to=2024-08-18T00:00:00Z", method="GET")["items"][0]["id"]
    ada.go(event)
    press(ada, text["checkInShow"])
    until(ada, "document.querySelector('img.code')?.naturalWidth > 0")
    address = ada.value("document.querySelector('code.secret').textContent")
    until(ada, "decodeURIComponent(document.querySelector('img.code').getAttribute('src')).replace('/v1/app/qr/', '')", "/" + address.split("/", 3)[3])
    keep(ada, f"{language}-teams-code")
    bob.go("/" + address.split("/", 3)[3])
    bob.shows(text["checkInDone"])
    keep(bob, f"{language}-teams-here")
    ada.go(f"/team-management/teams/{team}/attendance?event={event.rsplit('/', 1)[1]}")
    ada.shows(text["checkedIn"].split("{")[0].strip())


# Asserts TM-10, TM-19, TM-38.
def invite(ada, bob, team, text, language):
    """Ada makes a link that ends, and Bob, who was removed, comes back through it."""
    words = platform(language)
    home(ada, team)
    follow(ada, text["roster"])
    press(ada, text["inviteNext"])
    press(ada, words["group.makeLink"])
    until(ada, "Boolean(document.querySelector('main form + div code.secret'))")
    ada.shows(words["group.linkUntil"].split("{")[0].strip())
    bob.go(ada.value("new URL(document.querySelector('main form + div code.secret').textContent).pathname"))
    press(bob, words["join"])
    until(bob, f"Boolean([...document.querySelectorAll('dialog[open] button')].find(node => node.textContent === {json.dumps(words['group.agreeAndJoin'])}))")
    bob.value("document.querySelector('dialog[open] button').click()")
    until(bob, "location.pathname.startsWith('/groups/team-management/')")
    home(bob, team)
    bob.shows(f"Foxes {language}")


# Asserts TM-3, TM-5, TM-6, TM-7, TM-26, TM-27, TM-37, TM-50, TM-51, TM-52, TM-53, TM-84.
def write(ada, bob, team, text, language):
    """Ada gives Bob a position and goals, Bob writes his biography; each sees it of the other. She changes his biography, and he reads how it has
    changed. She writes down records of his and of the team, and changes one."""
    home(ada, team)
    follow(ada, text["roster"])
    until(ada, "document.querySelectorAll('.member').length", 2)
    ada.value("[...document.querySelectorAll('.member')].find(node => node.innerText.includes('Bob')).querySelector('button').click()")
    fill(ada, "position", "Keeper")
    fill(ada, "number", "7")
    press(ada, text["save"])
    ada.shows("Keeper")
    keep(ada, f"{language}-teams-roster")
    home(bob, team)
    follow(bob, text["roster"])
    bob.shows("Keeper")
    until(bob, "[...document.querySelectorAll('.member')].length === 2 && ['Ada', 'Bob'].every(name => document.querySelector('main').innerText.includes(name))")
    home(bob, team)
    follow(bob, text["personalStats"])
    bob.shows(text["noBiography"])
    fill(bob, "text", "Plays since 2010.")
    press(bob, text["save"])
    until(bob, "document.querySelector('p.biography').textContent", "Plays since 2010.")
    member = bob.value("location.pathname")
    ada.go(member)
    ada.shows("Plays since 2010.")
    fill(ada, "text", "Plays since 2010, and well.")
    submit(ada, "text")
    until(ada, "document.querySelector('p.biography').textContent", "Plays since 2010, and well.")
    bob.go(member)
    history = f"[...document.querySelectorAll('main details')].find(node => node.querySelector('summary').textContent === {json.dumps(text['biographyHistory'])})"
    versions = f"(node => {{ if (!node) return []; node.open = true; return [...node.querySelectorAll('p')].map(line => [line.querySelector('bdi').textContent, line.innerText]); }})({history})"
    until(bob, f"{versions}.map(([said]) => said)", ["Plays since 2010, and well.", "Plays since 2010."])
    if not all(name in shown for name, (_, shown) in zip(("Ada", "Bob"), bob.value(versions))):
        raise Trouble(f"Who has changed the biography is not told: {bob.value(versions)}.")
    keep(bob, f"{language}-teams-biography")
    # In one go, as below.
    until(ada, "Boolean(document.getElementById('field-value-0'))")
    ada.value("(() => { document.getElementById('field-value-0').value = 5; [...document.querySelectorAll('main form')].at(-1).requestSubmit(); })()")
    until(bob, "document.querySelector('.figure').textContent", bob.value("new Intl.NumberFormat(navigator.language).format(5)"))
    keep(bob, f"{language}-teams-player")
    own = f"/v1/team-management/teams/{team}/members/" + ask(ada, "/v1/me", method="GET")["id"]
    post(ada, f"{own}/biography", {"text": "Captain since 2020."}, "PUT")
    post(ada, f"{own}/statistics", {"values": {ask(ada, f"/v1/team-management/teams/{team}/statistics", method="GET")["fields"][0]: 4}}, "PUT")
    home(bob, team)
    follow(bob, text["roster"])
    follow(bob, "Ada")
    bob.shows("Captain since 2020.")
    until(bob, "document.querySelector('.figure').textContent", bob.value("new Intl.NumberFormat(navigator.language).format(4)"))
    home(ada, team)
    follow(ada, text["statistics"])
    # Whoever writes is in the form: what is told meanwhile leaves it alone.
    ada.value("document.getElementById('field-title').focus()")
    fill(ada, "title", "Most goals")
    fill(ada, "value", "9 in Ulm")
    press(ada, text["addRecord"])
    ada.shows("9 in Ulm")
    ada.value("document.getElementById('field-title').focus()")
    choose(ada, "account", member.split("/")[-1])
    fill(ada, "title", "Fastest mile")
    fill(ada, "value", "5:12")
    submit(ada, "title")
    ada.shows("5:12")
    ada.value(f"[...document.querySelectorAll('fh-list [role=listitem]')].find(node => node.innerText.includes('5:12')).querySelectorAll('button')[0].click()")
    until(ada, "document.activeElement.value + document.getElementById('field-value')?.value", "Fastest mile5:12")
    fill(ada, "value", "5:10")
    keep(ada, f"{language}-teams-record")
    submit(ada, "title")
    ada.shows("5:10")
    if "5:12" in ada.value("document.querySelector('main').innerText"):
        raise Trouble("What a record was before it was changed is there still.")
    # In one go: what others write draws the page anew while nobody is in a field.
    ada.value("(() => { document.querySelector('fh-stepper[name=wins]').value = 3; [...document.querySelectorAll('main form')].at(-1).requestSubmit(); })()")
    three = "document.querySelector('.figure').textContent === new Intl.NumberFormat(navigator.language).format(3)"
    until(ada, three)
    keep(ada, f"{language}-teams-statistics")
    home(bob, team)
    follow(bob, text["statistics"])
    bob.shows("9 in Ulm")
    until(bob, three)
    bob.go(member)
    bob.shows("5:10")


def submit(browser, field):
    """Sends the form in which a field is."""
    browser.value(f"document.getElementById('field-{field}').form.requestSubmit()")


def day_of(event):
    """The first day of an event without hours, where it takes place."""
    return datetime.datetime.fromisoformat(event["startsAt"]).astimezone(zoneinfo.ZoneInfo(event["timeZone"])).date().isoformat()


def subscribe(ada, bob, team, text, language):
    """Bob makes an address of the team's calendar for other programs, which read in it what he sees, days without hours as days, and closes it."""
    bob.go(f"/team-management/teams/{team}/calendar")
    until(bob, "Boolean(document.querySelector('main details'))")
    bob.value(f"[...document.querySelectorAll('main details')].find(node => node.querySelector('summary').textContent === {json.dumps(text['subscribe'])}).open = true")
    press(bob, text["openFeed"])
    until(bob, "document.querySelectorAll('.feed code.secret').length", 1)
    until(bob, "fetch(new URL(document.querySelector('.feed code.secret').textContent).pathname).then(answer => answer.text()).then(told => told.startsWith('BEGIN:VCALENDAR') && told.includes('BEGIN:VEVENT'))", True)
    told = bob.value("fetch(new URL(document.querySelector('.feed code.secret').textContent).pathname).then(answer => answer.text())")
    span = "from=2024-08-17T00:00:00Z&to=2024-10-01T00:00:00Z"
    seen = request(bob, f"/v1/team-management/teams/{team}/events?{span}", None, "GET", "answer => answer.json()")["items"]
    begins = sorted(day_of(event) if event["allDay"] else event["startsAt"] for event in seen)
    read = sorted(start.strftime("%Y-%m-%dT%H:%M:%SZ") if isinstance(start, datetime.datetime) else start.isoformat() for _, _, start, _ in calendars.events(told))
    if "2024-09-21" not in begins or [start for start in read if "2024-08-17" <= start < "2024-10-01"] != begins:
        raise Trouble(f"Other programs read {read} in the calendar, Bob sees {begins}.")
    press(bob, text["closeFeed"])
    until(bob, "document.querySelectorAll('.feed code.secret').length", 0)


def care(ada, bob, team, text, language):
    """Bob gives an emergency card, which Ada opens; he stands in for a time; figures follow by a formula, and positions have places of their
    own. What was done the whole team reads."""
    person = bob.value("fetch('/v1/me').then(answer => answer.json()).then(me => me.id)")
    member = f"/team-management/teams/{team}/members/{person}"
    bob.go(member)
    fill(bob, "contact", "Mum")
    fill(bob, "phone", "+49 151 000")
    submit(bob, "contact")
    until(bob, "Boolean(document.getElementById('field-contact').form.querySelector('.error').textContent)")
    bob.value("document.getElementById('field-consents').checked = true")
    submit(bob, "contact")
    bob.shows(text["emergencyTake"])
    keep(bob, f"{language}-teams-emergency")
    ada.go(member)
    press(ada, text["emergencyOpen"])
    ada.shows("Mum")
    keep(ada, f"{language}-teams-emergency-open")
    # What changes on the roster meanwhile comes, and the card stays open.
    for position in ("Winger", "Keeper"):
        post(ada, f"/v1/team-management/teams/{team}/roster/{person}", {"position": position, "number": 7}, "PUT")
        until(ada, f"document.querySelector('.team-head p').textContent.includes('{position}')")
        if "Mum" not in ada.value("document.querySelector('.emergency')?.innerText ?? ''"):
            raise Trouble("An emergency card that was opened goes when the roster changes.")
    home(bob, team)
    follow(bob, text["log"])
    bob.shows(text["log.card-opened"].replace("{by}", "Ada").replace("{name}", "Bob"))
    keep(bob, f"{language}-teams-log")
    ada.go(f"/team-management/teams/{team}/settings")
    choose(ada, "substitute", person)
    fill(ada, "untilDay", "2024-08-20")
    submit(ada, "untilDay")
    ada.shows(text["substituteEnd"])
    keep(ada, f"{language}-teams-substitutes")
    home(bob, team)
    follow(bob, text["calendar"])
    bob.shows(text["newEvent"])
    press(ada, text["substituteEnd"])
    until(ada, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(text['substituteEnd'])})", False)
    ada.go(f"/team-management/teams/{team}/statistics")
    field = ask(ada, f"/v1/team-management/teams/{team}/statistics", method="GET")["fields"][0]
    fill(ada, "formulas", f"Half = {field} / 2")
    submit(ada, "formulas")
    until(ada, "[...document.querySelectorAll('table.players th[scope=col]')].at(-1)?.textContent", "Half")
    press(ada, text["leagues"])
    fill(ada, "name", "County")
    submit(ada, "name")
    ada.shows(text["leagueCodeIs"])
    until(ada, "document.querySelector('table.league tbody th')?.textContent", f"Foxes {language}")
    keep(ada, f"{language}-teams-league")
    ada.go(f"/team-management/teams/{team}/new-event?day=2024-09-15")
    fill(ada, "title", "Cup")
    fill(ada, "roles", "Goal: 1, Field: 10")
    submit(ada, "roles")
    until(ada, "/events\\/[-a-z0-9]+$/.test(location.pathname)")
    ada.shows(text["rolePlaces"].replace("{name}", "Field").replace("{n}", ada.value(f"new Intl.NumberFormat('{language}').format(10)")))
    keep(ada, f"{language}-teams-positions")


# Asserts TM-16, TM-17, TM-20, TM-21, TM-36, TM-40, TM-79.
def rule(ada, bob, team, text, language):
    """Ada invites Bob to be an admin, which comes to his page by itself; he accepts, which comes to hers, and may plan then. She takes that back, and
    removes him from the team."""
    home(bob, team)
    bob.shows(text["comingUp"])
    home(ada, team)
    follow(ada, text["settings"])
    box = "[...document.querySelectorAll('main details')].find(node => node.innerText.includes('Bob'))"
    until(ada, f"Boolean({box})")
    ada.value(f"{box}.open = true")
    admin = f"{box}.querySelector('input[id$=-admin]')"
    until(ada, f"Boolean({admin})", False)
    invite = f"{box}.querySelector('p.row button')"
    until(ada, f"{invite}?.textContent", "Invite as admin" if language == "en" else text["adminInvite"])
    ada.value(f"{invite}.click()")
    until(ada, f"{invite}?.textContent", text["adminWithdraw"])
    ada.shows(text["adminInvitedUntil"].split("{")[0].strip())
    keep(ada, f"{language}-teams-invited")
    # Whoever is in the line of another member stays there.
    own = f"document.getElementById('right-{ask(ada, '/v1/me', method='GET')['id']}-admin')"
    ada.value(f"(node => {{ node.closest('details').open = true; node.focus(); }})({own})")
    bob.shows(f"Ada invites you to be an admin of Foxes {language}." if language == "en" else
        text["admin-invited"].replace("{name}", "Ada").replace("{team}", f"Foxes {language}"))
    bob.shows(text["decline"])
    press(bob, text["accept"])
    until(ada, f"{admin}?.checked")
    if not ada.value(f"document.activeElement === {own}"):
        raise Trouble("Who is in the line of a member loses it when another one becomes an admin.")
    until(bob, "Boolean(document.querySelector('.admin-invitation'))", False)
    bob.go(f"/team-management/teams/{team}/calendar")
    bob.shows(text["newEvent"])
    ada.value(f"{admin}.click()")
    until(ada, f"{invite}?.textContent", text["adminInvite"])
    home(ada, team)
    follow(ada, text["roster"])
    until(ada, "document.querySelectorAll('.member').length", 3)
    ada.value("[...document.querySelectorAll('.member')].find(node => node.innerText.includes('Bob')).querySelector('button').click()")
    press(ada, text["removeMember"])
    until(ada, "document.querySelector('dialog[open] h2')?.textContent", text["removeQuestion"].replace("{name}", "Bob"))
    ada.value("document.querySelector('dialog[open] button[value=yes]').click()")
    until(ada, "document.querySelectorAll('.member').length", 2)
    # Who is not on the team can be found and invited all the same; whoever finds him then can take it back.
    waits = f"[...document.querySelectorAll('main .request')].some(node => node.innerText.includes('Bob') && node.querySelector('button')?.textContent === {json.dumps(text['adminWithdraw'])})"
    name = f"bobfox{language}"
    post(bob, "/v1/me", {"username": name}, "PATCH")
    row = f"[...document.querySelectorAll('main form + div .request')].find(node => node.innerText.includes('@{name}'))"
    for key in ("adminInvite", "adminWithdraw"):
        fill(ada, "person", name)
        submit(ada, "person")
        until(ada, f"{row}?.querySelector('button')?.textContent", text[key])
        if key == "adminInvite":
            ada.value(f"{row}.querySelector('button').click()")
            until(ada, waits)
    keep(ada, f"{language}-teams-find-admin")
    home(ada, team)
    follow(ada, text["roster"])
    until(ada, waits)
    bob.go("/team-management")
    bob.shows(text["noTeams"])
    # The page that he had open asked once more to be told what is new, unless he left it first.
    bob.complaints[:] = [line for line in bob.complaints if "status of 404" not in line or "/v1/live?" not in line]
    press(bob, text["decline"])
    until(ada, waits, False)
    until(bob, "Boolean(document.querySelector('.admin-invitation'))", False)
    bob.shows(text["noTeams"])


# Asserts PL-18, TM-70.
def put_off(ada, bob, team, text, language):
    """Who looks after a team is told until when the account may stay as it is, on the team's pages and where it is protected; a member is not."""
    told, due = text["protectUntil"].split("{time}")[0], platform(language)["factorDue"].split("{time}")[0]
    home(ada, team)
    ada.shows(told)
    keep(ada, f"{language}-teams-put-off")
    follow(ada, text["settings"])
    until(ada, "location.pathname", f"/team-management/teams/{team}/settings")
    ada.shows(told)
    follow(ada, text["protectNow"])
    until(ada, "location.pathname", "/account/security")
    ada.shows(due)
    keep(ada, f"{language}-security-due")
    home(bob, team)
    bob.shows(text["personalStats"])
    if told in bob.value("document.querySelector('main').innerText"):
        raise Trouble("Who only plays is told to protect the account.")


# Asserts PL-18, TM-70.
def protected(ada, data, text, language):
    """Where the operator asks for it, an admin is made to protect the account first: the team says so, leads there, and is looked after then."""
    phone(ada)
    ada.go("/")
    until(ada, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(ada, data, {"en": "+491518000199", "ar": "+491518000198"}[language], "Ada")
    team = ask(ada, "/v1/team-management/teams", {"name": "Foxes", "sport": "Soccer"})["team"]
    refused = f"fetch('/v1/team-management/teams/{team}/messages', {{ method: 'POST', headers: {{ 'content-type': 'application/json', 'x-fieldhouse-session': 'cookie' }}, body: '{{\"text\": \"Hello\"}}' }}).then(answer => answer.json()).then(answer => answer.code)"
    until(ada, refused, "second-factor-required")
    home(ada, team)
    ada.shows(text["protect"])
    follow(ada, text["settings"])
    ada.shows(text["protect"])
    if ada.value("Boolean(document.getElementById('field-text'))"):
        raise Trouble("Who has not protected the account may write to all.")
    keep(ada, f"{language}-teams-protect")
    words = platform(language)
    # Pages that are not the team's own lead there as well.
    ada.go(f"/groups/team-management/{team}/people")
    until(ada, "[...document.querySelectorAll('main a')].find(node => node.pathname === '/account/security')?.textContent", words["protect.go"])
    ada.go(f"/groups/team-management/{team}/edit")
    press(ada, words["save"])
    until(ada, "document.querySelector('fh-dialog dialog[open] h2, dialog[open] h2')?.textContent", words["protect"])
    ada.value("document.querySelector('dialog[open] button[value=go]').click()")
    until(ada, "location.pathname", "/account/security")
    press(ada, words["addFactor"])
    until(ada, "Boolean(document.querySelector('code.secret'))")
    key = base64.b32decode(ada.value("document.querySelector('code.secret').textContent.replaceAll(' ', '')"))
    # 2024-08-17T11:40:00Z, in steps of 30 s (RFC 6238).
    digest = hmac.new(key, (1723894800 // 30).to_bytes(8, "big"), hashlib.sha1).digest()
    number = int.from_bytes(digest[digest[19] & 15:][:4], "big") & 0x7fffffff
    fill(ada, "code", f"{number % 1_000_000:06}")
    press(ada, words["confirm"])
    press(ada, words["recoverySaved"])
    ada.go(f"/team-management/teams/{team}/settings")
    fill(ada, "text", "Welcome")
    press(ada, text["send"])
    until(ada, "document.getElementById('status').textContent", text["sent"])
    if text["protect"] in ada.value("document.querySelector('main').innerText"):
        raise Trouble("Who has protected the account is asked still.")


signal.alarm(460)
for number, language in enumerate(("en", "ar"), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browsers = [Browser(f"{folder}/{name}", address, language) for name in ("ada", "bob", "cleo")]
        ada, bob, cleo = browsers
        try:
            for browser, who, digits in ((ada, "Ada", "+49151800010"), (bob, "Bob", "+49151900010")):
                begin(browser, who, f"{digits}{number}")
            words = texts(language)
            team = create(ada, bob, words, language)
            for part in (join, put_off, plan, answer, change, tell, attend, attend_later, bar, take_over, whole_days, write, check_in, subscribe, care):
                part(ada, bob, team, words, language)
            family(ada, bob, cleo, team, words, language, mail(ada, cleo, team, words, language))
            for part in (rule, invite):
                part(ada, bob, team, words, language)
            if ada.value("document.documentElement.dir") != ("rtl" if language == "ar" else "ltr"):
                raise Trouble("The page runs the wrong way.")
            # A group whose people are told how to reach the members asks first.
            complaints = [line for browser in browsers for line in browser.complaints if "422" not in line and "/group-links/" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    os.environ["FIELDHOUSE_PLUGIN_ADMIN_SECOND_FACTOR"] = "required"
    host = Host(os.environ.get("FIELDHOUSE_EXECUTABLE", ".build/debug/fieldhouse"), pathlib.Path(folder) / "data")
    host.start()
    try:
        for language in ("en", "ar"):
            browser = Browser(f"{folder}/{language}", host.address, language)
            try:
                protected(browser, host.data, texts(language), language)
            finally:
                browser.end()
    finally:
        host.stop()
print("A team plans, answers, asks by mail, checks in and turns up in two languages.")
