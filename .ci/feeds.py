"""Posts in the feed of a group and of a match in the web app, in English and in Arabic: Ada and Bob post, like and comment and see it of each
other without touching anything, while what they are writing keeps its place; they change and delete what is theirs, after being
asked. Usage: feeds.py ADDRESS DATA [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile, urllib.parse

from browser import Browser, Trouble, ask, choose, keys, picture, png, post, press, sign_in, until

address, data = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
WORDS = {
    "en": {"none": "Nobody has posted yet.", "post": "Post", "media": "Add a picture or video", "like": "Like ({n})", "comments": "Comments ({n})", "send": "Comment",
           "edit": "Edit", "save": "Save", "edited": "edited", "delete": "Delete", "sure": "Are you sure you want to delete the post?", "yes": "Yes", "cancel": "Cancel",
           "long": "Write at most 500 characters.", "empty": "Write something first.", "left": "These posts are not for you any more.", "direction": "ltr", "film": "Watch the film at video.example", "picture": "Picture by Ada", "sign in": "Sign in to read and write posts", "skip": "Look around first",
           "address": "Give an address that begins with http:// or https://, without a name or password in it, or that of a picture that you have uploaded for this post.", "unsent": "This was not sent: there is no connection. Try again."},
    "ar": {"none": "لم ينشر أحد بعد.", "post": "نشر", "media": "أضف صورة أو فيديو", "like": "إعجاب ({n})", "comments": "التعليقات ({n})", "send": "تعليق",
           "edit": "تعديل", "save": "حفظ", "edited": "عُدّل", "delete": "حذف", "sure": "هل أنت متأكد من رغبتك في حذف المنشور؟", "yes": "نعم", "cancel": "إلغاء",
           "long": "لا تكتب أكثر من 500 حرف.", "empty": "اكتب شيئًا أولًا.", "left": "لم تعد هذه المنشورات متاحة لك.", "direction": "rtl", "film": "شاهد الفيديو على video.example", "picture": "صورة من Ada", "sign in": "سجّل الدخول لقراءة المنشورات وكتابتها", "skip": "تصفّح أولًا",
           "address": "أدخل عنوانًا يبدأ بـ http:// أو https:// دون اسم أو كلمة مرور.", "unsent": "لم يُرسل هذا لعدم وجود اتصال. حاول مجددًا."},
}
AREA = "/v1/groups/soccer-predictions"
MATCH = "en.1_2024-25_matchday-1_chelsea-fc_manchester-city-fc"
NARROW = 360
NUMBERS = "[...document.querySelectorAll('.post')].map(node => node.id.slice(5)).join(' ')"


def at(number, part=""):
    return f"document.querySelector('#post-{number}{part and ' ' + part}')"


def button(browser, number, label, part=""):
    """The button of these words in a post has the focus and is pressed with the keyboard."""
    found = f"[...{at(number)}.querySelectorAll('{part} button')].find(node => node.textContent === {json.dumps(label)})"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.focus()")
    keys(browser, "Enter")


def write(browser, field, text):
    """Types with the keyboard."""
    until(browser, f"Boolean(document.getElementById('{field}'))")
    browser.value(f"document.getElementById('{field}').focus()")
    browser.call("Input.insertText", text=text)


def publish(browser, words, text, media=()):
    write(browser, "post", text)
    for address in media:
        press(browser, words["media"])
        until(browser, "document.activeElement.type", "url")
        browser.call("Input.insertText", text=address)
    press(browser, words["post"])


def begin(ada, bob, number):
    for browser, who, phone in [(ada, "Ada", f"+4915170000{number}"), (bob, "Bob", f"+4915180000{number}")]:
        browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
        browser.go("/")
        until(browser, "Boolean(document.getElementById('account')?.innerText)")
        sign_in(browser, data, phone, who)
    group = ask(ada, f"{AREA}/", {"kind": "prediction-group", "name": "Lions of Ulm", "admission": "open", "visibility": "listed"})["id"]
    post(bob, f"{AREA}/{group}/join", {})
    return f"/groups/soccer-predictions/{group}", f"{AREA}/{group}"


# Asserts SP-102, SP-103, SP-104, SP-105, SP-106, PL-44.
def talk(ada, bob, words, language, number):
    page, route = begin(ada, bob, number)
    for browser in (ada, bob):
        browser.go(page)
        browser.shows(words["none"])
    publish(ada, words, "Goal! <b>1</b> : 0 https://example.org/report", ["https://video.example/clips/goal.mp4", "http://example.com/a/goal.jpg"])
    until(bob, NUMBERS, "1")
    until(ada, "document.getElementById('post').value + document.querySelectorAll('.media-fields input').length", "0")
    until(bob, f"{at(1, '.words')}.textContent", "Goal! <b>1</b> : 0 https://example.org/report")
    links = bob.value(f"[...{at(1)}.querySelectorAll('.words a, .media a')].map(node => [node.href, node.rel, node.target, node.textContent].join(' '))")
    shown = ["https://example.org/report nofollow noopener noreferrer _blank https://example.org/report",
             f"https://video.example/clips/goal.mp4 nofollow noopener noreferrer _blank {words['film']}",
             "http://example.com/a/goal.jpg nofollow noopener noreferrer _blank example.com/…/goal.jpg"]
    if links != shown:
        raise Trouble(f"The links are {links}.")
    foreign = "performance.getEntriesByType('resource').filter(entry => !entry.name.startsWith(location.origin)).length"
    if bob.value(f"{at(1)}.querySelectorAll('b').length + {foreign}"):
        raise Trouble("A text has become markup, or something of elsewhere was loaded.")
    by = bob.value(f"[{at(1, '.by a')}.textContent, {at(1, '.avatar')}.naturalWidth > 0, {at(1, 'time')}.getAttribute('datetime')].join(' ')")
    if by != "Ada true 2024-08-17T11:40:00Z":
        raise Trouble(f"Of who posted and when is shown: {by}")
    picture(bob, pictures, f"{language}-feed-bob", NARROW)
    like_and_comment(ada, bob, words, language)
    change(ada, bob, words)
    mistakes(ada, words, language)
    unsent(ada, bob, words)
    delete(ada, bob, words, language)
    if ada.value("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        raise Trouble("The page is wider than a small phone.")
    match(ada, bob, words, language, number)
    ended(ada, bob, words, page, route)


def like_and_comment(ada, bob, words, language):
    """What Bob is typing keeps its place and the focus while Ada goes on."""
    button(bob, 1, words["comments"].format(n=0))
    write(bob, "comment-1", "Half a")
    button(ada, 1, words["like"].format(n=0))
    until(bob, f"{at(1)}.querySelector('[aria-pressed]').textContent", words["like"].format(n=1))
    until(ada, f"{at(1)}.querySelector('[aria-pressed]').getAttribute('aria-pressed')", "true")
    if bob.value("document.activeElement.id + document.activeElement.value") != "comment-1Half a":
        raise Trouble("A like of others takes the focus.")
    bob.call("Input.insertText", text=" comment")
    button(bob, 1, words["send"])
    until(ada, f"{at(1)}.querySelector('[aria-expanded]').textContent", words["comments"].format(n=1))
    button(ada, 1, words["comments"].format(n=1))
    until(ada, f"{at(1, '.comments .words')}?.textContent", "Half a comment")
    write(ada, "comment-1", "A whole one")
    button(ada, 1, words["send"])
    until(bob, f"[...{at(1)}.querySelectorAll('.comments .words')].map(node => node.textContent).join('|')", "Half a comment|A whole one")
    picture(ada, pictures, f"{language}-feed-comments", NARROW)
    # Bob changes his comment, and takes it back.
    button(bob, 1, words["edit"], ".comments")
    write(bob, "comment-1-1-edit", "!")
    button(bob, 1, words["save"], ".comments")
    until(ada, f"{at(1, '.comments .words')}?.textContent", "Half a comment!")
    for label in ("delete", "yes"):
        button(bob, 1, words[label], ".comments")
    until(ada, f"[...{at(1)}.querySelectorAll('.comments .words')].map(node => node.textContent).join('|')", "A whole one")
    until(ada, f"{at(1)}.querySelector('[aria-expanded]').textContent", words["comments"].format(n=1))
    button(ada, 1, words["like"].format(n=1))
    until(bob, f"{at(1)}.querySelector('[aria-pressed]').textContent", words["like"].format(n=0))


def change(ada, bob, words):
    if bob.value(f"[...{at(1)}.children].filter(node => !node.querySelector('.comments')).flatMap(node => [...node.querySelectorAll('button')]).some(node => node.textContent === {json.dumps(words['edit'])})"):
        raise Trouble("Bob may change what Ada has posted.")
    button(ada, 1, words["edit"])
    until(ada, "document.activeElement.id", "post-1-edit")
    ada.value("document.activeElement.select()")
    ada.call("Input.insertText", text="Two goals!")
    # What others do meanwhile takes nothing from what is being written.
    publish(bob, words, "And I?")
    until(ada, NUMBERS, "2 1")
    if ada.value("document.activeElement.value") != "Two goals!":
        raise Trouble("A post of others takes what is being written.")
    button(ada, 1, words["save"])
    until(bob, f"{at(1, '.words')}.textContent", "Two goals!")
    until(bob, f"{at(1, '.by')}.textContent.includes({json.dumps(words['edited'])})")
    until(ada, "document.activeElement.textContent", words["edit"])


def mistakes(ada, words, language):
    mistake = "document.getElementById('post-mistake').textContent"
    press(ada, words["post"])
    until(ada, mistake, words["empty"])
    publish(ada, words, "👩‍👩‍👧‍👦" * 501)
    until(ada, mistake, words["long"])
    ada.value("document.getElementById('post').value = ''")
    publish(ada, words, "clip", ["ftp://example.org/clip"])
    until(ada, mistake, words["address"])
    until(ada, "document.activeElement.value", "ftp://example.org/clip")
    for _ in range(4):
        press(ada, words["media"])
    if ada.value("document.querySelectorAll('.media-fields input').length") != 5 or not ada.value(f"[...document.querySelectorAll('.post-form button')].find(node => node.textContent === {json.dumps(words['media'])}).hidden"):
        raise Trouble("More than five addresses can be written.")
    picture(ada, pictures, f"{language}-feed-mistake", NARROW)
    ada.value("document.getElementById('post').value = ''; document.querySelectorAll('.media-fields button').forEach(node => node.click())")


def unsent(ada, bob, words):
    """Without a connection the text stays; what came meanwhile is there afterwards, and the post once."""
    offline = dict(latency=0, downloadThroughput=0, uploadThroughput=0)
    ada.call("Network.emulateNetworkConditions", offline=True, **offline)
    publish(ada, words, "Can you hear me?")
    until(ada, "document.getElementById('post-mistake').textContent", words["unsent"])
    publish(bob, words, "While you are away")
    until(bob, NUMBERS, "3 2 1")
    ada.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    press(ada, words["post"])
    for browser in (ada, bob):
        until(browser, NUMBERS, "4 3 2 1")
    until(ada, f"{at(4, '.words')}.textContent", "Can you hear me?")


# Asserts SP-107.
def delete(ada, bob, words, language):
    """A post is deleted after a question, and not where it is answered with Cancel."""
    for answer in ("cancel", "yes"):
        button(ada, 1, words["delete"])
        until(ada, "document.activeElement.textContent", words["yes"])
        asked = ada.value("[document.activeElement.previousElementSibling.textContent, document.activeElement.nextElementSibling.textContent].join('|')")
        if asked != f"{words['sure']}|{words['cancel']}":
            raise Trouble(f"Before a post is deleted stands: {asked}")
        if answer == "yes":
            picture(ada, pictures, f"{language}-feed-delete", NARROW)
        # Others go on while somebody is asked.
        publish(bob, words, f"before {answer}")
        until(ada, f"{NUMBERS}.split(' ').length", 5 if answer == "cancel" else 6)
        if ada.value("document.activeElement.textContent") != words["yes"]:
            raise Trouble("A post of others takes the focus.")
        if answer == "cancel":
            keys(ada, "Tab")
        keys(ada, "Enter")
        if answer == "cancel":
            until(ada, "document.activeElement.textContent", words["delete"])
            if words["sure"] in ada.value(f"{at(1)}.textContent"):
                raise Trouble("The question stays.")
    for browser in (ada, bob):
        until(browser, NUMBERS, "6 5 4 3 2")


# Asserts SP-102.
def match(ada, bob, words, language, number):
    """A match has a feed, too: whoever is signed in posts there, with pictures and films, and it stays while the match goes on."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        nobody = Browser(folder, address, language)
        try:
            nobody.go(f"/soccer-predictions/matches/{MATCH}/feed")
            nobody.shows(words["sign in"])
        finally:
            nobody.end()
    for browser in (ada, bob):
        browser.go(f"/soccer-predictions/matches/{MATCH}/feed")
        until(browser, "Boolean(document.querySelector('.match')) && Boolean(document.getElementById('post'))")
    choose(ada, "post-picture", png(640, 400))
    until(ada, "document.querySelector('.media-fields img')?.naturalWidth", 512)
    publish(ada, words, f"Who wins? {number}", ["https://video.example/clips/preview.webm"])
    until(bob, "document.querySelector('.post .words')?.textContent", f"Who wins? {number}")
    # The picture is one, the film says what it is, and nothing of elsewhere is loaded.
    bob.value("document.querySelector('.post .media').scrollIntoView()")
    until(bob, "(image => [image?.naturalWidth, image?.alt])(document.querySelector('.post .media img'))", [512, words["picture"]])
    until(bob, "(link => [link?.textContent, link?.href, Boolean(link?.querySelector('svg'))])(document.querySelector('.post .media a.button'))", [words["film"], "https://video.example/clips/preview.webm", True])
    until(ada, "document.querySelectorAll('.media-fields img').length", 0)
    write(bob, "post", "Not you")
    home, away = ("fh-stepper[name=home]", "fh-stepper[name=away]")
    bob.value(f"document.querySelector('{home}').value = 2; document.querySelector('{away}').value = 1; document.querySelector('form.predict').requestSubmit()")
    until(bob, "document.getElementById('status').textContent !== ''")
    if bob.value("document.getElementById('post').value") != "Not you":
        raise Trouble("What is written is gone when the match is drawn anew.")
    press(bob, words["post"])
    until(ada, "document.querySelector('.post .words')?.textContent", "Not you")
    picture(ada, pictures, f"{language}-feed-match", NARROW)
    look_around(words, language, number)


# Asserts PL-20.
def look_around(words, language, number):
    """A guest reads what is posted about a match, and is led to signing in, and back there, to write."""
    place = f"/soccer-predictions/matches/{MATCH}/feed"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        guest = Browser(folder, address, language)
        try:
            guest.go("/welcome")
            press(guest, words["skip"])
            until(guest, "fetch('/v1/me').then(answer => answer.json()).then(me => me.kind)", "guest")
            until(guest, "location.pathname", "/")
            guest.go(place)
            until(guest, "[...document.querySelectorAll('.post .words')].slice(0, 2).map(node => node.textContent)", ["Not you", f"Who wins? {number}"])
            until(guest, "document.getElementById('post')", None)
            picture(guest, pictures, f"{language}-feed-guest", NARROW)
            press(guest, words["sign in"])
            until(guest, "location.pathname + location.search", f"/sign-in?back={urllib.parse.quote(place, safe='')}")
        finally:
            guest.end()


def ended(ada, bob, words, page, route):
    """Who was removed reads no more of it."""
    person = ask(bob, "/v1/me", method="GET")["id"]
    bob.go(page)
    until(bob, NUMBERS, "6 5 4 3 2")
    ada.value(f"""fetch("{route}/members/{person}", {{ method: "DELETE", headers: {{ "x-fieldhouse-session": "cookie" }} }})""")
    ada.go(page)
    until(ada, NUMBERS, "6 5 4 3 2")
    publish(ada, words, "Now we are alone")
    until(ada, NUMBERS, "7 6 5 4 3 2")
    publish(bob, words, "Still here?")
    until(bob, f"document.getElementById('post-mistake').textContent !== '' || document.querySelector('.feed').textContent.includes({json.dumps(words['left'])})")
    if bob.value(NUMBERS).startswith("7"):
        raise Trouble("Who was removed reads on.")


signal.alarm(300)
for number, (language, words) in enumerate(WORDS.items(), 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        browsers = [Browser(folder, address, language) for folder in (one, two)]
        try:
            talk(*browsers, words, language, number)
            if browsers[0].value("document.documentElement.dir") != words["direction"]:
                raise Trouble("The page runs the wrong way.")
            # What is refused on purpose, or asked for without a connection or a membership, is told of, as it should be.
            expected = ("403", "404", "422", "ERR_INTERNET_DISCONNECTED")
            complaints = [line for browser in browsers for line in browser.complaints if not any(part in line for part in expected)]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for browser in browsers:
                browser.end()
print("Two post, like and comment in two languages.")
