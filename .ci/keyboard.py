"""The main tasks with the keyboard alone, as somebody who has no pointer: where one is, is seen at each stop, and nothing holds one but what is to be decided.
Walked by axe.py in its own browser."""
import json

from browser import Trouble, ask, until

SHIFT = 8
KEYS = {"Enter": ("Enter", 13, "\r"), "Space": (" ", 32, " "), "Tab": ("Tab", 9, None), "Escape": ("Escape", 27, None), "ArrowUp": ("ArrowUp", 38, None), "ArrowDown": ("ArrowDown", 40, None),
        "ArrowLeft": ("ArrowLeft", 37, None), "ArrowRight": ("ArrowRight", 39, None)}
# Of the element that has the focus: what it is, and what is wrong with how that is seen. A radio that is drawn by its label is seen by that.
STOP = """(() => {
    const over = box => document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)?.outerHTML.slice(0, 120);
    const node = document.activeElement;
    if (!node || node === document.body || node === document.documentElement) return { name: "" };
    const name = `${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ""} ${(node.getAttribute("aria-label") ?? node.textContent ?? "").trim().slice(0, 40)}`;
    const shown = node.matches(".off-screen") ? node.nextElementSibling : node;
    const [box, style] = [shown.getBoundingClientRect(), getComputedStyle(shown)];
    const isMarked = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const inside = { left: Math.max(box.left, 0), right: Math.min(box.right, innerWidth), top: Math.max(box.top, 0), bottom: Math.min(box.bottom, innerHeight) };
    const isThere = inside.right - inside.left >= 1 && inside.bottom - inside.top >= 1;
    // Some of it lies under nothing else.
    const steps = [.1, .3, .5, .7, .9];
    const isBare = isThere && steps.some(x => steps.some(y => {
        const found = document.elementFromPoint(inside.left + (inside.right - inside.left) * x, inside.top + (inside.bottom - inside.top) * y);
        return found && (shown.contains(found) || found.contains(shown));
    }));
    return { name, trouble: !node.matches(":focus-visible") ? "is not :focus-visible" : !isMarked ? `has no mark (${style.outline})` : !isThere ? "lies outside" : !isBare ? `is covered by ${over(inside)}` : "" };
})()"""


class Keyboard:
    def __init__(self, browser):
        self.browser, self.stops = browser, 0

    def press(self, *names, shift=False):
        for name in names:
            key, code, text = KEYS[name]
            modifiers = SHIFT if shift else 0
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=name, windowsVirtualKeyCode=code, modifiers=modifiers, **({"text": text} if text else {}))
            self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=name, windowsVirtualKeyCode=code, modifiers=modifiers)

    def type(self, text):
        for letter in text:
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
            self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=letter)

    def look(self):
        """What has the focus, which is seen."""
        found = self.browser.value(STOP)
        self.stops += 1
        if found.get("trouble"):
            raise Trouble(f"{found['name']} at {self.browser.value('location.pathname')} {found['trouble']}.")
        return found["name"]

    def tab(self, back=False):
        self.press("Tab", shift=back)
        return self.look()

    def has(self, selector):
        return self.browser.value(f"Boolean(document.activeElement?.matches({json.dumps(selector)}))")

    def reach(self, selector, back=False, most=120):
        """Goes on to the next element of a kind, stop by stop."""
        passed = []
        for _ in range(most):
            passed.append(self.tab(back))
            if self.has(selector):
                return passed[-1]
        raise Trouble(f"{selector} is not reached at {self.browser.value('location.pathname')} by: {passed}")

    def opens(self, selector, path, key="Enter", back=False):
        """Reaches a link and follows it."""
        self.reach(selector, back)
        self.press(key)
        until(self.browser, "location.pathname", path)
        self.settled()

    def settled(self):
        until(self.browser, "document.getElementById('main').getAttribute('aria-busy') === null && Boolean(document.querySelector('main h1, main h2')) && !document.querySelector('main [waiting]')")

    def trapped(self, box, stops):
        """However often one goes on, or back, one stays in what is open."""
        for back in (False, True):
            for _ in range(stops):
                name = self.tab(back)
                if name and not self.browser.value(f"document.querySelector({json.dumps(box)}).contains(document.activeElement)"):
                    raise Trouble(f"{name} is reached behind {box}.")


def menu(keyboard, browser):
    """The side menu holds the focus while it is open, and gives it back."""
    button = ".menu-button"
    keyboard.reach(button)
    keyboard.press("Enter")
    until(browser, "Boolean(document.querySelector('dialog.menu[open]'))")
    keyboard.trapped("dialog.menu", browser.value("document.querySelectorAll('dialog.menu a, dialog.menu button').length") + 2)
    keyboard.press("Escape")
    until(browser, "document.querySelector('dialog.menu')", None)
    if not keyboard.has(button):
        raise Trouble("The menu does not give the focus back.")


def sign_in_again(keyboard, browser, email, password):
    """Out by the menu, and in again with a password."""
    keyboard.press("Space")
    until(browser, "Boolean(document.querySelector('dialog.menu .sign-out'))")
    keyboard.reach("dialog.menu .sign-out")
    keyboard.press("Space")
    until(browser, "location.pathname", "/sign-in")
    keyboard.settled()
    keyboard.opens("main a[href^='/login']", "/login")
    until(browser, "document.activeElement?.id", "field-identifier")
    keyboard.type(email)
    keyboard.reach("#field-password", most=3)
    keyboard.type(password)
    keyboard.press("Enter")
    until(browser, "Boolean(document.querySelector('.me-button'))")
    until(browser, "location.pathname", "/")
    keyboard.settled()


def skip(keyboard, browser, words):
    """What stands first on a page leads past all that stands above its content."""
    browser.go("/soccer-predictions")
    until(browser, "Boolean(document.querySelector(\"main a[href$='/leagues/en.1']\"))")
    keyboard.settled()
    keyboard.reach(".skip", back=True, most=20)
    if browser.value("document.activeElement.textContent") != words["skipTo"]:
        raise Trouble("The first link does not say where it leads.")
    keyboard.press("Enter")
    name = keyboard.tab()
    if not browser.value("document.getElementById('main').contains(document.activeElement)"):
        raise Trouble(f"Past what stands above, {name} is reached.")


def predict(keyboard, browser, forward):
    """A score by arrows and by digits, in the direction in which the page is read."""
    if not keyboard.has("main a[href$='/leagues/en.1']"):
        keyboard.reach("main a[href$='/leagues/en.1']")
    keyboard.press("Enter")
    until(browser, "location.pathname", "/soccer-predictions/leagues/en.1")
    keyboard.settled()
    keyboard.opens("main fh-tabs a[href*='/standings']", "/soccer-predictions/leagues/en.1/standings")
    keyboard.opens("main fh-tabs a[href$='/board']", "/soccer-predictions/leagues/en.1/board")
    keyboard.opens("main fh-tabs a[href$='/upcoming']", "/soccer-predictions/leagues/en.1/upcoming")
    # Whoever has entered nothing yet does so on a screen of its own.
    keyboard.reach("main form.predict button[type=submit]")
    keyboard.press("Space")
    until(browser, "location.pathname.endsWith('/predict')")
    keyboard.settled()
    match = browser.value("location.pathname.split('/').at(-2)")
    keyboard.reach("fh-stepper[name=home] [role=spinbutton]")
    back = {"ArrowRight": "ArrowLeft", "ArrowLeft": "ArrowRight"}[forward]
    keyboard.press("ArrowUp", "ArrowUp", forward, forward, "ArrowDown", back, forward)
    keyboard.reach("fh-stepper[name=away] [role=spinbutton]", most=2)
    keyboard.type("1")
    keyboard.reach("fh-stepper[name=home] [role=spinbutton]", back=True, most=2)
    keyboard.reach("main form.predict button[type=submit]")
    keyboard.press("Enter")
    until(browser, f"fetch('/v1/soccer-predictions/matches/{match}/prediction').then(answer => answer.json()).then(found => `${{found.home}}:${{found.away}}`)", "2:1")


def write(keyboard, browser, group, text):
    """A post, and the way back by which one came."""
    browser.go(f"{group}")
    keyboard.settled()
    keyboard.reach("main #post")
    keyboard.type(text)
    keyboard.reach("main form.post-form button[type=submit]", most=4)
    keyboard.press("Enter")
    until(browser, f"document.getElementById('main').innerText.includes({json.dumps(text)})")
    keyboard.reach("main #post", back=True)


def search(keyboard, browser, name):
    browser.go("/people")
    until(browser, "document.activeElement?.id", "field-query")
    keyboard.type(name)
    keyboard.press("Enter")
    until(browser, "document.querySelectorAll('main li a[href^=\"/people/\"], main fh-list a[href^=\"/people/\"]').length > 0")
    keyboard.reach("main a[href^='/people/']")
    keyboard.press("Enter")
    until(browser, "location.pathname.startsWith('/people/')")
    keyboard.settled()


def setting(keyboard, browser):
    """The looks of the app, by the arrows of a list."""
    browser.go("/settings")
    keyboard.settled()
    keyboard.reach("#theme")
    for key, theme in (("ArrowDown", "light"), ("ArrowDown", "dark"), ("ArrowUp", "light"), ("ArrowUp", "device")):
        keyboard.press(key)
        until(browser, "document.getElementById('theme').value", theme)
        until(browser, "localStorage.getItem('theme') ?? 'device'", theme)


def console(keyboard, browser, token, plugin):
    """An operator shows the token, opens a plugin, and switches it off and on; the question holds the focus and gives it back."""
    browser.go("/console")
    until(browser, "Boolean(document.getElementById('main'))")
    browser.value("sessionStorage.removeItem('console-token')")
    browser.go("/console")
    until(browser, "Boolean(document.getElementById('token'))")
    keyboard.reach("#token", most=4)
    keyboard.type(token)
    keyboard.press("Enter")
    until(browser, "Boolean(document.getElementById('plugins'))")
    row = f"[...document.querySelectorAll('#plugins tr')].find(row => row.cells[0].textContent === {json.dumps(plugin)})"
    for _ in range(60):
        keyboard.tab()
        if browser.value(f"{row}.querySelector('button') === document.activeElement"):
            break
    keyboard.press("Enter")
    until(browser, "document.activeElement?.matches('#plugins h2')")
    off = "[...document.querySelectorAll('#plugins button')].find(node => node.textContent === 'Switch off')"
    on = off.replace("Switch off", "Switch on")
    for answer in ("Escape", "Space"):
        for _ in range(4):
            if browser.value(f"document.activeElement === {off}"):
                break
            keyboard.tab()
        keyboard.press("Enter")
        until(browser, "Boolean(document.querySelector('fh-dialog dialog[open]'))")
        keyboard.trapped("fh-dialog", 5)
        if answer == "Escape":
            keyboard.press("Escape")
            until(browser, "document.querySelector('fh-dialog')", None)
            if not browser.value(f"document.activeElement === {off}"):
                raise Trouble("The question does not give the focus back.")
    keyboard.reach("fh-dialog button.danger", most=6)
    keyboard.press("Space")
    until(browser, f"Boolean({on}) && document.getElementById('status').textContent.includes('in use')")
    for _ in range(60):
        keyboard.tab()
        if browser.value(f"document.activeElement === {on}"):
            break
    keyboard.press("Space")
    until(browser, f"Boolean({off}) && document.getElementById('status').textContent.includes('in use')")


def walk(browser, language, words, person, group, token=None):
    """`person` is a name, an address and a password; `token` an operator's."""
    browser.call("Emulation.setFocusEmulationEnabled", enabled=True)
    wide = language == "en"
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}, {"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.call("Emulation.setDeviceMetricsOverride", width=1280 if wide else 390, height=800, deviceScaleFactor=1, mobile=False)
    keyboard = Keyboard(browser)
    browser.go("/")
    until(browser, "Boolean(document.querySelector('.me-button'))")
    keyboard.settled()
    menu(keyboard, browser)
    name, email, password = person
    sign_in_again(keyboard, browser, email, password)
    skip(keyboard, browser, words)
    predict(keyboard, browser, "ArrowLeft" if browser.value("document.documentElement.dir") == "rtl" else "ArrowRight")
    write(keyboard, browser, group, f"By keys in {language}")
    search(keyboard, browser, name)
    setting(keyboard, browser)
    if token:
        console(keyboard, browser, token, "walking-clubs")
    print(f"With the keyboard alone the main tasks are done in {language}, at {keyboard.stops} stops of which each is seen.")
