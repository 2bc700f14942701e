"""Walks through groups in the web app, in English and in Arabic: Ada founds one, gives it a picture and makes a code and a link,
Bob joins with the code, Cleo signs up on the way from the link, Ada sees both come without touching anything and without losing
what she is writing, makes Bob admin and hands the group over to Cleo, who removes her and leaves. Usage: groups.py ADDRESS DATA
[FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, code, fill, picture, press, sign_in, skip_personal_info, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
WORDS = {
    "en": ["Found a group", "Change the group", "Save", "People and invitations", "Make a code", "Join", "Make admin", "Leave the group", "Yes",
           "Members: 2", "Admin", "Bob", "Only you so far"],
    "ar": ["إنشاء مجموعة", "تعديل المجموعة", "حفظ", "الأشخاص والدعوات", "إنشاء رمز", "انضم", "تعيين مشرفًا", "مغادرة المجموعة", "نعم",
           "الأعضاء: 2", "مشرف", "Bob", "أنت وحدك حتى الآن"],
}


def texts(language):
    folder = pathlib.Path(__file__).parent.parent / "Core/Web/strings"
    return {**json.loads((folder / "en.json").read_text()), **json.loads((folder / f"{language}.json").read_text())}


def choose(browser, file):
    """Chooses a picture for the group."""
    until(browser, "Boolean(document.getElementById('picture'))")
    root = browser.call("DOM.getDocument")["root"]["nodeId"]
    field = browser.call("DOM.querySelector", nodeId=root, selector="#picture")["nodeId"]
    browser.call("DOM.setFileInputFiles", nodeId=field, files=[str(file)])
    until(browser, "document.querySelector('main img.crest')?.naturalWidth > 0")


# Asserts PL-43, SP-121.
def shows_picture(browser, may):
    """A group that was founded without a picture shows its initials; with one, the picture."""
    until(browser, "Boolean(document.querySelector('main .crest'))")
    seen = browser.value("[document.querySelectorAll('main img.crest').length, document.querySelector('main .crest').textContent]")
    if seen != ([1, ""] if may else [0, "LI"]):
        raise Trouble(f"The group's picture is {seen}.")


# Asserts PL-10, PL-40, SP-117.
def sign_up_on_the_way(browser, text, phone):
    """Signs up with a number where the page asks for it, and is a member of the group that this was for."""
    press(browser, text["signInToJoin"])
    fill(browser, "phone", phone)
    press(browser, text["sendCode"])
    until(browser, "Boolean(document.getElementById('field-code'))")
    fill(browser, "code", code(data, phone))
    press(browser, text["confirm"])
    until(browser, "Boolean(document.getElementById('field-acceptsTerms'))")
    browser.shows(text["acceptTerms"])
    links = browser.value("[...document.querySelectorAll('#field-acceptsTerms-hint a')].map(a => a.getAttribute('href')).join()")
    if links != "/help/pages/terms,/help/pages/privacy":
        raise Trouble(f"What somebody new agrees to can be read at {links}.")
    press(browser, text["confirm"])
    browser.shows(text.get("problem.terms-needed", "Please agree to the Terms and Conditions and the Privacy Policy."))
    browser.value("document.getElementById('field-acceptsTerms').click()")
    press(browser, text["confirm"])
    skip_personal_info(browser, text["skipStep"])
    until(browser, "location.pathname.startsWith('/groups/')")


# Asserts SP-117.
def make_link(ada, text, language):
    """The path that a new link leads to, which goes into the phone's share dialog."""
    ada.value("navigator.share = async given => { window.shared = given }")
    fill(ada, "places", "5")
    press(ada, text["group.makeLink"])
    until(ada, "document.querySelector('main form + div img.qr')?.naturalWidth > 0")
    picture(ada, pictures, f"{language}-link")
    press(ada, text["share"])
    until(ada, f"window.shared?.url === document.querySelector('main form + div code.secret').textContent + '?language={language}'")
    until(ada, "window.shared.text", text["group.linkMessage"].replace("{link}", "").strip())
    return ada.value("new URL(document.querySelector('main form + div code.secret').textContent).pathname")


def join_by_link(ada, cleo, text, language, number, path):
    """Cleo joins through a link while Ada is writing into the field of the page that changes."""
    cleo.go(path)
    cleo.shows("Lions of Ulm")
    picture(cleo, pictures, f"{language}-join")
    if "We walk" in cleo.value("document.getElementById('main').innerText"):
        raise Trouble("A link to a private group tells more than its name.")
    fill(ada, "member", "Bo")
    ada.value("document.getElementById('field-member').focus()")
    sign_up_on_the_way(cleo, text, f"+4915150000{number}")
    cleo.shows("We walk a lot.")
    ada.shows(text["group.members"].replace("{n}", "3"))
    left = ada.value("[document.activeElement.id, document.getElementById('field-member').value].join()")
    if left != "field-member,Bo":
        raise Trouble(f"What Ada was writing is gone: {left}.")
    press(ada, text["search"])
    until(ada, "[...document.querySelectorAll('ul.people bdi')].map(node => node.textContent).join()", "Bob")
    fill(ada, "member", "")
    press(ada, text["search"])
    until(ada, "document.querySelectorAll('ul.people li').length", 3)


# Asserts PL-43.
def remove(ada, cleo, group, text):
    """An admin removes somebody, who finds the group in the list no more; of oneself there is no such button."""
    label = json.dumps(text["group.remove"])
    lines = f"[...document.querySelectorAll('main li.person')].filter(line => [...line.querySelectorAll('button')].some(node => node.textContent === {label}))"
    cleo.go(f"{group}/people")
    until(cleo, f"{lines}.map(line => line.querySelector('bdi').textContent).sort().join()", "Ada,Bob")
    cleo.value(f"[...{lines}.find(line => line.querySelector('bdi').textContent === 'Ada').querySelectorAll('button')].find(node => node.textContent === {label}).click()")
    until(cleo, f"{lines}.map(line => line.querySelector('bdi').textContent).join()", "Bob")
    ada.go("/groups")
    ada.shows(text["group.found"])
    if "Lions of Ulm" in ada.value("document.getElementById('main').innerText"):
        raise Trouble("Who was removed still has the group in the list.")
    cleo.go(group)


# Asserts PL-43, SP-131.
def walk(ada, bob, cleo, language, number):
    text = texts(language)
    found, change, save, people, make, join, appoint, leave, yes, two, admin, name, alone = WORDS[language]
    for browser, who, phone in [(ada, "Ada", f"+4915110000{number}"), (bob, "Bob", f"+4915120000{number}")]:
        browser.go("/")
        until(browser, "Boolean(document.getElementById('account')?.innerText)")
        sign_in(browser, data, phone, who)
        browser.go("/groups")
    picture(ada, pictures, f"{language}-empty")
    press(ada, found)
    # Of the kinds that there are, this one is private from the start. Those of two games that are called alike say whose they are.
    until(ada, "document.querySelector('main fh-tabs a[href*=prediction-group]')?.click() ?? location.search.includes('prediction-group')", True)
    until(ada, "document.querySelector('main fh-tabs [aria-current]')?.href.includes('prediction-group')", True)
    kinds = ada.value("[...document.querySelectorAll('main fh-tabs a')].map(node => node.textContent)")
    if len(kinds) < 3 or len(set(kinds)) < len(kinds):
        raise Trouble(f"These kinds of groups are offered: {kinds}")
    fill(ada, "name", "Lions")
    fill(ada, "about", "We walk.\nA lot.")
    picture(ada, pictures, f"{language}-form")
    until(ada, "location.pathname", "/groups/new")
    ada.value("document.querySelector('main form button').click()")
    ada.shows("A lot.")
    shows_picture(ada, False)
    press(ada, change)
    choose(ada, pathlib.Path(__file__).parent.parent / "Core/Web/images/readme/upcoming.png")
    picture(ada, pictures, f"{language}-edit")
    fill(ada, "name", "Lions of Ulm")
    fill(ada, "about", "We walk a lot.")
    press(ada, save)
    ada.shows("We walk a lot.")
    shows_picture(ada, True)
    group = ada.value("location.pathname")
    press(ada, people)
    press(ada, make)
    until(ada, "Boolean(document.querySelector('code.secret'))")
    until(ada, "document.querySelector('img.qr')?.naturalWidth > 0")
    picture(ada, pictures, f"{language}-people")
    invitation = ada.value("document.querySelector('code.secret').textContent")
    path = make_link(ada, text, language)
    ada.go(group)
    ada.shows("We walk a lot.")
    # What is there must still be there after the change that others make.
    ada.value("document.querySelector('main').mark = 'kept'")
    fill(bob, "code", invitation.lower())
    press(bob, join)
    bob.shows(two)
    ada.shows(two)
    ada.shows(name)
    if ada.value("document.querySelector('main').mark") != "kept":
        raise Trouble("The page was loaded anew.")
    join_by_link(ada, cleo, text, language, number, path)
    picture(ada, pictures, f"{language}-group")
    press(ada, appoint)
    until(bob, f"[...document.querySelectorAll('.badge')].filter(node => node.textContent === '{admin}').length", 2)
    until(ada, "document.querySelectorAll('.badge').length", 2)
    press(ada, text["group.handOver"])
    press(ada, yes)
    for browser, may in [(cleo, True), (ada, False)]:
        until(browser, "Boolean([...document.querySelectorAll('main a')].find(node => node.getAttribute('href')?.endsWith('/people')))", may)
    remove(ada, cleo, group, text)
    press(cleo, leave)
    press(cleo, yes)
    until(cleo, "location.pathname", "/groups")
    bob.go("/groups")
    bob.shows(alone)
    bob.shows("Lions of Ulm")
    picture(bob, pictures, f"{language}-list")
    stranger = ada.value(f"fetch('/v1{group}').then(answer => answer.status)")
    if stranger != 404:
        raise Trouble(f"Who has left a private group still gets {stranger}.")


signal.alarm(300)
for number, language in enumerate(WORDS, 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browsers = [Browser(f"{folder}/{name}", address, language) for name in ("ada", "bob", "cleo")]
        try:
            walk(*browsers, language, number)
            complaints = [line for browser in browsers for line in browser.complaints if "404" not in line and "otp/verify" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("A group is founded, joined with a code and through a link, led, handed over and left in two languages.")
