"""Reads the scripts of the pages as a compiler does: names, calls and types fit each other, over all rooms and plugins, and what they say to people
stands in the tables of texts. The console and the list of problems are for operators and programmers, in English alone. Needs node-typescript."""
import json, os, pathlib, re, subprocess, tempfile

root = pathlib.Path(__file__).resolve().parent.parent
# What a script of a page may do wrong, one a line, and as many lines that are right.
WRONG = """app.element("p", {}, "Nothing here");
app.element("p", {}, isNew ? app.text("new") : "old one");
app.replace(app.root, [app.element("h1", {}, app.text("title")), isEmpty && "Empty"]);
app.element("button", { "aria-label": `Remove ${name}` });
node.textContent = count + " goals";
announce("Saved");
"""
RIGHT = """app.element("p", { class: "muted row" }, app.text("nothing"));
app.element("p", {}, `${home} – ${away}`);
text.replace("Ada", "Bob");
app.element("a", { href: "/groups", title: app.text("groups") }, "Fieldhouse");
node.dataset.order = "played";
steps.push({ title: "groups" });
"""


def words(scripts, keys):
    """What the scripts say themselves."""
    tables = [f"--keys={json.dumps(sorted(keys))}"]
    run = subprocess.run(["node", root / ".ci/words.js", *tables, *scripts], env={**os.environ, "NODE_PATH": "/usr/share/nodejs"}, capture_output=True, text=True)
    if run.returncode:
        raise SystemExit(run.stderr)
    return run.stdout.splitlines()


def keys(folder):
    return set(json.loads((root / folder / "strings/en.json").read_text()))


# Asserts PL-55.
def texts():
    """No page says anything that no table says; of a page that does, each line is found."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content, count in (("wrong.js", WRONG, len(WRONG.splitlines())), ("right.js", RIGHT, 0)):
            script = pathlib.Path(folder) / name
            script.write_text(content)
            if len(found := words([script], {"groups"})) != count:
                raise SystemExit(f"Of {name} is found {found}, not {count} texts.")
    shell = [script for script in (root / "Core/Web").rglob("*.js") if script.relative_to(root / "Core/Web").parts[0] not in ("console", "problems")]
    all_scripts, found = 0, []
    for scripts, folder in [(shell, "Core/Web")] + [(list((plugin / "web").rglob("*.js")), plugin.relative_to(root)) for plugin in sorted((root / "Plugins").iterdir()) if (plugin / "web").is_dir()]:
        found += words(sorted(scripts), keys("Core/Web") | keys(folder))
        all_scripts += len(scripts)
    if found:
        raise SystemExit("These texts stand in scripts, not in tables:\n" + "\n".join(found))
    print(f"{all_scripts} scripts say nothing that stands in no table.")


# Asserts PL-90.
def types():
    """Each script uses what there is, and in the way it is there; of one that does not, each line is found."""
    with tempfile.TemporaryDirectory() as folder:
        wrong = pathlib.Path(folder) / "wrong.js"
        wrong.write_text('import { elements } from "/dom.js";\nimport { element } from "/dom.js";\ndocument.body.inerHTML = "";\nnothing(element);\n')
        pages = [root / "Core/Web/**/*.js", root / "Plugins/*/web/*.js", root / ".ci/newer.d.ts"]
        worker = [root / "Core/Web" / name for name in ("worker.js", "background.js")]
        found = checked(folder, "wrong", {"include": [wrong, root / ".ci/newer.d.ts"]}, "dom")
        if len(found) != 3:
            raise SystemExit("Of what is wrong is found: " + "\n".join(found))
        found = checked(folder, "pages", {"include": pages, "exclude": worker}, "dom")
        found += checked(folder, "worker", {"files": [*worker, root / ".ci/worker.d.ts"]}, "webworker")
    if found:
        raise SystemExit("These scripts do not fit:\n" + "\n".join(found))
    print("The scripts fit each other.")


def checked(folder, name, files, scope):
    """What the compiler has to say of scripts in the scope of a page or of a worker."""
    options = {"allowJs": True, "checkJs": True, "noEmit": True, "target": "es2022", "module": "es2022", "moduleResolution": "node", "lib": [scope, f"{scope}.iterable", "es2022"],
               "types": [], "baseUrl": str(root / "Core/Web"), "paths": {"/*": ["*"]}, "skipLibCheck": True}
    settings = pathlib.Path(folder) / f"{name}.json"
    settings.write_text(json.dumps({"compilerOptions": options, **{key: [str(path) for path in paths] for key, paths in files.items()}}))
    run = subprocess.run(["tsc", "--pretty", "false", "-p", settings], capture_output=True, text=True, cwd=root)
    lines = run.stdout.splitlines()
    if run.returncode and not lines:
        raise SystemExit(run.stderr)
    return [line for line in lines if not line.startswith(" ")]


# Asserts PL-72.
def places():
    """No page asks for the place before it was said why: with the app's words, or with a page of its own, which its walk reads."""
    asks, found = re.compile(r"geolocation\??\.(?:getCurrentPosition|watchPosition)\("), []
    scripts = [script for folder in ("Core/Web", "Plugins") for script in sorted((root / folder).rglob("*.js"))]
    asking = [(script, len(asks.findall(script.read_text())), script.read_text().count("mayLocate(")) for script in scripts]
    for script, count, said in asking:
        if count > said and script.name != "activity-record.js":
            found.append(f"{script.relative_to(root)} asks {count} times and says {said} times why.")
    if found or sum(count for _, count, _ in asking) < 5:
        raise SystemExit("\n".join(found) or "No page asks for the place any more: look for what they do instead.")


# Asserts PL-80, FC-1.
def clocks():
    """Whatever a page says of time is in the zone that the person has chosen, which formats.js knows, or in one that is named where it is said."""
    device = re.compile(r"resolvedOptions\(\)\.timeZone|getTimezoneOffset|\.toLocale(?:Time|Date)String\(|\.[gs]et(?:Hours|Minutes|Date|Day|Month|FullYear)\(|DateTimeFormat\((?!.*timeZone)")
    wrong = ["new Intl.DateTimeFormat(language).format(at)", "new Date(at).getHours()", "at.toLocaleTimeString()"]
    right = ['new Intl.DateTimeFormat(language, { timeZone: "UTC" })', "at.getUTCHours()", "number.toLocaleString()"]
    # The first only makes ready what the first date takes long for, the second asks the formatter itself.
    exempt = ("Core/Web/formats.js", "Core/Web/early.js", "Core/Web/console/table.js")
    scripts = [script for folder in ("Core/Web", "Plugins") for script in sorted((root / folder).rglob("*.js")) if str(script.relative_to(root)) not in exempt]
    found = [f"{script.relative_to(root)}: {line.strip()}" for script in scripts for line in script.read_text().splitlines() if device.search(line)]
    if len(scripts) < 100 or found or not all(map(device.search, wrong)) or any(map(device.search, right)):
        raise SystemExit("\n".join(["These ask the device for its clock or zone, not formats.js:", *found]))


def preloads():
    """The shell names all scripts that the first page cannot do without, and no others: the browser fetches them at once, not one after the other."""
    known, waiting = set(), ["/app.js"]
    while waiting:
        if (path := waiting.pop()) not in known:
            known.add(path)
            waiting += re.findall(r'^(?:import|export)\b[^;\n]*?"(/[\w/.-]+\.js)";', (root / f"Core/Web{path}").read_text(), re.M)
    named = re.findall(r'<link rel="modulepreload" href="([^"]+)">', (root / "Core/Web/index.html").read_text())
    asked = set(re.findall(r'<script [^>]*src="([^"]+)"', (root / "Core/Web/index.html").read_text()))
    if len(known) < 14 or sorted(named) != sorted(known - asked):
        raise SystemExit(f"The shell preloads {sorted(set(named) ^ (known - asked))} too many or too few.")
    print(f"The shell preloads the {len(named)} scripts that the first page needs.")


texts()
types()
places()
clocks()
preloads()
