"""Walks through moderation in the web app, in English and in Arabic: three people report a post and a comment, which go for all but Bob,
who wrote them, and Ada, who is admin and brings them back; the same happens to a message, to which Bob objects; a post about a match, a
member, the group and a person are reported, and an operator decides in the console, shuts an account and opens it again. Usage: moderation.py ADDRESS DATA TOKEN [FOLDER], the last for pictures."""
import contextlib, csv, json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, fill, picture, post, press, sign_in, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
NARROW = 360
AREA = "/v1/groups/soccer-predictions"
MODERATION = "/v1/moderation/soccer-predictions"
MATCH = "en.1_2024-25_matchday-1_chelsea-fc_manchester-city-fc"


def texts(language):
    folder = pathlib.Path(__file__).parent.parent / "Core/Web/strings"
    return {**json.loads((folder / "en.json").read_text()), **json.loads((folder / f"{language}.json").read_text())}


def ask(browser, path, body=None, method="GET", bearer=None):
    """The answer to a request with the session of the page, or an operator's."""
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {bearer}"} if bearer else {"x-fieldhouse-session": "cookie"})}
    call = f"""fetch("{path}", {{ method: "{method}", headers: {json.dumps(headers)},
        body: {json.dumps(json.dumps(body)) if body is not None else "undefined"} }}).then(answer => answer.json())"""
    return browser.value(call)


def key(browser, name):
    code = {"Enter": 13, "Escape": 27, "Tab": 9}[name]
    for kind in ("keyDown", "keyUp"):
        more = {"text": "\r"} if name == "Enter" and kind == "keyDown" else {}
        browser.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **more)


def fits(browser):
    if browser.value("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        raise Trouble("The page is wider than a small phone.")


def enter(browser, name, phone):
    browser.call("Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=True)
    browser.go("/")
    until(browser, "Boolean(document.getElementById('account')?.innerText)")
    sign_in(browser, data, phone, name)
    return ask(browser, "/v1/me")["id"]


def button(number, label):
    return f"[...document.querySelectorAll('#message-{number} button')].find(node => node.textContent === {json.dumps(label)})"


def in_dialog(browser, label):
    found = f"[...document.querySelectorAll('dialog button')].find(node => node.textContent === {json.dumps(label)})"
    until(browser, f"Boolean({found})")
    browser.value(f"{found}.click()")
    until(browser, "Boolean(document.querySelector('dialog'))", False)


def within(node, label):
    return f"[...(document.getElementById({json.dumps(node)})?.querySelectorAll('button') ?? [])].find(button => button.textContent === {json.dumps(label)})"


def ask_about(browser, node, label):
    """The button of a post or a comment is pressed with the keyboard, and asks."""
    until(browser, f"Boolean({within(node, label)})")
    browser.value(f"{within(node, label)}.focus()")
    key(browser, "Enter")
    until(browser, "document.activeElement.id", "field-reason")


def open_feed(browser, page):
    browser.go(page)
    until(browser, "Boolean(document.querySelector('#post-1 [aria-expanded=false]'))")
    browser.value("document.querySelector('#post-1 [aria-expanded=false]').click()")
    until(browser, "document.querySelector('#comment-1-2 .words')?.textContent", COMMENT)


POST, COMMENT = "Not you idiots. https://example.org/songs", "Nobody wants you."


# Asserts SP-103, PL-46, PL-69, SP-182.
def posts(ada, bob, crowd, page, group, text, language, number):
    """Nothing is reported before it is confirmed; with the keyboard alone; the third of three takes it away, live, and Ada brings it back."""
    root = f"{AREA}/{group}/posts"
    for browser, path, words in ((ada, root, "Who is at the match?"), (bob, root, POST), (ada, f"{root}/1/comments", "I am."), (bob, f"{root}/1/comments", COMMENT)):
        post(browser, path, {"text": words})
    for browser in (ada, bob):
        open_feed(browser, page)
    for node in ("post-2", "comment-1-2"):
        if bob.value(f"Boolean({within(node, text['report'])})"):
            raise Trouble("What is one's own can be reported.")
    things = (("post", "post-2", "/2", POST), ("comment", "comment-1-2", "/1/comments/2", COMMENT))
    for place, name in enumerate(["Fay", "Gil", "Hal"]):
        enter(crowd, name, f"+4915230{number}{place}000")
        post(crowd, f"{AREA}/{group}/join", {})
        open_feed(crowd, page)
        for kind, node, path, words in things:
            flag = f"document.querySelector('#{node} .flag')?.textContent"
            if place == 0:
                ask_about(crowd, node, text["report"])
                for part in (text[f"feed.report.{kind}"], words, text["report.intro"]):
                    if part not in crowd.value("document.querySelector('dialog').innerText"):
                        raise Trouble(f"Who reports a {kind} is not shown '{part}'.")
                picture(crowd, pictures, f"{language}-moderation-ask-{kind}", NARROW)
                fits(crowd)
                key(crowd, "Escape")
                until(crowd, "Boolean(document.querySelector('dialog'))", False)
                if ask(crowd, root + path).get("isFlagged"):
                    raise Trouble("What was not confirmed is reported.")
            ask_about(crowd, node, text["report"])
            crowd.value("document.getElementById('field-reason').value = 'harassment'")
            fill(crowd, "detail", f"{name} is no idiot.")
            in_dialog(crowd, text["report"])
            if place < 2:
                for browser, words in ((crowd, text["feed.flaggedByMe"]), (ada, text["feed.flagged"]), (bob, text["feed.flagged"])):
                    until(browser, flag, f"⚑ {words}")
                until(crowd, f"Boolean({within(node, text['report'])})", False)
            else:
                until(crowd, f"Boolean(document.getElementById('{node}'))", False)
                for browser in (ada, bob):
                    until(browser, f"document.querySelector('#{node} .badge')?.textContent", text["feed.hidden"])
                    until(browser, f"Boolean({flag})", False)
        for who, browser in (("admin", ada), ("reporter", crowd)):
            browser.value("(document.getElementById('post-2') ?? document.getElementById('post-1')).scrollIntoView()")
            picture(browser, pictures, f"{language}-moderation-posts-{place}-{who}", NARROW)
            fits(browser)
    bring_back(ada, bob, crowd, page, things, text, language)
    about_match(bob, crowd, text, language, number)


def bring_back(ada, bob, crowd, page, things, text, language):
    """Ada sees what is written around what was reported, and brings it back for everybody."""
    ada.go(page)
    press(ada, text["moderation"])
    for _, _, _, words in things:
        ada.shows(words)
    for kind, node, _, words in things:
        line = f"[...document.querySelectorAll('.report')].find(node => node.textContent.includes({json.dumps(words)}))"
        choose = lambda label: ada.value(f"[...{line}.querySelectorAll('button')].find(button => button.textContent === {json.dumps(label)}).click()")
        choose(text["moderation.look"])
        around = ("Who is at the match?", "I am.") if kind == "comment" else ("https://example.org/songs",)
        for part in (*around, text[f"moderation.kind.{kind}"], "Gil is no idiot.", text["reason.harassment"], text["moderation.done.flagged"]):
            until(ada, f"{line}.innerText.includes({json.dumps(part)})")
        ada.value(f"{line}.querySelector('h3').scrollIntoView()")
        for width in (1280, 412):
            picture(ada, pictures, f"{language}-moderation-{kind}-{width}", width)
        fits(ada)
        choose(text["moderation.do.restore"])
        until(ada, f"Boolean({line})", False)
        until(crowd, f"document.querySelector('#{node} .words')?.textContent", words)
        until(bob, f"Boolean(document.querySelector('#{node} .badge'))", False)


@contextlib.contextmanager
def held(browser):
    """On pages that are opened meanwhile what is read of posts that are shown already comes when `letGo` is called, and not before."""
    script = browser.call("Page.addScriptToEvaluateOnNewDocument", source="""{
        const ask = fetch;
        window.fetch = async (...asked) => {
            const isAgain = /\\/posts\\?/.test(asked[0]) && document.querySelector(".post");
            const answer = await ask(...asked);
            if (isAgain) await new Promise(done => { window.letGo = async () => done(); });
            return answer;
        };
    }""")["identifier"]
    yield
    browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


def about_match(bob, crowd, text, language, number):
    """A post about a match is reported on the page of the match."""
    root = f"/v1/feeds/soccer-predictions/match/{MATCH}/posts"
    written = ask(bob, root, {"text": f"All referees are blind {number}."}, "POST")["number"]
    reported = (f"document.querySelector('#post-{written} .flag')?.textContent", f"⚑ {text['feed.flaggedByMe']}")
    with held(crowd):
        crowd.go(f"/soccer-predictions/matches/{MATCH}/feed")
        until(crowd, "typeof letGo", "function")
        ask_about(crowd, f"post-{written}", text["report"])
        in_dialog(crowd, text["report"])
        until(crowd, *reported)
        if crowd.value(f"letGo().then(() => new Promise(done => setTimeout(done, 500))).then(() => {reported[0]})") != reported[1]:
            raise Trouble("What was read before a report, and comes after it, takes it back on the page.")
    until(crowd, *reported)
    picture(crowd, pictures, f"{language}-moderation-match", NARROW)
    fits(crowd)


# Asserts PL-45, WC-40.
def about(ada, page, text, language):
    """What is to be known of the chat and of reporting pops up, and closes back to the chat."""
    ada.go(page + "/chat")
    press(ada, text["chat.about"])
    until(ada, "document.querySelector('dialog h2')?.textContent", text["chat.about"])
    shown = ada.value("document.querySelector('dialog').innerText")
    for name in ("Report", "Removed", "Members"):
        if text[f"chat.about{name}"] not in shown:
            raise Trouble(f"The chat is explained without '{text[f'chat.about{name}']}'.")
    picture(ada, pictures, f"{language}-moderation-about", NARROW)
    fits(ada)
    key(ada, "Escape")
    until(ada, "Boolean(document.querySelector('dialog'))", False)
    press(ada, text["chat.about"])
    in_dialog(ada, text["chat.aboutClose"])
    until(ada, "location.pathname", page + "/chat")


# Asserts WC-36, WC-37, WC-38, WC-39.
def report(ada, bob, crowd, page, group, text, language, number):
    """Nothing is reported before it is confirmed; with the keyboard alone; the third of three takes the message away, live."""
    for place, name in enumerate(["Cleo", "Dan", "Eve"]):
        enter(crowd, name, f"+4915220{number}{place}000")
        post(crowd, f"{AREA}/{group}/join", {})
        crowd.go(page + "/chat")
        until(crowd, f"Boolean({button(2, text['report'])})")
        if crowd.value(f"Boolean({button(1, text['report'])})") is not True:
            raise Trouble("A message of another cannot be reported.")
        if place == 0:
            crowd.value(f"{button(2, text['report'])}.focus()")
            key(crowd, "Enter")
            until(crowd, "document.activeElement.id", "field-reason")
            picture(crowd, pictures, f"{language}-moderation-ask", NARROW)
            fits(crowd)
            key(crowd, "Escape")
            until(crowd, "Boolean(document.querySelector('dialog'))", False)
            until(crowd, "Boolean(document.querySelector('#message-2 .flag'))", False)
            if ask(crowd, f"{AREA}/{group}/chat/2").get("isFlagged"):
                raise Trouble("What was not confirmed is reported.")
        if ada.value("Boolean(document.querySelector('#message-2 .flag'))") != (place > 0):
            raise Trouble("The flag is not where it should be.")
        crowd.value(f"{button(2, text['report'])}.focus()")
        key(crowd, "Enter")
        until(crowd, "document.activeElement.id", "field-reason")
        crowd.value("document.getElementById('field-reason').value = 'bullying'")
        fill(crowd, "detail", f"{name} was hurt.")
        in_dialog(crowd, text["report"])
        if place < 2:
            for browser, words in ((crowd, text["chat.flaggedByMe"]), (ada, text["chat.flagged"]), (bob, text["chat.flagged"])):
                until(browser, "document.querySelector('#message-2 .flag')?.textContent", f"⚑ {words}")
            until(crowd, f"Boolean({button(2, text['report'])})", False)
            picture(ada, pictures, f"{language}-moderation-flagged", NARROW)
    for browser in (ada, bob, crowd):
        until(browser, "document.querySelector('#message-2 .bubble p.muted')?.textContent", text["chat.removed"])
        until(browser, "document.querySelector('#message-3 .words')?.textContent", "Sorry.")


# Asserts PL-46, PL-69.
def decide(ada, bob, page, group, text, language):
    """Bob objects, and Ada brings the message back, with what was said around it before her and without names of who reported it."""
    case = ask(ada, f"{MODERATION}/cases?group={group}")["items"][0]["id"]
    bob.go(f"/reports/soccer-predictions/{case}")
    bob.shows("You are all idiots.")
    fill(bob, "text", "It was a song.")
    picture(bob, pictures, f"{language}-moderation-own", NARROW)
    fits(bob)
    press(bob, text["moderation.objectNow"])
    bob.shows(text["moderation.appealWaits"])
    bob.go(page + "/chat")
    until(bob, "document.querySelector('#message-2 .bubble p.muted')?.textContent", text["chat.removed"])
    ada.go(page)
    press(ada, text["moderation"])
    for words in ("You are all idiots.", "It was a song.", text["reason.bullying"], text["moderation.hidden"]):
        ada.shows(words)
    press(ada, text["moderation.look"])
    for words in ("Cleo was hurt.", "Hello", "Sorry.", text["moderation.done.flagged"]):
        ada.shows(words)
    if "Cleo ·" in ada.value("document.getElementById('main').innerText"):
        raise Trouble("An admin of the group is told who has reported.")
    picture(ada, pictures, f"{language}-moderation-queue", NARROW)
    fits(ada)
    press(ada, text["moderation.do.restore"])
    ada.shows(text["moderation.none"])
    until(bob, "document.querySelector('#message-2 .words')?.textContent", "You are all idiots.")
    press(ada, text["moderation.decided"])
    ada.shows("You are all idiots.")
    press(ada, text["moderation.look"])
    ada.shows(text["moderation.done.restore"])


# Asserts PL-66, SP-132, SP-182, TM-78.
def others(ada, bob, crowd, page, group, person, text, language, number):
    """A member, the group and a person are reported where they are shown; the operator sees who did it and decides."""
    crowd.go(page)
    press(crowd, text["group.report"])
    until(crowd, "document.activeElement.id", "field-reason")
    fill(crowd, "detail", "About the name.")
    in_dialog(crowd, text["report"])
    crowd.value(f"[...document.querySelectorAll('.people li')].find(node => node.textContent.includes('Bob')).querySelector('button').click()")
    until(crowd, "document.activeElement.id", "field-reason")
    in_dialog(crowd, text["report"])
    crowd.go(f"/people/{person}")
    press(crowd, text["report"])
    until(crowd, "document.activeElement.id", "field-reason")
    fill(crowd, "detail", f"Bob again, {language}.")
    picture(crowd, pictures, f"{language}-moderation-person", NARROW)
    in_dialog(crowd, text["report"])
    crowd.go("/console")
    crowd.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
    crowd.go("/console")
    crowd.shows(f"Bob again, {language}.")
    crowd.value("window.saved = []; URL.createObjectURL = blob => { blob.text().then(text => saved.push(text)); return 'data:,'; }")
    press(crowd, "Save reported people as CSV")
    until(crowd, "saved.length", 1)
    head, *lines = csv.reader(crowd.value("saved[0]").lstrip("\ufeff").splitlines())
    found = [line for line in lines if line[3] == f"Bob again, {language}."]
    if head != ["When", "Person", "Reason", "What they say", "By"] or [(line[1], line[4]) for line in found] != [("Bob", "Eve")] or not found[0][0].endswith("Z"):
        raise Trouble(f"The file holds {head}, {lines}.")
    look = "[...document.querySelectorAll('#reports tr')].find(node => node.textContent.includes('group') && !node.textContent.includes('Where'))?.querySelector('button')"
    until(crowd, f"Boolean({look})")
    crowd.value(f"{look}.click()")
    crowd.shows("About the name.")
    crowd.shows("Eve")
    picture(crowd, pictures, f"{language}-moderation-console", 1000)
    press(crowd, "Warn")
    crowd.shows("Your decision was noted.")
    press(crowd, "It is not so")
    until(crowd, f"document.getElementById('reports').innerText.includes('Bob again, {language}.')", False)
    shut(ada, bob, crowd, person, language, number)
    remove_post(bob, crowd, text, language, number)


# Asserts PL-69.
def shut(ada, bob, crowd, person, language, number):
    """The operator shuts Bob's account, which ends his session, and opens it again, so that he can sign in."""
    words = f"Bob once more, {language}."
    post(ada, "/v1/reports", {"subjectKind": "user", "subject": person, "reason": "other", "detail": words})
    line = f"[...document.querySelectorAll('#reports section tr')].find(node => node.textContent.includes({json.dumps(words)}))"
    choose = lambda label: crowd.value(f"[...{line}.querySelectorAll('button')].find(node => node.textContent === {json.dumps(label)}).click()")
    crowd.go("/console")
    until(crowd, f"Boolean({line})")
    crowd.value("window.confirm = () => true")
    choose("Shut the account")
    until(bob, "fetch('/v1/me').then(answer => answer.status)", 401)
    until(crowd, f"Boolean({line})", False)
    # The app knows it on the next page.
    bob.go("/help")
    until(bob, "location.pathname === '/help' && localStorage.getItem('signed-in') === null")
    press(crowd, "Those that are decided")
    until(crowd, f"Boolean({line})")
    picture(crowd, pictures, f"{language}-moderation-console-shut", 1000)
    choose("Open again")
    until(crowd, "document.getElementById('status').textContent", "The account is open again.")
    sign_in(bob, data, f"+4915210{number}2000", "Bob")
    until(bob, "fetch('/v1/me').then(answer => answer.status)", 200)
    bob.complaints[:] = [line for line in bob.complaints if "status of 401" not in line]
    press(crowd, "Those that are open")


# Asserts SP-182, PL-69.
def remove_post(bob, crowd, text, language, number):
    """What is posted about a match operators decide about alone; its author sees that it is gone for others, until it is brought back."""
    words = f"All referees are blind {number}."
    line = f"[...document.querySelectorAll('#reports tr')].find(node => node.textContent.includes({json.dumps(words)}))"
    until(crowd, f"{line}?.querySelector('a')?.getAttribute('href')", f"/soccer-predictions/matches/{MATCH}/feed")
    crowd.value(f"{line}.querySelector('button').click()")
    crowd.shows("Hal")
    picture(crowd, pictures, f"{language}-moderation-console-post", 1000)
    press(crowd, "Remove")
    until(crowd, f"Boolean({line})", False)
    posted = f"[...document.querySelectorAll('.post')].find(node => node.textContent.includes({json.dumps(words)}))"
    bob.go(f"/soccer-predictions/matches/{MATCH}/feed")
    until(bob, f"{posted}?.querySelector('.badge')?.textContent", text["feed.hidden"])
    crowd.go(f"/soccer-predictions/matches/{MATCH}/feed")
    until(crowd, "Boolean(document.getElementById('post'))")
    if words in crowd.value("document.getElementById('main').innerText"):
        raise Trouble("What was removed is shown.")
    crowd.go("/console")
    press(crowd, "Those that are decided")
    until(crowd, f"Boolean({line}?.querySelector('button'))")
    crowd.value(f"{line}.querySelector('button').click()")
    restore = "[...document.querySelectorAll('#report button')].find(node => node.textContent === 'Restore')"
    until(crowd, f"Boolean({restore})")
    crowd.value(f"{restore}.click()")
    until(crowd, "document.getElementById('status').textContent", "Your decision was noted.")
    for browser in (bob, crowd):
        browser.go(f"/soccer-predictions/matches/{MATCH}/feed")
        browser.shows(words)
        until(browser, f"Boolean({posted}) && !{posted}.querySelector('.badge')")


def walk(ada, bob, crowd, text, language, number):
    enter(ada, "Ada", f"+4915210{number}1000")
    person = enter(bob, "Bob", f"+4915210{number}2000")
    group = ask(ada, f"{AREA}/", {"kind": "prediction-group", "name": f"Lions of {number}", "admission": "open", "visibility": "listed"}, "POST")["id"]
    post(bob, f"{AREA}/{group}/join", {})
    page = f"/groups/soccer-predictions/{group}"
    for browser, words in ((ada, "Hello"), (bob, "You are all idiots."), (bob, "Sorry.")):
        post(browser, f"{AREA}/{group}/chat", {"text": words})
    about(ada, page, text, language)
    bob.go(page + "/chat")
    until(bob, "document.querySelector('#message-2 .words')?.textContent", "You are all idiots.")
    if bob.value(f"Boolean({button(2, text['report'])})"):
        raise Trouble("One's own message can be reported.")
    posts(ada, bob, crowd, page, group, text, language, number)
    bob.go(page + "/chat")
    ada.go(page + "/chat")
    report(ada, bob, crowd, page, group, text, language, number)
    decide(ada, bob, page, group, text, language)
    others(ada, bob, crowd, page, group, person, text, language, number)


signal.alarm(480)
for number, (language, direction) in enumerate((("en", "ltr"), ("ar", "rtl")), 1):
    folders = [tempfile.TemporaryDirectory(ignore_cleanup_errors=True) for _ in range(3)]
    browsers = [Browser(folder.name, address, language) for folder in folders]
    try:
        walk(*browsers, texts(language), language, number)
        if browsers[0].value("document.documentElement.dir") != direction:
            raise Trouble("The page runs the wrong way.")
        complaints = [line for browser in browsers for line in browser.complaints]
        if complaints:
            raise Trouble("The browser complains: " + "; ".join(complaints))
    finally:
        for browser in browsers:
            browser.end()
        for folder in folders:
            folder.cleanup()
print("What is reported goes, is looked at and comes back, in two languages.")
