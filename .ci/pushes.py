"""What the host pushes, for walks: a push service of one's own that takes it, and the devices that can read it."""
import base64, http.server, json, os, queue, threading

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from browser import Trouble, post


def plain(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Pushes:
    """A push service on a port of this machine."""

    def __init__(self, port):
        self.port, self.devices = port, {}
        taken = self.devices

        class Service(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                if device := taken.get(self.path):
                    device.came.put(body)
                self.send_response(201 if device else 410)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        threading.Thread(target=http.server.ThreadingHTTPServer(("127.0.0.1", port), Service).serve_forever, daemon=True).start()

    def device(self, browser, name):
        """Has the account of a browser told on a device of this name."""
        device = Device()
        self.devices[f"/{name}"] = device
        keys = {"p256dh": plain(device.public), "auth": plain(device.secret)}
        post(browser, "/v1/me/push-subscriptions", {"endpoint": f"http://127.0.0.1:{self.port}/{name}", "expirationTime": None, "keys": keys}, "PUT")
        return device


class Device:
    """A device, which alone can read what is pushed to it."""

    def __init__(self):
        self.key, self.secret, self.came = ec.generate_private_key(ec.SECP256R1()), os.urandom(16), queue.Queue()
        self.public = self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    def reads(self, words, within=60):
        """The next message, which holds these words and comes within so many seconds."""
        try:
            found = json.loads(http_ece.decrypt(self.came.get(timeout=within), private_key=self.key, auth_secret=self.secret, version="aes128gcm"))
        except queue.Empty:
            raise Trouble(f"Nothing of '{words}' was pushed within {within} seconds.") from None
        if words not in f"{found.get('title')} {found.get('body')}":
            raise Trouble(f"Not '{words}' was pushed but {found}.")
        return found

    def is_left_alone(self, seconds=3):
        """Nothing more comes."""
        try:
            found = json.loads(http_ece.decrypt(self.came.get(timeout=seconds), private_key=self.key, auth_secret=self.secret, version="aes128gcm"))
        except queue.Empty:
            return
        raise Trouble(f"It was also pushed {found}.")
