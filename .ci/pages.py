"""What .ci/pages looks at. Usage: pages.py ADDRESS"""
import signal, sys, tempfile

from browser import Browser, Trouble, until

LEAGUE = "/soccer-predictions/leagues/en.1"

# Each page with what it shows, in English and in Arabic.
PAGES = [
    ("/", "Soccer predictions", "توقعات كرة القدم"),
    ("/soccer-predictions", "English Premier League", "الدوريات"),
    # The address has a dot, and is no file.
    (LEAGUE, "Sign in to predict", "سجّل الدخول للتوقع"),
    (f"{LEAGUE}/played", "Manchester United FC", "المنتهية"),
    (f"{LEAGUE}/standings", "Team\tP\tW\tD\tL\tGD\tPts\tForm\n1\tManchester United FC\t1\t1\t0\t0\t1\t3\t\nW",
     "الفريق\tلعب\tفاز\tتعادل\tخسر\tالفارق\tالنقاط\tالنتائج الأخيرة"),
    (f"{LEAGUE}/board", "Nothing to show.", "لا شيء لعرضه."),
]


# Asserts PL-90.
def look(browser, column, direction):
    for page in PAGES:
        browser.go(page[0])
        browser.shows(page[column])
    # The part that is open stands in the middle of the line of parts, or as near as its ends let it.
    browser.call("Emulation.setDeviceMetricsOverride", width=320, height=700, deviceScaleFactor=1, mobile=True)
    browser.go(f"{LEAGUE}/board")
    until(browser, """[...document.querySelectorAll('main fh-tabs')].every(line => {
        const [part, place] = [line.querySelector('[aria-current]'), line].map(node => node?.getBoundingClientRect());
        return part && place.width <= 320 && part.left >= place.left && part.right <= place.right;
    }) && document.querySelectorAll('main fh-tabs').length > 0""")
    browser.call("Emulation.clearDeviceMetricsOverride")
    if browser.value("document.documentElement.dir") != direction:
        raise Trouble(f"The page does not run {direction}.")
    if browser.complaints:
        raise Trouble("The browser complains: " + "; ".join(browser.complaints))


signal.alarm(240)
for language, column, direction in [("en", 1, "ltr"), ("ar", 2, "rtl")]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile, sys.argv[1], language)
        try:
            look(browser, column, direction)
        finally:
            browser.end()
print(f"{len(PAGES)} pages look as they should in two languages.")
