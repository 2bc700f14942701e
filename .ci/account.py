"""Walks through the ways into an account in the web app, in English and in Arabic: by phone and code, by e-mail and password, with
what goes wrong on the way; then through the profile, and through following and blocking somebody.
Usage: account.py ADDRESS DATA [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile, time, urllib.parse

from browser import Browser, Trouble, ask, choose, code, fill, picture, png, post, press, sign_out, sign_up, skip_personal_info, told, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
TEXTS = json.loads(pathlib.Path("Core/Web/strings/en.json").read_text()), json.loads(pathlib.Path("Core/Web/strings/ar.json").read_text())
# What the host says itself, and the page in Arabic with a sentence of its own.
SAID = {
    "phone-length": "The length of the Phone Number should be between 8 – 15 digits.",
    "login-failed": "The combination of identifier and password is not correct.",
    "too-long.exact": "Full name cannot be more than 50 characters.",
    "too-short": "Please enter your name.",
    "too-short.username": "A user name has 3 to 30 letters, digits, dots, hyphens or underscores and begins with a letter.",
    "date-of-birth": "Please enter valid Date of Birth.",
    "resend-too-soon": "A code has just been sent. Wait a moment before you ask for another one.",
}


class Reader:
    """Somebody with a browser in a language."""

    def __init__(self, profile, language):
        self.browser, self.language = Browser(profile, address, language), language
        self.words = TEXTS[language == "ar"]
        self.browser.call("Emulation.setDeviceMetricsOverride", width=360, height=800, deviceScaleFactor=1, mobile=True)

    def said(self, problem, **numbers):
        if self.language == "en":
            return SAID[problem]
        shown = {name: self.browser.value(f"new Intl.NumberFormat('ar').format({number})") for name, number in numbers.items()}
        return self.text(f"problem.{problem}", **shown)

    def press(self, key, **values):
        press(self.browser, self.text(key, **values))

    def text(self, key, **values):
        text = self.words[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def leave(self):
        """Signs out and opens the way in again."""
        sign_out(self.browser)
        until(self.browser, "fetch('/v1/me').then(answer => answer.status)", 401)


def alert(reader, text):
    until(reader.browser, "document.querySelector('main [role=alert]')?.textContent", text)


def fits(browser):
    """Nothing stands out of a narrow page."""
    wide = """[...document.querySelectorAll('body *')].filter(node => node.getBoundingClientRect().right > innerWidth + 1 || node.getBoundingClientRect().left < -1)
        .map(node => node.tagName + '.' + node.className).join(' ')"""
    until(browser, f"document.documentElement.scrollWidth <= document.documentElement.clientWidth ? '' : {wide}", "")


def value(browser, expression, wanted):
    if (found := browser.value(expression)) != wanted:
        raise Trouble(f"{expression} is {found}, not {wanted}.")


# Asserts PL-4, PL-5, PL-6, PL-7, SP-24, SP-27, SP-28, SP-32.
def by_phone(reader, phone):
    """A number of 7 or 16 digits is refused; a new one leads to the terms and to the profile, a known one home. Whoever asks for another code at
    once is told to wait, and the first one holds."""
    browser = reader.browser
    browser.go("/sign-in")
    for wrong in ("+491234", "+4912345678901234"):
        fill(browser, "phone", wrong)
        reader.press("sendCode")
        told(browser, "phone", reader.said("phone-length"))
        # What is told next is told of the next number.
        browser.value("document.getElementById('field-phone-mistake').textContent = ''")
    picture(browser, pictures, f"{reader.language}-phone", 360)
    other = phone + "0"
    for number in (other, phone):
        fill(browser, "phone", number)
        reader.press("sendCode")
        browser.shows(reader.text("codeSent"))
        if number == other:
            reader.press("changeNumber")
            until(browser, "document.getElementById('field-phone')?.value", other)
    # The host's clock stands: the wait is never over.
    reader.press("resendCode")
    until(browser, "document.getElementById('status').textContent", reader.said("resend-too-soon"))
    fill(browser, "code", code(data, phone))
    reader.press("confirm")
    until(browser, "Boolean(document.getElementById('field-acceptsTerms'))")
    browser.value("document.getElementById('field-acceptsTerms').click()")
    reader.press("confirm")
    until(browser, "location.pathname + location.search", "/account/profile?from=start")


# Asserts SP-31, SP-159.
def ways_out(reader):
    """Whoever has just signed up is done, or skips it, and is at home; from the settings both ways lead back there, and leaving keeps nothing."""
    browser = reader.browser
    for origin, leaving, home in (("start", "skipStep", "/"), ("settings", "back", "/settings")):
        for label in (leaving, "done"):
            if origin == "start":
                browser.go("/account/profile?from=start")
            else:
                browser.go("/settings")
                reader.press("editProfile")
            until(browser, "location.pathname + Boolean(document.getElementById('field-name'))", "/account/profiletrue")
            fill(browser, "name", f"Named {label}")
            reader.press(label)
            until(browser, "location.pathname", home)
            name = browser.value("fetch('/v1/me').then(answer => answer.json()).then(me => me.fullName)")
            if (name == f"Named {label}") != (label == "done"):
                raise Trouble(f"By {label} the name is {name}.")
    browser.go("/account/profile")
    fill(browser, "name", "")
    reader.press("done")
    until(browser, "location.pathname", "/account")
    browser.go("/account/profile")


# Asserts PL-25, PL-27, PL-28, PL-30, SP-33, SP-34, SP-35, SP-38, SP-158.
def profile(reader):
    """The picture follows the gender where there is none; each value of the form is kept, an empty one too."""
    browser = reader.browser
    until(browser, "document.querySelector('main img.avatar')?.getAttribute('src')?.replace(/^\/assets\/[^/]+/, '')", "/images/logo.svg")
    value(browser, "[...document.getElementById('field-gender').options].map(option => option.textContent).join('|')",
          "|".join(["–", *(reader.text(f"gender.{name}") for name in ("male", "female", "other", "undisclosed"))]))
    value(browser, "document.getElementById('field-dateOfBirth').type + document.getElementById('field-dateOfBirth').max", "date2024-08-16")
    fill(browser, "name", "x" * 51)
    reader.press("done")
    told(browser, "name", reader.said("too-long.exact", found=51, most=50))
    fill(browser, "dateOfBirth", "2024-08-18")
    fill(browser, "name", "x" * 50)
    reader.press("done")
    told(browser, "dateOfBirth", reader.said("date-of-birth"))
    fill(browser, "dateOfBirth", "2000-02-29")
    for gender, shown in (("male", "person-male"), ("female", "person-female"), ("other", "logo"), ("undisclosed", "logo"), ("", "logo")):
        fill(browser, "gender", gender)
        reader.press("done")
        until(browser, "location.pathname", "/account")
        until(browser, "document.querySelector('main img.avatar')?.getAttribute('src')?.replace(/^\/assets\/[^/]+/, '')", f"/images/{shown}.svg")
        browser.shows("x" * 50)
        reader.press("editProfile")
        until(browser, "document.getElementById('field-gender')?.value", gender)
        until(browser, "document.getElementById('field-dateOfBirth').value", "2000-02-29")
    apart(reader)
    fits(browser)
    browser.go("/account")
    browser.shows("x" * 50)
    fits(browser)
    picture(browser, pictures, f"{reader.language}-profile", 360)


# Asserts PL-29, PL-72, SP-36, SP-158.
def country(reader):
    """The country is one of all 249. Where one is, is proposed once the place may be known, after it was said why; it can be another one, and one's own stays."""
    browser = reader.browser
    browser.call("Browser.setPermission", origin=address, permission={"name": "geolocation"}, setting="prompt")
    browser.call("Emulation.setGeolocationOverride", latitude=24.7, longitude=46.7, accuracy=5)
    browser.go("/account/profile")
    until(browser, "document.querySelector('#country-place button')?.textContent", reader.text("country.fill"))
    value(browser, "document.getElementById('field-country').options.length", 250)
    reader.press("country.fill")
    until(browser, "document.querySelector('dialog[open] p')?.textContent", reader.text("country.why"))
    browser.value("document.querySelector('dialog[open] button.leave').click()")
    until(browser, "document.querySelector('dialog[open]')", None)
    value(browser, "document.getElementById('field-country').value", "")
    browser.call("Browser.grantPermissions", origin=address, permissions=["geolocation"])
    browser.go("/account/profile")
    until(browser, "document.getElementById('field-country')?.value", "SA")
    until(browser, "document.querySelector('#country-place')?.textContent", reader.text("country.here"))
    fits(browser)
    picture(browser, pictures, f"{reader.language}-country", 360)
    for code in ("SA", "DE"):
        if code == "DE":
            fill(browser, "country", code)
        reader.press("done")
        until(browser, "location.pathname", "/account")
        until(browser, "fetch('/v1/me').then(answer => answer.json()).then(me => me.country)", code)
        browser.go("/account/profile")
        until(browser, "document.getElementById('field-country')?.value", code)
        value(browser, "document.getElementById('country-place')", None)
    fill(browser, "country", "")
    browser.call("Browser.setPermission", origin=address, permission={"name": "geolocation"}, setting="denied")
    reader.press("done")
    until(browser, "location.pathname", "/account")


# Asserts PL-24, TM-89.
def apart(reader):
    """First and last name follow from the full name until they are said apart, as somebody's own profile shows them."""
    browser = reader.browser
    facts = "[...document.querySelectorAll('main dl.facts dt')].map(node => [node.textContent, node.nextElementSibling.textContent]).slice(0, 2)"
    for changes, whole, shown in (({"name": "Ada King Lovelace"}, "Ada King Lovelace", ("Ada", "King Lovelace")),
                                  ({"firstName": "Ada King", "lastName": "Lovelace"}, "Ada King Lovelace", ("Ada King", "Lovelace")),
                                  ({"lastName": "Byron"}, "Ada King Byron", ("Ada King", "Byron"))):
        for field, entered in changes.items():
            fill(browser, field, entered)
        reader.press("done")
        until(browser, "location.pathname", "/account")
        browser.shows(whole)
        until(browser, facts, [[reader.text("field.firstName"), shown[0]], [reader.text("field.lastName"), shown[1]]])
        reader.press("editProfile")
        until(browser, "document.getElementById('field-lastName')?.value", shown[1])
    fill(browser, "name", "x" * 50)
    reader.press("done")
    until(browser, "location.pathname", "/account")
    reader.press("editProfile")
    until(browser, "document.getElementById('field-firstName')?.value", "x" * 50)


# Asserts PL-24, PL-30, SP-30, SP-38, SP-158, FS-192, TM-89, WC-92.
def own_picture(reader):
    """A picture of one's own goes before the one of the gender, which is there again without it."""
    browser = reader.browser
    browser.go("/account/profile")
    fill(browser, "gender", "female")
    reader.press("done")
    until(browser, "document.querySelector('main img.avatar')?.getAttribute('src')?.replace(/^\/assets\/[^/]+/, '')", "/images/person-female.svg")
    reader.press("editProfile")
    until(browser, "Boolean(document.getElementById('picture'))")
    choose(browser, "picture", png(300, 300))
    until(browser, "document.querySelector('main img.avatar')?.getAttribute('src').startsWith('/v1/people/')")
    until(browser, "document.querySelector('main img.avatar')?.naturalWidth", 300)
    reader.press("removePicture")
    until(browser, "document.querySelector('main img.avatar')?.getAttribute('src')?.replace(/^\/assets\/[^/]+/, '')", "/images/person-female.svg")


# Asserts PL-24, PL-33, SP-30, FC-4, FC-5.
def edit(reader):
    """Back changes nothing; Done keeps what was entered, and nothing has to be."""
    browser = reader.browser
    browser.go("/account/profile")
    until(browser, "document.getElementById('field-name')?.value", "x" * 50)
    fill(browser, "name", "Somebody else")
    fill(browser, "country", "EG")
    reader.press("back")
    until(browser, "location.pathname", "/account")
    browser.shows("x" * 50)
    wanted = {"name": "Ada", "dateOfBirth": "1990-12-31", "country": "EG", "gender": "female", "bio": "Walks far."}
    for given in (wanted, dict.fromkeys(wanted, "")):
        browser.go("/account/profile")
        for field, entered in given.items():
            fill(browser, field, entered)
        reader.press("done")
        until(browser, "location.pathname", "/account")
        me = browser.value("fetch('/v1/me').then(answer => answer.json())")
        found = {field: me[{"name": "fullName"}.get(field, field)] or "" for field in wanted}
        if found != given:
            raise Trouble(f"Of {given} is kept {found}.")
    browser.go("/account/security")
    browser.shows(me["phone"])


# Asserts PL-31, PL-32, FC-4, FC-5, WC-13.
def body(reader):
    """Weight, height, fitness level and the reminder: nothing is kept before its owner has agreed, what cannot be is told beside its field, and all
    can be changed."""
    browser, kept = reader.browser, "fetch('/v1/me/body').then(answer => answer.json()).then(body => [body.weight, body.height, body.fitnessLevel, body.reminder].join())"
    first = browser.value("fetch('/v1/me/body').then(answer => answer.json()).then(body => body.reminder)")
    levels = ",".join(["–"] + [reader.text(f"fitness.{name}") for name in ("beginner", "regular", "advanced")])
    browser.go("/account/body")
    for field, label in (("weight", "weight"), ("height", "height"), ("fitnessLevel", "fitnessLevel"), ("reminder", "weightReminder"), ("agrees", "agreeHealth")):
        until(browser, f"document.querySelector('main label[for=field-{field}]')?.textContent", reader.text(label))
    value(browser, "[...document.querySelectorAll('#field-fitnessLevel option')].map(node => node.textContent).join()", levels)
    fill(browser, "weight", "19")
    fill(browser, "height", "180")
    fill(browser, "fitnessLevel", "regular")
    reader.press("save")
    until(browser, "[...document.querySelectorAll('main form .error')].some(node => !node.hidden && node.textContent)")
    value(browser, kept, f",,,{str(first).lower()}")
    browser.value("document.getElementById('field-agrees').click()")
    reader.press("save")
    until(browser, "document.getElementById('field-weight-mistake')?.hidden === false && document.activeElement.id", "field-weight")
    value(browser, kept, f",,,{str(first).lower()}")
    fill(browser, "weight", "71.5")
    browser.value("document.getElementById('field-reminder').click()")
    for weight, level, is_reminded in ((71.5, "regular", not first), (70, "advanced", first)):
        reader.press("save")
        until(browser, "document.getElementById('status').textContent", reader.text("saved"))
        until(browser, kept, f"{weight},180,{level},{str(is_reminded).lower()}")
        browser.go("/account/body")
        until(browser, "['weight', 'height', 'fitnessLevel'].map(name => document.getElementById(`field-${name}`)?.value).join()", f"{weight},180,{level}")
        value(browser, "document.getElementById('field-reminder').checked", is_reminded)
        fill(browser, "weight", "70")
        fill(browser, "fitnessLevel", "advanced")
        browser.value("document.getElementById('field-reminder').click()")
    fits(browser)
    picture(browser, pictures, f"{reader.language}-body", 360)
    # It is health data, and goes as it came.
    reader.press("forgetBody")
    until(browser, "document.getElementById('field-weight')?.value", "")
    if not browser.value(kept).startswith(",,,"):
        raise Trouble("Something is left of the body's data.")


# Asserts FC-2, FC-4, FC-5, PL-32.
def body_shown(reader):
    """Edit on the own profile leads to height, weight and fitness level, too, which are kept after agreeing; the profile shows them, and the age."""
    browser = reader.browser
    born, today = browser.value("""fetch('/v1/me').then(answer => answer.json()).then(async me => [me.dateOfBirth,
        new Intl.DateTimeFormat('sv-SE').format(new Date((await fetch('/v1/app').then(answer => answer.json())).clock.now))])""")
    age = int(today[:4]) - int(born[:4]) - (today[5:] < born[5:])
    for weight, height, level in (("71.5", "180", "regular"), ("69", "181.5", "advanced"), ("", "", "")):
        browser.go("/account")
        reader.press("editProfile")
        until(browser, "location.pathname", "/account/profile")
        reader.press("bodyData")
        until(browser, "Boolean(document.getElementById('field-fitnessLevel'))")
        for field, entered in {"weight": weight, "height": height, "fitnessLevel": level}.items():
            fill(browser, field, entered)
        browser.value("(node => { if (!node.checked) node.click(); })(document.getElementById('field-agrees'))")
        reader.press("save")
        until(browser, "document.getElementById('status').textContent", reader.text("saved"))
        browser.go("/account")
        number = lambda value, unit="": browser.value(f"new Intl.NumberFormat('{reader.language}'{unit and f', {{ style: `unit`, unit: `{unit}`, maximumFractionDigits: 1 }}'}).format({value})")
        years = browser.value(f"new Intl.NumberFormat('{reader.language}', {{ style: 'unit', unit: 'year', unitDisplay: 'long' }}).format({age})")
        wanted = [years] + ([number(height, "centimeter"), number(weight, "kilogram"), reader.text(f"fitness.{level}")] if level else [])
        until(browser, "document.querySelectorAll('dl.facts dd').length > 0")
        shown = browser.value("[...document.querySelectorAll('dl.facts dd')].map(node => node.textContent)")
        if not set(wanted) <= set(shown) or not level and reader.text("fitnessLevel") in browser.value("document.querySelector('dl.facts').textContent"):
            raise Trouble(f"Of {wanted} the profile shows {shown}.")


# Asserts PL-35, PL-70, FC-6, FC-7.
def reset(reader):
    """The own profile leads to what is kept, as a file, to going back to the defaults and to leaving. Back to the defaults, asked for once more:
    nothing is left of the profile, the body's data included, and nobody sees it."""
    browser = reader.browser
    browser.go("/account/profile")
    for field, entered in {"name": "Ada", "username": f"ada.{reader.language}", "country": "EG", "bio": "Walks."}.items():
        fill(browser, field, entered)
    reader.press("done")
    until(browser, "location.pathname", "/account")
    browser.go("/account/body")
    fill(browser, "weight", "70")
    fill(browser, "height", "180")
    browser.value("document.getElementById('field-agrees').click()")
    reader.press("save")
    until(browser, "fetch('/v1/me/body').then(answer => answer.json()).then(body => body.weight)", 70)
    browser.go("/account")
    reader.press("myData")
    until(browser, "[location.pathname, ...[...document.querySelectorAll('main section.card button')].map(node => node.textContent)]",
          ["/account/data", *(reader.text(key) for key in ("export", "reset", "erase"))])
    if reader.language == "en" and [reader.text(key) for key in ("reset", "erase")] != ["Reset to defaults", "Delete account"]:
        raise Trouble("The words are others than were asked for.")
    export(reader)
    reader.press("reset")
    browser.shows(reader.text("resetSure"))
    reader.press("yes")
    until(browser, "location.pathname", "/account")
    me = browser.value("fetch('/v1/me').then(answer => answer.json())")
    body = browser.value("fetch('/v1/me/body').then(answer => answer.json())")
    if me["fullName"] or me["country"] or me["bio"] or set(me["visibility"].values()) != {"nobody"} or body["weight"] or body["height"]:
        raise Trouble(f"After a reset there are {me} and {body}.")
    # Others see nothing of it on the person's page, the user name neither.
    others = browser.value(f"fetch('/v1/people/{me['id']}', {{ credentials: 'omit' }}).then(answer => answer.json())")
    browser.go(f"/people/{me['id']}")
    browser.shows(others["name"])
    if others["username"] or others["name"] == "Ada" or others["bio"] or "@ada" in browser.value("document.getElementById('main').innerText"):
        raise Trouble(f"After a reset others see {others}.")


def export(reader):
    """What is kept of somebody is saved as a file, which says so."""
    browser = reader.browser
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        reader.press("export")
        until(browser, "document.getElementById('status').textContent", reader.text("exported"))
        file = pathlib.Path(folder) / "fieldhouse-my-data.json"
        for _ in range(200):
            if file.exists():
                break
            time.sleep(0.05)
        kept = json.loads(file.read_text())
        browser.call("Browser.setDownloadBehavior", behavior="default")
    me = browser.value("fetch('/v1/me').then(answer => answer.json())")
    found = [kept["profile"][field] for field in ("id", "fullName", "country", "bio")]
    if found != [me["id"], "Ada", "EG", "Walks."] or [(one["kind"], one["value"]) for one in kept["identifiers"]] != [("phone", me["phone"])]:
        raise Trouble(f"Of {me} is saved {kept}.")


# Asserts PL-32, SP-160, SP-161, FC-4, FC-5.
def my_profile(reader):
    """My profile shows what I have entered, my age and how many follow, and leads to where it is changed."""
    browser = reader.browser
    post(browser, "/v1/me", {"name": "Ada Lovelace", "dateOfBirth": "1990-12-31", "country": "EG", "gender": "female", "bio": "Walks."}, "PATCH")
    browser.go("/account")
    born = "12-31-1990" if reader.language == "en" else browser.value("new Intl.DateTimeFormat('ar', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date('1990-12-31T00:00:00Z'))")
    land = browser.value(f"new Intl.DisplayNames(['{reader.language}'], {{ type: 'region' }}).of('EG')")
    # By the host's clock, on 17 August 2024.
    age = browser.value(f"new Intl.NumberFormat('{reader.language}', {{ style: 'unit', unit: 'year', unitDisplay: 'long' }}).format(33)")
    until(browser, "[...document.querySelectorAll('main dl.facts dt')].map(node => node.textContent + '|' + node.nextElementSibling.textContent).join().includes(" + json.dumps(f"{reader.text('field.age')}|{age}") + ")")
    for shown in ("Ada Lovelace", born, land, reader.text("gender.female"), f"+49151000770", "Walks.", reader.text("followers", n=0), reader.text("following", n=0)):
        browser.shows(shown)
    until(browser, "document.querySelector('main img.avatar')?.getAttribute('src')?.replace(/^\/assets\/[^/]+/, '')", "/images/person-female.svg")
    # What the games show of anybody stands on one's own profile as well.
    until(browser, "document.querySelectorAll('main > section > h2').length > 0")
    fits(browser)
    picture(browser, pictures, f"{reader.language}-my-profile", 360)
    reader.press("editProfile")
    until(browser, "location.pathname", "/account/profile")


# Asserts PL-21, SP-25.
def leave_and_skip(reader):
    """Signing out ends the session here and on the host, and leads to the way in; Skip leads on as a guest, home."""
    browser = reader.browser
    browser.go("/account")
    browser.shows(reader.text("editProfile"))
    reader.leave()
    until(browser, "location.pathname", "/sign-in")
    # What nobody in particular has read since then may stay.
    kept = browser.value("caches.keys().then(names => names.filter(name => name.startsWith('fieldhouse-answers') && !name.startsWith('fieldhouse-answers-1..')).join())")
    if kept or browser.value("localStorage.getItem('signed-in')"):
        raise Trouble(f"The device knows who was signed in: {kept}.")
    reader.press("skip")
    until(browser, "location.pathname", "/")
    until(browser, "fetch('/v1/me').then(answer => answer.json()).then(me => me.kind)", "guest")


# Asserts PL-6, SP-28, SP-32.
def again(reader, phone):
    """A number that is known leads home."""
    browser = reader.browser
    browser.go("/sign-in")
    fill(browser, "phone", phone)
    reader.press("sendCode")
    browser.shows(reader.text("codeSent"))
    fill(browser, "code", code(data, phone, 1))
    reader.press("confirm")
    until(browser, "location.pathname", "/")
    until(browser, "fetch('/v1/me').then(answer => answer.status)", 200)
    reader.leave()


def with_number(reader, path, phone, before=0):
    """Signs in with a number on the way to a page."""
    browser = reader.browser
    browser.go(f"/sign-in?back={urllib.parse.quote(path, safe='')}")
    fill(browser, "phone", phone)
    reader.press("sendCode")
    browser.shows(reader.text("codeSent"))
    fill(browser, "code", code(data, phone, before))
    reader.press("confirm")


# Asserts PL-6, SP-28, SP-31, SP-32.
def on_the_way(reader, phone):
    """Whoever signs up on the way to a page gives personal info first, or skips it, and comes to that page then; a known number leads there at once."""
    browser, league = reader.browser, "/soccer-predictions/leagues/en.1"
    for number, label in ((f"{phone}1", "skipStep"), (f"{phone}2", "done")):
        with_number(reader, league, number)
        until(browser, "Boolean(document.getElementById('field-acceptsTerms'))")
        browser.value("document.getElementById('field-acceptsTerms').click()")
        reader.press("confirm")
        until(browser, "location.pathname + location.search", f"/account/profile?from=start&next={urllib.parse.quote(league, safe='')}")
        fill(browser, "name", f"Named {label}")
        if label == "skipStep":
            fits(browser)
            picture(browser, pictures, f"{reader.language}-on-the-way", 360)
        reader.press(label)
        until(browser, "location.pathname", league)
        name = browser.value("fetch('/v1/me').then(answer => answer.json()).then(me => me.fullName)")
        if (name == f"Named {label}") != (label == "done"):
            raise Trouble(f"By {label} the name is {name}.")
        reader.leave()
    # Nothing is pressed here: there is no personal info in between.
    with_number(reader, league, number, 1)
    until(browser, "location.pathname", league)
    until(browser, "fetch('/v1/me').then(answer => answer.json()).then(me => me.fullName)", name)
    only_here(reader)
    reader.leave()


def only_here(reader):
    """Personal info leads on to pages of this site alone, and home in the place of others."""
    browser = reader.browser
    ways = {"/help?a=1#b": "/help?a=1#b", "//example.org/": "/", "/\\example.org/": "/", "https://example.org/": "/", "/.//example.org/": "/", "javascript:alert(1)": "/",
            "//": "/", "": "/"}
    for given, wanted in ways.items():
        search = f"?from=start&next={urllib.parse.quote(given, safe='')}"
        browser.go(f"/account/profile{search}")
        until(browser, "[location.search, document.querySelector('main form a.button')?.getAttribute('href')]", [search, wanted])
        if given in ("//example.org/", "/\\example.org/"):
            reader.press("done")
            until(browser, "location.href", f"{address}/")
    # Only whoever has just signed up is led on.
    browser.go("/account/profile?next=%2Fhelp")
    until(browser, "document.querySelector('main form a.button')?.getAttribute('href')", "/account")


# Asserts TM-85.
def asked(reader):
    """What the page asks, in the words of its table, with an arrow to go on by; in English they are those that were asked for."""
    browser, keys = reader.browser, ("login", "login.email", "login.password", "login", "forgotPassword", "login.create")
    until(browser, """[document.querySelector('main h1'), ...document.querySelectorAll('main label:is([for=field-identifier], [for=field-password])'),
        document.querySelector('main button[type=submit]:has(svg)'), ...document.querySelectorAll('main form a.button')].map(node => node?.textContent)""",
          [reader.text(key) for key in keys])
    if reader.language == "en" and [reader.text(key) for key in keys] != ["Login", "What's your email?", "What's your password?", "Login", "Forgot Password", "Create Account"]:
        raise Trouble("The words are others than were asked for.")


def refused(reader, **mistakes):
    """Each of these fields says what is wrong with it; in English in these words."""
    for field, mistake in mistakes.items():
        until(reader.browser, f"Boolean(document.querySelector('#field-{field}[aria-invalid]'))")
        until(reader.browser, f"document.getElementById('field-{field}-mistake').textContent.length > 5")
        if reader.language == "en":
            told(reader.browser, field, mistake)


# Asserts SP-13, PL-8, PL-9, PL-11, PL-13, PL-14, FS-11, FS-33, FS-40, FS-41, FS-43, FS-44, FS-45, FS-46, FS-49, FS-50, FS-119, FS-123, FS-124, FS-170, FS-190, WC-7, WC-8, WC-9, WC-10, WC-11, WC-12, WC-14, WC-18, WC-20.
def by_email(reader, email, username):
    """Signing up by e-mail, with a user name that is suggested and a code that is sent once more; then the wrong and the right ways in. Of an
    address that is taken the page says what it always says, and that a mail may say so. Signing up takes less than a minute, and signing in less than
    five seconds."""
    browser, password = reader.browser, "a river runs north 41"
    browser.go("/login")
    asked(reader)
    reader.press("login.create")
    until(browser, "location.pathname + Boolean(document.getElementById('field-email'))", "/registertrue")
    reader.press("haveAccount")
    until(browser, "location.pathname", "/login")
    browser.go("/register")
    reader.press("register")
    refused(reader, name="Please enter your name.", email="Please enter a valid e-mail address.", password="Please enter your password.",
            passwordConfirmation="Please enter the password a second time.")
    told(browser, "name", reader.said("too-short"))
    fill(browser, "username", "me")
    fill(browser, "name", "x" * 51)
    reader.press("register")
    told(browser, "username", reader.said("too-short.username"))
    told(browser, "name", reader.said("too-long.exact", found=51, most=50))
    fill(browser, "username", "")
    for field, entered in {"name": f"Grace {username}", "email": email, "password": password, "passwordConfirmation": password}.items():
        fill(browser, field, entered)
    reader.press("register")
    refused(reader, acceptsTerms="Please agree to the Terms and Conditions and the Privacy Policy.")
    fill(browser, "name", f"Grace {username}")
    browser.value("document.getElementById('field-name').dispatchEvent(new Event('change'))")
    until(browser, "Boolean(document.querySelector('#field-username-hint button'))")
    suggestion = browser.value("fetch('/v1/auth/username?name=' + encodeURIComponent(document.getElementById('field-name').value)).then(answer => answer.json()).then(answer => answer.suggestion)")
    reader.press("takeUsername", name=suggestion)
    value(browser, "document.getElementById('field-username').value", suggestion)
    fill(browser, "email", "nobody")
    fill(browser, "password", "short 7")
    fill(browser, "passwordConfirmation", "another")
    browser.value("document.getElementById('field-acceptsTerms').click()")
    reader.press("register")
    refused(reader, email="Please enter a valid e-mail address.", password="The password must have at least 15 characters.",
            passwordConfirmation="The two passwords do not match.")
    fits(browser)
    picture(browser, pictures, f"{reader.language}-register", 360)
    began = time.monotonic()
    entered = {"email": email, "password": password, "passwordConfirmation": password, "username": username}
    for field, value_ in entered.items():
        fill(browser, field, value_)
    reader.press("register")
    # What comes next asks to confirm the address.
    browser.shows(reader.text("mailSent", email=email))
    first = code(data, email)
    reader.press("resendCode")
    until(browser, "document.getElementById('status').textContent", reader.text("codeResent"))
    if reader.language == "en" and reader.text("codeResent") != "New confirmation code successfully sent":
        raise Trouble("The sentence is another one than was asked for.")
    second = code(data, email, 1)
    if not all(one.isdigit() and len(one) >= 6 for one in (first, second)):
        raise Trouble(f"The codes are {first} and {second}.")
    fill(browser, "code", second)
    reader.press("confirm")
    until(browser, "location.pathname", "/")
    until(browser, "fetch('/v1/me').then(answer => answer.json()).then(me => me.username)", username)
    # A keystroke takes an average typist 0.28 s, pointing at something 1.1 s, and making up one's mind 1.35 s (Card, Moran, Newell: The
    # Keystroke-Level Model, 1980): so long somebody is at it beside what the app takes.
    typed, taps = sum(map(len, entered.values())) + len(f"Grace {username}") + len(second), len(entered) + 5
    if time.monotonic() - began + typed * 0.28 + taps * (1.1 + 1.35) > 60:
        raise Trouble("Signing up takes too long.")
    reader.leave()
    browser.go("/register")
    for field, entered in {"name": "Somebody else", "email": email, "password": password, "passwordConfirmation": password}.items():
        fill(browser, field, entered)
    browser.value("document.getElementById('field-acceptsTerms').click()")
    reader.press("register")
    browser.shows(reader.text("mailSent", email=email))
    browser.go("/login")
    for identifier, secret in (("nobody@example.org", password), ("no-one-of-this-name", password), (email, "a river runs south 41"), (username, "a river")):
        fill(browser, "identifier", identifier)
        fill(browser, "password", secret)
        reader.press("login")
        alert(reader, reader.said("login-failed"))
        value(browser, "fetch('/v1/me').then(answer => answer.status)", 401)
        browser.go("/login")
        until(browser, "document.getElementById('field-identifier')?.value", "")
    for identifier in (email, username):
        browser.go("/login")
        fill(browser, "identifier", identifier)
        fill(browser, "password", password)
        began = time.monotonic()
        reader.press("login")
        until(browser, "location.pathname", "/")
        if time.monotonic() - began > 5:
            raise Trouble("Signing in takes too long.")
        until(browser, "fetch('/v1/me').then(answer => answer.json()).then(me => me.username)", username)
        reader.leave()


# Asserts PL-12, PL-20, FS-41.
def elsewhere(reader, other, number):
    """A link of a message that is opened in another browser leads to where signing up, or in, was begun in this one; whoever
    signed up may choose a password first, or with a number give personal info. Who began at no page in particular comes to the front page."""
    league, browser = "/soccer-predictions/leagues/en.1", reader.browser
    phone, password = f"+49151000780{number}", "a river runs east 41"
    for name, begun, wanted in (("front", "/register", "/"), ("away", f"/register?back={league}", league)):
        email = f"{name}{number}@example.org"
        browser.go(begun)
        for field, entered in {"name": "Away", "email": email, "password": password, "passwordConfirmation": password}.items():
            fill(browser, field, entered)
        browser.value("document.getElementById('field-acceptsTerms').click()")
        reader.press("register")
        browser.shows(reader.text("mailSent", email=email))
        code(data, email)
        other.browser.go(linked(email))
        other.press("skip")
        until(other.browser, "location.pathname", wanted)
        until(other.browser, "fetch('/v1/me').then(answer => answer.json()).then(me => me.email)", email)
        other.leave()
    browser.go(f"/sign-in?back={league}")
    fill(browser, "phone", phone)
    reader.press("sendCode")
    browser.shows(reader.text("codeSent"))
    code(data, phone)
    other.browser.go(linked(phone))
    other.press("signIn")
    until(other.browser, "Boolean(document.getElementById('field-acceptsTerms'))")
    other.browser.value("document.getElementById('field-acceptsTerms').click()")
    other.press("confirm")
    skip_personal_info(other.browser, other.text("skipStep"))
    until(other.browser, "location.pathname", league)
    other.leave()


def linked(to):
    """The path of the link that was last sent to somebody."""
    lines = (data / "deliveries.jsonl").read_text().split("\n")
    links = [message["link"] for message in map(json.loads, filter(None, lines[:-1])) if message["to"] == to and "link" in message]
    return "/" + links[-1].split("/", 3)[3]


# Asserts FC-2, PL-36, PL-38, SP-163.
def people(reader, fan, number):
    """One follows another and sees whom that one follows; blocking ends it, and the list of who is blocked takes it back."""
    browser = reader.browser
    ids = []
    for each, name in ((reader, "Star"), (fan, "Fan")):
        each.browser.go("/")
        until(each.browser, "document.readyState", "complete")
        sign_up(each.browser, data, f"{name.lower()}{number}@example.org", f"{name} {number}")
        ids.append(each.browser.value("fetch('/v1/me').then(answer => answer.json()).then(me => me.id)"))
    star, other = ids
    fan.browser.go(f"/people/{star}")
    fan.browser.shows(fan.text("followers", n=0))
    fan.browser.go(f"/people/{star}/followers")
    until(fan.browser, "document.querySelectorAll('main li').length", 0)
    fan.browser.go(f"/people/{star}")
    fan.press("follow")
    # What has no words of its own is confirmed as well.
    until(fan.browser, "document.getElementById('status').textContent", fan.text("received"))
    fan.browser.shows(fan.text("followers", n=1))
    fan.browser.go(f"/people/{star}/followers")
    fan.browser.shows(f"Fan {number}")
    browser.go(f"/people/{other}")
    reader.press("block")
    until(browser, f"[...document.querySelectorAll('main button')].some(node => node.textContent === {json.dumps(reader.text('unblock'))})")
    browser.go("/account/blocked")
    browser.shows(f"Fan {number}")
    picture(browser, pictures, f"{reader.language}-blocked", 360)
    value(browser, f"fetch('/v1/people/{star}').then(answer => answer.json()).then(person => person.followers)", 0)
    reader.press("unblock")
    browser.shows(reader.text("nobody"))
    fan.browser.go(f"/people/{star}")
    fan.browser.shows(fan.text("followers", n=0))
    fan.press("follow")
    fan.press("unfollow")
    fan.browser.shows(fan.text("followers", n=0))


# Asserts FC-2, FC-7, PL-23.
def leave_for_good(reader, fan, email):
    """Deleting the account is asked for once more and confirmed; nobody finds it any more, and whoever comes in with it is told that it goes."""
    browser = reader.browser
    own = browser.value("fetch('/v1/me').then(answer => answer.json()).then(me => me.id)")
    browser.go("/account")
    reader.press("myData")
    reader.press("erase")
    browser.shows(reader.text("eraseSure"))
    reader.press("cancel")
    value(browser, "fetch('/v1/me').then(answer => answer.status)", 200)
    reader.press("erase")
    reader.press("yes")
    until(browser, "document.getElementById('status').textContent", reader.text("erased"))
    until(browser, "location.pathname", "/sign-in")
    value(browser, "fetch('/v1/me').then(answer => answer.status)", 401)
    browser.go("/login")
    fill(browser, "identifier", email)
    fill(browser, "password", "a phrase that nobody knows")
    reader.press("login")
    alert(reader, reader.text("leaving"))
    value(fan.browser, f"fetch('/v1/people/{own}').then(answer => answer.status)", 404)


signal.alarm(460)
for number, language in enumerate(("en", "ar"), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        reader, fan = Reader(one, language), Reader(two, language)
        try:
            phone = f"+49151000770{number}"
            by_phone(reader, phone)
            ways_out(reader)
            profile(reader)
            country(reader)
            own_picture(reader)
            edit(reader)
            my_profile(reader)
            body(reader)
            body_shown(reader)
            reset(reader)
            leave_and_skip(reader)
            again(reader, phone)
            on_the_way(reader, f"+4915100079{number}")
            by_email(reader, f"grace{number}@example.org", f"grace.hopper{number}")
            elsewhere(reader, fan, number)
            people(reader, fan, number)
            leave_for_good(reader, fan, f"star{number}@example.org")
            expected = ("401", "403", "404", "409", "422", "429")
            complaints = [line for each in (reader, fan) for line in each.browser.complaints if not any(status in line for status in expected)]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            reader.browser.end()
            fan.browser.end()
print("People come in by phone and by e-mail, and follow each other, in two languages.")
