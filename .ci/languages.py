"""Walks through languages: an operator adds German and Hebrew in the console, reads a file of texts, writes one by hand and is told of
a placeholder that nothing fills in, saves the texts and reads them back unchanged, and switches the languages on; people whose
browsers ask for them see them, right to left where it is so, with English for what is missing, and choose another one. Overviews of the
console are saved as files in which nothing is a formula. Usage: languages.py ADDRESS DATA TOKEN [FOLDER], the last for pictures."""
import csv, json, pathlib, signal, sys, tempfile, time, urllib.request

from browser import Browser, Trouble, picture, press, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
# Of each language: its name, which way it runs, texts of the app: to sign in, the groups, help; and what soccer calls favourites.
LANGUAGES = {
    "de": ("Deutsch", "ltr", {"signIn": "Anmelden", "groups": "Gruppen", "help": "Hilfe, \"gleich\"\nund hier"}, "Lieblinge"),
    "he": ("עברית", "rtl", {"signIn": "כניסה", "groups": "קבוצות", "help": "עזרה"}, "מועדפים"),
}
ENGLISH = json.loads((pathlib.Path(__file__).parent.parent / "Core/Web/strings/en.json").read_text())
STATUS = "document.getElementById('status').textContent"


def row(tag):
    return f"[...document.querySelectorAll('#languages tr')].find(row => row.cells[0].textContent === {json.dumps(tag)})"


def choose_file(browser, file):
    until(browser, "Boolean(document.getElementById('language-file'))")
    root = browser.call("DOM.getDocument")["root"]["nodeId"]
    field = browser.call("DOM.querySelector", nodeId=root, selector="#language-file")["nodeId"]
    browser.call("DOM.setFileInputFiles", nodeId=field, files=[str(file)])


def saved(folder, name):
    """The rows of a file that the browser has saved; the file is gone then."""
    for _ in range(200):
        if (folder / name).exists():
            break
        time.sleep(0.05)
    raw = (folder / name).read_bytes()
    if not raw.startswith(b"\xef\xbb\xbf") or b"\r\n" not in raw:
        raise Trouble(f"{name} is not what spreadsheets open.")
    rows = list(csv.reader(raw.decode("utf-8-sig").splitlines(keepends=True)))
    (folder / name).unlink()
    return rows


# Asserts PL-59, SP-6.
def speaks_english(operator):
    operator.go("/console")
    operator.shows("Add a language")
    until(operator, "document.documentElement.lang + document.documentElement.dir", "en")


def open_texts(operator, tag):
    operator.go("/console")
    until(operator, f"Boolean({row(tag)})")
    operator.value(f"[...{row(tag)}.querySelectorAll('button')].find(node => node.textContent === 'Texts').click()")
    until(operator, "Boolean(document.getElementById('language-file'))")


# Asserts PL-59, SP-6.
def add(operator, folder, tag):
    """A language is added and filled from a file whose columns a spreadsheet has divided by semicolons."""
    name, direction, texts, favourites = LANGUAGES[tag]
    operator.go("/console")
    until(operator, "Boolean(document.getElementById('language-tag'))")
    operator.value(f"document.getElementById('language-tag').value = {json.dumps(tag)}")
    press(operator, "Add")
    until(operator, f"{row(tag)}?.cells[1].textContent", name)
    until(operator, f"{row(tag)}.cells[5].textContent", "no")
    open_texts(operator, tag)
    file = folder / "translated.csv"
    with open(file, "w", newline="") as out:
        writer = csv.writer(out, delimiter=";")
        writer.writerow(["Of", "Name", "English", "Text"])
        writer.writerows(["app", key, ENGLISH[key], text] for key, text in texts.items())
        writer.writerow(["app", "home", ENGLISH["home"], ""])
        writer.writerow(["soccer-predictions", "favourites", "Favourites", favourites])
    choose_file(operator, file)
    until(operator, STATUS, f"{len(texts) + 1} texts are kept.")
    operator.value("document.getElementById('languages').scrollIntoView()")
    picture(operator, pictures, f"{tag}-texts", 1000)


# Asserts PL-59, SP-6.
def write(operator, tag):
    """A text that is written by hand: one that nothing can fill in is refused, and what was typed stays."""
    open_texts(operator, tag)
    until(operator, "Boolean(document.querySelector('textarea[data-text=\"accounts accounts.followed.text\"]'))")
    area = "document.querySelector('textarea[data-text=\"accounts accounts.followed.text\"]')"
    operator.value(f"{area}.value = '{{nobody}} …'")
    press(operator, "Keep")
    until(operator, "document.querySelector('#languages .error').textContent.includes('{nobody}')")
    until(operator, f"{area}.value", "{nobody} …")
    operator.value(f"{area}.value = '{{name}} …'")
    press(operator, "Keep")
    until(operator, STATUS, "1 text is kept.")
    until(operator, f"Boolean({area})", False)


# Asserts PL-59.
def round_trip(operator, folder, tag):
    """The saved file holds all texts, of more than one page, and changes nothing when it is read."""
    open_texts(operator, tag)
    operator.value("[...document.querySelectorAll('#languages button')].find(node => node.textContent === 'Save these texts as CSV').click()")
    rows = saved(folder, f"texts-{tag}.csv")
    if rows[0] != ["Of", "Name", "English", "Text"] or len(rows) < 550:
        raise Trouble(f"The file of the texts begins with {rows[0]} and has {len(rows)} rows.")
    kept = {line[1]: line[3] for line in rows if line[0] == "app"}
    if any(kept[key].replace("\r\n", "\n") != text for key, text in LANGUAGES[tag][2].items()) or kept["home"]:
        raise Trouble("The file does not hold what was written.")
    file = folder / "again.csv"
    with open(file, "w", newline="") as out:
        csv.writer(out).writerows(rows)
    operator.value("document.getElementById('status').textContent = ''")
    choose_file(operator, file)
    until(operator, STATUS, "0 texts are kept.")


# Asserts PL-55, PL-57, PL-58, PL-59, SP-6, SP-13, SP-176.
def look(operator, tag, switched):
    """Whoever's browser asks for the language sees it once it is switched on, and English where it lacks a text."""
    name, direction, texts, favourites = LANGUAGES[tag]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        person = Browser(profile, address, tag)
        try:
            person.go("/")
            person.shows(ENGLISH["welcome"])
            until(person, "document.documentElement.lang", "en")
            operator.go("/console")
            until(operator, f"Boolean({row(tag)})")
            operator.value(f"[...{row(tag)}.querySelectorAll('button')].find(node => node.textContent === 'Switch on').click()")
            until(operator, f"{row(tag)}?.cells[5].textContent", "yes")
            operator.value("document.getElementById('languages').scrollIntoView()")
            picture(operator, pictures, f"{tag}-languages", 1000)
            person.go("/")
            until(person, "document.documentElement.lang", tag)
            until(person, "document.documentElement.dir", direction)
            until(person, f"document.getElementById('account').innerText.includes({json.dumps(texts['signIn'])})")
            person.shows(ENGLISH["welcome"])
            picture(person, pictures, f"{tag}-home")
            # A screen of a game speaks it, too, with the same table alone.
            person.go("/soccer-predictions/favourites")
            until(person, "document.querySelector('main h1')?.textContent", favourites)
            # Another one is chosen, and stays.
            for choice, shown in [("ar", "rtl"), ("en", "ltr"), (tag, direction)]:
                person.go("/language?back=%2Fsettings")
                until(person, "[...document.querySelectorAll('.choices button')].map(node => node.lang).sort().join()", ",".join(sorted(("ar", "en", *switched, tag))))
                until(person, "document.querySelector('.choices [aria-current]')?.lang", person.value("document.documentElement.lang"))
                person.value(f"document.querySelector('.choices [lang={choice}]').click()")
                until(person, "location.pathname", "/settings")
                until(person, "document.documentElement.lang", choice)
                until(person, "document.documentElement.dir", shown)
            if person.complaints:
                raise Trouble("The browser complains: " + "; ".join(person.complaints))
        finally:
            person.end()


# Asserts PL-66.
def save_overviews(operator, folder):
    """Every overview can be saved with all its rows and columns; what looks like a formula is a text."""
    for number in range(3):
        body = {"name": "=1+1" if number == 2 else f"Ada {number}", "email": "ada@example.org", "text": "@here, \"now\"\n-2"}
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(f"{address}/v1/content/messages", json.dumps(body).encode(), headers)).read()
    operator.go("/console")
    until(operator, "document.querySelectorAll('#messages tbody tr').length", 3)
    # Whoever hears the buttons tells them apart.
    names = operator.value("[...document.querySelectorAll('button')].map(node => node.ariaLabel ?? node.textContent).filter(name => name.endsWith('as CSV'))")
    if len(set(names)) != len(names) or not {"Save reports as CSV", "Save reported people as CSV"} <= set(names):
        raise Trouble(f"The buttons that save files are named {names}.")
    # Each section has as many of them as tables, those of sections within it apart.
    lacking = operator.value("""[...document.querySelectorAll('main section')].filter(section => {
        const count = (name, isMeant) => [...section.querySelectorAll(name)].filter(node => node.closest('section') === section && isMeant(node)).length;
        return count('table', () => true) > count('button', node => node.textContent.endsWith('as CSV'));
    }).map(section => section.querySelector('h2, h3').textContent)""")
    if lacking or operator.value("document.querySelectorAll('main table').length") < 3:
        raise Trouble(f"These overviews cannot be saved: {lacking}.")
    for place, name, columns, count in [("#messages", "messages", ["Sent", "Name", "E-mail", "Message", "Account"], 3),
                                        ("#languages", "languages", ["Language", "Name", "Runs", "Texts", "Missing", "People can choose it"], 4),
                                        ("section:has(> h2)", "plugins", ["Plugin", "Name", "Version", "State", "Asks", "Detail"], len(list(pathlib.Path("manifests").glob("*.json"))) - 1)]:
        operator.value(f"""[...document.querySelectorAll('section')].filter(node => node.matches({json.dumps(place)}) && ({json.dumps(place[0] == '#')} || node.querySelector('h2').textContent === 'Plugins'))
            .flatMap(node => [...node.querySelectorAll('button')]).find(node => node.textContent === 'Save {name} as CSV').click()""")
        head, *rows = saved(folder, f"{name}.csv")
        if head != columns or len(rows) != count or any(len(line) != len(columns) for line in rows):
            raise Trouble(f"{name}.csv has the columns {head} and {len(rows)} rows.")
        if name == "messages" and ["'=1+1", "ada@example.org", "'@here, \"now\"\n-2"] not in [line[1:4] for line in rows]:
            raise Trouble(f"The messages are saved as {rows}.")


signal.alarm(240)
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as downloads:
    folder = pathlib.Path(downloads)
    # The console speaks English, whatever the browser asks for.
    operator = Browser(profile, address, "ar")
    try:
        operator.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=downloads)
        operator.go("/console")
        until(operator, "Boolean(document.getElementById('token'))")
        operator.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
        speaks_english(operator)
        for tag in LANGUAGES:
            add(operator, folder, tag)
            write(operator, tag)
            round_trip(operator, folder, tag)
            look(operator, tag, [other for other in LANGUAGES if other < tag])
        save_overviews(operator, folder)
        picture(operator, pictures, "console", 1000)
        complaints = [line for line in operator.complaints if "422" not in line]
        if complaints:
            raise Trouble("The browser complains: " + "; ".join(complaints))
    finally:
        operator.end()
print("Two languages are added, filled from files and by hand, switched on and read; overviews are saved as files.")
