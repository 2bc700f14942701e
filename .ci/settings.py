"""Walks through a plugin's settings in the console, on a desktop and on a phone, with a pointer and with keys alone: an operator switches a
plugin on, is told at its field what does not fit and in the plugin's own words what it refuses, changes settings that the host takes
over by itself, takes one back, and is shown what would miss the plugin before it is switched off.
Usage: settings.py ADDRESS TOKEN [FOLDER], the last for pictures."""
import itertools, json, pathlib, signal, sys, tempfile, urllib.request

from browser import Browser, Trouble, fits, keys, picture, press, until

address, token = sys.argv[1], sys.argv[2]
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
visits = itertools.count(1)
STATUS = "document.getElementById('status').textContent"
FIELD = "document.querySelector('[data-setting=\"{}\"]')"
INPUT = FIELD + ".querySelector('input, select, textarea')"


def detail(plugin):
    request = urllib.request.Request(f"{address}/v1/console/plugins/{plugin}", headers={"Authorization": f"Bearer {token}"})
    return json.load(urllib.request.urlopen(request))


def setting(plugin, pointer):
    return next(one for one in detail(plugin)["settings"] if one["pointer"] == pointer)


def open_plugin(operator, plugin):
    """Opens a plugin by its own address, anew: another query makes the browser load the page."""
    operator.go(f"/console?visit={next(visits)}#plugins/{plugin}")
    until(operator, f"document.querySelector('#plugins dl')?.textContent.includes({json.dumps(plugin)})")


def write(operator, pointer, text):
    field = INPUT.format(pointer)
    operator.value(f"(field => {{ field.value = {json.dumps(text)}; field.dispatchEvent(new Event('input')); }})({field})")


def told(operator, pointer, text):
    until(operator, f"{FIELD.format(pointer)}?.querySelector('.error').textContent.includes({json.dumps(text)})")
    until(operator, f"{INPUT.format(pointer)}.getAttribute('aria-invalid')", "true")


def in_use(operator):
    """Waits until what was saved is in use, which is told once for each time."""
    until(operator, STATUS, "Saved and in use.")
    operator.value(f"{STATUS} = ''")
    until(operator, "document.querySelector('#plugins dl').textContent.includes('as it stands here')")


# Asserts PL-67.
def list_plugins(operator):
    """All plugins stand there with version, state and health, and lead to what is decided about them."""
    operator.go("/console")
    until(operator, "[...document.querySelectorAll('#plugins tbody tr')].some(row => row.cells[0].textContent === 'tuned' && row.cells[3].textContent === 'disabled')")
    operator.value("[...document.querySelectorAll('#plugins tbody tr')].find(row => row.cells[0].textContent === 'tuned').querySelector('button').click()")
    until(operator, "document.activeElement.textContent", "Tuned")
    until(operator, "location.hash", "#plugins/tuned")
    picture(operator, pictures, "plugin-off", 1000)


# Asserts PL-67.
def switch_on(operator):
    """It is switched on by the pointer, and the host that runs takes it over."""
    press(operator, "Switch on")
    in_use(operator)
    until(operator, "document.querySelector('#plugins dl').textContent.includes('serving')")
    until(operator, "[...document.querySelectorAll('#plugins button')].some(node => node.textContent === 'Switch off')")


# Asserts PL-67.
def mistakes(operator):
    """What does not fit is told at its field, nothing is kept, and what was typed stays."""
    for pointer, text in [("/greeting", "x"), ("/most", "many"), ("/friends", "Ann\nB"), ("/token", "short")]:
        write(operator, pointer, text)
    press(operator, "Save")
    for pointer in ("/greeting", "/most", "/friends", "/token"):
        told(operator, pointer, "" if pointer != "/token" else "A secret")
    until(operator, f"document.activeElement === {INPUT.format('/greeting')}")
    until(operator, f"{INPUT.format('/most')}.value", "many")
    picture(operator, pictures, "mistakes", 1000)
    for pointer, text in [("/greeting", "never"), ("/most", "3"), ("/friends", ""), ("/token", "")]:
        write(operator, pointer, text)
    press(operator, "Test only")
    until(operator, "document.querySelector('#plugins form [role=alert]').textContent.includes(\"Nobody can be greeted with 'never'\")")
    if detail("tuned")["revision"] != 1 or setting("tuned", "/greeting")["value"] != "hello":
        raise Trouble("Something was kept that was refused.")


def text(browser, words):
    for letter in words:
        browser.call("Input.insertText", text=letter)


# Asserts PL-67.
def by_keys(operator):
    """With keys alone: a setting is written, the page is walked through to its button, and the change is in use."""
    open_plugin(operator, "tuned")
    until(operator, f"Boolean({FIELD.format('/greeting')})")
    operator.value(f"{INPUT.format('/greeting')}.focus(); {INPUT.format('/greeting')}.select()")
    text(operator, "good day")
    for _ in range(60):
        keys(operator, "Tab")
        if operator.value("document.activeElement.textContent") == "Save":
            break
    else:
        raise Trouble("No way leads to the button by keys.")
    keys(operator, "Enter")
    in_use(operator)
    found = json.load(urllib.request.urlopen(f"{address}/v1/tuned/greeting"))
    if found["text"] != "good day":
        raise Trouble(f"The plugin says {found}.")
    until(operator, f"{FIELD.format('/greeting')}.textContent.includes('Set here.')")
    # Back to the default, by keys as well.
    operator.value(f"{FIELD.format('/greeting')}.querySelector('button').focus()")
    keys(operator, "Enter")
    until(operator, f"{INPUT.format('/greeting')}.value", "hello")
    keys(operator, "Enter")
    in_use(operator)
    if setting("tuned", "/greeting")["source"] != "default":
        raise Trouble("The setting was not taken back.")


# Asserts PL-67.
def on_a_phone(operator):
    """All of it fits on a phone; a setting of the manifest cannot be changed; permissions are granted; a secret does not come back."""
    open_plugin(operator, "tuned")
    fits(operator, pictures, "plugin-phone")
    if not operator.value(f"{INPUT.format('/mail/server')}.disabled") or "manifest" not in operator.value(f"{FIELD.format('/mail/server')}.textContent"):
        raise Trouble("A setting of the manifest looks as if it could be changed.")
    operator.call("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    write(operator, "/token", "sesame-sesame")
    operator.value("document.getElementById('grant-1').click()")
    press(operator, "Save")
    in_use(operator)
    if not next(one for one in detail("tuned")["permissions"] if one["host"] == "b.example")["isGranted"]:
        raise Trouble("The permission was not granted.")
    until(operator, f"{INPUT.format('/token')}.value", "")
    if "sesame" in json.dumps(detail("tuned")) or "sesame" in operator.value("document.body.innerHTML"):
        raise Trouble("A secret comes back.")
    operator.call("Emulation.clearDeviceMetricsOverride")


# Asserts PL-67.
def two_at_once(operator):
    """Who saves after somebody else is told, and nothing is overwritten."""
    open_plugin(operator, "tuned")
    body = json.dumps({"revision": detail("tuned")["revision"], "settings": {"most": 5}}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(f"{address}/v1/console/plugins/tuned", body, headers, method="PATCH")).read()
    write(operator, "/most", "9")
    press(operator, "Save")
    until(operator, "document.querySelector('#plugins form [role=alert]').textContent.includes('Somebody has changed this by now.')")
    if setting("tuned", "/most")["value"] != 5:
        raise Trouble("Somebody's change was overwritten.")


# Asserts PL-67.
def switch_off(operator):
    """What would miss it is shown before it is switched off, and then it is off."""
    urllib.request.urlopen(urllib.request.Request(f"{address}/v1/tuned/notes", b"", method="POST")).read()
    open_plugin(operator, "tuned")
    press(operator, "Switch off")
    until(operator, "document.querySelector('fh-dialog dialog')?.open")
    shown = operator.value("document.querySelector('fh-dialog').innerText")
    for words in ("follower", "best", "accounts.invitation-accepted", "It keeps 1 row,"):
        if words not in shown:
            raise Trouble(f"It is not shown that {words} would miss it: {shown}")
    picture(operator, pictures, "switch-off", 1000)
    operator.value("document.querySelector('fh-dialog button.danger').click()")
    in_use(operator)
    until(operator, "document.querySelector('#plugins dl').textContent.includes('disabled')")


signal.alarm(240)
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
    operator = Browser(profile, address)
    try:
        operator.go("/console")
        until(operator, "Boolean(document.getElementById('token'))")
        operator.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
        list_plugins(operator)
        switch_on(operator)
        mistakes(operator)
        by_keys(operator)
        on_a_phone(operator)
        two_at_once(operator)
        switch_off(operator)
        complaints = [line for line in operator.complaints if "422" not in line and "412" not in line]
        if complaints:
            raise Trouble("The browser complains: " + "; ".join(complaints))
    finally:
        operator.end()
print("A plugin is switched on, told what does not fit, set, taken back and switched off, by pointer and by keys.")
