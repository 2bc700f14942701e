"""Walks through help in the web app, in English and in Arabic: an operator writes terms in the console, somebody who signs up reads
them beside the form, looks at the list of pages, and writes to the operators, who find it in the console and put it aside.
Usage: help.py ADDRESS DATA TOKEN [FOLDER], the last for pictures."""
import json, pathlib, signal, sys, tempfile, urllib.request

from browser import Browser, Trouble, fill, picture, press, sign_up, until

address, data, token = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
pictures = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None
WORDS = {
    "en": ["Help", "Terms and Conditions", "About this place", "Contact us", "Send", "Your message has been sent.", "There is nothing here.",
           "I agree to the Terms and Conditions and the Privacy Policy", "Privacy Policy", "Version 1, published on August 17, 2024", "Support us"],
    "ar": ["المساعدة", "الشروط والأحكام", "عن هذا المكان", "اتصل بنا", "إرسال", "تم إرسال رسالتك.", "لا يوجد شيء هنا.",
           "أوافق على الشروط والأحكام وسياسة الخصوصية", "سياسة الخصوصية", "الإصدار 2", "ادعمنا"],
}
TEXTS = {"en": ("House rules", "Be **kind**.\n\n- walk\n- play\n\n[away](https://example.org/)\n\n<script>alert(1)</script>"),
         "ar": ("قواعد البيت", "كن **لطيفًا**.")}


# What is published beside the terms: name, title in both languages.
MORE = {"privacy": ("What we keep", "ما نحتفظ به"), "faq": ("Often asked", "أسئلة متكررة"), "about": ("Who we are", "من نحن"),
        "official-rules": ("Official rules", "القواعد الرسمية"), "first-round": ("Your first round", "جولتك الأولى"),
        "season": ("The season begins", "يبدأ الموسم"), "donate": ("Buy us a ball", "اشترِ لنا كرة")}
# The section of each page that is not help, and its heading.
SECTIONS = {"official-rules": ("rules", "Rules", "القواعد"), "first-round": ("guides", "Guides", "الأدلة"), "season": ("news", "News", "الأخبار")}


def publish_more(language):
    """The pages beside the terms, without the console's form, which is the same for all."""
    for page, titles in MORE.items():
        publish_page(page, language, titles[language == "ar"])


def publish_page(page, language, title):
    body = json.dumps({"language": language, "section": SECTIONS.get(page, ("help",))[0], "title": title, "text": f"{title}."}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(f"{address}/v1/content/pages/{page}", body, headers, method="PUT"))


def type_into(browser, field, value):
    until(browser, f"Boolean(document.getElementById('content-{field}'))")
    browser.value(f"""(() => {{ const input = document.getElementById('content-{field}'); input.value = {json.dumps(value)};
        input.dispatchEvent(new Event('change')); }})()""")


# Asserts PL-60, SP-164.
def publish(operator, language):
    """The operator writes the terms in a language."""
    title, text = TEXTS[language]
    operator.go("/console")
    operator.value(f"sessionStorage.setItem('console-token', {json.dumps(token)})")
    operator.go("/console")
    until(operator, "Boolean(document.querySelector('#content button'))")
    if language == "en":
        press(operator, "Write Terms and Conditions")
    else:
        operator.value("[...document.querySelectorAll('#content tr')].find(row => row.cells[0].textContent === 'terms').querySelector('button').click()")
    type_into(operator, "language", language)
    type_into(operator, "title", title)
    type_into(operator, "text", text)
    picture(operator, pictures, f"{language}-console")
    press(operator, "Publish")
    until(operator, f"document.getElementById('status').textContent.includes('Version {1 if language == 'en' else 2} of terms is published.')")


# Asserts PL-10, PL-60, PL-95, SP-164, FS-125, FS-138, WC-8, TM-81.
def read(browser, language):
    """Whoever signs up can read the terms, in the language of the page; what was typed stays in the form."""
    help_, terms, about, contact, _, _, nothing, agree, privacy, version, _ = WORDS[language]
    title, _ = TEXTS[language]
    browser.go("/register")
    browser.shows(agree)
    links = browser.value("[...document.querySelectorAll('#field-acceptsTerms-hint a')].map(a => [a.textContent, a.getAttribute('href'), a.target])")
    if links != [[terms, "/help/pages/terms", "_blank"], [privacy, "/help/pages/privacy", "_blank"]]:
        raise Trouble(f"The form's links are {links}.")
    browser.go("/help/pages/terms")
    browser.shows(title)
    browser.shows(version)
    if language == "en":
        inside = browser.value("""['strong', 'li', 'script', 'a[target=_blank][rel~=noopener]'].map(name => document.querySelectorAll('article ' + name).length)""")
        if inside != [1, 2, 0, 1]:
            raise Trouble(f"The page holds {inside} of what it should.")
    picture(browser, pictures, f"{language}-terms")
    browser.go("/help/pages/privacy")
    browser.shows(MORE["privacy"][language == "ar"])
    browser.go("/help/pages/none")
    browser.shows(nothing)
    # Where there is no page, and where there is no such thing, a link leads home.
    home = json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text())["toHome"]
    for lost in ("/nowhere/at/all", "/soccer-predictions/matches/none"):
        browser.go(lost)
        press(browser, home)
        until(browser, "location.pathname", "/")
    browser.go("/")
    until(browser, f"document.getElementById('foot').innerText.includes({json.dumps(help_)})")
    browser.value("document.querySelector('#foot a').click()")
    browser.shows(about)
    sections = browser.value("""[...document.querySelectorAll('main section')].filter(card => card.querySelector('h2'))
        .map(card => [card.querySelector('h2').textContent, [...card.querySelectorAll('a')].map(a => a.getAttribute('href').split('/').pop())])""")
    if sections[-1] != [WORDS[language][10], ["donate"]]:
        raise Trouble(f"How to give something says {sections[-1]}.")
    if sections[1:-1] != [[words[1 if language == "en" else 2], [page]] for page, words in SECTIONS.items()]:
        raise Trouble(f"The sections are {sections}.")
    for page, titles in MORE.items():
        press(browser, titles[language == "ar"])
        until(browser, "location.pathname", f"/help/pages/{page}")
        browser.shows(f"{titles[language == 'ar']}.")
        browser.go("/help")
        browser.shows(about)
    picture(browser, pictures, f"{language}-help")
    # What is new stands in disc golf, too.
    browser.go("/folf-scoring/rules")
    press(browser, MORE["season"][language == "ar"])
    until(browser, "location.pathname", "/help/pages/season")
    browser.go("/help")
    browser.shows(about)
    press(browser, title)
    until(browser, "location.pathname", "/help/pages/terms")
    browser.shows(title)


# Asserts PL-62, PL-78, SP-165, SP-182, TM-81.
def write(browser, operator, language, number):
    """Name and address of who is signed in stand there already; the message arrives whole."""
    _, _, _, contact, send, sent, *_ = WORDS[language]
    browser.go("/help/contact")
    browser.shows(contact)
    if browser.value("document.getElementById('field-name').value + document.getElementById('field-email').value") != "":
        raise Trouble("Of a stranger something is known.")
    email = f"ada{number}@example.org"
    sign_up(browser, data, email, "Ada Lovelace")
    browser.go("/help/contact")
    until(browser, "document.getElementById('field-name')?.value", "Ada Lovelace")
    until(browser, "document.getElementById('field-email').value", email)
    fill(browser, "email", "nobody")
    fill(browser, "text", f"Where is the field? {language}")
    press(browser, send)
    until(browser, "Boolean(document.querySelector('#field-email[aria-invalid]'))")
    if browser.value("document.getElementById('field-text').maxLength") != 500:
        raise Trouble("The field takes another number of characters than 500.")
    picture(browser, pictures, f"{language}-contact")
    fill(browser, "email", email)
    # The answer to the first is lost, the second is pressed twice: all are one submission, and the host does it once.
    browser.value("""(() => { const real = window.fetch; window.sentKeys = []; window.fetch = async (...call) => {
        if (call[0] !== '/v1/content/messages') return real(...call);
        sentKeys.push(call[1].headers['idempotency-key']);
        const answer = await real(...call);
        if (sentKeys.length === 1) throw new TypeError('The answer is lost.');
        return answer; }; })()""")
    press(browser, send)
    until(browser, "sentKeys.length === 1 && ![...document.querySelectorAll('main form button')].some(button => button.disabled)", True)
    browser.value(f"""(() => {{ const button = [...document.querySelectorAll('main form button')].find(button => button.textContent === {json.dumps(send)});
        button.click(); button.click(); }})()""")
    browser.shows(sent)
    if browser.value("sentKeys.length > 1 && new Set(sentKeys).size") != 1:
        raise Trouble(f"One message went under the keys {browser.value('sentKeys')}.")
    operator.go("/console")
    operator.shows(f"Where is the field? {language}")
    operator.shows(email)
    picture(operator, pictures, f"{language}-messages")
    press(operator, "Done")
    until(operator, "document.getElementById('messages').innerText.includes('There are none.')")


QUESTION = "document.querySelector('dialog[open] h2')?.textContent"


# Asserts PL-88, WC-77.
def mood(browser, text, language):
    """After some days one is asked once whether one is happy: who is not is led to the operators, who is to what they have written on rating, or to
    friends where they have written nothing."""
    def come(days):
        # From a page on which nobody is asked: the one before may still be about to ask.
        browser.go("/help")
        until(browser, "location.pathname === '/help' && Boolean(document.querySelector('main h1'))")
        browser.value(f"localStorage.setItem('mood', JSON.stringify({{ day: '2024-08-16', days: {days} }}))")
        browser.go("/")

    def answer(value, heading):
        until(browser, QUESTION, text[heading])
        browser.value(f"document.querySelector('dialog[open] button[value={value}]').click()")

    come(3)
    until(browser, "JSON.parse(localStorage.getItem('mood')).days", 4)
    until(browser, QUESTION, None)
    come(4)
    answer("no", "mood.question")
    answer("yes", "mood.better")
    until(browser, "location.pathname", "/help/contact")
    # Never again, whatever is answered.
    browser.go("/")
    until(browser, "document.querySelectorAll('fh-card[waiting]').length + Boolean(document.querySelector('main h1'))", 1)
    until(browser, "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/help/mood.js')).length", 1)
    if browser.value("localStorage.getItem('mood')") != '{"isAsked":true}' or browser.value(QUESTION):
        raise Trouble("Somebody is asked again.")
    come(9)
    answer("yes", "mood.question")
    picture(browser, pictures, f"{language}-mood")
    answer("yes", "mood.thanks")
    if language == "en":
        until(browser, "location.pathname", "/invite")
    else:
        until(browser, "location.pathname", "/help/pages/rate")
        browser.shows("Rate us")
    come(9)
    until(browser, QUESTION, text["mood.question"])
    browser.value("document.querySelector('dialog[open] button.leave').click()")
    until(browser, QUESTION, None)
    publish_page("rate", language, "Rate us")


signal.alarm(240)
for number, language in enumerate(WORDS, 1):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as one, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as two:
        browser, operator = Browser(one, address, language), Browser(two, address, "en")
        try:
            publish(operator, language)
            publish_more(language)
            read(browser, language)
            write(browser, operator, language, number)
            mood(browser, json.loads(pathlib.Path(f"Core/Web/strings/{language}.json").read_text()), language)
            expected = ("404", "422")
            complaints = [line for each in (browser, operator) for line in each.complaints if not any(code in line for code in expected)]
            if complaints:
                raise Trouble("The browser complains: " + "; ".join(complaints))
        finally:
            browser.end()
            operator.end()
print("Pages are written, read and answered in two languages.")
