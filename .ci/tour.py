"""Walks through tutorials and the first tour in the web app, in English and in Arabic: an operator writes tutorials with a film and a picture
in the console, people see them at home and under help; whoever comes first is shown around once, by keyboard, by swiping and
out of help again. Usage: tour.py ADDRESS DATA TOKEN [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile

from browser import Browser, Trouble, choose, keys, picture, png, press, sign_in, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
WORDS = {
    "en": {"tutorials": "Tutorials", "film": "Watch the film at films.example", "watch": "Watch the film", "show": "Show the tour", "skip": "Skip the tour", "next": "Next", "done": "Done",
           "welcome": "Welcome", "home": "Today", "fitness": "Challenges", "folf": "Disc golf", "soccer": "Soccer predictions", "walking": "Walking clubs", "said": "Predict matches", "groups": "Groups", "menu": "Menu", "account": "You",
           "help": "Help", "step": "1 of 10", "title": "First steps", "other": "Reading the table"},
    "ar": {"tutorials": "دروس تعليمية", "film": "شاهد الفيديو على films.example", "watch": "شاهد الفيديو", "show": "عرض الجولة", "skip": "تخطي الجولة", "next": "التالي", "done": "تم",
           "welcome": "مرحبًا", "home": "اليوم", "fitness": "التحديات", "folf": "غولف القرص", "soccer": "توقعات كرة القدم", "walking": "أندية المشي", "said": "توقّع نتائج المباريات", "groups": "المجموعات", "menu": "القائمة", "account": "أنت",
           "help": "المساعدة", "step": "1 من 10", "title": "الخطوات الأولى", "other": "قراءة الجدول"},
}
TITLE = "document.querySelector('dialog.tour .slide:not([inert]) h2')?.textContent"


# A film of half a second, drawn in the browser and put into the field as a file of the computer.
REEL = """(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise(done => { recorder.onstop = done; });
    recorder.start();
    for (let number = 0; number < 15; number += 1) {
        pen.fillStyle = `hsl(${number * 24} 80% 50%)`;
        pen.fillRect(0, 0, 320, 180);
        await new Promise(done => setTimeout(done, 40));
    }
    recorder.stop();
    await stopped;
    const box = new DataTransfer();
    box.items.add(new File(parts, 'first.webm', { type: 'video/webm' }));
    document.getElementById('content-film').files = box.files;
    return box.files[0].size;
})()"""


def write(operator, name, position, language, title, film="", image=None, has_reel=False):
    """The operator publishes a tutorial in the console."""
    def put(field, value):
        until(operator, f"Boolean(document.getElementById('content-{field}'))")
        operator.value(f"""(() => {{ const input = document.getElementById('content-{field}'); input.value = {json.dumps(value)};
            input.dispatchEvent(new Event('change')); }})()""")

    operator.go("/console")
    operator.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
    operator.go("/console")
    press(operator, "New tutorial")
    for field, value in (("page", name), ("position", position), ("language", language), ("title", title), ("text", f"**{title}**"), ("video", film)):
        put(field, value)
    if image:
        choose(operator, "content-picture", image)
    if has_reel and operator.value(REEL) < 100:
        raise Trouble("The browser has made no film.")
    picture(operator, pictures, f"{language}-console-tutorial")
    press(operator, "Publish")


# Asserts PL-61, SP-50, SP-166, SP-180.
def teach(operator, browser, language):
    """Tutorials stand at home and under help, in the order and language that they were written in; what is no address is refused."""
    words = WORDS[language]
    write(operator, "first-steps", 2, language, words["title"], "javascript:alert(1)")
    until(operator, "Boolean([...document.querySelectorAll('#content [role=alert]')].find(node => node.textContent.includes('http://')))")
    write(operator, "first-steps", 2, language, words["title"], "https://films.example/first.mp4", png(640, 400))
    until(operator, "/Version \\d+ of first-steps is published/.test(document.getElementById('status').textContent)")
    write(operator, "table", 1, language, words["other"], has_reel=True)
    until(operator, "/Version \\d+ of table is published/.test(document.getElementById('status').textContent)")
    for path in ("/", "/help"):
        browser.go(path)
        browser.shows(words["tutorials"])
        listed = browser.value("[...document.querySelectorAll('#tutorials li > a:not(.button)')].map(link => link.textContent)")
        if listed != [words["other"], words["title"]]:
            raise Trouble(f"The tutorials at {path} are {listed}.")
        # It is loaded once somebody comes near to it.
        browser.value("document.querySelector('#tutorials').scrollIntoView()")
        until(browser, "document.querySelector('#tutorials img')?.naturalWidth", 512)
        film = browser.value("(link => [link.textContent, link.href, link.rel, link.target])(document.querySelector('#tutorials a.button[target]'))")
        if film != [words["film"], "https://films.example/first.mp4", "nofollow noopener noreferrer", "_blank"]:
            raise Trouble(f"The film is {film}.")
        picture(browser, pictures, f"{language}-tutorials-{path.strip('/') or 'home'}")
    press(browser, words["title"])
    until(browser, "document.querySelector('article strong')?.textContent", words["title"])
    until(browser, "document.querySelector('article img.still')?.naturalWidth", 512)
    picture(browser, pictures, f"{language}-tutorial")
    watch(browser, words, language)


# Asserts SP-180.
def watch(browser, words, language):
    """The film that was uploaded is played on its page, and comes in the parts that are asked for."""
    browser.go("/help")
    press(browser, words["watch"])
    film = "document.querySelector('article video.player')"
    until(browser, f"{film}?.videoWidth", 320)
    browser.value(f"{film}.muted = true; {film}.play().then(() => true)")
    until(browser, f"{film}.currentTime > 0")
    if browser.value(f"{film}.error") or not browser.value(f"{film}.controls"):
        raise Trouble("The film cannot be played.")
    part = browser.value(f"fetch({film}.src, {{ headers: {{ range: 'bytes=0-3' }} }}).then(async answer => [answer.status, answer.headers.get('content-type'), ...new Uint8Array(await answer.arrayBuffer())])")
    if part != [206, "video/webm", 0x1A, 0x45, 0xDF, 0xA3]:
        raise Trouble(f"Of the film comes {part}.")
    picture(browser, pictures, f"{language}-tutorial-film")


def swipe(browser, distance):
    """A finger on the words goes aside."""
    x, y = browser.value("(box => [box.left + box.width / 2, box.top + box.height / 2])(document.querySelector('.tour .track').getBoundingClientRect())")
    for part in range(11):
        point = [{"x": x - distance / 2 + distance * part / 10, "y": y}]
        browser.call("Input.dispatchTouchEvent", type="touchMove" if part else "touchStart", touchPoints=point)
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


# What the steps after the first one tell of.
PLACES = ["/", "/fitness-challenges", "/folf-scoring", "/soccer-predictions", "/walking-clubs", "/groups", "menu", "account", "foot"]


def steps_of(words):
    return [words[name] for name in ("welcome", "home", "fitness", "folf", "soccer", "walking", "groups", "menu", "account", "help")]


# Asserts PL-61, WC-24, WC-25.
def walk_around(browser, language):
    """Whoever comes for the first time is shown around: each step leaves its place of the app bright, outside of the words; keys and
    swiping turn the slides, in the direction of the writing."""
    words = WORDS[language]
    browser.call("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=True)
    browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.go("/")
    until(browser, TITLE, words["welcome"])
    onward = "ArrowLeft" if language == "ar" else "ArrowRight"
    until(browser, "document.activeElement.textContent", words["next"])
    if words["step"] not in browser.value("document.querySelector('dialog.tour').innerText"):
        raise Trouble("The tour does not say how long it is.")
    for number, title in enumerate(steps_of(words)):
        if number:
            keys(browser, onward)
        until(browser, TITLE, title)
        said = browser.value("document.querySelector('dialog.tour [aria-live]').textContent")
        if title not in said:
            raise Trouble(f"Of {title} only '{said}' is read out.")
        if not number and browser.value("document.querySelector('.tour .light').getClientRects().length"):
            raise Trouble(f"There is a light at {title}, which tells of no place.")
        if number:
            bright = browser.value("""(() => { const [light, card] = ['light', 'card'].map(name => document.querySelector(`.tour .${name}`).getBoundingClientRect());
                return [light.width > 20 && light.height > 20, card.bottom <= light.top + 1 || card.top >= light.bottom - 1,
                    light.left >= -10 && light.right <= innerWidth + 10 && light.top >= -10 && light.bottom <= innerHeight + 10]; })()""")
            if bright != [True, True, True]:
                raise Trouble(f"At {title} the light is out of place: {bright}.")
            # Its middle lies on what the step tells of; what the bar of a phone has no room for stands behind its last entry.
            until(browser, f"""(place => {{ const links = [...document.querySelectorAll('#navigation a')].filter(link => link.getClientRects().length);
                const named = path => links.find(link => link.getAttribute('href') === path);
                const target = place.startsWith('/') ? named(place) ?? named('/more') : document.getElementById(place);
                const [light, box] = [document.querySelector('.tour .light'), target].map(node => node.getBoundingClientRect());
                const [x, y] = [light.left + light.width / 2, light.top + light.height / 2];
                return x > box.left && x < box.right && y > box.top && y < box.bottom; }})({json.dumps(PLACES[number - 1])})""")
        picture(browser, pictures, f"{language}-tour-{number}", width=400)
    if words["said"] not in browser.value("document.querySelector('dialog.tour').textContent"):
        raise Trouble("The plugin's page does not say what it is for.")
    # Whoever goes back to the first finds no light there either.
    for title in reversed(steps_of(words)[:-1]):
        keys(browser, "ArrowRight" if language == "ar" else "ArrowLeft")
        until(browser, TITLE, title)
    if browser.value("document.querySelector('.tour .light').getClientRects().length"):
        raise Trouble("The light stays when it has no place any more.")
    for title in steps_of(words)[1:-1]:
        keys(browser, onward)
        until(browser, TITLE, title)
    # A finger that goes along takes the next slide with it.
    swipe(browser, -250 if language == "en" else 250)
    until(browser, TITLE, words["help"])
    until(browser, "document.activeElement.textContent", words["done"])
    keys(browser, "Enter")
    until(browser, "document.querySelector('dialog.tour')", None)
    browser.go("/")
    browser.shows(words["soccer"])
    until(browser, "Boolean(document.querySelector('#tutorials'))")
    if browser.value("Boolean(document.querySelector('dialog.tour'))"):
        raise Trouble("The tour comes again.")


# Asserts PL-61, WC-24.
def call_again(browser, language):
    """Help shows the tour again; Escape ends it, and who pressed the button is back there."""
    words = WORDS[language]
    browser.go("/help")
    press(browser, words["show"])
    until(browser, TITLE, words["welcome"])
    keys(browser, "Escape")
    until(browser, "document.querySelector('dialog.tour')", None)


# Asserts PL-61, WC-24.
def once(browser, other, language, number):
    """The account that was shown around on one device is not shown around on another one; an account that was not is, and may
    leave it out."""
    words = WORDS[language]
    phone = f"+4915112349{number:03}"
    browser.go("/")
    sign_in(browser, data, phone, "Ada")
    browser.go("/")
    browser.shows(words["soccer"])
    until(browser, "fetch('/v1/content/tour', { headers: { 'x-fieldhouse-session': 'cookie' } }).then(answer => answer.json()).then(tour => Boolean(tour.seenAt))")
    other.go("/help")
    other.shows(words["help"])
    sign_in(other, data, phone, "Ada")
    other.go("/")
    until(other, "Boolean(document.querySelector('#tutorials'))")
    if other.value("Boolean(document.querySelector('dialog.tour'))"):
        raise Trouble("The tour comes to an account again.")
    sign_in(other, data, f"+4915112348{number:03}", "Bob")
    other.go("/")
    until(other, TITLE, words["welcome"])
    other.value(f"[...document.querySelectorAll('dialog.tour button')].find(node => node.textContent === {json.dumps(words['skip'])}).click()")
    until(other, "document.querySelector('dialog.tour')", None)
    until(other, "fetch('/v1/content/tour', { headers: { 'x-fieldhouse-session': 'cookie' } }).then(answer => answer.json()).then(tour => Boolean(tour.seenAt))")


signal.alarm(300)
for number, language in enumerate(WORDS, 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two, \
            tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as three, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as four:
        operator, reader = Browser(one, address, "en"), Browser(two, address, language)
        newcomer, other = Browser(three, address, language, has_tour=True), Browser(four, address, language, has_tour=True)
        try:
            teach(operator, reader, language)
            walk_around(newcomer, language)
            call_again(newcomer, language)
            once(newcomer, other, language, number)
            complaints = [line for each in (operator, reader, newcomer, other) for line in each.complaints if "422" not in line]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            for each in (operator, reader, newcomer, other):
                each.end()
print("Tutorials are written and found, and whoever comes first is shown around once, in two languages.")
