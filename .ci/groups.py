"""Walks through groups in the web app, in English and in Arabic: Ada founds one and makes a code, Bob joins with it, Ada sees
him come without touching anything, makes him admin and leaves. Usage: groups.py ADDRESS DATA [FOLDER], the last for pictures."""
import pathlib, signal, sys, tempfile

from browser import Browser, Trouble, fill, picture, press, sign_in, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
WORDS = {
    "en": ["Found a group", "Change the group", "Save", "People and invitations", "Make a code", "Join", "Make admin", "Leave the group", "Yes",
           "Members: 2", "Admin", "Bob", "Only you so far"],
    "ar": ["إنشاء مجموعة", "تعديل المجموعة", "حفظ", "الأشخاص والدعوات", "إنشاء رمز", "انضم", "تعيين مشرفًا", "مغادرة المجموعة", "نعم",
           "الأعضاء: 2", "مشرف", "Bob", "أنت وحدك حتى الآن"],
}


def walk(ada, bob, language, number):
    found, change, save, people, make, join, appoint, leave, yes, two, admin, name, alone = WORDS[language]
    for browser, who, phone in [(ada, "Ada", f"+4915110000{number}"), (bob, "Bob", f"+4915120000{number}")]:
        browser.go("/")
        until(browser, "Boolean(document.getElementById('account')?.innerText)")
        sign_in(browser, data, phone, who)
        browser.go("/groups")
    picture(ada, pictures, f"{language}-empty")
    press(ada, found)
    fill(ada, "name", "Lions of Ulm")
    fill(ada, "about", "We walk.\nA lot.")
    picture(ada, pictures, f"{language}-form")
    until(ada, "location.pathname", "/groups/new")
    ada.value("document.querySelector('main form button').click()")
    ada.shows("A lot.")
    press(ada, change)
    fill(ada, "about", "We walk a lot.")
    press(ada, save)
    ada.shows("We walk a lot.")
    group = ada.value("location.pathname")
    press(ada, people)
    press(ada, make)
    until(ada, "Boolean(document.querySelector('code.secret'))")
    picture(ada, pictures, f"{language}-people")
    code = ada.value("document.querySelector('code.secret').textContent")
    ada.go(group)
    ada.shows("We walk a lot.")
    # What is there must still be there after the change that others make.
    ada.value("document.querySelector('main').mark = 'kept'")
    fill(bob, "code", code.lower())
    press(bob, join)
    bob.shows(two)
    ada.shows(two)
    ada.shows(name)
    if ada.value("document.querySelector('main').mark") != "kept":
        raise Trouble("The page was loaded anew.")
    picture(ada, pictures, f"{language}-group")
    press(ada, appoint)
    until(bob, f"[...document.querySelectorAll('.badge')].filter(node => node.textContent === '{admin}').length", 2)
    press(ada, leave)
    press(ada, yes)
    until(ada, "location.pathname", "/groups")
    bob.go("/groups")
    bob.shows(alone)
    bob.shows("Lions of Ulm")
    picture(bob, pictures, f"{language}-list")
    stranger = ada.value(f"fetch('/v1{group}').then(answer => answer.status)")
    if stranger != 404:
        raise Trouble(f"Who has left a private group still gets {stranger}.")


signal.alarm(240)
for number, language in enumerate(WORDS, 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        browsers = [Browser(folder, address, language) for folder in (one, two)]
        try:
            walk(*browsers, language, number)
            complaints = [line for browser in browsers for line in browser.complaints if "404" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("A group is founded, joined, led and left in two languages.")
