"""Walks through advertisements in the web app, in English and in Arabic: an operator makes one with a picture for a league and a country,
switches them on, people see it beside the league and nowhere else, it is counted once, and it goes when it is switched off.
Usage: advertisements.py ADDRESS DATA TOKEN [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile, urllib.request

from browser import Browser, Trouble, choose, picture, png, post, press, sign_in, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
LEAGUE = "/soccer-predictions/leagues/en.1"
WORDS = {"en": {"label": "Advertisement", "leagues": "Leagues"}, "ar": {"label": "إعلان", "leagues": "الدوريات"}}
SHOWN = "(place => !place.hidden && place.innerText)(document.getElementById('advertisement'))"


def console(operator):
    operator.go("/console")
    operator.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
    operator.go("/console")
    until(operator, "Boolean(document.getElementById('advertising'))")


def turn(operator, switch, is_on):
    until(operator, f"Boolean(document.getElementById('{switch}'))")
    operator.value(f"document.getElementById('{switch}').checked === {json.dumps(is_on)} || document.getElementById('{switch}').click()")
    until(operator, f"""fetch('/v1/content/advertising', {{ headers: {{ authorization: 'Bearer {token}' }} }}).then(answer => answer.json())
        .then(found => ({json.dumps(switch)} === 'advertising' ? found : found.plugins.find(plugin => 'advertising-' + plugin.area === {json.dumps(switch)})).isOn)""", is_on)


def make(operator, name, **fields):
    """The operator makes an advertisement in the console."""
    press(operator, "New advertisement")
    until(operator, "Boolean(document.getElementById('advertisement-name'))")
    fields = {"name": name, "title": f"{name} title", "text": f"{name} text", "startsAt": "2024-08-01T00:00:00Z", "endsAt": "2024-09-01T00:00:00Z", **fields}
    for field, value in fields.items():
        operator.value(f"document.getElementById('advertisement-{field}').value = {json.dumps(value)}")


# Asserts PL-68, SP-5, SP-66, SP-181.
def sell(operator, browser, language):
    """It is made in the console, and shown beside its league to those of its country, named as what it is."""
    words = WORDS[language]
    console(operator)
    make(operator, f"Shoes {language}", link="javascript:alert(1)", places="soccer-predictions/leagues/en.1", countries="EG")
    press(operator, "Save")
    until(operator, "document.querySelector('#advertisements [role=alert]').textContent.includes('http://')")
    operator.value("document.getElementById('advertisement-link').value = 'https://shoes.example/summer'")
    choose(operator, "advertisement-picture", png(300, 300))
    picture(operator, pictures, f"{language}-console-advertisement")
    press(operator, "Save")
    until(operator, f"document.getElementById('advertisements').innerText.includes('Shoes {language}')")
    browser.go(LEAGUE)
    browser.shows("2024/25")
    if browser.value(SHOWN):
        raise Trouble("Something is shown that was not switched on.")
    turn(operator, "advertising", True)
    for is_egyptian in (False, True):
        post(browser, "/v1/me", {"country": "EG" if is_egyptian else "DE"}, "PATCH")
        browser.go(LEAGUE)
        browser.shows("2024/25")
        until(browser, f"Boolean({SHOWN})", is_egyptian)
    shown = browser.value(SHOWN)
    if not shown.startswith(words["label"]) or f"Shoes {language} title" not in shown or "shoes.example" not in shown:
        raise Trouble(f"It says {shown}.")
    link = browser.value("(link => [link.href, link.rel, link.target])(document.querySelector('#advertisement a'))")
    if link != ["https://shoes.example/summer", "sponsored nofollow noopener noreferrer", "_blank"]:
        raise Trouble(f"It leads to {link}.")
    until(browser, "document.querySelector('#advertisement img').naturalWidth > 0")
    if browser.value("document.getElementById('advertisement').getAttribute('aria-label')") != words["label"]:
        raise Trouble("It is not named.")
    picture(browser, pictures, f"{language}-advertisement")
    # What was left of the page is left of it: nothing of this stands beside other leagues, other pages, or the account.
    for path in ("/soccer-predictions", "/account", "/", "/soccer-predictions/matches/en.1_2024-25_matchday-1_chelsea-fc_manchester-city-fc"):
        browser.go(path)
        until(browser, "Boolean(document.querySelector('main h1, main p:not(.muted)'))")
        if browser.value(SHOWN):
            raise Trouble(f"It is shown at {path}.")


# Asserts PL-68.
def count(operator, browser, language):
    """It is counted once for who has looked at it and has followed it, however often; who it was is not told."""
    item = f"""fetch('/v1/content/advertisements?limit=100', {{ headers: {{ authorization: 'Bearer {token}' }} }}).then(answer => answer.json())
        .then(page => page.items.find(item => item.name === 'Shoes {language}'))"""
    for _ in range(2):
        browser.go(LEAGUE)
        until(browser, f"Boolean({SHOWN})")
        # What is above it moves it down until all of that is there: a reader follows it.
        until(browser, "document.querySelectorAll('main .match').length > 3")
        for _ in range(60):
            browser.value("document.getElementById('advertisement').scrollIntoView()")
            if operator.value(f"{item}.then(item => item.views)"):
                break
            browser.value("new Promise(done => setTimeout(done, 500))")
        until(operator, f"{item}.then(item => item.views)", 1)
    browser.value("document.addEventListener('click', event => event.target.closest('#advertisement') && event.preventDefault(), true)")
    for _ in range(2):
        browser.value("document.querySelector('#advertisement a').click()")
    until(operator, f"{item}.then(item => item.clicks)", 1)
    console(operator)
    line = operator.value(f"[...document.querySelectorAll('#advertisements tr')].find(row => row.cells[0].textContent === 'Shoes {language}').innerText")
    if line.split("\t")[3:7] != ["EG", "soccer-predictions/leagues/en.1", "1", "1"]:
        raise Trouble(f"The console says {line}.")


def told(method, path, body=None):
    """What the host answers to the operator."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/v1/content{path}", json.dumps(body).encode() if body else None, headers, method=method)
    return json.loads(urllib.request.urlopen(request).read() or "null")


# Asserts FS-35.
def refused(browser):
    """Disc golf takes none, also of those that are for every page, or for its own pages."""
    made = [told("POST", "/advertisements", {"name": "Everywhere", "title": "Everywhere", "text": "", "link": "https://shoes.example/", "startsAt": "2024-08-01T00:00:00Z",
                                             "endsAt": "2024-09-01T00:00:00Z", **more})["id"] for more in ({}, {"places": ["folf-scoring"]})]
    browser.go("/soccer-predictions")
    until(browser, f"Boolean({SHOWN})")
    if told("GET", "/advertisement?area=folf-scoring&path=").get("advertisement"):
        raise Trouble("There is an advertisement for disc golf.")
    for path in ("/folf-scoring", "/folf-scoring/new", "/folf-scoring/events"):
        browser.go(path)
        until(browser, f"location.pathname === '{path}' && Boolean(document.querySelector('main h1'))")
        until(browser, SHOWN, False)
    for one in made:
        told("DELETE", f"/advertisements/{one}")


# Asserts PL-68.
def end(operator, browser, language):
    """The plugin's switch, and the removal, take it away."""
    turn(operator, "advertising-soccer-predictions", False)
    browser.go(LEAGUE)
    browser.shows("2024/25")
    if browser.value(SHOWN):
        raise Trouble("It is shown beside a plugin without any.")
    turn(operator, "advertising-soccer-predictions", True)
    operator.value("window.confirm = () => true")
    operator.value(f"[...document.querySelectorAll('#advertisements tr')].find(row => row.cells[0].textContent === 'Shoes {language}').querySelectorAll('button')[1].click()")
    until(operator, f"document.getElementById('advertisements').innerText.includes('Shoes {language}')", False)
    turn(operator, "advertising", False)


signal.alarm(240)
for number, language in enumerate(WORDS, 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        operator, browser = Browser(one, address, "en"), Browser(two, address, language)
        try:
            browser.go("/help")
            browser.shows("")
            sign_in(browser, data, f"+4915112347{number:03}", "Ada")
            sell(operator, browser, language)
            count(operator, browser, language)
            refused(browser)
            end(operator, browser, language)
            complaints = [line for each in (operator, browser) for line in each.complaints if "422" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            operator.end()
            browser.end()
print("Advertisements are made, shown where they belong, counted once and taken away, in two languages.")
