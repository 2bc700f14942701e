"""Further games of the walk through disc golf: by an invitation, alone, and from the own tee without a connection."""
import json, pathlib, sys

from browser import picture, press, until
from cards import NARROW, cell, choose, confirm, figure, heads, key, names, offline, phone, shown

address = sys.argv[1]
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None


def lobby(ada, text):
    """Ada opens a lobby in Harbour Park, and invites the friend whom she has. Where she has played comes first, not where she gave up."""
    ada.go("/folf-scoring/new")
    until(ada, "[...document.querySelectorAll('.course h2')].map(node => node.textContent).join()", "Old Quarry,Harbour Park,Ridge Loop")
    ada.value("[...document.querySelectorAll('.course')].find(node => node.textContent.includes('Harbour')).querySelector('button').click()")
    press(ada, text["sendInvite"])
    until(ada, "[...document.querySelectorAll('dialog[open] .person bdi')].map(node => node.textContent).join()", "Bob")
    press(ada, text["invite"])
    ada.shows(text["invited.short"])
    press(ada, text["done"])
    until(ada, "document.querySelectorAll('dialog[open]').length", 0)
    return ada.value("location.pathname")


# Asserts PL-37, FS-53, FS-102, FS-105, FS-106, FS-107, FS-110, FS-184.
def invite(ada, bob, cleo, text, shell, language):
    """A friend is invited from the lobby, comes by the message and plays; who comes too late reads that the invitation has expired. The host removes
    somebody, and cancels."""
    # Where her place may not be known, what was played last comes first.
    ada.call("Browser.setPermission", origin=address, permission={"name": "geolocation"}, setting="prompt")
    round_ = lobby(ada, text)
    picture(ada, pictures, f"{language}-folf-invite", NARROW)
    bob.go("/inbox")
    bob.shows(text["invited"].replace("{name}", "Ada").replace("{course}", "Harbour Park"))
    bob.go(f"{round_}/invitation")
    press(bob, text["accept"])
    until(bob, "location.pathname", round_)
    until(ada, names(ada), "Ada,Bob")
    ada.value("document.getElementById('guest').value = 'Zoe'")
    press(ada, text["addGuest"])
    until(bob, names(bob), "Ada,Bob,Zoe")
    ada.value(f"[...[...document.querySelectorAll('.people .person')].at(-1).querySelectorAll('button')].find(node => node.textContent === {json.dumps(text['remove'])}).click()")
    ada.shows(text["removeQuestion"])
    press(ada, text["yes"])
    until(bob, names(bob), "Ada,Bob")
    confirm(ada, text, "start")
    for browser in (ada, bob):
        until(browser, "document.querySelectorAll('.sheet .cell').length", 18)
    confirm(ada, text, "giveUp")
    bob.shows(text["cancelled"])
    round_ = lobby(ada, text)
    confirm(ada, text, "start")
    until(ada, "document.querySelectorAll('.sheet .cell').length", 9)
    until(ada, "document.querySelectorAll('.parts button').length", 0)
    bob.go(f"{round_}/invitation")
    press(bob, text["accept"])
    bob.shows("Invitation expired")
    confirm(ada, text, "giveUp")
    lobby(ada, text)
    confirm(ada, text, "cancel")
    ada.shows(text["cancelled"])


# Asserts FS-74, FS-79, FS-80.
def more_nines(bob, text):
    """The third nine holes have a toggle of their own; below them stand their sum and that of all."""
    sums = "[...document.querySelectorAll('.sheet .totals strong')].map(node => node.textContent).join()"
    press(bob, text["further"].replace("{n}", "3"))
    choose(bob, "Bob", 27)
    key(bob, 5)
    until(bob, shown("Bob", 27), figure(bob, 5))
    until(bob, sums, f"{figure(bob, 5)},{figure(bob, 16)}")
    press(bob, text["front"])
    until(bob, sums, f"{figure(bob, 11)},{figure(bob, 16)}")


# Asserts FS-75, FS-77.
def another(bob, text):
    """Another round in the same order of the holes: a fresh card, with throws and par of the first one below."""
    # What was entered is with the host before the round is over.
    until(bob, "fetch(`/v1/folf-scoring/rounds/${location.pathname.split('/').pop()}`, { headers: { 'x-fieldhouse-session': 'cookie' } }).then(answer => answer.json()).then(round => round.players[0].throwCount)", 16)
    press(bob, text["endRound"])
    press(bob, text["another"])
    bob.shows(text["roundsTogether"].replace("{n}", figure(bob, 2)))
    until(bob, "[...document.querySelectorAll('.sheet .hole strong')].map(node => node.textContent).join()", ",".join(figure(bob, hole) for hole in range(1, 10)))
    until(bob, "[...document.querySelectorAll('.sheet .cell')].every(node => node.textContent === '–')")
    until(bob, "document.querySelector('main .card:not(.sheet) .people .end').textContent", text["throwsAndPar"].replace("{throws}", figure(bob, 16)).replace("{par}", figure(bob, 15)))


# Asserts FS-16, FS-55, FS-73, FS-80, FS-82, FS-88, FS-98, FS-99, FS-101, FS-142.
def alone(ada, bob, cleo, text, shell, language):
    """Bob plays by himself where no course is known, one that is called nothing: 27 holes, without a connection in between; what he gives up is
    nowhere."""
    def begin(name):
        bob.go("/folf-scoring/new")
        until(bob, "Boolean(document.getElementById('course-name'))")
        bob.value(f"document.querySelector('details.card').open = true; document.getElementById('course-name').value = {json.dumps(name)}; document.getElementById('course-holes').value = '27'")
        press(bob, text["play"])
        confirm(bob, text, "start")
        until(bob, "document.querySelectorAll('.sheet .cell').length", 9)
    begin("Back garden")
    bob.shows("Back garden")
    key(bob, 3)
    confirm(bob, text, "giveUp")
    bob.shows(text["cancelled"])
    begin("")
    bob.shows(text["unspecified"])
    # Hole, par and one empty column, below them the keys.
    until(bob, "document.querySelector('.sheet .hole').textContent", figure(bob, 1) + figure(bob, 3))
    until(bob, "[...document.querySelector('.sheet .hole').parentNode.querySelectorAll('.cell')].map(node => node.textContent).join()", "–")
    until(bob, "document.querySelectorAll('.keypad .key').length", 12)
    until(bob, "document.querySelectorAll('.parts button').length", 3)
    offline(bob, True)
    for _ in range(3):
        key(bob, 3)
    until(bob, "document.querySelector('.pill').textContent", text["waiting"].replace("{n}", figure(bob, 3)))
    offline(bob, False)
    until(bob, "document.querySelector('.pill').textContent", "")
    choose(bob, "Bob", 9)
    key(bob, 2)
    until(bob, f"Boolean({cell('Bob', 10)})")
    more_nines(bob, text)
    another(bob, text)
    press(bob, text["endRound"])
    confirm(bob, text, "endGame")
    bob.shows(text["gameStatistics"])
    press(bob, text["ok"])
    until(bob, "location.pathname", "/folf-scoring")
    bob.shows(text["unspecified"])
    until(bob, "!document.getElementById('main').innerText.includes('Back garden')")
    press(bob, text["statistics"])
    # The round in which he threw nothing is none.
    until(bob, "document.querySelector('.figures dd')?.textContent", figure(bob, 2))


# Asserts FS-113, FS-179.
def own_tee(ada, bob, cleo, text, shell, language):
    """Bob's name on cards is of letters alone; a card that he begins without a connection is played from the tee that he usually plays from."""
    phone(bob)
    bob.go("/folf-scoring/settings")
    until(bob, "Boolean(document.getElementById('card-name'))")
    for letters, mistake in (("", text["problem.required.cardName"]), ("B1", text["cardName.letters"])):
        bob.value(f"document.getElementById('card-name').value = '{letters}'")
        press(bob, text["save"])
        until(bob, "document.getElementById('card-name-mistake').textContent", mistake)
    bob.value("document.getElementById('card-name').value = 'bo'; document.getElementById('tee').value = 'white'")
    press(bob, text["save"])
    until(bob, "location.pathname", "/folf-scoring")
    bob.go("/folf-scoring/new")
    until(bob, "document.querySelectorAll('.course').length > 2")
    for file in ("offline", "card", "meet", "qr", "photos"):
        until(bob, f"caches.match('/plugins/folf-scoring/{file}.js').then(Boolean)")
    until(bob, "caches.match('/v1/folf-scoring/me/profile').then(found => found?.json()).then(profile => profile?.tee)", "white")
    offline(bob, True)
    bob.call("Page.reload")
    until(bob, "document.querySelectorAll('.course').length > 2")
    bob.value("[...document.querySelectorAll('.course')].find(node => node.textContent.includes('Old Quarry')).querySelector('.layout').click()")
    bob.shows(text["offlineLobby"])
    press(bob, text["start"])
    until(bob, "document.querySelectorAll('.sheet .cell').length", 9)
    until(bob, heads(bob), "BO")
    # From the white tee the first hole is a par 4, from the normal one a par 3.
    par = ("document.querySelector('.card-head .muted').textContent.split(' · ')[0]", text["parOf"].replace("{n}", figure(bob, 4)))
    until(bob, *par)
    key(bob, 3)
    until(bob, "document.querySelector('.sheet .heads .sum').textContent === '–'", False)
    choose(bob, "Bob", 1)
    until(bob, *par)
    # Whoever is asked whether they mean it is still asked when the connection comes back.
    press(bob, text["endRound"])
    press(bob, text["endGame"])
    until(bob, "document.activeElement.textContent", text["yes"])
    offline(bob, False)
    until(bob, "fetch(`/v1/folf-scoring/rounds/${location.pathname.split('/').pop()}`, { headers: { 'x-fieldhouse-session': 'cookie' } }).then(answer => answer.json()).then(round => round.players?.[0]?.tee)", "white")
    until(bob, heads(bob), "BO")
    until(bob, "document.querySelector('.pill').textContent", "")
    until(bob, "document.getElementById('offline').hidden")
    until(bob, "document.activeElement.textContent", text["yes"])
    press(bob, text["yes"])
    bob.shows(text["gameStatistics"])
    by_tee(bob, text, language)


# Asserts FS-164.
def by_tee(bob, text, language):
    """The statistics of a course with tees of several colours are those of all, or of the one that is chosen."""
    bob.go("/folf-scoring/statistics")
    until(bob, "[...document.querySelectorAll('select#layout option')].some(node => node.textContent.includes('Old Quarry'))")
    bob.value("(() => { const field = document.getElementById('layout'); field.value = [...field.options].find(node => node.textContent.includes('Old Quarry')).value; field.dispatchEvent(new Event('change')); })()")
    rows = "document.querySelectorAll('#layout ~ div tbody tr')"
    until(bob, f"{rows}.length > 1")
    until(bob, "[...document.getElementById('tee').options].map(option => option.textContent).join()", ",".join(text[key] for key in ("allTees", "tee.red", "tee.white")))
    bob.value("Object.assign(document.getElementById('tee'), { value: 'white' }).dispatchEvent(new Event('change'))")
    until(bob, f"{rows}.length", 1)
    until(bob, f"{rows}[0].children[1].textContent", figure(bob, 4))
    picture(bob, pictures, f"{language}-folf-by-tee", NARROW)
