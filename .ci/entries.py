"""Walks through the queue of entries, in English and in Arabic, with a host that is away and comes back: predictions wait on the device, survive
a reload, are sent once and in order, come back with the reason where they are refused, and belong to whoever made them. Usage: entries.py
FIELDHOUSE DATA [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, ask, fits, picture, press, request, sign_in, sign_out, until
from own_host import Host

fieldhouse, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
BASE, LEAGUE = "/v1/soccer-predictions", "/soccer-predictions/leagues/en.1"
MATCH = "en.1_2024-25_matchday-1_chelsea-fc_manchester-city-fc"
PILL = "document.getElementById('queue')?.innerText.trim()"


def texts(language):
    return [json.loads(pathlib.Path(f"{folder}/strings/{language}.json").read_text()) for folder in ("Core/Web", "Plugins/SoccerPredictions")]


def predict(browser, home, away):
    """Enters a score with the keys, as somebody does who sees nothing of the page."""
    until(browser, "document.querySelectorAll('main form.predict fh-stepper [role=spinbutton]').length", 2)
    for side, goals in (("home", home), ("away", away)):
        browser.value(f"document.querySelector('fh-stepper[name={side}] [role=spinbutton]').focus()")
        for key in ("Backspace", "Backspace", *str(goals)):
            browser.value(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
    browser.value("document.querySelector('main form.predict').requestSubmit()")


def prediction(browser):
    found = request(browser, f"{BASE}/matches/{MATCH}/prediction", None, "GET", "answer => answer.ok ? answer.json() : null")
    return found and (found["home"], found["away"])


def waits(browser, shell, number):
    until(browser, PILL, shell["queue.waiting"].replace("{n}", str(number)))


# Asserts PL-74.
def away(ada, host, shell, soccer, language):
    """What is entered while the host is away waits, is there after a reload, and is done once it is back."""
    ada.go(f"/soccer-predictions/matches/{MATCH}")
    until(ada, "document.querySelectorAll('main form.predict fh-stepper [role=spinbutton]').length", 2)
    until(ada, "caches.match('/plugins/soccer-predictions/card.js').then(Boolean)")
    until(ada, "caches.match('/elements/stepper.js').then(Boolean)")
    until(ada, "Boolean(navigator.serviceWorker.controller)")
    host.stop()
    predict(ada, 3, 1)
    ada.shows(soccer["waits"])
    ada.shows(soccer["savedHere"])
    waits(ada, shell, 1)
    predict(ada, 2, 1)
    waits(ada, shell, 2)
    picture(ada, pictures, f"{language}-entries-waiting", 390)
    ada.go(f"/soccer-predictions/matches/{MATCH}")
    waits(ada, shell, 2)
    until(ada, "document.querySelector('main fh-stepper[name=home] [role=spinbutton]')?.getAttribute('aria-valuenow')", "2")
    ada.go("/queue")
    until(ada, "[...document.querySelectorAll('main fh-card h2')].map(node => node.textContent.match(/\\d+ – \\d+/)?.[0]).join()", "3 – 1,2 – 1")
    fits(ada, pictures, f"{language}-entries-queue")
    host.start()
    until(ada, "document.getElementById('queue').hidden")
    ada.shows(shell["queue.none"])
    if (found := prediction(ada)) != (2, 1):
        raise Trouble(f"What was entered last is not what counts: {found}.")


# Asserts PL-74.
def once(ada, host, group):
    """Two tabs and the worker have the same entry, and the answer to the first request is lost: it is done once."""
    ada.go("/help")
    until(ada, "Boolean(document.querySelector('main h1'))")
    path = f"/v1/groups/soccer-predictions/{group}/chat"
    # The host does it, and the browser never hears of that.
    ada.value(f"""(() => {{ const real = window.fetch; window.lost = 0; window.fetch = async (path, options) => {{ const answer = await real(path, options);
        if (path === "{path}" && window.lost++ === 0) throw new TypeError("lost"); return answer; }}; }})()""")
    entered = "import('/queue/queue.js').then(queue => queue.enter({ method: 'POST', path: '%s', body: { text: '%s' }, title: '%s' }))"
    if ada.value(entered % (path, "once", "once"))["isSent"]:
        raise Trouble("An entry whose answer was lost counts as sent.")
    until(ada, "document.getElementById('queue').hidden")
    # Whoever comes first: several senders that begin at the same moment.
    host.stop()
    for text in ("first", "second", "third"):
        ada.value(entered % (path, text, text))
    host.start()
    ada.value("import('/queue/sending.js').then(({ send }) => Promise.all([send(null), send(null), send(null), send(null)]))")
    until(ada, "document.getElementById('queue').hidden")
    said = [message["text"] for message in ask(ada, path, method="GET")["items"] if message.get("text")]
    said = said if said[:1] == ["once"] else said[::-1]
    if said != ["once", "first", "second", "third"]:
        raise Trouble(f"What was entered was not done once and in order: {said}.")


# Asserts PL-74.
def refused(ada, host, shell, soccer, language):
    """An entry that comes too late comes back with the reason and what was entered."""
    ada.go(f"/soccer-predictions/matches/{MATCH}")
    until(ada, "document.querySelectorAll('main form.predict fh-stepper [role=spinbutton]').length", 2)
    host.stop()
    predict(ada, 4, 4)
    waits(ada, shell, 1)
    host.start("2024-08-18T16:00:00Z")
    until(ada, PILL, shell["queue.refused"].replace("{n}", "1"))
    ada.go("/")
    ada.shows(shell["queue.refused"].replace("{n}", "1"))
    fits(ada, pictures, f"{language}-entries-today")
    press(ada, shell["queue.look"])
    until(ada, "location.pathname", "/queue")
    until(ada, "document.querySelector('main fh-card h2')?.textContent.includes('4 – 4')")
    reason = ada.value("document.querySelector('main fh-card .error').textContent")
    if not reason:
        raise Trouble("It is not said why.")
    fits(ada, pictures, f"{language}-entries-refused")
    if prediction(ada) != (2, 1):
        raise Trouble("What was refused was done.")
    press(ada, shell["queue.again"])
    until(ada, "document.querySelector('main fh-card .error')?.textContent", reason)
    press(ada, shell["queue.drop"])
    ada.shows(shell["queue.none"])
    until(ada, "document.getElementById('queue').hidden")


# Asserts PL-74.
def belongs(ada, host, shell, group, number):
    """What Ada has entered is never sent by Bob, who signs in on her device, and is sent when she is back."""
    me = ask(ada, "/v1/me", method="GET")["id"]
    path = f"/v1/groups/soccer-predictions/{group}/chat"
    host.stop()
    ada.value(f"import('/queue/queue.js').then(queue => queue.enter({{ method: 'POST', path: '{path}', body: {{ text: 'hers' }}, title: 'hers' }}))")
    waits(ada, shell, 1)
    # She leaves, so that no page of hers sends it, and he comes.
    sign_out(ada)
    until(ada, "location.pathname", "/sign-in")
    until(ada, "document.getElementById('queue').hidden")
    host.start()
    until(ada, "fetch('/v1/me').then(answer => answer.status)", 401)
    sign_in(ada, host.data, f"+4915112344{number:03}", "Bob")
    ada.go("/queue")
    ada.shows(shell["queue.none"])
    if not ada.value("import('/queue/sending.js').then(({ send }) => send(null))") is False:
        raise Trouble("Bob has sent what is Ada's.")
    sign_in(ada, host.data, f"+4915112343{number:03}", "Ada")
    ada.go("/queue")
    until(ada, "document.getElementById('queue').hidden && document.querySelector('fh-empty') !== null")
    said = [(message["author"]["id"], message["text"]) for message in ask(ada, path, method="GET")["items"] if message.get("text")]
    if said.count((me, "hers")) != 1 or any(text == "hers" and who != me for who, text in said):
        raise Trouble(f"What Ada has entered was not sent once, by her: {said}.")


signal.alarm(500)
for number, language in enumerate(("en", "ar"), 1):
    shell, soccer = texts(language)
    host = Host(fieldhouse, data / language)
    host.start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        ada = Browser(profile, host.address, language)
        try:
            ada.go("/help")
            until(ada, "Boolean(document.querySelector('main h1'))")
            sign_in(ada, host.data, f"+4915112343{number:03}", "Ada")
            group = ask(ada, "/v1/groups/soccer-predictions/", {"kind": "prediction-group", "name": "Owls"})["id"]
            away(ada, host, shell, soccer, language)
            once(ada, host, group)
            belongs(ada, host, shell, group, number)
            refused(ada, host, shell, soccer, language)
        finally:
            ada.end()
            host.stop()
print("What is entered without a connection is sent once, in order, by whoever entered it, or comes back with the reason, in two languages.")
