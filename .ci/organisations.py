"""Walks through organisations: an operator makes a league in the console with a logo that is cut to a square and an address of somebody new,
who is mailed a password, signs in with it, chooses another one and leads the league, and later resets it; the operator makes a team in it, changes the league,
saves the overview and archives it. Made super-admin, who leads the league logs in to the console, which nobody else sees. Bob reads that a coach can reach him, joins and takes it back, and invites his friend, in English and in
Arabic. Usage: organisations.py ADDRESS DATA TOKEN [FOLDER], the last for pictures."""
import base64, csv, hmac, json, pathlib, re, signal, sys, tempfile, time, urllib.parse

from browser import Browser, Trouble, ask, fill, picture, post, press, sign_in, sign_out, sign_up, spoken_to, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
LOGO = pathlib.Path(__file__).parent.parent / "Core/Web/images/readme/upcoming.png"
CARD = "#organisations-leagues-league"
PHRASE = "a phrase that nobody knows"


def texts(language):
    folder = pathlib.Path(__file__).parent.parent / "Core/Web/strings"
    return {**json.loads((folder / "en.json").read_text()), **json.loads((folder / f"{language}.json").read_text())}


def mailed(to, part):
    """What `part` finds in the last mail to somebody that has it, once there is one."""
    for _ in range(600):
        lines = (data / "deliveries.jsonl").read_text().split("\n") if (data / "deliveries.jsonl").exists() else []
        found = [value for message in map(json.loads, filter(None, lines[:-1])) if message["to"] == to and (value := part(message))]
        if found:
            return found[-1]
        time.sleep(0.1)
    raise Trouble(f"The mail to {to} does not come.")


def password_in(message):
    found = re.search(r"(?:Password|كلمة المرور): (\S+)", message["text"])
    return found and found[1]


def reset_in(message):
    """Where the link of a reset leads to."""
    link = urllib.parse.urlsplit(message.get("link", ""))
    return "/password/reset" in link.path and link._replace(scheme="", netloc="").geturl()


def shown(operator):
    """The lines of the overview, without logos and buttons, with times as files hold them."""
    return operator.value(f"""[...document.querySelectorAll('{CARD} tbody tr')].map(row => [...row.cells].slice(1, 7)
        .map(cell => [...cell.childNodes].map(node => node.dateTime ?? node.textContent).join('')))""")


def enter(operator, **values):
    for name, value in values.items():
        until(operator, f"Boolean(document.getElementById('organisation-{name}'))")
        operator.value(f"document.getElementById('organisation-{name}').value = {json.dumps(value)}")


def choose(browser, selector, file):
    """Chooses a file as a person does."""
    node = browser.call("Runtime.evaluate", expression=f"document.querySelector('{selector}')")["result"]["objectId"]
    browser.call("DOM.setFileInputFiles", files=[str(file)], objectId=node)


def console(operator):
    operator.go("/console")
    operator.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
    operator.go("/console")
    until(operator, f"Boolean(document.querySelector('{CARD} button'))")


# Asserts PL-65, WC-67, WC-69, WC-87.
def make(operator, language, league, email):
    console(operator)
    operator.value(f"[...document.querySelectorAll('{CARD} button')].find(node => node.textContent === 'Make one').click()")
    enter(operator, name=league, country="GB", email="nobody", contactName="Pat Smith")
    # What the browser itself would refuse is sent all the same, to see what the host says.
    operator.value(f"document.querySelector('{CARD} form').noValidate = true")
    press(operator, "Save")
    until(operator, "document.getElementById('status').textContent", "Please enter a valid e-mail address.")
    enter(operator, email=email)
    choose(operator, "#organisation-logo", LOGO)
    picture(operator, pictures, f"{language}-form")
    press(operator, "Save")
    until(operator, f"document.querySelector('{CARD}').innerText.includes({json.dumps(league)})")
    wanted = [league, "1", "United Kingdom", "Pat Smith", email, ""]
    if wanted not in shown(operator):
        raise Trouble(f"The overview holds {shown(operator)}.")
    until(operator, f"document.querySelector('{CARD} tr img')?.naturalWidth > 0")
    if not operator.value(f"(image => image.naturalWidth === image.naturalHeight)(document.querySelector('{CARD} tr img'))"):
        raise Trouble("The logo is no square.")
    operator.value(f"document.querySelector('{CARD}').scrollIntoView()")
    picture(operator, pictures, f"{language}-overview", 1000)
    operator.value(f"[...document.querySelectorAll('{CARD} tr')].find(row => row.innerText.includes({json.dumps(league)})).querySelectorAll('button')[1].click()")
    until(operator, f"document.querySelector('{CARD} h2').textContent", f"Team: {league}")
    operator.value(f"[...document.querySelectorAll('{CARD} button')].find(node => node.textContent === 'Make one').click()")
    enter(operator, name="Reds")
    press(operator, "Save")
    until(operator, f"document.querySelector('{CARD} tbody')?.innerText.includes('Reds')")
    press(operator, "Back")
    until(operator, f"document.querySelector('{CARD} h2').textContent", "Organisations: League")


def forgets(browser):
    """Whether the browser keeps the session no longer than it is open."""
    return next(cookie["session"] for cookie in browser.call("Network.getCookies")["cookies"] if cookie["name"].endswith("fieldhouse_session"))


# Asserts PL-64, WC-63, WC-64, WC-70.
def lead(pat, text, language, league, email):
    """Pat signs in with the mailed password, chooses another one, and leads the league."""
    password = mailed(email, password_in)
    pat.go("/login")
    fill(pat, "identifier", email)
    fill(pat, "password", password)
    press(pat, text["login"])
    pat.shows(text["chooseOwnPasswordIntro"])
    fill(pat, "newPassword", PHRASE)
    fill(pat, "newPasswordConfirmation", PHRASE + "!")
    pat.value("document.getElementById('field-acceptsTerms').click()")
    press(pat, text["confirm"])
    until(pat, "Boolean(document.querySelector('#field-newPasswordConfirmation[aria-invalid]'))")
    picture(pat, pictures, f"{language}-choose")
    fill(pat, "newPasswordConfirmation", PHRASE)
    press(pat, text["confirm"])
    until(pat, "location.pathname", "/")
    until(pat, "Boolean(document.getElementById('account')?.innerText)")
    if forgets(pat):
        raise Trouble("The browser forgets who asked to be remembered.")
    pat.go("/groups")
    pat.shows(league)
    press(pat, league)
    pat.shows(text["group.edit"])
    return pat.value("location.pathname.split('/').pop()")


# Asserts PL-17, PL-64, WC-1, WC-21, WC-22, WC-23, WC-64, WC-66.
def forget(pat, text, email):
    """Pat has forgotten the password and is sent a link; two that differ are not taken. This time nobody shall be remembered."""
    sign_out(pat)
    until(pat, "fetch('/v1/me').then(answer => answer.status)", 401)
    pat.go("/login")
    press(pat, text["forgotPassword"])
    fill(pat, "email", email)
    press(pat, text["sendLink"])
    pat.shows(text["linkSent"].replace("{email}", email))
    pat.go(mailed(email, reset_in))
    fill(pat, "password", f"{PHRASE} at all")
    fill(pat, "passwordConfirmation", f"{PHRASE} at last")
    press(pat, text["confirm"])
    until(pat, "Boolean(document.querySelector('#field-passwordConfirmation[aria-invalid]'))")
    fill(pat, "passwordConfirmation", f"{PHRASE} at all")
    press(pat, text["confirm"])
    until(pat, "location.pathname", "/login")
    until(pat, "document.getElementById('status').textContent", text["passwordChanged"])
    for phrase in (PHRASE, f"{PHRASE} at all"):
        fill(pat, "identifier", email)
        fill(pat, "password", phrase)
        if phrase == PHRASE:
            until(pat, "[...document.querySelectorAll('label[for=field-remember]')].map(label => label.textContent)", [text["rememberMe"]])
            until(pat, "document.getElementById('field-remember').checked", True)
            pat.value("document.getElementById('field-remember').click()")
        press(pat, text["login"])
        if phrase == PHRASE:
            until(pat, "Boolean(document.querySelector('main [role=alert]')?.textContent)")
    until(pat, "fetch('/v1/me').then(answer => answer.status)", 200)
    until(pat, "location.pathname", "/")
    if not forgets(pat):
        raise Trouble("The browser remembers who did not want it.")


# Asserts PL-34, PL-37, FS-110.
def meet(pat, bob, cleo, text, language, number, league):
    """Bob reads who can reach him before he joins, and takes it back; he invites his friend Cleo."""
    team = ask(pat, f"/v1/groups/leagues/?parent={league}", method="GET")["items"][0]["id"]
    page = f"/groups/leagues/{team}"
    for browser in (bob, cleo):
        browser.go("/")
        until(browser, "Boolean(document.getElementById('account')?.innerText)")
    sign_up(bob, data, f"bob.{language}@example.org", "Bob")
    sign_in(cleo, data, f"+4915114000{number}", "Cleo")
    people = [ask(browser, "/v1/me", method="GET")["id"] for browser in (bob, cleo)]
    post(bob, f"/v1/me/friends/{people[1]}", {}, "PUT")
    post(cleo, f"/v1/me/friends/{people[0]}", {}, "PUT")
    post(bob, "/v1/me", {"username": f"bob.of.{language}", "bio": "I run.", "dateOfBirth": "1990-01-01"}, "PATCH")
    bob.go(page)
    press(bob, text["join"])
    until(bob, "Boolean(document.querySelector('dialog[open]')?.innerText)")
    if text["group.consentIntro"] not in bob.value("document.querySelector('dialog').innerText"):
        raise Trouble("The dialog does not say who sees what.")
    picture(bob, pictures, f"{language}-consent")
    bob.value(f"[...document.querySelectorAll('dialog button')].find(node => node.textContent === {json.dumps(text['cancel'])}).click()")
    until(bob, "document.querySelector('dialog')", None)
    if ask(bob, f"/v1/groups/leagues/{team}", method="GET")["me"].get("since"):
        raise Trouble("Who did not agree has joined.")
    press(bob, text["join"])
    until(bob, "Boolean(document.querySelector('dialog[open]'))")
    bob.value(f"[...document.querySelectorAll('dialog button')].find(node => node.textContent === {json.dumps(text['group.agreeAndJoin'])}).click()")
    bob.shows(text["group.disagree"])
    if text["group.contacts"] in bob.value("document.getElementById('main').innerText"):
        raise Trouble("Who coaches nobody is shown the way to the addresses.")
    pat.go(page)
    press(pat, text["group.contacts"])
    pat.shows(f"@bob.of.{language}")
    pat.shows(f"bob.{language}@example.org")
    picture(pat, pictures, f"{language}-contacts")
    # The name leads to what Bob shows to everybody.
    press(pat, "Bob")
    pat.shows("I run.")
    if "1990" in pat.value("document.getElementById('main').innerText"):
        raise Trouble("A coach is shown what is hidden.")
    press(bob, text["group.disagree"])
    bob.shows(text["group.agree"])
    pat.go(f"{page}/contacts")
    pat.shows(text["group.contactsNone"])
    press(bob, text["group.people"])
    bob.shows(text["group.inviteFriends"])
    until(bob, "Boolean([...document.querySelectorAll('main li.person')].find(node => node.innerText.includes('Cleo')))")
    bob.value("[...document.querySelectorAll('main li.person')].find(node => node.innerText.includes('Cleo')).querySelector('button').click()")
    until(bob, f"document.getElementById('status').textContent", text["group.friendInvited"].replace("{name}", "Cleo"))
    cleo.go(page)
    cleo.shows(text["group.refuse"])


# Asserts PL-65, PL-66, WC-68.
def change(operator, language, league):
    """The operator saves the overview, changes the league, and archives it."""
    console(operator)
    operator.value("window.saved = []; URL.createObjectURL = blob => { blob.text().then(text => saved.push(text)); return 'data:,'; }")
    operator.value(f"[...document.querySelectorAll('{CARD} button')].find(node => node.textContent.endsWith('as CSV')).click()")
    until(operator, "saved.length", 1)
    head, *lines = csv.reader(operator.value("saved[0]").lstrip("\ufeff").splitlines())
    if head != ["Name", "Members", "Country", "Responsible", "E-mail", "State"]:
        raise Trouble(f"The file begins with {head}.")
    # What looks like a formula is a text. The file goes on where the page ends.
    wanted = [[f"'{cell}" if cell.startswith("=") else cell for cell in line] for line in shown(operator)]
    if len(wanted) != 50 or lines[:50] != wanted or [f"'=Ligue {language}", "0", "", "", "", ""] not in lines:
        raise Trouble(f"The file holds {lines}, not {wanted}.")
    if sorted(line[0] for line in lines if line[0].startswith("Zonal")) != sorted(f"Zonal {number}" for number in range(60)):
        raise Trouble(f"The file lacks what stands on the second page: {lines}.")
    operator.value(f"[...document.querySelectorAll('{CARD} tr')].find(row => row.innerText.includes({json.dumps(league)})).querySelector('button').click()")
    until(operator, "document.getElementById('organisation-name')?.value", league)
    enter(operator, name=f"{league} of old")
    press(operator, "Save")
    until(operator, f"document.querySelector('{CARD} tbody').innerText.includes({json.dumps(league + ' of old')})")
    operator.value("window.confirm = () => true")
    operator.value(f"[...[...document.querySelectorAll('{CARD} tr')].find(row => row.innerText.includes({json.dumps(league)})).querySelectorAll('button')].find(node => node.textContent === 'Archive').click()")
    until(operator, f"[...document.querySelectorAll('{CARD} tr')].find(row => row.innerText.includes({json.dumps(league)}))?.cells[6].textContent.startsWith('archived')")


def time_code(secret, seconds):
    """What an authenticator app shows (RFC 6238)."""
    digest = hmac.digest(base64.b32decode(secret), int(seconds // 30).to_bytes(8, "big"), "sha1")
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place:place + 4], 'big') & 0x7fffffff) % 1000000:06}"


def kept_out(browser, message):
    """The console shows the ways in and nothing else."""
    browser.go("/console")
    until(browser, "location.pathname === '/console' && Boolean(document.querySelector('main a[href=\"/login?back=%2Fconsole\"]'))")
    until(browser, "document.querySelector('main [role=alert]')?.textContent ?? ''", message)
    if browser.value("document.querySelectorAll('main section, main table').length"):
        raise Trouble("The console shows something to who is no administrator.")


# Asserts PL-64, SP-4, WC-63, WC-64, WC-65, WC-66.
def enter_console(pat, bob, text, language, email):
    """Administrators log in with e-mail and password, and act with a second factor; wrong data and other people see nothing of the console."""
    kept_out(bob, "You are signed in, but are no administrator.")
    spoken_to(address, f"/v1/people/{ask(pat, '/v1/me', method='GET')['id']}/roles/super-admin", {}, "PUT", token)
    pat.go("/groups")
    sign_out(pat)
    until(pat, "fetch('/v1/me').then(answer => answer.status)", 401)
    for phrase in (PHRASE, f"{PHRASE} at all"):
        kept_out(pat, "")
        picture(pat, pictures, f"{language}-console-log-in", 1000)
        press(pat, "Log in with e-mail and password")
        until(pat, "location.pathname + location.search", "/login?back=%2Fconsole")
        fill(pat, "identifier", email)
        fill(pat, "password", phrase)
        press(pat, text["login"])
        if phrase == PHRASE:
            until(pat, "Boolean(document.querySelector('main [role=alert]')?.textContent)")
    until(pat, "location.pathname === '/console' && Boolean(document.querySelector('main a[href=\"/account/security\"]'))")
    kept_out(pat, "Administrators act only with a second factor. Set one up, or enter its code")
    press(pat, "Set one up, or enter its code")
    press(pat, text["addFactor"])
    until(pat, "Boolean(document.querySelector('code.secret'))")
    now = pat.value("fetch('/v1/app').then(answer => answer.json()).then(app => Date.parse(app.clock.now) / 1000)")
    fill(pat, "code", time_code(pat.value("document.querySelector('code.secret').textContent").replace(" ", ""), now))
    press(pat, text["confirm"])
    pat.shows(text["recoveryIntro"])
    pat.go("/console")
    until(pat, "Boolean(document.querySelector('#announcements form'))")
    pat.value(f"document.getElementById('announcement').value = {json.dumps(f'Good morning, {language}.')}")
    pat.value("document.getElementById('announcement-audience').value = 'role:super-admin'")
    pat.value("document.querySelector('#announcements form').requestSubmit()")
    until(pat, "document.getElementById('status').textContent", "Sent.")
    until(pat, f"document.querySelector('#announcements tbody')?.innerText.includes({json.dumps(f'Good morning, {language}.')})")
    picture(pat, pictures, f"{language}-console-entered", 1000)


def walk(operator, pat, bob, cleo, language, number):
    text, league, email = texts(language), f"Premier {language}", f"pat.{language}@example.org"
    make(operator, language, league, email)
    pat.go("/")
    until(pat, "Boolean(document.getElementById('account')?.innerText)")
    group = lead(pat, text, language, league, email)
    forget(pat, text, email)
    # Pat coaches the team, too.
    team = ask(pat, f"/v1/groups/leagues/?parent={group}", method="GET")["items"][0]["id"]
    me = ask(pat, "/v1/me", method="GET")["id"]
    post(pat, f"/v1/groups/leagues/{team}/members/{me}", {}, "PUT")
    post(pat, f"/v1/groups/leagues/{team}/members/{me}/roles/coach", {}, "PUT")
    meet(pat, bob, cleo, text, language, number, group)
    names = [f"=Ligue {language}"] + ([f"Zonal {number}" for number in range(60)] if number == 1 else [])
    operator.value(f"""(async () => {{ for (const name of {json.dumps(names)}) await fetch('/v1/organisations/leagues/league', {{ method: 'POST',
        headers: {{ authorization: 'Bearer {token}', 'content-type': 'application/json' }}, body: JSON.stringify({{ name }}) }}); }})()""")
    change(operator, language, league)
    enter_console(pat, bob, text, language, email)


signal.alarm(300)
for number, language in enumerate(("en", "ar"), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        operator = Browser(f"{folder}/operator", address, "en")
        browsers = [operator] + [Browser(f"{folder}/{name}", address, language) for name in ("pat", "bob", "cleo")]
        try:
            walk(*browsers, language, number)
            # What is refused on purpose, and asked for while somebody signs out.
            asked = ("auth/login", "password/reset", "organisations/leagues/league", "/join")
            complaints = [line for browser in browsers for line in browser.complaints
                          if not any(part in line for part in asked) and "status of 401" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("Organisations are made, led, changed, saved and archived; members agree to be reached, and friends invite friends, in two languages.")
