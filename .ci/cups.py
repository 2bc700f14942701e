"""A tournament of disc golf, for the walk through it: made and directed on a computer, entered and played on phones, seen by everybody."""
import base64, json, pathlib, sys

from browser import Trouble, fits, press, until
from cards import choose, figure, key, phone

pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
WIDE = 1280
PARS = [3, 3, 4, 3, 3, 4, 3, 3, 3]


def computer(browser, name=None):
    browser.call("Emulation.setDeviceMetricsOverride", width=WIDE, height=900, deviceScaleFactor=1, mobile=False)
    if name and pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / f"{name}.png").write_bytes(base64.b64decode(browser.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]))


def write(browser, fields):
    until(browser, f"Boolean(document.getElementById({json.dumps(next(iter(fields)))}))")
    for field, value in fields.items():
        browser.value(f"Object.assign(document.getElementById({json.dumps(field)}), {{ value: {json.dumps(value)} }}).dispatchEvent(new Event('change', {{ bubbles: true }}))")


def tab(browser, text, part):
    press(browser, text[f"part.{part}"])


def above(browser, value):
    """Throws above par as the board writes them."""
    return browser.value(f"new Intl.NumberFormat(navigator.language, {{ signDisplay: 'always' }}).format({value})")


def rows(browser, *wanted):
    """Waits for places, names and scores of the board; who shares a place stands in any order."""
    rank = lambda place: figure(browser, place) if place else "–"
    until(browser, "[...document.querySelectorAll('.board .person')].map(node => ['.rank', 'bdi', '.figure'].map(part => node.querySelector(part).textContent).join(' ')).sort().join()",
          ",".join(sorted(f"{rank(place)} {name} {score}" for place, name, score in wanted)))


def sure(browser, text, question, label):
    """Presses the button beside a question that is asked first."""
    press(browser, text[label])
    browser.shows(text[question])
    press(browser, text["yes"])


def gives_up(browser, name, text):
    """Presses the button beside a player that says, or takes back, that he or she did not finish."""
    until(browser, f"""(node => {{ node?.click(); return Boolean(node); }})([...document.querySelectorAll('.people .person')].filter(node => node.querySelector('bdi')?.textContent === {json.dumps(name)})
        .flatMap(node => [...node.querySelectorAll('button')]).find(node => node.textContent === {json.dumps(text['dnf'])}))""")


def has_button(browser, label):
    return browser.value(f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(label)})")


# Asserts FS-159, FS-162.
def make(ada, text, language):
    """A league with its points, and a tournament that counts for it, by the pages alone."""
    computer(ada)
    ada.go("/folf-scoring")
    press(ada, text["events"])
    ada.shows(text["noEventsAbout"] if language == "en" else text["newLeague"])
    ada.value("document.querySelector('details.card').open = true")
    write(ada, {"league-name": "Summer tour", "league-points": "10, 6, 4"})
    press(ada, text["save"])
    ada.shows(text["noPointsYet"])
    league = ada.value("location.pathname")
    press(ada, text["newEvent"])
    write(ada, {"event-name": "Spring Open", "event-start": "2024-08-17T12:00", "event-about": "Bring boots"})
    until(ada, "document.getElementById('event-league').selectedOptions[0].textContent", "Summer tour")
    ada.value("(list => { list.value = [...list.options].find(node => node.textContent.startsWith('Harbour')).value })(document.getElementById('event-course'))")
    computer(ada, f"{language}-folf-event-new")
    press(ada, text["save"])
    for told in ("Spring Open", "Bring boots", "Harbour Park", text["teeTimesEvery"].replace("{n}", figure(ada, 10)), text["directedBy"].replace("{name}", "Ada"), text["nobodyEntered"]):
        ada.shows(told)
    return league, ada.value("location.pathname")


# Asserts FS-5, FS-7, FS-161, FS-163.
def enter(ada, bob, cleo, event, text, language):
    """Players find the tournament, say in which division they play and whether everybody may read their names; the director adds and removes others."""
    for browser in (bob, cleo):
        phone(browser)
        browser.go("/folf-scoring/events")
        browser.shows("Spring Open")
        browser.go(event)
        browser.shows(text["entryConsent"])
    fits(bob, pictures, f"{language}-folf-event-entry")
    phone(bob)
    write(bob, {"entry-division": "m p o"})
    press(bob, text["enterEvent"])
    until(bob, "document.querySelector('form.card .error')?.textContent.includes('MPO')")
    write(bob, {"entry-division": "mpo", "entry-member": "42"})
    bob.value("document.getElementById('entry-consent').click()")
    press(bob, text["enterEvent"])
    bob.shows(text["enteredIn"].replace("{division}", "MPO"))
    write(cleo, {"entry-division": "MPO"})
    press(cleo, text["enterEvent"])
    cleo.shows(text["enteredIn"].replace("{division}", "MPO"))
    until(ada, "[...document.querySelectorAll('.board bdi')].map(node => node.textContent).sort().join()", "Bob,Cleo,MPO")
    everybody = ada.value(f"fetch('/v1{event}', {{ credentials: 'omit' }}).then(answer => answer.json())")
    if sorted(row["name"] for row in everybody["rows"]) != ["", "Bob"]:
        raise Trouble(f"Others read {everybody['rows']}.")
    tab(ada, text, "direct")
    for name in ("Mo", "Zed"):
        write(ada, {"entrant-name": name})
        press(ada, text["addEntrant"])
        until(ada, f"[...document.querySelectorAll('.people bdi')].some(node => node.textContent === '{name}')")
    ada.value(f"[...[...document.querySelectorAll('.people .person')].find(node => node.textContent.includes('Zed') && node.querySelector('input')).querySelectorAll('button')].find(node => node.textContent === {json.dumps(text['remove'])}).click()")
    ada.shows(text["removeEntrantQuestion"])
    press(ada, text["yes"])
    until(ada, "[...document.querySelectorAll('.people bdi')].some(node => node.textContent === 'Zed')", False)


# Asserts FS-5, FS-6, FS-7, FS-8.
def group(ada, bob, text, language):
    """The director puts the players together and moves a tee time; players read theirs, and open their own card alone."""
    ada.value("[...document.querySelectorAll('details')].find(node => node.querySelector('select[data-entrant]')).open = true")
    for name, card in (("Bob", 1), ("Cleo", 1), ("Mo", 2)):
        ada.value(f"[...document.querySelectorAll('select[data-entrant]')].find(node => node.getAttribute('aria-label') === {json.dumps(text['cardOf'].replace('{name}', name))}).value = '{card}'")
    computer(ada, f"{language}-folf-event-direct")
    press(ada, text["makeThese"])
    ada.shows(text["cardsOpen"].replace("{n}", figure(ada, 2)).replace("{of}", figure(ada, 2)))
    hour = lambda browser, time: browser.value(f"new Intl.DateTimeFormat(navigator.language, {{ hour: 'numeric', minute: '2-digit' }}).format(new Date('2024-08-17T{time}'))")
    bob.shows(text["yourTeeTime"].replace("{round}", figure(bob, 1)))
    bob.shows(text["teeTimeAt"].replace("{time}", hour(bob, "12:00")).replace("{hole}", figure(bob, 1)))
    fits(bob, pictures, f"{language}-folf-event-mine")
    phone(bob)
    tab(bob, text, "cards")
    until(bob, "[...document.querySelectorAll('.card .figure')].map(node => node.textContent).join()", f"{hour(bob, '12:00')},{hour(bob, '12:10')}")
    if bob.value("[...document.querySelectorAll('main section.card a')].filter(node => node.pathname.includes('/rounds/')).length") != 1:
        raise Trouble("A player opens the cards of others.")
    tab(ada, text, "cards")
    until(ada, "document.querySelectorAll('section.card').length >= 2")
    ada.value(f"[...document.querySelectorAll('main button')].filter(node => node.textContent === {json.dumps(text['moveTeeTime'])})[1].click()")
    ada.value("document.querySelector('main input[type=datetime-local]').value = '2024-08-17T12:25'")
    press(ada, text["save"])
    for browser in (ada, bob):
        until(browser, "[...document.querySelectorAll('.card .figure')].map(node => node.textContent).join()", f"{hour(bob, '12:00')},{hour(bob, '12:25')}")
    fits(bob, pictures, f"{language}-folf-event-cards")
    phone(bob)


# Asserts FS-5, FS-7, FS-8.
def keep(ada, bob, cleo, text, language):
    """Each keeps the card of the group alone; what they wrote differently they settle, and submit."""
    tab(ada, text, "board")
    for browser, first in ((bob, 2), (cleo, 3)):
        if browser is cleo:
            tab(cleo, text, "board")
        press(browser, text["openCard"])
        browser.shows(text["compareLater"])
        for hole, par in enumerate(PARS, 1):
            # Bob writes a birdie for himself on the first hole, Cleo a par.
            for player, value in (("Bob", first if hole == 1 else par), ("Cleo", par + 1)):
                choose(browser, player, hole)
                key(browser, value)
        until(browser, "document.querySelector('.pill').textContent", "")
    for browser in (bob, cleo):
        browser.shows(text["cardsDiffer"].replace("{n}", figure(browser, 1)))
    # What Bob says alone puts Cleo not out: it is one more thing to settle, until he takes it back.
    gives_up(bob, "Cleo", text)
    for browser in (bob, cleo):
        browser.shows(text["cardsDiffer"].replace("{n}", figure(browser, 2)))
        browser.shows(f"Cleo: {text['dnf']}")
    cleo.shows(text["writeToo"].replace("{value}", text["dnf"]))
    gives_up(bob, "Cleo", text)
    for browser in (bob, cleo):
        browser.shows(text["cardsDiffer"].replace("{n}", figure(browser, 1)))
    until(bob, f"[...document.querySelectorAll('main button')].find(node => node.textContent === {json.dumps(text['submitCard'])}).disabled")
    bob.value("document.querySelector('.compare').scrollIntoView()")
    fits(bob, pictures, f"{language}-folf-event-compare")
    phone(bob)
    press(bob, text["writeToo"].replace("{value}", figure(bob, 3)))
    bob.shows(text["cardsAgree"])
    press(bob, text["submitCard"])
    bob.shows(text["submittedBy"].replace("{n}", figure(bob, 1)).replace("{of}", figure(bob, 2)))
    cleo.shows(text["cardsAgree"])
    press(cleo, text["submitCard"])
    # Once all have submitted only the director changes the card.
    for browser in (bob, cleo):
        browser.shows(text["gameStatistics"])
        if has_button(browser, text["correct"]):
            raise Trouble("A player changes a card that is over.")
        press(browser, text["toBoard"])
    even = text["even"]
    for browser in (ada, bob):
        rows(browser, (1, "Bob", even), (2, "Cleo", above(browser, 9)), (None, "Mo", "–"))


# Asserts FS-5, FS-6, FS-7, FS-160.
def decide(ada, bob, text, language):
    """The director writes a card, adds throws by a rule and takes them away, and says who has won the playoff; the players see it at once."""
    tab(ada, text, "cards")
    until(ada, "document.querySelectorAll('section.card .row a').length", 2)
    ada.value(f"[...document.querySelectorAll('section.card')].find(node => node.textContent.includes('Mo') && !node.textContent.includes('Bob')).querySelector('a').click()")
    until(ada, "document.querySelectorAll('.sheet .cell').length", 9)
    for par in PARS:
        key(ada, par)
    until(ada, "document.querySelector('.pill').textContent", "")
    sure(ada, text, "endCardQuestion", "endCard")
    ada.shows(text["gameStatistics"])
    if not has_button(ada, text["correct"]):
        raise Trouble("The director does not change a card that is over.")
    press(ada, text["toBoard"])
    even = text["even"]
    rows(bob, (1, "Bob", even), (1, "Mo", even), (3, "Cleo", above(bob, 9)))
    bob.shows(text["playoffNeeded"])
    fits(bob, pictures, f"{language}-folf-event-board")
    phone(bob)
    tab(bob, text, "statistics")
    bob.shows(text["holesInNumbers"])
    # On the first hole three, three and four throws.
    until(bob, "document.querySelectorAll('table')[0].querySelectorAll('tbody tr').length", 9)
    until(bob, "document.querySelectorAll('table')[0].querySelectorAll('tbody tr')[0].querySelectorAll('td')[1].textContent.startsWith(new Intl.NumberFormat(navigator.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(10 / 3))")
    fits(bob, pictures, f"{language}-folf-event-statistics")
    phone(bob)
    tab(bob, text, "board")
    tab(ada, text, "direct")
    until(ada, "Boolean(document.getElementById('penalty-rule'))")
    ada.value("document.getElementById('penalty-rule').closest('details').open = true; (list => { list.value = [...list.options].find(node => node.textContent === 'Bob').value })(document.getElementById('penalty-entrant'))")
    write(ada, {"penalty-rule": "812"})
    until(ada, "document.getElementById('penalty-throws').value", "1")
    ada.value("document.getElementById('penalty-throws').closest('form').requestSubmit()")
    rows(bob, (1, "Mo", even), (2, "Bob", above(bob, 1)), (3, "Cleo", above(bob, 9)))
    bob.shows(text["penaltiesOf"].replace("{n}", figure(bob, 1)))
    sure(ada, text, "takeAwayQuestion", "takeAway")
    bob.shows(text["playoffNeeded"])
    until(ada, "[...document.querySelectorAll('h2')].some(node => node.textContent === %s)" % json.dumps(text["playoff"]))
    computer(ada, f"{language}-folf-event-playoff")
    ada.value(f"[...[...document.querySelectorAll('.person')].find(node => node.textContent.includes('Bob') && node.textContent.includes({json.dumps(text['wonPlayoff'])})).querySelectorAll('button')].at(-1).click()")
    ada.shows(text["wonPlayoffQuestion"])
    press(ada, text["yes"])
    rows(bob, (1, "Bob", even), (2, "Mo", even), (3, "Cleo", above(bob, 9)))
    bob.shows(text["wonPlayoff"])


# Asserts FS-159.
def finish(ada, bob, league, text, language):
    """The places of a tournament that has ended are points of its league."""
    sure(ada, text, "finishEventQuestion", "finishEvent")
    ada.shows(text["eventState.finished"])
    bob.go(league)
    until(bob, "Boolean(document.querySelector('.board .person')) && location.pathname", league)
    rows(bob, (1, "Bob", figure(bob, 10)), (2, text["somebody"], figure(bob, 6)), (3, text["somebody"], figure(bob, 4)))
    bob.shows("Spring Open")
    fits(bob, pictures, f"{language}-folf-league")
    phone(bob)
    phone(ada)


def tournament(ada, bob, cleo, text, shell, language):
    """Ada makes a tournament of her league, Bob and Cleo enter it and play it, and it is decided by a playoff."""
    league, event = make(ada, text, language)
    enter(ada, bob, cleo, event, text, language)
    group(ada, bob, text, language)
    keep(ada, bob, cleo, text, language)
    decide(ada, bob, text, language)
    finish(ada, bob, league, text, language)
