"""Runs a team in the web app on two phones, in English and in Arabic: one creates it, the other asks to join and is accepted; practice comes
every week, the other answers, is there and is written down, and is pushed each change of the calendar and what the team is told; statistics,
biography and rights. Usage: teams.py ADDRESS DATA PORT [FOLDER], PORT for the push service, the last for pictures."""
import json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, fill, fits, picture, press, sign_in, until
from pushes import Pushes

address, data, pushes = sys.argv[1], pathlib.Path(sys.argv[2]), Pushes(int(sys.argv[3]))
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
NARROW = 390


def texts(language):
    return json.loads(pathlib.Path(f"Plugins/TeamManagement/strings/{language}.json").read_text())


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


def follow(browser, label):
    """Follows a row that leads on."""
    found = f"[...document.querySelectorAll('main a')].find(node => node.innerText.includes({json.dumps(label)}))"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")


# Asserts TM-34, TM-35, TM-60, TM-64, TM-84, TM-86.
def create(ada, bob, text, language):
    """Ada creates a team: its sport is completed, and its home leads everywhere."""
    ada.shows(text["noTeams"])
    press(ada, text["newTeam"])
    fill(ada, "name", f"Foxes {language}")
    choose(ada, "sport", "Soc")
    until(ada, "[...document.querySelectorAll('#sports option')].map(node => node.value).join()", "Soccer")
    choose(ada, "sport", "Soccer")
    keep(ada, f"{language}-teams-new")
    press(ada, text["create"])
    until(ada, "/teams\\/[a-z0-9]+$/.test(location.pathname)")
    for label in ("calendar", "roster", "attendance", "personalStats", "statistics", "settings"):
        ada.shows(text[label])
    keep(ada, f"{language}-teams-home")
    return ada.value("location.pathname.split('/').pop()")


# Asserts TM-65, TM-86, TM-88.
def join(ada, bob, team, text, language):
    """Bob finds the team by the beginning of its name and asks; Ada reads it in the settings, where it comes by itself, and accepts."""
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
    bob.go("/team-management")
    bob.shows(f"Foxes {language}")


# Asserts PL-51, TM-2, TM-24, TM-31, TM-32.
def told_of(bob, device, kind, text, language, event):
    """Within a minute of the change Bob's phone has exactly one notification of it, by the event's name, and so has the inbox."""
    said = text[kind].replace("{team}", f"Foxes {language}").replace("{event}", event)
    device.reads(said)
    device.is_left_alone()
    listed = "fetch('/v1/me/notifications').then(answer => answer.json()).then(page => page.items.filter(item => item.text === " + json.dumps(said) + ").length)"
    until(bob, listed, 1)


# Asserts TM-3, TM-12, TM-28, TM-44, TM-45, TM-47, TM-54, TM-60, TM-76, TM-87.
def plan(ada, bob, team, text, language):
    """Ada plans practice every week at a place that she says is safe; Bob sees it by month, week and day, as a list, and filtered."""
    bob.device = pushes.device(bob, f"{language}-bob")
    ada.go(f"/team-management/teams/{team}/new-event?day=2024-08-17")
    fill(ada, "title", "Shooting")
    fill(ada, "from", "12:00")
    fill(ada, "to", "13:30")
    fill(ada, "place", "Hill Park")
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
    home(bob, team)
    follow(bob, text["calendar"])
    until(bob, "document.querySelectorAll('.month .chip').length > 2 && document.querySelectorAll('.month td').length % 7 === 0")
    keep(bob, f"{language}-teams-month")
    for view, days in (("week", 7), ("day", 1)):
        press(bob, text[view])
        until(bob, f"document.querySelector('fh-tabs [aria-current=page]')?.textContent + document.querySelectorAll('section.day').length", f"{text[view]}{days}")
        bob.shows("Shooting")
        keep(bob, f"{language}-teams-{view}")
    press(bob, text["agenda"])
    until(bob, "document.querySelectorAll('section.day').length", 9)
    bob.value("document.querySelector('details.filters').open = true")
    choose(bob, "kind", "game")
    bob.shows(text["nothingUp"])
    choose(bob, "kind", "practice")
    until(bob, "document.querySelectorAll('section.day').length", 9)
    choose(bob, "tag", "indoors")
    until(bob, "document.querySelectorAll('section.day').length", 9)
    keep(bob, f"{language}-teams-agenda")


# Asserts TM-4, TM-15, TM-23, TM-29, TM-49, TM-55, TM-56.
def answer(ada, bob, team, text, language):
    """Bob opens an event from the calendar and answers; Ada sees it without touching anything, and what he says later."""
    bob.value("[...document.querySelectorAll('section.day a')][1].click()")
    bob.shows(text["willYouCome"])
    event = bob.value("location.pathname")
    ada.go(event)
    ada.shows(text["answers"])
    press(bob, text["reply.yes"])
    until(bob, "document.querySelector('.replies [aria-pressed=true]')?.textContent", text["reply.yes"])
    line = "[...document.querySelectorAll('.answer')].find(node => node.innerText.includes('Bob'))?.querySelector('.pill').textContent"
    until(ada, line, text["reply.yes"])
    keep(ada, f"{language}-teams-answers")
    press(bob, text["reply.maybe"])
    until(ada, line, text["reply.maybe"])
    keep(bob, f"{language}-teams-event")


# Asserts TM-13, TM-18, TM-25, TM-43, TM-46, TM-48.
def change(ada, bob, team, text, language):
    """Ada moves that practice and those that follow; Bob, who looks at it, sees it at once, and may not change it himself."""
    press(ada, text["edit"])
    until(ada, "document.getElementById('field-from')?.value", "12:00")
    fill(ada, "from", "15:00")
    fill(ada, "to", "16:30")
    fill(ada, "title", "Passing")
    choose(ada, "reach", "following")
    press(ada, text["save"])
    until(ada, "/events\\/[-a-z0-9]+$/.test(location.pathname)")
    until(bob, "document.querySelector('h1').textContent", "Passing")
    if bob.value(f"[...document.querySelectorAll('main a, main button')].some(node => [{json.dumps(text['edit'])}, {json.dumps(text['cancelEvent'])}].includes(node.textContent))"):
        raise Trouble("A member is shown how to change an event.")
    told_of(bob, bob.device, "event-changed", text, language, "Passing")
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


# Asserts TM-3, TM-14, TM-22, TM-26, TM-58.
def attend(ada, bob, team, text, language):
    """Bob says that he is there; Ada, who takes attendance, reads it and writes that he came late."""
    home(bob, team)
    follow(bob, text["attendance"])
    press(bob, text["state.present"])
    until(bob, "document.querySelector('.attended .pill').textContent", text["state.present"])
    home(ada, team)
    follow(ada, text["attendance"])
    ada.shows(text["says"].replace("{state}", text["state.present"]))
    ada.value("(() => { const node = document.querySelector('select[aria-label=Bob]'); node.value = 'late'; node.dispatchEvent(new Event('change')); })()")
    until(bob, "document.querySelector('.attended .pill').textContent", text["state.late"])
    keep(ada, f"{language}-teams-attendance")


# Asserts TM-3, TM-5, TM-6, TM-7, TM-26, TM-27, TM-37, TM-50, TM-51, TM-52, TM-53, TM-84.
def write(ada, bob, team, text, language):
    """Ada gives Bob a position and goals, Bob writes his biography; each sees it of the other."""
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
    fill(ada, "value-0", "5")
    ada.value("[...document.querySelectorAll('main form')].at(-1).requestSubmit()")
    until(bob, "document.querySelector('.figure').textContent", bob.value("new Intl.NumberFormat(document.documentElement.lang).format(5)"))
    keep(bob, f"{language}-teams-player")
    home(ada, team)
    follow(ada, text["statistics"])
    fill(ada, "title", "Most goals")
    fill(ada, "value", "9 in Ulm")
    press(ada, text["addRecord"])
    ada.shows("9 in Ulm")
    # In one go: what others write draws the page anew while nobody is in a field.
    ada.value("(() => { document.querySelector('fh-stepper[name=wins]').value = 3; [...document.querySelectorAll('main form')].at(-1).requestSubmit(); })()")
    three = "document.querySelector('.figure').textContent === new Intl.NumberFormat(document.documentElement.lang).format(3)"
    until(ada, three)
    keep(ada, f"{language}-teams-statistics")
    home(bob, team)
    follow(bob, text["statistics"])
    bob.shows("9 in Ulm")
    until(bob, three)


# Asserts TM-16, TM-17, TM-20, TM-21, TM-36, TM-40, TM-79.
def rule(ada, bob, team, text, language):
    """Ada makes Bob an admin, who may plan then; takes that back, and removes him from the team."""
    home(ada, team)
    follow(ada, text["settings"])
    box = "[...document.querySelectorAll('main details')].find(node => node.innerText.includes('Bob'))"
    until(ada, f"Boolean({box})")
    ada.value(f"{box}.open = true")
    admin = f"{box}.querySelector('input[id$=-admin]')"
    ada.value(f"{admin}.click()")
    home(bob, team)
    follow(bob, text["calendar"])
    bob.shows(text["newEvent"])
    ada.value(f"{admin}.click()")
    home(ada, team)
    follow(ada, text["roster"])
    until(ada, "document.querySelectorAll('.member').length", 2)
    ada.value("[...document.querySelectorAll('.member')].find(node => node.innerText.includes('Bob')).querySelector('button').click()")
    press(ada, text["removeMember"])
    until(ada, "document.querySelector('dialog[open] h2')?.textContent", text["removeQuestion"].replace("{name}", "Bob"))
    ada.value("document.querySelector('dialog[open] button[value=yes]').click()")
    until(ada, "document.querySelectorAll('.member').length", 1)
    bob.go("/team-management")
    bob.shows(text["noTeams"])


signal.alarm(300)
for number, language in enumerate(("en", "ar"), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        browsers = [Browser(folder, address, language) for folder in (one, two)]
        try:
            for browser, who, digits in zip(browsers, ("Ada", "Bob"), ("+49151800010", "+49151900010")):
                begin(browser, who, f"{digits}{number}")
            words = texts(language)
            team = create(*browsers, words, language)
            for part in (join, plan, answer, change, tell, attend, write, rule):
                part(*browsers, team, words, language)
            if browsers[0].value("document.documentElement.dir") != ("rtl" if language == "ar" else "ltr"):
                raise Trouble("The page runs the wrong way.")
            complaints = [line for browser in browsers for line in browser.complaints if "422" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("A team of two plans, answers and turns up in two languages.")
