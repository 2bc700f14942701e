#!/usr/bin/env python3
"""A mail server and a gateway for the tests, on free ports of loopback; the gateway takes text messages, at /alerts what
operators are told and, below /push/, what is pushed to devices. What they take is written as one JSON object a line.

Usage: gateways.py FILE [--fail N] [--cut N]
  --fail N   the first N messages of each are refused for now (451, 503)
  --cut N    the next N are taken, but the connection ends before that is said: the sender cannot know
"""
import argparse, base64, email, email.policy, http.server, json, socketserver, threading, time

parser = argparse.ArgumentParser()
parser.add_argument("file")
parser.add_argument("--fail", type=int, default=0)
parser.add_argument("--cut", type=int, default=0)
options = parser.parse_args()
lock = threading.Lock()


class Fate:
    """What happens to the next message: refused, taken without a word, or taken."""

    def __init__(self):
        self.left = {"fail": options.fail, "cut": options.cut}

    def next(self):
        with lock:
            for fate in ("fail", "cut"):
                if self.left[fate]:
                    self.left[fate] -= 1
                    return fate
        return "take"


def note(**entry):
    with lock, open(options.file, "a", encoding="utf-8") as file:
        file.write(json.dumps(entry) + "\n")


class Mail(socketserver.StreamRequestHandler):
    """Enough of RFC 5321 for a client that sends one mail a connection."""

    fate = Fate()

    def say(self, text):
        self.wfile.write(text.encode() + b"\r\n")

    def handle(self):
        self.say("220 ready")
        sender, recipients, login = None, [], None
        while line := self.rfile.readline().decode().strip():
            word = line.split(" ")[0].split(":")[0].upper()
            if word == "EHLO":
                self.say("250-localhost\r\n250-AUTH PLAIN\r\n250 SMTPUTF8")
            elif word == "AUTH":
                words = line.split(" ")
                if len(words) < 3:
                    self.say("334 ")
                    words.append(self.rfile.readline().decode().strip())
                login = base64.b64decode(words[2]).decode().split("\0")[1:]
                self.say("235 ok")
            elif line.upper().startswith("MAIL FROM:"):
                sender = line[10:].split(" ")[0]
                self.say("250 ok")
            elif line.upper().startswith("RCPT TO:"):
                recipients.append(line[8:].split(" ")[0])
                self.say("250 ok")
            elif word == "DATA":
                self.say("354 go on")
                if not self.data(sender, recipients, login):
                    return
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("502 unknown")

    def data(self, sender, recipients, login):
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        raw = b"".join(lines)
        fate = self.fate.next()
        if fate == "fail":
            note(kind="mail-refused", recipients=recipients)
            self.say(f"451 {recipients[0]} has to wait")
            return True
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        note(
            kind="mail", fate=fate, sender=sender, recipients=recipients, login=login, subject=mail["Subject"],
            id=mail["Message-ID"], to=mail["To"], date=mail["Date"], text=mail.get_content(),
            longest=max(len(line) for line in raw.split(b"\r\n")))
        if fate == "take":
            self.say("250 taken")
        return fate == "take"


class Gateway(http.server.BaseHTTPRequestHandler):
    """Takes text messages, of which one that comes again with the same key is not sent again, and what is pushed."""

    fate = Fate()
    sent = set()
    pushed = set()

    def do_POST(self):
        if self.path.startswith("/push/"):
            self.rfile.read(int(self.headers["Content-Length"]))
            device = self.path.removeprefix("/push/")
            note(kind="push", device=device)
            # One that is slow answers all the same; one that hangs says nothing to what comes first.
            if device.startswith("slow"):
                time.sleep(3)
            with lock:
                is_new = device not in self.pushed
                self.pushed.add(device)
            if is_new and device.startswith("hanging"):
                time.sleep(30)
                self.close_connection = True
                return
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/alerts":
            note(kind="alert", alert=body, key=self.headers["Idempotency-Key"])
            self.send_response(204)
            self.end_headers()
            return
        key = self.headers["Idempotency-Key"]
        fate = self.fate.next()
        if fate == "fail":
            note(kind="sms-refused")
            self.send_error(503)
            return
        with lock:
            is_new = key not in self.sent
            self.sent.add(key)
        note(kind="sms" if is_new else "sms-again", key=key, token=self.headers["Authorization"], **body)
        if fate == "cut":
            self.close_connection = True
            return
        self.send_response(202)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True


mails = Server(("127.0.0.1", 0), Mail)
texts = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
threading.Thread(target=mails.serve_forever, daemon=True).start()
print(f"{mails.server_address[1]} {texts.server_address[1]}", flush=True)
texts.serve_forever()
