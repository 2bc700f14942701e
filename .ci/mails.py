"""Hands mails to aiosmtpd, a mail server of others, and reads them with Python's own library: Ada and Bob prove their addresses, in
English and in Arabic, and Bob invites Ada to a group. The server wants a password, is busy at first, and does not know Eve.
Usage: mails.py FIELDHOUSE DATA"""
import email, email.policy, json, logging, os, pathlib, re, signal, socket, subprocess, sys, time, urllib.error, urllib.request, warnings
from email.utils import parsedate_to_datetime

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

fieldhouse, data = sys.argv[1], pathlib.Path(sys.argv[2])
USER, PASSWORD = "club", "p@ss word"
PHRASE = "correct horse battery"


class Box:
    """What has come, by recipient; the first try of each mail finds the server busy."""

    def __init__(self):
        self.mails, self.refused, self.unknown = {}, set(), 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("eve@"):
            self.unknown += 1
            return "550 5.1.1 There is nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if not session.authenticated:
            return "530 5.7.0 Authentication needed"
        raw = envelope.original_content
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        if mail["message-id"] not in self.refused:
            self.refused.add(mail["message-id"])
            return "451 4.3.0 Too busy, try again"
        if re.search(rb"(?<!\r)\n|\r(?!\n)", raw) or max(map(len, raw.split(b"\r\n"))) > 998 or not raw.isascii():
            raise SystemExit(f"The mail is none: {raw!r}")
        self.mails.setdefault(envelope.rcpt_tos[0], []).append((envelope.mail_from, mail))
        return "250 OK"


def login(server, session, envelope, mechanism, auth):
    return AuthResult(success=(auth.login, auth.password) == (USER.encode(), PASSWORD.encode()))


def call(address, method, path, body=None, token=None, language="en"):
    """The status and what the host answers."""
    headers = {"content-type": "application/json", "accept-language": language}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address + path, None if body is None else json.dumps(body).encode(), headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read() or "null")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or "null")


def wait(found, what):
    for _ in range(600):
        if result := found():
            return result
        time.sleep(0.1)
    raise SystemExit(f"{what} does not come.")


def check(mail, sender, to):
    """The fields of a mail (RFC 5322), read by a library of others."""
    got, text = mail[1], mail[1].get_content()
    if mail[0] != "club@example.org" or got["from"].addresses[0].addr_spec != "club@example.org" or got["to"].addresses[0].addr_spec != to:
        raise SystemExit(f"The mail is from {mail[0]}, {got['from']} to {got['to']}.")
    if got["from"].addresses[0].display_name != sender or got.defects or not got["message-id"].endswith("@example.org>"):
        raise SystemExit(f"The mail's head is {got.items()} with {got.defects}.")
    if abs(parsedate_to_datetime(got["date"]).timestamp() - time.time()) > 600 or got.get_content_type() != "text/plain":
        raise SystemExit(f"The mail is of {got['date']} and {got.get_content_type()}.")
    if got["auto-submitted"] != "auto-generated":
        raise SystemExit("The mail does not say that nobody has written it.")
    return got["subject"], text


def join(address, box, name, language):
    """Signs up with an address that a mail proves."""
    mailbox = f"{name.lower()}@example.org"
    body = {"name": name, "email": mailbox, "password": PHRASE, "passwordConfirmation": PHRASE, "acceptsTerms": True}
    status, answer = call(address, "POST", "/v1/auth/register", body, language=language)
    if status != 202:
        raise SystemExit(f"{name} cannot sign up: {status} {answer}")
    subject, text = check(wait(lambda: box.mails.get(mailbox), f"The mail to {name}")[0], "Löwen Club", mailbox)
    code = re.search(r"\b[0-9]{6}\b", text)
    if not code or (language == "ar") != bool(re.search("[\u0600-\u06ff]", subject)):
        raise SystemExit(f"The mail says {subject!r}, {text!r}.")
    status, answer = call(address, "POST", "/v1/auth/verify", {"email": mailbox, "code": code[0], "registration": answer["registration"]})
    if status != 200:
        raise SystemExit(f"{name} cannot prove the address: {status} {answer}")
    return answer["token"]


def walk(address, box):
    ada, bob = join(address, box, "Ada", "ar"), join(address, box, "Bob", "en")
    me = call(address, "GET", "/v1/me", token=ada)[1]["id"]
    group = call(address, "POST", "/v1/groups/soccer-predictions/", {"kind": "prediction-group", "name": "Löwen"}, bob)[1]["id"]
    status, answer = call(address, "PUT", f"/v1/groups/soccer-predictions/{group}/invitations/{me}", {}, bob)
    if status != 204:
        raise SystemExit(f"Bob cannot invite Ada: {status} {answer}")
    subject, text = check(wait(lambda: box.mails["ada@example.org"][1:], "The invitation")[0], "Löwen Club", "ada@example.org")
    if "Löwen" not in text or "Bob" not in text or not re.search("[\u0600-\u06ff]", text) or "\nhttps://club.example.org/inbox/open?id=" not in text:
        raise SystemExit(f"The invitation says {subject!r}, {text!r}.")
    items = call(address, "GET", "/v1/me/notifications", token=ada)[1]["items"]
    if [item["kind"] for item in items] != ["group-invited"]:
        raise SystemExit(f"The inbox holds {items}.")
    status, _ = call(address, "POST", "/v1/auth/register", {"name": "Eve", "email": "eve@example.org", "password": PHRASE, "passwordConfirmation": PHRASE, "acceptsTerms": True})
    wait(lambda: box.unknown, "A mail to Eve")
    time.sleep(3)
    if status != 202 or any(len(mails) != count for mails, count in [(box.mails["ada@example.org"], 2), (box.mails["bob@example.org"], 1)]):
        raise SystemExit(f"There are {({to: len(mails) for to, mails in box.mails.items()})} mails.")


signal.alarm(240)
# It is spoken to on this machine alone.
warnings.simplefilter("ignore")
logging.getLogger("mail.log").setLevel(logging.ERROR)
box = Box()
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
controller = Controller(box, "127.0.0.1", port, authenticator=login, auth_required=True, auth_require_tls=False)
controller.start()
data.mkdir(parents=True, exist_ok=True)
environment = dict(
    os.environ, FIELDHOUSE_DELIVERIES="gateway", FIELDHOUSE_SIGN_IN_METHODS="email", FIELDHOUSE_SITE_NAME="Löwen Club",
    FIELDHOUSE_PUBLIC_URL="https://club.example.org",
    FIELDHOUSE_MAIL_FROM="club@example.org", FIELDHOUSE_SMTP_URL=f"smtp://{USER}:p%40ss%20word@127.0.0.1:{port}")
log = (data / "host.log").open("w+")
host = subprocess.Popen([fieldhouse, "serve", "--data", str(data), "--listen", "127.0.0.1:0"], env=environment, stderr=log)
try:
    said = lambda: re.search(r"^Fieldhouse is ready at (http:[^ /]*//[^ /]*)", (data / "host.log").read_text(), re.M)
    walk(wait(said, "The host")[1], box)
finally:
    host.terminate()
    host.wait()
    controller.stop()
print("Mails reach a mail server of others, once each, and say what they should in two languages.")
