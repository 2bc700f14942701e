"""A browser for scripts that look at the web app."""
import base64, itertools, json, os, pathlib, re, struct, subprocess, time, urllib.request, zlib

# What Chromium says of a part of the page that is not there.
MISSING = re.compile(r"Cannot (read|set) properties of (null|undefined)")


class Trouble(Exception):
    pass


class Browser:
    """Chromium with a profile of its own, at a host's address, spoken to over two pipes (Chrome DevTools Protocol)."""

    def __init__(self, profile, address, language="en", has_tour=False, asks_place=False):
        self.address, self.profile, self.complaints = address, profile, []
        (their_input, self.output), (self.input, their_output) = os.pipe(), os.pipe()
        high = [os.dup(their_input), os.dup(their_output)]

        def place():
            os.dup2(high[0], 3), os.dup2(high[1], 4)

        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", f"--lang={language}", f"--accept-lang={language}",
                   f"--user-data-dir={profile}", "--remote-debugging-pipe", "about:blank"]
        self.process = subprocess.Popen(command, preexec_fn=place, close_fds=False, stderr=subprocess.DEVNULL)
        for end in (their_input, their_output, *high):
            os.close(end)
        self.numbers, self.rest, self.session = itertools.count(1), b"", None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Network", "Runtime", "Log", "Page"):
            self.call(f"{part}.enable")
        # The first tour and the first question for the place lie over the page; they have walks of their own.
        for key in [name for name, is_wanted in (("tour-seen", has_tour), ("place-asked", asks_place)) if not is_wanted]:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=f"try {{ localStorage.setItem('{key}', 'yes') }} catch {{}}")

    def call(self, method, **parameters):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": parameters, **({"sessionId": self.session} if self.session else {})}
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            new = os.read(self.input, 1 << 20)
            if not new:
                raise Trouble("Chromium has ended.")
            *messages, self.rest = (self.rest + new).split(b"\0")
            for answer in map(json.loads, messages):
                self.note(answer)
                if answer.get("id") == number:
                    if "error" in answer:
                        raise Trouble(f"{method}: {answer['error']['message']}")
                    return answer["result"]

    def note(self, message):
        """Keeps what the browser complains of: errors of scripts, files that are missing, what the policy refuses."""
        said = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(said["exceptionDetails"]["exception"].get("description", "an exception"))
        elif message.get("method") == "Log.entryAdded" and said["entry"]["level"] == "error":
            self.complaints.append(f"{said['entry']['text']} {said['entry'].get('url', '')}")

    def value(self, expression):
        """What an expression is; one that does a single thing waits until the part of the page is there that it speaks of."""
        for _ in range(400):
            try:
                return self.now(expression)
            except Trouble as trouble:
                if ";" in expression or not MISSING.search(str(trouble)):
                    raise
                time.sleep(0.05)
        return self.now(expression)

    def now(self, expression):
        found = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise Trouble(f"{expression}: {found['exceptionDetails']['exception'].get('description')}")
        return found["result"].get("value")

    def go(self, path):
        self.call("Page.navigate", url=self.address + path)

    def shows(self, text):
        for _ in range(400):
            try:
                shown = self.now("document.getElementById('main')?.innerText + '|' + document.getElementById('status')?.textContent")
            except Trouble as trouble:
                # The page before it is just going.
                shown = str(trouble)
            if text in (shown or ""):
                return
            time.sleep(0.05)
        raise Trouble(f"The page does not show '{text}' but: {shown}")

    def end(self):
        self.process.kill()
        self.process.wait()


class Device(Browser):
    """A browser that can have several tabs, and whose service worker can be handed what was pushed."""
    registration = None

    def note(self, message):
        super().note(message)
        if message.get("method") == "ServiceWorker.workerRegistrationUpdated":
            for found in message["params"]["registrations"]:
                if not found["isDeleted"] and found["scopeURL"].startswith(self.address):
                    self.registration = found["registrationId"]

    def tab(self, path="/"):
        """Opens another tab. What it returns speaks to that one."""
        first, self.session = self.session, None
        target = self.call("Target.createTarget", url=self.address + path)["targetId"]
        other = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.session = first
        return other

    def within(self, session, work):
        first, self.session = self.session, session
        try:
            return work()
        finally:
            self.session = first

    def registered(self):
        """Waits until the service worker is at work, and is known by its registration: what is told when that is asked for may lack it, so it is asked again."""
        until(self, "navigator.serviceWorker.ready.then(found => found.active.state)", "activated")
        for _ in range(80):
            self.call("ServiceWorker.enable")
            # What the browser tells is read along with its answers.
            self.value("new Promise(done => setTimeout(done, 250))")
            if self.registration is not None:
                return
            self.call("ServiceWorker.disable")
        raise Trouble("The service worker has no registration.")

    def worker(self):
        """A session of the service worker."""
        first, self.session = self.session, None
        try:
            for _ in range(100):
                for target in self.call("Target.getTargets")["targetInfos"]:
                    if target["type"] == "service_worker" and target["url"].startswith(self.address):
                        return self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        finally:
            self.session = first
        raise Trouble("There is no service worker.")


def until(browser, expression, wanted=True):
    """Waits until an expression has a value."""
    for _ in range(400):
        try:
            found = browser.now(expression)
        except Trouble as trouble:
            # The page before it is just going.
            found = str(trouble)
        if found == wanted:
            return
        time.sleep(0.05)
    raise Trouble(f"is {found}, not {wanted}: {expression}")


def shown(take):
    """An expression: what `take`, a function of the page's, makes of the notifications that are shown. It waits until what is just being shown
    is: what Chromium does not display yet it forgets when it is asked."""
    return f"""navigator.serviceWorker.ready.then(found => navigator.locks.request("fieldhouse-shown", () => found.getNotifications())).then({take})"""


def installs(browser, label):
    """Installing the app is offered once the browser has a question for it, and pressing asks that."""
    found = f"[...document.querySelectorAll('main button')].find(node => node.textContent === {json.dumps(label)})"
    if browser.value(f"{found}.hidden") is not True:
        raise Trouble("Installing is offered where the browser has no question for it.")
    browser.value("(() => { const offer = new Event('beforeinstallprompt', { cancelable: true }); offer.prompt = () => { window.prompted = true; }; dispatchEvent(offer); })()")
    press(browser, label)
    until(browser, "window.prompted")


def request(browser, path, body, method, take):
    """What `take`, a function of the page's, makes of the answer to a request with the session of the page."""
    content = "undefined" if method == "GET" or body is None else json.dumps(json.dumps(body))
    return browser.value(f"""fetch("{path}", {{ method: "{method}", headers: {{ "content-type": "application/json", "x-fieldhouse-session": "cookie" }},
        body: {content} }}).then({take})""")


def post(browser, path, body, method="POST"):
    """Sends a request with the session of the page."""
    if (status := request(browser, path, body, method, "answer => answer.status")) >= 300:
        raise Trouble(f"{method} {path} is answered {status}.")


def ask(browser, path, body=None, method="POST"):
    """The answer to a request with the session of the page."""
    return request(browser, path, body, method, "answer => answer.json()")


def spoken_to(address, path, body=None, method="POST", bearer=None):
    """The answer of the host to a request of somebody who has no browser here."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {bearer}"} if bearer else {})}
    request = urllib.request.Request(address + path, json.dumps(body).encode() if body is not None else None, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        text = answer.read()
    return json.loads(text) if text else {}


def keys(browser, *names):
    for name in names:
        code = {"Enter": 13, "ArrowDown": 40, "ArrowLeft": 37, "ArrowRight": 39, "Escape": 27, "Tab": 9}[name]
        for kind in ("keyDown", "keyUp"):
            # With its text a key does what it does by itself, such as pressing a button.
            text = {"text": "\r"} if (name, kind) == ("Enter", "keyDown") else {}
            browser.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **text)


def codes(data, to):
    """The codes that were sent to somebody so far; the messages are in the host's data folder."""
    lines = (data / "deliveries.jsonl").read_text().split("\n") if (data / "deliveries.jsonl").exists() else []
    # The last line may be just being written.
    return [message["code"] for message in map(json.loads, filter(None, lines[:-1])) if message["to"] == to and "code" in message]


def code(data, to, before=0):
    """The last code that was sent to somebody, once there are more than `before`."""
    for _ in range(100):
        found = codes(data, to)
        if len(found) > before:
            return found[-1]
        time.sleep(0.1)
    raise Trouble(f"No code was sent to {to}.")


def sign_in(browser, data, phone, name):
    """Signs somebody in with a number."""
    before = len(codes(data, phone))
    post(browser, "/v1/auth/otp", {"phone": phone})
    post(browser, "/v1/auth/otp/verify", {"phone": phone, "code": code(data, phone, before), "acceptsTerms": True})
    post(browser, "/v1/me", {"name": name}, "PATCH")
    browser.value("localStorage.setItem('signed-in', 'yes')")


def skip_personal_info(browser, label):
    """Whoever has just signed up with a number or at a provider is asked for personal info first; this leads on by the link of these words."""
    until(browser, "location.pathname + new URLSearchParams(location.search).get('from')", "/account/profilestart")
    press(browser, label)


def open_menu(browser):
    """Opens the side menu."""
    until(browser, "Boolean(document.querySelector('.menu-button'))")
    browser.value("document.querySelector('.menu-button').click()")
    until(browser, "Boolean(document.querySelector('dialog.menu[open]'))")


def sign_out(browser):
    """Signs out by the side menu."""
    open_menu(browser)
    until(browser, "Boolean(document.querySelector('dialog.menu .sign-out'))")
    browser.value("document.querySelector('dialog.menu .sign-out').click()")


def sign_up(browser, data, email, name, password="a phrase that nobody knows"):
    """Signs somebody up by e-mail."""
    post(browser, "/v1/auth/register", {"name": name, "email": email, "password": password, "passwordConfirmation": password, "acceptsTerms": True})
    post(browser, "/v1/auth/verify", {"email": email, "code": code(data, email)})
    browser.value("localStorage.setItem('signed-in', 'yes')")


def press(browser, label):
    """Presses the button or follows the link of these words, once the button can be pressed."""
    # Found and pressed in one go: a page may be drawn anew in between.
    until(browser, f"""(node => {{ node?.click(); return Boolean(node); }})([...document.querySelectorAll('main button, main a')].find(node => node.textContent === {json.dumps(label)} && !node.disabled))""")


def fill(browser, field, value):
    """Writes into the field of a form."""
    until(browser, f"Boolean(document.getElementById('field-{field}'))")
    browser.value(f"document.getElementById('field-{field}').value = {json.dumps(value)}")


def told(browser, field, text):
    """Waits until a mistake is told beside the field of a form."""
    until(browser, f"document.getElementById('field-{field}-mistake')?.textContent", text)


def png(width, height, noise=None):
    """A picture of one colour, or whose pixels are numbers of `noise`."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    rows = b"".join(b"\0" + (noise.randbytes(3 * width) if noise else b"\x20\x80\x40" * width) for _ in range(height))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def hindrances(browser):
    """Why the browser would not install the app, once the page has told what it is; nothing where it would."""
    until(browser, "Boolean(document.querySelector('link[rel=manifest]'))")
    for _ in range(200):
        errors = [error for error in browser.call("Page.getInstallabilityErrors")["installabilityErrors"] if error["errorId"] != "in-incognito"]
        if not errors:
            break
        time.sleep(0.05)
    return errors


def choose(browser, field, content):
    """Puts a file into a field of a form."""
    node = browser.call("Runtime.evaluate", expression=f"document.getElementById('{field}')")["result"]["objectId"]
    file = pathlib.Path(browser.profile) / f"{field}.png"
    file.write_bytes(content)
    browser.call("DOM.setFileInputFiles", files=[str(file)], objectId=node)


def picture(browser, folder, name, width=480, height=800, mobile=True):
    """Keeps a picture of what a phone shows, or a desktop, where a folder is given."""
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)
        shot = browser.call("Page.captureScreenshot", format="png")["data"]
        (folder / f"{name}.png").write_bytes(base64.b64decode(shot))


def fits(browser, folder, name):
    """A phone 360 pixels wide shows all of the page, and every button can be hit; a picture of it is kept where a folder is given."""
    browser.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    if (width := browser.value("document.documentElement.scrollWidth")) > 360:
        raise Trouble(f"{name} is {width} pixels wide.")
    small = browser.value("[...document.querySelectorAll('main button, main a.button, #bell')].filter(n => n.offsetHeight && n.offsetHeight < 44).map(n => n.textContent).join()")
    if small:
        raise Trouble(f"{name} has buttons that are too small: {small}.")
    picture(browser, folder, name, 360)
    browser.call("Emulation.clearDeviceMetricsOverride")
