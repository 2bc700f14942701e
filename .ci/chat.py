"""Talks in the chat of a group in the web app, in English and in Arabic: Ada and Bob write to each other and see it without touching
anything, answer, name each other, take words back, and miss nothing when the stream breaks off; what could not be sent stays
where it was typed. Usage: chat.py ADDRESS DATA [FOLDER], the last for pictures."""
import base64, json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, ask, keys, picture, png, post, press, sign_in, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
WORDS = {
    "en": {"chat": "Chat", "none": "Nobody has written yet.", "new": "New messages", "reply": "Reply", "to": "Reply to Ada:", "delete": "Delete", "yes": "Yes", "cancel": "Cancel", "close": "Close",
           "gone": "Bob has deleted this message.", "failed": "The message was not sent: there is no connection. Try again.", "unread": "Chat: 2 new",
           "long": "A message has at most 500 characters.", "left": "You are no longer in this group.", "direction": "ltr", "list": "2 new"},
    "ar": {"chat": "الدردشة", "none": "لم يكتب أحد بعد.", "new": "رسائل جديدة", "reply": "رد", "to": "رد على Ada:", "delete": "حذف", "yes": "نعم", "cancel": "إلغاء", "close": "إغلاق",
           "gone": "حذف Bob هذه الرسالة.", "failed": "لم تُرسل الرسالة لعدم وجود اتصال. حاول مجددًا.", "unread": "الدردشة: 2 جديدة",
           "long": "لا تزيد الرسالة على 500 حرف.", "left": "لم تعد في هذه المجموعة.", "direction": "rtl", "list": "2 جديدة"},
}
NUMBERS = "[...document.querySelectorAll('.message')].map(node => node.id.slice(8)).join(' ')"
TEXT = "document.getElementById('message-text')"
NARROW = 400
AREA = "/v1/groups/soccer-predictions"


def typed(browser, text):
    """Types with the keyboard into the field of the chat."""
    until(browser, f"Boolean({TEXT})")
    browser.value(f"{TEXT}.focus()")
    browser.call("Input.insertText", text=text)


def write(browser, text):
    typed(browser, text)
    keys(browser, "Enter")
    until(browser, f"{TEXT}.value", "")


def message(number, part=""):
    return f"document.querySelector('#message-{number}{part and ' ' + part}')"


def begin(ada, bob, number):
    """A group with both in it; Ada looks at its chat."""
    for browser, who, phone in [(ada, "Ada", f"+4915130000{number}"), (bob, "Bob", f"+4915140000{number}")]:
        browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
        browser.go("/")
        until(browser, "Boolean(document.getElementById('account')?.innerText)")
        sign_in(browser, data, phone, who)
    # Ada has a picture of her own.
    image = f"Uint8Array.from(atob('{base64.b64encode(png(60, 60)).decode()}'), letter => letter.charCodeAt(0))"
    kept = ada.value(f"""fetch("/v1/me/picture", {{ method: "PUT", headers: {{ "content-type": "image/png", "x-fieldhouse-session": "cookie" }}, body: {image} }}).then(answer => answer.status)""")
    if kept != 204:
        raise Trouble(f"Ada's picture is answered {kept}.")
    group = ask(ada, f"{AREA}/", {"kind": "prediction-group", "name": "Lions of Ulm", "admission": "open", "visibility": "listed"})["id"]
    post(bob, f"{AREA}/{group}/join", {})
    return f"/groups/soccer-predictions/{group}", f"{AREA}/{group}"


# Asserts WC-33, WC-34, PL-45.
def talk(ada, bob, words, language, number):
    page, route = begin(ada, bob, number)
    ada.go(page)
    press(ada, words["chat"])
    ada.shows(words["none"])
    picture(ada, pictures, f"{language}-chat-empty", NARROW)
    # What is written looks as it was typed, and only http and https are links.
    write(ada, "Hello <b>Bob</b> javascript:alert(1) https://example.org/a?b=1, and (http://example.com/x).")
    write(ada, "Who plays on Saturday?")
    until(ada, f"{message(2, '.words')}?.textContent", "Who plays on Saturday?")
    links = ada.value(f"[...{message(1)}.querySelectorAll('.words a')].map(node => node.href + ' ' + node.rel + ' ' + node.target)")
    if links != [f"{link} nofollow noopener noreferrer _blank" for link in ("https://example.org/a?b=1", "http://example.com/x")]:
        raise Trouble(f"The links are {links}.")
    if ada.value(f"{message(1)}.querySelectorAll('b').length"):
        raise Trouble("A text has become markup.")
    # Bob sees how much is new, where it begins, and has read it then.
    bob.go("/groups")
    bob.shows(words["list"])
    bob.go(page)
    press(bob, words["unread"])
    bob.shows(words["new"])
    until(bob, "document.querySelector('.divider').nextElementSibling.id", "message-1")
    until(bob, f"fetch('{route}/chat/read').then(answer => answer.json()).then(answer => answer.readUpTo)", 2)
    until(bob, f"[{message(1, '.avatar')}?.naturalWidth > 0, {message(1, '.avatar')}?.getAttribute('src').startsWith('/v1/people/')]", [True, True])
    shown = bob.value(f"[{message(1, '.by a')}.textContent, {message(1, '.avatar')}.naturalWidth > 0, {message(1, 'time')}.textContent].join(' ')")
    if not shown.startswith("Ada true 11:40"):
        raise Trouble(f"Of who wrote a message and when is shown: {shown}")
    close(bob, page, words)
    answer(ada, bob, words, language)
    name(ada, bob, words, language)
    stay(ada, bob, words, language, route)
    ended(ada, bob, words, route)


# Asserts WC-35.
def close(bob, page, words):
    """Closing a chat leads back to where it was opened: the group, or the list of one's groups."""
    for place in (page, "/groups"):
        bob.go(place)
        until(bob, "Boolean(document.querySelector('main h1'))")
        bob.value(f"import('/app.js').then(app => app.go({json.dumps(page + '/chat')}))")
        until(bob, f"Boolean({TEXT})")
        press(bob, words["close"])
        until(bob, "location.pathname", place)
    bob.go(page + "/chat")
    until(bob, f"Boolean({message(2)})")


def answer(ada, bob, words, language):
    bob.value(f"[...{message(2)}.querySelectorAll('button')].find(node => node.textContent === {json.dumps(words['reply'])}).click()")
    bob.shows(words["to"])
    write(bob, "Me!")
    until(ada, f"{message(3, 'blockquote')}?.textContent", "Ada: Who plays on Saturday?")
    until(ada, "document.querySelector('.messages').lastElementChild.id", "message-3")
    write(bob, "Not me after all")
    until(ada, f"{message(4, '.words')}?.textContent", "Not me after all")
    for label in ("delete", "yes"):
        bob.value(f"[...{message(4)}.querySelectorAll('button')].find(node => node.textContent === {json.dumps(words[label])}).click()")
    ada.shows(words["gone"])
    bob.shows(words["gone"])


def name(ada, bob, words, language):
    """Chosen with the keyboard alone."""
    typed(ada, "Thanks @bo")
    until(ada, "document.querySelector('.names li')?.textContent", "Bob")
    picture(ada, pictures, f"{language}-chat-names", NARROW)
    keys(ada, "Enter")
    until(ada, f"{TEXT}.value", "Thanks @Bob ")
    write(ada, "for Saturday")
    until(bob, f"{message(5)}?.className", "message named")
    picture(bob, pictures, f"{language}-chat-bob", NARROW)


# Asserts PL-75.
def stay(ada, bob, words, language, route):
    """Without a connection the text stays; what came meanwhile is there afterwards, in order and once."""
    offline = dict(latency=0, downloadThroughput=0, uploadThroughput=0)
    ada.call("Network.emulateNetworkConditions", offline=True, **offline)
    typed(ada, "Can you hear me?")
    keys(ada, "Enter")
    until(ada, "document.getElementById('message-mistake').textContent", words["failed"])
    for number in range(6, 9):
        write(bob, f"while you are away {number}")
    if ada.value(f"{TEXT}.value") != "Can you hear me?":
        raise Trouble("What was typed is gone.")
    picture(ada, pictures, f"{language}-chat-offline", NARROW)
    ada.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    ada.value(f"{TEXT}.focus()")
    keys(ada, "Enter")
    until(ada, f"{TEXT}.value", "")
    for browser in (ada, bob):
        until(browser, NUMBERS, "1 2 3 4 5 6 7 8 9")
        until(browser, f"{message(9, '.words')}.textContent", "Can you hear me?")
    ask_meanwhile(ada, bob, words)
    typed(ada, "x" * 501)
    keys(ada, "Enter")
    until(ada, "document.getElementById('message-mistake').textContent", words["long"])
    ada.value(f"{TEXT}.value = ''")
    picture(ada, pictures, f"{language}-chat-ada", NARROW)
    if ada.value("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        raise Trouble("The page is wider than a small phone.")


def ask_meanwhile(ada, bob, words):
    """What somebody is asked keeps its place and the focus while others write."""
    ada.value(f"[...{message(9)}.querySelectorAll('button')].find(node => node.textContent === {json.dumps(words['delete'])}).click()")
    until(ada, "document.activeElement.textContent", words["yes"])
    write(bob, "Louder now")
    until(ada, NUMBERS, "1 2 3 4 5 6 7 8 9 10")
    if ada.value("document.activeElement.textContent") != words["yes"]:
        raise Trouble("A message of others takes the focus.")
    press(ada, words["cancel"])


def ended(ada, bob, words, route):
    """Who was removed reads no more of it."""
    person = ask(bob, "/v1/me", method="GET")["id"]
    ada.value(f"""fetch("{route}/members/{person}", {{ method: "DELETE", headers: {{ "x-fieldhouse-session": "cookie" }} }})""")
    write(ada, "Now we are alone")
    typed(bob, "Still here?")
    keys(bob, "Enter")
    until(bob, "document.getElementById('message-mistake').textContent", words["left"])
    if bob.value(f"Boolean({message(11)})"):
        raise Trouble("Who was removed reads on.")


signal.alarm(240)
for number, (language, words) in enumerate(WORDS.items(), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        browsers = [Browser(folder, address, language) for folder in (one, two)]
        try:
            talk(*browsers, words, language, number)
            if browsers[0].value("document.documentElement.dir") != words["direction"]:
                raise Trouble("The page runs the wrong way.")
            # What is asked for without a connection or a membership is told of, as it should be.
            complaints = [line for browser in browsers for line in browser.complaints if "404" not in line and "ERR_INTERNET_DISCONNECTED" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("Two talk in the chat of their group in two languages.")
