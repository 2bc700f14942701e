"""Walks through predictions in the web app, in English and in Arabic: what a league offers to whoever has predicted and to whoever has not,
and what the page of a match tells: where and when it is, what everybody predicts, and what friends do once nobody can predict any more.
Usage: soccer.py ADDRESS DATA [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, ask, picture, press, sign_in, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
BASE, LEAGUE = "/v1/soccer-predictions", "/soccer-predictions/leagues/en.1"
OPEN, CLOSED = ("en.1_2024-25_matchday-1_chelsea-fc_manchester-city-fc", "en.1_2024-25_matchday-1_manchester-united-fc_fulham-fc")


def texts(language):
    return json.loads(pathlib.Path(f"Plugins/SoccerPredictions/strings/{language}.json").read_text())


# Asserts SP-94.
def offered(ada, text):
    """Of a match that can be predicted it is offered to, and of one that is over it is said that the predictions are closed."""
    ada.go(LEAGUE)
    until(ada, f"[...document.querySelectorAll('main form.predict button[type=submit]')].every(node => node.textContent === {json.dumps(text['predict'])}) && document.querySelectorAll('main form.predict').length > 3")
    ada.go(f"{LEAGUE}/played")
    until(ada, "document.querySelector('main .predict')?.textContent", text["closed"])
    ada.go(f"/soccer-predictions/matches/{CLOSED}")
    until(ada, "document.querySelector('main .predict')?.textContent", text["closed"])


# Asserts SP-1, SP-67, SP-100, SP-101.
def parts(ada, text):
    """A league has four parts, and its matches three lists; a match is one tap away, and offers to be predicted."""
    ada.go(LEAGUE)
    tabs = "[...document.querySelectorAll('main fh-tabs')].map(row => [...row.querySelectorAll('a')].map(node => node.textContent))"
    four, lists = [text[key] for key in ("matches", "standings", "teams", "board")], [text[key] for key in ("live", "upcoming", "played")]
    until(ada, tabs, [four, lists])
    press(ada, text["live"])
    until(ada, "[...document.querySelectorAll('main article.match')].map(node => [node.querySelector('.home > :last-child').textContent, /^\\d+′$/.test(node.querySelector('.meta .live')?.textContent)])", [["Ipswich Town FC", True]])
    press(ada, text["standings"])
    until(ada, tabs, [four, [text[f"table.{key}"] for key in ("now", "live", "form")]])
    # Ipswich and Liverpool are playing, and in the table as it stands they are marked.
    for view, playing in (("live", 2), ("form", 0)):
        press(ada, text[f"table.{view}"])
        until(ada, f"location.pathname.endsWith('/{view}') && document.querySelectorAll('main table tbody tr').length === 20 && document.querySelectorAll('main table .live').length", playing)
    for part, shown in (("teams", "Arsenal FC"), ("board", text["empty"])):
        press(ada, text[part])
        until(ada, f"location.pathname.endsWith('/{part}')")
        until(ada, tabs, [four])
    press(ada, text["matches"])
    until(ada, "Boolean(document.querySelector('main article.match .score'))")
    ada.value("document.querySelector('main article.match .score').click()")
    until(ada, "location.pathname.startsWith('/soccer-predictions/matches/')")
    until(ada, "document.querySelector('main form.predict.large button[type=submit]')?.textContent", text["predict"])


# Asserts SP-79, SP-89.
def played(ada, text):
    """Matches that are over stand with their date and score, and without a way to watch them."""
    ada.go(f"{LEAGUE}/played")
    row = "document.querySelector('main article.match')"
    until(ada, f"[{row}?.querySelector('time').dateTime.slice(0, 10), {row}.querySelector('.score').textContent]", ["2024-08-16", "1 – 0"])
    ada.go(f"/soccer-predictions/matches/{CLOSED}")
    ada.shows("Fulham FC")
    until(ada, "[...document.querySelectorAll('main fh-tabs a')].map(node => node.textContent)", [text[key] for key in ("predictions", "highlights", "feed", "headToHead")])
    press(ada, text["highlights"])
    until(ada, "document.querySelector('#highlights h2')?.textContent", text["goals"])
    until(ada, "[...document.querySelectorAll('main a')].some(node => node.target === '_blank' && node.className === 'button')", False)


# Asserts SP-88.
def averages(ada, bob, text, language):
    """A match's page names teams, league, round, time and stadium, the shares of all predictions and their mean."""
    for browser, goals in ((ada, (2, 1)), (bob, (1, 1))):
        ask(browser, f"{BASE}/matches/{OPEN}/prediction", {"home": goals[0], "away": goals[1]}, "PUT")
    ada.go(f"/soccer-predictions/matches/{OPEN}")
    # Nothing has happened yet of which there could be highlights.
    until(ada, "[...document.querySelectorAll('main fh-tabs a')].map(node => node.textContent)", [text[key] for key in ("predictions", "feed", "headToHead")])
    found = ask(ada, f"{BASE}/matches/{OPEN}", method="GET")["averages"]
    share = {name: str(int(found[f"{name}{'' if name == 'draw' else 'Win'}"] + .5)) for name in ("home", "draw", "away")}
    line = text["averages"].replace("{n}", str(found["predictions"]))
    for name, value in share.items():
        line = line.replace("{" + name + "}", value)
    ada.shows(line)
    number = lambda value: ada.value(f"new Intl.NumberFormat('{language}', {{ maximumFractionDigits: 1 }}).format({value})")
    ada.shows(text["meanScore"].replace("{score}", f"{number(found['home'])} – {number(found['away'])}"))
    for shown in ("Chelsea FC", "Manchester City FC", "English Premier League", "Matchday 1"):
        ada.shows(shown)
    until(ada, "document.querySelector('main time').dateTime.startsWith('2024-08-18T15:30')")
    picture(ada, pictures, f"{language}-match")
    cup = next(league for league in ask(ada, f"{BASE}/leagues", method="GET")["items"] if "World" in league["name"])
    matches = ask(ada, f"{BASE}/leagues/{cup['id']}/matches?season=2014&limit=5", method="GET")["items"]
    ada.go(f"/soccer-predictions/matches/{matches[0]['id']}")
    ada.shows(matches[0]["stadium"])


# Asserts SP-97.
def friends(ada, text, language):
    """What friends predict is told when nobody can predict any more, and until then it is said why not."""
    ada.go(f"/soccer-predictions/matches/{OPEN}")
    until(ada, f"document.querySelector('#friends p')?.textContent", text["friendsOpen"])
    if language == "en" and text["friendsOpen"] != "You cannot view the predictions of your friends till the time the predictions are closed.":
        raise Trouble("The sentence is another one than was asked for.")
    ada.go(f"/soccer-predictions/matches/{CLOSED}")
    until(ada, f"document.querySelector('#friends p')?.textContent", text["friendsNone"])


signal.alarm(240)
for number, language in enumerate(("en", "ar"), 1):
    text = texts(language)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        ada, bob = Browser(one, address, language), Browser(two, address, language)
        try:
            for browser, phone, name in ((ada, f"+4915112346{number:03}", "Ada"), (bob, f"+4915112345{number:03}", "Bob")):
                browser.go("/help")
                until(browser, "Boolean(document.querySelector('main h1'))")
                sign_in(browser, data, phone, name)
            offered(ada, text)
            parts(ada, text)
            played(ada, text)
            averages(ada, bob, text, language)
            friends(ada, text, language)
            if complaints := ada.complaints + bob.complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            ada.end()
            bob.end()
print("Matches are predicted, closed, averaged and shared with friends in two languages.")
